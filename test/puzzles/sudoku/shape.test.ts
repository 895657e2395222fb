import { expect, test } from 'vitest';
import { Shape, type ShapeSettings } from '../../../src/sudoku.ts';

test.each([
  [1, '1x1'],
  [4, '2x2'],
  [6, '2x3'],
  [8, '2x4'],
  [9, '3x3'],
  [10, '2x5'],
  [12, '3x4'],
  [15, '3x5'],
  [16, '4x4'],
  [25, '5x5'],
  [36, '6x6'],
  [100, '10x10'],
])('size %d has boxes of %s by default', (size, boxes) => {
  const shape = Shape.of({ size });
  expect(shape).toMatchObject({ size, boxes, cells: size ** 2 });
  expect(Shape.of({ size, boxes: shape.boxes })).toBe(shape);
  expect(Shape.of(shape)).toBe(shape);
});

test('9x9 is the default', () => {
  expect(Shape.of()).toBe(Shape.of({ boxes: '3x3' }));
  expect(String(Shape.of())).toBe('9x9 with boxes of 3x3');
});

test.each(['2x3', '3x2', '1x5', '5x1', '3x4', '4x3', '10x10'] as const)(
  'boxes of %s: each row, column and box has as many cells as there are values',
  (boxes) => {
    const shape = Shape.of({ boxes });
    const [boxRows, boxColumns] = boxes.split('x').map(Number) as [number, number];
    const cells = Array.from({ length: shape.cells }, (_, cell) => cell);
    for (const unitOf of ['rowOf', 'columnOf', 'boxOf'] as const) {
      const counts = new Map<number, number>();
      for (const cell of cells) {
        const unit = shape[unitOf](cell);
        counts.set(unit, (counts.get(unit) ?? 0) + 1);
      }
      expect([...counts.keys()].sort((a, b) => a - b)).toEqual(cells.slice(0, shape.size));
      expect(new Set(counts.values())).toEqual(new Set([shape.size]));
    }
    // Two cells share a box if they do by rows and columns alone; boxes count row by row.
    for (const a of cells.slice(0, 40)) {
      for (const b of cells.slice(0, 40)) {
        const near = (k: 'rowOf' | 'columnOf', by: number) =>
          Math.floor(shape[k](a) / by) === Math.floor(shape[k](b) / by);
        const together = near('rowOf', boxRows) && near('columnOf', boxColumns);
        expect(shape.boxOf(a) === shape.boxOf(b)).toBe(together);
      }
    }
    expect(shape.boxOf(boxColumns % shape.size)).toBe(boxRows === 1 ? 0 : 1);
    expect(shape.cellName(0)).toBe('r1c1');
    expect(shape.cellName(shape.cells - 1)).toBe(`r${shape.size}c${shape.size}`);
  },
);

test.each<[ShapeSettings, RegExp]>([
  [{ size: 0 }, /^size is 0; give .* 1 to 100\.$/],
  [{ size: 101 }, /^size is 101; give .* 1 to 100\.$/],
  [{ size: 2.5 }, /size is 2.5/],
  [{ size: '9' as never }, /size is "9"/],
  [
    { size: 7 },
    /^size is 7, a prime, so boxes can only be 1x7 or 7x1; give another size, or give boxes: '1x7'/,
  ],
  [{ boxes: '3' as never }, /boxes are "3"/],
  [{ boxes: '0x5' }, /boxes are "0x5"/],
  [{ boxes: '20x20' }, /^boxes of 20x20 make size 400; give .* at most 100 cells/],
  [{ boxes: '1e1x2' as never }, /boxes are/],
  [{ boxes: 3 as never }, /boxes are 3/],
  [null as never, /settings are null/],
  ['9' as never, /settings are "9"/],
  [{ size: 9, boxes: '2x3' }, /size is 9, but boxes of 2x3 have 6 cells/],
])('%j is refused', (settings, message) => {
  expect(() => Shape.of(settings)).toThrow(
    expect.objectContaining({ code: 'bad-shape', message: expect.stringMatching(message) }),
  );
});
