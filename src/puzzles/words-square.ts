import { Problem } from '../problem/problem.ts';
import { checkFlag, checkInteger, checkSettings } from '../problem/setting.ts';
import type { Cell } from './region.ts';
import { type Spelled, wordsOf } from './words.ts';

/** A word where it stands. */
export interface PlacedWord {
  readonly direction: 'across' | 'down';
  /** Which row or column, from 0. */
  readonly line: number;
  /** The word as it was folded. */
  readonly word: string;
  /** What stands in each of the cells. */
  readonly letters: readonly string[];
  readonly cells: readonly Cell[];
}

export interface WordSquareSettings {
  /** Words of all lengths; those that fit are used. */
  readonly words: readonly string[];
  readonly order: number;
  /** Whether a word may stand in several places. Default: false. */
  readonly repeats?: boolean | undefined;
}

export interface WordRectangleSettings {
  /** Words of all lengths; those that fit are used. */
  readonly words: readonly string[];
  readonly rows: number;
  readonly columns: number;
  /** Whether a word may stand in several places. Default: false. */
  readonly repeats?: boolean | undefined;
}

const MOST = 30;

/**
 * Word squares: row k and column k read the same. Items: the rows (`r1`) and, secondary, the
 * cells (`r1c2`, which is r2c1 as well) in the colour of their letter, and the words (`=SATOR`).
 */
export function wordSquares(settings: WordSquareSettings): Problem<PlacedWord> {
  checkSettings(settings, ['words', 'order', 'repeats']);
  const order = checkInteger('order', settings.order, 1, MOST);
  const words = wordsOf(settings.words, order);
  const lines = across(order, order).map((line) => ({
    ...line,
    letterCells: line.cells.map(({ row, column }) =>
      row <= column ? { row, column } : { row: column, column: row },
    ),
  }));
  return fill(
    lines.map((line) => ({ line, words })),
    checkFlag('repeats', settings.repeats),
  );
}

/**
 * Word rectangles: a word in each row and another in each column; with as many rows as columns
 * these are double word squares. Items: the rows and columns (`r1`, `c1`) and, secondary, the cells
 * (`r1c2`) in the colour of their letter, and the words (`=SATOR`).
 *
 * Where rows = columns, a rectangle and what it is when rows and columns are exchanged are two.
 */
export function wordRectangles(settings: WordRectangleSettings): Problem<PlacedWord> {
  checkSettings(settings, ['words', 'rows', 'columns', 'repeats']);
  const rows = checkInteger('rows', settings.rows, 1, MOST);
  const columns = checkInteger('columns', settings.columns, 1, MOST);
  const wide = wordsOf(settings.words, columns);
  const high = rows === columns ? wide : wordsOf(settings.words, rows);
  return fill(
    [
      ...across(rows, columns).map((line) => ({ line, words: wide })),
      ...down(rows, columns).map((line) => ({ line, words: high })),
    ],
    checkFlag('repeats', settings.repeats),
  );
}

/** A row or a column to be filled. */
interface Line {
  readonly direction: 'across' | 'down';
  readonly line: number;
  readonly cells: readonly Cell[];
  /** The cells whose letters these are, where a cell shares its letter with another. */
  readonly letterCells: readonly Cell[];
}

/** One of its words in each of the lines, so that they agree on the letters. */
function fill(
  lines: readonly { line: Line; words: readonly Spelled[] }[],
  repeats: boolean,
): Problem<PlacedWord> {
  const cellName = ({ row, column }: Cell) => `r${row + 1}c${column + 1}`;
  const cellNames = lines.flatMap(({ line }) => line.letterCells.map(cellName));
  const wordName = ({ word }: Spelled) => `=${word}`;
  const all = new Set(repeats ? [] : lines.flatMap(({ words }) => words.map(wordName)));
  const problem = new Problem<PlacedWord>({
    primary: lines.map(({ line: { direction, line } }) =>
      direction === 'across' ? `r${line + 1}` : `c${line + 1}`,
    ),
    secondary: [...new Set(cellNames), ...all],
  });
  lines.forEach(({ line: { direction, line, cells, letterCells }, words }, index) => {
    const places = letterCells.map((cell) => problem.itemIndex(cellName(cell)));
    for (const spelled of words) {
      const { word, letters } = spelled;
      const items = [index, ...places];
      const colours = [0, ...letters.map((letter) => problem.colour(letter))];
      if (!repeats) {
        items.push(problem.itemIndex(wordName(spelled)));
        colours.push(0);
      }
      problem.addIndices(items, { direction, line, word, letters, cells }, colours);
    }
  });
  return problem;
}

function across(rows: number, columns: number): Line[] {
  return Array.from({ length: rows }, (_, row) => {
    const cells = Array.from({ length: columns }, (_, column) => ({ row, column }));
    return { direction: 'across', line: row, cells, letterCells: cells };
  });
}

function down(rows: number, columns: number): Line[] {
  return Array.from({ length: columns }, (_, column) => {
    const cells = Array.from({ length: rows }, (_, row) => ({ row, column }));
    return { direction: 'down', line: column, cells, letterCells: cells };
  });
}
