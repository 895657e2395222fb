import { type Compiled, hasPrimary } from '../problem/compiled.ts';
import {
  commitOthers,
  cover,
  DOWN,
  HUE,
  ITEM,
  LEFT,
  NODE,
  RIGHT,
  UP,
  uncommitOthers,
  uncover,
} from './dance.ts';
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
