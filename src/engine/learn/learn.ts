import { type Decisions, Prefix, Start } from '../kernels/prefix.ts';
import {
  checkBudget,
  checkCounters,
  checkMemoryLimit,
  checkSolutionBudget,
  notOnSolution,
  type Outcome,
  type Search,
} from '../kernels/search.ts';
import { split, without } from '../kernels/split.ts';
import { type Compiled, checkCompiled } from '../problem/compiled.ts';
import { finish, type Slices } from '../problem/slices.ts';
import { Account, SHORT_OF_MEMORY } from './account.ts';
import { ClauseSearch } from './clause-search.ts';
import { Matrix } from './matrix.ts';
import type { Reporter } from './observer.ts';
import { Open } from './open.ts';
import { type LearnSettings, Proof } from './proof.ts';
import { sumMakerOf } from './sum-maker.ts';

/** The work between two pauses, about a millisecond, in the unit of `Account.left`. */
const LEARN_SLICE_WORK = 1 << 17;
/**
 * The most decisions that are assumed. A prefix with more beyond the base becomes the base itself,
 * since variables with a value for good cost nothing, and assumed ones make clauses longer.
 */
const MOST_ASSUMED = 16;

/**
 * Exact cover by learning from conflicts. Dancing links forgets why a branch failed, and fails for
 * the same reason elsewhere: for ever in a sparse Sudoku of 25x25. This engine is a SAT solver over
 * items and options. It works out the cause of each failure, and notes it as a clause. The clause
 * keeps the search from everything that has the same cause.
 *
 *      .------------------------------------------------------------------.
 *      v                                                                  |
 *   [propagate] -> all options decided: a solution, then [block] it ------|
 *      |   |                                                              |
 *      |   '-----> nothing to say: [decide] an option, or [restart] ------|
 *      v                                                                  |
 *   conflict before any decision: exhausted                               |
 *      else [learn] a clause from it, back to where that says something --'
 *
 * The parts, in the order in which to read them:
 *
 * - `Matrix` makes the problem smaller by what the prefix settles; `Open` is the rest: options are
 *   *variables*, and each has the lists of those that it rules out. `merge`: options of rules that
 *   say the same.
 * - `ClauseSearch`: the loop itself, with one of each of the following.
 * - `Trail`: the options chosen and ruled out, with reasons; all that follows from a decision.
 * - `Counters`: the number of options of an item that are chosen, where it may differ from one.
 * - `Sums`: sums that follow from the rest, where rules tell of them.
 * - `Clauses`: "one of my options" for each primary item, and the clauses that are learned.
 * - `Analysis`: from a conflict to the clause.
 * - `Order`, `Target`: the option to decide next, and its value. `Restarts`: when to begin again at the
 *   top.
 * - `Walk`: a local search, from which decisions take their values.
 * - `Upkeep`: room for learned clauses, and the choice of those to forget.
 * - `Account`: the memory of them all, and the work until the next pause.
 * - `Proof`: writes learned clauses for another program to check. `Exchange`: gives them to other
 *   threads.
 *
 * The papers are named with each. The whole is in TAOCP 7.2.2.2 (Algorithm C).
 *
 * Vivification, shrinking and other ways to better clauses were tried, and not worth their lines:
 * docs/notes.md has the figures.
 *
 * A node, here, is a decision or a conflict. After a solution a clause says that the decisions that
 * led to it may not be taken again, all together. It must stay, so memory grows with each solution.
 */
export class Learn implements Search {
  /** Reports the steps, if it is set before the first one. */
  reporter: Reporter | undefined;
  private readonly compiled: Compiled;
  /** The part of the problem that its sums do not say, if `Sums` follows them. */
  private readonly needed: Compiled | undefined;
  /** What is searched: that part, or all where the prefix decides on more. */
  private searched: Compiled;
  private readonly slice: number;
  private readonly account: Account;
  private settings: Omit<LearnSettings, 'proof'>;
  private readonly proof: Proof | undefined;
  /** Absent where there is no memory for it. Then it is stuck. */
  private readonly start: Start | undefined;
  private matrix: Matrix;
  /** The bytes that the account holds for the prefix, and for the matrix when that is laid out. */
  private fixed = 0;
  /**
   * Decisions of the prefix that the problem is reduced by. Clauses that are learned below them
   * hold below every prefix that has them all.
   */
  private base: ReadonlySet<number> = new Set();
  /** The decisions of the prefix beyond the base. */
  private assumed: readonly number[] = [];
  /** Until there is a search. */
  private layingOut: Slices<ClauseSearch>;
  private search: ClauseSearch | undefined;
  /** Solutions that are not to be reported, and that the search does not rule out yet. */
  private known: (readonly number[])[] = [];
  /**
   * Solutions that are excluded: reported ones, and those that a caller has already. The search
   * goes around them.
   */
  private found: ArrayLike<number>[] = [];
  private isStuck: boolean;
  /** The options of the solution it stands on that `searched` lacks. */
  private implied: readonly number[] = [];
  /** The whole problem, which follows from such a solution; laid out for the first of them. */
  private whole: Matrix | undefined;
  /** An error that it cannot go on after. */
  private failure: unknown;

  /** `slice`: the work between two pauses. */
  constructor(
    compiled: Compiled,
    { proof, ...settings }: LearnSettings = {},
    slice = LEARN_SLICE_WORK,
  ) {
    checkMemoryLimit(settings);
    checkCompiled(compiled);
    this.compiled = compiled;
    // A checker of proofs knows no sums.
    this.needed = proof === undefined ? sumMakerOf(compiled)?.needed(compiled) : undefined;
    this.settings = settings;
    this.slice = slice;
    this.account = new Account(settings.memoryLimit);
    if (proof !== undefined) this.proof = new Proof(proof, this.account);
    if (settings.exchange !== undefined) this.proof?.refuse('take over clauses');
    // For a prefix: an integer for each item to check it, and one for each option chosen, which has
    // an item of its own. The latter twice, for the old array and the new one while it grows. With
    // multiplicities all options may be chosen, and each has an integer to check it.
    const { primary, secondary, options, multiple } = compiled;
    const bytes = 4 * (primary + secondary + (multiple ? 3 * options : 2 * primary));
    if (this.account.has(bytes)) {
      this.start = new Start(compiled, settings.prefix);
      this.fixed = bytes + this.start.leftOut.byteLength;
      this.base = new Set(this.decisions);
      if (this.base.size > 0) this.proof?.refuse('begin below a prefix');
    }
    this.fixed += this.needed?.data.byteLength ?? 0;
    this.isStuck = this.start === undefined;
    this.account.used = this.fixed;
    this.searched = this.searchedBelow(this.decisions);
    this.matrix = new Matrix(this.searched, settings.seed, this.account);
    this.layingOut = this.layOut();
  }

  get prefix(): Prefix {
    return this.start?.prefix ?? Prefix.of(Array.from(this.settings.prefix ?? []));
  }

  /** Decisions and conflicts. */
  get nodes(): number {
    return this.search?.nodes ?? 0;
  }

  get guesses(): number {
    return this.search?.guesses ?? 0;
  }

  get conflicts(): number {
    return this.search?.conflicts ?? 0;
  }

  /** All its work, the layout too, in integers read. */
  get work(): number {
    return this.account.work;
  }

  /** The part of it that its walks took, in slices. @internal */
  get walked(): number {
    return (this.search?.walk.work ?? 0) / LEARN_SLICE_WORK;
  }

  /** Variables that were given a value because others had theirs. */
  get updates(): number {
    return this.search?.trail.updates ?? 0;
  }

  get solutions(): number {
    return this.search?.solutions ?? 0;
  }

  get deepest(): number {
    return this.search?.deepest ?? 0;
  }

  advance(nodeBudget: number, solutionBudget = 1): Outcome {
    checkBudget(nodeBudget);
    checkSolutionBudget(solutionBudget);
    if (this.failure !== undefined) throw this.failure;
    if (this.search?.done) return 'exhausted';
    if (nodeBudget === 0) return 'paused';
    if (this.isStuck) return 'stuck';
    checkCounters(this);
    const stop = this.nodes + Math.ceil(nodeBudget);
    const wanted = this.solutions + solutionBudget;
    try {
      this.account.begin(this.slice);
      for (;;) {
        if (this.search?.onSolution) this.keepSolution();
        const outcome = this.step(stop);
        if (outcome === 'solution') this.implied = this.impliedBySums();
        if (outcome === 'paused') {
          if (nodeBudget !== Number.POSITIVE_INFINITY) return outcome;
          this.account.begin(this.slice);
        } else if (outcome !== 'solution' || this.solutions >= wanted) {
          return outcome;
        }
      }
    } catch (error) {
      if (error !== SHORT_OF_MEMORY) {
        this.failure = error;
        throw error;
      }
      this.isStuck = true;
      return 'stuck';
    }
  }

  /** The options chosen, prefix first, then those forced by it, then as they came. */
  solution(into: number[] = []): number[] {
    if (this.search?.onSolution !== true) throw notOnSolution();
    const { chosen, chosenCount } = this.start as Start;
    into.length = 0;
    for (let k = 0; k < chosenCount; k++) into.push(chosen[k]);
    this.search.trail.addSolution(into, new Set(into));
    for (const option of this.implied) into.push(option);
    return into;
  }

  /** The rest is all below the prefix, around the solutions that were found. */
  frontier(): Iterable<Prefix> {
    if (this.search?.done) return [];
    const { options } = this.searched;
    const all = this.search?.onSolution ? [...this.found, this.solution()] : this.found;
    const found = all.map((numbers) => {
      return new Set(Array.from(numbers).filter((option) => option < options));
    });
    return without(this.prefix, found, this.compiled);
  }

  /** Splits by decisions on the options that the most conflicts rested on, of late. */
  split(atLeast: number): Prefix[] {
    const { search } = this;
    const cubes = new Learn(this.compiled, { ...this.settings, prefix: this.prefix });
    return split(this.frontier(), atLeast, (prefix) => cubes.divide(prefix, search));
  }

  /** 0 until the end, then 1: the amount to learn is unknown. */
  share(): number {
    return this.search?.done ? 1 : 0;
  }

  /** It has no memory of WebAssembly. */
  end(): void {}

  /**
   * Back to the start. Learned clauses stay, except for those that rest on solutions found, if the
   * prefix has all decisions of the base and few more. Else there is another base, and nothing
   * stays.
   */
  reset(prefix?: Decisions, length?: number): void {
    this.proof?.refuse('begin again');
    if (prefix !== undefined && this.start !== undefined) {
      const before = this.start.leftOut.byteLength;
      this.start.set(prefix, length);
      this.fixed += this.start.leftOut.byteLength - before;
      this.account.used += this.start.leftOut.byteLength - before;
    }
    const isSound = !this.isStuck && this.failure === undefined;
    const isRebased = this.rebase();
    // The clauses of the others hold below the first base only.
    if (isRebased) this.settings = { ...this.settings, exchange: undefined };
    this.isStuck = this.start === undefined;
    this.failure = undefined;
    this.known = [];
    this.found = [];
    if (isSound && !isRebased && this.account.hasHalf) {
      this.search?.begin(this.assumed, this.known);
      return;
    }
    this.search = undefined;
    this.account.used = this.fixed;
    // A layout that is half made begins again.
    const { searched, settings, account, matrix } = this;
    if (!matrix.isLaidOut || matrix.compiled !== searched) {
      if (matrix.isLaidOut) account.used = this.fixed -= matrix.bytes;
      this.matrix = new Matrix(searched, settings.seed, account);
    }
    this.layingOut = this.layOut();
  }

  /** Shares the prefix out between the base and the assumptions; true if there is another base. */
  private rebase(): boolean {
    const { base, decisions } = this;
    const searched = this.searchedBelow(decisions);
    if (searched !== this.searched) {
      this.searched = searched;
      this.base = new Set(decisions);
      this.assumed = [];
      return true;
    }
    const shared = new Set(decisions.filter((decision) => base.has(decision)));
    this.assumed = decisions.filter((decision) => !base.has(decision));
    if (this.assumed.length <= MOST_ASSUMED) {
      this.base = shared;
      return shared.size < base.size;
    }
    this.base = new Set(decisions);
    this.assumed = [];
    return true;
  }

  /** The decisions of the prefix. */
  private get decisions(): number[] {
    if (this.start === undefined) return [];
    const { chosen, chosenCount, leftOut, leftOutCount } = this.start;
    const out = Array.from(leftOut.subarray(0, leftOutCount), (option) => ~option);
    return [...chosen.subarray(0, chosenCount), ...out];
  }

  /** A solution that is known already: it will not be reported. */
  exclude(numbers: readonly number[]): void {
    this.proof?.refuse('leave out a solution');
    const { options } = this.searched;
    this.known.push(numbers.filter((option) => option < options));
    this.found.push(numbers.slice());
  }

  /** A clause rules these options out together, below every prefix that contains the base. */
  forbid(numbers: readonly number[]): void {
    this.proof?.refuse('take a rule by a function');
    if (this.search?.onSolution !== true) throw notOnSolution();
    this.search.forbid(numbers);
  }

  /** The bytes that all its arrays take. @internal */
  get memory(): number {
    return this.account.used;
  }

  /**
   * Its clauses at present, as literals over option numbers k: k + 1, or -k - 1 for "not". None
   * while something is done slice by slice. @internal
   */
  knowledge(): number[][] {
    return this.search?.knowledge() ?? [];
  }

  /** A slice of the search, to that number of nodes at most. */
  private step(stop: number): Outcome {
    if (this.search === undefined) {
      // Between two slices it may have been transferred to a worker.
      checkCompiled(this.compiled);
      const { done, value } = this.layingOut.next();
      if (done !== true) return 'paused';
      this.search = value;
    }
    const outcome = this.search.goOn(stop);
    if (outcome === 'exhausted') this.proof?.end();
    return outcome;
  }

  /** What is searched below such decisions. */
  private searchedBelow(decisions: readonly number[]): Compiled {
    const { needed, compiled } = this;
    if (needed === undefined) return compiled;
    const isIn = (decision: number) => (decision < 0 ? ~decision : decision) < needed.options;
    return decisions.every(isIn) ? needed : compiled;
  }

  /** The options that a solution of what is searched forces in the rest. */
  private impliedBySums(): number[] {
    const { compiled, searched, account } = this;
    if (searched === compiled) return [];
    this.implied = [];
    if (this.whole === undefined) {
      this.whole = new Matrix(compiled, undefined, account);
      finish(this.whole.layOut());
      this.fixed += this.whole.bytes;
    }
    const { used } = account;
    const { chosen, size } = finish(this.whole.settle(this.solution()));
    account.used = used;
    return Array.from(chosen.subarray(0, size)).filter((option) => option >= searched.options);
  }

  private keepSolution(): void {
    const numbers = this.solution();
    const kept = this.account.integers(numbers.length);
    kept.set(numbers);
    this.found.push(kept);
  }

  /**
   * The parts of a prefix by a decision: on the option that is open below it and has the highest
   * score in another search below the same start.
   */
  private divide(prefix: Prefix, scores: ClauseSearch | undefined): readonly Prefix[] {
    this.account.left = Number.POSITIVE_INFINITY;
    try {
      while (this.search === undefined) this.step(0);
      const option = this.search.openBelow(prefix.toArray(), scores);
      if (option === 'none') return [];
      if (option === 'all decided') return [prefix];
      return [option, ~option].map((decision) => prefix.and(decision, prefix.share / 2));
    } catch (error) {
      if (error !== SHORT_OF_MEMORY) throw error;
      return [prefix];
    }
  }

  private *layOut(): Slices<ClauseSearch> {
    if (!this.matrix.isLaidOut) {
      yield* this.matrix.layOut();
      this.fixed = this.account.used;
    }
    const open = yield* Open.below(this.base, this.matrix, this.account);
    this.proof?.begin(open);
    const search = yield* ClauseSearch.of(open, this.compiled, this.account, this.proof);
    search.trail.exchange = this.settings.exchange;
    search.reporter = this.reporter;
    search.begin(this.assumed, this.known);
    return search;
  }
}
