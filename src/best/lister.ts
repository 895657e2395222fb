import type { Decisions } from '../kernels/prefix.ts';
import type { Search } from '../kernels/search.ts';
import { startCells } from '../kernels/start.ts';
import { type Compiled, costOf } from '../problem/compiled.ts';
import type { FoundList } from './found.ts';

/** Nodes before a pause. */
const NODES = 1 << 9;
/** How much more work it does than all others. */
const PART = 3;
/** The share of all solutions from which on it goes on to the end. */
const NEARLY = 0.5;

/**
 * Lists all solutions, whatever they cost, by the engine `cells`. That helps where several solutions are wanted and there are
 * fewer: then no cost is too much, and the proof has to see all there is. `cells` sees it in a tenth of the time of a
 * search that keeps accounts.
 */
export class Lister {
  readonly #compiled: Compiled;
  readonly #max: boolean;
  readonly #prefix: Decisions | undefined;
  readonly #list: FoundList;
  #cells: Search | undefined;

  constructor(
    compiled: Compiled,
    list: FoundList,
    { max, prefix }: { readonly max: boolean; readonly prefix?: Decisions | undefined },
  ) {
    this.#compiled = compiled;
    this.#max = max;
    this.#prefix = prefix;
    this.#list = list;
  }

  get nodes(): number {
    return this.#cells?.nodes ?? 0;
  }

  /** Whether it is its turn, where all others have done so much work. */
  isWanted(work: number): boolean {
    const { isOne, worst } = this.#list;
    if (isOne || this.#compiled.multiple) return false;
    // With all that are wanted known, a cost can be too much. But near its end it goes on to its proof.
    if (worst !== Number.POSITIVE_INFINITY && (this.#cells?.share() ?? 0) < NEARLY) return false;
    return (this.#cells?.updates ?? 0) < PART * work;
  }

  /** Its turn. 'exhausted' says that nothing more is to be found. */
  run(): 'paused' | 'exhausted' {
    this.#cells ??= startCells(this.#compiled, { prefix: this.#prefix });
    const outcome = this.#cells.advance(NODES, 1);
    if (outcome === 'solution') {
      const options = this.#cells.solution();
      const cost = options.reduce((sum, k) => sum + costOf(this.#compiled, k), 0);
      this.#list.add(this.#max ? 0 - cost : cost, options);
    }
    return outcome === 'exhausted' ? 'exhausted' : 'paused';
  }
}
