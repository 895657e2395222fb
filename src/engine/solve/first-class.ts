import { Totals } from '../kernels/counters.ts';
import type { Outcome } from '../kernels/search.ts';
import { type Compiled, statedOf } from '../problem/compiled.ts';
import { type AnyProblem, describedOf } from '../problem/problem.ts';
import type { Slices } from '../problem/slices.ts';
import { Stabilizers } from '../symmetry/equivalence.ts';
import { Images } from '../symmetry/images.ts';
import { Opening } from './opening.ts';
import { firstPortfolio } from './portfolios.ts';
import type { Settings } from './question-settings.ts';
import type { SolutionWork } from './solution-work.ts';
import { givenSymmetry } from './symmetry-source.ts';

/** One solution of one class. */
export function firstClass(
  compiled: Compiled,
  settings: Settings,
  problem: AnyProblem,
): SolutionWork {
  const given = givenSymmetry(compiled, settings, problem);
  const goOn = (rest: Settings) => firstPortfolio(compiled, rest);
  const search = Opening.suits(compiled, true)
    ? new Opening(compiled, settings, false, goOn)
    : goOn(settings);
  if (given !== undefined) {
    const images = new Images(given.stated, given.group, given.rules);
    return new FirstOfClass(compiled, search, (chosen) => images.sizeOf(chosen));
  }
  const { prefix, memoryLimit } = settings;
  const stabilizers = new Stabilizers(describedOf(problem) ?? compiled, prefix, memoryLimit);
  return new FirstOfClass(compiled, search, function* (chosen) {
    if (!(yield* stabilizers.lookAt([], false))) return undefined;
    const { order } = stabilizers.search;
    if (!(yield* stabilizers.lookAt(chosen, false))) return undefined;
    // Each member of the class is the image under equally many symmetries.
    return order / stabilizers.search.order;
  });
}

/** The size of the class of a solution; undefined where memory is lacking. */
type SizeOf = (solution: readonly number[]) => bigint | Slices<bigint | undefined>;

/** Any first solution stands for its class. */
class FirstOfClass extends Totals implements SolutionWork {
  solutions = 0;
  classSize = 0n;
  readonly #search: SolutionWork;
  readonly #steps: Slices<Outcome>;
  readonly #compiled: Compiled;
  #budget = 0;

  constructor(compiled: Compiled, search: SolutionWork, sizeOf: SizeOf) {
    super([search]);
    this.#search = search;
    this.#compiled = compiled;
    this.#steps = this.#run(sizeOf);
  }

  share(): number {
    return this.#search.share();
  }

  /** To be called until it does not pause. */
  advance(nodeBudget: number): Outcome {
    this.#budget = nodeBudget;
    for (;;) {
      const { done, value } = this.#steps.next();
      if (done) return value;
      if (nodeBudget !== Number.POSITIVE_INFINITY) return 'paused';
    }
  }

  solution(): number[] {
    return this.#search.solution();
  }

  end(): void {
    this.#search.end?.();
  }

  *#run(sizeOf: SizeOf): Slices<Outcome> {
    let outcome = this.#search.advance(this.#budget);
    for (; outcome === 'paused'; outcome = this.#search.advance(this.#budget)) yield;
    if (outcome !== 'solution') return outcome;
    const sized = sizeOf(statedOf(this.#compiled, this.#search.solution()));
    const size = typeof sized === 'bigint' ? sized : yield* sized;
    if (size === undefined) return 'stuck';
    this.classSize = size;
    this.solutions = 1;
    return outcome;
  }
}
