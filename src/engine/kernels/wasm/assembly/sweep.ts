// The walk of `sweep`. Its layout is drawn in ../../sweep/sweep-layout.ts. Its registers lie at the
// start of its own array, and they hold positions in it, not addresses.

import {
  ALL, BACK, BUCKET, BUCKETS, CANDIDATES, CHUNK_SIZE, CHUNKS, CHUNKS_END, CLASHES, DEEPEST, DEPTH, END, ENTER, FORCED,
  LARGEST, LEAVE, LEVEL, NEXT, NODE_LIMIT, NODES, PRIMARY, RECORD, SET, SOLUTION_LIMIT, SOLUTIONS, STATE, STRIDE, TAKE,
  TAKEN, UNTRIED, WORDS, WORK, WORK_LIMIT,
} from '../../sweep/fields';
import { EXHAUSTED, PAUSED, SOLUTION } from '../registers';
import { at } from './walk';

const TOP: u32 = 0x80000000;

/**
 * Goes on from where the registers say, as far as their limits let it, for some number of words of
 * state:
 *
 *              .---------------------------------.
 *              v                                 |
 *    [enter] a level, find its candidates -> [take] the next, cover its items
 *       |                                        ^    | it has none: back to the level below
 *       |                                        |    v
 *       '-> all items are covered: a solution, [leave] it    no level: exhausted
 */
// @ts-expect-error: a decorator of AssemblyScript
@inline function walk(base: usize, words: i32): i32 {
  const primary = load<i32>(base, 4 * PRIMARY);
  const buckets = at(base, load<i32>(base, 4 * BUCKETS));
  const stride = load<i32>(base, 4 * STRIDE) << 2;
  const clashes = load<i32>(base, 4 * CLASHES) << 2;
  const lastRoom = at(base, load<i32>(base, 4 * END) - 2 * load<i32>(base, 4 * LARGEST));
  const nodeLimit = load<i32>(base, 4 * NODE_LIMIT);
  const workLimit = load<i32>(base, 4 * WORK_LIMIT);
  const solutionLimit = load<i32>(base, 4 * SOLUTION_LIMIT);
  const live: usize = 4 * STATE + ((<usize>words + 1) << 2);
  let level = load<i32>(base, 4 * LEVEL);
  let l = at(base, level);
  let depth = load<i32>(base, 4 * DEPTH);
  let next = load<i32>(base, 4 * NEXT);
  let deepest = load<i32>(base, 4 * DEEPEST);
  let nodes = 0;
  let work = 0;
  let solutions = 0;
  let forced = 0;
  let outcome = PAUSED;
  for (;;) {
    // The bucket of the level, the word of its set that has a candidate, and that word.
    let bucket: usize = 0;
    let untried: usize = 0;
    let left: u32 = 0;
    if (next == ENTER) {
      if (depth > deepest) deepest = depth;
      const state = l + 4 * STATE;
      const first = firstOpen(state + (((at(base, load<i32>(l, 4 * BUCKET)) - buckets) >> 10) << 2));
      const item = (<i32>(first - state) << 3) + clz(~load<u32>(first));
      if (item >= primary) {
        solutions++;
        next = LEAVE;
        if (solutions == solutionLimit) {
          outcome = SOLUTION;
          break;
        }
      } else {
        if (nodes == nodeLimit || work >= workLimit || l > lastRoom) break;
        bucket = buckets + (<usize>item << 5);
        store<i32>(l, <i32>((bucket - base) >> 2), 4 * BUCKET);
        const lives = l + live;
        const set = load<i32>(bucket, 4 * SET);
        const chunks = load<i32>(bucket, 4 * CHUNKS);
        store<i32>(l, <i32>((lives - base) >> 2), 4 * UNTRIED);
        untried = lives;
        const all = at(base, load<i32>(bucket, 4 * ALL));
        const begin = at(base, chunks);
        const end = at(base, load<i32>(bucket, 4 * CHUNKS_END));
        if (chunks == 0) {
          forced += tested(base, l, bucket, first, words, stride, clashes, lives);
          work += set << 5;
        } else {
          work += set == 2 ? <i32>((end - begin) >> 4) : <i32>((end - begin) >> 4) * set;
          if (set == 1) {
            left = load<u32>(all) & ~clashes32(base, state, begin, end);
            if (left == 0) {
              // As below, where the levels without a candidate are left.
              level = load<i32>(l, 4 * BACK);
              l = at(base, level);
              depth--;
            } else if ((left & (left - 1)) == 0) forced++;
          } else if (set == 2) {
            const both = load<u64>(all) & ~clashes64(base, state, begin, end);
            store<u64>(lives, both);
            if (both != 0 && (both & (both - 1)) == 0) forced++;
          } else {
            forced += findMany(base, state, begin, end, all, set, lives);
          }
        }
      }
    }
    if (next == LEAVE) {
      level = load<i32>(l, 4 * BACK);
      l = at(base, level);
      depth--;
    }
    if (left == 0) {
      while (level != 0) {
        bucket = at(base, load<i32>(l, 4 * BUCKET));
        untried = at(base, load<i32>(l, 4 * UNTRIED));
        const end = l + live + (load<usize>(bucket, 4 * SET) << 2);
        while (untried < end) {
          left = load<u32>(untried);
          if (left != 0) break;
          untried += 4;
        }
        if (left != 0) break;
        level = load<i32>(l, 4 * BACK);
        l = at(base, level);
        depth--;
      }
      if (level == 0) {
        outcome = EXHAUSTED;
        break;
      }
      next = TAKE;
      if (nodes == nodeLimit) break;
      store<i32>(l, <i32>((untried - base) >> 2), 4 * UNTRIED);
    }
    const n = clz(left);
    store<u32>(untried, left ^ (TOP >> n));
    const order = (<i32>(untried - l - live) << 3) + n;
    const candidate = at(base, load<i32>(bucket, 4 * CANDIDATES)) + order * stride;
    store<i32>(l, <i32>((candidate - base) >> 2), 4 * TAKEN);
    const above = l + (load<usize>(bucket, 4 * RECORD) << 2);
    unite(l, candidate, above, words, (bucket - buckets) >> 10 << 2);
    store<i32>(above, level, 4 * BACK);
    store<i32>(above, <i32>((bucket - base) >> 2), 4 * BUCKET);
    level = <i32>((above - base) >> 2);
    l = above;
    nodes++;
    depth++;
    next = ENTER;
  }
  store<i32>(base, level, 4 * LEVEL);
  store<i32>(base, depth, 4 * DEPTH);
  store<i32>(base, next, 4 * NEXT);
  store<i32>(base, deepest, 4 * DEEPEST);
  store<i32>(base, nodes, 4 * NODES);
  store<i32>(base, work, 4 * WORK);
  store<i32>(base, solutions, 4 * SOLUTIONS);
  store<i32>(base, forced, 4 * FORCED);
  return outcome;
}

/** The word of the first item that is not covered, from a word on. */
// @ts-expect-error: a decorator of AssemblyScript
@inline function firstOpen(word: usize): usize {
  let first = word;
  while (~load<u32>(first) == 0) first += 4;
  return first;
}

/** The candidates of a set of one word that the state excludes. */
// @ts-expect-error: a decorator of AssemblyScript
@inline function clashes32(base: usize, state: usize, begin: usize, end: usize): u32 {
  let out: u32 = 0;
  for (let c = begin; c < end; c += 4 * CHUNK_SIZE) {
    const bits = load<u32>(at(state, load<i32>(c))) >> load<u32>(c, 4);
    out |= load<u32>(at(at(base, load<i32>(c, 12)), bits & load<u32>(c, 8)));
  }
  return out;
}

/** The same, of two words. */
// @ts-expect-error: a decorator of AssemblyScript
@inline function clashes64(base: usize, state: usize, begin: usize, end: usize): u64 {
  let out: u64 = 0;
  for (let c = begin; c < end; c += 4 * CHUNK_SIZE) {
    const bits = load<u32>(at(state, load<i32>(c))) >> load<u32>(c, 4);
    out |= load<u64>(at(base, load<i32>(c, 12)) + (<usize>(bits & load<u32>(c, 8)) << 3));
  }
  return out;
}

/** Finds the candidates of a set of more words. 1 if just one is left. */
// @ts-expect-error: a decorator of AssemblyScript
@inline function findMany(
  base: usize, state: usize, begin: usize, end: usize, all: usize, set: i32, lives: usize,
): i32 {
  let any: u32 = 0;
  let several: u32 = 0;
  for (let j: usize = 0; j < <usize>set; j++) {
    let out: u32 = 0;
    for (let c = begin; c < end; c += 4 * CHUNK_SIZE) {
      const bits = load<u32>(at(state, load<i32>(c))) >> load<u32>(c, 4);
      const entry = (bits & load<u32>(c, 8)) * set;
      out |= load<u32>(at(base, load<i32>(c, 12) + entry) + (j << 2));
    }
    const these = load<u32>(all + (j << 2)) & ~out;
    store<u32>(lives + (j << 2), these);
    several |= u32(any != 0 && these != 0) | (these & (these - 1));
    any |= these;
  }
  return <i32>(any != 0 && several == 0);
}

/** Writes the state of the next level: the items of this one and those of a candidate. */
// @ts-expect-error: a decorator of AssemblyScript
@inline function unite(l: usize, candidate: usize, above: usize, words: i32, from: usize): void {
  // All words of the state, those before the item, which are never read, too.
  if (words == 1) {
    store<u32>(above, load<u32>(l, 4 * STATE) | load<u32>(candidate), 4 * STATE);
  } else if (words == 2) {
    store<u64>(above, load<u64>(l, 4 * STATE) | load<u64>(candidate), 4 * STATE);
  } else if (words <= 4) {
    let both = v128.or(v128.load(l, 4 * STATE), v128.load(candidate));
    // The lane after the third word is the 0 at the end; other numbers of words have a store for
    // it.
    if (words == 3) both = v128.and(both, i32x4(-1, -1, -1, 0));
    v128.store(above, both, 4 * STATE);
  } else {
    for (let w = from; w < <usize>words << 2; w += 4) {
      store<u32>(above + w, load<u32>(l + w, 4 * STATE) | load<u32>(candidate + w), 4 * STATE);
    }
  }
  if (words != 3) store<u32>(above + ((<usize>words) << 2), 0, 4 * STATE);
}

/** Tests the candidates of a bucket one by one; 1 if just one is left. */
function tested(
  base: usize, l: usize, bucket: usize, first: usize, words: i32, stride: i32, clashes: i32, lives: usize,
): i32 {
  const all = at(base, load<i32>(bucket, 4 * ALL));
  const set = load<usize>(bucket, 4 * SET) << 2;
  const state = l + 4 * STATE;
  const end = (<usize>words) << 2;
  let candidate = at(base, load<i32>(bucket, 4 * CANDIDATES)) + clashes;
  let count = 0;
  for (let j: usize = 0; j < set; j += 4) {
    const wanted = load<u32>(all + j);
    let left: u32 = 0;
    for (let bit = TOP; bit != 0; bit >>= 1, candidate += stride) {
      if ((wanted & bit) == 0) continue;
      let clash: u32 = 0;
      for (let w = first - state; w < end; w += 4) {
        clash |= load<u32>(candidate + w) & load<u32>(state + w);
      }
      if (clash == 0) left |= bit;
    }
    store<u32>(lives + j, left);
    count += popcnt(left);
  }
  return i32(count == 1);
}

export function sweep(base: usize): i32 {
  const words = load<i32>(base, 4 * WORDS);
  if (words == 1) return walk(base, 1);
  if (words == 2) return walk(base, 2);
  if (words == 3) return walk(base, 3);
  if (words == 4) return walk(base, 4);
  return walk(base, words);
}
