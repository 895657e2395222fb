import { mistakeAt, QuadrilleError, shown } from '../problem/error.ts';

/** A samurai has so many lines; in them so many symbols where its holes are left out. */
const SAMURAI = 21;
const WITHOUT_HOLES = [18, 18, 18, 18, 18, 18, 21, 21, 21, 9, 9, 9, 21, 21, 21];

/**
 * Reads givens for a board of up to 35 values: a line a row, a symbol a cell. `1`-`9` and then
 * letters are values, `.`, `0`, `_` and `*` blanks; white space and `|`, `+`, `-` only divide, so
 * frames may be drawn. There are as many rows as cells in a row. For a samurai (21 rows of 21) the
 * holes are written as blanks are, or left out.
 */
export function readGivens(text: string): number[] {
  if (typeof text !== 'string') {
    throw new QuadrilleError('bad-text', `The givens are ${shown(text)}; give a text.`);
  }
  const rows: { line: number; values: number[] }[] = [];
  text.split(/\r?\n/).forEach((whole, k) => {
    const values: number[] = [];
    for (const { 0: symbol, index } of whole.matchAll(/[^\s|+-]/gu)) {
      values.push(valueIn(symbol, k + 1, index + 1));
    }
    if (values.length > 0) rows.push({ line: k + 1, values });
  });
  const size = rows.length;
  if (size === 0) {
    throw new QuadrilleError('bad-text', 'The givens have no rows; give a line for each.');
  }
  return rows.flatMap(({ line, values }, row) => {
    const withHoles = size === SAMURAI ? withSamuraiHoles(values, row) : values;
    if (withHoles.length === size) return withHoles;
    throw new QuadrilleError(
      'bad-text',
      `Line ${line} has ${values.length} cells, and there are ${size} rows; ` +
        "give as many rows as a row has cells, a line for each, with '.' for a blank.",
      { line },
    );
  });
}

/** A row of a samurai with its holes, where they were left out. */
function withSamuraiHoles(values: number[], row: number): number[] {
  // The shape is the same from below.
  const cells = WITHOUT_HOLES[row] ?? (WITHOUT_HOLES[SAMURAI - 1 - row] as number);
  if (values.length !== cells) return values;
  if (cells === 18) return [...values.slice(0, 9), 0, 0, 0, ...values.slice(9)];
  if (cells === 9) return [0, 0, 0, 0, 0, 0, ...values, 0, 0, 0, 0, 0, 0];
  return values;
}

function valueIn(symbol: string, line: number, column: number): number {
  if (/[.0_*]/.test(symbol)) return 0;
  if (/[1-9A-Za-z]/.test(symbol)) return Number.parseInt(symbol, 36);
  throw mistakeAt(
    { line, column },
    'bad-text',
    `found ${shown(symbol)}; give a value as 1-9 or a letter (A is 10), a blank as '.'.`,
  );
}
