// The steps of a state of a diagram, as in ../../../diagram/steps.ts, where they are explained. Its
// registers lie at the start of its own array, as state-layout.ts there draws it, and they hold positions
// in it, not addresses.

import {
  CHOSEN, DEAD, DEAD_COUNT, DEPTH, FAILED, FIRST, FORCED, FORCED_COUNT, KEY, LIVE, OPEN, PRIMARY, ROW, SIZE, START,
  TAKER, TO_HUE, TO_SLOT_HUE, WORDS, WORK,
} from '../state-fields';
import { at } from './walk';

/** Added to the size of a primary item while it is covered. */
const COVERED: i32 = 1 << 30;

/** Chooses an option, and all that is forced then. */
export function stateChoose(a: usize, option: i32): void {
  choose(a, option);
  const taker = at(a, load<i32>(a, 4 * TAKER));
  const forced = at(a, load<i32>(a, 4 * FORCED));
  const live = at(a, load<i32>(a, 4 * LIVE));
  let count = load<i32>(a, 4 * FORCED_COUNT);
  while (count > 0 && !load<i32>(a, 4 * FAILED)) {
    const item = load<i32>(at(forced, --count));
    if (load<i32>(at(taker, item))) continue;
    let slot = at(a, load<i32>(at(a, load<i32>(a, 4 * FIRST) + item)));
    while (!isLive(live, load<i32>(slot))) slot += 4;
    store<i32>(a, count, 4 * FORCED_COUNT);
    choose(a, load<i32>(slot));
    count = load<i32>(a, 4 * FORCED_COUNT);
  }
  store<i32>(a, 0, 4 * FORCED_COUNT);
}

// @ts-expect-error: a decorator of AssemblyScript
@inline function isLive(live: usize, option: i32): bool {
  return <bool>((load<u32>(at(live, option >>> 5)) >>> option) & 1);
}

/**
 * Options that die go onto the stack of dead ones, item by item, and from there out of the sizes of
 * their items.
 */
function choose(a: usize, option: i32): void {
  const primary = load<i32>(a, 4 * PRIMARY);
  const takers = at(a, load<i32>(a, 4 * TAKER));
  const live = at(a, load<i32>(a, 4 * LIVE));
  const firsts = at(a, load<i32>(a, 4 * FIRST));
  const starts = at(a, load<i32>(a, 4 * START));
  const key = at(a, load<i32>(a, 4 * KEY));
  const rows = at(a, load<i32>(a, 4 * ROW));
  const words = load<i32>(a, 4 * WORDS);
  const toHue = <usize>load<i32>(a, 4 * TO_HUE) << 2;
  const toSlotHue = <usize>load<i32>(a, 4 * TO_SLOT_HUE) << 2;
  const sizes = at(a, SIZE);
  const deads = at(a, load<i32>(a, 4 * DEAD));
  const forceds = at(a, load<i32>(a, 4 * FORCED));
  let dead = at(deads, load<i32>(a, 4 * DEAD_COUNT));
  let forced = at(forceds, load<i32>(a, 4 * FORCED_COUNT));
  let open = load<i32>(a, 4 * OPEN);
  let work = load<i32>(a, 4 * WORK);
  let failed = false;
  const depth = load<i32>(a, 4 * DEPTH);
  const chosen = at(a, load<i32>(a, 4 * CHOSEN) + 2 * depth);
  store<i32>(a, depth + 1, 4 * DEPTH);
  store<i32>(chosen, option);
  store<i32>(chosen, load<i32>(a, 4 * DEAD_COUNT), 4);
  const taker = option + 1;
  const first = at(a, load<i32>(at(starts, option)));
  const end = at(a, load<i32>(at(starts, option), 4));
  for (let node = first; node < end; node += 4) {
    const item = load<i32>(node);
    if (item < primary) {
      open--;
      const word = at(key, item >>> 5);
      store<i32>(word, load<i32>(word) & ~(1 << item));
      store<i32>(at(sizes, item), load<i32>(at(sizes, item)) + COVERED);
    }
    if (!load<i32>(at(takers, item))) store<i32>(at(takers, item), taker);
  }
  const own = at(live, option >>> 5);
  store<i32>(own, load<i32>(own) & ~(1 << option));
  store<i32>(dead, option);
  let next = dead;
  dead += 4;
  for (let node = first; ; node += 4) {
    for (; next < dead; next += 4) {
      const other = load<i32>(next);
      let n = at(a, load<i32>(at(starts, other)));
      const stop = at(a, load<i32>(at(starts, other), 4));
      work += <i32>((stop - n) >> 2);
      for (; n < stop; n += 4) {
        const item = load<i32>(n);
        const size = load<i32>(at(sizes, item)) - 1;
        store<i32>(at(sizes, item), size);
        if (size <= 1 && item < primary) {
          if (size == 0) failed = true;
          else {
            store<i32>(forced, item);
            forced += 4;
          }
        }
      }
    }
    if (node == end || failed) break;
    const item = load<i32>(node);
    if (load<i32>(at(takers, item)) != taker) continue;
    const row = item < primary ? load<i32>(at(rows, item)) : 0;
    if (row) {
      work += words >> 2;
      dead = killRow(live, at(a, row), words, dead);
      continue;
    }
    const hue = toHue ? load<i32>(node + toHue) : 0;
    const begin = at(a, load<i32>(at(firsts, item)));
    const last = at(a, load<i32>(at(firsts, item), 4));
    work += <i32>((last - begin) >> 2);
    for (let slot = begin; slot < last; slot += 4) {
      const other = load<i32>(slot);
      const word = at(live, other >>> 5);
      const bits = load<u32>(word);
      if (!((bits >>> other) & 1)) continue;
      if (hue && load<i32>(slot + toSlotHue) == hue) continue;
      store<u32>(word, bits & ~(1 << other));
      store<i32>(dead, other);
      dead += 4;
    }
  }
  store<i32>(a, <i32>((dead - deads) >> 2), 4 * DEAD_COUNT);
  store<i32>(a, <i32>((forced - forceds) >> 2), 4 * FORCED_COUNT);
  store<i32>(a, open, 4 * OPEN);
  store<i32>(a, work, 4 * WORK);
  store<i32>(a, <i32>failed, 4 * FAILED);
}

/** Puts the live options of a row on the stack of dead ones. */
function killRow(live: usize, row: usize, words: i32, stack: usize): usize {
  let dead = stack;
  for (let option = 0; option < words << 5; option += 128, row += 16, live += 16) {
    const all = v128.load(live);
    const mine = v128.and(all, v128.load(row));
    if (!v128.any_true(mine)) continue;
    v128.store(live, v128.andnot(all, mine));
    for (let left = i64x2.extract_lane(mine, 0); left != 0; left &= left - 1, dead += 4) {
      store<i32>(dead, option + <i32>ctz<i64>(left));
    }
    for (let left = i64x2.extract_lane(mine, 1); left != 0; left &= left - 1, dead += 4) {
      store<i32>(dead, option + 64 + <i32>ctz<i64>(left));
    }
  }
  return dead;
}

/** Takes choices back, down to a depth. */
export function stateBackTo(a: usize, to: i32): void {
  const primary = load<i32>(a, 4 * PRIMARY);
  const takers = at(a, load<i32>(a, 4 * TAKER));
  const live = at(a, load<i32>(a, 4 * LIVE));
  const starts = at(a, load<i32>(a, 4 * START));
  const key = at(a, load<i32>(a, 4 * KEY));
  const sizes = at(a, SIZE);
  const deads = at(a, load<i32>(a, 4 * DEAD));
  let open = load<i32>(a, 4 * OPEN);
  let depth = load<i32>(a, 4 * DEPTH);
  let dead = at(deads, load<i32>(a, 4 * DEAD_COUNT));
  let chosen = at(a, load<i32>(a, 4 * CHOSEN) + 2 * depth);
  for (; depth > to; depth--) {
    chosen -= 8;
    const option = load<i32>(chosen);
    const before = at(deads, load<i32>(chosen, 4));
    while (dead > before) {
      dead -= 4;
      const other = load<i32>(dead);
      const word = at(live, other >>> 5);
      store<i32>(word, load<i32>(word) | (1 << other));
      let n = at(a, load<i32>(at(starts, other)));
      const stop = at(a, load<i32>(at(starts, other), 4));
      for (; n < stop; n += 4) {
        const size = at(sizes, load<i32>(n));
        store<i32>(size, load<i32>(size) + 1);
      }
    }
    let node = at(a, load<i32>(at(starts, option)));
    const end = at(a, load<i32>(at(starts, option), 4));
    for (; node < end; node += 4) {
      const item = load<i32>(node);
      if (load<i32>(at(takers, item)) != option + 1) continue;
      store<i32>(at(takers, item), 0);
      if (item < primary) {
        open++;
        store<i32>(at(sizes, item), load<i32>(at(sizes, item)) - COVERED);
        const word = at(key, item >>> 5);
        store<i32>(word, load<i32>(word) | (1 << item));
      }
    }
  }
  store<i32>(a, depth, 4 * DEPTH);
  store<i32>(a, open, 4 * OPEN);
  store<i32>(a, <i32>((dead - deads) >> 2), 4 * DEAD_COUNT);
  store<i32>(a, 0, 4 * FORCED_COUNT);
  store<i32>(a, 0, 4 * FAILED);
}

/** The open item with the fewest options, the leftmost of several. */
export function stateFewest(a: usize): i32 {
  const primary = load<i32>(a, 4 * PRIMARY);
  const sizes = at(a, SIZE);
  let word = at(a, load<i32>(a, 4 * KEY));
  let best = -1;
  let fewest = 0x7fffffff;
  for (let from = 0; from < primary; from += 32, word += 4) {
    for (let left = load<i32>(word); left != 0; left &= left - 1) {
      const item = from + ctz<i32>(left);
      const size = load<i32>(at(sizes, item));
      if (size < fewest) {
        fewest = size;
        best = item;
        if (size == 2) return best;
      }
    }
  }
  return best;
}
