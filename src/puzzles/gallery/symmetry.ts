/** The symmetries of an exhibit in words, where it knows them, or its board shows them. */
import { isSame, type LatticeCell, type LatticeMap, minus } from '../packing/lattice.ts';
import { LATTICES } from '../packing/lattices.ts';
import { type Cube, cellOf, isFlat } from '../packing/region.ts';
import type { Exhibit } from './exhibit.ts';

/** The findings of `symmetries` that words depend on. */
interface Group {
  readonly order: bigint;
  readonly status: string;
  readonly generators: readonly { readonly items: Int32Array }[];
}

/** As in `turns and mirrors of the board`; undefined where nothing is proven about them. */
export function wordsFor(
  { problem, placeOf, symmetries: known }: Pick<Exhibit, 'problem' | 'placeOf' | 'symmetries'>,
  { order, status, generators }: Group,
): string | undefined {
  if (status !== 'complete' || order === 1n) return undefined;
  if (known?.order === order) return known.words;
  if (placeOf === undefined) return undefined;
  const cubes: Cube[] = [];
  const places = new Map<number, LatticeCell>();
  for (let item = 0; item < problem.primaryCount + problem.secondaryCount; item++) {
    const place = placeOf(problem.itemName(item));
    if (place === undefined) continue;
    cubes.push(place);
    places.set(item, cellOf(place));
  }
  const flat = isFlat(cubes);
  const { maps } = flat ? LATTICES.squares : LATTICES.cubes;
  // Turns first: a row of cells is turned, not mirrored.
  const turnsFirst = [...maps].sort((one, other) => Number(other.isProper) - Number(one.isProper));
  const moves: LatticeMap[] = [];
  for (const { items } of generators) {
    const move = turnsFirst.find((one) => fits(one, items, places));
    if (move === undefined) return undefined;
    moves.push(move);
  }
  // Other symmetries leave all cells in place, such as those that swap two equal pieces.
  if (BigInt(orderOf(moves)) !== order) return undefined;
  const board = flat ? 'board' : 'box';
  if (moves.every(({ isProper }) => isProper)) {
    return flat && order === 2n ? `the half turn of the ${board}` : `turns of the ${board}`;
  }
  return order === 2n ? `a mirror of the ${board}` : `turns and mirrors of the ${board}`;
}

function imageOf(cell: LatticeCell, move: LatticeMap): LatticeCell {
  return LATTICES.cubes.imageOf([cell], move)?.[0] ?? cell;
}

/** True if a permutation of items moves all cells as a map does, which is then shifted. */
function fits(
  move: LatticeMap,
  images: Int32Array,
  places: ReadonlyMap<number, LatticeCell>,
): boolean {
  let shift: LatticeCell | undefined;
  for (const [item, place] of places) {
    const image = places.get(images[item]);
    if (image === undefined) return false;
    const here = minus(image, imageOf(place, move));
    shift ??= here;
    if (!isSame(here, shift)) return false;
  }
  return shift !== undefined;
}

/** The order of the group that maps generate: the images of a cell that each moves elsewhere. */
function orderOf(moves: readonly LatticeMap[]): number {
  const probe: LatticeCell = [1, 2, 3];
  const orbit = new Map([[probe.join(), probe]]);
  // A map goes on to the images that are added on the way.
  for (const cell of orbit.values()) {
    for (const move of moves) {
      const image = imageOf(cell, move);
      orbit.set(image.join(), orbit.get(image.join()) ?? image);
    }
  }
  return orbit.size;
}

/** The number of orders of n things. */
export function factorial(n: number): bigint {
  let product = 1n;
  for (let k = 2; k <= n; k++) product *= BigInt(k);
  return product;
}
