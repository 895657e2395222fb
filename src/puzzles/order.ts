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
