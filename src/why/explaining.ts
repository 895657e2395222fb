import { Start } from '../kernels/prefix.ts';
import {
  checkBudget,
  checkMemoryLimit,
  type Outcome,
  type SearchSettings,
} from '../kernels/search.ts';
import { Learn } from '../learn/learn.ts';
import type { Compiled } from '../problem/compiled.ts';
import { NONE, type Propagation } from '../problem/propagation.ts';
import { type Chain, chainOf, type Step, stepsOf } from './chain.ts';
import { type Clash, type PossibleClash, shrink } from './clash.ts';
import { partOf } from './part.ts';
import { rulesOf, type Weighting } from './rules.ts';
import { propagationBelow, weighting } from './weighting.ts';

/** Weights of what some deductions leave of a problem. Mostly there are no deductions, and the weights are of all of it. */
export interface Weights extends Weighting {
  readonly steps: readonly Step[];
}

/** Why a problem has no solution, or a solution. */
export type Reason =
  | Chain
  | Weights
  | PossibleClash
  | { readonly kind: 'solution'; readonly options: number[] };

/** The kinds of reasons that are looked for, in this order. Weights are equations or signs. */
export const REASONS = ['chain', 'weights', 'clash'] as const;
export type ReasonName = (typeof REASONS)[number];

/** The nodes of `learn` between two pauses. */
const STRIDE = 1 << 10;

/**
 * Looks for the reason why a problem has no solution: first what is found without a search, a chain of deductions
 * or weights, then a small set of items that clash. On the way to the latter it finds a solution if there is one.
 */
export class Explaining {
  /** What is known so far. A clash may still get smaller. */
  reason: Reason | undefined;
  nodes = 0;
  guesses = 0;
  updates = 0;
  deepest = 0;
  readonly solutions = 0;
  private readonly compiled: Compiled;
  private readonly settings: SearchSettings;
  private readonly reasons: readonly ReasonName[];
  private readonly work: Generator<unknown, void>;
  private isDone = false;
  private isStuck = false;
  /** The nodes at which it is to pause. */
  private stop = 0;

  constructor(
    compiled: Compiled,
    settings: SearchSettings,
    reasons: readonly ReasonName[] = REASONS,
  ) {
    checkMemoryLimit(settings);
    this.reasons = reasons;
    this.compiled = compiled;
    this.settings = settings;
    this.work = this.explain(propagationBelow(compiled, settings.prefix));
  }

  /** As a search does. It comes to no solution: `exhausted` says that the reason is known. */
  advance(nodeBudget: number): Outcome {
    checkBudget(nodeBudget);
    if (this.isDone) return 'exhausted';
    if (this.isStuck) return 'stuck';
    this.stop = this.nodes + nodeBudget;
    while (this.nodes < this.stop) {
      if (this.work.next().done === true) {
        this.isDone = !this.isStuck;
        return this.isDone ? 'exhausted' : 'stuck';
      }
      if (nodeBudget !== Number.POSITIVE_INFINITY) break;
    }
    return 'paused';
  }

  share(): number {
    return this.isDone ? 1 : 0;
  }

  private *explain(below: Propagation): Generator<unknown, void> {
    const { reasons } = this;
    const propagation = propagationBelow(this.compiled, this.settings.prefix);
    yield* propagation.run();
    if (propagation.dead !== NONE && reasons.includes('chain')) {
      this.reason = chainOf(propagation);
      return;
    }
    // What deductions leave may have weights where the whole has none.
    const starts = propagation.decided > below.decided ? [below, propagation] : [below];
    for (const start of reasons.includes('weights') ? starts : []) {
      const found = yield* weighting(rulesOf(start));
      if (found === undefined) continue;
      this.reason = { ...found, steps: stepsOf(start) };
      return;
    }
    if (reasons.includes('clash')) yield* this.search(below);
  }

  /** Searches for a solution, then for a small clash. */
  private *search(below: Propagation): Generator<void, void> {
    const items = [...below.least.keys()].filter((item) => (below.least[item] as number) > 0);
    const cover = (some: readonly number[]) => this.cover(below, some);
    const options = yield* cover(items);
    if (this.isStuck) return;
    if (options !== undefined) {
      const { chosen, chosenCount } = new Start(this.compiled, this.settings.prefix);
      this.reason = { kind: 'solution', options: [...chosen.subarray(0, chosenCount), ...options] };
      return;
    }
    const possible = (clash: Clash): PossibleClash => {
      return { ...clash, options: clash.items.map((item) => below.openOptions(item)) };
    };
    this.reason = possible({ kind: 'clash', items, isIrreducible: items.length < 2 });
    const shrinking = shrink(items, cover, (some, chosen) => uncovered(below, some, chosen));
    for (;;) {
      const { done, value } = shrinking.next();
      if (this.isStuck) return;
      if (value !== undefined) this.reason = possible(value);
      if (done === true) return;
      yield;
    }
  }

  private *cover(
    below: Propagation,
    items: readonly number[],
  ): Generator<void, number[] | undefined> {
    if (items.length === 0) return [];
    const { compiled, optionOf } = partOf(below, items);
    const { seed, memoryLimit } = this.settings;
    const search = new Learn(compiled, { seed, memoryLimit });
    const before = { nodes: this.nodes, guesses: this.guesses, updates: this.updates };
    for (;;) {
      const budget = Math.min(STRIDE, this.stop - this.nodes);
      const outcome = search.advance(Math.max(budget, 1));
      this.nodes = before.nodes + search.nodes;
      this.guesses = before.guesses + search.guesses;
      this.updates = before.updates + search.updates;
      this.deepest = Math.max(this.deepest, search.deepest);
      if (outcome === 'solution') return search.solution().map((k) => optionOf[k] as number);
      if (outcome === 'exhausted') return undefined;
      if (outcome === 'stuck') {
        this.isStuck = true;
        return undefined;
      }
      yield;
    }
  }
}

/** Those of some items that these options cover too seldom. */
function uncovered(
  { compiled, least }: Propagation,
  items: readonly number[],
  options: readonly number[],
): number[] {
  const { data, startAt, itemAt } = compiled;
  const counts = new Int32Array(least.length);
  for (const option of options) {
    const end = data[startAt + option + 1] as number;
    for (let node = data[startAt + option] as number; node < end; node++) {
      const item = data[itemAt + node] as number;
      if (item < counts.length) counts[item] = (counts[item] as number) + 1;
    }
  }
  return items.filter((item) => (counts[item] as number) < (least[item] as number));
}
