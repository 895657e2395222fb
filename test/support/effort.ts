const { SLOW } = process.env;
/** True also runs tests that take minutes rather than seconds: set SLOW=1 in the environment. */
export const slow = SLOW !== undefined;

/** The seed of all random problems: the same each time, and another one each time with SLOW=1. */
export const seed = slow ? Math.floor(Math.random() * 2 ** 31) : 1;

/** The part of its random problems that a test tries by default. */
const PART = 0.05;

/** The number of random problems to try, of `all`. */
export function runs(all: number): number {
  return slow ? all : Math.ceil(PART * all);
}
