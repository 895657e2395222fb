import { expect } from 'vitest';
import { count } from '../../src/engine/solve/api.ts';
import { type Clues, cluesOf, nonogram } from '../../src/puzzles/nonogram.ts';
import { expectSame } from '../support/same.ts';

/** All pictures of a size, as texts. */
export function pictures(rows: number, columns: number): string[] {
  return Array.from({ length: 2 ** (rows * columns) }, (_, bits) =>
    Array.from({ length: rows }, (_, row) =>
      Array.from({ length: columns }, (_, column) =>
        (bits >> (row * columns + column)) & 1 ? '#' : '.',
      ).join(''),
    ).join('\n'),
  );
}

/** Counts the pictures for the clues of each, and those that their clues tell. */
export function checkSize(rows: number, columns: number, unique: number): void {
  const puzzles = new Map<string, { clues: Clues; pictures: number }>();
  for (const picture of pictures(rows, columns)) {
    const clues = cluesOf(picture);
    const key = JSON.stringify(clues);
    puzzles.set(key, { clues, pictures: (puzzles.get(key)?.pictures ?? 0) + 1 });
  }
  let found = 0;
  for (const { clues, pictures } of puzzles.values()) {
    const all = count(nonogram(clues)).count;
    // Each picture is one solution of its clues: how it is put together is never in doubt.
    expectSame(all, pictures);
    if (all === 1) found++;
  }
  expect(found).toBe(unique);
}
