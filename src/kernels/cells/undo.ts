import type { CellsLayout } from './layout.ts';

/**
 * Two kinds of steps back for `cells`:
 * - where branches save no ends, choices are undone one by one: `takeBack`, `uncover`;
 * - where a branch covers its item for all options at once, the options go away together. Each
 *   comes back alone when its turn comes, and leaves again: `rejoin`, `leave`.
 */

/**
 * Where `choose` stopped early: the node whose item it was covering, and the slot. Node 0: it did
 * not.
 */
export interface Cut {
  node: number;
  slot: number;
}

/**
 * Undoes `choose` for the node x. The nodes taken away still lie just past the ends, so it only
 * moves the ends up again. It uncovers the items in reverse order: an item must have its own end
 * back before the options of an item that was covered earlier are added to it.
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

/** Undoes `cover` for one item, up to the slot where it stopped. */
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

/** Makes the option of the node x live again in its other items. Its nodes lie past their ends. */
export function rejoin(a: Int32Array, x: number): void {
  shift(a, x, 0, 1);
}

/**
 * Undoes `rejoin`: moves the nodes of the option past the ends again. `by` is 1 if the ends must
 * still go down by one, and 0 if the saved ends are back already. (For the other options the saved
 * ends are enough: they were live when the ends were saved. This one was not, and its nodes may
 * have moved to before the ends since.)
 */
export function leave(a: Int32Array, x: number, by: 0 | 1): void {
  shift(a, x, -by, 0);
}

/**
 * For each item of an option but that of its node x: swaps the option's node into the slot
 * `end + offset`, and sets the end to this slot + `growth`.
 */
function shift(a: Int32Array, x: number, offset: number, growth: number): void {
  let y = x + 2;
  for (;;) {
    const item = a[y] as number;
    if (item < 0) {
      y = ~item;
      continue;
    }
    if (y === x) return;
    const slot = (a[item] as number) + offset;
    const mine = a[y + 1] as number;
    const other = a[slot] as number;
    a[item] = slot + growth;
    a[mine] = other;
    a[other + 1] = mine;
    a[slot] = y;
    a[y + 1] = slot;
    y += 2;
  }
}
