import type { Status } from '../kernels/search.ts';
import { type Compiled, checkCompiled } from '../problem/compiled.ts';
import { plural, QuadrilleError, shown } from '../problem/error.ts';
import { integers } from '../problem/memory.ts';
import { Graph } from './graph.ts';
import { Group } from './group.ts';
import { relabelled } from './relabelled.ts';
import { SymmetrySearch } from './search.ts';

/** A permutation of the options and items of a problem that keeps every use: number -> image. */
export interface Symmetry {
  readonly options: Int32Array;
  readonly items: Int32Array;
}

/** A generator whose arrays are made when they are first read. */
function generatorOf(
  { options, stated }: Compiled,
  items: number,
  imagesOf: (first: number, count: number) => Int32Array,
): Symmetry {
  let ofOptions: Int32Array | undefined;
  let ofItems: Int32Array | undefined;
  return {
    get options() {
      ofOptions ??= imagesOf(0, stated);
      return ofOptions;
    },
    get items() {
      ofItems ??= imagesOf(options, items);
      return ofItems;
    },
  };
}

/** A solution, or its option numbers. */
export type SolutionNumbers = readonly number[] | { readonly numbers: readonly number[] };

/**
 * The symmetries of a problem: permutations of its options and items that keep every use, the kinds
 * and the bounds of items, and the costs of options. They may permute the colours of each item. S
 * is a solution as the caller sees it: a `Solution`, or option numbers where the problem is
 * compiled.
 *
 * The group acts on options and items together, as they are stated. Two options with the same items
 * may be swapped, and so may two items with the same options, or without any: each of that counts
 * in `order`. Options that no solution has, and items that forbid nothing, are kept like all
 * others. Preferred items do not matter.
 */
export class Symmetries<S> {
  /** `complete`: they are all known. Else what is here was proven before a limit stopped it. */
  readonly status: Status;
  /** Symmetries from which all others come, one after the other. */
  readonly generators: readonly Symmetry[];
  /** Option -> the first option that a symmetry takes it to. */
  readonly optionOrbits: Int32Array;
  /** Item -> the first item that a symmetry takes it to. */
  readonly itemOrbits: Int32Array;
  readonly #orderOf: () => bigint;
  #order: bigint | undefined;
  readonly #compiled: Compiled;
  readonly #described: () => Compiled;
  readonly #read: (numbers: number[]) => S;
  readonly #maxNodes: number;
  readonly #group: Group;
  /** Made when a solution is first asked for. */
  #search: SymmetrySearch | undefined;
  /** Canonical label -> option of the problem without any solution. */
  #canonicalOptions: Int32Array | undefined;

  /**
   * `items`: the number of those that were stated, not added to describe rules. `described`: the problem
   * whose symmetries these are, where `compiled` is only as large, since nothing was searched.
   *
   * @internal
   */
  constructor(
    compiled: Compiled,
    read: (numbers: number[]) => S,
    search: SymmetrySearch | undefined,
    status: Status,
    maxNodes: number,
    items = compiled.primary + compiled.secondary,
    described = () => compiled,
  ) {
    const { options, stated } = compiled;
    const group = search?.group ?? new Group(0);
    this.#group = group;
    this.#compiled = compiled;
    this.#described = described;
    this.#read = read;
    this.#maxNodes = maxNodes;
    this.status = status;
    this.#orderOf = () => search?.order ?? 1n;
    this.generators = Array.from({ length: group.generators }, (_, k) =>
      generatorOf(compiled, items, (first, count) => group.imagesOf(k, first, count)),
    );
    const leastOf = (vertex: number) => search?.group.orbits.least(vertex) ?? vertex;
    this.optionOrbits = integers(stated, 'the orbits of options').map((_, k) => leastOf(k));
    this.itemOrbits = integers(items, 'the orbits of items').map(
      (_, k) => leastOf(options + k) - options,
    );
  }

  /**
   * The number of symmetries known: of the group that `generators` generate. It is worked out when
   * it is first read: 300,000! has 1.5 million digits.
   */
  get order(): bigint {
    this.#order ??= this.#orderOf();
    return this.#order;
  }

  /**
   * The cycles of a generator, each from its least member. Fixed points are left out.
   *
   * @internal
   */
  cyclesOf(generator: number): { readonly items: number[][]; readonly options: number[][] } {
    const { options: optionCount, stated } = this.#compiled;
    const pairs = this.#group.movedBy(generator);
    const imageOf = new Map<number, number>();
    for (let k = 0; k < pairs.length; k += 2) {
      imageOf.set(pairs[k], pairs[k + 1]);
    }
    const cycles = { items: [] as number[][], options: [] as number[][] };
    for (const first of imageOf.keys()) {
      const isOption = first < optionCount;
      const cycle: number[] = [];
      for (let at: number | undefined = first; at !== undefined; ) {
        cycle.push(isOption ? at : at - optionCount);
        const image = imageOf.get(at);
        imageOf.delete(at);
        at = image === first ? undefined : image;
      }
      // Pairs of an item and a colour come last. They are no part of a symmetry as callers get it.
      if (isOption && first < stated) cycles.options.push(cycle);
      else if (!isOption && first < optionCount + this.itemOrbits.length) cycles.items.push(cycle);
    }
    return cycles;
  }

  /** The solution that a symmetry takes a solution to. */
  image(symmetry: Symmetry, solution: SolutionNumbers): S {
    const numbers = this.#numbersOf(solution);
    return this.#read(numbers.map((option) => symmetry.options[option]));
  }

  /** True if a symmetry takes one solution to the other. */
  isEquivalent(solution: SolutionNumbers, other: SolutionNumbers): boolean {
    const numbers = this.#numbersOf(solution);
    const others = this.#numbersOf(other);
    const form = this.#label(numbers).canonicalForm().copy();
    return this.#label(others).canonicalForm().compare(form) === 0;
  }

  /** The number of solutions that symmetries take a solution to, itself included. */
  classSize(solution: SolutionNumbers): bigint {
    const numbers = this.#numbersOf(solution);
    if (this.status !== 'complete') {
      throw new QuadrilleError(
        'not-done',
        `The size of a class needs all symmetries, and their search ended with status ${this.status}; ` +
          'call symmetries() with higher limits.',
      );
    }
    // An orbit has as many members as the group has symmetries for each that fixes one of them.
    return this.order / this.#label(numbers, false).order;
  }

  /**
   * The solution that stands for all that are equivalent to a solution: the same for each of them.
   *
   * With the solution as a class of its own, the canonical labelling distinguishes the problem from
   * its images, apart from symmetries of the solution. So all equivalent solutions lead to one and
   * the same relabelled problem. Its own canonical labelling leads from there to the labelling of
   * the problem that knows of no solution, and so back.
   */
  canonical(solution: SolutionNumbers): S {
    const numbers = this.#numbersOf(solution);
    const described = this.#described();
    const { primary, secondary, options } = described;
    const items = primary + secondary;
    const { best, label, graph } = this.#label(numbers);
    const below = graph.vertices - options;
    const chosen = numbers.map((option) => label[option] - below);
    const itemOf = best.subarray(0, items).map((vertex) => vertex - options);
    const twin = new SymmetrySearch(
      loaded(relabelled(described, itemOf, best.slice(below, graph.vertices))),
    );
    this.#run(twin, true);
    this.#canonicalOptions ??= this.#label([]).best.slice(below, graph.vertices);
    const canonicalOptions = this.#canonicalOptions;
    return this.#read(chosen.map((option) => canonicalOptions[twin.label[option] - below]));
  }

  /** The search, at the end for the problem with these options as a kind of their own. */
  #label(marked: readonly number[], wantsForm = true): SymmetrySearch {
    const described = this.#described();
    checkCompiled(described);
    this.#search ??= new SymmetrySearch(new Graph(described));
    this.#search.graph.loadProblem(marked);
    this.#run(this.#search, wantsForm);
    return this.#search;
  }

  #run(search: SymmetrySearch, wantsForm: boolean): void {
    search.begin(wantsForm);
    if (search.advance(Number.POSITIVE_INFINITY, this.#maxNodes) === 'exhausted') return;
    throw new QuadrilleError(
      'too-large',
      `The symmetries of a solution take more than ${plural(this.#maxNodes, 'node')}; ` +
        'call symmetries() with a higher maxNodes, or without.',
    );
  }

  #numbersOf(solution: SolutionNumbers): number[] {
    const numbers: unknown = (solution as { numbers?: unknown } | null)?.numbers ?? solution;
    const { stated } = this.#compiled;
    if (!Array.isArray(numbers)) {
      throw new QuadrilleError(
        'bad-setting',
        `The solution is ${shown(solution)}; give a solution, or an array of option numbers.`,
      );
    }
    const seen = new Set<number>();
    for (const option of numbers) {
      if (!(Number.isInteger(option) && option >= 0 && option < stated) || seen.has(option)) {
        throw new QuadrilleError(
          'unknown-option',
          `The solution has ${shown(option)}; give each option once, by a number from 0 to ${stated - 1}.`,
        );
      }
      seen.add(option);
    }
    return [...seen];
  }
}

function loaded(compiled: Compiled): Graph {
  const graph = new Graph(compiled);
  graph.loadProblem();
  return graph;
}
