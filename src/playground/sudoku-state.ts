/** The boards of the Sudoku page: their cells, their regions, and their other rules. */

import type { Board, Room } from '../puzzles/picture/board.ts';
import { jigsawBoard, samuraiBoard, sudokuBoard } from '../puzzles/picture/values.ts';
import { SAMURAI_WIDTH } from '../puzzles/samurai-grids.ts';
import { Shape } from '../puzzles/sudoku/shape.ts';
import { Symbols } from '../puzzles/sudoku/symbols.ts';
import { JIGSAW } from './samples.ts';
import { wholeIn } from './state.ts';

export const SUDOKU_KINDS = {
  sudoku: 'Sudoku',
  'sudoku-x': 'Sudoku X: diagonals too',
  windoku: 'Windoku: windows too',
  jigsaw: 'Jigsaw: regions of any form',
  samurai: 'Samurai: five grids',
  variant: 'Variant: the rules of a text',
} as const;
export type Kind = keyof typeof SUDOKU_KINDS;

/**
 * A board without its givens. `regions` are those of a jigsaw, a line for each row; `text` is a
 * variant as its reader has pasted it.
 */
export interface SudokuBoard {
  readonly kind: Kind;
  readonly boxes: string;
  readonly regions: string;
  readonly text?: string | undefined;
}

/** The longest text. A page of Sudokus has fewer characters. */
export const MOST_SUDOKU_CHARACTERS = 50_000;

/** The boxes on offer: rows x columns. Their product is the size. */
export const BOXES: readonly string[] = '2x2 2x3 3x2 2x4 3x3 2x5 3x4 3x5 4x4 3x6 4x5 4x6 5x5'.split(
  ' ',
);
/** The sizes of windoku: those of square boxes. */
export const SQUARES: readonly string[] = ['2x2', '3x3', '4x4', '5x5'];

/** A jigsaw may be as large as the largest boxes. */
const LARGEST_JIGSAW = 25;

/** A board as the page draws it: cells row by row. */
export interface Layout {
  readonly rows: number;
  readonly columns: number;
  readonly values: number;
  /** Cell -> its region; undefined is a hole. Walls stand between regions. */
  readonly regions: readonly (string | number | undefined)[];
  /** Cell -> true if it lies on a diagonal or in a window. */
  readonly isTinted: readonly boolean[];
  /** What the value 1 stands for: 0 in a variant whose values begin there. */
  readonly least?: number | undefined;
  /** Cell -> the titles of the clues of a variant that it is in. */
  readonly around?: readonly (readonly string[])[] | undefined;
  /** Below the values of a variant. */
  readonly drawing?: Drawing | undefined;
}

interface Drawing {
  readonly svg: string;
  /** Around the grid, in cells. */
  readonly room: Room;
  /** Cells with the sum of a cage: marks stand below it. */
  readonly summed: readonly number[];
}

/** The value of a board in writing, and the key that sets it: A for 10. */
export interface Alphabet {
  symbolOf(value: number): string;
  keyOf(value: number): string;
}

/** Variants write values as numbers, for their sums are numbers too. */
export function alphabetOf({ values, least }: Pick<Layout, 'values' | 'least'>): Alphabet {
  if (least === undefined) {
    const symbols = Symbols.usual(values);
    const symbolOf = (value: number) => symbols.symbolOf(value);
    return { symbolOf, keyOf: symbolOf };
  }
  return {
    symbolOf: (value) => (value === 0 ? '.' : String(value - 1 + least)),
    keyOf: (value) => (value - 1 + least).toString(36),
  };
}

/** A variant as the page shows it. */
export interface ReadVariant {
  readonly text: string;
  readonly layout: Layout;
  /** The values in the text, and the candidates where it gives several. */
  readonly givens: readonly number[];
  readonly marks: readonly number[];
  /** As in `9x9, 12 cages, anti-knight; by AUTHOR`. */
  readonly words: string;
  readonly title: string | undefined;
  /** Rules without a place in the drawing, a sentence each. */
  readonly everywhere: readonly string[];
  /** The rules in the words of the author. */
  readonly rules: string | undefined;
}

/** The size of boxes `RxC`. */
export function sizeOf(boxes: string): number {
  const [rows = 0, columns = 0] = boxes.split('x').map(Number);
  return rows * columns;
}

/** The values in the cells of a board, row by row, 0 for a blank. */
interface Filling {
  readonly values?: readonly number[] | undefined;
  readonly givens?: readonly number[] | undefined;
}

/** The picture of a board. Throws if the regions of a jigsaw make no board. */
export function boardOf(board: SudokuBoard, { givens, values = givens }: Filling = {}): Board {
  const { kind, boxes, regions } = board;
  const grid = (cells: number) => values ?? new Uint8Array(cells);
  if (kind === 'samurai') return samuraiBoard(grid(SAMURAI_WIDTH ** 2), { givens });
  if (kind === 'jigsaw') {
    const lines = regions.split('\n').map((line) => [...line.replace(/\s/g, '')]);
    const rows = lines.filter((line) => line.length > 0);
    const size = rows.length;
    if (size < 1 || size > LARGEST_JIGSAW || rows.some((line) => line.length !== size)) {
      throw new Error(
        `The regions are no square; draw N lines of N letters, N up to ${LARGEST_JIGSAW}.`,
      );
    }
    return jigsawBoard(regions, grid(size ** 2), { givens });
  }
  if (kind === 'variant') throw new Error('The board of a variant stands in its text.');
  const shape = Shape.of({ boxes });
  const extra = { sudoku: undefined, 'sudoku-x': 'diagonals', windoku: 'windows' } as const;
  return sudokuBoard(shape, grid(shape.cells), { givens, extra: extra[kind] });
}

/** The layout of a board. Throws if the regions of a jigsaw make no board. */
export function layoutOf(board: SudokuBoard): Layout {
  const { width, height, squares } = boardOf(board);
  return {
    rows: height,
    columns: width,
    values: board.kind === 'samurai' ? 9 : width,
    regions: squares.map((square) => square?.region),
    isTinted: squares.map((square) => square?.tint !== undefined),
  };
}

export const SHOWS = {
  candidates: 'Candidates',
  solution: 'Solution',
  nothing: 'Nothing',
  pencil: 'What I write',
} as const;
export type Show = keyof typeof SHOWS;

/** Values and marks that the reader has written into blank cells. */
export interface Pencilled {
  /** Cell -> its value, 0 for none. */
  readonly values: readonly number[];
  /** Cell -> its marks as bits, bit v for value v; 0 for a cell without marks. */
  readonly marks: readonly number[];
}

/** The state in a link. */
export interface SudokuState extends SudokuBoard {
  readonly givens: readonly number[];
  readonly show: Show;
  /** Values and marks that the reader has written into blank cells. */
  readonly pencilled?: Pencilled | undefined;
}

/** The puzzle of Wikipedia's article on Sudoku: it has one solution, and singles lead there. */
const FIRST_SUDOKU: SudokuState = {
  kind: 'sudoku',
  boxes: '3x3',
  regions: JIGSAW,
  givens: [
    ...'53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79',
  ].map((symbol) => (symbol === '.' ? 0 : Number(symbol))),
  // To show the candidates would give it away.
  show: 'pencil',
};

export function sizeText(boxes: string): string {
  const [rows = 0, columns = 0] = boxes.split('x').map(Number);
  const size = rows * columns;
  return `${size} x ${size}, boxes of ${rows} x ${columns}`;
}

/** The text of the variant in a link, if it has one. */
export function variantTextOf(given: unknown): string | undefined {
  const { kind, text } = (given ?? {}) as Record<string, unknown>;
  const isText = typeof text === 'string' && text.length <= MOST_SUDOKU_CHARACTERS;
  return kind === 'variant' && isText ? text : undefined;
}

/**
 * The state in a link. A link that fits no board gives the first one. That of a variant needs what
 * its text has, and has its givens unless it states others.
 */
export function stateOf(given: unknown, variant?: ReadVariant): SudokuState {
  if (typeof given !== 'object' || given === null) return FIRST_SUDOKU;
  const { kind, boxes, regions, givens, show, pencilled } = given as Record<string, unknown>;
  const board = {
    kind: kindOf(kind, variant),
    boxes: BOXES.includes(boxes as string) ? (boxes as string) : '3x3',
    regions: typeof regions === 'string' && regions.length < 2000 ? regions : JIGSAW,
  };
  if (board.kind === 'windoku' && !SQUARES.includes(board.boxes)) board.boxes = '3x3';
  try {
    if (variant === undefined) layoutOf(board);
  } catch {
    board.regions = JIGSAW;
  }
  const layout = variant?.layout ?? layoutOf(board);
  const listed = Array.isArray(givens) ? (givens as unknown[]) : (variant?.givens ?? []);
  const values = layout.regions.map((region, cell) =>
    region === undefined ? 0 : (wholeIn(listed[cell], 1, layout.values) ?? 0),
  );
  const written = pencilled ?? (variant && blankOf(variant));
  return {
    ...board,
    ...(variant !== undefined && { text: variant.text }),
    givens: values,
    show: typeof show === 'string' && Object.hasOwn(SHOWS, show) ? (show as Show) : 'candidates',
    ...(written !== undefined && { pencilled: pencilledOf(written, values, layout.values) }),
  };
}

/** What is written in a variant before a reader writes: the candidates that it gives. */
function blankOf({ marks }: ReadVariant): Pencilled | undefined {
  return marks.some((bits) => bits > 0) ? { values: marks.map(() => 0), marks } : undefined;
}

function kindOf(kind: unknown, variant: ReadVariant | undefined): Kind {
  if (variant !== undefined) return 'variant';
  const isKnown = typeof kind === 'string' && Object.hasOwn(SUDOKU_KINDS, kind);
  return isKnown && kind !== 'variant' ? (kind as Kind) : 'sudoku';
}

/** Writing as a link has it; nothing in a cell that has a given. */
function pencilledOf(given: unknown, givens: readonly number[], most: number): Pencilled {
  const { values, marks } = (given ?? {}) as Record<string, unknown>;
  const checked = (list: unknown, largest: number) =>
    givens.map((taken, cell) => {
      const value = Array.isArray(list) && taken === 0 ? (list as unknown[])[cell] : 0;
      return wholeIn(value, 0, largest) ?? 0;
    });
  // Bit 0 is no value.
  return {
    values: checked(values, most),
    marks: checked(marks, 2 ** (most + 1) - 2).map((bits) => bits & ~1),
  };
}
