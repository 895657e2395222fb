import { MOST_ITEMS } from '../compiled.ts';

export const COLON = 58;
export const BAR = 124;
export const BYTE_ORDER_MARK = 0xfeff;

/** The bits that tell whether a code is a surrogate, and what they are then. */
const SURROGATE = 0xfc00;
const HIGH = 0xd800;
const LOW = 0xdc00;

const BLANK = 32;
const TAB = 9;
const RETURN = 13;

/** No line is longer: the names of as many items as there can be, 16 characters for each. */
export const LONGEST = 16 * MOST_ITEMS;

/**
 * What keeps a name out of the text, if anything does. Half a character is one of the two
 * surrogates that make a character in UTF-16, without the other: no encoding of a file keeps it.
 */
export function flawOf(name: string): string | undefined {
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at);
    if (isBlank(code)) return 'a blank';
    if (code === 0) return 'a NUL character';
    if (code === COLON || code === BAR) return 'a colon or a bar';
    if ((code & SURROGATE) !== HIGH && (code & SURROGATE) !== LOW) continue;
    const isPair = (code & SURROGATE) === HIGH && (name.charCodeAt(at + 1) & SURROGATE) === LOW;
    if (!isPair) return 'half a character (a lone surrogate)';
    at++;
  }
  return undefined;
}

/** The same for a colour. Knuth's are single characters, also these two. */
export function flawOfColour(colour: string): string | undefined {
  return colour === ':' || colour === '|' ? undefined : flawOf(colour);
}

function isBlank(code: number): boolean {
  return code === BLANK || (code >= TAB && code <= RETURN);
}

/** Where the next part of a line begins, or its end. */
export function afterBlanks(line: string, from: number): number {
  let at = from;
  while (at < line.length && isBlank(line.charCodeAt(at))) at++;
  return at;
}

/** Where a part of a line ends: before a blank, before another character that is told, or there. */
export function beforeBlank(line: string, from: number, other = BLANK): number {
  let at = from;
  for (; at < line.length; at++) {
    const code = line.charCodeAt(at);
    if (isBlank(code) || code === other) break;
  }
  return at;
}
