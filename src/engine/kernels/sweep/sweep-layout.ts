import type { Compiled } from '../../problem/compiled.ts';
import { integers } from '../../problem/memory.ts';
import { inSlices, Pace, type Slices } from '../../problem/slices.ts';
import type { SearchOrder } from '../search-order.ts';
import { Coder } from './coder.ts';
import { type Candidates, SLICE_STEPS } from './estimate.ts';
import {
  ALL,
  BUCKET_SIZE,
  CANDIDATES,
  CHUNK_SIZE,
  CHUNKS,
  CHUNKS_END,
  HEADER,
  RECORD,
  SET,
  STATE,
} from './fields.ts';
import { itemOrder } from './order.ts';

/**
 * The most integers in the tables of a bucket, where there are not thousands of buckets. More would
 * not stay in the cache.
 */
const MOST_OF_BUCKET = 1 << 12;
/** The most integers in all tables. (They grow with the number of buckets only up to here.) */
const MOST_OF_ALL = 1 << 22;
/**
 * The most bits of a state that index a table (6x10 pentominoes: with 4 bits 1.4 times as slow).
 */
const WIDEST_TABLE_BITS = 8;
/** Levels that have room at first, if that is more than an eighth of the layout. */
const FIRST_LEVELS = 4;
/**
 * The steps that count for an integer that is written, and for a word of a set that is cut into
 * chunks.
 */
const WRITTEN = 4;
const CUT = 64;

/** The settings of a test. */
export interface Tuning {
  /**
   * The most integers in the tables of a bucket; candidates are tested one by one if they need
   * more.
   */
  readonly mostOfBucket: number;
  /** Levels that there is room for at first, at least two. */
  readonly firstLevels: number;
}

/** A finished layout, as another search of the problem can use it, in any thread. */
export interface LaidOut {
  /** All parts of the array before the levels. */
  readonly array: Int32Array;
  /** The places of these parts, and the sizes of their records. */
  readonly sizes: Readonly<Record<(typeof SIZE_FIELDS)[number], number>>;
}
const SIZE_FIELDS = [
  'words',
  'CANDIDATE',
  'ALL',
  'LEVEL',
  'stride',
  'clashes',
  'levelSize',
  'largestLevel',
  'mostLevels',
] as const;

/** What is known of the options before their place in the array is. */
interface Draft {
  readonly coder: Coder;
  /** Option -> its bucket; negative: it cannot be chosen. */
  readonly bucketOf: Int32Array;
  /** Bucket -> the number of its candidates. */
  readonly counts: Int32Array;
  /** Bucket -> the bits that its candidates clash with, in words. */
  readonly union: Int32Array;
}

/**
 * The memory of `sweep`: one Int32Array. Its items have an order, and a *state* is the set of the
 * covered ones, in `words` integers; the first item of the order is the highest bit of the first
 * word. A *candidate* is an option; it lies in the *bucket* of its first item. Bit n of a set of
 * candidates is the n-th candidate of a bucket, from the highest bit down.
 *
 * A candidate can be chosen unless the state has a bit that it *clashes* with: one of its own
 * items. A *chunk* is up to 8 neighbouring bits of the state that clash with some candidate of the
 * bucket. Its table has, for each value of these bits, the set of the candidates that clash. So a
 * few look-ups give all candidates that are out, however many there are. Knuth's example, in the
 * order c f b e g d a, which are the bits 0 to 6:
 *
 *     bucket   candidates      chunk   table: value of its bits -> candidates that are out
 *     c        c e f, b c f    f b e   000: --   001: #-   010: -#   011 and up: ##
 *     b        b g             g         0: -      1: #
 *     e        d e g           g d      00: -     01 and up: #
 *     g        a d g           d a      00: -     01 and up: #
 *     d        a d             a         0: -      1: #
 *
 * The parts of the array:
 *
 *     HEADER    registers of the walk, see fields.ts
 *     BUCKET    rank of an item -> [candidates, chunks, their end, words of set, all, record, 0, 0]
 *     OPTION    option -> its candidate; 0: never chosen
 *     CANDIDATE [covers: words | clashes: words, if there are colours | option number] ...
 *     ALL       for each bucket the set of its candidates, without those left out
 *     CHUNK     [word, shift, mask, table] ...
 *     TABLE     value x words of a set + n -> word n of the set of the candidates that are out
 *     LEVEL     stack of levels, see fields.ts
 */
export class SweepLayout {
  words = 0;
  /** Where each part begins. */
  readonly BUCKET: number;
  readonly OPTION: number;
  CANDIDATE = 0;
  ALL = 0;
  LEVEL = 0;
  /** The integers of a candidate, and from a candidate to its clashes. */
  stride = 0;
  clashes = 0;
  /** The integers of a level without its set of candidates. */
  levelSize = 0;
  largestLevel = 0;
  /** The integers of all levels that there can be at once. */
  mostLevels = 0;
  #chunk = 0;
  #table = 0;
  readonly #compiled: Compiled;
  readonly #tuning: Partial<Tuning>;

  constructor(compiled: Compiled, tuning: Partial<Tuning>) {
    this.#compiled = compiled;
    this.#tuning = tuning;
    this.BUCKET = HEADER;
    this.OPTION = this.BUCKET + BUCKET_SIZE * compiled.primary;
  }

  /** The array at the start of a search, with room for the first level. */
  *build({ compiled, numbers, preferred = 0 }: SearchOrder): Slices<Int32Array> {
    const draft = yield* this.#draft(compiled, preferred);
    const widths = yield* this.#measure(draft);
    const a = this.#array();
    this.#placeBuckets(a, draft);
    yield* this.#writeCandidates(a, draft, numbers);
    this.refill(a);
    yield* this.#writeTables(a, draft, widths);
    return a;
  }

  /** The bucket of each option, the size of each bucket, and the bits its candidates clash with. */
  *#draft(compiled: Compiled, preferred: number): Slices<Draft> {
    const { primary, options } = compiled;
    const rank = yield* itemOrder(compiled, preferred);
    const coder = new Coder(compiled, rank);
    yield* inSlices(options, (from, to) => coder.look(from, to));
    const words = coder.place();
    this.words = words;
    this.clashes = compiled.coloured ? words : 0;
    this.stride = words + this.clashes + 1;
    this.levelSize = STATE + words + 1;
    const bucketOf = integers(options, 'the layout of a search');
    const counts = integers(primary, 'the layout of a search');
    const union = integers(primary * words, 'the layout of a search');
    yield* inSlices(options, (from, to) => {
      for (let k = from; k < to; k++) {
        const f = coder.first(k);
        bucketOf[k] = f;
        if (f < 0) continue;
        counts[f]++;
        coder.write(k, union, f * words, true);
      }
    });
    return { coder, bucketOf, counts, union };
  }

  /** Places the parts. Returns for each bucket the bits of an index into its tables, 0 for none. */
  *#measure({ counts, union }: Draft): Slices<Int32Array> {
    const { words } = this;
    const primary = counts.length;
    const pace = new Pace(SLICE_STEPS);
    const { mostOfBucket = MOST_OF_BUCKET } = this.#tuning;
    const most = Math.min(mostOfBucket, Math.floor(MOST_OF_ALL / primary));
    const widths = integers(primary, 'the layout of a search');
    let candidates = 0;
    let sets = 0;
    let largestSet = 0;
    let chunkTotal = 0;
    let tables = 0;
    for (let f = 0; f < primary; f++) {
      const count = counts[f];
      if (count === 0) continue;
      const set = (count + 31) >> 5;
      candidates += count;
      sets += set;
      if (set > largestSet) largestSet = set;
      const at = f * words + (f >> 5);
      union[at] = union[at] & ~(TOP >>> (f & 31));
      let width = WIDEST_TABLE_BITS;
      for (; width > 0; width--) {
        const chunks = chunksOf(union, f * words, words, width);
        const entries = chunks.reduce((sum, { mask }) => sum + mask + 1, 0) * set;
        if (entries > most) continue;
        chunkTotal += chunks.length;
        tables += entries;
        break;
      }
      widths[f] = width;
      if (pace.spent(CUT * words * (WIDEST_TABLE_BITS + 1 - width))) yield;
    }
    this.CANDIDATE = this.OPTION + this.#compiled.options;
    this.ALL = this.CANDIDATE + candidates * this.stride;
    this.#chunk = this.ALL + sets;
    this.#table = this.#chunk + chunkTotal * CHUNK_SIZE;
    this.LEVEL = this.#table + tables;
    this.largestLevel = this.levelSize + largestSet;
    this.mostLevels = (primary + 2) * this.levelSize + sets + 2 * largestSet;
    return widths;
  }

  #placeBuckets(a: Int32Array, { counts }: Draft): void {
    let candidate = this.CANDIDATE;
    let all = this.ALL;
    counts.forEach((count, f) => {
      const h = this.BUCKET + BUCKET_SIZE * f;
      const set = (count + 31) >> 5;
      a[h + CANDIDATES] = candidate;
      a[h + SET] = set;
      a[h + ALL] = all;
      a[h + RECORD] = this.levelSize + set;
      candidate += count * this.stride;
      all += set;
    });
  }

  *#writeCandidates(a: Int32Array, draft: Draft, numbers?: Int32Array): Slices {
    const { coder, bucketOf, counts } = draft;
    const placed = integers(counts.length, 'the layout of a search');
    yield* inSlices(bucketOf.length, (from, to) => {
      for (let k = from; k < to; k++) {
        const f = bucketOf[k];
        if (f < 0) continue;
        const at = a[this.BUCKET + BUCKET_SIZE * f] + placed[f]++ * this.stride;
        const option = numbers === undefined ? k : numbers[k];
        coder.write(k, a, at, false);
        if (this.clashes > 0) coder.write(k, a, at + this.clashes, true);
        a[at + this.stride - 1] = option;
        a[this.OPTION + option] = at;
      }
    });
  }

  *#writeTables(a: Int32Array, { counts, union }: Draft, widths: Int32Array): Slices {
    const { words } = this;
    const pace = new Pace(SLICE_STEPS);
    let chunkAt = this.#chunk;
    let tableAt = this.#table;
    for (let f = 0; f < counts.length; f++) {
      const h = this.BUCKET + BUCKET_SIZE * f;
      if (widths[f] === 0) continue;
      a[h + CHUNKS] = chunkAt;
      for (const chunk of chunksOf(union, f * words, words, widths[f])) {
        a.set([chunk.word, chunk.shift, chunk.mask, tableAt], chunkAt);
        chunkAt += CHUNK_SIZE;
        const end = this.#fillTable(a, h, chunk, counts[f], tableAt);
        const written = end - tableAt + counts[f];
        tableAt = end;
        if (pace.spent(WRITTEN * written)) yield;
      }
      a[h + CHUNKS_END] = chunkAt;
    }
  }

  /** An array for all of it and the first level. */
  #array(): Int32Array {
    return integers(this.LEVEL + this.largestLevel, 'the layout of a search');
  }

  /** The integers that a search begins with: there is room for the first levels. */
  get firstRoom(): number {
    const { firstLevels } = this.#tuning;
    const least = (firstLevels ?? FIRST_LEVELS) * this.largestLevel;
    const part = firstLevels === undefined ? this.LEVEL >> 3 : 0;
    return this.LEVEL + Math.min(this.mostLevels, Math.max(least, part));
  }

  /** The finished layout in an array. It is a view, good as long as the array. */
  laidOut(a: Int32Array): LaidOut {
    const sizes = Object.fromEntries(SIZE_FIELDS.map((name) => [name, this[name]]));
    return { array: a.subarray(0, this.LEVEL), sizes: sizes as LaidOut['sizes'] };
  }

  /** The array at the start of a search, as another one has laid it out. */
  use({ array, sizes }: LaidOut): Int32Array {
    for (const name of SIZE_FIELDS) this[name] = sizes[name];
    const a = this.#array();
    a.set(array);
    this.refill(a);
    return a;
  }

  /** Every candidate is back, as if none had been left out. */
  refill(a: Int32Array): void {
    const { primary } = this.#compiled;
    for (let f = 0; f < primary; f++) {
      const h = this.BUCKET + BUCKET_SIZE * f;
      const next = f + 1 < primary ? a[h + BUCKET_SIZE] : this.ALL;
      let left = (next - a[h]) / this.stride;
      for (let at = a[h + ALL]; left > 0; at++, left -= 32) {
        a[at] = left >= 32 ? -1 : ~(-1 >>> left);
      }
    }
  }

  /**
   * The candidates that are not left out. A state costs the look-ups or tests that the walk counts.
   */
  *candidates(a: Int32Array): Slices<Candidates> {
    const { primary } = this.#compiled;
    const { words, clashes } = this;
    const stride = this.stride - 1;
    const pace = new Pace(SLICE_STEPS);
    const all = (this.ALL - this.CANDIDATE) / this.stride;
    const masks = integers(all * stride, 'an estimate of the search');
    const first = integers(primary + 2, 'an estimate of the search');
    const costs = integers(primary + 1, 'an estimate of the search');
    let count = 0;
    for (let f = 0; f < primary; f++) {
      const h = this.BUCKET + BUCKET_SIZE * f;
      const begin = a[h];
      const end = f + 1 < primary ? a[h + BUCKET_SIZE] : this.ALL;
      const chunks = a[h + CHUNKS];
      const set = a[h + SET];
      costs[f] = chunks === 0 ? set << 5 : ((a[h + CHUNKS_END] - chunks) / CHUNK_SIZE) * set;
      first[f] = count;
      for (let from = begin, n = 0; from < end; from += this.stride, n++) {
        if ((a[a[h + ALL] + (n >> 5)] & (TOP >>> (n & 31))) === 0) continue;
        for (let w = 0; w < stride; w++) masks[count * stride + w] = a[from + w];
        count++;
      }
      if (pace.spent(end - begin)) yield;
    }
    first[primary] = first[primary + 1] = count;
    return { primary, words, masks, stride, clashes, first, costs };
  }

  /** The address of the bucket of a candidate. */
  bucketOf(a: Int32Array, candidate: number): number {
    let w = 0;
    while (a[candidate + w] === 0) w++;
    const f = 32 * w + Math.clz32(a[candidate + w]);
    return this.BUCKET + BUCKET_SIZE * f;
  }

  /** Writes the table of a chunk at an address; gives the address after it. */
  #fillTable(a: Int32Array, h: number, chunk: Chunk, count: number, table: number): number {
    const set = a[h + SET];
    const { word, shift, mask } = chunk;
    const first = a[h] + this.clashes + word;
    for (let n = 0; n < count; n++) {
      const own = (a[first + n * this.stride] >>> shift) & mask;
      for (let left = own; left !== 0; left &= left - 1) {
        const at = table + (left & -left) * set + (n >> 5);
        a[at] = a[at] | (TOP >>> (n & 31));
      }
    }
    for (let value = 1; value <= mask; value++) {
      const rest = value & (value - 1);
      if (rest === 0) continue;
      const low = table + (value ^ rest) * set;
      const high = table + rest * set;
      const at = table + value * set;
      for (let j = 0; j < set; j++) a[at + j] = a[low + j] | a[high + j];
    }
    return table + (mask + 1) * set;
  }
}

/** The bit of the first candidate of a word. */
export const TOP = 0x80000000;

/** Some neighbouring bits of a word of the state. */
interface Chunk {
  readonly word: number;
  readonly shift: number;
  readonly mask: number;
}

/** As few chunks as cover all bits of a set, each at most so wide. */
function chunksOf(bits: Int32Array, at: number, words: number, width: number): Chunk[] {
  const chunks: Chunk[] = [];
  for (let word = 0; word < words; word++) {
    let left = bits[at + word];
    while (left !== 0) {
      const high = Math.clz32(left);
      const taken = left & (high + width >= 32 ? -1 : ~(-1 >>> (high + width)));
      const shift = 31 - Math.clz32(taken & -taken);
      chunks.push({ word, shift, mask: 2 ** (32 - high - shift) - 1 });
      left &= ~taken;
    }
  }
  return chunks;
}
