import { expect, test } from 'vitest';
import { QuadrilleError } from '../../../src/index.ts';
import { aztecDiamond, cubesOf, isFlat } from '../../../src/puzzles/packing/cubes.ts';

const text = (board: string) =>
  cubesOf(board)
    .map(({ row, column, layer }) => `${row}${column}${layer}`)
    .join(' ');

test('rectangles are rows x columns, boxes rows x columns x layers, in reading order', () => {
  expect(text('2x3')).toBe('000 010 020 100 110 120');
  expect(text(' 2x1x2 ')).toBe('000 100 001 101');
  expect(text('1x1')).toBe('000');
});

test('a drawing says the same', () => {
  expect(text('###\n###')).toBe(text('2x3'));
  expect(text('\n   ##\n   ##\n\n   ##\n   ##\n')).toBe(text('2x2x2'));
  expect(text('#.#\n...\n#.#')).toBe('000 020 200 220');
});

test('an empty line begins a layer', () => {
  expect(isFlat(cubesOf('##\n..\n##'))).toBe(true);
  expect(isFlat(cubesOf('##\n\n##'))).toBe(false);
});

test('an Aztec diamond of order n has 2n(n + 1) cells, and four axes of symmetry', () => {
  expect(aztecDiamond(1)).toBe('##\n##');
  expect(aztecDiamond(2)).toBe('.##.\n####\n####\n.##.');
  for (const n of [1, 2, 5, 70]) {
    const cells = cubesOf(aztecDiamond(n));
    expect(cells).toEqual(cubesOf(`aztec ${n}`));
    expect(cells).toHaveLength(2 * n * (n + 1));
    const there = new Set(cells.map(({ row, column }) => `${row} ${column}`));
    expect(cells.every(({ row, column }) => there.has(`${column} ${row}`))).toBe(true);
    expect(cells.every(({ row, column }) => there.has(`${2 * n - 1 - row} ${column}`))).toBe(true);
  }
});

test.each<[unknown, RegExp]>([
  ['0x5', /The board is "0x5"; give one of 1 to 10000 cells/],
  ['101x100', /one of 1 to 10000 cells/],
  ['99999999999999999999x1', /one of 1 to 10000 cells/],
  ['6 x 10', /No board of cubes is called "6 x 10"; give AxB, aztec N, AxBxC/],
  ['6X10', /No board of cubes is called "6X10"/],
  ['-1x5', /found "-"/],
  ['##\n#o', /Line 2, column 2: found "o"/],
  ['', /no cells/],
  ['..\n..', /no cells/],
  ['#'.repeat(10_001), /a drawing of 10001 cells/],
  [undefined, /The board is undefined/],
  [[6, 10], /The board is an array of 2/],
])('%j is refused', (board, message) => {
  expect(() => cubesOf(board as string)).toThrow(QuadrilleError);
  expect(() => cubesOf(board as string)).toThrow(message);
});

test.each([0, 71, 1.5, Number.NaN])('an Aztec diamond of order %s is refused', (n) => {
  expect(() => aztecDiamond(n)).toThrow(/whole number from 1 to 70/);
});
