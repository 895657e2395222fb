import { describe, expect, test } from 'vitest';
import { solutions } from '../../../src/engine/solve/api.ts';
import { type BurrAssemblies, burrAssemblies } from '../../../src/puzzles/burr/assemblies.ts';
import type {
  BurrFile,
  BurrGrid,
  BurrPiece,
  BurrPoint,
  BurrProblem,
  BurrShape,
} from '../../../src/puzzles/burr/file.ts';
import { settledPieces } from '../../../src/puzzles/burr/fit.ts';
import { LATTICES } from '../../../src/puzzles/packing/lattices.ts';

/** Voxels by their digits: `000 100`; `+` after one makes it variable, `a` and `b` are colours. */
function shape(text: string): BurrShape {
  const voxels = text.split(' ').map((word) => {
    const [x, y, z] = Array.from(word.slice(0, 3), Number);
    const colour = 1 + 'ab'.indexOf(word.slice(-1));
    return {
      at: [x, y, z] as BurrPoint,
      ...(colour > 0 && { colour }),
      ...(word.includes('+') && { variable: true }),
    };
  });
  const side = (axis: 0 | 1 | 2) => 1 + Math.max(...voxels.map(({ at }) => at[axis]));
  return { size: [side(0), side(1), side(2)], voxels };
}

/** The cells of a lattice in a box. */
function box(grid: BurrGrid, [x, y, z]: BurrPoint, has: (at: BurrPoint) => boolean = () => true) {
  const places = Array.from({ length: x * y * z }, (_, k): BurrPoint => {
    const row = Math.floor(k / x);
    return [k % x, row % y, Math.floor(row / y)];
  });
  const cells = places.filter((at) => LATTICES[grid].isCell(at) && has(at));
  return cells.map((at) => at.join('')).join(' ');
}

/** A file with one problem: to build the first shape of the others, `[least, most]` of each. */
function file(
  grid: BurrGrid,
  result: string,
  pieces: readonly (string | readonly [string, number, number])[],
  more: Partial<BurrProblem> = {},
): BurrFile {
  const stated = pieces.map((piece) =>
    typeof piece === 'string' ? ([piece, 1, 1] as const) : piece,
  );
  return {
    grid,
    colours: [
      [255, 0, 0],
      [0, 0, 255],
    ],
    shapes: [result, ...stated.map(([text]) => text)].map(shape),
    problems: [
      {
        pieces: stated.map(([, min, max], k): BurrPiece => ({ shape: k + 1, min, max })),
        result: 0,
        ...more,
      },
    ],
  };
}

/** All solutions, and the orbits under a group by a union of each solution with its images. */
function counted({ problem }: BurrAssemblies, group: readonly Int32Array[]) {
  const all = [...solutions(problem)].map(({ numbers }) => numbers.join());
  const known = new Set(all);
  let orbits = 0;
  for (const text of all) {
    if (!known.delete(text)) continue;
    orbits++;
    const numbers = text.split(',').map(Number);
    for (const map of group) {
      known.delete(
        numbers
          .map((option) => map[option])
          .sort((a, b) => a - b)
          .join(),
      );
    }
  }
  return { all: all.length, orbits };
}

const HEXAGONAL = box('prisms', [4, 2, 3], ([x]) => x > 0);
const PYRAMID = box(
  'spheres',
  [5, 5, 3],
  ([x, y, z]) => Math.abs(x - 2) + Math.abs(y - 2) <= 2 - z,
);
const BLOCK = box('rhombic', [5, 5, 5]);
const TWO_BLOCKS = box('tetraoctahedra', [6, 3, 3]);
const SLAB = box('cubes', [3, 2, 2]);

// The numbers are those of burrTxt of BurrTools 0.7.1, which read the same files.
describe('as many assemblies as BurrTools counts', () => {
  test.each([
    [
      'cubes',
      file('cubes', SLAB, ['000 001 101', '100 110 111 210 211', '200 201', '010 011']),
      34,
      68,
    ],
    [
      'cubes',
      file('cubes', SLAB, ['000 100 110', '200 210 211', '010 011 111', '001 101 201']),
      9,
      15,
    ],
    [
      'prisms',
      file('prisms', HEXAGONAL, [
        '100 101 201',
        '200 300 301 302',
        '110 111 210 211 310',
        '311 312 212',
        '102 112 202',
      ]),
      16,
      16,
    ],
    [
      'spheres',
      file('spheres', PYRAMID, [
        '200 211 110 121 222',
        '310 220 231',
        '020 130',
        '420 321',
        '330 240',
      ]),
      78,
      156,
    ],
    [
      'rhombic',
      file('rhombic', BLOCK, [
        '210 320 230 201 421',
        '120 021 032 012 142',
        '241 342 243 234',
        '102 203 302 412 214',
        '432 423 324',
        '023 124',
      ]),
      6,
      6,
    ],
    [
      'tetraoctahedra',
      file('tetraoctahedra', TWO_BLOCKS, [
        '200 111 300',
        '020',
        '520 411 322',
        '002',
        '502',
        '222',
      ]),
      36,
      72,
    ],
  ] as const)('%s', (_, made, symmetric, rotated) => {
    const assemblies = burrAssemblies(made);
    expect(counted(assemblies, assemblies.symmetries).orbits).toBe(symmetric);
    expect(counted(assemblies, assemblies.rotations).orbits).toBe(rotated);
  });
});

/** The rotations of cubes: signed permutations of the axes with determinant 1. */
const ROTATIONS = [0, 1, 2].flatMap((a) =>
  [0, 1, 2]
    .filter((b) => b !== a)
    .flatMap((b) =>
      [-1, 1].flatMap((p) =>
        [-1, 1].map((q) => (at: BurrPoint) => {
          const even = (b - a + 3) % 3 === 1 ? 1 : -1;
          const c = 3 - a - b;
          return [p * at[a], q * at[b], even * p * q * at[c]] as const;
        }),
      ),
    ),
);

/** The number of assemblies of cubes, piece by piece and copy by copy. */
function bruteForce({ shapes, problems = [] }: BurrFile): number {
  const [{ pieces, result = 0, colourRules = [], maxHoles }] = problems;
  const board = new Map(shapes[result].voxels.map((voxel) => [voxel.at.join(), voxel]));
  const cells = [...board.keys()];
  const ways = pieces.map(({ shape: number }) => {
    const voxels = shapes[number].voxels.filter(({ variable }) => !variable);
    const found = new Map<string, string[]>();
    for (const rotation of ROTATIONS) {
      const turned = voxels.map(({ at }) => rotation(at));
      for (const [x, y, z] of [...board.values()].map(({ at }) => at)) {
        const [dx, dy, dz] = [x - turned[0][0], y - turned[0][1], z - turned[0][2]];
        const places = turned.map((at) => [at[0] + dx, at[1] + dy, at[2] + dz].join());
        const fits = places.every((place, k) => {
          const below = board.get(place);
          const own = voxels[k].colour ?? 0;
          const other = below?.colour ?? 0;
          const rule = colourRules.some(({ piece, result }) => piece === own && result === other);
          return below !== undefined && (own === 0 || other === 0 || rule);
        });
        const text = places.map((place, k) => `${place}:${voxels[k].colour ?? 0}`).sort();
        if (fits) found.set(text.join(' '), places);
      }
    }
    return [...found.values()];
  });
  const hasRange = pieces.some(({ min, max }) => min < max);
  const taken = new Set<string>();
  let count = 0;
  const place = (k: number, from: number, copies: number): void => {
    if (k === pieces.length) {
      const empty = cells.filter((cell) => !taken.has(cell));
      const isFull = empty.every((cell) => board.get(cell)?.variable);
      if (isFull && (!hasRange || empty.length <= (maxHoles ?? cells.length))) count++;
      return;
    }
    if (copies >= pieces[k].min) place(k + 1, 0, 0);
    if (copies === pieces[k].max) return;
    for (let way = from; way < ways[k].length; way++) {
      const places = ways[k][way];
      if (places.some((cell) => taken.has(cell))) continue;
      for (const cell of places) taken.add(cell);
      place(k, way + 1, copies + 1);
      for (const cell of places) taken.delete(cell);
    }
  };
  place(0, 0, 0);
  return count;
}

describe('as many assemblies as brute force finds', () => {
  const PAIR = '000 100';
  const BENT = '000 100 010';
  const DOT = '000';
  const HOLLOW = '000 100 200 010+ 110+ 210+';
  const PAINTED = '000a 100b 200 010 110a 210b';
  const [RED, BLUE] = [
    { piece: 1, result: 1 },
    { piece: 2, result: 2 },
  ];
  test.each([
    ['copies of a piece', file('cubes', SLAB, [[PAIR, 6, 6]])],
    [
      'a shape under two numbers',
      file('cubes', SLAB, [
        [PAIR, 3, 3],
        [PAIR, 3, 3],
      ]),
    ],
    [
      'ranges',
      file('cubes', SLAB, [
        [PAIR, 0, 3],
        [BENT, 1, 4],
        [DOT, 0, 2],
      ]),
    ],
    [
      'ranges that the room settles',
      file('cubes', SLAB, [
        [PAIR, 0, 6],
        [BENT, 0, 4],
      ]),
    ],
    [
      'ranges that follow from others',
      file('cubes', SLAB, [
        [PAIR, 0, 3],
        [BENT, 2, 2],
      ]),
    ],
    [
      'a piece or none',
      file('cubes', SLAB, [
        [PAIR, 0, 1],
        [BENT, 0, 4],
        [DOT, 0, 1],
      ]),
    ],
    ['variable voxels', file('cubes', HOLLOW, [PAIR, DOT])],
    [
      'pieces on variable voxels alone',
      file('cubes', HOLLOW, [
        [DOT, 0, 1],
        [PAIR, 0, 4],
        [BENT, 0, 1],
      ]),
    ],
    [
      'at most one hole',
      file(
        'cubes',
        HOLLOW,
        [
          [PAIR, 0, 3],
          [DOT, 0, 6],
        ],
        { maxHoles: 1 },
      ),
    ],
    [
      'no hole',
      file(
        'cubes',
        HOLLOW,
        [
          [PAIR, 0, 3],
          [DOT, 0, 6],
        ],
        { maxHoles: 0 },
      ),
    ],
    ['holes without a range', file('cubes', HOLLOW, [PAIR, DOT], { maxHoles: 0 })],
    ['variable voxels of a piece', file('cubes', SLAB, [[`${PAIR} 010+`, 6, 6]])],
    [
      'colours without a rule',
      file('cubes', PAINTED, [
        ['000a 100', 1, 1],
        [PAIR, 2, 2],
      ]),
    ],
    [
      'colours with rules',
      file(
        'cubes',
        PAINTED,
        [
          ['000a 100', 1, 1],
          ['000 100b', 2, 2],
        ],
        { colourRules: [RED, BLUE] },
      ),
    ],
    [
      'a piece that fits nowhere',
      file('cubes', SLAB, [
        ['000 100 200 300', 1, 1],
        [PAIR, 4, 4],
      ]),
    ],
  ] as const)('%s', (_, made) => {
    const assemblies = burrAssemblies(made);
    expect(counted(assemblies, []).all).toBe(bruteForce(made));
  });
});

test('reflections exchange mirror images, and keep the bounds of their numbers', () => {
  const [left, right] = ['000 100 010 001', '000 100 110 001'].map((text) => text);
  const both = file('cubes', '000 100 200 010 110 210 001 101', [
    [left, 0, 2],
    [right, 0, 2],
  ]);
  const { problem, rotations, symmetries } = burrAssemblies(both);
  expect(symmetries.length).toBeGreaterThanOrEqual(rotations.length);
  for (const map of symmetries) {
    const images = [...map].filter((image) => image >= 0);
    expect(new Set(images).size).toBe(images.length);
  }
  expect(Array.from(rotations[0])).toEqual(
    Array.from({ length: problem.optionCount }, (_, k) => k),
  );
});

test('voxels of a result in any order', () => {
  const cube = box('cubes', [3, 2, 2]).split(' ');
  const stated = (step: number) => {
    const voxels = cube.map((_, k) => cube[(step * k) % cube.length]);
    return burrAssemblies(file('cubes', voxels.join(' '), [['000 001', 0, 6]]));
  };
  const sorted = stated(1);
  for (const assemblies of [stated(5), stated(7)]) {
    const { symmetries } = assemblies;
    expect(symmetries.every((map) => !map.includes(-1))).toBe(true);
    expect(counted(assemblies, symmetries)).toEqual(counted(sorted, sorted.symmetries));
  }
});

test('pieces whose number the room settles', () => {
  const sizes = (...ranges: [size: number, min: number, max: number][]) =>
    ranges.map(([size, min, max]) => ({ size, min, max }));
  const space = (room: number, needed = room) => ({ least: 0, most: 0, needed, room });
  const settled = (ranges: ReturnType<typeof sizes>, room: number, needed?: number) => [
    ...settledPieces(ranges, space(room, needed)),
  ];
  expect(settled(sizes([4, 0, 6], [4, 0, 6]), 24)).toEqual([0, 1]);
  expect(settled(sizes([4, 0, 6], [4, 0, 5]), 24)).toEqual([0]);
  // Either follows from the other, but not both from nothing.
  expect(settled(sizes([4, 2, 3], [4, 3, 4]), 24)).toEqual([0]);
  expect(settled(sizes([4, 2, 2], [4, 0, 4]), 24)).toEqual([1]);
  expect(settled(sizes([1, 0, 10], [14, 1, 1]), 24, 14)).toEqual([0]);
});

test('what a program cannot state is refused, with the remedy', () => {
  const good = file('cubes', SLAB, [['000 100', 6, 6]]);
  const [problem] = good.problems ?? [];
  const state =
    (changed: Partial<BurrFile>, number = 0) =>
    () =>
      burrAssemblies({ ...good, ...changed }, number);
  expect(state({}, 1)).toThrow(
    'There is no problem with the number 1, counted from 0; the file has number 0 alone.',
  );
  expect(state({ problems: [] })).toThrow('the file has no problems');
  expect(state({ problems: [{ pieces: problem.pieces }] })).toThrow('Problem 1 has no result');
  expect(state({ problems: [{ pieces: [], result: 0 }] })).toThrow('12 voxels too few');
  expect(() => burrAssemblies(file('cubes', SLAB, [['000', 13, 14]]))).toThrow('1 voxel too many');
  expect(() => burrAssemblies(file('cubes', SLAB, [['000', 1, 11]]))).toThrow('1 voxel too few');
  const hollow = file('cubes', '000 100 010+', [['000', 0, 2]], { maxHoles: 0 });
  expect(() => burrAssemblies(hollow)).toThrow(
    '1 voxel too few, as at most 0 holes may stay; choose other pieces, more holes, or another',
  );
  const many = Array.from({ length: 2001 }, () => ({ shape: 1, min: 0, max: 6 }));
  expect(state({ problems: [{ pieces: many, result: 0 }] })).toThrow(
    'Problem 1 has 2001 pieces; give at most 2000.',
  );
  expect(() => burrAssemblies(file('spheres', SLAB, [['000', 12, 12]]))).toThrow(
    'S1 has a voxel at 1,0,0, where the lattice of spheres has no cell; remove it',
  );
});
