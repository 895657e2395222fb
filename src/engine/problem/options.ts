import { Compiled, emptyCompiled, mostCost, setCost, UNLIMITED } from './compiled.ts';
import { plural, QuadrilleError, shown } from './error.ts';
import { copyIntegers, grown, integers, resized } from './memory.ts';
import { badIndex, ColourNames, type ItemNames, MOST_COLOUR } from './names.ts';

/** A secondary item in a colour. */
export interface ColouredItem {
  readonly item: string;
  readonly colour: string;
}

/** One item of an option: its name, with a colour where it has one. */
export type ItemUse = string | ColouredItem;

/** The contents of the arrays, for errors. */
const NODES_TEXT = 'the items of the options';
const COLOURS_TEXT = 'the colours of the options';
const OPTIONS = 'the options of the problem';
const FIRST_LENGTH = 16;

const NO_KEYS: ReadonlySet<number> = new Set();

/**
 * The options of a problem: integers in arrays that grow, in the order of the compiled problem. A
 * new option is written behind the last one and checked there. It is counted only after every
 * check, so a refused option leaves no trace.
 */
export class Options {
  #colours: ColourNames | undefined;
  /** The number of options, and of their nodes. */
  count = 0;
  nodes = 0;

  private readonly names: ItemNames;
  /**
   * Option -> its first node. This array and the next two have room to spare. Their first size is
   * the most that V8 keeps in its own heap: a larger array takes ten times as long to make, longer
   * than a small problem takes to solve.
   */
  private start = integers(FIRST_LENGTH, OPTIONS);
  /** Node -> item. */
  private item = integers(FIRST_LENGTH, NODES_TEXT);
  /** Node -> colour, 0 for none. Absent until an option has a colour. */
  private nodeColours: Int32Array | undefined;
  /** Option -> its cost, where one was stated. */
  private costs: number[] | undefined;
  /** The number of options whose cost is not 0. */
  private pricedOptions = 0;
  /**
   * Item -> the last `statement` that had it. If that is the current one, the item is there twice.
   */
  private seen: Int32Array | undefined;
  /** The number of options looked at by `checkRepeats`. */
  private statement = 0;

  constructor(names: ItemNames) {
    this.names = names;
  }

  /** The same options of the same items, to which others may be added. */
  copy(names: ItemNames): Options {
    const copy = new Options(names);
    copy.#colours = this.#colours?.copy();
    copy.count = this.count;
    copy.nodes = this.nodes;
    copy.start = resized(this.start, this.start.length, OPTIONS);
    copy.item = resized(this.item, this.item.length, NODES_TEXT);
    const { nodeColours } = this;
    copy.nodeColours = nodeColours && resized(nodeColours, nodeColours.length, COLOURS_TEXT);
    copy.costs = this.costs?.slice();
    copy.pricedOptions = this.pricedOptions;
    return copy;
  }

  /** The colours of the problem, made when the first is named. */
  get colours(): ColourNames {
    this.#colours ??= new ColourNames();
    return this.#colours;
  }

  /**
   * Adds an option by the indices of its items and the numbers of its colours. Returns its number.
   */
  add(items: ArrayLike<number>, colours: ArrayLike<number> | undefined): number {
    const count = this.place(items);
    const coloured = colours !== undefined && this.checkColours(count, colours);
    if (coloured || this.nodeColours !== undefined || this.count === this.start.length) {
      this.makeRoom(count, coloured);
    }
    return this.keep(count, coloured ? colours : undefined);
  }

  /** Adds an option by the names of its items. Returns its number. */
  addNamed(uses: readonly ItemUse[]): number {
    const option = this.count;
    const first = this.nodes;
    const count = this.openRoom(uses);
    const { names, item: store } = this;
    /** Beside each item its colour, '' for none; absent where none has one. */
    let colours: string[] | undefined;
    let previous = -1;
    let ascends = true;
    for (let k = 0; k < count; k++) {
      const use = uses[k];
      const item = names.indexOf(typeof use === 'string' ? use : nameOf(use, option), option);
      store[first + k] = item;
      if (item <= previous) ascends = false;
      previous = item;
      if (typeof use === 'string') continue;
      colours ??= new Array<string>(count).fill('');
      colours[k] = colourOf(use, option);
    }
    if (!ascends) this.checkRepeats(count, true);
    if (colours === undefined) {
      this.makeRoom(count, false);
      return this.keep(count, undefined);
    }
    for (let k = 0; k < count; k++) {
      if (colours[k] !== '') this.checkSecondary(store[first + k], true);
    }
    this.colours.checkNames(colours.filter((colour) => colour !== ''));
    this.makeRoom(count, true);
    // Colours get their numbers after every check.
    const numberOf = (colour: string) => (colour === '' ? 0 : this.colours.numberOf(colour));
    return this.keep(count, colours.map(numberOf));
  }

  /** The items of an option with their colours, 0 for none. */
  usesOf(option: number): [item: number, colour: number][] {
    this.check(option);
    const uses: [number, number][] = [];
    const end = option + 1 < this.count ? this.start[option + 1] : this.nodes;
    for (let node = this.start[option]; node < end; node++) {
      uses.push([this.item[node], this.nodeColours?.[node] ?? 0]);
    }
    return uses;
  }

  /** Refuses a number that no option has. */
  check(option: number): void {
    if (option >= 0 && option < this.count && Number.isInteger(option)) return;
    throw new QuadrilleError(
      'unknown-option',
      `There is no option ${shown(option)}; options are numbered from 0, ` +
        `and ${this.count} have been stated.`,
      typeof option === 'number' ? { option } : {},
    );
  }

  /** True if some option has a cost other than 0. */
  get priced(): boolean {
    return this.pricedOptions > 0;
  }

  costOf(option: number): number {
    this.check(option);
    return this.costs?.[option] ?? 0;
  }

  setCost(option: number, cost: number): void {
    const before = this.costOf(option);
    if (!Number.isSafeInteger(cost)) {
      throw new QuadrilleError(
        'bad-cost',
        `Option ${option} costs ${shown(cost)}; give a whole number between -(2 ** 53) and 2 ** 53, ` +
          'such as cents in place of euros.',
        { option },
      );
    }
    this.costs ??= [];
    // The sum turns -0 into 0.
    this.costs[option] = cost + 0;
    this.pricedOptions += Number(cost !== 0) - Number(before !== 0);
  }

  compile(preferred: ReadonlySet<number> = NO_KEYS): Compiled {
    this.names.count();
    const { primary, secondary, multiple } = this.names;
    const coloured = this.nodeColours !== undefined;
    const prefers = preferred.size > 0;
    const { count: options, nodes, priced } = this;
    const shape = { primary, secondary, options, nodes, coloured, multiple, priced, prefers };
    const data = emptyCompiled(shape);
    const compiled = Compiled.of(data);
    copyIntegers(this.start, 0, this.count, data, compiled.startAt);
    data[compiled.startAt + this.count] = this.nodes;
    copyIntegers(this.item, 0, this.nodes, data, compiled.itemAt);
    if (this.nodeColours) {
      copyIntegers(this.nodeColours, 0, this.nodes, data, compiled.colourAt);
    }
    for (let item = 0; multiple && item < primary; item++) {
      const [least, most] = this.names.boundsOf(item);
      data.set([least, Math.min(most, UNLIMITED)], compiled.timesAt + 2 * item);
    }
    if (priced) this.compileCosts(compiled);
    for (const item of preferred) data[compiled.preferredAt + item] = 1;
    return compiled;
  }

  private compileCosts(compiled: Compiled): void {
    for (let option = 0; option < this.count; option++) {
      setCost(compiled, option, this.costs?.[option] ?? 0);
    }
    const most = mostCost(compiled);
    if (most < 2 ** 53) return;
    throw new QuadrilleError(
      'bad-cost',
      `The costs of a solution may add up to ${most}, and sums are exact below 2 ** 53 only; ` +
        'divide all costs by a common factor.',
    );
  }

  /**
   * Writes the items of an option behind those of the last one, and checks them. Returns their
   * number.
   */
  private place(items: ArrayLike<number>): number {
    const count = this.openRoom(items);
    const all = this.names.count();
    const first = this.nodes;
    const store = this.item;
    let previous = -1;
    let k = 0;
    for (; k < count; k++) {
      const item = items[k];
      // Items mostly ascend, and then none repeats. NaN fails this test as well.
      if (typeof item !== 'number' || !(item > previous && item < all) || (item | 0) !== item)
        break;
      store[first + k] = item;
      previous = item;
    }
    if (k < count) this.placeInAnyOrder(items, k, count);
    return count;
  }

  private placeInAnyOrder(items: ArrayLike<number>, from: number, count: number): void {
    const all = this.names.count();
    for (let k = from; k < count; k++) {
      const item = items[k];
      if (!Number.isInteger(item) || item < 0 || item >= all) throw badIndex(item, all, this.count);
      this.item[this.nodes + k] = item;
    }
    this.checkRepeats(count, false);
  }

  /**
   * Makes room for the items of an option. Returns their number: of a list with more than the
   * problem has, enough of them that one repeats.
   */
  private openRoom(items: ArrayLike<unknown>): number {
    const all = this.names.count();
    const length = items?.length;
    if (!(length > 0 && Number.isInteger(length))) throw emptyOption(items, this.count);
    const count = Math.min(length, all + 1);
    const room = this.nodes + count;
    if (room > this.item.length)
      this.item = enlarged(this.item, room, NODES_AN_ITEM * all, NODES_TEXT);
    return count;
  }

  /** Refuses an option that has an item twice. */
  private checkRepeats(count: number, byName: boolean): void {
    const all = this.names.count();
    if (this.seen?.length !== all) this.seen = integers(all, 'the items of the problem');
    const { seen } = this;
    const statement = ++this.statement;
    for (let k = 0; k < count; k++) {
      const item = this.item[this.nodes + k];
      if (seen[item] === statement) throw this.repeated(item, this.count, byName);
      seen[item] = statement;
    }
  }

  private repeated(item: number, option: number, byName: boolean): QuadrilleError {
    const name = this.names.nameOf(item);
    return new QuadrilleError(
      'repeated-item',
      `Option ${option} has item ${shown(name)} twice; name each item of an option once.`,
      { option, item: byName ? name : item },
    );
  }

  /** Checks the colours of the items that were placed. True if any item has one. */
  private checkColours(count: number, colours: ArrayLike<number>): boolean {
    const option = this.count;
    if (colours?.length !== count) {
      throw new QuadrilleError(
        'bad-colour',
        `Option ${option} has ${plural(count, 'item')} but ${colours?.length ?? 'no'} colours; ` +
          'give one number for each item, 0 for no colour.',
        { option },
      );
    }
    let coloured = false;
    let newColours = 0;
    for (let k = 0; k < count; k++) {
      const colour = colours[k];
      const item = this.item[this.nodes + k];
      if (!Number.isInteger(colour) || colour < 0 || colour > MOST_COLOUR) {
        throw new QuadrilleError(
          'bad-colour',
          `Option ${option} gives item ${shown(this.names.nameOf(item))} the colour ` +
            `${shown(colour)}; use 0 for none, or a whole number from 1 to ${MOST_COLOUR}.`,
          { option, item },
        );
      }
      if (colour === 0) continue;
      coloured = true;
      this.checkSecondary(item, false);
      if (this.colours.isUsed(colour)) continue;
      newColours++;
      if (this.colours.isTaken(colour)) {
        throw new QuadrilleError(
          'bad-colour',
          `Option ${option} gives item ${shown(this.names.nameOf(item))} the colour ${colour}, but ` +
            `another colour is named ${shown(String(colour))}; use colour(name) for its number.`,
          { option, item },
        );
      }
    }
    if (newColours > 0) this.colours.checkRoom(newColours);
    return coloured;
  }

  private checkSecondary(item: number, byName: boolean): void {
    if (item >= this.names.primary) return;
    const option = this.count;
    const name = this.names.nameOf(item);
    throw new QuadrilleError(
      'coloured-primary',
      `Option ${option} gives the primary item ${shown(name)} a colour; ` +
        'only secondary items have colours: state it as secondary, or drop the colour.',
      { option, item: byName ? name : item },
    );
  }

  /**
   * Allocates all that the option needs, before anything is kept: if it throws, the option leaves
   * no trace.
   */
  private makeRoom(count: number, coloured: boolean): void {
    if (this.count === this.start.length) {
      const likely = OPTIONS_AN_ITEM * this.names.count();
      this.start = enlarged(this.start, this.count + 1, likely, OPTIONS);
    }
    const room = this.nodes + count;
    if (this.nodeColours === undefined) {
      if (coloured) this.nodeColours = integers(this.item.length, COLOURS_TEXT);
    } else if (room > this.nodeColours.length) {
      this.nodeColours = grown(this.nodeColours, room, COLOURS_TEXT);
    }
  }

  /** Counts the option that was placed. Returns its number. */
  private keep(count: number, colours: ArrayLike<number> | undefined): number {
    const option = this.count;
    const first = this.nodes;
    this.start[option] = first;
    if (colours !== undefined) this.keepColours(first, colours);
    this.nodes = first + count;
    this.count = option + 1;
    return option;
  }

  private keepColours(first: number, colours: ArrayLike<number>): void {
    const nodeColours = this.nodeColours as Int32Array;
    for (let k = 0; k < colours.length; k++) {
      const colour = colours[k];
      if (colour === 0) continue;
      nodeColours[first + k] = colour;
      this.colours.use(colour);
    }
  }
}

/** The room to begin with: most small problems need no more (9x9 Sudokus: 7.3 and 1.8). */
const NODES_AN_ITEM = 8;
const OPTIONS_AN_ITEM = 4;

/**
 * A copy with room for at least `length`. A small array grows to four times its size, and to what
 * is likely: to make it anew takes most of the time.
 */
function enlarged(
  array: Int32Array,
  length: number,
  likely: number,
  what: string,
): Int32Array<ArrayBuffer> {
  const isSmall = array.length < LITTLE;
  const room = isSmall ? Math.max(length, Math.min(likely, LITTLE)) : length;
  return grown(array, room, what, isSmall ? 4 : 2);
}
const LITTLE = 4096;

function emptyOption(items: unknown, option: number): QuadrilleError {
  if ((items as ArrayLike<number> | undefined)?.length === 0) {
    return new QuadrilleError(
      'empty-option',
      `Option ${option} has no items; give it at least one, or leave it out.`,
      { option },
    );
  }
  return new QuadrilleError(
    'bad-option',
    `Option ${option} is ${shown(items)}; state it as an array of item indices.`,
    { option },
  );
}

/** The name of an item that is no string by itself. */
function nameOf(use: unknown, option: number): string {
  const name = typeof use === 'object' ? (use as Partial<ColouredItem> | null)?.item : use;
  if (typeof name === 'string') return name;
  throw new QuadrilleError(
    'bad-option',
    `Option ${option} has ${shown(name === undefined ? use : name)} where the name of an item should be; ` +
      'use addIndices for items by index.',
    { option },
  );
}

/** The name of the colour of an item, checked. */
function colourOf(use: ColouredItem, option: number): string {
  const { item, colour } = use;
  if (typeof colour === 'string' && colour !== '') return colour;
  if (colour === undefined && Object.hasOwn(use, 'color')) {
    throw new QuadrilleError(
      'bad-colour',
      `Option ${option} gives item ${shown(item)} a 'color'; spell it { item, colour }.`,
      { option, item },
    );
  }
  throw new QuadrilleError(
    'bad-colour',
    `Option ${option} gives item ${shown(item)} the colour ${shown(colour)}; name it with at ` +
      'least one character, as in { item, colour }, or state the item without a colour.',
    { option, item },
  );
}
