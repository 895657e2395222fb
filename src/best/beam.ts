import { integers } from '../problem/memory.ts';
import type { Strip } from './strip.ts';

const WHAT = 'the states of a beam';
/** Work between two pauses. */
const PAUSE = 1 << 17;
/** Slots of a layer at first. */
const FIRST_ROOM = 64;
/** Bytes of a state that has gone on, while their arrays grow; and of one in a layer, beside its rows. */
const NOTE_BYTES = 24;
const STATE_BYTES = 24;

/** States with the same first row to be covered. A state is a set of rows covered, and what its columns have paid. */
class Layer {
  count = 0;
  key = new Float64Array(0);
  /** The state before it, and the place of the column that made it of that one. */
  from = new Int32Array(0);
  column = new Int32Array(0);
  cover = new Int32Array(0);
  /** Once the layer is full: its slots as a heap, with the dearest on top. */
  heap: Int32Array | undefined;

  grow(words: number, most: number): void {
    const size = Math.min(most, Math.max(FIRST_ROOM, 4 * this.count));
    const { key, from, column, cover } = this;
    this.key = new Float64Array(size);
    this.from = integers(size, WHAT);
    this.column = integers(size, WHAT);
    this.cover = integers(size * words, WHAT);
    this.key.set(key);
    this.from.set(from);
    this.column.set(column);
    this.cover.set(cover);
  }

  heapify(): void {
    this.heap = integers(this.count, WHAT).map((_, k) => k);
    for (let at = (this.count >> 1) - 1; at >= 0; at--) this.sift(at);
  }

  /** Puts a slot of the heap where it belongs, after its state has become cheaper. */
  sift(place: number): void {
    const heap = this.heap as Int32Array;
    const { key, count } = this;
    const slot = heap[place] as number;
    const own = key[slot] as number;
    let at = place;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= count) break;
      const right = below + 1;
      if (
        right < count &&
        (key[heap[right] as number] as number) > (key[heap[below] as number] as number)
      ) {
        below = right;
      }
      if ((key[heap[below] as number] as number) <= own) break;
      heap[at] = heap[below] as number;
      at = below;
    }
    heap[at] = slot;
  }
}

/**
 * A search of a strip, layer by layer (beam search: Lowerre, 1976). A state has covered all positions before its layer. Each of its
 * next states has one more column, which begins there:
 *
 *     layer 0    ........                      key 0
 *     layer 2    xx.x....    layer 1 x.x.....  key: the reduced costs of the columns so far
 *     layer 4    xxxx.x..    ...
 *
 * A layer keeps at most `width` states, the cheapest. States that cover the same rows are merged, if only one solution
 * is wanted. Prices make the keys comparable: what the covered rows are worth is not in them. So few states do: on
 * airline problems of 500 items and 8,000 options that lie near one another 100 states find what branches do not
 * find in minutes.
 *
 * What it drops is cut off from above: `bound` holds for all solutions that it has not found. With no state
 * dropped, nothing better is left.
 */
export class Beam {
  readonly #strip: Strip;
  readonly #isMerging: boolean;
  /** The most states that may go on, and the most in a layer. */
  readonly #mostStates: number;
  readonly #mostWide: number;
  /** The states that have gone on: the one before, and the place of the column. */
  #fromOf = integers(1024, WHAT);
  #columnOf = integers(1024, WHAT);
  #states = 0;
  #layers: (Layer | undefined)[] = [];
  readonly #free: Layer[] = [];
  /** Without the base. */
  #dropped = Number.POSITIVE_INFINITY;
  /** Position -> what the columns that begin before it pay at least, in any better solution. */
  readonly paid: Float64Array;
  /** Numbers worked on so far. */
  work = 0;

  /** `bytes`: the memory that it may take. */
  constructor(strip: Strip, isMerging: boolean, bytes: number) {
    this.#strip = strip;
    this.#mostStates = bytes / 2 / NOTE_BYTES;
    const layers = 2 * (strip.span + 1);
    this.#mostWide = Math.floor(bytes / 2 / layers / (STATE_BYTES + 4 * strip.words));
    this.#isMerging = isMerging;
    this.paid = new Float64Array(strip.length + 1);
    this.work = 16 * strip.masks.length;
  }

  /** What each solution costs at least that is within the limit and not found, times the scale. */
  get bound(): number {
    return this.#strip.base + this.#dropped;
  }

  /**
   * Runs to the end, with at most `most` states in a layer. `limit()` is what a solution may cost at most, times the
   * scale. `found` gets the columns of each solution that was not dropped.
   */
  *run(
    most: number,
    limit: () => number,
    found: (columns: number[]) => void,
  ): Generator<undefined, void> {
    const { length, columns, base, rest, savings, words } = this.#strip;
    const layers = this.#layers;
    const width = Math.max(1, Math.min(most, this.#mostWide));
    /** Layer -> the least key of a state that came to it. */
    const least = new Float64Array(length + 1).fill(Number.POSITIVE_INFINITY);
    /** The same of the states dropped, less what they could still have saved. */
    let lost = Number.POSITIVE_INFINITY;
    const first = new Layer();
    first.grow(words, width);
    first.from[0] = -1;
    first.count = 1;
    layers[0] = first;
    for (let f = 0; f < length; f++) {
      const layer = layers[f];
      layers[f] = undefined;
      if (f > 0) {
        let low = lost - (savings[f] as number);
        for (let g = f; g <= length && layers.length > g; g++) {
          low = Math.min(low, least[g] as number);
        }
        this.paid[f] = low;
      }
      if (layer === undefined) continue;
      if (this.#isMerging) yield* this.#merge(layer);
      for (let s = 0; s < layer.count; s++) {
        if (layer.key[s] === Number.POSITIVE_INFINITY) continue;
        const stop = this.work + PAUSE;
        const room = limit() - base;
        if (this.#states >= this.#mostStates) {
          this.#dropped = Math.min(this.#dropped, (layer.key[s] as number) + (rest[f] as number));
          lost = Math.min(lost, (layer.key[s] as number) + (savings[f] as number));
          continue;
        }
        lost = Math.min(lost, this.#expand(layer, s, f, room, width, least));
        if (this.work >= stop) yield;
        else if ((s & 63) === 63) yield;
      }
      layer.count = 0;
      layer.heap = undefined;
      this.#free.push(layer);
    }
    this.paid[length] = Math.min(lost, least[length] as number);
    const last = layers[length];
    if (last === undefined) return;
    for (let s = 0; s < last.count; s++) {
      if ((s & 63) === 63) yield;
      const own: number[] = [];
      let from = last.from[s] as number;
      for (let c = last.column[s] as number; from >= 0; from = this.#fromOf[from] as number) {
        own.push(columns[c] as number);
        c = this.#columnOf[from] as number;
      }
      found(own);
    }
  }

  /** Of states that cover the same rows the cheapest stays. */
  *#merge(layer: Layer): Generator<undefined, void> {
    const { words } = this.#strip;
    const { count, key, cover, from, column } = layer;
    const size = 2 ** Math.ceil(Math.log2(2 * count + 1));
    const table = integers(size, WHAT).fill(-1);
    for (let s = 0; s < count; s++) {
      if ((s & 4095) === 4095) yield;
      const at = s * words;
      let hash = 0;
      for (let w = 0; w < words; w++) {
        hash = Math.imul(hash ^ (cover[at + w] as number), 0x9e3779b1);
        hash ^= hash >>> 15;
      }
      for (let place = hash & (size - 1); ; place = (place + 1) & (size - 1)) {
        const other = table[place] as number;
        if (other < 0) {
          table[place] = s;
          break;
        }
        let w = 0;
        while (w < words && cover[at + w] === cover[other * words + w]) w++;
        if (w < words) continue;
        if ((key[s] as number) < (key[other] as number)) {
          key[other] = key[s] as number;
          from[other] = from[s] as number;
          column[other] = column[s] as number;
        }
        key[s] = Number.POSITIVE_INFINITY;
        break;
      }
    }
    this.work += 2 * count * words;
  }

  /** All next states of one. Returns the least key dropped, less what that state could still have saved. */
  #expand(
    layer: Layer,
    s: number,
    f: number,
    room: number,
    width: number,
    least: Float64Array,
  ): number {
    const { start, key, masks, rest, restAfter, savings, words, near, length } = this.#strip;
    const { cover } = layer;
    const own = layer.key[s] as number;
    const at = s * words;
    const id = this.#note(layer.from[s] as number, layer.column[s] as number);
    const word = f >> 5;
    const floor = restAfter[f] as number;
    let lost = Number.POSITIVE_INFINITY;
    const end = start[f + 1] as number;
    let c = start[f] as number;
    for (; c < end; c++) {
      const sum = own + (key[c] as number);
      if (sum + floor > room) break;
      const mask = c * words;
      let w = 0;
      while (w < words && ((cover[at + w] as number) & (masks[mask + w] as number)) === 0) w++;
      if (w < words) continue;
      // The first position that is still to be covered.
      w = 0;
      let open = ~((cover[at] as number) | (masks[mask] as number)) & (-2 << (f & 31));
      // A shift by 32 is none.
      if ((f & 31) === 31) open = 0;
      while (open === 0 && ++w < near) {
        open = ~((cover[at + w] as number) | (masks[mask + w] as number));
      }
      let g = ((word + w) << 5) + (open === 0 ? 0 : 31 - Math.clz32(open & -open));
      if (g > length) g = length;
      if (sum + (rest[g] as number) > room) continue;
      if (sum < (least[g] as number)) least[g] = sum;
      let next = this.#layers[g];
      if (next === undefined) {
        next = this.#free.pop() ?? new Layer();
        this.#layers[g] = next;
      }
      let slot = next.count;
      if (slot < width) {
        if (slot === next.key.length) next.grow(words, width);
        next.count++;
      } else {
        if (next.heap === undefined) next.heapify();
        slot = (next.heap as Int32Array)[0] as number;
        const worst = Math.max(sum, next.key[slot] as number);
        lost = Math.min(lost, worst + (savings[g] as number));
        if (worst + (rest[g] as number) < this.#dropped)
          this.#dropped = worst + (rest[g] as number);
        if (sum >= (next.key[slot] as number)) continue;
      }
      next.key[slot] = sum;
      next.from[slot] = id;
      next.column[slot] = c;
      const shift = (g >> 5) - word;
      const to = slot * words;
      for (let v = 0; v < near; v++) {
        const old = v + shift;
        next.cover[to + v] =
          old < near ? (cover[at + old] as number) | (masks[mask + old] as number) : 0;
      }
      for (let v = near; v < words; v++) {
        next.cover[to + v] = (cover[at + v] as number) | (masks[mask + v] as number);
      }
      if (next.heap !== undefined) next.sift(0);
      this.work += words;
    }
    this.work += 4 + 2 * (c - (start[f] as number));
    return lost;
  }

  /** Notes a state that goes on. */
  #note(from: number, column: number): number {
    if (this.#states === this.#fromOf.length) {
      const grown = (old: Int32Array) => {
        const fresh = integers(2 * old.length, WHAT);
        fresh.set(old);
        return fresh;
      };
      this.#fromOf = grown(this.#fromOf);
      this.#columnOf = grown(this.#columnOf);
    }
    this.#fromOf[this.#states] = from;
    this.#columnOf[this.#states] = column;
    return this.#states++;
  }
}
