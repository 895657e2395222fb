import {
  checkBudget,
  checkMemoryLimit,
  type Outcome,
  PAUSE_UPDATES,
  type Work,
} from '../kernels/search.ts';
import type { Compiled } from '../problem/compiled.ts';
import { isMemoryRefused } from '../problem/memory.ts';
import {
  type AnyProblem,
  compiledOf,
  describedOf,
  Problem,
  type Solution,
  solutionOf,
} from '../problem/problem.ts';
import { finish } from '../problem/slices.ts';
import { Graph } from '../symmetry/graph.ts';
import { BYTES_PER_MOVE, SymmetrySearch } from '../symmetry/search.ts';
import { Symmetries } from '../symmetry/symmetries.ts';
import { cooperate, type Watch } from './cooperative.ts';
import type { Limits } from './limit-settings.ts';
import { checkNames, WATCH } from './settings.ts';
import { block, Task } from './task.ts';

/** The limits of the search for symmetries. A node is a vertex told apart from others like it. */
export interface SymmetrySettings extends Pick<Limits, 'maxNodes' | 'timeout'> {
  /** The most bytes that the search and the generators may take; default: 2 ** 30. */
  readonly memoryLimit?: number | undefined;
}

const SETTINGS = ['memoryLimit', 'maxNodes', 'timeout'];
const MEMORY_BYTES = 2 ** 30;

/**
 * Finds the symmetries of a problem.
 *
 * @example
 * ```ts
 * import { symmetries } from 'quadrille';
 * import { queens } from 'quadrille/puzzles';
 *
 * const { order, generators } = symmetries(queens(8));
 * console.log(order, generators.length > 0); // 8n true
 * ```
 */
export function symmetries<T>(
  problem: Problem<T>,
  settings?: SymmetrySettings,
): Symmetries<Solution<T>>;
export function symmetries(compiled: Compiled, settings?: SymmetrySettings): Symmetries<number[]>;
export function symmetries(
  problem: AnyProblem,
  settings: SymmetrySettings = {},
): Symmetries<unknown> {
  checkNames(settings, SETTINGS);
  return block(symmetryTask(problem, settings));
}

/** As `symmetries`, but lets the event loop run. */
export function symmetriesAsync<T>(
  problem: Problem<T>,
  settings?: SymmetrySettings & Watch,
): Promise<Symmetries<Solution<T>>>;
export function symmetriesAsync(
  compiled: Compiled,
  settings?: SymmetrySettings & Watch,
): Promise<Symmetries<number[]>>;
export async function symmetriesAsync(
  problem: AnyProblem,
  settings: SymmetrySettings & Watch = {},
): Promise<Symmetries<unknown>> {
  checkNames(settings, [...SETTINGS, ...WATCH]);
  return cooperate(symmetryTask(problem, settings), settings);
}

function symmetryTask(
  problem: AnyProblem,
  settings: SymmetrySettings,
): Task<Symmetries<unknown>, SymmetryWork> {
  checkMemoryLimit(settings);
  const { memoryLimit = MEMORY_BYTES, maxNodes, timeout } = settings;
  const ruling = problem instanceof Problem ? problem.ruling : undefined;
  const items =
    problem instanceof Problem ? problem.primaryCount + problem.secondaryCount : undefined;
  const read = (numbers: number[]) => solutionOf(problem, numbers);
  const mostNodes = maxNodes ?? Number.POSITIVE_INFINITY;
  const describing = ruling?.describing();
  return new Task(
    () => new SymmetryWork(describedOf(problem) ?? compiledOf(problem), memoryLimit),
    { maxNodes, timeout },
    ({ compiled, search }, status) =>
      new Symmetries(compiled, read, search, status, mostNodes, items),
    undefined,
    ruling &&
      describing && {
        slices: describing,
        answer: (status) => {
          let whole: Compiled | undefined;
          // It goes on where it was stopped, whatever is stated meanwhile.
          const described = () => {
            whole ??= finish(describing);
            return whole;
          };
          const { stated } = ruling;
          return new Symmetries(stated, read, undefined, status, mostNodes, items, described);
        },
      },
  );
}

/** The search as the work of a task. Without memory for its graph it is stuck at once. */
class SymmetryWork implements Work {
  readonly compiled: Compiled;
  readonly search: SymmetrySearch | undefined;
  readonly guesses = 0;
  readonly solutions = 0;
  readonly deepest = 0;

  constructor(compiled: Compiled, memoryLimit: number) {
    this.compiled = compiled;
    const left = memoryLimit - SymmetrySearch.bytesFor(compiled);
    if (left < 0) return;
    try {
      const graph = new Graph(compiled);
      graph.loadProblem();
      this.search = new SymmetrySearch(graph);
      this.search.begin(false, left / BYTES_PER_MOVE);
    } catch (error) {
      if (!isMemoryRefused(error)) throw error;
    }
  }

  get nodes(): number {
    return this.search?.nodes ?? 0;
  }

  get updates(): number {
    return this.search?.work ?? 0;
  }

  /** How much is left is unknown. */
  share(): number {
    return 0;
  }

  toGo(): undefined {
    return undefined;
  }

  advance(nodeBudget: number): Outcome {
    checkBudget(nodeBudget);
    const { search } = this;
    if (search === undefined) return 'stuck';
    const work = nodeBudget === Number.POSITIVE_INFINITY ? nodeBudget : search.work + PAUSE_UPDATES;
    return search.advance(work, search.nodes + nodeBudget);
  }
}
