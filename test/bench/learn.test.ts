import { describe, expect, test } from 'vitest';
import { casesOf } from '../../bench/learn/case.ts';
import { ours } from '../../bench/learn/ours.ts';
import { satSolvers } from '../../bench/learn/sat-solver.ts';
import { Problem } from '../../src/index.ts';
import { langford } from '../../src/puzzles.ts';
import { encode, readPuzzle } from '../../src/sudoku.ts';

const PUZZLE = readPuzzle(
  '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79',
);

const deciders = [ours('learn'), ours('cells'), ...satSolvers(() => undefined)];

describe.each(deciders.map((decider) => [decider.name, decider] as const))('%s', (_, decider) => {
  test.each([
    ['unique', encode(PUZZLE.shape, PUZZLE.givens)],
    ['several', langford(4)],
    ['several', langford(7)],
    ['none', langford(5)],
    ['none', new Problem({ primary: 1 })],
  ] as const)('decides: %s', async (answer, problem) => {
    const decision = await decider.decide({ name: 'small', problem }, 60_000);
    expect(decision.answer).toBe(answer);
    expect(decision.first).toBeGreaterThan(0);
    if (answer === 'none') expect(decision.numbers).toBeUndefined();
    else expect(decision.proof).toBeGreaterThan(0);
  });

  test('says so where the time does not suffice', async () => {
    const [sparse] = casesOf([]);
    if (sparse === undefined) throw new Error('There are no cases of our own.');
    expect(await decider.decide(sparse, 1)).toEqual({ answer: 'unknown' });
  });
});

test('a file that cannot be read is no crash', () => {
  expect(() => casesOf(['/no/such/file'])).toThrow(/cannot be read/);
});
