// Bird's third program: prune, guess at one cell, prune again, and so on: no blocked matrix goes
// on. A whole new matrix for each pass; the cell and the number of passes decide their number.

import type { Shape } from '../../src/puzzles/sudoku/shape.ts';
import { type Baseline, baseline, type Run, refusesDeep } from './baseline.ts';
import {
  blocked,
  type Choices,
  choices,
  type Matrix,
  prune,
  pruneFully,
  single,
} from './bird-matrix.ts';

type Prune = (shape: Shape, matrix: Matrix<Choices>, run: Run) => Matrix<Choices>;
/** Picks the open cell to guess at, by its open values; -1 where no cell is open. */
type Pick = (cells: readonly Choices[]) => number;

const firstOpen: Pick = (cells) => cells.findIndex((cell) => !single(cell));

const fewestChoices: Pick = (cells) => {
  const lengths = cells.map((cell) => (single(cell) ? Number.POSITIVE_INFINITY : cell.length));
  const fewest = lengths.reduce((least, length) => Math.min(least, length));
  return fewest === Number.POSITIVE_INFINITY ? -1 : lengths.indexOf(fewest);
};

function birdGuess(name: string, pick: Pick, pruned: Prune): Baseline {
  return baseline(`Bird, ${name}`, refusesDeep, (shape, givens, run) => {
    const search = (matrix: Matrix<Choices>): boolean => {
      if (blocked(shape, matrix)) return false;
      const cells = matrix.flat();
      const cell = pick(cells);
      if (cell < 0) return run.take(cells.map(([value]) => value));
      for (const value of cells[cell]) {
        run.guesses++;
        run.placements++;
        if (run.late()) return true;
        const fixed = matrix.map((row, r) =>
          r === shape.rowOf(cell)
            ? row.map((open, c) => (c === shape.columnOf(cell) ? [value] : open))
            : row,
        );
        if (search(pruned(shape, fixed, run))) return true;
      }
      return false;
    };
    search(pruned(shape, choices(shape, givens), run));
  });
}

export const birdFirst = birdGuess('first cell, one pass', firstOpen, prune);
export const birdFirstFully = birdGuess('first cell, fixed point', firstOpen, pruneFully);
export const birdFewest = birdGuess('fewest choices, one pass', fewestChoices, prune);
export const birdFewestFully = birdGuess('fewest choices, fixed point', fewestChoices, pruneFully);
