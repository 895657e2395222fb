import { type Compiled, hasPrimary } from '../problem/compiled.ts';
import { checkPrefix } from './prefix.ts';
import {
  checkBudget,
  notOnSolution,
  type Outcome,
  type Search,
  type SearchSettings,
} from './search.ts';
import { shuffle } from './shuffle.ts';

/**
 * Dancing links: Knuth's Algorithm C (TAOCP 7.2.2.1), exact cover with colours over linked
 * lists. Each item heads a circular list of the options that are still live, up and down; the
 * primary items not yet covered form a circular list of their own, left and right. A node that
 * is unlinked keeps its own links, so it can dance back in, if all is undone in reverse order.
 *
 * Order of solutions: at each level the item with the fewest options, the leftmost of several;
 * its options in the order they were stated. (With a seed: of the shuffled problem.)
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
 */
export class Links implements Search {
  readonly #compiled: Compiled;
  /** The problem in the order it is tried, and the number that each of its options came with. */
  readonly #tried: Compiled;
  readonly #numbers: Int32Array | undefined;
  readonly #a: Int32Array;
  /** The array as it was built, kept from the first reset on. */
  #pristine: Int32Array | undefined;
  readonly #coloured: boolean;
  /** Option -> its first node that has a primary item; 0: never chosen. */
  readonly #nodeOf: Int32Array;
  /** Depth -> the node through which an option was chosen; its top is the item branched on. */
  readonly #chosen: Int32Array;

  #prefix: readonly number[] = [];
  #depth = 0;
  #dead = false;
  #done = false;
  #onSolution = false;

  #nodes = 0;
  #updates = 0;
  #solutions = 0;
  #deepest = 0;

  constructor(compiled: Compiled, settings: SearchSettings = {}) {
    const prefix = settings.prefix ?? [];
    checkPrefix(compiled, prefix);
    this.#compiled = compiled;
    const shuffled = settings.seed === undefined ? undefined : shuffle(compiled, settings.seed);
    this.#tried = shuffled?.compiled ?? compiled;
    this.#numbers = shuffled?.numbers;
    this.#coloured = compiled.coloured;
    this.#nodeOf = new Int32Array(compiled.options);
    this.#chosen = new Int32Array(compiled.primary);
    this.#a = this.#build();
    this.#start(prefix);
  }

  get nodes(): number {
    return this.#nodes;
  }

  get updates(): number {
    return this.#updates;
  }

  get solutions(): number {
    return this.#solutions;
  }

  get deepest(): number {
    return this.#deepest;
  }

  advance(nodeBudget: number): Outcome {
    checkBudget(nodeBudget);
    if (this.#done) return 'exhausted';
    const stop = this.#nodes + Math.floor(nodeBudget);
    if (this.#nodes === stop) return 'paused';
    this.#onSolution = false;
    return this.#run(stop);
  }

  solution(): number[] {
    if (!this.#onSolution) throw notOnSolution();
    return this.#path(this.#depth);
  }

  frontier(): number[][] {
    const prefixes: number[][] = [];
    if (this.#done) return prefixes;
    if (!this.#dead) prefixes.push(this.#path(this.#depth));
    for (let depth = this.#depth - 1; depth >= this.#prefix.length; depth--) {
      const path = this.#path(depth);
      const x = this.#chosen[depth] as number;
      const item = this.#a[x] as number;
      for (let p = this.#down(x); p !== item; p = this.#down(p)) {
        prefixes.push([...path, this.#optionOf(p)]);
      }
    }
    return prefixes;
  }

  share(): number {
    if (this.#done) return 1;
    let share = 0;
    let width = 1;
    for (let depth = this.#prefix.length; depth < this.#depth; depth++) {
      const x = this.#chosen[depth] as number;
      const item = this.#a[x] as number;
      width /= this.#a[item] as number;
      for (let p = this.#down(item); p !== x; p = this.#down(p)) share += width;
    }
    return share + (this.#dead ? width : width / 2);
  }

  reset(prefix: readonly number[] = this.#prefix): void {
    checkPrefix(this.#compiled, prefix);
    this.#pristine ??= this.#build();
    this.#a.set(this.#pristine);
    this.#depth = 0;
    this.#dead = this.#done = this.#onSolution = false;
    this.#solutions = 0;
    this.#start(prefix);
  }

  /** A copy of the links and colours as they are: what an exact undo must bring back. @internal */
  snapshot(): Int32Array {
    return this.#a.slice();
  }

  /**
   * The search, until `stop` nodes have been chosen. Its phases, with Knuth's steps:
   *
   *           .------------ alive -----------.
   *           v                              |
   *        [pick] an item, cover it (C3, C4) -> [choose] an option, commit its items (C5)
   *                                                ^    |
   *                         the next option of an  |    | no item is left: a solution (C2),
   *                         item further up (C6)   |    v or one without options
   *                                             [back up] (C7, C8) -> exhausted
   *
   * It can stop before every choice, so nothing of a pause needs to be kept but the arrow.
   */
  #run(stop: number): Outcome {
    const a = this.#a;
    for (;;) {
      let x: number;
      if (this.#dead) {
        if (!this.#hasNext()) {
          this.#done = true;
          return 'exhausted';
        }
        if (this.#nodes === stop) return 'paused';
        x = this.#next();
      } else if (a[RIGHT] === 0) {
        this.#solutions++;
        this.#onSolution = true;
        this.#dead = true;
        return 'solution';
      } else {
        if (this.#nodes === stop) return 'paused';
        const item = this.#pick();
        if (a[item] === 0) {
          this.#dead = true;
          continue;
        }
        this.#updates += cover(a, item, this.#coloured);
        x = a[item + DOWN] as number;
      }
      this.#nodes++;
      this.#choose(x);
    }
  }

  /** The item with the fewest options, the leftmost of several. */
  #pick(): number {
    const a = this.#a;
    let best = a[RIGHT] as number;
    let fewest = a[best] as number;
    for (let item = best; item !== 0; item = a[item + RIGHT] as number) {
      const length = a[item] as number;
      if (length < fewest) {
        fewest = length;
        best = item;
        if (length === 0) break;
      }
    }
    return best;
  }

  #choose(x: number): void {
    this.#chosen[this.#depth++] = x;
    this.#updates += commitOthers(this.#a, x, this.#coloured);
    if (this.#depth > this.#deepest) this.#deepest = this.#depth;
  }

  /** Whether some level has an option left to try; leaves the levels that have none. */
  #hasNext(): boolean {
    const a = this.#a;
    while (this.#depth > this.#prefix.length) {
      const x = this.#chosen[this.#depth - 1] as number;
      const item = a[x] as number;
      if (a[x + DOWN] !== item) return true;
      uncommitOthers(a, x, this.#coloured);
      uncover(a, item, this.#coloured);
      this.#depth--;
    }
    return false;
  }

  /** Takes the last choice back, and gives the next option of its item. */
  #next(): number {
    const x = this.#chosen[--this.#depth] as number;
    uncommitOthers(this.#a, x, this.#coloured);
    this.#dead = false;
    return this.#down(x);
  }

  #down(x: number): number {
    return this.#a[x + DOWN] as number;
  }

  #path(depth: number): number[] {
    const options = new Array<number>(depth);
    for (let d = 0; d < depth; d++) options[d] = this.#optionOf(this.#chosen[d] as number);
    return options;
  }

  #optionOf(x: number): number {
    let q = x;
    while ((this.#a[q] as number) >= 0) q += NODE;
    return ~(this.#a[q] as number);
  }

  /** Chooses the prefix: levels that are never left. */
  #start(prefix: readonly number[]): void {
    this.#prefix = Array.from(prefix);
    for (const option of prefix) {
      const x = this.#nodeOf[option] as number;
      cover(this.#a, this.#a[x] as number, this.#coloured);
      this.#choose(x);
    }
    this.#nodes = this.#updates = 0;
    this.#deepest = this.#depth;
  }

  #build(): Int32Array {
    const { data, primary, secondary, options, nodes, startAt, itemAt, colourAt } = this.#tried;
    const items = primary + secondary;
    const a = new Int32Array(ITEM * (items + 1) + NODE * (nodes + options + 1));
    for (let i = 0; i <= items; i++) {
      const item = ITEM * i;
      a[item + UP] = item;
      a[item + DOWN] = item;
      // Secondary items stand alone: to cover one must not touch the list of the primary ones.
      const linked = i <= primary;
      a[item + LEFT] = linked ? (i === 0 ? ITEM * primary : item - ITEM) : item;
      a[item + RIGHT] = linked ? (i === primary ? 0 : item + ITEM) : item;
    }
    let spacer = ITEM * (items + 1);
    a[spacer] = -1;
    for (let k = 0; k < options; k++) {
      if (secondary > 0 && !hasPrimary(this.#tried, k)) continue;
      const option = this.#numbers === undefined ? k : (this.#numbers[k] as number);
      const first = spacer + NODE;
      const end = data[startAt + k + 1] as number;
      let x = first;
      for (let node = data[startAt + k] as number; node < end; node++) {
        const index = data[itemAt + node] as number;
        const item = ITEM * (index + 1);
        const above = a[item + UP] as number;
        a[x] = item;
        a[x + UP] = above;
        a[x + DOWN] = item;
        if (this.#coloured) a[x + HUE] = data[colourAt + node] as number;
        a[above + DOWN] = x;
        a[item + UP] = x;
        a[item] = (a[item] as number) + 1;
        if (index < primary) this.#nodeOf[option] = x;
        x += NODE;
      }
      a[spacer + DOWN] = x - NODE;
      a[x] = ~option;
      a[x + UP] = first;
      spacer = x;
    }
    return a;
  }
}

// Fields of a record, and the sizes of the two kinds. The first, at 0, is `len` or `top`.
const UP = 1;
const DOWN = 2;
const HUE = 3;
const NODE = 4;
const LEFT = 3;
const RIGHT = 4;
const ITEM = 5;

/** The colour of a node whose item has been purified in its favour: it no longer matters. */
const AGREES = -1;

// The dance. Each step stands beside its undoing; the ones that only go there give the number
// of nodes they unlinked. They are functions of the array, which V8 inlines into one another.

/** Takes an item out of play, and with it all options that have it. */
function cover(a: Int32Array, item: number, coloured: boolean): number {
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
function uncover(a: Int32Array, item: number, coloured: boolean): void {
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
function commitOthers(a: Int32Array, x: number, coloured: boolean): number {
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

function uncommitOthers(a: Int32Array, x: number, coloured: boolean): void {
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
