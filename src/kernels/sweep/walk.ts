import type { Outcome } from '../search.ts';

// The registers of the walk, at the start of the array. The first ones never change.
const PRIMARY = 0;
const WORDS = 1;
const BUCKETS = 2;
const STRIDE = 3;
const CLASHES = 4;
/** The most integers of one level, and the end of the room for levels. */
const LARGEST = 5;
const END = 6;
/** Its place: the level, the number of options chosen, the next step, and the most chosen. */
const LEVEL = 7;
const DEPTH = 8;
const NEXT = 9;
const DEEPEST = 10;
/** The limits of one call, and its work so far. */
const NODE_LIMIT = 11;
const WORK_LIMIT = 12;
const SOLUTION_LIMIT = 13;
const NODES = 14;
const WORK = 15;
const SOLUTIONS = 16;
/** Nodes that had no alternative. */
const FORCED = 17;
const HEADER = 24;

// The next step: to look for the candidates of the level, to take one of them, or to leave a
// solution.
const ENTER = 0;
const TAKE = 1;
const LEAVE = 2;

// The fields of a level. The words of the state follow, then a word of 0, where the search for the
// first item that is not covered ends, then the set of the candidates that are not tried yet.
// Before a level is entered, BUCKET is that of the level below. UNTRIED: where the first of them
// may be.
const BACK = 0;
const BUCKET = 1;
const TAKEN = 2;
const UNTRIED = 3;
const STATE = 4;

// The fields of a bucket, see layout.ts. CHUNKS is 0 where the tables would be too large.
const CANDIDATES = 0;
const CHUNKS = 1;
const CHUNKS_END = 2;
const SET = 3;
const ALL = 4;
const RECORD = 5;

const TOP = 0x80000000;
/** More than a call can count. */
const MOST = 1 << 30;

/**
 * The fields as the other files need them: V8 does not fold constants that are exported (1.2 times
 * as slow).
 */
export const FIELDS = {
  PRIMARY,
  WORDS,
  BUCKETS,
  STRIDE,
  CLASHES,
  LARGEST,
  END,
  LEVEL,
  DEPTH,
  NEXT,
  DEEPEST,
  NODE_LIMIT,
  WORK_LIMIT,
  SOLUTION_LIMIT,
  NODES,
  WORK,
  SOLUTIONS,
  FORCED,
  HEADER,
  ENTER,
  TAKE,
  BACK,
  BUCKET,
  TAKEN,
  STATE,
  CANDIDATES,
  SET,
  ALL,
  TOP,
  MOST,
} as const;

/**
 * Goes on from where the registers say, as far as their limits let it:
 *
 *              .---------------------------------.
 *              v                                 |
 *    [enter] a level, find its candidates -> [take] the next, cover its items
 *       |                                        ^    | it has none: back to the level below
 *       |                                        |    v
 *       '-> all items are covered: a solution, [leave] it    no level: exhausted
 */
export function walk(a: Int32Array): Outcome {
  const primary = a[PRIMARY] as number;
  const words = a[WORDS] as number;
  const buckets = a[BUCKETS] as number;
  const stride = a[STRIDE] as number;
  const clashes = a[CLASHES] as number;
  const lastRoom = (a[END] as number) - 2 * (a[LARGEST] as number);
  const nodeLimit = a[NODE_LIMIT] as number;
  const workLimit = a[WORK_LIMIT] as number;
  const solutionLimit = a[SOLUTION_LIMIT] as number;
  const levelSize = STATE + words + 1;
  let level = a[LEVEL] as number;
  let depth = a[DEPTH] as number;
  let next = a[NEXT] as number;
  let deepest = a[DEEPEST] as number;
  let nodes = 0;
  let work = 0;
  let solutions = 0;
  let forced = 0;
  let outcome: Outcome;
  for (;;) {
    if (next === ENTER) {
      if (depth > deepest) deepest = depth;
      const state = level + STATE;
      let at = state + (((a[level + BUCKET] as number) - buckets) >> 8);
      let free = ~(a[at] as number);
      while (free === 0) free = ~(a[++at] as number);
      const item = ((at - state) << 5) + Math.clz32(free);
      if (item >= primary) {
        solutions++;
        next = LEAVE;
        if (solutions === solutionLimit) {
          outcome = 'solution';
          break;
        }
      } else {
        if (nodes === nodeLimit || work >= workLimit || level > lastRoom) {
          outcome = 'paused';
          break;
        }
        const bucket = buckets + (item << 3);
        a[level + BUCKET] = bucket;
        const live = level + levelSize;
        a[level + UNTRIED] = live;
        const set = a[bucket + SET] as number;
        const all = a[bucket + ALL] as number;
        const chunks = a[bucket + CHUNKS] as number;
        const end = a[bucket + CHUNKS_END] as number;
        if (chunks === 0) {
          let candidate = (a[bucket + CANDIDATES] as number) + clashes;
          let any = 0;
          let several = 0;
          for (let j = 0; j < set; j++) {
            let left = 0;
            for (let bit = TOP; bit !== 0; bit >>>= 1, candidate += stride) {
              if (((a[all + j] as number) & bit) === 0) continue;
              let clash = 0;
              for (let w = at - state; w < words; w++) {
                clash |= (a[candidate + w] as number) & (a[state + w] as number);
              }
              if (clash === 0) left |= bit;
            }
            a[live + j] = left;
            several |= left & (left - 1);
            if (any !== 0 && left !== 0) several = 1;
            any |= left;
          }
          work += set << 5;
          if (any !== 0 && several === 0) forced++;
        } else if (set === 1) {
          let out = 0;
          for (let c = chunks; c < end; c += 4) {
            const bits = (a[state + (a[c] as number)] as number) >>> (a[c + 1] as number);
            out |= a[(a[c + 3] as number) + (bits & (a[c + 2] as number))] as number;
          }
          work += (end - chunks) >> 2;
          const left = (a[all] as number) & ~out;
          a[live] = left;
          if ((left & (left - 1)) === 0 && left !== 0) forced++;
        } else if (set === 2) {
          let out0 = 0;
          let out1 = 0;
          for (let c = chunks; c < end; c += 4) {
            const bits = (a[state + (a[c] as number)] as number) >>> (a[c + 1] as number);
            const entry = (a[c + 3] as number) + ((bits & (a[c + 2] as number)) << 1);
            out0 |= a[entry] as number;
            out1 |= a[entry + 1] as number;
          }
          work += (end - chunks) >> 2;
          const left0 = (a[all] as number) & ~out0;
          const left1 = (a[all + 1] as number) & ~out1;
          a[live] = left0;
          a[live + 1] = left1;
          const both = left0 | left1;
          if ((left0 === 0 || left1 === 0) && (both & (both - 1)) === 0 && both !== 0) forced++;
        } else {
          let any = 0;
          let several = 0;
          for (let j = 0; j < set; j++) {
            let out = 0;
            for (let c = chunks; c < end; c += 4) {
              const bits = (a[state + (a[c] as number)] as number) >>> (a[c + 1] as number);
              const entry = (a[c + 3] as number) + (bits & (a[c + 2] as number)) * set;
              out |= a[entry + j] as number;
            }
            const left = (a[all + j] as number) & ~out;
            a[live + j] = left;
            if (any !== 0 && left !== 0) several = 1;
            several |= left & (left - 1);
            any |= left;
          }
          work += ((end - chunks) >> 2) * set;
          if (any !== 0 && several === 0) forced++;
        }
      }
    }
    if (next === LEAVE) {
      level = a[level + BACK] as number;
      depth--;
    }
    let bucket = 0;
    let at = 0;
    let left = 0;
    while (level !== 0) {
      bucket = a[level + BUCKET] as number;
      at = a[level + UNTRIED] as number;
      const end = level + levelSize + (a[bucket + SET] as number);
      while (at < end) {
        left = a[at] as number;
        if (left !== 0) break;
        at++;
      }
      if (left !== 0) break;
      level = a[level + BACK] as number;
      depth--;
    }
    if (level === 0) {
      outcome = 'exhausted';
      break;
    }
    next = TAKE;
    if (nodes === nodeLimit) {
      outcome = 'paused';
      break;
    }
    const n = Math.clz32(left);
    a[at] = left ^ (TOP >>> n);
    a[level + UNTRIED] = at;
    const order = ((at - level - levelSize) << 5) + n;
    const candidate = (a[bucket + CANDIDATES] as number) + order * stride;
    a[level + TAKEN] = candidate;
    const above = level + (a[bucket + RECORD] as number);
    for (let w = (bucket - buckets) >> 8; w < words; w++) {
      a[above + STATE + w] = (a[level + STATE + w] as number) | (a[candidate + w] as number);
    }
    a[above + STATE + words] = 0;
    a[above + BACK] = level;
    a[above + BUCKET] = bucket;
    level = above;
    nodes++;
    depth++;
    next = ENTER;
  }
  a[LEVEL] = level;
  a[DEPTH] = depth;
  a[NEXT] = next;
  a[DEEPEST] = deepest;
  a[NODES] = nodes;
  a[WORK] = work;
  a[SOLUTIONS] = solutions;
  a[FORCED] = forced;
  return outcome;
}
