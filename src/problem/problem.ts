import { ColourNames, MOST_COLOUR } from './colours.ts';
import { Compiled, emptyCompiled } from './compiled.ts';
import { QuadrilleError, shown } from './error.ts';
import { badIndex, type ItemList, ItemNames } from './items.ts';
import { grown, integers } from './memory.ts';
import { checkSettings } from './setting.ts';

/** The items of a problem as they are stated: by name, or as a count where names say nothing. */
export interface Items {
  /** To be covered exactly once. */
  readonly primary?: ItemList | undefined;
  /** To be covered at most once, or any number of times in one and the same colour. */
  readonly secondary?: ItemList | undefined;
}

/** A secondary item in a colour. */
export interface ColouredItem {
  readonly item: string;
  readonly colour: string;
}

/** One item of an option: its name, with a colour where it has one. */
export type ItemUse = string | ColouredItem;

/** What arrays are for, as errors say it. */
const NODES = 'the items of the options';
const COLOURS = 'the colours of the options';
const OPTIONS = 'the options of the problem';

/** A payload may be left out only where `undefined` is one. */
type Rest<T, More extends unknown[]> = undefined extends T
  ? [payload?: T, ...more: Partial<More>]
  : [payload: T, ...more: Partial<More>];

/**
 * An exact-cover problem, stated for people: items, then options, each with a payload of the
 * caller's own if wanted. Everything is checked when it is stated; what is refused leaves the
 * problem as it was. Items are numbered from 0, primaries first; options from 0 as they come.
 *
 *     const problem = new Problem({ primary: ['a', 'b'], secondary: ['x'] });
 *     problem.addOption(['a', { item: 'x', colour: 'red' }]);
 */
export class Problem<T = undefined> {
  // `private`, not `#`: with more than a dozen private names V8 may give instances a dictionary
  // for their fields, which makes stating options twice as slow.
  private readonly names = new ItemNames();
  /** How many items there are; 0 until they are checked as a whole. */
  private items = 0;
  /** Whether a caller knows the index of an item, so that no further one may move it. */
  private indexTold = false;
  /** Absent until the first colour comes, as the colours of the nodes are. */
  private colours: ColourNames | undefined;

  private options = 0;
  private nodes = 0;
  /** Option -> its first node, as in the compiled problem; has room to spare, as all three do. */
  private start = integers(1024, OPTIONS);
  /** Node -> item. */
  private item = integers(4096, NODES);
  /** Node -> colour, 0 for none and beyond the last node; absent until the first colour comes. */
  private hues: Int32Array | undefined;
  /** Option -> payload; absent until the first payload comes. */
  private payloads: (T | undefined)[] | undefined;

  /** Item -> the number of the statement that had it last: tells an item stated twice. */
  private seen: Int32Array | undefined;
  private statement = 0;
  private compiled: Compiled | undefined;

  constructor(items: Items = {}) {
    if (typeof items !== 'object' || items === null || Array.isArray(items)) {
      throw new QuadrilleError(
        'bad-count',
        `The items are ${shown(items)}; state them as { primary: [...], secondary: [...] }.`,
      );
    }
    checkSettings(items, ['primary', 'secondary']);
    this.names.add('primary', items.primary ?? 0);
    this.names.add('secondary', items.secondary ?? 0);
  }

  /** States further primary items, before the first option. */
  addPrimary(items: ItemList): this {
    return this.addItems('primary', items);
  }

  /** States further secondary items, before the first option. */
  addSecondary(items: ItemList): this {
    return this.addItems('secondary', items);
  }

  /** States an option by the names of its items; returns its number. */
  addOption(items: readonly ItemUse[], ...rest: Rest<T, []>): number;
  addOption(items: readonly ItemUse[], payload?: T): number {
    const option = this.options;
    if (!Array.isArray(items)) {
      throw new QuadrilleError(
        'bad-option',
        `Option ${option} is ${shown(items)}; state it as an array of item names.`,
        { option },
      );
    }
    const indices: number[] = [];
    const names: string[] = [];
    for (const use of items as readonly unknown[]) {
      const coloured = typeof use === 'object' && use !== null;
      const name = coloured ? (use as Partial<ColouredItem>).item : use;
      if (typeof name !== 'string') {
        throw new QuadrilleError(
          'bad-option',
          `Option ${option} has ${shown(name)} where the name of an item should be; ` +
            'use addIndices for items by index.',
          { option },
        );
      }
      indices.push(this.names.indexOf(name, option));
      names.push(coloured ? this.checkColourName(use as ColouredItem, option) : '');
    }
    this.place(indices, true);
    const hues = names.filter((name) => name !== '');
    const coloured = hues.length > 0;
    names.forEach((name, k) => {
      if (name !== '') this.checkSecondary(indices[k] as number, true);
    });
    // Colours get their numbers only when nothing can be refused any longer.
    if (coloured) this.colourNames().checkNames(hues);
    this.makeRoom(indices.length, coloured);
    const colours = coloured
      ? names.map((name) => (name === '' ? 0 : this.colour(name)))
      : undefined;
    return this.keep(indices.length, colours, payload);
  }

  /**
   * States an option by the indices of its items; returns its number. `colours`, if given, runs
   * parallel to `items`: 0 for none, or any number from 1. A number that `colour(name)` gave, or
   * that a named colour got, is that colour; any other one is a colour that goes by its number.
   */
  addIndices(
    items: ArrayLike<number>,
    ...rest: Rest<T, [colours: ArrayLike<number> | undefined]>
  ): number;
  addIndices(items: ArrayLike<number>, payload?: T, colours?: ArrayLike<number>): number {
    const count = this.place(items, false);
    const coloured = colours !== undefined && this.checkColours(count, colours);
    this.makeRoom(count, coloured);
    return this.keep(count, coloured ? colours : undefined, payload);
  }

  get primaryCount(): number {
    return this.names.primary;
  }

  get secondaryCount(): number {
    return this.names.secondary;
  }

  get optionCount(): number {
    return this.options;
  }

  /** The (option, item) pairs stated so far. */
  get nodeCount(): number {
    return this.nodes;
  }

  /** The name of an item; one that was only counted is called by its index. */
  itemName(index: number): string {
    return this.names.nameOf(index);
  }

  /** The index of an item; asking for it freezes the items, since more would move it. */
  itemIndex(name: string): number {
    const index = this.names.indexOf(name);
    this.indexTold = true;
    return index;
  }

  /** The number of a colour, a new one where the name is new. */
  colour(name: string): number {
    return this.colourNames().numberOf(name);
  }

  /** The items of an option, as `addOption` takes them. */
  option(number: number): ItemUse[] {
    this.checkOption(number);
    const uses: ItemUse[] = [];
    const end = number + 1 < this.options ? (this.start[number + 1] as number) : this.nodes;
    for (let node = this.start[number] as number; node < end; node++) {
      const item = this.itemName(this.item[node] as number);
      const colour = this.hues?.[node] ?? 0;
      const name = colour === 0 ? undefined : this.colours?.nameOf(colour);
      uses.push(name === undefined ? item : { item, colour: name });
    }
    return uses;
  }

  /** The payload of an option. */
  payload(number: number): T {
    this.checkOption(number);
    return this.payloads?.[number] as T;
  }

  /** The problem as integers, for an engine; kept until another option is stated. */
  compile(): Compiled {
    // A transfer to a worker would leave an empty array behind.
    if (this.compiled !== undefined && this.compiled.data.length > 0) return this.compiled;
    this.names.count();
    const { primary, secondary } = this.names;
    const coloured = this.hues !== undefined;
    const data = emptyCompiled(primary, secondary, this.options, this.nodes, coloured);
    const compiled = Compiled.of(data);
    data.set(this.start.subarray(0, this.options), compiled.startAt);
    data[compiled.startAt + this.options] = this.nodes;
    data.set(this.item.subarray(0, this.nodes), compiled.itemAt);
    if (this.hues) data.set(this.hues.subarray(0, this.nodes), compiled.colourAt);
    this.compiled = compiled;
    return compiled;
  }

  private addItems(kind: 'primary' | 'secondary', items: ItemList): this {
    if (this.options > 0 || this.indexTold) {
      const [name] = Array.isArray(items) ? (items as readonly string[]) : [];
      throw new QuadrilleError(
        'items-frozen',
        `${name === undefined ? 'A further item' : `Item ${shown(name)}`} comes too late; state all items before ` +
          'the first option and before asking for an index.',
        { item: name },
      );
    }
    this.names.add(kind, items);
    this.items = 0;
    this.compiled = undefined;
    return this;
  }

  private colourNames(): ColourNames {
    this.colours ??= new ColourNames();
    return this.colours;
  }

  private countItems(): number {
    this.items = this.names.count();
    return this.items;
  }

  private checkColourName(use: ColouredItem, option: number): string {
    const { item, colour } = use;
    if (typeof colour === 'string' && colour !== '') return colour;
    throw new QuadrilleError(
      'bad-colour',
      `Option ${option} gives item ${shown(item)} the colour ${shown(colour)}; name it with at ` +
        'least one character, as in { item, colour }, or state the item without a colour.',
      { option, item },
    );
  }

  /**
   * Writes the items of an option behind those of the last one, if they can be an option, and
   * says how many there are.
   */
  private place(items: ArrayLike<number>, byName: boolean): number {
    const all = this.items || this.countItems();
    const option = this.options;
    const first = this.nodes;
    const count = items?.length;
    if (!(count > 0 && Number.isInteger(count))) throw emptyOption(items, option);
    // More items than there are must repeat one, which is found within the first `all + 1`.
    const room = first + Math.min(count, all + 1);
    if (room > this.item.length) this.item = grown(this.item, room, NODES);
    const store = this.item;
    let previous = -1;
    let k = 0;
    for (; k < count; k++) {
      const item = items[k] as number;
      // While the items ascend, as they mostly do, there can be none twice. NaN fails too.
      if (typeof item !== 'number' || !(item > previous && item < all) || (item | 0) !== item)
        break;
      store[first + k] = item;
      previous = item;
    }
    if (k < count) this.placeInAnyOrder(items, count, byName);
    return count;
  }

  private placeInAnyOrder(items: ArrayLike<number>, count: number, byName: boolean): void {
    const option = this.options;
    const all = this.items;
    if (this.seen?.length !== all) this.seen = integers(all, 'the items of the problem');
    const { seen } = this;
    const statement = ++this.statement;
    for (let k = 0; k < count; k++) {
      const item = items[k] as number;
      if (!Number.isInteger(item) || item < 0 || item >= all) throw badIndex(item, all, option);
      if (seen[item] === statement) throw this.repeated(item, option, byName);
      seen[item] = statement;
      this.item[this.nodes + k] = item;
    }
  }

  private repeated(item: number, option: number, byName: boolean): QuadrilleError {
    const name = this.itemName(item);
    return new QuadrilleError(
      'repeated-item',
      `Option ${option} has item ${shown(name)} twice; name each item of an option once.`,
      { option, item: byName ? name : item },
    );
  }

  /** Whether any of the items that were placed has a colour. */
  private checkColours(count: number, colours: ArrayLike<number>): boolean {
    const option = this.options;
    if (colours?.length !== count) {
      throw new QuadrilleError(
        'bad-colour',
        `Option ${option} has ${count} items but ${colours?.length ?? 'no'} colours; ` +
          'give one number for each item, 0 for no colour.',
        { option },
      );
    }
    let coloured = false;
    let fresh = 0;
    for (let k = 0; k < count; k++) {
      const colour = colours[k] as number;
      const item = this.item[this.nodes + k] as number;
      if (!Number.isInteger(colour) || colour < 0 || colour > MOST_COLOUR) {
        throw new QuadrilleError(
          'bad-colour',
          `Option ${option} gives item ${shown(this.itemName(item))} the colour ` +
            `${shown(colour)}; use 0 for none, or a whole number from 1 to ${MOST_COLOUR}.`,
          { option, item },
        );
      }
      if (colour === 0) continue;
      coloured = true;
      this.checkSecondary(item, false);
      if (this.colourNames().isUsed(colour)) continue;
      fresh++;
      if (this.colourNames().isTaken(colour)) {
        throw new QuadrilleError(
          'bad-colour',
          `Option ${option} gives item ${shown(this.itemName(item))} the colour ${colour}, but ` +
            `another colour is named ${shown(String(colour))}; use colour(name) for its number.`,
          { option, item },
        );
      }
    }
    if (fresh > 0) this.colourNames().checkRoom(fresh);
    return coloured;
  }

  private checkSecondary(item: number, byName: boolean): void {
    if (item >= this.names.primary) return;
    const option = this.options;
    const name = this.itemName(item);
    throw new QuadrilleError(
      'coloured-primary',
      `Option ${option} gives the primary item ${shown(name)} a colour; ` +
        'only secondary items have colours: state it as secondary, or drop the colour.',
      { option, item: byName ? name : item },
    );
  }

  /** Takes all the memory that an option needs, before anything of it is kept. */
  private makeRoom(count: number, coloured: boolean): void {
    if (this.options === this.start.length) {
      this.start = grown(this.start, this.options + 1, OPTIONS);
    }
    const room = this.nodes + count;
    if (this.hues === undefined) {
      if (coloured) this.hues = integers(this.item.length, COLOURS);
    } else if (room > this.hues.length) {
      this.hues = grown(this.hues, room, COLOURS);
    }
  }

  /** Keeps the option that was placed, after every check. */
  private keep(
    count: number,
    colours: ArrayLike<number> | undefined,
    payload: T | undefined,
  ): number {
    const option = this.options;
    const first = this.nodes;
    this.start[option] = first;
    if (colours !== undefined) this.keepColours(first, colours);
    if (payload !== undefined) {
      this.payloads ??= [];
      this.payloads[option] = payload;
    }
    this.nodes = first + count;
    this.options = option + 1;
    this.compiled = undefined;
    return option;
  }

  private keepColours(first: number, colours: ArrayLike<number>): void {
    const hues = this.hues as Int32Array;
    const names = this.colourNames();
    for (let k = 0; k < colours.length; k++) {
      const colour = colours[k] as number;
      if (colour === 0) continue;
      hues[first + k] = colour;
      names.use(colour);
    }
  }

  private checkOption(number: number): void {
    if (number >= 0 && number < this.options && Number.isInteger(number)) return;
    throw new QuadrilleError(
      'unknown-option',
      `There is no option ${shown(number)}; options are numbered from 0, ` +
        `and ${this.options} have been stated.`,
      typeof number === 'number' ? { option: number } : {},
    );
  }
}

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
