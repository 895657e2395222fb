import { QuadrilleError } from '../../problem/error.ts';
import type { Piece } from './pieces.ts';
import { MOST_PLACEMENTS, type Placement } from './placements.ts';

/** One of the copies of a piece in one place: its item, and what keeps it in order. */
interface Copy {
  /** None where copies need not be counted. */
  readonly item: number | undefined;
  readonly order: readonly number[];
}

export const UNCOUNTED: Copy = { item: undefined, order: [] };

export interface Copies {
  /** The items of the pieces: `P`, or `P*1`, `P*2` ... */
  readonly names: readonly string[];
  /** Secondary items. */
  readonly order: readonly string[];
  /** Placement -> the copies that it may be. */
  of(placement: number): readonly Copy[];
}

/**
 * Copies of a piece are alike, so that what counts is where they lie, not which copy lies where: the
 * second one comes behind the first, the third behind the second, in the order of the places by their
 * first cells. Before copy k are k others, and so it is in none of the first k places; nor, for
 * those behind it, in one of the last.
 */
export function copiesOf(
  pieces: readonly Piece[],
  placements: readonly Placement[],
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
    const between = new Order(places.length);
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
 * Where all cells are covered, the number of one kind of pieces follows from that of the others, so
 * that its copies need no items. That pays for a kind that fills half of the region or more: 18
 * dominoes in 6x6 are counted in 45 ms rather than 420, P*4 L*2 Y*2 in 5x8 in 115 rather than 335. Of
 * a few small pieces too many would be tried: P*2 L*2 Y*2 I2*3 in 6x6 take 7.2 s so, and 1.8 with
 * items for all.
 */
export function settledBy(room: number, pieces: readonly Piece[]): Piece | undefined {
  return pieces.find(({ cells, times = 1 }) => times > 1 && 2 * times * cells.length >= room);
}

function tooManyCopies(options: number): QuadrilleError {
  return new QuadrilleError(
    'bad-setting',
    `The pieces, one by one, can lie in the region in ${options} ways and more, and at most ` +
      `${MOST_PLACEMENTS} are stated; give fewer pieces or a smaller region.`,
  );
}

/**
 * Items that keep two choices in order, one among `places` options and one among as many others: the
 * first choice must not stand behind the second. Each split of a binary tree over the places is an
 * item; the one between places t - 1 and t is item t - 1:
 *
 *     places 0 1 2 3         the first choice has the splits at which it goes right,
 *            └┬┘ └┬┘         the second one those at which it goes left
 *         0   └─┬─┘   2
 *               1
 *
 * Two places part at one split. Only if the first choice goes right there, and the second one left,
 * both have that item; as a secondary item it lets one of them be chosen. So places - 1 items do, and
 * at most log2(places), rounded up, in an option (Knuth, TAOCP 4B, exercise 7.2.2.1-20).
 */
export class Order {
  /** How many items there are. */
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
