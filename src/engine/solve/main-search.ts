import { COSTS } from '../kernels/costs.ts';
import { Totals } from '../kernels/counters.ts';
import type { Decisions, Prefix } from '../kernels/prefix.ts';
import { PrefixSearch } from '../kernels/prefix-search.ts';
import type { Outcome, Search } from '../kernels/search.ts';
import type { CompleteSolver } from '../kernels/solver.ts';
import type { Compiled } from '../problem/compiled.ts';
import type { EngineName } from './engines.ts';
import { costOfLists, leftOfLists } from './forecast.ts';
import { partOf, type Remaining } from './remaining.ts';

/** The search that a question begins with. It goes over all of its tree. */
export class MainSearch extends Totals implements Search, CompleteSolver {
  /**
   * The search that runs first; here to the end. An enumeration may put another one in its place.
   */
  initial: Search;
  readonly states = 0;
  protected readonly compiled: Compiled;
  readonly #engine: EngineName;

  constructor(compiled: Compiled, initial: Search, engine: EngineName) {
    super([initial]);
    this.compiled = compiled;
    this.initial = initial;
    this.#engine = engine;
  }

  /** The search that goes on. */
  get current(): Search {
    return this.initial;
  }

  /** Its engine. */
  get engine(): EngineName {
    return this.#engine;
  }

  /** True while the engine may still change; a division waits. */
  get isChoosing(): boolean {
    return false;
  }

  /** The prefix that all of it lies below. */
  get prefix(): Prefix {
    return this.initial.prefix;
  }

  /** The prefixes that it began with: all solutions are below them, counted by their factors. */
  get roots(): readonly Prefix[] {
    return [this.prefix];
  }

  get solutions(): number {
    return this.current.solutions;
  }

  get exact(): bigint {
    return exactOf(this.current);
  }

  get cost(): number {
    if (this.#engine === 'learn') return COSTS.learn.node * this.nodes;
    return costOfLists(this.initial, this.compiled);
  }

  /** The expected cost of the rest. */
  left(): number {
    return leftOfLists(this.initial, this.compiled, undefined);
  }

  expectedCost(): number {
    return Math.log2(this.cost + this.left());
  }

  share(): number {
    return this.current.share();
  }

  frontier(): Iterable<Prefix> {
    return this.current.frontier();
  }

  split(atLeast: number): Prefix[] {
    return this.current.split(atLeast);
  }

  /**
   * All that is left, for its engine to go on with elsewhere. `learn` does not divide what it has
   * begun, so that is divided into `cubes` prefixes at once.
   */
  rest(cubes = 1): Remaining {
    const left = this.engine === 'learn' ? this.split(cubes) : this.frontier();
    return { ...partOf(this.engine, left), solutions: this.exact };
  }

  advance(nodeBudget: number, solutionBudget = 1): Outcome {
    return this.initial.advance(nodeBudget, solutionBudget);
  }

  solution(into?: number[]): number[] {
    return this.current.solution(into);
  }

  reset(prefix?: Decisions, length?: number): void {
    this.initial.reset(prefix, length);
  }

  end(): void {
    this.initial.end();
  }
}

/** The number of solutions of a search, times the factors of their prefixes. */
export function exactOf(search: Search): bigint {
  return search instanceof PrefixSearch ? search.exact : BigInt(search.solutions);
}
