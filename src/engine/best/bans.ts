import { type Compiled, itemsOf, mostOf } from '../problem/compiled.ts';
import { integers } from '../problem/memory.ts';
import { Pace, type Slices } from '../problem/slices.ts';

/** More items of an option are not looked at to see which options it excludes. */
const MOST_RIVALS = 16;
const BAN_ARRAYS = 'the colours of a problem with costs';

/** Items of a model, with the least and the most options that cover each. */
export interface Bounds {
  readonly least: number[];
  readonly most: number[];
}

/**
 * States the colours of items by *bans*. Each colour of an item has one: an option of no cost, which
 * excludes the options in that colour. All bans of an item are chosen but one. Options in a colour
 * that exclude each other anyway share the row in which the ban excludes them:
 *
 *     Mon early, red    1 . .      Ann works once on Monday and once on Tuesday, in one colour
 *     Mon late, red     1 . .
 *     Tue early, red    . 1 .
 *     red is banned     1 1 1      rows: red on Monday, red on Tuesday, each at most once;
 *     blue is banned    . . 1      the bans, once or twice
 *
 * So the linear program sees colours by cliques of their conflicts, and a branch may decide a
 * colour. In `placeOf` of the caller a node that has -1 belongs to an item with colours; it gets its
 * row, unless that colour is the only one. New rows go into `bounds`. Returns the rows of each ban.
 */
export function* bansOf(
  compiled: Compiled,
  numberOf: Int32Array,
  placeOf: Int32Array,
  bounds: Bounds,
): Slices<number[][]> {
  const { data, primary, secondary, startAt, itemAt, colourAt } = compiled;
  const { least, most } = bounds;
  const pace = new Pace();
  const isOnce = (item: number) => (item < primary ? mostOf(compiled, item) : 1) === 1;
  /** Node -> the items of its option that may make it exclude others. */
  const rivals: Int32Array[] = [];
  /** Item of the problem -> its colours, and the nodes in each. */
  const nodesOf = new Map<number, Map<number, number[]>>();
  for (const k of numberOf) {
    const from = data[startAt + k];
    const end = data[startAt + k + 1];
    const own = itemsOf(compiled, k)
      .filter((item, n) => placeOf[from + n] >= 0 && isOnce(item))
      .slice(0, MOST_RIVALS);
    for (let node = from; node < end; node++) {
      if (placeOf[node] >= 0) continue;
      rivals[node] = own;
      const item = data[itemAt + node];
      const colour = data[colourAt + node];
      const colours = nodesOf.get(item) ?? new Map<number, number[]>();
      const nodes = colours.get(colour) ?? [];
      nodes.push(node);
      nodesOf.set(item, colours.set(colour, nodes));
    }
    if (pace.spent(64 * (end - from))) yield;
  }
  const bans: number[][] = [];
  /** Item of the problem -> the options in a colour that have it. */
  const uses = integers(primary + secondary, BAN_ARRAYS);
  for (const colours of nodesOf.values()) {
    if (colours.size === 1) continue;
    const all = least.push(colours.size - 1) - 1;
    most.push(colours.size);
    for (const [colour, nodes] of colours) {
      for (const node of nodes) for (const item of rivals[node]) uses[item] = uses[item] + 1;
      /** The item by which options exclude each other -> their row. */
      const rows = new Map<number, number>();
      for (const node of nodes) {
        let shared = ~node;
        for (const item of rivals[node]) {
          if (shared < 0 || uses[item] > uses[shared]) shared = item;
        }
        // Uses without a colour exclude each other by the item itself.
        if (colour === 0) shared = 0;
        const row = rows.get(shared) ?? least.push(0) - 1;
        most[row] = 1;
        rows.set(shared, row);
        placeOf[node] = row;
        if (pace.spent(128)) yield;
      }
      for (const node of nodes) for (const item of rivals[node]) uses[item] = 0;
      bans.push([all, ...rows.values()]);
    }
  }
  return bans;
}
