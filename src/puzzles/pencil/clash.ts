import type { Decisions } from '../../engine/kernels/prefix.ts';
import type { Compiled } from '../../engine/problem/compiled.ts';
import type { AnyProblem, Problem, Solution } from '../../engine/problem/problem.ts';
import type { Slices } from '../../engine/problem/slices.ts';
import { cooperate, type Watch } from '../../engine/solve/cooperative.ts';
import type { Status } from '../../engine/solve/limit-settings.ts';
import { checkNames, WATCH } from '../../engine/solve/settings.ts';
import { block, type Task } from '../../engine/solve/task.ts';
import {
  CLUE_SETTINGS,
  ClueSearches,
  type ClueSettings,
  clueTask,
  type Read,
} from './about-clues.ts';

/** Decisions that contradict each other, or a solution that keeps to all of them. */
export interface Clash<S> {
  /**
   * Decisions that no solution keeps to. With status `complete` none of them can be spared: there
   * is a solution without any one of them. None at all: the problem itself has no solution.
   */
  readonly decisions?: readonly number[];
  /** The rules beyond covering, by their numbers from 0, that these contradict; where there are rules. */
  readonly rules?: readonly number[];
  readonly solution?: S;
  /** `found`: there is a solution. `complete`: the clash is irreducible. Others: it was stopped. */
  readonly status: Status;
}

/**
 * Looks for decisions of a prefix that contradict each other: the clues at which a puzzle without a
 * solution fails. The prefix may have decisions that exclude each other at once.
 */
export function clash<T>(
  problem: Problem<T>,
  prefix: Decisions,
  settings?: ClueSettings,
): Clash<Solution<T>>;
export function clash(
  compiled: Compiled,
  prefix: Decisions,
  settings?: ClueSettings,
): Clash<number[]>;
export function clash(
  problem: AnyProblem,
  prefix: Decisions,
  settings: ClueSettings = {},
): Clash<unknown> {
  checkNames(settings, CLUE_SETTINGS);
  return block(taskOf(problem, prefix, settings));
}

/** As `clash`, but lets the event loop run. */
export function clashAsync<T>(
  problem: Problem<T>,
  prefix: Decisions,
  settings?: ClueSettings & Watch,
): Promise<Clash<Solution<T>>>;
export function clashAsync(
  compiled: Compiled,
  prefix: Decisions,
  settings?: ClueSettings & Watch,
): Promise<Clash<number[]>>;
export async function clashAsync(
  problem: AnyProblem,
  prefix: Decisions,
  settings: ClueSettings & Watch = {},
): Promise<Clash<unknown>> {
  checkNames(settings, [...CLUE_SETTINGS, ...WATCH]);
  return cooperate(taskOf(problem, prefix, settings), settings);
}

function taskOf(
  problem: AnyProblem,
  prefix: Decisions,
  settings: ClueSettings,
): Task<Clash<unknown>, Clashing> {
  return clueTask(problem, prefix, settings, Clashing, (status) => ({ status }));
}

class Clashing extends ClueSearches<readonly number[], Clash<unknown>> {
  #found: readonly number[] | undefined;
  #rules: readonly number[] | undefined;

  answer(status: Status, read: Read): Clash<unknown> {
    const { result } = this;
    if (this.#found !== undefined) return { solution: read(this.#found), status: 'found' };
    if (result === undefined) return { status };
    const rules = this.#rules;
    return { decisions: result, ...(rules !== undefined && { rules }), status };
  }

  protected *work(): Slices {
    const decisions = this.#refused() ?? this.decisions;
    if (!this.isRefused(decisions)) {
      this.#found = yield* this.solutionBelow(decisions);
      if (this.#found !== undefined) return;
    }
    this.result = decisions;
    const clues = decisions.map((decision) => [decision]);
    const keep = (kept: readonly number[]) => {
      this.result = kept.map((k) => decisions[k]);
    };
    if (this.rules.length > 0) this.#rules = this.rules;
    keep(yield* this.needed(clues, [...clues.keys()], undefined, keep));
    if (this.rules.length === 0) return;
    const { result } = this;
    this.#rules = this.isRefused(result) ? [] : yield* this.neededRules(result);
  }

  /**
   * A few decisions that exclude each other at once; undefined if there are none. Each round finds
   * the last one of the shortest beginning that these exclude, together with those before.
   */
  #refused(): readonly number[] | undefined {
    const decisions = this.decisions;
    if (!this.isRefused(decisions)) return undefined;
    const core: number[] = [];
    while (!this.isRefused(core)) {
      let [least, most] = [0, decisions.length];
      while (least + 1 < most) {
        const middle = (least + most) >> 1;
        const beginning = new Set([...core, ...decisions.slice(0, middle)]);
        if (this.isRefused([...beginning])) most = middle;
        else least = middle;
      }
      core.push(decisions[most - 1]);
    }
    return core;
  }
}
