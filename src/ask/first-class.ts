import type { Source } from '../core/answers.ts';
import type { Walkable } from '../core/walk.ts';
import { Totals } from '../kernels/counters.ts';
import type { Outcome } from '../kernels/search.ts';
import type { AnyProblem, Settings } from '../plan/model.ts';
import type { Plan } from '../plan/plan.ts';
import { decidingPlan } from '../plan/team.ts';
import { compiledOf, solutionOf } from '../problem/problem.ts';
import { type Equivalence, equivalenceWithin } from '../symmetry/equivalence.ts';
import { checkClassSettings } from './classes.ts';

/** One solution of one class. */
export function firstClassSource(problem: AnyProblem, settings: Settings): Source<unknown> {
  checkClassSettings(settings);
  return {
    search() {
      const compiled = compiledOf(problem);
      const plan = decidingPlan(compiled, settings, { opens: true });
      return new FirstOfClass(plan, equivalenceWithin(compiled, settings));
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

  constructor(plan: Plan, equivalence: Equivalence | undefined) {
    super([plan]);
    this.#plan = plan;
    this.#steps = this.#run(equivalence);
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

  /** Without `equivalence` memory does not suffice for the symmetries. */
  *#run(equivalence: Equivalence | undefined): Generator<'paused', Outcome> {
    if (equivalence === undefined) return 'stuck';
    yield* paused(equivalence.find());
    if (!equivalence.isFound) return 'stuck';
    let outcome = this.#plan.advance(this.#budget);
    for (; outcome === 'paused'; outcome = this.#plan.advance(this.#budget)) yield outcome;
    if (outcome !== 'solution') return outcome;
    const { size } = yield* paused(equivalence.classOf(this.#plan.solution()));
    this.classSize = size;
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
