import type { Cells } from './cell-grid.ts';

/**
 * A rule of a variant Sudoku beyond its rows, columns and regions. What its cells and numbers are
 * depends on the kind: `CLUES` says.
 */
export interface Clue {
  readonly kind: ClueKind;
  /**
   * In the order of a line; for a clue outside the grid from the border on. Empty for a rule of the
   * whole grid.
   */
  readonly cells: Cells;
  /** A sum, a difference, values. */
  readonly numbers: readonly number[];
}

/** What a kind of clue looks like. */
export interface ClueForm {
  /** As people call it: `arrow`. */
  readonly title: string;
  /**
   * Where its cells are: `grid` none, it holds everywhere; `cells` any set of them; `line` in an order,
   * maybe one twice; `pair` two that share a side; `square` 2 x 2; `row` a row or column from its
   * border on; `diagonal` one that begins and ends at the border.
   */
  readonly place: 'grid' | 'cells' | 'line' | 'pair' | 'square' | 'row' | 'diagonal';
  /** The least number of cells. */
  readonly least: number;
  /** What its numbers are, for errors; undefined where it has none. */
  readonly numbers?: string;
  /** The least and the most numbers. */
  readonly count: readonly [least: number, most: number];
}

const none = [0, 0] as const;
const one = [1, 1] as const;

/** All kinds of clues. */
export const CLUES = {
  'anti-knight': { title: 'anti-knight', place: 'grid', least: 0, count: none },
  'anti-king': { title: 'anti-king', place: 'grid', least: 0, count: none },
  'non-consecutive': { title: 'non-consecutive', place: 'grid', least: 0, count: none },
  'disjoint-groups': { title: 'disjoint groups', place: 'grid', least: 0, count: none },
  windoku: { title: 'windoku', place: 'grid', least: 0, count: none },
  /** Neighbours without a dot differ by none of these numbers. */
  'strict-difference': form('all differences marked', 'grid', 0, [1, 16], 'the differences'),
  /** Neighbours without a dot have none of these ratios. */
  'strict-ratio': form('all ratios marked', 'grid', 0, [1, 16], 'the ratios'),
  /** Neighbours without an X or V do not add up to 10 or 5. */
  'strict-xv': { title: 'all X and V marked', place: 'grid', least: 0, count: none },
  diagonal: { title: 'diagonal', place: 'diagonal', least: 2, count: none },
  /** Different values: of all cells of a region, or of fewer. */
  'extra-region': { title: 'extra region', place: 'cells', least: 1, count: none },
  /** Different values, which add up to the number if there is one. */
  cage: form('cage', 'cells', 1, [0, 1], 'the sum, or none'),
  /** The cells of the first half have the values of those of the second. */
  clone: { title: 'clone', place: 'line', least: 2, count: none },
  odd: { title: 'odd cell', place: 'cells', least: 1, count: none },
  even: { title: 'even cell', place: 'cells', least: 1, count: none },
  /** Less than each neighbour that is no minimum. */
  minimum: { title: 'minimum', place: 'cells', least: 1, count: none },
  /** Greater than each neighbour that is no maximum. */
  maximum: { title: 'maximum', place: 'cells', least: 1, count: none },
  /** The first cell is the sum of the others. */
  arrow: { title: 'arrow', place: 'line', least: 2, count: none },
  /** The first cells, so many, are the digits of the sum of the others. */
  'pill-arrow': form('pill arrow', 'line', 3, one, 'the number of cells in the pill'),
  /** Each value is greater than the one before. */
  thermometer: { title: 'thermometer', place: 'line', least: 2, count: none },
  /** Neighbours on the line differ by the number or more. */
  whisper: form('whisper', 'line', 2, one, 'the least difference'),
  /** Different values without a gap. */
  renban: { title: 'renban line', place: 'line', least: 1, count: none },
  /** The values lie strictly between those of the two ends. */
  between: { title: 'between line', place: 'line', least: 2, count: none },
  /** The ends differ by the number or more; no value lies between them or is one of them. */
  lockout: form('lockout line', 'line', 2, one, 'the least difference of the ends'),
  /** The same from both ends. */
  palindrome: { title: 'palindrome', place: 'line', least: 2, count: none },
  /** The parts of the line in different regions have one sum. */
  'region-sum': { title: 'region sum line', place: 'line', least: 2, count: none },
  /** Two neighbours differ by the number. */
  'white-dot': form('white dot', 'pair', 2, one, 'the difference'),
  /** One of two neighbours is the other times the number. */
  'black-dot': form('black dot', 'pair', 2, one, 'the ratio'),
  x: { title: 'X', place: 'pair', least: 2, count: none },
  v: { title: 'V', place: 'pair', least: 2, count: none },
  /** The first cell is greater than the second. */
  inequality: { title: 'inequality', place: 'pair', least: 2, count: none },
  /** Each of these values stands in the square, as many times as it is named. */
  quadruple: form('quadruple', 'square', 4, [1, 4], 'the values'),
  /** The values add up to the number. */
  'little-killer': form('little killer', 'diagonal', 1, one, 'the sum'),
  /** The values between the least and the greatest add up to the number. */
  sandwich: form('sandwich', 'row', 2, one, 'the sum'),
  /** So many values are greater than all before them. */
  skyscraper: form('skyscraper clue', 'row', 1, one, 'the number of values seen'),
  /** The first x values add up to the number, where x is the first of them. */
  'x-sum': form('x-sum', 'row', 1, one, 'the sum'),
  /** The n-th value is the number, where n is the first one. */
  'numbered-room': form('numbered room', 'row', 1, one, 'the value'),
} as const satisfies Readonly<Record<string, ClueForm>>;

/** The name of a kind of clue. */
export type ClueKind = keyof typeof CLUES;

/** The form of a kind. */
export function formOf(kind: ClueKind): ClueForm {
  return CLUES[kind];
}

function form(
  title: string,
  place: ClueForm['place'],
  least: number,
  count: ClueForm['count'],
  numbers: string,
): ClueForm {
  return { title, place, least, count, numbers };
}
