import fc from 'fast-check';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Random } from '../../../src/engine/kernels/random.ts';
import { langford } from '../../cases/gallery.ts';
import { problemOf } from '../../cases/problem.ts';
import { built } from '../../support/built.ts';
import { runs } from '../../support/effort.ts';
import { compileMultiples, type MultipleMatrix } from '../../support/multiples.ts';

vi.setConfig({ testTimeout: 60_000 });

const program = built({ library: true });
const index: typeof import('../../../src/index.ts') = await program.load('index.js');
const parallel: typeof import('../../../src/parallel.ts') = await program.load('parallel.js');
const learning: typeof import('../../../src/engine/learn/exchange.ts') = await program.load(
  'engine/learn/exchange.js',
);
const pools = [2, 3].map((workers) => new parallel.Pool(workers).start());
afterAll(() => {
  for (const pool of pools) pool.close();
  program.remove();
});

/** The clock of the calling thread goes fast, so that workers join on a fast machine, too. */
const { now } = performance;
beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => 10 * now.call(performance));
});
afterEach(() => vi.restoreAllMocks());

const engine = 'learn';

/**
 * From here on rings have `places` places. It counts the clauses that the calling thread takes from
 * others and loses.
 */
function observed(places?: number) {
  const { Exchange } = learning;
  const { memory } = Exchange;
  const { next } = Exchange.prototype;
  const counts = { read: 0, lost: 0 };
  vi.spyOn(Exchange, 'memory').mockImplementation((members) => memory(members, places));
  vi.spyOn(Exchange.prototype, 'next').mockImplementation(function (this: object, from) {
    const exchange = this as InstanceType<typeof Exchange>;
    const { lost } = exchange;
    const isRead = next.call(exchange, from);
    if (isRead) counts.read++;
    counts.lost += exchange.lost - lost;
    return isRead;
  });
  return counts;
}

test.each([
  ['two threads pass clauses, and lose most by rings of two places', 0, 2],
  ['three threads pass clauses, by rings that have room for them', 1, 1024],
])('%s', async (_, pool, places) => {
  const counts = observed(places);
  // There are no Langford pairs for 9. That takes `learn` 5,000 conflicts.
  const none = index.Compiled.from(problemOf(langford(9)).compile().data);
  const isSeen = () => counts.read > 0 && (places > 2 || counts.lost > 0);
  // On a busy machine the others may come too late.
  for (let tries = 0; tries < 10 && !isSeen(); tries++) {
    const answer = await parallel.isUniqueParallel(none, { engine, pool: pools[pool] });
    expect(answer).toEqual({ answer: 'none', status: 'complete' });
  }
  expect(isSeen()).toBe(true);
});

test('without memory that threads share, the answer is the same', async () => {
  vi.stubGlobal('SharedArrayBuffer', undefined);
  const counts = observed();
  const none = index.Compiled.from(problemOf(langford(9)).compile().data);
  const pool = pools[0];
  const answer = await parallel.isUniqueParallel(none, { engine, pool });
  vi.unstubAllGlobals();
  expect([answer.answer, counts.read]).toEqual(['none', 0]);
});

test('two and three workers answer as one does, on problems of all kinds', async () => {
  observed(16);
  await fc.assert(
    fc.asyncProperty(fc.nat(), async (seed) => {
      const matrix = randomMatrix(new Random(seed));
      const compiled = index.Compiled.from(compileMultiples(matrix).data);
      const alone = index.isUnique(compiled, { engine });
      for (const pool of pools) {
        expect(await parallel.isUniqueParallel(compiled, { engine, pool })).toEqual(alone);
        const { solution, status } = await parallel.firstParallel(compiled, { engine, pool });
        expect(status).toBe(alone.answer === 'none' ? 'complete' : 'found');
        if (solution !== undefined) expect(mistakes(matrix, solution)).toEqual([]);
      }
    }),
    { numRuns: runs(8) },
  );
});

/**
 * Sets of three items, some with a colour of a secondary item. With their number, problems with and
 * without a solution are about equally frequent.
 */
function randomMatrix(random: Random): MultipleMatrix {
  const [primary, secondary, count] = [60, 6, 150 + random.below(30)];
  const options: number[][] = [];
  const colours: number[][] = [];
  for (let k = 0; k < count; k++) {
    const items = new Set<number>();
    while (items.size < 3) items.add(random.below(primary));
    if (random.below(3) === 0) items.add(primary + random.below(secondary));
    options.push([...items]);
    colours.push([...items].map((item) => (item < primary ? 0 : random.below(3))));
  }
  const most = random.below(2);
  const times = Array.from({ length: primary }, () => [1, random.below(8) < most ? 2 : 1] as const);
  return { name: 'random', primary, secondary, options, colours, times };
}

/** The items that a set of options covers too often, too seldom or in different colours. */
function mistakes(matrix: MultipleMatrix, numbers: readonly number[]): number[] {
  const { primary, secondary, options, colours, times } = matrix;
  return Array.from({ length: primary + secondary }, (_, item) => item).filter((item) => {
    const uses = [...new Set(numbers)].flatMap((number) =>
      (options[number] ?? []).flatMap((used, k) => (used === item ? [colours?.[number]?.[k]] : [])),
    );
    const [least, most] = times[item] ?? [0, 1];
    if (item < primary) return uses.length < least || uses.length > most;
    return uses.length > 1 && (uses[0] === 0 || new Set(uses).size > 1);
  });
}
