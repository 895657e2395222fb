// The walk of `cells`, step for step as in ../../cells/cells.ts, where each step is explained.

import {
  BASE, BRANCHES, CHOSEN, COVERED, DEAD, DEEPEST, DEPTH, EXHAUSTED, FIRST, FIRST_LOOK,
  FLOOR, FORCED, FORCED_COUNT, GUESSES, HUE, KEEP, LOOKS, MOST_ALONE, NODES, PAUSED, PRIMARY, SAVED, SOLUTION,
  SOLUTIONS, UPDATES, WAS, WORK,
} from '../registers';
import { at, get, hasRoom, NONE, part, record, set } from './walk';

const IS_COVERED: i32 = 0x7fffffff;

// The fields of a branch, in bytes.
const B_DEPTH: usize = 0;
const B_NEXT: usize = 4;
const B_LAST: usize = 8;
const B_COVERED: usize = 12;
const B_SHARED: usize = 16;
const B_ENDS: usize = 20;
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
        choose(x, 0);
        continue;
      }
      if (!hasRoom()) break;
      x = beginBranch();
    }
    nodes++;
    guesses++;
    choose(x, load<i32>(record(get(BRANCHES) - 1), B_SHARED));
  }
  set(NODES, nodes);
  set(GUESSES, guesses);
  set(SOLUTIONS, solutions);
  return outcome;
}

/** Chooses the options of the nodes that lie on the stack of chosen ones, up to a depth. */
export function cellsChoose(count: i32): void {
  while (get(DEPTH) < count && !get(DEAD)) choose(load<i32>(at(part(CHOSEN), get(DEPTH) << 1)), 0);
}

function hasBranch(): bool {
  let branches = get(BRANCHES);
  while (branches > 0) {
    const branch = record(branches - 1);
    if (load<i32>(branch, B_NEXT) != load<i32>(branch, B_LAST)) break;
    branches--;
  }
  set(BRANCHES, branches);
  return branches > 0;
}

function backUp(): i32 {
  const a = part(BASE);
  const branch = record(get(BRANCHES) - 1);
  const depth = load<i32>(branch, B_DEPTH);
  memory.copy(a, branch + B_ENDS, <usize>get(SAVED) << 2);
  if (load<i32>(branch, B_SHARED)) leave(load<i32>(at(part(CHOSEN), depth << 1)));
  set(DEPTH, depth);
  set(COVERED, load<i32>(branch, B_COVERED));
  set(FORCED_COUNT, 0);
  set(DEAD, 0);
  const slot = load<i32>(branch, B_NEXT);
  store<i32>(branch, slot + 1, B_NEXT);
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

function beginBranch(): i32 {
  const a = part(BASE);
  const floor = part(FLOOR);
  const primary = get(PRIMARY);
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
  store<i32>(branch, get(DEPTH), B_DEPTH);
  store<i32>(branch, first + 1, B_NEXT);
  store<i32>(branch, end, B_LAST);
  let shared = 0;
  if (fewest > get(MOST_ALONE)) {
    const emptied = cover(best, NONE, false);
    shared = emptied || get(FORCED_COUNT) > 0 ? SHORT : 1;
    set(FORCED_COUNT, 0);
  }
  store<i32>(branch, shared, B_SHARED);
  store<i32>(branch, get(COVERED), B_COVERED);
  memory.copy(branch + B_ENDS, a, <usize>get(SAVED) << 2);
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

function choose(x: i32, shared: i32): void {
  const depth = get(DEPTH);
  store<i32>(at(part(CHOSEN), depth << 1), x);
  set(DEPTH, depth + 1);
  if (depth >= get(DEEPEST)) set(DEEPEST, depth + 1);
  if (shared) {
    rejoin(x);
    if (shared == SHORT && !lookAround()) {
      set(DEAD, 1);
      return;
    }
  }
  set(DEAD, <i32>cover(load<i32>(at(part(BASE), x)), x, shared != 0));
}

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
        const keep = at(part(KEEP), item - primary);
        open = load<i32>(keep) == 0;
        if (open) store<i32>(keep, y);
      }
    }
    if (open) {
      const end = load<i32>(at(a, item));
      store<i32>(at(part(WAS), item), end);
      const last = at(a, end);
      for (let slot = at(a, load<i32>(at(part(FIRST), item))); slot < last; slot += 4) {
        const start = load<i32>(slot);
        if (start == y) continue;
        if (hue && load<i32>(at(hues, start >> 1)) == hue) continue;
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

function rejoin(x: i32): void {
  shift(x, 0, 1);
}

function leave(x: i32): void {
  shift(x, 0, 0);
}

function shift(x: i32, where: i32, after: i32): void {
  const a = part(BASE);
  let y = x + 2;
  for (;;) {
    const item = load<i32>(at(a, y));
    if (item < 0) {
      y = ~item;
      continue;
    }
    if (y == x) return;
    const slot = load<i32>(at(a, item)) + where;
    const mine = load<i32>(at(a, y), 4);
    const other = load<i32>(at(a, slot));
    store<i32>(at(a, item), slot + after);
    store<i32>(at(a, mine), other);
    store<i32>(at(a, other), mine, 4);
    store<i32>(at(a, slot), y);
    store<i32>(at(a, y), slot, 4);
    y += 2;
  }
}
