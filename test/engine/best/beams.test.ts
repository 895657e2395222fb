import { expect, test } from 'vitest';
import { Beam } from '../../../src/engine/best/beams.ts';
import { CheapestList } from '../../../src/engine/best/cheapest.ts';
import { Model } from '../../../src/engine/best/model.ts';
import { best } from '../../../src/engine/best/questions.ts';
import { Root } from '../../../src/engine/best/root.ts';
import { orderOf, Strip, suitsStrip } from '../../../src/engine/best/strip.ts';
import { Start } from '../../../src/engine/kernels/prefix.ts';
import { Random } from '../../../src/engine/kernels/random.ts';
import { WasmLists } from '../../../src/engine/kernels/wasm/lists.ts';
import { finish } from '../../../src/engine/problem/slices.ts';
import { readDlx } from '../../../src/index.ts';
import { expectAtMost, expectSame } from '../../support/same.ts';
import { compiledOf, costOfSet, type StatedProblem } from './stated.ts';

/** Change it to try other problems. */
const { QUADRILLE_SEED = '1' } = process.env;
const SEED = Number(QUADRILLE_SEED);
/** Problems with more solutions are left out. */
const MOST = 1500;

/** A root with climbed prices. */
function rootOf(stated: StatedProblem, list: CheapestList, seed: number): Root {
  const compiled = compiledOf(stated);
  const root = new Root(finish(Model.of(compiled, false)), list);
  const { prices, partial } = root;
  expect(finish(root.begin(new Start(compiled)))).toBe(true);
  finish(prices.climb(partial));
  root.keep();
  if (seed % 2 === 0) return root;
  // Any prices will do: with these many reduced costs are negative.
  const random = new Random(seed);
  for (const item of prices.price.keys()) {
    prices.price[item] = prices.price[item] + random.below(40) * prices.scale;
  }
  root.bound = prices.prove(partial);
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

/** Runs a beam, and adds its solutions to the list. */
function run(
  root: Root,
  list: CheapestList,
  order: Iterable<number>,
  width: number,
  bytes = 2 ** 24,
): Beam {
  const { model, partial } = root;
  const settings = { width, isMerging: list.isOne, bytes };
  const beam = new Beam(new Strip(root, order), settings);
  const found = (options: number[]) => {
    const cost = options.reduce((sum, j) => sum + model.cost[j], partial.cost);
    list.add(cost, [...partial.numbers(), ...options.map((j) => model.numberOf[j])]);
  };
  for (const _ of beam.run(() => root.limit, found));
  return beam;
}

test('beams beside all solutions: what they find, and the bound they prove', () => {
  let complete = 0;
  let cut = 0;
  for (let n = 0; n < 12; n++) {
    const seed = SEED * 100_003 + n;
    const stated = someOptions(seed);
    const all: { cost: number; key: string }[] = [];
    const cells = new WasmLists(compiledOf(stated), {});
    while (all.length <= MOST && cells.advance(Number.POSITIVE_INFINITY) === 'solution') {
      const options = cells.solution().sort((a, b) => a - b);
      all.push({ cost: costOfSet(stated, options) as number, key: String(options) });
    }
    if (all.length === 0 || all.length > MOST) continue;
    all.sort((a, b) => a.cost - b.cost);
    for (const k of [1, 5]) {
      for (const width of [1, 4, MOST]) {
        const list = new CheapestList(k);
        const root = rootOf(stated, list, seed);
        const order = finish(orderOf(root.model));
        expect([...order].sort((a, b) => a - b)).toEqual([...order.keys()]);
        // From both ends: the second one begins with the solutions of the first one.
        for (const way of [order, order.slice().reverse()]) {
          const { bound } = run(root, list, way, width);
          const known = new Set(list.list.map(({ options }) => String(options)));
          for (const { cost, options } of list.list) {
            expectSame(costOfSet(stated, options), cost, `seed ${seed}`);
          }
          for (const { cost, key } of all) {
            if (cost >= list.worst || known.has(key)) continue;
            expectAtMost(root.prices.costOf(bound), cost, `seed ${seed}`);
          }
          if (bound === Number.POSITIVE_INFINITY) {
            complete++;
            const found = list.list.map(({ cost }) => cost);
            expect(found, `seed ${seed}`).toEqual(all.slice(0, k).map(({ cost }) => cost));
          } else cut++;
        }
      }
    }
  }
  expect(complete).toBeGreaterThan(3);
  expect(cut).toBeGreaterThan(3);
});

test('without memory for its covers a beam drops them, and its bound says so', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const stated = someOptions(seed);
    const list = new CheapestList(1);
    const root = rootOf(stated, list, seed);
    const beam = run(root, list, finish(orderOf(root.model)), 100, 100);
    expect(beam.bound).toBeLessThan(Number.POSITIVE_INFINITY);
    const [cheapest] = best(compiledOf(stated)).solutions;
    if (cheapest === undefined || list.worst === cheapest.cost) continue;
    expect(root.prices.costOf(beam.bound), `seed ${seed}`).toBeLessThanOrEqual(cheapest.cost);
  }
});

test.each([
  ['a b | x\na x |1\nb |1\n', true],
  ['a b | x\na x |1\nb x |1\n', true],
  ['a b | x\na x:1 |1\nb x:2 |1\n', false],
  ['1:2|a b | x\na |1\na |1\nb |1\n', false],
  ['0:1|a b | x\na x |1\nb |1\n', false],
])('models that suit beams: %j, %s', (text, suits) => {
  expect(suitsStrip(finish(Model.of(readDlx(text).compile(), false)))).toBe(suits);
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
