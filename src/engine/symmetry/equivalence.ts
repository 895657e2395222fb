import { type Decisions, Start } from '../kernels/prefix.ts';
import type { Compiled } from '../problem/compiled.ts';
import { ascending } from '../problem/problem.ts';
import type { Slices } from '../problem/slices.ts';
import { Graph } from './graph.ts';
import { Elements, MOST_ELEMENTS } from './option-group.ts';
import { BYTES_PER_MOVE, SLICE_LOOKS, SymmetrySearch } from './search.ts';

/** The most bytes that symmetries, and what is kept of classes, may take. */
export const CLASS_MEMORY = 2 ** 30;
/** The most numbers of a list of symmetries: 16 MB. */
const MOST_LISTED_NUMBERS = 1 << 22;

/** The solutions that symmetries take to each other. */
export interface SolutionClass {
  readonly key: string;
  readonly size: bigint;
}

/** One of a class of conjugate symmetries, and the size of the class. */
export interface Conjugates {
  readonly element: Int32Array;
  readonly size: number;
}

/**
 * The symmetries of a problem that keep a prefix: those that take options chosen to options chosen,
 * and options left out to options left out. It looks for those of them that keep a set of options.
 */
export class Stabilizers {
  /** Vertices and edges looked at. */
  looks = 0;
  readonly prefix: Start;
  private readonly compiled: Compiled;
  /** Less than 0 where there is no memory for the search. */
  private readonly mostMoves: number;
  private made: SymmetrySearch | undefined;

  constructor(compiled: Compiled, prefix?: Decisions, memoryLimit = CLASS_MEMORY) {
    const left = memoryLimit - SymmetrySearch.bytesFor(compiled);
    this.mostMoves = left / BYTES_PER_MOVE;
    this.compiled = compiled;
    this.prefix = new Start(compiled, prefix);
  }

  /** Made when it is first needed. */
  get search(): SymmetrySearch {
    this.made ??= new SymmetrySearch(new Graph(this.compiled));
    return this.made;
  }

  /**
   * Looks at a set of options, slice by slice: then `search` has its canonical form, and the
   * symmetries that keep it. False if that takes more than `most` work, or too much memory.
   */
  *lookAt(
    options: readonly number[],
    wantsForm = true,
    most = Number.POSITIVE_INFINITY,
  ): Slices<boolean> {
    if (this.mostMoves < 0) return false;
    this.load(options);
    this.search.begin(wantsForm, this.mostMoves);
    return yield* this.finish(most);
  }

  /**
   * The form of a set of options with one vertex of its graph singled out: see
   * `SymmetrySearch.beginBelow`. Without options, of the set that it has looked at.
   */
  *formWithPoint(options?: readonly number[], point?: number): Slices<string> {
    if (options !== undefined) this.load(options);
    this.search.beginBelow(point);
    yield* this.finish();
    const form = this.search.canonicalForm();
    this.looks += form.length;
    return form.text();
  }

  private load(options: readonly number[]): void {
    const { graph } = this.search;
    graph.loadProblem(options, this.prefix);
    this.looks += graph.vertices;
  }

  private *finish(most = Number.POSITIVE_INFINITY): Slices<boolean> {
    const { search } = this;
    for (;;) {
      const before = search.work;
      const ended = search.advance(Math.min(before + SLICE_LOOKS, most));
      this.looks += search.work - before;
      if (ended === 'exhausted') return true;
      if (ended === 'stuck' || search.work >= most) return false;
      yield;
    }
  }
}

/**
 * Classes of solutions under these symmetries. Few of them are listed; with many, a set of options
 * is known by its canonical form.
 */
export class Equivalence extends Stabilizers {
  /** The number of symmetries, once they are found. */
  order = 1n;
  /** The permutations of options, the identity first; undefined where there are many. */
  elements: readonly Int32Array[] | undefined;
  /** True once they are found; it stays false where they do not fit into the memory. */
  isFound = false;
  /** Some of them that generate all, where all are listed. */
  readonly generators: Int32Array[] = [];
  private readonly mostElements: number;

  /** Lists at most `mostElements` symmetries. */
  constructor(
    compiled: Compiled,
    prefix?: Decisions,
    {
      mostElements = MOST_ELEMENTS,
      memoryLimit,
    }: { mostElements?: number | undefined; memoryLimit?: number | undefined } = {},
  ) {
    super(compiled, prefix, memoryLimit);
    this.mostElements = mostElements;
  }

  /** Finds the symmetries, slice by slice. */
  *find(): Slices {
    if (this.isFound || !(yield* this.lookAt([], false))) return;
    this.order = this.search.order;
    this.elements = yield* this.listed();
    this.isFound = true;
  }

  /**
   * A text that is the same for all images of a solution, and for no other; and the number of
   * these images.
   */
  *classOf(solution: readonly number[]): Slices<SolutionClass> {
    const { elements, search, order } = this;
    if (elements === undefined) {
      yield* this.lookAt(solution);
      return { key: search.canonicalForm().text(), size: order / search.order };
    }
    let least = ascending([...solution]);
    let alike = 0;
    for (const element of elements) {
      const image = ascending(solution.map((option) => element[option]));
      const compared = compareLists(image, least);
      if (compared < 0) {
        least = image;
        alike = 0;
      }
      if (compared <= 0) alike++;
    }
    return { key: least.join(), size: BigInt(elements.length / alike) };
  }

  /**
   * All permutations of options that the symmetries give, if these are few. A generator that gives
   * none that is new, such as one that moves items alone, is left out.
   */
  private *listed(): Slices<readonly Int32Array[] | undefined> {
    const { group, graph } = this.search;
    const { options } = graph;
    const most = Math.min(this.mostElements, MOST_LISTED_NUMBERS / Math.max(1, options));
    if (most < 1) return undefined;
    const elements = [Int32Array.from({ length: options }, (_, option) => option)];
    const known = new Elements(elements);
    for (let k = 0; k < group.generators; k++) {
      yield;
      // The first point that it moves is the least one: an option, if it moves any.
      if (group.movedBy(k)[0] >= options) continue;
      const generator = group.imagesOf(k, 0, options);
      if (known.has(generator)) continue;
      this.generators.push(generator);
      for (const element of elements) {
        for (const other of this.generators) {
          const product = element.map((option) => other[option]);
          if (!known.add(product)) continue;
          elements.push(product);
          if (elements.length > most) return undefined;
        }
        yield;
      }
    }
    return elements;
  }
}

/**
 * One of each class of conjugate elements, and the size of the class. Each of a class takes as many
 * solutions to themselves. Undefined if there are more than `most` classes.
 */
export function* conjugatesIn(
  elements: readonly Int32Array[],
  generators: readonly Int32Array[],
  most: number,
): Slices<Conjugates[] | undefined> {
  const left = new Elements(elements);
  const all: Conjugates[] = [];
  for (const element of elements) {
    if (!left.delete(element)) continue;
    if (all.length === most) return undefined;
    const conjugate = [element];
    for (const one of conjugate) {
      for (const generator of generators) {
        const other = new Int32Array(one.length);
        for (let option = 0; option < one.length; option++) {
          other[generator[option]] = generator[one[option]];
        }
        if (left.delete(other)) conjugate.push(other);
      }
      yield;
    }
    all.push({ element, size: conjugate.length });
  }
  return all;
}

/** Compares lists of one length, from the first number on. */
export function compareLists(list: readonly number[], other: readonly number[]): number {
  const k = list.findIndex((value, place) => value !== other[place]);
  return k < 0 ? 0 : list[k] - other[k];
}
