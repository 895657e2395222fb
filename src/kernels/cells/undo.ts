import type { CellsLayout } from './layout.ts';

/**
 * The steps of `cells` backwards, for where ends are not saved, and those of an option that is
 * taken away with its rivals and comes back for its own turn.
 */

/** Where a choice was broken off: the node it was covering for (0: it was not), and the slot. */
export interface Cut {
  node: number;
  slot: number;
}

/**
 * Undoes `choose`. What was taken away still lies just past the ends, so moving each end up again
 * is all there is to do. The items go in reverse order, so that each has its own end back before
 * the options of the ones covered earlier are counted in again.
 */
export function takeBack(
  a: Int32Array,
  layout: CellsLayout,
  x: number,
  shared: boolean,
  cut: Cut,
): void {
  const { primary, KEEP, HUE } = layout;
  let spacer = x;
  while ((a[spacer] as number) >= 0) spacer += 2;
  const first = ~(a[spacer] as number);
  const before = (y: number) => (y === first ? spacer - 2 : y - 2);
  for (let y = cut.node || before(x); !(shared && y === x); y = before(y)) {
    const item = a[y] as number;
    const hue = HUE !== 0 && item >= primary ? (a[HUE + (y >> 1)] as number) : 0;
    const keep = KEEP + item - primary;
    if (hue === 0 || a[keep] === y) {
      if (hue !== 0) a[keep] = 0;
      uncover(a, layout, item, y, hue, cut);
    }
    if (y === x) break;
  }
  if (shared) leave(a, x, 1);
}

/** Undoes `cover`, as far as it came. */
export function uncover(
  a: Int32Array,
  layout: CellsLayout,
  item: number,
  y: number,
  hue: number,
  cut: Cut,
): void {
  const { primary, FIRST, WAS, HUE } = layout;
  const end = y === cut.node ? cut.slot + 1 : (a[WAS + item] as number);
  if (item < primary) a[item] = a[WAS + item] as number;
  for (let slot = a[FIRST + item] as number; slot < end; slot++) {
    const start = a[slot] as number;
    if (start === y || (hue !== 0 && a[HUE + (start >> 1)] === hue)) continue;
    let z = start + 2;
    while (z !== start) {
      const i = a[z] as number;
      if (i < 0) {
        z = ~i;
      } else {
        a[i] = (a[i] as number) + 1;
        z += 2;
      }
    }
  }
}

/** Gives the option of the node x, which lies past the ends, back to its other items. */
export function rejoin(a: Int32Array, x: number): void {
  shift(a, x, 0, 1);
}

/**
 * Undoes `rejoin`: moves the option past the ends again, which are still to go down by one, or
 * have (`by` 0) been put back already. Unlike the others, which were live when the ends were
 * saved, it may have been swapped to before them.
 */
export function leave(a: Int32Array, x: number, by: 0 | 1): void {
  shift(a, x, -by, 0);
}

/**
 * In each item of an option, but that of its node x: moves its node to the slot that lies `where`
 * from the end, and has the end lie `after` from that slot.
 */
function shift(a: Int32Array, x: number, where: number, after: number): void {
  let y = x + 2;
  for (;;) {
    const item = a[y] as number;
    if (item < 0) {
      y = ~item;
      continue;
    }
    if (y === x) return;
    const slot = (a[item] as number) + where;
    const mine = a[y + 1] as number;
    const other = a[slot] as number;
    a[item] = slot + after;
    a[mine] = other;
    a[other + 1] = mine;
    a[slot] = y;
    a[y + 1] = slot;
    y += 2;
  }
}
