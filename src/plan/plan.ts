import { type Counters, countedNumber, recordOf, Totals } from '../kernels/counters.ts';
import { Lists } from '../kernels/lists.ts';
import type { Decisions, Prefix } from '../kernels/prefix.ts';
import {
  checkBudget,
  checkSolutionBudget,
  notOnSolution,
  type Outcome,
  type Search,
} from '../kernels/search.ts';
import { without } from '../kernels/split.ts';
import type { Compiled } from '../problem/compiled.ts';
import { isMemoryRefused } from '../problem/memory.ts';
import { ascending } from '../problem/problem.ts';
import type { Aid, Expert, Way } from './expert.ts';
import type { MainSearch } from './main-search.ts';
import { type Model, modelling, type Settings } from './model.ts';
import { NONE, type Team, type Times, Turns } from './turns.ts';

/**
 * The nodes and the updates of the core's search before the others join: about a millisecond. Its
 * updates are looked at after each `look` nodes.
 */
const OPENING = { nodes: 1 << 14, work: 1 << 15, look: 128 };
/** Problems with more nodes of the matrix than this have no opening: its layout takes longer. */
const MOST_LAID_OUT = 1 << 15;

/** The aim: a first or second solution, all of them, or their number. */
export type Kind = 'few' | 'all' | 'count';

/** The parts of a plan that the caller chooses. */
export interface PlanOf<M extends Way> {
  readonly kind: Kind;
  /** True to begin with the search of the core. */
  readonly opens: boolean;
  readonly times: Times;
  /** The experts for a problem, as it is or reduced. */
  team(model: Model): Team<M>;
}

/**
 * All that works on one question. A plan is a search itself, and pauses, stops and counts as one.
 *
 *     [opening] --> the answer: most problems are answered by the search of the core
 *         '-------> after a millisecond [reduce], if asked, and the experts begin, from the start;
 *                   solutions that the opening has reported are left out
 *
 * Whose turn it is, `Turns` decides. A solution comes once, whoever finds it.
 */
export class Plan<M extends Way = MainSearch> extends Totals {
  readonly #of: PlanOf<M>;
  readonly #compiled: Compiled;
  readonly #settings: Settings;
  #opening: Lists | undefined;
  #nextLook = OPENING.look;
  #preparing: Generator<void, Model> | undefined;
  #model: Model | undefined;
  #team: Team<M> | undefined;
  #turns: Turns<M> | undefined;
  #reported: Reported | undefined;
  /** The expert that found the solution it stands on. */
  #finder: Pick<Search, 'solution'> | undefined;
  #isKept = false;
  #isAnswered = false;
  /** The way that has come to its end. */
  #last: Way | undefined;
  /** The most solutions that any way to count has found, the opening and those dropped included. */
  #least = 0n;

  constructor(compiled: Compiled, settings: Settings, of: PlanOf<M>) {
    const isSmall = !compiled.multiple && compiled.nodes <= MOST_LAID_OUT;
    const opens = of.opens && isSmall && settings.reduce !== true;
    const opening = opens ? new Lists(compiled, settings) : undefined;
    super(opening === undefined ? [] : [opening]);
    this.#of = of;
    this.#compiled = compiled;
    this.#settings = settings;
    this.#opening = opening;
    if (opening === undefined) this.#prepare(settings);
  }

  /** The problem as it is searched, once it is reduced. */
  get model(): Model | undefined {
    return this.#model;
  }

  /** The main search, once it has begun. */
  get main(): M | undefined {
    return this.#turns?.main;
  }

  get solutions(): number {
    if (this.#of.kind === 'count' && this.#opening === undefined) {
      return countedNumber(this.exact);
    }
    const found = (this.#opening ?? this.main)?.solutions ?? 0;
    return this.#reported === undefined ? found : found + this.#reported.byOthers;
  }

  /** The count; before the end, a proven lower bound. */
  get exact(): bigint {
    if (this.#last !== undefined) return this.#last.exact;
    if (this.#of.kind !== 'count' || this.#opening !== undefined) return BigInt(this.solutions);
    for (const { exact } of this.#ways) if (exact > this.#least) this.#least = exact;
    return this.#least;
  }

  /** The states that are remembered. */
  get states(): number {
    return this.#ways.reduce((sum, { states }) => sum + states, 0);
  }

  /** The work of all ways, in nanoseconds by the table of costs. */
  get work(): number {
    return this.#turns?.work ?? 0;
  }

  /** The work that is left, as a multiple of the work so far; undefined if it cannot tell. */
  toGo(): number | undefined {
    if (this.share() === 1) return 0;
    const left = Math.min(...this.#ways.map((way) => 2 ** way.logWork() - way.work));
    return this.work > 0 ? Math.max(0, left) / this.work : undefined;
  }

  share(): number {
    if (this.#isAnswered) return 1;
    const ways = this.#ways;
    if (ways.length > 1) return Math.max(...ways.map((way) => way.share()));
    return (this.#opening ?? this.main)?.share() ?? 0;
  }

  advance(nodeBudget: number, solutionBudget = 1): Outcome {
    checkBudget(nodeBudget);
    checkSolutionBudget(solutionBudget);
    const isEndless = nodeBudget === Number.POSITIVE_INFINITY;
    const stop = isEndless ? nodeBudget : this.nodes + Math.ceil(nodeBudget);
    const isCount = this.#of.kind === 'count';
    const target = isCount ? Number.POSITIVE_INFINITY : this.solutions + solutionBudget;
    for (;;) {
      if (this.#isAnswered) return 'exhausted';
      const nodes = isEndless ? nodeBudget : stop - this.nodes;
      if (nodes <= 0) return 'paused';
      if (this.#finder !== undefined) this.#leave();
      const outcome =
        this.#opening === undefined ? this.#step(nodes, target) : this.#open(nodes, target);
      if (outcome === 'solution' && this.solutions < target) {
        if (!isEndless && this.nodes >= stop) return 'paused';
      } else if (outcome !== 'paused' || !isEndless) return outcome;
    }
  }

  solution(into?: number[]): number[] {
    const finder = this.#opening ?? this.#finder;
    if (finder === undefined) throw notOnSolution();
    const numbers = finder.solution(into);
    return this.#model?.read(numbers) ?? numbers;
  }

  /** The rest of the main search, around the solutions that others have found in it. */
  *frontier(): Iterable<Prefix> {
    if (!this.#isAnswered) yield* this.#around(this.#search.frontier());
  }

  /**
   * Back to the start, below the same prefix or another. The other experts begin anew, so that an
   * answer does not depend on the questions before: a Sudoku in a batch, say.
   */
  reset(prefix?: Decisions, length?: number): void {
    this.#search.reset(prefix, length);
    this.#isAnswered = false;
    this.#finder = undefined;
    this.#reported?.clear();
    if (this.#turns?.isFresh) return;
    this.#turns?.end();
    this.#begin();
  }

  end(): void {
    this.#opening?.end();
    this.#team?.main.end();
    this.#turns?.end();
  }

  /** Counts a solution that was found before; it is not reported again. */
  leaveOut(numbers: readonly number[]): void {
    this.#reports.add(numbers);
  }

  // The opening.

  #open(nodeBudget: number, target: number): Outcome {
    const opening = this.#opening as Lists;
    const nodes = Math.min(nodeBudget, this.#nextLook - opening.nodes);
    const outcome = opening.advance(nodes, target - opening.solutions);
    if (outcome === 'exhausted') this.#isAnswered = true;
    else if (outcome === 'paused' && opening.nodes === this.#nextLook) {
      this.#nextLook += OPENING.look;
      if (opening.nodes >= OPENING.nodes || opening.work >= OPENING.work) this.#endOpening();
    }
    return outcome;
  }

  /**
   * Ends the opening. A second run of it finds the solutions that it has reported: to keep them
   * would cost every small problem. The main search begins from the start: to go on below a
   * frontier would cost every search a prefix.
   */
  #endOpening(): void {
    const opening = this.#opening as Lists;
    const { solutions, prefix } = opening;
    this.#opening = undefined;
    this.parts = [recordOf(opening)];
    if (this.#of.kind === 'count') this.#least = BigInt(solutions);
    else if (solutions > 0) {
      opening.reset();
      for (let k = 0; k < solutions; k++) {
        opening.advance(Number.POSITIVE_INFINITY);
        this.#reports.add(opening.solution());
      }
    }
    opening.end();
    this.#prepare({ ...this.#settings, prefix });
  }

  // The experts.

  /** The main search, where it can be read, divided and reset: all but that of `best`. */
  get #search(): MainSearch {
    return this.main as Way as MainSearch;
  }

  get #ways(): readonly Way[] {
    return this.#turns?.ways ?? NONE;
  }

  /** Prepares the problem: at once, where it is not reduced. */
  #prepare(settings: Settings): void {
    this.#preparing = modelling(this.#compiled, settings);
    if (settings.reduce !== true) this.#goOnPreparing();
  }

  #goOnPreparing(): void {
    const { done, value } = (this.#preparing as Generator<void, Model>).next();
    if (done !== true) return;
    this.#preparing = undefined;
    this.#model = value;
    this.#team = this.#of.team(value);
    this.parts.push(this.#team.main);
    this.#begin();
  }

  #begin(): void {
    const team = this.#team as Team<M>;
    this.parts.length = this.parts.indexOf(team.main) + 1;
    this.#turns = new Turns(team, this, this.#of.times);
  }

  /** An expert begins: it hears of the solutions so far. @internal */
  joined(counters: Counters | undefined, aid?: Aid): void {
    if (counters !== undefined) this.parts.push(counters);
    if (aid !== undefined) this.#reported?.tellAll(aid);
  }

  /** A way is dropped; its nodes still count. @internal */
  left(way: Way): void {
    if (way.exact > this.#least) this.#least = way.exact;
    this.parts[this.parts.indexOf(way)] = recordOf(way);
  }

  #step(nodeBudget: number, target: number): Outcome {
    const turns = this.#turns;
    if (turns === undefined) {
      this.#goOnPreparing();
      return 'paused';
    }
    const expert = turns.next();
    const nodes = turns.within(nodeBudget);
    const isMain = expert === (turns.main as Expert);
    let outcome: Outcome;
    try {
      // A solution that others may find again comes alone: the main search stands on it, and tells
      // them of it, now or when they begin.
      const isSingle = !isMain || this.#of.kind === 'few' || this.#reported?.isOpen;
      outcome = expert.advance(nodes, isSingle ? 1 : target - this.solutions);
    } catch (error) {
      if (isMain || !isMemoryRefused(error)) throw error;
      outcome = 'stuck';
    }
    if (outcome === 'exhausted') {
      this.#isAnswered = true;
      if (this.#of.kind === 'count' && 'exact' in expert) this.#last = expert as Way;
    } else if (outcome === 'solution') {
      const finder = expert as Expert & Pick<Search, 'solution'>;
      if (!isMain) this.#reports.byOthers++;
      else if (this.#reported?.isOpen && this.#reported.hasAgain(finder.solution())) {
        return 'paused';
      }
      this.#finder = finder;
      this.#isKept = false;
    } else if (outcome === 'stuck' && !isMain) {
      turns.drop(expert);
      return 'paused';
    }
    return outcome;
  }

  // Solutions.

  get #reports(): Reported {
    this.#reported ??= new Reported();
    return this.#reported;
  }

  /**
   * Keeps the solution it stands on, and tells the others of it. That is done when the search goes
   * on, since after a first solution it mostly does not.
   */
  #keep(): void {
    const finder = this.#finder;
    if (finder === undefined || this.#isKept) return;
    this.#isKept = true;
    const isMain = finder === this.#search;
    if (isMain && this.#of.kind !== 'few') return;
    const numbers = this.#reports.take(finder);
    if (!isMain) this.#reports.know(numbers);
    for (const aid of this.#turns?.aids ?? NONE) {
      if (aid !== (finder as unknown)) aid.leaveOut?.(numbers);
    }
  }

  #leave(): void {
    this.#keep();
    this.#finder = undefined;
  }

  *#around(prefixes: Iterable<Prefix>): Iterable<Prefix> {
    this.#keep();
    const found = (this.#reported?.solutions ?? []).map((numbers) => new Set(numbers));
    const compiled = this.#model?.compiled ?? this.#compiled;
    for (const prefix of prefixes) yield* without(prefix, found, compiled);
  }

  // The main search, for those that divide its work.

  /** The main search, which can be divided, once it leads and each other way has had its chance. */
  get divisible(): M | undefined {
    return this.isContested ? undefined : this.leading;
  }

  /**
   * The main search, if it leads and may come to its end. None while an aid may still prove that
   * there is no solution: a division would not pay.
   */
  get leading(): M | undefined {
    const turns = this.#turns;
    if (turns === undefined || this.#isAnswered) return undefined;
    if (this.solutions === 0 && turns.mayBeAnswered) return undefined;
    return this.#of.kind !== 'count' || turns.isLeading ? turns.main : undefined;
  }

  /**
   * The main search, if no other way is expected to end before it. Unlike `leading` it may be one
   * that takes a thread days: many machines share it.
   */
  get ahead(): M | undefined {
    return !this.#isAnswered && this.#turns?.isAhead ? this.#turns.main : undefined;
  }

  /** True while another way, or `sweep`, has not had its chance. */
  get isContested(): boolean {
    const turns = this.#turns;
    if (turns === undefined || (this.#of.kind === 'count' && turns.isContested)) return true;
    return this.#search.isChoosing;
  }

  /** True if the end is so near that no other way joins while `workers` workers enumerate. */
  isSoon(workers: number): boolean {
    return this.#of.kind === 'count' && (this.#turns?.isSoon(workers) ?? false);
  }

  /**
   * Gives the other ways their chance, a slice of it, while the main search goes on elsewhere. When
   * it is settled, `divisible` is the main search if that leads.
   */
  contest(): 'paused' | 'settled' | 'exhausted' {
    const turns = this.#turns as Turns<M>;
    if (!this.isContested) {
      turns.settle();
      return 'settled';
    }
    turns.contest();
    const outcome = this.#step(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
    return outcome === 'exhausted' ? outcome : 'paused';
  }
}

/** The solutions that were reported, as far as other experts may find them again. */
class Reported {
  /** Solutions that the main search has not found, less those that it has found again. */
  byOthers = 0;
  /** The arrays are used again. */
  readonly #solutions: number[][] = [];
  #length = 0;
  /** The keys of those that the main search may find again. */
  readonly #open = new Set<string>();

  get solutions(): readonly (readonly number[])[] {
    return this.#solutions.slice(0, this.#length);
  }

  get isOpen(): boolean {
    return this.#open.size > 0;
  }

  /** Keeps a copy of the solution that a search stands on. */
  take(finder: Pick<Search, 'solution'>): readonly number[] {
    const numbers = finder.solution(this.#solutions[this.#length]);
    this.#solutions[this.#length++] = numbers;
    return numbers;
  }

  /** Counts a solution that the main search has not found. */
  add(numbers: readonly number[]): void {
    this.take({ solution: () => numbers.slice() });
    this.know(numbers);
    this.byOthers++;
  }

  /** The main search may find this one again. */
  know(numbers: readonly number[]): void {
    this.#open.add(keyOf(numbers));
  }

  /** True once for each of those that the main search finds again. */
  hasAgain(numbers: number[]): boolean {
    if (!this.#open.delete(keyOf(numbers))) return false;
    this.byOthers--;
    return true;
  }

  tellAll(aid: Aid): void {
    for (let k = 0; k < this.#length; k++) aid.leaveOut?.(this.#solutions[k] as number[]);
  }

  clear(): void {
    this.byOthers = this.#length = 0;
    this.#open.clear();
  }
}

/** A name of the set of these options. */
function keyOf(numbers: readonly number[]): string {
  return ascending([...numbers]).join();
}
