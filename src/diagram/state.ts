import type { Start } from '../kernels/prefix.ts';
import type { Layout } from './layout.ts';

/**
 * What is left of a problem after some choices: its open items and its live options, which can be
 * written down as a *key*. Two lists of choices that leave the same key leave the same solutions, so
 * what is known of one holds for the other. An option is live if none of its primary items is covered
 * and none of its secondary items is used otherwise; so the open items tell which options are live.
 *
 * (An option that the prefix leaves out is dead in all states of a build, so no key needs to tell.)
 */
export class State {
  readonly primary: number;
  readonly items: number;
  /** How many integers a key takes. */
  readonly keySize: number;
  /** Options chosen, those of the prefix included. */
  depth = 0;
  /** Whether some open primary item has no live option. */
  failed = false;
  /** Open primary items. */
  open = 0;
  /** The work done: nodes of options that died, and slots looked at. */
  work = 0;

  readonly #a: Int32Array;
  readonly #coloured: boolean;
  /** The bits of a secondary item in a key, and how many items share a word. */
  readonly #bits: number;
  readonly #perWord: number;
  readonly #TAKER: number;
  readonly #LIVE: number;
  readonly #START: number;
  readonly #ITEM: number;
  readonly #HUE: number;
  readonly #FIRST: number;
  readonly #OPTION: number;
  readonly #SLOT_HUE: number;
  readonly #DEAD: number;
  readonly #CHOSEN: number;
  readonly #FORCED: number;
  #dead = 0;
  #forced = 0;

  /** `layout` becomes the state: each is for one. */
  constructor(layout: Layout, start: Start) {
    this.primary = layout.primary;
    this.items = layout.items;
    this.#coloured = layout.coloured;
    this.#a = layout.array;
    this.#TAKER = layout.TAKER;
    this.#LIVE = layout.LIVE;
    this.#START = layout.START;
    this.#ITEM = layout.ITEM;
    this.#HUE = layout.HUE;
    this.#FIRST = layout.FIRST;
    this.#OPTION = layout.OPTION;
    this.#SLOT_HUE = layout.SLOT_HUE;
    this.#DEAD = layout.DEAD;
    this.#CHOSEN = layout.CHOSEN;
    this.#FORCED = layout.FORCED;
    this.#dead = layout.dead;
    // A field says: no live option has the item, it is open, or which colour it has.
    this.#bits = this.#coloured ? 32 - Math.clz32(layout.hues + 1) : 1;
    this.#perWord = Math.floor(32 / this.#bits);
    const secondary = this.items - this.primary;
    this.keySize = Math.ceil(this.primary / 32) + Math.ceil(secondary / this.#perWord);
    this.#begin(start);
  }

  #begin({ chosen, chosenCount, leftOut, leftOutCount }: Start): void {
    this.open = this.primary;
    for (let item = 0; item < this.primary; item++) {
      const size = this.#a[item] as number;
      if (size === 0) this.failed = true;
      else if (size === 1) this.#a[this.#FORCED + this.#forced++] = item;
    }
    for (let k = 0; k < leftOutCount; k++) {
      if (this.isLive(leftOut[k] as number)) this.#kill(leftOut[k] as number);
    }
    for (let k = 0; k < chosenCount && !this.failed; k++) this.choose(chosen[k] as number);
  }

  isLive(option: number): boolean {
    return this.#a[this.#LIVE + option] === 1;
  }

  /** The option that was chosen at a depth. */
  chosenAt(depth: number): number {
    return this.#a[this.#CHOSEN + 2 * depth] as number;
  }

  /** Chooses all that is forced, as far as it leads: the set of what is forced knows no order. */
  propagate(): void {
    const a = this.#a;
    while (this.#forced > 0 && !this.failed) {
      const item = a[this.#FORCED + --this.#forced] as number;
      if (a[this.#TAKER + item] !== 0) continue;
      this.choose(a[this.liveFrom(a[this.#FIRST + item] as number)] as number);
    }
    this.#forced = 0;
  }

  /** The first slot from here on whose option is live. There must be one. */
  liveFrom(slot: number): number {
    const a = this.#a;
    let at = slot;
    while (a[this.#LIVE + (a[at] as number)] === 0) at++;
    return at;
  }

  firstSlot(item: number): number {
    return this.#a[this.#FIRST + item] as number;
  }

  size(item: number): number {
    return this.#a[item] as number;
  }

  optionAt(slot: number): number {
    return this.#a[slot] as number;
  }

  /** The open item with the fewest options, the leftmost of several. Nothing must be forced. */
  fewest(): number {
    const a = this.#a;
    const TAKER = this.#TAKER;
    let best = -1;
    let fewest = 0x7fffffff;
    for (let item = 0; item < this.primary; item++) {
      if (a[TAKER + item] !== 0) continue;
      const size = a[item] as number;
      if (size < fewest) {
        fewest = size;
        best = item;
        if (size === 2) break;
      }
    }
    return best;
  }

  isOpen(item: number): boolean {
    return this.#a[this.#TAKER + item] === 0;
  }

  choose(option: number): void {
    const a = this.#a;
    const { primary } = this;
    const TAKER = this.#TAKER;
    const START = this.#START;
    const taker = option + 1;
    const chosen = this.#CHOSEN + 2 * this.depth++;
    a[chosen] = option;
    a[chosen + 1] = this.#dead;
    const first = a[START + option] as number;
    const end = a[START + option + 1] as number;
    for (let node = first; node < end; node++) {
      const item = a[node] as number;
      if (item < primary) this.open--;
      if (a[TAKER + item] === 0) a[TAKER + item] = taker;
    }
    this.#kill(option);
    const toHue = this.#HUE - this.#ITEM;
    const toSlotHue = this.#SLOT_HUE - this.#OPTION;
    const coloured = this.#coloured;
    for (let node = first; node < end; node++) {
      const item = a[node] as number;
      if (a[TAKER + item] !== taker) continue;
      const hue = coloured ? (a[node + toHue] as number) : 0;
      const begin = a[this.#FIRST + item] as number;
      const last = a[this.#FIRST + item + 1] as number;
      this.work += last - begin;
      for (let slot = begin; slot < last; slot++) {
        const other = a[slot] as number;
        if (a[this.#LIVE + other] === 0) continue;
        if (hue !== 0 && a[slot + toSlotHue] === hue) continue;
        this.#kill(other);
      }
      if (this.failed) return;
    }
  }

  #kill(option: number): void {
    const a = this.#a;
    a[this.#LIVE + option] = 0;
    a[this.#DEAD + this.#dead++] = option;
    const first = a[this.#START + option] as number;
    const end = a[this.#START + option + 1] as number;
    this.work += end - first;
    for (let node = first; node < end; node++) {
      const item = a[node] as number;
      const size = (a[item] as number) - 1;
      a[item] = size;
      if (size <= 1 && item < this.primary && a[this.#TAKER + item] === 0) {
        if (size === 0) this.failed = true;
        else a[this.#FORCED + this.#forced++] = item;
      }
    }
  }

  /** Takes choices back, down to a depth. */
  backTo(depth: number): void {
    const a = this.#a;
    while (this.depth > depth) {
      const chosen = this.#CHOSEN + 2 * --this.depth;
      const option = a[chosen] as number;
      const before = a[chosen + 1] as number;
      while (this.#dead > before) {
        const other = a[this.#DEAD + --this.#dead] as number;
        a[this.#LIVE + other] = 1;
        const end = a[this.#START + other + 1] as number;
        for (let node = a[this.#START + other] as number; node < end; node++) {
          const item = a[node] as number;
          a[item] = (a[item] as number) + 1;
        }
      }
      const end = a[this.#START + option + 1] as number;
      for (let node = a[this.#START + option] as number; node < end; node++) {
        const item = a[node] as number;
        if (a[this.#TAKER + item] === option + 1) {
          a[this.#TAKER + item] = 0;
          if (item < this.primary) this.open++;
        }
      }
    }
    this.#forced = 0;
    this.failed = false;
  }

  /**
   * Writes the key into an array. A bit for each primary item: it is open. A field for each secondary item: 0
   * if no live option has it, so that its use does not matter; 1 if it is open; else its colour plus 1.
   */
  writeKey(into: Int32Array, at: number): void {
    const a = this.#a;
    const { primary, items } = this;
    const TAKER = this.#TAKER;
    let to = at;
    let word = 0;
    for (let item = 0; item < primary; item++) {
      if (a[TAKER + item] === 0) word |= 1 << item;
      if ((item & 31) === 31) {
        into[to++] = word;
        word = 0;
      }
    }
    if ((primary & 31) !== 0) into[to++] = word;
    if (items === primary) return;
    word = 0;
    let left = this.#perWord;
    for (let item = primary; item < items; item++) {
      word <<= this.#bits;
      if (a[item] !== 0) word |= this.#field(item);
      if (--left === 0) {
        into[to++] = word;
        word = 0;
        left = this.#perWord;
      }
    }
    if (left < this.#perWord) into[to] = word;
  }

  /** Writes the key that choosing an option leaves, before anything follows from it, given the key before it. */
  writeNextKey(option: number, from: Int32Array, at: number, to: number): void {
    const a = this.#a;
    const { primary } = this;
    for (let k = 0; k < this.keySize; k++) from[to + k] = from[at + k] as number;
    const words = (primary + 31) >> 5;
    const end = a[this.#START + option + 1] as number;
    for (let node = a[this.#START + option] as number; node < end; node++) {
      const item = a[node] as number;
      if (item < primary) {
        from[to + (item >> 5)] = (from[to + (item >> 5)] as number) & ~(1 << item);
        continue;
      }
      const n = item - primary;
      const w = Math.floor(n / this.#perWord);
      const inWord = n - w * this.#perWord;
      const count = Math.min(this.#perWord, this.items - primary - w * this.#perWord);
      const shift = (count - 1 - inWord) * this.#bits;
      const hue = this.#coloured ? (a[node + this.#HUE - this.#ITEM] as number) : 0;
      const field = hue === 0 ? 0 : hue + 1;
      const mask = ((1 << this.#bits) - 1) << shift;
      from[to + words + w] = ((from[to + words + w] as number) & ~mask) | (field << shift);
    }
  }

  #field(item: number): number {
    const a = this.#a;
    const taker = (a[this.#TAKER + item] as number) - 1;
    // Live options have the colour that is fixed; without colours, a used item has no live option.
    if (taker < 0) return 1;
    const toHue = this.#HUE - this.#ITEM;
    let node = a[this.#START + taker] as number;
    while (a[node] !== item) node++;
    return (a[node + toHue] as number) + 1;
  }
}
