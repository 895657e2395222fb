// The walk of `cells`. Its layout is drawn in ../../cells/cells-layout.ts, its phases in ../../kernel.ts.

import {
  B_COVERED,
  B_DEPTH,
  B_ENDS,
  B_LAST,
  B_NEXT,
  B_SHARED,
  BASE,
  BRANCHES,
  CHOSEN,
  COVERED,
  MUST_BACK_UP,
  DEEPEST,
  DEPTH,
  EXHAUSTED,
  FIRST,
  FIRST_LOOK,
  FLOOR,
  FORCED,
  FORCED_COUNT,
  GUESSES,
  HUE,
  KEEP,
  LOOKS,
  MOST_ALONE,
  NODES,
  PAUSED,
  PRIMARY,
  SAVED,
  SOLUTION,
  SOLUTIONS,
  UPDATES,
  WORK,
} from '../registers';
import { at, get, hasRoom, NONE, part, record, set } from './walk';

/** The end of an item that is covered: later than any other, so never the fewest. */
const IS_COVERED: i32 = 0x7fffffff;
/**
 * SHARED says how the item of a branch is covered. 0: by each option for itself. 1: by the branch,
 * once for all. SHORT: by the branch as well, which left some items with one option or none, so
 * that after each choice all items must be looked at.
 */
const SHORT: i32 = 2;

export function cells(): i32 {
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
    if (get(MUST_BACK_UP)) {
      if (!hasBranch()) {
        outcome = EXHAUSTED;
        break;
      }
      if (nodes == nodesWanted || get(UPDATES) + get(LOOKS) >= work) break;
      x = backUp();
    } else if (get(COVERED) == primary) {
      set(MUST_BACK_UP, 1);
      if (++solutions < solutionsWanted) continue;
      outcome = SOLUTION;
      break;
    } else {
      if (nodes == nodesWanted || get(UPDATES) + get(LOOKS) >= work) break;
      x = forcedNode();
      if (x != NONE) {
        nodes++;
        choose(x, 0);
        continue;
      }
      if (!hasRoom()) break;
      x = beginBranch();
    }
    nodes++;
    guesses++;
    choose(x, load<i32>(record(get(BRANCHES) - 1), 4 * B_SHARED));
  }
  set(NODES, nodes);
  set(GUESSES, guesses);
  set(SOLUTIONS, solutions);
  return outcome;
}

/**
 * Begins where some options are live: remembers the items that have one, and chooses the options of
 * the nodes that lie on the stack of chosen ones.
 */
export function cellsBegin(count: i32): void {
  set(MUST_BACK_UP, <i32>!lookAround());
  while (get(DEPTH) < count && !get(MUST_BACK_UP)) choose(load<i32>(at(part(CHOSEN), get(DEPTH) << 1)), 0);
}

function hasBranch(): bool {
  let branches = get(BRANCHES);
  while (branches > 0) {
    const branch = record(branches - 1);
    if (load<i32>(branch, 4 * B_NEXT) != load<i32>(branch, 4 * B_LAST)) break;
    branches--;
  }
  set(BRANCHES, branches);
  return branches > 0;
}

function backUp(): i32 {
  const a = part(BASE);
  const branch = record(get(BRANCHES) - 1);
  const depth = load<i32>(branch, 4 * B_DEPTH);
  memory.copy(a, at(branch, B_ENDS), (<usize>get(SAVED)) << 2);
  if (load<i32>(branch, 4 * B_SHARED)) leave(load<i32>(at(part(CHOSEN), depth << 1)));
  set(DEPTH, depth);
  set(COVERED, load<i32>(branch, 4 * B_COVERED));
  set(FORCED_COUNT, 0);
  set(MUST_BACK_UP, 0);
  const slot = load<i32>(branch, 4 * B_NEXT);
  store<i32>(branch, slot + 1, 4 * B_NEXT);
  return load<i32>(at(a, slot));
}

function forcedNode(): i32 {
  const a = part(BASE);
  let forced = get(FORCED_COUNT);
  while (forced > 0) {
    const item = load<i32>(at(part(FORCED), --forced));
    const first = load<i32>(at(part(FLOOR), item));
    if (load<i32>(at(a, item)) - first == 1) {
      set(FORCED_COUNT, forced);
      return load<i32>(at(a, first));
    }
  }
  set(FORCED_COUNT, 0);
  return NONE;
}

/**
 * Begins a branch at the item with the fewest options, the leftmost of several, and gives its first
 * one. If the options are many, the item is covered for all of them at once. The state to come back
 * to is saved after that.
 */
function beginBranch(): i32 {
  const a = part(BASE);
  const floor = part(FLOOR);
  const primary = get(PRIMARY);
  // Items with one option were on the stack of forced ones, so 2 is the least there can be.
  let best = 0;
  let fewest = IS_COVERED;
  let item = 0;
  let last = get(FIRST_LOOK);
  do {
    for (; item < last; item++) {
      const size = load<i32>(at(a, item)) - load<i32>(at(floor, item));
      if (size < fewest) {
        fewest = size;
        best = item;
        if (size == 2) break;
      }
    }
    last = primary;
  } while (load<i32>(at(a, best)) == IS_COVERED);
  set(LOOKS, get(LOOKS) + primary);
  const branches = get(BRANCHES);
  const branch = record(branches);
  set(BRANCHES, branches + 1);
  const first = load<i32>(at(floor, best));
  const end = load<i32>(at(a, best));
  putInOrder(a, first, end);
  store<i32>(branch, get(DEPTH), 4 * B_DEPTH);
  store<i32>(branch, first + 1, 4 * B_NEXT);
  store<i32>(branch, end, 4 * B_LAST);
  let shared = 0;
  if (fewest > get(MOST_ALONE)) {
    const emptied = cover(best, NONE, false);
    shared = emptied || get(FORCED_COUNT) > 0 ? SHORT : 1;
    set(FORCED_COUNT, 0);
  }
  store<i32>(branch, shared, 4 * B_SHARED);
  store<i32>(branch, get(COVERED), 4 * B_COVERED);
  memory.copy(at(branch, B_ENDS), a, (<usize>get(SAVED)) << 2);
  return load<i32>(at(a, first));
}

/** Sorts the live options of an item as they were stated: by Shell's method, with Knuth's gaps. */
function putInOrder(a: usize, first: i32, end: i32): void {
  let gap = 1;
  while (gap * 9 < end - first) gap = 3 * gap + 1;
  for (; gap > 0; gap = gap / 3) {
    for (let slot = first + gap; slot < end; slot++) {
      const x = load<i32>(at(a, slot));
      let to = slot;
      for (; to >= first + gap; to -= gap) {
        const before = load<i32>(at(a, to - gap));
        if (before < x) break;
        store<i32>(at(a, to), before);
        store<i32>(at(a, before), to, 4);
      }
      store<i32>(at(a, to), x);
      store<i32>(at(a, x), to, 4);
    }
  }
}

/**
 * Chooses the option of the node x: covers its items one after the other, x's own item first. If
 * the branch has covered that item for all its options, this option went away with its rivals and
 * must come back first.
 */
function choose(x: i32, shared: i32): void {
  const depth = get(DEPTH);
  store<i32>(at(part(CHOSEN), depth << 1), x);
  set(DEPTH, depth + 1);
  if (depth >= get(DEEPEST)) set(DEEPEST, depth + 1);
  if (shared) {
    rejoin(x);
    if (shared == SHORT && !lookAround()) {
      set(MUST_BACK_UP, 1);
      return;
    }
  }
  set(MUST_BACK_UP, <i32>cover(load<i32>(at(part(BASE), x)), x, shared != 0));
}

/**
 * Covers an item, for all its options if x is NONE, else in favour of its node x and, one after the
 * other, all further items of that option. To cover an item is to take each other live option that
 * has it away from all *its* other items, unless both want it in the same hue. In a live option
 * every item is live too, so the way has only two rare tests: an item left with one option
 * (remember it), or with none (say so, and stop at once: x leads to no solution).
 *
 * With `begun`, a branch has covered the first item. (All in one function: with a call for each
 * item it takes 1.06 times as long on Langford 11 and 12 queens. To go on in here with what the
 * option forces gained 2 % on Sudokus, and an array of 16-bit integers nothing.)
 */
function cover(item: i32, x: i32, begun: bool): bool {
  const a = part(BASE);
  const primary = get(PRIMARY);
  const floor = part(FLOOR);
  const hues = part(HUE);
  let forced = at(part(FORCED), get(FORCED_COUNT));
  let covered = get(COVERED);
  let updates = 0;
  let emptied = false;
  let y = x;
  for (let open = !begun; ; open = true) {
    let hue = 0;
    if (hues && item >= primary) {
      hue = load<i32>(at(hues, y >> 1));
      if (hue) {
        // Only for the first option: later ones have the same colour, or would not be live.
        const keep = at(part(KEEP), item - primary);
        open = load<i32>(keep) == 0;
        if (open) store<i32>(keep, y);
      }
    }
    if (open) {
      const end = load<i32>(at(a, item));
      const last = at(a, end);
      for (let slot = at(a, load<i32>(at(part(FIRST), item))); slot < last; slot += 4) {
        const start = load<i32>(slot);
        if (start == y) continue;
        if (hue && load<i32>(at(hues, start >> 1)) == hue) continue;
        // The nodes after `start` up to the spacer, then those before it. (As one loop, with a jump
        // at the spacer, it takes 1.02 to 1.1 times as long.)
        let z = start + 2;
        let i = load<i32>(at(a, z));
        while (i >= 0) {
          const last = load<i32>(at(a, i)) - 1;
          const mine = load<i32>(at(a, z), 4);
          const other = load<i32>(at(a, last));
          store<i32>(at(a, i), last);
          store<i32>(at(a, mine), other);
          store<i32>(at(a, other), mine, 4);
          store<i32>(at(a, last), z);
          store<i32>(at(a, z), last, 4);
          const size = last - load<i32>(at(floor, i));
          if (size <= 1) {
            if (size == 0) emptied = true;
            else {
              store<i32>(forced, i);
              forced += 4;
            }
          }
          z += 2;
          i = load<i32>(at(a, z));
        }
        updates += z - 2;
        z = ~i;
        updates -= z;
        while (z != start) {
          i = load<i32>(at(a, z));
          const last = load<i32>(at(a, i)) - 1;
          const mine = load<i32>(at(a, z), 4);
          const other = load<i32>(at(a, last));
          store<i32>(at(a, i), last);
          store<i32>(at(a, mine), other);
          store<i32>(at(a, other), mine, 4);
          store<i32>(at(a, last), z);
          store<i32>(at(a, z), last, 4);
          const size = last - load<i32>(at(floor, i));
          if (size <= 1) {
            if (size == 0) emptied = true;
            else {
              store<i32>(forced, i);
              forced += 4;
            }
          }
          z += 2;
        }
        if (emptied && x != NONE) break;
      }
      if (emptied && x != NONE) break;
      if (item < primary) {
        store<i32>(at(a, item), IS_COVERED);
        covered++;
      }
    }
    if (x == NONE) break;
    y += 2;
    item = load<i32>(at(a, y));
    if (item < 0) {
      store<i32>(at(part(CHOSEN), (get(DEPTH) << 1) - 1), load<i32>(at(a, y), 4));
      y = ~item;
      item = load<i32>(at(a, y));
    }
    if (y == x) break;
  }
  set(UPDATES, get(UPDATES) + (updates >> 1));
  set(FORCED_COUNT, <i32>((forced - part(FORCED)) >> 2));
  set(COVERED, covered);
  return emptied;
}

/** Remembers all items that have one option; false if an item has none. */
function lookAround(): bool {
  const a = part(BASE);
  const floor = part(FLOOR);
  const primary = get(PRIMARY);
  let forced = get(FORCED_COUNT);
  let open = true;
  set(LOOKS, get(LOOKS) + primary);
  for (let item = 0; item < primary; item++) {
    const size = load<i32>(at(a, item)) - load<i32>(at(floor, item));
    if (size > 1) continue;
    if (size == 0) {
      open = false;
      break;
    }
    store<i32>(at(part(FORCED), forced++), item);
  }
  set(FORCED_COUNT, forced);
  return open;
}

/** Makes the option of the node x live again in its other items. Its nodes lie past their ends. */
function rejoin(x: i32): void {
  shift(x, 1);
}

/**
 * Undoes `rejoin` where the saved ends are back: moves the nodes of the option past them again.
 * (For the other options the saved ends are enough: they were live when the ends were saved. This
 * one was not, and its nodes may have moved to before the ends since.)
 */
function leave(x: i32): void {
  shift(x, 0);
}

/**
 * For each item of an option but that of its node x: swaps the option's node into the slot at the
 * end, and adds `growth` to the end.
 */
function shift(x: i32, growth: i32): void {
  const a = part(BASE);
  let y = x + 2;
  for (;;) {
    const item = load<i32>(at(a, y));
    if (item < 0) {
      y = ~item;
      continue;
    }
    if (y == x) return;
    const slot = load<i32>(at(a, item));
    const mine = load<i32>(at(a, y), 4);
    const other = load<i32>(at(a, slot));
    store<i32>(at(a, item), slot + growth);
    store<i32>(at(a, mine), other);
    store<i32>(at(a, other), mine, 4);
    store<i32>(at(a, slot), y);
    store<i32>(at(a, y), slot, 4);
    y += 2;
  }
}
