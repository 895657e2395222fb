import { shown } from '../engine/problem/error.ts';
import { type ClueGrid, checkSides } from './clue-grid.ts';
import { badText } from './mistakes.ts';

/** A puzzle in an address of puzz.link: `https://puzz.link/p?slither/5/5/cbcbcddad`. */
interface PuzzleAddress {
  readonly rows: number;
  readonly columns: number;
  /** The clues, in the code of the kind of puzzle. */
  readonly body: string;
}

/** True if a text is an address, not a drawing. */
export function isAddress(text: string): boolean {
  return text.includes('/');
}

/**
 * Reads an address: of puzz.link, of another site with the same addresses, or its last part alone,
 * `slither/5/5/cbcbcddad`. `kinds` are the names of the kind of puzzle.
 */
export function readAddress(text: string, kinds: readonly string[]): PuzzleAddress {
  const [usual = ''] = kinds;
  const form = `https://puzz.link/p?${usual}/COLUMNS/ROWS/CLUES`;
  const own = text.trim().replace(/^.*\?/s, '').replace(/\/$/, '');
  const [kind = '', ...rest] = own.split('/');
  if (!kinds.includes(kind)) {
    throw badText(`The address is of the puzzle ${shown(kind)}; give one of ${usual}: ${form}`);
  }
  // A setting of the page may stand before the sides.
  const [columns = '', rows = '', body = '', extra] = rest.filter((part) => !/^v:/.test(part));
  if (!/^\d{1,4}$/.test(columns) || !/^\d{1,4}$/.test(rows) || extra !== undefined) {
    throw badText(`The address is ${shown(text)}; give it as ${form}`);
  }
  checkSides(Number(rows), Number(columns));
  return { rows: Number(rows), columns: Number(columns), body };
}

/** The address of a puzzle. */
export function writeAddress(kind: string, { rows, columns, body }: PuzzleAddress): string {
  return `https://puzz.link/p?${kind}/${columns}/${rows}/${body}`;
}

/** Refuses a character of the code that says nothing, or too few or too many cells. */
export function badBody(body: string, at: number, what: string): Error {
  return badText(
    `The clues of the address are ${shown(body)}: ${what}` +
      `${at < body.length ? ` at character ${at + 1}, ${shown(body[at])}` : ''}; copy the whole address.`,
  );
}

/** Cells one by one as rows. */
export function rowsOf<C>(
  cells: readonly (C | undefined)[],
  { columns, rows }: Pick<PuzzleAddress, 'rows' | 'columns'>,
): ClueGrid<C> {
  return Array.from({ length: rows }, (_, row) => cells.slice(row * columns, (row + 1) * columns));
}
