/** A shorter run would measure the clock and the compiler. */
const LEAST_MS = 20;
const ROUNDS = 5;

/**
 * How many times the CPU time of n an input of 4n takes: about 4 where time grows linearly, 16
 * where it grows with the square. `make(n)` prepares an input of size n, untimed, and gives what
 * is timed, which may run often. n doubles until a run takes 20 ms; of several runs of each size
 * the fastest counts, since a pause for garbage only ever adds.
 */
export function growthOf(make: (n: number) => () => void, n = 1000): number {
  for (; n < 1e8; n *= 2) {
    const small = make(n);
    // The first run also compiles.
    let less = Math.min(timeOf(small), timeOf(small));
    if (less < LEAST_MS) continue;
    const large = make(4 * n);
    let more = timeOf(large);
    // Where the first runs settle it, further ones would only bring `more` further down.
    for (let round = 1; round < ROUNDS && more > 5 * less; round++) {
      less = Math.min(less, timeOf(small));
      more = Math.min(more, timeOf(large));
    }
    return more / less;
  }
  throw new Error(`an input of ${n} takes less than ${LEAST_MS} ms`);
}

/** In milliseconds of CPU time, which other processes do not lengthen. */
function timeOf(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
