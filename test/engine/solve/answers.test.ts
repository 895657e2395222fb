import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Planes } from '../../../src/engine/kernels/planes/planes.ts';
import { QUESTION_ENGINES } from '../../../src/engine/solve/engines.ts';
import {
  Compiled,
  count,
  countAsync,
  createSearch,
  diagram,
  first,
  firstAsync,
  isUnique,
  isUniqueAsync,
  Problem,
  type Settings,
  solutions,
  solutionsAsync,
} from '../../../src/index.ts';
import { dominoes, langford, pentominoes, queens } from '../../cases/gallery.ts';
import { knuth } from '../../cases/knuth.ts';
import { problemOf } from '../../cases/problem.ts';
import { seeds, smallMatrix } from '../../support/arbitrary.ts';
import { bruteForce, isSolution } from '../../support/checker.ts';
import { counted } from '../../support/counted.ts';
import { runs } from '../../support/effort.ts';

const blocking: ((asked: Problem, settings?: Settings) => unknown)[] = [
  first,
  count,
  isUnique,
  solutions,
];

const engines = ['lists', 'links'] as const;

describe.each(engines)('with %s', (engine) => {
  const eight = problemOf(queens(8));
  const none = problemOf(queens(3));
  const one = problemOf(knuth());

  test('first', () => {
    const { solution, status } = first(eight, { engine });
    expect(status).toBe('found');
    expect(isSolution(queens(8), solution?.numbers ?? [])).toBe(true);
    expect(first(none, { engine })).toEqual({ status: 'complete' });
    expect(first(eight, { engine, limit: 1 }).status).toBe('found');
  });

  test('count', () => {
    expect(count(eight, { engine })).toEqual(counted(92));
    expect(count(none, { engine })).toEqual(counted(0));
    expect(count(eight, { engine, limit: 91 })).toEqual(counted(91, 'limit'));
    // The 92nd is the last, but the search has not looked.
    expect(count(eight, { engine, limit: 92 })).toEqual(counted(92, 'limit'));
    expect(count(eight, { engine, limit: 93 })).toEqual(counted(92));
  });

  test('isUnique', () => {
    expect(isUnique(one, { engine })).toEqual({ answer: 'unique', status: 'complete' });
    expect(isUnique(eight, { engine })).toEqual({ answer: 'several', status: 'found' });
    expect(isUnique(eight, { engine, limit: 2 }).status).toBe('found');
    expect(isUnique(none, { engine })).toEqual({ answer: 'none', status: 'complete' });
    expect(isUnique(one, { engine, limit: 1 })).toEqual({ answer: 'unknown', status: 'limit' });
    expect(isUnique(one, { engine, maxNodes: 1 })).toEqual({ answer: 'unknown', status: 'nodes' });
  });

  test('a limit of 0 gives nothing, and never means all', () => {
    const settings = { engine, limit: 0 };
    expect(count(eight, settings)).toEqual(counted(0, 'limit'));
    expect(first(eight, settings)).toEqual({ status: 'limit' });
    expect(isUnique(one, settings)).toEqual({ answer: 'unknown', status: 'limit' });
    const stream = solutions(eight, settings);
    expect([...stream]).toEqual([]);
    expect(stream.status).toBe('limit');
  });

  test('no nodes and no time give nothing', () => {
    expect(count(eight, { engine, maxNodes: 0 })).toEqual(counted(0, 'nodes'));
    expect(count(eight, { engine, timeout: 0 })).toEqual(counted(0, 'timeout'));
  });

  test('stops at exactly so many nodes', () => {
    const problem = problemOf(langford(8));
    for (const maxNodes of [1, 2, 500, 1000]) {
      const stream = solutions(problem, { engine, maxNodes });
      for (const solution of stream) expect(solution.numbers).toHaveLength(8);
      expect(stream.status).toBe('nodes');
      expect(stream.progress.nodes).toBe(maxNodes);
    }
  });

  test('stops when the time is up, with what it has', () => {
    // Far more tilings than can be counted in that time; a huge number of nodes as well.
    const { count: found, status } = count(problemOf(dominoes(8, 8)), { engine, timeout: 30 });
    expect(status).toBe('timeout');
    expect(found).toBeGreaterThan(0);
  });

  test('a stream searches only for what is asked', () => {
    const stream = solutions(problemOf(pentominoes(6, 10)), { engine });
    expect(stream.progress.nodes).toBe(0);
    expect(stream.next().done).toBe(false);
    const { nodes, solutions: found, share } = stream.progress;
    expect(nodes).toBeLessThan(100_000);
    expect(found).toBe(1);
    expect(share).toBeLessThan(0.5);
    expect(stream.status).toBeUndefined();
  });

  test('a stream that is left early stays ended', () => {
    const stream = solutions(eight, { engine });
    for (const solution of stream) {
      expect(solution.numbers).toHaveLength(8);
      break;
    }
    expect(stream.next()).toEqual({ done: true, value: undefined });
    expect([...stream]).toEqual([]);
  });

  test('a stream says at its end why it ended, again and again', () => {
    const stream = solutions(eight, { engine, limit: 5 });
    expect([...stream]).toHaveLength(5);
    expect(stream.status).toBe('limit');
    expect(stream.next()).toEqual({ done: true, value: 'limit' });
    expect(stream.next()).toEqual({ done: true, value: 'limit' });
  });

  test('searches below a prefix', () => {
    const prefix = [3];
    const found = [...solutions(eight, { engine, prefix })];
    const all = [...solutions(eight, { engine })];
    expect(found).toHaveLength(all.filter(({ numbers }) => numbers.includes(3)).length);
    for (const { numbers } of found) expect(numbers[0]).toBe(3);
    expect(() => count(eight, { engine, prefix: [0, 1] })).toThrow(/prefix/);
  });

  test('a seed has an effect', () => {
    const seeds = [1, 2, 3, 4, 5, 6];
    const firsts = seeds.map((seed) => String(first(eight, { engine, seed }).solution?.numbers));
    expect(new Set(firsts).size).toBeGreaterThan(1);
    expect(firsts).toEqual(
      seeds.map((seed) => String(first(eight, { engine, seed }).solution?.numbers)),
    );
  });
});

test.each<[string, unknown]>([
  ['engine', 'dlx'],
  ['engine', '__proto__'],
  ['limit', -1],
  ['limit', 1.5],
  ['limit', Number.NaN],
  ['limit', '3'],
  ['maxNodes', -1],
  ['maxNodes', Number.NaN],
  ['timeout', -1],
  ['timeout', Number.NaN],
  ['timeout', '1s'],
  ['seed', 1.5],
  ['seed', 'x'],
  ['prefix', 3],
  ['prefix', ['0']],
  ['timeOut', 5],
  ['timeOut', undefined],
  ['signal', AbortSignal.abort()],
  ['onProgress', () => undefined],
])('refuses %s %j before it searches', (name, value) => {
  const settings = { [name]: value } as Settings;
  for (const ask of blocking) {
    expect(() => ask(problemOf(knuth()), settings)).toThrow(
      expect.objectContaining({ name: 'QuadrilleError', message: expect.stringContaining(name) }),
    );
  }
});

test('says where a signal would have an effect', () => {
  const settings = { signal: AbortSignal.abort() } as Settings;
  expect(() => count(problemOf(knuth()), settings)).toThrow(
    /signal has no effect on a function that blocks.*ends in Async, as in firstAsync\.$/,
  );
  // Checkpoints are not for all of them.
  const resumed = { resume: {} } as Settings;
  expect(() => count(problemOf(knuth()), resumed)).toThrow(/isUniqueAsync or solutionsAsync\.$/);
});

const refused = expect.objectContaining({ name: 'QuadrilleError', code: 'bad-setting' });

test('refuses what is no problem, or no settings', () => {
  for (const ask of blocking) {
    for (const wrong of [null, undefined, {}, 5, problemOf(knuth()).compile().data]) {
      expect(() => ask(wrong as Problem)).toThrow(refused);
    }
    for (const wrong of [null, 5, 'limit', true]) {
      expect(() => ask(problemOf(knuth()), wrong as unknown as Settings)).toThrow(refused);
    }
  }
});

test.each([
  null,
  5,
  'lists',
  { timeOut: 5 },
  { limit: 5 },
  { signal: undefined },
  { engine: 'dlx' },
])('a search refuses the settings %j', (settings) => {
  const compiled = problemOf(knuth()).compile();
  expect(() => createSearch(compiled, settings as never)).toThrow(refused);
});

test('auto belongs to questions, and a search by default is cells', () => {
  const compiled = problemOf(knuth()).compile();
  expect(count(compiled, { engine: 'auto' })).toEqual(counted(1));
  expect(() => createSearch(compiled, { engine: 'auto' as 'lists' })).toThrow(
    /engine is 'auto', which depends on the question; for a search give one of lists, links, sweep, learn/,
  );
  expect(createSearch(compiled)).toBeInstanceOf(Planes);
});

describe('of a compiled problem', () => {
  const matrix = queens(6);
  const problem = problemOf(matrix);
  // A worker gets the bytes alone.
  const compiled = Compiled.from(structuredClone(problem.compile().data.buffer));

  test('the answers are the same, and solutions are option numbers', async () => {
    const numbers = [...solutions(problem)].map((solution) => [...solution.numbers]);
    expect(numbers).toHaveLength(4);
    expect([...solutions(compiled)]).toEqual(numbers);
    expect(first(compiled)).toEqual({ solution: numbers[0], status: 'found' });
    expect(count(compiled)).toEqual(counted(4));
    expect(isUnique(compiled)).toEqual({ answer: 'several', status: 'found' });
    expect(await firstAsync(compiled)).toEqual({ solution: numbers[0], status: 'found' });
    expect(await countAsync(compiled)).toEqual(counted(4));
    expect(await isUniqueAsync(compiled)).toEqual({ answer: 'several', status: 'found' });
    const streamed: number[][] = [];
    for await (const solution of solutionsAsync(compiled)) streamed.push(solution);
    expect(streamed).toEqual(numbers);
  });

  test.each(['auto', 'lists', 'links', 'learn'] as const)(
    'settings have an effect: %s',
    (engine) => {
      const prefix = (first(compiled).solution as number[]).slice(0, 2);
      const { solution = [] } = first(compiled, { engine, prefix, seed: 3 });
      expect(solution).toEqual(expect.arrayContaining(prefix));
      expect(isSolution(matrix, solution)).toBe(true);
      expect(count(compiled, { engine, limit: 3 })).toEqual(counted(3, 'limit'));
    },
  );

  test('a transferred one is refused', () => {
    const gone = problem.compile();
    structuredClone(gone.data.buffer, { transfer: [gone.data.buffer as ArrayBuffer] });
    expect(() => count(gone)).toThrow(/transfer/);
  });
});

test('a solution knows its options by name, and prints as JSON', () => {
  const problem = new Problem<string>({ primary: ['a', 'b'], secondary: ['x'] });
  problem.addOption(['b', { item: 'x', colour: 'A' }], 'second');
  problem.addOption(['a', { item: 'x', colour: 'A' }], 'first');
  const { solution } = first(problem, { engine: 'links' });
  // In the order stated, though the option of `a` is chosen first.
  expect(solution?.numbers).toEqual([0, 1]);
  expect(solution?.payloads).toEqual(['second', 'first']);
  expect(JSON.parse(JSON.stringify(solution))).toEqual({
    numbers: [0, 1],
    options: [
      ['b', { item: 'x', colour: 'A' }],
      ['a', { item: 'x', colour: 'A' }],
    ],
    payloads: ['second', 'first'],
  });
});

test('a question that one or two solutions answer has no use for sweep', async () => {
  const problem = problemOf(knuth());
  const settings = { engine: 'sweep' } as const;
  const refused =
    /sweep is for count and solutions; for first and isUnique .* lists, links, learn, /;
  expect(() => first(problem, settings)).toThrow(refused);
  expect(() => isUnique(problem.compile(), settings)).toThrow(refused);
  await expect(firstAsync(problem, settings)).rejects.toThrow(refused);
  await expect(isUniqueAsync(problem, settings)).rejects.toThrow(refused);
  expect([...solutions(problem.compile(), settings)]).toEqual([[0, 3, 4]]);
});

describe('the numbers of a solution ascend, so that it looks the same whoever finds it', () => {
  const listed = (found: Iterable<readonly number[]>) => Array.from(found, String).sort();

  test.each(QUESTION_ENGINES)('by %s', async (engine) => {
    await fc.assert(
      fc.asyncProperty(smallMatrix, seeds, fc.boolean(), async (matrix, seed, reduce) => {
        const problem = problemOf(matrix);
        const settings = { engine, seed, reduce };
        // Brute force states the options of each in ascending order.
        const wanted = listed(bruteForce(matrix));
        const found = Array.from(solutions(problem, settings), ({ numbers }) => numbers);
        expect(listed(found)).toEqual(wanted);
        expect([...solutions(problem.compile(), settings)]).toEqual(found);
        if (engine === 'sweep') return;
        const { solution } = await firstAsync(problem, settings);
        if (wanted.length > 0) expect(wanted).toContain(String(solution?.numbers));
      }),
      { numRuns: runs(300) },
    );
  });

  test('by links as by lists, which give the same list', () => {
    fc.assert(
      fc.property(smallMatrix, seeds, (matrix, seed) => {
        const by = (engine: 'lists' | 'links') =>
          [...solutions(problemOf(matrix), { engine, seed })].map(({ numbers }) => numbers);
        expect(by('links')).toEqual(by('lists'));
      }),
      { numRuns: runs(2000) },
    );
  });

  test('in diagrams, and below a prefix', () => {
    fc.assert(
      fc.property(smallMatrix, (matrix) => {
        const compiled = problemOf(matrix).compile();
        const wanted = bruteForce(matrix);
        expect(listed(diagram(compiled).diagram?.solutions() ?? [])).toEqual(listed(wanted));
        for (const numbers of wanted) {
          const prefix = numbers.filter((k) => matrix.options[k]?.some((i) => i < matrix.primary));
          const { solution } = first(compiled, { prefix: prefix.reverse(), engine: 'lists' });
          expect(solution).toEqual(numbers);
        }
      }),
      { numRuns: runs(300) },
    );
  });

  test('in long ones', () => {
    const problem = new Problem({ primary: 1000 });
    for (let item = 999; item >= 0; item--) problem.addIndices([item]);
    const { solution } = first(problem, { engine: 'links' });
    expect(solution?.numbers).toEqual(Array.from({ length: 1000 }, (_, option) => option));
  });
});
