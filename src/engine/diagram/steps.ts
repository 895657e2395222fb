import {
  CHOSEN,
  DEAD,
  DEAD_COUNT,
  DEPTH,
  FAILED,
  FIRST,
  FORCED,
  FORCED_COUNT,
  KEY,
  LIVE,
  OPEN,
  PRIMARY,
  ROW,
  SIZE,
  START,
  TAKER,
  TO_HUE,
  TO_SLOT_HUE,
  WORDS,
  WORK,
} from '../kernels/wasm/state-fields.ts';

// The steps of a state, in its array, for where there is no WebAssembly. `wasm/assembly/state.ts`
// has the same, with the same work.

/**
 * Added to the size of a primary item while it is covered: then its size says that nothing is
 * forced.
 */
const COVERED = 1 << 30;

export function isLive(a: Int32Array, option: number): boolean {
  return ((a[a[LIVE] + (option >> 5)] >>> option) & 1) === 1;
}

/** The first slot from here on whose option is live. There must be one. */
export function liveFrom(a: Int32Array, slot: number): number {
  let at = slot;
  while (!isLive(a, a[at])) at++;
  return at;
}

/** Notes that an item is left with one option. */
export function pushForced(a: Int32Array, item: number): void {
  const count = a[FORCED_COUNT];
  a[a[FORCED] + count] = item;
  a[FORCED_COUNT] = count + 1;
}

/** The open item with the fewest options, the leftmost of several. Nothing must be forced. */
export function fewest(a: Int32Array): number {
  const primary = a[PRIMARY];
  const key = a[KEY];
  let best = -1;
  let least = 0x7fffffff;
  for (let from = 0; from < primary; from += 32) {
    for (let left = a[key + (from >> 5)]; left !== 0; left &= left - 1) {
      const item = from + 31 - Math.clz32(left & -left);
      const size = a[SIZE + item];
      if (size >= least) continue;
      least = size;
      best = item;
      if (size === 2) return best;
    }
  }
  return best;
}

/** Chooses all forced options, and those that they force. The order does not change their set. */
export function propagate(a: Int32Array): void {
  const taker = a[TAKER];
  while (a[FORCED_COUNT] > 0 && a[FAILED] === 0) {
    const count = a[FORCED_COUNT] - 1;
    a[FORCED_COUNT] = count;
    const item = a[a[FORCED] + count];
    if (a[taker + item] !== 0) continue;
    choose(a, a[liveFrom(a, a[a[FIRST] + item])]);
  }
  a[FORCED_COUNT] = 0;
}

/** Covers the items of an option, and kills the other options that have them. */
export function choose(a: Int32Array, option: number): void {
  const primary = a[PRIMARY];
  const takers = a[TAKER];
  const key = a[KEY];
  const depth = a[DEPTH];
  const chosen = a[CHOSEN] + 2 * depth;
  a[DEPTH] = depth + 1;
  a[chosen] = option;
  a[chosen + 1] = a[DEAD_COUNT];
  const start = a[START] + option;
  const first = a[start];
  const end = a[start + 1];
  const taker = option + 1;
  for (let node = first; node < end; node++) {
    const item = a[node];
    if (item < primary) {
      a[OPEN] = a[OPEN] - 1;
      a[key + (item >> 5)] = a[key + (item >> 5)] & ~(1 << item);
      a[SIZE + item] = a[SIZE + item] + COVERED;
    }
    if (a[takers + item] === 0) a[takers + item] = taker;
  }
  kill(a, option);
  for (let node = first; node < end && a[FAILED] === 0; node++) {
    const item = a[node];
    if (a[takers + item] !== taker) continue;
    const row = item < primary ? a[a[ROW] + item] : 0;
    if (row !== 0) killRow(a, row);
    else killSlots(a, item, node);
  }
}

/** Kills the options of a row. */
function killRow(a: Int32Array, row: number): void {
  const live = a[LIVE];
  const words = a[WORDS];
  a[WORK] = a[WORK] + (words >> 2);
  for (let word = 0; word < words; word++) {
    let left = a[row + word] & a[live + word];
    for (; left !== 0; left &= left - 1) kill(a, 32 * word + 31 - Math.clz32(left & -left));
  }
}

/** Kills the options of an item, except those of the colour that a node gives it. */
function killSlots(a: Int32Array, item: number, node: number): void {
  const toHue = a[TO_HUE];
  const toSlotHue = a[TO_SLOT_HUE];
  const hue = toHue !== 0 ? a[node + toHue] : 0;
  const begin = a[a[FIRST] + item];
  const last = a[a[FIRST] + item + 1];
  a[WORK] = a[WORK] + last - begin;
  for (let slot = begin; slot < last; slot++) {
    const other = a[slot];
    if (!isLive(a, other)) continue;
    if (hue !== 0 && a[slot + toSlotHue] === hue) continue;
    kill(a, other);
  }
}

/** Takes an option out of play, and out of the sizes of its items. */
export function kill(a: Int32Array, option: number): void {
  const primary = a[PRIMARY];
  const dead = a[DEAD_COUNT];
  const live = a[LIVE] + (option >> 5);
  a[live] = a[live] & ~(1 << option);
  a[a[DEAD] + dead] = option;
  a[DEAD_COUNT] = dead + 1;
  const start = a[START] + option;
  const first = a[start];
  const end = a[start + 1];
  a[WORK] = a[WORK] + end - first;
  for (let node = first; node < end; node++) {
    const item = a[node];
    const size = a[SIZE + item] - 1;
    a[SIZE + item] = size;
    if (size <= 1 && item < primary) {
      if (size === 0) a[FAILED] = 1;
      else pushForced(a, item);
    }
  }
}

/** Takes choices back, down to a depth. */
export function backTo(a: Int32Array, to: number): void {
  const primary = a[PRIMARY];
  const takers = a[TAKER];
  const live = a[LIVE];
  const starts = a[START];
  const deads = a[DEAD];
  const key = a[KEY];
  let dead = a[DEAD_COUNT];
  for (let depth = a[DEPTH] - 1; depth >= to; depth--) {
    const chosen = a[CHOSEN] + 2 * depth;
    const option = a[chosen];
    const before = a[chosen + 1];
    while (dead > before) {
      const other = a[deads + --dead];
      a[live + (other >> 5)] = a[live + (other >> 5)] | (1 << other);
      const end = a[starts + other + 1];
      for (let node = a[starts + other]; node < end; node++) {
        const item = a[node];
        a[SIZE + item] = a[SIZE + item] + 1;
      }
    }
    const end = a[starts + option + 1];
    for (let node = a[starts + option]; node < end; node++) {
      const item = a[node];
      if (a[takers + item] !== option + 1) continue;
      a[takers + item] = 0;
      if (item >= primary) continue;
      a[OPEN] = a[OPEN] + 1;
      a[SIZE + item] = a[SIZE + item] - COVERED;
      a[key + (item >> 5)] = a[key + (item >> 5)] | (1 << item);
    }
  }
  a[DEPTH] = to;
  a[DEAD_COUNT] = dead;
  a[FORCED_COUNT] = 0;
  a[FAILED] = 0;
}
