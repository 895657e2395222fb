import { createSearch, type Search } from '../../src/index.ts';
import { encode, type Shape } from '../../src/sudoku.ts';

/**
 * Counts the guesses of our engines until the first solution, apart from the race: `Solver` does
 * not tell them. They are the same for both, which walk through the same tree.
 */
export class GuessCounter {
  readonly #size: number;
  readonly #search: Search;

  constructor(shape: Shape) {
    this.#size = shape.size;
    this.#search = createSearch(encode(shape).compile());
  }

  count(givens: Uint8Array): number {
    const prefix: number[] = [];
    for (const [cell, value] of givens.entries()) {
      if (value > 0) prefix.push(cell * this.#size + value - 1);
    }
    this.#search.reset(prefix);
    this.#search.advance(Number.POSITIVE_INFINITY);
    return this.#search.guesses;
  }
}
