/**
 * How texts stand in a terminal. A letter is what a reader takes for one (a grapheme), however
 * many code points it is written with.
 */

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Shown in colour, so two columns wide: by itself, or since U+FE0F asks for it. */
const EMOJI = /\p{Emoji_Presentation}|\ufe0f/u;
/** Letters without a width of their own: combining marks and what joins letters. */
const NOTHING = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;
/** First and last code points of the scripts that Unicode's annex 11 calls wide or full-width. */
const WIDE: readonly (readonly [first: number, last: number])[] = [
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

/** The letters of a text. */
export function lettersOf(text: string): string[] {
  return Array.from(letters.segment(text), ({ segment }) => segment);
}

/** How many columns of a terminal a text takes. */
export function columnsOf(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  return lettersOf(text).reduce((sum, letter) => sum + columnsOfLetter(letter), 0);
}

/** 0, 1 or 2. */
export function columnsOfLetter(letter: string): number {
  if (NOTHING.test(letter)) return 0;
  const code = letter.codePointAt(0) as number;
  const wide = WIDE.some(([from, to]) => code >= from && code <= to);
  return wide || EMOJI.test(letter) ? 2 : 1;
}

/**
 * What neither a terminal nor XML should be handed: control characters (an escape code would
 * colour the rest of the screen), signs that turn the direction of what follows, halves of
 * surrogate pairs and the two code points that XML has no place for.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const UNFIT = /[\0-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff\p{Cs}]/gu;

/** A text as it can be drawn: what would harm a terminal or an XML document is replaced. */
export function fitText(text: string): string {
  return text.replace(UNFIT, '\ufffd');
}
