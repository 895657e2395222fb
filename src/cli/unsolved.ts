import { QuadrilleError } from '../engine/problem/error.ts';
import { Solution } from '../engine/problem/problem.ts';
import type { Exhibit } from '../puzzles/gallery/exhibit.ts';
import type { Picture } from '../puzzles/picture/board.ts';
import { UsageError } from './exit.ts';

/** The pictures of a puzzle before it is solved, with these options as clues. */
export function unsolvedPictures(exhibit: Exhibit, prefix: readonly number[]): readonly Picture[] {
  if (prefix.length === 0) return exhibit.draw();
  const { problem } = exhibit;
  const { optionCount } = problem;
  const bad = prefix.find((option) => option < 0 || option >= optionCount);
  if (bad !== undefined) {
    throw new UsageError(
      `--prefix has ${bad}; give options chosen, from 0 to ${optionCount - 1}: they are the clues of the picture`,
    );
  }
  try {
    return exhibit.drawClues(new Solution(problem, [...prefix]));
  } catch (error) {
    if (!(error instanceof QuadrilleError)) throw error;
    throw new UsageError('options of --prefix exclude each other; give those of one solution');
  }
}
