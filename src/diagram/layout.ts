import { inSlices } from '../kernels/layout.ts';
import { type Compiled, hasPrimary } from '../problem/compiled.ts';
import { integers } from '../problem/memory.ts';

/**
 * A problem as `State` takes it: all of it is one Int32Array. Unlike the kernels, a state takes nothing out of
 * its lists, but marks options as dead: branches come in the order in which the options are stated, and to go
 * back means to revive them.
 *
 *     SIZE    item -> how many live options have it
 *     TAKER   item -> the option that covers it or has fixed its colour, plus 1; 0: it is open
 *     LIVE    option -> 1 while it is live
 *     START   option -> its first node, and one more
 *     ITEM    node -> its item;               HUE        node -> its colour, if there are colours
 *     FIRST   item -> its first slot, and one more
 *     OPTION  slot -> an option that has it;  SLOT_HUE   slot -> its colour there
 *     DEAD    a stack of the options that died
 *     CHOSEN  a stack of pairs: the option chosen, how many were dead before
 *     FORCED  a stack of primary items that were left with one option; some may be covered since
 */
export interface Layout {
  readonly array: Int32Array;
  readonly primary: number;
  readonly items: number;
  readonly coloured: boolean;
  readonly TAKER: number;
  readonly LIVE: number;
  readonly START: number;
  readonly ITEM: number;
  readonly HUE: number;
  readonly FIRST: number;
  readonly OPTION: number;
  readonly SLOT_HUE: number;
  readonly DEAD: number;
  readonly CHOSEN: number;
  readonly FORCED: number;
  /** The greatest colour. */
  readonly hues: number;
  /** How many options have no primary item. They come first in the stack of those that died. */
  readonly dead: number;
}

/** Lays a problem out, slice by slice. */
export function* layOut(compiled: Compiled): Generator<undefined, Layout> {
  const { data, primary, secondary, options, nodes, coloured, startAt, itemAt, colourAt } =
    compiled;
  const items = primary + secondary;
  const TAKER = items;
  const LIVE = TAKER + items;
  const START = LIVE + options;
  const ITEM = START + options + 1;
  const HUE = ITEM + nodes;
  const FIRST = HUE + (coloured ? nodes : 0);
  const OPTION = FIRST + items + 1;
  const SLOT_HUE = OPTION + nodes;
  const DEAD = SLOT_HUE + (coloured ? nodes : 0);
  const CHOSEN = DEAD + options;
  const FORCED = CHOSEN + 2 * primary;
  const a = integers(FORCED + primary, 'the state of a search');
  a[START] = ITEM;
  yield* inSlices(options, (from, to) => {
    for (let k = from; k < to; k++) {
      const end = data[startAt + k + 1] as number;
      a[START + k + 1] = ITEM + end;
      for (let n = data[startAt + k] as number; n < end; n++) {
        const item = data[itemAt + n] as number;
        a[ITEM + n] = item;
        a[item] = (a[item] as number) + 1;
      }
    }
  });
  let slot = OPTION;
  for (let item = 0; item < items; item++) {
    a[FIRST + item] = slot;
    slot += a[item] as number;
    a[item] = a[FIRST + item] as number;
  }
  a[FIRST + items] = slot;
  let hues = 0;
  yield* inSlices(options, (from, to) => {
    for (let k = from; k < to; k++) {
      a[LIVE + k] = 1;
      for (let n = data[startAt + k] as number; n < (data[startAt + k + 1] as number); n++) {
        const item = data[itemAt + n] as number;
        const place = a[item] as number;
        a[item] = place + 1;
        a[place] = k;
        if (!coloured) continue;
        const hue = data[colourAt + n] as number;
        a[HUE + n] = hue;
        a[place + nodes] = hue;
        if (hue > hues) hues = hue;
      }
    }
  });
  for (let item = 0; item < items; item++) {
    a[item] = (a[item] as number) - (a[FIRST + item] as number);
  }
  // Options without a primary item are in no solution.
  let dead = 0;
  yield* inSlices(options, (from, to) => {
    for (let k = from; k < to; k++) {
      if (hasPrimary(compiled, k)) continue;
      a[LIVE + k] = 0;
      a[DEAD + dead++] = k;
      for (let node = a[START + k] as number; node < (a[START + k + 1] as number); node++) {
        const item = a[node] as number;
        a[item] = (a[item] as number) - 1;
      }
    }
  });
  return {
    array: a,
    primary,
    items,
    coloured,
    TAKER,
    LIVE,
    START,
    ITEM,
    HUE,
    FIRST,
    OPTION,
    SLOT_HUE,
    DEAD,
    CHOSEN,
    FORCED,
    hues,
    dead,
  };
}
