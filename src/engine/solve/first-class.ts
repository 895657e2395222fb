import { Totals } from '../kernels/counters.ts';
import type { Outcome } from '../kernels/search.ts';
import { type Compiled, statedOf } from '../problem/compiled.ts';
import type { Slices } from '../problem/slices.ts';
import { Stabilizers } from '../symmetry/equivalence.ts';
import { checkClassSettings } from './classes.ts';
import { Opening } from './opening.ts';
import { firstPortfolio } from './portfolios.ts';
import type { Settings } from './question-settings.ts';
import type { SolutionWork } from './solution-work.ts';

/** One solution of one class. */
export function firstClass(
  compiled: Compiled,
  settings: Settings,
  described: Compiled = compiled,
): SolutionWork {
  checkClassSettings(settings);
  const goOn = (rest: Settings) => firstPortfolio(compiled, rest);
  const search = Opening.suits(compiled, true)
    ? new Opening(compiled, settings, false, goOn)
    : goOn(settings);
  const { prefix, memoryLimit } = settings;
  const stabilizers = new Stabilizers(described, prefix, memoryLimit);
  return new FirstOfClass(search, stabilizers, compiled);
}

/**
 * Any first solution stands for its class. The size of the class is the number of symmetries,
 * divided by the number of those that keep the solution.
 */
class FirstOfClass extends Totals implements SolutionWork {
  solutions = 0;
  classSize = 0n;
  readonly #search: SolutionWork;
  readonly #steps: Slices<Outcome>;
  readonly #compiled: Compiled;
  #budget = 0;

  constructor(search: SolutionWork, stabilizers: Stabilizers, compiled: Compiled) {
    super([search]);
    this.#search = search;
    this.#compiled = compiled;
    this.#steps = this.#run(stabilizers);
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

  *#run(stabilizers: Stabilizers): Slices<Outcome> {
    if (!(yield* stabilizers.lookAt([], false))) return 'stuck';
    const { order } = stabilizers.search;
    let outcome = this.#search.advance(this.#budget);
    for (; outcome === 'paused'; outcome = this.#search.advance(this.#budget)) yield;
    if (outcome !== 'solution') return outcome;
    const chosen = statedOf(this.#compiled, this.#search.solution());
    if (!(yield* stabilizers.lookAt(chosen, false))) return 'stuck';
    this.classSize = order / stabilizers.search.order;
    this.solutions = 1;
    return outcome;
  }
}
