import { isFixed, type Rules } from './rules.ts';

/** The work of an operation on large integers, in multiplications of small ones. */
const PER_ENTRY = 16;
/** A divisor of a pivot is sought up to here. */
const MOST_PRIME = 2 ** 12;

/**
 * Whether the equations "these options cover each item as often as it must be covered" have a solution in
 * integers. It brings the matrix into steps by Euclid's algorithm on rows, as Hermite did, and divides the
 * right-hand side by them. Returns a prime modulo a power of which they have none; undefined if they have a
 * solution, or if the work runs out before that is known.
 *
 * The integers may grow without bound, so they are bigints.
 */
export function* badPrime(rules: Rules, workLimit: number): Generator<void, number | undefined> {
  const { options, start, items, least } = rules;
  const columns = [...least.keys()].filter((item) => isFixed(rules, item));
  const columnOf = new Map(columns.map((item, column) => [item, column]));
  /** Column -> the row that begins there. */
  const steps: (bigint[] | undefined)[] = columns.map(() => undefined);
  let work = 0;
  for (let option = 0; option < options; option++) {
    let row = columns.map(() => 0n);
    for (const item of items.subarray(start[option], start[option + 1])) {
      const column = columnOf.get(item);
      if (column !== undefined) row[column] = 1n;
    }
    for (let column = 0; column < columns.length; column++) {
      const value = row[column] as bigint;
      if (value === 0n) continue;
      const step = steps[column];
      if (step === undefined) {
        steps[column] = row;
        break;
      }
      const pivot = step[column] as bigint;
      if (value % pivot === 0n) {
        subtract(row, step, value / pivot, column);
      } else {
        const [divisor, x, y] = euclid(pivot, value);
        const joint = step.map((entry, k) => x * entry + y * (row[k] as bigint));
        const [a, b] = [value / divisor, pivot / divisor];
        row = step.map((entry, k) => a * entry - b * (row[k] as bigint));
        steps[column] = joint;
      }
      work += PER_ENTRY * columns.length;
      if (work > workLimit) return undefined;
    }
    yield;
  }
  const rest = columns.map((item) => BigInt(least[item] as number));
  for (const [column, step] of steps.entries()) {
    const value = rest[column] as bigint;
    if (value === 0n) continue;
    // No combination of rows reaches it: it is not 0 modulo some prime, and any will do that divides it not.
    if (step === undefined) return primes().find((prime) => value % BigInt(prime) !== 0n);
    const pivot = step[column] as bigint;
    const [divisor] = euclid(pivot, value);
    const missing = pivot / divisor;
    if (missing === 1n || missing === -1n) subtract(rest, step, value / pivot, column);
    else return primes().find((prime) => missing % BigInt(prime) === 0n);
  }
  return undefined;
}

function subtract(row: bigint[], step: readonly bigint[], factor: bigint, from: number): void {
  for (let k = from; k < row.length; k++) {
    const entry = step[k] as bigint;
    if (entry !== 0n) row[k] = (row[k] as bigint) - factor * entry;
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
