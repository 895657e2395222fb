import { KnownClasses } from '../diagram/known-classes.ts';
import { Totals } from '../kernels/counters.ts';
import { notOnSolution, type Outcome, type Search } from '../kernels/search.ts';
import { type Compiled, statedOf } from '../problem/compiled.ts';
import { ascending } from '../problem/problem.ts';
import type { Slices } from '../problem/slices.ts';
import { CLASS_MEMORY, Equivalence } from '../symmetry/equivalence.ts';
import { treeSearch } from './portfolios.ts';
import type { Settings } from './question-settings.ts';
import type { SolutionWork } from './solution-work.ts';

/** The nodes of the search between two pauses. */
const SLICE_NODES = 1 << 10;

/**
 * One solution of each class of a problem with rules. Its symmetries are those of the rules as
 * stated, which the items and options that they are compiled to may have more or fewer of. So all
 * solutions are found, and each is known by its class.
 */
export class RuledClasses extends Totals implements SolutionWork {
  /** Classes found, and the solutions in them. */
  solutions = 0;
  all = 0n;
  /** The number of solutions in the class that was found last. */
  classSize = 0n;
  readonly #search: Search;
  readonly #equivalence: Equivalence;
  readonly #found: KnownClasses;
  readonly #memoryLimit: number;
  readonly #steps: Slices<Outcome>;
  readonly #compiled: Compiled;
  #reported: number[] | undefined;
  #outcome: Outcome | undefined;
  #budget = 0;

  /** `described`: a problem with the symmetries of the stated one. */
  constructor(compiled: Compiled, described: Compiled, settings: Settings) {
    const { prefix, memoryLimit = CLASS_MEMORY } = settings;
    const search = treeSearch(compiled, { prefix });
    super([search]);
    this.#search = search;
    this.#compiled = compiled;
    this.#memoryLimit = memoryLimit;
    this.#equivalence = new Equivalence(described, prefix, { memoryLimit });
    this.#found = new KnownClasses(this.#equivalence, memoryLimit / 4);
    this.#steps = this.#run();
  }

  get exact(): bigint {
    return BigInt(this.solutions);
  }

  share(): number {
    return this.#search.share();
  }

  advance(nodeBudget: number, solutionBudget = 1): Outcome {
    if (this.#outcome !== undefined) return this.#outcome;
    const wanted = this.solutions + solutionBudget;
    this.#budget = Math.min(nodeBudget, SLICE_NODES);
    for (;;) {
      this.#reported = undefined;
      const { done, value } = this.#steps.next();
      if (done) this.#outcome = value;
      if (this.#outcome !== undefined) return this.#outcome;
      if (this.#reported !== undefined && this.solutions >= wanted) return 'solution';
      if (nodeBudget !== Number.POSITIVE_INFINITY) return 'paused';
    }
  }

  solution(): number[] {
    if (this.#reported === undefined) throw notOnSolution();
    return [...this.#reported];
  }

  end(): void {
    this.#search.end();
  }

  /** Pauses at a solution of a new class, and where it may. */
  *#run(): Slices<Outcome> {
    const found = this.#found;
    yield* this.#equivalence.find();
    if (!this.#equivalence.isFound) return 'stuck';
    for (;;) {
      const outcome = this.#search.advance(this.#budget);
      if (outcome === 'exhausted' || outcome === 'stuck') return outcome;
      if (outcome === 'solution') {
        const chosen = statedOf(this.#compiled, this.#search.solution());
        const size = yield* found.enter(chosen);
        if (found.bytes > this.#memoryLimit) found.forgetPointed();
        if (found.bytes > this.#memoryLimit) return 'stuck';
        if (size !== undefined) {
          this.classSize = size;
          this.all += size;
          this.solutions++;
          this.#reported = ascending(chosen);
        }
      }
      yield;
    }
  }
}
