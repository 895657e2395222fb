/** The symmetries of an exhibit in words, where it knows them, or its board shows them. */
import type { LatticeCell } from '../packing/lattice.ts';
import { LATTICES } from '../packing/lattices.ts';
import { type BoardSymmetry, boardSymmetries } from '../packing/placements.ts';
import { type Cube, isFlat } from '../packing/region.ts';
import type { Exhibit } from './exhibit.ts';

type Described = Pick<Exhibit, 'problem' | 'placeOf' | 'symmetries' | 'lattice'>;

/** The findings of `symmetries` that words depend on. */
interface Group {
  readonly order: bigint;
  readonly status: string;
  readonly generators: readonly { readonly items: Int32Array }[];
}

/** As in `turns and mirrors of the board`; undefined where nothing is proven about them. */
export function wordsFor(
  { problem, placeOf, symmetries: known, lattice }: Described,
  { order, status, generators }: Group,
): string | undefined {
  if (status !== 'complete' || order === 1n) return undefined;
  if (known?.order === order) return known.words;
  if (placeOf === undefined) return undefined;
  // Number of a cell -> its item.
  const itemOf: number[] = [];
  const places: Cube[] = [];
  for (let item = 0; item < problem.primaryCount + problem.secondaryCount; item++) {
    const place = placeOf(problem.itemName(item));
    if (place === undefined) continue;
    itemOf.push(item);
    places.push(place);
  }
  const name = lattice ?? (isFlat(places) ? 'squares' : 'cubes');
  const cells = places.map(({ row, column, layer }): LatticeCell => [column, row, layer]);
  const ofBoard = boardSymmetries(LATTICES[name], cells);
  const moves: BoardSymmetry[] = [];
  for (const { items } of generators) {
    const move = ofBoard.find((one) =>
      one.cells.every((image, cell) => items[itemOf[cell]] === itemOf[image]),
    );
    if (move === undefined) return undefined;
    moves.push(move);
  }
  const group = generated(moves);
  // Other symmetries leave all cells in place, such as those that swap two equal pieces.
  if (BigInt(group.length) !== order) return undefined;
  const board = name === 'cubes' ? 'box' : 'board';
  if (group.every(({ isProper }) => isProper)) {
    const isHalf = LATTICES[name].isFlat && order === 2n;
    return isHalf ? `the half turn of the ${board}` : `turns of the ${board}`;
  }
  return order === 2n ? `a mirror of the ${board}` : `turns and mirrors of the ${board}`;
}

/** The group that symmetries of a board generate. */
function generated(moves: readonly BoardSymmetry[]): BoardSymmetry[] {
  const group = new Map(moves.map((move) => [move.cells.join(), move]));
  // A map goes on to the members that are added on the way.
  for (const one of group.values()) {
    for (const move of moves) {
      const cells = one.cells.map((cell) => move.cells[cell]);
      const isProper = one.isProper === move.isProper;
      if (!group.has(cells.join())) group.set(cells.join(), { cells, isProper });
    }
  }
  return [...group.values()];
}

/** The number of orders of n things. */
export function factorial(n: number): bigint {
  let product = 1n;
  for (let k = 2; k <= n; k++) product *= BigInt(k);
  return product;
}
