// The walk of `sweep`, step for step as in ../../sweep/walk.ts, where it is explained. Its
// registers lie at the start of its own array, and they hold positions in it, not addresses.

import { EXHAUSTED, PAUSED, SOLUTION } from '../registers';
import { at } from './walk';

// The registers, in bytes.
const PRIMARY: usize = 0;
const WORDS: usize = 4;
const BUCKETS: usize = 8;
const STRIDE: usize = 12;
const CLASHES: usize = 16;
const LARGEST: usize = 20;
const END: usize = 24;
const LEVEL: usize = 28;
const DEPTH: usize = 32;
const NEXT: usize = 36;
const DEEPEST: usize = 40;
const NODE_LIMIT: usize = 44;
const WORK_LIMIT: usize = 48;
const SOLUTION_LIMIT: usize = 52;
const NODES: usize = 56;
const WORK: usize = 60;
const SOLUTIONS: usize = 64;
const FORCED: usize = 68;

// The next step.
const ENTER: i32 = 0;
const TAKE: i32 = 1;
const LEAVE: i32 = 2;

// The fields of a level and of a bucket, in bytes.
const BACK: usize = 0;
const BUCKET: usize = 4;
const TAKEN: usize = 8;
const UNTRIED: usize = 12;
const STATE: usize = 16;
const CANDIDATES: usize = 0;
const CHUNKS: usize = 4;
const CHUNKS_END: usize = 8;
const SET: usize = 12;
const ALL: usize = 16;
const RECORD: usize = 20;
const CHUNK_SIZE: usize = 16;

const TOP: u32 = 0x80000000;

/** The loop over an array at an address, for some number of words of state. */
// @ts-ignore: a decorator of AssemblyScript
@inline function walk(base: usize, words: i32): i32 {
  const primary = load<i32>(base, PRIMARY);
  const buckets = at(base, load<i32>(base, BUCKETS));
  const stride = load<i32>(base, STRIDE) << 2;
  const clashes = load<i32>(base, CLASHES) << 2;
  const lastRoom = at(base, load<i32>(base, END) - 2 * load<i32>(base, LARGEST));
  const nodeLimit = load<i32>(base, NODE_LIMIT);
  const workLimit = load<i32>(base, WORK_LIMIT);
  const solutionLimit = load<i32>(base, SOLUTION_LIMIT);
  const live: usize = STATE + ((<usize>words + 1) << 2);
  let level = load<i32>(base, LEVEL);
  let l = at(base, level);
  let depth = load<i32>(base, DEPTH);
  let next = load<i32>(base, NEXT);
  let deepest = load<i32>(base, DEEPEST);
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
      const state = l + STATE;
      let first = state + (((at(base, load<i32>(l, BUCKET)) - buckets) >> 10) << 2);
      let free = ~load<u32>(first);
      while (free == 0) {
        first += 4;
        free = ~load<u32>(first);
      }
      const item = (<i32>(first - state) << 3) + clz(free);
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
        store<i32>(l, <i32>((bucket - base) >> 2), BUCKET);
        const lives = l + live;
        const set = load<i32>(bucket, SET);
        const chunks = load<i32>(bucket, CHUNKS);
        store<i32>(l, <i32>((lives - base) >> 2), UNTRIED);
        untried = lives;
        const all = at(base, load<i32>(bucket, ALL));
        const begin = at(base, chunks);
        const end = at(base, load<i32>(bucket, CHUNKS_END));
        if (chunks == 0) {
          forced += tested(base, l, bucket, first, words, stride, clashes, lives);
          work += set << 5;
        } else if (set == 1) {
          let out: u32 = 0;
          for (let c = begin; c < end; c += CHUNK_SIZE) {
            const bits = load<u32>(at(state, load<i32>(c))) >> load<u32>(c, 4);
            out |= load<u32>(at(at(base, load<i32>(c, 12)), bits & load<u32>(c, 8)));
          }
          work += <i32>((end - begin) >> 4);
          left = load<u32>(all) & ~out;
          if (left == 0) {
            // As below, where the levels without a candidate are left.
            level = load<i32>(l, BACK);
            l = at(base, level);
            depth--;
          } else if ((left & (left - 1)) == 0) forced++;
        } else if (set == 2) {
          let out: u64 = 0;
          for (let c = begin; c < end; c += CHUNK_SIZE) {
            const bits = load<u32>(at(state, load<i32>(c))) >> load<u32>(c, 4);
            out |= load<u64>(at(base, load<i32>(c, 12)) + (<usize>(bits & load<u32>(c, 8)) << 3));
          }
          work += <i32>((end - begin) >> 4);
          const both = load<u64>(all) & ~out;
          store<u64>(lives, both);
          if (both != 0 && (both & (both - 1)) == 0) forced++;
        } else {
          let any: u32 = 0;
          let several: u32 = 0;
          for (let j: usize = 0; j < <usize>set; j++) {
            let out: u32 = 0;
            for (let c = begin; c < end; c += CHUNK_SIZE) {
              const bits = load<u32>(at(state, load<i32>(c))) >> load<u32>(c, 4);
              const entry = (bits & load<u32>(c, 8)) * set;
              out |= load<u32>(at(base, load<i32>(c, 12) + entry) + (j << 2));
            }
            const these = load<u32>(all + (j << 2)) & ~out;
            store<u32>(lives + (j << 2), these);
            several |= u32(any != 0 && these != 0) | (these & (these - 1));
            any |= these;
          }
          work += <i32>((end - begin) >> 4) * set;
          if (any != 0 && several == 0) forced++;
        }
      }
    }
    if (next == LEAVE) {
      level = load<i32>(l, BACK);
      l = at(base, level);
      depth--;
    }
    if (left == 0) {
      while (level != 0) {
        bucket = at(base, load<i32>(l, BUCKET));
        untried = at(base, load<i32>(l, UNTRIED));
        const end = l + live + (load<usize>(bucket, SET) << 2);
        while (untried < end) {
          left = load<u32>(untried);
          if (left != 0) break;
          untried += 4;
        }
        if (left != 0) break;
        level = load<i32>(l, BACK);
        l = at(base, level);
        depth--;
      }
      if (level == 0) {
        outcome = EXHAUSTED;
        break;
      }
      next = TAKE;
      if (nodes == nodeLimit) break;
      store<i32>(l, <i32>((untried - base) >> 2), UNTRIED);
    }
    const n = clz(left);
    store<u32>(untried, left ^ (TOP >> n));
    const order = (<i32>(untried - l - live) << 3) + n;
    const candidate = at(base, load<i32>(bucket, CANDIDATES)) + order * stride;
    store<i32>(l, <i32>((candidate - base) >> 2), TAKEN);
    const above = l + (load<usize>(bucket, RECORD) << 2);
    // All words of the state, those before the item, which are never read, too.
    if (words == 1) {
      store<u32>(above, load<u32>(l, STATE) | load<u32>(candidate), STATE);
    } else if (words == 2) {
      store<u64>(above, load<u64>(l, STATE) | load<u64>(candidate), STATE);
    } else if (words <= 4) {
      let both = v128.or(v128.load(l, STATE), v128.load(candidate));
      // The lane after the third word is the 0 at the end; other numbers of words have a store for
      // it.
      if (words == 3) both = v128.and(both, i32x4(-1, -1, -1, 0));
      v128.store(above, both, STATE);
    } else {
      for (let w = (bucket - buckets) >> 10 << 2; w < <usize>words << 2; w += 4) {
        store<u32>(above + w, load<u32>(l + w, STATE) | load<u32>(candidate + w), STATE);
      }
    }
    if (words != 3) store<u32>(above + ((<usize>words) << 2), 0, STATE);
    store<i32>(above, level, BACK);
    store<i32>(above, <i32>((bucket - base) >> 2), BUCKET);
    level = <i32>((above - base) >> 2);
    l = above;
    nodes++;
    depth++;
    next = ENTER;
  }
  store<i32>(base, level, LEVEL);
  store<i32>(base, depth, DEPTH);
  store<i32>(base, next, NEXT);
  store<i32>(base, deepest, DEEPEST);
  store<i32>(base, nodes, NODES);
  store<i32>(base, work, WORK);
  store<i32>(base, solutions, SOLUTIONS);
  store<i32>(base, forced, FORCED);
  return outcome;
}

/** Tests the candidates of a bucket one by one; 1 if just one is left. */
function tested(
  base: usize, l: usize, bucket: usize, first: usize, words: i32, stride: i32, clashes: i32, lives: usize,
): i32 {
  const all = at(base, load<i32>(bucket, ALL));
  const set = load<usize>(bucket, SET) << 2;
  const state = l + STATE;
  const end = (<usize>words) << 2;
  let candidate = at(base, load<i32>(bucket, CANDIDATES)) + clashes;
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
  const words = load<i32>(base, WORDS);
  if (words == 1) return walk(base, 1);
  if (words == 2) return walk(base, 2);
  if (words == 3) return walk(base, 3);
  if (words == 4) return walk(base, 4);
  return walk(base, words);
}
