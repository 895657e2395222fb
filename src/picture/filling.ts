import { checkInteger } from '../problem/setting.ts';
import type { Cell } from '../puzzles/packing/region.ts';
import type { Board, Square } from './board.ts';
import { checkSide, settingError } from './checks.ts';

/** The size of a board, where the squares do not say it. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** The board that all those places are on. */
export function sizeOf(places: readonly Cell[]): Size {
  let [width, height] = [0, 0];
  for (const { row, column } of places) {
    checkSide(row, 'The row of a square');
    checkSide(column, 'The column of a square');
    width = Math.max(width, column + 1);
    height = Math.max(height, row + 1);
  }
  return { width, height };
}

/** Squares row by row, made one by one; each place may be filled once. */
export class Filling {
  readonly width: number;
  readonly height: number;
  readonly #squares: (Square | undefined)[];

  constructor({ width, height }: Size) {
    checkSide(width, 'The width of the board');
    checkSide(height, 'The height of the board');
    this.width = width;
    this.height = height;
    this.#squares = new Array<Square | undefined>(width * height).fill(undefined);
  }

  put({ row, column }: Cell, square: Square): void {
    const index = this.#indexOf(row, column);
    if (this.#squares[index] !== undefined) {
      throw settingError(
        `Row ${row}, column ${column} is filled twice; hand in one solution at a time.`,
      );
    }
    this.#squares[index] = square;
  }

  /** Every place that has no square yet gets one. */
  fill(squareAt: (place: Cell) => Square): void {
    this.#squares.forEach((square, k) => {
      const place = { row: Math.floor(k / this.width), column: k % this.width };
      this.#squares[k] = square ?? squareAt(place);
    });
  }

  /** The board that was filled; what was not is a hole. */
  board(rest: Omit<Board, 'width' | 'height' | 'squares'>): Board {
    const { width, height } = this;
    return { width, height, squares: this.#squares, ...rest };
  }

  #indexOf(row: number, column: number): number {
    checkInteger('The row of a square', row, 0, this.height - 1);
    checkInteger('The column of a square', column, 0, this.width - 1);
    return row * this.width + column;
  }
}
