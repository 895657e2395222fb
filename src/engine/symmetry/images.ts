import { type Compiled, leastOf, mostOf } from '../problem/compiled.ts';
import { integers } from '../problem/memory.ts';
import { ascending } from '../problem/problem.ts';
import type { ClassRoots } from './class-roots.ts';
import { compareLists, type SolutionClass } from './equivalence.ts';
import { Marks } from './group.ts';
import type { OptionGroup } from './option-group.ts';

const IMAGE_ARRAYS = 'the images of solutions';

/** Rules that solutions keep beside those of their items. */
export interface SolutionRules {
  /** The options that a prefix leaves out. */
  readonly leftOut: ReadonlySet<number>;
  /** False if options that cover all items break some other rule. */
  keepsRules?(options: readonly number[]): boolean;
}

/**
 * The images of solutions under a group of maps that are listed. An image counts if it is a solution
 * itself; that of an automorphism always is.
 */
export class Images {
  readonly #compiled: Compiled;
  readonly #group: OptionGroup;
  readonly #rules: SolutionRules;
  /** The options of a solution, and of an image. */
  readonly #own: Marks;
  readonly #marked: Marks;
  #image: Int32Array;
  /** Item -> the round in which an option covered it last, how often then, and in which colour. */
  readonly #seen: Int32Array;
  readonly #covered: Int32Array;
  readonly #colour: Int32Array;
  #round = 0;
  /** The primary items that some option must cover. */
  readonly #needed: number;
  /** The first option of roots that the last solution had, and what each automorphism takes to it. */
  #first: number | undefined;
  readonly #sources: Int32Array;

  /** `compiled`: the problem as it is stated, without options that rules add. */
  constructor(compiled: Compiled, group: OptionGroup, rules: SolutionRules) {
    const { primary, secondary, options } = compiled;
    this.#compiled = compiled;
    this.#group = group;
    this.#rules = rules;
    this.#sources = integers(group.automorphisms, IMAGE_ARRAYS);
    this.#own = new Marks(options);
    this.#marked = new Marks(options);
    this.#image = integers(64, IMAGE_ARRAYS);
    this.#seen = integers(primary + secondary, IMAGE_ARRAYS);
    this.#covered = integers(primary + secondary, IMAGE_ARRAYS);
    this.#colour = integers(primary + secondary, IMAGE_ARRAYS);
    let needed = 0;
    for (let item = 0; item < primary; item++) if (leastOf(compiled, item) > 0) needed++;
    this.#needed = needed;
  }

  /**
   * True if a solution below the roots is the first of its class there. Solutions have the order of
   * their prefixes; below one prefix, of two solutions that one is first which has the least option
   * that is not in both. Each class has one first solution, so none is remembered.
   */
  isFirst(solution: readonly number[], roots: ClassRoots): boolean {
    const { elements, automorphisms } = this.#group;
    const own = this.#mark(solution);
    const first = roots.firstOf(solution);
    if (first !== this.#first && first !== undefined) {
      this.#first = first;
      for (let k = 0; k < automorphisms; k++) this.#sources[k] = elements[k].indexOf(first);
    }
    const place = roots.placeOf(solution);
    for (let k = 1; k < elements.length; k++) {
      const isAutomorphism = k < automorphisms;
      // An image below the roots has the first option.
      if (isAutomorphism && first !== undefined && !own.has(this.#sources[k])) continue;
      if (!this.#map(solution, elements[k])) continue;
      const image = this.#image.subarray(0, solution.length);
      const other = roots.placeOf(image);
      if (other < 0 || other > place) continue;
      if (other === place && !this.#isBefore(solution, image)) continue;
      if (isAutomorphism || this.#isSolution(image)) return false;
    }
    return true;
  }

  /** The number of solutions in the class of a solution. */
  sizeOf(solution: readonly number[]): bigint {
    const { elements, automorphisms } = this.#group;
    const own = this.#mark(solution);
    const isKept = (element: Int32Array) => solution.every((option) => own.has(element[option]));
    if (automorphisms === elements.length) {
      let alike = 0;
      for (const element of elements) if (isKept(element)) alike++;
      return BigInt(elements.length / alike);
    }
    /** A number that equal images have -> the elements that lead to them, one for each image. */
    const found = new Map<number, Int32Array[]>();
    let size = 0;
    for (const [k, element] of elements.entries()) {
      if (!this.#map(solution, element)) continue;
      const image = this.#image.subarray(0, solution.length);
      if (k >= automorphisms && !this.#isSolution(image)) continue;
      let sum = 0;
      for (const option of image) sum = (sum + Math.imul(option + 1, 0x9e3779b1)) | 0;
      const alike = found.get(sum) ?? [];
      const marked = this.#marked;
      marked.clear();
      for (const option of image) marked.add(option);
      if (alike.some((other) => solution.every((option) => marked.has(other[option])))) continue;
      alike.push(element);
      found.set(sum, alike);
      size++;
    }
    return BigInt(size);
  }

  /** A text that is the same for all solutions of a class, and for no other; and their number. */
  classOf(solution: readonly number[]): SolutionClass {
    let least = ascending([...solution]);
    for (const [k, element] of this.#group.elements.entries()) {
      if (!this.#map(solution, element)) continue;
      const image = this.#image.subarray(0, solution.length);
      if (k >= this.#group.automorphisms && !this.#isSolution(image)) continue;
      const numbers = ascending([...image]);
      if (compareLists(numbers, least) < 0) least = numbers;
    }
    return { key: least.join(), size: this.sizeOf(solution) };
  }

  #mark(solution: readonly number[]): Marks {
    const own = this.#own;
    own.clear();
    for (const option of solution) own.add(option);
    if (this.#image.length < solution.length) {
      this.#image = integers(2 * solution.length, IMAGE_ARRAYS);
    }
    return own;
  }

  /** Makes the image of a solution; false if some option has none. */
  #map(solution: readonly number[], element: Int32Array): boolean {
    const image = this.#image;
    for (let k = 0; k < solution.length; k++) {
      const option = element[solution[k]];
      if (option < 0) return false;
      image[k] = option;
    }
    return true;
  }

  /** True if an image of the solution that is marked has the least option that is not in both. */
  #isBefore(solution: readonly number[], image: Int32Array): boolean {
    const own = this.#own;
    const marked = this.#marked;
    marked.clear();
    for (const option of image) marked.add(option);
    let least = Number.POSITIVE_INFINITY;
    let leastOfImage = least;
    for (let k = 0; k < image.length; k++) {
      const option = solution[k];
      const other = image[k];
      if (option < least && !marked.has(option)) least = option;
      if (other < leastOfImage && !own.has(other)) leastOfImage = other;
    }
    return leastOfImage < least;
  }

  /** True if different options are a solution. */
  #isSolution(options: Int32Array): boolean {
    const compiled = this.#compiled;
    const { data, primary, startAt, itemAt, colourAt, coloured } = compiled;
    const { leftOut } = this.#rules;
    if (++this.#round === 2 ** 31) {
      this.#seen.fill(0);
      this.#round = 1;
    }
    const round = this.#round;
    let met = 0;
    for (const option of options) {
      if (leftOut.has(option)) return false;
      let hasPrimary = false;
      const end = data[startAt + option + 1];
      for (let node = data[startAt + option]; node < end; node++) {
        const item = data[itemAt + node];
        const isSeen = this.#seen[item] === round;
        this.#seen[item] = round;
        if (item < primary) {
          hasPrimary = true;
          const covered = isSeen ? this.#covered[item] + 1 : 1;
          if (covered > mostOf(compiled, item)) return false;
          if (covered === leastOf(compiled, item)) met++;
          this.#covered[item] = covered;
        } else {
          const colour = coloured ? data[colourAt + node] : 0;
          if (isSeen && (colour === 0 || colour !== this.#colour[item])) return false;
          this.#colour[item] = colour;
        }
      }
      if (!hasPrimary) return false;
    }
    return met === this.#needed && this.#rules.keepsRules?.([...options]) !== false;
  }
}
