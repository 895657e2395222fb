import * as field from '../kernels/wasm/state-fields.ts';
import { type Compiled, hasPrimary } from '../problem/compiled.ts';
import { integers } from '../problem/memory.ts';
import { inSlices, type Slices } from '../problem/slices.ts';

const { SIZE } = field;

/**
 * A problem as `State` takes it: all of it is one Int32Array. Unlike the kernels, a state takes
 * nothing out of its lists, but marks options as dead: branches come in the order in which the
 * options are stated, and to go back means to revive them.
 *
 *     [ fields | SIZE | TAKER | LIVE | START | ITEM | HUE | FIRST | ... | KEY | ROW | row ... ]
 *
 *     SIZE    item -> the number of its live options
 *     TAKER   item -> the option that covers it or has fixed its colour, plus 1; 0: it is open
 *     LIVE    a row: a bit for each option, while it is live
 *     START   option -> its first node, and one more
 *     ITEM    node -> its item;               HUE        node -> its colour, if there are colours
 *     FIRST   item -> its first slot, and one more
 *     OPTION  slot -> an option that has it;  SLOT_HUE   slot -> its colour there
 *     DEAD    a stack of the options that died
 *     CHOSEN  a stack of pairs: the option chosen, the size of DEAD before
 *     FORCED  a stack of primary items that were left with one option; some may be covered since
 *     KEY     a bit for each primary item: it is open
 *     ROW     primary item -> its row: a bit for each of its options; 0: it has too few for one
 *
 * Nine of ten options of an item are dead when it is covered. A row beside LIVE shows the others at
 * once. Items that have more options than a row has words have rows, so all rows together take less
 * than the slots.
 */
export interface Layout {
  readonly array: Int32Array;
  readonly primary: number;
  readonly items: number;
  /** The greatest colour; 0: there are none. */
  readonly hues: number;
}

/** Lays a problem out, slice by slice. */
export function* layOut(compiled: Compiled): Slices<Layout> {
  const { primary, secondary, options, nodes, coloured } = compiled;
  const items = primary + secondary;
  const sizes = yield* sizesOf(compiled);
  // WebAssembly looks at four words at once.
  const words = 4 * Math.ceil(options / 128);
  const hasRow = (item: number) => item < primary && sizes[item] > words;
  const TAKER = SIZE + items;
  const LIVE = TAKER + items;
  const START = LIVE + words;
  const ITEM = START + options + 1;
  const HUE = ITEM + nodes;
  const FIRST = HUE + (coloured ? nodes : 0);
  const OPTION = FIRST + items + 1;
  const SLOT_HUE = OPTION + nodes;
  const DEAD = SLOT_HUE + (coloured ? nodes : 0);
  const CHOSEN = DEAD + options;
  const FORCED = CHOSEN + 2 * primary;
  const KEY = FORCED + primary;
  const ROW = KEY + ((primary + 31) >> 5);
  let end = ROW + primary;
  for (let item = 0; item < primary; item++) if (hasRow(item)) end += words;
  const a = integers(end, 'the state of a search');
  a.set([primary, TAKER, LIVE, START, coloured ? HUE - ITEM : 0, FIRST, coloured ? nodes : 0]);
  a.set([DEAD, CHOSEN, FORCED, KEY, ROW, words, 0, primary], field.DEAD);
  a.set(sizes, SIZE);
  a[START] = ITEM;
  let slot = OPTION;
  let row = ROW + primary;
  for (let item = 0; item < items; item++) {
    a[FIRST + item] = slot;
    slot += sizes[item];
    if (item < primary) setBit(a, KEY, item);
    if (!hasRow(item)) continue;
    a[ROW + item] = row;
    row += words;
  }
  a[FIRST + items] = slot;
  // From here on: the next free slot of each item.
  sizes.set(a.subarray(FIRST, FIRST + items));
  yield* inSlices(options, (from, to) => placeOptions(compiled, a, sizes, from, to));
  let hues = 0;
  for (let n = 0; coloured && n < nodes; n++) hues = Math.max(hues, a[HUE + n]);
  return { array: a, primary, items, hues };
}

/** Item -> the number of its options. */
function* sizesOf(compiled: Compiled): Slices<Int32Array> {
  const { data, primary, secondary, options, startAt, itemAt } = compiled;
  const sizes = integers(primary + secondary, 'the sizes of items');
  yield* inSlices(options, (from, to) => {
    const end = itemAt + data[startAt + to];
    for (let at = itemAt + data[startAt + from]; at < end; at++) {
      const item = data[at];
      sizes[item] = sizes[item] + 1;
    }
  });
  return sizes;
}

/** Writes options where they belong. Those without a primary item are in no solution, and dead. */
function placeOptions(
  compiled: Compiled,
  a: Int32Array,
  next: Int32Array,
  from: number,
  to: number,
): void {
  const { data, primary, coloured, startAt, itemAt, colourAt } = compiled;
  const START = a[field.START];
  const ITEM = a[START];
  const ROW = a[field.ROW];
  const toHue = a[field.TO_HUE];
  const toSlotHue = a[field.TO_SLOT_HUE];
  for (let k = from; k < to; k++) {
    const end = data[startAt + k + 1];
    a[START + k + 1] = ITEM + end;
    const isLive = hasPrimary(compiled, k);
    if (isLive) setBit(a, a[field.LIVE], k);
    else {
      const dead = a[field.DEAD_COUNT];
      a[a[field.DEAD] + dead] = k;
      a[field.DEAD_COUNT] = dead + 1;
    }
    for (let n = data[startAt + k]; n < end; n++) {
      const item = data[itemAt + n];
      a[ITEM + n] = item;
      const slot = next[item];
      next[item] = slot + 1;
      a[slot] = k;
      if (!isLive) a[SIZE + item] = a[SIZE + item] - 1;
      const row = item < primary ? a[ROW + item] : 0;
      if (row !== 0) setBit(a, row, k);
      if (!coloured) continue;
      a[ITEM + n + toHue] = a[slot + toSlotHue] = data[colourAt + n];
    }
  }
}

function setBit(a: Int32Array, row: number, bit: number): void {
  const at = row + (bit >> 5);
  a[at] = a[at] | (1 << bit);
}
