import { Lattice, type LatticeCell, plus } from './lattice.ts';
import type { LinearMap, Point } from './points.ts';

const map = (matrix: readonly number[], divisor = 1): LinearMap => ({ matrix, divisor });
const IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const all = (vector: LatticeCell): LatticeCell => vector;
/** Kinds of cells are told by z, which a translation keeps. */
const withinKinds = ([x, y]: LatticeCell): LatticeCell => [x, y, 0];
const steps =
  (...vectors: LatticeCell[]) =>
  (cell: LatticeCell): LatticeCell[] =>
    vectors.map((vector) => plus(cell, vector));

/** 0 ... n - 1, also of negative numbers. */
function modulo(number: number, n: number): number {
  return ((number % n) + n) % n;
}

const HALF_HEIGHT = Math.sqrt(3) / 2;
/** Oblique axes at 60 degrees, the second one upwards. */
const oblique = (unit: number) => map([1, 0.5, 0, 0, HALF_HEIGHT, 0, 0, 0, 1], unit);
const QUARTER = map([0, -1, 0, 1, 0, 0, 0, 0, 1]);
/** A quarter turn that tips a solid over, about the x axis. */
const TIP = map([1, 0, 0, 0, 0, -1, 0, 1, 0]);
const FLIP = map([-1, 0, 0, 0, 1, 0, 0, 0, 1]);
/** A turn by 60 degrees about the origin of oblique axes, and a reflection. */
const SIXTH = map([0, -1, 0, 1, 1, 0, 0, 0, 1]);
const OBLIQUE_FLIP = map([-1, -1, 0, 0, 1, 0, 0, 0, 1]);

const LEFT = [-1, 0, 0] as const;
const RIGHT = [1, 0, 0] as const;
const BACK = [0, -1, 0] as const;
const FORTH = [0, 1, 0] as const;
const DOWN = [0, 0, -1] as const;
const UP = [0, 0, 1] as const;

/** The corners of a cube about a point, or of a square if it is flat. */
function box([a, b, c]: Point, half: number, depth = half): Point[] {
  const signs = depth === 0 ? [0] : [-depth, depth];
  return signs.flatMap((z) =>
    [-half, half].flatMap((y) => [-half, half].map((x): Point => [a + x, b + y, c + z])),
  );
}

const twice = ([x, y, z]: LatticeCell): Point => [2 * x, 2 * y, 2 * z];
const halved = ([a, b, c]: Point): LatticeCell => [a / 2, b / 2, c / 2];

/** Cubes: (x, y, z), y downwards as rows go, z upwards as layers go. */
const cubes = new Lattice({
  name: 'cubes',
  isFlat: false,
  dimensions: 3,
  pointOf: twice,
  cellAt: halved,
  translationNear: all,
  turns: [QUARTER, TIP],
  mirror: FLIP,
  neighbours: steps(DOWN, UP, BACK, FORTH, LEFT, RIGHT),
  corners: (cell) => box(twice(cell), 1),
  toSpace: map([1, 0, 0, 0, -1, 0, 0, 0, 1], 2),
});

/** Squares: (x, y), y downwards as rows go. */
const squares = new Lattice({
  name: 'squares',
  isFlat: true,
  dimensions: 2,
  pointOf: twice,
  cellAt: (point) => (point[2] === 0 ? halved(point) : undefined),
  translationNear: all,
  turns: [QUARTER],
  mirror: FLIP,
  layerOf: cubes,
  neighbours: steps(BACK, FORTH, LEFT, RIGHT),
  corners: (cell) => box(twice(cell), 1, 0),
  toSpace: map([1, 0, 0, 0, -1, 0, 0, 0, 1], 2),
});

/** Hexagons: (x, y) along axes at 60 degrees, the second one upwards. */
const hexagons = new Lattice({
  name: 'hexagons',
  isFlat: true,
  dimensions: 2,
  pointOf: ([x, y, z]) => [3 * x, 3 * y, z],
  cellAt: ([a, b, c]) => (c === 0 ? [a / 3, b / 3, 0] : undefined),
  translationNear: all,
  turns: [SIXTH],
  mirror: OBLIQUE_FLIP,
  neighbours: steps(BACK, [1, -1, 0], LEFT, RIGHT, [-1, 1, 0], FORTH),
  corners: ([x, y]) =>
    [
      [1, 1],
      [-1, 2],
      [-2, 1],
      [-1, -1],
      [1, -2],
      [2, -1],
    ].map(([a, b]): Point => [3 * x + a, 3 * y + b, 0]),
  toSpace: oblique(3),
});

/**
 * Triangles: (x, y, z) along axes at 60 degrees; z is 0 for one that points up, 1 for the one to its
 * right that points down.
 */
const triangles = new Lattice({
  name: 'triangles',
  isFlat: true,
  dimensions: 3,
  pointOf: ([x, y, z]) => [3 * x + 1 + z, 3 * y + 1 + z, z === 0 || z === 1 ? 0 : 1],
  cellAt([a, b, c]) {
    const z = modulo(a, 3) - 1;
    if (c !== 0 || z < 0 || modulo(b, 3) !== z + 1) return undefined;
    return [(a - 1 - z) / 3, (b - 1 - z) / 3, z];
  },
  translationNear: withinKinds,
  turns: [SIXTH],
  mirror: OBLIQUE_FLIP,
  neighbours: ([x, y, z]) =>
    z === 0
      ? [
          [x, y - 1, 1],
          [x - 1, y, 1],
          [x, y, 1],
        ]
      : [
          [x, y, 0],
          [x + 1, y, 0],
          [x, y + 1, 0],
        ],
  corners: ([x, y, z]) =>
    [
      [3 * z, 3 * z],
      [3, 0],
      [0, 3],
    ].map(([a, b]): Point => [3 * x + a, 3 * y + b, 0]),
  toSpace: oblique(3),
});

const endsOf = ([x, y, z]: LatticeCell): Point[] => [
  [2 * x, 2 * y, 0],
  z === 0 ? [2 * x + 2, 2 * y, 0] : [2 * x, 2 * y + 2, 0],
];

/**
 * Edges of squares: (x, y, z) begins at the point (x, y); z is 0 for one to the right, 1 for one
 * upwards.
 */
const edges = new Lattice({
  name: 'edges',
  isFlat: true,
  dimensions: 3,
  pointOf: ([x, y, z]) => [2 * x + 1 - z, 2 * y + z, z === 0 || z === 1 ? 0 : 1],
  cellAt([a, b, c]) {
    const z = modulo(b, 2);
    if (c !== 0 || !Number.isInteger(a) || modulo(a, 2) === z) return undefined;
    return [(a - 1 + z) / 2, (b - z) / 2, z];
  },
  translationNear: withinKinds,
  turns: [QUARTER],
  mirror: FLIP,
  neighbours([x, y, z]) {
    const far: LatticeCell = z === 0 ? [x + 1, y, 0] : [x, y + 1, 0];
    return [[x, y, 0] as const, far]
      .flatMap(([px, py]): LatticeCell[] => [
        [px, py - 1, 1],
        [px - 1, py, 0],
        [px, py, 0],
        [px, py, 1],
      ])
      .filter((edge) => edge.join() !== [x, y, z].join());
  },
  corners: endsOf,
  toSpace: map(IDENTITY, 2),
  crossings(cells) {
    const taken = new Set(cells.map((cell) => cell.join()));
    return cells
      .filter(([x, y, z]) => taken.has(z === 0 ? [x - 1, y, 0].join() : [x, y - 1, 1].join()))
      .map(([x, y]) => `x${x}y${y}+`);
  },
});

const pointsUp = (x: number, y: number) => modulo(x + y, 2) === 0;

/**
 * Triangular prisms: (x, y, z); one with an even x + y points up, the one to its right points down.
 */
const prisms = new Lattice({
  name: 'prisms',
  isFlat: false,
  dimensions: 3,
  pointOf: ([x, y, z]) => [x + 1, 3 * y + (pointsUp(x, y) ? 1 : 2), 2 * z],
  cellAt([a, b, c]) {
    if (!Number.isInteger(a) || !Number.isInteger(b)) return undefined;
    const kind = modulo(b, 3);
    const [x, y, z] = [a - 1, (b - kind) / 3, c / 2];
    return kind !== 0 && pointsUp(x, y) === (kind === 1) ? [x, y, z] : undefined;
  },
  translationNear: ([x, y, z]) => [x - modulo(x + y, 2), y, z],
  turns: [map([1, -1, 0, 3, 1, 0, 0, 0, 2], 2), map([-1, 0, 0, 0, 1, 0, 0, 0, -1])],
  mirror: map([1, 0, 0, 0, 1, 0, 0, 0, -1]),
  neighbours: ([x, y, z]) => [
    [x, y, z - 1],
    [x, y, z + 1],
    [x - 1, y, z],
    [x + 1, y, z],
    [x, pointsUp(x, y) ? y - 1 : y + 1, z],
  ],
  corners([x, y, z]) {
    const [u, v] = [x + 1, 3 * y + (pointsUp(x, y) ? 1 : 2)];
    const foot = pointsUp(x, y) ? -1 : 1;
    return [2 * z - 1, 2 * z + 1].flatMap((w): Point[] => [
      [u - 1, v + foot, w],
      [u + 1, v + foot, w],
      [u, v - 2 * foot, w],
    ]);
  },
  toSpace: map([1, 0, 0, 0, 1 / Math.sqrt(3), 0, 0, 0, 1], 2),
});

const TURNED_AXES = [
  [1, 1, 1],
  [1, 1, -1],
  [1, -1, 1],
  [-1, 1, 1],
] as const;

/** A turn by 60 degrees about an axis through corners of a cube: Rodrigues' formula. */
function sixthAbout([n, m, k]: LatticeCell): LinearMap {
  const own = (p: number, q: number, turn: number) => 3 * turn + p * q + 0;
  return map(
    [
      4,
      own(n, m, -k),
      own(n, k, m),
      own(m, n, k),
      4,
      own(m, k, -n),
      own(k, n, -m),
      own(k, m, n),
      4,
    ],
    6,
  );
}

/** Spheres in the closest packing: (x, y, z) with an even sum. */
const spheres = new Lattice({
  name: 'spheres',
  isFlat: false,
  dimensions: 3,
  pointOf: (cell) => cell,
  cellAt: ([a, b, c]) =>
    Number.isInteger(a) && Number.isInteger(b) && Number.isInteger(c) && modulo(a + b + c, 2) === 0
      ? [a, b, c]
      : undefined,
  translationNear: ([x, y, z]) => [x - modulo(x + y + z, 2), y, z],
  turns: [QUARTER, TIP],
  mirror: FLIP,
  partialTurns: TURNED_AXES.map(sixthAbout),
  neighbours: steps(
    [0, -1, -1],
    [-1, 0, -1],
    [1, 0, -1],
    [0, 1, -1],
    [-1, -1, 0],
    [1, -1, 0],
    [-1, 1, 0],
    [1, 1, 0],
    [0, -1, 1],
    [-1, 0, 1],
    [1, 0, 1],
    [0, 1, 1],
  ),
  corners: () => [],
  toSpace: map(IDENTITY, Math.SQRT2),
});

const FIVE = 5;

/**
 * Rhombic cells: a cube in 24 tetrahedra, from its middle to a quarter of a face. In blocks of 5x5x5
 * places, one coordinate is 0 or 4 (the face), one is 1 or 3 (the quarter) and one is 2.
 */
const rhombic = new Lattice({
  name: 'rhombic',
  isFlat: false,
  dimensions: 3,
  pointOf: ([x, y, z]) => [2 * (x - 2), 2 * (y - 2), 2 * (z - 2)],
  cellAt([a, b, c]) {
    const [x, y, z] = [a / 2 + 2, b / 2 + 2, c / 2 + 2];
    const arm = (place: number) => Math.abs(modulo(place, FIVE) - 2);
    const [p, q, r] = [arm(x), arm(y), arm(z)];
    // Of 0, 1 and 2 with this sum and product, there is one each.
    const isCell = p + q + r === 3 && p * q * r === 0;
    const isWhole = Number.isInteger(x) && Number.isInteger(y) && Number.isInteger(z);
    return isCell && isWhole ? [x, y, z] : undefined;
  },
  translationNear: ([x, y, z]) => [x - modulo(x, FIVE), y - modulo(y, FIVE), z - modulo(z, FIVE)],
  turns: [QUARTER, TIP],
  mirror: FLIP,
  neighbours(cell) {
    const { arms, face, quarter, level } = rhombicAxes(cell);
    const moved = (changes: readonly (readonly [axis: number, by: number])[]) => {
      const next: [number, number, number] = [...cell];
      for (const [axis, by] of changes) next[axis] += by;
      return next;
    };
    const [out, aside] = [Math.sign(arms[face]), Math.sign(arms[quarter])];
    return [
      moved([[face, out]]),
      moved([
        [face, -out],
        [quarter, aside],
      ]),
      moved([
        [quarter, -aside],
        [level, -1],
      ]),
      moved([
        [quarter, -aside],
        [level, 1],
      ]),
    ];
  },
  corners(cell) {
    const { arms, face, quarter, level } = rhombicAxes(cell);
    const middle = cell.map((place) => 2 * (place - modulo(place, FIVE)));
    const corner = (...axes: (readonly [axis: number, sign: number])[]): Point => {
      const at: [number, number, number] = [middle[0], middle[1], middle[2]];
      for (const [axis, sign] of axes) at[axis] += FIVE * sign;
      return at;
    };
    const [out, aside] = [Math.sign(arms[face]), Math.sign(arms[quarter])];
    return [
      corner(),
      corner([face, out]),
      corner([face, out], [quarter, aside], [level, -1]),
      corner([face, out], [quarter, aside], [level, 1]),
    ];
  },
  toSpace: map(IDENTITY, 10),
});

/** The places of a rhombic cell from the middle of its block, and which axis is which. */
function rhombicAxes(cell: LatticeCell) {
  const arms = cell.map((place) => modulo(place, FIVE) - 2);
  const axis = (depth: number) => arms.findIndex((arm) => Math.abs(arm) === depth);
  return { arms, face: axis(2), quarter: axis(1), level: axis(0) };
}

const THREE = 3;
const blockOf = (place: number) => Math.floor(place / THREE);

/** True if a block has an even sum. */
function isEvenBlock([x, y, z]: LatticeCell): boolean {
  return modulo(blockOf(x) + blockOf(y) + blockOf(z), 2) === 0;
}

/**
 * Tetrahedra, and eighths of octahedra: in blocks of 3x3x3 places, the tetrahedron is in the middle,
 * and an eighth lies in each of the four corners that it does not reach.
 */
const tetraoctahedra = new Lattice({
  name: 'tetraoctahedra',
  isFlat: false,
  dimensions: 3,
  pointOf: ([x, y, z]) => [2 * x - 5, 2 * y - 5, 2 * z - 5],
  cellAt([a, b, c]) {
    const cell: LatticeCell = [(a + 5) / 2, (b + 5) / 2, (c + 5) / 2];
    const arms = cell.map((place) => modulo(place, THREE) - 1);
    if (arms.every((arm) => arm === 0)) return cell;
    if (!arms.every((arm) => Math.abs(arm) === 1)) return undefined;
    return arms[0] * arms[1] * arms[2] > 0 === isEvenBlock(cell) ? cell : undefined;
  },
  translationNear(vector) {
    const blocks = vector.map(blockOf);
    const odd = modulo(blocks[0] + blocks[1] + blocks[2], 2);
    return [THREE * (blocks[0] - odd), THREE * blocks[1], THREE * blocks[2]];
  },
  turns: [QUARTER, TIP],
  mirror: FLIP,
  neighbours(cell) {
    const arms = cell.map((place) => modulo(place, THREE) - 1);
    const [x, y, z] = cell;
    if (arms[0] !== 0) {
      const [p, q, r] = arms;
      return [
        [x - p, y - q, z - r],
        [x + p, y, z],
        [x, y + q, z],
        [x, y, z + r],
      ];
    }
    return eighths(cell).map(([p, q, r]): LatticeCell => [x + p, y + q, z + r]);
  },
  corners(cell) {
    const arms = cell.map((place) => modulo(place, THREE) - 1);
    const middle = cell.map((place, axis) => 2 * (place - arms[axis]) - 5);
    const corner = ([p, q, r]: readonly number[]): Point => [
      middle[0] + 3 * p,
      middle[1] + 3 * q,
      middle[2] + 3 * r,
    ];
    if (arms[0] === 0) return eighths(cell).map(([p, q, r]) => corner([-p, -q, -r]));
    const [p, q, r] = arms;
    return [corner(arms), corner([-p, q, r]), corner([p, -q, r]), corner([p, q, -r])];
  },
  toSpace: map(IDENTITY, 6),
});

/** The corners of a block that have an eighth, from its middle. */
function eighths(cell: LatticeCell): LatticeCell[] {
  const sign = isEvenBlock(cell) ? 1 : -1;
  return [
    [sign, -sign, -sign],
    [-sign, sign, -sign],
    [-sign, -sign, sign],
    [sign, sign, sign],
  ];
}

/** The name of a lattice. */
export type LatticeName =
  | 'squares'
  | 'cubes'
  | 'hexagons'
  | 'triangles'
  | 'edges'
  | 'prisms'
  | 'spheres'
  | 'rhombic'
  | 'tetraoctahedra';

/** The lattices by name. */
export const LATTICES: Readonly<Record<LatticeName, Lattice>> = {
  squares,
  cubes,
  hexagons,
  triangles,
  edges,
  prisms,
  spheres,
  rhombic,
  tetraoctahedra,
};
