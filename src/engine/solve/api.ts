/** The functions of `quadrille` that answer a question about solutions. */
import type { Exchange } from '../learn/exchange.ts';
import type { Compiled } from '../problem/compiled.ts';
import { type AnyProblem, type Problem, preparationOf, type Solution } from '../problem/problem.ts';
import {
  type CheckpointSettings,
  CheckpointWriter,
  type StateRecorder,
} from './checkpoint-writer.ts';
import { cooperate, type Watch } from './cooperative.ts';
import { ProofWriter } from './proof-writer.ts';
import { SETTINGS, type Settings } from './question-settings.ts';
import {
  type AnswersOf,
  COUNT_QUESTION,
  type Count,
  FIRST_QUESTION,
  type First,
  type Question,
  type QuestionName,
  streamOf,
  taskOf,
  UNIQUE_QUESTION,
  type Uniqueness,
} from './questions.ts';
import type { Remaining } from './remaining.ts';
import { CHECKPOINTS, WATCH } from './settings.ts';
import type { SolutionWork } from './solution-work.ts';
import {
  begin,
  COUNT,
  checkQuestionSettings,
  FIRST,
  reader,
  SOLUTIONS,
  type Strategy,
  UNIQUE,
} from './strategies.ts';
import { AsyncSolutions, Solutions } from './streams.ts';
import { block } from './task.ts';

export interface AsyncSettings extends Settings, Watch, CheckpointSettings {}

const ASYNC_SETTINGS = [...SETTINGS, 'proof', ...WATCH, ...CHECKPOINTS];

/**
 * Looks for one solution.
 *
 * @example
 * ```ts
 * import { first } from 'quadrille';
 * import { queens } from 'quadrille/puzzles';
 *
 * const { solution, status } = first(queens(8), { timeout: 1000 });
 * if (solution) console.log(solution.payloads); // where the queens stand
 * else console.log(status); // `complete`: proven, there is none
 * ```
 */
export function first<T>(problem: Problem<T>, settings?: Settings): First<Solution<T>>;
export function first(compiled: Compiled, settings?: Settings): First<number[]>;
export function first(problem: AnyProblem, settings?: Settings): First<unknown> {
  return answer(FIRST_QUESTION, FIRST, problem, settings);
}

/**
 * Counts the solutions, and keeps none of them.
 *
 * @example
 * ```ts
 * import { count } from 'quadrille';
 * import { dominoes } from 'quadrille/puzzles';
 *
 * console.log(count(dominoes('12x12')).exact); // 53060477521960000n
 * ```
 */
export function count<T>(problem: Problem<T> | Compiled, settings?: Settings): Count {
  return answer(COUNT_QUESTION, COUNT, problem, settings);
}

/**
 * Decides if there is exactly one solution. It stops at the second.
 *
 * @example
 * ```ts
 * import { isUnique } from 'quadrille';
 * import { queens } from 'quadrille/puzzles';
 *
 * console.log(isUnique(queens(8)).answer); // several
 * ```
 */
export function isUnique<T>(problem: Problem<T> | Compiled, settings?: Settings): Uniqueness {
  return answer(UNIQUE_QUESTION, UNIQUE, problem, settings);
}

/**
 * The solutions one by one. The search for each begins when the caller asks for it.
 *
 * @example
 * ```ts
 * import { solutions } from 'quadrille';
 * import { queens } from 'quadrille/puzzles';
 *
 * const found = solutions(queens(8), { limit: 3 });
 * for (const { numbers } of found) console.log(numbers);
 * console.log(found.status); // limit
 * ```
 */
export function solutions<T>(problem: Problem<T>, settings?: Settings): Solutions<Solution<T>>;
export function solutions(compiled: Compiled, settings?: Settings): Solutions<number[]>;
export function solutions(problem: AnyProblem, settings?: Settings): Solutions<unknown> {
  const checked = checkQuestionSettings(settings);
  const task = streamOf(
    () => begin(SOLUTIONS, problem, checked),
    checked,
    preparationOf(problem, checked),
  );
  const read = reader(problem);
  return new Solutions(task, () => read(task.work));
}

/** As `first`, but lets the event loop run. */
export function firstAsync<T>(
  problem: Problem<T>,
  settings?: AsyncSettings,
): Promise<First<Solution<T>>>;
export function firstAsync(compiled: Compiled, settings?: AsyncSettings): Promise<First<number[]>>;
export async function firstAsync(
  problem: AnyProblem,
  settings: AsyncSettings = {},
): Promise<First<unknown>> {
  return answerAsync(FIRST_QUESTION, FIRST, problem, settings);
}

/** As `count`, but lets the event loop run. */
export async function countAsync<T>(
  problem: Problem<T> | Compiled,
  settings: AsyncSettings = {},
): Promise<Count> {
  return answerAsync(COUNT_QUESTION, COUNT, problem, settings);
}

/** As `isUnique`, but lets the event loop run. */
export async function isUniqueAsync<T>(
  problem: Problem<T> | Compiled,
  settings: AsyncSettings = {},
): Promise<Uniqueness> {
  return answerAsync(UNIQUE_QUESTION, UNIQUE, problem, settings);
}

/** As `solutions`, for `for await`, but lets the event loop run, however fast solutions come. */
export function solutionsAsync<T>(
  problem: Problem<T>,
  settings?: AsyncSettings,
): AsyncSolutions<Solution<T>>;
export function solutionsAsync(
  compiled: Compiled,
  settings?: AsyncSettings,
): AsyncSolutions<number[]>;
export function solutionsAsync(
  problem: AnyProblem,
  settings: AsyncSettings = {},
): AsyncSolutions<unknown> {
  const { start, watch, recorder } = recorded(SOLUTIONS, problem, settings);
  const task = streamOf(start, settings, preparationOf(problem, settings));
  const read = reader(problem);
  return new AsyncSolutions(task, () => read(task.work), watch, recorder);
}

function answer<Q extends QuestionName>(
  question: Question<Q>,
  strategy: Strategy,
  problem: AnyProblem,
  settings?: Settings,
): AnswersOf<unknown>[Q] {
  const checked = checkQuestionSettings(settings);
  const start = () => begin(strategy, problem, checked);
  return block(taskOf(question, start, reader(problem), checked, preparationOf(problem, checked)));
}

async function answerAsync<Q extends QuestionName>(
  question: Question<Q>,
  strategy: Strategy,
  problem: AnyProblem,
  settings: AsyncSettings,
): Promise<AnswersOf<unknown>[Q]> {
  const { start, watch, recorder } = recorded(strategy, problem, settings);
  return cooperate(
    taskOf(question, start, reader(problem), settings, preparationOf(problem, settings)),
    watch,
    recorder,
  );
}

/** Work with the recorder of checkpoints or of a proof, if the settings name one. */
interface Recorded {
  readonly start: () => SolutionWork;
  readonly watch: Watch;
  readonly recorder: StateRecorder | undefined;
}

/** `exchange` brings the clauses that other threads learn for the same question. */
export function recorded(
  strategy: Strategy,
  problem: AnyProblem,
  asked: AsyncSettings,
  exchange?: Exchange,
): Recorded {
  checkQuestionSettings(asked, ASYNC_SETTINGS);
  const { proof } = asked;
  const writer = typeof proof === 'function' ? new ProofWriter(proof) : undefined;
  const settings = { ...asked, proof: writer?.sink ?? proof, exchange };
  const checkpoints = CheckpointWriter.of(strategy, problem, settings);
  const recorder = checkpoints ?? writer;
  return {
    start: () => checkpoints?.resumable ?? begin(strategy, problem, settings),
    watch: watchOf(settings, recorder),
    recorder,
  };
}

/**
 * A watch that writes the record in each turn, too. `state` replaces that of the recorder's own
 * search.
 */
export function watchOf(
  { signal, onProgress }: Watch,
  recorder: StateRecorder | undefined,
  state?: () => Remaining,
): Watch {
  return { signal, onProgress: recorder ? recorder.watched(onProgress, state) : onProgress };
}
