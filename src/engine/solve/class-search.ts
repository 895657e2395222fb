import { Classes } from '../diagram/classes.ts';
import { Totals } from '../kernels/counters.ts';
import type { Decisions } from '../kernels/prefix.ts';
import { notOnSolution, type Outcome } from '../kernels/search.ts';
import type { Compiled } from '../problem/compiled.ts';
import type { Slices } from '../problem/slices.ts';
import { Equivalence } from '../symmetry/equivalence.ts';
import { ListedClasses } from './listed-classes.ts';
import { treeSearch } from './portfolios.ts';
import type { Settings } from './question-settings.ts';
import type { SolutionWork } from './solution-work.ts';
import { rulesBelow } from './symmetry-source.ts';

/**
 * Classes under all symmetries of a problem: it finds these, and then begins the work that suits
 * them.
 */
export class ClassSearch extends Totals implements SolutionWork {
  readonly #equivalence: Equivalence;
  #finding: Slices<SolutionWork | undefined> | undefined;
  #work: SolutionWork | undefined;

  constructor(
    compiled: Compiled,
    settings: Settings,
    begin: (found: Equivalence) => Slices<SolutionWork>,
  ) {
    super([]);
    this.#equivalence = new Equivalence(compiled, settings.prefix, settings);
    this.#finding = this.#find(begin);
  }

  get solutions(): number {
    return this.#work?.solutions ?? 0;
  }

  get exact(): bigint {
    return this.#work?.exact ?? 0n;
  }

  get all(): bigint {
    return this.#work?.all ?? 0n;
  }

  get classSize(): bigint | undefined {
    return this.#work?.classSize;
  }

  share(): number {
    return this.#work?.share() ?? 0;
  }

  advance(nodeBudget: number, solutionBudget = 1): Outcome {
    while (this.#finding !== undefined) {
      const { done, value } = this.#finding.next();
      if (done) {
        this.#work = value;
        if (value !== undefined) this.parts.push(value);
        this.#finding = undefined;
      } else if (nodeBudget !== Number.POSITIVE_INFINITY) return 'paused';
    }
    return this.#work?.advance(nodeBudget, solutionBudget) ?? 'stuck';
  }

  solution(): number[] {
    if (this.#work === undefined) throw notOnSolution();
    return this.#work.solution();
  }

  end(): void {
    this.#work?.end?.();
  }

  *#find(begin: (found: Equivalence) => Slices<SolutionWork>): Slices<SolutionWork | undefined> {
    yield* this.#equivalence.find();
    return this.#equivalence.isFound ? yield* begin(this.#equivalence) : undefined;
  }
}

/** One solution of each class under symmetries that were found. */
export function* classesUnder(
  compiled: Compiled,
  settings: Settings,
  equivalence: Equivalence,
): Slices<SolutionWork> {
  const { prefix, memoryLimit } = settings;
  const { elements, generators } = equivalence;
  if (elements !== undefined && compiled.multiple) {
    const group = { elements, automorphisms: elements.length, generators };
    const rules = rulesBelow(compiled, prefix);
    return new ListedClasses(compiled, settings, { group, stated: compiled, rules });
  }
  const start = (below: Decisions) => treeSearch(compiled, { prefix: below });
  return new Classes(compiled, { start, prefix, memoryLimit, equivalence });
}
