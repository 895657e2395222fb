import { expect, test } from 'vitest';
import type { Contender } from '../../bench/sudoku/contender.ts';
import { engine } from '../../bench/sudoku/engine.ts';
import { GuessCounter } from '../../bench/sudoku/guesses.ts';
import { type LynnsLine, lynnsAnswer, predictions } from '../../bench/sudoku/lynn.ts';
import type { RaceResult, Score } from '../../bench/sudoku/race.ts';
import { sudokuVerdicts } from '../../bench/sudoku/targets.ts';
import { readPuzzle, Shape } from '../../src/sudoku.ts';

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
    const value = givens[cell] as number;
    if (value === 0) continue;
    const row = cells + shape.rowOf(cell) * size + value - 1;
    const chosen = options.find(([c, r]) => c === cell && r === row) as number[];
    options = without(options, chosen);
    items = items.filter((item) => !chosen.includes(item));
  }
  const search = (left: number[][], open: number[]): boolean => {
    if (open.length === 0) return true;
    const counts = open.map((item) => left.filter((option) => option.includes(item)).length);
    const item = open[counts.indexOf(Math.min(...counts))] as number;
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

/** One lap of one chunk, of so many milliseconds. */
function score(name: string, kind: Contender['kind'], ms: number, guesses = 0): Score {
  return {
    contender: { ...engine('cells'), name, kind },
    laps: [{ from: 0, solved: 1, ms, guesses, chunks: [{ ms, guesses }] }],
    rate: 1000 / ms,
    guesses: undefined,
  };
}

function result(...scores: Score[]): RaceResult {
  const shape = Shape.of();
  const puzzles = [new Uint8Array(shape.cells)];
  return { set: { name: 'one', shape, puzzles, hard: [], chunk: 1 }, scores, absent: [] };
}

const ours = ['cells', 'links'].flatMap((name) => [
  score(name, 'engine', 10),
  score(`${name}, batch`, 'engine', 10),
]);

test('a target is met at its bound, missed below it; the strongest method is no target', () => {
  const verdicts = sudokuVerdicts(
    result(...ours, score('dancing-links', 'package', 20), score('bit masks', 'method', 1)),
  );
  expect(verdicts.filter(({ bound }) => bound !== undefined)).toMatchObject([
    { engine: 'cells', rival: 'dancing-links', bound: 2.5, measured: 2, met: false },
    { engine: 'links', rival: 'dancing-links', bound: 1.2, measured: 2, met: true },
  ]);
  expect(verdicts).toContainEqual({
    engine: 'cells',
    rival: 'bit masks',
    bound: undefined,
    measured: 0.1,
    met: true,
  });
});

test('any other rival that is faster is a target missed', () => {
  const verdicts = sudokuVerdicts(
    result(...ours, score('dancing-links', 'package', 30), score('Norvig', 'method', 5)),
  );
  const missed = verdicts.filter(({ met }) => !met);
  expect(missed).toMatchObject([
    { engine: 'cells', rival: 'Norvig', bound: 1, measured: 0.5 },
    { engine: 'links', rival: 'Norvig', bound: 1, measured: 0.5 },
  ]);
});

test('a target that was not measured is not met', () => {
  const verdicts = sudokuVerdicts(result(...ours));
  expect(verdicts.filter(({ met }) => !met).map(({ measured }) => measured)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test("Lynn's question is answered on the puzzles that all three solved", () => {
  const answer = lynnsAnswer(
    result(
      score('links', 'engine', 4),
      score('Norvig', 'method', 9, 12),
      score('Cohen', 'method', 5, 30),
    ),
    () => 10,
  );
  expect(answer?.puzzles).toBe(1);
  expect(answer?.lines.map(({ guesses, ms }) => [guesses, ms])).toEqual([
    [10, 4],
    [12, 9],
    [30, 5],
  ]);
  expect(answer?.predictions.map(({ holds }) => holds)).toEqual([true, false, true]);
  expect(lynnsAnswer(result(score('links', 'engine', 4)), () => 10)).toBeUndefined();
});

test.each([
  // Knuth, Norvig, Cohen: milliseconds; guesses; what holds.
  [
    [1, 3, 2],
    [8, 99, 10],
    [true, true, true],
  ],
  [
    [1, 2, 3],
    [10, 1, 8],
    [false, true, true],
  ],
  [
    [3, 2, 1],
    [8, 1, 11],
    [false, false, false],
  ],
])('predictions are judged by the numbers: %j, %j', (ms, guesses, holds) => {
  const [knuth, norvig, cohen] = ms.map((each, k) => {
    return { name: '', ms: each, guesses: guesses[k] as number };
  }) as [LynnsLine, LynnsLine, LynnsLine];
  const judged = predictions([knuth, norvig, cohen]);
  expect(judged.map((each) => each.holds)).toEqual(holds);
});
