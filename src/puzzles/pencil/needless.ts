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

/** Rules that may go: each alone, and all of them at once. */
export interface SpareRules {
  readonly each: readonly number[];
  readonly together: readonly number[];
}

/** The clues of a puzzle that may go, or another solution. */
export interface Needless<S> {
  /** Decisions of which each may go alone. Empty: the puzzle is minimal. */
  readonly each?: readonly number[];
  /** Decisions that may go all at once. None of the others may go then. */
  readonly together?: readonly number[];
  /** The same of rules beyond covering, by their numbers from 0, while all decisions stay. */
  readonly rules?: SpareRules;
  /** The solution of the puzzle; with status `found` two of those that it has. */
  readonly solutions: readonly S[];
  /**
   * `complete`: all is known; without solutions the puzzle has none. `found`: there are two
   * solutions. Others: it was stopped.
   */
  readonly status: Status;
}

/**
 * Names the decisions of a prefix with one solution that are needless: without them it still has
 * only this one.
 */
export function needless<T>(
  problem: Problem<T>,
  prefix: Decisions,
  settings?: ClueSettings,
): Needless<Solution<T>>;
export function needless(
  compiled: Compiled,
  prefix: Decisions,
  settings?: ClueSettings,
): Needless<number[]>;
export function needless(
  problem: AnyProblem,
  prefix: Decisions,
  settings: ClueSettings = {},
): Needless<unknown> {
  checkNames(settings, CLUE_SETTINGS);
  return block(taskOf(problem, prefix, settings));
}

/** As `needless`, but lets the event loop run. */
export function needlessAsync<T>(
  problem: Problem<T>,
  prefix: Decisions,
  settings?: ClueSettings & Watch,
): Promise<Needless<Solution<T>>>;
export function needlessAsync(
  compiled: Compiled,
  prefix: Decisions,
  settings?: ClueSettings & Watch,
): Promise<Needless<number[]>>;
export async function needlessAsync(
  problem: AnyProblem,
  prefix: Decisions,
  settings: ClueSettings & Watch = {},
): Promise<Needless<unknown>> {
  checkNames(settings, [...CLUE_SETTINGS, ...WATCH]);
  return cooperate(taskOf(problem, prefix, settings), settings);
}

function taskOf(
  problem: AnyProblem,
  prefix: Decisions,
  settings: ClueSettings,
): Task<Needless<unknown>, Thinning> {
  return clueTask<Needless<unknown>, Thinning>(problem, prefix, settings, Thinning, (status) => ({
    solutions: [],
    status,
  }));
}

/** The clues that may go, as numbers of decisions. */
interface Spare {
  readonly each: readonly number[];
  readonly together: readonly number[];
  readonly rules?: SpareRules;
}

class Thinning extends ClueSearches<Spare, Needless<unknown>> {
  readonly #found: (readonly number[])[] = [];

  answer(ended: Status, read: Read): Needless<unknown> {
    const solutions = this.#found.map(read);
    const status = ended === 'complete' && solutions.length > 1 ? 'found' : ended;
    return { ...this.result, solutions, status };
  }

  protected *work(): Slices {
    const decisions = this.decisions;
    if (this.isRefused(decisions)) return;
    const solution = yield* this.solutionBelow(decisions);
    if (solution === undefined) return;
    this.#found.push(solution);
    const other = yield* this.solutionBelow(decisions, solution);
    if (other !== undefined) {
      this.#found.push(other);
      return;
    }
    const clues = decisions.map((decision) => [decision]);
    const order = [...clues.keys()];
    const needed = new Set(yield* this.needed(clues, order, solution));
    const together = decisions.filter((_, k) => !needed.has(k));
    // Each clue that is not needed may go: the needed ones do without it.
    const spare = new Set(order);
    for (const k of needed) {
      const others = decisions.filter((_, at) => at !== k);
      const found = yield* this.solutionBelow(others, solution);
      if (found !== undefined) spare.delete(k);
    }
    const result = { each: decisions.filter((_, k) => spare.has(k)), together };
    const isRuled = this.rules.length > 0;
    this.result = isRuled ? { ...result, rules: yield* this.spareRules(solution) } : result;
  }

  /** The rules that may go while all decisions stay. */
  private *spareRules(solution: readonly number[]): Slices<SpareRules> {
    const { decisions, rules } = this;
    const needed = yield* this.neededRules(decisions, solution);
    const together = rules.filter((rule) => !needed.includes(rule));
    const each = [...together];
    for (const rule of needed) {
      const others = rules.filter((other) => other !== rule);
      const found = yield* this.solutionWith(others, decisions, solution);
      if (found === undefined) each.push(rule);
    }
    return { each: each.sort((a, b) => a - b), together };
  }
}
