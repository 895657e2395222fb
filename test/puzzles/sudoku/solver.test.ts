import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { regularGrid } from '../../../src/puzzles/sudoku/random-puzzle.ts';
import {
  answerEach,
  type Grid,
  PuzzleGenerator,
  PuzzleReader,
  readEach,
  readPuzzle,
  readPuzzles,
  Solver,
  type SolverSettings,
} from '../../../src/sudoku.ts';
import { SPARSE } from '../../cases/sparse.ts';
import { runs } from '../../support/effort.ts';
import { isCompletion } from '../../support/sudoku.ts';

const SARKAR = '.......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...';
const { givens: HARD } = readPuzzle(SARKAR);
const EMPTY = new Uint8Array(81);

const settings: readonly SolverSettings[] = [
  { engine: 'lists' },
  { engine: 'links' },
  { engine: 'lists', seed: 1 },
  { engine: 'links', seed: 2 },
  { engine: 'learn' },
  {},
];

test.each(settings)('%j: finds what brute force finds in 4x4 grids', (setting) => {
  const solver = new Solver({ ...setting, size: 4 });
  const all = fullGrids();
  expect(all).toHaveLength(288);
  fc.assert(
    fc.property(fc.nat(287), fc.uniqueArray(fc.nat(15)), fc.nat(3), (k, kept, more) => {
      const full = all[k] as Grid;
      const givens = new Uint8Array(16);
      for (const cell of kept) givens[cell] = full[cell];
      // Mostly a given that fits; sometimes one that leaves no solution, or is a mistake.
      const cell = kept[0] ?? 0;
      if (more === 0) givens[cell] = (givens[cell] % 4) + 1;
      const wanted = all.filter((grid) => isCompletion(solver.shape, givens, grid));
      let found: string[];
      try {
        found = [...solver.solutions(givens)].map(String);
      } catch (error) {
        expect(error).toMatchObject({ code: 'bad-grid' });
        expect(wanted).toEqual([]);
        return;
      }
      expect(found.sort()).toEqual(wanted.map(String).sort());
      expect(solver.count(givens).count).toBe(wanted.length);
      expect(solver.isUnique(givens).answer).toBe(
        (['none', 'unique'] as const)[wanted.length] ?? 'several',
      );
    }),
    { numRuns: runs(200) },
  );
});

/** All full 4x4 grids, by trying every value in every cell. */
function fullGrids(): Uint8Array[] {
  const { shape } = new Solver({ size: 4 });
  let grids = [new Uint8Array(16)];
  for (let cell = 0; cell < 16; cell++) {
    const sees = (other: number) =>
      (['rowOf', 'columnOf', 'boxOf'] as const).some((of) => shape[of](other) === shape[of](cell));
    grids = grids.flatMap((grid) =>
      [1, 2, 3, 4].flatMap((value) => {
        for (let other = 0; other < cell; other++) {
          if (grid[other] === value && sees(other)) return [];
        }
        const next = grid.slice();
        next[cell] = value;
        return [next];
      }),
    );
  }
  return grids;
}

test('both engines stream the same grids in the same order', () => {
  const [lists, links] = (['lists', 'links'] as const).map((engine) => {
    return [...new Solver({ engine }).solutions(EMPTY, { limit: 300 })].map(String);
  });
  expect(lists).toEqual(links);
});

test('a seed gives other grids, each time the same ones', () => {
  const grids = (seed?: number) => String(new Solver({ seed }).first(EMPTY).solution);
  expect(grids(1)).toBe(grids(1));
  expect(grids(1)).not.toBe(grids(2));
  expect(grids(1)).not.toBe(grids());
});

test('every limit ends the search, and is named', () => {
  const solver = new Solver();
  expect(solver.first(EMPTY, { maxNodes: 10 })).toEqual({ status: 'nodes' });
  expect(solver.first(EMPTY, { limit: 0 })).toEqual({ status: 'limit' });
  expect(solver.count(EMPTY, { timeout: 0 })).toEqual({ count: 0, exact: 0n, status: 'timeout' });
  expect(solver.count(EMPTY, { timeout: 20 }).status).toBe('timeout');
  expect(solver.isUnique(HARD, { maxNodes: 30 })).toEqual({ answer: 'unknown', status: 'nodes' });
  expect(solver.firstInto(new Uint8Array(81), EMPTY, { maxNodes: 10 })).toBe('nodes');
  const stream = solver.solutions(EMPTY, { maxNodes: 100 });
  expect([...stream].length).toBeGreaterThan(0);
  expect(stream.status).toBe('nodes');
  expect(() => solver.count(EMPTY, { limit: -1 })).toThrow(/limit is -1/);
  expect(() => solver.first(EMPTY, { timeout: -1 })).toThrow(/timeout is -1/);
  expect(() => new Solver({ engine: 'quick' as never })).toThrow(/engine is "quick"/);
  expect(() => new Solver({ seed: 0.5 })).toThrow(/seed is 0.5/);
  expect(() => new Solver({ size: 7 })).toThrow(/size is 7/);
});

describe('an easy puzzle, which takes a small search of its own', () => {
  const limits = fc.record(
    { limit: fc.nat(4), maxNodes: fc.oneof(fc.nat(90), fc.nat(100_000)) },
    { requiredKeys: [] },
  );

  test('has the answers of the engine, whatever the limits', () => {
    const [solver, other] = [new Solver(), new Solver({ engine: 'lists' })];
    const cells = fc.uniqueArray(fc.nat(80), { maxLength: 70 });
    fc.assert(
      fc.property(cells, fc.nat(80), fc.nat(9), limits, (blanks, wrong, value, limit) => {
        const givens = new Solver({ engine: 'lists' }).first(HARD).solution as Uint8Array;
        for (const cell of blanks) givens[cell] = 0;
        if (value > 0) givens[wrong] = value;
        for (const question of ['first', 'count', 'isUnique'] as const) {
          const asked = (by: Solver) => {
            try {
              return by[question](givens, limit);
            } catch (error) {
              return (error as Error).message;
            }
          };
          expect(asked(solver), question).toEqual(asked(other));
        }
        const grids = [new Uint8Array(81), new Uint8Array(81)] as const;
        const into = (by: Solver, grid: Uint8Array) => {
          try {
            return by.firstInto(grid, givens, limit);
          } catch (error) {
            return (error as Error).message;
          }
        };
        expect(into(solver, grids[0])).toBe(into(other, grids[1]));
        expect(grids[0]).toEqual(grids[1]);
      }),
      { numRuns: runs(300) },
    );
  });

  test('is refused where a cell holds no value', () => {
    const solver = new Solver();
    for (const value of [1.5, 10, -1, 46, Number.NaN, '5' as unknown as number, undefined]) {
      const givens = [value, ...EMPTY.slice(1)] as Grid;
      expect(() => solver.first(givens)).toThrow(/^r1c1 holds /);
      expect(() => solver.count(givens)).toThrow(/^r1c1 holds /);
    }
    expect(() => solver.isUnique(EMPTY.slice(1))).toThrow(/has 80 cells/);
  });
});

test('streams do not disturb each other, nor what is asked between', () => {
  const solver = new Solver();
  const alone = [...solver.solutions(EMPTY, { limit: 20 })].map(String);
  const a = solver.solutions(EMPTY, { limit: 20 });
  const b = solver.solutions(EMPTY, { limit: 20 });
  const seen: [string[], string[]] = [[], []];
  for (let k = 0; k < 20; k++) {
    seen[0].push(String(a.next().value));
    expect(solver.count(HARD)).toEqual({ count: 1, exact: 1n, status: 'complete' });
    if (k % 2 === 0) seen[1].push(String(b.next().value));
  }
  expect(seen).toEqual([alone, alone.slice(0, 10)]);
});

test('a stream keeps to the givens that it was asked with', () => {
  const solver = new Solver();
  const givens = HARD.slice();
  const stream = solver.solutions(givens);
  givens.fill(0);
  expect([...stream]).toHaveLength(1);
});

describe('firstInto', () => {
  const solver = new Solver();

  test('writes the solution, or nothing', () => {
    const grid = new Uint8Array(81);
    expect(solver.firstInto(grid, HARD)).toBe('found');
    expect(isCompletion(solver.shape, HARD, grid)).toBe(true);
    const { givens: none } = readPuzzle(
      '.....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........',
    );
    const before = grid.slice();
    expect(solver.firstInto(grid, none)).toBe('complete');
    expect(grid).toEqual(before);
    expect(solver.firstInto(grid, none, { maxNodes: 1e6 })).toBe('complete');
    expect(solver.firstInto(grid, HARD, { limit: 0 })).toBe('limit');
    expect(grid).toEqual(before);
    expect(solver.firstInto(grid, HARD, { maxNodes: 1e6 })).toBe('found');
  });

  test('may write where the givens are', () => {
    const grid = HARD.slice();
    expect(solver.firstInto(grid, grid)).toBe('found');
    expect(isCompletion(solver.shape, HARD, grid)).toBe(true);
  });

  test.each([[new Uint8Array(80)], [new Array(81).fill(0)], [undefined]])(
    'refuses what has no room (%#)',
    (grid) => {
      expect(() => solver.firstInto(grid as Uint8Array, HARD)).toThrow(/Uint8Array of 81/);
    },
  );
});

describe('letting the event loop run', () => {
  const solver = new Solver();

  test('gives the same answers', async () => {
    expect(await solver.firstAsync(HARD)).toEqual(solver.first(HARD));
    expect(await solver.countAsync(HARD)).toEqual({ count: 1, exact: 1n, status: 'complete' });
    expect(await solver.isUniqueAsync(HARD)).toEqual({ answer: 'unique', status: 'complete' });
    const streamed: Uint8Array[] = [];
    for await (const grid of solver.solutionsAsync(EMPTY, { limit: 5 })) streamed.push(grid);
    expect(streamed).toEqual([...solver.solutions(EMPTY, { limit: 5 })]);
  });

  test('can be asked at once, and aborted', async () => {
    const controller = new AbortController();
    const long = solver.countAsync(EMPTY, { signal: controller.signal });
    const answers = await Promise.all(
      [HARD, EMPTY, HARD].map((givens) => solver.firstAsync(givens)),
    );
    expect(answers.map(({ status }) => status)).toEqual(['found', 'found', 'found']);
    expect(solver.count(HARD).count).toBe(1);
    controller.abort();
    expect((await long).status).toBe('aborted');
  });

  test('refuses bad givens by a rejection', async () => {
    await expect(solver.firstAsync(EMPTY.slice(1))).rejects.toThrow(/has 80 cells/);
  });
});

// solver.system.test.ts has one of 100x100.
test('a 49x49 grid with 720 blanks is solved', () => {
  const solver = new Solver({ size: 49 });
  const { shape } = solver;
  // A third of it blanked in a pattern without order.
  const givens = regularGrid(shape).map((value, cell) => ((cell * 7919) % 2401 < 720 ? 0 : value));
  expect(givens.filter((value) => value === 0)).toHaveLength(720);
  const { solution, status } = solver.first(givens);
  expect(status).toBe('found');
  expect(isCompletion(shape, givens, solution)).toBe(true);
});

describe('settings that mean nothing are refused, before any work', () => {
  const solver = new Solver();
  const slip = { timeOut: 5 } as object;
  const calls: Readonly<Record<string, (settings: object) => unknown>> = {
    Solver: (settings) => new Solver(settings),
    first: (settings) => solver.first(HARD, settings),
    firstInto: (settings) => solver.firstInto(new Uint8Array(81), HARD, settings),
    count: (settings) => solver.count(HARD, settings),
    isUnique: (settings) => solver.isUnique(HARD, settings),
    solutions: (settings) => solver.solutions(HARD, settings),
    solutionsAsync: (settings) => solver.solutionsAsync(HARD, settings),
    answerEach: (settings) => answerEach([], 'first', settings),
    PuzzleReader: (settings) => new PuzzleReader(settings),
    readEach: (settings) => readEach('', settings),
    readPuzzle: (settings) => readPuzzle(SARKAR, settings),
    readPuzzles: (settings) => readPuzzles(SARKAR, settings),
    PuzzleGenerator: (settings) => new PuzzleGenerator(settings),
    puzzle: (settings) => new PuzzleGenerator({ size: 4 }).puzzle(settings),
    attempts: (settings) => new PuzzleGenerator({ size: 4 }).attempts(settings),
  };

  test.each(Object.entries(calls))('%s', (_, call) => {
    const refused = { name: 'QuadrilleError', code: 'bad-setting' };
    expect(() => call(slip)).toThrow(
      /no setting "timeOut" here; (did you mean timeout\?|give any of: (?!.*timeout))/,
    );
    expect(() => call(slip)).toThrow(expect.objectContaining(refused));
    expect(() => call(null as unknown as object)).toThrow(expect.objectContaining(refused));
  });

  test.each(['first', 'firstInto', 'count', 'isUnique', 'solutions'])(
    '%s says where a signal would have an effect',
    (name) => {
      const call = calls[name];
      const signal = AbortSignal.abort();
      expect(() => call({ signal })).toThrow(/signal has no effect.*Async/);
    },
  );

  test.each(['firstAsync', 'countAsync', 'isUniqueAsync'] as const)('%s', async (question) => {
    await expect(solver[question](HARD, slip)).rejects.toThrow(/no setting "timeOut" here/);
    await expect(solver[question](HARD, null as never)).rejects.toThrow(/settings are null/);
  });

  test('a shape will do for settings', () => {
    const { shape } = new Solver({ boxes: '3x2' });
    expect(new Solver(shape).shape).toBe(shape);
    expect(new PuzzleReader(shape).push(`${'1'.repeat(36)}\n`)).toMatchObject([
      { puzzle: { shape } },
    ]);
    expect(new PuzzleGenerator(shape).shape).toBe(shape);
  });
});

describe('with little memory', () => {
  const sparse = readPuzzle(SPARSE[0]);
  const { shape, givens } = sparse;

  test('learn says so', async () => {
    const solver = new Solver({ boxes: shape.boxes, engine: 'learn', memoryLimit: 100_000 });
    expect(solver.first(givens)).toEqual({ status: 'memory' });
    expect(await solver.isUniqueAsync(givens)).toEqual({ answer: 'unknown', status: 'memory' });
    const [answer] = answerEach([sparse], 'first', { engine: 'learn', memoryLimit: 100_000 });
    expect(answer?.answer).toEqual({ status: 'memory' });
  });

  test('auto goes on without it', () => {
    const solver = new Solver({ boxes: shape.boxes, memoryLimit: 100_000 });
    expect(solver.first(givens, { maxNodes: 100_000 })).toEqual({ status: 'nodes' });
  });
});
