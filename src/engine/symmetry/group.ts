import { grown, integers } from '../problem/memory.ts';

const GROUP_ARRAYS = 'the symmetries of the problem';

/** Sets of points that grow together (union-find). The least point of a set stands for it. */
export class Orbits {
  /** Point -> a point of its orbit that is not larger; the least one -> itself. */
  private readonly towards: Int32Array;
  /** Least point of an orbit -> the number of its points. */
  private readonly size: Int32Array;

  constructor(room: number) {
    this.towards = integers(room, GROUP_ARRAYS);
    this.size = integers(room, GROUP_ARRAYS);
  }

  /** Each of the first points alone. */
  begin(points: number): void {
    for (let point = 0; point < points; point++) this.towards[point] = point;
    this.size.fill(1, 0, points);
  }

  /** The least point of the orbit of a point. */
  least(point: number): number {
    const { towards } = this;
    let at = point;
    for (;;) {
      const next = towards[at];
      if (next === at) return at;
      const after = towards[next];
      towards[at] = after;
      at = after;
    }
  }

  sizeOf(point: number): number {
    return this.size[this.least(point)];
  }

  join(point: number, other: number): void {
    const a = this.least(point);
    const b = this.least(other);
    if (a === b) return;
    const least = Math.min(a, b);
    this.towards[a] = least;
    this.towards[b] = least;
    this.size[least] = this.size[a] + this.size[b];
  }
}

/** A set of points that is cleared at once. */
export class Marks {
  /** Point -> the round in which it was added last. */
  private readonly added: Int32Array;
  private round = 1;

  constructor(room: number) {
    this.added = integers(room, GROUP_ARRAYS);
  }

  clear(): void {
    if (++this.round < 2 ** 31) return;
    this.added.fill(0);
    this.round = 1;
  }

  add(point: number): void {
    this.added[point] = this.round;
  }

  has(point: number): boolean {
    return this.added[point] === this.round;
  }

  remove(point: number): void {
    this.added[point] = 0;
  }
}

/**
 * The group that some permutations generate, and its orbits. A generator is a list of the points
 * that it moves:
 *
 *     pairs    0 3 3 0 | 1 2 2 1 5 6 6 5 | ...      point, image, point, image, ...
 *     start    0         4                 12       generator -> its first place
 */
export class Group {
  /** The number of generators, and of the points that they move, all together. */
  generators = 0;
  moves = 0;
  readonly orbits: Orbits;
  private start: Int32Array = integers(16, GROUP_ARRAYS);
  private pairs: Int32Array = integers(64, GROUP_ARRAYS);
  private points = 0;
  /** The points that must be fixed. */
  private readonly fixed: Marks;

  constructor(room: number) {
    this.orbits = new Orbits(room);
    this.fixed = new Marks(room);
  }

  /** The group of the identity alone. */
  begin(points: number): void {
    this.generators = 0;
    this.moves = 0;
    this.points = points;
    this.orbits.begin(points);
  }

  /** Adds a permutation, point -> image, that moves a given number of points. */
  add(image: Int32Array, moves: number): void {
    this.makeRoom(moves);
    for (let point = 0; point < this.points; point++) {
      const other = image[point];
      if (other !== point) this.move(point, other);
    }
    this.start[++this.generators] = 2 * this.moves;
  }

  /** Adds the permutation that swaps two points. */
  addSwap(one: number, other: number): void {
    this.makeRoom(2);
    this.move(Math.min(one, other), Math.max(one, other));
    this.move(Math.max(one, other), Math.min(one, other));
    this.start[++this.generators] = 2 * this.moves;
  }

  private makeRoom(moves: number): void {
    const end = 2 * (this.moves + moves);
    if (this.pairs.length < end) this.pairs = grown(this.pairs, end, GROUP_ARRAYS);
    if (this.start.length < this.generators + 2) {
      this.start = grown(this.start, this.generators + 2, GROUP_ARRAYS);
    }
  }

  private move(point: number, other: number): void {
    const at = 2 * this.moves++;
    this.pairs[at] = point;
    this.pairs[at + 1] = other;
    this.orbits.join(point, other);
  }

  /** The points that a generator moves, ascending, each before its image. */
  movedBy(generator: number): Int32Array {
    return this.pairs.subarray(this.start[generator], this.start[generator + 1]);
  }

  /** Joins the orbits under the generators that fix each of the first `length` points of a path. */
  joinFixing(path: Int32Array, length: number, orbits: Orbits): void {
    const { start, pairs, fixed } = this;
    fixed.clear();
    for (let k = 0; k < length; k++) fixed.add(path[k]);
    for (let generator = 0; generator < this.generators; generator++) {
      const first = start[generator];
      const end = start[generator + 1];
      let k = first;
      while (k < end && !fixed.has(pairs[k])) k += 2;
      if (k < end) continue;
      for (k = first; k < end; k += 2) orbits.join(pairs[k], pairs[k + 1]);
    }
  }

  /** The image of each of `count` points from `first` on, less `first`. */
  imagesOf(generator: number, first: number, count: number): Int32Array {
    const images = integers(count, GROUP_ARRAYS);
    for (let k = 0; k < count; k++) images[k] = k;
    const pairs = this.movedBy(generator);
    for (let k = 0; k < pairs.length; k += 2) {
      const point = pairs[k] - first;
      if (point >= 0 && point < count) images[point] = pairs[k + 1] - first;
    }
    return images;
  }
}
