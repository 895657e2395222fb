import {
  type AnswersOf,
  type Count,
  type First,
  type Question,
  taskOf,
  type Uniqueness,
  walkOf,
} from '../core/answers.ts';
import { answerAsync, type Watch } from '../core/drivers.ts';
import { AsyncSolutions } from '../core/streams.ts';
import { CHECKPOINTS, checkNames, WATCH } from '../core/walk.ts';
import type { Exchange } from '../learn/exchange.ts';
import { type AnyProblem, SETTINGS, type Settings } from '../plan/model.ts';
import type { Remaining } from '../plan/remaining.ts';
import type { Compiled } from '../problem/compiled.ts';
import type { Problem, Solution } from '../problem/problem.ts';
import { type CheckpointSettings, CheckpointWriter, type Recorder } from './checkpoint-writer.ts';
import { COUNT, FIRST, SOLUTIONS, UNIQUE } from './means.ts';
import { ProofWriter } from './proof-writer.ts';
import { type Means, type ModelSource, sourceOf } from './source.ts';

export interface AsyncSettings extends Settings, Watch, CheckpointSettings {}

const KNOWN = [...SETTINGS, 'proof', ...WATCH, ...CHECKPOINTS];

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
  return ask('first', FIRST, problem, settings);
}

/** As `count`, but lets the event loop run. */
export async function countAsync<T>(
  problem: Problem<T> | Compiled,
  settings: AsyncSettings = {},
): Promise<Count> {
  return ask('count', COUNT, problem, settings);
}

/** As `isUnique`, but lets the event loop run. */
export async function isUniqueAsync<T>(
  problem: Problem<T> | Compiled,
  settings: AsyncSettings = {},
): Promise<Uniqueness> {
  return ask('isUnique', UNIQUE, problem, settings);
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
  const [source, watch, recorder] = sourceAndWatch(SOLUTIONS, problem, settings);
  return new AsyncSolutions(walkOf(source, settings), watch, recorder);
}

async function ask<Q extends Question>(
  question: Q,
  means: Means,
  problem: AnyProblem,
  settings: AsyncSettings,
): Promise<AnswersOf<unknown>[Q]> {
  const [source, watch, recorder] = sourceAndWatch(means, problem, settings);
  return answerAsync(taskOf(question, source, settings), watch, recorder);
}

/**
 * The source of solutions, its watch, and the recorder of checkpoints or of a proof, if the
 * settings name one. `exchange` brings the clauses that other threads learn for the same question.
 */
export function sourceAndWatch(
  means: Means,
  problem: AnyProblem,
  asked: AsyncSettings,
  exchange?: Exchange,
): [ModelSource, Watch, Recorder | undefined] {
  checkNames(asked, KNOWN);
  const { proof } = asked;
  const writer = typeof proof === 'function' ? new ProofWriter(proof) : undefined;
  const settings = { ...asked, proof: writer?.sink ?? proof, exchange };
  const source = sourceOf(problem, means, settings, [...KNOWN, 'exchange']);
  const checkpoints = CheckpointWriter.of(means, problem, settings);
  const recorder = checkpoints ?? writer;
  return [checkpoints?.source ?? source, watchOf(settings, recorder), recorder];
}

/**
 * A watch that writes the record in each turn, too. `state` replaces that of the recorder's own
 * search.
 */
export function watchOf(
  { signal, onProgress }: Watch,
  recorder: Recorder | undefined,
  state?: () => Remaining,
): Watch {
  return { signal, onProgress: recorder ? recorder.watched(onProgress, state) : onProgress };
}
