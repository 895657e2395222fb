import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Links } from '../../../src/engine/kernels/links/links.ts';
import { Lists } from '../../../src/engine/kernels/lists.ts';
import { Planes } from '../../../src/engine/kernels/planes/planes.ts';
import { Random } from '../../../src/engine/kernels/random.ts';
import type { Search } from '../../../src/engine/kernels/search.ts';
import { itemOrder } from '../../../src/engine/kernels/sweep/order.ts';
import { Sweep } from '../../../src/engine/kernels/sweep/sweep.ts';
import { WasmLists } from '../../../src/engine/kernels/wasm/lists.ts';
import { machine, Region } from '../../../src/engine/kernels/wasm/memory.ts';
import { finish } from '../../../src/engine/problem/slices.ts';
import { dominoes, langford, macmahon, pentominoes, queens } from '../../cases/gallery.ts';
import type { Matrix } from '../../cases/matrix.ts';
import { problemOf } from '../../cases/problem.ts';
import { blocks, overlaps } from '../../support/blocks.ts';
import { asSet, isCompatible } from '../../support/checker.ts';
import { runs } from '../../support/effort.ts';
import { prefixesOf, rest } from '../../support/engines.ts';
import { expectSame } from '../../support/same.ts';

/** The private parts of a search in WebAssembly. */
interface Internals extends Search {
  readonly a: Int32Array;
  readonly region: Region | undefined;
}

/** Another one each time with SEED in the environment. */
const { SEED = '1' } = process.env;
const NEVER = Number.POSITIVE_INFINITY;

type Start = (matrix: Matrix) => Internals;

const starting =
  (start: (matrix: Matrix) => Search): Start =>
  (matrix) =>
    start(matrix) as Internals;

const lists = starting(
  (matrix) => new WasmLists(problemOf(matrix).compile(), {}, { firstBranches: 1 }),
);
const planes = starting((matrix) => new Planes(problemOf(matrix).compile()));
const sweep = starting((matrix) => new Sweep(problemOf(matrix).compile(), {}, { firstLevels: 2 }));

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** All that a search shows of where it stands. */
function standing(search: Search): unknown[] {
  const { nodes, guesses, updates, solutions, deepest } = search;
  const counters = [nodes, guesses, updates, solutions, deepest];
  return [counters, search.share(), prefixesOf(search)];
}

/** Takes memory until it has grown, which detaches all views of it. */
function detachViews(search: Internals): void {
  const others: (Region | undefined)[] = [];
  while (search.a.length > 0) others.push(machine()?.allocate(2 ** 20, {}));
  for (const other of others) other?.free();
}

describe.each([
  ['lists', lists],
  ['planes', planes],
  ['sweep', sweep],
])('%s', (_, start) => {
  test('gives its region back at the end, unless it was reset', () => {
    const search = start(queens(6));
    search.advance(1);
    expect(search.region).toBeDefined();
    const found = rest(search);
    expect(search.region).toBeUndefined();
    search.reset();
    expect(rest(search)).toEqual(found);
    expect(search.region).toBeDefined();
    search.end();
    expect(search.region).toBeUndefined();
    expect(search.advance(NEVER)).toBe('exhausted');
  });

  test('says so where the memory cannot grow, and goes on when it can', () => {
    // A branch at each level.
    const deep: Matrix = {
      name: 'deep',
      primary: 300,
      secondary: 0,
      options: Array.from({ length: 600 }, (_, k) => [k >> 1]),
    };
    const outOfMemory = expect.objectContaining({ code: 'out-of-memory' });
    const search = start(deep);
    search.advance(1);
    const refused = vi.spyOn(Region, 'of').mockReturnValue(undefined);
    expect(() => search.advance(NEVER, 1000)).toThrow(outOfMemory);
    search.end();
    // A reset needs a region again.
    expect(() => {
      search.reset();
      search.advance(1);
    }).toThrow(outOfMemory);
    refused.mockRestore();
    expect(search.advance(NEVER, 1000)).toBe('solution');
    const other = start(deep);
    expect(other.advance(NEVER, 1000)).toBe('solution');
    expect(standing(search)).toEqual(standing(other));
    expect(search.solution()).toEqual(other.solution());
    for (const each of [search, other]) each.end();
  });

  test('finds its array again after the memory has grown, whatever is asked of it', () => {
    const asked: Record<string, (search: Search) => unknown> = {
      frontier: (search) => prefixesOf(search),
      share: (search) => search.share(),
      solution: (search) => search.solution(),
      advance: (search) => search.advance(10),
      reset: (search) => search.reset([5]),
      end: (search) => search.end(),
    };
    for (const [name, ask] of Object.entries(asked)) {
      const [calm, other] = [start(queens(8)), start(queens(8))];
      for (const search of [calm, other]) expect(search.advance(NEVER, 3)).toBe('solution');
      detachViews(other);
      expect([name, ask(other)]).toEqual([name, ask(calm)]);
      expect(standing(other)).toEqual(standing(calm));
      for (const search of [calm, other]) search.end();
    }
  });
});

test('many searches share the memory, while it grows', () => {
  const starts = [lists, sweep, planes];
  const wanted = starts.map((start) => rest(start(langford(7))));
  const searches = Array.from({ length: 60 }, (_, k) => starts[k % 3](langford(7)));
  const found: number[][][] = searches.map(() => []);
  for (let open = searches.length; open > 0; ) {
    searches.forEach((search, k) => {
      const outcome = search.advance(50);
      if (outcome === 'solution') found[k]?.push(search.solution());
      if (outcome === 'exhausted' && found[k]?.length === 52) {
        expect(found[k]).toEqual(wanted[k % 3]);
        found[k] = [];
        open--;
      }
    });
  }
});

test('without WebAssembly lists are the engine lists, states are in JavaScript, and there is no sweep', async () => {
  vi.stubGlobal('WebAssembly', undefined);
  // Modules of their own, which have not seen WebAssembly.
  vi.resetModules();
  const { count, createSearch } = await import('../../../src/index.ts');
  const { problemOf } = await import('../../cases/problem.ts');
  const { Lists } = await import('../../../src/engine/kernels/lists.ts');
  vi.resetModules();
  const compiled = problemOf(queens(8)).compile();
  expect(createSearch(compiled)).toBeInstanceOf(Lists);
  expect(() => createSearch(compiled, { engine: 'sweep' })).toThrow(
    'The engine sweep runs in WebAssembly, which is missing or refused here; take the engine auto or lists.',
  );
  expect(count(compiled).count).toBe(92);
  expect(count(problemOf(dominoes(12, 12)).compile()).exact).toBe(53060477521960000n);
});

/**
 * A search and `links` come upon the same solutions in the same order, with the same guesses, however
 * they are advanced.
 */
function checkByLinks(search: Search, links: Search, random: Random, calls: number): void {
  for (let call = 0; call < calls; call++) {
    const budgets = [1 + random.below(500), 1 + random.below(3)] as const;
    const outcome = search.advance(...budgets);
    if (outcome === 'exhausted') {
      while (links.advance(NEVER, NEVER) !== 'exhausted');
      expect(links.solutions).toBe(search.solutions);
      expect(links.guesses).toBe(search.guesses);
      return;
    }
    if (outcome !== 'solution') continue;
    links.advance(NEVER, search.solutions - links.solutions);
    expectSame(asSet([search.solution()]), asSet([links.solution()]));
    expectSame(search.guesses, links.guesses);
  }
}

test.each([{}, { mostAlone: 0 }, { mostCopied: 0 }, { mostAlone: 0, mostCopied: 0 }])(
  'lists take the same steps in both languages: %j',
  (tuning) => {
    const random = new Random(Number(SEED));
    for (const matrix of [blocks(33, random), overlaps(12, random)]) {
      for (const seed of [undefined, 1]) {
        const compiled = problemOf(matrix).compile();
        const lists = new Lists(compiled, { seed }, tuning);
        const search = new WasmLists(compiled, { seed }, { ...tuning, firstBranches: 1 });
        for (const prefix of [[], [0], [~1, ~3, 2], [~2]]) {
          for (const each of [lists, search]) each.reset(prefix);
          for (let call = 0; call < 60; call++) {
            expectSame(standing(search), standing(lists));
            const outcome = lists.advance(1 + (call >> 3));
            expectSame(search.advance(1 + (call >> 3)), outcome);
            if (outcome === 'exhausted') break;
            if (outcome === 'solution') expectSame(search.solution(), lists.solution());
          }
        }
        search.end();
      }
    }
  },
);

test('coloured problems and wide branches come to what links come to', () => {
  const random = new Random(Number(SEED));
  const wide = Array.from({ length: 3000 }, (_, k) => [0, 1 + (k % 9)]);
  for (const matrix of [
    macmahon(),
    pentominoes(3, 20),
    { name: 'wide', primary: 1, secondary: 9, options: wide },
  ]) {
    const [search, links] = [lists(matrix), new Links(problemOf(matrix).compile())];
    // Options left out are swapped to the ends of their slices, which a wide branch sorts.
    for (const prefix of [[], [~3, ~11, ~300, ~301, ~700]]) {
      for (const each of [search, links]) each.reset(prefix);
      checkByLinks(search, links, random, 40);
    }
    search.end();
  }
});

describe.each([1, 31, 32, 33, 64, 65, 128, 129, 260])('of %i items', (items) => {
  test('planes and lists find what links find, below any prefix', () => {
    const random = new Random(Number(SEED) * 2000 + items);
    for (const seed of [undefined, 1]) {
      const compiled = problemOf(overlaps(items, random)).compile();
      expect(Planes.suits(compiled)).toBe(true);
      for (const search of [new Planes(compiled, { seed }), new WasmLists(compiled, { seed })]) {
        const links = new Links(compiled, { seed });
        for (const prefix of [[], [0], [~1, ~3, ~5, 2]]) {
          for (const each of [search, links]) each.reset(prefix);
          checkByLinks(search, links, random, 30);
        }
        search.end();
      }
    }
  });
});

/**
 * The solutions of `sweep` below a prefix by its definition, in its order, each with the number of
 * options chosen until then.
 */
function* sweptBy(matrix: Matrix, prefix: readonly number[]): Generator<[number[], number]> {
  const { options, primary, preferred } = matrix;
  const rank = finish(itemOrder(problemOf(matrix).compile(), 0));
  expect(preferred).toBeUndefined();
  const firstOf = (option: number) =>
    options[option].filter((item) => item < primary).sort((a, b) => rank[a] - rank[b])[0];
  const out = new Set(prefix.filter((decision) => decision < 0).map((decision) => ~decision));
  const begin = (item: number) =>
    [...options.keys()].filter((option) => !out.has(option) && firstOf(option) === item);
  const byFirst = new Map([...Array(primary).keys()].map((item) => [item, begin(item)]));
  const items = [...Array(primary).keys()].sort((a, b) => rank[a] - rank[b]);
  let nodes = 0;
  function* below(chosen: number[]): Generator<[number[], number]> {
    const covered = new Set(chosen.flatMap((option) => options[option]));
    const item = items.find((each) => !covered.has(each));
    if (item === undefined) {
      yield [chosen, nodes];
      return;
    }
    for (const option of byFirst.get(item) ?? []) {
      if (chosen.some((other) => !isCompatible(matrix, option, other))) continue;
      nodes++;
      yield* below([...chosen, option]);
    }
  }
  yield* below(prefix.filter((decision) => decision >= 0));
}

/** A `sweep` finds the solutions of its definition, with as many nodes, however it is advanced. */
function checkSweep(search: Sweep, matrix: Matrix, prefix: readonly number[], most: number): void {
  search.reset(prefix);
  const random = new Random(most);
  for (const [chosen, nodes] of sweptBy(matrix, prefix)) {
    if (nodes > most) return;
    let outcome = search.advance(1 + random.below(100));
    while (outcome === 'paused') outcome = search.advance(1 + random.below(100));
    expectSame(outcome, 'solution');
    expectSame(search.nodes, nodes);
    expectSame(search.solution(), chosen);
  }
  const { solutions } = search;
  while (search.advance(NEVER, NEVER) !== 'exhausted');
  expect(search.solutions).toBe(solutions);
}

const sweeps = [
  ['tables', {}],
  ['testing', { mostOfBucket: 0 }],
] as const;

describe.each([1, 31, 32, 33, 63, 64, 65, 96, 97, 128, 129, 200])('sweep of %i items', (items) => {
  test.each(sweeps)('keeps to its definition: %s', (_, tuning) => {
    const random = new Random(Number(SEED) * 1000 + items);
    for (let round = 0; round < 2; round++) {
      const matrix = blocks(items, random);
      const search = new Sweep(problemOf(matrix).compile(), {}, { ...tuning, firstLevels: 2 });
      for (const prefix of [[], [0], [~1, ~3, ~5, 2]]) checkSweep(search, matrix, prefix, 200);
      search.end();
    }
  });
});

/**
 * Items with more options than a word has bits, so that a set of candidates takes several words. An
 * option that covers item 0 and one of the others may leave the last item one candidate in each of
 * two words: the first option and the last.
 */
const wideMatrix = fc
  .tuple(fc.nat(1), fc.nat(3), fc.nat(3), fc.integer({ min: 30, max: 70 }))
  .map((counts): Matrix => {
    const kinds = [[1], [2], [0], [0, 1], [0, 2], [1, 2], [1], [2]];
    const options = [1, 1, ...counts, 1, 1].flatMap((count, k) =>
      Array.from({ length: count }, () => kinds[k]),
    );
    return { name: 'wide', primary: 3, secondary: 0, options };
  });

test.each(sweeps)('sweep keeps to its definition with sets of several words: %s', (_, tuning) => {
  fc.assert(
    fc.property(wideMatrix, (matrix) => {
      const search = new Sweep(problemOf(matrix).compile(), {}, tuning);
      checkSweep(search, matrix, [], 300);
      search.end();
    }),
    { numRuns: runs(30) },
  );
});
