import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Candidates, PuzzleGenerator, readPuzzle, Solver } from '../../../src/sudoku.ts';
import { runs } from '../../support/effort.ts';

/** Cell -> value -> solutions, counted one by one. */
function enumerated(solver: Solver, givens: Uint8Array): Map<number, bigint>[] {
  const cells = Array.from(givens, () => new Map<number, bigint>());
  for (const grid of solver.solutions(givens)) {
    grid.forEach((value, cell) => {
      const counts = cells[cell];
      counts.set(value, (counts.get(value) ?? 0n) + 1n);
    });
  }
  return cells;
}

function expectEnumerated(solver: Solver, givens: Uint8Array, found: Candidates): void {
  const { candidates, exact, status } = found;
  expect(status).toBe('complete');
  expect(exact).toBe(solver.count(givens).exact);
  expect(candidates).toEqual(enumerated(solver, givens));
  for (const counts of candidates ?? []) {
    const values = [...counts.keys()];
    expect(values).toEqual([...values].sort((a, b) => a - b));
  }
}

describe('candidates are what the solutions have', () => {
  test('in the empty grid of 4x4: each value in 72 of 288', () => {
    const { candidates, exact, status } = new Solver({ size: 4 }).candidates(new Uint8Array(16));
    const each = new Map([1, 2, 3, 4].map((value) => [value, 72n]));
    expect(candidates).toEqual(Array(16).fill(each));
    expect([exact, status]).toEqual([288n, 'complete']);
  });

  test('in 4x4 grids with any givens that fit', () => {
    const solver = new Solver({ size: 4 });
    const all = [...solver.solutions(new Uint8Array(16))];
    fc.assert(
      fc.property(fc.nat(287), fc.uniqueArray(fc.nat(15)), (k, kept) => {
        const givens = new Uint8Array(16);
        for (const cell of kept) givens[cell] = all[k]?.[cell];
        expectEnumerated(solver, givens, solver.candidates(givens));
      }),
      { numRuns: runs(200) },
    );
  });

  test('in puzzles of 9x9 with 1 to 1,000 solutions', async () => {
    const generator = new PuzzleGenerator({ size: 9, seed: 3 });
    const solver = new Solver();
    const counts: number[] = [];
    for (let puzzle = 0; puzzle < 10; puzzle++) {
      const { givens } = generator.puzzle();
      for (let cell = 0; cell < 81; cell++) {
        if (givens[cell] === 0) continue;
        const { count, status } = solver.count(givens, { limit: 1001 });
        if (status === 'limit') break;
        counts.push(count as number);
        expectEnumerated(solver, givens, solver.candidates(givens));
        givens[cell] = 0;
      }
    }
    expect(Math.min(...counts)).toBe(1);
    expect(Math.max(...counts)).toBeGreaterThan(100);
    expect(counts.length).toBeGreaterThan(20);
  });

  test('asynchronously', async () => {
    const solver = new Solver({ boxes: '2x3' });
    const { givens } = readPuzzle('123456456...2...........................'.slice(0, 36));
    expectEnumerated(solver, givens, await solver.candidatesAsync(givens));
  });
});

describe('candidates without solutions', () => {
  test('are none', () => {
    const solver = new Solver({ size: 4 });
    const { givens } = readPuzzle('123....4........');
    const none = { candidates: Array(16).fill(new Map()), exact: 0n, status: 'complete' };
    expect(solver.candidates(givens)).toEqual(none);
  });

  test('of givens that contradict each other are an error in words of Sudoku', async () => {
    const solver = new Solver({ size: 4 });
    const { givens } = readPuzzle('11..............');
    const error = expect.objectContaining({ code: 'bad-grid', cells: [0, 1] });
    expect(() => solver.candidates(givens)).toThrow(error);
    await expect(solver.candidatesAsync(givens)).rejects.toThrow(error);
    expect(() => solver.candidates([1, 2])).toThrow(/16/);
  });
});

describe('candidates of more solutions than the limits allow', () => {
  const empty = new Uint8Array(81);

  test.each([
    [{ timeout: 20 }, 'timeout'],
    [{ maxNodes: 100 }, 'nodes'],
  ])('%j: %s', async (limits, status) => {
    expect(new Solver().candidates(empty, limits)).toEqual({ status });
    expect(await new Solver().candidatesAsync(empty, limits)).toEqual({ status });
  });

  test('memory', () => {
    expect(new Solver({ memoryLimit: 2 ** 20 }).candidates(empty)).toEqual({ status: 'memory' });
  });

  test('a signal', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const told: number[] = [];
    const onProgress = ({ nodes }: { nodes: number }) => told.push(nodes);
    const answer = new Solver().candidatesAsync(empty, { signal, onProgress });
    await setTimeout(30);
    controller.abort();
    expect(await answer).toEqual({ status: 'aborted' });
    expect(told.length).toBeGreaterThan(0);
  });

  test('there is no limit of solutions, and a signal needs the event loop', () => {
    const solver = new Solver();
    expect(() => solver.candidates(empty, { limit: 1 } as object)).toThrow(/limit/);
    expect(() => solver.candidates(empty, { signal: {} } as object)).toThrow(/signal/);
  });
});
