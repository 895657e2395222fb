import { recordOf, Totals } from './counters.ts';
import { type Decisions, Prefix } from './prefix.ts';
import { checkBudget, checkSolutionBudget, type Outcome, type Search } from './search.ts';

/**
 * A search below several prefixes, one after the other: the rest of another search, or a part of
 * it. One engine searches below all of them. It belongs to the caller, who may use it again
 * afterwards.
 *
 *     done | the prefix it is in | ahead: those not begun
 */
export class PrefixSearch extends Totals implements Search {
  readonly prefix: Prefix;
  /** The engine. */
  readonly search: Search;
  #prefixes: readonly Prefix[];
  #begun = 0;
  /** True while the engine is below a prefix. */
  #isIn = false;
  /** The solutions below the prefixes before this one, and the same times their factors. */
  #before = 0;
  #exact = 0n;

  /** `prefix` is a beginning that all of them have, for searches beside this one. */
  constructor(search: Search, prefixes: Iterable<Prefix>, prefix = Prefix.root) {
    super([]);
    this.search = search;
    this.#prefixes = [...prefixes];
    this.prefix = prefix;
    this.reset();
  }

  get solutions(): number {
    return this.#before + (this.#isIn ? this.search.solutions : 0);
  }

  /** The number of solutions, times the factors of their prefixes. */
  get exact(): bigint {
    if (!this.#isIn) return this.#exact;
    const { factor } = this.#prefixes[this.#begun - 1];
    return this.#exact + BigInt(this.search.solutions) * factor;
  }

  /** The number of prefixes that it has begun. */
  get begun(): number {
    return this.#begun;
  }

  /** The prefixes that it has not begun, in order. */
  get ahead(): readonly Prefix[] {
    return this.#prefixes.slice(this.#begun);
  }

  /** The prefix that it is in, as if nothing were done below it, and those ahead. */
  get whole(): readonly Prefix[] {
    return this.#isIn ? this.#prefixes.slice(this.#begun - 1) : [];
  }

  advance(nodeBudget: number, solutionBudget = 1): Outcome {
    checkBudget(nodeBudget);
    checkSolutionBudget(solutionBudget);
    if (!this.#isIn) return 'exhausted';
    const { search } = this;
    for (let wanted = solutionBudget; ; ) {
      const before = search.solutions;
      const outcome = search.advance(nodeBudget, wanted);
      if (outcome !== 'exhausted') return outcome;
      wanted -= search.solutions - before;
      this.#next();
      if (!this.#isIn) return outcome;
      // Many small prefixes together may be long, so it pauses after each.
      if (nodeBudget !== Number.POSITIVE_INFINITY) return 'paused';
    }
  }

  solution(into?: number[]): number[] {
    return this.search.solution(into);
  }

  *frontier(): Iterable<Prefix> {
    if (this.#isIn) yield* this.search.frontier();
    yield* this.ahead;
  }

  split(atLeast: number): Prefix[] {
    const { ahead } = this;
    const parts = this.#isIn ? this.search.split(Math.max(1, atLeast - ahead.length)) : [];
    return [...parts, ...ahead].sort((a, b) => b.share - a.share);
  }

  share(): number {
    const ahead = this.ahead.reduce((sum, { share }) => sum + share, 0);
    const here = this.#isIn ? this.search.prefix.share * (1 - this.search.share()) : 0;
    return Math.max(0, 1 - ahead - here);
  }

  /** Back to the start, or below one other prefix. */
  reset(prefix?: Decisions, length?: number): void {
    if (prefix !== undefined) {
      this.search.reset(prefix, length);
      this.#prefixes = [this.search.prefix];
    }
    this.#begun = 0;
    this.#isIn = false;
    this.#before = 0;
    this.#exact = 0n;
    this.parts = [];
    this.#next();
  }

  end(): void {
    this.search.end();
  }

  /** Enters the next prefix, if there is one. */
  #next(): void {
    const { solutions, exact } = this;
    this.#before = solutions;
    this.#exact = exact;
    this.parts = [recordOf(this)];
    const next = this.#prefixes[this.#begun++];
    this.#isIn = next !== undefined;
    if (next === undefined) return;
    this.search.reset(next);
    this.parts.push(this.search);
  }
}
