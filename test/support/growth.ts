/** A shorter run would measure the clock and the compiler. */
const LEAST_MS = 10;
const ROUNDS = 5;
/** A growth beyond this is looked at again. */
const STEEP = 7;

/**
 * The CPU time of an input of 4n, divided by that of n: about 4 where time grows linearly, 16 where
 * it grows with the square. `make(n)` prepares an input of size n, untimed, and gives the function
 * to time, which may run often. n doubles until a run takes 10 ms. Where the growth looks steep,
 * from 4n to 16n is measured as well, and the smaller one counts: an input that no longer fits a
 * cache is slower once, quadratic code stays so.
 */
export function growthOf(make: (n: number) => () => void, n = 100): number {
  for (; n < 1e8; n *= 2) {
    const run = make(n);
    if (isLong(run)) return growthFrom(make, n, run);
  }
  throw new Error(`an input of ${n} takes less than ${LEAST_MS} ms`);
}

/** The same for one n, where an input has parts of size n: their number doubles until a run takes 10 ms. */
export function growthOfParts(make: (n: number, parts: number) => () => void, n: number): number {
  for (let parts = 1; parts < 1e6; parts *= 2) {
    const run = make(n, parts);
    if (isLong(run)) return growthFrom((larger) => make(larger, parts), n, run);
  }
  throw new Error(`many inputs of ${n} take less than ${LEAST_MS} ms`);
}

/** The first run also compiles, so it must not be the only one that is long. */
function isLong(run: () => void): boolean {
  return timeOf(run) >= LEAST_MS && timeOf(run) >= LEAST_MS;
}

function growthFrom(make: (n: number) => () => void, n: number, run: () => void): number {
  const larger = make(4 * n);
  const growth = ratio(run, larger);
  return growth < STEEP ? growth : Math.min(growth, ratio(larger, make(16 * n)));
}

/** Of several runs the fastest counts, since a pause for garbage only ever adds. */
function ratio(small: () => void, large: () => void): number {
  let less = Number.POSITIVE_INFINITY;
  let more = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    less = Math.min(less, timeOf(small), timeOf(small));
    more = Math.min(more, timeOf(large));
    // Further rounds would only bring it further down.
    if (more < STEEP * less) break;
  }
  return more / less;
}

/** In milliseconds of CPU time, which other processes do not lengthen. */
function timeOf(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
