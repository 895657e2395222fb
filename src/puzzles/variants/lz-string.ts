/*
 * The compression of the npm package lz-string, which f-puzzles and SudokuPad use: LZ78 on UTF-16
 * units. A text is a list of codes, each with its low bit first; characters of 6 bits hold them, each
 * with its high bit first:
 *
 *     0 and 8 bits    a new unit below 256       2    the end
 *     1 and 16 bits   another new unit           3... a part that is known
 *
 * Each new unit becomes a part, and each part with the unit behind it. A code has 2 bits at first, and
 * one more whenever as many codes as it can tell apart have been given out.
 */

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** Code of a character -> its 6 bits. */
const SIX_OF: readonly (number | undefined)[] = Array.from({ length: 128 }, (_, code) => {
  const six = DIGITS.indexOf(String.fromCharCode(code));
  return six < 0 ? undefined : six;
});
const [SHORT_UNIT, LONG_UNIT, END, FIRST_PART] = [0, 1, 2, 3];

/** How many bits a code has. Both sides count alike. */
class CodeWidth {
  bits = 2;
  #left = 2;

  /** A part was added. */
  count(): void {
    if (--this.#left > 0) return;
    this.#left = 2 ** this.bits;
    this.bits++;
  }
}

/** A text as base64, as `compressToBase64` of lz-string gives it. */
export function compressToBase64(text: string): string {
  const digits: string[] = [];
  let digit = 0;
  let used = 0;
  const write = (code: number, bits: number) => {
    for (let k = 0; k < bits; k++) {
      digit = digit * 2 + ((code >> k) & 1);
      if (++used % 6 > 0) continue;
      digits.push(DIGITS.charAt(digit));
      digit = 0;
    }
  };
  const width = new CodeWidth();
  /** A part and the unit behind it, in one number -> that part; a unit alone stands behind part 0. */
  const parts = new Map<number, number>();
  const newUnits = new Map<number, number>();
  const writePart = (part: number) => {
    const unit = newUnits.get(part);
    if (unit === undefined) write(part, width.bits);
    else {
      newUnits.delete(part);
      write(unit < 256 ? SHORT_UNIT : LONG_UNIT, width.bits);
      write(unit, unit < 256 ? 8 : 16);
      width.count();
    }
    width.count();
  };
  const add = (key: number) => {
    const part = parts.size + FIRST_PART;
    parts.set(key, part);
    return part;
  };
  let part = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    let alone = parts.get(unit);
    if (alone === undefined) {
      alone = add(unit);
      newUnits.set(alone, unit);
    }
    const key = part * 2 ** 16 + unit;
    const longer = parts.get(key);
    if (longer === undefined) {
      writePart(part);
      add(key);
    }
    part = longer ?? alone;
  }
  if (part > 0) writePart(part);
  write(END, width.bits);
  write(0, 6 - (used % 6));
  return digits.join('').padEnd(Math.ceil(digits.length / 4) * 4, '=');
}

/**
 * The text that base64 stands for, in the alphabet of `compressToBase64` or of
 * `compressToEncodedURIComponent`; undefined if it is cut or stands for none. A part may be twice as
 * long as any before, so a few characters may stand for gigabytes: `most` is the most units read, and
 * `too-long` says that there are more.
 */
export function decompressFromBase64(
  base64: string,
  most: number,
): string | 'too-long' | undefined {
  // A plus may have become a space; the other alphabet has a minus for the slash.
  const digits = base64
    .replace(/ /g, '+')
    .replace(/-/g, '/')
    .replace(/[=$]{1,3}$/, '');
  const sixes = new Uint8Array(digits.length);
  for (let at = 0; at < digits.length; at++) {
    const six = SIX_OF[digits.charCodeAt(at)];
    if (six === undefined) return undefined;
    sixes[at] = six;
  }
  let read = 0;
  const readBits = (bits: number) => {
    let code = 0;
    for (let k = 0; k < bits; k++) {
      code |= ((sixes[Math.floor(read / 6)] >> (5 - (read % 6))) & 1) << k;
      read++;
    }
    return code;
  };
  const width = new CodeWidth();
  const parts: string[] = [];
  const text: string[] = [];
  let length = 0;
  let before: string | undefined;
  while (read < 6 * digits.length) {
    let code = readBits(width.bits);
    if (code === END) return text.join('');
    if (code < FIRST_PART) {
      const unit = String.fromCharCode(readBits(code === SHORT_UNIT ? 8 : 16));
      code = parts.push(unit) + FIRST_PART - 1;
      width.count();
    }
    const known = parts[code - FIRST_PART];
    // The part that this code completes begins and ends with the same unit.
    const isNext = before !== undefined && code === parts.length + FIRST_PART;
    const part: string | undefined =
      known ?? (isNext ? `${before}${before?.charAt(0)}` : undefined);
    if (part === undefined) return undefined;
    length += part.length;
    if (length > most) return 'too-long';
    text.push(part);
    if (before !== undefined) parts.push(before + part.charAt(0));
    width.count();
    before = part;
  }
  return undefined;
}
