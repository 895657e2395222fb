import type { Source } from '../core/answers.ts';
import type { Walkable } from '../core/walk.ts';
import { Totals } from '../kernels/counters.ts';
import type { Outcome } from '../kernels/search.ts';
import type { AnyProblem, Settings } from '../plan/model.ts';
import type { Plan } from '../plan/plan.ts';
import { decidingPlan } from '../plan/team.ts';
import { compiledOf, solutionOf } from '../problem/problem.ts';
import { Stabilizers } from '../symmetry/equivalence.ts';
import { checkClassSettings } from './classes.ts';

/** One solution of one class. */
export function firstClassSource(problem: AnyProblem, settings: Settings): Source<unknown> {
  checkClassSettings(settings);
  return {
    search() {
      const compiled = compiledOf(problem);
      const plan = decidingPlan(compiled, settings, { opens: true });
      return new FirstOfClass(
        plan,
        new Stabilizers(compiled, settings.prefix, settings.memoryLimit),
      );
    },
    read: (search: FirstOfClass) => solutionOf(problem, search.solution(), search.classSize),
  };
}

/**
 * Any first solution stands for its class. The size of the class is the number of symmetries,
 * divided by the number of those that keep the solution.
 */
class FirstOfClass extends Totals implements Walkable {
  solutions = 0;
  classSize = 0n;
  readonly #plan: Plan;
  readonly #steps: Generator<'paused', Outcome>;
  #budget = 0;

  constructor(plan: Plan, stabilizers: Stabilizers) {
    super([plan]);
    this.#plan = plan;
    this.#steps = this.#run(stabilizers);
  }

  share(): number {
    return this.#plan.share();
  }

  /** To be called until it does not pause. */
  advance(nodeBudget: number): Outcome {
    this.#budget = nodeBudget;
    for (;;) {
      const { done, value } = this.#steps.next();
      if (done || nodeBudget !== Number.POSITIVE_INFINITY) return value;
    }
  }

  solution(): number[] {
    return this.#plan.solution();
  }

  end(): void {
    this.#plan.end();
  }

  *#run(stabilizers: Stabilizers): Generator<'paused', Outcome> {
    if (!(yield* paused(stabilizers.lookAt([], false)))) return 'stuck';
    const { order } = stabilizers.search;
    let outcome = this.#plan.advance(this.#budget);
    for (; outcome === 'paused'; outcome = this.#plan.advance(this.#budget)) yield outcome;
    if (outcome !== 'solution') return outcome;
    if (!(yield* paused(stabilizers.lookAt(this.#plan.solution(), false)))) return 'stuck';
    this.classSize = order / stabilizers.search.order;
    this.solutions = 1;
    return outcome;
  }
}

/** The slices of some work, as places where the search may pause. */
function* paused<R>(slices: Generator<undefined, R>): Generator<'paused', R> {
  for (;;) {
    const { done, value } = slices.next();
    if (done) return value;
    yield 'paused';
  }
}
