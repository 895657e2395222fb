import { checkInteger } from '../problem/setting.ts';
import type { Cell } from '../puzzles/packing/region.ts';
import type { Board, Square } from './board.ts';
import { checkSide, settingError } from './checks.ts';

/** The size of a board. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size of the smallest board with all these places. */
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

/** Builds a board square by square. Each place takes one square. */
export class BoardBuilder {
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
        `Row ${row}, column ${column} has two squares; give one solution at a time.`,
      );
    }
    this.#squares[index] = square;
  }

  /** Fills every place that has no square yet. */
  fill(squareAt: (place: Cell) => Square): void {
    this.#squares.forEach((square, k) => {
      const place = { row: Math.floor(k / this.width), column: k % this.width };
      this.#squares[k] = square ?? squareAt(place);
    });
  }

  /** The board. Places without a square are holes. */
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
