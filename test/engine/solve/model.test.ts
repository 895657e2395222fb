import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  count,
  countAsync,
  createSearch,
  first,
  isUnique,
  type Search,
  solutions,
  solutionsAsync,
} from '../../../src/index.ts';
import { problemOf } from '../../cases/problem.ts';
import { seeds, smallMatrix } from '../../support/arbitrary.ts';
import { asSet } from '../../support/checker.ts';
import { slow } from '../../support/effort.ts';
import { rest } from '../../support/engines.ts';
import { type Known, prefixOf, smallOf, solutionsBelow, where } from '../../support/known.ts';
import { expectAtMost, expectSame } from '../../support/same.ts';

// Random sequences of calls against a model: the set of solutions by brute force, and nothing
// else. CaDiCaL's mobical tests a SAT solver in this way. A failure shrinks to a short sequence.

const { SLOW } = process.env;
/** `SLOW=7200` for two hours; an hour at least. */
const SECONDS = Math.max(3600, Number(SLOW) || 0);
/** How many sequences to try: with SLOW as many as there is time for. */
const LENGTH = slow
  ? { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: (1000 * SECONDS) / 2 }
  : { numRuns: 500 };

/** The set of options as one text, whatever their order. */
const keyOf = (numbers: readonly number[]): string => [...numbers].sort((a, b) => a - b).join(' ');

/** A search, and the knowledge of a model about it. */
class Twin {
  readonly model: Known;
  readonly search: Search;
  readonly engine: Engine;
  prefix: number[] = [];
  /** The keys of the solutions that are still to come. */
  left: Set<string>;
  found = 0;
  outcome = '';
  share = 0;

  constructor(model: Known, engine: Engine, seed: number | undefined, prefix: number[]) {
    this.model = model;
    this.engine = engine;
    this.search = createSearch(model.compiled, { engine, seed, prefix });
    this.prefix = prefix;
    this.left = new Set(solutionsBelow(model.all, prefix).map(keyOf));
  }

  advance(budget: number): void {
    const { search } = this;
    const { nodes, guesses, updates } = search;
    const outcome = search.advance(budget);
    expectAtMost(search.nodes - nodes, Math.ceil(budget));
    expectAtMost(guesses, search.guesses);
    expectAtMost(updates, search.updates);
    if (outcome === 'solution') {
      expectSame(this.left.delete(keyOf(search.solution())), true);
      this.found++;
    } else if (outcome === 'exhausted') {
      expect([...this.left]).toEqual([]);
    } else {
      expectSame(outcome, 'paused');
      expect(budget).toBeLessThan(Number.POSITIVE_INFINITY);
    }
    if (this.outcome === 'exhausted') expectSame(outcome, 'exhausted');
    if (budget > 0 || outcome === 'exhausted') this.outcome = outcome;
    expectSame(search.solutions, this.found);
  }

  look(): void {
    const { search } = this;
    const share = search.share();
    expectAtMost(this.share - 1e-9, share);
    expectAtMost(share, 1 + 1e-9);
    this.share = share;
    if (this.outcome === 'solution') {
      expect(solutionsBelow(this.model.all, search.solution())).toHaveLength(1);
      expect(search.solution([9, 9, 9, 9, 9, 9, 9])).toEqual(search.solution());
    } else {
      expect(() => search.solution()).toThrow(/stand on a solution/);
    }
  }

  /** A frontier, and any split, divides the rest into parts that do not overlap. */
  divide(atLeast: number | undefined): void {
    const { search, model } = this;
    const parts = atLeast === undefined ? [...search.frontier()] : search.split(atLeast);
    const found = parts.flatMap((prefix, k) => {
      const engine = k % 2 === 0 ? 'links' : 'lists';
      return rest(createSearch(model.compiled, { engine, prefix }));
    });
    expect(found.map(keyOf).sort()).toEqual([...this.left].sort());
  }

  reset(prefix: number[] | undefined): void {
    this.search.reset(prefix);
    if (prefix !== undefined) this.prefix = prefix;
    this.left = new Set(solutionsBelow(this.model.all, this.prefix).map(keyOf));
    this.found = this.share = 0;
    this.outcome = '';
    expect(this.search).toMatchObject({ nodes: 0, guesses: 0, updates: 0, solutions: 0 });
  }

  /** A prefix that names no subtree changes nothing. */
  resetBadly(): void {
    const { nodes, solutions: found } = this.search;
    const none = this.model.matrix.options.length;
    expect(() => this.search.reset([none])).toThrow(/prefix/);
    expect(this.search).toMatchObject({ nodes, solutions: found });
  }
}

type Engine = 'lists' | 'links' | 'learn' | 'multiples';
const engine = fc.constantFrom<Engine>('lists', 'links', 'learn', 'multiples');

const call = fc.oneof(
  fc.record({ what: fc.constant('advance' as const), budget: fc.nat(9) }),
  fc.record({ what: fc.constant('advance' as const), budget: fc.constant(Infinity) }),
  fc.record({ what: fc.constant('look' as const) }),
  fc.record({
    what: fc.constant('divide' as const),
    atLeast: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
  }),
  fc.record({ what: fc.constant('reset' as const), where }),
  fc.record({ what: fc.constant('again' as const) }),
  fc.record({ what: fc.constant('resetBadly' as const) }),
);

const script = fc.record({
  matrix: smallMatrix,
  twins: fc.array(fc.record({ engine, seed: seeds, where }), {
    minLength: 1,
    maxLength: 3,
  }),
  calls: fc.array(fc.tuple(fc.nat(2), call), { maxLength: 30 }),
});

/** Seeds and paths of failures that fast-check found, so that they are tried first. */
const FAILURES: readonly { readonly seed: number; readonly path: string }[] = [];

/** Several searches on one compiled problem, their calls in any order. */
function play({
  matrix,
  twins,
  calls,
}: typeof script extends fc.Arbitrary<infer S> ? S : never): void {
  const model = smallOf(matrix);
  const all = twins.map(
    ({ engine, seed, where }) => new Twin(model, engine, seed, prefixOf(model, where)),
  );
  for (const [which, step] of calls) {
    const twin = all[which % all.length];
    if (step.what === 'advance') twin.advance(step.budget);
    else if (step.what === 'reset') twin.reset(prefixOf(model, step.where));
    else if (step.what === 'again') twin.reset(undefined);
    else if (step.what === 'divide') twin.divide(step.atLeast);
    else twin[step.what]();
  }
  for (const twin of all) {
    for (let k = 0; twin.outcome !== 'exhausted'; k++) {
      expect(k).toBeLessThan(2000);
      twin.advance(k % 2 === 0 ? 3 : Infinity);
    }
  }
}

test.each(FAILURES)('a sequence that failed once: %o', (failure) => {
  fc.assert(fc.property(script, play), failure);
});

test(
  'searches do what the model says, in any order of calls',
  () => {
    fc.assert(fc.property(script, play), LENGTH);
  },
  1000 * SECONDS + 30_000,
);

const ask = fc.record({
  question: fc.constantFrom('first', 'count', 'unique', 'all', 'countAsync', 'allAsync'),
  engine: fc.constantFrom('auto' as const, 'lists' as const, 'links' as const, 'learn' as const),
  seed: seeds,
  limit: fc.option(fc.nat(5), { nil: undefined }),
  maxNodes: fc.option(fc.nat(12), { nil: undefined }),
  where,
});

/** One question by the model: the answer is right, and its status claims no more than is so. */
async function answer(model: Known, how: typeof ask extends fc.Arbitrary<infer A> ? A : never) {
  const { question, limit, maxNodes } = how;
  const prefix = prefixOf(model, how.where);
  const settings = { engine: how.engine, seed: how.seed, limit, maxNodes, prefix };
  const all = solutionsBelow(model.all, prefix);
  const problem = problemOf(model.matrix);
  const keys = new Set(all.map(keyOf));
  const most = Math.min(limit ?? Infinity, all.length);
  const stopped = (status: string | undefined, found: number) => {
    if (status === 'complete') expect(found).toBe(all.length);
    else if (status === 'limit') expect(found).toBe(limit);
    else expect([status, maxNodes !== undefined]).toEqual(['nodes', true]);
    expect(found).toBeLessThanOrEqual(most);
  };
  if (question === 'first') {
    const { solution, status } = first(problem, settings);
    if (solution !== undefined) expect(keys).toContain(keyOf(solution.numbers));
    if (solution !== undefined) expect(status).toBe('found');
    else if (status === 'complete') expect(all).toEqual([]);
    else if (status === 'limit') expect(limit).toBe(0);
    else expect([status, maxNodes !== undefined]).toEqual(['nodes', true]);
  } else if (question === 'unique') {
    const { answer: said, status } = isUnique(problem, settings);
    if (said === 'several') expect(all.length).toBeGreaterThan(1);
    if (said === 'several') expect(status).toBe('found');
    if (said === 'unique' || said === 'none') {
      expect([status, all.length]).toEqual(['complete', said === 'none' ? 0 : 1]);
    }
    if (said === 'unknown') expect(status === 'nodes' || status === 'limit').toBe(true);
  } else if (question === 'count' || question === 'countAsync') {
    const found =
      question === 'count' ? count(problem, settings) : await countAsync(problem, settings);
    stopped(found.status, Number(found.exact));
  } else {
    const found: (readonly number[])[] = [];
    const stream =
      question === 'all' ? solutions(problem, settings) : solutionsAsync(problem, settings);
    for await (const { numbers } of stream) found.push(numbers);
    expect(new Set(asSet(found)).size).toBe(found.length);
    for (const numbers of found) expect(keys).toContain(keyOf(numbers));
    stopped(stream.status, found.length);
  }
}

test(
  'questions asked all at once get the answers of the model',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        smallMatrix,
        fc.array(ask, { minLength: 1, maxLength: 6 }),
        async (matrix, asks) => {
          const model = smallOf(matrix);
          await Promise.all(asks.map((how) => answer(model, how)));
        },
      ),
      LENGTH,
    );
  },
  1000 * SECONDS + 30_000,
);
