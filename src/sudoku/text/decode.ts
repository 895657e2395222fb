import { shown } from '../../problem/error.ts';
import type { Puzzle } from '../puzzle.ts';
import type { Shape } from '../shape.ts';
import { lengthOf, Symbols } from '../symbols.ts';
import { columnOf, isSpread, type Row } from './line.ts';
import { badText } from './mistake.ts';

/** What the words of a text mean: as the reader was told, or to be found out. */
export interface Language {
  /** The name of the alphabet, where it was given. */
  readonly symbols: string | undefined;
  /** The name of the text, for messages. */
  readonly source: string | undefined;
}

/**
 * Rows of cells, all of them or a whole puzzle in one, as a puzzle. The values are checked here,
 * the Sudoku's rules are not.
 */
export function decode(rows: readonly Row[], shape: Shape, language: Language): Puzzle {
  const symbols = alphabetOf(rows, shape, language);
  const givens = new Uint8Array(shape.cells);
  let cell = 0;
  for (const row of rows) {
    const { cells } = row;
    for (let k = 0; k < cells.length; k++) {
      const value = symbols.valueOf(cells[k] as string);
      if (value < 0) throw stranger(row, k, shape, symbols, language);
      givens[cell++] = value;
    }
  }
  return { shape, givens, symbols, line: rows[0]?.line };
}

function alphabetOf(rows: readonly Row[], shape: Shape, language: Language): Symbols {
  const { size } = shape;
  const numbers = rows.find(({ cells }) => typeof cells !== 'string');
  const first = rows[0] as Row;
  if (language.symbols !== undefined) {
    const symbols = lengthOf(language.symbols);
    if (symbols >= size) return Symbols.of(language.symbols, size);
    throw badText(
      { source: language.source, line: first.line, column: columnOf(first, 0) },
      `found a ${size}x${size} Sudoku, but the alphabet ${shown(language.symbols)} has ` +
        `${symbols} symbols; give one with ${size}.`,
    );
  }
  if (numbers !== undefined) {
    // Beside numbers, a row of symbols must have each by itself, so that it can be numbers too.
    const dense = rows.find((row) => typeof row.cells === 'string' && !isSpread(row));
    if (dense === undefined) return Symbols.of('integers', size);
    throw badText(
      { source: language.source, line: dense.line, column: columnOf(dense, 0) },
      `found symbols without space in a grid that has numbers in line ${numbers.line}; ` +
        'write each number by itself.',
    );
  }
  const text = rows.length === 1 ? first.cells : rows.map(({ cells }) => cells).join('');
  const symbols = Symbols.detect(text as string, size);
  if (symbols !== undefined) return symbols;
  const row = rows.find(({ cells }) => cells.includes('0')) as Row;
  throw badText(
    { source: language.source, line: row.line, column: columnOf(row, row.cells.indexOf('0')) },
    'found 0 beside another blank, so it may be a value or a blank; ' +
      `say which by giving the symbols, as in '1-9A-G' or '0-F', or use one kind of blank.`,
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
