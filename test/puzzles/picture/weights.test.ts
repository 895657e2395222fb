import { describe, expect, test } from 'vitest';
import { drawSvg, drawText, weightBoards } from '../../../src/picture.ts';
import { weightPictures } from '../../../src/puzzles/picture/weights.ts';

const at = (row: number, column: number, layer?: number) => ({ row, column, layer });
const EQUATIONS = { kind: 'equations', modulus: 0, total: 1 } as const;

test('each square has its weight, and the legend has all of them', () => {
  const items = [
    { name: 'P', weight: -2 },
    { name: 'r1c1', weight: 1, place: at(0, 0) },
    { name: 'r1c2', weight: -2, place: at(0, 1) },
    { name: 'r2c2', weight: 1, place: at(1, 1) },
    { name: 'Q', weight: 0 },
  ];
  const boards = weightBoards(items, EQUATIONS);
  expect(boards.map(({ squares }) => squares.map((square) => square?.mark))).toEqual([
    ['+1', '-2', undefined, '+1'],
    ['+1', '-2'],
  ]);
  expect(boards[1]?.left).toEqual([['2 squares'], ['1 square and P']]);
  expect(drawText(boards)).toMatch(/^every option 0, all together 1/);
  // Told apart by pattern and mark too.
  const tints = boards[0]?.squares.map((square) => square?.tint);
  expect(tints).toEqual([0, 1, undefined, 0]);
  expect(drawSvg(boards)).toContain('url(#');
});

test('what weighs 0 is plain, and in the legend if it is a square', () => {
  const zero = { name: 'a', weight: 0, place: at(0, 0) };
  const [board, legend] = weightBoards([zero, { name: 'b', weight: 3, place: at(0, 1) }], {
    kind: 'equations',
    modulus: 4,
    total: 3,
  });
  expect(board?.squares).toEqual([{ mark: '0' }, { mark: '3', tint: 0 }]);
  expect(board?.caption).toBe('modulo 4: every option 0, all together 3');
  expect(legend?.squares.map((square) => square?.mark)).toEqual(['3', '0']);
});

test('a box has a board for each layer, and more weights than colours are told by marks', () => {
  const items = Array.from({ length: 30 }, (_, k) => ({
    name: `${k}`,
    weight: k + 1,
    place: at(0, k % 15, Math.floor(k / 15)),
  }));
  const boards = weightBoards(items, { kind: 'signs', modulus: 0, total: 1 });
  expect(boards.map(({ caption }) => caption)).toEqual([
    'layer 1',
    'layer 2',
    'no option above 0, all together at least 1',
  ]);
  expect(boards[2]?.height).toBe(30);
  expect(drawText(boards, { colour: true })).toContain('30');
});

test('long lists of items are counted', () => {
  const items = Array.from({ length: 40 }, (_, k) => ({ name: `piece ${k}`, weight: -1 }));
  const [, legend] = weightBoards([...items, { name: 'a', weight: 1, place: at(0, 0) }], EQUATIONS);
  expect(legend?.left).toEqual([['1 square'], ['40 others']]);
});

test('cells of a lattice have their weights, too, and pieces are in the legend', () => {
  const items = [
    { name: 'x0y0A', weight: 1, place: at(0, 0) },
    { name: 'x0y0V', weight: -1, place: at(0, 0, 1) },
    { name: 'I2', weight: 1 },
  ];
  const [picture, legend] = weightPictures(items, EQUATIONS, 'triangles');
  expect(picture.cells).toEqual([
    { at: [0, 0, 0], mark: '+1', tint: 0 },
    { at: [0, 0, 1], mark: '-1', tint: 1 },
  ]);
  expect(legend.left).toEqual([['1 square and I2'], ['1 square']]);
  expect(drawSvg([picture, legend])).toContain('>+1</text>');
});

describe('refused', () => {
  const good = { name: 'a', weight: 1, place: at(0, 0) };
  test.each([
    [[{ ...good, weight: 0.5 }], /The weight of "a" is 0.5/],
    [[{ ...good, weight: Number.NaN }], /The weight of "a" is NaN/],
    [[{ name: 'a', weight: 1 }], /No item has a place/],
    [[good, good], /has two squares/],
    [[{ ...good, place: at(-1, 0) }], /The row of a square is -1/],
    [[{ ...good, place: at(0, 0.5) }], /The column of a square is 0.5/],
    [[{ ...good, place: at(0, 0, -1) }], /The layer of a square is -1/],
    [[{ ...good, place: at(0, 0, 1e9) }], /number of layers/],
    [[{ ...good, place: at(999, 999, 0) }], /squares; draw at most/],
  ])('%j', (items, message) => {
    expect(() => weightBoards(items, EQUATIONS)).toThrow(message);
  });

  test('sums that are none', () => {
    for (const sum of [
      { ...EQUATIONS, modulus: -1 },
      { ...EQUATIONS, total: 0.5 },
    ]) {
      expect(() => weightBoards([good], sum)).toThrow(/modulus|total/);
    }
  });
});
