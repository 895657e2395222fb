import { MOST_ITEMS, UNLIMITED } from './compiled.ts';
import { QuadrilleError, shown } from './error.ts';
import { copyOf, MOST_KEYS } from './memory.ts';

/** The greatest colour number: colours are 32-bit integers. */
export const MOST_COLOUR = 0x7fffffff;

/**
 * Items as a caller states them: an array of their names, or a count where names would say nothing.
 */
export type ItemList = readonly string[] | number;

/**
 * The number of options that cover a primary item: exactly `times`, or `[least, most]`. The length
 * of two is checked at run time: with a pair as its type,
 * `items.map((item) => ({ item, times: [2, 3] }))` would not be of this type.
 */
export type Times = number | readonly number[];

/** A primary item that is not covered exactly once. */
export interface MultipleItem {
  readonly item: string;
  readonly times: Times;
}

/** Primary items as a caller states them. */
export type PrimaryList = readonly (string | MultipleItem)[] | number;

/** The least and the most options that cover an item. */
export type Bounds = readonly [least: number, most: number];
const ONCE: Bounds = [1, 1];

/** The items of a problem, their names and their indices: primaries first, from 0. */
export class ItemNames {
  /** The number of items of each kind. */
  primary = 0;
  secondary = 0;
  /** Names by place. An item that was only counted has none, and is given by its index. */
  #primaryNames: string[] = [];
  #secondaryNames: string[] = [];
  /** Primary item -> its bounds, unless it is covered exactly once. */
  #bounds: Map<number, Bounds> | undefined;
  /**
   * Name -> its place among the primary items, or ~place among the secondary ones, which further
   * primary items move.
   */
  #places: Map<string, number> | undefined;
  /** True where names and places may be those of a copy, too. Then nothing is added to them. */
  #isShared = false;
  /** The number of items; 0 until they are checked together. */
  #count = 0;

  /** The same items, to which others may be added. */
  copy(): ItemNames {
    const copy = new ItemNames();
    copy.primary = this.primary;
    copy.secondary = this.secondary;
    copy.#primaryNames = this.#primaryNames;
    copy.#secondaryNames = this.#secondaryNames;
    copy.#bounds = this.#bounds && new Map(this.#bounds);
    copy.#places = this.#places;
    copy.#isShared = this.#isShared = true;
    copy.#count = this.#count;
    return copy;
  }

  /** States further items: all of them, or none where one is refused. */
  add(kind: 'primary' | 'secondary', items: PrimaryList): void {
    if (typeof items === 'number') {
      if (!Number.isInteger(items) || items < 0) {
        throw new QuadrilleError(
          'bad-count',
          `The count of ${kind} items is ${shown(items)}; ` +
            'give a whole number from 0 up, or an array of names.',
        );
      }
      this.#checkRoom(items);
      this[kind] += items;
    } else this.#addNamed(kind, items);
    this.#count = 0;
  }

  #addNamed(kind: 'primary' | 'secondary', items: readonly unknown[]): void {
    if (!Array.isArray(items)) {
      throw new QuadrilleError(
        'bad-count',
        `The ${kind} items are ${shown(items)}; give an array of names, or a count.`,
      );
    }
    this.#checkRoom(items.length);
    if (this.#isShared) {
      this.#primaryNames = this.#primaryNames.slice();
      this.#secondaryNames = this.#secondaryNames.slice();
      this.#places = this.#places && new Map(this.#places);
      this.#isShared = false;
    }
    const names = kind === 'primary' ? this.#primaryNames : this.#secondaryNames;
    const before = this[kind];
    try {
      for (const stated of items as readonly unknown[]) this.#addItem(kind, names, stated);
    } catch (error) {
      for (const name of names.splice(before)) this.#places?.delete(name);
      for (const index of this.#bounds?.keys() ?? []) {
        if (kind === 'primary' && index >= before) this.#bounds?.delete(index);
      }
      this[kind] = before;
      throw error;
    }
  }

  #addItem(kind: 'primary' | 'secondary', names: string[], stated: unknown): void {
    const isMultiple = typeof stated === 'object' && stated !== null;
    const name = isMultiple ? (stated as Partial<MultipleItem>).item : stated;
    if (typeof name !== 'string' || name === '') {
      throw new QuadrilleError(
        'empty-name',
        `A ${kind} item is called ${shown(name === undefined ? stated : name)}; a name is a string of at least one character.`,
        { item: typeof name === 'string' ? name : undefined },
      );
    }
    this.#places ??= new Map();
    if (this.#places.has(name)) throw duplicate(name);
    if (isMultiple && kind === 'secondary') {
      throw badTimes(name, 'is secondary, and only primary items have times', 'state its name');
    }
    const bounds = isMultiple ? checkTimes(name, (stated as MultipleItem).times) : ONCE;
    const kept = copyOf(name);
    const place = this[kind]++;
    names[place] = kept;
    this.#places.set(kept, kind === 'primary' ? place : ~place);
    if (bounds !== ONCE) this.#setBounds(place, bounds);
  }

  #setBounds(index: number, bounds: Bounds): void {
    this.#bounds ??= new Map();
    if (bounds[0] === 1 && bounds[1] === 1) this.#bounds.delete(index);
    else this.#bounds.set(index, bounds);
  }

  /** The number of items. Refuses names that cannot stand together. */
  count(): number {
    if (this.#count > 0) return this.#count;
    const items = this.primary + this.secondary;
    if (items === 0) {
      throw new QuadrilleError(
        'no-items',
        'The problem has no items; state at least one, as in new Problem({ primary: ["a"] }).',
      );
    }
    const places = this.#places;
    if (places !== undefined && places.size < items) {
      // Some items go by their index, which must not be the name of another item.
      for (let index = 0; index < items; index++) {
        const name = String(index);
        if (this.#given(index) === undefined && places.has(name)) throw duplicate(name);
      }
    }
    this.#count = items;
    return items;
  }

  /** The name of an item, or its index if it was only counted. */
  nameOf(index: number): string {
    const items = this.primary + this.secondary;
    if (!Number.isInteger(index) || index < 0 || index >= items) throw badIndex(index, items);
    return this.#given(index) ?? String(index);
  }

  /** The index of an item. `option` is the place for an error. */
  indexOf(name: string, option?: number): number {
    if (this.#count === 0) this.count();
    const place = this.#places?.get(name);
    if (place !== undefined) return place >= 0 ? place : this.primary + ~place;
    const index = Number(name);
    if (index >= 0 && index < this.#count && String(index) === name) {
      if (Number.isInteger(index) && this.#given(index) === undefined) return index;
    }
    const colon = name.lastIndexOf(':');
    const isColoured = colon > 0 && this.#places?.has(name.slice(0, colon));
    const remedy = isColoured
      ? `a colour stands apart, as in { item: ${shown(name.slice(0, colon))}, colour: ${shown(name.slice(colon + 1))} }.`
      : 'state it as primary or secondary before the first option, or correct its spelling.';
    throw new QuadrilleError(
      'unknown-item',
      `${option === undefined ? 'There is no' : `Option ${option} has an unknown`} item ` +
        `${shown(name)}; ${remedy}`,
      { option, item: name },
    );
  }

  /**
   * The index of a primary item, given by its name or its index. `rule` names, for the error, the
   * rule that needs a primary item.
   */
  primaryOf(item: string | number, rule: string): number {
    const index = typeof item === 'string' ? this.indexOf(item) : item;
    const name = this.nameOf(index);
    if (index < this.primary) return index;
    throw new QuadrilleError(
      'bad-index',
      `Item ${shown(name)} is secondary, and ${rule}; give a primary item.`,
      { item },
    );
  }

  /** True if some item is not covered exactly once. */
  get multiple(): boolean {
    return this.#bounds !== undefined && this.#bounds.size > 0;
  }

  /** The least and the most options that cover a primary item. */
  boundsOf(index: number): Bounds {
    return this.#bounds?.get(index) ?? ONCE;
  }

  setTimes(index: number, times: Times): void {
    this.#setBounds(index, checkTimes(this.nameOf(index), times));
  }

  #given(index: number): string | undefined {
    const { primary } = this;
    return index < primary ? this.#primaryNames[index] : this.#secondaryNames[index - primary];
  }

  #checkRoom(more: number): void {
    const items = this.primary + this.secondary + more;
    if (items > MOST_ITEMS) throw tooManyItems(items);
  }
}

/** The bounds that a caller stated for an item. */
function checkTimes(name: string, times: Times): Bounds {
  const [least, most] = Array.isArray(times) && times.length === 2 ? times : [times, times];
  const isUnlimited = most === Number.POSITIVE_INFINITY;
  for (const bound of isUnlimited ? [least] : [least, most]) {
    if (Number.isInteger(bound) && bound >= 0 && bound < UNLIMITED) continue;
    throw badTimes(
      name,
      `has ${shown(bound)} as a number of times`,
      `give a whole number from 0 to ${UNLIMITED - 1}, or [least, most], where most may be Infinity`,
    );
  }
  if (least <= most) return [least, most];
  throw badTimes(
    name,
    `is covered at least ${least} and at most ${most} times`,
    'give the smaller number first',
  );
}

function badTimes(item: string, what: string, remedy: string): QuadrilleError {
  return new QuadrilleError('bad-times', `Item ${shown(item)} ${what}; ${remedy}.`, { item });
}

/** The colours of a problem: numbers from 1, some of them with a name. */
export class ColourNames {
  #numbers = new Map<string, number>();
  #names = new Map<number, string>();
  /** The colours that came as numbers. Their numbers are their names. */
  #unnamed = new Set<number>();
  #highest = 0;

  /** The same colours, to which others may be added. */
  copy(): ColourNames {
    const copy = new ColourNames();
    copy.#numbers = new Map(this.#numbers);
    copy.#names = new Map(this.#names);
    copy.#unnamed = new Set(this.#unnamed);
    copy.#highest = this.#highest;
    return copy;
  }

  /**
   * The number of a colour. A new name gets a number that is not in use. (The name of a colour that
   * came as a number is that number, so `'9'` means 9 once 9 is in use.)
   */
  numberOf(name: string): number {
    if (typeof name !== 'string' || name === '') {
      throw new QuadrilleError(
        'empty-name',
        `A colour is called ${shown(name)}; give it a name of at least one character.`,
      );
    }
    const known = this.#known(name);
    if (known !== undefined) return known;
    this.checkNames([name]);
    const kept = copyOf(name);
    const number = this.#highest + 1;
    this.#highest = number;
    this.#numbers.set(kept, number);
    this.#names.set(number, kept);
    return number;
  }

  /** Refuses the names, before any of them gets a number, if there are not enough numbers. */
  checkNames(names: readonly string[]): void {
    let fresh = 0;
    for (const name of names) {
      if (this.#known(name) !== undefined) continue;
      fresh++;
      if (this.#highest + fresh <= MOST_COLOUR) continue;
      throw new QuadrilleError(
        'bad-colour',
        `There is no number left for the colour ${shown(name)}; ` +
          `use smaller colour numbers than ${this.#highest} where you give them by index.`,
      );
    }
    if (fresh > 0) this.checkRoom(fresh);
  }

  /** Refuses more colours than a map can hold. */
  checkRoom(more: number): void {
    const colours = this.#names.size + this.#unnamed.size + more;
    if (colours <= MOST_KEYS) return;
    throw new QuadrilleError(
      'too-large',
      `There are ${colours} colours; at most ${MOST_KEYS} are possible, so split the problem.`,
    );
  }

  /** The name of a colour, or its number if it came as a number. */
  nameOf(number: number): string {
    return this.#names.get(number) ?? String(number);
  }

  isUsed(number: number): boolean {
    return this.#names.has(number) || this.#unnamed.has(number);
  }

  /** True if the digits of a number are the name of another colour. */
  isTaken(number: number): boolean {
    return this.#numbers.has(String(number));
  }

  /** Marks a number as in use. */
  use(number: number): void {
    if (number > this.#highest) this.#highest = number;
    if (!this.#names.has(number)) this.#unnamed.add(number);
  }

  #known(name: string): number | undefined {
    const number = this.#numbers.get(name);
    if (number !== undefined) return number;
    const numeral = Number(name);
    return this.#unnamed.has(numeral) && String(numeral) === name ? numeral : undefined;
  }
}

function tooManyItems(items: number): QuadrilleError {
  return new QuadrilleError(
    'too-large',
    `There are ${items} items; at most ${MOST_ITEMS} are possible, so split the problem.`,
  );
}

export function badIndex(item: unknown, items: number, option?: number): QuadrilleError {
  const remedy =
    items === 0 ? 'state some items first' : `use a whole number from 0 to ${items - 1}`;
  return new QuadrilleError(
    'bad-index',
    `${option === undefined ? 'There is no' : `Option ${option} has an`} item with index ` +
      `${shown(item)}; ${remedy}.`,
    { option, item: typeof item === 'number' ? item : undefined },
  );
}

function duplicate(name: string): QuadrilleError {
  return new QuadrilleError(
    'duplicate-item',
    `Item ${shown(name)} is stated twice; give each item a name of its own ` +
      '(items that are only counted go by their index).',
    { item: name },
  );
}
