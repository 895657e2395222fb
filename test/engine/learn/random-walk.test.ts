import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Account } from '../../../src/engine/learn/account.ts';
import { ClauseSearch } from '../../../src/engine/learn/clause-search.ts';
import { Learn } from '../../../src/engine/learn/learn.ts';
import { Matrix as Layout } from '../../../src/engine/learn/matrix.ts';
import { Open } from '../../../src/engine/learn/open.ts';
import { Walk } from '../../../src/engine/learn/random-walk.ts';
import type { Slices } from '../../../src/engine/problem/slices.ts';
import { langford, latinSquares, queens } from '../../cases/gallery.ts';
import type { Matrix } from '../../cases/matrix.ts';
import { problemOf } from '../../cases/problem.ts';
import { smallMatrix } from '../../support/arbitrary.ts';
import { isCompatible, isSolution } from '../../support/checker.ts';
import { runs } from '../../support/effort.ts';
import { pigeons } from '../../support/impossible.ts';
import { expectSame } from '../../support/same.ts';

/** All slices of some work, each as long as the account allows. */
function done<T>(slices: Slices<T>, account: Account, work = Number.POSITIVE_INFINITY): T {
  for (;;) {
    account.left = work;
    const { done, value } = slices.next();
    if (done === true) return value;
  }
}

/** The options that are chosen after a walk below some decisions; undefined if nothing lies there. */
function walked(
  matrix: Matrix,
  { decisions = [] as number[], budget = 1e6, slice = 1e6, memoryLimit = 1e9, sweeps = false } = {},
): { options: number[]; account: Account; used: number } | undefined {
  const account = new Account(memoryLimit);
  const compiled = problemOf(matrix).compile();
  const layout = new Layout(compiled, 1, account);
  done(layout.layOut(), account);
  const open = done(Open.below([], layout, account), account);
  const search = done(ClauseSearch.of(open, compiled, account), account);
  account.left = Number.POSITIVE_INFINITY;
  if (search.openBelow(decisions, undefined) === 'none') return undefined;
  if (sweeps) done(open.sweep(search.trail.values), account);
  const used = account.used;
  const { trail } = search;
  done(new Walk(trail).run(budget), account, slice);
  const options = Array.from(open.settled);
  for (let v = 0; v < open.over; v++) {
    const value = trail.values[2 * v];
    if (value === 1 || (value === 0 && trail.last[v] === 1)) options.push(open.optionOf[v]);
  }
  return { options, account, used };
}

const decisions = fc.array(fc.integer({ min: -8, max: 7 }), { maxLength: 2 });

test('ends with options that go together, with what is chosen already; memory is given back', () => {
  let [partial, whole] = [0, 0];
  fc.assert(
    fc.property(
      smallMatrix,
      decisions,
      fc.integer({ min: 1, max: 2000 }),
      (matrix, some, slice) => {
        const known = some.filter((one) => (one < 0 ? ~one : one) < matrix.options.length);
        const ended = walked(matrix, { decisions: [...new Set(known)], slice });
        if (ended === undefined) return;
        const { options, account, used } = ended;
        expectSame(account.used, used);
        for (const [k, a] of options.entries()) {
          for (const b of options.slice(k + 1)) expectSame(isCompatible(matrix, a, b), true);
        }
        if (isSolution(matrix, options)) whole++;
        else partial++;
      },
    ),
    { numRuns: runs(3000) },
  );
  expect(partial).toBeGreaterThan(0);
  expect(whole).toBeGreaterThan(0);
});

test.each([
  ['30 queens', queens(30)],
  ['a Latin square of order 12', latinSquares(12)],
])('fills %s, whatever the slices', (_, matrix) => {
  const { options } = walked(matrix, { budget: 1e7 }) ?? {};
  expect(isSolution(matrix, options ?? [])).toBe(true);
  expect(walked(matrix, { budget: 1e7, slice: 1000 })?.options).toEqual(options);
});

test('fills what is left when the lists are shorter', () => {
  const matrix = latinSquares(12);
  const { options } = walked(matrix, { decisions: [0, ~13, 30], budget: 1e7, sweeps: true }) ?? {};
  expect(isSolution(matrix, options ?? [])).toBe(true);
  expect(options).toEqual(expect.arrayContaining([0, 30]));
});

test('comes with each steady turn of learn, and a reset may come in between', () => {
  const compiled = problemOf(langford(9)).compile();
  const learn = new Learn(compiled, {}, 500);
  while (learn.walked === 0) expect(learn.advance(100)).toBe('paused');
  learn.reset();
  expect(learn.advance(Number.POSITIVE_INFINITY)).toBe('exhausted');
  const first = learn.walked;
  expect(first).toBeGreaterThan(0);
  // With multiplicities there is none.
  const other = new Learn(pigeons(9, 8, [0, 1]).compile());
  expect(other.advance(Number.POSITIVE_INFINITY)).toBe('exhausted');
  expect(other.walked).toBe(0);
});

test('does nothing with little to do or without memory', () => {
  const matrix = queens(20);
  const before = walked(matrix, { budget: 0 });
  expect(walked(matrix, { budget: 10 })?.options).toEqual(before?.options);
  const { used = 0 } = before ?? {};
  expect(walked(matrix, { memoryLimit: used + 10_000 })?.options).toEqual(before?.options);
});
