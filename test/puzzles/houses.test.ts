import { describe, expect, test } from 'vitest';
import { readGivens } from '../../src/puzzles/houses.ts';
import { expectRefusal } from '../support/thrown.ts';

describe('givens as text', () => {
  test('of a square board, framed or not', () => {
    const values = [1, 0, 0, 4, 0, 0, 0, 0, 0, 0, 3, 0, 0, 2, 0, 0];
    expect(readGivens('1..4\n....\n..3.\n.2..\n')).toEqual(values);
    expect(readGivens('\n1 0 0 4\r\n* * * *\r\n_ _ 3 _\r\n0 2 0 0')).toEqual(values);
    expect(readGivens('|1.|.4|\n|..|..|\n+--+--+\n|..|3.|\n|.2|..|')).toEqual(values);
    expect(readGivens('A.\nb9')).toEqual([10, 0, 11, 9]);
  });

  test('of a samurai, with holes or without', () => {
    const rows = Array.from({ length: 21 }, (_, row) =>
      Array.from({ length: 21 }, (_, column) => {
        const middle = column >= 9 && column < 12;
        const outer = row < 6 || row >= 15;
        const narrow = row >= 9 && row < 12 && (column < 6 || column >= 15);
        return (outer && middle) || narrow ? undefined : ((row + column) % 9) + 1;
      }),
    );
    const values = rows.flat().map((value) => value ?? 0);
    const write = (hole: string) =>
      rows.map((row) => row.map((v) => v ?? hole).join('')).join('\n');
    expect(readGivens(write('.'))).toEqual(values);
    expect(readGivens(write(' '))).toEqual(values);
    expect(readGivens(write(''))).toEqual(values);
  });

  test.each<[unknown, number | undefined, number | undefined, RegExp]>([
    [7, undefined, undefined, /givens are 7; give a text/],
    ['\n', undefined, undefined, /no rows/],
    ['1.\n...', 2, undefined, /Line 2 has 3 cells, and the square 2 rows; give as many rows/],
    ['1.\n.é', 2, 2, /found "é"; give a value/],
    ['1.\n.😀', 2, 2, /found "😀"/],
  ])('%j is refused', (text, line, column, message) => {
    expectRefusal(() => readGivens(text as string), message, { code: 'bad-text', line, column });
  });
});
