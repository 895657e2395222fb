import { afterBlanks, beforeBlank } from '../formats/dlx/parts.ts';
import { visible } from '../problem/error.ts';

/** A word of a line, in quotes or not. */
export interface Word {
  readonly text: string;
  /** Where it begins in the line. */
  readonly at: number;
  readonly isQuoted: boolean;
}

/** A text in quotes, as in JSON. */
const QUOTED = /"(?:[^"\\]|\\.)*"/y;
const NUMBER = /^(?:[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|-?Infinity)$/i;
/** What stands for no value, and between the parts of a line. */
export const NO_VALUE = '-';
export const DIVIDER = '|';

/** The words of a line, apart by blanks. `refuse` throws the error for quotes that do not end. */
export function wordsOf(line: string, refuse: (at: number) => never): Word[] {
  const words: Word[] = [];
  for (let at = afterBlanks(line, 0), end = at; at < line.length; at = afterBlanks(line, end)) {
    if (line[at] !== '"') {
      end = beforeBlank(line, at);
      words.push({ text: line.slice(at, end), at, isQuoted: false });
      continue;
    }
    QUOTED.lastIndex = at;
    end = QUOTED.test(line) ? QUOTED.lastIndex : refuse(at);
    if (beforeBlank(line, end) > end) refuse(at);
    try {
      words.push({ text: JSON.parse(line.slice(at, end)) as string, at, isQuoted: true });
    } catch {
      refuse(at);
    }
  }
  return words;
}

/** The value that a word says: a number, or a text. */
export function valueIn({ text, isQuoted }: Word): number | string {
  return !isQuoted && NUMBER.test(text) ? Number(text) : text;
}

/** A text in quotes. */
export function quoted(text: string): string {
  return visible(JSON.stringify(text));
}

/** A number or a text as a word. */
function wordOf(value: number | string): string {
  if (typeof value === 'number') return String(value);
  const inQuotes = quoted(value);
  const isPlain = inQuotes === `"${value}"` && /^[^\s|]+$/.test(value);
  return isPlain && value !== NO_VALUE && !NUMBER.test(value) ? value : inQuotes;
}

/** Words for values of any type. What is no number and no text gets a text that no other value is. */
export function wordsFor(values: Iterable<unknown>): (value: unknown) => string {
  const all = new Set(values);
  const others = new Map<unknown, string>();
  for (const value of [...all]) {
    if (typeof value === 'number' || typeof value === 'string') continue;
    const isNamed = value === null || typeof value === 'boolean' || typeof value === 'bigint';
    const name = isNamed ? String(value) : typeof value;
    let free = isNamed && !NUMBER.test(name) ? name : `${name}-1`;
    for (let k = 2; all.has(free); k++) free = `${name}-${k}`;
    all.add(free);
    others.set(value, free);
  }
  return (value) => wordOf(others.get(value) ?? (value as number | string));
}
