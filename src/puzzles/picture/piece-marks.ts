import type { KeyEntry } from './board.ts';
import { columnsOf } from './letters.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Pieces in their places, as far as marks need to know them. */
type Placed = readonly { readonly piece: string }[];

/** The marks of placed pieces, in their order, and what to read from them. */
export interface PieceMarks {
  readonly marks: readonly (string | undefined)[];
  /** The pieces whose marks are not their names. */
  readonly key: readonly KeyEntry[];
}

/** The marks of pieces that walls tell apart: one for each name, and none if there is only one name. */
export function marksByName(placed: Placed): PieceMarks {
  const names = marksOf(placed);
  const key = [...names].map(([name, mark]) => ({ mark, name }));
  return {
    marks: placed.map(({ piece }) => names.get(piece)),
    key: key.some(({ mark, name }) => mark !== name) ? key : [],
  };
}

/**
 * The marks of pieces in space, one for each: the mark of its name, and which copy it is, as in `F2`
 * and `S3b`. If there is only one name they have letters; with `isNarrow` all of them do, as far as
 * letters suffice, unless their marks are single letters.
 */
export function marksOfEach(placed: Placed, isNarrow = false): PieceMarks {
  const names = marksOf(placed);
  const copies = new Map<string, number[]>();
  for (const piece of placed.map(({ piece }) => piece).sort(byName)) copies.set(piece, []);
  for (const [k, { piece }] of placed.entries()) copies.get(piece)?.push(k);
  const marks = new Array<string>(placed.length);
  for (const [name, list] of copies) {
    const mark = names.get(name) ?? '';
    list.forEach((k, nth) => {
      marks[k] = list.length === 1 ? mark : `${mark}${/\d$/.test(mark) ? copyOf(nth) : nth + 1}`;
    });
  }
  const isWide =
    isNarrow && placed.length <= LETTERS.length && marks.some((mark) => columnsOf(mark) > 1);
  const isLettered = names.size === 0 || isWide;
  if (isLettered) {
    // Copies of a piece have letters that follow each other.
    [...copies.values()].flat().forEach((k, nth) => {
      marks[k] = letterOf(nth);
    });
  }
  const key = [...copies].map(([name, list]) => {
    const [first, last] = [marks[list[0]], marks[list[list.length - 1]]];
    return { mark: first === last ? first : `${first}-${last}`, name };
  });
  const isNeeded = isLettered || [...names].some(([name, mark]) => name !== mark);
  return { marks, key: isNeeded ? key : [] };
}

/**
 * Name of a piece -> its mark: the name if all names are short, else the first letter if these
 * differ, else letters in order. If there is only one name, pieces have no marks.
 */
function marksOf(placed: Placed): Map<string, string> {
  const names = [...new Set(placed.map(({ piece }) => piece))];
  if (names.length < 2) return new Map();
  const short = names.every((name) => columnsOf(name) <= 2);
  return short ? new Map(names.map((name) => [name, name])) : lettersFor(names);
}

/** Name -> its first letter if these differ, else letters in order. */
export function lettersFor(names: readonly string[]): Map<string, string> {
  const sorted = [...names].sort(byName);
  const initials = sorted.map((name) => String.fromCodePoint(name.codePointAt(0) ?? 0x20));
  const differ = new Set(initials).size === names.length;
  return new Map(sorted.map((name, k) => [name, differ ? initials[k] : letterOf(k)]));
}

/** The order of names, in which `S10` comes after `S9`. */
function byName(one: string, other: string): number {
  const [[, word = '', number] = [], [, otherWord = '', otherNumber] = []] = [one, other].map(
    (name) => /^(\D*)(\d*)/.exec(name) ?? [],
  );
  if (word !== otherWord) return word < otherWord ? -1 : 1;
  return Number(number) - Number(otherNumber) || (one < other ? -1 : one === other ? 0 : 1);
}

export function letterOf(k: number): string {
  return LETTERS[k] ?? String(k + 1);
}

/** The copies of a piece: a, b ... z, aa. */
function copyOf(nth: number): string {
  const last = String.fromCharCode(97 + (nth % 26));
  return nth < 26 ? last : copyOf(Math.floor(nth / 26) - 1) + last;
}
