import { COSTS } from '../kernels/costs.ts';
import type { Prefix } from '../kernels/prefix.ts';
import type { Compiled } from '../problem/compiled.ts';
import { isMemoryRefused } from '../problem/memory.ts';
import type { Slices } from '../problem/slices.ts';
import { type Roots, rootsBelow } from '../symmetry/roots.ts';
import { costOfSymmetries } from './forecast.ts';

/**
 * Symmetries are looked for if they are expected to save this many times their cost, and what V8
 * takes to compile that search. It ends at that part of what it may save.
 */
const SAVED_TIMES = 8;
const COMPILED_NS = 10_000_000;
/** The most vertices and edges looked at. */
const MOST_ROOT_LOOKS = 1 << 22;
/** The part of the subtrees that symmetries leave must be at most this. */
const FEW = 0.75;

const NO_SYMMETRIES: Roots = { prefixes: [], part: 1, order: 1n, items: 0, orbits: 0 };

/** The symmetries of a problem below a prefix, and the roots of the tree that they leave. */
export class RootSymmetry {
  /** The symmetries, once they are known. */
  found: Roots | undefined;
  readonly #compiled: Compiled;
  /** A factor for the cost of symmetries. */
  readonly #bias: number;
  readonly #isUsed: boolean;

  /** `isUsed`: a search may find one solution for several. */
  constructor(compiled: Compiled, bias: number, isUsed: boolean) {
    this.#compiled = compiled;
    this.#bias = bias;
    this.#isUsed = isUsed;
  }

  get isUsed(): boolean {
    return this.#isUsed;
  }

  /** What it is expected to cost to find the symmetries. */
  get cost(): number {
    return this.#bias * costOfSymmetries(this.#compiled);
  }

  /** True if they are likely to pay, where work of that cost is left. */
  isWorth(left: number): boolean {
    if (!this.#isUsed || this.found !== undefined) return false;
    // The rest of `multiples` looks cheaper than it is.
    const toCompile = this.#compiled.multiple ? 0 : this.#bias * COMPILED_NS;
    return left >= SAVED_TIMES * this.cost + toCompile;
  }

  /**
   * Finds the symmetries, slice by slice. `left` is the cost of the work that they may save.
   * Returns the roots, if they are few. Of options that are alike the root has the one whose `placeOf` is
   * least.
   */
  *find(
    prefix: Prefix,
    left: number,
    placeOf?: (option: number) => number,
  ): Slices<readonly Prefix[] | undefined> {
    const mostLooks =
      this.#bias === 0
        ? MOST_ROOT_LOOKS
        : Math.min(left / (SAVED_TIMES * COSTS.symmetry.look), MOST_ROOT_LOOKS);
    let found = NO_SYMMETRIES;
    try {
      found = yield* rootsBelow(this.#compiled, { prefix, mostLooks, placeOf });
    } catch (error) {
      if (!isMemoryRefused(error)) throw error;
    }
    this.found = found;
    return found.part <= FEW ? found.prefixes : undefined;
  }
}
