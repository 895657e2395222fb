import { Random } from '../../src/engine/kernels/random.ts';
import type { Problem } from '../../src/index.ts';
import {
  completeGraph,
  cubeGraph,
  dodecahedronGraph,
  langford,
  latinSquares,
  macmahon,
  pentominoes,
  perfectMatchings,
  petersenGraph,
  queens,
  soma,
  steiner,
  transversals,
} from '../../src/puzzles.ts';
import { encode, Shape } from '../../src/sudoku.ts';
import { type Matrix, matrixOf } from './matrix.ts';

/** A problem with the order of its group, as nauty 2.8.6 finds it, too. */
export interface SymmetricCase {
  readonly name: string;
  readonly matrix: () => Matrix;
  readonly order: bigint;
}

const range = (n: number): number[] => Array.from({ length: n }, (_, k) => k);

/** Primary items and options as plain numbers. */
function primaryMatrix(primary: number, options: readonly (readonly number[])[]): Matrix {
  return { name: '', primary, secondary: 0, options };
}

/** A graph: its vertices are items, its edges are options. So solutions are perfect matchings. */
function graphMatrix(
  vertices: number,
  isEdge: (a: number, b: number) => boolean | undefined,
): Matrix {
  const options: number[][] = [];
  for (let b = 0; b < vertices; b++) {
    for (let a = 0; a < b; a++) if (isEdge(a, b)) options.push([a, b]);
  }
  return primaryMatrix(vertices, options);
}

/** Problems side by side. */
function besideEachOther(parts: readonly Matrix[]): Matrix {
  const options: number[][] = [];
  let items = 0;
  for (const part of parts) {
    for (const option of part.options) options.push(option.map((item) => items + item));
    items += part.primary;
  }
  return primaryMatrix(items, options);
}

/** Points x, y with coordinates below n, joined where their difference or its negative is named. */
function differenceGraph(n: number, differences: readonly (readonly number[])[]): Matrix {
  const signed = differences.flatMap(([x, y]) => [
    [x, y],
    [-x, -y],
  ]);
  const known = new Set(signed.map(([x, y]) => ((x + n) % n) * n + ((y + n) % n)));
  return graphMatrix(n * n, (a, b) => {
    const row = (Math.floor(a / n) - Math.floor(b / n) + n) % n;
    return known.has(row * n + ((a - b + n * n) % n));
  });
}

/**
 * A graph of Cai, Fürer and Immerman over a graph whose vertices have three edges: each vertex
 * becomes one for each even set of its edges, each edge two pairs; `twisted` crosses one edge.
 */
function caiFurerImmerman(base: readonly (readonly number[])[], twisted: boolean): Matrix {
  const options: number[][] = [];
  const around = new Map<number, number[]>();
  for (const [edge, ends] of base.entries()) {
    for (const v of ends) around.set(v, [...(around.get(v) ?? []), edge]);
  }
  let vertices = 0;
  const ends = new Map<string, number>();
  for (const [v, list] of around) {
    for (const edge of list) {
      ends.set(`${v} ${edge} 0`, vertices++);
      ends.set(`${v} ${edge} 1`, vertices++);
    }
    for (const set of [0, 3, 5, 6]) {
      const middle = vertices++;
      for (const [k, edge] of list.entries()) {
        options.push([middle, ends.get(`${v} ${edge} ${(set >> k) & 1}`) as number]);
      }
    }
  }
  for (const [edge, [a, b]] of base.entries()) {
    const crossed = twisted && edge === 0 ? 1 : 0;
    for (const side of [0, 1]) {
      const to = ends.get(`${b} ${edge} ${side ^ crossed}`) as number;
      options.push([ends.get(`${a} ${edge} ${side}`) as number, to]);
    }
  }
  return primaryMatrix(vertices, options);
}

/** Prime -> the coefficients of x^k, less it, that make its powers fields: x^k = sum of c x^i. */
const REDUCED: Readonly<Record<number, readonly [prime: number, powers: readonly number[]]>> = {
  4: [2, [1, 1]],
  8: [2, [1, 1, 0]],
  9: [3, [1, 1]],
};

/** The field of q elements, numbered by their coefficients. */
function fieldOf(q: number) {
  const [prime, powers] = REDUCED[q] ?? [q, [0]];
  const digits = (a: number) => powers.map((_, k) => Math.floor(a / prime ** k) % prime);
  const number = (list: readonly number[]) =>
    list.reduce((sum, digit, k) => sum + (digit % prime) * prime ** k, 0);
  const add = (a: number, b: number) => {
    const other = digits(b);
    return number(digits(a).map((digit, k) => digit + other[k]));
  };
  const timesX = (a: number) => {
    const list = digits(a);
    const top = list[list.length - 1];
    return number(powers.map((c, k) => (k === 0 ? 0 : list[k - 1]) + c * top));
  };
  const times = (a: number, b: number) => {
    if (powers.length === 1) return (a * b) % q;
    let sum = 0;
    let power = a;
    for (const digit of digits(b)) {
      for (let k = 0; k < digit; k++) sum = add(sum, power);
      power = timesX(power);
    }
    return sum;
  };
  return { add, times, isSquare: (a: number) => range(q).some((b) => b > 0 && times(b, b) === a) };
}

/** The projective space of some dimension over q elements: its points as vectors. */
function projectivePoints(q: number, dimension: number): number[][] {
  let vectors: number[][] = [[]];
  for (let k = 0; k <= dimension; k++) {
    vectors = vectors.flatMap((vector) => range(q).map((digit) => [...vector, digit]));
  }
  return vectors.filter((vector) => vector.find((digit) => digit > 0) === 1);
}

/** The points (items) and lines (options) of the projective plane over q elements. */
function projectivePlane(q: number): Matrix {
  const { add, times } = fieldOf(q);
  const points = projectivePoints(q, 2);
  const product = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, digit, k) => add(sum, times(digit, b[k])), 0);
  const lines = points.map((line) =>
    range(points.length).filter((k) => product(line, points[k]) === 0),
  );
  return primaryMatrix(points.length, lines);
}

/** Points and totally isotropic lines of a symplectic form on 4 coordinates: W(3, q). */
function symplecticQuadrangle(q: number): Matrix {
  const points = projectivePoints(q, 3);
  const form = ([a, b, c, d]: number[], [e, f, g, h]: number[]) =>
    (a * f - b * e + c * h - d * g) % q;
  const lines = new Map<string, number[]>();
  for (const [a, one] of points.entries()) {
    for (let b = 0; b < a; b++) {
      if (form(one, points[b]) !== 0) continue;
      // A line is all points that are orthogonal to each point that is orthogonal to both.
      const both = range(points.length).filter(
        (k) => form(one, points[k]) === 0 && form(points[b], points[k]) === 0,
      );
      const line = both.filter((k) => both.every((other) => form(points[k], points[other]) === 0));
      lines.set(line.join(), line);
    }
  }
  return primaryMatrix(points.length, [...lines.values()]);
}

/** A Steiner triple system of 6t + 3 points, from the group of 2t + 1 (R. C. Bose 1939). */
function bose(t: number): Matrix {
  const n = 2 * t + 1;
  const point = (x: number, k: number) => 3 * x + (k % 3);
  const triples = range(n).map((x) => [point(x, 0), point(x, 1), point(x, 2)]);
  for (let y = 0; y < n; y++) {
    for (let x = 0; x < y; x++) {
      const middle = ((x + y) * (t + 1)) % n;
      for (const k of [0, 1, 2]) triples.push([point(x, k), point(y, k), point(middle, k + 1)]);
    }
  }
  return primaryMatrix(3 * n, triples);
}

/** Points of a space over two elements and their triples with sum 0: a Steiner triple system. */
function binaryTriples(dimension: number): Matrix {
  const options: number[][] = [];
  for (let a = 1; a < 2 ** dimension; a++) {
    for (let b = a + 1; b < 2 ** dimension; b++) {
      if (b < (a ^ b)) options.push([a - 1, b - 1, (a ^ b) - 1]);
    }
  }
  return primaryMatrix(2 ** dimension - 1, options);
}

/** Rows with both signs are items; columns with both signs are options. */
function hadamard(order: number, sign: (row: number, column: number) => boolean): Matrix {
  const options: number[][] = [];
  for (let column = 0; column < order; column++) {
    for (const side of [0, 1]) {
      options.push(range(order).map((row) => 2 * row + (sign(row, column) ? side : 1 - side)));
    }
  }
  return primaryMatrix(2 * order, options);
}

/** R. Paley's Hadamard matrix of order q + 1, where q is a prime that leaves 3 divided by 4. */
function paleyHadamard(q: number): Matrix {
  const { isSquare } = fieldOf(q);
  return hadamard(q + 1, (row, column) => {
    if (row === 0 || column === 0) return row === 0;
    return row !== column && isSquare((row - column + q) % q);
  });
}

/** Vertices are elements of a field, joined where their difference is a square. */
function paley(q: number): Matrix {
  const { add, times, isSquare } = fieldOf(q);
  const minus = range(q).find((a) => add(a, 1) === 0) as number;
  return graphMatrix(q, (a, b) => isSquare(add(a, times(minus, b))));
}

/** The pairs of 8 points, joined where they meet; and the graphs with the same numbers, made by L. Chang's switching. */
function triangular(switched: readonly (readonly [number, number])[]): Matrix {
  const pairs = range(8).flatMap((b) => range(b).map((a) => [a, b] as const));
  const isSwitched = (pair: readonly [number, number]) =>
    switched.some(([a, b]) => Math.min(a, b) === pair[0] && Math.max(a, b) === pair[1]);
  return graphMatrix(28, (one, other) => {
    const p = pairs[one];
    const q = pairs[other];
    return p.some((point) => q.includes(point)) !== (isSwitched(p) !== isSwitched(q));
  });
}

/** One-factorizations of the complete graph: each edge has a colour, each colour each vertex. */
function oneFactorizations(vertices: number): Matrix {
  const colours = vertices - 1;
  const edges = range(vertices).flatMap((b) => range(b).map((a) => [a, b] as const));
  const options = edges.flatMap(([a, b], edge) =>
    range(colours).map((colour) => [
      edge,
      edges.length + a * colours + colour,
      edges.length + b * colours + colour,
    ]),
  );
  return primaryMatrix(edges.length + vertices * colours, options);
}

/** Semiqueens on a torus: transversals of the table of a cyclic group. */
function toroidalSemiqueens(n: number): Matrix {
  return latinNet(n, (row, column) => (row + column) % n);
}

/** Rows, columns and values are items, the cells of a Latin square options. */
function latinNet(n: number, value: (row: number, column: number) => number): Matrix {
  const square = range(n * n).map((cell) => 1 + value(Math.floor(cell / n), cell % n));
  return matrixOf('', transversals(square));
}

/** The net of a Latin square of chance: the cyclic one after many switches of cycles of two rows. */
export function randomLatin(n: number, seed: number): Matrix {
  const random = new Random(seed);
  const rows = range(n).map((row) => range(n).map((column) => (row + column) % n));
  for (let step = 0; step < 40 * n; step++) {
    const a = rows[random.below(n)];
    const b = rows[random.below(n)];
    if (a === b) continue;
    const first = random.below(n);
    let at = first;
    do {
      const value = b[at];
      b[at] = a[at];
      a[at] = value;
      at = a.findIndex((other, column) => other === value && column !== at);
    } while (at >= 0);
    // Columns change places with values, so that all three kinds of lines are mixed.
    for (const row of rows) {
      const turned = range(n).map((value) => row.indexOf(value));
      row.splice(0, n, ...turned);
    }
  }
  return latinNet(n, (row, column) => rows[row]?.[column]);
}

/** A graph of chance whose vertices have three edges each. */
function randomCubic(vertices: number, seed: number): Matrix {
  const random = new Random(seed);
  for (;;) {
    const ends = [...random.order(3 * vertices)].map((end) => Math.floor(end / 3));
    const edges = range((3 * vertices) / 2).map((k) =>
      [ends[2 * k], ends[2 * k + 1]].sort((a, b) => a - b),
    );
    const isSimple = edges.every(([a, b]) => a !== b);
    if (isSimple && new Set(edges.map(String)).size === edges.length) {
      return primaryMatrix(vertices, edges);
    }
  }
}

/** A board on a torus, covered by dominoes. */
const torus = (n: number) =>
  differenceGraph(n, [
    [0, 1],
    [1, 0],
  ]);

const rook = differenceGraph(4, [
  [0, 1],
  [0, 2],
  [1, 0],
  [2, 0],
]);
const shrikhande = differenceGraph(4, [
  [0, 1],
  [1, 0],
  [1, 1],
]);

function parity(bits: number): boolean {
  let odd = false;
  for (let rest = bits; rest > 0; rest &= rest - 1) odd = !odd;
  return odd;
}

/** The edges of a graph as pairs of numbers. */
function edgesOf(graph: ReturnType<typeof completeGraph>): Matrix['options'] {
  return matrixOf('', perfectMatchings(graph)).options;
}

/** A circular ladder. */
function ladder(n: number): number[][] {
  return range(n).flatMap((k) => [
    [k, (k + 1) % n],
    [n + k, n + ((k + 1) % n)],
    [k, n + k],
  ]);
}

/** A problem with its items, options and uses in another order. Colours keep their numbers. */
export function renamed(matrix: Matrix, seed: number): Matrix {
  const { primary, secondary, options, colours } = matrix;
  const random = new Random(seed);
  const itemTo = [...random.order(primary), ...random.order(secondary).map((k) => primary + k)];
  const order = [...random.order(options.length)];
  const uses = order.map((option) => [...random.order((options[option] as number[]).length)]);
  const inOrder = (lists: Matrix['options']) =>
    order.map((option, k) => uses[k].map((use) => lists[option]?.[use]));
  return {
    name: matrix.name,
    primary,
    secondary,
    options: inOrder(options).map((items) => items.map((item) => itemTo[item])),
    ...(colours && { colours: inOrder(colours) }),
  };
}

const stated = (problem: () => Pick<Problem<unknown>, 'compile'>) => (): Matrix =>
  matrixOf('', problem());

const CASES: readonly (readonly [string, () => Matrix, bigint])[] = [
  ['one-factorizations of K8', () => oneFactorizations(8), 203212800n],
  ['one-factorizations of K10', () => oneFactorizations(10), 1316818944000n],
  ['toroidal semiqueens 13', () => toroidalSemiqueens(13), 12168n],
  ['toroidal semiqueens 16', () => toroidalSemiqueens(16), 12288n],
  ['toroidal queens 11', stated(() => queens(11, { torus: true })), 4840n],
  ['queens 20', stated(() => queens(20)), 8n],
  ['Sudokus of 2x4', stated(() => encode(Shape.of({ boxes: '2x4' }))), 17836277760n],
  ['Sudokus of 3x3', stated(() => encode(Shape.of({ boxes: '3x3' }))), 1218998108160n],
  ['Sudokus of 3x4', stated(() => encode(Shape.of({ boxes: '3x4' }))), 1235771522128281600n],
  ['Latin squares of order 9', stated(() => latinSquares(9)), 286708355039232000n],
  ['net of the elementary group of 16', () => latinNet(16, (a, b) => a ^ b), 30965760n],
  ['net of a Latin square of chance', () => randomLatin(14, 3), 1n],
  ['Steiner triples of 15 points', stated(() => steiner(15)), 1307674368000n],
  ['Steiner system of R. C. Bose, 33 points', () => bose(5), 330n],
  ['Steiner system of R. C. Bose, 45 points', () => bose(7), 360n],
  ['Steiner system of binary vectors', () => binaryTriples(5), 9999360n],
  ['projective plane over 7', () => projectivePlane(7), 5630688n],
  ['projective plane over 9', () => projectivePlane(9), 84913920n],
  ['symplectic quadrangle over 5', () => symplecticQuadrangle(5), 9360000n],
  ['Hadamard matrix of J. Sylvester, 16', () => hadamard(16, (a, b) => parity(a & b)), 10321920n],
  [
    'Hadamard matrix of J. Sylvester, 32',
    () => hadamard(32, (a, b) => parity(a & b)),
    20478689280n,
  ],
  ['Hadamard matrix of R. Paley, 24', () => paleyHadamard(23), 506n],
  ['Hadamard matrix of R. Paley, 44', () => paleyHadamard(43), 1806n],
  ['Paley graph of 37', () => paley(37), 666n],
  ['Paley graph of 61', () => paley(61), 1830n],
  [
    'lattice graph 8x8',
    () => graphMatrix(64, (a, b) => a >> 3 === b >> 3 || (a & 7) === (b & 7)),
    3251404800n,
  ],
  [
    'graph of S. Shrikhande, thrice, beside lattices',
    () => besideEachOther([shrikhande, rook, shrikhande, rook, shrikhande]),
    112717121716224n,
  ],
  ['triangular graph', () => triangular([]), 40320n],
  [
    'graph of L. Chang',
    () =>
      triangular([
        [0, 1],
        [2, 3],
        [4, 5],
        [6, 7],
      ]),
    384n,
  ],
  ['Cai, Fürer and Immerman on a cube', () => caiFurerImmerman(edgesOf(cubeGraph(3)), true), 1536n],
  [
    'Cai, Fürer and Immerman on a dodecahedron',
    () => caiFurerImmerman(edgesOf(dodecahedronGraph()), false),
    245760n,
  ],
  ['Cai, Fürer and Immerman on a ladder', () => caiFurerImmerman(ladder(30), true), 257698037760n],
  ['torus of 12x12', () => torus(12), 1152n],
  [
    'torus of 16x16 with diagonals',
    () =>
      differenceGraph(16, [
        [0, 1],
        [1, 0],
        [1, 1],
      ]),
    3072n,
  ],
  ['matchings of a cube of 7 dimensions', stated(() => perfectMatchings(cubeGraph(7))), 645120n],
  [
    'matchings of K24',
    stated(() => perfectMatchings(completeGraph(24))),
    620448401733239439360000n,
  ],
  [
    'twelve graphs of J. Petersen',
    () => besideEachOther(range(12).map(() => matrixOf('', perfectMatchings(petersenGraph())))),
    4270826380475341209600000000000000n,
  ],
  ['cubic graph of chance', () => randomCubic(100, 5), 1n],
  ['pentominoes 6x10', stated(() => pentominoes('6x10')), 4n],
  ['Soma', stated(() => soma()), 48n],
  ['MacMahon', stated(() => macmahon()), 128n],
  ['Langford 16', stated(() => langford(16)), 2n],
  [
    'dominoes 12x12',
    () => graphMatrix(144, (a, b) => b - a === 12 || (b - a === 1 && b % 12 > 0)),
    8n,
  ],
];

export const SYMMETRIC: readonly SymmetricCase[] = CASES.map(([name, matrix, order]) => ({
  name,
  matrix,
  order,
}));
