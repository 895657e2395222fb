/** A point of the space in which the maps of a lattice are linear. */
export type Point = readonly [a: number, b: number, c: number];

/** A linear map: nine numbers, row by row. A divisor makes fractions of them. */
export interface LinearMap {
  readonly matrix: readonly number[];
  readonly divisor?: number;
}

/** The image of a point. */
export function applied({ matrix: m, divisor = 1 }: LinearMap, [a, b, c]: Point): Point {
  return [
    (m[0] * a + m[1] * b + m[2] * c) / divisor,
    (m[3] * a + m[4] * b + m[5] * c) / divisor,
    (m[6] * a + m[7] * b + m[8] * c) / divisor,
  ];
}

/** Tells whether a point may go to another, both by number. */
export type IsAlike = (cell: number, image: number) => boolean;

/** Finds points by their coordinates: a hash table that compares them. */
export class PointNumbers {
  readonly sum: Point;
  readonly #points: readonly Point[];
  /** Slot -> the number of the point in it, from 1; 0 for none. Two slots or more for each point. */
  readonly #slots: Int32Array;

  constructor(points: readonly Point[]) {
    this.#points = points;
    this.sum = sumOf(points);
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * points.length + 1)));
    for (const [number, [a, b, c]] of points.entries()) {
      this.#slots[this.#slotOf(a, b, c)] = number + 1;
    }
  }

  /** The number of a point; -1 if it is not there. */
  of([a, b, c]: Point): number {
    return this.at(a, b, c);
  }

  /** The same by its coordinates. */
  at(a: number, b: number, c: number): number {
    return this.#slots[this.#slotOf(a, b, c)] - 1;
  }

  /**
   * The numbers of the points on which a map and a shift put others, in their order; undefined where
   * one misses, or is not alike.
   */
  imagesOf(
    points: readonly Point[],
    { matrix: m, divisor = 1 }: LinearMap,
    [p, q, r]: readonly number[],
    isAlike: IsAlike,
  ): Int32Array | undefined {
    // Most maps miss at once: a list is made only of the others.
    let images: Int32Array | undefined;
    for (let k = 0; k < points.length; k++) {
      const [a, b, c] = points[k];
      const slot = this.#slotOf(
        (m[0] * a + m[1] * b + m[2] * c) / divisor + p,
        (m[3] * a + m[4] * b + m[5] * c) / divisor + q,
        (m[6] * a + m[7] * b + m[8] * c) / divisor + r,
      );
      const image = this.#slots[slot] - 1;
      if (image < 0 || !isAlike(k, image)) return undefined;
      images ??= new Int32Array(points.length);
      images[k] = image;
    }
    return images;
  }

  /** The slot of a point, or the empty one where it would be. */
  #slotOf(a: number, b: number, c: number): number {
    const last = this.#slots.length - 1;
    let slot = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35);
    for (slot ^= slot >>> 15; ; slot++) {
      slot &= last;
      const number = this.#slots[slot];
      if (number === 0) return slot;
      const point = this.#points[number - 1];
      if (point[0] === a && point[1] === b && point[2] === c) return slot;
    }
  }
}

export function sumOf(points: readonly Point[]): Point {
  let [p, q, r] = [0, 0, 0];
  for (const [a, b, c] of points) {
    p += a;
    q += b;
    r += c;
  }
  return [p, q, r];
}
