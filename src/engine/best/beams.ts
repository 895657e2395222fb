import { grown, integers } from '../problem/memory.ts';
import type { Slices } from '../problem/slices.ts';
import type { CheapestList } from './cheapest.ts';
import type { Root } from './root.ts';
import { orderOf, Strip, suitsStrip } from './strip.ts';

const BEAM_ARRAYS = 'the covers of a beam';
/** The first width, how the next one is larger, and the largest one. */
const FIRST_WIDTH = 16;
const WIDTH_FACTOR = 4;
const LARGEST_WIDTH = 1 << 18;
/** The widest beam before the linear program. */
const WIDEST_FIRST = 256;
/** A solution this near to the bound is good enough then, as a part of it. */
const NEAR_PART = 0.01;
/** Items are near one another if each option spans at most 1 / LOCAL of them. */
const LOCAL = 2;
/**
 * A beam takes at most this part of the work of others: usually; where items are not near one
 * another and no beam has found a solution; and where its bound is the better one.
 */
const USUAL_PART = 1 / 8;
const FOREIGN = 1 / 32;
const LEADING = 2;
/** The work that the first beam is expected to take, for each word of the options. */
const FIRST_WORK = 64;
/** Work between two pauses. */
const SLICE_BEAM_WORK = 1 << 17;
/** Slots of a layer at first. */
const FIRST_SLOTS = 64;
/**
 * Bytes of a cover that has gone on, while their arrays grow; and of one in a layer, beside its
 * items.
 */
const NOTE_BYTES = 24;
const COVER_BYTES = 24;

/**
 * Beams of growing widths, which search the items in an order: good solutions before the linear
 * program, and bounds where branches raise none. On airline problems of 500 items and 8,000 options
 * that lie near one another 100 covers in a layer find solutions that branches do not find in
 * minutes.
 */
export class Beams {
  readonly #root: Root;
  readonly #list: CheapestList;
  readonly #memoryLimit: number;
  readonly #suits: boolean;
  #width = FIRST_WIDTH;
  /** The order of the items, once it is needed. */
  #order: Int32Array | undefined;
  /** The work of the last beam, and of all; and the bound that the last one has proven. */
  #last = 0;
  work = 0;
  #bound = Number.NEGATIVE_INFINITY;
  /** True if a beam has found a solution. */
  hasFound = false;
  /** True if the items of an option lie near one another. */
  #isLocal = false;

  constructor(root: Root, list: CheapestList, memoryLimit: number) {
    this.#root = root;
    this.#list = list;
    this.#memoryLimit = memoryLimit;
    this.#suits = suitsStrip(root.model);
  }

  /**
   * Narrow beams before the linear program, where items are near one another: of each width from
   * both ends. Returns the bound that the last one proves.
   */
  *begin(): Slices<number> {
    const root = this.#root;
    if (!this.#suits || root.bound === Number.NEGATIVE_INFINITY) return root.bound;
    const { length, span, masks } = yield* this.#strip();
    this.#isLocal = LOCAL * span <= length;
    this.#last = FIRST_WORK * masks.length;
    this.#bound = root.bound;
    while (this.#isLocal && this.#width <= WIDEST_FIRST) {
      const width = this.#width;
      yield* this.run();
      this.#width = width;
      yield* this.run(true);
      const [first] = this.#list.list;
      const bound = root.prices.costOf(root.bound);
      if (first !== undefined && first.cost - bound <= NEAR_PART * Math.abs(bound)) break;
      if (this.#bound > root.limit) break;
    }
    return this.#bound;
  }

  /** True if a beam is worth its work. `others`: the work of all others. `proven`: their bound. */
  isDue(others: number, proven: number): boolean {
    if (!this.#suits || this.#width > LARGEST_WIDTH || !Number.isFinite(this.#root.bound))
      return false;
    const isLeading = this.#bound >= proven;
    const part = isLeading ? LEADING : this.#isLocal || this.hasFound ? USUAL_PART : FOREIGN;
    return WIDTH_FACTOR * this.#last <= part * others;
  }

  /**
   * The next beam. The root stands above all branches. Returns the bound that it proves within the
   * limit of the root.
   */
  *run(isBackward = false): Slices<number> {
    const root = this.#root;
    const { model, partial } = root;
    const chosen = partial.numbers();
    const { cost } = partial;
    const found = (options: number[]) => {
      const more = options.map((j) => model.numberOf[j]);
      const sum = options.reduce((all, j) => all + model.cost[j], cost);
      this.#list.add(sum, [...chosen, ...more]);
      this.hasFound = true;
    };
    // Below a scale of 1 reduced costs are rounded, and do not say which of two covers is the
    // cheaper.
    const isMerging = this.#list.isOne && root.prices.scale >= 1;
    const settings = { width: this.#width, isMerging, bytes: this.#memoryLimit / 2 };
    const beam = new Beam(yield* this.#strip(isBackward), settings);
    yield* beam.run(() => root.limit, found);
    this.#last = beam.work;
    this.work += beam.work;
    this.#width *= WIDTH_FACTOR;
    this.#bound = Math.max(root.bound, beam.bound);
    return this.#bound;
  }

  *#strip(isBackward = false): Slices<Strip> {
    if (this.#order === undefined) {
      const { model } = this.#root;
      this.work += model.items ** 2 + 8 * model.itemOf.length;
      this.#order = yield* orderOf(model);
    }
    return new Strip(this.#root, isBackward ? this.#order.slice().reverse() : this.#order);
  }
}

interface BeamSettings {
  /** The most covers in a layer. */
  readonly width: number;
  /** True if covers of the same items are merged. */
  readonly isMerging: boolean;
  /** The memory that it may take. */
  readonly bytes: number;
}

/**
 * A search of a strip, layer by layer (beam search: Lowerre, 1976). It works with *covers*: sets of
 * options that cover all positions before the one of their layer. In each next cover there is one
 * more option, which begins there:
 *
 *     layer 0    ........                      key 0
 *     layer 2    xx.x....    layer 1 x.x.....  key: the reduced costs of the options so far
 *     layer 4    xxxx.x..    ...
 *
 * A layer keeps at most `width` covers, the cheapest. Prices make the keys comparable: the items
 * covered are paid for. So few covers do. Of those with the same items the cheapest stays, if only
 * one solution is wanted.
 *
 * `bound` holds for all solutions that it has not found: none of them costs less than the cheapest
 * cover dropped may come to. With none dropped, nothing better is left.
 */
export class Beam {
  readonly #strip: Strip;
  readonly #isMerging: boolean;
  /** The most covers in a layer, and the most that may go on. */
  readonly #width: number;
  readonly #most: number;
  /** The covers that have gone on: the one before, and the place of the last option. */
  #fromOf = integers(1024, BEAM_ARRAYS);
  #optionOf = integers(1024, BEAM_ARRAYS);
  #count = 0;
  readonly #layers: (Layer | undefined)[] = [];
  readonly #free: Layer[] = [];
  /** Without the base. */
  #dropped = Number.POSITIVE_INFINITY;
  /** Numbers worked on so far. */
  work: number;

  constructor(strip: Strip, { width, isMerging, bytes }: BeamSettings) {
    const layers = 2 * (strip.span + 1);
    const mostWide = Math.floor(bytes / 2 / layers / (COVER_BYTES + 4 * strip.words));
    this.#strip = strip;
    this.#isMerging = isMerging;
    this.#width = Math.max(1, Math.min(width, mostWide));
    this.#most = bytes / 2 / NOTE_BYTES;
    this.work = 16 * strip.masks.length;
  }

  /** Each solution within the limit that it has not found costs at least this, times the scale. */
  get bound(): number {
    return this.#strip.base + this.#dropped;
  }

  /**
   * Runs to the end. `limit()` is the most that a solution may cost, times the scale. `found` gets
   * the options of each solution that was not dropped.
   */
  *run(limit: () => number, found: (options: number[]) => void): Slices {
    const { length, options, base, rest, words } = this.#strip;
    const layers = this.#layers;
    const first = new Layer();
    first.grow(words, this.#width);
    first.from[0] = -1;
    first.count = 1;
    layers[0] = first;
    for (let f = 0; f < length; f++) {
      const layer = layers[f];
      layers[f] = undefined;
      if (layer === undefined) continue;
      if (this.#isMerging) yield* this.#merge(layer);
      for (let s = 0; s < layer.count; s++) {
        if (layer.key[s] === Number.POSITIVE_INFINITY) continue;
        const stop = this.work + SLICE_BEAM_WORK;
        if (this.#count < this.#most) this.#expand(layer, s, f, limit() - base);
        else this.#drop(layer.key[s] + rest[f]);
        if (this.work >= stop || (s & 63) === 63) yield;
      }
      layer.count = 0;
      layer.heap = undefined;
      this.#free.push(layer);
    }
    const last = layers[length];
    for (let s = 0; s < (last?.count ?? 0); s++) {
      if ((s & 63) === 63) yield;
      const own: number[] = [];
      let from = last?.from[s] as number;
      for (let c = last?.option[s] as number; from >= 0; from = this.#fromOf[from]) {
        own.push(options[c]);
        c = this.#optionOf[from];
      }
      found(own);
    }
  }

  /** Of covers of the same items the cheapest stays; the others get the key Infinity. */
  *#merge({ count, key, cover, from, option }: Layer): Slices {
    const { words } = this.#strip;
    /** An open hash table of covers, plus 1. */
    const mask = 2 ** Math.ceil(Math.log2(2 * count + 1)) - 1;
    const table = integers(mask + 1, BEAM_ARRAYS);
    for (let s = 0; s < count; s++) {
      if ((s & 4095) === 4095) yield;
      let hash = 0;
      for (let w = 0; w < words; w++) {
        hash = Math.imul(hash ^ cover[s * words + w], 0x9e3779b1);
        hash ^= hash >>> 15;
      }
      const isOther = (t: number) => {
        let w = 0;
        while (w < words && cover[s * words + w] === cover[t * words + w]) w++;
        return w < words;
      };
      let place = hash & mask;
      while (table[place] !== 0 && isOther(table[place] - 1)) place = (place + 1) & mask;
      const twin = table[place] - 1;
      if (twin < 0) table[place] = s + 1;
      else {
        if (key[s] < key[twin]) {
          key[twin] = key[s];
          from[twin] = from[s];
          option[twin] = option[s];
        }
        key[s] = Number.POSITIVE_INFINITY;
      }
    }
    this.work += 2 * count * words;
  }

  #drop(least: number): void {
    if (least < this.#dropped) this.#dropped = least;
  }

  /** Adds all next covers of one to their layers. `room`: the most that a solution may pay. */
  #expand(layer: Layer, s: number, f: number, room: number): void {
    const { start, key, masks, rest, words, near, length } = this.#strip;
    const { cover } = layer;
    const own = layer.key[s];
    const at = s * words;
    const id = this.#note(layer.from[s], layer.option[s]);
    const word = f >> 5;
    const floor = rest[f + 1];
    const end = start[f + 1];
    let c = start[f];
    for (; c < end; c++) {
      const sum = own + key[c];
      if (sum + floor > room) break;
      const mask = c * words;
      let w = 0;
      while (w < words && (cover[at + w] & masks[mask + w]) === 0) w++;
      if (w < words) continue;
      // The first position that is still open.
      w = 0;
      let open = ~(cover[at] | masks[mask]) & (-2 << (f & 31));
      // A shift by 32 is none.
      if ((f & 31) === 31) open = 0;
      while (open === 0 && ++w < near) {
        open = ~(cover[at + w] | masks[mask + w]);
      }
      const bit = open === 0 ? 0 : 31 - Math.clz32(open & -open);
      const g = Math.min(length, ((word + w) << 5) + bit);
      if (sum + rest[g] > room) continue;
      let next = this.#layers[g];
      if (next === undefined) {
        next = this.#free.pop() ?? new Layer();
        this.#layers[g] = next;
      }
      let slot = next.count;
      if (slot < this.#width) {
        if (slot === next.key.length) next.grow(words, this.#width);
        next.count++;
      } else {
        if (next.heap === undefined) next.heapify();
        slot = (next.heap as Int32Array)[0];
        this.#drop(Math.max(sum, next.key[slot]) + rest[g]);
        if (sum >= next.key[slot]) continue;
      }
      next.key[slot] = sum;
      next.from[slot] = id;
      next.option[slot] = c;
      const shift = (g >> 5) - word;
      const to = slot * words;
      for (let v = 0; v < near; v++) {
        const old = v + shift;
        next.cover[to + v] = old < near ? cover[at + old] | masks[mask + old] : 0;
      }
      for (let v = near; v < words; v++) {
        next.cover[to + v] = cover[at + v] | masks[mask + v];
      }
      if (next.heap !== undefined) next.sift(0);
      this.work += words;
    }
    this.work += 4 + 2 * (c - start[f]);
  }

  /** Notes a cover that goes on. */
  #note(from: number, option: number): number {
    if (this.#count === this.#fromOf.length) {
      this.#fromOf = grown(this.#fromOf, this.#count + 1, BEAM_ARRAYS);
      this.#optionOf = grown(this.#optionOf, this.#count + 1, BEAM_ARRAYS);
    }
    this.#fromOf[this.#count] = from;
    this.#optionOf[this.#count] = option;
    return this.#count++;
  }
}

/** Covers with the same first open position. */
class Layer {
  count = 0;
  key = new Float64Array(0);
  /** The cover before it, and the place of the option that made it of that one. */
  from = new Int32Array(0);
  option = new Int32Array(0);
  /** The items covered, from the word of the position on. */
  cover = new Int32Array(0);
  /** Once the layer is full: its slots as a heap, with the dearest on top. */
  heap: Int32Array | undefined;

  grow(words: number, most: number): void {
    const size = Math.min(most, Math.max(FIRST_SLOTS, 4 * this.count));
    const { key, from, option, cover } = this;
    this.key = new Float64Array(size);
    this.from = integers(size, BEAM_ARRAYS);
    this.option = integers(size, BEAM_ARRAYS);
    this.cover = integers(size * words, BEAM_ARRAYS);
    this.key.set(key);
    this.from.set(from);
    this.option.set(option);
    this.cover.set(cover);
  }

  heapify(): void {
    this.heap = integers(this.count, BEAM_ARRAYS).map((_, k) => k);
    for (let at = (this.count >> 1) - 1; at >= 0; at--) this.sift(at);
  }

  /** Puts a slot of the heap where it belongs, after its cover has become cheaper. */
  sift(place: number): void {
    const heap = this.heap as Int32Array;
    const { key, count } = this;
    const slot = heap[place];
    const own = key[slot];
    let at = place;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= count) break;
      const right = below + 1;
      const isRight = right < count && key[heap[right]] > key[heap[below]];
      if (isRight) below = right;
      if (key[heap[below]] <= own) break;
      heap[at] = heap[below];
      at = below;
    }
    heap[at] = slot;
  }
}
