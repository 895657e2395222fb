import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { QuadrilleError } from '../../../src/index.ts';
import {
  PIECE_SETS,
  type Piece,
  piece,
  pieces,
  piecesAmong,
  readPieces,
  withMirrors,
} from '../../../src/puzzles/packing/pieces.ts';
import { expectRefusal, thrown } from '../../support/thrown.ts';
import { determinant, type Point, pointsOf, waysOf } from './tiling.ts';

/** The pieces of Bedlam's cube, each a list of its cells. */
const BEDLAM =
  '010,100,110,120,210 000,010,011,020,110 000,010,020,120,121 000,100,010,020,021 ' +
  '000,010,110,120,220 000,010,110,120,210 000,010,020,110,111 000,010,020,100,001 ' +
  '000,010,011,021,100 000,010,020,021,110 000,010,011,021,110 000,010,011,111,121 ' +
  '000,010,100,101';

const names = (all: readonly Piece[]) => all.map(({ name }) => name).join(' ');

describe('pieces by name', () => {
  test.each([
    ['pentominoes', 'F I L N P T U V W X Y Z'],
    ['tetrominoes', 'I4 L4 O4 S4 T4'],
    ['monomino, domino  trominoes', 'I1 I2 I3 V3'],
    ['soma', 'bent ell tee skew claw left right'],
    ['bedlam', 'b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 b13'],
    ["X O4 6-1 F' 7-108", "X O4 6-1 F' 7-108"],
  ])('%s', (given, expected) => {
    expect(names(pieces(given))).toBe(expected);
  });

  test('the hexominoes are 6-1 to 6-35', () => {
    const all = pieces('hexominoes');
    expect(all).toHaveLength(35);
    expect(all[0]).toEqual(piece('6-1', '######'));
    expect(pieces('6-35')).toEqual(all.slice(34));
  });

  test.each(['Q', 'f', "F''", '6-36', '6-0', '5-1', 'toString', '', ' ', '__proto__'])(
    '%j is refused',
    (given) => {
      expect(thrown(() => pieces(given)).code).toBe('bad-setting');
    },
  );

  test('an unknown one is named, with all that there are', () => {
    const { message } = thrown(() => pieces('F Q'));
    const [, sets = '', lists = ''] =
      /^No piece is called "Q"; name sets \((.*?)\) or pieces \((.*?); F' /.exec(message) ?? [];
    expect(sets.split(', ')).toEqual(PIECE_SETS);
    const expected = PIECE_SETS.map((set) => {
      const all = pieces(set);
      return all.length > 13 ? `${all[0]?.name} to ${all.at(-1)?.name}` : names(all);
    });
    expect(lists.split(', ')).toEqual(expected);
  });
});

describe('the sets', () => {
  test('Soma: all ways to join three or four cubes but the straight and the square ones', () => {
    // OEIS A000162: two of three cubes, eight of four; three of these ten are boxes.
    const all = pieces('soma');
    const shapes = all.map(({ cells }) => [...waysOf(pointsOf(cells), 'solid').keys()].sort()[0]);
    expect(new Set(shapes).size).toBe(7);
    expect(all.map(({ cells }) => cells.length)).toEqual([3, 4, 4, 4, 4, 4, 4]);
    for (const { cells } of all) {
      const span = (axis: 'row' | 'column' | 'layer') =>
        new Set(cells.map((cell) => cell[axis])).size;
      expect(span('row') * span('column') * span('layer')).toBeGreaterThan(cells.length);
    }
  });

  test('Soma: its left and right piece wind as their names say', () => {
    // A way of three steps winds to the right where their determinant is positive, with axes to
    // the right, away from the viewer (rows count towards him), and up.
    const down = [0, 0, -1] as const;
    for (const [name, turns] of [
      ['right', [down, [0, 1, 0], [1, 0, 0]]],
      ['left', [down, [-1, 0, 0], [0, -1, 0]]],
    ] as const) {
      expect(determinant(turns)).toBe(name === 'right' ? 1 : -1);
      const points: Point[] = [[0, 0, 0]];
      let [x, y, z] = [0, 0, 0];
      for (const [right, away, up] of turns) {
        [x, y, z] = [x + right, y + away, z + up];
        points.push([-y, x, z]);
      }
      const [piece] = pieces(name);
      const ways = waysOf(pointsOf(piece?.cells ?? []), 'solid');
      expect([...ways.keys()]).toEqual(expect.arrayContaining([...waysOf(points, 'solid').keys()]));
    }
  });

  test('Bedlam: a tetracube and 12 pentacubes, which lie in 24^7 x 12^5 x 3 ways (Kurowski)', () => {
    const all = pieces('bedlam');
    const ways = all.map(({ cells }) => waysOf(pointsOf(cells), 'solid'));
    expect(new Set(ways.map((way) => [...way.keys()].sort()[0])).size).toBe(13);
    expect(all.map(({ cells }) => cells.length).sort()).toEqual([4, ...new Array(12).fill(5)]);
    const sizes = ways.map(({ size }) => size).sort((a, b) => a - b);
    expect(sizes).toEqual([3, ...new Array(5).fill(12), ...new Array(7).fill(24)]);
    expect(all.flatMap(({ cells }) => cells)).toHaveLength(64);
    // The cells as Ange Albertini (2008) and Simon Guest (2005) list them, independently.
    const listed = BEDLAM.split(' ').map((list) => {
      const points = list.split(',').map((digits) => [...digits].map(Number));
      return points.map(([layer = 0, row = 0, column = 0]) => [row, column, layer] as const);
    });
    const shapes = (points: ReturnType<typeof pointsOf>) =>
      [...waysOf(points, 'solid').keys()].sort()[0];
    expect(all.map(({ cells }) => shapes(pointsOf(cells))).sort()).toEqual(
      listed.map(shapes).sort(),
    );
  });
});

describe('drawn', () => {
  test('flat, wherever it is drawn', () => {
    const cells = [
      { row: 0, column: 1, layer: 0 },
      { row: 1, column: 0, layer: 0 },
      { row: 1, column: 1, layer: 0 },
    ];
    expect(piece('V', '.#\n##')).toEqual({ name: 'V', cells });
    expect(piece('V', '\n     #  \r\n    ##\r\n\r\n').cells).toEqual(cells);
  });

  test('in layers, from the bottom', () => {
    expect(piece('corner', '##\n#.\n\n#.').cells).toEqual([
      { row: 0, column: 0, layer: 0 },
      { row: 0, column: 1, layer: 0 },
      { row: 1, column: 0, layer: 0 },
      { row: 0, column: 0, layer: 1 },
    ]);
  });

  test('several in a text', () => {
    const text = 'claw:\n##\n#.\n\n#.\n..\n\nI:\n###\r\n  dot :\n #\n';
    expect(readPieces(text)).toEqual([
      ...pieces('soma').filter(({ name }) => name === 'claw'),
      piece('I', '###'),
      piece('dot', '#'),
    ]);
  });

  test.each<[text: string, line: number | undefined, column: number | undefined, message: RegExp]>([
    ['F:\n.##\n#x.', 3, 2, /Line 3, column 2: found "x" in a drawing/],
    ['F:\n\t#', 2, 1, /found "\\t"/],
    ['\n##\nF:\n#', 2, 1, /found "##" before any name/],
    ['F:\n#\nG:\n\n', 4, undefined, /The drawing at line 4 has no cells/],
    ['a b:\n#', 1, undefined, /Line 1: a piece is called "a b"/],
    [':\n#', 1, undefined, /Line 1: a piece is called ""/],
    ['a|b:\n#', 1, undefined, /without blanks/],
    ['', undefined, undefined, /no pieces/],
    [' \n', undefined, undefined, /no pieces/],
  ])('%j is refused, with its place', (text, line, column, message) => {
    expectRefusal(() => readPieces(text), message, { code: 'bad-text', line, column });
  });

  test('two of one name are refused', () => {
    expect(thrown(() => readPieces('F:\n#\nF:\n##'))).toMatchObject({
      code: 'duplicate-item',
      item: 'F',
    });
  });

  test('go by name before the known ones, and mirrored', () => {
    const drawn = readPieces("S*2:\n##.\n.##\nI2:\n##\n#.\nI2':\n#");
    const [skew, corner, dot] = drawn as [Piece, Piece, Piece];
    expect(piecesAmong('S*3 I2', drawn)).toEqual([{ ...skew, times: 3 }, corner]);
    const [twin] = piecesAmong("S'", drawn);
    expect(twin).toEqual(withMirrors(drawn)[1]);
    expect(piecesAmong("I2' I1'", drawn)).toEqual([dot, ...pieces("I1'")]);
    const { message } = thrown(() => piecesAmong('s', drawn));
    expect(message).toContain(
      `No piece is called "s"; the drawn ones are S I2 I2'; did you mean "S"? name sets (`,
    );
  });

  test('any text is read or refused, nothing else', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'#. \n\r:aF|x') }), (text) => {
        try {
          for (const { name, cells } of readPieces(text)) {
            expect(name).toMatch(/^[^\s:|]+$/);
            expect(cells.length).toBeGreaterThan(0);
          }
        } catch (error) {
          expect(error).toBeInstanceOf(QuadrilleError);
        }
      }),
    );
  });

  test('long lines are no trouble', () => {
    expect(thrown(() => readPieces(' '.repeat(1e6))).code).toBe('bad-text');
    expect(thrown(() => readPieces(`${' '.repeat(1e6)}x${' '.repeat(1e6)}`)).code).toBe('bad-text');
  });
});

test('mirror images come behind those that differ from theirs', () => {
  expect(names(withMirrors(pieces('tetrominoes')))).toBe("I4 L4 L4' O4 S4 S4' T4");
  expect(names(withMirrors(pieces('pentominoes')))).toBe(
    "F F' I L L' N N' P P' T U V W X Y Y' Z Z'",
  );
  expect(withMirrors(pieces('F'))).toEqual(pieces("F F'"));
  // In space left and right are each other's.
  expect(names(withMirrors(pieces('left claw')))).toBe("left left' claw");
});

test.each<[string, unknown]>([
  ['no cells', []],
  ['a cell twice', [...pieces('I1'), ...pieces('I1')].flatMap(({ cells }) => cells)],
  ['half a cell', [{ row: 0.5, column: 0, layer: 0 }]],
  ['a cell without layer', [{ row: 0, column: 0 }]],
  ['nothing', undefined],
  ['null', [null]],
])('%s is refused', (_what, cells) => {
  const given = [{ name: 'p', cells }] as unknown as Piece[];
  expect(thrown(() => withMirrors(given)).code).toBe('bad-setting');
});

test.each([[undefined], [null], [[]], [[null]], [[{}]], [[{ name: 'a b', cells: [] }]], [7]])(
  'pieces that are %j are refused',
  (given) => {
    expect(thrown(() => withMirrors(given as unknown as Piece[])).code).toBe('bad-setting');
  },
);
