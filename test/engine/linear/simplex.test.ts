import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Random } from '../../../src/engine/kernels/random.ts';
import type { Program } from '../../../src/engine/linear/basis.ts';
import { Simplex } from '../../../src/engine/linear/simplex.ts';
import { WAITING } from '../../../src/engine/linear/vertex.ts';
import { finish } from '../../../src/engine/problem/slices.ts';
import { runs } from '../../support/effort.ts';

const ERROR = 1e-5;

interface Bounded extends Program {
  /** Column -> its upper bound. */
  readonly upper: readonly number[];
}

const programs = fc
  .record({
    rows: fc.integer({ min: 1, max: 8 }),
    columns: fc.integer({ min: 1, max: 14 }),
    picks: fc.noBias(fc.array(fc.nat(), { minLength: 200, maxLength: 200 })),
    isOpen: fc.boolean(),
  })
  .map(({ rows, columns, picks, isOpen }): Bounded => {
    let next = 0;
    const pick = (below: number) => picks[next++ % picks.length] % below;
    const columnStart = new Int32Array(columns + 1);
    const rowOf: number[] = [];
    for (let j = 0; j < columns; j++) {
      // The row after the last one is left out of the program.
      const own = new Set(Array.from({ length: 1 + pick(3) }, () => pick(rows + 1)));
      rowOf.push(...own);
      columnStart[j + 1] = rowOf.length;
    }
    const least = Array.from({ length: rows }, () => pick(3));
    return {
      linear: rows,
      columns,
      columnStart,
      rowOf: Int32Array.from(rowOf),
      // Where there is no upper bound no cost is negative.
      cost: Float64Array.from({ length: columns }, () => pick(9) - (isOpen ? 0 : 3)),
      least,
      most: least.map((value) =>
        isOpen && pick(3) === 0 ? Number.POSITIVE_INFINITY : value + pick(2),
      ),
      upper: Array.from({ length: columns }, () =>
        isOpen && pick(2) === 0 ? Number.POSITIVE_INFINITY : 1,
      ),
    };
  });

/** The cost of each column, less the prices of its rows. */
function reducedCosts(
  { columns, columnStart, rowOf, linear }: Program,
  cost: Float64Array,
  prices: Float64Array,
) {
  return Array.from({ length: columns }, (_, j) => {
    let rest = cost[j];
    for (const row of rowOf.subarray(columnStart[j], columnStart[j + 1])) {
      if (row < linear) rest -= prices[row];
    }
    return rest;
  });
}

/** A lower bound on the cost of all solutions, by these prices. */
function boundOf(program: Bounded, cost: Float64Array, prices: Float64Array): number {
  const times = (price: number, low: number, high: number) => {
    if (Math.abs(price) < ERROR) return 0;
    return price * (price > 0 ? low : high);
  };
  let bound = 0;
  for (const [row, price] of prices.entries()) {
    bound += times(price, program.least[row], program.most[row]);
  }
  for (const [j, rest] of reducedCosts(program, cost, prices).entries()) {
    bound += times(rest, 0, program.upper[j]);
  }
  return bound;
}

test('the solution keeps all bounds, and the prices prove that none is cheaper; or that there is none', () => {
  const outcomes = { optimal: 0, infeasible: 0 };
  fc.assert(
    fc.property(programs, fc.integer(), (program, seed) => {
      const { linear, columns, columnStart, rowOf, cost, least, most, upper } = program;
      const simplex = new Simplex(program, seed);
      for (const [j, bound] of upper.entries()) simplex.bound(j, 0, bound);
      // The second time with a column left out, from the basis of the first.
      for (const out of [-1, 0]) {
        const bounds = upper.map((bound, j) => (j === out ? 0 : bound));
        if (out >= 0) simplex.bound(out, 0, 0);
        finish(simplex.restart());
        let outcome = finish(simplex.run(1));
        while (outcome === 'paused') outcome = finish(simplex.run(1));
        if (outcome === 'infeasible') {
          outcomes.infeasible++;
          const none = new Float64Array(columns);
          expect(boundOf({ ...program, upper: bounds }, none, simplex.ray)).toBeGreaterThan(0);
          continue;
        }
        expect(outcome).toBe('optimal');
        outcomes.optimal++;
        const x = new Float64Array(columns);
        simplex.values(x);
        const sums = new Float64Array(linear + 1);
        let total = 0;
        for (const [j, value] of x.entries()) {
          expect(value).toBeGreaterThan(-ERROR);
          expect(value).toBeLessThan(bounds[j] + ERROR);
          total += value * cost[j];
          for (const row of rowOf.subarray(columnStart[j], columnStart[j + 1])) {
            sums[row] = sums[row] + value;
          }
        }
        for (let row = 0; row < linear; row++) {
          expect(sums[row]).toBeGreaterThan(least[row] - ERROR);
          expect(sums[row]).toBeLessThan(most[row] + ERROR);
        }
        const prices = simplex.reduced.slice(columns).map((price) => price / simplex.scale);
        const proven = boundOf({ ...program, upper: bounds }, cost, prices);
        expect(Math.abs(proven - total)).toBeLessThan(100 * ERROR);
      }
    }),
    { numRuns: runs(500) },
  );
  expect(outcomes.optimal).toBeGreaterThan(runs(50));
  expect(outcomes.infeasible).toBeGreaterThan(runs(50));
});

class Watched extends Simplex {
  /** The number of columns that wait outside of all pivots. */
  get waiting(): number {
    return this.status.filter((status) => status === WAITING).length;
  }
}

test('of many columns most wait outside, and the program ends all the same', () => {
  for (let seed = 1; seed <= 2; seed++) {
    const random = new Random(seed);
    const [linear, columns] = [60, 1200];
    const worth = Array.from({ length: linear }, () => 100 + random.below(900));
    const columnStart = new Int32Array(columns + 1);
    const rowOf: number[] = [];
    const cost = new Float64Array(columns);
    for (let j = 0; j < columns; j++) {
      // The first column has all rows, so that there is a solution.
      const rows = [...random.order(linear)].slice(0, j === 0 ? linear : 2 + random.below(11));
      rowOf.push(...rows);
      columnStart[j + 1] = rowOf.length;
      for (const row of rows) cost[j] = cost[j] + worth[row];
      // Less the prices of the rows, as after steps along the subgradient: the costs are small, of
      // either sign.
      cost[j] = cost[j] * (0.3 * (random.below(1000) / 1000) - 0.03);
    }
    const ones = new Array<number>(linear).fill(1);
    const program = { linear, columns, columnStart, rowOf: Int32Array.from(rowOf), cost };
    const upper = new Array<number>(columns).fill(1);
    const simplex = new Watched({ ...program, least: ones, most: ones }, seed);
    finish(simplex.restart());
    // Three columns of each row are in play, and all others wait.
    expect(simplex.waiting, `seed ${seed}`).toBeGreaterThan(columns / 2);
    let outcome = finish(simplex.run(1));
    while (outcome === 'paused') outcome = finish(simplex.run(1));
    expect(simplex.waiting, `seed ${seed}`).toBeGreaterThan(columns / 2);
    expect(outcome, `seed ${seed}`).toBe('optimal');
    const x = new Float64Array(columns);
    simplex.values(x);
    const total = x.reduce((sum, value, j) => sum + value * cost[j], 0);
    const prices = simplex.reduced.slice(columns).map((price) => price / simplex.scale);
    const proven = boundOf({ ...program, least: ones, most: ones, upper }, cost, prices);
    expect(Math.abs(proven - total), `seed ${seed}`).toBeLessThan(0.1);
  }
});
