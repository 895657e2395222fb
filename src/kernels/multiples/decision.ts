import type { Compiled } from '../../problem/compiled.ts';
import { isMemoryRefused } from '../../problem/memory.ts';
import { type Decisions, type Prefix, Start } from '../prefix.ts';
import {
  checkBudget,
  checkSolutionBudget,
  notOnSolution,
  type Outcome,
  type Search,
  type SearchSettings,
} from '../search.ts';
import { without } from '../split.ts';
import type { Multiples } from './multiples.ts';
import { Repair } from './repair.ts';

/** The nodes of a turn of each. A first dive of the tree search is within its first turn. */
const TURN = 1 << 10;

/**
 * Is there a solution, is there another? Where capacity is scarce, a tree search and a repair take
 * turns: the first proves, and the second often finds a solution where the tree search has gone
 * wrong near its root. Elsewhere the tree search goes on alone, and also once the repair has found
 * one solution. That solution comes once.
 */
export class MultiplesDecision implements Search {
  private readonly compiled: Compiled;
  private readonly settings: SearchSettings;
  private readonly tree: Multiples;
  private readonly turn: number;
  private repair: Repair | undefined;
  private repairsTurn = false;
  /** Nodes left of the turn. */
  private left: number;
  /** The solution that the repair has found, until the tree search finds it, too. */
  private known: ReadonlySet<number> | undefined;
  /** The solution it stands on. */
  private found: readonly number[] | undefined;
  solutions = 0;

  /** With a tree search at its start, by the same settings. */
  constructor(compiled: Compiled, settings: SearchSettings, tree: Multiples, turn = TURN) {
    this.compiled = compiled;
    this.settings = settings;
    this.tree = tree;
    this.turn = this.left = turn;
  }

  get prefix(): Prefix {
    return this.tree.prefix;
  }

  get nodes(): number {
    return this.tree.nodes + (this.repair?.nodes ?? 0);
  }

  get guesses(): number {
    return this.tree.guesses;
  }

  get updates(): number {
    return this.tree.updates + (this.repair?.updates ?? 0);
  }

  get deepest(): number {
    return this.tree.deepest;
  }

  advance(nodeBudget: number, solutionBudget = 1): Outcome {
    checkBudget(nodeBudget);
    checkSolutionBudget(solutionBudget);
    if (nodeBudget === 0) return this.tree.advance(0);
    this.found = undefined;
    const endless = nodeBudget === Number.POSITIVE_INFINITY;
    const wanted = this.solutions + solutionBudget;
    let left = nodeBudget;
    for (;;) {
      const before = this.nodes;
      const outcome = this.step(left);
      left -= this.nodes - before;
      if (outcome === 'solution' && this.solutions < wanted) {
        if (left > 0) continue;
        return 'paused';
      }
      if (outcome !== 'paused' || !endless) return outcome;
    }
  }

  /** One of the two goes on, to the end of its turn at most. */
  private step(nodeBudget: number): Outcome {
    if (this.left <= 0) this.changeTurns();
    const before = this.nodes;
    const most = Math.min(nodeBudget, this.left);
    const outcome = this.repairsTurn ? this.advanceRepair(most) : this.advanceTree(most);
    this.left -= this.nodes - before;
    if (outcome === 'solution') this.solutions++;
    return outcome;
  }

  private advanceTree(nodeBudget: number): Outcome {
    const outcome = this.tree.advance(nodeBudget);
    if (outcome !== 'solution') return outcome;
    const numbers = this.tree.solution();
    if (this.isKnown(numbers)) {
      this.known = undefined;
      return 'paused';
    }
    this.found = numbers;
    return outcome;
  }

  private advanceRepair(nodeBudget: number): Outcome {
    const repair = this.repair as Repair;
    try {
      if (!repair.advance(nodeBudget)) return 'paused';
    } catch (error) {
      if (!isMemoryRefused(error)) throw error;
      this.goOnAlone();
      return 'paused';
    }
    this.found = repair.solution();
    this.known = new Set(this.found);
    this.goOnAlone();
    return 'solution';
  }

  private goOnAlone(): void {
    this.repairsTurn = false;
    this.left = Number.POSITIVE_INFINITY;
  }

  private changeTurns(): void {
    const { compiled, settings, tree } = this;
    this.left = this.turn;
    // The repair knows no solutions: the next one that it finds may be one that the tree search has
    // found.
    if (!tree.isScarce || this.solutions > 0) {
      this.goOnAlone();
      return;
    }
    try {
      this.repair ??= new Repair(compiled, new Start(compiled, tree.prefix), settings.seed);
      this.repairsTurn = !this.repairsTurn;
    } catch (error) {
      if (!isMemoryRefused(error)) throw error;
      this.goOnAlone();
    }
  }

  private isKnown(numbers: readonly number[]): boolean {
    const { known } = this;
    return known?.size === numbers.length && numbers.every((number) => known.has(number));
  }

  solution(into: number[] = []): number[] {
    if (this.found === undefined) throw notOnSolution();
    into.length = this.found.length;
    this.found.forEach((option, k) => {
      into[k] = option;
    });
    return into;
  }

  frontier(): Iterable<Prefix> {
    return this.around(this.tree.frontier());
  }

  split(atLeast: number): Prefix[] {
    return [...this.around(this.tree.split(atLeast))].sort((a, b) => b.share - a.share);
  }

  private *around(prefixes: Iterable<Prefix>): Iterable<Prefix> {
    const { known, compiled } = this;
    const found = known === undefined ? [] : [known];
    for (const prefix of prefixes) yield* without(prefix, found, compiled);
  }

  share(): number {
    return this.tree.share();
  }

  end(): void {
    this.tree.end();
    this.repair = undefined;
  }

  reset(prefix?: Decisions, length?: number): void {
    this.tree.reset(prefix, length);
    this.repair = this.known = this.found = undefined;
    this.repairsTurn = false;
    this.solutions = 0;
    this.left = this.turn;
  }
}
