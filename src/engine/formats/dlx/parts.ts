import { MOST_ITEMS, UNLIMITED } from '../../problem/compiled.ts';
import { type ErrorCode, shown } from '../../problem/error.ts';
import type { Bounds } from '../../problem/names.ts';

export const COLON = 58;
export const BAR = 124;
export const BYTE_ORDER_MARK = 0xfeff;

/** The bits of a UTF-16 code that mark a surrogate, and their values in the two halves. */
const SURROGATE = 0xfc00;
const HIGH = 0xd800;
const LOW = 0xdc00;

const BLANK = 32;
const TAB = 9;
const RETURN = 13;

/** The longest line: 16 characters for each of the most items. */
export const LONGEST_LINE = 16 * MOST_ITEMS;

/**
 * The character in a name that Knuth's text cannot hold, in words; undefined if there is none. Half
 * a character is a surrogate of UTF-16 without its partner. No encoding of a file keeps it.
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

/** The same for a colour. Knuth's colours are single characters, and `:` and `|` may be colours. */
export function flawOfColour(colour: string): string | undefined {
  return colour === ':' || colour === '|' ? undefined : flawOf(colour);
}

/** `3|name`, `2:3|name`, `:3|name` or `2:|name`: how often a primary item is covered. */
const TIMES = /^(?:(\d*):(\d*)|(\d+))\|(.+)$/s;
/** `|7` or `|-7`: a cost. */
const COST_FIELD = /^\|-?\d+$/;

/** The name of an item and its bounds, which are absent where it has none before its name. */
interface NamedItem {
  readonly name: string;
  readonly bounds?: Bounds;
}

/**
 * An item as its part of the line says it. An empty lower bound is 0, and an empty upper one is
 * infinite.
 */
export function itemOf(part: string): NamedItem {
  const [, least = '', most = '', exact, name] = TIMES.exec(part) ?? [];
  if (name === undefined) return { name: part };
  if (exact !== undefined) return { name, bounds: [Number(exact), Number(exact)] };
  return { name, bounds: [Number(least), most === '' ? Number.POSITIVE_INFINITY : Number(most)] };
}

/** The part of a line that `itemOf` reads. */
export function itemPart(name: string, [least, most]: Bounds): string {
  if (least === most) return least === 1 ? name : `${least}|${name}`;
  return `${least}:${most === Number.POSITIVE_INFINITY ? '' : most}|${name}`;
}

/** The cost in a part of an option; undefined if it is none. */
export function costOfPart(part: string): number | undefined {
  return COST_FIELD.test(part) ? Number(part.slice(1)) : undefined;
}

/** A mistake in a part of a line: the code and the words of its error. */
interface Flaw {
  readonly code: ErrorCode;
  readonly what: string;
}

/** The mistake in a name in the line of the items; undefined if there is none. */
export function flawOfItem(name: string): Flaw | undefined {
  if (/[:|]/.test(name)) {
    const what =
      `the name ${shown(name)} has a colon or a bar in it; choose another name, ` +
      'or put blanks around the | before the secondary items.';
    return { code: 'bad-text', what };
  }
  const flaw = flawOf(name);
  if (flaw === undefined) return undefined;
  const what = `the name ${shown(name)} has ${flaw} in it; choose another name.`;
  return { code: 'bad-text', what };
}

/** The mistake in the bounds of an item; undefined if there is none. */
export function flawOfBounds(
  name: string,
  [least, most]: Bounds,
  isSecondary: boolean,
): string | undefined {
  const item = `item ${shown(name)}`;
  if (isSecondary) return `${item} is secondary, and only primary items have times; drop them.`;
  const largest = most === Number.POSITIVE_INFINITY ? least : Math.max(least, most);
  if (largest >= UNLIMITED) {
    return (
      `the times of ${item} are not below ${UNLIMITED}; ` +
      'give smaller ones, or no upper one, as in 2:|x.'
    );
  }
  if (least <= most) return undefined;
  return `${item} is covered at least ${least} and at most ${most} times; give the smaller number first.`;
}

/**
 * The mistake in a part of an option that begins with no known name; undefined if only the name is
 * unknown.
 */
export function flawOfPart(part: string, name: string, option: number): Flaw | undefined {
  if (part.startsWith('|')) {
    const what =
      `found ${shown(part)} in option ${option}; write a cost as |7, put a comment on a line of ` +
      'its own, and write no bar between the items of an option.';
    return { code: 'bad-text', what };
  }
  if (name !== '') return undefined;
  const what = `there is no name before the colon of ${shown(part)}; name the item, as in x:A`;
  return { code: 'empty-name', what };
}

/** The mistake in the use of an item with a colour; undefined if there is none. */
export function flawOfUse(item: string, colour: string, isPrimary: boolean): Flaw | undefined {
  if (isPrimary) {
    const what =
      `the primary item ${shown(item)} has a colour; only secondary items have colours: ` +
      'name it after the | in the line of the items, or drop the colour.';
    return { code: 'coloured-primary', what };
  }
  if (colour === '') {
    const what = `item ${shown(item)} has a colon but no colour; add one, or drop the colon.`;
    return { code: 'bad-colour', what };
  }
  const flaw = flawOfColour(colour);
  if (flaw === undefined) return undefined;
  const what = `the colour ${shown(colour)} of item ${shown(item)} has ${flaw} in it; name another.`;
  return { code: 'bad-colour', what };
}

function isBlank(code: number): boolean {
  return code === BLANK || (code >= TAB && code <= RETURN);
}

/** The start of the next part of a line, or the end of the line. */
export function afterBlanks(line: string, from: number): number {
  let at = from;
  while (at < line.length && isBlank(line.charCodeAt(at))) at++;
  return at;
}

/**
 * The end of the part of a line that begins at `from`: a blank, the character `other`, or the end
 * of the line.
 */
export function beforeBlank(line: string, from: number, other = BLANK): number {
  let at = from;
  for (; at < line.length; at++) {
    const code = line.charCodeAt(at);
    if (isBlank(code) || code === other) break;
  }
  return at;
}
