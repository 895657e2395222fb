import { recordOf } from '../kernels/counters.ts';
import type { Decisions, Prefix } from '../kernels/prefix.ts';
import { PrefixSearch } from '../kernels/prefix-search.ts';
import {
  checkBudget,
  checkSolutionBudget,
  notOnSolution,
  type Outcome,
  type Search,
  type SearchSettings,
} from '../kernels/search.ts';
import { branchesOf } from '../kernels/split.ts';
import type { Sweep } from '../kernels/sweep/sweep.ts';
import type { Compiled } from '../problem/compiled.ts';
import type { Roots } from '../symmetry/roots.ts';
import { type ChoiceHost, EngineChoice } from './engine-choice.ts';
import type { EngineName } from './engines.ts';
import { costOfLists, costOfSweep } from './forecast.ts';
import { exactOf, MainSearch } from './main-search.ts';
import type { Tuning } from './tuning.ts';

/**
 * All solutions by `lists` or by `sweep`, whichever promises to be faster. `lists` begins, and
 * `EngineChoice` looks now and then at what both would cost:
 *
 *     lists --> lists below the roots of symmetries --> sweep below the same roots
 *       '-----------------------------------------------> sweep below the frontier of lists
 *
 * `sweep` is slow below single prefixes of `lists` (pentominoes: 1.8 times the work). So it takes
 * the rest of a branch as one prefix, which leaves out the options that `lists` has tried there.
 * Solutions that `lists` has found do not come again.
 *
 * A count may use symmetries. Once `lists` has done enough to earn the search for them, it begins
 * anew below the roots that they leave, and so does `sweep`. The roots have factors, and so has all
 * that is left of them.
 *
 * With multiplicities `multiples` takes the place of `lists`, and goes on to the end.
 */
export class Enumeration extends MainSearch implements ChoiceHost {
  readonly #start: () => Search;
  readonly #choice: EngineChoice;
  /** The engine that begins. */
  readonly #lists: Search;
  /** `sweep` below the frontier of `lists`, or below roots. */
  #rest: PrefixSearch | undefined;
  /** The roots, where symmetries leave only some. */
  #roots: readonly Prefix[] | undefined;
  #onSolution = false;
  /** The share that `lists` had done at the handover. */
  #shareBefore = 0;
  /** The share that was reported before work was given up. */
  #leastShare = 0;
  /** The cost of work that was given up. */
  #lost = 0;

  /**
   * `start` starts `lists` by the same settings. With `usesSymmetry` it only counts: it finds one
   * solution for several.
   */
  constructor(
    compiled: Compiled,
    settings: SearchSettings,
    start: () => Search,
    tuning: Partial<Tuning> = {},
    usesSymmetry = false,
  ) {
    super(compiled, start(), compiled.multiple ? 'multiples' : 'lists');
    this.#start = start;
    this.#lists = this.initial;
    this.#choice = new EngineChoice(this, compiled, settings, tuning, usesSymmetry);
  }

  override get current(): Search {
    return this.#rest ?? this.initial;
  }

  override get engine(): EngineName {
    return this.#rest === undefined ? super.engine : 'sweep';
  }

  override get isChoosing(): boolean {
    return this.#rest === undefined && this.#choice.isOpen;
  }

  /** The symmetries of the problem below its prefix, once they are known. */
  get symmetries(): Roots | undefined {
    return this.#choice.symmetries;
  }

  /** Looks for the symmetries for about a millisecond; returns them once they are known. */
  seekSymmetries(): Roots | undefined {
    return this.#choice.seekSymmetries();
  }

  /** Looks for no order of `sweep` while more work than this is left. */
  waitAbove(mostLeft: number): void {
    this.#choice.waitAbove(mostLeft);
  }

  override get roots(): readonly Prefix[] {
    return this.#roots ?? super.roots;
  }

  override get solutions(): number {
    return this.initial.solutions + (this.#rest?.solutions ?? 0);
  }

  override get exact(): bigint {
    return exactOf(this.initial) + (this.#rest?.exact ?? 0n);
  }

  override get cost(): number {
    return super.cost + this.#lost + this.#choice.cost + this.#costOfRest;
  }

  override left(): number {
    const choice = this.#choice;
    const ofSweep = choice.costOfSweep;
    if (ofSweep === undefined) return choice.leftOfLists;
    if (this.#rest === undefined) return Math.min(choice.leftOfLists, ofSweep);
    const whole = Math.max(ofSweep, this.#costOfRest);
    return (whole * (1 - this.current.share())) / (1 - this.#shareBefore);
  }

  override share(): number {
    return Math.max(this.#leastShare, super.share());
  }

  override solution(into?: number[]): number[] {
    if (!this.#onSolution) throw notOnSolution();
    return super.solution(into);
  }

  override advance(nodeBudget: number, solutionBudget = 1): Outcome {
    checkBudget(nodeBudget);
    checkSolutionBudget(solutionBudget);
    if (nodeBudget > 0) this.#onSolution = false;
    const outcome =
      this.#rest?.advance(nodeBudget, solutionBudget) ?? this.#goOn(nodeBudget, solutionBudget);
    if (outcome === 'solution') this.#onSolution = true;
    if (outcome === 'exhausted') this.#choice.end();
    return outcome;
  }

  override reset(prefix?: Decisions, length?: number): void {
    this.#choice.reset();
    const before = this.prefix;
    this.initial = this.#lists;
    if (prefix === undefined) super.reset(before);
    else super.reset(prefix, length);
    this.#roots = this.#rest = undefined;
    this.parts = [this.initial];
    this.#lost = this.#leastShare = 0;
    this.#onSolution = false;
  }

  override end(): void {
    super.end();
    this.#choice.end();
    this.#onSolution = false;
  }

  #goOn(nodeBudget: number, solutionBudget: number): Outcome {
    const choice = this.#choice;
    const isEndless = nodeBudget === Number.POSITIVE_INFINITY;
    const stop = this.nodes + Math.ceil(nodeBudget);
    const target = this.solutions + solutionBudget;
    while (this.#rest === undefined) {
      const lists = this.initial;
      const { nextLook, isInSteps } = choice;
      if (nextLook === Number.POSITIVE_INFINITY) {
        return lists.advance(stop - this.nodes, target - lists.solutions);
      }
      if (nodeBudget > 0 && (isInSteps || lists.nodes === nextLook)) {
        choice.step(solutionBudget < Number.POSITIVE_INFINITY);
        if (!isInSteps) continue;
      } else {
        const most = Math.min(stop - this.nodes, nextLook - lists.nodes);
        const outcome = lists.advance(most, target - lists.solutions);
        if (outcome !== 'paused') return outcome;
      }
      if (!isEndless && this.#rest === undefined) return 'paused';
    }
    return this.#rest.advance(nodeBudget, target - this.solutions);
  }

  get #costOfRest(): number {
    if (this.#rest === undefined) return 0;
    return costOfSweep({ nodes: this.#rest.nodes, work: this.#rest.updates });
  }

  // What the choice asks and changes, see `ChoiceHost`.

  get hasRoots(): boolean {
    return this.#roots !== undefined;
  }

  get isHandedOver(): boolean {
    return this.#rest !== undefined;
  }

  twin(): Search {
    return this.#start();
  }

  beginAt(roots: readonly Prefix[]): void {
    this.#giveUp(roots);
    this.#roots = roots;
  }

  goOnBy(sweep: Sweep, roots: readonly Prefix[] | undefined): void {
    const { prefix } = this;
    if (roots === undefined) this.#shareBefore = this.initial.share();
    else {
      this.#giveUp([]);
      this.#roots = roots;
    }
    const left = roots ?? branchesOf(this.initial.frontier(), this.compiled);
    this.#rest = new PrefixSearch(sweep, left, prefix);
    this.parts.push(this.#rest);
    this.initial.end();
  }

  #giveUp(roots: readonly Prefix[]): void {
    const { prefix } = this;
    this.#leastShare = this.share();
    const spent = costOfLists(this.initial, this.compiled);
    this.#choice.giveUp(spent);
    this.#lost += spent;
    this.initial = new PrefixSearch(this.#lists, roots, prefix);
    this.parts = [recordOf(this), this.initial];
  }
}
