import { QuadrilleError, shown } from '../../problem/error.ts';
import { checkValues, type Puzzle } from '../grid.ts';
import { Shape, type ShapeSettings } from '../shape.ts';
import { lengthOf, Symbols } from '../symbols.ts';
import { badText, columnOf, isSpread, type Row, readings, rowOf, type Spot } from './line.ts';

/** How a text is written, as far as the reader was told. */
export class Language {
  /** The name of the alphabet, where it was given. */
  readonly symbols: string | undefined;
  /** The name of the text, for messages. */
  readonly source: string | undefined;
  /** Size -> the alphabet that was given: one for all puzzles. */
  readonly #alphabets = new Map<number, Symbols>();

  constructor(symbols: string | undefined, source: string | undefined) {
    this.symbols = symbols;
    this.source = source;
  }

  /** Whether a grid of that size may be written so. */
  has(size: number): boolean {
    return this.symbols === undefined || lengthOf(this.symbols) >= size;
  }

  /** The alphabet that was given, for grids of that size. */
  alphabet(symbols: string, size: number): Symbols {
    let alphabet = this.#alphabets.get(size);
    if (alphabet === undefined) {
      alphabet = Symbols.of(symbols, size);
      this.#alphabets.set(size, alphabet);
    }
    return alphabet;
  }
}

/**
 * Rows of cells, all of them or a whole puzzle in one, as a puzzle. The values are checked here,
 * the Sudoku's rules are not.
 */
export function puzzleOf(rows: readonly Row[], shape: Shape, language: Language): Puzzle {
  const symbols = alphabetOf(rows, shape, language);
  const givens = new Uint8Array(shape.cells);
  let cell = 0;
  for (const row of rows) {
    const { cells } = row;
    for (let k = 0; k < cells.length; k++) {
      const value = symbols.read(cells[k] as string);
      if (value < 0) throw stranger(row, k, shape, symbols, language);
      givens[cell++] = value;
    }
  }
  return { shape, givens, symbols, line: rows[0]?.line };
}

/** Whether each cell of a row has a value or a blank of some alphabet that it may be written in. */
export function mayBeRow(
  { cells }: Pick<Row, 'cells'>,
  { size }: Shape,
  language: Language,
): boolean {
  const { symbols } = language;
  let alphabets: Symbols[];
  if (symbols !== undefined) {
    if (!language.has(size)) return true; // An error of its own, for which it must be read.
    alphabets = [language.alphabet(symbols, size)];
  } else if (typeof cells !== 'string') {
    alphabets = [Symbols.of('integers', size)];
  } else {
    alphabets = Symbols.all(size);
  }
  const list = Array.from(cells);
  return alphabets.some((alphabet) => list.every((cell) => alphabet.read(cell) >= 0));
}

/** The same, unless that alphabet has too few symbols for a grid of that size. */
export function givenSymbols(
  language: Language,
  symbols: string,
  size: number,
  spot: Spot,
): Symbols {
  const length = lengthOf(symbols);
  if (length >= size) return language.alphabet(symbols, size);
  throw badText(
    spot,
    `found a ${size}x${size} Sudoku, but the alphabet ${shown(symbols)} has ${length} symbols; ` +
      `give one with ${size}.`,
  );
}

function alphabetOf(rows: readonly Row[], { size }: Shape, language: Language): Symbols {
  const { source, symbols: name } = language;
  const spot = (row: Row, cell = 0) => ({ source, line: row.line, column: columnOf(row, cell) });
  const first = rows[0] as Row;
  if (name !== undefined) return givenSymbols(language, name, size, spot(first));

  const numbers = rows.find(({ cells }) => typeof cells !== 'string');
  if (numbers !== undefined) {
    // Beside numbers, a row of symbols must have each by itself, so that it can be numbers too.
    const dense = rows.find((row) => typeof row.cells === 'string' && !isSpread(row));
    if (dense === undefined) return Symbols.of('integers', size);
    throw badText(
      spot(dense),
      `found symbols without space in a grid that has numbers in line ${numbers.line}; ` +
        'write each number by itself.',
    );
  }
  const text = rows.length === 1 ? first.cells : rows.map(({ cells }) => cells).join('');
  const symbols = Symbols.detect(text as string, size);
  if (symbols !== undefined) return symbols;
  const row = rows.find(({ cells }) => cells.includes('0')) as Row;
  throw badText(
    spot(row, row.cells.indexOf('0')),
    'found 0 where it may be a value or a blank; ' +
      `say which by giving the symbols, as in '1-9A-G' or '0-F', or use '.' for each blank.`,
  );
}

function stranger(row: Row, k: number, shape: Shape, symbols: Symbols, language: Language) {
  const { size, cells } = shape;
  const alphabet = symbols.integers ? `numbers from 1 to ${size}` : symbols.name;
  // A row of a larger grid may have passed for a puzzle on a line.
  const larger =
    row.cells.length === cells && cells <= 100
      ? ` If the line is a row of a larger grid, give size ${cells}.`
      : '';
  return badText(
    { source: language.source, line: row.line, column: columnOf(row, k) },
    `found ${shown(row.cells[k])} in a Sudoku of size ${size}, which is written in ${alphabet} ` +
      `with '.' for a blank; mend it, or give the symbols if it has others.${larger}`,
  );
}

/** An object as `writeJson` writes it. */
export interface Rows {
  rows?: unknown;
  size?: unknown;
  boxes?: unknown;
}

/**
 * A puzzle as `writeJson` writes it: `rows` with 1 to the size in each, 0 for a blank, or a text for
 * each; `size` and `boxes` may be missing.
 */
export function puzzleOfRows(
  { rows, size, boxes }: Rows,
  fixed: Shape | undefined,
  language: Language,
  spot: Spot,
): Puzzle {
  if (!Array.isArray(rows)) {
    throw badText(spot, `found ${shown(rows)} for rows; give {"rows":[[0,3, ...], ...]}.`);
  }
  const isStated = size !== undefined || boxes !== undefined;
  const across = Array.isArray(rows[0]) ? rows[0].length : rows.length;
  if (!isStated && across !== rows.length) {
    throw badText(
      spot,
      `found rows: ${rows.length}, and values in the first: ${across}; give as many of each.`,
    );
  }
  const stated = isStated ? { size, boxes } : { size: rows.length };
  const shape = inPlace(spot, () => Shape.of(stated as ShapeSettings));
  if (fixed !== undefined && fixed !== shape) {
    throw badText(spot, `found a Sudoku of ${shape}, wanted ${fixed}; give the one or the other.`);
  }
  if (rows.length !== shape.size) {
    throw badText(spot, `found ${rows.length} rows; give ${shape.size}.`);
  }
  if (rows.every((row) => typeof row === 'string')) {
    return puzzleOfTexts(rows, shape, language, spot);
  }
  for (const [number, row] of rows.entries()) {
    if (Array.isArray(row) && row.length === shape.size) continue;
    const what = Array.isArray(row) ? `${row.length} values` : shown(row);
    throw badText(spot, `found ${what} for row ${number + 1}; give ${shape.size} values.`);
  }
  const values = rows.flat();
  inPlace(spot, () => checkValues(shape, values));
  const symbols =
    language.symbols === undefined
      ? Symbols.usual(shape.size)
      : givenSymbols(language, language.symbols, shape.size, spot);
  return { shape, givens: Uint8Array.from(values), symbols, line: spot.line };
}

/** Rows that are texts each. */
function puzzleOfTexts(
  texts: readonly string[],
  shape: Shape,
  language: Language,
  spot: Spot,
): Puzzle {
  const { size } = shape;
  const rows = texts.map((text, k) => {
    const reading = readings(text, size).find(({ cells }) => cells.length === size);
    if (reading !== undefined) return rowOf({ ...spot, text, shift: 0 }, reading);
    throw badText(spot, `found ${shown(text)} for row ${k + 1}; give ${size} values.`);
  });
  return puzzleOf(rows, shape, language);
}

/** Gives an error its place in the text. */
function inPlace<T>(spot: Spot, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof QuadrilleError)) throw error;
    throw badText(spot, error.message);
  }
}
