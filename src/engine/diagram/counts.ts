import { plural, QuadrilleError, shown } from '../problem/error.ts';
import { outOfMemory } from '../problem/memory.ts';
import { Pages, pageOf, placeOf } from './pages.ts';
import type { Tally } from './table.ts';

/** A count: a number while that is exact, else a bigint. */
export type Exact = number | bigint;

export function plus(a: Exact, b: Exact): Exact {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b;
    if (sum <= Number.MAX_SAFE_INTEGER) return sum;
  }
  return BigInt(a) + BigInt(b);
}

/** a - b, where that is not negative. */
export function minus(a: Exact, b: Exact): Exact {
  return typeof a === 'number' ? a - Number(b) : exact(a - BigInt(b));
}

export function times(a: Exact, b: Exact): Exact {
  if (typeof a === 'number' && typeof b === 'number') {
    const product = a * b;
    if (product <= Number.MAX_SAFE_INTEGER) return product;
  }
  return BigInt(a) * BigInt(b);
}

export function exact(count: bigint): Exact {
  return count <= Number.MAX_SAFE_INTEGER ? Number(count) : count;
}

/** Refuses costs that are not one integer for each option. */
export function checkCosts(costs: ArrayLike<number>, options: number): void {
  if (costs?.length !== options) {
    throw new QuadrilleError(
      'bad-setting',
      `The costs are ${shown(costs?.length)} numbers for ${plural(options, 'option')}; give one for each.`,
    );
  }
  for (let option = 0; option < options; option++) {
    if (Number.isSafeInteger(costs[option])) continue;
    throw new QuadrilleError(
      'bad-setting',
      `The cost of option ${option} is ${shown(costs[option])}; give a whole number that a double holds exactly.`,
      { option },
    );
  }
}

/** A sum of costs, if a double holds it exactly. */
export function checkedCost(cost: number): number {
  if (Number.isSafeInteger(cost)) return cost;
  throw new QuadrilleError(
    'too-large',
    'The costs of a solution come to more than 2 ** 53; give smaller ones.',
  );
}

/** A bigint of 128 bits, and its place in an array that may be half full. */
const BYTES_OF_BIGINT = 48;

/** Keeps the count of each state, and nothing else. */
export class Counts implements Tally<Exact> {
  readonly none = 0;
  readonly one = 1;
  /** Entry -> its count; below 0, less 1: where it is among the big ones. */
  private readonly counts = new Pages(1, 8, doubles);
  private readonly big: bigint[] = [];
  /** The sums of the open states so far. */
  private readonly sums: Exact[] = [];

  get bytes(): number {
    return this.counts.bytes + BYTES_OF_BIGINT * this.big.length;
  }

  growth(entries: number): number {
    return entries > this.counts.room ? this.counts.growth : 0;
  }

  /** The solutions found so far. The rest of an open state does not count. */
  soFar(): Exact {
    return this.sums.reduce(plus, 0);
  }

  open(): void {
    this.sums.push(0);
  }

  add(value: Exact): void {
    const last = this.sums.length - 1;
    this.sums[last] = plus(this.sums[last], value);
  }

  close(): Exact {
    return this.sums.pop() as Exact;
  }

  before(value: Exact): Exact {
    return value;
  }

  get(entry: number): Exact {
    const count = this.counts.list[pageOf(entry)][placeOf(entry)];
    return count >= 0 ? count : this.big[-1 - count];
  }

  set(entry: number, value: Exact): void {
    if (entry >= this.counts.room) this.counts.grow();
    const page = this.counts.list[pageOf(entry)];
    const place = placeOf(entry);
    const before = page[place];
    if (typeof value === 'number') page[place] = value;
    else if (before < 0) this.big[-1 - before] = value;
    else page[place] = -this.big.push(value);
  }
}

function doubles(length: number): Float64Array {
  try {
    return new Float64Array(length);
  } catch (error) {
    throw outOfMemory(error, 8 * length, 'the counts of states');
  }
}
