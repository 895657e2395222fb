import type { AnswersOf } from '../ask/answers.ts';
import { checkLimits, LIMITS, type Limits } from '../ask/settings.ts';
import { QuadrilleError, shown } from '../problem/error.ts';
import { checkSettings } from '../problem/setting.ts';
import { check, GridError, type Puzzle, type Verdict } from './grid.ts';
import { Shape } from './shape.ts';
import { SEARCH_SETTINGS, type SolverSettings, Solvers } from './solver.ts';
import type { Read } from './text/decode.ts';

/** What can be asked of each puzzle, and what is answered. */
export interface Answers extends AnswersOf<Uint8Array> {
  readonly check: Verdict;
}

const QUESTIONS: readonly (keyof Answers)[] = ['first', 'count', 'isUnique', 'check'];

/** Limits are for each puzzle by itself. */
export interface BatchSettings
  extends Limits,
    Pick<SolverSettings, 'engine' | 'seed' | 'memoryLimit'> {}

/** The answer for one puzzle of a batch, or the mistake that stands in its place. */
export type Answered<A> = { readonly line?: number | undefined } & (
  | { readonly puzzle: Puzzle; readonly answer: A; readonly error?: undefined }
  | { readonly puzzle?: Puzzle; readonly answer?: undefined; readonly error: QuadrilleError }
);

/**
 * Asks one question of many puzzles, of any shapes: an answer for each, in their order, when it
 * is asked for. A bad one is answered by its error, and the rest goes on.
 */
export function answerEach<Q extends keyof Answers>(
  puzzles: Iterable<Puzzle | Read>,
  question: Q,
  settings: BatchSettings = {},
): Generator<Answered<Answers[Q]>, void, undefined> {
  if (!QUESTIONS.includes(question)) {
    const all = QUESTIONS.join(', ');
    throw new QuadrilleError('bad-setting', `Asked ${shown(question)}; ask one of ${all}.`);
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
      // Only a mistake of this puzzle's own: one in the settings is everyone's.
      if (!(error instanceof GridError)) throw error;
      yield { line, puzzle, error: placed(error, line) };
    }
  }
}

/** The error with the line of its puzzle, if that is known. */
function placed(error: GridError, line: number | undefined): GridError {
  if (line === undefined) return error;
  return new GridError(`Line ${line}: ${error.message}`, error.cells, line);
}

/** Refuses what comes neither from a reader nor has a shape and givens. */
function checkRead(read: Puzzle | Read): void {
  const { givens, shape, puzzle, error } = (read ?? {}) as Partial<Puzzle & Read>;
  if (error !== undefined || puzzle !== undefined) return;
  if (givens !== undefined && shape instanceof Shape) return;
  throw new QuadrilleError(
    'bad-setting',
    `There is ${shown(read)} where a puzzle is wanted; ` +
      'give what readPuzzles or readEach gives, or { shape, givens }.',
  );
}
