/** The symmetries of an exhibit in words, where it knows them, or its board shows them. */
import { type Cube, isFlat, placeOf as keyOf } from '../packing/region.ts';
import { ISOMETRIES, type Turn } from '../packing/shapes.ts';
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
  const places = new Map<number, Cube>();
  for (let item = 0; item < problem.primaryCount + problem.secondaryCount; item++) {
    const place = placeOf(problem.itemName(item));
    if (place !== undefined) places.set(item, place);
  }
  const flat = isFlat([...places.values()]);
  const isometries = flat ? FLAT : SOLID;
  const moves: Turn[] = [];
  for (const { items } of generators) {
    const move = isometries.find((one) => fits(one, items, places));
    if (move === undefined) return undefined;
    moves.push(move);
  }
  const group = generated(moves);
  // Other symmetries leave all cells in place, such as those that swap two equal pieces.
  if (BigInt(group.length) !== order) return undefined;
  const board = flat ? 'board' : 'box';
  if (group.every((one) => determinant(one) > 0)) {
    return flat && order === 2n ? `the half turn of the ${board}` : `turns of the ${board}`;
  }
  return order === 2n ? `a mirror of the ${board}` : `turns and mirrors of the ${board}`;
}

/** Turns first: a row of cells is turned, not mirrored. */
const SOLID = [...ISOMETRIES].sort((one, other) => determinant(other) - determinant(one));
/** Those that leave a layer upright. */
const FLAT = SOLID.filter((one) => one({ row: 0, column: 0, layer: 1 }).layer === 1);

/** 1 for a turn, -1 for a mirror. */
function determinant(isometry: Turn): number {
  const a = isometry({ row: 1, column: 0, layer: 0 });
  const b = isometry({ row: 0, column: 1, layer: 0 });
  const c = isometry({ row: 0, column: 0, layer: 1 });
  return (
    a.row * (b.column * c.layer - b.layer * c.column) +
    a.column * (b.layer * c.row - b.row * c.layer) +
    a.layer * (b.row * c.column - b.column * c.row)
  );
}

/** True if a permutation of items moves all cells as an isometry does, which is then shifted. */
function fits(isometry: Turn, images: Int32Array, places: ReadonlyMap<number, Cube>): boolean {
  const shifts = new Set<string>();
  for (const [item, place] of places) {
    const image = places.get(images[item]);
    if (image === undefined) return false;
    const { row, column, layer } = isometry(place);
    shifts.add(
      keyOf({
        row: image.row - row,
        column: image.column - column,
        layer: image.layer - layer,
      }),
    );
  }
  return shifts.size === 1;
}

/** The group that isometries generate. An isometry shows by where it takes one cell. */
function generated(moves: readonly Turn[]): Turn[] {
  const probe = { row: 1, column: 2, layer: 3 };
  const group = new Map<string, Turn>([[keyOf(probe), (cell) => cell]]);
  // A map goes on to the members that are added on the way.
  for (const [, one] of group) {
    for (const move of moves) {
      const product: Turn = (cell) => move(one(cell));
      const key = keyOf(product(probe));
      if (!group.has(key)) group.set(key, product);
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
