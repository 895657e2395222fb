import type { Matrix } from '../test/cases/matrix.ts';
import { WrongAnswer } from './trouble.ts';

/**
 * Checks the solutions of contenders on one matrix, by the matrix alone: the number is right, each
 * one is a solution, and no two are alike. Where all solutions are asked for, all contenders found
 * the same.
 */
export class Referee {
  readonly #race: string;
  readonly #matrix: Matrix;
  readonly #expected: number;
  readonly #all: boolean;
  #first: { readonly contender: string; readonly set: ReadonlySet<string> } | undefined;

  constructor(race: string, matrix: Matrix, expected: number, all: boolean) {
    this.#race = race;
    this.#matrix = matrix;
    this.#expected = expected;
    this.#all = all;
  }

  checkCount(contender: string, count: number): void {
    if (count === this.#expected) return;
    throw this.#wrong(contender, `${count} solutions where there are ${this.#expected}`);
  }

  check(contender: string, solutions: readonly (readonly number[])[]): void {
    const wrong = (what: string) => this.#wrong(contender, what);
    this.checkCount(contender, solutions.length);
    const set = new Set<string>();
    for (const numbers of solutions) {
      const sorted = [...numbers].sort((a, b) => a - b).join(' ');
      const fault = faultIn(this.#matrix, numbers);
      if (fault !== undefined) throw wrong(`options ${sorted} are no solution, ${fault}`);
      if (set.has(sorted)) throw wrong(`options ${sorted} are given twice`);
      set.add(sorted);
    }
    if (!this.#all) return;
    this.#first ??= { contender, set };
    for (const sorted of set) {
      if (!this.#first.set.has(sorted)) {
        throw wrong(`options ${sorted} are a solution that ${this.#first.contender} did not find`);
      }
    }
  }

  #wrong(contender: string, what: string): WrongAnswer {
    return new WrongAnswer(
      `${contender} on ${this.#race}: ${what}. ` +
        'No time is worth anything before that is mended.',
    );
  }
}

/** The reason why a set of options is no solution; undefined if it is one. */
function faultIn(matrix: Matrix, numbers: readonly number[]): string | undefined {
  const { primary, secondary, options, colours } = matrix;
  const items = primary + secondary;
  const times = new Uint32Array(items);
  const colourOf = new Int32Array(items);
  for (const number of numbers) {
    const option = options[number];
    if (option === undefined) return `for there is no option ${number}`;
    for (const [place, item] of option.entries()) {
      const colour = colours?.[number]?.[place] ?? 0;
      const before = times[item];
      if (before > 0 && (colour === 0 || colour !== colourOf[item])) {
        return `for item ${item} is covered twice`;
      }
      times[item] = before + 1;
      colourOf[item] = colour;
    }
  }
  const missing = times.subarray(0, primary).indexOf(0);
  return missing < 0 ? undefined : `for item ${missing} is not covered`;
}
