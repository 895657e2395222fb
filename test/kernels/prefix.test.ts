import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { queens } from '../../bench/cases/gallery.ts';
import { problemOf } from '../../bench/cases/problem.ts';
import { createSearch, Prefix } from '../../src/index.ts';

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
