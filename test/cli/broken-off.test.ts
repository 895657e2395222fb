import { afterAll, expect, test, vi } from 'vitest';
import type { AsyncSettings } from '../../src/engine/solve/api.ts';

/** A count that finds a million solutions, and then no more memory. */
vi.mock('../../src/engine/solve/api.ts', async (original) => {
  const { QuadrilleError } = await import('../../src/engine/problem/error.ts');
  return {
    ...(await original<object>()),
    async countAsync(_problem: unknown, { onProgress }: AsyncSettings) {
      const solutions = 1_000_000;
      onProgress?.({
        solutions,
        nodes: 1,
        guesses: 1,
        updates: 1,
        deepest: 1,
        rate: 1,
        share: 0.5,
      });
      throw new QuadrilleError('out-of-memory', 'This machine has no 2 GB left for clauses.');
    },
  };
});
// What another test file in this process has imported has the true count.
vi.resetModules();
const { quadrille } = await import('../support/quadrille.ts');
// The test files after it in this process ask for the true count.
afterAll(() => {
  vi.doUnmock('../../src/engine/solve/api.ts');
  vi.resetModules();
});

test('what was found before memory ran out is not lost', async () => {
  expect(await quadrille(['solve', '--count'], { stdin: 'a\na\n' })).toEqual({
    code: 3,
    stdout: '>=1000000\n',
    stderr:
      '1.00 M solutions found before the search had to end.\n' +
      'quadrille solve: This machine has no 2 GB left for clauses.\n',
  });
});

test('an error before the search is all that is said', async () => {
  const { code, stdout, stderr } = await quadrille(['solve', '--engine', 'sweep'], {
    stdin: '2|a b\na\na b\n',
  });
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^quadrille solve: The engine sweep covers [^\n]*\n$/);
});
