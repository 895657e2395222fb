import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  writeFramed,
  writeIntegers,
  writeJson,
  writeLine,
} from '../../../src/puzzles/sudoku/grid.ts';
import { Shape } from '../../../src/puzzles/sudoku/shape.ts';
import { Symbols } from '../../../src/puzzles/sudoku/symbols.ts';
import { readPuzzle, readPuzzles } from '../../../src/puzzles/sudoku/text/reader.ts';
import { runs, slow } from '../../support/effort.ts';

/** All kinds of boxes up to 100 cells; small ones come up more often. */
const anyShape = fc
  .oneof(
    {
      weight: 4,
      arbitrary: fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 })),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 8 })),
    },
    {
      weight: 1,
      arbitrary: fc
        .integer({ min: 1, max: 10 })
        .map((r): [number, number] => [r, Math.floor(100 / r)]),
    },
  )
  .map(([rows, columns]) => Shape.of({ boxes: `${rows}x${columns}` }));

/** Any values at all: the reader does not judge the Sudoku. */
const anyGrid = (shape: Shape) =>
  fc
    .record({ seed: fc.integer(), blanks: fc.constantFrom(0, 0.3, 0.7, 1) })
    .map(({ seed, blanks }) => {
      let state = seed;
      const random = () => {
        state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
        return state / 0x80000000;
      };
      return Uint8Array.from({ length: shape.cells }, () =>
        random() < blanks ? 0 : 1 + Math.floor(random() * shape.size),
      );
    });

const anyCase = anyShape.chain((shape) =>
  fc.record({ shape: fc.constant(shape), grid: anyGrid(shape) }),
);

/** The alphabets that a size can be written in. */
const alphabets = (size: number) => [
  Symbols.usual(size),
  Symbols.of('integers', size),
  ...(size <= 36 ? [Symbols.of('0-9A-Z', size)] : []),
  ...(size <= 26 ? [Symbols.of('A-Z', size)] : []),
];

/** True if some row is blank, some row is not, and no row is blank in part. */
const hasLoneBlankRow = ({ size }: Shape, grid: Uint8Array) => {
  const rows = Array.from({ length: size }, (_, k) => grid.slice(k * size, (k + 1) * size));
  const blanks = rows.map((row) => row.filter((value) => value === 0).length);
  return blanks.includes(size) && blanks.includes(0) && blanks.every((n) => n === 0 || n === size);
};

const boxesOf = (shape: Shape) => `${shape.boxRows}x${shape.boxColumns}` as const;

/** To compare a text is a hundred times as fast as to compare numbers one by one. */
const textOf = (grid: Uint8Array) => grid.join(' ');

describe('what was written is read back', () => {
  test('in all formats, sizes and alphabets, with every blank that it may have', () => {
    fc.assert(
      fc.property(
        anyCase,
        fc.constantFrom('.', '_', '*', '-', '0', 'x', 'X'),
        ({ shape, grid }, blank) => {
          // A row of nothing but dashes is a rule, unless another row has some for blanks.
          fc.pre(blank !== '-' || !hasLoneBlankRow(shape, grid));
          for (const symbols of alphabets(shape.size)) {
            if (symbols.read(blank) !== 0) continue;
            const settings = { boxes: boxesOf(shape), symbols: symbols.name };
            for (const write of [writeLine, writeFramed]) {
              const text = write(shape, grid, symbols).replaceAll('.', blank);
              const puzzle = readPuzzle(text, settings);
              expect(textOf(puzzle.givens)).toBe(textOf(grid));
              expect(puzzle.shape).toBe(shape);
              expect(puzzle.symbols).toBe(symbols);
            }
          }
          const settings = { boxes: boxesOf(shape) };
          const integers = readPuzzle(writeIntegers(shape, grid), settings);
          expect(textOf(integers.givens)).toBe(textOf(grid));
          expect(textOf(readPuzzle(writeJson(shape, grid)).givens)).toBe(textOf(grid));
          expect(readPuzzle(writeJson(shape, grid)).shape).toBe(shape);
        },
      ),
      { numRuns: runs(150) },
    );
  });

  test('in a frame, which shows its boxes', () => {
    fc.assert(
      fc.property(anyCase, ({ shape, grid }) => {
        // Boxes of a single row or column cannot be told from lines about each cell.
        fc.pre(shape.boxRows > 1 && shape.boxColumns > 1);
        for (const symbols of alphabets(shape.size)) {
          for (const settings of [{}, { size: shape.size }]) {
            const text = writeFramed(shape, grid, symbols);
            const puzzle = readPuzzle(text, { ...settings, symbols: symbols.name });
            expect(puzzle.shape).toBe(shape);
            expect(textOf(puzzle.givens)).toBe(textOf(grid));
          }
        }
      }),
      { numRuns: runs(80) },
    );
  });

  test('but not in a frame of boxes of one row or column, unless they are given', () => {
    for (const boxes of ['1x4', '4x1', '1x9', '12x1'] as const) {
      const shape = Shape.of({ boxes });
      const text = writeFramed(shape, new Uint8Array(shape.cells));
      expect(() => readPuzzle(text)).toThrow(/mend the borders, or give boxes\.$/);
      expect(readPuzzle(text, { boxes }).shape).toBe(shape);
    }
  });

  test('without being told the size or the alphabet', () => {
    for (let size = 4; size <= 100; size++) {
      if (size > 36 && size % 10 > 0 && !slow) continue;
      let shape: Shape;
      try {
        shape = Shape.of({ size });
      } catch {
        continue; // A prime.
      }
      const grid = Uint8Array.from({ length: shape.cells }, (_, cell) => (cell * 7) % (size + 1));
      const empty = new Uint8Array(shape.cells);
      for (const values of [grid, empty]) {
        for (const write of [writeLine, writeFramed, writeIntegers, writeJson]) {
          const puzzle = readPuzzle(write(shape, values));
          expect(textOf(puzzle.givens)).toBe(textOf(values));
          expect(puzzle.shape).toBe(shape);
        }
      }
    }
  });

  test('many in one text, in whatever order of formats', () => {
    const writers = [writeLine, writeFramed, writeIntegers, writeJson];
    const shape = Shape.of();
    fc.assert(
      fc.property(
        fc.array(fc.tuple(anyGrid(shape), fc.nat(3)), { maxLength: 8 }),
        fc.constantFrom('\n', '\r\n'),
        (list, end) => {
          const text = list.map(([grid, k]) => writers[k](shape, grid)).join('\n\n');
          const puzzles = readPuzzles(text.replaceAll('\n', end));
          expect(puzzles.map(({ givens }) => givens)).toEqual(list.map(([grid]) => grid));
        },
      ),
    );
  });
});

describe('writing', () => {
  const shape = Shape.of({ size: 6 });
  const grid = Array.from({ length: 36 }, (_, cell) => (cell < 7 ? cell : 0));

  test('a frame for people', () => {
    const wide = Shape.of({ size: 10, boxes: '5x2' });
    const lines = writeFramed(
      wide,
      Array.from({ length: 100 }, (_, k) => k % 11),
      Symbols.of('integers', 10),
    ).split('\n');
    expect(lines[0]).toBe('+-------+-------+-------+-------+-------+');
    expect(lines[2]).toBe('| 10  . |  1  2 |  3  4 |  5  6 |  7  8 |');
    expect(lines.map((line) => line.length)).toEqual(Array(13).fill(41));
    expect(writeFramed(shape, grid).split('\n').slice(0, 4)).toEqual([
      '+-------+-------+',
      '| . 1 2 | 3 4 5 |',
      '| 6 . . | . . . |',
      '+-------+-------+',
    ]);
  });

  test('JSON for programs', () => {
    const blank = [0, 0, 0, 0, 0, 0];
    const rows = [[0, 1, 2, 3, 4, 5], [6, 0, 0, 0, 0, 0], blank, blank, blank, blank];
    expect(JSON.parse(writeJson(shape, grid))).toEqual({ size: 6, boxes: '2x3', rows });
    expect(writeJson(shape, grid)).not.toContain('\n');
  });

  test('an alphabet is given by its name, or is that of a puzzle', () => {
    for (const symbols of ['A-F', Symbols.of('A-F', 6)]) {
      expect(writeLine(shape, grid, symbols)).toBe(`.ABCDEF${'.'.repeat(29)}`);
      expect(writeFramed(shape, grid, symbols).split('\n')[1]).toBe('| . A B | C D E |');
      expect(readPuzzle(writeLine(shape, grid, symbols), { symbols }).symbols.name).toBe('A-F');
    }
  });

  test('refuses what is no grid of that shape', () => {
    for (const write of [writeLine, writeFramed, writeIntegers, writeJson]) {
      for (const bad of [
        [],
        [...grid, 0],
        [7, ...grid.slice(1)],
        [1.5, ...grid.slice(1)],
        undefined,
      ]) {
        expect(() => write(shape, bad as number[])).toThrow(
          expect.objectContaining({ name: 'QuadrilleError', code: 'bad-grid' }),
        );
      }
    }
    expect(() => writeLine(shape, grid, Symbols.usual(9))).toThrow(
      /is for size 9, and the grid has size 6/,
    );
    expect(() => writeFramed(shape, grid, '1-5')).toThrow(/5 symbols, and size 6 needs 6/);
  });
});
