import { QuadrilleError, shown } from '../problem/error.ts';

/** A word as it is written into cells: folded, and taken apart into letters. */
export interface Spelled {
  readonly word: string;
  /** What stands in a cell: a letter with its accents, or a digit. */
  readonly letters: readonly string[];
}

/** The words of a text, as `readWords` found them. */
export interface WordList {
  readonly words: readonly string[];
  /** How many were left out: those of other lengths, and those with more than letters in them. */
  readonly leftOut: number;
}

// Letters with their accents (and the joiners that some scripts write between), or digits.
const WORD = /^[\p{L}\p{M}\p{N}\u200c\u200d]+$/u;
/** Words of these alone have a letter for each character: Latin, Greek, Cyrillic, and digits. */
const SIMPLE = /^[0-9A-Z\u00b2-\u02ff\u0370-\u0482\u048a-\u052f]+$/;
/** Tells what people see as one letter, in any script; made when it is first needed. */
let segmenter: Intl.Segmenter | undefined;

/**
 * Reads a list of words: one a line, or several with blanks between. They are folded (upper case,
 * composed accents) and each is kept once. Left out are words with other characters than letters
 * and digits and, where `lengths` are given, words that have another length.
 */
export function readWords(text: string, lengths?: readonly number[]): WordList {
  if (typeof text !== 'string') {
    throw new QuadrilleError('bad-text', `The words are ${shown(text)}; give a text.`);
  }
  if (lengths !== undefined && !Array.isArray(lengths)) {
    throw new QuadrilleError(
      'bad-setting',
      `The lengths are ${shown(lengths)}; give an array of numbers.`,
    );
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
    throw new QuadrilleError(
      'bad-text',
      `The text has no ${some}; give some, one a line${leftOut > 0 ? ` (${leftOut} were left out)` : ''}.`,
    );
  }
  return { words: [...words], leftOut };
}

/** The words of some length, folded, each once; refuses what is no word, and to find none. */
export function wordsOf(words: readonly string[], length: number): Spelled[] {
  if (!Array.isArray(words)) {
    throw new QuadrilleError(
      'bad-setting',
      `The words are ${shown(words)}; give an array of them, as readWords(text).words.`,
    );
  }
  const kept = new Map<string, Spelled>();
  for (const [k, word] of (words as readonly string[]).entries()) {
    const spelled = typeof word === 'string' ? spell(word) : undefined;
    if (spelled === undefined) {
      throw new QuadrilleError(
        'bad-setting',
        `Word ${k} is ${shown(word)}; give a word of letters or digits, or leave it out.`,
      );
    }
    if (spelled.letters.length === length) kept.set(spelled.word, spelled);
  }
  if (kept.size === 0) {
    throw new QuadrilleError(
      'bad-setting',
      `None of the ${words.length} words has ${length} letters; give some that have.`,
    );
  }
  return [...kept.values()];
}

/**
 * Upper case rather than lower, as crosswords have it: a sigma at the end of a Greek word is the
 * letter that it is elsewhere, and German ß crosses as SS.
 */
function spell(text: string): Spelled | undefined {
  const word = text.normalize('NFC').toUpperCase().normalize('NFC');
  if (!WORD.test(word)) return undefined;
  // A list of 300,000 words takes 0.15 s rather than 5.
  if (SIMPLE.test(word)) return { word, letters: [...word] };
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  return { word, letters: Array.from(segmenter.segment(word), ({ segment }) => segment) };
}
