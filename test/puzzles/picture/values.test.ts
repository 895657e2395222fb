import { describe, expect, test } from 'vitest';
import { first } from '../../../src/index.ts';
import { cyclicSquare, orthogonalMates } from '../../../src/puzzles/latin.ts';
import { drawSvg } from '../../../src/puzzles/picture/svg/draw-svg.ts';
import { drawText } from '../../../src/puzzles/picture/text/draw-text.ts';
import {
  graecoLatinBoard,
  jigsawBoard,
  latinBoard,
  samuraiBoard,
  sudokuBoard,
  valuesBoard,
  valuesOf,
} from '../../../src/puzzles/picture/values.ts';
import { Shape } from '../../../src/puzzles/sudoku/shape.ts';
import { Solver } from '../../../src/puzzles/sudoku/solver.ts';
import { readPuzzle } from '../../../src/puzzles/sudoku/text/reader.ts';
import { all, parse, textOf } from './xml.ts';

const { shape, givens } = readPuzzle(
  '8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..',
);
const { solution = givens } = new Solver(shape).first(givens);

describe('a Sudoku', () => {
  test('is read back from its text by the reader of Sudokus', () => {
    for (const grid of [givens, solution]) {
      const text = drawText(sudokuBoard(shape, grid));
      expect(text.split('\n')).toHaveLength(13);
      const rows = text.replaceAll('·', '.').replace(/[^\d.\n]/g, '');
      expect(readPuzzle(rows).givens).toEqual(grid);
    }
  });

  test('has walls about its boxes', () => {
    const lines = drawText(sudokuBoard(Shape.of({ boxes: '2x3' }), new Array(36).fill(0)));
    expect(lines.split('\n')).toEqual([
      '┌───────┬───────┐',
      '│ · · · │ · · · │',
      '│ · · · │ · · · │',
      '├───────┼───────┤',
      '│ · · · │ · · · │',
      '│ · · · │ · · · │',
      '├───────┼───────┤',
      '│ · · · │ · · · │',
      '│ · · · │ · · · │',
      '└───────┴───────┘',
    ]);
  });

  test('has its givens in bold, and in SVG the others in a colour of their own', () => {
    const texts = all(parse(drawSvg(sudokuBoard(shape, solution, { givens }))), 'text');
    expect(texts.map(textOf).map(Number)).toEqual([...solution]);
    texts.forEach(({ attributes }, cell) => {
      const { 'font-weight': weight, fill } = attributes;
      expect(weight).toBe(givens[cell] === 0 ? undefined : 'bold');
      expect(fill === undefined).toBe(givens[cell] !== 0);
    });
  });

  test('of any size is aligned', () => {
    const large = Shape.of({ size: 100 });
    const grid = Array.from({ length: 10_000 }, (_, cell) => 1 + (cell % 100));
    const lines = drawText(sudokuBoard(large, grid), { width: 500 }).split('\n');
    expect(lines).toHaveLength(100 + 11);
    expect(new Set(lines.map((line) => line.length)).size).toBe(1);
    const [, row = ''] = lines;
    expect(row.match(/\d+/g)?.map(Number)).toEqual(grid.slice(0, 100));
  });

  test('has its diagonals or windows tinted', () => {
    const tinted = (extra: 'diagonals' | 'windows', of = shape) =>
      sudokuBoard(of, new Array(of.cells).fill(0), { extra }).squares.flatMap((square, cell) =>
        square?.tint === undefined ? [] : [of.cellName(cell)],
      );
    expect(tinted('diagonals')).toHaveLength(17);
    expect(tinted('diagonals')).toEqual(expect.arrayContaining(['r1c1', 'r1c9', 'r5c5', 'r9c1']));
    // The windows of a windoku lie in rows and columns 2 to 4 and 6 to 8.
    const lines = [2, 3, 4, 6, 7, 8];
    const windows = lines.flatMap((row) => lines.map((column) => `r${row}c${column}`));
    expect(tinted('windows')).toEqual(windows);
    expect(tinted('windows', Shape.of({ size: 4 }))).toEqual(['r2c2', 'r2c3', 'r3c2', 'r3c3']);
    expect(tinted('windows', Shape.of({ size: 16 }))).toHaveLength(9 * 16);
  });
});

test('a jigsaw has its regions for walls', () => {
  const text = drawText(jigsawBoard('AABB ACBB ACCD CDDD', [...'4231132434122143'].map(Number)));
  expect(text.split('\n')).toEqual([
    '┌───────┬───────┐',
    '│ 4   2 │ 3   1 │',
    '│   ┌───┤       │',
    '│ 1 │ 3 │ 2   4 │',
    '│   │   └───┬───┤',
    '│ 3 │ 4   1 │ 2 │',
    '├───┼───────┘   │',
    '│ 2 │ 1   4   3 │',
    '└───┴───────────┘',
  ]);
});

test('five Sudokus of a samurai have 369 cells, 41 boxes, and 72 holes between', () => {
  const board = samuraiBoard(new Array(441).fill(0));
  const cells = board.squares.flatMap((square) => (square === undefined ? [] : [square]));
  expect(cells).toHaveLength(5 * 81 - 4 * 9);
  expect(new Set(cells.map(({ region }) => region)).size).toBe(5 * 9 - 4);
  expect(cells.filter(({ tint }) => tint !== undefined)).toHaveLength(81);
  const lines = drawText(board).split('\n');
  expect(lines[1]).toBe('│ · · · │ · · · │ · · · │       │ · · · │ · · · │ · · · │');
  expect(lines[13]).toBe('                │ · · · │ · · · │ · · · │');
});

describe('a Latin square', () => {
  test('has a colour for each value', () => {
    const { squares } = latinBoard(cyclicSquare(5), [1, ...new Array(24).fill(0)]);
    const pairs = new Set(squares.map((square) => `${square?.mark} ${square?.tint}`));
    expect(pairs.size).toBe(5);
    expect(squares.map((square) => square?.strong === true).indexOf(true, 1)).toBe(-1);
    expect(squares[0]?.strong).toBe(true);
  });

  test('with its mate has each Latin letter with each Greek one once', () => {
    const letters = first(orthogonalMates(cyclicSquare(5))).solution?.payloads ?? [];
    const text = drawText(graecoLatinBoard(letters));
    const pairs = text.match(/[A-E][α-ε]/g) ?? [];
    expect(pairs).toHaveLength(25);
    expect(new Set(pairs).size).toBe(25);
    expect(pairs.map((pair) => 'ABCDE'.indexOf(pair.charAt(0)) + 1)).toEqual(cyclicSquare(5));
  });
});

test('values are placed by row and column from 0', () => {
  const placed = [
    { row: 0, column: 2, value: 7 },
    { row: 1, column: 0, value: 9 },
  ];
  const values = valuesOf(placed, 3, 2);
  expect(values).toEqual([0, 0, 7, 9, 0, 0]);
  expect(
    drawText(valuesBoard({ width: 3, height: 2, values }))
      .split('\n')
      .slice(1, 3),
  ).toEqual(['│ · · 7 │', '│ 9 · · │']);
});
