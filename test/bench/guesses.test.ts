import { expect, test } from 'vitest';
import { GuessCounter } from '../../bench/sudoku/guesses.ts';
import { readPuzzle, type Shape } from '../../src/sudoku.ts';

// docs/benchmarks.md publishes these numbers of guesses.

/**
 * Guesses by their definition: the item with the fewest options, the first of several in the
 * order of cells, rows, columns and boxes; each option tried counts if there is another.
 */
function guessesByDefinition(shape: Shape, givens: ArrayLike<number>): number {
  const { size, cells } = shape;
  let guesses = 0;
  let options: number[][] = [];
  for (let cell = 0; cell < cells; cell++) {
    for (let value = 0; value < size; value++) {
      options.push([
        cell,
        cells + shape.rowOf(cell) * size + value,
        2 * cells + shape.columnOf(cell) * size + value,
        3 * cells + shape.boxOf(cell) * size + value,
      ]);
    }
  }
  const without = (left: number[][], chosen: number[]) =>
    left.filter((option) => !option.some((item) => chosen.includes(item)));
  let items = Array.from({ length: 4 * cells }, (_, item) => item);
  for (let cell = 0; cell < cells; cell++) {
    const value = givens[cell];
    if (value === 0) continue;
    const row = cells + shape.rowOf(cell) * size + value - 1;
    const chosen = options.find(([c, r]) => c === cell && r === row) as number[];
    options = without(options, chosen);
    items = items.filter((item) => !chosen.includes(item));
  }
  const search = (left: number[][], open: number[]): boolean => {
    if (open.length === 0) return true;
    const counts = open.map((item) => left.filter((option) => option.includes(item)).length);
    const item = open[counts.indexOf(Math.min(...counts))];
    const tries = left.filter((option) => option.includes(item));
    for (const option of tries) {
      if (tries.length > 1) guesses++;
      const rest = open.filter((other) => !option.includes(other));
      if (search(without(left, option), rest)) return true;
    }
    return false;
  };
  search(options, items);
  return guesses;
}

test.each([
  ['no guess', '1.3..4.2.34.4.23'],
  ['nothing given', '................'],
  ['no solution', '12..34.......1.2'],
  ['a guess or two', '1...............'],
  [
    '9x9 without guesses',
    '2....1.38........5.7...6..........13.981..25731....8..9..8...2..5..697844..25....',
  ],
  [
    'Inkala, 2012',
    '8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..',
  ],
])('our guesses are counted as they are defined: %s', (_what, text) => {
  const { shape, givens } = readPuzzle(text);
  expect(new GuessCounter(shape).count(givens)).toBe(guessesByDefinition(shape, givens));
});

test('a counter counts each puzzle by itself', () => {
  const { shape, givens } = readPuzzle('1...............');
  const counter = new GuessCounter(shape);
  expect(counter.count(givens)).toBeGreaterThan(0);
  expect(counter.count(givens)).toBe(counter.count(givens));
  expect(counter.count(readPuzzle('1.3..4.2.34.4.23').givens)).toBe(0);
});
