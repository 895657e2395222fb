import { QuadrilleError, shown } from '../problem/error.ts';
import { checkInteger } from '../problem/setting.ts';
import type { Cube } from './cell.ts';
import { cellsOf } from './drawing.ts';

/** The most cells of a region. */
const MOST_CELLS = 10_000;
/** The largest Aztec diamond within it. */
const MOST_DIAMOND = 70;

/**
 * The cells of a region in reading order (by layer, row, column): a rectangle as `6x10` (rows x
 * columns), a box as `3x4x5` (rows x columns x layers), or a drawing with `#` for a cell.
 */
export function regionOf(region: string): Cube[] {
  if (typeof region !== 'string') {
    throw new QuadrilleError(
      'bad-setting',
      `The region is ${shown(region)}; give '6x10' (rows x columns), '3x3x3', or a drawing of #.`,
    );
  }
  const sides = /^\s*(\d+)x(\d+)(?:x(\d+))?\s*$/.exec(region);
  if (sides === null) {
    const cells = cellsOf({ text: region, line: 1 });
    if (cells.length > MOST_CELLS) throw tooLarge(`a drawing of ${cells.length} cells`);
    return cells;
  }
  const [rows, columns, layers] = [Number(sides[1]), Number(sides[2]), Number(sides[3] ?? 1)];
  const count = rows * columns * layers;
  if (!(count >= 1 && count <= MOST_CELLS)) throw tooLarge(shown(region));
  return Array.from({ length: count }, (_, k) => ({
    row: Math.floor(k / columns) % rows,
    column: k % columns,
    layer: Math.floor(k / (rows * columns)),
  }));
}

/** Whether it is one layer deep. */
export function isFlat(cells: readonly Cube[]): boolean {
  return cells.every(({ layer }) => layer === 0);
}

/**
 * The Aztec diamond of order n, drawn: 2n rows of 2, 4, ... 2n, 2n, ... 4, 2 cells, centred. It has
 * 2^(n(n+1)/2) tilings by dominoes (Elkies, Kuperberg, Larsen and Propp 1992).
 */
export function aztecDiamond(n: number): string {
  checkInteger('n', n, 1, MOST_DIAMOND);
  const half = Array.from({ length: n }, (_, k) => {
    return '.'.repeat(n - 1 - k) + '#'.repeat(2 * k + 2) + '.'.repeat(n - 1 - k);
  });
  return [...half, ...[...half].reverse()].join('\n');
}

function tooLarge(what: string): QuadrilleError {
  return new QuadrilleError(
    'bad-setting',
    `The region is ${what}; give one of 1 to ${MOST_CELLS} cells.`,
  );
}
