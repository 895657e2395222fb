import { QuadrilleError } from '../../problem/error.ts';
import type { Piece } from './pieces.ts';
import { MOST_PLACEMENTS, type PiecePlacement } from './placements.ts';

/** A copy of a piece in one placement: the copy's item, and the items that order the copies. */
interface Copy {
  /** Undefined if the copies need no items. */
  readonly item: number | undefined;
  readonly order: readonly number[];
}

export const UNCOUNTED: Copy = { item: undefined, order: [] };

export interface Copies {
  /** Names of the primary items of the pieces: `P`, or `P*1`, `P*2` ... */
  readonly names: readonly string[];
  /** Names of the secondary items. */
  readonly order: readonly string[];
  /** The copies that may take a placement. */
  of(placement: number): readonly Copy[];
}

/**
 * The items of pieces with copies. Copies are interchangeable, so each set of places counts once: copy
 * k + 1 comes after copy k, in the order of the places' first cells. Copy k has k copies before it, so
 * it takes none of the first k places. Nor does it take the last ones, which the later copies need.
 */
export function copiesOf(
  pieces: readonly Piece[],
  placements: readonly PiecePlacement[],
  settled: Piece | undefined,
): Copies {
  const names: string[] = [];
  const order: string[] = [];
  const copies: Copy[][] = placements.map(() => []);
  const byPiece: number[][] = pieces.map(() => []);
  for (const [k, { piece }] of placements.entries()) byPiece[piece]?.push(k);
  let options = 0;
  pieces.forEach((piece, number) => {
    const { name, times = 1 } = piece;
    const places = byPiece[number] as number[];
    if (piece === settled) {
      for (const k of places) copies[k]?.push(UNCOUNTED);
      return;
    }
    options += places.length * times;
    if (options > MOST_PLACEMENTS) throw tooManyCopies(options);
    const firstOf = (k: number) => placements[k]?.cells[0] as number;
    if (times > 1) places.sort((a, b) => firstOf(a) - firstOf(b));
    const between = new OrderItems(places.length);
    for (let copy = 0; copy < times; copy++) {
      const item = names.push(times === 1 ? name : `${name}*${copy + 1}`) - 1;
      const start = order.length;
      for (let place = copy; place <= places.length - times + copy; place++) {
        const items: number[] = [];
        if (copy > 0)
          for (const split of between.second(place)) items.push(start - between.items + split);
        if (copy < times - 1) for (const split of between.first(place)) items.push(start + split);
        copies[places[place] as number]?.push({ item, order: items });
      }
      if (copy === times - 1) continue;
      for (let split = 1; split <= between.items; split++)
        order.push(`${name}*${copy + 1}>${split}`);
    }
  });
  return { names, order, of: (placement) => copies[placement] as Copy[] };
}

/**
 * The piece whose copies need no items, if there is one. If all cells are covered, the numbers of the
 * other pieces determine its number. That pays for a piece that fills at least half of the region: 18
 * dominoes in 6x6 take 45 ms instead of 420, P*4 L*2 Y*2 in 5x8 115 instead of 335. For a few small
 * pieces the search would try too many: P*2 L*2 Y*2 I2*3 in 6x6 takes 7.2 s, and 1.8 with items for all.
 */
export function settledBy(room: number, pieces: readonly Piece[]): Piece | undefined {
  return pieces.find(({ cells, times = 1 }) => times > 1 && 2 * times * cells.length >= room);
}

function tooManyCopies(options: number): QuadrilleError {
  return new QuadrilleError(
    'bad-setting',
    `The pieces have at least ${options} placements, counting each copy; the limit is ` +
      `${MOST_PLACEMENTS}. Give fewer pieces or a smaller region.`,
  );
}

/**
 * Items that keep two choices in order, each among `places` options: the first choice must not come
 * after the second. Each split of a binary tree over the places is an item. The split between places
 * t - 1 and t is item t - 1:
 *
 *     places 0 1 2 3         the first choice has the splits where its path goes right,
 *            └┬┘ └┬┘         the second has those where its path goes left
 *         0   └─┬─┘   2
 *               1
 *
 * The paths of two places part at one split. Both choices have its item exactly if the first goes right
 * and the second left; the item is secondary, so that is forbidden. This takes places - 1 items, and at
 * most log2(places), rounded up, in an option (Knuth, TAOCP 4B, exercise 7.2.2.1-20).
 */
export class OrderItems {
  /** The number of items. */
  readonly items: number;
  readonly #places: number;

  constructor(places: number) {
    this.#places = places;
    this.items = Math.max(0, places - 1);
  }

  /** The items of the first choice at a place. */
  first(place: number): number[] {
    return this.#splits(place, true);
  }

  /** The items of the second choice at a place. */
  second(place: number): number[] {
    return this.#splits(place, false);
  }

  #splits(place: number, right: boolean): number[] {
    const found: number[] = [];
    let [from, to] = [0, this.#places];
    while (to - from > 1) {
      const middle = (from + to) >> 1;
      const goesRight = place >= middle;
      if (goesRight === right) found.push(middle - 1);
      if (goesRight) from = middle;
      else to = middle;
    }
    return found;
  }
}
