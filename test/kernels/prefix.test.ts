import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { queens } from '../../bench/cases/gallery.ts';
import { problemOf } from '../../bench/cases/problem.ts';
import { createSearch, Prefix } from '../../src/index.ts';
import { PrefixTree } from '../../src/kernels/split.ts';

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

test('a tree of prefixes holds the solutions below them', () => {
  const tree = new PrefixTree([Prefix.of([3, ~9, 5]), Prefix.of([3, 6]), Prefix.of([4])]);
  for (const below of [
    [3, 5],
    [5, 1, 3],
    [6, 3],
    [1, 4],
  ])
    expect(tree.holds(below)).toBe(true);
  for (const beside of [[3], [5], [6, 5], [3, 7], []]) expect(tree.holds(beside)).toBe(false);
  expect(new PrefixTree([Prefix.root]).holds([1])).toBe(true);
  // A search at its end has left nothing.
  expect(new PrefixTree([]).holds([1])).toBe(false);
});

test('to look a solution up in a tree of prefixes takes no longer for a long way to them', () => {
  let looks = 0;
  const solution = Array.from({ length: 1000 }, (_, k) => k);
  solution.includes = (option) => {
    looks++;
    return option < 1000;
  };
  // 1000 prefixes that have their first 999 options in common; and another one beside these.
  const way = Prefix.of(solution.slice(1));
  const frontier = Array.from({ length: 1000 }, (_, k) => way.and(1000 + k));
  expect(new PrefixTree(frontier).holds(solution)).toBe(false);
  expect(looks).toBeLessThan(5000);
});
