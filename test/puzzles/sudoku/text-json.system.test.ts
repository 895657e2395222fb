import { expect, test } from 'vitest';
import { readEach, readPuzzles } from '../../../src/sudoku.ts';
import { EXAMPLE } from '../../support/sudoku-read.ts';

test('a text of millions of escapes is no matter', () => {
  const long = '\\"'.repeat(8_000_000);
  const [{ puzzle } = { puzzle: undefined }] = readEach(`{"a":"${long}","puzzle":"${EXAMPLE}"}`);
  expect(puzzle?.givens).toHaveLength(81);
  expect(() => readPuzzles(`["${long}`)).toThrow(/column 2: found what begins as JSON/);
});
