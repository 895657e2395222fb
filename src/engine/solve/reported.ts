import type { Search } from '../kernels/search.ts';
import type { Solver } from '../kernels/solver.ts';
import { ascending } from '../problem/problem.ts';

/** The solutions that a portfolio has reported, as far as other solvers may find them again. */
export class Reported {
  /** Solutions that the main search has not found, less those that it has found again. */
  byOthers = 0;
  /** The arrays are used again. */
  readonly #solutions: number[][] = [];
  #length = 0;
  /** The keys of those that the main search may find again. */
  readonly #open = new Set<string>();

  get solutions(): readonly (readonly number[])[] {
    return this.#solutions.slice(0, this.#length);
  }

  get isOpen(): boolean {
    return this.#open.size > 0;
  }

  /** Keeps a copy of the solution that a search stands on. */
  take(finder: Pick<Search, 'solution'>): readonly number[] {
    const numbers = finder.solution(this.#solutions[this.#length]);
    this.#solutions[this.#length++] = numbers;
    return numbers;
  }

  /** Counts a solution that the main search has not found. */
  add(numbers: readonly number[]): void {
    this.take({ solution: () => numbers.slice() });
    this.expectRepeat(numbers);
    this.byOthers++;
  }

  /** The main search may find this one again. */
  expectRepeat(numbers: readonly number[]): void {
    this.#open.add(keyOf(numbers));
  }

  /** True once for each of those that the main search finds again. */
  takeRepeat(numbers: number[]): boolean {
    if (!this.#open.delete(keyOf(numbers))) return false;
    this.byOthers--;
    return true;
  }

  /** Makes a solver that begins leave out those so far. */
  excludeFrom(solver: Solver): void {
    for (let k = 0; k < this.#length; k++) solver.exclude?.(this.#solutions[k]);
  }

  clear(): void {
    this.byOthers = this.#length = 0;
    this.#open.clear();
  }
}

/** A name of the set of these options. */
function keyOf(numbers: readonly number[]): string {
  return ascending([...numbers]).join();
}
