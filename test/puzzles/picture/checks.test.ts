import fc from 'fast-check';
import { expect, test } from 'vitest';
import { QuadrilleError } from '../../../src/engine/problem/error.ts';
import type { Picture } from '../../../src/puzzles/picture/board.ts';
import {
  langfordBoard,
  macmahonBoard,
  matchingGraph,
  nonogramBoard,
  queensBoard,
  triplesBoard,
  wordsBoard,
} from '../../../src/puzzles/picture/patterns.ts';
import { drawSvg } from '../../../src/puzzles/picture/svg/draw.ts';
import { drawText } from '../../../src/puzzles/picture/text/draw.ts';
import { layerBoards, tilingBoard } from '../../../src/puzzles/picture/tiling.ts';
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
import { runs } from '../../support/effort.ts';

function messageOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    expect(error).toBeInstanceOf(QuadrilleError);
    return (error as QuadrilleError).message;
  }
  throw new Error('it was taken');
}

/** Any value: a caller without types may hand it in. */
const anything = (value: unknown) => value as never;
const one = { width: 1, height: 1 };
const edge = { tint: 0, mark: 'a' };

const refused: [picture: unknown, message: string][] = [
  [undefined, 'The picture is undefined'],
  ['board', 'The picture is "board"'],
  [[{ ...one, squares: [{}] }, null], 'Picture 1 is null'],
  [{ ...one, squares: [] }, '1x1 and has 0 squares; give 1'],
  [{ width: Number.NaN, height: 1, squares: [] }, 'has a width that is NaN'],
  [{ width: -1, height: 1, squares: [] }, 'is -1'],
  [{ width: 1e9, height: 1e9, squares: [] }, 'give a whole number from 0 to 1000'],
  [{ width: 1000, height: 1000, squares: new Array(1e6).fill({}) }, 'draw at most'],
  [{ ...one, squares: 'x' }, 'its squares are "x"'],
  [{ ...one, squares: [null] }, 'at row 0, column 0 is null'],
  [{ ...one, squares: [{ region: {} }] }, 'region an object'],
  [{ ...one, squares: [{ region: Number.NaN }] }, 'region NaN'],
  [{ ...one, squares: [{ tint: 12 }] }, 'its tint is 12; give a whole number from 0 to 11'],
  [{ ...one, squares: [{ tint: 0.5 }] }, 'is 0.5'],
  [{ ...one, squares: [{ mark: 7 }] }, 'the mark 7'],
  [{ ...one, squares: [{ mark: 'x'.repeat(101) }] }, 'of 101 characters'],
  [{ ...one, squares: [{ shape: 'king' }] }, 'the shape "king"'],
  [{ ...one, squares: [{ edges: [edge, edge, edge] }] }, 'edges that are an array of 3'],
  [{ ...one, squares: [{ edges: [edge, edge, edge, { tint: 12, mark: 'a' }] }] }, 'is 12'],
  [{ ...one, squares: [{ edges: [edge, edge, edge, { tint: 1, mark: 'ab' }] }] }, 'one letter'],
  [{ ...one, squares: [{ edges: [edge, edge, edge, { tint: 1, mark: '\u001b' }] }] }, 'one letter'],
  [{ ...one, squares: [{}], ground: 'sand' }, 'the ground "sand"'],
  [{ ...one, squares: [{}], caption: 1 }, 'the caption 1'],
  [{ ...one, squares: [{}], left: [] }, 'labels to the left that are an array of 0'],
  [{ ...one, squares: [{}], above: [[1]] }, 'labels above, among them 1'],
  [{ ...one, squares: [{}], arcs: [{ from: 0, to: 1 }] }, 'the end of an arc is 1'],
  [{ width: 1, height: 2, squares: [{}, {}], arcs: [{ from: 0, to: 0 }] }, 'boards of one row'],
  [{ vertices: ['a'], edges: [{ from: 0, to: 1 }] }, 'an end of an edge is 1'],
  [{ vertices: [1], edges: [] }, 'the vertex 1'],
  [{ vertices: 'ab', edges: [] }, 'its vertices are "ab"'],
];

test.each(refused.map(([picture, message]) => [message, picture]))('%s', (message, picture) => {
  expect(messageOf(() => drawText(picture as Picture))).toContain(message);
  expect(messageOf(() => drawSvg(picture as Picture))).toContain(message);
});

test.each<[string, () => unknown, string]>([
  ['settings', () => drawText([], anything(null)), 'The settings are null'],
  ['colour', () => drawText([], anything({ colour: 'yes' })), 'colour is "yes"'],
  ['width', () => drawText([], { width: Number.NaN }), 'width is NaN'],
  ['width of SVG', () => drawSvg([], { width: 0 }), 'width is 0'],
  ['title', () => drawSvg([], anything({ title: 5 })), 'title is 5'],
  ['pieces', () => tilingBoard(anything(undefined)), 'The pieces are undefined'],
  ['a piece that is none', () => tilingBoard(anything([null])), 'The pieces have null among them'],
  [
    'a cell that is none',
    () => tilingBoard(anything([{ piece: 'I', cells: [undefined] }])),
    'The cells of a piece have undefined among them',
  ],
  [
    'a box too large',
    () => layerBoards([{ piece: 'I', cells: [{ row: 999, column: 999, layer: 999 }] }]),
    'The box brings the total to 1000000000 squares',
  ],
  ['piece without a name', () => tilingBoard(anything([{ cells: [] }])), 'no name'],
  [
    'a piece far out',
    () => tilingBoard([{ piece: 'I', cells: [{ row: 1e9, column: 0 }] }]),
    'The row of a square is 1000000000',
  ],
  [
    'two pieces in one square',
    () =>
      tilingBoard([
        { piece: 'A', cells: [{ row: 0, column: 0 }] },
        { piece: 'B', cells: [{ row: 0, column: 0 }] },
      ]),
    'Row 0, column 0 has two squares',
  ],
  [
    'layers far up',
    () => layerBoards([{ piece: 'I', cells: [{ row: 0, column: 0, layer: 1e9 }] }]),
    'The layer of a cube is 1000000000',
  ],
  ['a queen beside the board', () => queensBoard(4, [{ row: 4, column: 0 }]), 'from 0 to 3'],
  ['an endless board', () => queensBoard(Number.POSITIVE_INFINITY, []), 'is Infinity'],
  ['a short grid', () => sudokuBoard(Shape.of({ size: 4 }), [1, 2]), 'has 2 cells'],
  [
    'no extra house',
    () => sudokuBoard(Shape.of({ size: 1 }), [1], anything({ extra: 'x' })),
    'extra is "x"',
  ],
  ['regions that do not fit', () => jigsawBoard('AB\nBA', [1]), '1 entries for values; give 4'],
  ['regions that are none', () => jigsawBoard(anything(4), []), 'The regions are 4'],
  ['a samurai too small', () => samuraiBoard([1]), '1 entries for values; give 441'],
  ['no values', () => valuesBoard(anything({ width: 1 })), 'undefined for values'],
  ['a value that is none', () => valuesBoard({ width: 1, values: [-1] }), 'column 0 holds -1'],
  [
    'a value out of place',
    () => valuesOf([{ row: 1, column: 2, value: 1 }], 2),
    'row 1, column 2; both count from 0',
  ],
  [
    'two values in a place',
    () =>
      valuesOf(
        [1, 2].map((value) => ({ row: 1, column: 1, value })),
        2,
      ),
    'has two values',
  ],
  ['no Latin square', () => latinBoard([1, 2, 3]), 'n rows of n values'],
  [
    'a letter too far',
    () => graecoLatinBoard([{ letter: 2, cells: [] }]),
    'A letter is 2; give a whole number from 1 to 1',
  ],
  ['a pair in one place', () => langfordBoard([{ value: 1, first: 0, second: 0 }]), 'two squares'],
  [
    'a square without edges',
    () => macmahonBoard(anything([{ row: 0, column: 0 }])),
    'lacks an edge',
  ],
  ['clues that are none', () => nonogramBoard(anything({ rows: [] }), []), 'clues of the columns'],
  ['a point that is none', () => triplesBoard([{ points: [1, Number.NaN, 3] }]), 'A point is NaN'],
  [
    'words that differ where they cross',
    () => {
      const cells = [{ row: 0, column: 0 }];
      return wordsBoard([
        { letters: ['a'], cells },
        { letters: ['b'], cells },
      ]);
    },
    'with different letters',
  ],
  [
    'an edge that is not there',
    () => matchingGraph({ edges: [['a', 'b']] }, [['a', 'c']]),
    '"a" and "c" are not joined',
  ],
])('%s: refused with a message', (_what, action, message) => {
  expect(messageOf(action)).toContain(message);
});

test('a large picture is drawn', () => {
  // More squares than a call may have arguments.
  const width = 360;
  const values = Array.from({ length: width ** 2 }, (_, k) => 1 + (k % 100));
  const board = valuesBoard({ width, values });
  expect(drawText(board).split('\n')).toHaveLength(width + 2);
  expect(drawSvg(board).match(/<text /g)).toHaveLength(width ** 2);
});

test('a place that is no text at all is named in the refusal', () => {
  const square = { row: { toString: false }, column: 0 } as never;
  expect(() => macmahonBoard([square])).toThrow(QuadrilleError);
});

test('whatever is handed in, it is drawn or refused with a message', () => {
  const something = fc.oneof(
    fc.anything(),
    fc.array(fc.record({ row: fc.anything(), column: fc.nat({ max: 3 }), cells: fc.anything() })),
    fc.array(fc.record({ points: fc.anything(), letters: fc.anything(), cells: fc.anything() })),
    fc.record({ width: fc.nat({ max: 2 }), height: fc.nat({ max: 2 }), squares: fc.anything() }),
    fc.record({ rows: fc.anything(), columns: fc.anything(), edges: fc.anything() }),
  );
  const makers: ((one: never, two: never) => unknown)[] = [
    drawText,
    drawSvg,
    tilingBoard,
    layerBoards,
    queensBoard,
    langfordBoard,
    macmahonBoard,
    nonogramBoard,
    matchingGraph,
    triplesBoard,
    wordsBoard,
    latinBoard,
    graecoLatinBoard,
    samuraiBoard,
    jigsawBoard,
    valuesBoard,
    valuesOf,
    (one, two) => sudokuBoard(Shape.of({ size: 4 }), one, two),
  ];
  fc.assert(
    fc.property(fc.constantFrom(...makers), something, something, (make, one, two) => {
      let made: unknown;
      try {
        made = make(anything(one), anything(two));
        if (typeof made === 'object' && make !== valuesOf) drawSvg(anything(made));
      } catch (error) {
        expect(error).toBeInstanceOf(QuadrilleError);
      }
    }),
    { numRuns: runs(2000) },
  );
});
