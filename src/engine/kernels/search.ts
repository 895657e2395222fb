import type { Compiled } from '../problem/compiled.ts';
import { QuadrilleError, shown } from '../problem/error.ts';
import type { Counters } from './counters.ts';
import type { Decisions, Prefix } from './prefix.ts';

/**
 * How a step of a search ended:
 * - `solution`: the search stands on a solution. `solution()` gives it, and the next step goes on
 *   from it.
 * - `exhausted`: proven, there are no more solutions.
 * - `paused`: the node budget ran out, or the work of about a millisecond is done, so that the
 *   caller can look at the clock. The next step goes on exactly where this one stood.
 * - `stuck`: it cannot go on within the memory it was given.
 */
export type Outcome = 'solution' | 'exhausted' | 'paused' | 'stuck';

/**
 * Why an answer ended:
 * - `complete`: all solutions are found, and that is proven.
 * - `found`: the solutions found answer the question: one for `first`, two for `isUnique`.
 * - `limit`: it has come to the caller's limit. There may be more solutions.
 * - `timeout`, `nodes`, `memory`, `aborted`: the time, the nodes, the memory or the signal stopped
 *   it. The answer is unknown.
 */
export type Status = 'complete' | 'found' | 'limit' | 'timeout' | 'nodes' | 'memory' | 'aborted';

/**
 * All that a task drives: a search, several of them as one, or anything else that goes on step by
 * step towards an answer. It knows nothing of clocks, signals or event loops.
 */
export interface Work extends Counters {
  /** As in `Search`. Work that finds no solutions has no `solutionBudget`. */
  advance(nodeBudget: number, solutionBudget?: number): Outcome;
  /** The share that is done, 0 to 1. */
  share(): number;
  /** The work that is left, as a multiple of the work so far; undefined if that is unknown. */
  toGo?(): number | undefined;
  /** Gives back its memory at once. Its counters can be read after that. */
  end?(): void;
  /** The option numbers of the solution that it stands on, as the problem was stated. */
  solution?(into?: number[]): number[];
  /** Solutions reported so far. */
  readonly solutions: number;
  /** The number of solutions, where it may be beyond 2 ** 53; before the end, a lower bound. */
  readonly exact?: bigint;
  /** Where it finds classes: the solutions in all of them, and in the one it stands on. */
  readonly all?: bigint | undefined;
  readonly classSize?: bigint | undefined;
}

/**
 * One walk over the tree of choices, resumable: the contract that every engine keeps. A *node*
 * of the tree is one option chosen, forced ones included; for `learn` it is a decision or a
 * conflict. A *decision* is an option chosen (`k`) or left out (`~k`). A *prefix* is a list of
 * decisions: it names the subtree of the solutions that keep to all of them.
 *
 * `lists` and `links` branch alike. First they choose the options that are forced, in any order.
 * Then they take the item with the fewest options, the leftmost of several, and try its options in
 * the order in which they were stated. (With a seed, all this holds for the shuffled problem.) So
 * both find the solutions in the same order, with the same number of guesses.
 */
export interface Search extends Work {
  /**
   * Goes on until the first of these:
   *
   * - It has found `solutionBudget` more solutions (from 1 up, or Infinity), and stands on the last
   *   of them. An engine may stop at an earlier one.
   * - It has come to the end.
   * - It has done `nodeBudget` more nodes. With a finite budget it also pauses after a fixed amount
   *   of work, about a millisecond: nodes may be slow, and a large problem is laid out first. Each
   *   call with a budget above 0 does some work. With Infinity it never pauses.
   */
  advance(nodeBudget: number, solutionBudget?: number): Outcome;

  /**
   * The option numbers of the solution it stands on, in the order chosen, those of the prefix
   * first. It returns a new array, or fills `into` and sets its length. Two engines may choose
   * forced options in different orders, and so may a search that was reset: to compare solutions,
   * sort them. The answers to questions are sorted.
   */
  solution(into?: number[]): number[];

  /**
   * Prefixes of all that is left, as the search stands at this call. Searching below each of them
   * gives exactly the solutions not yet reported, each once. `lists` and `links` give them in the
   * order in which they would go on.
   */
  frontier(): Iterable<Prefix>;

  /**
   * Divides what is left into `atLeast` prefixes or more, the largest shares first; fewer if there
   * are no more. To divide a prefix it searches a little below it, and leaves out parts that turn
   * out to be empty.
   */
  split(atLeast: number): Prefix[];

  /**
   * The share of the tree that is done, 0 to 1, by Knuth's estimate (TAOCP 7.2.2.1): it assumes
   * that all options of an item lead to trees of the same size. A subtree counts when it is
   * finished. So the share never decreases, and may stay the same for long. Parts below 2 ** -60 of
   * the tree do not count. `learn` cannot estimate: its share is 0 until the end.
   */
  share(): number;

  /**
   * These options, all of the solution it stands on, cannot stand together. That solution does not
   * count, and `learn` finds no other with all of them.
   */
  forbid?(numbers: readonly number[]): void;

  /** Back to the start, below the same prefix, or the first `length` decisions of another one. */
  reset(prefix?: Decisions, length?: number): void;

  /**
   * Gives back its memory at once; without this call, memory of WebAssembly waits for the garbage
   * collector. The caller that starts a search ends it. After that its counters can be read, and it
   * can be reset.
   */
  end(): void;

  /** The decisions below which it began. */
  readonly prefix: Prefix;
  /** Options chosen so far, without the prefix. For `learn`: its decisions and conflicts. */
  readonly nodes: number;
  /**
   * The nodes that had an alternative: their item had two options or more. For `learn`: its
   * decisions.
   */
  readonly guesses: number;
  /**
   * The work done: nodes of the problem taken out of play. For `planes`: planes gone over. For
   * `learn`: values that followed from others.
   */
  readonly updates: number;
  /** Solutions reported so far. */
  readonly solutions: number;
  /** The most options that were chosen at once, prefix included. */
  readonly deepest: number;
}

/** Where a worker finds the function of a rule. It can be posted. */
export interface Module {
  /** The address of the module, for `import`. */
  readonly module: string;
  /** The name under which the module exports the function. */
  readonly name: string;
  /** What the function gets as its second argument. */
  readonly data?: unknown;
}

/** Rules by functions that stand around each search of a problem. */
export interface Forbids {
  /** The rules, as messages name them. */
  readonly names: string;
  /** Where workers find their functions; undefined if they do not find all of them. */
  readonly modules: readonly Module[] | undefined;
  /** Refuses settings that do not go with them. */
  check(settings: object): void;
  /** A search for the solutions that keep to the rules. */
  around(search: Search, compiled: Compiled): Search;
}

/** The settings of a search. */
export interface SearchSettings {
  /** Shuffles ties and the order of options, the same way each time. Default: as stated. */
  readonly seed?: number | undefined;
  /** Decisions made already: options chosen (`k`) and left out (`~k`). */
  readonly prefix?: Decisions | undefined;
  /**
   * The most bytes that `learn` may take before it is stuck. Default: 512 MB. The other engines
   * take a few times the memory of the problem, and need no limit. A count takes it for the states
   * that it remembers: 1 GB by default, beyond which it forgets some.
   */
  readonly memoryLimit?: number | undefined;
  /** @internal */
  readonly forbids?: Forbids | undefined;
}

/** The updates before a pause. They take 0.1 to 1 ms. */
export const PAUSE_UPDATES = 1 << 16;
/** The nodes before a pause. After each stride the search also checks its counters. */
export const STRIDE_NODES = 1 << 16;
/** Counters are exact below 2 ** 53. A stride adds less than the difference. */
const MOST_COUNTED = 2 ** 53 - 2 ** 48;

/** Throws before a counter becomes inexact. All other counters are smaller than these two. */
export function checkCounters({ nodes, updates }: Pick<Search, 'nodes' | 'updates'>): void {
  if (nodes < MOST_COUNTED && updates < MOST_COUNTED) return;
  throw new QuadrilleError(
    'too-large',
    `The search has counted ${nodes} nodes and ${updates} updates, and no more than 2 ** 53 can be ` +
      'counted exactly; go on by a new search below each prefix of frontier().',
  );
}

/** The smallest part of the tree that counts in a share. */
export const LEAST_SHARE = 2 ** -60;

export function checkMemoryLimit({ memoryLimit }: SearchSettings): void {
  if (memoryLimit === undefined || (typeof memoryLimit === 'number' && memoryLimit >= 0)) return;
  throw new QuadrilleError(
    'bad-setting',
    `memoryLimit is ${shown(memoryLimit)}; give a number of bytes from 0 up, or leave it out.`,
  );
}

export function checkBudget(nodeBudget: number): void {
  if (typeof nodeBudget === 'number' && nodeBudget >= 0) return;
  throw new QuadrilleError(
    'bad-setting',
    `The node budget is ${shown(nodeBudget)}; give a number from 0 up, or Infinity.`,
  );
}

export function checkSolutionBudget(solutionBudget: number): void {
  if (Number.isInteger(solutionBudget) && solutionBudget >= 1) return;
  if (solutionBudget === Number.POSITIVE_INFINITY) return;
  throw new QuadrilleError(
    'bad-setting',
    `The solution budget is ${shown(solutionBudget)}; give a whole number from 1 up, or Infinity.`,
  );
}

export function notOnSolution(): QuadrilleError {
  return new QuadrilleError(
    'no-solution-here',
    "The search does not stand on a solution; call solution() right after advance() gave 'solution'.",
  );
}
