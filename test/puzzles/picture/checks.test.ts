import fc from 'fast-check';
import { expect, test } from 'vitest';
import { QuadrilleError } from '../../../src/engine/problem/error.ts';
import type { Picture } from '../../../src/puzzles/picture/board.ts';
import { checkPictures } from '../../../src/puzzles/picture/checks.ts';
import {
  langfordBoard,
  matchingGraph,
  queensBoard,
  wordsBoard,
} from '../../../src/puzzles/picture/patterns.ts';
import { drawSvg } from '../../../src/puzzles/picture/svg/draw-svg.ts';
import { drawText } from '../../../src/puzzles/picture/text/draw-text.ts';
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
import { letter } from '../../support/letters.ts';

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
  [{ ...one, squares: [] }, '1x1 and has 0 squares; give 1'],
  [{ width: Number.NaN, height: 1, squares: [] }, 'has a width that is NaN'],
  [{ width: -1, height: 1, squares: [] }, 'is -1'],
  [{ width: 1e9, height: 1e9, squares: [] }, 'give a whole number from 0 to 1000'],
  [{ width: 1000, height: 1000, squares: new Array(1e6).fill({}) }, 'draw at most'],
  [{ ...one, squares: [{ tint: 12 }] }, 'its tint is 12; give a whole number from 0 to 11'],
  [{ ...one, squares: [{ tint: 0.5 }] }, 'is 0.5'],
  [{ ...one, squares: [{ mark: 'x'.repeat(101) }] }, 'its mark has 101 characters'],
  [{ ...one, squares: [{ edges: [edge, edge, edge, { tint: 12, mark: 'a' }] }] }, 'is 12'],
  [{ ...one, squares: [{ edges: [edge, edge, edge, { tint: 1, mark: 'ab' }] }] }, 'one letter'],
  [{ ...one, squares: [{ edges: [edge, edge, edge, { tint: 1, mark: '\u001b' }] }] }, 'one letter'],
  [{ ...one, squares: [{}], caption: 'x'.repeat(1001) }, 'its caption has 1001 characters'],
  [{ ...one, squares: [{}], left: [] }, 'labels to the left are 0 lists; give 1'],
  [{ ...one, squares: [{}], above: [['x'.repeat(101)]] }, 'labels above: one has 101 characters'],
  [{ ...one, squares: [{}], above: [Array(1001).fill('')] }, '1001 in one place'],
  [{ ...one, squares: [{ notes: Array(101).fill(undefined) }] }, 'list of notes has 101 entries'],
  [null, 'The picture is null; give a board, cells of a lattice or a graph'],
  [5, 'The picture is 5'],
  [{ ...one, squares: 5 }, 'its list of squares is 5; give a list'],
  [{ ...one, squares: [{ mark: {} }] }, 'its mark is an object; give a text'],
  [{ ...one, squares: [{ notes: 5 }] }, 'its list of notes is 5; give a list'],
  [{ ...one, squares: [{ notes: [5] }] }, 'a note is missing; give a text'],
  [{ ...one, squares: [{ edges: [null] }] }, 'has the entry null; give objects'],
  [{ ...one, squares: [{}], caption: 5 }, 'its caption is 5; give a text'],
  [{ ...one, squares: [{}], left: [5] }, 'its labels to the left is 5; give a list'],
  [{ ...one, squares: [{}], key: 5 }, 'its key is 5; give a list'],
  [{ ...one, squares: [{}], key: [null] }, 'its key has the entry null; give objects'],
  [{ ...one, squares: [{}], key: [{ mark: 'A' }] }, 'a name of its key is missing; give a text'],
  [{ ...one, squares: [{}], arcs: 5 }, 'its list of arcs is 5; give a list'],
  [{ ...one, squares: [{}], fence: [{ from: null }] }, 'a line of its fence has the entry null'],
  [{ ...one, squares: [{}], outlines: [{}] }, 'an outline is undefined; give a list'],
  [{ vertices: 5, edges: [] }, 'its list of vertices is 5; give a list'],
  [{ vertices: [undefined], edges: [] }, 'a vertex is missing; give a text'],
  [{ vertices: [], edges: [null] }, 'its list of edges has the entry null; give objects'],
  [{ ...one, squares: [{ notes: [{ mark: 'x'.repeat(101) }] }] }, 'a note has 101 characters'],
  [{ ...one, squares: [{}], outlines: [{ squares: [1], verdict: 'out' }] }, 'of an outline is 1'],
  [{ ...one, squares: [{}], arcs: [{ from: 0, to: 1 }] }, 'the end of an arc is 1'],
  [{ width: 1, height: 2, squares: [{}, {}], arcs: [{ from: 0, to: 0 }] }, 'boards of one row'],
  [{ vertices: ['a'], edges: [{ from: 0, to: 1 }] }, 'an end of an edge is 1'],
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
  ['title', () => drawSvg([], { title: 'x'.repeat(1001) }), 'title has 1001'],
  [
    'a box too large',
    () => layerBoards([{ piece: 'I', cells: [{ row: 999, column: 999, layer: 999 }] }]),
    'The box brings the total to 1000000000 squares',
  ],
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
  ['regions that do not fit', () => jigsawBoard('AB\nBA', [1]), '1 value for values; give 4'],
  ['a samurai too small', () => samuraiBoard([1]), '1 value for values; give 441'],
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

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: letter }),
  fc.constantFrom('\x1b[31m', '<b>', 'x'),
);
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined });
const near = fc.integer({ min: -1, max: 13 });
const edges = fc.record({ tint: near, mark: text });
const verdict = fc.constantFrom('holds' as const, 'out' as const);
const square = fc.record(
  {
    region: fc.oneof(text, fc.double()),
    tint: near,
    mark: text,
    strong: fc.boolean(),
    shape: fc.constantFrom('queen' as const, 'full' as const),
    lit: fc.boolean(),
    notes: fc.array(maybe(fc.record({ mark: text, verdict }, { requiredKeys: ['mark'] }))),
    edges: fc.tuple(edges, edges, edges, edges),
  },
  { requiredKeys: [] },
);
const lists = fc.array(fc.array(text, { maxLength: 2 }), { maxLength: 3 });
const board = fc
  .record({ width: fc.nat({ max: 3 }), height: fc.nat({ max: 3 }) })
  .chain(({ width, height }) =>
    fc.record(
      {
        width: fc.constant(width),
        height: fc.constant(height),
        squares: fc.array(maybe(square), { minLength: width * height, maxLength: width * height }),
        ground: fc.constantFrom('plain' as const, 'ruled' as const, 'chequered' as const),
        caption: text,
        left: lists,
        above: lists,
        arcs: fc.array(fc.record({ from: near, to: near, tint: maybe(near) }), { maxLength: 2 }),
        outlines: fc.array(fc.record({ squares: fc.array(fc.nat({ max: 9 })), verdict })),
      },
      { requiredKeys: ['width', 'height', 'squares'] },
    ),
  );
const graph = fc.record(
  { vertices: fc.array(text), edges: fc.array(fc.record({ from: near, to: near })), caption: text },
  { requiredKeys: ['vertices', 'edges'] },
);

test('a picture is drawn without a character that harms a terminal or a page, or refused', () => {
  let drawn = 0;
  fc.assert(
    fc.property(fc.oneof(board, graph), (picture) => {
      try {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression looks for them.
        expect(drawText(picture)).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f]/);
        // Each `<` begins one of the elements that a picture may have.
        for (const [tag] of drawSvg(picture).matchAll(/<.{0,8}/gs)) {
          expect(tag).toMatch(/^<\/?(svg|title|defs|pattern|g|rect|path|circle|line|text|style)\b/);
        }
        drawn++;
      } catch (error) {
        expect(error).toBeInstanceOf(QuadrilleError);
      }
    }),
    { numRuns: runs(2000) },
  );
  expect(drawn).toBeGreaterThan(0);
});

test('a picture may have more than 100,000 cells, and outlines of as many', () => {
  const numbers = Array.from({ length: 110_000 }, (_, k) => k);
  const outlines = [{ squares: numbers, verdict: 'out' as const }];
  const at = (k: number) => [k % 500, Math.floor(k / 500), 0] as const;
  const cells = numbers.map((k) => ({ at: at(k) }));
  checkPictures({ lattice: 'squares', cells, outlines });
  checkPictures({ width: 500, height: 220, squares: cells.map(() => ({})), outlines });
});
