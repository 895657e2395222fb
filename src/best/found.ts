/** A solution and its cost. */
export interface Found {
  readonly cost: number;
  /** The option numbers, in ascending order. */
  readonly options: readonly number[];
}

/** The k cheapest solutions found so far, each once, in order of cost; equal costs in the order found. */
export class FoundList {
  readonly #k: number;
  /** Those listed, so that none comes twice. */
  readonly #keys = new Set<string>();
  readonly list: Found[] = [];
  /** Improvements of the list. */
  improvements = 0;
  /** The numbers that the list holds. */
  size = 0;

  constructor(k: number) {
    this.#k = k;
  }

  /** Of several solutions the cheapest one is sought first: until it is proven, others are listed only as they come. */
  isFirst = false;
  #target = Number.POSITIVE_INFINITY;

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

  /** Whether only the cheapest solution is wanted for now. */
  get isOne(): boolean {
    return this.#k === 1 || this.isFirst;
  }

  /** The cost of the k-th solution; Infinity before there is one. */
  get worst(): number {
    return this.list.length < this.#k
      ? Number.POSITIVE_INFINITY
      : (this.list[this.#k - 1] as Found).cost;
  }

  /** Takes a solution, unless it is known already or too dear. */
  add(cost: number, numbers: readonly number[]): boolean {
    if (cost >= this.worst) return false;
    const options = [...numbers].sort((a, b) => a - b);
    const key = options.join();
    if (this.#keys.has(key)) return false;
    let low = 0;
    for (let high = this.list.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((this.list[middle] as Found).cost <= cost) low = middle + 1;
      else high = middle;
    }
    this.list.splice(low, 0, { cost, options });
    this.#keys.add(key);
    this.size += options.length;
    if (this.list.length > this.#k) {
      const last = this.list.pop() as Found;
      this.#keys.delete(last.options.join());
      this.size -= last.options.length;
    }
    this.improvements++;
    return true;
  }
}
