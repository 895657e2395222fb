import { type Compiled, checkCompiled } from '../../problem/compiled.ts';
import { integers } from '../../problem/memory.ts';
import { MOST_OPTIONS } from '../bit-kernel.ts';

// Which problems `planes` is for, the measures of a state, and the rows of the options.

/** The most integers of a row. */
const MOST_ROW = 256;
/** The most integers of all rows together: 1 MB, about what the cache of a core holds. */
const MOST_TABLE = 1 << 18;
/**
 * What a choice takes away at the root, for each plane that it goes over: nodes of options. With less of it
 * `masks` is faster, which goes to what changes. (Sudokus of 9x9 have 3.2, Latin squares of 8 only 2.3, and
 * take 1.3 times as long as by masks.)
 */
const LEAST_CHANGES = 3;
/** The most of it for all options together: the rows are made in as many steps, some milliseconds. */
const MOST_CHANGES = 1 << 20;

/** The measures of a state. */
interface Dimensions {
  /** The most options of an item. */
  readonly planes: number;
  /** Words that hold the primary items. */
  readonly words: number;
  /** Words of a plane in a group, and how many groups there are. */
  readonly lanes: number;
  readonly groups: number;
}

/** Whether `planes` is faster than `masks`: a choice must change much of what it goes over. */
export function suits(compiled: Compiled): boolean {
  const counts = countsIfFits(compiled);
  if (counts === undefined) return false;
  const { data, options, startAt, itemAt } = compiled;
  let changes = 0;
  for (let option = 0; option < options; option++) {
    const from = data[startAt + option] as number;
    const end = data[startAt + option + 1] as number;
    for (let node = from; node < end; node++) {
      const count = counts[data[itemAt + node] as number] as number;
      changes += (count - 1) * (end - from - 1);
    }
  }
  const { planes, groups } = dimensions(compiled, counts);
  const least = LEAST_CHANGES * groups * (planes + 1) * options;
  return options > 0 && changes >= least && changes <= MOST_CHANGES;
}

/** Whether it can hold that problem: no colours, few options for each item, and a small table. */
export function fits(compiled: Compiled): boolean {
  return countsIfFits(compiled) !== undefined;
}

/** Item -> the number of its options, if it can hold that problem. */
function countsIfFits(compiled: Compiled): Int32Array | undefined {
  checkCompiled(compiled);
  const { primary, secondary, options, coloured } = compiled;
  // To count the options of each item takes a while, so what rules it out without that comes first.
  if (coloured || primary > 16 * MOST_ROW || 2 * options > MOST_TABLE) return undefined;
  const counts = countsOf(compiled);
  const { planes, lanes, groups } = dimensions(compiled, counts);
  const row = groups * (planes + 1) * lanes;
  const table = (options + primary + secondary) * row;
  return planes <= MOST_OPTIONS && row <= MOST_ROW && table <= MOST_TABLE ? counts : undefined;
}

/** Item -> the number of its options. */
function countsOf({ data, primary, secondary, nodes, itemAt }: Compiled): Int32Array {
  const counts = integers(primary + secondary, 'the layout of a search');
  for (let node = itemAt; node < itemAt + nodes; node++) {
    const item = data[node] as number;
    counts[item] = (counts[item] as number) + 1;
  }
  return counts;
}

export function dimensions(compiled: Compiled, counts = countsOf(compiled)): Dimensions {
  const { primary } = compiled;
  let planes = 0;
  for (let item = 0; item < primary; item++) planes = Math.max(planes, counts[item] as number);
  const words = Math.ceil(primary / 32);
  const lanes = words > 2 ? 4 : Math.max(words, 1);
  return { planes, words, lanes, groups: Math.max(Math.ceil(words / lanes), 1) };
}

/** Where the open items among 32 are in a state; their planes follow, `lanes` apart. */
export function wordAt(w: number, groups: number, planes: number): number {
  return groups === 1 ? w : (w >> 2) * 4 * (planes + 1) + (w & 3);
}

/** Makes the rows of the options of a problem in the order of the search. */
export class Rows {
  /** Node of a primary item -> where its bit is in a state. */
  readonly places: Int32Array;
  readonly #compiled: Compiled;
  readonly #dimensions: Dimensions;
  /** Item -> the number of its options, and where they end in `#options`. */
  readonly #counts: Int32Array;
  readonly #ends: Int32Array;
  /** The options of the items, one item after the other. */
  readonly #options: Int32Array;

  constructor(compiled: Compiled) {
    const { data, primary, secondary, options, nodes, startAt, itemAt } = compiled;
    const what = 'the layout of a search';
    const counts = countsOf(compiled);
    this.#compiled = compiled;
    this.#dimensions = dimensions(compiled, counts);
    this.#counts = counts;
    this.#ends = integers(primary + secondary, what);
    this.#options = integers(nodes, what);
    this.places = integers(nodes, what);
    for (let item = 0, at = 0; item < primary + secondary; item++) {
      this.#ends[item] = at;
      at += counts[item] as number;
    }
    const { planes, lanes, groups } = this.#dimensions;
    counts.fill(0);
    for (let k = 0; k < options; k++) {
      const end = data[startAt + k + 1] as number;
      for (let node = data[startAt + k] as number; node < end; node++) {
        const item = data[itemAt + node] as number;
        const at = this.#ends[item] as number;
        this.#options[at] = k;
        this.#ends[item] = at + 1;
        const count = (counts[item] as number) + 1;
        counts[item] = count;
        const word = wordAt(item >> 5, groups, planes);
        if (item < primary) this.places[node] = word + count * lanes;
      }
    }
  }

  /** Makes the row of an option at `keep`: all but the options of its items. Gives the number of its primary items. */
  make(k: number, a: Int32Array, keep: number): number {
    const { data, primary, startAt, itemAt } = this.#compiled;
    const { planes, lanes, groups } = this.#dimensions;
    const { places } = this;
    let size = 0;
    a.fill(-1, keep, keep + groups * (planes + 1) * lanes);
    const end = data[startAt + k + 1] as number;
    for (let node = data[startAt + k] as number; node < end; node++) {
      const item = data[itemAt + node] as number;
      if (item < primary) {
        const at = keep + wordAt(item >> 5, groups, planes);
        a[at] = (a[at] as number) & ~(1 << item);
        size++;
      }
      const last = this.#ends[item] as number;
      for (let n = last - (this.#counts[item] as number); n < last; n++) {
        const other = this.#options[n] as number;
        const otherEnd = data[startAt + other + 1] as number;
        for (let z = data[startAt + other] as number; z < otherEnd; z++) {
          const itemThere = data[itemAt + z] as number;
          if (itemThere >= primary) continue;
          const at = keep + (places[z] as number);
          a[at] = (a[at] as number) & ~(1 << itemThere);
        }
      }
    }
    return size;
  }
}
