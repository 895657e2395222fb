// The walk of `planes`. Its layout is drawn in ../../planes/planes.ts, its phases in
// ../../kernel.ts.

import {
  B_ALL, B_COVERED, B_DEPTH, B_ITEM, B_LEFT, B_STATE, BASE, BRANCHES, CHOSEN, COVERED, DEAD, DEEPEST, DEPTH, EXHAUSTED,
  FIRST, FORCED, GROUPS, GUESSES, LANES, LOOKS, NODES, PAUSED, PLANES, PREFERRED, PRIMARY, REFUSED, ROWS, SAVED, SIZE,
  SOLUTION, SOLUTIONS, UPDATES, WORK,
} from '../registers';
import { at, get, hasRoom, NONE, part, record, set } from './walk';

// T holds the items of a group: u32, u64 or v128.

export function planes(): i32 {
  const lanes = get(LANES);
  if (lanes == 1) return walk<u32>();
  if (lanes == 2) return walk<u64>();
  return walk<v128>();
}

/**
 * Begins where some options are live: looks at them, and chooses the options that lie on the stack
 * of chosen ones.
 */
export function planesBegin(count: i32): void {
  const lanes = get(LANES);
  if (lanes == 1) begin<u32>(count);
  else if (lanes == 2) begin<u64>(count);
  else begin<v128>(count);
}

function begin<T>(count: i32): void {
  look<T>();
  for (let k = 0; k < count && !get(DEAD); k++) choose<T>(load<i32>(at(part(CHOSEN), k << 1)));
}

/**
 * Starts at the root, and walks below the options on the stack of chosen ones; REFUSED if they
 * exclude each other.
 */
export function planesBelow(count: i32): i32 {
  const lanes = get(LANES);
  if (lanes == 1) return below<u32>(count);
  if (lanes == 2) return below<u64>(count);
  return below<v128>(count);
}

// @ts-ignore: a decorator of AssemblyScript
@inline function below<T>(count: i32): i32 {
  const base = part(BASE);
  // The root lies behind the state and FORCED.
  copy<T>(base, part(FORCED) + <usize>get(GROUPS) * sizeof<T>());
  set(DEPTH, 0);
  set(COVERED, 0);
  set(BRANCHES, 0);
  set(DEAD, 0);
  look<T>();
  for (let k = 0; k < count; k++) {
    const x = load<i32>(at(part(CHOSEN), k << 1));
    if (excludes<T>(x)) return REFUSED;
    choose<T>(x);
  }
  return walk<T>();
}

/** True if an item of an option is covered. */
// @ts-ignore
@inline function excludes<T>(x: i32): bool {
  const row = at(part(ROWS), x * get(SAVED)) - part(BASE);
  const step = <usize>(get(PLANES) + 1) * sizeof<T>();
  const end = part(BASE) + (<usize>get(SAVED) << 2);
  for (let p = part(BASE); p < end; p += step) {
    if (any<T>(not<T>(or<T>(load<T>(p), load<T>(p + row))))) return true;
  }
  return false;
}

function walk<T>(): i32 {
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
    if (get(DEAD)) {
      if (!hasBranch()) {
        outcome = EXHAUSTED;
        break;
      }
      if (nodes == nodesWanted || work <= 0) break;
      x = backUp<T>();
      guesses++;
    } else if (get(COVERED) == primary) {
      set(DEAD, 1);
      if (++solutions < solutionsWanted) continue;
      outcome = SOLUTION;
      break;
    } else {
      if (nodes == nodesWanted || work <= 0) break;
      x = forcedOption<T>();
      if (x == NONE) {
        if (!hasRoom()) break;
        x = beginBranch<T>();
        looks += primary;
        work -= primary;
        guesses++;
      }
    }
    nodes++;
    work -= steps;
    choose<T>(x);
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

// @ts-ignore
@inline function backUp<T>(): i32 {
  const branch = record(get(BRANCHES) - 1);
  copy<T>(part(BASE), at(branch, B_STATE));
  set(DEPTH, load<i32>(branch, 4 * B_DEPTH));
  set(COVERED, load<i32>(branch, 4 * B_COVERED));
  set(DEAD, 0);
  const left = load<i32>(branch, 4 * B_LEFT);
  store<i32>(branch, left & (left - 1), 4 * B_LEFT);
  return optionAt(load<i32>(branch, 4 * B_ITEM), left);
}

// @ts-ignore
@inline function forcedOption<T>(): i32 {
  const forced = part(FORCED);
  if (isVector<T>()) {
    const end = forced + (<usize>get(GROUPS) << 4);
    for (let half = forced; half < end; half += 8) {
      const bits = load<u64>(half);
      if (bits != 0) return onlyOption<T>((<i32>(half - forced) << 3) + <i32>ctz(bits));
    }
    return NONE;
  } else {
    const bits = load<T>(forced);
    return bits == 0 ? NONE : onlyOption<T>(<i32>ctz<T>(bits));
  }
}

// @ts-ignore
@inline function onlyOption<T>(item: i32): i32 {
  return optionAt(item, optionsOf<T>(item));
}

// @ts-ignore
@inline function optionsOf<T>(item: i32): i32 {
  const planes = get(PLANES);
  const word = <usize>item >> 5;
  let p = part(BASE);
  if (isVector<T>()) p += (word >> 2) * ((<usize>planes + 1) << 4) + ((word & 3) << 2);
  else p += word << 2;
  let options = 0;
  for (let plane = 0; plane < planes; plane++) {
    p += sizeof<T>();
    options |= ((load<i32>(p) >> item) & 1) << plane;
  }
  return options;
}

function beginBranch<T>(): i32 {
  const item = fewest<T>();
  const options = optionsOf<T>(item);
  const branches = get(BRANCHES);
  const branch = record(branches);
  set(BRANCHES, branches + 1);
  store<i32>(branch, get(DEPTH), 4 * B_DEPTH);
  store<i32>(branch, get(COVERED), 4 * B_COVERED);
  store<i32>(branch, item, 4 * B_ITEM);
  store<i32>(branch, options, 4 * B_ALL);
  store<i32>(branch, options & (options - 1), 4 * B_LEFT);
  copy<T>(at(branch, B_STATE), part(BASE));
  return optionAt(item, options);
}

/**
 * The item with the fewest options, the leftmost of several; a preferred one if any is open. For
 * each item of a group, c4 c3 c2 c1 c0 count its options in binary, a bit in each. Items with a
 * higher count drop out, bit by bit from the highest, as long as others are left.
 */
// @ts-ignore
@inline function fewest<T>(): i32 {
  const base = part(BASE);
  const preferred = part(PREFERRED);
  const size = sizeof<T>();
  const all = <usize>get(PLANES) * size;
  const groups = get(GROUPS);
  let best = 0;
  let fewest = 32;
  for (let round = 0; fewest == 32; round++) {
    let p = base;
    for (let group = 0; group < groups; group++) {
      let items = load<T>(p);
      if (round == 0) items = and<T>(items, load<T>(preferred + <usize>group * size));
      let c0 = none<T>();
      let c1 = none<T>();
      let c2 = none<T>();
      let c3 = none<T>();
      let c4 = none<T>();
      const end = p + all;
      while (p < end) {
        p += size;
        const live = load<T>(p);
        const two = and<T>(c0, live);
        c0 = xor<T>(c0, live);
        const four = and<T>(c1, two);
        c1 = xor<T>(c1, two);
        const eight = and<T>(c2, four);
        c2 = xor<T>(c2, four);
        c4 = xor<T>(c4, and<T>(c3, eight));
        c3 = xor<T>(c3, eight);
      }
      p += size;
      if (!any<T>(items)) continue;
      let count = 0;
      let less = andNot<T>(items, c4);
      if (any<T>(less)) items = less;
      else count += 16;
      less = andNot<T>(items, c3);
      if (any<T>(less)) items = less;
      else count += 8;
      less = andNot<T>(items, c2);
      if (any<T>(less)) items = less;
      else count += 4;
      less = andNot<T>(items, c1);
      if (any<T>(less)) items = less;
      else count += 2;
      less = andNot<T>(items, c0);
      if (any<T>(less)) items = less;
      else count += 1;
      if (count < fewest) {
        fewest = count;
        best = group * (<i32>size << 3) + first<T>(items);
        // Items with one option are forced, so 2 is the least there can be.
        if (count == 2) break;
      }
    }
  }
  return best;
}

/** Keeps the options that can stand beside an option. */
// @ts-ignore
@inline function choose<T>(x: i32): void {
  const depth = get(DEPTH);
  const chosen = at(part(CHOSEN), depth << 1);
  store<i32>(chosen, x);
  store<i32>(chosen, x, 4);
  set(DEPTH, depth + 1);
  if (depth >= get(DEEPEST)) set(DEEPEST, depth + 1);
  set(COVERED, get(COVERED) + load<i32>(at(part(SIZE), x)));
  pass<T>(at(part(ROWS), x * get(SAVED)) - part(BASE));
}

/** Finds the items that have one option, and looks for one that has none. */
// @ts-ignore
@inline function look<T>(): void {
  pass<T>(0);
}

/**
 * Goes over all planes, and keeps what a row has, too: it lies `keep` bytes behind the state. With
 * 0 it keeps all. The items of a group that have some option live are `one`, several `two`.
 */
// @ts-ignore
@inline function pass<T>(keep: usize): void {
  const size = sizeof<T>();
  let p = part(BASE);
  const all = <usize>get(PLANES) * size;
  let forced = part(FORCED);
  const last = forced + <usize>get(GROUPS) * size;
  let empty = none<T>();
  while (forced < last) {
    const open = and<T>(load<T>(p), load<T>(p + keep));
    store<T>(p, open);
    let one = none<T>();
    let two = none<T>();
    const end = p + all;
    while (p < end) {
      p += size;
      const live = and<T>(load<T>(p), load<T>(p + keep));
      store<T>(p, live);
      two = or<T>(two, and<T>(one, live));
      one = or<T>(one, live);
    }
    p += size;
    empty = or<T>(empty, andNot<T>(open, one));
    store<T>(forced, andNot<T>(one, two));
    forced += size;
  }
  if (any<T>(empty)) set(DEAD, 1);
}

/** Copies a state. (`memory.copy` is a call, which takes longer.) */
// @ts-ignore
@inline function copy<T>(to: usize, from: usize): void {
  const end = at(to, get(SAVED));
  while (to < end) {
    store<T>(to, load<T>(from));
    to += sizeof<T>();
    from += sizeof<T>();
  }
}

/** The first of these options of an item. */
// @ts-ignore
@inline function optionAt(item: i32, options: i32): i32 {
  return load<i32>(at(part(FIRST), item * get(PLANES) + ctz(options)));
}

// @ts-ignore
@inline function none<T>(): T {
  if (isVector<T>()) return i64x2.splat(0);
  else return 0;
}

// @ts-ignore
@inline function and<T>(a: T, b: T): T {
  if (isVector<T>()) return v128.and(a, b);
  else return a & b;
}

// @ts-ignore
@inline function or<T>(a: T, b: T): T {
  if (isVector<T>()) return v128.or(a, b);
  else return a | b;
}

// @ts-ignore
@inline function xor<T>(a: T, b: T): T {
  if (isVector<T>()) return v128.xor(a, b);
  else return a ^ b;
}

// @ts-ignore
@inline function andNot<T>(a: T, b: T): T {
  if (isVector<T>()) return v128.andnot(a, b);
  else return a & ~b;
}

// @ts-ignore
@inline function any<T>(a: T): bool {
  if (isVector<T>()) return v128.any_true(a);
  else return a != 0;
}

// @ts-ignore
@inline function not<T>(a: T): T {
  if (isVector<T>()) return v128.not(a);
  else return ~a;
}

/** The number of the lowest bit. */
// @ts-ignore
@inline function first<T>(a: T): i32 {
  if (isVector<T>()) {
    const low = i64x2.extract_lane(a, 0);
    if (low != 0) return <i32>ctz(low);
    return 64 + <i32>ctz(i64x2.extract_lane(a, 1));
  } else return <i32>ctz<T>(a);
}
