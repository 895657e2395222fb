export const COLON = 58;
export const BAR = 124;
export const BYTE_ORDER_MARK = 0xfeff;

const BLANK = 32;
const TAB = 9;
const RETURN = 13;

/** Knuth's colours are single characters, any but blank; longer ones must not look like a cost. */
export function canBeColour(colour: string): boolean {
  return colour.length === 1 || !/[:|]/.test(colour);
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
