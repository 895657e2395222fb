import { test } from 'vitest';
import { readEach } from '../../../src/sudoku.ts';
import type { Form } from '../../support/sudoku-forms.ts';

test.each<[string, Form]>([
  ['-', (piece) => piece],
  ['1 ', (piece) => piece],
  ['1,', (piece) => piece],
  ['*---', (piece) => piece],
  ['"', (piece) => `puzzle,b\n${piece}`],
  [',', (piece) => `puzzle,b\n${piece}`],
  ['|', (piece) => piece],
  ['| ', (piece) => `${piece}1`],
  ['[', (piece) => piece],
  ['[],', (piece) => `[${piece}[]]`],
  ['{"puzzle":', (piece) => piece],
  ['{},', (piece) => `[${piece}{}]`],
  ['\\\\', (piece) => `["${piece}"]`],
  ['1', (piece) => `["${piece}`],
  ['"a":1,', (piece) => `{${piece}"b":2}`],
  [' ', (piece) => `${piece}1`],
  ['é', (piece) => piece],
  ['\ud800', (piece) => piece],
  ['puzzle"', (piece) => `${piece},`],
  [' 1', (piece) => `grid${piece}?`],
  [`1${' '.repeat(100)}`, (piece) => `${piece}|`],
  ['\n', (piece) => `1234${piece}`],
  ['1234\n', (piece) => piece],
  ['1 2\n', (piece) => `53..7....\n${piece}`],
  ['---\n', (piece) => piece],
  ['{"puzzle":\n', (piece) => piece],
])('a text that repeats %j ends', (piece, form) => {
  for (const { error } of readEach(form(piece.repeat(50_000)))) if (error) return;
});
