import { checkInteger } from '../problem/setting.ts';
import type { Cell, Cube } from './region.ts';
import { atOrigin } from './region.ts';
import { orientations, shapeOf } from './turning.ts';

/** There are 1285 free 9-ominoes; each further cell makes it almost four times as many. */
const MOST_CELLS = 9;

/**
 * All polyominoes of n cells, turned and turned over counting as one: 1, 1, 2, 5, 12, 35, 108 ...
 * (OEIS A000105), those with holes included. Each lies as its canonical form does, the one that
 * stays nearest to the top: in reading order its cells come first, compared one by one; and so they
 * are sorted, the straight one first.
 */
export function freePolyominoes(n: number): Cube[][] {
  checkInteger('n', n, 1, MOST_CELLS);
  let found: Cube[][] = [[{ row: 0, column: 0, layer: 0 }]];
  for (let cells = 2; cells <= n; cells++) found = grown(found);
  return found.sort(compare);
}

/** The canonical form of a polyomino. */
function canonical(polyomino: readonly Cube[]): Cube[] {
  const flat = orientations(polyomino, 'in-space').filter((way) => way.at(-1)?.layer === 0);
  return flat.sort(compare)[0] as Cube[];
}

/** Every polyomino with one cell more. */
function grown(polyominoes: readonly (readonly Cube[])[]): Cube[][] {
  const found = new Map<string, Cube[]>();
  for (const polyomino of polyominoes) {
    const taken = new Set(polyomino.map(nameOf));
    for (const { row, column } of polyomino) {
      for (const cell of [
        { row: row - 1, column, layer: 0 },
        { row: row + 1, column, layer: 0 },
        { row, column: column - 1, layer: 0 },
        { row, column: column + 1, layer: 0 },
      ]) {
        if (taken.has(nameOf(cell))) continue;
        const form = canonical(atOrigin([...polyomino, cell]));
        found.set(shapeOf(form), form);
      }
    }
  }
  return [...found.values()];
}

function nameOf({ row, column }: Cell): string {
  return `${row},${column}`;
}

function compare(a: readonly Cube[], b: readonly Cube[]): number {
  for (const [k, one] of a.entries()) {
    const other = b[k] as Cube;
    const less = one.row - other.row || one.column - other.column;
    if (less !== 0) return less;
  }
  return 0;
}
