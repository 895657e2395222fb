/**
 * The rating of a Sudoku. It stands apart from the hints: the page rates the puzzle that it opens
 * with, and hints load a search.
 */

import { block } from '../engine/solve/task.ts';
import { type PencilSettings, plainPartsOf, ratingTask } from '../puzzles/pencil/rating.ts';
import { sudokuScale } from '../puzzles/pencil/sudoku-scale.ts';
import { techniqueTitle } from '../puzzles/pencil/technique.ts';
import { type FilledBoard, problemOf } from './sudokus.ts';

/** A rating. `isWhole` is false where it took too long: then the puzzle is at least that hard. */
export interface SudokuRating {
  readonly difficulty: number;
  readonly technique: string;
  readonly isWhole: boolean;
}

/** Milliseconds after which a rating is given up. */
const TIMEOUT = 60_000;

/** Rates a puzzle with one solution. */
export async function rateSudoku({
  board,
  givens,
}: FilledBoard): Promise<SudokuRating | undefined> {
  const settings = { unique: true, timeout: TIMEOUT };
  const parts = await partsIn({ board, givens }, settings);
  const { difficulty, hardest, ending } = block(ratingTask(settings, parts));
  if (difficulty === undefined || hardest === undefined) return undefined;
  return { difficulty, technique: techniqueTitle(hardest.technique), isWhole: ending === 'solved' };
}

/** How the steps of a board begin. A variant has a scale of its own. */
async function partsIn({ board, givens }: FilledBoard, settings: PencilSettings) {
  if (board.kind === 'variant') {
    const { coveredVariant } = await import('./sudoku-variant.ts');
    const { partsOf } = await import('../puzzles/pencil/parts.ts');
    const { variant } = coveredVariant(board.text, givens);
    return () => partsOf(variant, settings);
  }
  const problem = await problemOf(board, givens);
  return () => plainPartsOf(problem, { ...settings, scale: sudokuScale });
}
