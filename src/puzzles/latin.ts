import { plural, shown } from '../engine/problem/error.ts';
import { Problem } from '../engine/problem/problem.ts';
import { checkFlag, checkInteger, checkSettings, SettingError } from '../engine/problem/setting.ts';
import {
  checkHouseGivens,
  fillHouses,
  type Givens,
  type HouseBoard,
  squareBoard,
} from './houses.ts';
import { badGrid, badSetting } from './mistakes.ts';
import type { Placement } from './sudoku/encode.ts';

const MOST_ORDER = 100;

/** Which Latin squares count. */
export interface LatinSettings {
  /** Given values, row by row; 0 is a blank. */
  readonly givens?: Givens | undefined;
  /** True asks for a first row and a first column that read 1, 2, 3, ... Default: false. */
  readonly reduced?: boolean | undefined;
}

/** Latin squares: n x n cells, each of the values 1 to n once in every row and column. */
export function latinSquares(order: number, settings: LatinSettings = {}): Problem<Placement> {
  checkSettings(settings, ['reduced', 'givens']);
  const board = boardOf(order);
  const { givens } = settings;
  if (!checkFlag('reduced', settings.reduced)) return fillHouses(board, givens);
  if (givens !== undefined) checkHouseGivens(board, givens);
  return fillHouses(board, inOrder(order, givens));
}

/** The addition table modulo n: each row is the row above, shifted by one. */
export function cyclicSquare(order: number): number[] {
  checkInteger('The order', order, 1, MOST_ORDER);
  return Array.from({ length: order ** 2 }, (_, cell) => {
    return ((Math.floor(cell / order) + cell) % order) + 1;
  });
}

/** The order of a Latin square, given row by row. Throws if it is no Latin square. */
function orderOf(square: Givens): number {
  const length = typeof square === 'object' ? square?.length : undefined;
  const order = Math.sqrt(length ?? 0);
  if (length === undefined || !(Number.isInteger(order) && order >= 1 && order <= MOST_ORDER)) {
    throw badGrid(
      `The square ${length === undefined ? `is ${shown(square)}` : `has ${plural(length, 'value')}`}; ` +
        'give the n x n values of a Latin square, row by row.',
    );
  }
  checkHouseGivens(boardOf(order), square);
  for (let cell = 0; cell < length; cell++) {
    if (square[cell] !== 0) continue;
    throw badGrid(
      `r${Math.floor(cell / order) + 1}c${(cell % order) + 1} is blank; ` +
        'give a Latin square without blanks.',
    );
  }
  return order;
}

function boardOf(order: number): HouseBoard {
  checkInteger('The order', order, 1, MOST_ORDER);
  return squareBoard(order);
}

/** The givens, with the first row and the first column in order. */
function inOrder(order: number, givens: Givens | undefined): number[] {
  return Array.from({ length: order ** 2 }, (_, cell) => {
    const row = Math.floor(cell / order);
    const column = cell % order;
    const given = givens?.[cell] ?? 0;
    if (row > 0 && column > 0) return given;
    const value = row + column + 1;
    if (given === 0 || given === value) return value;
    throw new SettingError(
      [`r${row + 1}c${column + 1} holds ${given}, but a reduced square has ${value} there`],
      ['leave it blank', { setting: 'reduced', value: true, verb: 'leave out' }],
      'bad-grid',
    );
  });
}

/** All cells of one Greek letter of a Graeco-Latin square. */
export interface GreekLetter {
  /** From 1, in the order of the first row. */
  readonly letter: number;
  /** Its cells, with the values of the Latin square there: a transversal of it. */
  readonly cells: readonly Placement[];
}

/** The cyclic square of order 11 has 37,851 transversals, that of order 13 has 1,030,367. */
const MOST_MATES_ORDER = 11;

/** The transversals of a Latin square: n cells, one of each row, each column and each value. */
export function transversals(square: Givens): Problem<Placement> {
  const order = orderOf(square);
  const names = ['r', 'c', 'v'].flatMap((letter) =>
    Array.from({ length: order }, (_, k) => `${letter}${k + 1}`),
  );
  const problem = new Problem<Placement>({ primary: names });
  for (let row = 0; row < order; row++) {
    for (let column = 0; column < order; column++) {
      const value = square[row * order + column];
      const items = [row, order + column, 2 * order + value - 1];
      problem.addIndices(items, { row, column, value });
    }
  }
  return problem;
}

/**
 * The cells of each transversal, row by row, in lexicographic order of their columns. A search by
 * bits, so that puzzles load no engine: the 37,851 of order 11 take it 0.3 s.
 */
function* transversalCells(square: Givens, order: number): Generator<readonly Placement[]> {
  const cells: Placement[] = [];
  function* fill(row: number, columns: number, values: number): Generator<readonly Placement[]> {
    if (row === order) {
      yield cells.slice();
      return;
    }
    for (let column = 0; column < order; column++) {
      const value = square[row * order + column];
      if ((columns >> column) & 1 || (values >> value) & 1) continue;
      cells[row] = { row, column, value };
      yield* fill(row + 1, columns | (1 << column), values | (1 << value));
    }
  }
  yield* fill(0, 0, 0);
}

/**
 * The orthogonal mates of a Latin square, given row by row. A mate writes a Greek letter into each
 * cell: the letters make a Latin square, and each letter meets each value once. So the cells of a
 * letter are a transversal, and a mate is an exact cover of the cells by transversals (E. T. Parker
 * 1959). Items are cells, options are transversals. The letters are in order in the first row;
 * multiply the count by n! for all mates.
 *
 * All transversals are found first, which limits the order to 11.
 */
export function orthogonalMates(square: Givens): Problem<GreekLetter> {
  const order = orderOf(square);
  if (order > MOST_MATES_ORDER) {
    throw badSetting(
      `The square has order ${order}; give order ${MOST_MATES_ORDER} or less, ` +
        'since a larger square may have millions of transversals.',
    );
  }
  const names: string[] = [];
  for (let row = 1; row <= order; row++) {
    for (let column = 1; column <= order; column++) names.push(`r${row}c${column}`);
  }
  const problem = new Problem<GreekLetter>({ primary: names });
  for (const cells of transversalCells(square, order)) {
    const items = cells.map(({ row, column }) => row * order + column);
    problem.addIndices(items, { letter: cells[0].column + 1, cells });
  }
  return problem;
}
