import type { Shape } from './shape.ts';

const NO_VALUE = 255;

/**
 * Finds the orders of columns that make the second row of a full grid smallest, where the first one
 * is 1 2 3 ...
 *
 * A value of the second row is then called by the place that its column has in the first row: the
 * *image* of the column in the second row. So places are filled from the left. A column is chosen
 * for a place that has none yet, and its image goes to the smallest place that is left to it.
 */
export class SecondRow {
  readonly #shape: Shape;
  /** The smallest row so far. */
  readonly #best: Uint8Array;
  readonly #columnOf: Uint8Array;
  readonly #image: Uint8Array;
  /** Place -> column, and column -> place; NO_VALUE where it is open. */
  readonly #columns: Uint8Array;
  readonly #places: Uint8Array;
  /** Place of a stack -> stack, NO_VALUE where it is open; and stack -> its columns with places. */
  readonly #stackAt: number[];
  readonly #placed: number[];
  #isLess = false;

  /** It writes the smallest row to `best`, which has larger values at first. */
  constructor(shape: Shape, best: Uint8Array) {
    this.#shape = shape;
    this.#best = best;
    this.#columnOf = new Uint8Array(shape.size + 1);
    this.#image = new Uint8Array(shape.size);
    this.#columns = new Uint8Array(shape.size).fill(NO_VALUE);
    this.#stackAt = new Array(shape.boxRows).fill(NO_VALUE);
    this.#placed = new Array(shape.boxRows).fill(0);
    this.#places = new Uint8Array(shape.size).fill(NO_VALUE);
  }

  /** Hands out each order: less than all before, or as small. */
  find(
    first: Uint8Array,
    second: Uint8Array,
    found: (columns: Uint8Array, isLess: boolean) => void,
  ): void {
    const columnOf = this.#columnOf;
    for (let k = 0; k < first.length; k++) columnOf[first[k]] = k;
    for (let k = 0; k < second.length; k++) {
      this.#image[k] = columnOf[second[k]];
    }
    this.#isLess = false;
    this.#fill(0, () => {
      found(this.#columns, this.#isLess);
      this.#isLess = false;
    });
  }

  #fill(place: number, found: () => void): void {
    const { size, boxRows, boxColumns } = this.#shape;
    if (place === size) {
      found();
      return;
    }
    const there = this.#columns[place];
    if (there !== NO_VALUE) {
      this.#name(place, there, found);
      return;
    }
    const stack = this.#stackAt[(place / boxColumns) | 0];
    for (let own = 0; own < boxRows; own++) {
      if (stack === NO_VALUE ? this.#placed[own] !== 0 : own !== stack) continue;
      for (let column = own * boxColumns; column < (own + 1) * boxColumns; column++) {
        if (this.#places[column] !== NO_VALUE) continue;
        this.#put(column, place);
        this.#name(place, column, found);
        this.#take(column);
      }
    }
  }

  /** Goes on if the value at a place can be as small as the best one. */
  #name(place: number, column: number, found: () => void): void {
    const image = this.#image[column];
    const isOpen = this.#places[image] === NO_VALUE;
    if (isOpen) this.#put(image, this.#smallestPlace(image));
    const value = this.#places[image] + 1;
    const best = this.#best[place];
    if (value < best) {
      this.#best[place] = value;
      this.#best.fill(NO_VALUE, place + 1);
      this.#isLess = true;
    }
    if (value <= best) this.#fill(place + 1, found);
    if (isOpen) this.#take(image);
  }

  /** In the place of its stack, or in the first one that no stack has. */
  #smallestPlace(column: number): number {
    const { boxColumns } = this.#shape;
    const own = (column / boxColumns) | 0;
    const stack = this.#stackAt.indexOf(this.#placed[own] === 0 ? NO_VALUE : own);
    let place = stack * boxColumns;
    while (this.#columns[place] !== NO_VALUE) place++;
    return place;
  }

  #put(column: number, place: number): void {
    const { boxColumns } = this.#shape;
    const own = (column / boxColumns) | 0;
    this.#columns[place] = column;
    this.#places[column] = place;
    this.#stackAt[(place / boxColumns) | 0] = own;
    this.#placed[own]++;
  }

  #take(column: number): void {
    const { boxColumns } = this.#shape;
    const own = (column / boxColumns) | 0;
    const place = this.#places[column];
    this.#columns[place] = NO_VALUE;
    this.#places[column] = NO_VALUE;
    if (--this.#placed[own] === 0) this.#stackAt[(place / boxColumns) | 0] = NO_VALUE;
  }
}
