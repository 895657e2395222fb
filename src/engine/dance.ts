/**
 * The dance of `links`: its memory, and the steps by which nodes leave their lists and come back.
 *
 * All records lie in one Int32Array and are named by their address. Interleaved like this, a
 * node's three fields share a cache line and the loops need a single base pointer (1.5 times as
 * fast as an array for each field). Knuth's names stand at the right.
 *
 *     root    [-,   -,  -,    left, right]   at 0
 *     item    [len, up, down, left, right]   at 5, 10, ...       LEN ULINK DLINK LLINK RLINK
 *     node    [top, up, down, hue]           then, by options    TOP ULINK DLINK COLOR
 *     spacer  [~n,  first, last, -]          before, between and after options
 *
 * A spacer's `first` is the first node of the option before it, its `last` the last node of the
 * option after it, and n is the number of the option before it, so that a walk around an option
 * in either direction needs no test but `top < 0`. Knuth's example, with items a..g at 5..35 and
 * options 0: c e f, 1: a d g, 2: b c f, 3: a d, 4: b g, 5: d e g, begins like this:
 *
 *      0  [-   -   -   35   5]                                            root
 *      5  [2  92  60    0  10]   10  [2 104  76   5  15]   15  [2  80  44  10  20]   a b c ...
 *     40  [-1  0  52]                                                     spacer
 *     44  [15 15  80 0]          48  [25 25 120 0]         52  [30 30  84 0]         c e f
 *     56  [-1 44  68]                                                     spacer, ~0
 *     60  [5   5  92 0]          64  [20 20  96 0]         68  [35 35 108 0]         a d g
 *
 * Each step stands beside its undoing. Those that only go there give the number of nodes they
 * unlinked. They are functions of the array, which V8 inlines into one another.
 */

// Fields of a record, and the sizes of the two kinds. The first, at 0, is `len` or `top`.
export const UP = 1;
export const DOWN = 2;
export const HUE = 3;
export const NODE = 4;
export const LEFT = 3;
export const RIGHT = 4;
export const ITEM = 5;

/** The colour of a node whose item has been purified in its favour: it no longer matters. */
const AGREES = -1;

/** Takes an item out of play, and with it all options that have it. */
export function cover(a: Int32Array, item: number, coloured: boolean): number {
  let updates = 0;
  for (let p = a[item + DOWN] as number; p !== item; p = a[p + DOWN] as number) {
    updates += hide(a, p, coloured);
  }
  const left = a[item + LEFT] as number;
  const right = a[item + RIGHT] as number;
  a[left + RIGHT] = right;
  a[right + LEFT] = left;
  return updates;
}

/**
 * The steps of `cover` backwards. That items come back in reverse order is what matters: a node
 * slips back between its own two links, and these must be as they were when it left. (The
 * options of one item could come back in either order, having left all lists from the top.)
 */
export function uncover(a: Int32Array, item: number, coloured: boolean): void {
  const left = a[item + LEFT] as number;
  const right = a[item + RIGHT] as number;
  a[left + RIGHT] = item;
  a[right + LEFT] = item;
  for (let p = a[item + UP] as number; p !== item; p = a[p + UP] as number) unhide(a, p, coloured);
}

/** Unlinks the nodes of an option from the lists of all items but that of its node p. */
function hide(a: Int32Array, p: number, coloured: boolean): number {
  let updates = 0;
  for (let q = p + NODE; q !== p; ) {
    const top = a[q] as number;
    const up = a[q + UP] as number;
    if (top < 0) {
      q = up;
      continue;
    }
    if (!coloured || a[q + HUE] !== AGREES) {
      const down = a[q + DOWN] as number;
      a[up + DOWN] = down;
      a[down + UP] = up;
      a[top] = (a[top] as number) - 1;
      updates++;
    }
    q += NODE;
  }
  return updates;
}

function unhide(a: Int32Array, p: number, coloured: boolean): void {
  for (let q = p - NODE; q !== p; ) {
    const top = a[q] as number;
    const down = a[q + DOWN] as number;
    if (top < 0) {
      q = down;
      continue;
    }
    if (!coloured || a[q + HUE] !== AGREES) {
      const up = a[q + UP] as number;
      a[up + DOWN] = q;
      a[down + UP] = q;
      a[top] = (a[top] as number) + 1;
    }
    q -= NODE;
  }
}

/** Settles the other items of the option that is chosen through x, from left to right. */
export function commitOthers(a: Int32Array, x: number, coloured: boolean): number {
  let updates = 0;
  for (let p = x + NODE; p !== x; ) {
    const top = a[p] as number;
    if (top < 0) {
      p = a[p + UP] as number;
      continue;
    }
    const hue = coloured ? (a[p + HUE] as number) : 0;
    if (hue === 0) updates += cover(a, top, coloured);
    else if (hue > 0) updates += purify(a, p);
    p += NODE;
  }
  return updates;
}

export function uncommitOthers(a: Int32Array, x: number, coloured: boolean): void {
  for (let p = x - NODE; p !== x; ) {
    const top = a[p] as number;
    if (top < 0) {
      p = a[p + DOWN] as number;
      continue;
    }
    const hue = coloured ? (a[p + HUE] as number) : 0;
    if (hue === 0) uncover(a, top, coloured);
    else if (hue > 0) unpurify(a, p);
    p -= NODE;
  }
}

/** Takes out the options that want p's item in another colour; the others have their way. */
function purify(a: Int32Array, p: number): number {
  let updates = 0;
  const hue = a[p + HUE] as number;
  const item = a[p] as number;
  for (let q = a[item + DOWN] as number; q !== item; q = a[q + DOWN] as number) {
    if (a[q + HUE] === hue) a[q + HUE] = AGREES;
    else updates += hide(a, q, true);
  }
  return updates;
}

function unpurify(a: Int32Array, p: number): void {
  const hue = a[p + HUE] as number;
  const item = a[p] as number;
  for (let q = a[item + UP] as number; q !== item; q = a[q + UP] as number) {
    if (a[q + HUE] === AGREES) a[q + HUE] = hue;
    else unhide(a, q, true);
  }
}
