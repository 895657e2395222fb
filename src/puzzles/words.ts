import { plural, shown } from '../engine/problem/error.ts';
import { Problem } from '../engine/problem/problem.ts';
import { checkFlag, checkInteger, checkSettings } from '../engine/problem/setting.ts';
import { badSetting, badText, checkString } from './mistakes.ts';
import type { Cell } from './packing/cubes.ts';

/** A word in its place. */
export interface PlacedWord {
  readonly direction: 'across' | 'down';
  /** The row or column, from 0. */
  readonly line: number;
  /** The folded word. */
  readonly word: string;
  /** The letter in each of the cells. */
  readonly letters: readonly string[];
  readonly cells: readonly Cell[];
}

/** The words of a square, and its order. */
export interface WordSquareSettings {
  /** Words of any length. Those of other lengths do not count. */
  readonly words: readonly string[];
  /** The number of rows, and of letters in a word. */
  readonly order: number;
  /** True lets a word occur in several places. Default: false. */
  readonly repeats?: boolean | undefined;
}

/** The words of a rectangle, and its size. */
export interface WordRectangleSettings {
  /** Words of any length. Those of other lengths do not count. */
  readonly words: readonly string[];
  readonly rows: number;
  readonly columns: number;
  /** True lets a word occur in several places. Default: false. */
  readonly repeats?: boolean | undefined;
}

const MOST_SQUARE_SIDE = 30;

/**
 * Word squares: row k and column k read the same. Items: the rows (`r1`) and, secondary, the
 * cells (`r1c2`, which is r2c1 as well) in the colour of their letter, and the words (`=SATOR`).
 */
export function wordSquares(settings: WordSquareSettings): Problem<PlacedWord> {
  checkSettings(settings, ['words', 'order', 'repeats']);
  const order = checkInteger('order', settings.order, 1, MOST_SQUARE_SIDE);
  const words = wordsOf(settings.words, order);
  const lines = linesOf('across', order, order).map((line) => ({
    ...line,
    letterCells: line.cells.map(({ row, column }) =>
      row <= column ? { row, column } : { row: column, column: row },
    ),
  }));
  return placeWords(
    lines.map((line) => ({ line, words })),
    checkFlag('repeats', settings.repeats),
  );
}

/**
 * Word rectangles: a word in each row and another in each column. If rows = columns, they are
 * double word squares. Items: the rows and columns (`r1`, `c1`) and, secondary, the cells (`r1c2`)
 * in the colour of their letter, and the words (`=SATOR`).
 *
 * If rows = columns, a square and its transpose count as two.
 */
export function wordRectangles(settings: WordRectangleSettings): Problem<PlacedWord> {
  checkSettings(settings, ['words', 'rows', 'columns', 'repeats']);
  const rows = checkInteger('rows', settings.rows, 1, MOST_SQUARE_SIDE);
  const columns = checkInteger('columns', settings.columns, 1, MOST_SQUARE_SIDE);
  const wide = wordsOf(settings.words, columns);
  const high = rows === columns ? wide : wordsOf(settings.words, rows);
  return placeWords(
    [
      ...linesOf('across', rows, columns).map((line) => ({ line, words: wide })),
      ...linesOf('down', columns, rows).map((line) => ({ line, words: high })),
    ],
    checkFlag('repeats', settings.repeats),
  );
}

/** A row or a column that takes a word. */
interface Line {
  readonly direction: 'across' | 'down';
  readonly line: number;
  readonly cells: readonly Cell[];
  /** The cells that name the letters: in a word square two cells share a letter. */
  readonly letterCells: readonly Cell[];
}

/** Puts one of its words into each line, such that lines agree in their common cells. */
function placeWords(
  lines: readonly { line: Line; words: readonly Spelling[] }[],
  repeats: boolean,
): Problem<PlacedWord> {
  const cellName = ({ row, column }: Cell) => `r${row + 1}c${column + 1}`;
  const cellNames = lines.flatMap(({ line }) => line.letterCells.map(cellName));
  const wordName = ({ word }: Spelling) => `=${word}`;
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

/** The rows or the columns of a board, with this number of cells each. */
function linesOf(direction: Line['direction'], count: number, length: number): Line[] {
  return Array.from({ length: count }, (_, line) => {
    const cells = Array.from({ length }, (_, k) =>
      direction === 'across' ? { row: line, column: k } : { row: k, column: line },
    );
    return { direction, line, cells, letterCells: cells };
  });
}

/** A folded word and its letters. */
interface Spelling {
  readonly word: string;
  /** One for each cell: a letter with its accents, or a digit. */
  readonly letters: readonly string[];
}

/** The result of `readWords`. */
export interface WordList {
  readonly words: readonly string[];
  /** The number of words left out: those of other lengths, and those with other characters. */
  readonly leftOut: number;
}

// Letters with their accents (and the joiners of some scripts), or digits.
const WORD = /^[\p{L}\p{M}\p{N}\u200c\u200d]+$/u;
/** In words of these each character is a letter: Latin, Greek, Cyrillic, and digits. */
const SIMPLE = /^[0-9A-Z\u00b2-\u02ff\u0370-\u0482\u048a-\u052f]+$/;
/** Splits a word of any script into letters. Created on first use. */
let segmenter: Intl.Segmenter | undefined;

/**
 * Reads a list of words, separated by blanks or line ends. It folds them (upper case, composed
 * accents) and keeps each once. It leaves out words with characters other than letters and digits
 * and, if there are `lengths`, words of other lengths.
 */
export function readWords(text: string, lengths?: readonly number[]): WordList {
  checkString(text, 'The words are');
  if (lengths !== undefined && !Array.isArray(lengths)) {
    throw badSetting(`The lengths are ${shown(lengths)}; give an array of numbers.`);
  }
  const words = new Set<string>();
  let leftOut = 0;
  for (const [found] of text.matchAll(/[^\s\ufeff]+/gu)) {
    const spelled = spell(found);
    if (spelled === undefined || lengths?.includes(spelled.letters.length) === false) leftOut++;
    else words.add(spelled.word);
  }
  if (words.size === 0) {
    const some = lengths === undefined ? 'words' : `words of ${lengths.join(' or ')} letters`;
    throw badText(
      `The text has no ${some}; give some, one a line${leftOut > 0 ? ` (${leftOut} ${leftOut === 1 ? 'was' : 'were'} left out)` : ''}.`,
    );
  }
  return { words: [...words], leftOut };
}

/**
 * The folded words of one length, each once. Throws if an entry is no word, or if none has that
 * length.
 */
export function wordsOf(words: readonly string[], length: number): Spelling[] {
  if (!Array.isArray(words)) {
    throw badSetting(
      `The words are ${shown(words)}; give an array of them, such as readWords(text).words.`,
    );
  }
  const kept = new Map<string, Spelling>();
  for (const [k, word] of (words as readonly string[]).entries()) {
    const spelled = typeof word === 'string' ? spell(word) : undefined;
    if (spelled === undefined) {
      throw badSetting(
        `Word ${k} is ${shown(word)}; give a word of letters or digits, or leave it out.`,
      );
    }
    if (spelled.letters.length === length) kept.set(spelled.word, spelled);
  }
  if (kept.size === 0) {
    throw badSetting(
      `None of ${plural(words.length, 'word')} has ${plural(length, 'letter')}; give some of that length.`,
    );
  }
  return [...kept.values()];
}

/**
 * Folds a word and splits it into letters; undefined if it is no word. Upper case, as in
 * crosswords: a final Greek sigma becomes the usual one, and German ß becomes SS.
 */
function spell(text: string): Spelling | undefined {
  const word = text.normalize('NFC').toUpperCase().normalize('NFC');
  if (!WORD.test(word)) return undefined;
  // A list of 300,000 words takes 0.15 s instead of 5.
  if (SIMPLE.test(word)) return { word, letters: [...word] };
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  return { word, letters: Array.from(segmenter.segment(word), ({ segment }) => segment) };
}
