import { mistakeAt, plural, shown } from '../engine/problem/error.ts';
import { Problem } from '../engine/problem/problem.ts';
import { badGrid, badText, checkString } from './mistakes.ts';
import { SAMURAI_WIDTH } from './samurai-grids.ts';
import type { Placement } from './sudoku/encode.ts';
import type { Shape } from './sudoku/shape.ts';

/** A set of cells that holds every value exactly once: a row, a box, a diagonal. */
export interface House {
  /** The prefix of its items: `r1` makes `r1=5`. */
  readonly name: string;
  /** Its name in errors: `row 1`. */
  readonly title: string;
  /** Its cells, numbered from 0 in reading order; one for each value. */
  readonly cells: readonly number[];
}

/** House `k`, from 0, of a kind: `row` and 0 make `r1`, row 1. */
export function houseOf(kind: string, k: number, cells: readonly number[]): House {
  return { name: `${kind.charAt(0)}${k + 1}`, title: `${kind} ${k + 1}`, cells };
}

/** Cells in rows and columns. A cell in no house is a hole. */
export interface HouseBoard {
  readonly rows: number;
  readonly columns: number;
  /** The number of values; they count from 1. */
  readonly values: number;
  readonly houses: readonly House[];
}

/** The values of all cells in reading order; 0 is a blank or a hole. */
export type Givens = ArrayLike<number>;

/**
 * Every value once in every house. Items, all primary: each cell (`r1c2`), then each value in each
 * house (`r1=5`), house by house. Options: a value in a cell, with the cell and that value in all
 * its houses. A given cell has one option.
 */
export function fillHouses(board: HouseBoard, givens?: Givens): Problem<Placement> {
  if (givens !== undefined) checkHouseGivens(board, givens);
  const { columns, values, houses } = board;
  /** Cell -> its houses. */
  const memberships = new Map<number, number[]>();
  houses.forEach(({ cells }, house) => {
    for (const cell of cells) {
      const known = memberships.get(cell);
      if (known === undefined) memberships.set(cell, [house]);
      else known.push(house);
    }
  });
  const cells = [...memberships.keys()].sort((a, b) => a - b);
  const names = cells.map((cell) => cellName(board, cell));
  for (const { name } of houses) {
    for (let value = 1; value <= values; value++) names.push(`${name}=${value}`);
  }
  const problem = new Problem<Placement>({ primary: names });
  cells.forEach((cell, item) => {
    const row = Math.floor(cell / columns);
    const column = cell % columns;
    const given = givens?.[cell] ?? 0;
    const inside = memberships.get(cell) as number[];
    for (let value = given || 1; value <= (given || values); value++) {
      const items = [item];
      for (const house of inside) items.push(cells.length + house * values + value - 1);
      problem.addIndices(items, { row, column, value });
    }
  });
  return problem;
}

/** The rows and columns of a square board, as houses. */
export function lines(size: number): House[] {
  const all = Array.from({ length: size }, (_, k) => k);
  return [
    ...all.map((row) =>
      houseOf(
        'row',
        row,
        all.map((column) => row * size + column),
      ),
    ),
    ...all.map((column) =>
      houseOf(
        'column',
        column,
        all.map((row) => row * size + column),
      ),
    ),
  ];
}

/** A square board of rows, columns and other houses. */
export function squareBoard(size: number, others: readonly House[] = []): HouseBoard {
  return { rows: size, columns: size, values: size, houses: [...lines(size), ...others] };
}

/**
 * Throws if givens have the wrong length, a wrong value, a value in a hole, or twice in a house.
 */
export function checkHouseGivens(board: HouseBoard, givens: Givens): void {
  const { rows, columns, values, houses } = board;
  const length = typeof givens === 'object' ? givens?.length : undefined;
  if (length !== rows * columns) {
    throw badGrid(
      `The givens are ${length === undefined ? shown(givens) : plural(length, 'value')}; ` +
        `give ${length === undefined ? 'an array of ' : ''}${rows * columns}, row by row, 0 for a blank.`,
    );
  }
  const inside = new Set(houses.flatMap(({ cells }) => cells));
  for (let cell = 0; cell < rows * columns; cell++) {
    const value = givens[cell];
    const name = cellName(board, cell);
    if (!(Number.isInteger(value) && value >= 0 && value <= values)) {
      throw badGrid(`${name} holds ${shown(value)}; give a number from 1 to ${values}, or 0.`);
    }
    if (value > 0 && !inside.has(cell)) {
      throw badGrid(`${name} holds ${value}, but it is a hole of the board; give 0 there.`);
    }
  }
  for (const { title, cells } of houses) {
    const holder = new Map<number, number>();
    for (const cell of cells) {
      const value = givens[cell];
      const first = holder.get(value);
      if (value > 0 && first !== undefined) {
        throw badGrid(
          `${cellName(board, first)} and ${cellName(board, cell)} are both in ${title} and hold ` +
            `${value}; change one of them or leave it blank.`,
        );
      }
      holder.set(value, cell);
    }
  }
}

/** The name of a cell: `r1c1` is at the top left. */
function cellName({ columns }: HouseBoard, cell: number): string {
  return `r${Math.floor(cell / columns) + 1}c${(cell % columns) + 1}`;
}

/** The boxes of a grid. */
export function boxHouses(shape: Shape): House[] {
  const { size, boxRows, boxColumns } = shape;
  return Array.from({ length: size }, (_, k) => {
    // The number of boxes in a band is the number of rows in a box.
    const row = Math.floor(k / boxRows) * boxRows;
    const column = (k % boxRows) * boxColumns;
    return houseOf('box', k, boxAt(shape, row * size + column));
  });
}

/** The cells of a box whose first is `corner`. */
export function boxAt({ size, boxColumns }: Shape, corner: number): number[] {
  return Array.from({ length: size }, (_, k) => {
    return corner + Math.floor(k / boxColumns) * size + (k % boxColumns);
  });
}

/** The number of cells in each of the first 15 rows of a samurai. The rest of a row is holes. */
const WITHOUT_HOLES = [18, 18, 18, 18, 18, 18, 21, 21, 21, 9, 9, 9, 21, 21, 21];

/**
 * Reads givens for a square board of up to 35 values: one line for a row, one symbol for a cell.
 * `1`-`9` and then letters are values; `.`, `0`, `_` and `*` are blanks. White space, `|`, `+` and
 * `-` are separators, so frames are allowed. The holes of a samurai (21 rows of 21) are blanks, or
 * left out.
 */
export function readGivens(text: string): number[] {
  checkString(text, 'The givens are');
  const rows: { line: number; values: number[] }[] = [];
  text.split(/\r?\n/).forEach((content, k) => {
    const values: number[] = [];
    for (const { 0: symbol, index } of content.matchAll(/[^\s|+-]/gu)) {
      values.push(parseValue(symbol, k + 1, index + 1));
    }
    if (values.length > 0) rows.push({ line: k + 1, values });
  });
  const size = rows.length;
  if (size === 0) {
    throw badText('The givens have no rows; give a line for each.');
  }
  return rows.flatMap(({ line, values }, row) => {
    const withHoles = size === SAMURAI_WIDTH ? addSamuraiHoles(values, row) : values;
    if (withHoles.length === size) return withHoles;
    throw badText(
      `Line ${line} has ${plural(values.length, 'cell')}, and the square ${plural(size, 'row')}; ` +
        "give as many rows as a row has cells, a line for each, with '.' for a blank.",
      line,
    );
  });
}

/** The text of givens on a board of that width, as `readGivens` reads it: up to 35 values. */
export function writeGivens(givens: Givens, width: number): string {
  let text = '';
  for (let cell = 0; cell < givens.length; cell++) {
    const value = givens[cell];
    text += value === 0 ? '.' : value.toString(36).toUpperCase();
    if ((cell + 1) % width === 0) text += '\n';
  }
  return text;
}

/** A row of a samurai with its holes, also if the text leaves them out. */
function addSamuraiHoles(values: number[], row: number): number[] {
  // The board is symmetric: rows from the bottom have the same lengths.
  const cells = WITHOUT_HOLES[row] ?? WITHOUT_HOLES[SAMURAI_WIDTH - 1 - row];
  if (values.length !== cells) return values;
  if (cells === 18) return [...values.slice(0, 9), 0, 0, 0, ...values.slice(9)];
  if (cells === 9) return [0, 0, 0, 0, 0, 0, ...values, 0, 0, 0, 0, 0, 0];
  return values;
}

function parseValue(symbol: string, line: number, column: number): number {
  if (/[.0_*]/.test(symbol)) return 0;
  if (/[1-9A-Za-z]/.test(symbol)) return Number.parseInt(symbol, 36);
  throw mistakeAt(
    { line, column },
    'bad-text',
    `found ${shown(symbol)}; give a value as 1-9 or a letter (A is 10), a blank as '.'.`,
  );
}
