import { Totals } from '../kernels/counters.ts';
import { Start } from '../kernels/prefix.ts';
import { PrefixSearch } from '../kernels/prefix-search.ts';
import { notOnSolution, type Outcome, type Search } from '../kernels/search.ts';
import { type Compiled, statedOf } from '../problem/compiled.ts';
import { ascending } from '../problem/problem.ts';
import { ClassRoots } from '../symmetry/class-roots.ts';
import { Images } from '../symmetry/images.ts';
import { enumerationOf, treeSearch } from './portfolios.ts';
import type { Settings } from './question-settings.ts';
import type { SolutionWork } from './solution-work.ts';
import type { Symmetry } from './symmetry-source.ts';

/** The nodes of the search between two pauses. */
const SLICE_NODES = 1 << 10;

/**
 * One solution of each class, where the symmetries are listed. It finds the solutions below the
 * prefixes that automorphisms leave, and reports one if it is the first of its class there. None is
 * remembered.
 */
export class ListedClasses extends Totals implements SolutionWork {
  /** Classes found, and the solutions in them. */
  solutions = 0;
  all = 0n;
  /** The number of solutions in the class that was found last. */
  classSize = 0n;
  readonly #compiled: Compiled;
  readonly #roots: ClassRoots;
  readonly #images: Images;
  readonly #search: Search;
  #reported: number[] | undefined;

  constructor(compiled: Compiled, settings: Settings, { group, stated, rules }: Symmetry) {
    const { prefix } = new Start(compiled, settings.prefix);
    const automorphisms = group.elements.slice(0, group.automorphisms);
    const roots = new ClassRoots(compiled, automorphisms, prefix);
    const { prefixes } = roots;
    const search =
      prefixes.length === 1 && prefixes[0] === prefix
        ? enumerationOf(compiled, { prefix })
        : new PrefixSearch(treeSearch(compiled, {}), prefixes, prefix);
    super([search]);
    this.#compiled = compiled;
    this.#roots = roots;
    this.#search = search;
    this.#images = new Images(stated, group, rules);
  }

  get exact(): bigint {
    return BigInt(this.solutions);
  }

  share(): number {
    return this.#search.share();
  }

  advance(nodeBudget: number, solutionBudget = 1): Outcome {
    const isEndless = nodeBudget === Number.POSITIVE_INFINITY;
    const budget = isEndless ? nodeBudget : Math.min(nodeBudget, SLICE_NODES);
    const wanted = this.solutions + solutionBudget;
    this.#reported = undefined;
    for (;;) {
      const outcome = this.#search.advance(budget);
      if (outcome === 'exhausted' || outcome === 'stuck') return outcome;
      if (outcome === 'solution' && this.#enter() && this.solutions >= wanted) return outcome;
      if (!isEndless) return 'paused';
    }
  }

  solution(): number[] {
    if (this.#reported === undefined) throw notOnSolution();
    return [...this.#reported];
  }

  end(): void {
    this.#search.end();
  }

  /** Looks at the solution found. True if it stands for its class. */
  #enter(): boolean {
    const chosen = statedOf(this.#compiled, this.#search.solution());
    if (!this.#images.isFirst(chosen, this.#roots)) return false;
    this.classSize = this.#images.sizeOf(chosen);
    this.all += this.classSize;
    this.solutions++;
    this.#reported = ascending(chosen);
    return true;
  }
}
