import { expect, test } from 'vitest';
import { nearest } from '../../../src/engine/problem/error.ts';

test.each([
  ['sovle', 'solve'],
  ['slove', 'solve'],
  ['sudoko', 'sudoku'],
  ['SOLVE', 'solve'],
  ['gen', undefined],
  ['', undefined],
  ['pentomino', undefined],
  ['x', undefined],
  ['s'.repeat(1000), undefined],
])('the nearest of some names to %j is %s', (written, meant) => {
  expect(nearest(written, ['solve', 'sudoku', 'generate', 'make'])).toBe(meant);
});

test('of several that are near, the nearest, then the first', () => {
  expect(nearest('r5', ['r12', 'r1', 'r2'])).toBe('r1');
  expect(nearest('queens', ['queues', 'queenz', 'Queens'])).toBe('Queens');
});

test('of more names than anyone would wait for, only the first are looked at', () => {
  function* names() {
    for (let k = 0; ; k++) yield `item${k}`;
  }
  expect(nearest('xyzzy', names())).toBe(undefined);
});
