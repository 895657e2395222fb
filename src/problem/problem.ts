import { Compiled, emptyCompiled, MOST_ITEMS } from './compiled.ts';
import { QuadrilleError, shown } from './error.ts';

/** The items of a problem as they are stated: by name, or as a count where names say nothing. */
export interface Items {
  /** To be covered exactly once. */
  readonly primary?: readonly string[] | number;
  /** To be covered at most once, or any number of times in one and the same colour. */
  readonly secondary?: readonly string[] | number;
}

/** A secondary item in a colour. */
export interface ColouredItem {
  readonly item: string;
  readonly colour: string;
}

/** One item of an option: its name, with a colour where it has one. */
export type ItemUse = string | ColouredItem;

/** The greatest colour number: colours are kept as 32-bit integers. */
const MOST_COLOUR = 0x7fffffff;

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
  readonly #primary: (string | undefined)[] = [];
  readonly #secondary: (string | undefined)[] = [];
  /** Name -> index; undefined until something is asked by name. */
  #indexOf: Map<string, number> | undefined;
  /** Every name stated so far, to refuse it a second time. */
  readonly #stated = new Set<string>();
  /** Whether the items are checked as a whole, and numbered, since the last one was stated. */
  #numbered = false;
  /** Whether a caller knows the index of an item, so that no further one may move it. */
  #indexTold = false;

  #options = 0;
  #nodes = 0;
  /** Option -> its first node, as in the compiled problem; grows by doubling, as all three do. */
  #start = new Int32Array(1024);
  /** Node -> item. */
  #item = new Int32Array(4096);
  /** Node -> colour, 0 for none; absent until the first colour comes. */
  #colour: Int32Array | undefined;
  /** Option -> payload; absent until the first payload comes. */
  #payloads: (T | undefined)[] | undefined;

  /** Colour name -> number, and back. Numbers handed in by index have no name of their own. */
  readonly #colourOf = new Map<string, number>();
  readonly #colourName = new Map<number, string>();
  #highestColour = 0;

  /** How many items there are, once they are numbered. */
  #items = 0;
  /** Item -> the number of the statement that had it last: tells an item stated twice. */
  #seen = new Int32Array(0);
  #statement = 0;
  #compiled: Compiled | undefined;

  constructor(items: Items = {}) {
    this.#addItems(this.#primary, items.primary ?? 0, 'primary');
    this.#addItems(this.#secondary, items.secondary ?? 0, 'secondary');
  }

  /** States further primary items, before the first option. */
  addPrimary(...names: string[]): this {
    return this.#addItems(this.#primary, names, 'primary');
  }

  /** States further secondary items, before the first option. */
  addSecondary(...names: string[]): this {
    return this.#addItems(this.#secondary, names, 'secondary');
  }

  /** States an option by the names of its items; returns its number. */
  addOption(items: readonly ItemUse[], ...rest: Rest<T, []>): number;
  addOption(items: readonly ItemUse[], payload?: T): number {
    const option = this.#options;
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
      indices.push(this.#lookUp(name, option));
      names.push(coloured ? this.#checkColourName(use as ColouredItem, option) : '');
    }
    // Colours get their numbers only when the whole option stands, so that a refused one leaves
    // no trace.
    this.#place(indices, true);
    const coloured = names.some((name) => name !== '');
    names.forEach((name, k) => {
      if (name !== '') this.#checkSecondary(indices[k] as number, true);
    });
    const colours = names.map((name) => (name === '' ? 0 : this.colour(name)));
    return this.#keep(indices.length, coloured ? colours : undefined, payload);
  }

  /**
   * States an option by the indices of its items; returns its number. `colours`, if given, runs
   * parallel to `items`: 0 for none, or any number from 1 (`colour(name)` gives that of a name).
   */
  addIndices(
    items: ArrayLike<number>,
    ...rest: Rest<T, [colours: ArrayLike<number> | undefined]>
  ): number;
  addIndices(items: ArrayLike<number>, payload?: T, colours?: ArrayLike<number>): number {
    this.#place(items, false);
    if (colours !== undefined) this.#checkColours(items, colours);
    return this.#keep(items.length, colours, payload);
  }

  get primaryCount(): number {
    return this.#primary.length;
  }

  get secondaryCount(): number {
    return this.#secondary.length;
  }

  get optionCount(): number {
    return this.#options;
  }

  /** The (option, item) pairs stated so far. */
  get nodeCount(): number {
    return this.#nodes;
  }

  /** The name of an item; one that was only counted is called by its index. */
  itemName(index: number): string {
    const { length } = this.#primary;
    if (!(index >= 0 && index < length + this.#secondary.length) || !Number.isInteger(index)) {
      throw badIndex(index, length + this.#secondary.length);
    }
    const name = index < length ? this.#primary[index] : this.#secondary[index - length];
    return name ?? String(index);
  }

  /** The index of an item; asking for it freezes the items, since more would move it. */
  itemIndex(name: string): number {
    const index = this.#lookUp(name, undefined);
    this.#indexTold = true;
    return index;
  }

  /** The number of a colour, a new one where the name is new. */
  colour(name: string): number {
    const known = this.#colourOf.get(name);
    if (known !== undefined) return known;
    if (typeof name !== 'string' || name === '') {
      throw new QuadrilleError(
        'empty-name',
        `A colour is called ${shown(name)}; give it a name of at least one character.`,
      );
    }
    const number = this.#highestColour + 1;
    if (number > MOST_COLOUR) {
      throw new QuadrilleError(
        'bad-colour',
        `There is no number left for the colour ${shown(name)}; ` +
          `use smaller colour numbers than ${MOST_COLOUR} where you give them by index.`,
      );
    }
    this.#highestColour = number;
    this.#colourOf.set(name, number);
    this.#colourName.set(number, name);
    return number;
  }

  /** The items of an option, as `addOption` takes them. */
  option(number: number): ItemUse[] {
    this.#checkOption(number);
    const uses: ItemUse[] = [];
    const end = number + 1 < this.#options ? (this.#start[number + 1] as number) : this.#nodes;
    for (let node = this.#start[number] as number; node < end; node++) {
      const item = this.itemName(this.#item[node] as number);
      const colour = this.#colour?.[node] ?? 0;
      uses.push(
        colour === 0 ? item : { item, colour: this.#colourName.get(colour) ?? String(colour) },
      );
    }
    return uses;
  }

  /** The payload of an option. */
  payload(number: number): T {
    this.#checkOption(number);
    return this.#payloads?.[number] as T;
  }

  /** The problem as integers, for an engine; kept until another option is stated. */
  compile(): Compiled {
    if (this.#compiled !== undefined) return this.#compiled;
    this.#number();
    const { length: primary } = this.#primary;
    const { length: secondary } = this.#secondary;
    const coloured = this.#colour !== undefined;
    const data = emptyCompiled(primary, secondary, this.#options, this.#nodes, coloured);
    const compiled = new Compiled(data);
    data.set(this.#start.subarray(0, this.#options), compiled.startAt);
    data[compiled.startAt + this.#options] = this.#nodes;
    data.set(this.#item.subarray(0, this.#nodes), compiled.itemAt);
    if (this.#colour) data.set(this.#colour.subarray(0, this.#nodes), compiled.colourAt);
    this.#compiled = compiled;
    return compiled;
  }

  #addItems(
    list: (string | undefined)[],
    items: readonly string[] | number,
    kind: 'primary' | 'secondary',
  ): this {
    if (this.#options > 0 || this.#indexTold) {
      const name = typeof items === 'number' ? undefined : items[0];
      throw new QuadrilleError(
        'items-frozen',
        `${name === undefined ? 'An item' : `Item ${shown(name)}`} comes too late: state all items before the first option ` +
          'and before asking for an index.',
        { item: name },
      );
    }
    if (typeof items === 'number') {
      if (!Number.isInteger(items) || items < 0 || items > MOST_ITEMS) {
        throw new QuadrilleError(
          'bad-count',
          `The count of ${kind} items is ${shown(items)}; ` +
            `give a whole number from 0 to ${MOST_ITEMS}, or an array of names.`,
        );
      }
      list.length += items;
      return this.#renumber();
    }
    if (!Array.isArray(items)) {
      throw new QuadrilleError(
        'bad-count',
        `The ${kind} items are ${shown(items)}; give an array of names, or a count.`,
      );
    }
    const fresh = new Set<string>();
    for (const name of items as readonly unknown[]) {
      if (typeof name !== 'string' || name === '') {
        throw new QuadrilleError(
          'empty-name',
          `A ${kind} item is called ${shown(name)}; give it a name of at least one character.`,
          { item: typeof name === 'string' ? name : undefined },
        );
      }
      if (this.#stated.has(name) || fresh.has(name)) throw duplicateItem(name);
      fresh.add(name);
    }
    for (const name of fresh) {
      this.#stated.add(name);
      list.push(name);
    }
    return this.#renumber();
  }

  #renumber(): this {
    this.#numbered = false;
    this.#indexOf = undefined;
    this.#compiled = undefined;
    return this;
  }

  #number(): void {
    if (this.#numbered) return;
    const items = this.#primary.length + this.#secondary.length;
    if (items === 0) {
      throw new QuadrilleError(
        'no-items',
        'The problem has no items; state at least one, as in new Problem({ primary: ["a"] }).',
      );
    }
    if (this.#stated.size > 0 && this.#stated.size < items) {
      // Some items go by their index: that must not be another one's name.
      for (let index = 0; index < items; index++) {
        const named = index < this.#primary.length ? this.#primary : this.#secondary;
        const at = index < this.#primary.length ? index : index - this.#primary.length;
        if (named[at] === undefined && this.#stated.has(String(index))) {
          throw duplicateItem(String(index));
        }
      }
    }
    this.#items = items;
    this.#numbered = true;
  }

  #lookUp(name: string, option: number | undefined): number {
    this.#number();
    if (this.#indexOf === undefined) {
      this.#indexOf = new Map();
      const items = this.#primary.length + this.#secondary.length;
      for (let index = 0; index < items; index++) this.#indexOf.set(this.itemName(index), index);
    }
    const index = this.#indexOf.get(name);
    if (index !== undefined) return index;
    throw new QuadrilleError(
      'unknown-item',
      `${option === undefined ? 'There is no' : `Option ${option} has an unknown`} item ` +
        `${shown(name)}; state it as primary or secondary before the first option, ` +
        'or mend its spelling.',
      { option, item: name },
    );
  }

  #checkColourName(use: ColouredItem, option: number): string {
    const { item, colour } = use;
    if (typeof colour === 'string' && colour !== '') return colour;
    throw new QuadrilleError(
      'bad-colour',
      `Option ${option} gives item ${shown(item)} the colour ${shown(colour)}; ` +
        'name it with at least one character, or state the item without a colour.',
      { option, item },
    );
  }

  /** Writes the items of an option behind those of the last one, if they can be an option. */
  #place(items: ArrayLike<number>, byName: boolean): void {
    if (!this.#numbered) this.#number();
    const option = this.#options;
    const first = this.#nodes;
    const count = items?.length;
    if (!(count > 0)) throw emptyOption(items, option);
    const all = this.#items;
    // More items than there are must repeat one, which is found within the first `all + 1`.
    const room = first + Math.min(count, all + 1);
    if (room > this.#item.length) {
      this.#item = grown(this.#item, room);
      if (this.#colour) this.#colour = resized(this.#colour, this.#item.length);
    }
    const store = this.#item;
    let previous = -1;
    let k = 0;
    for (; k < count; k++) {
      const item = items[k] as number;
      // While the items ascend, as they mostly do, there can be none twice. NaN fails here too.
      if (!(item > previous && item < all) || (item | 0) !== item) break;
      store[first + k] = item;
      previous = item;
    }
    if (k < count) this.#placeInAnyOrder(items, byName);
  }

  #placeInAnyOrder(items: ArrayLike<number>, byName: boolean): void {
    const option = this.#options;
    const all = this.#items;
    if (this.#seen.length !== all) this.#seen = new Int32Array(all);
    const seen = this.#seen;
    const statement = ++this.#statement;
    for (let k = 0; k < items.length; k++) {
      const item = items[k] as number;
      if (!(item >= 0 && item < all) || (item | 0) !== item) throw badIndex(item, all, option);
      if (seen[item] === statement) throw this.#repeated(item, option, byName);
      seen[item] = statement;
      this.#item[this.#nodes + k] = item;
    }
  }

  #repeated(item: number, option: number, byName: boolean): QuadrilleError {
    const name = this.itemName(item);
    return new QuadrilleError(
      'repeated-item',
      `Option ${option} has item ${shown(name)} twice; name each item of an option once.`,
      { option, item: byName ? name : item },
    );
  }

  #checkColours(items: ArrayLike<number>, colours: ArrayLike<number>): void {
    const option = this.#options;
    if (colours.length !== items.length) {
      throw new QuadrilleError(
        'bad-colour',
        `Option ${option} has ${items.length} items but ${colours.length} colours; ` +
          'give one number for each item, 0 for no colour.',
        { option },
      );
    }
    for (let k = 0; k < items.length; k++) {
      const colour = colours[k] as number;
      const item = items[k] as number;
      if (!(colour >= 0) || (colour | 0) !== colour) {
        throw new QuadrilleError(
          'bad-colour',
          `Option ${option} gives item ${shown(this.itemName(item))} the colour ` +
            `${shown(colour)}; use 0 for none, or a whole number from 1 to ${MOST_COLOUR}.`,
          { option, item },
        );
      }
      if (colour > 0) this.#checkSecondary(item, false);
    }
  }

  #checkSecondary(item: number, byName: boolean): void {
    if (item >= this.#primary.length) return;
    const option = this.#options;
    const name = this.itemName(item);
    throw new QuadrilleError(
      'coloured-primary',
      `Option ${option} gives the primary item ${shown(name)} a colour; ` +
        'only secondary items have colours: state it as secondary, or drop the colour.',
      { option, item: byName ? name : item },
    );
  }

  /** Keeps the option that was placed, after every check. */
  #keep(count: number, colours: ArrayLike<number> | undefined, payload: T | undefined): number {
    const option = this.#options;
    const first = this.#nodes;
    if (option === this.#start.length) this.#start = grown(this.#start, option + 1);
    this.#start[option] = first;
    if (colours !== undefined) this.#keepColours(first, colours);
    if (payload !== undefined) {
      this.#payloads ??= [];
      this.#payloads[option] = payload;
    }
    this.#nodes = first + count;
    this.#options = option + 1;
    this.#compiled = undefined;
    return option;
  }

  #keepColours(first: number, colours: ArrayLike<number>): void {
    for (let k = 0; k < colours.length; k++) {
      const colour = colours[k] as number;
      if (colour === 0) continue;
      this.#colour ??= new Int32Array(this.#item.length);
      this.#colour[first + k] = colour;
      if (colour > this.#highestColour) this.#highestColour = colour;
    }
  }

  #checkOption(number: number): void {
    if (number >= 0 && number < this.#options && Number.isInteger(number)) return;
    throw new QuadrilleError(
      'unknown-option',
      `There is no option ${shown(number)}; options are numbered from 0, ` +
        `and ${this.#options} have been stated.`,
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

function duplicateItem(name: string): QuadrilleError {
  return new QuadrilleError(
    'duplicate-item',
    `Item ${shown(name)} is stated twice; give each item a name of its own ` +
      '(items that are only counted go by their index).',
    { item: name },
  );
}

function badIndex(item: unknown, items: number, option?: number): QuadrilleError {
  return new QuadrilleError(
    'bad-index',
    `${option === undefined ? 'There is no' : `Option ${option} has an`} item with index ` +
      `${shown(item)}; use a whole number from 0 to ${items - 1}.`,
    { option, item: typeof item === 'number' ? item : undefined },
  );
}

/** A copy with room for at least `length`, and for as much again as there was. */
function grown(array: Int32Array, length: number): Int32Array<ArrayBuffer> {
  return resized(array, Math.max(length, 2 * array.length));
}

function resized(array: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const copy = new Int32Array(length);
  copy.set(array);
  return copy;
}
