import { countedNumber, Totals } from '../kernels/counters.ts';
import { Start } from '../kernels/prefix.ts';
import { PrefixSearch } from '../kernels/prefix-search.ts';
import type { Outcome, Search } from '../kernels/search.ts';
import type { Solver } from '../kernels/solver.ts';
import { keepsTo } from '../kernels/split.ts';
import type { Compiled } from '../problem/compiled.ts';
import type { EngineName } from './engines.ts';
import { MainSearch } from './main-search.ts';
import type { Model } from './model.ts';
import type { Settings } from './question-settings.ts';
import { wantsFew } from './questions.ts';
import { partOf, type Remaining } from './remaining.ts';
import type { SolutionWork } from './solution-work.ts';
import type { Strategy } from './strategies.ts';
import type { TreePortfolio } from './tree-portfolio.ts';

/** The nodes after which the engine of an enumeration is named; those of a count between two looks. */
const PILOT_NODES = 1 << 18;
const STATE_NODES = 1 << 12;
const ENDLESS = Number.POSITIVE_INFINITY;

/**
 * A search with a state that can be written down, and that a new search goes on from. Under `auto`
 * it first chooses the engine that goes on, and keeps to it:
 *
 *     count       [pilot] -> a rival that remembers states ends: the count
 *                     '-> an enumeration leads: what it leaves -.
 *     solutions   [pilot], some nodes, nothing is reported -----+-> [PrefixSearch] below the rest
 *     first,      [portfolio]: its main search is a PrefixSearch
 *     isUnique
 *
 * A rival that remembers states has no frontier, and `learn`, which may end a count with rules by
 * functions, would leave many prefixes. While one of them may come to the end first, a checkpoint says
 * that nothing is done.
 */
export class Resumable extends Totals implements SolutionWork {
  readonly model: Model<Settings>;
  readonly #compiled: Compiled;
  readonly #settings: Settings;
  readonly #wantsFew: boolean;
  readonly #strategy: Strategy;
  /** The state at the start. */
  readonly #initial: Remaining;
  #engine: EngineName | 'auto';
  /** True if it counts all solutions: then not each of them need be found. */
  readonly #counts: boolean;
  /** The portfolio that chooses the engine that goes on. */
  #pilot: TreePortfolio | undefined;
  /** The nodes at which it is looked at. */
  #nextLook: number;
  #search: PrefixSearch | TreePortfolio | undefined;
  /** True if `learn` searches: a new one must exclude the solutions found. */
  #learns = false;
  /** The number of solutions that the search does not count. */
  #before = 0n;
  /** All solutions found for a decision; for `learn` those below the prefix it is in. */
  #found: number[][] = [];
  /** The number of prefixes begun, at the last look. */
  #begun = 0;
  /** The number of all solutions, where a rival has counted them. */
  #exact: bigint | undefined;
  #share = 0;

  constructor(strategy: Strategy, model: Model<Settings>, state?: Remaining) {
    super([]);
    const { question } = strategy;
    const { compiled, settings } = model;
    this.model = model;
    this.#strategy = strategy;
    this.#compiled = compiled;
    this.#settings = settings;
    this.#wantsFew = wantsFew(question);
    const { engine = 'auto', limit = ENDLESS } = settings;
    const { prefix } = new Start(compiled, settings.prefix);
    this.#initial = state ?? partOf(engine, [prefix]);
    const { solutions, left } = this.#initial;
    this.#counts = question === 'count' && limit === ENDLESS;
    this.#engine = this.#initial.engine;
    this.#nextLook = this.#counts ? STATE_NODES : PILOT_NODES;
    if (!this.#wantsFew && left.length === 0) this.#exact = solutions;
    else if (this.#wantsFew || this.#engine !== 'auto') this.#begin(this.#initial);
    else {
      this.#pilot = strategy.portfolio(compiled, settings, { deciders: this.#counts });
      this.parts.push(this.#pilot);
    }
  }

  /**
   * The number of solutions found, those before this search included. Before the end of a count, a
   * lower bound.
   */
  get exact(): bigint {
    if (this.#exact !== undefined) return this.#exact;
    if (this.#search !== undefined) return this.#before + this.#search.exact;
    return (this.#counts ? this.#pilot?.exact : undefined) ?? 0n;
  }

  get solutions(): number {
    return countedNumber(this.exact);
  }

  share(): number {
    if (this.#exact !== undefined) return 1;
    const search = this.#search ?? (this.#counts ? this.#pilot : undefined);
    this.#share = Math.max(this.#share, search?.share() ?? 0);
    return this.#share;
  }

  solution(into: number[] = []): number[] {
    const last = this.#wantsFew ? this.#found.at(-1) : undefined;
    if (last === undefined) return this.model.read((this.#search as Search).solution(into));
    into.length = 0;
    into.push(...last);
    return this.model.read(into);
  }

  advance(nodeBudget: number, solutionBudget = 1): Outcome {
    if (this.#exact !== undefined) return 'exhausted';
    const search = this.#search;
    if (search === undefined) return this.#explore(nodeBudget);
    if (!this.#wantsFew && !this.#learns) return search.advance(nodeBudget, solutionBudget);
    const outcome = search.advance(nodeBudget);
    if (search instanceof PrefixSearch && search.begun !== this.#begun && !this.#wantsFew) {
      // Solutions below the last prefix do not lie below this one.
      this.#begun = search.begun;
      this.#found = [];
    }
    if (outcome === 'solution') this.#found.push(search.solution());
    return outcome;
  }

  end(): void {
    this.#pilot?.end();
    this.#search?.end();
  }

  /** The search to divide, once the engine is known. `first` and `isUnique` are not divided. */
  get ready(): MainSearch | undefined {
    const search = this.#search;
    if (this.#wantsFew || !(search instanceof PrefixSearch)) return undefined;
    return new MainSearch(this.#compiled, search, this.#engine as EngineName);
  }

  get engine(): EngineName | 'auto' {
    return this.#engine;
  }

  /** The solutions found, and the prefixes left. */
  get state(): Remaining {
    const [engine, search] = [this.#engine, this.#search];
    if (this.#exact !== undefined) return { engine, solutions: this.#exact, found: [], left: [] };
    if (search === undefined) return this.#initial;
    // The prefixes of `learn` around its solutions would be many, and each a new search.
    const isWhole = this.#learns && search instanceof PrefixSearch;
    const left = isWhole ? search.whole : search.frontier();
    return { engine, solutions: this.exact, found: [...this.#found], left: [...left] };
  }

  /** Goes on to choose the engine that enumerates, which it does at fixed numbers of nodes. */
  #explore(nodeBudget: number): Outcome {
    const pilot = this.#pilot as TreePortfolio;
    const outcome = pilot.advance(Math.min(nodeBudget, this.#nextLook - pilot.nodes), ENDLESS);
    const isLook = pilot.nodes >= this.#nextLook;
    if (!this.#counts) {
      // It has reported nothing, so the engine begins from the start.
      const { engine } = pilot.main as MainSearch;
      if (isLook || outcome === 'exhausted') this.#begin(partOf(engine, this.#initial.left));
    } else if (outcome === 'exhausted') {
      this.#exact = pilot.exact;
      return outcome;
    } else if (isLook) {
      this.#nextLook += STATE_NODES;
      if (pilot.ready !== undefined) this.#begin(pilot.ready.rest());
    }
    if (this.#search !== undefined) pilot.end();
    return 'paused';
  }

  #begin({ engine, left, solutions, found }: Remaining): void {
    const compiled = this.#compiled;
    const { seed, memoryLimit, prefix, forbids } = this.#settings;
    const first = compiled.multiple ? 'multiples' : 'lists';
    const name = engine === 'auto' ? first : engine;
    const inner = this.#strategy.start(compiled, name, { seed, memoryLimit, forbids });
    const below = new PrefixSearch(inner, left, new Start(compiled, prefix).prefix);
    this.#engine = engine;
    this.#found = found.map((numbers) => [...numbers]);
    this.#begun = below.begun;
    this.#before = solutions;
    this.#search = below;
    this.#learns = name === 'learn';
    if (this.#learns) {
      const known = found.filter((numbers) => keepsTo(new Set(numbers), inner.prefix));
      for (const numbers of known) (inner as Search & Solver).exclude?.(numbers);
    }
    if (engine === 'auto') {
      const portfolio = this.#strategy.portfolio(compiled, this.#settings, { start: () => below });
      for (const numbers of found) portfolio.exclude(numbers);
      this.#before -= BigInt(found.length);
      this.#search = portfolio;
    }
    this.parts.push(this.#search);
  }
}
