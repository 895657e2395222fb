import type { BatchOrder, BatchReply, Job } from '../../engine/parallel/jobs.ts';
import type { Pool } from '../../engine/parallel/pool.ts';
import { QuadrilleError, shown } from '../../engine/problem/error.ts';
import { shared } from '../../engine/problem/memory.ts';
import { checkSettings } from '../../engine/problem/setting.ts';
import { checkLimits, LIMITS, type Limits } from '../../engine/solve/limit-settings.ts';
import { type AnswersOf, type QuestionName, questionOf } from '../../engine/solve/questions.ts';
import { encodeBare, gridOf } from './encode.ts';
import { check, GridError, type Puzzle, type Verdict } from './grid.ts';
import { inOrder } from './in-order.ts';
import { Shape } from './shape.ts';
import { SEARCH_SETTINGS, type SolverSettings, Solvers } from './solver.ts';
import type { Read } from './text/format.ts';

/** Question -> its answer. */
export interface Answers extends AnswersOf<Uint8Array> {
  readonly check: Verdict;
}

const QUESTIONS: readonly (keyof Answers)[] = ['first', 'count', 'isUnique', 'check'];

/** The limits hold for each puzzle by itself. */
export interface BatchSettings
  extends Limits,
    Pick<SolverSettings, 'engine' | 'seed' | 'memoryLimit'> {}

/** The answer for one puzzle of a batch, or its error. */
export type Answered<A> = { readonly line?: number | undefined } & (
  | { readonly puzzle: Puzzle; readonly answer: A; readonly error?: undefined }
  | { readonly puzzle?: Puzzle; readonly answer?: undefined; readonly error: QuadrilleError }
);

/**
 * Asks one question of many puzzles of any shapes. There is an answer for each, in their order,
 * computed when the caller asks for it. A bad puzzle gives its error, and the batch goes on.
 */
export function answerEach<Q extends keyof Answers>(
  puzzles: Iterable<Puzzle | Read>,
  question: Q,
  settings?: BatchSettings,
): Generator<Answered<Answers[Q]>, void, undefined>;
/**
 * The same by the workers of a pool, for `for await`. The answers come in the order of the puzzles.
 * The workers are some hundred puzzles ahead of the caller; no more puzzles are read before these
 * are taken.
 */
export function answerEach<Q extends keyof Answers>(
  puzzles: Iterable<Puzzle | Read> | AsyncIterable<Puzzle | Read>,
  question: Q,
  settings: BatchSettings & { readonly pool: Pool },
): AsyncGenerator<Answered<Answers[Q]>, void, undefined>;
export function answerEach<Q extends keyof Answers>(
  puzzles: Iterable<Puzzle | Read> | AsyncIterable<Puzzle | Read>,
  question: Q,
  stated: BatchSettings & { readonly pool?: Pool } = {},
):
  | Generator<Answered<Answers[Q]>, void, undefined>
  | AsyncGenerator<Answered<Answers[Q]>, void, undefined> {
  checkSettings(stated, ['pool', ...LIMITS, ...SEARCH_SETTINGS]);
  const { pool, ...settings } = stated;
  if (!QUESTIONS.includes(question)) {
    const all = QUESTIONS.join(', ');
    throw new QuadrilleError(
      'bad-setting',
      `The question is ${shown(question)}; ask one of ${all}.`,
    );
  }
  const isList = typeof puzzles === 'object' && puzzles !== null && Symbol.iterator in puzzles;
  const isStream =
    typeof puzzles === 'object' && puzzles !== null && Symbol.asyncIterator in puzzles;
  if (!isList && !(isStream && pool !== undefined)) {
    throw new QuadrilleError(
      'bad-setting',
      `The puzzles are ${shown(puzzles)}; give an array of them, or what readEach gives.`,
    );
  }
  checkLimits(settings);
  if (pool === undefined) return answers(puzzles as Iterable<Puzzle | Read>, question, settings);
  if (typeof pool?.ask !== 'function') {
    throw new QuadrilleError(
      'bad-setting',
      `pool is ${shown(pool)}; give a Pool of quadrille/parallel.`,
    );
  }
  return pooledAnswers(pool, puzzles, question, settings);
}

function* answers<Q extends keyof Answers>(
  puzzles: Iterable<Puzzle | Read>,
  question: Q,
  settings: BatchSettings,
): Generator<Answered<Answers[Q]>, void, undefined> {
  const solvers = new Solvers(settings);
  for (const read of puzzles) yield answerOf(read, question, solvers, settings);
}

/** The answer for one puzzle. */
function answerOf<Q extends keyof Answers>(
  read: Puzzle | Read,
  question: Q,
  solvers: Solvers,
  { limit, maxNodes, timeout }: Limits,
): Answered<Answers[Q]> {
  checkRead(read);
  const { line } = read;
  const { puzzle, error } = 'givens' in read ? { puzzle: read, error: undefined } : read;
  if (error !== undefined) return { line, error };
  try {
    const { shape, givens } = puzzle;
    const limits = { limit, maxNodes, timeout };
    const answer =
      question === 'check'
        ? check(shape, givens)
        : solvers.of(shape)[question as QuestionName](givens, limits);
    return { line, puzzle, answer: answer as Answers[Q] };
  } catch (error) {
    // An error in the settings concerns all puzzles, so it ends the batch.
    if (!(error instanceof GridError)) throw error;
    return { line, puzzle, error: withLine(error, line) };
  }
}

/** Puzzles of a shape that go to a worker together: some milliseconds of work. */
const TOGETHER = 256;
/** Chunks for each worker that are on their way. */
const AHEAD = 2;

/**
 * The givens of a puzzle are a prefix of the empty grid, so what goes to a worker is a list of
 * prefixes, and what comes back are lists of options. This file has the types of `parallel` only:
 * programs that use no pool do not load it.
 */
async function* pooledAnswers<Q extends keyof Answers>(
  pool: Pool,
  puzzles: Iterable<Puzzle | Read> | AsyncIterable<Puzzle | Read>,
  question: Q,
  { engine, seed, memoryLimit, limit, maxNodes, timeout }: BatchSettings,
): AsyncGenerator<Answered<Answers[Q]>, void, undefined> {
  const limits = { limit, maxNodes, timeout };
  // It tells what is wrong with a puzzle, and checks.
  const solvers = new Solvers({ engine, seed, memoryLimit });
  const jobs = new Map<Shape, Job>();
  const jobOf = (shape: Shape): Job => {
    const data = jobs.get(shape)?.data ?? shared(encodeBare(shape).compile().data);
    const job = jobs.get(shape) ?? { data, engine: 'lists', seed, memoryLimit };
    jobs.set(shape, job);
    return job;
  };
  const begin = async (reads: readonly (Puzzle | Read)[]): Promise<Answered<Answers[Q]>[]> => {
    const sound = reads.flatMap((read) => puzzleIn(read) ?? []);
    const [{ shape } = { shape: undefined }] = sound;
    let reply: BatchReply | undefined;
    if (question !== 'check' && shape !== undefined) {
      const how = { kind: 'batch', question: question as QuestionName, engine, limits } as const;
      const order: BatchOrder = { ...how, ...prefixesOf(shape, sound) };
      reply = (await pool.ask(jobOf(shape), order)) as BatchReply;
    }
    let next = 0;
    return reads.map((read) => {
      const puzzle = puzzleIn(read);
      const k = puzzle === undefined ? -1 : next++;
      const status = reply?.statuses[k];
      if (reply === undefined || puzzle === undefined || status === undefined) {
        return answerOf(read, question, solvers, limits);
      }
      const { options, ends } = reply;
      const solutions = reply.solutions[k];
      const solution = () => gridOf(puzzle.shape, options.subarray(ends[k - 1] ?? 0, ends[k]));
      const { answer: answerTo } = questionOf(question as QuestionName);
      const answer = answerTo({ solutions }, status, solution);
      return { line: read.line, puzzle, answer: answer as Answers[Q] };
    });
  };
  const chunks = chunksOf(puzzles);
  for await (const answers of inOrder(chunks, begin, AHEAD * pool.size)) yield* answers;
}

/** Puzzles of one shape together, and the errors among them. */
async function* chunksOf(
  puzzles: Iterable<Puzzle | Read> | AsyncIterable<Puzzle | Read>,
): AsyncGenerator<(Puzzle | Read)[], void, undefined> {
  let chunk: (Puzzle | Read)[] = [];
  let shape: Shape | undefined;
  for await (const read of puzzles) {
    checkRead(read);
    const next = puzzleIn(read)?.shape ?? shape;
    if (chunk.length === TOGETHER || (next !== shape && chunk.length > 0)) {
      yield chunk;
      chunk = [];
    }
    shape = next;
    chunk.push(read);
  }
  if (chunk.length > 0) yield chunk;
}

function puzzleIn(read: Puzzle | Read): Puzzle | undefined {
  return 'givens' in read ? read : read.puzzle;
}

/** The givens as options of the empty grid. A value beyond the size gives no such option. */
function prefixesOf({ cells, size }: Shape, puzzles: readonly Puzzle[]) {
  const decisions: number[] = [];
  const ends = puzzles.map(({ givens }) => {
    const values = givens?.length === cells ? givens : [size + 1];
    for (let cell = 0; cell < values.length; cell++) {
      const value = values[cell];
      const isValue = value > 0 && value <= size && (value | 0) === value;
      if (value !== 0) decisions.push(isValue ? cell * size + value - 1 : cells * size);
    }
    return decisions.length;
  });
  return { decisions: Int32Array.from(decisions), ends: Int32Array.from(ends) };
}

/** The error with the line of its puzzle, if that is known. */
function withLine(error: GridError, line: number | undefined): GridError {
  if (line === undefined) return error;
  return new GridError(`Line ${line}: ${error.message}`, error.cells, line);
}

/** Throws if the value is neither a puzzle nor comes from a reader. */
function checkRead(read: Puzzle | Read): void {
  const { givens, shape, puzzle, error } = (read ?? {}) as Partial<Puzzle & Read>;
  if (error !== undefined || puzzle !== undefined) return;
  if (givens !== undefined && shape instanceof Shape) return;
  throw new QuadrilleError(
    'bad-setting',
    `There is ${shown(read)} among the puzzles; ` +
      'give what readPuzzles or readEach gives, or { shape, givens }.',
  );
}
