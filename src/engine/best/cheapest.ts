/** A solution and its cost. */
export interface PricedSolution {
  readonly cost: number;
  /** The numbers of its options, in ascending order. */
  readonly options: readonly number[];
  /** Up to symmetry: the number of solutions in its class. */
  readonly classSize?: bigint;
}

interface Listed extends PricedSolution {
  readonly key: string;
}

/** A key of a solution: of solutions with one key, only one is listed. */
type KeyOf = (numbers: readonly number[]) => { readonly key: string; readonly size?: bigint };

const byOptions: KeyOf = (numbers) => ({ key: numbers.join() });

/**
 * The k cheapest solutions found so far, each once, in order of cost; equal costs in the order
 * found. It also says how cheap a further solution must be to be of interest.
 */
export class CheapestList {
  readonly #k: number;
  readonly #keyOf: KeyOf;
  readonly #below: number;
  /** Those listed, so that none comes twice. */
  readonly #keys = new Set<string>();
  readonly list: Listed[] = [];
  /** Improvements of the list. */
  improvements = 0;
  /** The numbers that the list holds. */
  size = 0;
  /**
   * Of several solutions the cheapest one comes first. Until it is proven, its cost is a target.
   */
  isFirst = false;
  /**
   * True while the search also looks for one solution more than k: either it finds one, or it
   * proves that all solutions are listed. Until then no cost is too high.
   */
  looksForOthers = false;
  /** True once a solution is known that is not listed. */
  #hasOthers = false;
  #target = Number.POSITIVE_INFINITY;

  /** `below`: all solutions listed cost less. */
  constructor(k: number, keyOf = byOptions, below = Number.POSITIVE_INFINITY) {
    this.#k = k;
    this.#keyOf = keyOf;
    this.#below = below;
  }

  /** The search looks for solutions that cost less than this, until it has them all. */
  get target(): number {
    const first = this.isFirst ? this.list[0]?.cost : undefined;
    return Math.min(this.#target, first ?? Number.POSITIVE_INFINITY);
  }

  set target(cost: number) {
    this.#target = cost;
  }

  /** A further solution must cost less than this. */
  get cutoff(): number {
    return Math.min(this.worst, this.target);
  }

  /** True while only the cheapest solution is wanted. */
  get isOne(): boolean {
    return this.#k === 1 || this.isFirst;
  }

  /**
   * The cost of the k-th solution. Infinity before there is one, and while no other one is known
   * but looked for. So a search that ends at Infinity has listed all solutions.
   */
  get worst(): number {
    if (this.looksForOthers && !this.#hasOthers) return this.#below;
    return this.#last;
  }

  /** True once k solutions are known. */
  get isFull(): boolean {
    return this.list.length === this.#k;
  }

  get #last(): number {
    return Math.min(this.list[this.#k - 1]?.cost ?? Number.POSITIVE_INFINITY, this.#below);
  }

  /** Takes a solution, unless it is known already or too dear. */
  add(cost: number, numbers: readonly number[]): boolean {
    if (this.#hasOthers && cost >= this.#last) return false;
    const options = [...numbers].sort((a, b) => a - b);
    const { key, size } = this.#keyOf(options);
    if (this.#keys.has(key)) return false;
    if (cost >= this.#below) return false;
    if (this.isFull) this.#hasOthers = true;
    if (cost >= this.#last) return false;
    let low = 0;
    for (let high = this.list.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (this.list[middle].cost <= cost) low = middle + 1;
      else high = middle;
    }
    this.list.splice(low, 0, {
      cost,
      options,
      key,
      ...(size !== undefined && { classSize: size }),
    });
    this.#keys.add(key);
    this.size += options.length;
    if (this.list.length > this.#k) {
      const last = this.list.pop() as Listed;
      this.#keys.delete(last.key);
      this.size -= last.options.length;
    }
    this.improvements++;
    return true;
  }
}
