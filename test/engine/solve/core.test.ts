import fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import * as core from '../../../src/core.ts';
import * as whole from '../../../src/index.ts';
import { queens } from '../../cases/gallery.ts';
import { knuth } from '../../cases/knuth.ts';
import { problemOf } from '../../cases/problem.ts';
import { smallMatrix } from '../../support/arbitrary.ts';
import { asSet, bruteForce } from '../../support/checker.ts';
import { runs } from '../../support/effort.ts';
import { thrown } from '../../support/thrown.ts';

/** The same tests through both imports: who outgrows the core changes the import. */
describe.each([
  ['quadrille/core', core],
  ['quadrille', whole as unknown as typeof core],
])('%s', (_, quadrille) => {
  const { count, first, isUnique, solutions } = quadrille;
  const { countAsync, firstAsync, isUniqueAsync, solutionsAsync } = quadrille;

  test('answers every question as brute force does', () => {
    fc.assert(
      fc.property(smallMatrix, (matrix) => {
        const all = bruteForce(matrix);
        const problem = problemOf(matrix);
        expect(count(problem)).toMatchObject({
          count: all.length,
          exact: BigInt(all.length),
          status: 'complete',
        });
        const found = [...solutions(problem)].map(({ numbers }) => [...numbers]);
        expect(asSet(found)).toEqual(asSet(all));
        const compiled = [...solutions(problem.compile())];
        expect(compiled).toEqual(found);
        const { answer } = isUnique(problem);
        expect(answer).toBe(['none', 'unique'][all.length] ?? 'several');
        const one = first(problem);
        expect(one.status).toBe(all.length > 0 ? 'found' : 'complete');
        expect(one.solution?.numbers).toEqual(found[0]);
      }),
      { numRuns: runs(500) },
    );
  });

  test.each(['lists', 'links', undefined] as const)(
    'answers with pauses as it does without: %s',
    async (engine) => {
      for (const matrix of [queens(3), queens(8), knuth()]) {
        const problem = problemOf(matrix);
        for (const limit of [undefined, 0, 1, 7]) {
          const settings = { engine, limit };
          expect(await countAsync(problem, settings)).toEqual(count(problem, settings));
          expect(await firstAsync(problem, settings)).toEqual(first(problem, settings));
          expect(await isUniqueAsync(problem, settings)).toEqual(isUnique(problem, settings));
          const [stream, polite] = [
            solutions(problem, settings),
            solutionsAsync(problem, settings),
          ];
          const found: unknown[] = [];
          for await (const solution of polite) found.push(solution);
          expect(found).toEqual([...stream]);
          expect(polite.status).toBe(stream.status);
        }
      }
    },
  );

  test('keeps to limits, and says so', async () => {
    const problem = problemOf(queens(12));
    expect(count(problem, { limit: 5 })).toMatchObject({ count: 5, status: 'limit' });
    expect(count(problem, { maxNodes: 100 })).toMatchObject({ status: 'nodes' });
    expect(first(problem, { timeout: 0 })).toEqual({ status: 'timeout' });
    expect(await countAsync(problem, { signal: { aborted: true } })).toMatchObject({
      status: 'aborted',
    });
    expect(first(problem, { limit: 0 })).toEqual({ status: 'limit' });
  });

  test('a limit is exact, however long the search', () => {
    const numbers = [...Array(5).keys()];
    const product = new quadrille.Problem({ primary: 5 });
    for (const item of numbers) for (let k = 0; k < 7; k++) product.addIndices([item]);
    for (const [problem, all] of [
      [problemOf(queens(9)), 352],
      [product, 16807],
    ] as const) {
      for (const limit of [1, 50, 300, all - 1]) {
        expect(count(problem, { limit })).toMatchObject({ count: limit, status: 'limit' });
        expect([...solutions(problem, { limit })]).toHaveLength(limit);
      }
      const keys = new Set([...solutions(problem)].map(({ numbers }) => numbers.join()));
      expect(keys.size).toBe(all);
    }
  });

  test('answers for the problem and the prefix as they are at the call', async () => {
    const n = 8;
    const permutations = () => {
      const problem = new quadrille.Problem({ primary: 2 * n });
      for (let k = 0; k < n * n; k++) problem.addIndices([Math.floor(k / n), n + (k % n)]);
      return problem;
    };
    const problem = permutations();
    const counting = countAsync(problem);
    problem.addIndices([0, n]);
    expect((await counting).count).toBe(40320);
    const stream = solutions(problem);
    stream.next();
    problem.addIndices([0, n]);
    expect([...stream]).toHaveLength(40320 + 5040 - 1);
    const prefix = [0];
    const below = solutions(permutations(), { prefix });
    below.next();
    prefix[0] = 1;
    const rest = [...below];
    expect(rest).toHaveLength(5040 - 1);
    expect(rest.every(({ numbers }) => numbers.includes(0))).toBe(true);
  });

  test('does the same work, wherever it pauses', async () => {
    const problem = problemOf(queens(9));
    const nodesOf = async (settings: core.AsyncSettings) => {
      let last = 0;
      const onProgress = ({ nodes }: core.Progress) => {
        last = nodes;
      };
      await countAsync(problem, { ...settings, onProgress });
      return last;
    };
    const whole = solutions(problem);
    const found = [...whole].map(({ numbers }) => numbers.join());
    const paused: string[] = [];
    for await (const { numbers } of solutionsAsync(problem)) paused.push(numbers.join());
    expect(paused).toEqual(found);
    expect(await nodesOf({})).toBe(await nodesOf({ timeout: 60_000 }));
    expect(count(problem, { maxNodes: 900 })).toEqual(await countAsync(problem, { maxNodes: 900 }));
  });

  test('takes undefined as left out', () => {
    const problem = problemOf(queens(6));
    const nothing = { limit: undefined, signal: undefined, reduce: undefined } as object;
    expect(count(problem, nothing).count).toBe(4);
  });

  test('tells how far it has come', async () => {
    const shares: number[] = [];
    await countAsync(problemOf(queens(8)), { onProgress: ({ share }) => shares.push(share) });
    expect(shares.at(-1)).toBe(1);
  });

  test('goes below a prefix, and in another order by a seed', () => {
    const problem = problemOf(queens(8));
    const [found] = solutions(problem);
    const decision = found?.numbers[0];
    const below = count(problem, { prefix: [decision] }).exact;
    const beside = count(problem, { prefix: [~decision] }).exact;
    expect(below + beside).toBe(92n);
    const orders = [1, 2, 3].map((seed) => first(problem, { seed }).solution?.numbers.join());
    expect(new Set(orders).size).toBeGreaterThan(1);
    expect(first(problem, { seed: 1 }).solution?.numbers.join()).toBe(orders[0]);
  });

  test('both engines find the same solutions in the same order', () => {
    const problem = problemOf(queens(7));
    const numbersBy = (engine: 'lists' | 'links') =>
      [...solutions(problem, { engine })].map(({ numbers }) => numbers);
    expect(numbersBy('links')).toEqual(numbersBy('lists'));
    expect(numbersBy('links')).toHaveLength(40);
  });

  test('refuses what it does not know', () => {
    const problem = problemOf(queens(4));
    const refused = (settings: object) => thrown(() => first(problem, settings)).message;
    expect(refused({ limits: 3 })).toMatch(/no setting "limits"/);
    expect(refused({ engine: 'cell' })).toMatch(/engine is "cell"; give/);
    expect(refused({ signal: { aborted: false } })).toMatch(/signal has no effect/);
    expect(refused({ limit: -1 })).toMatch(/limit is -1/);
    expect(refused({ seed: 0.5 })).toMatch(/seed is 0.5/);
    expect(refused({ prefix: [99] })).toMatch(/prefix cannot have the decision 99/);
    expect(thrown(() => first({} as never)).message).toMatch(/The problem is an object/);
  });
});

test('a search of a problem that was transferred is refused, not empty', () => {
  const compiled = problemOf(queens(6)).compile();
  const search = core.createSearch(compiled);
  search.end();
  structuredClone(compiled.data, { transfer: [compiled.data.buffer as ArrayBuffer] });
  expect(thrown(() => search.reset()).message).toContain('after a transfer to a worker');
});

describe('the core', () => {
  test('says where there is what it lacks', () => {
    const problem = problemOf(queens(4));
    for (const [what, ask] of [
      ['no setting "reduce" here', () => core.count(problem, { reduce: true } as never)],
      ['no setting "proof" here', () => core.first(problem, { proof: () => {} } as never)],
      ['engine is "learn"', () => core.first(problem, { engine: 'learn' } as never)],
      ['engine is "auto"', () => core.createSearch(problem.compile(), { engine: 'auto' } as never)],
      [
        'covers each primary item exactly once',
        () => core.count(new core.Problem({ primary: [{ item: 'a', times: [1, 2] }] })),
      ],
    ] as const) {
      const { message } = thrown(ask);
      expect(message).toContain(what);
      expect(message).toContain("The same function of 'quadrille' has more settings and engines.");
    }
  });

  test('has the types of quadrille', () => {
    expectTypeOf<core.Problem<string>>().toEqualTypeOf<whole.Problem<string>>();
    expectTypeOf<core.Count>().toEqualTypeOf<whole.Count>();
    const problem = new core.Problem<number>({ primary: ['a'] });
    problem.addOption(['a'], 7);
    expectTypeOf(core.first(problem).solution?.payloads).toEqualTypeOf<number[] | undefined>();
    expect(core.first(problem).solution?.payloads).toEqual([7]);
  });

  test('a search that has ended gives its memory away, and takes some when it is reset', () => {
    const [one, other] = [queens(6), queens(7)].map((matrix) => problemOf(matrix).compile());
    const search = core.createSearch(one);
    while (search.advance(Number.POSITIVE_INFINITY) !== 'exhausted');
    const { nodes } = search;
    search.end();
    expect(core.count(other).count).toBe(40);
    expect(search.nodes).toBe(nodes);
    expect([...search.frontier()]).toEqual([]);
    search.reset();
    while (search.advance(Number.POSITIVE_INFINITY) !== 'exhausted');
    expect(search.solutions).toBe(4);
    expect(search.nodes).toBe(nodes);
  });
});
