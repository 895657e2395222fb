import { QuadrilleError, shown } from '../problem/error.ts';
import { checkSettings } from '../problem/setting.ts';

/** The largest size: 100 values in 10,000 cells, a million options. */
export const MOST_SIZE = 100;

/** How a shape is asked for: by its size, by its boxes, or both. */
export interface ShapeSettings {
  /** How many values there are, and cells in a row. Default: 9. */
  readonly size?: number | undefined;
  /** Rows x columns of a box: `2x3` is two rows of three. Default: as square as the size allows. */
  readonly boxes?: string | undefined;
}

/**
 * The shape of a Sudoku: N values, N x N cells, boxes of some rows x columns with N cells each.
 * Cells are numbered row by row from 0; so are the boxes, and rows and columns count from 0 too
 * (people count from 1: `r1c1` is cell 0). There is one Shape for each kind of box, so that
 * shapes can be compared by `===`.
 */
export class Shape {
  readonly size: number;
  /** Rows of a box. */
  readonly boxRows: number;
  /** Columns of a box. */
  readonly boxColumns: number;
  readonly cells: number;

  static readonly #known = new Map<string, Shape>();

  private constructor(boxRows: number, boxColumns: number) {
    this.size = boxRows * boxColumns;
    this.boxRows = boxRows;
    this.boxColumns = boxColumns;
    this.cells = this.size ** 2;
  }

  /** The shape of that size or with those boxes; where both are given, they must agree. */
  static of(settings: ShapeSettings = {}): Shape {
    if (typeof settings !== 'object' || settings === null || Array.isArray(settings)) {
      throw badShape(`its settings are ${shown(settings)}; give { size: 9 } or { boxes: '2x3' }`);
    }
    const { size, boxes } = settings;
    const [rows, columns] = boxes === undefined ? squarest(size) : boxesOf(boxes);
    if (size !== undefined && size !== rows * columns) {
      throw badShape(
        `size is ${shown(size)}, but boxes of ${boxes} have ${rows * columns} cells; ` +
          'give one of them, or two that agree',
      );
    }
    const name = `${rows}x${columns}`;
    let shape = Shape.#known.get(name);
    if (shape === undefined) {
      shape = new Shape(rows, columns);
      Shape.#known.set(name, shape);
    }
    return shape;
  }

  /** Its boxes, as `3x3`: with them a shape is what `Shape.of` takes. */
  get boxes(): `${number}x${number}` {
    return `${this.boxRows}x${this.boxColumns}`;
  }

  rowOf(cell: number): number {
    return Math.floor(cell / this.size);
  }

  columnOf(cell: number): number {
    return cell % this.size;
  }

  boxOf(cell: number): number {
    const { boxRows, boxColumns } = this;
    const down = Math.floor(this.rowOf(cell) / boxRows);
    // There are as many boxes beside each other as a box has rows.
    return down * boxRows + Math.floor(this.columnOf(cell) / boxColumns);
  }

  /** A cell as people name it: `r1c1` is the one at the top left. */
  cellName(cell: number): string {
    return `r${this.rowOf(cell) + 1}c${this.columnOf(cell) + 1}`;
  }

  /** As in `9x9 with boxes of 3x3`. */
  toString(): string {
    return `${this.size}x${this.size} with boxes of ${this.boxes}`;
  }
}

/**
 * Refuses settings with names that mean nothing: known are `more` and those of a shape. A Shape by
 * itself will do for settings, as it has them.
 */
export function checkShapeSettings(settings: ShapeSettings, more: readonly string[]): void {
  if (!(settings instanceof Shape)) checkSettings(settings, ['size', 'boxes', ...more]);
}

/** Refuses what is no shape, or an argument out of its place. */
export function checkShape(shape: Shape): void {
  if (shape instanceof Shape) return;
  throw new QuadrilleError(
    'bad-shape',
    `The shape is ${shown(shape)}; give a Shape: that of a puzzle, or Shape.of({ size: 9 }).`,
  );
}

/** The boxes of a size: with as many rows as can be, but no more than columns. */
function squarest(size = 9): [rows: number, columns: number] {
  if (Number.isInteger(size) && size > MOST_SIZE) throw tooLarge(`size is ${size}`);
  if (!(Number.isInteger(size) && size >= 1)) {
    throw badShape(`size is ${shown(size)}; give a number from 1 to ${MOST_SIZE}, as 9`);
  }
  let rows = Math.floor(Math.sqrt(size));
  while (size % rows !== 0) rows--;
  if (rows === 1 && size > 1) {
    throw new QuadrilleError(
      'bad-shape',
      `Boxes are not chosen where size is ${size}, a prime: they can only be 1x${size} or ` +
        `${size}x1. Give one of them as boxes, or a size that has a divisor, as 9.`,
    );
  }
  return [rows, size / rows];
}

function boxesOf(boxes: string): [rows: number, columns: number] {
  const found = typeof boxes === 'string' ? /^(\d{1,9})x(\d{1,9})$/.exec(boxes) : null;
  const [rows, columns] = [Number(found?.[1]), Number(found?.[2])];
  if (rows * columns > MOST_SIZE) throw tooLarge(`boxes of ${boxes} make size ${rows * columns}`);
  if (rows * columns >= 1) return [rows, columns];
  throw badShape(`boxes are ${shown(boxes)}; give rows x columns of a box, as '2x3'`);
}

/** What cannot be. */
function badShape(what: string): QuadrilleError {
  return new QuadrilleError('bad-shape', `There can be no such Sudoku: ${what}.`);
}

/** What could be, but is not offered. */
function tooLarge(what: string): QuadrilleError {
  return new QuadrilleError(
    'bad-shape',
    `Sudokus of more than ${MOST_SIZE}x${MOST_SIZE} are not offered: ${what}. ` +
      `Give a size from 1 to ${MOST_SIZE}, or boxes of at most ${MOST_SIZE} cells.`,
  );
}
