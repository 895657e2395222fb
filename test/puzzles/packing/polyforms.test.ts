import { describe, expect, test } from 'vitest';
import { count, first, solutions } from '../../../src/index.ts';
import { boardExamples, boardNames, boardOf } from '../../../src/puzzles/packing/boards.ts';
import { cubesOf } from '../../../src/puzzles/packing/cubes.ts';
import { LATTICES, type LatticeName } from '../../../src/puzzles/packing/lattices.ts';
import { setsOf } from '../../../src/puzzles/packing/piece-names.ts';
import { pieces } from '../../../src/puzzles/packing/pieces.ts';
import {
  freePolyforms,
  polyformPieces,
  polyforms,
} from '../../../src/puzzles/packing/polyforms.ts';
import { polycubes } from '../../../src/puzzles/packing/polyominoes.ts';
import { checkFact, classes, type Fact } from './check-facts.ts';
import { asPacking, classesOf } from './tiling.ts';

const ALL_OF_TETRAHEXES = 'tetrahexes';
const SMALL_STICKS = 'monostick disticks tristicks';

// polyforms.system.test.ts has those with more solutions.
const FACTS: readonly Fact[] = [
  ['Tetrahexes 4x7', 'hexagons', '4x7', ALL_OF_TETRAHEXES, [18, 9, 9]],
  [
    'Tetrahexes Coin',
    'hexagons',
    '..#.#.#.#.#/.#.#.#.#.#.#/#.#.#...#.#.#/.#.#.#.#.#.#/..#.#.#.#.#',
    ALL_OF_TETRAHEXES,
    [16, 4, 8],
  ],
  ['Tetrahexes ElongatedHexagon9x2', 'hexagons', 'hexagon 9x2x2', ALL_OF_TETRAHEXES, [8, 2, 4]],
  [
    'Tetrahexes Flower2',
    'hexagons',
    '....#.#/.#.#...#.#/#.#.#.#.#.#/.#.#...#.#/#.#.#.#.#.#/.#.#...#.#/....#.#',
    ALL_OF_TETRAHEXES,
    [8, 2, 4],
  ],
  [
    'Hexiamonds NotchedHexagon1',
    'triangles',
    '....AVAVA/.AVAVAV.VAVA/AVA.AVAVAVAVA/VAVAV...VA.AV/AV.VA...AVAVA/VAVAVAVAV.VAV/.VAVA.AVAVAV/....VAVAV',
    'hexiamonds',
    [6, 1, 1],
  ],
  [
    'Hexiamonds Spinner5',
    'triangles',
    '......AVA/.....AVAV/....AVAVAVA/...AVAVAVAVA/..AVAV.V.VAVA/..VAVAV.VAVAVA/AVAVAVAVAVAVAVA/VAVAVAVAVAV.VAV',
    'hexiamonds',
    [3, 1, 1],
  ],
  [
    'Hexiamonds Choose9 Hexagon2',
    'triangles',
    'hexagon 3',
    'bar sphinx crook snake butterfly chevron hook yacht hexagon',
    [108, 9, 18],
  ],
  [
    'Polysticks123 4x4 ClippedCorners1',
    'edges',
    '+-+-+/|.|.|/+-+-+-+/|.|.|.|/+-+-+-+/..|.|.|/..+-+-+',
    SMALL_STICKS,
    [84, 21, 42],
  ],
  [
    'Polysticks123 4x4 ClippedCorners2',
    'edges',
    '..+-+/..|.|/+-+-+-+/|.|.|.|/+-+-+-+/|.|.|.|/+-+-+-+',
    SMALL_STICKS,
    [264, 132, 264],
  ],
  [
    'OneSidedWeldedTetrasticks Triangle',
    'edges',
    '+-+/|.|/+-+-+/|.|.|/+-+-+-+/|.|.|.|/+-+-+-+-+/|.|.|.|.|/+-+-+-+-+-+/|.|.|.|.|.|/+-+-+-+-+-+',
    "F H R T X Y F' H' R' Y'",
    [18, 9, 18],
  ],
];

test.each(FACTS)('%s on %s', (...fact) => checkFact(fact));

describe('the symmetries of a board', () => {
  test.each([
    ['2x2x3', 'left right tee'],
    ['2x2x3', 'left left2 tee'],
    ['2x3x2', 'I3 V3 L4 I2'],
    ['##\n##\n\n#.\n..', 'left I1'],
  ])('%s by %s: as many classes as by hand', (region, names) => {
    const given = names.split(' ').flatMap((name) => {
      const [one] = pieces(name.replace('2', name === 'left2' ? '' : '2'));
      return { ...one, name };
    });
    const problem = polycubes(region, given);
    const all = [...solutions(problem)];
    const cells = cubesOf(region);
    const byHand = all.map(({ payloads }) => asPacking(payloads));
    const found = classes(
      all.map(({ numbers }) => numbers),
      problem.boardSymmetries(),
    );
    // By hand a reflection is a symmetry only if it takes pieces to pieces; so it is here.
    expect(found).toBe(classesOf(byHand, cells, given, 'solid'));
  });

  test('a mirror image that is not among the pieces is -1', () => {
    const maps = polyforms('cubes', '2x2x2', 'left', { gaps: true }).boardSymmetries();
    expect(maps).toHaveLength(48);
    expect(maps.filter((map) => map.every((image) => image >= 0))).toHaveLength(24);
    expect(maps.filter((map) => map.every((image) => image === -1))).toHaveLength(24);
  });

  test('ranges exchange what their bounds allow', () => {
    const [left, right] = polyformPieces('cubes', 'left right');
    const sides = (one: readonly [number, number], other: readonly [number, number]) =>
      polyforms(
        'cubes',
        '2x2x2',
        [
          { ...left, times: one },
          { ...right, times: other },
        ],
        {
          gaps: true,
        },
      ).boardSymmetries();
    const total = (maps: readonly Int32Array[]) => maps.filter((map) => !map.includes(-1)).length;
    expect(total(sides([0, 2], [1, 2]))).toBe(48);
    expect(total(sides([0, 1], [2, 2]))).toBe(24);
  });
});

describe('names', () => {
  test.each(Object.keys(LATTICES) as LatticeName[])('every set of %s', (lattice) => {
    for (const set of setsOf(lattice)) {
      const all = polyformPieces(lattice, set);
      const sizes = new Set(all.map(({ cells }) => cells.length));
      const isWhole = /^(mono|di|tri|tetr|pent|hex|hept|oct|enne|pairs|quad)/.test(set);
      if (!isWhole || lattice === 'cubes') continue;
      const [size] = sizes;
      expect(sizes.size).toBe(1);
      // A whole set has each free form once, however it is drawn.
      const free = freePolyforms(lattice, size);
      expect(all).toHaveLength(free.length);
      const keys = all.map(({ cells }) => {
        const form = (cells as number[][]).map(([x, y, z = 0]) => [x, y, z] as const);
        const ways = LATTICES[lattice].orientations(form, true).map(String);
        return ways.sort()[0];
      });
      expect(new Set(keys).size).toBe(free.length);
      const { name } = all[all.length - 1];
      expect(polyformPieces(lattice, name)[0].name).toBe(name);
    }
  });

  test('one-sided sets: 19 hexiamonds, 10 tetrahexes, 25 tetrasticks', () => {
    const sides = (lattice: LatticeName, set: string) =>
      polyformPieces(lattice, set, { mirrors: true }).length;
    expect(sides('triangles', 'hexiamonds')).toBe(19);
    expect(sides('hexagons', 'tetrahexes')).toBe(10);
    expect(sides('edges', 'tetrasticks')).toBe(25);
  });

  test.each<[LatticeName, string, number]>([
    ['squares', '3x4', 12],
    ['squares', 'aztec 3', 24],
    ['cubes', '3x4x5', 60],
    ['hexagons', 'hexagon 4', 37],
    ['hexagons', 'hexagon 2x3x4', 18],
    ['hexagons', 'triangle 7', 28],
    ['hexagons', 'rhombus 6x6', 36],
    ['hexagons', 'rectangle 3x12', 36],
    ['hexagons', 'trapezoid 3x5', 12],
    ['triangles', 'hexagon 3', 54],
    ['triangles', 'triangle 7', 49],
    ['triangles', 'rhombus 6x6', 72],
    ['triangles', '3x12', 72],
    ['triangles', 'trapezoid 4x11', 72],
    ['edges', '2x3', 17],
    ['prisms', 'hexagon 2x3', 72],
    ['prisms', '2x3x4', 48],
    ['spheres', 'tetrahedron 4', 20],
    ['spheres', 'pyramid 5', 55],
    ['spheres', 'pyramid 4', 30],
    ['spheres', 'octahedron 3', 19],
    ['rhombic', '1x1x2', 48],
    ['tetraoctahedra', '1x2x1', 10],
    ['tetraoctahedra', 'tetrahedron 2', 12],
    ['tetraoctahedra', 'octahedron 1', 8],
    ['tetraoctahedra', 'octahedron 2', 56],
  ])('the board of %s: %s has %i cells', (lattice, board, cells) => {
    expect(boardOf(lattice, board)).toHaveLength(cells);
  });

  test('the regular ones have all symmetries', () => {
    const order = (lattice: LatticeName, board: string, piece: string) =>
      polyforms(lattice, board, piece, { gaps: true }).boardSymmetries().length;
    expect(order('triangles', 'hexagon 2', 'I1')).toBe(12);
    expect(order('hexagons', 'triangle 4', 'I1')).toBe(6);
    expect(order('edges', '3x3', 'I1')).toBe(8);
    expect(order('prisms', 'hexagon 2x3', '2-1')).toBe(24);
    expect(order('spheres', 'tetrahedron 4', '2-1')).toBe(24);
    expect(order('spheres', 'octahedron 3', '2-1')).toBe(48);
    expect(order('tetraoctahedra', 'octahedron 2', '2-1')).toBe(48);
    expect(order('tetraoctahedra', 'tetrahedron 2', '2-1')).toBe(24);
  });
});

describe('drawings', () => {
  test('their rows go downwards', () => {
    expect(boardOf('hexagons', '#.#\n.#')).toEqual([
      [1, 0, 0],
      [0, 1, 0],
      [1, 1, 0],
    ]);
    expect(boardOf('triangles', '.A\nAV')).toEqual([
      [0, 0, 0],
      [0, 0, 1],
      [0, 1, 0],
    ]);
    expect(boardOf('edges', '+-+\n|  ')).toEqual([
      [0, 0, 1],
      [0, 1, 0],
    ]);
  });

  test('a board, its list of cells and its name are one problem', () => {
    const names = polyforms('triangles', 'hexagon 1', 'I1*6');
    const drawn = polyforms('triangles', 'AVA\nVAV', 'I1*6');
    const cells = boardOf('triangles', 'hexagon 1').map((cell) => [...cell]);
    const listed = polyforms('triangles', cells.reverse(), [{ name: 'I1', cells: 'A', times: 6 }]);
    expect(drawn.compile().data).toEqual(names.compile().data);
    expect(listed.compile().data).toEqual(names.compile().data);
    expect(names.option(0)).toContain('x1y0A');
  });

  test.each<[LatticeName, string, string]>([
    ['triangles', 'AVA\nAVA', 'Line 2, column 1: found "A"'],
    ['hexagons', '##', 'Line 1, column 2: found "#"'],
    ['hexagons', '#.#\n#', 'Line 2, column 1'],
    ['edges', '+-+-|', 'Line 1, column 5: found "|"'],
    ['edges', '+x+', 'Line 1, column 2: found "x"'],
    ['spheres', '#.\n\n#', 'Line 3, column 1'],
    ['rhombic', '#', 'Line 1, column 1'],
    ['hexagons', '#\n\n#', 'Line 3, column 1: an empty line begins another layer'],
    ['triangles', '...', 'has no cells'],
    ['hexagons', '.', "has no cells; give '#' for a cell, two columns apart"],
    ['triangles', '', 'has no cells'],
  ])('%s: %j is refused', (lattice, board, message) => {
    expect(() => polyforms(lattice, board, 'I1')).toThrow(message);
  });
});

describe('polysticks', () => {
  test('two sticks may touch, but not cross', () => {
    const cross = '..+\n..|\n+-+-+\n..|\n..+';
    expect(count(polyforms('edges', cross, 'I2*2')).count).toBe(0);
    expect(count(polyforms('edges', cross, 'V2*2')).count).toBe(2);
    expect(count(polyforms('edges', cross, 'X')).count).toBe(1);
    expect(polyforms('edges', cross, 'X').option(0)).toContain('x1y1+');
  });
});

describe('copies', () => {
  test('a range takes every number in it', () => {
    const I2 = { name: 'I2', cells: '##', times: [0, 2] as const };
    const I1 = { name: 'I1', cells: '#', times: [0, 4] as const };
    // 1 + 4 + 2 matchings of a square.
    expect(count(polyforms('squares', '2x2', [I2, I1])).count).toBe(7);
    const two = { ...I1, times: [1, 2] as const };
    expect(count(polyforms('squares', '2x2', [I2, two])).count).toBe(4);
    expect(count(polyforms('squares', '2x2', [I2, two], { gaps: true })).count).toBe(
      4 + 6 + 4 * 2 + 4,
    );
  });
});

test.each(Object.keys(LATTICES) as LatticeName[])('%s: a board of each name', (lattice) => {
  const examples = boardExamples(lattice);
  expect(examples).toHaveLength(boardNames(lattice).length);
  for (const board of examples) expect(boardOf(lattice, board).length).toBeGreaterThan(0);
});

describe('refused', () => {
  const far = 2_000_000;
  test.each<[string, () => unknown, string]>([
    [
      'nearly a lattice',
      () => polyforms('hexagon' as LatticeName, '3x3', 'I1'),
      'There is no lattice "hexagon"; did you mean "hexagons"? give squares, cubes, hexagons,',
    ],
    ['a lattice', () => polyforms('__proto__' as LatticeName, '3x3', 'I1'), 'There is no lattice'],
    ['a board', () => polyforms('hexagons', 'hexgon 4', 'I1'), 'hexagon N'],
    ['its sides', () => polyforms('hexagons', 'hexagon 0', 'I1'), '1 to 10000 cells'],
    ['its size', () => polyforms('triangles', 'hexagon 999999999', 'I1'), '1 to 10000 cells'],
    ['no board', () => polyforms('cubes', [], 'I1'), 'give a name, a drawing, or an array'],
    [
      'no cells of a piece',
      () => polyforms('hexagons', '2x2', [{ name: 'a', cells: [] }]),
      'The piece "a" is an array of 0; give a drawing, or an array of cells [x, y].',
    ],
    ['a top', () => polyforms('triangles', 'trapezoid 5x3', 'I1'), 'give at most 3 rows'],
    [
      'a range without end',
      () =>
        polyforms('hexagons', '2x2', [{ name: 'a', cells: '#', times: [0, 4] }], {
          supply: 'unlimited',
        }),
      'a number of copies, 0 to 4,',
    ],
    ['null', () => polyforms('hexagons', null as never, 'I1'), 'The board is null'],
    ['a fraction', () => polyforms('hexagons', [[0.5, 0]], 'I1'), 'whole numbers [x, y]'],
    [
      'a third number',
      () => polyforms('hexagons', [[0, 0, 0]], 'I1'),
      'cell [0, 0, 0], which is none of hexagons',
    ],
    ['no cell', () => polyforms('spheres', [[0, 0, 1]], '2-1'), 'none of spheres'],
    ['a far cell', () => polyforms('hexagons', [[far, 0]], 'I1'), 'from -1000000 to 1000000'],
    [
      'a cell twice',
      () =>
        polyforms(
          'edges',
          [
            [0, 0, 0],
            [0, 0, 0],
          ],
          'I1',
        ),
      'twice',
    ],
    ['big integers', () => polyforms('hexagons', [[0n, 0] as never], 'I1'), 'the cell [0n, 0],'],
    ['holes in a list', () => polyforms('hexagons', new Array(2), 'I1'), 'the cell undefined,'],
    ['no board of cubes', () => polyforms('cubes', 3 as never, 'I1'), 'give a name, a drawing'],
    [
      'holes among pieces',
      () => polyforms('hexagons', '2x2', new Array(2)),
      'A piece is undefined',
    ],
    [
      'a list of cells in place of a piece',
      () => polyforms('hexagons', '2x2', [[[0, 0]]] as never),
      'A piece is an array of 1; give an object with a name and cells',
    ],
    [
      'a piece without cells',
      () => polyforms('hexagons', '2x2', [{ name: 'a' } as never]),
      'The piece "a" is undefined; give a drawing, or an array of cells [x, y].',
    ],
    [
      'a piece larger than any board',
      () => polyforms('hexagons', '2x2', [{ name: 'a', cells: new Array(1e6) }]),
      'The piece "a" is a list of 1000000 cells; give one of 1 to 10000 cells.',
    ],
    [
      'more pieces than any board has cells',
      () => polyforms('hexagons', '2x2', new Array(1e6)),
      'There are 1000000 pieces; give at most 10000.',
    ],
    [
      'more names than any board has cells',
      () => polyforms('hexagons', '2x2', 'I1 '.repeat(10_001)),
      'There are 10001 pieces; give at most 10000.',
    ],
    ['a board, nearly', () => polyforms('hexagons', 'hexgon 3', 'bar'), 'did you mean "hexagon"?'],
    ['a set, nearly', () => polyforms('hexagons', 'hexagon3', 'tetrahex'), 'mean "tetrahexes"?'],
    ['names in a list', () => polyforms('hexagons', '4x7', ['bar'] as never), 'in one text'],
    ['a piece', () => polyforms('triangles', 'hexagon 2', 'constructor'), 'hexiamonds'],
    ['the number of a piece', () => polyforms('hexagons', '5x5', '5-23'), 'No piece is called'],
    ['a twin', () => polyforms('hexagons', '2x2', 'bee bee'), "'bee*2'"],
    ['sides of solids', () => polyforms('cubes', '2x2x2', 'soma', { oneSided: true }), 'no sides'],
    ['a setting', () => polyforms('cubes', '2x2x2', 'soma', { gap: true } as never), 'gaps'],
    [
      'a range',
      () => polyforms('hexagons', '2x2', [{ name: 'a', cells: '#', times: [3, 2] }]),
      'from 3 to 10000',
    ],
    ['too large', () => polyforms('hexagons', '1x3', 'bar'), 'the board has 3'],
    [
      'cells too far apart',
      () =>
        polyforms(
          'cubes',
          [
            [-1e6, -1e6, -1e6],
            [1e6, 1e6, 1e6],
          ],
          'I2',
          { gaps: true },
        ),
      'too far apart',
    ],
  ])('%s', (_, make, message) => {
    expect(make).toThrow(message);
  });

  test('no drawn pieces are none', () => {
    expect(polyformPieces('hexagons', 'bar', { drawn: [] })).toEqual(
      polyformPieces('hexagons', 'bar'),
    );
  });

  test('a piece that is longer than the board cannot be placed', () => {
    expect(first(polyforms('hexagons', '2x2', 'bar')).solution).toBeUndefined();
  });
});

test('each error of a board lists the names that there are', () => {
  for (const lattice of Object.keys(LATTICES) as LatticeName[]) {
    const make = () => polyforms(lattice, 'cloud 9', 'I1*1');
    for (const name of boardNames(lattice)) expect(make).toThrow(name);
  }
});
