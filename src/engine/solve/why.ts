import type { SearchSettings } from '../kernels/search.ts';
import type { Compiled } from '../problem/compiled.ts';
import {
  type AnyProblem,
  compiledOf,
  Problem,
  type Solution,
  solutionOf,
} from '../problem/problem.ts';
import { checkWord } from '../problem/setting.ts';
import type { Chain } from '../why/chain.ts';
import { type Clash, Explaining, REASONS, type Weights } from '../why/explaining.ts';
import { RuleClash } from '../why/rule-clash.ts';
import { cooperate, type Watch } from './cooperative.ts';
import type { Limits, Status } from './limit-settings.ts';
import { checkNames, WATCH } from './settings.ts';
import { block, Task } from './task.ts';

/**
 * The reasons to look for, and the limits. The engine `learn` looks for a solution: `maxNodes`
 * counts its nodes.
 */
export interface ExplainSettings extends SearchSettings, Pick<Limits, 'maxNodes' | 'timeout'> {
  /** The kinds of reasons to look for: `chain`, `weights`, `clash`. Default: all, in this order. */
  readonly reasons?: readonly ('chain' | 'weights' | 'clash')[] | undefined;
}

const SETTINGS = ['reasons', 'prefix', 'seed', 'memoryLimit', 'maxNodes', 'timeout'];

/**
 * Why there is no solution, by its `kind`:
 * - `chain`: deductions that lead to an item which cannot be covered.
 * - `equations`, `signs`: weights that contradict it.
 * - `clash`: items that cannot all be covered. With status `complete` none of them can be spared.
 * - `solution`: there is one.
 * - `unknown`: `status` says why the search ended; `complete`: there is no reason of the kinds
 *   that were asked for.
 */
export type Explanation<S> =
  | ((Chain | Weights | Clash) & { readonly status: Status })
  | { readonly kind: 'solution'; readonly solution: S; readonly status: 'found' }
  | { readonly kind: 'unknown'; readonly status: Status };

/**
 * Explains why a problem has no solution, below a prefix if one is given.
 *
 * @example
 * ```ts
 * import { explain, Problem, sentences } from 'quadrille';
 *
 * const problem = new Problem({ primary: ['mon', 'tue'], secondary: ['ann'] });
 * for (const day of ['mon', 'tue']) problem.addOption([day, 'ann']); // Ann works once
 *
 * console.log(sentences(explain(problem), problem).join('\n'));
 * ```
 */
export function explain<T>(
  problem: Problem<T>,
  settings?: ExplainSettings,
): Explanation<Solution<T>>;
export function explain(compiled: Compiled, settings?: ExplainSettings): Explanation<number[]>;
export function explain(problem: AnyProblem, settings: ExplainSettings = {}): Explanation<unknown> {
  checkNames(settings, SETTINGS);
  return block(explainTask(problem, settings));
}

/** As `explain`, but lets the event loop run. */
export function explainAsync<T>(
  problem: Problem<T>,
  settings?: ExplainSettings & Watch,
): Promise<Explanation<Solution<T>>>;
export function explainAsync(
  compiled: Compiled,
  settings?: ExplainSettings & Watch,
): Promise<Explanation<number[]>>;
export async function explainAsync(
  problem: AnyProblem,
  settings: ExplainSettings & Watch = {},
): Promise<Explanation<unknown>> {
  checkNames(settings, [...SETTINGS, ...WATCH]);
  return cooperate(explainTask(problem, settings), settings);
}

function explainTask(problem: AnyProblem, settings: ExplainSettings) {
  const { maxNodes, timeout, reasons, ...search } = settings;
  for (const reason of reasons ?? []) checkWord('A reason', reason, REASONS);
  const answer = ({ reason }: Pick<Explaining, 'reason'>, status: Status): Explanation<unknown> => {
    if (reason === undefined) return { kind: 'unknown', status };
    if (reason.kind !== 'solution') return { ...reason, status };
    const { kind, options } = reason;
    return { kind, solution: solutionOf(problem, options), status: 'found' };
  };
  const ruling = problem instanceof Problem ? problem.ruling : undefined;
  const start = () =>
    ruling === undefined
      ? new Explaining(compiledOf(problem), search, reasons)
      : new RuleClash(ruling, search, reasons);
  return new Task(start, { maxNodes, timeout }, answer);
}
