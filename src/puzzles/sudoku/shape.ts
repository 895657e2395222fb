import { QuadrilleError, shown } from '../../engine/problem/error.ts';
import { badValue, checkSettings, SettingError } from '../../engine/problem/setting.ts';

/** The largest size: 100 values in 10,000 cells, a million options. */
export const MOST_SIZE = 100;

/** A shape by its size, its boxes, or both. */
export interface ShapeSettings {
  /** The number of values, and of cells in a row. Default: 9. */
  readonly size?: number | undefined;
  /** Rows x columns of a box: `2x3` is two rows of three. Default: as square as possible. */
  readonly boxes?: string | undefined;
}

/**
 * The shape of a Sudoku: N values, N x N cells, and boxes of N cells. Cells and boxes are numbered
 * row by row from 0; rows and columns count from 0 too. Names count from 1: `r1c1` is cell 0. There
 * is one Shape for each kind of box, so `===` compares shapes.
 */
export class Shape {
  /** The number of values, and of cells in a row, column or box. */
  readonly size: number;
  /** Rows of a box. */
  readonly boxRows: number;
  /** Columns of a box. */
  readonly boxColumns: number;
  /** The number of cells. */
  readonly cells: number;

  static readonly #known = new Map<string, Shape>();

  private constructor(boxRows: number, boxColumns: number) {
    this.size = boxRows * boxColumns;
    this.boxRows = boxRows;
    this.boxColumns = boxColumns;
    this.cells = this.size ** 2;
  }

  /** The shape of a size or with boxes. If both are given, they must agree. */
  static of(settings: ShapeSettings = {}): Shape {
    if (typeof settings !== 'object' || settings === null || Array.isArray(settings)) {
      throw badShape(`The settings are ${shown(settings)}; give { size: 9 } or { boxes: '2x3' }.`);
    }
    const { size, boxes } = settings;
    const [rows, columns] = boxes === undefined ? squarest(size) : boxesOf(boxes);
    if (size !== undefined && size !== rows * columns) {
      throw new SettingError(
        [
          { setting: 'size' },
          ` is ${shown(size)}, but boxes of ${boxes} have ${rows * columns} cells`,
        ],
        ['give one of them, or two that agree'],
        'bad-shape',
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

  /** Rows x columns of a box, as `Shape.of` takes them: `3x3`. */
  get boxes(): `${number}x${number}` {
    return `${this.boxRows}x${this.boxColumns}`;
  }

  /** The row of a cell, from 0. */
  rowOf(cell: number): number {
    return Math.floor(cell / this.size);
  }

  /** The column of a cell, from 0. */
  columnOf(cell: number): number {
    return cell % this.size;
  }

  /** The box of a cell, from 0, row by row. */
  boxOf(cell: number): number {
    const { boxRows, boxColumns } = this;
    const down = Math.floor(this.rowOf(cell) / boxRows);
    // Each band has `boxRows` boxes.
    return down * boxRows + Math.floor(this.columnOf(cell) / boxColumns);
  }

  /** The name of a cell: `r1c1` is at the top left. */
  cellName(cell: number): string {
    return `r${this.rowOf(cell) + 1}c${this.columnOf(cell) + 1}`;
  }

  /** `9x9 with boxes of 3x3` */
  toString(): string {
    return `${this.size}x${this.size} with boxes of ${this.boxes}`;
  }
}

/**
 * Throws if there are settings beside `more` and those of a shape. A Shape serves as settings, too.
 */
export function checkShapeSettings(settings: ShapeSettings, more: readonly string[]): void {
  if (!(settings instanceof Shape)) checkSettings(settings, ['size', 'boxes', ...more]);
}

/** Throws if the value is no Shape. */
export function checkShape(shape: Shape): void {
  if (shape instanceof Shape) return;
  throw badShape(
    `The shape is ${shown(shape)}; give the shape of a puzzle, or Shape.of({ size: 9 }).`,
  );
}

/** The boxes of a size that are closest to a square, with no more rows than columns. */
function squarest(size = 9): [rows: number, columns: number] {
  if (!(Number.isInteger(size) && size >= 1 && size <= MOST_SIZE)) {
    throw badValue('size', size, `give a whole number from 1 to ${MOST_SIZE}`, 'bad-shape');
  }
  let rows = Math.floor(Math.sqrt(size));
  while (size % rows !== 0) rows--;
  if (rows === 1 && size > 1) {
    throw new SettingError(
      [{ setting: 'size' }, ` is ${size}, a prime, so boxes can only be 1x${size} or ${size}x1`],
      ['give another size', { setting: 'boxes', value: `1x${size}`, verb: 'give' }],
      'bad-shape',
    );
  }
  return [rows, size / rows];
}

function boxesOf(boxes: string): [rows: number, columns: number] {
  const sides = typeof boxes === 'string' ? /^(\d{1,9})x(\d{1,9})$/.exec(boxes) : null;
  const [rows, columns] = [Number(sides?.[1]), Number(sides?.[2])];
  if (rows * columns > MOST_SIZE) {
    throw badShape(
      `boxes of ${boxes} make size ${rows * columns}; give boxes of at most ${MOST_SIZE} cells.`,
    );
  }
  if (rows * columns >= 1) return [rows, columns];
  throw new SettingError(
    [{ setting: 'boxes' }, ` are ${shown(boxes)}`],
    ["give rows x columns of a box, such as '2x3'"],
    'bad-shape',
  );
}

function badShape(message: string): QuadrilleError {
  return new QuadrilleError('bad-shape', message);
}
