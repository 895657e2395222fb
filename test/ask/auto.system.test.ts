import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Puzzle } from '../../src/sudoku/grid.ts';
import { check } from '../../src/sudoku/grid.ts';
import { Solver } from '../../src/sudoku/solver.ts';
import { readPuzzle } from '../../src/sudoku/text/reader.ts';
import { SPARSE } from '../cases/sparse.ts';
import { bundled } from '../support/built.ts';
import { slow } from '../support/effort.ts';
import { isCompletion } from '../support/sudoku.ts';

/** A blank cell and a value for it that is not the solution's, but clashes with no given. */
function wrongClue({ shape, givens }: Puzzle, solution: ArrayLike<number>): [number, number] {
  for (let cell = 0; cell < shape.cells; cell++) {
    for (let value = 1; givens[cell] === 0 && value <= shape.size; value++) {
      const wrong = givens.slice();
      wrong[cell] = value;
      if (value !== solution[cell] && check(shape, wrong).mistakes.length === 0) {
        return [cell, value];
      }
    }
  }
  throw new Error('There is no room for a wrong clue.');
}

/** Runs test/support/decide.ts, and reads what it reports. */
function decide(...args: (string | number)[]) {
  const script = fileURLToPath(new URL('../support/decide.ts', import.meta.url));
  const command = [bundled(script), ...args.map(String)];
  return JSON.parse(execFileSync(process.execPath, command, { encoding: 'utf8' }));
}

test.each(SPARSE.map((text, k) => [k + 1, text] as const).filter(([k]) => slow || k === 1))(
  'a sparse 25x25 Sudoku: solved, and proven unique (%i)',
  { timeout: 120_000 },
  (_, text) => {
    const puzzle = readPuzzle(text);
    const { solution, ...said } = decide(text);
    expect(isCompletion(puzzle.shape, puzzle.givens, solution)).toBe(true);
    // The limits hold, whoever is at work.
    const unique = { answer: 'unique', status: 'complete' };
    expect(said).toEqual({ status: 'found', unique, stopped: 'nodes' });
    // With a wrong clue that breaks no rule at first sight there is none, which is proven too.
    expect(decide(text, ...wrongClue(puzzle, solution))).toMatchObject({
      status: 'complete',
      unique: { answer: 'none', status: 'complete' },
    });
    // Cells by itself gets nowhere.
    const cells = new Solver({ boxes: puzzle.shape.boxes, engine: 'cells' });
    expect(cells.first(puzzle.givens, { maxNodes: 200_000 }).status).toBe('nodes');
  },
);
