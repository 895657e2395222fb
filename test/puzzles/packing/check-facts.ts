import { expect } from 'vitest';
import { count, solutions } from '../../../src/index.ts';
import { LATTICES, type LatticeName } from '../../../src/puzzles/packing/lattices.ts';
import {
  type PlacedPolyform,
  type PolyformSettings,
  polyforms,
} from '../../../src/puzzles/packing/polyforms.ts';

/**
 * Boards of Polyform Puzzler by their names there; `/` separates rows. All solutions, those up to
 * turns and mirrors of the board, and those up to turns alone. Its page of Flower2 says 4 for 2, a
 * count up to turns: `classesByHand` decides.
 */
export type Fact = readonly [
  name: string,
  lattice: LatticeName,
  board: string,
  pieces: string,
  numbers: readonly [all: number, upToSymmetry: number, upToTurns: number],
];

const text = (board: string) => board.replaceAll('/', '\n');

function packing([name, lattice, board, pieces]: Fact, settings: PolyformSettings = {}) {
  const oneSided = name.startsWith('OneSided') || undefined;
  return polyforms(lattice, text(board), pieces, { ...settings, oneSided });
}

/** The classes of solutions under maps of options; an image counts if it is a solution. */
export function classes(all: readonly (readonly number[])[], group: readonly Int32Array[]): number {
  const keyOf = (options: readonly number[]) => [...options].sort((a, b) => a - b).join();
  const left = new Set(all.map(keyOf));
  let found = 0;
  for (const options of all) {
    if (!left.has(keyOf(options))) continue;
    found++;
    for (const map of group) left.delete(keyOf(options.map((option) => map[option])));
  }
  return found;
}

/**
 * The same from the middles of cells alone: turns by 30 degrees about the middle of the board, and
 * mirrors if wanted, that take it onto itself.
 */
function classesByHand(
  found: readonly (readonly PlacedPolyform[])[],
  lattice: LatticeName,
  mirrors: boolean,
) {
  const centre = ([x, y, z = 0]: readonly number[]) => LATTICES[lattice].centre([x, y, z]);
  const points = found[0].flatMap(({ cells }) => cells.map(centre));
  const middle = [0, 1].map((axis) => points.reduce((sum, p) => sum + p[axis], 0) / points.length);
  const at = (x: number, y: number) => `${(x + 1e3).toFixed(3)},${(y + 1e3).toFixed(3)}`;
  const moves = Array.from({ length: mirrors ? 24 : 12 }, (_, k) => (p: readonly number[]) => {
    const [x, y] = [(p[0] - middle[0]) * (k < 12 ? 1 : -1), p[1] - middle[1]];
    const [c, s] = [Math.cos((k * Math.PI) / 6), Math.sin((k * Math.PI) / 6)];
    return at(c * x - s * y, s * x + c * y);
  });
  const board = points.map(moves[0]).sort().join(' ');
  const symmetries = moves.filter((move) => points.map(move).sort().join(' ') === board);
  // A placement is part of many packings: each is moved once.
  const lying = symmetries.map((move) => {
    const known = new Map<string, string>();
    return ({ piece, cells }: PlacedPolyform) => {
      const key = `${piece}: ${cells.join(' ')}`;
      const text =
        known.get(key) ??
        `${piece.replace("'", '')}: ${cells.map(centre).map(move).sort().join(' ')}`;
      known.set(key, text);
      return text;
    };
  });
  const least = found.map(
    (packing) => lying.map((image) => packing.map(image).sort().join('; ')).sort()[0],
  );
  return new Set(least).size;
}

/** Compares the numbers of a fact with all solutions, and with those up to symmetry. */
export function checkFact(fact: Fact): void {
  const [, lattice, , , [all, upToSymmetry, upToTurns]] = fact;
  const problem = packing(fact);
  const found = [...solutions(problem)];
  expect(found).toHaveLength(all);
  const numbers = found.map(({ numbers }) => numbers);
  expect(classes(numbers, problem.boardSymmetries())).toBe(upToSymmetry);
  if (LATTICES[lattice].isFlat) {
    const packings = found.map(({ payloads }) => payloads);
    expect(classesByHand(packings, lattice, true)).toBe(upToSymmetry);
    expect(classesByHand(packings, lattice, false)).toBe(upToTurns);
  }
  const once = packing(fact, { upToSymmetry: true });
  expect(count(once).count).toBe(upToSymmetry);
  expect(once.boardSymmetries()).toHaveLength(1);
}
