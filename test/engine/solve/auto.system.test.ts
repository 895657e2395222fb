import { expect, test } from 'vitest';
import { check } from '../../../src/puzzles/sudoku/grid.ts';
import type { Shape } from '../../../src/puzzles/sudoku/shape.ts';
import { Solver } from '../../../src/puzzles/sudoku/solver.ts';
import { readPuzzle } from '../../../src/puzzles/sudoku/text/reader.ts';
import { SPARSE } from '../../cases/sparse.ts';
import { slow } from '../../support/effort.ts';
import { isCompletion } from '../../support/sudoku.ts';

/** The givens with one more, which is not the solution's, but clashes with no given. */
function withWrongClue(shape: Shape, givens: Uint8Array, solution: ArrayLike<number>): Uint8Array {
  for (let cell = 0; cell < shape.cells; cell++) {
    for (let value = 1; givens[cell] === 0 && value <= shape.size; value++) {
      const wrong = givens.slice();
      wrong[cell] = value;
      if (value !== solution[cell] && check(shape, wrong).mistakes.length === 0) return wrong;
    }
  }
  throw new Error('There is no room for a wrong clue.');
}

test.each(SPARSE.map((text, k) => [k + 1, text] as const).filter(([k]) => slow || k === 1))(
  'a sparse 25x25 Sudoku: solved, and proven unique (%i)',
  { timeout: 120_000 },
  (_, text) => {
    const { shape, givens } = readPuzzle(text);
    const solver = new Solver(shape);
    const { solution = [], status } = solver.first(givens);
    expect(status).toBe('found');
    expect(isCompletion(shape, givens, solution)).toBe(true);
    expect(solver.isUnique(givens)).toEqual({ answer: 'unique', status: 'complete' });
    // The limits hold, whoever is at work.
    expect(solver.first(givens, { maxNodes: 66_000 }).status).toBe('nodes');
    // With a wrong clue that breaks no rule at first sight there is none, which is proven too.
    const wrong = withWrongClue(shape, givens, solution);
    expect(solver.first(wrong)).toEqual({ status: 'complete' });
    expect(solver.isUnique(wrong)).toEqual({ answer: 'none', status: 'complete' });
    // Cells by itself gets nowhere.
    const lists = new Solver({ boxes: shape.boxes, engine: 'lists' });
    expect(lists.first(givens, { maxNodes: 200_000 }).status).toBe('nodes');
  },
);
