import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { Search, SearchSettings } from '../../../src/engine/kernels/search.ts';
import { Account } from '../../../src/engine/learn/account.ts';
import { Clauses } from '../../../src/engine/learn/clauses.ts';
import { Counters } from '../../../src/engine/learn/counters.ts';
import { Order } from '../../../src/engine/learn/decisions.ts';
import { Learn } from '../../../src/engine/learn/learn.ts';
import { Matrix as Lists } from '../../../src/engine/learn/matrix.ts';
import { Open } from '../../../src/engine/learn/open.ts';
import type { Slices } from '../../../src/engine/problem/slices.ts';
import { createSearch } from '../../../src/engine/solve/engines.ts';
import type { Compiled } from '../../../src/index.ts';
import { encode, Shape } from '../../../src/sudoku.ts';
import { pentominoes, queens } from '../../cases/gallery.ts';
import type { Matrix } from '../../cases/matrix.ts';
import { problemOf } from '../../cases/problem.ts';
import { seeds, slices } from '../../support/arbitrary.ts';
import { runs } from '../../support/effort.ts';
import { rest } from '../../support/engines.ts';
import { anyKnown } from '../../support/known.ts';
import { compileMultiples } from '../../support/multiples.ts';
import { portfolioIn } from '../../support/portfolio.ts';

// Much work, on a machine that may have other things to do.
vi.setConfig({ testTimeout: 60_000 });

const start = (matrix: Matrix, settings?: SearchSettings, slice?: number) =>
  new Learn(problemOf(matrix).compile(), settings, slice);

/** More nodes than anything here takes. */
const PLENTY = 1e9;

/** The most work between two looks at the rest of a slice. */
const CHUNK = 5000;

/** A Sudoku of 4 * size ** 3 nodes, of which a pattern of givens settles some. */
function large(share: number, box = 6): Compiled {
  const size = box ** 2;
  const shape = Shape.of({ size });
  const givens = new Uint8Array(shape.cells);
  for (let cell = 0; cell < shape.cells; cell++) {
    const row = Math.floor(cell / size);
    const value = 1 + ((box * (row % box) + Math.floor(row / box) + (cell % size)) % size);
    if ((Math.imul(cell, 2654435761) >>> 0) % 100 < share) givens[cell] = value;
  }
  return encode(shape, givens).compile();
}

test('finds the same in the same order however the budget and the work are cut', () => {
  let early = 0;
  const budgets = fc.constantFrom(1, 3, 1000, Number.POSITIVE_INFINITY);
  fc.assert(
    fc.property(anyKnown, seeds, slices, budgets, ({ compiled }, seed, slice, budget) => {
      const whole = new Learn(compiled, { seed });
      const found = rest(whole);
      const cut = new Learn(compiled, { seed }, slice);
      const pieces: number[][] = [];
      for (let calls = 0; ; calls++) {
        const before = cut.nodes;
        const outcome = cut.advance(budget);
        expect(cut.nodes - before).toBeLessThanOrEqual(budget);
        if (outcome === 'paused') {
          expect(budget).toBeLessThan(Number.POSITIVE_INFINITY);
          if (cut.nodes < before + budget) early++;
        }
        expect(cut.share()).toBe(outcome === 'exhausted' ? 1 : 0);
        if (outcome === 'exhausted') break;
        if (outcome === 'solution') pieces.push(cut.solution());
        // Each call makes progress.
        expect(calls).toBeLessThan(200_000);
      }
      expect(pieces).toEqual(found);
      const { nodes, guesses, updates, solutions, deepest, conflicts, work } = whole;
      expect(cut).toMatchObject({ nodes, guesses, updates, solutions, deepest, conflicts, work });
      expect(nodes).toBe(guesses + conflicts);
    }),
    { numRuns: runs(1000) },
  );
  expect(early).toBeGreaterThan(1000);
});

test('lays out a large problem in many slices', () => {
  const compiled = large(20);
  for (const search of [new Learn(compiled), new Learn(compiled, { seed: 1 })]) {
    let calls = 0;
    while (search.advance(PLENTY) === 'paused' && search.nodes === 0) calls++;
    expect(calls).toBeGreaterThan(compiled.nodes / 2 ** 15);
  }
});

test('does not make all large arrays in one call', () => {
  const search = new Learn(large(0, 8));
  let most = 0;
  let before = search.memory;
  while (search.nodes === 0) {
    expect(search.advance(1)).toBe('paused');
    most = Math.max(most, search.memory - before);
    before = search.memory;
  }
  // 36 MB for the parts of the search alone.
  expect(most).toBeLessThan(22 * 2 ** 20);
});

/**
 * An account where only steps are work: large arrays are made in one go, whatever is counted for
 * that.
 */
class WorkOfSteps extends Account {
  override integers(length: number): Int32Array<ArrayBuffer> {
    const { left } = this;
    const array = super.integers(length);
    this.left = left;
    return array;
  }
}

/** Does all of a task. A pause that lacks shows as work that is overdrawn. */
function stepsWith(account: Account): <R>(task: Slices<R>) => R {
  return (task) => {
    for (;;) {
      account.left = 1000;
      const { done, value } = task.next();
      expect(account.left).toBeGreaterThan(-CHUNK);
      if (done) return value;
    }
  };
}

test('each step that is long does a slice of work, and pauses', () => {
  // 40,000 options with colours: 10,000 of them are left out, 300 are chosen.
  const options: number[][] = [];
  const colours: number[][] = [];
  for (let k = 0; k < 40_000; k++) {
    const turn = 1777 * Math.floor(k / 10_000);
    options.push([k % 10_000, 10_001 + ((k + turn) % 10_000), 20_001 + ((7 * k) % 4000)]);
    colours.push([0, 0, k % 97 === 0 ? 2 : 1]);
  }
  // And an item with 3,000 options of its own.
  for (let k = 0; k < 3000; k++) options.push([10_000]);
  for (let k = 0; k < 3000; k++) colours.push([0]);
  const chosen = Array.from({ length: 300 }, (_, k) => k);
  const secondary = 14_000;
  const compiled = problemOf({ name: 'w', primary: 10_001, secondary, options, colours }).compile();
  const account = new WorkOfSteps(Number.POSITIVE_INFINITY);
  const steps = stepsWith(account);

  const matrix = new Lists(compiled, 1, account);
  steps(matrix.layOut());
  const leftOut = Array.from({ length: 10_000 }, (_, k) => ~(10_000 + k));
  const settled = steps(matrix.settle([...chosen, ...leftOut]));
  expect(settled.isDead).toBe(false);
  const open = new Open(settled, account);
  steps(open.layOut(matrix, settled));
  const { variables } = open;
  expect(variables).toBeGreaterThan(10_000);

  const order = new Order(variables, account);
  steps(order.layOut(account));

  const clauses = new Clauses(variables, 4_000_000, account);
  while (clauses.hasRoom) clauses.store([0, 2, 4, 6, 8, 10, 12], 7, 3);
  const { top } = clauses;
  expect(steps(clauses.makeRoom())).toBe(true);
  expect(clauses.a.length).toBe(8_000_000);
  expect(clauses.top).toBe(top);
  steps(clauses.reduce(false));
  steps(clauses.rebuild());

  const values = new Int8Array(2 * variables);
  for (let v = 0; v < variables; v += 3) {
    values[2 * v] = -1;
    values[2 * v + 1] = 1;
  }
  const { length } = open.list;
  steps(open.sweep(values));
  expect(open.list.length).toBeLessThan(length);
});

test('so does each step for the bounds of items', () => {
  // 10,000 items, 40,000 options; every other item may be left out.
  const primary = 10_000;
  const options = Array.from({ length: 40_000 }, (_, k) => {
    const item = k % primary;
    return [item, (item + 2 + 2 * Math.floor(k / primary)) % primary];
  });
  const times = Array.from({ length: primary }, (_, k) =>
    k % 2 ? ([0, 3] as const) : ([2, 2] as const),
  );
  const compiled = compileMultiples({ name: 'm', primary, secondary: 0, options, times });
  const account = new WorkOfSteps(Number.POSITIVE_INFINITY);
  const steps = stepsWith(account);
  const matrix = new Lists(compiled, undefined, account);
  steps(matrix.layOut());
  const settled = steps(matrix.settle([]));
  const open = new Open(settled, account);
  steps(open.layOut(matrix, settled));
  expect(open.optional.length).toBe(20_000);
  expect(steps(Counters.of(open, account))).toBeInstanceOf(Counters);
});

test('pauses after a fixed amount of work, whatever the nodes take', () => {
  const matrix = pentominoes(6, 10);
  const compiled = large(30);
  for (const [search, most] of [
    [new Learn(compiled), 20_000],
    [start(matrix), 20_000],
    [new Learn(compiled, {}, 1 << 13), 2000],
  ] as const) {
    let before = 0;
    while (search.updates < 200_000) {
      expect(search.advance(PLENTY)).toBe('paused');
      // No slice is long enough for more values than these.
      expect(search.updates - before).toBeLessThan(most);
      before = search.updates;
    }
  }
});

test('one propagation through all of a large problem is cut as well', () => {
  // A chain: to choose its first option settles everything, in one propagation.
  const links = 60_000;
  const options: number[][] = [];
  for (let k = 0; k < links; k++) options.push([k, links + k + 1], [k, links + k]);
  const chain = { name: 'chain', primary: links, secondary: links + 1, options };
  const search = start(chain);
  let longest = 0;
  for (let outcome = search.advance(0); outcome === 'paused'; ) {
    const before = search.updates;
    outcome = search.advance(PLENTY);
    longest = Math.max(longest, search.updates - before);
  }
  expect(search.solutions).toBe(1);
  expect(search.updates).toBeGreaterThanOrEqual(links);
  expect(longest).toBeLessThan(20_000);
});

test('counters end with an error before they are inexact', () => {
  const compiled = problemOf(queens(8)).compile();
  const tooLarge = expect.objectContaining({ code: 'too-large' });
  const counters = (learn: Learn) =>
    (learn as unknown as { search: { nodes: number; trail: { updates: number } } }).search;
  const learn = new Learn(compiled);
  learn.advance(1);
  counters(learn).nodes = 2 ** 53 - 1;
  expect(() => learn.advance(1)).toThrow(tooLarge);
  learn.reset();
  expect(learn.advance(1)).toBe('paused');
  counters(learn).trail.updates = 2 ** 53;
  expect(() => learn.advance(1)).toThrow(tooLarge);

  const cells = createSearch(compiled) as Search & { nodes: number };
  const plan = portfolioIn('few', compiled, {}, { start: () => cells });
  while (plan.guesses === cells.guesses) plan.advance(1);
  cells.nodes = 2 ** 53 - 1;
  expect(() => rest(plan)).toThrow(tooLarge);
});
