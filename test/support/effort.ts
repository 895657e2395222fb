const { SLOW } = process.env;
/** Whether to do what takes minutes rather than seconds as well: set SLOW=1 in the environment. */
export const slow = SLOW !== undefined;

/** The part of its random problems that a test tries by default. Each time they are others. */
const PART = 0.25;

/** How many of `all` random problems to try. */
export function runs(all: number): number {
  return slow ? all : Math.ceil(PART * all);
}
