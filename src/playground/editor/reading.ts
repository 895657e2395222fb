import {
  afterBlanks,
  BAR,
  BYTE_ORDER_MARK,
  beforeBlank,
  COLON,
  itemOf,
} from '../../engine/formats/dlx/parts.ts';
import { DlxReader } from '../../engine/formats/dlx/reader.ts';
import { QuadrilleError } from '../../engine/problem/error.ts';
import type { Problem } from '../../engine/problem/problem.ts';
import type { Slices } from '../../engine/problem/slices.ts';
import type { RuleMistake, RuleReport } from '../ruled.ts';

/** The most characters that the page takes. A larger problem is for the command line. */
export const MOST_PAGE_CHARACTERS = 2_000_000;
/** The most mistakes that are marked. After each one the text is read again without the line. */
const MOST_MISTAKES = 12;
/** The longest text in which more mistakes than the first are looked for. */
const MOST_REREAD = 60_000;
/** The lines that are read at once. */
const SLICE_LINES = 400;

/** A mistake, and where it is: characters of the text from `from` up to `to`. */
export interface Mistake {
  readonly from: number;
  readonly to: number;
  readonly line: number;
  readonly column: number;
  /** The words of the reader, without the place. */
  readonly message: string;
  /** True for a warning: the problem can be solved. */
  readonly isWarning: boolean;
}

/** Where a text names an item. */
export interface Naming {
  readonly from: number;
  readonly to: number;
  readonly item: number;
  /** The option that names it, or NONE in the line of the items. */
  readonly option: number;
}

export const NONE = -1;

/** The problem in a text, its mistakes, and the places of its names. */
export interface Reading {
  /** Absent where there is a mistake. It is without rules, which only a worker reads. */
  readonly problem: Problem | undefined;
  /** Whether lines state rules, or name a problem of the gallery, whose rule no text holds. */
  readonly rules: 'none' | 'stated' | 'named';
  readonly mistakes: readonly Mistake[];
  /** All names of items, in the order of the text. */
  readonly namings: readonly Naming[];
  /** Option -> the line that states it, from 0. */
  readonly lineOf: readonly number[];
}

export const NOTHING: Reading = {
  problem: undefined,
  rules: 'none',
  mistakes: [],
  namings: [],
  lineOf: [],
};

/** Reads a text slice by slice: yields between two, so that the page stays alive. */
export function* reading(text: string): Slices<Reading> {
  if (text.length > MOST_PAGE_CHARACTERS) {
    const message =
      `the text has ${text.length} characters, and this page takes up to ${MOST_PAGE_CHARACTERS}; ` +
      'use the command line for it: quadrille solve FILE.';
    const mistake = { from: 0, to: 0, line: 1, column: 1, message, isWarning: false };
    return { ...NOTHING, mistakes: [mistake] };
  }
  const { lines, starts } = linesOf(text);
  const mistakes: Mistake[] = [];
  const bad = new Set<number>();
  let problem: Problem | undefined;
  let rules: Reading['rules'] = 'none';
  const most = text.length <= MOST_REREAD ? MOST_MISTAKES : 1;
  while (problem === undefined && mistakes.length < most) {
    const warnings: QuadrilleError[] = [];
    try {
      ({ problem, rules } = yield* read(lines, bad, warnings));
    } catch (error) {
      if (!(error instanceof QuadrilleError)) throw error;
      const mistake = mistakeOf(error, lines, starts);
      mistakes.push(mistake);
      const line = mistake.line - 1;
      // Without the line of the items nothing else means anything. A line that is bad twice will
      // not get better.
      if (line === itemLine(lines) || bad.has(line) || error.line === undefined) break;
      bad.add(line);
    }
    if (problem !== undefined) {
      for (const warning of warnings.slice(0, MOST_MISTAKES)) {
        mistakes.push({ ...mistakeOf(warning, lines, starts), isWarning: true });
      }
    }
  }
  const { namings, lineOf } = yield* namingsOf(lines, starts);
  mistakes.sort((a, b) => a.from - b.from);
  return { problem: bad.size === 0 ? problem : undefined, rules, mistakes, namings, lineOf };
}

/** The same with what a worker says of the rules of the text. */
export function withReport(
  read: Reading,
  text: string,
  { mistakes: found, isNamed }: RuleReport,
): Reading {
  if (found.length === 0) return isNamed ? { ...read, rules: 'named' } : read;
  const { lines, starts } = linesOf(text);
  const mistakes = [...read.mistakes, ...found.map((one) => mistakeOf(one, lines, starts))];
  mistakes.sort((a, b) => a.from - b.from);
  return { ...read, problem: undefined, mistakes };
}

function linesOf(text: string): { lines: string[]; starts: number[] } {
  const lines = text.split('\n');
  const starts: number[] = [];
  let at = 0;
  for (const line of lines) {
    starts.push(at);
    at += line.length + 1;
  }
  return { lines, starts };
}

function* read(
  lines: readonly string[],
  bad: ReadonlySet<number>,
  warnings: QuadrilleError[],
): Slices<Pick<Reading, 'problem' | 'rules'>> {
  let rules: Reading['rules'] = 'none';
  const reader = new DlxReader({
    onWarning: (warning) => warnings.push(warning),
    onRule: () => {
      rules = 'stated';
    },
  });
  for (let from = 0; from < lines.length; from += SLICE_LINES) {
    const slice = lines
      .slice(from, from + SLICE_LINES)
      .map((line, k) => (bad.has(from + k) ? '' : line));
    const isLast = from + SLICE_LINES >= lines.length;
    reader.push(`${slice.join('\n')}${isLast ? '' : '\n'}`);
    yield;
  }
  return { problem: reader.end(), rules };
}

/** The line that names the items. */
function itemLine(lines: readonly string[]): number {
  return lines.findIndex((line, k) => isMeant(line, k));
}

/** True if a line is neither empty nor a comment. */
function isMeant(line: string, number: number): boolean {
  const at = startOf(line, number);
  return at < line.length && line.charCodeAt(at) !== BAR;
}

function startOf(line: string, number: number): number {
  return afterBlanks(line, number === 0 && line.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0);
}

/** The place of an error, as far as the word that begins there. */
function mistakeOf(
  error: RuleMistake,
  lines: readonly string[],
  starts: readonly number[],
): Mistake {
  const line = Math.min(error.line ?? 1, lines.length);
  const text = lines[line - 1];
  const column = Math.min(error.column ?? 1, text.length + 1);
  const start = starts[line - 1];
  const end = Math.max(beforeBlank(text, column - 1), column);
  const message = error.message.replace(/^Line \d+, column \d+: /, '');
  return {
    from: start + column - 1,
    to: start + Math.min(end, text.length),
    line,
    column,
    message,
    isWarning: false,
  };
}

/** All names of items in a text, whatever else is wrong with it. */
function* namingsOf(
  lines: readonly string[],
  starts: readonly number[],
): Slices<{ namings: Naming[]; lineOf: number[] }> {
  const items = new Map<string, number>();
  const namings: Naming[] = [];
  const lineOf: number[] = [];
  const head = itemLine(lines);
  for (const [number, line] of lines.entries()) {
    if (number % SLICE_LINES === SLICE_LINES - 1) yield;
    if (!isMeant(line, number)) continue;
    const option = number === head ? NONE : lineOf.length;
    if (number !== head) lineOf.push(number);
    let at = startOf(line, number);
    while (at < line.length) {
      if (line.charCodeAt(at) === BAR) {
        at = afterBlanks(line, number === head ? at + 1 : beforeBlank(line, at));
        continue;
      }
      const end = beforeBlank(line, at);
      const part = line.slice(at, end);
      if (number === head) {
        const { name } = itemOf(part);
        if (!items.has(name)) items.set(name, items.size);
      }
      const name =
        number === head ? itemOf(part).name : line.slice(at, beforeBlank(line, at, COLON));
      const item = items.get(name);
      const start = starts[number];
      if (item !== undefined) namings.push({ from: start + at, to: start + end, item, option });
      at = afterBlanks(line, end);
    }
  }
  return { namings, lineOf };
}

/** The naming at a place of a text, by halving. */
export function namingAt(namings: readonly Naming[], place: number): Naming | undefined {
  let low = 0;
  let high = namings.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const naming = namings[middle];
    if (place < naming.from) high = middle - 1;
    else if (place > naming.to) low = middle + 1;
    else return naming;
  }
  return undefined;
}
