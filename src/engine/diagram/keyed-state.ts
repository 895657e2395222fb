import type { Start } from '../kernels/prefix.ts';
import { KEY, SIZE, START, TAKER, TO_HUE } from '../kernels/wasm/state-fields.ts';
import { State } from './state.ts';
import type { Layout } from './state-layout.ts';

/**
 * A state with a *key* that writes it down. Two lists of choices with the same key have the same
 * solutions below them, so an answer for one holds for the other: the open items tell which options
 * are live.
 *
 * (An option that the prefix leaves out is dead in all states of a build, so no key needs to say
 * so.)
 */
export class KeyedState extends State {
  /** The number of integers of a key. */
  readonly keySize: number;
  /** The bits of a secondary item in a key, and the number of items in a word. */
  private readonly bits: number;
  private readonly perWord: number;

  constructor(layout: Layout, start: Start, inJs = false) {
    super(layout, start, inJs);
    // A field says: no live option has the item, it is open, or which colour it has.
    this.bits = layout.hues > 0 ? 32 - Math.clz32(layout.hues + 1) : 1;
    this.perWord = Math.floor(32 / this.bits);
    const secondary = this.items - this.primary;
    this.keySize = Math.ceil(this.primary / 32) + Math.ceil(secondary / this.perWord);
  }

  /**
   * Writes the key into an array. A bit for each primary item: it is open. A field for each
   * secondary item: 0 if no live option has it, so that its use does not matter; 1 if it is open;
   * else its colour plus 1.
   */
  writeKey(into: Int32Array, at: number): void {
    const { a, primary, items } = this;
    const words = (primary + 31) >> 5;
    const from = a[KEY];
    for (let k = 0; k < words; k++) into[at + k] = a[from + k];
    if (items === primary) return;
    let to = at + words;
    let word = 0;
    let left = this.perWord;
    for (let item = primary; item < items; item++) {
      word <<= this.bits;
      if (a[SIZE + item] !== 0) word |= this.field(item);
      if (--left === 0) {
        into[to++] = word;
        word = 0;
        left = this.perWord;
      }
    }
    if (left < this.perWord) into[to] = word;
  }

  /**
   * Writes the key that choosing an option leaves, before anything follows from it, given the key
   * before it.
   */
  writeNextKey(option: number, from: Int32Array, at: number, to: number): void {
    const { a, primary, perWord, bits } = this;
    for (let k = 0; k < this.keySize; k++) from[to + k] = from[at + k];
    const words = (primary + 31) >> 5;
    const toHue = a[TO_HUE];
    const start = a[START] + option;
    const end = a[start + 1];
    for (let node = a[start]; node < end; node++) {
      const item = a[node];
      if (item < primary) {
        from[to + (item >> 5)] = from[to + (item >> 5)] & ~(1 << item);
        continue;
      }
      const n = item - primary;
      const w = Math.floor(n / perWord);
      const inWord = n - w * perWord;
      const count = Math.min(perWord, this.items - primary - w * perWord);
      const shift = (count - 1 - inWord) * bits;
      const hue = toHue !== 0 ? a[node + toHue] : 0;
      const field = hue === 0 ? 0 : hue + 1;
      const mask = ((1 << bits) - 1) << shift;
      from[to + words + w] = (from[to + words + w] & ~mask) | (field << shift);
    }
  }

  private field(item: number): number {
    const { a } = this;
    const taker = a[a[TAKER] + item] - 1;
    // Live options have the colour that is fixed; without colours, a used item has no live option.
    if (taker < 0) return 1;
    let node = a[a[START] + taker];
    while (a[node] !== item) node++;
    return a[node + a[TO_HUE]] + 1;
  }
}
