import { isFixed, type Rules } from './rules.ts';

/** The work of an operation on large integers, in multiplications of small ones. */
const PER_ENTRY = 16;
/** Integers that grow beyond this are given up: each operation would take too long. */
const LARGEST_INTEGER = 2n ** 64n;
/** A divisor of a pivot is sought up to here. */
const MOST_PRIME = 2 ** 12;

/** A row that is subtracted from others so that they become 0 in its column. */
interface Pivot {
  readonly column: number;
  readonly row: bigint[];
}

/**
 * A prime modulo a power of which the equations "these options cover each item as often as it must
 * be covered" have no solution. Undefined: they have a solution in integers, or the answer is
 * unknown, since the work ran out or the integers grew too large.
 *
 * It brings the matrix into steps by operations on rows, as Hermite did, and divides the right-hand
 * side by the steps. Pivots that are 1 or -1 come first, since they need no division and keep the
 * integers small. The rest is small, and Euclid's algorithm on two rows makes pivots of it.
 */
export function* badPrime(rules: Rules, workLimit: number): Generator<number, number | undefined> {
  const { options, start, items, least } = rules;
  const columns = [...least.keys()].filter((item) => isFixed(rules, item));
  const columnOf = new Map(columns.map((item, column) => [item, column]));
  const units: Pivot[] = [];
  const waiting: bigint[][] = [];
  let work = 0;
  for (let option = 0; option < options; option++) {
    const row = columns.map(() => 0n);
    for (const item of items.subarray(start[option], start[option + 1])) {
      const column = columnOf.get(item);
      if (column !== undefined) row[column] = 1n;
    }
    const taken = PER_ENTRY * (columns.length + reduce(row, units));
    work += taken;
    const column = row.findIndex((entry) => entry === 1n || entry === -1n);
    if (column >= 0) units.push({ column, row });
    else if (row.some((entry) => entry !== 0n)) waiting.push(row);
    if (work > workLimit || isLarge(row)) return undefined;
    yield taken;
  }
  /** Column -> the row that begins there, among those that are left. */
  const steps: (bigint[] | undefined)[] = columns.map(() => undefined);
  for (const row of waiting) {
    const taken = PER_ENTRY * (reduce(row, units) + step(row, steps));
    work += taken;
    if (work > workLimit || steps.some((other) => other !== undefined && isLarge(other))) {
      return undefined;
    }
    yield taken;
  }
  const rest = columns.map((item) => BigInt(least[item]));
  reduce(rest, units);
  for (const [column, row] of steps.entries()) {
    const value = rest[column];
    if (value === 0n) continue;
    // No rows reach this column. So there is no solution modulo any prime that does not divide the
    // value.
    if (row === undefined) {
      if (units.some((unit) => unit.column === column)) continue;
      return primes().find((prime) => value % BigInt(prime) !== 0n);
    }
    const pivot = row[column];
    const [divisor] = euclid(pivot, value);
    const missing = pivot / divisor;
    if (missing !== 1n && missing !== -1n) {
      return primes().find((prime) => missing % BigInt(prime) === 0n);
    }
    subtract(rest, row, value / pivot);
  }
  return undefined;
}

function isLarge(row: readonly bigint[]): boolean {
  return row.some((entry) => entry > LARGEST_INTEGER || -entry > LARGEST_INTEGER);
}

/** Makes a row 0 in the columns of the pivots. Returns the number of operations. */
function reduce(row: bigint[], pivots: readonly Pivot[]): number {
  let work = 0;
  for (const { column, row: other } of pivots) {
    if (row[column] === 0n) continue;
    subtract(row, other, row[column] * other[column]);
    work += row.length;
  }
  return work;
}

/**
 * Takes a row into the steps, and leaves in it what was last subtracted from. Returns the number of
 * operations.
 */
function step(row: bigint[], steps: (bigint[] | undefined)[]): number {
  let work = 0;
  for (let column = 0; column < row.length; column++) {
    const value = row[column];
    if (value === 0n) continue;
    const before = steps[column];
    if (before === undefined) {
      steps[column] = [...row];
      break;
    }
    work += row.length;
    const pivot = before[column];
    if (value % pivot === 0n) {
      subtract(row, before, value / pivot);
      continue;
    }
    const [divisor, x, y] = euclid(pivot, value);
    const [a, b] = [value / divisor, pivot / divisor];
    for (let k = column; k < row.length; k++) {
      const [above, here] = [before[k], row[k]];
      before[k] = x * above + y * here;
      row[k] = a * above - b * here;
    }
  }
  return work;
}

function subtract(row: bigint[], other: readonly bigint[], factor: bigint): void {
  for (let k = 0; k < row.length; k++) {
    const entry = other[k];
    if (entry !== 0n) row[k] = row[k] - factor * entry;
  }
}

/** The greatest common divisor d of two integers, with x and y such that d = x * a + y * b. */
function euclid(a: bigint, b: bigint): [d: bigint, x: bigint, y: bigint] {
  let [d, next] = [a, b];
  let [x, nextX] = [1n, 0n];
  let [y, nextY] = [0n, 1n];
  while (next !== 0n) {
    const quotient = d / next;
    [d, next] = [next, d - quotient * next];
    [x, nextX] = [nextX, x - quotient * nextX];
    [y, nextY] = [nextY, y - quotient * nextY];
  }
  return [d, x, y];
}

function primes(): number[] {
  const found: number[] = [];
  for (let n = 2; n < MOST_PRIME; n++) {
    if (!found.some((prime) => n % prime === 0)) found.push(n);
  }
  return found;
}
