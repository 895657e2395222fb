import {
  mistakeAt,
  plural,
  QuadrilleError,
  shown,
  whereIn,
} from '../../../engine/problem/error.ts';
import { type Mention, SettingError } from '../../../engine/problem/setting.ts';
import type { Puzzle } from '../grid.ts';
import { checkShapeSettings, Shape, type ShapeSettings } from '../shape.ts';
import { lengthOf, MOST_SYMBOLS, Symbols } from '../symbols.ts';
import { columnOf, isSpread, type Row } from './cells.ts';

export interface ReadSettings extends ShapeSettings {
  /**
   * The alphabet: that of a puzzle, `integers`, or its symbols, as in `1-9A-G`. Default: each
   * puzzle shows its own.
   */
  readonly symbols?: string | Symbols | undefined;
  /** The name of the text, for messages. */
  readonly source?: string | undefined;
}

/** A puzzle, or the error in its place, with the line where it began, from 1. */
export type Read =
  | { readonly line: number; readonly puzzle: Puzzle; readonly error?: undefined }
  | { readonly line: number; readonly error: QuadrilleError; readonly puzzle?: undefined };

/**
 * Takes what is no plain Sudoku: a line, or an object of JSON, which begins on a line from 1. Undefined
 * for what it does not know.
 */
export type TakeOther<O> = (found: string | object, line: number) => O | undefined;

/** A mistake in a line, which is found in a column; both count from 1. */
export interface Mistake {
  readonly line: number;
  readonly column: number;
  /** The finding, and the remedy, unless that is one of several. */
  readonly what: string;
  /** Some are settings, which not every front end has. */
  readonly remedies?: readonly (string | Mention)[] | undefined;
}

export const GIVE_SYMBOLS: Mention = { setting: 'symbols', verb: 'give' };
export const GIVE_BOXES: Mention = { setting: 'boxes', verb: 'give' };
export const GIVE_SIZE: Mention = { setting: 'size', verb: 'give' };

const POINT = 46;
const ZERO = 48;

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
  /** The shape that messages give as an example. */
  readonly example: Shape;
  /** True if the settings have boxes, so that no others may be drawn. */
  readonly #isBoxed: boolean;
  /** Size -> the alphabet by the settings: one object for all puzzles. */
  readonly #alphabets = new Map<number, Symbols>();

  constructor(settings: ReadSettings) {
    checkShapeSettings(settings, ['symbols', 'source']);
    const { size, boxes, symbols, source } = settings;
    const isFixed = size !== undefined || boxes !== undefined;
    this.fixed = isFixed ? Shape.of({ size, boxes }) : undefined;
    this.example = this.fixed ?? Shape.of();
    this.symbols = symbols instanceof Symbols ? symbols.name : symbols;
    this.source = source;
    this.#isBoxed = boxes !== undefined;
    if (this.symbols === undefined) return;
    if (this.fixed === undefined) lengthOf(this.symbols);
    else Symbols.of(this.symbols, this.fixed.size);
  }

  /** The same with the shape that a text names. */
  shaped(settings: ShapeSettings): Format {
    const { fixed, symbols, source } = this;
    const shape = Shape.of(settings);
    if (fixed === undefined || fixed === shape) {
      return new Format({ boxes: shape.boxes, symbols, source });
    }
    throw new QuadrilleError('bad-text', `found a Sudoku of ${shape}; give one of ${fixed}.`);
  }

  /** The shape of the puzzle that a line may be. */
  puzzleOf(row: Row): Shape | undefined {
    const shape = this.#shapeOf(row.cells.length);
    return shape !== undefined && isGrouped(row, shape) ? shape : undefined;
  }

  #shapeOf(cells: number): Shape | undefined {
    if (this.fixed === undefined) return shapeOfPuzzle.get(cells);
    return this.fixed.cells === cells ? this.fixed : undefined;
  }

  /** The shape of the grid that a line may be a row of. */
  rowOf(row: Row): Shape | undefined {
    const { length } = row.cells;
    if (this.fixed === undefined && length > MOST_SYMBOLS && !isSpread(row)) return undefined;
    const shape = this.fixed ?? shapeOfRow.get(length);
    return shape?.size === length && isGrouped(row, shape) ? shape : undefined;
  }

  /**
   * The shape of the puzzle that a number of digits and points with nothing between them are, up to
   * 9x9; none if the settings have an alphabet.
   */
  plainOf(cells: number): Shape | undefined {
    const shape = this.symbols === undefined ? this.#shapeOf(cells) : undefined;
    return shape !== undefined && shape.size <= 9 ? shape : undefined;
  }

  /**
   * The puzzle of digits and points that begins at an index; undefined if there is anything else.
   * Collections of a million are common, and the general rules take 25 times as long. They would
   * give the same puzzle.
   */
  plainRead(text: string, from: number, shape: Shape, line: number): Read | undefined {
    const { cells, size } = shape;
    const givens = new Uint8Array(cells);
    for (let cell = 0; cell < cells; cell++) {
      const code = text.charCodeAt(from + cell);
      const value = code === POINT ? 0 : code - ZERO;
      if (!(value >= 0 && value <= size)) return undefined;
      givens[cell] = value;
    }
    return { line, puzzle: { shape, givens, symbols: Symbols.usual(size), line } };
  }

  /** True if a number of cells with nothing between them may be a row as well as a puzzle. */
  isOpen(cells: number): boolean {
    return this.fixed === undefined && cells <= MOST_SYMBOLS && shapeOfRow.has(cells);
  }

  /**
   * Decides between a puzzle and a row of a grid; undefined if it is neither. As many cells may be
   * both: 36 are a puzzle of 6x6 or a row of 36x36. A value beyond the puzzle's size shows a row, a
   * value that is there twice a puzzle. Where neither is, as in blank lines, it is open.
   */
  kindOf(row: Row): 'puzzle' | 'row' | 'open' | undefined {
    const { length } = row.cells;
    const shape = this.puzzleOf(row);
    const isRow = this.mayBeRow(row);
    if (shape === undefined) return isRow ? 'row' : undefined;
    if (!isRow || this.fixed !== undefined || !this.#hasSymbols(length)) return 'puzzle';
    if (row.columns !== undefined) return 'row';
    const values = Array.from(row.cells).filter((cell) => !/^(?:[._*xX-]|0+|-1)$/.test(cell));
    if (new Set(values).size < values.length) return 'puzzle';
    return this.strangerIn(row, shape.size) < 0 ? 'open' : 'row';
  }

  /** True if cells may be a row, by their number and their symbols. */
  mayBeRow(row: Row): boolean {
    return this.rowOf(row) !== undefined && this.strangerIn(row, row.cells.length) < 0;
  }

  /** The first cell that no alphabet of a size can write, or -1. */
  strangerIn({ cells }: Row, size: number): number {
    // Too small an alphabet is an error of its own, which the puzzle reports.
    if (!this.#hasSymbols(size)) return -1;
    const unasked = typeof cells === 'string' ? Symbols.all(size) : [Symbols.of('integers', size)];
    const all = this.symbols === undefined ? unasked : [this.#alphabet(this.symbols, size)];
    const list = Array.from(cells);
    const strangers = all.map((symbols) => list.findIndex((cell) => symbols.read(cell) < 0));
    return strangers.includes(-1) ? -1 : Math.max(...strangers);
  }

  /** True if the alphabet of the settings, if they have one, is large enough for a size. */
  #hasSymbols(size: number): boolean {
    return this.symbols === undefined || lengthOf(this.symbols) >= size;
  }

  /**
   * The shape of a grid, by the number of columns between its bars and of rows between its rules,
   * where these are drawn; none if they make no boxes, or other boxes than the settings. Unusual
   * boxes must show both ways, since a line too many may look like one.
   */
  drawn(size: number, columns?: number, rows?: number): Shape | undefined {
    const usual = this.fixed ?? (shapeOfRow.get(size) as Shape);
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

  /** An error with its place, as in `puzzles.txt:3:7: found ...; give ...`. */
  error({ line, column, what, remedies }: Mistake): QuadrilleError {
    const place = { source: this.source, line, column };
    return remedies === undefined
      ? mistakeAt(place, 'bad-text', what)
      : new SettingError([`${whereIn(place)}: ${what}`], remedies, 'bad-text', place);
  }

  /**
   * Rows of cells, or one row with all of them, as a puzzle. The values are checked here, the
   * Sudoku's rules are not.
   */
  read(rows: readonly Row[], shape: Shape): Read {
    const { line } = rows[0];
    try {
      const symbols = this.#alphabetOf(rows, shape);
      const givens = new Uint8Array(shape.cells);
      let cell = 0;
      for (const row of rows) {
        for (let k = 0; k < row.cells.length; k++) {
          const value = symbols.read(row.cells[k]);
          if (value < 0) throw this.#badSymbol(row, k, shape, symbols);
          givens[cell++] = value;
        }
      }
      return { line, puzzle: { shape, givens, symbols, line } };
    } catch (error) {
      if (!(error instanceof QuadrilleError)) throw error;
      return { line, error };
    }
  }

  #alphabetOf(rows: readonly Row[], { size }: Shape): Symbols {
    const mistake = (row: Row, cell: number, what: string, remedies?: Mistake['remedies']) =>
      this.error({ line: row.line, column: columnOf(row, cell), what, remedies });
    const { symbols } = this;
    if (symbols !== undefined) {
      if (this.#hasSymbols(size)) return this.#alphabet(symbols, size);
      const what =
        `found a ${size}x${size} Sudoku, but the alphabet ${shown(symbols)} has ` +
        `${plural(lengthOf(symbols), 'symbol')}; give one with ${size}.`;
      throw mistake(rows[0], 0, what);
    }
    if (rows.some(({ cells }) => typeof cells !== 'string')) {
      const glued = rows.find(({ cells, width }) => typeof cells === 'string' && width > 1);
      if (glued === undefined) return Symbols.of('integers', size);
      const what = 'found cells with nothing between them in a grid of numbers; separate them.';
      throw mistake(glued, 0, what);
    }
    const text = rows.map(({ cells }) => cells).join('');
    const detected = Symbols.detect(text, size);
    if (detected !== undefined) return detected;
    const row = rows.find(({ cells }) => cells.includes('0')) as Row;
    const what = 'found 0 where it may be a value or a blank, as in the symbols 0-F or 1-9A-G';
    throw mistake(row, row.cells.indexOf('0'), what, ["use '.' for each blank", GIVE_SYMBOLS]);
  }

  #alphabet(name: string, size: number): Symbols {
    const alphabet = this.#alphabets.get(size) ?? Symbols.of(name, size);
    this.#alphabets.set(size, alphabet);
    return alphabet;
  }

  #badSymbol(row: Row, cell: number, { size }: Shape, symbols: Symbols): QuadrilleError {
    const alphabet = symbols.integers ? `numbers from 1 to ${size}` : symbols.name;
    const what =
      `found ${shown(row.cells[cell])} in a Sudoku of size ${size}, which is written in ` +
      `${alphabet} with '.' for a blank`;
    // A row of a larger grid may have passed for a puzzle on a line.
    const remedies = ['mend it', GIVE_SYMBOLS, GIVE_SIZE];
    return this.error({ line: row.line, column: columnOf(row, cell), what, remedies });
  }
}

/**
 * True if cells stand in groups that a Sudoku has: each by itself, rows, or as wide as boxes. Bars
 * between rows are judged together, but not those of a whole puzzle.
 */
function isGrouped({ width, cells, columns }: Row, { size, boxColumns }: Shape): boolean {
  const widths = [1, size, boxColumns];
  if (columns === undefined) return widths.includes(width) || width === cells.length;
  return cells.length === size || widths.includes(columns);
}
