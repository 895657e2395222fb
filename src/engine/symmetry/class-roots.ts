import type { Prefix } from '../kernels/prefix.ts';
import {
  type Compiled,
  coloursOf,
  hasPrimary,
  itemsOf,
  leastOf,
  mostOf,
} from '../problem/compiled.ts';
import { integers } from '../problem/memory.ts';
import { Orbits } from './group.ts';
import { optionsOfItems } from './option-group.ts';

/** The most prefixes, and the most numbers of all their branches. */
const MOST_PREFIXES = 256;
const MOST_NUMBERS = 1 << 24;
/** A branch is of use if at most this part of the solutions is expected below it. */
const WORTH_PART = 0.75;
const ROOT_ARRAYS = 'where the search for classes begins';

/** A choice among the options of one item. */
interface Branch {
  /** Option -> the number of its orbit, from 1 in the order in which they are tried; 0: of none. */
  readonly orbitOf: Uint16Array;
  /** Orbit - 1 -> the option of it that is tried. */
  readonly tried: readonly number[];
  /** Orbit - 1 -> the branch below, or the place of the prefix. */
  readonly below: (Branch | number)[];
}

/** The search below a prefix, before it is divided. */
interface Rest {
  readonly prefix: Prefix;
  /** The symmetries that keep the prefix. */
  readonly group: readonly Int32Array[];
  /** Option -> 1 if it may be chosen. */
  readonly isLive: Uint8Array;
  /** Primary item -> the number of options chosen that cover it. */
  readonly covered: Int32Array;
  /** Notes the branch, or the place of the prefix, above. */
  put(below: Branch | number): void;
}

/**
 * Prefixes below which each class of solutions has a member. A branch takes an item that some option
 * must cover, tries one option of each orbit, and leaves out the whole orbit after that:
 *
 *     item i, options of i:  a b c | d e       the orbits are {a b c f} and {d e}
 *
 *     [a]    [~a ~b ~c ~f  d]                  where symmetries keep a, it goes on below [a]
 *
 * Each solution has an option of i. Take the first orbit that it meets: a symmetry takes the option
 * there to the one that is tried, and the solution to one below that prefix. That holds for any
 * bounds of the item, and an orbit may have options of other items.
 */
export class ClassRoots {
  readonly prefixes: Prefix[] = [];
  #top: Branch | number = 0;
  readonly #compiled: Compiled;
  readonly #orbits: Orbits;
  readonly #optionsOf: readonly (readonly number[])[];

  /** `group`: permutations of the options that keep the solutions below the prefix. */
  constructor(compiled: Compiled, group: readonly Int32Array[], prefix: Prefix) {
    const { options, primary } = compiled;
    this.#compiled = compiled;
    this.#orbits = new Orbits(options);
    this.#optionsOf = optionsOfItems(compiled);
    const isLive = new Uint8Array(options);
    for (let option = 0; option < options; option++) {
      isLive[option] = hasPrimary(compiled, option) ? 1 : 0;
    }
    for (let item = 0; item < primary; item++) {
      if (mostOf(compiled, item) > 0) continue;
      for (const option of this.#optionsOf[item]) isLive[option] = 0;
    }
    const put = (below: Branch | number) => {
      this.#top = below;
    };
    const covered = integers(primary, ROOT_ARRAYS);
    const whole: Rest = { prefix, group, isLive, covered, put };
    for (const decision of prefix) {
      if (decision < 0) isLive[~decision] = 0;
      else this.#choose(whole, decision);
    }
    this.#divide(whole);
  }

  /** The option that the first branch tries on the way to a prefix; undefined without a branch. */
  firstOf(options: ArrayLike<number>): number | undefined {
    const top = this.#top;
    return typeof top === 'number' ? undefined : top.tried[firstOrbit(top, options) - 1];
  }

  /** The place of the prefix below which a solution lies; -1 if below none. */
  placeOf(options: ArrayLike<number>): number {
    let at = this.#top;
    while (typeof at !== 'number') {
      const orbit = firstOrbit(at, options);
      if (orbit === NONE) return -1;
      const option = at.tried[orbit - 1];
      let has = false;
      for (let k = 0; k < options.length && !has; k++) has = options[k] === option;
      if (!has) return -1;
      at = at.below[orbit - 1];
    }
    return at;
  }

  #divide(whole: Rest): void {
    const { options } = this.#compiled;
    const open = [whole];
    let branches = 0;
    for (let rest = open.shift(); rest !== undefined; rest = open.shift()) {
      const { group, put, prefix } = rest;
      const orbits = group.length > 1 ? this.#orbitsToTry(rest) : [];
      const count = this.prefixes.length + open.length + orbits.length;
      if (
        orbits.length === 0 ||
        count > MOST_PREFIXES ||
        ++branches * options > Math.max(MOST_NUMBERS, options)
      ) {
        put(this.prefixes.length);
        this.prefixes.push(prefix);
        continue;
      }
      const orbitOf = new Uint16Array(options);
      const tried = orbits.map(([option]) => option);
      const below: Branch['below'] = [];
      put({ orbitOf, tried, below });
      let before = prefix;
      const isLive = Uint8Array.from(rest.isLive);
      for (const [k, orbit] of orbits.entries()) {
        const [option] = orbit;
        const next: Rest = {
          prefix: before.and(option, prefix.share / orbits.length),
          group: group.filter((element) => element[option] === option),
          isLive: Uint8Array.from(isLive),
          covered: Int32Array.from(rest.covered),
          put: (one) => {
            below[k] = one;
          },
        };
        this.#choose(next, option);
        open.push(next);
        for (const one of orbit) {
          orbitOf[one] = k + 1;
          isLive[one] = 0;
          before = before.and(~one);
        }
      }
    }
  }

  /** Notes that an option is chosen, and those that it excludes. */
  #choose({ isLive, covered }: Rest, option: number): void {
    const compiled = this.#compiled;
    const { primary } = compiled;
    const colours = coloursOf(compiled, option);
    isLive[option] = 0;
    for (const [k, item] of itemsOf(compiled, option).entries()) {
      if (item < primary) {
        covered[item]++;
        if (covered[item] < mostOf(compiled, item)) continue;
        for (const other of this.#optionsOf[item]) isLive[other] = 0;
        continue;
      }
      const colour = colours[k] ?? 0;
      for (const other of this.#optionsOf[item]) {
        const place = itemsOf(compiled, other).indexOf(item);
        if (colour === 0 || coloursOf(compiled, other)[place] !== colour) isLive[other] = 0;
      }
    }
  }

  /**
   * The orbits to try, each from the option of it that is tried; none where no item is worth a branch.
   *
   * The part of the options of an item that is tried counts most, as in `rootsBelow`. Where an item
   * is covered n times, n options of a solution may be the one that is tried.
   */
  #orbitsToTry({ group, isLive, covered }: Rest): number[][] {
    const compiled = this.#compiled;
    const orbits = this.#orbits;
    orbits.begin(compiled.options);
    for (const element of group) {
      for (let option = 0; option < compiled.options; option++) {
        if (isLive[option] === 1) orbits.join(option, element[option]);
      }
    }
    let best: ReadonlySet<number> | undefined;
    let leastWork = Number.POSITIVE_INFINITY;
    for (let item = 0; item < compiled.primary; item++) {
      if (leastOf(compiled, item) <= covered[item]) continue;
      const live = this.#optionsOf[item].filter((option) => isLive[option] === 1);
      const own = new Set(live.map((option) => orbits.least(option)));
      const part = ((mostOf(compiled, item) - covered[item]) * own.size) / live.length;
      const work = part * Math.sqrt(Math.sqrt(Math.sqrt(own.size)));
      if (!(part <= WORTH_PART && work < leastWork)) continue;
      leastWork = work;
      best = own;
    }
    if (best === undefined) return [];
    const all = new Map(Array.from(best, (least) => [least, [] as number[]]));
    for (let option = 0; option < compiled.options; option++) {
      if (isLive[option] === 1) all.get(orbits.least(option))?.push(option);
    }
    return [...all.values()];
  }
}

/** No orbit: more than all. */
const NONE = 1 << 16;

/** The first orbit of a branch that some options meet. */
function firstOrbit({ orbitOf }: Branch, options: ArrayLike<number>): number {
  let first = NONE;
  for (let k = 0; k < options.length; k++) {
    const orbit = orbitOf[options[k]];
    if (orbit > 0 && orbit < first) first = orbit;
  }
  return first;
}
