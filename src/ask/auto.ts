import type { Decisions, Prefix } from '../kernels/prefix.ts';
import {
  checkBudget,
  checkCounters,
  checkSolutionBudget,
  notOnSolution,
  type Outcome,
  type Search,
} from '../kernels/search.ts';
import { without } from '../kernels/split.ts';
import { Learn } from '../learn/learn.ts';
import type { LearnSettings } from '../learn/proof.ts';
import type { Compiled } from '../problem/compiled.ts';
import { isMemoryRefused } from '../problem/memory.ts';

/**
 * The nodes of each engine's turns. `cells` begins with a longer one: a problem that is decided
 * within it takes no longer than by `cells` alone. From then on it has a fifth of the time or so,
 * since a node of `learn` takes as long as some 64 of `cells` (from 3, where options are large, to
 * 130).
 */
const TURNS: Turns = { first: 1 << 16, cells: 1 << 14, learn: 1 << 10 };

export interface Turns {
  readonly first: number;
  readonly cells: number;
  readonly learn: number;
  /** The work of `learn` between two pauses. */
  readonly slice?: number;
}

/**
 * Two engines for one question: is there a solution, is there another? `cells` begins. A problem
 * that it has not decided within some nodes goes to `learn`, too, which decides problems that no
 * backtracking does, as 25x25 Sudokus with few givens. But `cells` goes on beside it, for some
 * problems suit it better: `cells` proves within seconds that there are no Langford pairs for 13,
 * `learn` not within minutes. The engine that ends first gives the answer. Each solution counts
 * once, even if both find it.
 *
 * This does not help to find all solutions: `learn` is slow to enumerate, and each engine would
 * find them all.
 */
export class Auto implements Search {
  private readonly compiled: Compiled;
  private readonly settings: LearnSettings;
  private readonly cells: Search;
  private readonly turns: Turns;
  /** Made for its first turn. */
  private learn: Learn | undefined;
  private learnsTurn = false;
  private learnIsStuck = false;
  /** Nodes left of the turn. */
  private left: number;
  private done = false;
  /** The engine that found the solution it stands on. */
  private finder: Search | undefined;
  /**
   * The first `kept` are solutions found; the arrays are used again. The search keeps the solution
   * it stands on when it goes on, since after a first solution it mostly does not.
   */
  private readonly found: number[][] = [];
  private kept = 0;
  solutions = 0;

  /** With `cells` as it stands at the start, by the same settings. */
  constructor(compiled: Compiled, settings: LearnSettings, cells: Search, turns = TURNS) {
    this.compiled = compiled;
    this.settings = settings;
    this.cells = cells;
    this.turns = turns;
    this.left = turns.first;
  }

  /** Counts a solution that was found before. Neither engine reports it again. */
  leaveOut(numbers: readonly number[]): void {
    this.found[this.kept] = numbers.slice();
    this.kept = ++this.solutions;
  }

  get prefix(): Prefix {
    return this.cells.prefix;
  }

  get nodes(): number {
    return this.cells.nodes + (this.learn?.nodes ?? 0);
  }

  get guesses(): number {
    return this.cells.guesses + (this.learn?.guesses ?? 0);
  }

  get updates(): number {
    return this.cells.updates + (this.learn?.updates ?? 0);
  }

  get deepest(): number {
    return Math.max(this.cells.deepest, this.learn?.deepest ?? 0);
  }

  advance(nodeBudget: number, solutionBudget = 1): Outcome {
    checkBudget(nodeBudget);
    checkSolutionBudget(solutionBudget);
    if (this.done) return 'exhausted';
    if (nodeBudget === 0) return 'paused';
    const endless = nodeBudget === Number.POSITIVE_INFINITY;
    const stop = endless ? nodeBudget : this.nodes + Math.ceil(nodeBudget);
    const wanted = this.solutions + solutionBudget;
    for (;;) {
      this.keep();
      this.finder = undefined;
      checkCounters(this);
      // A difference that is Infinity would be a new number in memory each time.
      const outcome = this.step(endless ? nodeBudget : stop - this.nodes);
      if (outcome === 'exhausted') return outcome;
      if (outcome === 'solution') {
        if (this.solutions >= wanted) return outcome;
        if (this.nodes < stop) continue;
        return 'paused';
      }
      if (!endless) return outcome;
    }
  }

  solution(into?: number[]): number[] {
    if (this.finder === undefined) throw notOnSolution();
    return this.finder.solution(into);
  }

  /** The frontier of `cells`, around the solutions that `learn` has found in it. */
  frontier(): Iterable<Prefix> {
    return this.done ? [] : this.around(this.cells.frontier());
  }

  /** `learn` divides with its clauses, once it has had a turn. */
  split(atLeast: number): Prefix[] {
    if (this.done) return [];
    if (this.learn !== undefined && !this.learnIsStuck) {
      try {
        return this.learn.split(atLeast);
      } catch (error) {
        this.goOnAlone(error);
      }
    }
    return [...this.around(this.cells.split(atLeast))].sort((a, b) => b.share - a.share);
  }

  private *around(prefixes: Iterable<Prefix>): Iterable<Prefix> {
    const found = this.found.slice(0, this.kept).map((numbers) => new Set(numbers));
    for (const prefix of prefixes) yield* without(prefix, found, this.compiled);
  }

  share(): number {
    return this.done ? 1 : this.cells.share();
  }

  reset(prefix?: Decisions, length?: number): void {
    this.cells.reset(prefix, length);
    // A new `learn` each time, so that an answer does not depend on the questions before: a Sudoku
    // in a batch, say.
    this.learn = undefined;
    this.learnsTurn = this.learnIsStuck = this.done = false;
    this.left = this.turns.first;
    this.finder = undefined;
    this.solutions = this.kept = 0;
  }

  /** `cells` is the caller's, who may end it as well. */
  end(): void {
    this.cells.end();
    this.learn = undefined;
  }

  /**
   * One of the two goes on, to the end of its turn at most. Then the caller can look at the clock
   * before the turn of the other one, whose nodes take a different time.
   */
  private step(budget: number): 'solution' | 'exhausted' | 'paused' {
    if (this.left === 0) this.changeTurns();
    const engine = this.learnsTurn ? (this.learn as Learn) : this.cells;
    const before = engine.nodes;
    const most = Math.min(budget, this.left);
    const outcome = engine === this.cells ? engine.advance(most) : this.advanceLearn(most);
    this.left -= engine.nodes - before;
    if (outcome === 'exhausted') {
      this.done = true;
      return outcome;
    }
    if (outcome === 'solution' && this.isNew(engine)) {
      this.finder = engine;
      return outcome;
    }
    if (outcome === 'stuck') {
      this.learnIsStuck = true;
      this.left = 0;
    }
    return 'paused';
  }

  private advanceLearn(nodeBudget: number): Outcome {
    try {
      return (this.learn as Learn).advance(nodeBudget);
    } catch (error) {
      this.goOnAlone(error);
      return 'stuck';
    }
  }

  /** Where the machine refuses `learn` memory, `cells` goes on alone, as beyond a limit. */
  private goOnAlone(error: unknown): void {
    if (!isMemoryRefused(error)) throw error;
    this.learnIsStuck = true;
  }

  private changeTurns(): void {
    this.learnsTurn = !this.learnsTurn && !this.learnIsStuck;
    this.left = this.learnsTurn ? this.turns.learn : this.turns.cells;
    if (!this.learnsTurn || this.learn !== undefined) return;
    const { compiled, settings, turns, prefix } = this;
    try {
      this.learn = new Learn(compiled, { ...settings, prefix }, turns.slice);
    } catch (error) {
      this.goOnAlone(error);
      this.learnsTurn = false;
      this.left = this.turns.cells;
      return;
    }
    for (let k = 0; k < this.solutions; k++) this.learn.leaveOut(this.found[k] as number[]);
  }

  /** Keeps the solution it stands on. */
  private keep(): void {
    if (this.finder === undefined || this.kept === this.solutions) return;
    this.found[this.kept] = this.finder.solution(this.found[this.kept]);
    this.kept++;
  }

  /** Notes a solution, unless the other engine has found it before. */
  private isNew(finder: Search): boolean {
    if (this.learn === undefined) {
      this.solutions++;
      return true;
    }
    const numbers = finder.solution(this.found[this.kept]);
    this.found[this.kept] = numbers;
    if (finder === this.cells) {
      const all = new Set(numbers);
      const isSame = (other: number[]) =>
        other.length === all.size && other.every((number) => all.has(number));
      if (this.found.slice(0, this.kept).some(isSame)) return false;
      this.learn.leaveOut(numbers);
    }
    this.kept = ++this.solutions;
    return true;
  }
}
