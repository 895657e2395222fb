import type { RootSymmetries } from '../diagram/isomorphs.ts';
import { Refutation } from '../diagram/refutation.ts';
import { COSTS } from '../kernels/costs.ts';
import { Start } from '../kernels/prefix.ts';
import type { Outcome } from '../kernels/search.ts';
import type { Solver } from '../kernels/solver.ts';
import type { Compiled } from '../problem/compiled.ts';
import { isMemoryRefused } from '../problem/memory.ts';
import { Graph } from '../symmetry/graph.ts';
import { remainderBelow } from '../symmetry/remainder.ts';
import { BYTES_PER_MOVE, SLICE_LOOKS, SymmetrySearch } from '../symmetry/search.ts';
import type { Settings } from './question-settings.ts';

/** The most bytes for symmetries and refuted states, unless the caller says otherwise. */
const SYMMETRY_BYTES = 2 ** 26;
/** These take this part of the memory that the caller allows for all. */
const MEMORY_PART = 1 / 16;
const STEP_NS = 1 << 14;

function memoryOf({ memoryLimit }: Settings): number {
  return memoryLimit === undefined ? SYMMETRY_BYTES : MEMORY_PART * memoryLimit;
}

/** What a decider comes to; `stuck` where the machine refuses memory. */
function unlessRefused(goOn: () => Outcome): Outcome {
  try {
    return goOn();
  } catch (error) {
    if (isMemoryRefused(error) || error instanceof RangeError) return 'stuck';
    throw error;
  }
}

interface RefutingSettings extends Settings {
  /** The symmetries that are enough. */
  readonly suits: (symmetries: RootSymmetries) => boolean;
  /** True if it may end with a solution; else it is of no more use then. */
  readonly finds: boolean;
  /** The cost after which it gives up. */
  readonly mostNs: number;
}

/**
 * Proves that there is no solution, where the problem has many symmetries: an option that is
 * refuted is refuted with all its images. It may find a solution instead.
 */
export class Refuting implements Solver {
  /** The cost so far in steps of 16 µs: a node may take a thousand times as long as another. */
  nodes = 0;
  /** They can be read after the end. */
  readonly counters = { nodes: 0, guesses: 0, updates: 0, deepest: 0 };
  cost = 0;
  readonly #compiled: Compiled;
  readonly #settings: RefutingSettings;
  #search: Refutation | undefined;
  #solution: readonly number[] | undefined;

  constructor(compiled: Compiled, settings: RefutingSettings) {
    this.#compiled = compiled;
    this.#settings = settings;
  }

  /** One node at most, whatever the budget: a schedule looks at its cost after numbers of these steps. */
  advance(): Outcome {
    if (this.#solution !== undefined || this.cost >= this.#settings.mostNs) return 'stuck';
    return unlessRefused(() => this.#goOn());
  }

  #goOn(): Outcome {
    const { prefix, suits, finds } = this.#settings;
    const memoryLimit = memoryOf(this.#settings);
    this.#search ??= new Refutation(this.#compiled, { prefix, memoryLimit, suits });
    const search = this.#search;
    const outcome = search.advance(1);
    this.cost = search.work;
    this.nodes = Math.max(this.nodes + 1, Math.ceil(this.cost / STEP_NS));
    this.counters.nodes = search.nodes;
    this.counters.deepest = search.deepest;
    if (outcome !== 'exhausted' || search.result === 0n) return outcome;
    this.#solution = search.solution;
    this.end();
    return finds ? 'solution' : 'stuck';
  }

  solution(into: number[] = []): number[] {
    into.length = 0;
    into.push(...(this.#solution as readonly number[]));
    return into;
  }

  /** Its states go with the search. */
  end(): void {
    this.#search?.end();
    this.#search = undefined;
  }
}

/**
 * Finds a second solution: the image of the first one under a symmetry of what the prefix leaves.
 * The symmetries found generate all. So if none of them moves the solution, none does.
 */
export class Moving implements Solver {
  /** The slices so far. */
  nodes = 0;
  readonly #compiled: Compiled;
  readonly #settings: Settings;
  #search: SymmetrySearch | undefined;
  #looks = 0;
  /** The symmetries that were looked at. */
  #tried = 0;
  readonly #known: ReadonlySet<number>[] = [];
  #solution: number[] | undefined;

  constructor(compiled: Compiled, settings: Settings) {
    this.#compiled = compiled;
    this.#settings = settings;
  }

  get cost(): number {
    return COSTS.symmetry.look * (this.#looks + (this.#search?.work ?? 0));
  }

  exclude(numbers: readonly number[]): void {
    this.#known.push(new Set(numbers));
  }

  advance(): Outcome {
    this.nodes++;
    return this.#solution !== undefined ? 'stuck' : unlessRefused(() => this.#goOn());
  }

  #goOn(): Outcome {
    this.#search ??= this.#begin();
    const search = this.#search;
    if (search === undefined) return 'stuck';
    const outcome = search.advance(search.work + SLICE_LOOKS);
    for (; this.#tried < search.group.generators; this.#tried++) {
      this.#solution = this.#imageUnder(search, this.#tried);
      if (this.#solution !== undefined) return 'solution';
    }
    return outcome === 'paused' ? 'paused' : 'stuck';
  }

  /** Undefined where there is no memory for it. */
  #begin(): SymmetrySearch | undefined {
    const compiled = this.#compiled;
    const left = memoryOf(this.#settings) - SymmetrySearch.bytesFor(compiled);
    if (left < 0) return undefined;
    const remainder = remainderBelow(compiled, new Start(compiled, this.#settings.prefix));
    const graph = new Graph(compiled);
    graph.loadRemainder(remainder);
    this.#looks += graph.room + compiled.nodes;
    const search = new SymmetrySearch(graph);
    search.begin(false, left / BYTES_PER_MOVE);
    return search;
  }

  /** The image of the first solution, if that is a new one. */
  #imageUnder({ graph, group }: SymmetrySearch, generator: number): number[] | undefined {
    const first = this.#known[0];
    if (first === undefined) return undefined;
    const pairs = group.movedBy(generator);
    this.#looks += pairs.length;
    // The options that the prefix chooses have no vertex, and stay.
    const images = new Map<number, number>();
    for (let k = 0; k < pairs.length && pairs[k] < graph.options; k += 2) {
      const option = graph.name[pairs[k]];
      if (first.has(option)) images.set(option, graph.name[pairs[k + 1]]);
    }
    if (images.size === 0) return undefined;
    const moved = Array.from(first, (option) => images.get(option) ?? option);
    const isKnown = this.#known.some((known) => moved.every((option) => known.has(option)));
    return isKnown ? undefined : moved;
  }

  solution(into: number[] = []): number[] {
    into.length = 0;
    into.push(...(this.#solution as number[]));
    return into;
  }

  end(): void {
    this.#search = undefined;
  }
}
