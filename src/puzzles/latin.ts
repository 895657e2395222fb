import { QuadrilleError, shown } from '../problem/error.ts';
import type { Problem } from '../problem/problem.ts';
import { checkFlag, checkInteger, checkSettings } from '../problem/setting.ts';
import type { Placement } from '../sudoku/encode.ts';
import { type Board, checkGivens, fillHouses, type Givens, lines } from './houses.ts';

const MOST = 100;

export interface LatinSettings {
  /** Values that are given, row by row, 0 for a blank. */
  readonly givens?: Givens | undefined;
  /** Whether the first row and the first column are to read 1, 2, 3, ... Default: false. */
  readonly reduced?: boolean | undefined;
}

/** Latin squares: n x n cells, each of the values 1 to n once in every row and column. */
export function latinSquares(order: number, settings: LatinSettings = {}): Problem<Placement> {
  checkSettings(settings, ['reduced', 'givens']);
  const board = latinBoard(order);
  const { givens } = settings;
  if (!checkFlag('reduced', settings.reduced)) return fillHouses(board, givens);
  if (givens !== undefined) checkGivens(board, givens);
  return fillHouses(board, inOrder(order, givens));
}

/** The square of addition modulo n: each row is the one above, moved by one. */
export function cyclicSquare(order: number): number[] {
  checkInteger('The order', order, 1, MOST);
  return Array.from({ length: order ** 2 }, (_, cell) => {
    return ((Math.floor(cell / order) + cell) % order) + 1;
  });
}

/** The order of a Latin square, handed in row by row; refuses what is none. */
export function orderOf(square: Givens): number {
  const length = typeof square === 'object' ? square?.length : undefined;
  const order = Math.sqrt(length ?? 0);
  if (length === undefined || !(Number.isInteger(order) && order >= 1 && order <= MOST)) {
    throw new QuadrilleError(
      'bad-grid',
      `The square ${length === undefined ? `is ${shown(square)}` : `has ${length} values`}; ` +
        'give the n x n values of a Latin square, row by row.',
    );
  }
  checkGivens(latinBoard(order), square);
  for (let cell = 0; cell < length; cell++) {
    if (square[cell] !== 0) continue;
    throw new QuadrilleError(
      'bad-grid',
      `r${Math.floor(cell / order) + 1}c${(cell % order) + 1} is blank; ` +
        'give a Latin square without blanks (latinSquares completes one).',
    );
  }
  return order;
}

function latinBoard(order: number): Board {
  checkInteger('The order', order, 1, MOST);
  return { rows: order, columns: order, values: order, houses: lines(order) };
}

/** The givens with a first row and a first column in order. */
function inOrder(order: number, givens: Givens | undefined): number[] {
  return Array.from({ length: order ** 2 }, (_, cell) => {
    const row = Math.floor(cell / order);
    const column = cell % order;
    const given = givens?.[cell] ?? 0;
    if (row > 0 && column > 0) return given;
    const value = row + column + 1;
    if (given === 0 || given === value) return value;
    throw new QuadrilleError(
      'bad-grid',
      `r${row + 1}c${column + 1} holds ${given}, but a reduced square has ${value} there; ` +
        'leave it blank, or leave out reduced.',
    );
  });
}
