import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { regularGrid } from '../../../src/puzzles/sudoku/random-puzzle.ts';
import { Solver } from '../../../src/sudoku.ts';
import { bundled } from '../../support/built.ts';
import { isCompletion } from '../../support/sudoku.ts';

test.each(['auto', 'lists', 'links'])('%s allocates nothing in the steady state', (engine) => {
  const script = fileURLToPath(new URL('../../support/steady.ts', import.meta.url));
  const flags = ['--expose-gc', '--min-semi-space-size=128', bundled(script), engine];
  const report = JSON.parse(execFileSync(process.execPath, flags, { encoding: 'utf8' }));
  expect(report.solved).toBe(report.puzzles);
  // The least object has 12 bytes. What V8 needs for itself is some 0.3 MB in all.
  expect(report.bytes).toBeLessThan(10 * report.puzzles);
});

test('a 100x100 grid with 3,000 blanks is solved', { timeout: 60_000 }, () => {
  const solver = new Solver({ size: 100 });
  const { shape } = solver;
  // A third of it blanked in a pattern without order.
  const givens = regularGrid(shape).map((value, cell) =>
    (cell * 7919) % 10_000 < 3000 ? 0 : value,
  );
  expect(givens.filter((value) => value === 0)).toHaveLength(3000);
  const { solution, status } = solver.first(givens);
  expect(status).toBe('found');
  expect(isCompletion(shape, givens, solution)).toBe(true);
});
