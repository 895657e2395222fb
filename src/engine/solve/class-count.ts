import { Totals } from '../kernels/counters.ts';
import { Start } from '../kernels/prefix.ts';
import { notOnSolution, type Outcome } from '../kernels/search.ts';
import type { Compiled } from '../problem/compiled.ts';
import { type AnyProblem, describedOf } from '../problem/problem.ts';
import { finish, type Slices } from '../problem/slices.ts';
import { type Conjugates, conjugatesIn } from '../symmetry/equivalence.ts';
import type { OptionGroup } from '../symmetry/option-group.ts';
import { quotientOf } from '../symmetry/quotient.ts';
import { ClassSearch, classesUnder } from './class-search.ts';
import { countPortfolio } from './counting.ts';
import { eachClass } from './each-class.ts';
import { ListedClasses } from './listed-classes.ts';
import type { Settings } from './question-settings.ts';
import type { SolutionWork } from './solution-work.ts';
import { givenSymmetry } from './symmetry-source.ts';
import type { TreePortfolio } from './tree-portfolio.ts';

/** With more classes of conjugate symmetries than this, the solutions are listed. */
const MOST_COUNTS = 64;

/**
 * The number of classes. They are found one by one with a limit, where the image of a solution may be
 * none, and where items are covered several times; else solutions are counted.
 */
export function countedClasses(
  compiled: Compiled,
  settings: Settings,
  problem: AnyProblem,
): SolutionWork {
  const { limit = Number.POSITIVE_INFINITY } = settings;
  const isListed = limit < Number.POSITIVE_INFINITY || compiled.stated < compiled.options;
  const given = isListed ? undefined : givenSymmetry(compiled, settings, problem);
  if (given !== undefined) {
    return (
      finish(fixedCount(compiled, settings, given.group)) ??
      new ListedClasses(compiled, settings, given)
    );
  }
  if (isListed || describedOf(problem) !== undefined) {
    return eachClass(compiled, settings, problem);
  }
  return new ClassSearch(compiled, settings, function* (found) {
    const { elements, generators } = found;
    const count =
      elements &&
      (yield* fixedCount(compiled, settings, {
        elements,
        generators,
        automorphisms: elements.length,
      }));
    return count ?? (yield* classesUnder(compiled, settings, found));
  });
}

/** The count by Burnside's lemma; undefined where that does not do. */
function* fixedCount(
  compiled: Compiled,
  settings: Settings,
  { elements, automorphisms, generators }: OptionGroup,
): Slices<FixedCount | undefined> {
  if (compiled.multiple || automorphisms < elements.length) return undefined;
  const conjugates = yield* conjugatesIn(elements, generators, MOST_COUNTS);
  return conjugates && new FixedCount(compiled, settings, conjugates);
}

/**
 * The number of classes under few symmetries, by Burnside's lemma: it is the mean, over
 * all symmetries, of the number of solutions that the symmetry takes to themselves. Each of these
 * numbers is a count of its own, of a smaller problem. So no class is listed: 12,988,816 coverings
 * of a chessboard by dominoes are counted up to symmetry in 0.07 s.
 *
 *     8 queens   identity 92, half a turn 4, quarter turns 0, mirrors 0      (92 + 4) / 8 = 12
 */
class FixedCount extends Totals implements SolutionWork {
  /** No solution counts towards a limit: with one, classes are listed. */
  readonly solutions = 0;
  readonly #compiled: Compiled;
  readonly #settings: Settings;
  readonly #start: Start;
  /** Of conjugate symmetries, each takes as many solutions to themselves. */
  readonly #conjugates: readonly Conjugates[];
  readonly #symmetries: bigint;
  #next = 0;
  #counting: TreePortfolio | undefined;
  #sum = 0n;
  #found = 0n;

  constructor(compiled: Compiled, settings: Settings, conjugates: readonly Conjugates[]) {
    super([]);
    this.#compiled = compiled;
    this.#settings = settings;
    this.#start = new Start(compiled, settings.prefix);
    this.#conjugates = conjugates;
    this.#symmetries = BigInt(conjugates.reduce((sum, { size }) => sum + size, 0));
  }

  /** The solutions found so far; at the end, all. */
  get all(): bigint {
    return this.#found;
  }

  /** A lower bound while it goes on: no class has more solutions than there are symmetries. */
  get exact(): bigint {
    const isDone = this.#next === this.#conjugates.length;
    return ((isDone ? this.#sum : this.#found) + this.#symmetries - 1n) / this.#symmetries;
  }

  share(): number {
    return (this.#next + (this.#counting?.share() ?? 0)) / this.#conjugates.length;
  }

  advance(nodeBudget: number): Outcome {
    const stop = this.nodes + nodeBudget;
    while (this.#next < this.#conjugates.length) {
      this.#counting ??= this.#begin();
      const outcome = this.#counting.advance(stop - this.nodes, Number.POSITIVE_INFINITY);
      if (this.#next === 0) this.#found = this.#counting.exact;
      if (outcome !== 'exhausted') return outcome === 'solution' ? 'paused' : outcome;
      const { size } = this.#conjugates[this.#next++];
      this.#sum += BigInt(size) * this.#counting.exact;
      this.#counting.end();
      this.#counting = undefined;
      if (this.nodes >= stop) return 'paused';
    }
    return 'exhausted';
  }

  end(): void {
    this.#counting?.end();
  }

  /** It only counts. */
  solution(): never {
    throw notOnSolution();
  }

  /**
   * Begins to count the solutions that the next symmetry takes to themselves. The first is the
   * identity.
   */
  #begin(): TreePortfolio {
    const { memoryLimit, prefix } = this.#settings;
    const { element } = this.#conjugates[this.#next];
    const counted =
      this.#next === 0
        ? { compiled: this.#compiled, prefix }
        : quotientOf(this.#compiled, element, this.#start);
    const counting = countPortfolio(counted.compiled, { memoryLimit, prefix: counted.prefix });
    this.parts.push(counting);
    return counting;
  }
}
