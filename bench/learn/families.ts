import { Random } from '../../src/engine/kernels/random.ts';
import { Problem } from '../../src/index.ts';
import { cyclicSquare, latinSquares, type Piece, pieces, polyominoes } from '../../src/puzzles.ts';
import { encode, PuzzleGenerator } from '../../src/sudoku.ts';

/** A problem to be decided: is there a solution, and is there another? */
export interface Case {
  readonly name: string;
  readonly problem: Problem<unknown>;
}

/** Problems of a kind. The same seed makes the same one. */
export interface Family {
  readonly name: string;
  make(seed: number): Case;
}

export const FAMILIES: readonly Family[] = [
  { name: 'holes', make: (seed) => holes(seed) },
  { name: 'sparse', make: sparse },
  { name: 'pigeons', make: (seed) => pigeons(seed) },
  { name: 'pigeons in any order', make: (seed) => pigeons(seed, true) },
  { name: 'packings', make: packing },
];

/**
 * A Latin square with 41 % of it blank, as many cells of each row as of each
 * column (Kautz and others: Balance and filtering in structured satisfiable problems, 2001).
 */
export function holes(seed: number, order = 35 + (seed % 2)): Case {
  const random = new Random(seed);
  const square = latinSquare(order, random);
  const givens = withBlanks(square, latinSquare(order, random), Math.round(0.41 * order));
  return {
    name: `holes ${order}x${order}, seed ${seed}`,
    problem: latinSquares(order, { givens }),
  };
}

/**
 * A Sudoku of 25x25 with 14 blanks in each row, column and box. With 13 or 15 it is easy. Those of
 * 16x16 are no task here: with as few givens as one solution needs, they take some 100 conflicts.
 */
function sparse(seed: number): Case {
  const generator = new PuzzleGenerator({ size: 25, seed, maxNodes: 1 });
  const [grid, pattern] = [generator.puzzle().solution, generator.puzzle().solution];
  const problem = encode(generator.shape, withBlanks([...grid], pattern, 14));
  return { name: `sparse 25x25, seed ${seed}`, problem };
}

/** Blank where another grid has one of its first values, which each of its houses has once. */
function withBlanks(grid: readonly number[], pattern: ArrayLike<number>, blanks: number): number[] {
  return grid.map((value, cell) => (pattern[cell] <= blanks ? 0 : value));
}

/**
 * One pigeon more than holes, and each hole is to hold one. A few more options put two or three
 * pigeons into as many holes at once, so there is still no way. The counters of a CNF for SAT solvers
 * gain much where all holes list the pigeons in one order, and nothing where each lists them in an
 * order of chance (`isShuffled`).
 */
function pigeons(seed: number, isShuffled = false): Case {
  const random = new Random(seed);
  const count = 8 + (seed % 2);
  const pigeon = (k: number) => `p${k}`;
  const hole = (k: number) => `h${k}`;
  const some = (many: number, size: number) => [...random.order(many)].slice(0, size);
  const [all, places] = [[...Array(count + 1).keys()], [...Array(count).keys()]];
  const problem = new Problem({ primary: [...all.map(pigeon), ...places.map(hole)] });
  const options = all.flatMap((p) => places.map((h) => [pigeon(p), hole(h)]));
  for (let extra = 0; extra < count; extra++) {
    const size = 2 + random.below(2);
    options.push([...some(count + 1, size).map(pigeon), ...some(count, size).map(hole)]);
  }
  const order = isShuffled ? random.order(options.length) : options.keys();
  for (const k of order) problem.addOption(options[k]);
  return { name: `pigeons ${count + 1} in ${count}, seed ${seed}`, problem };
}

/**
 * Nine hexominoes for 6x9 that do not fit. On a chessboard eleven of the 35 cover two more cells of
 * one colour than of the other, and the others as many of each. So an odd number of the eleven
 * never covers as many of each.
 */
function packing(seed: number): Case {
  const random = new Random(seed);
  const hexominoes = pieces('hexominoes');
  const isUneven = ({ cells }: Piece) =>
    cells.filter(({ row, column }) => (row + column) % 2 === 0).length !== 3;
  for (;;) {
    const nine = [...random.order(35)].slice(0, 9).map((k) => hexominoes[k]);
    if (nine.filter(isUneven).length % 2 === 0) continue;
    return { name: `packing, seed ${seed}`, problem: polyominoes('6x9', nine) };
  }
}

/**
 * A Latin square at random (Jacobson and Matthews: Generating uniformly distributed random Latin
 * squares, 1996): a cube of row, column and value with a single 1 in each line. A move adds 1 to a
 * cell with 0 and takes 1 from a cell with 1 in each of its three lines; they span a box, whose
 * other corners even out the rest. The corner opposite may come to -1. Then the next move begins
 * there.
 */
function latinSquare(order: number, random: Random): number[] {
  const cube = new Int8Array(order ** 3);
  const at = (row: number, column: number, value: number) => (row * order + column) * order + value;
  for (const [cell, value] of cyclicSquare(order).entries()) cube[cell * order + value - 1] = 1;
  const zero = (): [number, number, number] => {
    for (;;) {
      const [row, column, value] = [random.below(order), random.below(order), random.below(order)];
      if (cube[at(row, column, value)] === 0) return [row, column, value];
    }
  };
  /** One of the places of a line that have 1. */
  const one = (place: (k: number) => number): number => {
    const found: number[] = [];
    for (let k = 0; k < order; k++) if (cube[place(k)] === 1) found.push(k);
    return found[random.below(found.length)];
  };
  let improper: [number, number, number] | undefined;
  for (let move = 0; move < order ** 3 || improper !== undefined; move++) {
    const [row, column, value] = improper ?? zero();
    const rows = [row, one((k) => at(k, column, value))];
    const columns = [column, one((k) => at(row, k, value))];
    const values = [value, one((k) => at(row, column, k))];
    for (let corner = 0; corner < 8; corner++) {
      const [i, j, k] = [corner & 1, (corner >> 1) & 1, corner >> 2];
      const place = at(rows[i], columns[j], values[k]);
      cube[place] = cube[place] + ((i + j + k) % 2 === 0 ? 1 : -1);
    }
    const opposite = [rows[1], columns[1], values[1]] as [number, number, number];
    improper = cube[at(...opposite)] === -1 ? opposite : undefined;
  }
  return Array.from({ length: order ** 2 }, (_, cell) => {
    return 1 + cube.subarray(cell * order, (cell + 1) * order).indexOf(1);
  });
}
