/**
 * Texts in pictures: their letters, their width in a terminal, and the characters that must not be
 * in them. A letter is a grapheme, of one code point or several.
 */

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** An emoji, two columns wide: by default, or because U+FE0F follows. */
const EMOJI = /\p{Emoji_Presentation}|\ufe0f/u;
/** Letters without width: combining marks and joiners. */
const ZERO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;
/** The ranges of code points that Unicode's annex 11 calls wide or full-width. */
const WIDE_RANGES: readonly (readonly [first: number, last: number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18cff],
  [0x1aff0, 0x1b2ff],
  [0x20000, 0x3fffd],
];

/** Characters that are letters of one column each. The segmenter takes ten times as long. */
const PLAIN = /^[ -~]*$/;

/** The letters of a text. */
export function lettersOf(text: string): string[] {
  if (PLAIN.test(text)) return [...text];
  return Array.from(letters.segment(text), ({ segment }) => segment);
}

/** The number of terminal columns of a text. */
export function columnsOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  return lettersOf(text).reduce((sum, letter) => sum + columnsOfLetter(letter), 0);
}

/** The number of terminal columns of a letter: 0, 1 or 2. */
export function columnsOfLetter(letter: string): number {
  if (ZERO_WIDTH.test(letter)) return 0;
  const code = letter.codePointAt(0) as number;
  const wide = WIDE_RANGES.some(([from, to]) => code >= from && code <= to);
  return wide || EMOJI.test(letter) ? 2 : 1;
}

/**
 * Characters that harm a terminal or XML: control characters (an escape code would colour the rest
 * of the screen), ends of lines, marks that change the direction of text, halves of surrogate
 * pairs, and the two code points that XML forbids.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for them.
const UNSAFE = /[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufffe\uffff\p{Cs}]/gu;

/** The text with U+FFFD in place of each unsafe character. */
export function sanitizeText(text: string): string {
  return text.replace(UNSAFE, '\ufffd');
}

/** Texts in lines of so many columns, as far as their words are not longer. */
export function wrapped(texts: readonly string[], columns: number): string[] {
  return texts.flatMap((text) => {
    const lines: string[] = [];
    let line = '';
    for (const word of text.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (line === '' || columnsOf(longer) <= columns) {
        line = longer;
        continue;
      }
      lines.push(line);
      line = word;
    }
    return [...lines, line];
  });
}
