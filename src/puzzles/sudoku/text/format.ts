import { mistakeAt, QuadrilleError, shown, whereIn } from '../../../engine/problem/error.ts';
import { type Mention, SettingError } from '../../../engine/problem/setting.ts';
import type { Puzzle } from '../grid.ts';
import { checkShapeSettings, Shape, type ShapeSettings } from '../shape.ts';
import { lengthOf, MOST_SYMBOLS, Symbols } from '../symbols.ts';
import { columnOf, isBarred, isSpread, type Line, type Row } from './line.ts';

export interface ReadSettings extends ShapeSettings {
  /**
   * The alphabet: that of a puzzle, `integers`, or its symbols, as in `1-9A-G`. Default: each
   * puzzle shows its own.
   */
  readonly symbols?: string | Symbols | undefined;
  /** The name of the text, for messages. */
  readonly source?: string | undefined;
}

/** The sizes that have boxes of at least two rows, by the cells of a row and of a puzzle. */
const shapeOfRow = new Map<number, Shape>();
const shapeOfPuzzle = new Map<number, Shape>();
for (let rows = 2; rows <= 10; rows++) {
  for (let size = rows * rows; size <= 100; size += rows) {
    const shape = Shape.of({ size });
    shapeOfRow.set(size, shape);
    shapeOfPuzzle.set(shape.cells, shape);
  }
}

/** The smallest size with values beyond the digits 1 to 9. */
const LETTERS_FROM = 10;

/**
 * The settings of a reader. They tell whether a number of cells may be a row, or a puzzle on a
 * line; `PuzzleReader` has the rule.
 */
export class Format {
  /** The shape by the settings, if they have a size or boxes. */
  readonly fixed: Shape | undefined;
  /** The alphabet by the settings. */
  readonly symbols: string | undefined;
  readonly source: string | undefined;
  /** True if the settings have boxes, so that no others may be drawn. */
  readonly #isBoxed: boolean;
  /** Size -> that alphabet: one object for all puzzles. */
  readonly #alphabets = new Map<number, Symbols>();

  constructor(settings: ReadSettings) {
    checkShapeSettings(settings, ['symbols', 'source']);
    const { size, boxes, symbols, source } = settings;
    const isFixed = size !== undefined || boxes !== undefined;
    this.fixed = isFixed ? Shape.of({ size, boxes }) : undefined;
    this.symbols = symbols instanceof Symbols ? symbols.name : symbols;
    this.source = source;
    this.#isBoxed = boxes !== undefined;
    if (this.symbols === undefined) return;
    if (this.fixed === undefined) lengthOf(this.symbols);
    else Symbols.of(this.symbols, this.fixed.size);
  }

  /** The shape of the puzzle that a line is; none for a row, and for what is neither. */
  puzzleOf(line: Row): Shape | undefined {
    const shape = this.puzzleOfCells(line.cells.length);
    const isPuzzle =
      shape !== undefined && isGrouped(line, shape) && this.#isBelievable(line, shape);
    return isPuzzle ? shape : undefined;
  }

  puzzleOfCells(cells: number): Shape | undefined {
    if (this.fixed === undefined) return shapeOfPuzzle.get(cells);
    return this.fixed.cells === cells ? this.fixed : undefined;
  }

  /**
   * The shape of the puzzle that a number of digits and points are, with nothing between them: up
   * to 9x9, unless the settings have an alphabet.
   */
  plainOf(cells: number): Shape | undefined {
    const shape = this.puzzleOfCells(cells);
    const isPlain = shape !== undefined && shape.size < LETTERS_FROM && this.symbols === undefined;
    return isPlain ? shape : undefined;
  }

  /** True if a number of cells with nothing between them may be a row as well as a puzzle. */
  isOpen(cells: number): boolean {
    return this.fixed === undefined && cells <= MOST_SYMBOLS && shapeOfRow.has(cells);
  }

  /** The shape of the grid that a line may be a row of. */
  rowOf(line: Row): Shape | undefined {
    const { length } = line.cells;
    if (this.fixed === undefined && length > MOST_SYMBOLS && !isSpread(line)) return undefined;
    const shape = this.fixed ?? shapeOfRow.get(length);
    return shape?.size === length && isGrouped(line, shape) ? shape : undefined;
  }

  /** The shape of a grid that draws no boxes. */
  usual(size: number): Shape {
    return this.fixed ?? (shapeOfRow.get(size) as Shape);
  }

  /**
   * The shape of a grid, by the number of columns between its bars and of rows between its rules,
   * where these are drawn; none if they make no boxes, or other boxes than the settings. Unusual
   * boxes must show both ways, since a line too many may look like one.
   */
  drawn(size: number, columns?: number, rows?: number): Shape | undefined {
    const usual = this.usual(size);
    // Lines about each cell, or about the whole, do not show boxes.
    const shows = (cells: number | undefined): cells is number =>
      cells !== undefined && cells > 1 && cells < size;
    if (!shows(columns) && !shows(rows)) {
      // They may mean boxes of a single row or column. That is rare, so the settings must say it.
      const isUnclear = columns !== undefined && rows !== undefined && columns * rows === size;
      return isUnclear && size > 1 && !this.#isBoxed ? undefined : usual;
    }
    const boxColumns = shows(columns) ? columns : usual.boxColumns;
    const boxRows = shows(rows) ? rows : usual.boxRows;
    if (boxRows * boxColumns !== size) return undefined;
    const shape = Shape.of({ boxes: `${boxRows}x${boxColumns}` });
    return this.#isBoxed && shape !== this.fixed ? undefined : shape;
  }

  /** The shape with the closest number of cells. */
  nearest(cells: number): Shape {
    if (this.fixed !== undefined) return this.fixed;
    let best = Shape.of({ size: 9 });
    for (const shape of shapeOfPuzzle.values()) {
      if (Math.abs(shape.cells - cells) < Math.abs(best.cells - cells)) best = shape;
    }
    return best;
  }

  /** True if the alphabet of the settings, if they have one, is large enough for a size. */
  hasSymbols(size: number): boolean {
    return this.symbols === undefined || lengthOf(this.symbols) >= size;
  }

  /** The alphabet of the settings for a size, if they have one. */
  alphabet(size: number): Symbols | undefined {
    if (this.symbols === undefined) return undefined;
    let alphabet = this.#alphabets.get(size);
    if (alphabet === undefined) {
      alphabet = Symbols.of(this.symbols, size);
      this.#alphabets.set(size, alphabet);
    }
    return alphabet;
  }

  /** True if some alphabet of a size has all these cells. */
  canWrite(cells: string | readonly string[], size: number): boolean {
    // Too small an alphabet is an error of its own, which the puzzle reports.
    if (!this.hasSymbols(size)) return true;
    const given = this.alphabet(size);
    const unasked = typeof cells === 'string' ? Symbols.all(size) : [Symbols.of('integers', size)];
    const list = Array.from(cells);
    return (given === undefined ? unasked : [given]).some((alphabet) =>
      list.every((cell) => alphabet.read(cell) >= 0),
    );
  }

  /**
   * Decides between a puzzle of a shape and a row of a larger grid of as many cells: 36 cells are a
   * puzzle of 6x6 or a row of 36x36. A value beyond the puzzle's size shows a row, a value that is
   * there twice a puzzle. Where neither is, as in blank lines, it is open.
   */
  kindOf(row: Row, shape: Shape): 'puzzle' | 'row' | 'open' {
    const larger = this.fixed === undefined ? this.rowOf(row) : undefined;
    if (larger === undefined || !this.hasSymbols(larger.size)) return 'puzzle';
    if (isBarred(row)) return 'row';
    const { cells } = row;
    const values = Array.from(cells).filter((cell) => !/^(?:[._*xX-]|0+|-1)$/.test(cell));
    if (new Set(values).size < values.length || !this.canWrite(cells, larger.size)) {
      return 'puzzle';
    }
    return this.canWrite(cells, shape.size) ? 'open' : 'row';
  }

  /**
   * From 10x10 on, an unbroken line with digits and no letter is rather two texts that ran
   * together, or a long number, than a puzzle.
   */
  #isBelievable({ text }: Line, { size }: Shape): boolean {
    if (size < LETTERS_FROM || this.fixed !== undefined || this.symbols !== undefined) return true;
    const bare = text.trim();
    return !(/^[0-9._*xX-]+$/.test(bare) && /[1-9]/.test(bare));
  }
}

/** True if the cells stand in groups that a Sudoku has: each by itself, rows, or as wide as boxes. */
function isGrouped({ width, cells, columns }: Row, { size, boxColumns }: Shape): boolean {
  return columns !== undefined || [1, size, boxColumns, cells.length].includes(width);
}

/** A puzzle, or the error in its place, with the line where it began, from 1. */
export type Read =
  | { readonly line: number; readonly puzzle: Puzzle; readonly error?: undefined }
  | { readonly line: number; readonly error: QuadrilleError; readonly puzzle?: undefined };

/** A place in a text, both from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Remedies some of which are settings, which not every front end has. */
export type Remedies = readonly (string | Mention)[];

export const GIVE_SYMBOLS: Mention = { setting: 'symbols', verb: 'give' };
export const GIVE_BOXES: Mention = { setting: 'boxes', verb: 'give' };

/** A mistake in a line. */
export interface Mistake extends Place {
  /** The finding, and the remedy, unless that is one of several. */
  readonly what: string;
  readonly remedies?: Remedies | undefined;
}

/** The puzzles and errors of the lines so far, until they are taken. */
export class ReadBuffer {
  #reads: Read[] = [];

  take(): Read[] {
    const reads = this.#reads;
    if (reads.length > 0) this.#reads = [];
    return reads;
  }

  puzzle(puzzle: Puzzle & { readonly line: number }): void {
    this.#reads.push({ line: puzzle.line, puzzle });
  }

  /** The puzzle that a function makes, or the error that it throws. */
  attempt(line: number, read: () => Puzzle): void {
    try {
      this.#reads.push({ line, puzzle: read() });
    } catch (error) {
      if (!(error instanceof QuadrilleError)) throw error;
      this.#reads.push({ line, error });
    }
  }

  error(error: QuadrilleError, line = error.line as number): void {
    this.#reads.push({ line, error });
  }
}

/** An error with its place, as in `puzzles.txt:3:7: found ...; give ...`. */
export function badText(
  place: Place & { readonly source: string | undefined },
  what: string,
  remedies?: Remedies,
): QuadrilleError {
  return remedies === undefined
    ? mistakeAt(place, 'bad-text', what)
    : new SettingError([`${whereIn(place)}: ${what}`], remedies, 'bad-text', place);
}

/**
 * Rows of cells, or one row with all of them, as a puzzle. The values are checked here, the
 * Sudoku's rules are not.
 */
export function puzzleOf(rows: readonly Row[], shape: Shape, format: Format): Puzzle {
  const symbols = alphabetOf(rows, shape, format);
  const givens = new Uint8Array(shape.cells);
  let cell = 0;
  for (const row of rows) {
    const { cells } = row;
    for (let k = 0; k < cells.length; k++) {
      const value = symbols.read(cells[k]);
      if (value < 0) throw badSymbol(row, k, shape, symbols, format);
      givens[cell++] = value;
    }
  }
  return { shape, givens, symbols, line: rows[0]?.line };
}

function alphabetOf(rows: readonly Row[], { size }: Shape, format: Format): Symbols {
  const placeOf = (row: Row, cell = 0) => ({
    source: format.source,
    line: row.line,
    column: columnOf(row, cell),
  });
  const first = rows[0];
  const given = givenAlphabet(format, size, placeOf(first));
  if (given !== undefined) return given;

  const numbers = rows.find(({ cells }) => typeof cells !== 'string');
  if (numbers !== undefined) {
    // Beside numbers, a row of symbols must have each by itself, so that it can be numbers too.
    const dense = rows.find((row) => typeof row.cells === 'string' && !isSpread(row));
    if (dense === undefined) return Symbols.of('integers', size);
    throw badText(
      placeOf(dense),
      `found symbols without space in a grid that has numbers in line ${numbers.line}; ` +
        'write each number by itself.',
    );
  }
  const text = rows.length === 1 ? first.cells : rows.map(({ cells }) => cells).join('');
  const symbols = Symbols.detect(text as string, size);
  if (symbols !== undefined) return symbols;
  const row = rows.find(({ cells }) => cells.includes('0')) as Row;
  throw badText(
    placeOf(row, row.cells.indexOf('0')),
    'found 0 where it may be a value or a blank, as in the symbols 0-F or 1-9A-G',
    ["use '.' for each blank", GIVE_SYMBOLS],
  );
}

/** The alphabet of the settings, if they have one; refuses one that is too small for the size. */
export function givenAlphabet(
  format: Format,
  size: number,
  place: Place & { readonly source: string | undefined },
): Symbols | undefined {
  if (format.hasSymbols(size)) return format.alphabet(size);
  const { symbols = '' } = format;
  throw badText(
    place,
    `found a ${size}x${size} Sudoku, but the alphabet ${shown(symbols)} has ${lengthOf(symbols)} ` +
      `symbols; give one with ${size}.`,
  );
}

function badSymbol(row: Row, k: number, shape: Shape, symbols: Symbols, format: Format) {
  const { size, cells } = shape;
  const alphabet = symbols.integers ? `numbers from 1 to ${size}` : symbols.name;
  // A row of a larger grid may have passed for a puzzle on a line.
  const mayBeRow = row.cells.length === cells && cells <= 100;
  return badText(
    { source: format.source, line: row.line, column: columnOf(row, k) },
    `found ${shown(row.cells[k])} in a Sudoku of size ${size}, which is written in ${alphabet} ` +
      `with '.' for a blank${mayBeRow ? ', unless the line is a row of a larger grid' : ''}`,
    [
      'mend it',
      GIVE_SYMBOLS,
      ...(mayBeRow ? [{ setting: 'size', value: cells, verb: 'give' } as const] : []),
    ],
  );
}
