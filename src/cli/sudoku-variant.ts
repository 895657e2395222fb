import { QuadrilleError } from '../engine/problem/error.ts';
import { countAsync, firstAsync, isUniqueAsync, solutionsAsync } from '../engine/solve/api.ts';
import type { Watch } from '../engine/solve/cooperative.ts';
import { diagramAsync } from '../engine/solve/diagrams.ts';
import type { Puzzle } from '../puzzles/sudoku/grid.ts';
import { Shape } from '../puzzles/sudoku/shape.ts';
import { type Candidates, DIAGRAM_BYTES } from '../puzzles/sudoku/solver.ts';
import { Symbols } from '../puzzles/sudoku/symbols.ts';
import { variant } from '../puzzles/variants/read.ts';
import { isAddress } from '../puzzles/variants/recognise.ts';
import { shapeOf } from '../puzzles/variants/shape.ts';
import { Variant } from '../puzzles/variants/variant.ts';
import { writeVariant } from '../puzzles/variants/write.ts';
import { jsonLine } from './console.ts';
import type { Failure } from './exit.ts';
import { type Job, type PuzzleAnswer, placeOf, type VariantText } from './sudoku-job.ts';
import { puzzleAnswer } from './sudoku-text.ts';
import { gridText, symbolOf } from './variant-text.ts';

export { symbolOf };

/** Solutions that are listed for `--candidates` before a diagram of all is built. */
const MOST_LISTED = 10_000;

/** The limits of a search, and who is told of it. */
export interface VariantLimits extends Pick<Watch, 'signal' | 'onProgress'> {
  readonly timeout?: number | undefined;
  readonly limit?: number | undefined;
}

/** The puzzle of a text: a plain one if it has no rules beyond those. Throws if it cannot be read. */
export function puzzleIn(
  { variant: text, line }: VariantText,
  { question }: Job,
): Puzzle | Variant {
  const stated = variant(text);
  const plain = plainPuzzle(stated, line);
  if (plain !== undefined) return plain;
  if (question !== 'canonical' && question !== 'distinct') return stated;
  throw new QuadrilleError(
    'not-supported',
    `this puzzle has rules beyond rows, columns and boxes, and --${question} compares plain ones; ` +
      'leave the flag out, or the puzzle.',
  );
}

/** A puzzle with no more than rows, columns and the usual boxes. */
function plainPuzzle({ shape, clues, candidates, givens }: Variant, line: number) {
  const { rows, columns, values, boxes, pieces } = shape;
  const isPlain = boxes && clues.length === 0 && pieces.length === 0;
  const isUsual = rows === columns && values[0] === 1 && values.length === rows;
  const isGiven = [...candidates.values()].every(({ length }) => length === 1);
  if (!isPlain || !isUsual || !isGiven) return undefined;
  const plain = Shape.of({ size: rows });
  const grid = Uint8Array.from(givens, (value) => value ?? 0);
  return { shape: plain, givens: grid, symbols: Symbols.usual(rows), line };
}

/** A mistake in a puzzle, with its place in the text that has it. It throws any other error. */
export function variantFailure(
  error: unknown,
  { source }: Job,
  from: Puzzle | VariantText,
): Failure {
  const { code, message, ...at } = error as Error & Partial<Failure>;
  if (code === undefined) throw error;
  // A place in what an address carries is none in the file.
  const isPacked = 'variant' in from && isAddress(from.variant.trim());
  const { line = 1, column } = isPacked ? {} : at;
  const place = { file: source, line: (from.line ?? 1) + line - 1, column };
  const what = message.replace(/^Line \d+(?:, column \d+)?: /, '');
  const where = column === undefined ? `${place.line}` : `${place.line}:${column}`;
  return { code, message: `${source}:${where}: ${what}`, ...place };
}

/** The puzzle in another form. */
export function formText(job: Job, puzzle: Puzzle | VariantText): string {
  const { as: form = 'iss' } = job;
  const stated = 'variant' in puzzle ? variant(puzzle.variant) : asVariant(puzzle);
  const text = writeVariant(stated, form);
  return job.json ? jsonLine('text', { ...placeOf(job, puzzle), form, text }) : `${text}\n`;
}

function asVariant({ shape, givens }: Puzzle): Variant {
  const candidates = new Map<number, number[]>();
  for (const [cell, value] of givens.entries()) if (value > 0) candidates.set(cell, [value]);
  return new Variant({ shape: shapeOf(shape), candidates });
}

/** The text of a solution. */
export function variantSolution(
  job: Job,
  { line }: Pick<VariantText, 'line'>,
  stated: Variant,
  values: readonly number[],
  index: number,
): string {
  if (!job.json) return gridText(stated, values, job.pretty);
  const grid = values.map(symbolOf).join('');
  return jsonLine('solution', { ...placeOf(job, { line }), index, grid });
}

/** The answer to `first`, `count` or `isUnique`, and the solution if it is asked for. */
export async function answerVariant(
  stated: Variant,
  { question, limit }: Job,
  limits: VariantLimits,
): Promise<{ answer: PuzzleAnswer; solution?: number[] }> {
  const { problem } = stated;
  if (question === 'count') {
    return { answer: puzzleAnswer(await countAsync(problem, { ...limits, limit })) };
  }
  if (question === 'isUnique') {
    let found = 0;
    const onProgress: Watch['onProgress'] = (progress) => {
      found = progress.solutions;
      limits.onProgress?.(progress);
    };
    const answer = await isUniqueAsync(problem, { ...limits, onProgress });
    return { answer: puzzleAnswer(answer, found) };
  }
  const { status, solution } = await firstAsync(problem, limits);
  if (solution === undefined) return { answer: { status, solutions: 0 } };
  return { answer: { status, solutions: 1 }, solution: stated.decode(solution.payloads) };
}

/** The solutions one by one. */
export function solutionsOf(stated: Variant, limits: VariantLimits) {
  return solutionsAsync(stated.problem, limits);
}

/**
 * Lists the solutions, which `learn` finds soon where there are few. Where there are many a diagram
 * counts them.
 */
export async function candidatesOf(
  stated: Variant,
  { timeout, signal, onProgress }: VariantLimits,
): Promise<Candidates> {
  const began = performance.now();
  const limits = { timeout, signal, onProgress };
  const { problem, grid } = stated;
  const candidates = Array.from({ length: grid.cells }, () => new Map<number, bigint>());
  const note = (cell: number, value: number, solutions: bigint) => {
    candidates[cell].set(value, (candidates[cell].get(value) ?? 0n) + solutions);
  };
  const stream = solutionsAsync(problem, { ...limits, limit: MOST_LISTED });
  let found = 0n;
  for await (const { payloads } of stream) {
    found++;
    for (const [cell, value] of stated.decode(payloads).entries()) note(cell, value, 1n);
  }
  const { status = 'complete' } = stream;
  if (status !== 'limit') {
    return status === 'complete'
      ? { status, exact: found, candidates: sorted(candidates) }
      : { status };
  }
  for (const values of candidates) values.clear();
  const left = timeout && Math.max(0, timeout - (performance.now() - began));
  const more = { ...limits, timeout: left, memoryLimit: DIAGRAM_BYTES };
  const built = await diagramAsync(problem, more);
  if (built.diagram === undefined) return { status: built.status };
  built.diagram.perOption().forEach((solutions, option) => {
    const placement = solutions > 0n ? problem.payload(option) : undefined;
    if (placement !== undefined) {
      note(grid.cellOf(placement), placement.value, solutions);
    }
  });
  return { status: built.status, exact: built.diagram.count, candidates: sorted(candidates) };
}

function sorted(candidates: readonly ReadonlyMap<number, bigint>[]) {
  return candidates.map((values) => new Map([...values].sort(([a], [b]) => a - b)));
}
