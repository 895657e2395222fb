// The walk of `planes`. Its layout is drawn in ../../planes/planes.ts, its phases in ../../lists.ts.

import {
  B_ALL, B_COVERED, B_DEPTH, B_ITEM, B_LEFT, B_STATE, BASE, BRANCHES, CHOSEN, COVERED, MUST_BACK_UP, DEEPEST, DEPTH, EXHAUSTED,
  FIRST, FORCED, GROUPS, GUESSES, LOOKS, NODES, PAUSED, PLANES, PREFERRED, PRIMARY, REFUSED, ROWS, SAVED, SIZE,
  SOLUTION, SOLUTIONS, UPDATES, WORK,
} from '../registers';
import { at, get, hasRoom, NONE, part, record, set } from './walk';

/** The bytes of a group: a bit for each of 128 items. */
const BYTES: usize = 16;

/**
 * Begins where some options are live: looks at them, and chooses the options that lie on the stack
 * of chosen ones. False if they exclude each other.
 */
export function planesBegin(count: i32): bool {
  look();
  for (let k = 0; k < count; k++) {
    const x = load<i32>(at(part(CHOSEN), k));
    if (excludes(x)) return false;
    choose(x);
  }
  return true;
}

/** Starts at the root, and walks below the options on the stack of chosen ones. */
export function planesBelow(count: i32): i32 {
  const base = part(BASE);
  // The root lies behind the state and FORCED.
  copy(base, part(FORCED) + <usize>get(GROUPS) * BYTES);
  set(DEPTH, 0);
  set(COVERED, 0);
  set(BRANCHES, 0);
  set(MUST_BACK_UP, 0);
  return planesBegin(count) ? planes() : REFUSED;
}

/** True if an item of an option is covered. */
// @ts-expect-error
@inline function excludes(x: i32): bool {
  const row = at(part(ROWS), x * get(SAVED)) - part(BASE);
  const step = <usize>(get(PLANES) + 1) * BYTES;
  const end = part(BASE) + (<usize>get(SAVED) << 2);
  for (let p = part(BASE); p < end; p += step) {
    if (v128.any_true(v128.not(v128.or(v128.load(p), v128.load(p + row))))) return true;
  }
  return false;
}

export function planes(): i32 {
  const primary = get(PRIMARY);
  const nodesWanted = get(NODES);
  const solutionsWanted = get(SOLUTIONS);
  const steps = get(GROUPS) * (get(PLANES) + 1);
  let work = get(WORK);
  let looks = 0;
  let nodes = 0;
  let guesses = 0;
  let solutions = 0;
  let outcome = PAUSED;
  for (;;) {
    let x = NONE;
    if (get(MUST_BACK_UP)) {
      if (!hasBranch()) {
        outcome = EXHAUSTED;
        break;
      }
      if (nodes == nodesWanted || work <= 0) break;
      x = backUp();
      guesses++;
    } else if (get(COVERED) == primary) {
      set(MUST_BACK_UP, 1);
      if (++solutions < solutionsWanted) continue;
      outcome = SOLUTION;
      break;
    } else {
      if (nodes == nodesWanted || work <= 0) break;
      x = forcedOption();
      if (x == NONE) {
        if (!hasRoom()) break;
        x = beginBranch();
        looks += primary;
        work -= primary;
        guesses++;
      }
    }
    nodes++;
    work -= steps;
    choose(x);
  }
  set(UPDATES, nodes * steps);
  set(LOOKS, looks);
  set(NODES, nodes);
  set(GUESSES, guesses);
  set(SOLUTIONS, solutions);
  return outcome;
}

function hasBranch(): bool {
  let branches = get(BRANCHES);
  while (branches > 0 && load<i32>(record(branches - 1), 4 * B_LEFT) == 0) branches--;
  set(BRANCHES, branches);
  return branches > 0;
}

// @ts-expect-error
@inline function backUp(): i32 {
  const branch = record(get(BRANCHES) - 1);
  copy(part(BASE), at(branch, B_STATE));
  set(DEPTH, load<i32>(branch, 4 * B_DEPTH));
  set(COVERED, load<i32>(branch, 4 * B_COVERED));
  set(MUST_BACK_UP, 0);
  const left = load<i32>(branch, 4 * B_LEFT);
  store<i32>(branch, left & (left - 1), 4 * B_LEFT);
  return optionAt(load<i32>(branch, 4 * B_ITEM), left);
}

// @ts-expect-error
@inline function forcedOption(): i32 {
  const forced = part(FORCED);
  const end = forced + <usize>get(GROUPS) * BYTES;
  for (let half = forced; half < end; half += 8) {
    const bits = load<u64>(half);
    if (bits == 0) continue;
    const item = (<i32>(half - forced) << 3) + <i32>ctz(bits);
    return optionAt(item, optionsOf(item));
  }
  return NONE;
}

// @ts-expect-error
@inline function optionsOf(item: i32): i32 {
  const planes = get(PLANES);
  const word = <usize>item >> 5;
  let p = part(BASE) + (word >> 2) * (<usize>planes + 1) * BYTES + ((word & 3) << 2);
  let options = 0;
  for (let plane = 0; plane < planes; plane++) {
    p += BYTES;
    options |= ((load<i32>(p) >> item) & 1) << plane;
  }
  return options;
}

function beginBranch(): i32 {
  const item = fewest();
  const options = optionsOf(item);
  const branches = get(BRANCHES);
  const branch = record(branches);
  set(BRANCHES, branches + 1);
  store<i32>(branch, get(DEPTH), 4 * B_DEPTH);
  store<i32>(branch, get(COVERED), 4 * B_COVERED);
  store<i32>(branch, item, 4 * B_ITEM);
  store<i32>(branch, options, 4 * B_ALL);
  store<i32>(branch, options & (options - 1), 4 * B_LEFT);
  copy(at(branch, B_STATE), part(BASE));
  return optionAt(item, options);
}

/**
 * The item with the fewest options, the leftmost of several; a preferred one if any is open. For
 * each item of a group, c4 c3 c2 c1 c0 count its options in binary, a bit in each. Items with a
 * higher count drop out, bit by bit from the highest, as long as others are left.
 */
// @ts-expect-error
@inline function fewest(): i32 {
  const base = part(BASE);
  const preferred = part(PREFERRED);
  const all = <usize>get(PLANES) * BYTES;
  const groups = get(GROUPS);
  let best = 0;
  let fewest = 32;
  for (let round = 0; fewest == 32; round++) {
    let p = base;
    for (let group = 0; group < groups; group++) {
      let items = v128.load(p);
      if (round == 0) items = v128.and(items, v128.load(preferred + <usize>group * BYTES));
      let c0 = i64x2.splat(0);
      let c1 = i64x2.splat(0);
      let c2 = i64x2.splat(0);
      let c3 = i64x2.splat(0);
      let c4 = i64x2.splat(0);
      const end = p + all;
      while (p < end) {
        p += BYTES;
        const live = v128.load(p);
        const two = v128.and(c0, live);
        c0 = v128.xor(c0, live);
        const four = v128.and(c1, two);
        c1 = v128.xor(c1, two);
        const eight = v128.and(c2, four);
        c2 = v128.xor(c2, four);
        c4 = v128.xor(c4, v128.and(c3, eight));
        c3 = v128.xor(c3, eight);
      }
      p += BYTES;
      if (!v128.any_true(items)) continue;
      let count = 0;
      let less = v128.andnot(items, c4);
      if (v128.any_true(less)) items = less;
      else count += 16;
      less = v128.andnot(items, c3);
      if (v128.any_true(less)) items = less;
      else count += 8;
      less = v128.andnot(items, c2);
      if (v128.any_true(less)) items = less;
      else count += 4;
      less = v128.andnot(items, c1);
      if (v128.any_true(less)) items = less;
      else count += 2;
      less = v128.andnot(items, c0);
      if (v128.any_true(less)) items = less;
      else count += 1;
      if (count < fewest) {
        fewest = count;
        best = (group << 7) + first(items);
        // Items with one option are forced, so 2 is the least there can be.
        if (count == 2) break;
      }
    }
  }
  return best;
}

/** Keeps the options that can stand beside an option. */
// @ts-expect-error
@inline function choose(x: i32): void {
  const depth = get(DEPTH);
  store<i32>(at(part(CHOSEN), depth), x);
  set(DEPTH, depth + 1);
  if (depth >= get(DEEPEST)) set(DEEPEST, depth + 1);
  set(COVERED, get(COVERED) + load<i32>(at(part(SIZE), x)));
  pass(at(part(ROWS), x * get(SAVED)) - part(BASE));
}

/** Finds the items that have one option, and looks for one that has none. */
// @ts-expect-error
@inline function look(): void {
  pass(0);
}

/**
 * Goes over all planes, and keeps what a row has, too: it lies `keep` bytes behind the state. With
 * 0 it keeps all. The items of a group that have some option live are `one`, several `two`.
 */
// @ts-expect-error
@inline function pass(keep: usize): void {
  let p = part(BASE);
  const all = <usize>get(PLANES) * BYTES;
  let forced = part(FORCED);
  const last = forced + <usize>get(GROUPS) * BYTES;
  let empty = i64x2.splat(0);
  while (forced < last) {
    const open = v128.and(v128.load(p), v128.load(p + keep));
    v128.store(p, open);
    let one = i64x2.splat(0);
    let two = i64x2.splat(0);
    const end = p + all;
    while (p < end) {
      p += BYTES;
      const live = v128.and(v128.load(p), v128.load(p + keep));
      v128.store(p, live);
      two = v128.or(two, v128.and(one, live));
      one = v128.or(one, live);
    }
    p += BYTES;
    empty = v128.or(empty, v128.andnot(open, one));
    v128.store(forced, v128.andnot(one, two));
    forced += BYTES;
  }
  if (v128.any_true(empty)) set(MUST_BACK_UP, 1);
}

/** Copies a state. (`memory.copy` is a call, which takes longer.) */
// @ts-expect-error
@inline function copy(to: usize, from: usize): void {
  const end = at(to, get(SAVED));
  while (to < end) {
    v128.store(to, v128.load(from));
    to += BYTES;
    from += BYTES;
  }
}

/** The first of these options of an item. */
// @ts-expect-error
@inline function optionAt(item: i32, options: i32): i32 {
  return load<i32>(at(part(FIRST), item * get(PLANES) + ctz(options)));
}

/** The number of the lowest bit. */
// @ts-expect-error
@inline function first(a: v128): i32 {
  const low = i64x2.extract_lane(a, 0);
  if (low != 0) return <i32>ctz(low);
  return 64 + <i32>ctz(i64x2.extract_lane(a, 1));
}
