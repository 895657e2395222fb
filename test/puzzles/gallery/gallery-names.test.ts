import { describe, expect, test } from 'vitest';
import {
  houseWords,
  LANGFORD_WORDS,
  MACMAHON_WORDS,
  NONOGRAM_WORDS,
  QUEENS_WORDS,
  tilingWords,
  WORD_WORDS,
} from '../../../src/puzzles/gallery/gallery-names.ts';
import { langford, macmahon, nonogram, queens, wordSquares } from '../../../src/puzzles.ts';

const c = (cell: string, item: string) => ({ item: cell, colour: item });

describe('words', () => {
  const { item, option } = houseWords((value) => ' 123456789A'.charAt(value), ['X', 'Y']);

  test.each([
    ['r1c2', 'r1c2'],
    ['r1=5', '5 in row 1'],
    ['c10=10', 'A in column 10'],
    ['b3=1', '1 in box 3'],
    ['g2=3', '3 in region Y'],
    ['w4=2', '2 in window 4'],
    ['d1=9', '9 in the falling diagonal'],
    ['d2=9', '9 in the rising diagonal'],
    ['mid.b5=7', '7 in box 5 of the middle grid'],
    ['nw.r1=7', '7 in row 1 of the north-west grid'],
  ])('%s is %s', (name, told) => {
    expect(item?.(name, 0)).toBe(told);
  });

  test('options of houses', () => {
    expect(option?.(['r1c2', 'nw.r1=7', 'nw.c2=7'], 0)).toBe('7 at r1c2');
  });

  test('of pieces', () => {
    const words = tilingWords(() => 'L');
    expect(['L', 'r1c2', 'r1c2l3'].map((name) => words.item?.(name, 0))).toEqual([
      'the piece L',
      'r1c2',
      'r1c2l3',
    ]);
    expect(words.option?.(['L', 'r1c1', 'r1c2', c('x', 'y')], 4)).toBe('L on r1c1 r1c2');
  });

  test('of cells of a lattice, and of crossings', () => {
    const kindOf = (name: string) => (name === 'x0y1h' ? 'the edge' : undefined);
    const words = tilingWords(() => 'L3', kindOf);
    expect(['x0y1h', 'x0y1+', 'L3'].map((name) => words.item?.(name, 0))).toEqual([
      'the edge x0y1h',
      'the crossing x0y1+',
      'the piece L3',
    ]);
    expect(words.option?.(['L3', 'x0y1h', 'x0y1+'], 4)).toBe('L3 on x0y1h');
  });

  test('of all other puzzles, items and options as these state them', () => {
    const told = (
      problem: { readonly itemName: (k: number) => string; option: (k: number) => never },
      words: typeof QUEENS_WORDS,
      items: readonly number[],
      option: number,
    ) => [
      ...items.map((k) => words.item?.(problem.itemName(k), k)),
      words.option?.(problem.option(option), option),
    ];
    expect(told(queens(4) as never, QUEENS_WORDS, [0, 4, 8, 15], 5)).toEqual([
      'row 1',
      'column 1',
      'rising diagonal 1',
      'falling diagonal 1',
      'a queen at r2c2',
    ]);
    expect(told(langford(4) as never, LANGFORD_WORDS, [1, 4], 0)).toEqual([
      'the pair of 2',
      'place 1',
      'the pair of 1 on 1 and 3',
    ]);
    const [square, cell, edge] = told(macmahon() as never, MACMAHON_WORDS, [0, 24, 48], 0);
    expect(square).toMatch(/^the square [abc]{4}$/);
    expect([cell, edge]).toEqual(['r1c1', 'the edge above r1c1']);
    const heart = nonogram({ rows: [[1], [2]], columns: [[2], [1]] });
    expect(told(heart as never, NONOGRAM_WORDS, [0, 4, 8], 0)).toEqual([
      'r1c1 in its row',
      'r1c1 in its column',
      'run 1 of row 1',
      'run 1 of row 1 on r1c1',
    ]);
    const last = heart.optionCount - 1;
    expect(NONOGRAM_WORDS.option?.(heart.option(last), last)).toBe('a blank at r2c2');
    const square2 = wordSquares({ words: ['ab', 'ba'], order: 2, repeats: false });
    expect(told(square2 as never, WORD_WORDS, [0], 0)).toEqual(['row 1', 'AB in row 1']);
  });
});
