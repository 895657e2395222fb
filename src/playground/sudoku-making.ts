/**
 * Makes Sudokus: a minimal puzzle, a puzzle without the givens that it does not need, a puzzle of a
 * text, its files.
 */

import { writeDlx } from '../engine/formats/dlx/write.ts';
import { Random } from '../engine/kernels/random.ts';
import { firstAsync, isUnique } from '../engine/solve/api.ts';
import { drawSvg } from '../puzzles/picture/svg/draw-svg.ts';
import { PuzzleGenerator } from '../puzzles/sudoku/generator.ts';
import { readPuzzle } from '../puzzles/sudoku/text/reader.ts';
import { isVariantText } from '../puzzles/variants/recognise.ts';
import { BOXES, boardOf, type ReadVariant, type SudokuBoard } from './sudoku-state.ts';
import { CellProblem, type FilledBoard, problemOf } from './sudokus.ts';

/**
 * The most nodes of one check while givens go. A check that needs more leaves the given in place.
 */
const MOST_CHECK_NODES = 20_000;

/**
 * A minimal puzzle with one solution: no given can go. `isMinimal` is false where that is not
 * proven.
 */
export async function generateSudoku({
  board,
  seed,
}: {
  readonly board: SudokuBoard;
  readonly seed: number;
}): Promise<{ givens: number[]; isMinimal: boolean }> {
  if (board.kind === 'sudoku') {
    const { givens, minimal } = new PuzzleGenerator({ boxes: board.boxes, seed }).puzzle();
    return { givens: [...givens], isMinimal: minimal };
  }
  const puzzle = await CellProblem.of(board);
  const { solution } = await firstAsync(puzzle.problem, { seed });
  if (solution === undefined) throw new Error('This board has no solution; change its regions.');
  return thinned(puzzle, solution.numbers, seed);
}

/** The puzzle without the givens that it does not need. */
export async function minimise({
  board,
  givens,
  seed,
}: FilledBoard & { readonly seed: number }): Promise<{ givens: number[]; isMinimal: boolean }> {
  const puzzle = await CellProblem.of(board);
  const options = Array.from({ length: puzzle.problem.optionCount }, (_, option) => option);
  const given = options.filter(
    (option) => givens[puzzle.cellOf(option)] === puzzle.valueOf(option),
  );
  return thinned(puzzle, given, seed);
}

/** Takes away one given after the other, in a random order, if one solution is left. */
function thinned(
  puzzle: CellProblem,
  chosen: readonly number[],
  seed: number,
): { givens: number[]; isMinimal: boolean } {
  const compiled = puzzle.problem.compile();
  let left = [...chosen];
  let isMinimal = true;
  for (const k of new Random(seed).order(chosen.length)) {
    const option = chosen[k];
    const prefix = left.filter((other) => other !== option);
    const { answer } = isUnique(compiled, { prefix, maxNodes: MOST_CHECK_NODES });
    if (answer === 'unique') left = prefix;
    else if (answer === 'unknown') isMinimal = false;
  }
  return { givens: puzzle.valuesOf(left), isMinimal };
}

/**
 * A picture of a Sudoku, with values in its blank cells if there are some, and its problem in
 * Knuth's text.
 */
export async function drawSudoku({
  board,
  givens,
  values,
}: FilledBoard & { readonly values?: readonly number[] | undefined }): Promise<{
  svg: string;
  text: string;
}> {
  const text = writeDlx(await problemOf(board, givens));
  if (board.kind === 'variant') {
    const { pictureOf } = await import('./sudoku-variant.ts');
    return { svg: drawSvg(pictureOf(board.text, givens, values)), text };
  }
  return { svg: drawSvg(boardOf(board, { givens, values })), text };
}

/** The first Sudoku of a text: a plain one in any form that the reader knows, or a variant. */
export async function readSudoku({
  text,
}: {
  readonly text: string;
}): Promise<{ boxes: string; givens: number[] } | ReadVariant> {
  if (isVariantText(text)) return (await import('./sudoku-variant.ts')).readVariant({ text });
  const { shape, givens } = readPuzzle(text);
  if (BOXES.includes(shape.boxes)) return { boxes: shape.boxes, givens: [...givens] };
  throw new Error(`The grid has boxes of ${shape.boxes}; this page has up to 5x5.`);
}
