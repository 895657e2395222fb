import { expect, test } from 'vitest';
import { best } from '../../src/ask/best.ts';
import { Beam } from '../../src/best/beam.ts';
import { FoundList } from '../../src/best/found.ts';
import { Model } from '../../src/best/model.ts';
import { Root } from '../../src/best/root.ts';
import { orderOf, Strip, suitsStrip } from '../../src/best/strip.ts';
import { Cells } from '../../src/kernels/cells/cells.ts';
import { atOnce } from '../../src/kernels/layout.ts';
import { Random } from '../../src/kernels/random.ts';
import { compiledOf, costOfSet, type StatedProblem } from './stated.ts';

/** Change it to try other problems. */
const { QUADRILLE_SEED = '1' } = process.env;
const SEED = Number(QUADRILLE_SEED);
/** Problems with more solutions are left out. */
const MOST = 1500;
const MEMORY = 2 ** 24;

/** A root with climbed prices. */
function rootOf(stated: StatedProblem, list: FoundList, seed: number): Root {
  const root = new Root(atOnce(Model.of(compiledOf(stated), false)), list);
  expect(atOnce(root.begin())).toBe(true);
  for (const _ of root.prices.climb(root.state));
  root.keep();
  if (seed % 2 === 0) return root;
  // Any prices will do: with these many reduced costs are negative.
  const { prices, state } = root;
  const random = new Random(seed);
  for (const row of prices.price.keys()) {
    prices.price[row] = (prices.price[row] as number) + random.below(40) * prices.scale;
  }
  root.bound = prices.prove(state);
  root.best.set(prices.price);
  root.reduced.set(prices.reduced);
  return root;
}

/**
 * Options of one to four items, of which the last few are secondary; costs near a worth of the
 * items, and some below 0.
 */
function someOptions(seed: number): StatedProblem {
  const random = new Random(seed);
  const primary = 6 + random.below(16);
  const secondary = random.below(3) * random.below(14);
  const options: number[][] = [];
  while (options.length < 4 * primary) {
    const from = random.below(primary);
    const own = new Set([from]);
    for (let n = random.below(4); n > 0; n--) own.add((from + random.below(6)) % primary);
    if (secondary > 0 && random.below(2) === 0) own.add(primary + random.below(secondary));
    options.push([...own].sort((a, b) => a - b));
  }
  const costs = options.map(({ length }) => 20 * length + random.below(40) - 25);
  return { primary, secondary, options, costs };
}

/** The order of the rows, without a pause. */
function orderNow(model: Model): Int32Array {
  const steps = orderOf(model);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Runs a beam, and adds its solutions to the list. */
function run(root: Root, list: FoundList, strip: Strip, width: number): Beam {
  const { model, state } = root;
  const beam = new Beam(strip, list.isOne, MEMORY);
  const found = (columns: number[]) => {
    const cost = columns.reduce((sum, j) => sum + (model.cost[j] as number), state.cost);
    list.add(cost, [...state.options(), ...columns.map((j) => model.option[j] as number)]);
  };
  for (const _ of beam.run(width, () => root.limit, found));
  return beam;
}

test('beams beside all solutions: what they find, the bound they prove, and what they say is paid at least', () => {
  let complete = 0;
  let cut = 0;
  let floors = 0;
  for (let n = 0; n < 12; n++) {
    const seed = SEED * 100_003 + n;
    const stated = someOptions(seed);
    const all: { cost: number; options: number[] }[] = [];
    const cells = new Cells(compiledOf(stated), {});
    while (all.length <= MOST && cells.advance(Number.POSITIVE_INFINITY) === 'solution') {
      const options = cells.solution();
      all.push({ cost: costOfSet(stated, options) as number, options });
    }
    if (all.length === 0 || all.length > MOST) continue;
    all.sort((a, b) => a.cost - b.cost);
    for (const k of [1, 5]) {
      for (const width of [1, 4, MOST]) {
        const list = new FoundList(k);
        const root = rootOf(stated, list, seed);
        const { model, prices, reduced } = root;
        // Without a limit nothing is cut off, and the payments hold for all solutions.
        const order = orderNow(model);
        expect([...order].sort((a, b) => a - b)).toEqual([...order.keys()]);
        const strip = new Strip(root, order);
        const beam = run(root, list, strip, width);
        const known = new Set(list.list.map(({ options }) => String(options)));
        for (const { cost, options } of list.list) {
          expect(costOfSet(stated, options), `seed ${seed}`).toBe(cost);
        }
        const better = all.filter(({ cost }) => cost < list.worst);
        for (const { cost, options } of better) {
          const sorted = [...options].sort((a, b) => a - b);
          if (!known.has(String(sorted)))
            expect(cost).toBeGreaterThanOrEqual(prices.costOf(beam.bound));
        }
        if (beam.bound === Number.POSITIVE_INFINITY) {
          complete++;
          const found = list.list.map(({ cost }) => cost);
          expect(found, `seed ${seed}`).toEqual(all.slice(0, k).map(({ cost }) => cost));
        } else cut++;
        const place = new Map<number, number>();
        for (const [c, j] of strip.columns.entries()) {
          let f = 0;
          while ((strip.start[f + 1] as number) <= c) f++;
          place.set(model.option[j] as number, f);
        }
        const columnOf = new Map([...model.option].map((option, j) => [option, j]));
        for (const { options } of all) {
          // The payments of this solution for the columns that begin before a position.
          const own = new Float64Array(beam.paid.length);
          for (const option of options) {
            const f = place.get(option) as number;
            const d = reduced[columnOf.get(option) as number] as number;
            for (let p = f + 1; p < own.length; p++) own[p] = (own[p] as number) + d;
          }
          const wrong = own.findIndex((paid, p) => p > 0 && paid < (beam.paid[p] as number));
          expect(wrong, `seed ${seed}`).toBe(-1);
          floors += beam.paid.filter((least) => least !== 0 && Number.isFinite(least)).length;
        }
        // From the other end it knows the payments still to come.
        const back = new Strip(root, order.slice().reverse());
        back.learn(beam.paid);
        const second = run(root, list, back, width);
        const rest = all.filter(({ cost }) => cost < list.worst);
        const now = new Set(list.list.map(({ options }) => String(options)));
        for (const { cost, options } of rest) {
          const sorted = [...options].sort((a, b) => a - b);
          if (!now.has(String(sorted)))
            expect(cost).toBeGreaterThanOrEqual(prices.costOf(second.bound));
        }
      }
    }
  }
  expect(complete).toBeGreaterThan(3);
  expect(cut).toBeGreaterThan(3);
  expect(floors).toBeGreaterThan(200);
});

test('models that suit beams', () => {
  const stated = { primary: 2, secondary: 1, options: [[0, 2], [1]], costs: [1, 1] };
  /** The secondary item is in two options. */
  const both = [
    [0, 2],
    [1, 2],
  ];
  const suits = (one: StatedProblem) => suitsStrip(atOnce(Model.of(compiledOf(one), false)));
  expect(suits(stated)).toBe(true);
  expect(
    suits({
      ...stated,
      options: both,
    }),
  ).toBe(true);
  expect(
    suits({
      ...stated,
      options: both,
      colours: [
        [0, 1],
        [0, 2],
      ],
    }),
  ).toBe(false);
  expect(
    suits({
      ...stated,
      options: [[0], [0], [1]],
      costs: [1, 1, 1],
      times: [
        [1, 2],
        [1, 1],
      ],
    }),
  ).toBe(false);
  expect(
    suits({
      ...stated,
      times: [
        [0, 1],
        [1, 1],
      ],
    }),
  ).toBe(false);
});

test('a state that was dropped may still have saved something', () => {
  const options = [[0, 2], [0], [1, 2], [1]];
  const stated = { primary: 3, secondary: 0, options, costs: [1, 2, -10, 5] };
  const list = new FoundList(1);
  const root = new Root(atOnce(Model.of(compiledOf(stated), false)), list);
  atOnce(root.begin());
  const { prices, state } = root;
  prices.price.fill(0);
  root.bound = prices.prove(state);
  root.best.set(prices.price);
  root.reduced.set(prices.reduced);
  // One state in a layer: option 1 is dropped for option 0, and only option 1 goes with option 2.
  const beam = run(root, list, new Strip(root, [0, 1, 2]), 1);
  expect(list.list[0]?.cost).toBe(6);
  expect((beam.paid[2] as number) / prices.scale).toBe(-8);
  expect(prices.costOf(beam.bound)).toBe(-8);
});

test('of costs too large for exact prices the cheapest solution is found', () => {
  const random = new Random(368);
  const primary = 12 + random.below(10);
  const options: number[][] = [];
  while (options.length < primary * 6) {
    const from = random.below(primary);
    const own = new Set([from]);
    for (let n = random.below(4); n > 0; n--) own.add((from + random.below(6)) % primary);
    options.push([...own].sort((a, b) => a - b));
  }
  const costs = options.map(({ length }) => 2 ** 46 * length + random.below(400));
  const stated = { primary, secondary: 0, options, costs };
  const { status, solutions } = best(compiledOf(stated));
  const cheapest = costOfSet(stated, [15, 47, 56, 61, 62, 85, 92, 110]);
  expect([status, solutions[0]?.cost]).toEqual(['complete', cheapest]);
});
