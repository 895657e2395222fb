/** The kind of an error. It stays the same from version to version. */
export type ErrorCode =
  | 'no-items'
  | 'empty-name'
  | 'bad-count'
  | 'bad-times'
  | 'bad-cost'
  | 'duplicate-item'
  | 'items-frozen'
  | 'unknown-item'
  | 'bad-index'
  | 'bad-option'
  | 'empty-option'
  | 'repeated-item'
  | 'coloured-primary'
  | 'bad-colour'
  | 'unknown-option'
  | 'no-primary'
  | 'bad-prefix'
  | 'bad-compiled'
  | 'bad-checkpoint'
  | 'bad-diagram'
  | 'bad-setting'
  | 'bad-rule'
  | 'bad-shape'
  | 'bad-grid'
  | 'bad-text'
  | 'too-large'
  | 'out-of-memory'
  | 'worker-failed'
  | 'bad-job'
  | 'no-server'
  | 'not-installed'
  | 'unknown-submission'
  | 'not-done'
  | 'not-supported'
  | 'no-solution-here';

/** The place of an error, as far as it has one. */
export interface Place {
  /** The number of the option, from 0. A refused option has the number that it would have got. */
  readonly option?: number | undefined;
  /** The item as the caller gave it: its name or its index. */
  readonly item?: string | number | undefined;
  /** The name of a text, as the caller gave it. */
  readonly source?: string | undefined;
  /** The line of a text, from 1. */
  readonly line?: number | undefined;
  /** The column of that line, from 1, in UTF-16 units. */
  readonly column?: number | undefined;
}

/** Every error that a caller can cause. Its message names the place, the problem and the remedy. */
export class QuadrilleError extends Error {
  override readonly name = 'QuadrilleError';
  /** The kind of the error, for programs. */
  readonly code: ErrorCode;
  // Only what is known becomes a property: Node shows all of them where no one catches the error.
  declare readonly option: number | undefined;
  declare readonly item: string | number | undefined;
  declare readonly source: string | undefined;
  declare readonly line: number | undefined;
  declare readonly column: number | undefined;

  constructor(code: ErrorCode, message: string, place: Place = {}) {
    super(message);
    this.code = code;
    const { option, item, source, line, column } = place;
    if (option !== undefined) this.option = option;
    if (item !== undefined) this.item = item;
    if (source !== undefined) this.source = source;
    if (line !== undefined) this.line = line;
    if (column !== undefined) this.column = column;
  }
}

/** An error in a text, as in `queens.dlx:3:7: unknown item "q5"; ...`. */
export function mistakeAt(
  place: Place & { readonly line: number; readonly column: number },
  code: ErrorCode,
  what: string,
): QuadrilleError {
  return new QuadrilleError(code, `${whereIn(place)}: ${what}`, place);
}

/** A place in a text, as messages begin with it: `queens.dlx:3:7`. */
export function whereIn({ source, line, column }: Place): string {
  return source === undefined ? `Line ${line}, column ${column}` : `${source}:${line}:${column}`;
}

/** The most characters of a value in a message. */
const MOST_SHOWN_CHARACTERS = 60;
/**
 * Characters of a text that do more than stand in it, besides tabs and line feeds: a terminal obeys
 * the control characters, some readers end a line at U+0085, U+2028 and U+2029, and marks of
 * direction make one name look like another. (As `\p{Cc}` and so on they take three times as long.)
 */
const ACTIVE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression looks for them.
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** A text with its active characters as `\u001b` and the like, which mean the same in JSON. */
export function visible(text: string): string {
  return text.replace(
    ACTIVE,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A value as a message shows it: a string in quotes, and everything cut to a line. */
export function shown(value: unknown): string {
  const text = plain(value);
  if (text.length <= MOST_SHOWN_CHARACTERS) return text;
  // Half a pair of surrogates at the end goes, too.
  return `${text.slice(0, MOST_SHOWN_CHARACTERS - 3).replace(/[\ud800-\udbff]$/, '')}...`;
}

function plain(value: unknown): string {
  switch (typeof value) {
    case 'string':
      // Cut before it is quoted: a string may be very long, and quotes may make it longer.
      return visible(JSON.stringify(value.slice(0, MOST_SHOWN_CHARACTERS)));
    case 'bigint':
      // Without the n it would look like a number that is right.
      return `${value}n`;
    case 'function':
      return 'a function';
    case 'symbol':
      return 'a symbol';
    case 'object':
      // Its own toString may mislead or throw.
      if (Array.isArray(value)) return `an array of ${value.length}`;
      return value === null ? 'null' : 'an object';
    default:
      return String(value);
  }
}

/** The place of a number from 0, as people count: `1st`, `2nd`, `3rd`, `11th`. */
export function ordinal(index: number): string {
  const place = index + 1;
  const isTeen = Math.floor(place / 10) % 10 === 1;
  return `${place}${(isTeen ? undefined : ['st', 'nd', 'rd'][(place % 10) - 1]) ?? 'th'}`;
}

/** A number of things: `1 cell`, `2 cells`. */
export function plural(number: number | bigint, thing: string): string {
  return `${number} ${Number(number) === 1 ? thing : `${thing}s`}`;
}

/** The most names that a suggestion looks at, and the longest: there may be millions. */
const MOST_COMPARED_NAMES = 100_000;
const LONGEST_COMPARED_NAME = 40;

/**
 * The name that is nearest to what was written, if it is near enough. One letter may be wrong, and
 * up to a third of them, but not all. Upper and lower case are alike.
 */
export function nearest(written: string, names: Iterable<string>): string | undefined {
  if (written.length > LONGEST_COMPARED_NAME) return undefined;
  let best: string | undefined;
  let most = Math.max(1, Math.floor(written.length / 3));
  let left = MOST_COMPARED_NAMES;
  for (const name of names) {
    if (left-- === 0) break;
    if (Math.abs(written.length - name.length) > most) continue;
    const far = distance(written.toLowerCase(), name.toLowerCase());
    if (far > most || far >= Math.max(written.length, name.length)) continue;
    best = name;
    most = far - 1;
    if (most < 0) break;
  }
  return best;
}

/**
 * Letters to insert, drop, change, or swap with the next one, to get from a to b (Damerau 1964,
 * Levenshtein 1965): row by row of the table of all beginnings of a by all beginnings of b.
 */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, k) => k);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = above[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      let least = Math.min(change, above[j] + 1, row[j - 1] + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, before[j - 2] + 1);
      }
      row.push(least);
    }
    before = above;
    above = row;
  }
  return above[b.length];
}
