import { MOST_ITEMS } from '../../problem/compiled.ts';
import {
  type ErrorCode,
  mistakeAt,
  nearest,
  type Place,
  QuadrilleError,
  shown,
} from '../../problem/error.ts';
import { copyOf, integers } from '../../problem/memory.ts';
import type { Bounds } from '../../problem/names.ts';
import { Problem } from '../../problem/problem.ts';
import { checkFlag, checkSettings } from '../../problem/setting.ts';
import {
  afterBlanks,
  BAR,
  BYTE_ORDER_MARK,
  beforeBlank,
  COLON,
  costOfPart,
  flawOfBounds,
  flawOfItem,
  flawOfPart,
  flawOfUse,
  itemOf,
  LONGEST_LINE,
} from './parts.ts';

/** How to read text in Knuth's format. */
export interface DlxSettings {
  /** The name of the text, for messages. */
  readonly source?: string | undefined;
  /**
   * Prefers the primary items whose names begin with `#`, as Knuth's DLX2-SHARP does; see
   * `Problem.prefer`. The `#` stays part of the name. Default: false.
   */
  readonly sharp?: boolean | undefined;
  /** Called for each option without a primary item, which is never chosen. */
  readonly onWarning?: ((warning: QuadrilleError) => void) | undefined;
  /** Called for each option that has a comment in the line above it, which names it for people. */
  readonly onLabel?: ((label: string, option: number) => void) | undefined;
  /**
   * Called for each line that begins with `|!`, which states a rule: with what follows, and its place.
   * Without it such a line is refused; `readRuledDlx` of `quadrille/rules` reads it.
   */
  readonly onRule?: ((text: string, place: TextPlace) => void) | undefined;
}

/** A place in a text. */
export interface TextPlace extends Place {
  readonly line: number;
  readonly column: number;
}

/** The name of an array in errors. */
const SEEN = 'the items of the text';

/**
 * Reads a problem in Knuth's text, which `DlxReader` describes. The text is a string, or pieces of
 * one, as a generator gives them.
 */
export function readDlx(text: string | Iterable<string>, settings?: DlxSettings): Problem {
  const reader = new DlxReader(settings);
  if (typeof text === 'string') {
    reader.push(text);
  } else if (typeof text?.[Symbol.iterator] === 'function') {
    for (const chunk of text) reader.push(chunk);
  } else {
    throw new QuadrilleError(
      'bad-text',
      `The text is ${shown(text)}; give a string, or an iterable of strings ` +
        '(for a stream: push its chunks to a DlxReader).',
    );
  }
  return reader.end();
}

/**
 * Reads a problem in the text of Knuth's programs DLX1 to DLX3 and DLX5, in pieces cut anywhere:
 *
 *     | A simple example
 *     p q 2:3|r | x y
 *     p q x y:A
 *     p r x:A y |7
 *
 * A line that begins with `|`, after blanks or not, is a comment. Comments and empty lines mean
 * nothing; `onLabel` gets the comments that stand right above an option. One that begins with `|!`
 * states a rule, and is refused without `onRule`: without its rules a problem has other solutions.
 * The first other line names the items: primary ones, then `|` and secondary ones, if there are
 * any. Each further line is an option. A colour follows its item after a colon. A blank is any
 * character that C's `isspace` accepts, so a line may end with `\r\n`.
 *
 * `2:3|r` is a primary item that two or three options cover, `2|r` one that two cover. `|7` after
 * an item is a cost of the option; several add up. Knuth's programs do not read `2:|r` (two options
 * or more), `0|r`, and negative costs, nor times and costs in one text.
 *
 * As in Knuth's programs, a bar may touch the name after it or have no name after it, and `:` and
 * `|` may be colours. Unlike there, names and colours may have any length, and the last line needs
 * no end. An option without a primary item is kept and numbered; his programs drop it.
 *
 * The reader keeps no more of the text than the line that has not ended. After an error it throws
 * the same error again.
 */
export class DlxReader {
  readonly #source: string | undefined;
  readonly #sharp: boolean;
  readonly #onWarning: DlxSettings['onWarning'];
  readonly #onLabel: DlxSettings['onLabel'];
  readonly #onRule: DlxSettings['onRule'];
  /** The text of the line above, if that was a comment and somebody wants to know. */
  #label = '';
  /** The line that has not ended. */
  #begun = '';
  #line = 0;
  /** Absent until the items are named. */
  #problem: Problem | undefined;
  /** Name -> item. */
  readonly #items = new Map<string, number>();
  /** Item -> the number of the last option with it, from 1. */
  #seen = integers(0, SEEN);
  /** The error that every further call throws, after a mistake or the end of the text. */
  #refusal: { readonly error: unknown } | undefined;

  constructor(settings: DlxSettings = {}) {
    checkSettings(settings, ['source', 'sharp', 'onWarning', 'onLabel', 'onRule']);
    const { source, sharp, onWarning, onLabel, onRule } = settings;
    if (source !== undefined && typeof source !== 'string') {
      throw new QuadrilleError(
        'bad-setting',
        `The setting source is ${shown(source)}; give the name of the text as a string.`,
      );
    }
    for (const [name, listener] of Object.entries({ onWarning, onLabel, onRule })) {
      if (listener === undefined || typeof listener === 'function') continue;
      throw new QuadrilleError(
        'bad-setting',
        `The setting ${name} is ${shown(listener)}; give a function.`,
      );
    }
    this.#source = source;
    this.#sharp = checkFlag('sharp', sharp);
    this.#onWarning = onWarning;
    this.#onLabel = onLabel;
    this.#onRule = onRule;
  }

  /** Reads the next piece of the text. */
  push(chunk: string): void {
    if (typeof chunk !== 'string') {
      throw new QuadrilleError('bad-text', `A piece of the text is ${shown(chunk)}; give strings.`);
    }
    this.#checkOpen();
    try {
      this.#take(chunk);
    } catch (error) {
      throw this.#stop(error);
    }
  }

  /** Ends the text. Returns the problem. */
  end(): Problem {
    this.#checkOpen();
    try {
      if (this.#begun !== '') this.#endLine();
      const problem = this.#problem;
      if (problem === undefined) {
        const what = 'found no items; name them before the options, as in: a b c | x y';
        throw this.#mistake('no-items', 0, what);
      }
      const what = 'The text has ended; make another DlxReader for the next one.';
      this.#refusal = { error: new QuadrilleError('bad-text', what) };
      return problem;
    } catch (error) {
      throw this.#stop(error);
    }
  }

  #checkOpen(): void {
    if (this.#refusal !== undefined) throw this.#refusal.error;
  }

  /**
   * Makes every further call throw this error. (A closure here would hold the chunk in memory,
   * since the stack of an error holds the closure.)
   */
  #stop(thrown: unknown): unknown {
    const error = this.#addLine(thrown);
    this.#refusal = { error };
    return error;
  }

  /**
   * Adds the line to an error of the problem, which knows no lines: too large, or out of memory.
   */
  #addLine(error: unknown): unknown {
    if (!(error instanceof QuadrilleError) || error.line !== undefined) return error;
    const { code, message } = error;
    if (code !== 'out-of-memory' && code !== 'too-large') return error;
    return this.#mistake(code, 0, message);
  }

  #take(chunk: string): void {
    const nul = chunk.indexOf('\0');
    if (nul >= 0) {
      // A mistake before the NUL is reported first.
      this.#take(chunk.slice(0, nul));
      this.#line++;
      const what =
        'found a NUL character, so this is no text, or it is UTF-16 without a byte order mark; ' +
        'give the text of a problem in UTF-8.';
      throw this.#mistake('bad-text', this.#begun.length, what);
    }
    let from = 0;
    for (let to = chunk.indexOf('\n'); to >= 0; to = chunk.indexOf('\n', from)) {
      this.#append(chunk.slice(from, to));
      this.#endLine();
      from = to + 1;
    }
    this.#append(from === 0 ? chunk : copyOf(chunk.slice(from)));
  }

  #append(piece: string): void {
    if (this.#begun.length + piece.length > LONGEST_LINE) {
      this.#line++;
      const what = `the line has more than ${LONGEST_LINE} characters; divide it.`;
      throw this.#mistake('bad-text', LONGEST_LINE, what);
    }
    this.#begun += piece;
  }

  #endLine(): void {
    const line = this.#begun;
    this.#begun = '';
    this.#line++;
    const marked = this.#line === 1 && line.charCodeAt(0) === BYTE_ORDER_MARK;
    const at = afterBlanks(line, marked ? 1 : 0);
    const label = this.#label;
    this.#label = '';
    if (at === line.length) return;
    if (line.charCodeAt(at) === BAR) {
      if (line[at + 1] === '!') this.#takeRule(line, at);
      else if (this.#onLabel !== undefined) this.#label = line.slice(at + 1).trim();
      return;
    }
    if (this.#problem === undefined) {
      this.#problem = this.#problemWith(line, at);
      return;
    }
    const option = this.#problem.optionCount;
    this.#addOption(this.#problem, line, at);
    if (label !== '') this.#onLabel?.(copyOf(label), option);
  }

  #takeRule(line: string, at: number): void {
    if (this.#onRule === undefined) {
      const what =
        `found ${shown(line.slice(at))}, a rule, without which the problem has other solutions; read the text ` +
        "by readRuledDlx of 'quadrille/rules' or by quadrille solve, or begin a comment with | and a blank.";
      throw this.#mistake('not-supported', at, what);
    }
    const place = { source: this.#source, line: this.#line, column: at + 3 };
    this.#onRule(copyOf(line.slice(at + 2)), place);
  }

  /** Makes the problem with the items of this line. */
  #problemWith(line: string, start: number): Problem {
    const names = new Set<string>();
    const bounds: [item: number, bounds: Bounds][] = [];
    let primary: number | undefined;
    let at = start;
    while (at < line.length) {
      if (line.charCodeAt(at) === BAR) {
        if (primary !== undefined) {
          const what = 'found a second |; give one, between the primary and the secondary items.';
          throw this.#mistake('bad-text', at, what);
        }
        primary = names.size;
        at = afterBlanks(line, at + 1);
        continue;
      }
      const end = beforeBlank(line, at);
      const { name, bounds: stated } = itemOf(line.slice(at, end));
      this.#checkName(names, name, at);
      if (stated !== undefined) {
        const what = flawOfBounds(name, stated, primary !== undefined);
        if (what !== undefined) throw this.#mistake('bad-times', at, what, { item: name });
        bounds.push([names.size, stated]);
      }
      names.add(name);
      at = afterBlanks(line, end);
    }
    const all = [...names];
    primary ??= all.length;
    const problem = new Problem({
      primary: all.slice(0, primary),
      secondary: all.slice(primary),
    });
    for (const [item, times] of bounds) problem.setTimes(item, times);
    if (this.#sharp) problem.prefer(all.slice(0, primary).filter((name) => name.startsWith('#')));
    // These names are copies that the problem made. The ones above would keep the line alive.
    for (let item = 0; item < all.length; item++) this.#items.set(problem.itemName(item), item);
    this.#seen = integers(all.length, SEEN);
    return problem;
  }

  #checkName(names: ReadonlySet<string>, name: string, at: number): void {
    const flaw = flawOfItem(name);
    if (flaw !== undefined) throw this.#mistake(flaw.code, at, flaw.what, { item: name });
    if (names.has(name)) {
      const what = `item ${shown(name)} is named twice; give each item a name of its own.`;
      throw this.#mistake('duplicate-item', at, what, { item: name });
    }
    if (names.size === MOST_ITEMS) {
      const what = `there are more than ${MOST_ITEMS} items, the most that are possible; split the problem.`;
      throw this.#mistake('too-large', at, what);
    }
  }

  #addOption(problem: Problem, line: string, start: number): void {
    const option = problem.optionCount;
    const { primaryCount } = problem;
    const seen = this.#seen;
    const items: number[] = [];
    let colours: number[] | undefined;
    let hasPrimary = false;
    let cost = 0;
    let at = start;
    while (at < line.length) {
      if (line.charCodeAt(at) === BAR) {
        const end = beforeBlank(line, at);
        const more = costOfPart(line.slice(at, end));
        if (more === undefined) throw this.#unknown(line, at, option);
        cost += more;
        if (!Number.isSafeInteger(cost)) {
          const what = `option ${option} costs ${cost}, beyond 2 ** 53; divide all costs by a factor.`;
          throw this.#mistake('bad-cost', at, what, { option });
        }
        at = afterBlanks(line, end);
        continue;
      }
      const end = beforeBlank(line, at, COLON);
      const name = line.slice(at, end);
      const item = this.#items.get(name);
      if (item === undefined) throw this.#unknown(line, at, option);
      if (seen[item] === option + 1) {
        const what = `option ${option} has item ${shown(name)} twice; name each item once.`;
        throw this.#mistake('repeated-item', at, what, { option, item: name });
      }
      seen[item] = option + 1;
      if (item < primaryCount) hasPrimary = true;
      let next = end;
      if (line.charCodeAt(end) === COLON) {
        next = beforeBlank(line, end + 1);
        const colour = line.slice(end + 1, next);
        const flaw = flawOfUse(name, colour, item < primaryCount);
        if (flaw) throw this.#mistake(flaw.code, at, flaw.what, { option, item: name });
        colours ??= [];
        while (colours.length < items.length) colours.push(0);
        colours.push(problem.colour(colour));
      } else {
        colours?.push(0);
      }
      items.push(item);
      at = afterBlanks(line, next);
    }
    problem.addIndices(items, undefined, colours);
    if (cost !== 0) problem.setCost(option, cost);
    if (!hasPrimary && this.#onWarning !== undefined) {
      const what =
        `option ${option} has no primary item, so it is never chosen; ` +
        'add one to it, or leave it out.';
      this.#onWarning(this.#mistake('no-primary', start, what, { option }));
    }
  }

  /** The error for a part of an option that begins with no known name. */
  #unknown(line: string, at: number, option: number): QuadrilleError {
    const part = line.slice(at, beforeBlank(line, at));
    const name = line.slice(at, beforeBlank(line, at, COLON));
    const flaw = flawOfPart(part, name, option);
    if (flaw !== undefined) {
      const place = name === '' ? { option, item: name } : { option };
      return this.#mistake(flaw.code, at, flaw.what, place);
    }
    const like = nearest(name, this.#items.keys());
    const isCost = /\|\d+$/.test(name);
    const hint = isCost
      ? '; a cost, as in |7, stands after a blank'
      : like === undefined
        ? ''
        : ` (did you mean ${shown(like)}?)`;
    const what =
      `unknown item ${shown(name)}; name it in the line of the items, ` +
      `or correct the option${hint}`;
    return this.#mistake('unknown-item', at, what, { option, item: name });
  }

  #mistake(
    code: ErrorCode,
    at: number,
    what: string,
    place: { option?: number; item?: string } = {},
  ): QuadrilleError {
    const { option, item } = place;
    const name = item === undefined ? undefined : copyOf(item);
    const line = Math.max(1, this.#line);
    const found = { source: this.#source, line, column: at + 1, option, item: name };
    return mistakeAt(found, code, what);
  }
}
