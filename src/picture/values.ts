import { shown } from '../problem/error.ts';
import type { Placement } from '../sudoku/encode.ts';
import { Symbols } from '../sudoku/symbols.ts';
import type { Board, Square } from './board.ts';
import { bad, checkObjects, checkSettings, checkSide } from './checks.ts';

/** Values in squares, row by row: 0 for a blank. */
export interface ValuesPicture {
  readonly width: number;
  /** Default: as the width. */
  readonly height?: number | undefined;
  readonly values: ArrayLike<number>;
  /** What was given, of the same form: drawn in bold. */
  readonly givens?: ArrayLike<number> | undefined;
  /** Square -> its region, between which walls stand; undefined for a hole. Default: one region. */
  readonly regions?: ArrayLike<string | number | undefined> | undefined;
  /** Square -> a colour of the palette, or undefined. */
  readonly tints?: ArrayLike<number | undefined> | undefined;
  /** How values are written. Default: 1 to 9, A to Z, a to z; numbers where these do not do. */
  readonly symbols?: Symbols | undefined;
  readonly caption?: string | undefined;
}

/** A board of values: for a Sudoku of any kind and a Latin square. */
export function valuesBoard(picture: ValuesPicture): Board {
  checkSettings(picture);
  const { width, height = width, values, givens, regions, tints, caption } = picture;
  checkSide(width, 'The width of the board');
  checkSide(height, 'The height of the board');
  const count = width * height;
  for (const [name, list] of Object.entries({ values, givens, regions, tints })) {
    if (list === undefined && name !== 'values') continue;
    if (typeof list === 'object' && list !== null && list.length === count) continue;
    const given =
      typeof list === 'object' && list !== null ? `${list.length} entries` : shown(list);
    throw bad(`A board of ${height}x${width} has ${given} for ${name}; give ${count}, row by row.`);
  }
  let most = 0;
  for (const list of givens === undefined ? [values] : [values, givens]) {
    for (let k = 0; k < count; k++) most = Math.max(most, checkedValue(list[k], k, width));
  }
  const symbols = picture.symbols ?? Symbols.usual(most);
  if (!(symbols instanceof Symbols) || symbols.size < most) {
    throw bad(`symbols are ${String(symbols)}; give Symbols for values up to ${most}.`);
  }
  const squares = Array.from({ length: count }, (_, k): Square | undefined => {
    if (regions !== undefined && regions[k] === undefined) return undefined;
    const given = givens?.[k] ?? 0;
    const value = given || (values[k] as number);
    const mark = value === 0 ? undefined : symbols.symbolOf(value);
    const strong = given > 0 || undefined;
    return { region: regions?.[k], tint: tints?.[k], mark, strong };
  });
  return { width, height, squares, ground: 'ruled', caption };
}

/** The values of placements, row by row, 0 where there is none: what `valuesBoard` takes. */
export function valuesOf(
  placements: readonly Placement[],
  width: number,
  height = width,
): number[] {
  checkSide(width, 'The width of the board');
  checkSide(height, 'The height of the board');
  checkObjects(placements, 'The values');
  const values = new Array<number>(width * height).fill(0);
  for (const { row, column, value } of placements) {
    const k = row * width + column;
    if (!(row >= 0 && row < height && column >= 0 && column < width && Number.isInteger(k))) {
      throw bad(`A value stands at row ${shown(row)}, column ${shown(column)}; both count from 0.`);
    }
    if (values[k] !== 0)
      throw bad(`Row ${row + 1}, column ${column + 1} has two values; give it one.`);
    values[k] = value;
  }
  return values;
}

function checkedValue(value: unknown, k: number, width: number): number {
  if (Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 1000) {
    return value as number;
  }
  throw bad(
    `Row ${Math.floor(k / width) + 1}, column ${(k % width) + 1} holds ${shown(value)}; ` +
      'give a number from 1 to 1000, or 0 for a blank.',
  );
}
