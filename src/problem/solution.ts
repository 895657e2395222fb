import type { ItemUse, Problem } from './problem.ts';

/**
 * A set of options that meets every item's rule. The numbers are there at once; names and
 * payloads are looked up when asked for.
 */
export class Solution<T> {
  /** The option numbers, in the order chosen. */
  readonly numbers: readonly number[];
  readonly #problem: Problem<T>;

  constructor(problem: Problem<T>, numbers: readonly number[]) {
    this.#problem = problem;
    this.numbers = numbers;
  }

  /** The items of each option. */
  get options(): ItemUse[][] {
    return this.numbers.map((number) => this.#problem.option(number));
  }

  /** The payload of each option. */
  get payloads(): T[] {
    return this.numbers.map((number) => this.#problem.payload(number));
  }

  /** All of it, as JSON shows it; without `payloads` where no option has one. */
  toJSON(): { numbers: readonly number[]; options: ItemUse[][]; payloads?: T[] } {
    const { numbers, options, payloads } = this;
    const bare = payloads.every((payload) => payload === undefined);
    return bare ? { numbers, options } : { numbers, options, payloads };
  }

  /** What Node's console shows, which would leave out what is looked up. @internal */
  [Symbol.for('nodejs.util.inspect.custom')](): object {
    return this.toJSON();
  }
}
