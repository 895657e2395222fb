import type { Compiled } from '../problem/compiled.ts';
import type { SlicedLayout } from '../problem/slices.ts';
import { type Decisions, type Prefix, Start } from './prefix.ts';
import {
  checkBudget,
  checkCounters,
  checkSolutionBudget,
  LEAST_SHARE,
  notOnSolution,
  type Outcome,
  PAUSE_UPDATES,
  type Search,
  type SearchSettings,
  STRIDE_NODES,
} from './search.ts';
import { divideBy, type Level, prefixes, split } from './split.ts';

// Rules for loops in JavaScript, from measurements of V8:
// - It folds constants only within their module. So `dance.ts` does not export the fields of a
//   record, and holds all code that needs them (1.4 times as fast).
// - A class with many `#` names may keep the fields of its instances in a dictionary, if earlier
//   ones were collected. That takes 2.2 times as long. So fields here are `private` or `protected`.
// - Each typed array costs a base pointer and a length check in a hot loop. One interleaved
//   Int32Array is 1.5 times (`links`) as fast as one for each field.
// - `copyWithin` beats a loop even for 33 integers (Langford 11: 0.95 of the time; queens, 70
//   integers: 0.82). So branches save and restore by it.

/** A choice with alternatives, as a search stands. */
export interface Branch {
  /** The depth of the path at which its options are tried. */
  readonly depth: number;
  /**
   * The number of options that there were to choose from, and the number of those not tried yet.
   */
  readonly width: number;
  readonly left: number;
  /** The options not tried yet. */
  untried(): number[];
}

/**
 * The common part of all engines that branch: a layout in slices, budgets and pauses, and the path
 * of the options chosen. The walk itself is `run`.
 */
export abstract class TreeSearch implements Search {
  nodes = 0;
  guesses = 0;
  updates = 0;
  solutions = 0;
  deepest = 0;

  protected readonly compiled: Compiled;
  protected readonly settings: SearchSettings;
  protected readonly start: Start;
  protected readonly primary: number;
  /**
   * A branch looks at the items before this one first: the preferred ones, or all if there are
   * none.
   */
  protected firstLook: number;
  /** The layout, in slices, until it is done and the search can start. */
  protected layingOut: SlicedLayout | undefined;
  /** Items looked at to choose one: work that is not among the updates. */
  protected looks = 0;
  /**
   * The updates and looks at which it pauses. A field, since V8 would allocate it as an argument.
   */
  protected enough = Number.POSITIVE_INFINITY;
  /** The number of solutions at which it stops. */
  protected wanted = 1;

  protected depth = 0;
  /**
   * True if the last choice leads no further: some item lost all its options, or this is a
   * solution.
   */
  protected mustBackUp = false;
  protected done = false;
  protected onSolution = false;

  constructor(compiled: Compiled, settings: SearchSettings) {
    this.compiled = compiled;
    this.settings = settings;
    this.start = new Start(compiled, settings.prefix);
    this.primary = compiled.primary;
    this.firstLook = compiled.primary;
  }

  /**
   * At most `limit` nodes of the search (at least 1), until there is `enough` work or all `wanted`
   * solutions.
   */
  protected abstract run(limit: number): Outcome;
  /** Begins the search below the prefix, as far as that leads. */
  protected abstract begin(): void;
  /** The option that was chosen at a depth of the path. */
  protected abstract chosenAt(depth: number): number;
  /** Another search of the same problem, by the same settings. */
  protected abstract twin(): Search;
  abstract frontier(): Iterable<Prefix>;
  abstract share(): number;
  abstract reset(prefix?: Decisions, length?: number): void;

  /** The updates, and the items looked at to choose one. */
  get work(): number {
    return this.updates + this.looks;
  }

  get prefix(): Prefix {
    return this.start.prefix;
  }

  advance(nodeBudget: number, solutionBudget = 1): Outcome {
    checkBudget(nodeBudget);
    checkSolutionBudget(solutionBudget);
    if (this.done) return 'exhausted';
    if (nodeBudget === 0) return 'paused';
    this.onSolution = false;
    const endless = nodeBudget === Number.POSITIVE_INFINITY;
    // Nodes are work, too, where nothing is taken out of play.
    let left = endless ? nodeBudget : Math.min(Math.ceil(nodeBudget), STRIDE_NODES);
    while (this.layingOut !== undefined) {
      this.layOut();
      if (!endless) return 'paused';
    }
    this.wanted = this.solutions + solutionBudget;
    this.enough = endless ? nodeBudget : this.updates + this.looks + PAUSE_UPDATES;
    while (left > 0) {
      checkCounters(this);
      const before = this.nodes;
      // In strides, since what `run` counts up to must be a number of nodes, not Infinity.
      const outcome = this.run(Math.min(left, STRIDE_NODES));
      if (outcome !== 'paused') return outcome;
      left -= this.nodes - before;
      if (this.updates + this.looks >= this.enough) break;
    }
    return 'paused';
  }

  end(): void {
    this.done = this.layingOut === undefined;
    this.onSolution = false;
  }

  solution(into?: number[]): number[] {
    if (!this.onSolution) throw notOnSolution();
    const { depth } = this;
    const solution = into ?? new Array<number>(depth);
    // To set a length takes long.
    if (solution.length !== depth) solution.length = depth;
    for (let d = 0; d < depth; d++) solution[d] = this.chosenAt(d);
    return solution;
  }

  split(atLeast: number): Prefix[] {
    const twin = this.twin();
    try {
      return split(this.frontier(), atLeast, (prefix) => divideBy(twin, prefix));
    } finally {
      twin.end();
    }
  }

  /**
   * The frontier of a search with this number of branches; `branchAt` describes each, from the root
   * on.
   */
  protected frontierOf(branches: number, branchAt: (n: number) => Branch): Iterable<Prefix> {
    if (this.done) return [];
    let { prefix } = this.start;
    if (this.layingOut !== undefined) return [prefix];
    const levels: Level[] = [];
    let { share } = prefix;
    let depth = this.start.chosenCount;
    const goTo = (end: number) => {
      for (; depth < end; depth++) prefix = prefix.and(this.chosenAt(depth), share);
    };
    for (let n = 0; n < branches; n++) {
      const branch = branchAt(n);
      goTo(branch.depth);
      levels.push({ prefix, width: branch.width, untried: branch.untried() });
      share /= branch.width;
    }
    if (!this.mustBackUp) goTo(this.depth);
    return prefixes(this.mustBackUp ? undefined : prefix, levels);
  }

  /** The share of the tree that such a search has done. */
  protected shareOf(branches: number, branchAt: (n: number) => Branch): number {
    if (this.done) return 1;
    let share = 0;
    let part = 1;
    for (let n = 0; n < branches; n++) {
      const { width, left } = branchAt(n);
      part /= width;
      share += part * (width - left - 1);
      if (part < LEAST_SHARE) return share;
    }
    return this.mustBackUp ? share + part : share;
  }

  /** Lays out the next slice; begins the search after the last. */
  protected layOut(): void {
    if (!this.layingOut?.goOn()) return;
    this.layingOut = undefined;
    this.begin();
  }
}
