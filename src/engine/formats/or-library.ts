import { mistakeAt, plural, QuadrilleError, shown } from '../problem/error.ts';
import { Problem } from '../problem/problem.ts';
import { checkSettings } from '../problem/setting.ts';

/** How to read a text of the OR-library. */
export interface OrLibrarySettings {
  /** The name of the text, for messages. */
  readonly source?: string | undefined;
}

/**
 * Reads a set-partitioning problem in the form of the OR-library (Beasley 1990), whole numbers
 * between blanks:
 *
 *     3 4             3 items and 4 options
 *     10 2 1 2        an option that costs 10 and has 2 items, 1 and 2
 *     4 1 3
 *     7 2 2 3
 *     5 1 1
 *
 * Items are named by their numbers, from 1, and each is covered exactly once. Lines may end
 * anywhere.
 */
export function readOrLibrary(text: string, settings: OrLibrarySettings = {}): Problem {
  checkSettings(settings, ['source']);
  if (typeof text !== 'string') {
    throw new QuadrilleError('bad-text', `The text is ${shown(text)}; give a string.`);
  }
  const numbers = new Numbers(text, settings.source);
  const items = numbers.next('the number of items', 1, MOST_ROWS);
  const options = numbers.next('the number of options', 0);
  const problem = new Problem({ primary: Array.from({ length: items }, (_, k) => String(k + 1)) });
  /** Item -> the last option with it, from 1. */
  const seen = new Int32Array(items);
  for (let option = 1; option <= options; option++) {
    const cost = numbers.next(`the cost of option ${option}`, -Number.MAX_SAFE_INTEGER);
    const count = numbers.next(`the number of items of option ${option}`, 1, items);
    const indices: number[] = [];
    for (let k = 0; k < count; k++) {
      const item = numbers.next(`an item of option ${option}`, 1, items) - 1;
      if (seen[item] === option) {
        numbers.refuse(`option ${option} has item ${item + 1} twice; name it once.`);
      }
      seen[item] = option;
      indices.push(item);
    }
    problem.setCost(problem.addIndices(indices), cost);
  }
  numbers.end(`the last of ${plural(options, 'option')}`);
  return problem;
}

/** The most items: a text that is none of this form may begin with any number. */
const MOST_ROWS = 2 ** 24;

/** The whole numbers of a text, one by one, with their places for errors. */
class Numbers {
  readonly #text: string;
  readonly #source: string | undefined;
  readonly #parts = /\S+/g;
  /** Where the current number begins in the text. */
  #at = 0;

  constructor(text: string, source: string | undefined) {
    this.#text = text;
    this.#source = source;
  }

  /** The next number. `what` names it in errors. */
  next(what: string, least: number, most = Number.MAX_SAFE_INTEGER): number {
    const part = this.#part();
    if (part === undefined) this.refuse(`the text ends before ${what}; give all of it.`);
    const number = Number(part);
    if (/^-?\d+$/.test(part) && number >= least && number <= most) return number;
    const range = most === Number.MAX_SAFE_INTEGER ? `${least} up` : `${least} to ${most}`;
    this.refuse(`found ${shown(part)} as ${what}; give a whole number from ${range}.`);
  }

  end(last: string): void {
    const part = this.#part();
    if (part === undefined) return;
    this.refuse(`found ${shown(part)} after ${last}; correct the numbers before it, or drop it.`);
  }

  /** Throws an error at the place of the current number. */
  refuse(what: string): never {
    const before = this.#text.slice(0, this.#at).split('\n');
    const column = (before.at(-1) as string).length + 1;
    throw mistakeAt({ source: this.#source, line: before.length, column }, 'bad-text', what);
  }

  #part(): string | undefined {
    const found = this.#parts.exec(this.#text);
    this.#at = found?.index ?? this.#text.length;
    return found?.[0];
  }
}
