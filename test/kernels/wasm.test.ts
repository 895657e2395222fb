import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { FIELDS as STATE_FIELDS } from '../../src/diagram/layout.ts';
import { Cells } from '../../src/kernels/cells/cells.ts';
import { Links } from '../../src/kernels/links/links.ts';
import { Masks } from '../../src/kernels/masks.ts';
import { Planes } from '../../src/kernels/planes/planes.ts';
import { Random } from '../../src/kernels/random.ts';
import type { Search } from '../../src/kernels/search.ts';
import { Sweep } from '../../src/kernels/sweep/sweep.ts';
import { FIELDS } from '../../src/kernels/sweep/walk.ts';
import { machine, Region } from '../../src/kernels/wasm/memory.ts';
import { langford, macmahon, pentominoes, queens } from '../cases/gallery.ts';
import type { Matrix } from '../cases/matrix.ts';
import { problemOf } from '../cases/problem.ts';
import { seeds, smallMatrix, tightMatrix } from '../support/arbitrary.ts';
import { blocks, overlaps } from '../support/blocks.ts';
import { asSet } from '../support/checker.ts';
import { runs } from '../support/effort.ts';
import { prefixesOf, rest } from '../support/engines.ts';

/** The private parts of a kernel. */
interface Internals extends Search {
  readonly a: Int32Array;
  readonly region: Region | undefined;
  readonly FORCED?: number;
  /** Where the array of `planes` has its next part after the set of forced items. */
  readonly ROOT?: number;
  readonly layout: { readonly FORCED: number; readonly LEVEL: number; readonly levelSize: number };
  readonly CHOSEN: number;
  readonly BRANCH: number;
  readonly recordSize: number;
  moveTo(length: number): boolean;
  moveOut(array: Int32Array): void;
  workInJs: number;
}

/** Another one each time with SEED in the environment. */
const { SEED = '1' } = process.env;
const NEVER = Number.POSITIVE_INFINITY;

type Start = (matrix: Matrix, workInJs: number, seed?: number | undefined) => Internals;

const cells =
  (tuning: ConstructorParameters<typeof Cells>[2]): Start =>
  (matrix, workInJs, seed) =>
    new Cells(
      problemOf(matrix).compile(),
      { seed },
      { ...tuning, workInJs },
    ) as unknown as Internals;

const plain =
  (Kernel: typeof Masks | typeof Planes): Start =>
  (matrix, workInJs, seed) => {
    // Without their colours the small problems suit it.
    const { colours: _none, ...colourless } = matrix;
    const compiled = problemOf(colourless).compile();
    return new Kernel(compiled, { seed }, workInJs) as unknown as Internals;
  };

const masks = plain(Masks);
const planes = plain(Planes);

const sweep =
  (tuning: ConstructorParameters<typeof Sweep>[2]): Start =>
  (matrix, workInJs, seed) =>
    new Sweep(
      problemOf(matrix).compile(),
      { seed },
      { ...tuning, workInJs },
    ) as unknown as Internals;

const kernels: Record<string, Start> = {
  cells: cells({}),
  'cells, sharing': cells({ mostAlone: 0, firstBranches: 1 }),
  masks,
  planes,
  sweep: sweep({ firstLevels: 2 }),
  'sweep, testing': sweep({ mostOfBucket: 0, firstLevels: 2 }),
};

/** The array of `sweep`: the fixed part, the registers, and all levels below them. */
function partsOfSweep({ a, layout }: Internals): Int32Array[] {
  const { BUCKETS, LEVEL, DEPTH, NEXT, DEEPEST, HEADER, BACK, BUCKET, TAKEN, STATE, SET } = FIELDS;
  // Not laid out yet.
  if (a.length === 0) return [];
  const next = a[NEXT] as number;
  const registers = [LEVEL, DEPTH, NEXT, DEEPEST].map((register) => a[register] as number);
  const parts = [a.subarray(0, FIELDS.LARGEST), Int32Array.from(registers)];
  // The tables are long, so a number stands for them.
  let tables = 0;
  for (let k = HEADER; k < layout.LEVEL; k++) tables = Math.imul(tables, 31) + (a[k] as number);
  parts.push(Int32Array.of(tables));
  let isLast = true;
  for (let level = a[LEVEL] as number; level !== 0; level = a[level + BACK] as number) {
    const bucket = a[level + BUCKET] as number;
    // The words before the one of its item are all ones, and nothing reads them.
    const word = (bucket - (a[BUCKETS] as number)) >> 8;
    const live = level + layout.levelSize;
    parts.push(a.subarray(level, level + TAKEN), a.subarray(level + STATE + word, live));
    if (!isLast || next === FIELDS.TAKE) {
      parts.push(a.subarray(level + TAKEN + 1, level + STATE));
      parts.push(a.subarray(live, live + (a[bucket + SET] as number)));
    }
    if (!isLast) parts.push(a.subarray(level + TAKEN, level + TAKEN + 1));
    isLast = false;
  }
  return parts;
}

/**
 * All that says where a search stands: its integers, and its array as far as that is in use. As a
 * text: to compare long arrays number by number takes a hundred times as long, and to show how they
 * differ takes minutes.
 */
function stateOf(search: Internals): string {
  const scalars: Record<string, unknown> = {};
  const apart = ['workInJs', 'enough', 'wanted'];
  for (const [name, value] of Object.entries(search)) {
    const isScalar = typeof value === 'number' || typeof value === 'boolean';
    if (isScalar && !apart.includes(name)) scalars[name] = value;
  }
  const { branches, depth, forced } = scalars as Record<'branches' | 'depth' | 'forced', number>;
  const { a, CHOSEN, BRANCH, recordSize } = search;
  if (search instanceof Sweep) {
    return textOf(scalars, partsOfSweep(search));
  }
  // The stack of forced items is in use up to its last entry; `planes` has a set of them instead.
  const isSet = (search as Search) instanceof Planes;
  const end = isSet ? search.ROOT : (search.FORCED ?? search.layout.FORCED) + forced;
  // And so are the others.
  const parts = [
    a.subarray(0, end),
    a.subarray(CHOSEN, CHOSEN + 2 * depth),
    a.subarray(BRANCH, BRANCH + branches * recordSize),
  ];
  return textOf(scalars, parts);
}

function textOf(scalars: object, parts: readonly Int32Array[]): string {
  const names = Object.entries(scalars).map(([name, value]) => `${name}: ${value}`);
  return [...names, ...parts].join('\n');
}

const budgets = fc.array(
  fc.tuple(
    fc.integer({ min: 1, max: 9 }),
    fc.oneof(fc.integer({ min: 1, max: 3 }), fc.constant(NEVER)),
  ),
  { minLength: 1, maxLength: 8 },
);

/**
 * Items with more options than a word has bits, so that a set of candidates takes several words.
 * Item 0 comes first. An option that covers it and one of the others may leave the last item one
 * candidate in each of two words: the first option and the last.
 */
const wideMatrix = fc
  .tuple(fc.nat(1), fc.nat(3), fc.nat(3), fc.integer({ min: 30, max: 70 }))
  .map((counts): Matrix => {
    const kinds = [[1], [2], [0], [0, 1], [0, 2], [1, 2], [1], [2]];
    const options = [1, 1, ...counts, 1, 1].flatMap((count, k) =>
      Array.from({ length: count }, () => kinds[k] as number[]),
    );
    return { name: 'wide', primary: 3, secondary: 0, options, preferred: [0] };
  });

/** Both sides stand at the same place after any steps, below any prefix. */
function checkSteps(start: Start, matrices: fc.Arbitrary<Matrix>, numRuns: number): void {
  fc.assert(
    fc.property(
      matrices,
      seeds,
      budgets,
      fc.array(fc.nat(30), { maxLength: 3 }),
      (matrix, seed, steps, out) => {
        const js = start(matrix, NEVER, seed);
        const wasm = start(matrix, 0, seed);
        const count = matrix.options.length;
        // The second time below a prefix, which WebAssembly chooses, too.
        for (const round of [0, 1]) {
          for (let call = 0; ; call++) {
            const [nodes, solutions] = steps[call % steps.length] as [number, number];
            const outcome = js.advance(nodes, solutions);
            expect(wasm.advance(nodes, solutions)).toBe(outcome);
            expect(js.region).toBeUndefined();
            expect(wasm.region !== undefined).toBe(round === 1 || outcome !== 'exhausted');
            expect(stateOf(wasm)).toBe(stateOf(js));
            expect([...wasm.frontier()]).toEqual([...js.frontier()]);
            expect(wasm.share()).toBe(js.share());
            if (outcome === 'exhausted') break;
            if (outcome === 'solution') expect(wasm.solution()).toEqual(js.solution());
          }
          if (count === 0) break;
          const leftOut = out.map((k) => ~(k % count));
          const first = matrix.options.findIndex(
            (items, k) => items.some((item) => item < matrix.primary) && !leftOut.includes(~k),
          );
          const prefix = first < 0 ? leftOut : [first, ...leftOut];
          for (const search of [js, wasm]) {
            search.reset([]);
            search.advance(1);
            search.reset(prefix);
          }
          expect(stateOf(wasm)).toBe(stateOf(js));
        }
      },
    ),
    { numRuns },
  );
}

describe.each(Object.entries(kernels))('%s', (_, start) => {
  test.each([
    ['small', smallMatrix],
    ['tight', tightMatrix],
  ])('in WebAssembly stands as in JavaScript after any steps: %s problems', (_size, matrices) => {
    checkSteps(start, matrices, runs(300));
  });

  test('goes from the one to the other at any step', () => {
    fc.assert(
      fc.property(tightMatrix, seeds, fc.array(fc.boolean()), (matrix, seed, moves) => {
        const js = start(matrix, NEVER, seed);
        const both = start(matrix, NEVER, seed);
        for (let call = 0; ; call++) {
          const outcome = js.advance(1);
          expect(both.advance(1)).toBe(outcome);
          if (outcome === 'exhausted') break;
          if (moves[call % moves.length]) {
            if (both.region === undefined) expect(both.moveTo(both.a.length)).toBe(true);
            else both.moveOut(both.a.slice());
          }
          expect(stateOf(both)).toBe(stateOf(js));
        }
      }),
      { numRuns: runs(200) },
    );
  });

  test('leaves JavaScript as soon as its time there is over', () => {
    const search = start(queens(8), 500);
    // Far fewer nodes than the most that it runs at once.
    while (search.region === undefined && search.nodes < 1500) {
      if (search.advance(NEVER, 4) === 'exhausted') break;
    }
    expect(search.region).toBeDefined();
    expect(search.workInJs).toBeGreaterThan(-500);
  });

  test('gives its region back at the end, unless it was reset', () => {
    const search = start(queens(6), 0);
    search.advance(1);
    expect(search.region).toBeDefined();
    const found = rest(search);
    expect(search.region).toBeUndefined();
    search.reset();
    expect(rest(search)).toEqual(found);
    expect(search.region).toBeDefined();
    search.moveOut(search.a.slice());
  });

  test('goes on in JavaScript where the memory cannot grow', () => {
    const wanted = rest(start(queens(8), NEVER));
    const allocate = vi.spyOn(Region, 'of').mockReturnValue(undefined);
    const search = start(queens(8), 0);
    expect(rest(search)).toEqual(wanted);
    expect(search.region).toBeUndefined();
    // It does not ask again and again.
    expect(allocate).toHaveBeenCalledTimes(1);
    allocate.mockRestore();
    // When it is in a region and needs more room than there is, it leaves.
    const deep: Matrix = {
      name: 'deep',
      primary: 300,
      secondary: 0,
      options: Array.from({ length: 600 }, (_, k) => [k >> 1]),
    };
    const full = start(deep, 0);
    full.advance(1);
    expect(full.region).toBeDefined();
    const refused = vi.spyOn(Region, 'of').mockReturnValue(undefined);
    expect(full.advance(NEVER, 1000)).toBe('solution');
    expect(refused).toHaveBeenCalled();
    expect(full.region).toBeUndefined();
    refused.mockRestore();
    const js = start(deep, NEVER);
    js.advance(NEVER, 1000);
    expect(stateOf(full)).toBe(stateOf(js));
  });
});

afterEach(() => vi.restoreAllMocks());

test('the stack of branches grows, and the memory with it', () => {
  // A branch at each level, with 1000 integers to save: 4 MB.
  const deep: Matrix = {
    name: 'deep',
    primary: 1000,
    secondary: 0,
    options: Array.from({ length: 2000 }, (_, k) => [k >> 1]),
  };
  for (const start of [cells({ firstBranches: 1 }), masks, planes]) {
    const [js, wasm] = [start(deep, NEVER), start(deep, 0)];
    // Its view is detached when the others move in.
    const other = start(deep, 0);
    other.advance(1);
    for (const search of [js, wasm]) expect(search.advance(NEVER, 3)).toBe('solution');
    expect(wasm.region).toBeDefined();
    expect(wasm.solution()).toEqual(js.solution());
    expect(stateOf(wasm)).toBe(stateOf(js));
    expect([...other.frontier()].length).toBeGreaterThan(0);
    expect(other.advance(NEVER, 3)).toBe('solution');
    expect(stateOf(other)).toBe(stateOf(js));
  }
});

test('whatever is asked of a search after the memory has grown, it finds its array again', () => {
  const asked: Record<string, (search: Internals) => unknown> = {
    frontier: (search) => [...search.frontier()],
    share: (search) => search.share(),
    solution: (search) => search.solution(),
    advance: (search) => search.advance(10),
    reset: (search) => search.reset([5]),
  };
  const cases = [masks, planes, sweep({})].flatMap((start) =>
    Object.entries(asked).map(([name, ask]) => [start, name, ask] as const),
  );
  for (const [start, name, ask] of cases) {
    const [js, wasm] = [start(queens(8), NEVER), start(queens(8), 0)];
    for (const search of [js, wasm]) expect(search.advance(NEVER, 3)).toBe('solution');
    const { region } = wasm;
    const others: (Region | undefined)[] = [];
    expect(region).toBeDefined();
    while (wasm.a.length > 0) others.push(machine()?.allocate(2 ** 20, {}));
    for (const other of others) other?.free();
    expect([name, ask(wasm)]).toEqual([name, ask(js)]);
    expect(wasm.region).toBe(region);
    expect(stateOf(wasm)).toBe(stateOf(js));
  }
});

test('many searches share the memory, while it grows', () => {
  const starts = [cells({}), masks, sweep({}), planes];
  const wanted = starts.map((start) => rest(start(langford(7), NEVER)));
  const searches = Array.from({ length: 300 }, (_, k) => (starts[k % 4] as Start)(langford(7), 0));
  const found: number[][][] = searches.map(() => []);
  for (let open = searches.length; open > 0; ) {
    searches.forEach((search, k) => {
      const outcome = search.advance(50);
      if (outcome === 'solution') found[k]?.push(search.solution());
      if (outcome === 'exhausted' && found[k]?.length === 52) {
        expect(found[k]).toEqual(wanted[k % 4]);
        found[k] = [];
        open--;
      }
    });
  }
});

test.each([
  ['cells', cells({})],
  ['sweep', sweep({})],
])('coloured problems and wide branches come to the same: %s', (_, start) => {
  const wide = Array.from({ length: 3000 }, (_, k) => [0, 1 + (k % 9)]);
  for (const matrix of [
    macmahon(),
    pentominoes(6, 10),
    { name: 'wide', primary: 1, secondary: 9, options: wide },
  ]) {
    const js = start(matrix, NEVER);
    const wasm = start(matrix, 0);
    for (const search of [js, wasm]) while (search.nodes < 1000) search.advance(2000, NEVER);
    expect(wasm.region).toBeDefined();
    expect(stateOf(wasm)).toBe(stateOf(js));
    // Options left out are swapped to the ends of their slices, which a wide branch sorts.
    for (const search of [js, wasm]) {
      search.reset([~3, ~11, ~300, ~301, ~700]);
      search.advance(2000, NEVER);
    }
    expect(stateOf(wasm)).toBe(stateOf(js));
  }
});

describe.each([1, 31, 32, 33, 64, 65, 128, 129, 260])('planes of %i items', (items) => {
  test('are the same in WebAssembly after any steps, and find what links find', () => {
    const random = new Random(Number(SEED) * 2000 + items);
    for (const seed of [undefined, 1]) {
      const matrix = overlaps(items, random);
      expect(Planes.fits(problemOf(matrix).compile())).toBe(true);
      const [js, wasm] = [planes(matrix, NEVER, seed), planes(matrix, 0, seed)];
      const links = new Links(problemOf(matrix).compile(), { seed });
      for (const prefix of [[], [0], [~1, ~3, ~5, 2]]) {
        for (const search of [js, wasm, links]) search.reset(prefix);
        for (let call = 0; call < 12; call++) {
          const budgets = [1 + random.below(2 * items), 1 + random.below(3)] as const;
          const outcome = js.advance(...budgets);
          expect(wasm.advance(...budgets)).toBe(outcome);
          expect(stateOf(wasm)).toBe(stateOf(js));
          expect(wasm.share()).toBe(js.share());
          if (outcome === 'exhausted') break;
          if (outcome !== 'solution') continue;
          expect(wasm.solution()).toEqual(js.solution());
          while (links.solutions < js.solutions) links.advance(NEVER);
          expect(asSet([js.solution()])).toEqual(asSet([links.solution()]));
          expect(js.guesses).toBe(links.guesses);
        }
        expect(prefixesOf(wasm)).toEqual(prefixesOf(js));
      }
      expect(wasm.region).toBeDefined();
    }
  });
});

describe.each([1, 31, 32, 33, 63, 64, 65, 96, 97, 128, 129, 200])('sweep of %i items', (items) => {
  test.each([
    ['tables', {}],
    ['testing', { mostOfBucket: 0 }],
  ])('is the same in WebAssembly after any steps: %s', (_, tuning) => {
    const random = new Random(Number(SEED) * 1000 + items);
    const start = sweep({ ...tuning, firstLevels: 2 });
    for (let round = 0; round < 3; round++) {
      const matrix = blocks(items, random);
      const js = start(matrix, NEVER, round);
      const wasm = start(matrix, 0, round);
      for (const prefix of [[], [0], [~1, ~3, ~5, 2]]) {
        for (const search of [js, wasm]) search.reset(prefix);
        for (let call = 0; call < 40; call++) {
          const nodes = 1 + random.below(2 * items);
          const outcome = js.advance(nodes, 3);
          expect(wasm.advance(nodes, 3)).toBe(outcome);
          expect(stateOf(wasm)).toBe(stateOf(js));
          if (outcome === 'exhausted') break;
          expect(wasm.share()).toBe(js.share());
          if (outcome === 'solution') expect(wasm.solution()).toEqual(js.solution());
        }
      }
      expect(wasm.region).toBeDefined();
    }
  });
});

test.each(['sweep', 'sweep, testing'])(
  '%s in WebAssembly stands as in JavaScript where a set of candidates takes several words',
  (name) => {
    checkSteps(kernels[name] as Start, wideMatrix, runs(15));
  },
);

test.each([
  ['sweep', FIELDS],
  ['state', STATE_FIELDS],
])('AssemblyScript has the fields of `%s` where they are in TypeScript', (file, fields) => {
  const path = new URL(`../../src/kernels/wasm/assembly/${file}.ts`, import.meta.url);
  const registers = /\/\/ The registers, in bytes\.\n(.*?)\n\n/s.exec(
    readFileSync(path, 'utf8'),
  )?.[1];
  const stated = [...(registers ?? '').matchAll(/^const (\w+): usize = (\d+);$/gm)];
  expect(stated.length).toBe(registers?.split('\n').length);
  for (const [, name = '', bytes] of stated) {
    expect([name, Number(bytes)]).toEqual([name, 4 * fields[name as keyof typeof fields]]);
  }
});
