import { type Compiled, coloursOf, itemsOf, leastOf, mostOf } from '../problem/compiled.ts';
import { plural, QuadrilleError, shown } from '../problem/error.ts';
import { integers } from '../problem/memory.ts';
import type { OptionSymmetry } from '../problem/problem.ts';
import { SettingError } from '../problem/setting.ts';

/** The most symmetries of a group, and the most numbers of all of them together: 128 MB. */
export const MOST_ELEMENTS = 1 << 10;
const MOST_NUMBERS = 1 << 25;
/** The most numbers that are looked at to check products of maps that have -1: some seconds. */
const MOST_CHECKED = 2 ** 30;
const GROUP_ARRAYS = 'the symmetries of upToSymmetry';

/** Maps of options that are closed under products, the identity first. */
export interface OptionGroup {
  readonly elements: readonly Int32Array[];
  /**
   * The number of elements, the first ones, that are known to take solutions to solutions: they permute
   * the options and the items of the problem. They are a group.
   */
  readonly automorphisms: number;
  /** Elements that generate the automorphisms. */
  readonly generators: readonly Int32Array[];
}

/**
 * The group of the symmetries that a caller gives. Maps without -1 may be generators: all their
 * products are added. If some map has -1, the list must be the whole group; the identity may be left
 * out. It is checked that
 *
 *     each product of two maps, as far as both go, is part of a map of the list;
 *     so is what undoes a map.
 *
 * The geometry gives such a list: a group that permutes all placements, also those that the problem
 * has not, seen on the options of the problem. From the two facts follows that "some map takes one to
 * the other" is an equivalence on sets of options, and so on solutions: if a takes S to T, and b
 * takes T to U, then the map that has the product takes S to U.
 *
 * A map without -1 need not take solutions to solutions.
 */
export function optionGroupOf(given: readonly OptionSymmetry[], compiled: Compiled): OptionGroup {
  const options = compiled.stated;
  if (given.length > MOST_ELEMENTS) {
    refuseSize(`has ${given.length} symmetries, more than ${MOST_ELEMENTS}`);
  }
  if (given.length * options > MOST_NUMBERS) {
    refuseSize(`has ${given.length} maps of ${plural(options, 'option')}, too many numbers`);
  }
  const maps = checkedMaps(given, options);
  const total = new Closure(options);
  // Of the whole list: a product that is not in it is missing.
  const isWhole = maps.some(hasGaps);
  const list = new Elements();
  if (isWhole) for (const map of [total.elements[0], ...maps]) list.add(map);
  const isMissing = (product: Int32Array) => isWhole && !list.has(product);
  const optionsOf = compiled.stated === compiled.options ? optionsOfItems(compiled) : undefined;
  const rest: Int32Array[] = [];
  for (const map of maps) {
    if (hasGaps(map) || total.has(map)) continue;
    if (optionsOf !== undefined && isAutomorphism(compiled, map, optionsOf)) {
      total.add(map, isMissing);
    } else rest.push(map);
  }
  const automorphisms = total.elements.length;
  const generators = [...total.generators];
  for (const map of rest) if (!total.has(map)) total.add(map, isMissing);
  const { elements } = total;
  if (isWhole) {
    const partial = [...list.all].filter(hasGaps);
    checkPartial(partial, total, list);
    elements.push(...partial);
  }
  return { elements, automorphisms, generators };
}

/** The elements that keep the chosen options of a prefix, and are of use for solutions below it. */
export function groupBelow(
  { elements, automorphisms, generators }: OptionGroup,
  compiled: Compiled,
  {
    chosen,
    leftOut,
  }: { readonly chosen: ReadonlySet<number>; readonly leftOut: ReadonlySet<number> },
): OptionGroup {
  const keeps = (set: ReadonlySet<number>) => (element: Int32Array) => {
    for (const option of set) if (!set.has(element[option])) return false;
    return true;
  };
  const first = elements.slice(0, automorphisms).filter(keeps(chosen));
  const kept = first.filter(keeps(leftOut));
  const moved = first.filter((element) => !keeps(leftOut)(element));
  const others = elements.slice(automorphisms).filter(keeps(chosen));
  return {
    elements: [...kept, ...moved, ...others.filter((element) => isOfUse(compiled, element))],
    automorphisms: kept.length,
    generators: kept.length === automorphisms ? generators : kept,
  };
}

/** Only a program can give fewer symmetries. A command has no such setting, so it does not offer it. */
const FEWER = {
  setting: 'generators, or the symmetries of a smaller group',
  verb: 'give',
} as const;

function refuseSize(what: string): never {
  const group = { setting: 'upToSymmetry' };
  throw new SettingError(
    ['The group of ', group, ` ${what}`],
    [FEWER, { ...group, verb: 'leave out' }],
    'too-large',
  );
}

function refuse(what: string, remedy: string): never {
  throw new QuadrilleError('bad-setting', `The group of upToSymmetry ${what}; ${remedy}.`);
}

function refuseMap(k: number, what: string, option?: number): never {
  throw new QuadrilleError(
    'bad-setting',
    `Symmetry ${k} of upToSymmetry ${what}; give for each option its image, or -1 where that is no option.`,
    { option },
  );
}

/** Copies of maps, which the caller may change meanwhile. */
function checkedMaps(given: readonly OptionSymmetry[], options: number): Int32Array[] {
  /** Option -> the last map, plus 1, in which it is an image. */
  const seen = integers(options, GROUP_ARRAYS);
  return Array.from(given, (map, k) => {
    if (!Array.isArray(map) && !(map instanceof Int32Array)) {
      refuseMap(k, `is ${shown(map)}, no array`);
    }
    if (map.length !== options) {
      refuseMap(
        k,
        `has ${plural(map.length, 'number')}, and the problem has ${plural(options, 'option')}`,
      );
    }
    const images = integers(options, GROUP_ARRAYS);
    if (map instanceof Int32Array) images.set(map);
    else copyChecked(map as readonly number[], images, k);
    for (let option = 0; option < options; option++) {
      const image = images[option];
      if (image === -1) continue;
      if (image < 0 || image >= options) refuseImage(k, option, image, options);
      if (seen[image] === k + 1) {
        const other = images.indexOf(image);
        refuseMap(k, `takes options ${other} and ${option} both to option ${image}`, option);
      }
      seen[image] = k + 1;
    }
    return images;
  });
}

/** Copies numbers that fit into 32 bits. */
function copyChecked(map: readonly number[], images: Int32Array, k: number): void {
  for (let option = 0; option < images.length; option++) {
    const image: unknown = map[option];
    if (typeof image === 'number') images[option] = image;
    if (images[option] !== image) refuseImage(k, option, image, images.length);
  }
}

function refuseImage(k: number, option: number, image: unknown, options: number): never {
  const known = options === 1 ? 'the option is 0' : `options are 0 to ${options - 1}`;
  refuseMap(k, `takes option ${option} to ${shown(image)}, and ${known}`, option);
}

function hasGaps(map: Int32Array): boolean {
  return map.indexOf(-1) >= 0;
}

/** The product of two maps, as far as both go: first `a`, then `b`. */
function productOf(a: Int32Array, b: Int32Array, into?: Int32Array): Int32Array {
  const product = into ?? new Int32Array(a.length);
  for (let option = 0; option < a.length; option++) {
    const middle = a[option];
    product[option] = middle < 0 ? -1 : b[middle];
  }
  return product;
}

/**
 * The group that permutations generate, by Dimino's algorithm: a new generator adds whole cosets H x of
 * the group H before it, so products are looked up only for one member x of each.
 */
class Closure {
  readonly elements: Int32Array[];
  readonly generators: Int32Array[] = [];
  readonly #known = new Elements();
  /** A product that is looked up. */
  readonly #product: Int32Array;

  constructor(options: number) {
    const identity = integers(options, GROUP_ARRAYS).map((_, option) => option);
    this.elements = [identity];
    this.#product = integers(options, GROUP_ARRAYS);
    this.#known.add(identity);
  }

  has(element: Int32Array): boolean {
    return this.#known.has(element);
  }

  /** Adds a generator that is not in it. */
  add(generator: Int32Array, isMissing: (product: Int32Array) => boolean): void {
    const before = [...this.elements];
    const options = generator.length;
    this.generators.push(generator);
    const members = [before[0]];
    for (const member of members) {
      for (const other of this.generators) {
        if (this.has(productOf(member, other, this.#product))) continue;
        const size = this.elements.length + before.length;
        if (size > MOST_ELEMENTS || size * options > MOST_NUMBERS) {
          refuseSize(`generates ${size} symmetries of ${options} options or more, too many`);
        }
        const product = this.#product.slice();
        members.push(product);
        for (const element of before) {
          const one = productOf(element, product);
          if (isMissing(one)) refuseMissing('a product of symmetries without -1');
          this.#known.add(one);
          this.elements.push(one);
        }
      }
    }
  }
}

function refuseMissing(what: string): never {
  refuse(
    `lacks ${what}`,
    'where some of its maps have -1, give all symmetries of the group, and for each all images that are options',
  );
}

/**
 * Checks maps with -1, by one map r of each coset r T, where T are the permutations in the list. That is
 * enough if t r is in the list as well: each product (r t)(r' t') is r (t r') t', which is r r'' t''.
 */
function checkPartial(partial: readonly Int32Array[], total: Closure, list: Elements): void {
  const left = new Elements();
  for (const map of partial) left.add(map);
  const members: Int32Array[] = [];
  const options = total.elements[0].length;
  const product = integers(options, GROUP_ARRAYS);
  for (const map of partial) {
    if (!left.delete(map)) continue;
    members.push(map);
    for (const element of total.elements) {
      if (!list.has(productOf(map, element, product)))
        refuseMissing('a product of a symmetry with -1 and one without');
      left.delete(product);
    }
    for (const generator of total.generators) {
      if (!list.has(productOf(generator, map, product))) {
        refuseMissing('a product of a symmetry without -1 and one with');
      }
    }
  }
  if (members.length ** 2 * options > MOST_CHECKED) {
    refuseSize('has too many symmetries with -1 to check their products');
  }
  const all = [...list.all];
  for (const map of members) {
    const back = new Int32Array(options).fill(-1);
    for (let option = 0; option < options; option++) {
      if (map[option] >= 0) back[map[option]] = option;
    }
    if (!isPartOfSome(back, all)) refuseMissing('what undoes a symmetry');
    for (const other of members) {
      productOf(map, other, product);
      if (!isPartOfSome(product, all)) refuseMissing('a product of symmetries with -1');
    }
  }
}

/** True if some of these maps says the same as a map wherever it has an image. */
function isPartOfSome(map: Int32Array, all: readonly Int32Array[]): boolean {
  let first = 0;
  while (map[first] < 0) first++;
  const isPartOf = (other: Int32Array) => {
    for (let option = first; option < map.length; option++) {
      if (map[option] >= 0 && map[option] !== other[option]) return false;
    }
    return true;
  };
  return first === map.length || all.some(isPartOf);
}

/**
 * True if a permutation of the options takes the options of each item to those of an item of the same
 * kind and bounds, and options that agree there in a colour to such options. Then it takes solutions
 * to solutions.
 */
function isAutomorphism(
  compiled: Compiled,
  map: Int32Array,
  optionsOf: readonly (readonly number[])[],
): boolean {
  const { primary } = compiled;
  return optionsOf.every((own, item) => {
    // No option moves it, or it forbids nothing.
    if (own.length === 0 || (item >= primary && own.length === 1)) return true;
    return itemsOf(compiled, map[own[0]]).some(
      (other) =>
        item < primary === other < primary &&
        optionsOf[other].length === own.length &&
        (item >= primary ||
          (leastOf(compiled, item) === leastOf(compiled, other) &&
            mostOf(compiled, item) === mostOf(compiled, other))) &&
        isSameUse(compiled, own, map, item, other),
    );
  });
}

/** Item -> its options. */
export function optionsOfItems(compiled: Compiled): number[][] {
  const { primary, secondary, options } = compiled;
  const optionsOf: number[][] = Array.from({ length: primary + secondary }, () => []);
  for (let option = 0; option < options; option++) {
    for (const item of itemsOf(compiled, option)) optionsOf[item].push(option);
  }
  return optionsOf;
}

/** True if a map takes these options of an item to options of another one, colour by colour. */
function isSameUse(
  compiled: Compiled,
  own: readonly number[],
  map: Int32Array,
  item: number,
  other: number,
): boolean {
  const to = new Map([[0, 0]]);
  const from = new Map([[0, 0]]);
  return own.every((option) => {
    const image = map[option];
    const place = itemsOf(compiled, image).indexOf(other);
    if (place < 0) return false;
    if (!compiled.coloured) return true;
    const colour = coloursOf(compiled, option)[itemsOf(compiled, option).indexOf(item)];
    const hue = coloursOf(compiled, image)[place];
    const isNew = !to.has(colour) && !from.has(hue);
    if (isNew) {
      to.set(colour, hue);
      from.set(hue, colour);
    }
    return to.get(colour) === hue && from.get(hue) === colour;
  });
}

/** False if each option that may cover some item has no image, so that no solution has one. */
export function isOfUse(compiled: Compiled, map: Int32Array): boolean {
  const { primary, stated } = compiled;
  // Items that rules add have options of their own.
  if (stated < compiled.options) return true;
  const isCovered = new Uint8Array(primary);
  for (let option = 0; option < stated; option++) {
    if (map[option] < 0) continue;
    for (const item of itemsOf(compiled, option)) if (item < primary) isCovered[item] = 1;
  }
  return isCovered.every((covered, item) => covered === 1 || leastOf(compiled, item) === 0);
}

/** A set of maps. */
export class Elements {
  /** A number that equal maps have -> those that have it. */
  readonly #alike = new Map<number, Int32Array[]>();

  constructor(elements: readonly Int32Array[] = []) {
    for (const element of elements) this.add(element);
  }

  get all(): Int32Array[] {
    return [...this.#alike.values()].flat();
  }

  has(element: Int32Array): boolean {
    const alike = this.#alike.get(numberOf(element));
    return alike?.some((other) => isEqual(other, element)) ?? false;
  }

  /** False if it is there already. */
  add(element: Int32Array): boolean {
    const number = numberOf(element);
    const alike = this.#alike.get(number);
    if (alike === undefined) this.#alike.set(number, [element]);
    else if (alike.some((other) => isEqual(other, element))) return false;
    else alike.push(element);
    return true;
  }

  /** False if it is not there. */
  delete(element: Int32Array): boolean {
    const alike = this.#alike.get(numberOf(element));
    const place = alike?.findIndex((other) => isEqual(other, element)) ?? -1;
    alike?.splice(place, place < 0 ? 0 : 1);
    return place >= 0;
  }
}

function numberOf(map: Int32Array): number {
  let number = 0;
  // A loop with an iterator takes seven times as long.
  for (let option = 0; option < map.length; option++) {
    number = (Math.imul(number, 31) + map[option]) | 0;
  }
  return number;
}

function isEqual(map: Int32Array, other: Int32Array): boolean {
  for (let k = 0; k < map.length; k++) if (map[k] !== other[k]) return false;
  return true;
}
