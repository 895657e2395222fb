import { inspect } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Start } from '../../../src/engine/kernels/prefix.ts';
import { branchesOf } from '../../../src/engine/kernels/split.ts';
import { createSearch, Prefix } from '../../../src/index.ts';
import { queens } from '../../cases/gallery.ts';
import { problemOf } from '../../cases/problem.ts';
import { seeds, smallMatrix } from '../../support/arbitrary.ts';
import { bruteForce, isCompatible } from '../../support/checker.ts';
import { runs } from '../../support/effort.ts';
import { keepsTo } from '../../support/known.ts';

test('a prefix prints as its decisions, in a string and on the console', () => {
  const prefix = Prefix.of([0, 4, ~7, ~0]);
  expect(`${prefix}`).toBe('Prefix [0, 4, ~7, ~0]');
  expect(inspect(prefix)).toBe('Prefix [0, 4, ~7, ~0]');
  expect(inspect({ prefix: [prefix] })).toBe('{ prefix: [ Prefix [0, 4, ~7, ~0] ] }');
  expect(`${Prefix.root}`).toBe('Prefix []');
  expect(JSON.stringify({ prefix })).toBe('{"prefix":[0,4,-8,-1]}');
});

test('of a long prefix a hundred decisions are printed', () => {
  const decisions = Array.from({ length: 100 }, (_, k) => k);
  const prefix = Prefix.of(decisions);
  expect(`${prefix}`).toBe(`Prefix [${decisions.join(', ')}]`);
  expect(`${prefix.and(100)}`).toBe(`Prefix [${decisions.join(', ')}, ... 1 more]`);
  expect(inspect(Prefix.of(Array.from({ length: 10_000 }, () => 7)))).toMatch(
    /, \.\.\. 9900 more\]$/,
  );
});

test('what a frontier gives prints in the same way', () => {
  const search = createSearch(problemOf(queens(6)).compile());
  search.advance(3);
  for (const prefix of search.frontier()) {
    const numbers = prefix.toArray();
    expect(`${prefix}`).toBe(`Prefix [${numbers.map((k) => (k < 0 ? `~${~k}` : k)).join(', ')}]`);
  }
});

test('a search begins below options that can stand together, and refuses others', () => {
  fc.assert(
    fc.property(smallMatrix, fc.array(fc.nat(11), { maxLength: 3 }), (matrix, numbers) => {
      const prefix = numbers.filter((k) => k < matrix.options.length);
      const isPossible = prefix.every(
        (k, at) =>
          matrix.options[k]?.some((item) => item < matrix.primary) &&
          prefix.slice(0, at).every((other) => other !== k && isCompatible(matrix, k, other)),
      );
      const start = () => new Start(problemOf(matrix).compile(), prefix);
      if (!isPossible) expect(start).toThrow(/prefix/);
      else expect([...start().chosen.subarray(0, prefix.length)]).toEqual(prefix);
    }),
    { numRuns: runs(1000) },
  );
});

test('the prefixes of a branch as one: below them lies what the frontier has left, each solution once', () => {
  let merged = 0;
  const before = fc.array(fc.nat({ max: 9 }), { maxLength: 2 });
  fc.assert(
    fc.property(smallMatrix, fc.nat(12), before, seeds, (matrix, steps, leftOut, seed) => {
      const compiled = problemOf(matrix).compile();
      const prefix = leftOut.filter((k) => k < matrix.options.length).map((k) => ~k);
      const search = createSearch(compiled, { prefix, seed });
      for (let k = 0; k < steps; k++) search.advance(1);
      const frontier = [...search.frontier()];
      const branches = branchesOf(frontier, compiled);
      const solutions = bruteForce(matrix);
      const homes = (prefixes: readonly Prefix[], solution: readonly number[]) =>
        prefixes.filter((prefix) => keepsTo(prefix, solution)).length;
      for (const solution of solutions) {
        expect(homes(branches, solution)).toBe(homes(frontier, solution));
      }
      const sum = (prefixes: readonly Prefix[]) =>
        prefixes.reduce((all, { share }) => all + share, 0);
      expect(sum(branches)).toBeCloseTo(sum(frontier), 12);
      expect(new Set(branches.map(({ before }) => before)).size).toBe(branches.length);
      merged += frontier.length - branches.length;
    }),
    { numRuns: runs(500) },
  );
  expect(merged).toBeGreaterThan(0);
});

test('a frontier at many options is one prefix, and those at one option stay as they are', () => {
  // 3 and 4 are left of a branch at item 0, which has the options 0 to 4.
  const options = [[0], [0, 1], [0, 2], [0, 1, 2], [0, 2, 1], [1], [2]];
  const compiled = problemOf({ name: '', primary: 3, secondary: 0, options }).compile();
  const root = Prefix.root.and(~6);
  const left = [Prefix.of([~6, 1, 5]), root.and(3, 0.25), root.and(4, 0.5)];
  const branches = branchesOf(left, compiled);
  expect(branches.map((prefix) => prefix.toArray())).toEqual([
    [~6, 1, 5],
    [~6, ~0, ~1, ~2],
  ]);
  expect(branches[1]?.share).toBe(0.75);
  const counted = [root.and(3, 0.25, 2n), root.and(4, 0.5, 3n)];
  expect(branchesOf(counted, compiled)).toEqual(counted);
  expect(branchesOf([Prefix.root], compiled)).toEqual([Prefix.root]);
  expect(branchesOf([], compiled)).toEqual([]);
});
