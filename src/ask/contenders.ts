import { Build, type BuildSettings } from '../diagram/build.ts';
import { Counts, type Exact } from '../diagram/counts.ts';
import type { Compiled } from '../problem/compiled.ts';
import { COSTS } from './costs.ts';
import type { Enumeration } from './enumeration.ts';

/** A way to count that can pause. */
export interface Contender {
  /** True if it remembers states; `states` is their number. */
  readonly remembers: boolean;
  readonly states: number;
  /** Work done. */
  readonly work: number;
  readonly nodes: number;
  /** The number of solutions found so far; at the end, of all. */
  soFar(): Exact;
  /** The binary logarithm of the work that it is expected to need in all. */
  logWork(): number;
  /** The share of its tree that is done. */
  share(): number;
  /** Goes on; true at its end. */
  advance(nodeBudget: number): boolean;
  /** Gives back the memory of WebAssembly that it holds. Only its counters are read after that. */
  end(): void;
}

/** Counts solutions one by one. */
export class OneByOne implements Contender {
  readonly remembers = false;
  readonly states = 0;
  readonly #search: Enumeration;

  constructor(search: Enumeration) {
    this.#search = search;
  }

  get nodes(): number {
    return this.#search.nodes;
  }

  get work(): number {
    return this.#search.cost;
  }

  soFar(): Exact {
    return this.#search.solutions;
  }

  logWork(): number {
    return Math.log2(this.#search.cost + this.#search.left());
  }

  share(): number {
    return this.#search.share();
  }

  advance(nodeBudget: number): boolean {
    return this.#search.advance(nodeBudget, Number.POSITIVE_INFINITY) === 'exhausted';
  }

  end(): void {
    this.#search.end();
  }
}

/** Counts by states that it remembers. */
export class Remembering implements Contender {
  readonly remembers = true;
  readonly #counts = new Counts();
  readonly #build: Build<Exact>;

  constructor(compiled: Compiled, settings: BuildSettings) {
    this.#build = new Build(compiled, this.#counts, { ...settings, forgets: true });
  }

  get states(): number {
    return this.#build.entries;
  }

  get nodes(): number {
    return this.#build.nodes;
  }

  get work(): number {
    return COSTS.build.update * this.#build.work + COSTS.build.node * this.nodes;
  }

  soFar(): Exact {
    return this.#build.result ?? this.#counts.soFar();
  }

  logWork(): number {
    return Math.log2(this.work + 1) - this.#build.logShare();
  }

  share(): number {
    return 2 ** this.#build.logShare();
  }

  advance(nodeBudget: number): boolean {
    return this.#build.advance(nodeBudget) === 'exhausted';
  }

  end(): void {
    this.#build.end();
  }
}
