// The walk of `masks`, step for step as in ../../masks.ts, where each step is explained.

import {
  BASE, BRANCHES, CHOSEN, COVERED, DEAD, DEEPEST, DEPTH, EXHAUSTED, FIRST, FIRST_LOOK,
  FORCED, FORCED_COUNT, GUESSES, LOOKS, NODES, PAUSED, PRIMARY, SAVED, SOLUTION, SOLUTIONS, UPDATES, WORK,
} from '../registers';
import { at, get, hasRoom, NONE, part, record, set } from './walk';

/** More than the options of any item. */
const MANY: i32 = 32;

// The fields of a branch of `masks` and `planes`, in bytes.
export const B_DEPTH: usize = 0;
export const B_COVERED: usize = 4;
export const B_ITEM: usize = 8;
export const B_ALL: usize = 12;
export const B_LEFT: usize = 16;
/** The state as it was before it. */
export const B_STATE: usize = 20;

export function masks(): i32 {
  const primary = get(PRIMARY);
  const nodesWanted = get(NODES);
  const solutionsWanted = get(SOLUTIONS);
  const work = get(WORK);
  let nodes = 0;
  let guesses = 0;
  let solutions = 0;
  let outcome = PAUSED;
  set(UPDATES, 0);
  set(LOOKS, 0);
  for (;;) {
    let x = NONE;
    if (get(DEAD)) {
      if (!hasBranch()) {
        outcome = EXHAUSTED;
        break;
      }
      if (nodes == nodesWanted || get(UPDATES) + get(LOOKS) >= work) break;
      x = backUp();
    } else if (get(COVERED) == primary) {
      set(DEAD, 1);
      if (++solutions < solutionsWanted) continue;
      outcome = SOLUTION;
      break;
    } else {
      if (nodes == nodesWanted || get(UPDATES) + get(LOOKS) >= work) break;
      x = forcedNode();
      if (x != NONE) {
        nodes++;
        choose(x);
        continue;
      }
      if (!hasRoom()) break;
      x = beginBranch();
    }
    nodes++;
    guesses++;
    choose(x);
  }
  set(NODES, nodes);
  set(GUESSES, guesses);
  set(SOLUTIONS, solutions);
  return outcome;
}

/** Chooses the options of the nodes that lie on the stack of chosen ones, up to a depth. */
export function masksChoose(count: i32): void {
  while (get(DEPTH) < count && !get(DEAD)) choose(load<i32>(at(part(CHOSEN), get(DEPTH) << 1)));
}

export function hasBranch(): bool {
  let branches = get(BRANCHES);
  while (branches > 0 && load<i32>(record(branches - 1), B_LEFT) == 0) branches--;
  set(BRANCHES, branches);
  return branches > 0;
}

function backUp(): i32 {
  const branch = record(get(BRANCHES) - 1);
  memory.copy(part(BASE), branch + B_STATE, <usize>get(SAVED) << 2);
  set(DEPTH, load<i32>(branch, B_DEPTH));
  set(COVERED, load<i32>(branch, B_COVERED));
  set(FORCED_COUNT, 0);
  set(DEAD, 0);
  const left = load<i32>(branch, B_LEFT);
  store<i32>(branch, left & (left - 1), B_LEFT);
  return lowest(load<i32>(branch, B_ITEM), left);
}

function forcedNode(): i32 {
  const a = part(BASE);
  const stack = part(FORCED);
  let forced = get(FORCED_COUNT);
  while (forced > 0) {
    const item = load<i32>(at(stack, --forced));
    const mask = load<i32>(at(a, item));
    if (mask) {
      set(FORCED_COUNT, forced);
      return lowest(item, mask);
    }
  }
  set(FORCED_COUNT, 0);
  return NONE;
}

function beginBranch(): i32 {
  const a = part(BASE);
  const primary = get(PRIMARY);
  let best = 0;
  let fewest = <u32>MANY;
  let item = 0;
  let last = get(FIRST_LOOK);
  do {
    for (; item < last; item++) {
      // A mask of 0 has the most, so that it needs no jump, which the processor would guess wrong.
      const others = <u32>popcnt<i32>(load<i32>(at(a, item))) - 1;
      if (others < fewest) {
        fewest = others;
        best = item;
        if (others == 1) break;
      }
    }
    last = primary;
  } while (fewest == <u32>MANY);
  set(LOOKS, get(LOOKS) + primary);
  const branches = get(BRANCHES);
  const branch = record(branches);
  set(BRANCHES, branches + 1);
  const mask = load<i32>(at(a, best));
  store<i32>(branch, get(DEPTH), B_DEPTH);
  store<i32>(branch, get(COVERED), B_COVERED);
  store<i32>(branch, best, B_ITEM);
  store<i32>(branch, mask, B_ALL);
  store<i32>(branch, mask & (mask - 1), B_LEFT);
  memory.copy(branch + B_STATE, a, <usize>get(SAVED) << 2);
  return lowest(best, mask);
}

function choose(x: i32): void {
  const a = part(BASE);
  const primary = get(PRIMARY);
  let forced = at(part(FORCED), get(FORCED_COUNT));
  let covered = get(COVERED);
  let updates = 0;
  let dead = 0;
  const depth = get(DEPTH);
  const chosen = at(part(CHOSEN), depth << 1);
  store<i32>(chosen, x);
  set(DEPTH, depth + 1);
  if (depth >= get(DEEPEST)) set(DEEPEST, depth + 1);
  let y = x;
  for (;;) {
    const item = load<i32>(at(a, y));
    let others = load<i32>(at(a, item)) ^ load<i32>(at(a, y), 4);
    store<i32>(at(a, item), 0);
    if (item < primary) covered++;
    const first = at(a, load<i32>(at(part(FIRST), item)));
    while (others != 0 && dead == 0) {
      const start = load<i32>(at(first, ctz<i32>(others)));
      others &= others - 1;
      let z = start + 2;
      let i = load<i32>(at(a, z));
      // To the spacer, and on from the first node of the option.
      updates += z;
      while (i >= 0) {
        const mask = load<i32>(at(a, i)) ^ load<i32>(at(a, z), 4);
        store<i32>(at(a, i), mask);
        // Without jumps, which the processor would guess wrong.
        const isPrimary = <i32>(i < primary);
        store<i32>(forced, i);
        forced += (isPrimary & <i32>(popcnt<i32>(mask) == 1)) << 2;
        dead |= isPrimary & <i32>(mask == 0);
        z += 2;
        i = load<i32>(at(a, z));
      }
      updates -= z;
      z = ~i;
      updates -= start - z;
      while (z != start) {
        i = load<i32>(at(a, z));
        const mask = load<i32>(at(a, i)) ^ load<i32>(at(a, z), 4);
        store<i32>(at(a, i), mask);
        // Without jumps, which the processor would guess wrong.
        const isPrimary = <i32>(i < primary);
        store<i32>(forced, i);
        forced += (isPrimary & <i32>(popcnt<i32>(mask) == 1)) << 2;
        dead |= isPrimary & <i32>(mask == 0);
        z += 2;
      }
    }
    if (dead) break;
    y += 2;
    const next = load<i32>(at(a, y));
    if (next < 0) {
      store<i32>(chosen, load<i32>(at(a, y), 4), 4);
      y = ~next;
    }
    if (y == x) break;
  }
  set(UPDATES, get(UPDATES) - (updates >> 1));
  set(FORCED_COUNT, <i32>((forced - part(FORCED)) >> 2));
  set(COVERED, covered);
  set(DEAD, dead);
}

/** The node of an item at the lowest bit of a mask. */
// @ts-ignore: a decorator of AssemblyScript
@inline function lowest(item: i32, mask: i32): i32 {
  const slot = load<i32>(at(part(FIRST), item)) + ctz<i32>(mask);
  return load<i32>(at(part(BASE), slot));
}
