import type { Exact } from '../core/answers.ts';
import type { Walkable, Walked } from '../core/walk.ts';
import { Lists } from '../kernels/lists.ts';
import type { Prefix } from '../kernels/prefix.ts';
import {
  checkBudget,
  checkSolutionBudget,
  notOnSolution,
  type Outcome,
  type SearchSettings,
} from '../kernels/search.ts';
import type { Compiled } from '../problem/compiled.ts';
import { ascending } from '../problem/problem.ts';

/**
 * The nodes and the work of the core's search before the follower starts: about a millisecond.
 */
const MOST_NODES = 1 << 14;
const MOST_WORK = 1 << 15;
/** The nodes between two looks at the work: where a call pauses depends on the clock, these do not. */
const LOOK = 128;
/**
 * The core's search begins where its layout takes less than that: problems of at most this number
 * of nodes of the matrix.
 */
const MOST_LAID_OUT = 1 << 15;

/** The search after the opening: its solutions are read, or it is a way to count. */
type Follower = Walked & Partial<Pick<Walkable, 'solution'> & Pick<Exact, 'exact'>>;

/**
 * A question begins with the search of the core, which is laid out in microseconds. Most problems
 * are answered there, and no other search is made.
 *
 *     [lists] --> the answer
 *        '------> after a millisecond: the follower, from the start; it leaves out the solutions
 *                 that were reported before
 *
 * To start again costs the millisecond; to go on below the frontier would cost every other search a
 * prefix.
 */
export class Opening implements Walkable {
  #opening: Lists | undefined;
  readonly #follow: (prefix: Prefix) => Follower;
  /** True where solutions are only counted, so the follower may count them again. */
  readonly #isCount: boolean;
  #follower: Follower | undefined;
  /** The counters of the opening when it ended. */
  #before = { nodes: 0, guesses: 0, updates: 0, solutions: 0, deepest: 0 };
  /** The solutions of the opening that the follower has not found again. */
  #known: Set<string> | undefined;
  #foundAgain = 0;
  /** The number of nodes at which the opening may be over. */
  #nextLook = LOOK;

  /** `follow` starts the follower below the same prefix, whose array the caller may use again. */
  constructor(
    compiled: Compiled,
    settings: SearchSettings,
    isCount: boolean,
    follow: (prefix: Prefix) => Follower,
  ) {
    this.#opening = new Lists(compiled, settings);
    this.#isCount = isCount;
    this.#follow = follow;
  }

  /** True for problems that are worth an opening. */
  static suits(compiled: Compiled): boolean {
    return !compiled.multiple && compiled.nodes <= MOST_LAID_OUT;
  }

  get nodes(): number {
    return this.#now.nodes + (this.#follower?.nodes ?? 0);
  }

  get guesses(): number {
    return this.#now.guesses + (this.#follower?.guesses ?? 0);
  }

  get updates(): number {
    return this.#now.updates + (this.#follower?.updates ?? 0);
  }

  get deepest(): number {
    return Math.max(this.#now.deepest, this.#follower?.deepest ?? 0);
  }

  get solutions(): number {
    const [before, after] = [this.#now.solutions, this.#follower?.solutions ?? 0];
    return this.#isCount ? Math.max(before, after) : before + after - this.#foundAgain;
  }

  get exact(): bigint {
    const before = BigInt(this.#now.solutions);
    const after = this.#follower?.exact ?? 0n;
    return before > after ? before : after;
  }

  get #now() {
    return this.#opening ?? this.#before;
  }

  share(): number {
    return (this.#follower ?? this.#opening)?.share() ?? 1;
  }

  solution(into?: number[]): number[] {
    const search = this.#follower ?? this.#opening;
    if (search?.solution === undefined) throw notOnSolution();
    return search.solution(into);
  }

  advance(nodeBudget: number, solutionBudget = 1): Outcome {
    checkBudget(nodeBudget);
    checkSolutionBudget(solutionBudget);
    const isEndless = nodeBudget === Number.POSITIVE_INFINITY;
    const target = this.solutions + solutionBudget;
    while (this.#opening !== undefined) {
      const opening = this.#opening;
      const nodes = Math.min(nodeBudget, this.#nextLook - opening.nodes);
      const outcome = opening.advance(nodes, target - this.solutions);
      if (outcome !== 'paused') return outcome;
      if (opening.nodes === this.#nextLook) {
        this.#nextLook += LOOK;
        if (opening.nodes >= MOST_NODES || opening.work >= MOST_WORK) this.#end();
      }
      if (!isEndless) return outcome;
    }
    const follower = this.#follower as Follower;
    while (this.#known !== undefined) {
      const outcome = follower.advance(nodeBudget);
      if (outcome !== 'solution') return outcome;
      if (this.#isNew()) return outcome;
      if (!isEndless) return 'paused';
    }
    return follower.advance(nodeBudget, target - this.solutions);
  }

  end(): void {
    this.#opening?.end();
    this.#follower?.end?.();
  }

  /**
   * Ends the opening. A second run of it finds the solutions that it has reported: to keep them
   * would cost every small problem.
   */
  #end(): void {
    const opening = this.#opening as Lists;
    const { nodes, guesses, updates, solutions, deepest } = opening;
    this.#before = { nodes, guesses, updates, solutions, deepest };
    this.#follower = this.#follow(opening.prefix);
    if (solutions > 0 && !this.#isCount) {
      this.#known = new Set();
      opening.reset();
      while (this.#known.size < solutions) {
        opening.advance(Number.POSITIVE_INFINITY);
        this.#known.add(keyOf(opening.solution()));
      }
    }
    opening.end();
    this.#opening = undefined;
  }

  /** False if the opening has reported the solution that the follower stands on. */
  #isNew(): boolean {
    const known = this.#known as Set<string>;
    if (!known.delete(keyOf((this.#follower as Walkable).solution()))) return true;
    this.#foundAgain++;
    if (known.size === 0) this.#known = undefined;
    return false;
  }
}

/** A name of the set of these options. */
function keyOf(numbers: number[]): string {
  return ascending(numbers).join();
}
