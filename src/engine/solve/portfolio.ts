import { type Counters, countedNumber, recordOf, Totals } from '../kernels/counters.ts';
import {
  checkBudget,
  checkSolutionBudget,
  notOnSolution,
  type Outcome,
  type Search,
  type Work,
} from '../kernels/search.ts';
import type { CompleteSolver, Solver } from '../kernels/solver.ts';
import type { Compiled } from '../problem/compiled.ts';
import { isMemoryRefused } from '../problem/memory.ts';
import type { Slices } from '../problem/slices.ts';
import { type Model, type ModelSettings, modelling } from './model.ts';
import { Reported } from './reported.ts';
import { Schedule, type Solvers } from './schedule.ts';
import { TUNING, type Tuning } from './tuning.ts';

/** The aim: a first or second solution, all of them, or their number. */
export type Kind = 'few' | 'all' | 'count';

/** What a portfolio is made of. */
export interface PortfolioRecipe<M, S extends ModelSettings> {
  readonly kind: Kind;
  readonly tuning?: Partial<Tuning> | undefined;
  /** The solvers for a problem, as it is or reduced. */
  solvers(model: Model<S>): Solvers<M>;
}

/**
 * Several solvers of one question as one:
 *
 *     [reduce], if asked --> main search --> the answer
 *                             |-> rivals: they count all solutions in another way
 *                             '-> deciders: they prove that there is none, or find one
 *
 * Whose turn it is, `Schedule` decides. A solution comes once, whoever finds it. It pauses, stops
 * and counts as a search does.
 */
export class Portfolio<M extends CompleteSolver, S extends ModelSettings = ModelSettings>
  extends Totals
  implements Work
{
  protected schedule: Schedule<M> | undefined;
  protected reported: Reported | undefined;
  protected isAnswered = false;
  /** The solver that found the solution it stands on. */
  protected finder: Pick<Search, 'solution'> | undefined;
  protected readonly kind: Kind;
  readonly #recipe: PortfolioRecipe<M, S>;
  readonly #tuning: Tuning;
  #preparing: Slices<Model<S>> | undefined;
  #model: Model<S> | undefined;
  #solvers: Solvers<M> | undefined;
  #isKept = false;
  /** The rival that has come to its end. */
  #finished: CompleteSolver | undefined;
  /** The most solutions that any rival has counted, those dropped included. */
  #least = 0n;

  constructor(compiled: Compiled, settings: S, recipe: PortfolioRecipe<M, S>) {
    super([]);
    this.kind = recipe.kind;
    this.#recipe = recipe;
    this.#tuning = { ...TUNING, ...recipe.tuning };
    this.#preparing = modelling(compiled, settings);
    // At once, where the problem is not reduced.
    if (settings.reduce !== true) this.#prepare();
  }

  /** The problem as it is searched, once it is reduced. */
  get model(): Model<S> | undefined {
    return this.#model;
  }

  /** The main search, once it has begun. */
  get main(): M | undefined {
    return this.schedule?.main;
  }

  get solutions(): number {
    if (this.kind === 'count') return countedNumber(this.exact);
    const found = this.main?.solutions ?? 0;
    return this.reported === undefined ? found : found + this.reported.byOthers;
  }

  /** The count; before the end, a proven lower bound. */
  get exact(): bigint {
    if (this.#finished !== undefined) return this.#finished.exact;
    if (this.kind !== 'count') return BigInt(this.solutions);
    for (const { exact } of this.#contenders) if (exact > this.#least) this.#least = exact;
    return this.#least;
  }

  /** The states that are remembered. */
  get states(): number {
    return this.#contenders.reduce((sum, { states }) => sum + states, 0);
  }

  /** The cost of the main search and its rivals. */
  get cost(): number {
    return this.schedule?.cost ?? 0;
  }

  /** The work that is left, as a multiple of the work so far; undefined if it is unknown. */
  toGo(): number | undefined {
    if (this.share() === 1) return 0;
    const left = Math.min(
      ...this.#contenders.map((rival) => 2 ** rival.expectedCost() - rival.cost),
    );
    return this.cost > 0 ? Math.max(0, left) / this.cost : undefined;
  }

  share(): number {
    if (this.isAnswered) return 1;
    const contenders = this.#contenders;
    if (contenders.length > 1) return Math.max(...contenders.map((one) => one.share()));
    return this.main?.share() ?? 0;
  }

  advance(nodeBudget: number, solutionBudget = 1): Outcome {
    checkBudget(nodeBudget);
    checkSolutionBudget(solutionBudget);
    const isEndless = nodeBudget === Number.POSITIVE_INFINITY;
    const stop = isEndless ? nodeBudget : this.nodes + Math.ceil(nodeBudget);
    const isCount = this.kind === 'count';
    const target = isCount ? Number.POSITIVE_INFINITY : this.solutions + solutionBudget;
    for (;;) {
      if (this.isAnswered) return 'exhausted';
      const nodes = isEndless ? nodeBudget : stop - this.nodes;
      if (nodes <= 0) return 'paused';
      if (this.finder !== undefined) this.#leave();
      const outcome = this.step(nodes, target);
      if (outcome === 'solution' && this.solutions < target) {
        if (!isEndless && this.nodes >= stop) return 'paused';
      } else if (outcome !== 'paused' || !isEndless) return outcome;
    }
  }

  solution(into?: number[]): number[] {
    if (this.finder === undefined) throw notOnSolution();
    const numbers = this.finder.solution(into);
    return this.#model?.read(numbers) ?? numbers;
  }

  end(): void {
    this.#solvers?.main.end();
    this.schedule?.end();
  }

  /** Counts a solution that was found before; it is not reported again. */
  exclude(numbers: readonly number[]): void {
    this.ensureReported().add(numbers);
  }

  get #contenders(): readonly CompleteSolver[] {
    return this.schedule?.contenders ?? [];
  }

  #prepare(): void {
    const { done, value } = (this.#preparing as Slices<Model<S>>).next();
    if (done !== true) return;
    this.#preparing = undefined;
    this.#model = value;
    this.#solvers = this.#recipe.solvers(value);
    this.parts.push(this.#solvers.main);
    this.begin();
  }

  /** Begins with the main search alone. */
  protected begin(): void {
    const solvers = this.#solvers as Solvers<M>;
    this.parts.length = this.parts.indexOf(solvers.main) + 1;
    this.schedule = new Schedule(solvers, this, this.#tuning);
  }

  /** A solver begins: it leaves out the solutions so far. @internal */
  joined(counters: Counters | undefined, decider?: Solver): void {
    if (counters !== undefined) this.parts.push(counters);
    if (decider !== undefined) this.reported?.excludeFrom(decider);
  }

  /** A rival is dropped; its nodes still count. @internal */
  dropped(rival: CompleteSolver): void {
    if (rival.exact > this.#least) this.#least = rival.exact;
    this.parts[this.parts.indexOf(rival)] = recordOf(rival);
  }

  /** The turn of one solver, or a part of it. */
  protected step(nodeBudget: number, target: number): Outcome {
    const { schedule } = this;
    if (schedule === undefined) {
      this.#prepare();
      return 'paused';
    }
    const solver = schedule.next();
    const nodes = schedule.within(nodeBudget);
    const isMain = solver === (schedule.main as Solver);
    let outcome: Outcome;
    try {
      // A solution that others may find again comes alone: the main search stands on it, and makes
      // them leave it out, now or when they begin.
      const isSingle = !isMain || this.kind === 'few' || schedule.mayFind || this.reported?.isOpen;
      outcome = solver.advance(nodes, isSingle ? 1 : target - this.solutions);
    } catch (error) {
      if (isMain || !isMemoryRefused(error)) throw error;
      outcome = 'stuck';
    }
    if (outcome === 'exhausted') {
      this.isAnswered = true;
      if (this.kind === 'count')
        this.#finished = schedule.contenders.find((rival) => rival === solver);
    } else if (outcome === 'solution') {
      const finder = solver as Solver & Pick<Search, 'solution'>;
      if (!isMain) this.ensureReported().byOthers++;
      else if (this.reported?.isOpen && this.reported.takeRepeat(finder.solution()))
        return 'paused';
      this.finder = finder;
      this.#isKept = false;
    } else if (outcome === 'stuck' && !isMain) {
      schedule.drop(solver);
      return 'paused';
    }
    return outcome;
  }

  private ensureReported(): Reported {
    this.reported ??= new Reported();
    return this.reported;
  }

  /**
   * Keeps the solution it stands on, and makes the others leave it out. That is done when the
   * search goes on, since after a first solution it mostly does not.
   */
  protected keep(): void {
    const { finder } = this;
    if (finder === undefined || this.#isKept) return;
    this.#isKept = true;
    const isMain = (finder as unknown) === this.main;
    if (isMain && this.kind !== 'few' && !this.schedule?.mayFind) return;
    const numbers = this.ensureReported().take(finder);
    if (!isMain) this.ensureReported().expectRepeat(numbers);
    for (const decider of this.schedule?.deciders ?? []) {
      if (decider !== (finder as unknown)) decider.exclude?.(numbers);
    }
  }

  #leave(): void {
    this.keep();
    this.finder = undefined;
  }
}
