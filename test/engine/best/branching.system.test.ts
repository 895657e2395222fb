import { expect, test } from 'vitest';
import { Branching } from '../../../src/engine/best/branching.ts';
import { CheapestList } from '../../../src/engine/best/cheapest.ts';
import { Model } from '../../../src/engine/best/model.ts';
import { Root } from '../../../src/engine/best/root.ts';
import { Tree } from '../../../src/engine/best/tree.ts';
import { Start } from '../../../src/engine/kernels/prefix.ts';
import { Random } from '../../../src/engine/kernels/random.ts';
import { WasmLists } from '../../../src/engine/kernels/wasm/lists.ts';
import { finish } from '../../../src/engine/problem/slices.ts';
import { langford } from '../../cases/gallery.ts';
import { bruteCosts, compiledOf, costOfSet, randomStated, type StatedProblem } from './stated.ts';

/** Change it to try other problems. */
const { QUADRILLE_SEED = '1' } = process.env;
const SEED = Number(QUADRILLE_SEED);

/** Work by search before and between linear programs: as usual, so little that it branches, none. */
const SEARCH_WORK = [undefined, 3, 0];

/** The costs of what a search finds, to its end. */
function costsTo(search: Branching, budget = 100): number[] {
  for (let outcome = ''; outcome !== 'exhausted'; ) outcome = search.advance(budget);
  return search.found.map(({ cost }) => cost);
}

function negated(stated: StatedProblem): StatedProblem {
  return { ...stated, costs: stated.costs.map((cost) => 0 - cost) };
}

test.each([1, 2, 3, 4])(
  'the k cheapest of random problems are those of brute force, part %i',
  (part) => {
    let solvable = 0;
    for (let n = 0; n < 120; n++) {
      const seed = SEED * 100_003 + 1000 * part + n;
      const random = new Random(seed);
      const stated = randomStated(seed);
      const max = random.below(2) === 0;
      const k = [1, 2, 5, 1000][random.below(4)];
      const searchWork = SEARCH_WORK[random.below(3)];
      const all = bruteCosts(max ? negated(stated) : stated);
      if (all.length > 0) solvable++;
      const search = new Branching(compiledOf(stated), { k, max, seed: random.word(), searchWork });
      const broken: [listed: number, bound: number][] = [];
      while (search.advance(random.below(2) === 0 ? 1 : 5) !== 'exhausted') {
        // The bound holds at any time: for all solutions that are not listed.
        const listed = search.found.length;
        const sign = max ? -1 : 1;
        const rest = [...all];
        for (const { cost } of search.found) rest.splice(rest.indexOf(sign * cost + 0), 1);
        const holds = sign * search.bound <= (rest[0] ?? Number.POSITIVE_INFINITY);
        if (rest.length !== all.length - listed || !holds) broken.push([listed, search.bound]);
      }
      expect(broken, `seed ${seed}`).toEqual([]);
      const costs = search.found.map(({ cost }) => (max ? 0 - cost : cost));
      expect(costs, `seed ${seed}`).toEqual(all.slice(0, k));
      const keys = new Set(search.found.map(({ options }) => options.join()));
      expect(keys.size).toBe(costs.length);
      for (const { cost, options } of search.found) expect(costOfSet(stated, options)).toBe(cost);
      const bound = max ? 0 - search.bound : search.bound;
      // With little work before the branches it may not see that the k solutions are all.
      const isOpen = all.length === k && searchWork !== undefined && Number.isFinite(bound);
      const least = all.length > k || isOpen ? all[k - 1] : Number.POSITIVE_INFINITY;
      expect(bound, `seed ${seed}`).toBe(least);
    }
    expect(solvable).toBeGreaterThan(30);
  },
);

test('prefixes', () => {
  let solvable = 0;
  for (let n = 0; n < 300; n++) {
    const seed = SEED * 100_003 + 50_000 + n;
    const random = new Random(seed);
    const stated = randomStated(seed);
    const prefix = [...random.order(stated.options.length)]
      .slice(0, random.below(3))
      .map((option) => (random.below(2) === 0 ? option : ~option));
    const all = bruteCosts(stated, prefix);
    // Some prefixes without solutions name no subtree, and are refused.
    if (all.length === 0) continue;
    solvable++;
    const searchWork = SEARCH_WORK[random.below(3)];
    const search = new Branching(compiledOf(stated), { k: 3, max: false, prefix, searchWork });
    expect(costsTo(search, Infinity), `seed ${seed}`).toEqual(all.slice(0, 3));
  }
  expect(solvable).toBeGreaterThan(30);
});

/** A problem of a hundred options, and all its solutions by `lists`. */
function hundredOptions(seed: number) {
  const random = new Random(seed);
  const options: number[][] = [];
  const order = [...random.order(16)];
  for (let from = 0; from < 16; from += 4) options.push(order.slice(from, from + 4));
  while (options.length < 100) options.push([...random.order(18)].slice(0, 2 + random.below(4)));
  const worth = Array.from({ length: 18 }, () => 50 + random.below(100));
  const costs = options.map((items) =>
    items.reduce((sum, item) => sum + worth[item], random.below(60) - 30),
  );
  const stated: StatedProblem = { primary: 16, secondary: 2, options, costs };
  const compiled = compiledOf(stated);
  const cells = new WasmLists(compiled, {});
  const solutions: { cost: number; options: number[] }[] = [];
  while (cells.advance(Number.POSITIVE_INFINITY) === 'solution') {
    const options = cells.solution();
    solutions.push({ cost: costOfSet(stated, options) as number, options });
  }
  solutions.sort((a, b) => a.cost - b.cost);
  return { compiled, solutions };
}

test('problems of a hundred options, beside all their solutions by cells', () => {
  let solvable = 0;
  for (let n = 0; n < 15; n++) {
    const seed = SEED * 100_003 + 80_000 + n;
    const { compiled, solutions } = hundredOptions(seed);
    const all = solutions.map(({ cost }) => cost);
    if (all.length > 10) solvable++;
    for (const k of [1, 4]) {
      const searchWork = [undefined, 30, 0][n % 3];
      const search = new Branching(compiled, { k, max: false, searchWork });
      expect(costsTo(search), `seed ${seed}`).toEqual(all.slice(0, k));
    }
  }
  expect(solvable).toBeGreaterThan(7);
});

test('where more solutions are wanted than there are, and all cost the same, cells lists them', () => {
  // The pairs of 1 to 10 have no Langford arrangement.
  const matrix = langford(10);
  const stated = { ...matrix, costs: matrix.options.map(() => 1) };
  const search = new Branching(compiledOf(stated), { k: 2, max: false });
  expect(costsTo(search)).toEqual([]);
  // A search that keeps accounts decides 1.5 million options.
  expect(search.updates).toBeLessThan(100_000);
  expect(search.nodes).toBeGreaterThan(60_000);
});

test('where all solutions are wanted and cost the same, cells proves that there are no others', () => {
  const matrix = langford(8);
  const compiled = compiledOf({ ...matrix, costs: matrix.options.map(() => 1) });
  const bounds = [300, 299].map((k) => {
    // So little work by search that it does not see it.
    const search = new Branching(compiled, { k, max: false, searchWork: 3 });
    expect(costsTo(search)).toHaveLength(k);
    return search.bound;
  });
  expect(bounds).toEqual([Number.POSITIVE_INFINITY, 8]);
});

test('a tree that is left at any time goes on from there, for one target after the other', () => {
  let branches = 0;
  let stuck = 0;
  for (let n = 0; n < 12; n++) {
    const seed = SEED * 100_003 + 95_000 + n;
    const random = new Random(seed);
    const { compiled, solutions } = hundredOptions(seed);
    const k = 1 + random.below(4);
    const list = new CheapestList(k);
    const root = new Root(finish(Model.of(compiled, false)), list);
    if (!finish(root.begin(new Start(compiled)))) continue;
    root.relax(1);
    root.hold();
    const settings = { memoryLimit: n % 2 === 0 ? 2 ** 30 : 0, searchWork: 0 };
    const tree = new Tree(root, list, root.bound, settings);
    const [first] = solutions;
    for (const more of [-20, 1, 20, 60, Number.POSITIVE_INFINITY]) {
      list.target = (first?.cost ?? 0) + more;
      root.reopen();
      for (let isLeft = true; isLeft; ) {
        isLeft = false;
        for (const pause of tree.steps()) {
          if (pause === 'stuck') stuck++;
          // Between two slices of work it is not left.
          isLeft = pause !== undefined && random.below(30) === 0;
          if (isLeft) break;
        }
      }
      const within = solutions.filter(({ cost }) => cost < list.target).slice(0, k);
      expect(list.list.slice(0, within.length).map(({ cost }) => cost)).toEqual(
        within.map(({ cost }) => cost),
      );
    }
    branches += tree.branches;
  }
  expect(branches).toBeGreaterThan(30);
  expect(stuck).toBeGreaterThan(0);
});

test('to list one item of n options takes n times a constant', () => {
  const work = (n: number) => {
    const options = Array.from({ length: n }, () => [0]);
    const costs = options.map((_, k) => (k * 7919) % n);
    const search = new Branching(compiledOf({ primary: 1, secondary: 0, options, costs }), {
      k: n,
      max: false,
    });
    expect(costsTo(search)).toEqual(costs.map((_, k) => k));
    return search.updates;
  };
  expect(work(2000)).toBeLessThan(3 * work(1000));
});

test('the hundred cheapest assignments are listed near the bound', () => {
  const n = 40;
  const random = new Random(1);
  const options = Array.from({ length: n * n }, (_, k) => [Math.floor(k / n), n + (k % n)]);
  const costs = options.map(() => 1 + random.below(1000));
  const search = new Branching(compiledOf({ primary: 2 * n, secondary: 0, options, costs }), {
    k: 100,
    max: false,
  });
  expect(costsTo(search)).toHaveLength(100);
  // With branches, and targets that move away as fast as for one solution, it is 1.2 million.
  expect(search.updates).toBeLessThan(200_000);
});

/**
 * People who work on each of some days, all in the same of two colours. It costs 1 on an even day
 * in red, and on an odd day in blue.
 */
function colouredWeeks(people: number, days: number) {
  const primary = people * days;
  const options: number[][] = [];
  const colours: number[][] = [];
  const costs: number[] = [];
  for (let work = 0; work < primary; work++) {
    for (const colour of [1, 2]) {
      options.push([work, primary + Math.floor(work / days)]);
      colours.push([0, colour]);
      costs.push(((work % days) + colour) % 2);
    }
  }
  return compiledOf({ primary, secondary: people, options, colours, costs });
}

test('the linear program sees colours', () => {
  const search = new Branching(colouredWeeks(12, 5), { k: 1, max: false, searchWork: 0 });
  expect(costsTo(search)).toEqual([24]);
  // A linear program without colours has the bound 0, and 2 ** 12 branches are left.
  expect(search.nodes).toBeLessThan(30);
});

test('with too many rows for colours the linear program does without', () => {
  const compiled = colouredWeeks(2, 1100);
  const model = finish(Model.of(compiled, false));
  expect([model.items > 4096, model.linear]).toEqual([true, 2200]);
  const search = new Branching(compiled, { k: 2, max: false, searchWork: 0 });
  expect(costsTo(search)).toEqual([1100, 1100]);
});

test('an item that takes no colour gives no solution twice', () => {
  // Of two items with colours none, one or both take one.
  const options = [[0], [0, 2], [0, 2], [1], [1, 3], [1, 3]];
  const colours = [[0], [0, 1], [0, 2], [0], [0, 1], [0, 2]];
  const stated = { primary: 2, secondary: 2, options, colours, costs: [0, 1, 2, 0, 3, 6] };
  for (const searchWork of SEARCH_WORK) {
    const search = new Branching(compiledOf(stated), { k: 100, max: false, searchWork });
    expect(costsTo(search)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  }
});
