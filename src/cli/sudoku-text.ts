import type { Status } from '../engine/solve/limit-settings.ts';
import type { Count, First, QuestionName, Uniqueness } from '../engine/solve/questions.ts';
import { type Puzzle, writeFramed } from '../puzzles/sudoku/grid.ts';
import { jsonLine } from './console.ts';
import { EXIT, type Exit, type Failure } from './exit.ts';
import { countFields, exitOf } from './report.ts';
import { type Asked, type Job, type Pencil, type PuzzleAnswer, placeOf } from './sudoku-job.ts';

/*
 * The answer for a puzzle as text, whatever the question.
 */

const UNIQUENESS = ['none', 'unique', 'several'] as const;

/** `found`: the number of solutions where the answer does not tell it. */
export function puzzleAnswer(
  given: Partial<First<Uint8Array> & Count & Uniqueness> & { readonly status: Status },
  found = 0,
): PuzzleAnswer {
  const { status, solution, exact, answer } = given;
  if (solution !== undefined) return { status, solutions: 1, grid: solution };
  if (exact !== undefined) return { status, solutions: exact };
  if (answer === undefined) return { status, solutions: 0 };
  const solutions = answer === 'unknown' ? found : UNIQUENESS.indexOf(answer);
  return { status, solutions, answer };
}

/** A solution, as it is printed. */
export function solutionText(job: Job, puzzle: Puzzle, grid: Uint8Array, index: number): string {
  const { shape, symbols } = puzzle;
  if (job.json) {
    const fields = { ...placeOf(job, puzzle), index, grid: symbols.write(grid) };
    return jsonLine('solution', fields);
  }
  return `${job.pretty ? writeFramed(shape, grid, symbols) : symbols.write(grid)}\n`;
}

/** All that ends the answer for a puzzle: its solution if it was asked for, its status. */
export function answerText(job: Job, puzzle: Puzzle, found: PuzzleAnswer): string {
  const { grid } = found;
  return endText(job, puzzle, found, grid && solutionText(job, puzzle, grid, 1));
}

/** The same where the solution is a text, if it was asked for. */
export function endText(
  job: Job,
  place: Pick<Puzzle, 'line'>,
  found: PuzzleAnswer,
  solution?: string,
): string {
  const { status, solutions, answer, report } = found;
  if (!job.json) return solution ?? statusText(job.question, found);
  const numbers = typeof solutions === 'bigint' ? countFields(solutions) : { solutions };
  const fields = { ...placeOf(job, place), status, ...numbers, answer, ...report?.fields };
  return (solution ?? '') + jsonLine('status', fields);
}

/** The answer, the count, or the reason for none. */
export function statusText(
  question: Asked,
  { status, solutions, answer, report }: PuzzleAnswer,
): string {
  if (report !== undefined) return report.text;
  if (isPencil(question) && answer === 'several') return 'several solutions\n';
  if (answer !== undefined && !isPencil(question)) return `${answer}\n`;
  if (question === 'count') return `${status === 'complete' ? '' : '>='}${solutions}\n`;
  const isDecided = status === 'complete' || status === 'limit';
  const isSolved = isDecided && Number(solutions) > 0;
  return isSolved ? '' : isDecided ? 'no solution\n' : `undecided: ${status}\n`;
}

/** True if an answer has several lines. */
export function hasLines(question: Asked): boolean {
  return ['all', 'candidates', 'steps', 'hint'].includes(question);
}

/** True if it is about solutions, and has a line for an answer. */
export function isPlain(question: Asked): question is QuestionName {
  return question === 'first' || question === 'count' || question === 'isUnique';
}

/** True if it is about what a person would do. */
export function isPencil(question: Asked): question is Pencil {
  return question === 'steps' || question === 'hint' || question === 'rate';
}

/** The exit code for an answer. */
export function exitFor({ status, solutions, report }: PuzzleAnswer): Exit {
  return report?.isStuck ? EXIT.undecided : exitOf(status, solutions);
}

/** The mistake in a puzzle whose givens exclude each other. It throws any other error. */
export function failureIn(error: unknown, { source }: Job, { line }: Puzzle): Failure {
  const { code, message } = error as Error & Partial<Failure>;
  // The engines of a thread are in a file of their own, with classes of their own.
  if (code !== 'bad-grid') throw error;
  return { code, message: `${source}:${line}: ${message}`, file: source, line };
}
