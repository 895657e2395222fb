import { Classes, type ClassSettings } from '../diagram/classes.ts';
import { Totals } from '../kernels/counters.ts';
import { notOnSolution, type Outcome } from '../kernels/search.ts';
import type { Compiled } from '../problem/compiled.ts';
import type { Slices } from '../problem/slices.ts';
import { type Conjugates, Equivalence } from '../symmetry/equivalence.ts';
import { quotientOf } from '../symmetry/quotient.ts';
import { classSettings, listedClasses } from './classes.ts';
import { countPortfolio } from './counting.ts';
import type { Settings } from './question-settings.ts';
import type { SolutionWork } from './solution-work.ts';
import type { TreePortfolio } from './tree-portfolio.ts';

/** With more classes of conjugate symmetries than this, the solutions are listed. */
const MOST_COUNTS = 64;

/** The number of classes. With a limit they are found one by one. */
export function countedClasses(
  compiled: Compiled,
  settings: Settings,
  described?: Compiled,
): SolutionWork {
  const { limit = Number.POSITIVE_INFINITY } = settings;
  const isListed = limit < Number.POSITIVE_INFINITY || described !== undefined;
  if (isListed) return listedClasses(compiled, settings, described);
  return new ClassCount(compiled, classSettings(compiled, settings));
}

/**
 * The number of classes. Where the symmetries are few, by Burnside's lemma: it is the mean, over
 * all symmetries, of the number of solutions that the symmetry takes to themselves. Each of these
 * numbers is a count of its own, of a smaller problem. So no class is listed: 12,988,816 coverings
 * of a chessboard by dominoes are counted up to symmetry in 0.07 s.
 *
 *     8 queens   identity 92, half a turn 4, quarter turns 0, mirrors 0      (92 + 4) / 8 = 12
 *
 * With many symmetries, or multiplicities, the classes are found one by one.
 */
class ClassCount extends Totals implements SolutionWork {
  private readonly compiled: Compiled;
  private readonly settings: ClassSettings;
  private readonly equivalence: Equivalence;
  private finding: Slices | undefined;
  private classes: Classes | undefined;
  /** Of conjugate symmetries, each takes as many solutions to themselves. */
  private conjugates: readonly Conjugates[] = [];
  private next = 0;
  private counting: TreePortfolio | undefined;
  private sum = 0n;
  private found = 0n;

  constructor(compiled: Compiled, settings: ClassSettings) {
    super([]);
    this.compiled = compiled;
    this.settings = settings;
    this.equivalence = new Equivalence(compiled, settings.prefix, settings);
    this.finding = this.choose();
  }

  /** No solution counts towards a limit: with one, classes are listed. */
  get solutions(): number {
    return 0;
  }

  /** The solutions found so far; at the end, all. */
  get all(): bigint {
    return this.classes?.all ?? this.found;
  }

  /** A lower bound while it goes on: no class has more solutions than there are symmetries. */
  get exact(): bigint {
    if (this.classes !== undefined) return this.classes.exact;
    const symmetries = BigInt(this.equivalence.elements?.length ?? 1);
    const isDone = this.next > 0 && this.next === this.conjugates.length;
    return ((isDone ? this.sum : this.found) + symmetries - 1n) / symmetries;
  }

  share(): number {
    if (this.classes !== undefined) return this.classes.share();
    return (this.next + (this.counting?.share() ?? 0)) / Math.max(1, this.conjugates.length);
  }

  advance(nodeBudget: number): Outcome {
    while (this.finding !== undefined) {
      if (this.finding.next().done) this.finding = undefined;
      else if (nodeBudget !== Number.POSITIVE_INFINITY) return 'paused';
    }
    if (!this.equivalence.isFound) return 'stuck';
    if (this.classes === undefined) return this.countFixed(nodeBudget);
    const outcome = this.classes.advance(nodeBudget, Number.POSITIVE_INFINITY);
    return outcome === 'solution' ? 'paused' : outcome;
  }

  end(): void {
    this.counting?.end();
    this.classes?.end();
  }

  /** It only counts. */
  solution(): never {
    throw notOnSolution();
  }

  /** Finds the symmetries, and chooses how to count. */
  private *choose(): Slices {
    const { equivalence } = this;
    yield* equivalence.find();
    if (equivalence.elements !== undefined && !this.compiled.multiple) {
      this.conjugates = yield* equivalence.conjugates();
      if (this.conjugates.length <= MOST_COUNTS) return;
    }
    this.classes = new Classes(this.compiled, { ...this.settings, equivalence });
    this.parts.push(this.classes);
  }

  private countFixed(nodeBudget: number): Outcome {
    const stop = this.nodes + nodeBudget;
    while (this.next < this.conjugates.length) {
      this.counting ??= this.begin();
      const outcome = this.counting.advance(stop - this.nodes, Number.POSITIVE_INFINITY);
      if (this.next === 0) this.found = this.counting.exact;
      if (outcome !== 'exhausted') return outcome === 'solution' ? 'paused' : outcome;
      const { size } = this.conjugates[this.next++];
      this.sum += BigInt(size) * this.counting.exact;
      this.counting.end();
      this.counting = undefined;
      if (this.nodes >= stop) return 'paused';
    }
    return 'exhausted';
  }

  /**
   * Begins to count the solutions that the next symmetry takes to themselves. The first is the
   * identity.
   */
  private begin(): TreePortfolio {
    const { memoryLimit, prefix } = this.settings;
    const { element } = this.conjugates[this.next];
    const counted =
      this.next === 0
        ? { compiled: this.compiled, prefix }
        : quotientOf(this.compiled, element, this.equivalence.prefix);
    const counting = countPortfolio(counted.compiled, { memoryLimit, prefix: counted.prefix });
    this.parts.push(counting);
    return counting;
  }
}
