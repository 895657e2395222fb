// The walk of lists. Its layout and its phases are drawn in ../../lists.ts.

import {
  BASE,
  BRANCHES,
  B_COUNTS,
  B_COVERED,
  B_DEPTH,
  B_ITEM,
  B_LAST,
  B_NEXT,
  B_SHARED,
  B_TAKEN,
  B_TAKEN_BEFORE,
  CHOSEN,
  COVERED,
  DEEPEST,
  DEPTH,
  EXHAUSTED,
  FIRST,
  FIRST_LOOK,
  FORCED,
  FORCED_COUNT,
  GUESSES,
  KEEP,
  LOOKS,
  MOST_ALONE,
  MUST_BACK_UP,
  NODES,
  PAUSED,
  PRIMARY,
  SAVED,
  SOLUTION,
  SOLUTIONS,
  TAKEN,
  TO_COLOUR,
  TO_HUE,
  TRAIL,
  UPDATES,
  WORK,
} from '../registers';
import { at, get, hasRoom, NONE, part, record, set } from './walk';

// As in ../../lists.ts.
const IS_COVERED: i32 = 1 << 30;
const LIMIT: i32 = 1 << 29;
const LIVE: i32 = 1 << 30;
/**
 * SHARED says how the item of a branch is covered. 0: by each option for itself. 1: by the branch,
 * once for all. SHORT: by the branch as well, which left some items with one option or none, so
 * that after each choice all items must be looked at.
 */
const SHORT: i32 = 2;
/** For more integers than this, the call of `memory.copy` pays. */
const MOST_LOOPED: i32 = 128;

/** Until the next branch but one would have no room, or the limits of the run are reached. */
export function lists(): i32 {
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
    if (get(MUST_BACK_UP)) {
      if (!hasBranch()) {
        outcome = EXHAUSTED;
        break;
      }
      if (nodes == nodesWanted || get(UPDATES) + get(LOOKS) >= work) break;
      nodes++;
      guesses++;
      backUp();
    } else if (get(COVERED) == primary) {
      set(MUST_BACK_UP, 1);
      if (++solutions < solutionsWanted) continue;
      outcome = SOLUTION;
      break;
    } else {
      if (nodes == nodesWanted || get(UPDATES) + get(LOOKS) >= work) break;
      const x = forcedOption();
      if (x != NONE) {
        choose(x, 0, NONE);
      } else {
        if (!hasRoom()) break;
        guesses++;
        beginBranch();
      }
      nodes++;
    }
  }
  set(NODES, nodes);
  set(GUESSES, guesses);
  set(SOLUTIONS, solutions);
  return outcome;
}

function hasBranch(): bool {
  let branches = get(BRANCHES);
  while (branches > 0) {
    const branch = record(branches - 1);
    if (load<i32>(branch, 4 * B_NEXT) != load<i32>(branch, 4 * B_LAST)) break;
    if (!get(SAVED)) {
      unwind(branch);
      takeBack(load<i32>(branch, 4 * B_TAKEN_BEFORE));
      if (load<i32>(branch, 4 * B_SHARED)) uncover(load<i32>(branch, 4 * B_ITEM));
    }
    branches--;
  }
  set(BRANCHES, branches);
  return branches > 0;
}

/** The only option of an item that has but one; NONE if there is no such item. */
function forcedOption(): i32 {
  const a = part(BASE);
  const stack = part(FORCED);
  let forced = get(FORCED_COUNT);
  while (forced > 0) {
    const item = load<i32>(at(stack, --forced));
    if (load<i32>(at(a, item)) != 1) continue;
    set(FORCED_COUNT, forced);
    let slot = at(a, load<i32>(at(part(FIRST), item)));
    for (;;) {
      const x = load<i32>(slot);
      if (load<i32>(at(a, x)) & LIVE) return x;
      slot += 4;
    }
  }
  set(FORCED_COUNT, 0);
  return NONE;
}

/**
 * Branches at the item with the fewest options, the leftmost of several, and chooses its first one.
 * If the options are many, the item is covered for all of them at once. The counts to come back to
 * are copied after that.
 */
function beginBranch(): void {
  const a = part(BASE);
  const primary = get(PRIMARY);
  let best = fewestOf(a, get(FIRST_LOOK));
  if (load<i32>(at(a, best)) >= LIMIT) best = fewestOf(a, primary);
  const fewest = load<i32>(at(a, best));
  set(LOOKS, get(LOOKS) + primary);
  const first = load<i32>(at(part(FIRST), best));
  const last = first + fewest;
  gather(at(a, first), at(a, last));
  const branches = get(BRANCHES);
  const branch = record(branches);
  set(BRANCHES, branches + 1);
  store<i32>(branch, get(DEPTH), 4 * B_DEPTH);
  store<i32>(branch, first + 1, 4 * B_NEXT);
  store<i32>(branch, last, 4 * B_LAST);
  store<i32>(branch, get(TAKEN), 4 * B_TAKEN_BEFORE);
  store<i32>(branch, best, 4 * B_ITEM);
  let shared = 0;
  if (fewest > get(MOST_ALONE)) {
    const emptied = cover(NONE, best);
    shared = emptied || get(FORCED_COUNT) > 0 ? SHORT : 1;
    set(FORCED_COUNT, 0);
  }
  store<i32>(branch, shared, 4 * B_SHARED);
  store<i32>(branch, get(COVERED), 4 * B_COVERED);
  store<i32>(branch, get(TAKEN), 4 * B_TAKEN);
  const saved = get(SAVED);
  if (saved) copy(at(branch, B_COUNTS), a, saved);
  choose(load<i32>(at(a, first)), shared, best);
}

function copy(to: usize, from: usize, length: i32): void {
  if (length > MOST_LOOPED) {
    memory.copy(to, from, (<usize>length) << 2);
    return;
  }
  const end = at(from, length);
  const last = at(from, length & ~3);
  while (from < last) {
    v128.store(to, v128.load(from));
    to += 16;
    from += 16;
  }
  while (from < end) {
    store<i32>(to, load<i32>(from));
    to += 4;
    from += 4;
  }
}

/**
 * The item with the fewest options among the first `to`, the leftmost of several; 0 if all are
 * covered. Items with one option were among the forced ones, so 2 is the least there can be.
 */
function fewestOf(a: usize, to: i32): i32 {
  let least = i32x4.splat(LIMIT);
  const end = at(a, to);
  const last = at(a, to & ~3);
  const two = i32x4.splat(2);
  let p = a;
  let fewest = LIMIT;
  for (; p < last; p += 16) {
    const four = v128.load(p);
    least = i32x4.min_s(least, four);
    if (v128.any_true(i32x4.eq(four, two))) {
      return (<i32>((p - a) >> 2)) + ctz(i32x4.bitmask(i32x4.eq(four, two)));
    }
  }
  for (let k = p; k < end; k += 4) fewest = min(fewest, load<i32>(k));
  least = i32x4.min_s(least, v128.shuffle<i32>(least, least, 2, 3, 0, 1));
  least = i32x4.min_s(least, v128.shuffle<i32>(least, least, 1, 0, 3, 2));
  fewest = min(fewest, i32x4.extract_lane(least, 0));
  if (fewest == LIMIT) return 0;
  const wanted = i32x4.splat(fewest);
  for (p = a; p < last; p += 16) {
    const equal = i32x4.eq(v128.load(p), wanted);
    if (v128.any_true(equal)) return (<i32>((p - a) >> 2)) + ctz(i32x4.bitmask(equal));
  }
  while (load<i32>(p) != fewest) p += 4;
  return <i32>((p - a) >> 2);
}

/**
 * Brings the live options of an item to its first slots, sorted as they were stated: by Shell's
 * method, with Knuth's gaps.
 */
function gather(first: usize, last: usize): void {
  const a = part(BASE);
  let end = first;
  for (let slot = first; end < last; slot += 4) {
    const x = load<i32>(slot);
    if (!(load<i32>(at(a, x)) & LIVE)) continue;
    store<i32>(slot, load<i32>(end));
    store<i32>(end, x);
    end += 4;
  }
  let gap: usize = 4;
  while (gap * 9 < last - first) gap = 3 * gap + 4;
  for (;;) {
    for (let slot = first + gap; slot < last; slot += 4) {
      const x = load<i32>(slot);
      let to = slot;
      for (; to >= first + gap; to -= gap) {
        const before = load<i32>(to - gap);
        if (before < x) break;
        store<i32>(to, before);
      }
      store<i32>(to, x);
    }
    if (gap == 4) return;
    gap = (gap - 4) / 3;
  }
}

/** Returns to the last branch, and chooses the next option there. */
function backUp(): void {
  const a = part(BASE);
  const branch = record(get(BRANCHES) - 1);
  const shared = load<i32>(branch, 4 * B_SHARED);
  const slot = load<i32>(branch, 4 * B_NEXT);
  const taken = load<i32>(branch, 4 * B_TAKEN);
  const saved = get(SAVED);
  if (!saved) unwind(branch);
  else {
    const trail = part(TRAIL);
    const end = at(trail, get(TAKEN));
    for (let t = at(trail, taken); t < end; t += 4) {
      const mark = at(a, load<i32>(t));
      store<i32>(mark, load<i32>(mark) | LIVE);
    }
    if (shared) {
      const mark = at(a, load<i32>(at(a, slot - 1)));
      store<i32>(mark, load<i32>(mark) & ~LIVE);
    }
    copy(a, at(branch, B_COUNTS), saved);
  }
  set(TAKEN, taken);
  set(DEPTH, load<i32>(branch, 4 * B_DEPTH));
  set(COVERED, load<i32>(branch, 4 * B_COVERED));
  set(FORCED_COUNT, 0);
  store<i32>(branch, slot + 1, 4 * B_NEXT);
  choose(load<i32>(at(a, slot)), shared, load<i32>(branch, 4 * B_ITEM));
}

/**
 * Chooses an option: covers its items. Where its branch has covered the item of the branch for all
 * options, this one was taken out with them, and must come back first.
 */
function choose(x: i32, shared: i32, branchItem: i32): void {
  const depth = get(DEPTH);
  store<i32>(at(part(CHOSEN), depth), x);
  set(DEPTH, depth + 1);
  if (depth >= get(DEEPEST)) set(DEEPEST, depth + 1);
  if (shared) {
    bringBack(x);
    if (shared == SHORT && !lookAround()) {
      set(MUST_BACK_UP, 1);
      return;
    }
  }
  set(MUST_BACK_UP, <i32>cover(x, branchItem));
}

/**
 * Covers all items of the option x, or for NONE the item of a branch alone: takes out every other
 * option that has one of them, unless both give it the same colour. True if that leaves some item
 * without options; with x it stops there, since nothing can come of x.
 *
 * First the live options of an item are swapped to the front, without a jump that depends on a mark
 * (with jumps it takes 1.1 to 1.4 times as long); then they are taken out. The slots of the item of
 * the branch do not move: those to come are among them.
 */
function cover(x: i32, branchItem: i32): bool {
  const a = part(BASE);
  const primary = get(PRIMARY);
  const firsts = part(FIRST);
  const toHue = part(TO_HUE);
  const toColour = part(TO_COLOUR);
  let trail = at(part(TRAIL), get(TAKEN));
  let forced = at(part(FORCED), get(FORCED_COUNT));
  let covered = get(COVERED);
  let updates: usize = 0;
  let emptied = false;
  let node = at(a, x + 1);
  // Until the end it counts as taken out, so that it is not among the others.
  if (x != NONE) store<i32>(at(a, x), load<i32>(at(a, x)) & ~LIVE);
  let item = x == NONE ? branchItem : load<i32>(node);
  for (;;) {
    const counter = at(a, item);
    const count = load<i32>(counter);
    // The other live options.
    let left = (count & ~IS_COVERED) - <i32>(x != NONE);
    let colour = 0;
    // Of primary items no colours lie beside the slots.
    let hues: usize = 0;
    if (item < primary) {
      if (count >= LIMIT) left = 0;
      else {
        store<i32>(counter, count + IS_COVERED);
        covered++;
      }
    } else if (toHue) {
      hues = toHue;
      colour = load<i32>(node + toColour);
      if (colour) {
        const keep = at(part(KEEP), item - primary);
        if (load<i32>(keep)) left = 0;
        else store<i32>(keep, <i32>((node - a) >> 2));
      }
    }
    if (left > 0) {
      const first = at(a, load<i32>(at(firsts, item)));
      if (item != branchItem) {
        const end = at(first, left);
        let front = first;
        for (let slot = first; front < end; slot += 4) {
          const other = load<i32>(slot);
          store<i32>(slot, load<i32>(front));
          store<i32>(front, other);
          if (hues) {
            const hue = load<i32>(slot + hues);
            store<i32>(slot + hues, load<i32>(front + hues));
            store<i32>(front + hues, hue);
          }
          // A bit of the mark: 4 for a live option, 0 for another.
          front += (load<u32>(at(a, other)) >>> 28) & 4;
        }
      }
      for (let slot = first; left > 0; slot += 4) {
        const other = load<i32>(slot);
        const address = at(a, other);
        const mark = load<i32>(address);
        if (!(mark & LIVE)) continue;
        left--;
        if (colour && load<i32>(slot + toHue) == colour) continue;
        store<i32>(address, mark & ~LIVE);
        store<i32>(trail, other);
        trail += 4;
        let n = address + 4;
        let i = load<i32>(n);
        while (i >= 0) {
          const c = load<i32>(at(a, i)) - 1;
          store<i32>(at(a, i), c);
          if (c <= 1) {
            if (c == 0) emptied = true;
            else {
              store<i32>(forced, i);
              forced += 4;
            }
          }
          n += 4;
          i = load<i32>(n);
        }
        updates += n - address - 4;
        if (emptied && x != NONE) break;
      }
      if (emptied) break;
    }
    if (x == NONE) break;
    node += 4;
    item = load<i32>(node);
    if (item < 0) break;
  }
  if (x != NONE) store<i32>(at(a, x), load<i32>(at(a, x)) | LIVE);
  set(UPDATES, get(UPDATES) + <i32>(updates >> 2));
  set(TAKEN, <i32>((trail - part(TRAIL)) >> 2));
  set(FORCED_COUNT, <i32>((forced - part(FORCED)) >> 2));
  set(COVERED, covered);
  return emptied;
}

/** Remembers all items that have one option; false if an item has none. */
function lookAround(): bool {
  const a = part(BASE);
  const primary = get(PRIMARY);
  let forced = get(FORCED_COUNT);
  set(LOOKS, get(LOOKS) + primary);
  for (let item = 0; item < primary; item++) {
    const count = load<i32>(at(a, item));
    if (count > 1) continue;
    if (count == 0) return false;
    store<i32>(at(part(FORCED), forced++), item);
  }
  set(FORCED_COUNT, forced);
  return true;
}

/** Takes back the choices below a branch, the last one first, without copied counts. */
function unwind(branch: usize): void {
  const a = part(BASE);
  const primary = get(PRIMARY);
  const keeps = part(KEEP);
  const to = load<i32>(branch, 4 * B_DEPTH);
  const shared = load<i32>(branch, 4 * B_SHARED);
  const branchItem = load<i32>(branch, 4 * B_ITEM);
  takeBack(load<i32>(branch, 4 * B_TAKEN));
  let depth = get(DEPTH);
  while (depth > to) {
    const x = load<i32>(at(part(CHOSEN), --depth));
    const rejoined = depth == to && shared != 0;
    const mark = at(a, x);
    let node = mark + 4;
    for (let item = load<i32>(node); item >= 0; item = load<i32>(node)) {
      if (item >= primary) {
        if (part(TO_HUE)) {
          const keep = at(keeps, item - primary);
          if (at(a, load<i32>(keep)) == node) store<i32>(keep, 0);
        }
      } else if (!(rejoined && item == branchItem)) uncover(item);
      if (rejoined) store<i32>(at(a, item), load<i32>(at(a, item)) - 1);
      node += 4;
    }
    if (rejoined) store<i32>(mark, load<i32>(mark) & ~LIVE);
  }
  set(DEPTH, depth);
}

/** Brings options back that were taken out, except the first `to` of them. */
function takeBack(to: i32): void {
  const trail = part(TRAIL);
  let taken = get(TAKEN);
  while (taken > to) bringBack(load<i32>(at(trail, --taken)));
  set(TAKEN, taken);
}

function bringBack(x: i32): void {
  const a = part(BASE);
  let node = at(a, x);
  store<i32>(node, load<i32>(node) | LIVE);
  node += 4;
  for (let item = load<i32>(node); item >= 0; item = load<i32>(node)) {
    store<i32>(at(a, item), load<i32>(at(a, item)) + 1);
    node += 4;
  }
}

function uncover(item: i32): void {
  const a = part(BASE);
  const count = load<i32>(at(a, item));
  if (count >= LIMIT) store<i32>(at(a, item), count - IS_COVERED);
}
