import type { Compiled } from '../../problem/compiled.ts';
import { integers } from '../../problem/memory.ts';

/**
 * The bits of a state that the options cover and clash with. An item has one bit. A secondary item
 * with colours has two bits for each bit of its largest colour: the colour 2, or 10 in binary,
 * covers 10 01 and clashes with 01 10. A use without colour covers and clashes with all of them.
 */
export class Coder {
  readonly #compiled: Compiled;
  readonly #rank: Int32Array;
  /** Item -> its first bit. */
  readonly #bit: Int32Array;
  /** Item -> the bits of its largest colour. */
  readonly #hues: Int32Array;

  constructor(compiled: Compiled, rank: Int32Array) {
    this.#compiled = compiled;
    this.#rank = rank;
    this.#bit = integers(rank.length, 'the layout of a search');
    this.#hues = integers(compiled.coloured ? rank.length : 0, 'the layout of a search');
  }

  /** Looks at the colours of some options. */
  look(from: number, to: number): void {
    const { data, coloured, startAt, itemAt, colourAt } = this.#compiled;
    if (!coloured) return;
    const end = data[startAt + to];
    for (let node = data[startAt + from]; node < end; node++) {
      const item = data[itemAt + node];
      const hues = 32 - Math.clz32(data[colourAt + node]);
      if (hues > this.#hues[item]) this.#hues[item] = hues;
    }
  }

  /** Gives each item its bits, in the order of the items; returns the number of words. */
  place(): number {
    const rank = this.#rank;
    const items = rank.length;
    const order = integers(items, 'the layout of a search');
    for (let item = 0; item < items; item++) order[rank[item]] = item;
    let bits = 0;
    for (const item of order) {
      this.#bit[item] = bits;
      bits += Math.max(1, 2 * (this.#hues[item] ?? 0));
    }
    return (bits + 31) >> 5;
  }

  /** The first rank among the primary items of an option; -1: it has none. */
  first(option: number): number {
    const { data, primary, startAt, itemAt } = this.#compiled;
    const end = data[startAt + option + 1];
    let first = -1;
    for (let node = data[startAt + option]; node < end; node++) {
      const item = data[itemAt + node];
      const rank = this.#rank[item];
      if (item < primary && (first < 0 || rank < first)) first = rank;
    }
    return first;
  }

  /** Adds the bits that an option covers, or clashes with, to the words at an address. */
  write(option: number, a: Int32Array, at: number, clashes: boolean): void {
    const { data, coloured, startAt, itemAt, colourAt } = this.#compiled;
    const end = data[startAt + option + 1];
    for (let node = data[startAt + option]; node < end; node++) {
      const item = data[itemAt + node];
      const bit = this.#bit[item];
      const hues = coloured ? this.#hues[item] : 0;
      if (hues === 0) setBit(a, at, bit);
      const colour = coloured ? data[colourAt + node] : 0;
      for (let hue = 0; hue < hues; hue++) {
        const side = (((colour >> hue) & 1) === 1) !== clashes ? 0 : 1;
        if (colour === 0 || side === 0) setBit(a, at, bit + 2 * hue);
        if (colour === 0 || side === 1) setBit(a, at, bit + 2 * hue + 1);
      }
    }
  }
}

const TOP = 0x80000000;

function setBit(a: Int32Array, at: number, bit: number): void {
  const word = at + (bit >> 5);
  a[word] = a[word] | (TOP >>> (bit & 31));
}
