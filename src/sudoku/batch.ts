import type { AnswersOf } from '../ask/answers.ts';
import { checkLimits, LIMITS, type Limits } from '../ask/walk.ts';
import { QuadrilleError, shown } from '../problem/error.ts';
import { checkSettings } from '../problem/setting.ts';
import { check, GridError, type Puzzle, type Verdict } from './grid.ts';
import { Shape } from './shape.ts';
import { SEARCH_SETTINGS, type SolverSettings, Solvers } from './solver.ts';
import type { Read } from './text/decode.ts';

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
 * Asks one question of many puzzles of any shapes. There is an answer for each, in their order, computed
 * when the caller asks for it. A bad puzzle gives its error, and the batch goes on.
 */
export function answerEach<Q extends keyof Answers>(
  puzzles: Iterable<Puzzle | Read>,
  question: Q,
  settings: BatchSettings = {},
): Generator<Answered<Answers[Q]>, void, undefined> {
  if (!QUESTIONS.includes(question)) {
    const all = QUESTIONS.join(', ');
    throw new QuadrilleError(
      'bad-setting',
      `The question is ${shown(question)}; ask one of ${all}.`,
    );
  }
  if (typeof puzzles !== 'object' || typeof puzzles?.[Symbol.iterator] !== 'function') {
    throw new QuadrilleError(
      'bad-setting',
      `The puzzles are ${shown(puzzles)}; give an array of them, or what readEach gives.`,
    );
  }
  checkSettings(settings, [...LIMITS, ...SEARCH_SETTINGS]);
  checkLimits(settings);
  return answers(puzzles, question, settings);
}

function* answers<Q extends keyof Answers>(
  puzzles: Iterable<Puzzle | Read>,
  question: Q,
  settings: BatchSettings,
): Generator<Answered<Answers[Q]>, void, undefined> {
  const solvers = new Solvers(settings);
  const { limit, maxNodes, timeout } = settings;
  const limits = { limit, maxNodes, timeout };
  for (const read of puzzles) {
    checkRead(read);
    const { line } = read;
    const { puzzle, error } = 'givens' in read ? { puzzle: read, error: undefined } : read;
    if (error !== undefined) {
      yield { line, error };
      continue;
    }
    try {
      const { shape, givens } = puzzle;
      const answer =
        question === 'check'
          ? check(shape, givens)
          : solvers.of(shape)[question as keyof AnswersOf<Uint8Array>](givens, limits);
      yield { line, puzzle, answer: answer as Answers[Q] };
    } catch (error) {
      // An error in the settings concerns all puzzles, so it ends the batch.
      if (!(error instanceof GridError)) throw error;
      yield { line, puzzle, error: withLine(error, line) };
    }
  }
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
