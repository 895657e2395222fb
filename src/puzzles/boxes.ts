import { QuadrilleError, shown } from '../problem/error.ts';
import { checkSettings } from './arguments.ts';
import type { House } from './houses.ts';

/** The shape of a board with boxes: by its size, by its boxes, or both. */
export interface BoxSettings {
  /** How many values there are, and cells in a row. Default: 9. */
  readonly size?: number | undefined;
  /** Rows x columns of a box, as `2x3`. Default: as square as the size allows. */
  readonly boxes?: string | undefined;
}

/** Rows and columns of a box: no more values than 100, as in a Sudoku. */
export interface Box {
  readonly rows: number;
  readonly columns: number;
}

const MOST = 100;

/** The box that the settings ask for; `others` are the settings that go with them. */
export function boxOf(settings: BoxSettings, others: readonly string[]): Box {
  checkSettings(settings, ['size', 'boxes', ...others]);
  const { size, boxes } = settings;
  if (boxes === undefined) return squarest(size ?? 9);
  const found = typeof boxes === 'string' ? /^([1-9]\d{0,2})x([1-9]\d{0,2})$/.exec(boxes) : null;
  const [rows, columns] = [Number(found?.[1]), Number(found?.[2])];
  if (!(rows * columns <= MOST)) throw badShape(`Its boxes are ${shown(boxes)}`);
  if (size !== undefined && size !== rows * columns) {
    throw badShape(`Its size is ${shown(size)}, but a box of ${boxes} has ${rows * columns} cells`);
  }
  return { rows, columns };
}

/** The boxes of a square board whose top left corner is at cell `corner` of a board `width` wide. */
export function boxHouses(box: Box, width: number, corner = 0): House[] {
  const size = box.rows * box.columns;
  return Array.from({ length: size }, (_, k) => {
    // There are as many boxes beside each other as a box has rows.
    const row = Math.floor(k / box.rows) * box.rows;
    const column = (k % box.rows) * box.columns;
    return {
      name: `b${k + 1}`,
      title: `box ${k + 1}`,
      cells: rectangle(box, width, corner + row * width + column),
    };
  });
}

/** The cells of a box whose first is `corner`, on a board `width` wide. */
export function rectangle({ rows, columns }: Box, width: number, corner: number): number[] {
  return Array.from({ length: rows * columns }, (_, k) => {
    return corner + Math.floor(k / columns) * width + (k % columns);
  });
}

/** The box of a size: with as many rows as can be, but no more than columns. */
function squarest(size: number): Box {
  if (!(Number.isInteger(size) && size >= 1 && size <= MOST)) {
    throw badShape(`Its size is ${shown(size)}`);
  }
  let rows = Math.floor(Math.sqrt(size));
  while (size % rows !== 0) rows--;
  if (rows === 1 && size > 1) {
    throw badShape(`Its size is ${size}, which only boxes of a single row divide`);
  }
  return { rows, columns: size / rows };
}

function badShape(what: string): QuadrilleError {
  return new QuadrilleError(
    'bad-shape',
    `There is no board of this kind. ${what}; give a size from 1 to ${MOST} that has a divisor, ` +
      "as 9, or boxes as '2x3', rows x columns.",
  );
}
