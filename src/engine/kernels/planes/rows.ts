import { type Compiled, checkCompiled } from '../../problem/compiled.ts';
import { integers } from '../../problem/memory.ts';

// The problems that `planes` is for, the measures of a state, and the rows of the options.

/** The words of a plane in a group: those of a register. */
export const LANES = 4;
/** The most options of an item: its options are the bits of an integer, clear of the sign. */
const MOST_ITEM_OPTIONS = 31;
/** The most integers of a row. */
const MOST_ROW = 256;
/** The most integers of all rows together: 1 MB, about what the cache of a core holds. */
const MOST_TABLE = 1 << 18;
/**
 * The most changes of all options together: the rows are made in this number of steps, some
 * milliseconds.
 */
const MOST_CHANGES = 1 << 20;
/**
 * The nodes of options that a choice takes away at the root of a dense problem, for each plane that
 * it goes over (Sudokus of 9x9: 3.2).
 */
const MANY_CHANGES = 3;

/** The measures of a state. */
interface Dimensions {
  /** The most options of an item. */
  readonly planes: number;
  /** The number of groups of 128 primary items. */
  readonly groups: number;
}

/**
 * True for problems that it takes: no colours, few options for each item, and a small table. There
 * it takes 0.26 to 0.9 of the time of `lists`.
 */
export function suits(compiled: Compiled): boolean {
  const counts = countsIfFits(compiled);
  return counts !== undefined && changesOf(compiled, counts) <= MOST_CHANGES;
}

/**
 * True where a choice changes much of the state, too. Then all solutions take less time than by
 * lists, that to lay out the planes included.
 */
export function suitsWell(compiled: Compiled): boolean {
  const counts = countsIfFits(compiled);
  if (counts === undefined) return false;
  const changes = changesOf(compiled, counts);
  const { planes, groups } = dimensions(compiled, counts);
  const many = MANY_CHANGES * groups * (planes + 1) * compiled.options;
  return changes >= many && changes <= MOST_CHANGES;
}

/** The nodes that all options together take away at the root, where each is chosen first. */
function changesOf({ data, options, startAt, itemAt }: Compiled, counts: Int32Array): number {
  let changes = 0;
  for (let option = 0; option < options; option++) {
    const from = data[startAt + option];
    const end = data[startAt + option + 1];
    let others = 0;
    for (let node = from; node < end; node++) {
      others += counts[data[itemAt + node]] - 1;
    }
    changes += others * (end - from - 1);
  }
  return changes;
}

/** Item -> the number of its options, if it can hold that problem. */
function countsIfFits(compiled: Compiled): Int32Array | undefined {
  checkCompiled(compiled);
  const { primary, options, coloured } = compiled;
  // To count the options of each item takes a while, so the quick reasons against it come first.
  if (options === 0 || coloured || primary > 16 * MOST_ROW || 2 * options > MOST_TABLE)
    return undefined;
  const counts = countsOf(compiled);
  const { planes, groups } = dimensions(compiled, counts);
  const row = groups * (planes + 1) * LANES;
  const isSmall = row <= MOST_ROW && options * row <= MOST_TABLE;
  return isSmall && planes <= MOST_ITEM_OPTIONS ? counts : undefined;
}

/** Item -> the number of its options. */
function countsOf({ data, primary, secondary, nodes, itemAt }: Compiled): Int32Array {
  const counts = integers(primary + secondary, 'the layout of a search');
  for (let node = itemAt; node < itemAt + nodes; node++) {
    const item = data[node];
    counts[item] = counts[item] + 1;
  }
  return counts;
}

function dimensions(compiled: Compiled, counts = countsOf(compiled)): Dimensions {
  const { primary } = compiled;
  let planes = 0;
  for (let item = 0; item < primary; item++) planes = Math.max(planes, counts[item]);
  return { planes, groups: Math.ceil(primary / (32 * LANES)) };
}

/** Where the open items among 32 are in a state; their planes follow, LANES apart. */
export function wordAt(w: number, planes: number): number {
  return (w >> 2) * LANES * (planes + 1) + (w & 3);
}

/**
 * The places of the options of a problem in a state, and their rows. The problem is in the order of
 * the search.
 */
export class Rows {
  readonly dimensions: Dimensions;
  readonly #compiled: Compiled;
  /** Node of a primary item -> where its bit is in a state. */
  readonly #places: Int32Array;
  /** Item -> the number of its options, and where they end in `#options`. */
  readonly #counts: Int32Array;
  readonly #ends: Int32Array;
  /** The options of the items, one item after the other. */
  readonly #options: Int32Array;

  constructor(compiled: Compiled) {
    const { primary, secondary, nodes } = compiled;
    const what = 'the layout of a search';
    this.#compiled = compiled;
    this.#counts = countsOf(compiled);
    this.dimensions = dimensions(compiled, this.#counts);
    this.#ends = integers(primary + secondary, what);
    this.#options = integers(nodes, what);
    this.#places = integers(nodes, what);
  }

  /**
   * Gives each option its bits in the state at the start of `a`, and writes its number into the
   * table of (primary item, plane) at `optionAt`. `numbers`: the numbers of the options, where they
   * have others.
   */
  place(a: Int32Array, optionAt: number, numbers: Int32Array | undefined): void {
    const { data, primary, secondary, options, startAt, itemAt } = this.#compiled;
    const { planes } = this.dimensions;
    const places = this.#places;
    const lists = this.#options;
    const ends = this.#ends;
    for (let item = 0, at = 0; item < primary + secondary; item++) {
      ends[item] = at;
      at += this.#counts[item];
    }
    const counts = this.#counts.fill(0);
    for (let k = 0; k < options; k++) {
      const option = numbers === undefined ? k : numbers[k];
      const end = data[startAt + k + 1];
      for (let node = data[startAt + k]; node < end; node++) {
        const item = data[itemAt + node];
        const at = ends[item];
        lists[at] = k;
        ends[item] = at + 1;
        const plane = counts[item];
        counts[item] = plane + 1;
        if (item >= primary) continue;
        const place = wordAt(item >> 5, planes) + (plane + 1) * LANES;
        places[node] = place;
        a[place] = a[place] | (1 << item);
        a[optionAt + item * planes + plane] = option;
      }
    }
  }

  /**
   * Makes the row of an option at `keep`: all but the options of its items. Gives the number of its
   * primary items.
   */
  make(k: number, a: Int32Array, keep: number): number {
    const { data, primary, startAt, itemAt } = this.#compiled;
    const { planes, groups } = this.dimensions;
    const places = this.#places;
    let size = 0;
    a.fill(-1, keep, keep + groups * (planes + 1) * LANES);
    const end = data[startAt + k + 1];
    for (let node = data[startAt + k]; node < end; node++) {
      const item = data[itemAt + node];
      if (item < primary) {
        const at = keep + wordAt(item >> 5, planes);
        a[at] = a[at] & ~(1 << item);
        size++;
      }
      const last = this.#ends[item];
      for (let n = last - this.#counts[item]; n < last; n++) {
        const other = this.#options[n];
        const otherEnd = data[startAt + other + 1];
        for (let z = data[startAt + other]; z < otherEnd; z++) {
          const itemThere = data[itemAt + z];
          if (itemThere >= primary) continue;
          const at = keep + places[z];
          a[at] = a[at] & ~(1 << itemThere);
        }
      }
    }
    return size;
  }
}
