import { inspect } from 'node:util';
import { expect, expectTypeOf, test } from 'vitest';
import { Problem, Solution } from '../../../src/engine/problem/problem.ts';

test('as JSON and on the console it has its payloads', () => {
  const problem = new Problem<{ at: number } | undefined>({ primary: ['a', 'b'] });
  problem.addOption(['a'], { at: 7 });
  problem.addOption(['b']);
  const solution = new Solution(problem, [0, 1]);
  const whole = { numbers: [0, 1], options: [['a'], ['b']], payloads: [{ at: 7 }, undefined] };
  expect(solution.toJSON()).toEqual(whole);
  expect(JSON.stringify(solution)).toBe(
    '{"numbers":[0,1],"options":[["a"],["b"]],"payloads":[{"at":7},null]}',
  );
  expect(inspect(solution)).toBe(inspect(whole));
  expectTypeOf(solution.toJSON().payloads).toEqualTypeOf<
    ({ at: number } | undefined)[] | undefined
  >();
});

test('a payload of null, 0 or nothing in a string is one; without any there is no such key', () => {
  for (const payload of [null, 0, '', false]) {
    const problem = new Problem<unknown>({ primary: 1 });
    problem.addIndices([0], payload);
    expect(new Solution(problem, [0]).toJSON().payloads).toEqual([payload]);
  }
  const bare = new Problem({ primary: 1 });
  bare.addIndices([0]);
  expect(new Solution(bare, [0]).toJSON()).toStrictEqual({ numbers: [0], options: [['0']] });
});
