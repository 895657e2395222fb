/** The symmetries of an exhibit in words, where it knows them, or its board shows them. */
import type { Exhibit } from './exhibit.ts';

/** What `symmetries` finds, as far as words depend on it. */
interface Group {
  readonly order: bigint;
  readonly status: string;
  readonly generators: readonly { readonly items: Int32Array }[];
}

/** A signed permutation of the axes, row by row: a turn or a mirror of space about the origin. */
type Isometry = readonly number[];
type Point = readonly number[];

/** As in `turns and mirrors of the board`; undefined where nothing is proven about them. */
export function wordsFor(
  { problem, placeOf, symmetries: known }: Pick<Exhibit, 'problem' | 'placeOf' | 'symmetries'>,
  { order, status, generators }: Group,
): string | undefined {
  if (status !== 'complete' || order === 1n) return undefined;
  if (known?.order === order) return known.words;
  if (placeOf === undefined) return undefined;
  const points = new Map<number, Point>();
  for (let item = 0; item < problem.primaryCount + problem.secondaryCount; item++) {
    const place = placeOf(problem.itemName(item));
    if (place !== undefined) points.set(item, [place.row, place.column, place.layer]);
  }
  const isFlat = [...points.values()].every(([, , layer]) => layer === 0);
  const isometries = isFlat ? FLAT : SOLID;
  const moves: Isometry[] = [];
  for (const { items } of generators) {
    const move = isometries.find((one) => fits(one, items, points));
    if (move === undefined) return undefined;
    moves.push(move);
  }
  const group = generated(moves);
  // Other symmetries leave all cells in place, such as those that swap two equal pieces.
  if (BigInt(group.length) !== order) return undefined;
  const board = isFlat ? 'board' : 'box';
  if (group.every((one) => determinant(one) > 0)) {
    return isFlat && order === 2n ? `the half turn of the ${board}` : `turns of the ${board}`;
  }
  return order === 2n ? `a mirror of the ${board}` : `turns and mirrors of the ${board}`;
}

/** All 48 of space, turns first: a row of cells is turned, not mirrored. */
const SOLID: readonly Isometry[] = (() => {
  const axes = [0, 1, 2];
  const orders = axes.flatMap((a) =>
    axes.flatMap((b) => (a === b ? [] : [[a, b, 3 - a - b] as const])),
  );
  const signs = [1, -1].flatMap((a) => [1, -1].flatMap((b) => [1, -1].map((c) => [a, b, c])));
  return orders
    .flatMap((order) =>
      signs.map((sign) =>
        axes.flatMap((row) =>
          axes.map((column) => (order[row] === column ? (sign[row] as number) : 0)),
        ),
      ),
    )
    .sort((one, other) => determinant(other) - determinant(one));
})();
/** Those that leave a layer upright. */
const FLAT = SOLID.filter((one) => one[8] === 1);

function determinant(m: Isometry): number {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = m;
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
}

function times(m: Isometry, n: Isometry): Isometry {
  return m.map((_, k) =>
    [0, 1, 2].reduce(
      (sum, j) => sum + (m[k - (k % 3) + j] as number) * (n[3 * j + (k % 3)] as number),
      0,
    ),
  );
}

/** True if a permutation of items moves all cells as an isometry does, which is then shifted. */
function fits(isometry: Isometry, images: Int32Array, points: ReadonlyMap<number, Point>): boolean {
  let shift: Point | undefined;
  for (const [item, point] of points) {
    const image = points.get(images[item] as number);
    if (image === undefined) return false;
    const moved = [0, 1, 2].map((row) =>
      point.reduce((sum, x, k) => sum + x * (isometry[3 * row + k] as number), 0),
    );
    shift ??= image.map((x, k) => x - (moved[k] as number));
    if (image.some((x, k) => x !== (moved[k] as number) + (shift?.[k] as number))) return false;
  }
  return points.size > 0;
}

/** The group that isometries generate. */
function generated(moves: readonly Isometry[]): Isometry[] {
  const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const group = new Map<string, Isometry>([[identity.join(), identity]]);
  // A map goes on to the members that are added on the way.
  for (const [, one] of group) {
    for (const move of moves) {
      const product = times(one, move);
      group.set(product.join(), product);
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
