import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PrefixSearch } from '../../../src/engine/kernels/prefix-search.ts';
import type { Checkpoint } from '../../../src/engine/solve/checkpoint.ts';
import { ENGINE_NAMES } from '../../../src/engine/solve/engines.ts';
import {
  merge,
  partOf,
  plainOf,
  type Remaining,
  remainingOf,
} from '../../../src/engine/solve/remaining.ts';
import { countAsync, createSearch, Prefix } from '../../../src/index.ts';
import { problemOf } from '../../cases/problem.ts';
import { smallMatrix } from '../../support/arbitrary.ts';
import { bruteForce } from '../../support/checker.ts';
import { runs } from '../../support/effort.ts';
import { solutionsBelow } from '../../support/known.ts';

/** A state after it was written to a file and read. */
const stored = (remaining: Remaining) =>
  remainingOf(JSON.parse(JSON.stringify(plainOf(remaining))));
/** The order of the prefixes means nothing. */
const view = (remaining: Remaining) => ({
  ...remaining,
  left: remaining.left.map((prefix) => `${prefix} ${prefix.share} ${prefix.factor}`).sort(),
});

const prefix = fc
  .tuple(
    fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 8 }),
    fc.double({ min: 0, max: 1, noNaN: true }).map(Math.abs),
    fc.oneof(fc.constant(1n), fc.bigInt({ min: 1n, max: 2n ** 80n })),
  )
  .map(([decisions, share, factor]) => Prefix.of(decisions, share, factor));

test('a state comes back as it was written, and merged states have what both have', () => {
  const states = fc.record({
    engine: fc.constantFrom('auto' as const, ...ENGINE_NAMES),
    solutions: fc.bigInt({ min: 9n, max: 2n ** 90n }),
    found: fc.array(fc.array(fc.nat(99)), { maxLength: 3 }),
    left: fc.array(fc.oneof(prefix, fc.constant(Prefix.root)), { maxLength: 12 }),
  });
  fc.assert(
    fc.property(states, states, (state, other) => {
      expect(view(stored(state))).toEqual(view(state));
      expect(merge(state, { ...other, engine: state.engine })).toEqual({
        engine: state.engine,
        solutions: state.solutions + other.solutions,
        found: [...state.found, ...other.found],
        left: [...state.left, ...other.left],
      });
    }),
  );
});

test('a frontier takes little room, also where its prefixes share no objects, or are mixed', () => {
  const path = Array.from({ length: 500 }, (_, k) => k);
  const frontier = path.map((_, k) => Prefix.of([...path.slice(0, 499 - k), ~k]));
  const other = path.map((_, k) => Prefix.of([~9, ...path.slice(0, 498 - k), ~k]));
  const size = (left: readonly Prefix[]) => plainOf(partOf('lists', left)).left.length;
  expect(size(frontier)).toBeLessThan(2001);
  expect(size(frontier.flatMap((prefix, k) => [prefix, other[k]]))).toBeLessThan(4001);
});

describe.each(ENGINE_NAMES)('with %s', (engine) => {
  /** Each solution below a prefix counts as often as the factor of the prefix says. */
  const expected = (matrix: Parameters<typeof bruteForce>[0], left: readonly Prefix[]) => {
    const solutions = bruteForce(matrix);
    return left.reduce((sum, prefix) => {
      return sum + BigInt(solutionsBelow(solutions, prefix).length) * prefix.factor;
    }, 0n);
  };

  /** Prefixes that contain all, with factors. */
  const cases = fc.tuple(
    smallMatrix,
    fc.integer({ min: 2, max: 9 }),
    fc.infiniteStream(fc.oneof(fc.constant(1n), fc.bigInt({ min: 1n, max: 2n ** 70n }))),
    fc.infiniteStream(fc.integer({ min: 1, max: 9 })),
  );
  const withFactors = (prefixes: readonly Prefix[], factors: IterableIterator<bigint>) =>
    prefixes.map((prefix) => {
      return Prefix.of(prefix, prefix.share, factors.next().value as bigint);
    });

  test('parts that are stopped, stored, divided and merged come to the whole', () => {
    fc.assert(
      fc.property(cases, ([matrix, parts, factors, chances]) => {
        const compiled = problemOf(matrix).compile();
        const first = createSearch(compiled, { engine });
        const left = withFactors(first.split(parts), factors);
        const chance = () => chances.next().value as number;
        let all = partOf(engine, left);
        while (all.left.length > 0) {
          const size = chance();
          const taken = stored(partOf(engine, all.left.slice(0, size)));
          const search = new PrefixSearch(createSearch(compiled, { engine }), taken.left);
          // The clauses and solutions of `learn` do not travel with its prefixes.
          const steps = engine === 'learn' ? Number.POSITIVE_INFINITY : chance();
          for (let k = 0; k < steps && search.advance(chance(), 9) !== 'exhausted'; k++);
          const result = { ...partOf(engine, search.frontier()), solutions: search.exact };
          all = merge({ ...all, left: all.left.slice(size) }, stored(result));
        }
        expect(all.solutions).toBe(expected(matrix, left));
      }),
      { numRuns: runs(100) },
    );
  });

  test('a count goes on from prefixes with factors', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ([matrix, parts, factors, chances]) => {
        const compiled = problemOf(matrix).compile();
        const left = withFactors(createSearch(compiled, { engine }).split(parts), factors);
        let last: Checkpoint | undefined;
        const onCheckpoint = (checkpoint: Checkpoint) => {
          last = JSON.parse(JSON.stringify(checkpoint));
        };
        await countAsync(compiled, { engine, maxNodes: 0, onCheckpoint });
        last = { ...(last as Checkpoint), ...plainOf(partOf(engine, left)) };
        let maxNodes = 0;
        for (let status = ''; status !== 'complete'; ) {
          maxNodes += chances.next().value as number;
          const answer = await countAsync(compiled, {
            ...{ engine, maxNodes, resume: last, onCheckpoint, checkpointEvery: 0 },
          });
          status = answer.status;
          if (status === 'complete') expect(answer.exact).toBe(expected(matrix, left));
        }
      }),
      { numRuns: runs(40) },
    );
  });
});

describe('anything else is refused', () => {
  const whole = { engine: 'links', solutions: '12', found: [[1, 2]], left: [0, 1, 5], shares: [1] };
  const compiled = problemOf({
    name: 'two',
    primary: 2,
    secondary: 0,
    options: [[0], [1], [0], [1], [0], [1]],
  }).compile();
  const read = (value: unknown) =>
    remainingOf(
      value,
      (why) => {
        throw new Error(`refused: ${why}`);
      },
      compiled,
    );

  test('but a state is taken', () => {
    expect(view(read(whole))).toMatchObject({ solutions: 12n, left: ['Prefix [5] 1 1'] });
    expect(view(read({ ...whole, factors: ['7'] })).left).toEqual(['Prefix [5] 1 7']);
  });

  test.each([
    null,
    7,
    'text',
    [],
    { ...whole, engine: 'sweeper' },
    { ...whole, engine: '__proto__' },
    { ...whole, solutions: 12 },
    { ...whole, solutions: '-1' },
    { ...whole, solutions: '1e9' },
    { ...whole, solutions: '9'.repeat(100_001) },
    { ...whole, solutions: '0' },
    { ...whole, found: 'all' },
    { ...whole, found: [[-1]] },
    { ...whole, found: [['1']] },
    { ...whole, found: [[6]] },
    { ...whole, left: undefined },
    { ...whole, left: [0] },
    { ...whole, left: [0, 2, 5] },
    { ...whole, left: [1, 1, 5] },
    { ...whole, left: [0, 1, 0.5] },
    { ...whole, left: [0, 1, '5'] },
    { ...whole, left: [0, -1] },
    { ...whole, left: [0, 1, 5, 1, 1, 3] },
    { ...whole, shares: [2] },
    { ...whole, shares: [-1] },
    { ...whole, shares: [null] },
    { ...whole, shares: [1, 0] },
    { ...whole, shares: [] },
    { ...whole, factors: [1] },
    { ...whole, factors: ['0'] },
    { ...whole, factors: [] },
    { ...whole, factors: ['1', '1'] },
    { ...whole, factors: '1' },
    { ...whole, left: [0, 0], factors: ['2'] },
  ])('%j', (value) => {
    expect(() => read(value)).toThrow('refused: ');
  });

  test.each([[6], [0, 2], [1, ~1], [-7]])('the decisions %j %j', (...decisions) => {
    const left = [0, decisions.length, ...decisions];
    expect(() => read({ ...whole, left })).toThrow('prefix cannot have the decision');
  });
});
