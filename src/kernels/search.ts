import { QuadrilleError, shown } from '../problem/error.ts';
import type { Decisions, Prefix } from './prefix.ts';

/**
 * How a step of a search ended:
 * - `solution`: it stands on one; `solution()` gives it, and the next step goes on from it.
 * - `exhausted`: proven, there are no more.
 * - `paused`: the node budget ran out, or so much work is done that it is time to look at the
 *   clock; the next step goes on exactly where this one stood.
 * - `stuck`: it cannot go on within the memory it was given.
 */
export type Outcome = 'solution' | 'exhausted' | 'paused' | 'stuck';

/**
 * One walk over the tree of choices, resumable: the contract that every engine keeps. A *node*
 * of the tree is one option chosen, forced ones included; for `learn` it is a decision or a conflict.
 * A *decision* is an option chosen (`k`) or left out (`~k`). A *prefix* is a list of decisions: it
 * names the subtree of the solutions that keep to all of them.
 *
 * `cells` and `links` branch alike: what is forced comes first, in any order; then the item with
 * the fewest options, the leftmost of several, its options in the order they were stated. (With a
 * seed: of the shuffled problem.) So they find solutions in one order, by as many guesses.
 */
export interface Search {
  /**
   * Goes on until it has come to `solutionBudget` more solutions (from 1 up, or Infinity) and stands on
   * the last of them, to the end, or until it has done `nodeBudget` more nodes. Within a finite node
   * budget it pauses as well after a fixed amount of work, about a millisecond of it: nodes may be
   * slow, and a large problem is laid out first. Each call with a budget does some of the work.
   * With a node budget of Infinity it never pauses. An engine may stop at a solution before the last.
   */
  advance(nodeBudget: number, solutionBudget?: number): Outcome;

  /**
   * The option numbers of the solution it stands on, prefix first, in the order chosen: as a fresh
   * array, or in the one that is handed in, whose length becomes theirs.
   */
  solution(into?: number[]): number[];

  /**
   * Prefixes of all that is left, as the search stands at this call. Searching below each of them
   * gives exactly the solutions not yet reported, each once. `cells` and `links` give them in the order
   * in which they would go on.
   */
  frontier(): Iterable<Prefix>;

  /**
   * The same as at least so many prefixes, where there are as many, the largest shares first. For
   * this it explores a little below the largest; what turns out to be empty is left out.
   */
  split(atLeast: number): Prefix[];

  /**
   * The share of the tree that is done, 0 to 1, by Knuth's estimate (TAOCP 7.2.2.1): as if all
   * options of an item led to trees of one size. What it is in the middle of does not count, so
   * that the share never goes back; it may stand still for long. Parts below 2 ** -60 of the tree do
   * not count either. `learn` cannot tell: 0 to the end.
   */
  share(): number;

  /** Back to the start, below the same prefix, or the first `length` decisions of another one. */
  reset(prefix?: Decisions, length?: number): void;

  /** The decisions below which it began. */
  readonly prefix: Prefix;
  /** Options chosen so far, without the prefix; decisions and conflicts of `learn`. */
  readonly nodes: number;
  /** Those of them that had an alternative: an item had two options or more; decisions of `learn`. */
  readonly guesses: number;
  /** The work done: nodes of the matrix taken out of play; for `learn`, values that followed. */
  readonly updates: number;
  /** Solutions reported so far. */
  readonly solutions: number;
  /** The most options that were chosen at once, prefix included. */
  readonly deepest: number;
}

/** What a search may be told at its start. */
export interface SearchSettings {
  /** Shuffles ties and the order of options, the same way each time; none: as stated. */
  readonly seed?: number | undefined;
  /** Decisions made already: options chosen (`k`) and left out (`~k`). */
  readonly prefix?: Decisions | undefined;
  /**
   * The most bytes that `learn` may take, before it is stuck; default: 512 MB. The other engines
   * take a few times the problem, and need no limit.
   */
  readonly memoryLimit?: number | undefined;
}

/** How much work, in updates, is done before a pause: from a tenth of a millisecond to one. */
export const WORK = 1 << 16;
/** How many nodes are done before a pause, and before the counters are looked at. */
export const STRIDE = 1 << 16;
/** What is left below 2 ** 53 is more than a stride adds. */
const MOST_COUNTED = 2 ** 53 - 2 ** 48;

/** Refuses to go on where a counter could become inexact. The other counters are below these two. */
export function checkCounters({ nodes, updates }: Search): void {
  if (nodes < MOST_COUNTED && updates < MOST_COUNTED) return;
  throw new QuadrilleError(
    'too-large',
    `The search has counted ${nodes} nodes and ${updates} updates, and no more than 2 ** 53 can be ` +
      'counted exactly; go on by a new search below each prefix of frontier().',
  );
}

/** Parts of the tree that are smaller do not show in a share. */
export const LEAST_PART = 2 ** -60;

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
