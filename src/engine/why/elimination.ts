import { isFixed, type Rules } from './rules.ts';

/** The largest modulus: sums of products of two remainders are exact. */
const MOST_MODULUS = 2 ** 25;

/** The work on a row besides its multiplications: to load and to store it. */
const ROW_WORK = 200;

/**
 * A reduced row of the matrix of options and items: the items where it is not 0, and its values
 * there.
 */
interface Row {
  readonly items: Int32Array;
  readonly values: Float64Array;
  /** The number of pivots that it is reduced by. */
  readonly reduced: number;
}

interface Pivot extends Row {
  /** The item where the row is 1. */
  readonly item: number;
  /** The row counts p ** level times. */
  readonly level: number;
}

/**
 * The equations "these options cover each item as often as it must be covered", over the integers
 * modulo a power of a prime p: Gaussian elimination, with one precaution. A row can be a pivot only
 * where it is not divisible by p. Rows that are divisible by p everywhere wait. When no others are
 * left they are divided by p, and the elimination goes on with them, one *level* up, modulo the
 * next lower power. So each pivot divides all entries that remain, as in the Smith normal form, and
 * no fractions arise.
 *
 *     level 0   [1 . x x x x]        x  anything
 *               [  1 x x x x]
 *     level 1   p [  1 . x x]
 *               p [    1 x x]        the rest is divisible by p ** 2
 */
export class Elimination {
  /** p ** power. */
  readonly modulus: number;
  private readonly rules: Rules;
  private readonly prime: number;
  private readonly power: number;
  private readonly pivots: Pivot[] = [];
  /** Their items: the scan of all pivots is most of the work. */
  private readonly pivotItems: number[] = [];
  /** The row that is being reduced, and the items where it may not be 0. */
  private readonly values: Float64Array;
  private touched: number[] = [];
  private readonly isTouched: Uint8Array;
  /** The work so far: multiplications, and as much as they would be for each row. */
  work = 0;

  constructor(rules: Rules, prime: number) {
    this.rules = rules;
    this.prime = prime;
    this.power = Math.floor(Math.log(MOST_MODULUS) / Math.log(prime));
    this.modulus = prime ** this.power;
    this.values = new Float64Array(rules.least.length);
    this.isTouched = new Uint8Array(rules.least.length);
  }

  /** Finds the pivots. Pauses after each row, and yields the work that it took. */
  *run(): Generator<number, void> {
    let before = 0;
    const done = () => {
      const work = this.work - before;
      before = this.work;
      return work;
    };
    let rows: Iterable<Row> = this.rows();
    const { pivots, prime } = this;
    let { modulus } = this;
    for (let level = 0; modulus > 1; level++) {
      const waiting: Row[] = [];
      for (const row of rows) {
        this.load(row);
        this.reduce(row.reduced, modulus);
        const item = this.unit();
        if (item < 0) {
          const rest = this.store(1);
          if (rest.items.length > 0) waiting.push(rest);
        } else {
          const factor = inverse(this.values[item], modulus);
          pivots.push({ ...this.store(factor, modulus), item, level });
          this.pivotItems.push(item);
        }
        yield done();
      }
      if (waiting.length === 0) return;
      modulus /= prime;
      const next: Row[] = [];
      for (const row of waiting) {
        this.load(row);
        this.reduce(row.reduced, modulus * prime);
        const reduced = this.store(1);
        for (let k = 0; k < reduced.values.length; k++) {
          reduced.values[k] = reduced.values[k] / prime;
        }
        if (reduced.items.length > 0) next.push(reduced);
        yield done();
      }
      rows = next;
    }
  }

  /** The rows of the options. */
  private *rows(): Generator<Row, void> {
    const { rules } = this;
    for (let option = 0; option < rules.options; option++) {
      const own = rules.items.subarray(rules.start[option], rules.start[option + 1]);
      const items = own.filter((item) => isFixed(rules, item));
      yield { items, values: new Float64Array(items.length).fill(1), reduced: 0 };
    }
  }

  /**
   * Candidates for weights modulo `modulus`. Every option weighs 0. The caller checks that all
   * items together do not. If the equations have no solution, there are candidates.
   */
  *weights(): Generator<Float64Array, void> {
    const { rules, pivots, prime, modulus, values } = this;
    const fixed = rules.least.map((_, item) => Number(isFixed(rules, item)));
    const items = Int32Array.from(fixed.keys()).filter((item) => fixed[item] === 1);
    const numbers = Float64Array.from(items, (item) => rules.least[item] % modulus);
    this.load({ items, values: numbers, reduced: 0 });
    /**
     * Where the equations contradict each other: [item, pivots before it, divisible by p how
     * often].
     */
    const stuck: [number, number, number][] = [];
    const isPivot = new Uint8Array(values.length);
    for (const [k, pivot] of pivots.entries()) {
      isPivot[pivot.item] = 1;
      const value = values[pivot.item];
      if (value === 0) continue;
      const times = divisions(value, prime);
      if (times < pivot.level) stuck.push([pivot.item, k, times]);
      else this.subtract(pivot, value / prime ** pivot.level, prime ** pivot.level);
    }
    for (const item of items) {
      const value = values[item];
      if (isPivot[item] === 0 && value !== 0) {
        stuck.push([item, pivots.length, divisions(value, prime)]);
      }
    }
    this.clear();
    stuck.sort((a, b) => a[2] - b[2]);
    for (const [item, before, times] of stuck) {
      const weights = new Float64Array(values.length);
      weights[item] = modulus / prime ** (times + 1);
      for (let k = before - 1; k >= 0; k--) this.balance(pivots[k], weights);
      yield weights;
    }
  }

  /**
   * True if all weights with which every option weighs 0 are multiples of one another: all items
   * but one are pivots, and no pivot is a multiple of the prime.
   */
  get hasOnlyWeights(): boolean {
    const { pivots, rules } = this;
    const fixed = rules.least.filter((_, item) => isFixed(rules, item)).length;
    return pivots.length === fixed - 1 && pivots.every(({ level }) => level === 0);
  }

  /** Gives the item of a pivot the weight that makes its row weigh 0. */
  private balance(pivot: Pivot, weights: Float64Array): void {
    const { items, values } = pivot;
    let sum = 0;
    for (let k = 0; k < items.length; k++) {
      const item = items[k];
      if (item === pivot.item) continue;
      sum = (sum + weights[item] * values[k]) % this.modulus;
    }
    this.work += items.length;
    weights[pivot.item] = sum === 0 ? 0 : this.modulus - sum;
  }

  private load({ items, values }: Row): void {
    this.clear();
    for (let k = 0; k < items.length; k++) this.set(items[k], values[k]);
  }

  private clear(): void {
    for (const item of this.touched) {
      this.values[item] = 0;
      this.isTouched[item] = 0;
    }
    this.touched = [];
  }

  private set(item: number, value: number): void {
    this.values[item] = value;
    if (this.isTouched[item] === 1) return;
    this.isTouched[item] = 1;
    this.touched.push(item);
  }

  private reduce(from: number, modulus: number): void {
    const { pivots, pivotItems, values } = this;
    this.work += pivots.length - from;
    for (let k = from; k < pivotItems.length; k++) {
      const value = values[pivotItems[k]];
      if (value !== 0) this.subtract(pivots[k], value, 1, modulus);
    }
  }

  /** Subtracts the row of a pivot, times a factor and a power of p. */
  private subtract(pivot: Pivot, factor: number, scale: number, modulus = this.modulus): void {
    const { items } = pivot;
    for (let k = 0; k < items.length; k++) {
      const item = items[k];
      const part = ((factor * pivot.values[k]) % (modulus / scale)) * scale;
      const value = (this.values[item] - part) % modulus;
      this.set(item, value < 0 ? value + modulus : value);
    }
    this.work += items.length;
  }

  /** The item with the fewest options where the row is not divisible by p, or -1. */
  private unit(): number {
    const { sizes } = this.rules;
    let best = -1;
    for (const item of this.touched) {
      if (this.values[item] % this.prime === 0) continue;
      if (best < 0 || sizes[item] < sizes[best]) best = item;
    }
    return best;
  }

  private store(factor: number, modulus = Number.POSITIVE_INFINITY): Row {
    let count = 0;
    for (const item of this.touched) if (this.values[item] !== 0) count++;
    const items = new Int32Array(count);
    const values = new Float64Array(count);
    let k = 0;
    for (const item of this.touched) {
      const value = this.values[item];
      if (value === 0) continue;
      items[k] = item;
      values[k++] = factor === 1 ? value : (value * factor) % modulus;
    }
    this.work += ROW_WORK + count;
    return { items, values, reduced: this.pivots.length };
  }
}

/** How often a number is divisible by a prime. */
function divisions(value: number, prime: number): number {
  let times = 0;
  for (let rest = value; rest % prime === 0; rest /= prime) times++;
  return times;
}

/**
 * The inverse of a number modulo another one that has no common factor with it, by Euclid's
 * algorithm.
 */
export function inverse(value: number, modulus: number): number {
  let [a, b] = [value % modulus, modulus];
  let [x, y] = [1, 0];
  while (a > 1) {
    const quotient = Math.floor(b / a);
    [a, b] = [b - quotient * a, a];
    [x, y] = [y - quotient * x, x];
  }
  return x < 0 ? x + modulus : x;
}
