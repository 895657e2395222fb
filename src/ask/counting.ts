import { Build, type BuildSettings } from '../diagram/build.ts';
import { Counts, type Exact } from '../diagram/counts.ts';
import {
  checkBudget,
  type Outcome,
  type Search,
  type SearchSettings,
  STRIDE,
} from '../kernels/search.ts';
import type { Compiled } from '../problem/compiled.ts';
import { type ErrorCode, QuadrilleError } from '../problem/error.ts';
import type { Walked } from './walk.ts';

/**
 * The work that the enumeration does alone: at first, and where it is expected to end within so much. A
 * tenth of a second is lost when another way begins, until V8 has compiled it.
 */
const ALONE = 1 << 21;
const LOG_OF_SOON = 26;
/** The others together get at most one part in so many of the leader's work. */
const PARTS = 16;
/** The least work that is worth a turn. */
const LEAST_TURN = 1 << 14;
/** The leader goes on until it has done so many times the work. */
const STEP = 1.25;
/** Who is to lead must be expected to end in so much less than the leader. */
const AHEAD = 0.75;
/** Problems with more nodes of the matrix are enumerated: to lay out their states takes too long. */
const MOST_NODES = 1 << 20;
/** Work is in updates of `cells`; by measurement, other things take as long as so many of them. */
const NODE_OF_CELLS = 7;
const SLOT = 0.5;
const NODE_OF_BUILD = 110;
/** The most bytes that states may take, unless the caller says otherwise. */
const MEMORY = 2 ** 30;
/** What a build says where the machine has no memory for it. */
const REFUSALS: readonly ErrorCode[] = ['out-of-memory', 'too-large'];

/** A way to count, that can be driven for some work at a time. */
interface Contender {
  /** Work done. */
  readonly work: number;
  readonly nodes: number;
  /** The count, of all or of what was found so far. */
  soFar(): Exact;
  /** The logarithm, by 2, of the share that is done. */
  logShare(): number;
  /** Whether it is at its end. */
  advance(nodeBudget: number): boolean;
}

/**
 * Counts all solutions, in the way that promises to be the fastest: one by one, or by states that are
 * remembered. The enumeration begins. Before long, ways that remember get a small part of the time. Each
 * of them knows how much of the tree it has done for its work; who is expected to end first leads, and
 * gets most of the time. All of that rests on counts of work, so the same input takes the same way.
 */
export class Counting implements Walked {
  readonly #compiled: Compiled;
  readonly #settings: SearchSettings;
  readonly #enumeration: Search;
  readonly #contenders: Contender[];
  #leader: Contender;
  /** Whose turn it is, and the work at which it ends. */
  #current: Contender;
  #until = ALONE;
  #result: Exact | undefined;

  constructor(compiled: Compiled, settings: SearchSettings, enumeration: Search) {
    this.#compiled = compiled;
    this.#settings = settings;
    this.#enumeration = enumeration;
    this.#leader = this.#current = new Enumeration(enumeration);
    this.#contenders = [this.#leader];
  }

  get nodes(): number {
    return this.#contenders.reduce((sum, { nodes }) => sum + nodes, 0);
  }

  get guesses(): number {
    return this.#enumeration.guesses;
  }

  get updates(): number {
    return this.#enumeration.updates;
  }

  get deepest(): number {
    return this.#enumeration.deepest;
  }

  /** The count; before the end, a proven lower bound. */
  get exact(): bigint {
    if (this.#result !== undefined) return BigInt(this.#result);
    let most: Exact = 0;
    for (const contender of this.#contenders) {
      const count = contender.soFar();
      if (count > most) most = count;
    }
    return BigInt(most);
  }

  /** The same as a number, where that is exact; else the largest that is, a lower bound as well. */
  get solutions(): number {
    const { exact } = this;
    return exact <= Number.MAX_SAFE_INTEGER ? Number(exact) : Number.MAX_SAFE_INTEGER;
  }

  share(): number {
    if (this.#result !== undefined) return 1;
    return Math.max(...this.#contenders.map((contender) => 2 ** contender.logShare()));
  }

  advance(nodeBudget: number): Outcome {
    checkBudget(nodeBudget);
    const stop = this.nodes + nodeBudget;
    while (this.#result === undefined) {
      const left = Math.min(stop - this.nodes, STRIDE);
      if (left <= 0) return 'paused';
      const current = this.#current;
      if (current.advance(left)) this.#result = current.soFar();
      else if (current.work >= this.#until) this.#changeTurns();
      // A contender pauses by itself after a millisecond of work.
      if (nodeBudget !== Number.POSITIVE_INFINITY) break;
    }
    return this.#result === undefined ? 'paused' : 'exhausted';
  }

  /** First the others catch up with their part of the leader's work; then someone leads on. */
  #changeTurns(): void {
    if (this.#contenders.length === 1) {
      const { work } = this.#leader;
      if (logWork(this.#leader) < LOG_OF_SOON && Math.log2(work) < LOG_OF_SOON) {
        this.#until = 2 * work;
        return;
      }
      this.#callOthers();
    }
    const part = this.#leader.work / PARTS;
    for (const contender of this.#contenders) {
      if (contender === this.#leader || contender.work > part - LEAST_TURN) continue;
      this.#current = contender;
      this.#until = part;
      return;
    }
    let best = this.#leader;
    let least = logWork(best) + Math.log2(AHEAD);
    for (const contender of this.#contenders) {
      if (contender === this.#leader || !(logWork(contender) < least)) continue;
      best = contender;
      least = logWork(contender);
    }
    this.#leader = this.#current = best;
    this.#until = best.work * STEP;
  }

  #callOthers(): void {
    const { nodes } = this.#compiled;
    if (nodes > MOST_NODES) return;
    const { prefix, memoryLimit = MEMORY } = this.#settings;
    try {
      this.#contenders.push(new Remembering(this.#compiled, { prefix, memoryLimit }));
    } catch (error) {
      if (!(error instanceof QuadrilleError && REFUSALS.includes(error.code))) throw error;
    }
  }
}

/** The logarithm of the work that a contender is expected to need in all. */
function logWork(contender: Contender): number {
  return Math.log2(contender.work) - contender.logShare();
}

/** Counts solutions one by one. */
class Enumeration implements Contender {
  readonly #search: Search;

  constructor(search: Search) {
    this.#search = search;
  }

  get nodes(): number {
    return this.#search.nodes;
  }

  get work(): number {
    return this.#search.updates + NODE_OF_CELLS * this.nodes;
  }

  soFar(): Exact {
    return this.#search.solutions;
  }

  logShare(): number {
    return Math.log2(this.#search.share());
  }

  advance(nodeBudget: number): boolean {
    return this.#search.advance(nodeBudget, Number.POSITIVE_INFINITY) === 'exhausted';
  }
}

/** Counts by states that it remembers. */
class Remembering implements Contender {
  readonly #counts = new Counts();
  readonly #build: Build<Exact>;

  constructor(compiled: Compiled, settings: BuildSettings) {
    this.#build = new Build(compiled, this.#counts, { ...settings, forgets: true });
  }

  get nodes(): number {
    return this.#build.nodes;
  }

  get work(): number {
    return SLOT * this.#build.work + NODE_OF_BUILD * this.nodes;
  }

  soFar(): Exact {
    return this.#build.result ?? this.#counts.soFar();
  }

  logShare(): number {
    return this.#build.logShare();
  }

  advance(nodeBudget: number): boolean {
    return this.#build.advance(nodeBudget) === 'exhausted';
  }
}
