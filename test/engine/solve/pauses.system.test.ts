import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Compiled } from '../../../src/index.ts';
import { Executed } from '../../support/executed.ts';

/** Blocks of code that are run between two turns of the event loop at most: some milliseconds. */
const MOST = 1 << 21;

// The library is imported when its blocks are counted already.
const executed = new Executed();
const { bestAsync, diagramAsync, Problem, samplerAsync } = await import('../../../src/index.ts');
const { hint, hintAsync, makePuzzleAsync, rateAsync, sudokuScale } = await import(
  '../../../src/pencil.ts'
);
const { encode, Shape } = await import('../../../src/sudoku.ts');
const { priced } = await import('../../../bench/pauses.ts');
const { dominoes, queens } = await import('../../../src/puzzles.ts');
const { Table } = await import('../../../src/engine/diagram/table.ts');

/** Each eighth look at the clock finds that a turn is over. So turns depend on no machine. */
function stubClock(): void {
  let looks = 0;
  const now = () => 0.05 * ++looks + 10 * (looks >> 3);
  vi.stubGlobal('performance', { now });
}

beforeEach(stubClock);
afterEach(() => vi.unstubAllGlobals());
afterAll(() => executed.end());

/** The most blocks between two turns of the event loop, and the number of turns. It ends after `turns`. */
async function longestTurn(
  ask: (watch: { onProgress(): void; signal: { aborted: boolean } }) => PromiseLike<unknown>,
  turns = Number.POSITIVE_INFINITY,
) {
  const signal = { aborted: false };
  let [most, count] = [0, 0];
  const onProgress = () => {
    most = Math.max(most, executed.take());
    if (++count >= turns) signal.aborted = true;
  };
  executed.take();
  await ask({ onProgress, signal });
  return { most: Math.max(most, executed.take()), turns: count };
}

test('the cheapest solutions: from the model to branches', { timeout: 120_000 }, async () => {
  const problem = priced(200, 8000);
  problem.compile();
  const { most, turns } = await longestTurn((watch) => bestAsync(problem, watch), 200);
  expect(turns).toBeGreaterThanOrEqual(200);
  expect(most).toBeLessThan(MOST);
});

test('a diagram, with the end where its graph is made', { timeout: 120_000 }, async () => {
  const { most, turns } = await longestTurn((watch) => diagramAsync(queens(13), watch));
  expect(turns).toBeGreaterThan(20);
  expect(most).toBeLessThan(MOST);
});

test('a table of states, while it grows', { timeout: 120_000 }, () => {
  const [few, all] = [1 << 12, 1 << 20];
  const table = new Table(1);
  const key = new Int32Array(1);
  let most = 0;
  for (let n = 0; n < all; n++) {
    key[0] = n;
    table.add(key, 0, table.hash(key, 0), 0, true);
    if (n % few === 0) most = Math.max(most, executed.take());
  }
  // Hundred blocks for each of some thousand entries; to enter all anew would take a million.
  expect(most).toBeLessThan(200 * few);
});

/** Two primary items with n options each, in colours of one item. */
function crowded(n: number) {
  const problem = new Problem({ primary: ['a', 'b'], secondary: ['s'] });
  for (let k = 0; k < n; k++) {
    problem.addOption(['a', { item: 's', colour: `c${k % 3}` }]);
    problem.addOption(['b', { item: 's', colour: `c${k % 5}` }]);
  }
  return problem.compile();
}

test('steps of a person: from the position to the techniques that take long', {
  timeout: 120_000,
}, async () => {
  const large = crowded(20_000);
  const board = dominoes('20x20').compile();
  const sudoku = encode(Shape.of({ boxes: '4x4' }));
  const asked = [
    ...[{}, { prefix: [0] }].map(
      (more) => (watch: object) => hintAsync(large, { ...watch, ...more }),
    ),
    (watch: object) => rateAsync(board, { ...watch, unique: true }),
    (watch: object) => hintAsync(sudoku, { ...watch, scale: sudokuScale }),
  ];
  for (const ask of asked) {
    const { most, turns } = await longestTurn(ask, 100);
    expect(turns).toBeGreaterThan(2);
    // Lists choose a prefix in one step: of 20,000 options, half a million blocks each time.
    expect(most).toBeLessThan(2 * MOST);
  }
});

test('hints of large problems: their work grows as the problem does', { timeout: 120_000 }, () => {
  for (const prefix of [[], [0]]) {
    const work = [2_000, 8_000].map((n) => {
      const problem = crowded(n);
      executed.take();
      hint(problem, { prefix, unique: true });
      return executed.take();
    });
    const [small, large] = work as [number, number];
    expect(large / small).toBeLessThan(6);
  }
});

test.each([
  ['diagram', (problem: Compiled, watch: object) => diagramAsync(problem, watch)],
  ['sampler', (problem: Compiled, watch: object) => samplerAsync(problem, watch)],
  ['made puzzle', (problem: Compiled, watch: object) => makePuzzleAsync(problem, watch)],
])('20,000 items of two options each: a %s', { timeout: 120_000 }, async (_, ask) => {
  const problem = new Problem({ primary: 20_000 });
  for (let option = 0; option < 40_000; option++) problem.addIndices([option >> 1]);
  const compiled = problem.compile();
  const { most, turns } = await longestTurn((watch) => ask(compiled, watch), 300);
  expect(turns).toBeGreaterThan(100);
  expect(most).toBeLessThan(MOST);
});
