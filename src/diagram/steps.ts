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
  return (((a[(a[LIVE] as number) + (option >> 5)] as number) >>> option) & 1) === 1;
}

/** The first slot from here on whose option is live. There must be one. */
export function liveFrom(a: Int32Array, slot: number): number {
  let at = slot;
  while (!isLive(a, a[at] as number)) at++;
  return at;
}

/** Notes that an item is left with one option. */
export function pushForced(a: Int32Array, item: number): void {
  const count = a[FORCED_COUNT] as number;
  a[(a[FORCED] as number) + count] = item;
  a[FORCED_COUNT] = count + 1;
}

/** The open item with the fewest options, the leftmost of several. Nothing must be forced. */
export function fewest(a: Int32Array): number {
  const primary = a[PRIMARY] as number;
  const key = a[KEY] as number;
  let best = -1;
  let least = 0x7fffffff;
  for (let from = 0; from < primary; from += 32) {
    for (let left = a[key + (from >> 5)] as number; left !== 0; left &= left - 1) {
      const item = from + 31 - Math.clz32(left & -left);
      const size = a[SIZE + item] as number;
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
  const taker = a[TAKER] as number;
  while ((a[FORCED_COUNT] as number) > 0 && a[FAILED] === 0) {
    const count = (a[FORCED_COUNT] as number) - 1;
    a[FORCED_COUNT] = count;
    const item = a[(a[FORCED] as number) + count] as number;
    if (a[taker + item] !== 0) continue;
    choose(a, a[liveFrom(a, a[(a[FIRST] as number) + item] as number)] as number);
  }
  a[FORCED_COUNT] = 0;
}

/** Covers the items of an option, and kills the other options that have them. */
export function choose(a: Int32Array, option: number): void {
  const primary = a[PRIMARY] as number;
  const takers = a[TAKER] as number;
  const key = a[KEY] as number;
  const depth = a[DEPTH] as number;
  const chosen = (a[CHOSEN] as number) + 2 * depth;
  a[DEPTH] = depth + 1;
  a[chosen] = option;
  a[chosen + 1] = a[DEAD_COUNT] as number;
  const start = (a[START] as number) + option;
  const first = a[start] as number;
  const end = a[start + 1] as number;
  const taker = option + 1;
  for (let node = first; node < end; node++) {
    const item = a[node] as number;
    if (item < primary) {
      a[OPEN] = (a[OPEN] as number) - 1;
      a[key + (item >> 5)] = (a[key + (item >> 5)] as number) & ~(1 << item);
      a[SIZE + item] = (a[SIZE + item] as number) + COVERED;
    }
    if (a[takers + item] === 0) a[takers + item] = taker;
  }
  kill(a, option);
  for (let node = first; node < end && a[FAILED] === 0; node++) {
    const item = a[node] as number;
    if (a[takers + item] !== taker) continue;
    const row = item < primary ? (a[(a[ROW] as number) + item] as number) : 0;
    if (row !== 0) killRow(a, row);
    else killSlots(a, item, node);
  }
}

/** Kills the options of a row. */
function killRow(a: Int32Array, row: number): void {
  const live = a[LIVE] as number;
  const words = a[WORDS] as number;
  a[WORK] = (a[WORK] as number) + (words >> 2);
  for (let word = 0; word < words; word++) {
    let left = (a[row + word] as number) & (a[live + word] as number);
    for (; left !== 0; left &= left - 1) kill(a, 32 * word + 31 - Math.clz32(left & -left));
  }
}

/** Kills the options of an item, except those of the colour that a node gives it. */
function killSlots(a: Int32Array, item: number, node: number): void {
  const toHue = a[TO_HUE] as number;
  const toSlotHue = a[TO_SLOT_HUE] as number;
  const hue = toHue !== 0 ? (a[node + toHue] as number) : 0;
  const begin = a[(a[FIRST] as number) + item] as number;
  const last = a[(a[FIRST] as number) + item + 1] as number;
  a[WORK] = (a[WORK] as number) + last - begin;
  for (let slot = begin; slot < last; slot++) {
    const other = a[slot] as number;
    if (!isLive(a, other)) continue;
    if (hue !== 0 && a[slot + toSlotHue] === hue) continue;
    kill(a, other);
  }
}

/** Takes an option out of play, and out of the sizes of its items. */
export function kill(a: Int32Array, option: number): void {
  const primary = a[PRIMARY] as number;
  const dead = a[DEAD_COUNT] as number;
  const live = (a[LIVE] as number) + (option >> 5);
  a[live] = (a[live] as number) & ~(1 << option);
  a[(a[DEAD] as number) + dead] = option;
  a[DEAD_COUNT] = dead + 1;
  const start = (a[START] as number) + option;
  const first = a[start] as number;
  const end = a[start + 1] as number;
  a[WORK] = (a[WORK] as number) + end - first;
  for (let node = first; node < end; node++) {
    const item = a[node] as number;
    const size = (a[SIZE + item] as number) - 1;
    a[SIZE + item] = size;
    if (size <= 1 && item < primary) {
      if (size === 0) a[FAILED] = 1;
      else pushForced(a, item);
    }
  }
}

/** Takes choices back, down to a depth. */
export function backTo(a: Int32Array, to: number): void {
  const primary = a[PRIMARY] as number;
  const takers = a[TAKER] as number;
  const live = a[LIVE] as number;
  const starts = a[START] as number;
  const deads = a[DEAD] as number;
  const key = a[KEY] as number;
  let dead = a[DEAD_COUNT] as number;
  for (let depth = (a[DEPTH] as number) - 1; depth >= to; depth--) {
    const chosen = (a[CHOSEN] as number) + 2 * depth;
    const option = a[chosen] as number;
    const before = a[chosen + 1] as number;
    while (dead > before) {
      const other = a[deads + --dead] as number;
      a[live + (other >> 5)] = (a[live + (other >> 5)] as number) | (1 << other);
      const end = a[starts + other + 1] as number;
      for (let node = a[starts + other] as number; node < end; node++) {
        const item = a[node] as number;
        a[SIZE + item] = (a[SIZE + item] as number) + 1;
      }
    }
    const end = a[starts + option + 1] as number;
    for (let node = a[starts + option] as number; node < end; node++) {
      const item = a[node] as number;
      if (a[takers + item] !== option + 1) continue;
      a[takers + item] = 0;
      if (item >= primary) continue;
      a[OPEN] = (a[OPEN] as number) + 1;
      a[SIZE + item] = (a[SIZE + item] as number) - COVERED;
      a[key + (item >> 5)] = (a[key + (item >> 5)] as number) | (1 << item);
    }
  }
  a[DEPTH] = to;
  a[DEAD_COUNT] = dead;
  a[FORCED_COUNT] = 0;
  a[FAILED] = 0;
}
