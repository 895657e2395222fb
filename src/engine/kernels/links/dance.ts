import { type Compiled, hasPrimary } from '../../problem/compiled.ts';
import { integers } from '../../problem/memory.ts';
import { inSlices, type Slices } from '../../problem/slices.ts';
import type { Observer } from '../observer.ts';
import type { SearchOrder } from '../search-order.ts';

/**
 * The dance of `links`: its memory, and the steps by which nodes leave their lists and come back.
 *
 * All records lie in one Int32Array and are named by their address (why one: see tree-search.ts).
 * Knuth's names stand at the right.
 *
 *     root    [-,   -,  -,    left, right]   at 0
 *     item    [len, up, down, left, right]   at 5, 10, ...       LEN ULINK DLINK LLINK RLINK
 *     node    [top, up, down, hue]           then, by options    TOP ULINK DLINK COLOR
 *     spacer  [~n,  first, last, -]          before, between and after options
 *
 * A spacer's n is the number of the option before it, `first` is the first node of that option, and
 * `last` is the last node of the option after it. So a walk around an option, in either direction,
 * needs only the test `top < 0`. Knuth's example, with items a..g at 5..35 and options 0: c e f, 1:
 * a d g, 2: b c f, 3: a d, 4: b g, 5: d e g, begins like this:
 *
 *      0  [-   -   -   35   5]                                            root
 *      5  [2  92  60    0  10]   10  [2 104  76   5  15]   15  [2  80  44  10  20]   a b c ...
 *     40  [-1  0  52]                                                     spacer
 *     44  [15 15  80 0]          48  [25 25 120 0]         52  [30 30  84 0]         c e f
 *     56  [-1 44  68]                                                     spacer, ~0
 *     60  [5   5  92 0]          64  [20 20  96 0]         68  [35 35 108 0]         a d g
 *
 * Each step stands beside the step that undoes it. Steps that unlink return the number of nodes
 * unlinked. All are plain functions of the array, which V8 inlines into one another.
 */

// The fields of a record, and the sizes NODE and ITEM of the two kinds. The first field, `len` or
// `top`, has the offset 0 and no name here. Other modules do not use these constants (why: see
// tree-search.ts).
const UP = 1;
const DOWN = 2;
const HUE = 3;
const NODE = 4;
const LEFT = 3;
const RIGHT = 4;
const ITEM = 5;

/** The colour of a node whose item has this colour already. */
const AGREES = -1;

/**
 * Makes the array, and a table: option -> its node in a primary item; 0 if it has none and is never
 * chosen.
 */
export function* buildLinks({
  compiled,
  numbers,
}: SearchOrder): Slices<{ a: Int32Array; nodeOf: Int32Array }> {
  const { primary, secondary, options, nodes } = compiled;
  const items = primary + secondary;
  const what = 'the layout of a search';
  const a = integers(ITEM * (items + 1) + NODE * (nodes + options + 1), what);
  const nodeOf = integers(options, what);
  placeItems(a, primary, items);
  let spacer = ITEM * (items + 1);
  a[spacer] = -1;
  yield* inSlices(options, (from, to) => {
    spacer = placeOptions(a, nodeOf, compiled, numbers, spacer, from, to);
  });
  return { a, nodeOf };
}

function placeItems(a: Int32Array, primary: number, items: number): void {
  for (let i = 0; i <= items; i++) {
    const item = ITEM * i;
    a[item + UP] = item;
    a[item + DOWN] = item;
    // A secondary item is linked to itself: to cover it must not touch the list of primary items.
    const linked = i <= primary;
    a[item + LEFT] = linked ? (i === 0 ? ITEM * primary : item - ITEM) : item;
    a[item + RIGHT] = linked ? (i === primary ? 0 : item + ITEM) : item;
  }
}

/** Writes options after the spacer `before`. Returns the spacer after them. */
function placeOptions(
  a: Int32Array,
  nodeOf: Int32Array,
  compiled: Compiled,
  numbers: Int32Array | undefined,
  before: number,
  from: number,
  to: number,
): number {
  const { data, primary, secondary, coloured, startAt, itemAt, colourAt } = compiled;
  let spacer = before;
  for (let k = from; k < to; k++) {
    if (secondary > 0 && !hasPrimary(compiled, k)) continue;
    const option = numbers === undefined ? k : numbers[k];
    const first = spacer + NODE;
    const end = data[startAt + k + 1];
    let x = first;
    for (let node = data[startAt + k]; node < end; node++) {
      const index = data[itemAt + node];
      const item = ITEM * (index + 1);
      const above = a[item + UP];
      a[x] = item;
      a[x + UP] = above;
      a[x + DOWN] = item;
      if (coloured) a[x + HUE] = data[colourAt + node];
      a[above + DOWN] = x;
      a[item + UP] = x;
      a[item] = a[item] + 1;
      if (index < primary) nodeOf[option] = x;
      x += NODE;
    }
    a[spacer + DOWN] = x - NODE;
    a[x] = ~option;
    a[x + UP] = first;
    spacer = x;
  }
  return spacer;
}

/** The address of the last of the preferred items; 0 if there are none. */
export function borderOf(preferred: number): number {
  return ITEM * preferred;
}

/** True if every primary item is covered. */
export function isEmpty(a: Int32Array): boolean {
  return a[RIGHT] === 0;
}

/**
 * The item with the fewest options, the leftmost of several; there must be one. Preferred items lie
 * up to `border`: while one of them is open, a later item counts only if it has one option or none.
 */
export function shortest(a: Int32Array, border: number): number {
  let best = a[RIGHT];
  let fewest = a[best];
  for (let item = best; item !== 0; item = a[item + RIGHT]) {
    const length = a[item];
    if (length < fewest && (length <= 1 || item <= border || best > border)) {
      fewest = length;
      best = item;
      if (length === 0) break;
    }
  }
  return best;
}

/** The next node down the list of an item, or the item again. */
export function below(a: Int32Array, x: number): number {
  return a[x + DOWN];
}

/** The number of the option that has the node x. */
export function optionOf(a: Int32Array, x: number): number {
  let q = x;
  while (a[q] >= 0) q += NODE;
  return ~a[q];
}

/** The number of the item at an address, and back. */
export function itemAt(address: number): number {
  return address / ITEM - 1;
}

export function addressOf(item: number): number {
  return ITEM * (item + 1);
}

/** Option -> the addresses of its nodes, for pictures; of `items` items. */
export function nodesOf(a: Int32Array, items: number, options: number): number[][] {
  const nodes = Array.from({ length: options }, (): number[] => []);
  let own: number[] = [];
  for (let x = ITEM * (items + 1) + NODE; x < a.length; x += NODE) {
    if (a[x] >= 0) own.push(x);
    else {
      nodes[~a[x]] = own;
      own = [];
    }
  }
  return nodes;
}

/** The links up and down of an item or a node, as addresses, for pictures. */
export function column(a: Int32Array, x: number): { above: number; below: number } {
  return { above: a[x + UP], below: a[x + DOWN] };
}

/** The options of an item, counted, and its links to the left and right. The root has address 0. */
export function row(a: Int32Array, x: number): { size: number; left: number; right: number } {
  return { size: a[x], left: a[x + LEFT], right: a[x + RIGHT] };
}

/**
 * Takes an item out of play, and all options that have it. Returns the number of nodes unlinked.
 */
export function cover(a: Int32Array, item: number, coloured: boolean): number {
  let updates = 0;
  for (let p = a[item + DOWN]; p !== item; p = a[p + DOWN]) {
    updates += hide(a, p, coloured);
  }
  const left = a[item + LEFT];
  const right = a[item + RIGHT];
  a[left + RIGHT] = right;
  a[right + LEFT] = left;
  return updates;
}

/**
 * Undoes `cover`. Items must come back in reverse order: a node goes back between its two old
 * neighbours, and these must be linked as they were when it left. (The options of one item could
 * come back in either order, since they left all lists from the top.)
 */
export function uncover(a: Int32Array, item: number, coloured: boolean): void {
  const left = a[item + LEFT];
  const right = a[item + RIGHT];
  a[left + RIGHT] = item;
  a[right + LEFT] = item;
  for (let p = a[item + UP]; p !== item; p = a[p + UP]) unhide(a, p, coloured);
}

/** Unlinks an option from the lists of all its items but that of its node p. */
function hide(a: Int32Array, p: number, coloured: boolean): number {
  let updates = 0;
  for (let q = p + NODE; q !== p; ) {
    const top = a[q];
    const up = a[q + UP];
    if (top < 0) {
      q = up;
      continue;
    }
    if (!coloured || a[q + HUE] !== AGREES) {
      const down = a[q + DOWN];
      a[up + DOWN] = down;
      a[down + UP] = up;
      a[top] = a[top] - 1;
      updates++;
    }
    q += NODE;
  }
  return updates;
}

function unhide(a: Int32Array, p: number, coloured: boolean): void {
  for (let q = p - NODE; q !== p; ) {
    const top = a[q];
    const down = a[q + DOWN];
    if (top < 0) {
      q = down;
      continue;
    }
    if (!coloured || a[q + HUE] !== AGREES) {
      const up = a[q + UP];
      a[up + DOWN] = q;
      a[down + UP] = q;
      a[top] = a[top] + 1;
    }
    q -= NODE;
  }
}

/**
 * Takes the option of the node x out of play for good. Does nothing if it is out already, or if x
 * is 0.
 */
export function leaveOut(a: Int32Array, x: number, coloured: boolean): void {
  const up = a[x + UP];
  if (x === 0 || a[up + DOWN] !== x) return;
  const down = a[x + DOWN];
  const item = a[x];
  a[up + DOWN] = down;
  a[down + UP] = up;
  a[item] = a[item] - 1;
  hide(a, x, coloured);
}

/** Covers or purifies all items of an option but that of its node x, from left to right. */
export function commitOthers(
  a: Int32Array,
  x: number,
  coloured: boolean,
  observer: Observer | undefined,
): number {
  let updates = 0;
  for (let p = x + NODE; p !== x; ) {
    const top = a[p];
    if (top < 0) {
      p = a[p + UP];
      continue;
    }
    const hue = coloured ? a[p + HUE] : 0;
    if (hue >= 0) {
      const nodes = hue === 0 ? cover(a, top, coloured) : purify(a, p);
      updates += nodes;
      observer?.covered(itemAt(top), nodes);
    }
    p += NODE;
  }
  return updates;
}

export function uncommitOthers(
  a: Int32Array,
  x: number,
  coloured: boolean,
  observer: Observer | undefined,
): void {
  for (let p = x - NODE; p !== x; ) {
    const top = a[p];
    if (top < 0) {
      p = a[p + DOWN];
      continue;
    }
    const hue = coloured ? a[p + HUE] : 0;
    if (hue >= 0) {
      if (hue === 0) uncover(a, top, coloured);
      else unpurify(a, p);
      observer?.uncovered(itemAt(top));
    }
    p -= NODE;
  }
}

/**
 * Takes out all options with the item of p in another colour. Marks those with the same colour:
 * they agree.
 */
function purify(a: Int32Array, p: number): number {
  let updates = 0;
  const hue = a[p + HUE];
  const item = a[p];
  for (let q = a[item + DOWN]; q !== item; q = a[q + DOWN]) {
    if (a[q + HUE] === hue) a[q + HUE] = AGREES;
    else updates += hide(a, q, true);
  }
  return updates;
}

function unpurify(a: Int32Array, p: number): void {
  const hue = a[p + HUE];
  const item = a[p];
  for (let q = a[item + UP]; q !== item; q = a[q + UP]) {
    if (a[q + HUE] === AGREES) a[q + HUE] = hue;
    else unhide(a, q, true);
  }
}
