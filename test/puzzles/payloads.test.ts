import { expect, test } from 'vitest';
import type { Problem } from '../../src/index.ts';
import * as puzzles from '../../src/puzzles.ts';

const BOARDS: readonly (readonly [string, Problem<unknown>, rows: number, columns: number])[] = [
  ['queens', puzzles.queens(5), 5, 5],
  ['polyominoes', puzzles.polyominoes('2x4', 'I1*8'), 2, 4],
  ['polycubes', puzzles.polycubes('2x3x2', 'I2', { supply: 'unlimited' }), 2, 3],
  ['macmahon', puzzles.macmahon(), 4, 6],
  ['latinSquares', puzzles.latinSquares(3), 3, 3],
  ['transversals', puzzles.transversals(puzzles.cyclicSquare(3)), 3, 3],
  ['orthogonalMates', puzzles.orthogonalMates(puzzles.cyclicSquare(5)), 5, 5],
  ['sudokuX', puzzles.sudokuX({ size: 4 }), 4, 4],
  ['windoku', puzzles.windoku({ size: 4 }), 4, 4],
  ['jigsaw', puzzles.jigsaw({ regions: 'AB\nAB' }), 2, 2],
  ['samurai', puzzles.samurai(), 21, 21],
  ['nonogram', puzzles.nonogram(puzzles.cluesOf('##.\n.##')), 2, 3],
  ['wordSquares', puzzles.wordSquares({ words: ['ab', 'ba'], order: 2 }), 2, 2],
  ['wordRectangles', puzzles.wordRectangles({ words: ['abc', 'de'], rows: 2, columns: 3 }), 2, 3],
];

/** All cells in a payload, however deep they lie. */
function cellsIn(payload: unknown): { row: number; column: number }[] {
  if (typeof payload !== 'object' || payload === null) return [];
  const within = Object.values(payload).flatMap(cellsIn);
  return 'row' in payload ? [payload as { row: number; column: number }, ...within] : within;
}

test.each(BOARDS)('%s: cells count from 0', (_name, problem, rows, columns) => {
  const payloads = Array.from({ length: problem.optionCount }, (_, k) => problem.payload(k));
  const cells = payloads.flatMap(cellsIn);
  expect(new Set(cells.map(({ row }) => row))).toEqual(new Set(Array(rows).keys()));
  expect(new Set(cells.map(({ column }) => column))).toEqual(new Set(Array(columns).keys()));
});

test('so do the rows and columns of words, and the places of numbers', () => {
  const words = puzzles.wordRectangles({ words: ['abc', 'de'], rows: 2, columns: 3 });
  const lines = Array.from({ length: words.optionCount }, (_, k) => words.payload(k));
  expect(new Set(lines.map(({ direction, line }) => `${direction} ${line}`))).toEqual(
    new Set(['across 0', 'across 1', 'down 0', 'down 1', 'down 2']),
  );
  expect(puzzles.langford(3).payload(0)).toEqual({ value: 1, first: 0, second: 2 });
});
