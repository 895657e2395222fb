import { Problem } from '../engine/problem/problem.ts';
import { forbid } from '../engine/rules/forbid.ts';
import { table, variable } from '../engine/rules/rule.ts';
import { withRules } from '../engine/rules/ruled-problem.ts';
import { closedLoops, shortest } from './closed-loops.ts';
import { badGrid } from './mistakes.ts';
import type { Cell } from './packing/cubes.ts';

/** Two neighbouring points of a grid, and whether the loop goes from one to the other. */
export interface GridLine {
  readonly from: Cell;
  readonly to: Cell;
  readonly drawn: boolean;
}

/** A rule of a place of the grid: which of its lines may be drawn together. */
export interface LocalRule {
  readonly name: string;
  /** Lines by their index. */
  readonly lines: readonly number[];
  /** True if these may be the lines of it that are drawn; false and true in the order of `lines`. */
  readonly allows: (drawn: readonly boolean[]) => boolean;
}

/** Points in rows and columns, and the lines between neighbours. */
export class PointGrid {
  readonly rows: number;
  readonly columns: number;
  /** The lines to the right, row by row, then those down. */
  readonly lines: (readonly [number, number])[] = [];

  constructor(rows: number, columns: number) {
    this.rows = rows;
    this.columns = columns;
    for (let p = 0; p < rows * columns; p++) {
      if ((p + 1) % columns !== 0) this.lines.push([p, p + 1]);
    }
    for (let p = 0; p + columns < rows * columns; p++) this.lines.push([p, p + columns]);
  }

  point(p: number): Cell {
    return { row: Math.floor(p / this.columns), column: p % this.columns };
  }

  /** The line from a point to the right; undefined at the border and beyond. */
  right(row: number, column: number): number | undefined {
    const { rows, columns } = this;
    if (row < 0 || column < 0 || row >= rows || column >= columns - 1) return undefined;
    return row * (columns - 1) + column;
  }

  /** The line from a point down. */
  down(row: number, column: number): number | undefined {
    const { rows, columns } = this;
    if (row < 0 || column < 0 || row >= rows - 1 || column >= columns) return undefined;
    return rows * (columns - 1) + row * columns + column;
  }

  /** The lines at a point: up, right, down, left, without those that the border lacks. */
  at(row: number, column: number): number[] {
    return [
      this.down(row - 1, column),
      this.right(row, column),
      this.down(row, column),
      this.right(row, column - 1),
    ].filter((line) => line !== undefined);
  }
}

/**
 * One loop through some points of a grid that keeps to rules of its places. Each line is an item with
 * two options: drawn or not. At each point two lines are drawn or none, which is a rule of its
 * place as well; a function forbids that there are several loops.
 *
 *     option k                 line k is drawn
 *     option k + lines         it is not
 */
export function gridLoop(grid: PointGrid, rules: readonly LocalRule[]): Problem<GridLine> {
  const { lines } = grid;
  if (lines.length === 0) {
    throw badGrid('The loop would have one point to go through; give a grid of 2x2 or more.');
  }
  const nameOf = (p: number) => {
    const { row, column } = grid.point(p);
    return `r${row + 1}c${column + 1}`;
  };
  const items = lines.map(([from, to]) => `${nameOf(from)}-${nameOf(to)}`);
  const problem = new Problem<GridLine>({ primary: items });
  for (const drawn of [true, false]) {
    for (const [k, [from, to]] of lines.entries()) {
      problem.addIndices([k], { from: grid.point(from), to: grid.point(to), drawn });
    }
  }
  const variables = items.map((item) => variable(item, ({ drawn }: GridLine) => drawn));
  const all = [...pointRules(grid), ...rules];
  const tables = all.map(({ name, lines, allows }) => {
    const tuples = booleans(lines.length).filter(allows);
    return table(
      lines.map((line) => variables[line]),
      tuples,
      { name },
    );
  });
  return withRules(problem, [...tables, forbid(oneLoop(grid, all), { name: 'one loop' })]);
}

/** At each point two lines are drawn, or none. */
function pointRules(grid: PointGrid): LocalRule[] {
  return Array.from({ length: grid.rows * grid.columns }, (_, p) => {
    const { row, column } = grid.point(p);
    return {
      name: `the loop at r${row + 1}c${column + 1}`,
      lines: grid.at(row, column),
      allows: (drawn: readonly boolean[]) => [0, 2].includes(countOf(drawn)),
    };
  });
}

/** The number of lines that are drawn. */
export function countOf(drawn: readonly boolean[]): number {
  return drawn.filter(Boolean).length;
}

/** All lists of that many booleans. */
function booleans(length: number): boolean[][] {
  return Array.from({ length: 2 ** length }, (_, bits) =>
    Array.from({ length }, (_, k) => ((bits >> k) & 1) === 1),
  );
}

/**
 * Several loops are a conflict. A loop that breaks a rule by itself cannot be the only one, so its
 * lines cannot all be drawn; one that keeps to all of them can, but with no other line beside it.
 */
function oneLoop({ lines }: PointGrid, rules: readonly LocalRule[]) {
  return (numbers: readonly number[]): readonly number[] | undefined => {
    const drawn = numbers.filter((option) => option < lines.length);
    const loops = closedLoops(lines, drawn);
    if (loops.length === 1) return undefined;
    // Nothing is drawn at all.
    if (loops.length === 0) return numbers;
    const loop = shortest(loops);
    const own = new Set(loop);
    const isWhole = rules.every(({ lines, allows }) => allows(lines.map((line) => own.has(line))));
    const other = drawn.find((line) => !own.has(line)) as number;
    return isWhole ? [...loop, other] : loop;
  };
}
