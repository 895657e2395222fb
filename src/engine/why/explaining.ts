import { Start } from '../kernels/prefix.ts';
import { checkMemoryLimit, type SearchSettings } from '../kernels/search.ts';
import { Learn } from '../learn/learn.ts';
import { type Compiled, itemsOf } from '../problem/compiled.ts';
import { NONE, type Propagation } from '../problem/propagation.ts';
import { pausing, type Slices } from '../problem/slices.ts';
import { type Chain, chainOf, type Deduction, stepsOf } from './chain.ts';
import { partOf } from './part.ts';
import { SearchRow } from './row.ts';
import { rulesOf, support, type Weighting } from './rules.ts';
import { shrink } from './shrink.ts';
import { sparser } from './sparse.ts';
import { findWeights, propagationBelow } from './weighting.ts';

/**
 * Weights of the part of a problem that is open after some deductions. Mostly there are no
 * deductions, and the weights are of the whole problem.
 */
export interface Weights extends Weighting {
  readonly steps: readonly Deduction[];
}

/**
 * Items that cannot all be covered, while every other primary item may stay uncovered, and is
 * covered at most as often as it may be. Or rules beyond covering that contradict each other.
 */
export interface Clash {
  readonly kind: 'clash';
  readonly items: readonly number[];
  /** For each of the items the options that are still possible: below a prefix, not all. */
  readonly options: readonly (readonly number[])[];
  /** The rules, by their indices in `rules` of the problem, from 0, where it is of rules. */
  readonly rules?: readonly number[];
  /** True if there is proven to be a solution without any one of the items, or of the rules. */
  readonly isIrreducible: boolean;
}

/** Why a problem has no solution, or a solution. */
export type Reason =
  | Chain
  | Weights
  | Clash
  | { readonly kind: 'solution'; readonly options: number[] };

/** The kinds of reasons that are looked for, in this order. Weights are equations or signs. */
export const REASONS = ['chain', 'weights', 'clash'] as const;
export type ReasonName = (typeof REASONS)[number];

/**
 * To make weights sparse takes at most this times the work of finding them, or this work, in
 * multiplications.
 */
const SPARSE_TIMES = 2;
const SPARSE_WORK = 2 ** 24;
/**
 * The most work to look for a clash that is shorter than weights: a tenth of a second. The layout
 * of a node of the matrix is 1, an update of the search `PER_UPDATE`.
 */
const CLASH_WORK = 2 ** 17;
const PER_UPDATE = 4;

/**
 * Looks for the reason why a problem has no solution: first without a search, for a chain of
 * deductions or weights, then for a small set of items that clash. The search for a clash finds a
 * solution if there is one.
 *
 * Weights are made sparse. If clashes are asked for, too, a clash that is found soon and names
 * fewer items and options takes their place.
 */
export class Explaining extends SearchRow {
  /** The reason found so far. A clash may still get smaller. */
  reason: Reason | undefined;
  private readonly compiled: Compiled;
  private readonly settings: SearchSettings;
  private readonly reasons: readonly ReasonName[];
  /** The problem below the prefix, before any deductions. */
  private readonly below: Propagation;

  constructor(
    compiled: Compiled,
    settings: SearchSettings,
    reasons: readonly ReasonName[] = REASONS,
  ) {
    super();
    checkMemoryLimit(settings);
    this.reasons = reasons;
    this.compiled = compiled;
    this.settings = settings;
    this.below = propagationBelow(compiled, settings.prefix);
  }

  protected *work(): Slices {
    const { reasons, below } = this;
    const propagation = propagationBelow(this.compiled, this.settings.prefix);
    yield* propagation.run();
    if (propagation.dead !== NONE && reasons.includes('chain')) {
      this.reason = chainOf(propagation);
      return;
    }
    // The rest after deductions may have weights where the whole problem has none.
    const starts = propagation.decided > below.decided ? [below, propagation] : [below];
    for (const start of reasons.includes('weights') ? starts : []) {
      const weights = yield* this.weigh(start);
      if (weights === undefined) continue;
      this.reason = weights;
      if (reasons.includes('clash')) yield* this.shorten(weights);
      return;
    }
    if (reasons.includes('clash')) yield* this.search();
  }

  /** Looks for weights, and makes them sparse. */
  private *weigh(start: Propagation): Slices<Weights | undefined> {
    const rules = rulesOf(start);
    const steps = stepsOf(start);
    let work = 0;
    const found = yield* pausing(findWeights(rules), (more) => {
      work += more;
    });
    if (found === undefined) return undefined;
    this.reason = { ...found, steps };
    const limit = Math.max(SPARSE_WORK, SPARSE_TIMES * work);
    return { ...(yield* pausing(sparser(rules, found, limit))), steps };
  }

  /** Puts a clash in the place of weights, if it is irreducible, shorter, and found soon. */
  private *shorten({ weights, steps }: Weights): Slices {
    const { below } = this;
    const { compiled, least } = below;
    const all = [...least.keys()].filter((item) => least[item] > 0);
    // Other items may stay uncovered: the weights prove it without them.
    // Those of most options go first.
    const items = all
      .filter((item) => steps.length > 0 || weights[item] !== 0)
      .sort((a, b) => below.open[b] - below.open[a]);
    const room = steps.length + support(weights).length;
    /** The names of items that come twice, and of their options. */
    const names = (some: readonly number[]) =>
      some.reduce((sum, item) => sum + 2 + below.open[item], 0);
    if (items.every((item) => names([item]) >= room)) return;
    const before = this.updatesAtLook;
    let laidOut = 0;
    const cover = (some: readonly number[]) => {
      laidOut += compiled.nodes;
      return this.cover(some);
    };
    const shrinking = shrink(items, cover, (some, chosen) => uncovered(below, some, chosen));
    for (let step = shrinking.next(); ; step = shrinking.next()) {
      if (step.done === true) {
        if (!this.isStuck && names(step.value) < room)
          this.reason = clashOf(below, step.value, true);
        break;
      }
      if (names(step.value.needed) >= room) break;
      const work = laidOut + PER_UPDATE * (this.updatesAtLook - before);
      if (this.isStuck || work > CLASH_WORK) break;
      yield;
    }
    // The weights stand, and they are known.
    this.isStuck = false;
  }

  /** Searches for a solution, then for a small clash. */
  private *search(): Slices {
    const { below } = this;
    const items = [...below.least.keys()].filter((item) => below.least[item] > 0);
    const cover = (some: readonly number[]) => this.cover(some);
    const options = yield* cover(items);
    if (this.isStuck) return;
    if (options !== undefined) {
      const { chosen, chosenCount } = new Start(this.compiled, this.settings.prefix);
      this.reason = { kind: 'solution', options: [...chosen.subarray(0, chosenCount), ...options] };
      return;
    }
    this.reason = clashOf(below, items, items.length < 2);
    const shrinking = shrink(items, cover, (some, chosen) => uncovered(below, some, chosen));
    for (;;) {
      const { done, value } = shrinking.next();
      if (this.isStuck) return;
      if (done === true) {
        this.reason = clashOf(below, value, true);
        return;
      }
      if (value.kept !== undefined) this.reason = clashOf(below, value.kept, false);
      yield;
    }
  }

  private *cover(items: readonly number[]): Slices<number[] | undefined> {
    if (items.length === 0) return [];
    const { compiled, optionOf } = partOf(this.below, items);
    const { seed, memoryLimit } = this.settings;
    const search = new Learn(compiled, { seed, memoryLimit });
    const outcome = yield* this.run(search);
    if (outcome === 'solution') return search.solution().map((k) => optionOf[k]);
    this.isStuck ||= outcome === 'stuck';
    return undefined;
  }
}

function clashOf(below: Propagation, items: readonly number[], isIrreducible: boolean): Clash {
  const options = items.map((item) => below.openOptions(item));
  return { kind: 'clash', items, options, isIrreducible };
}

/** Those of some items that these options cover too seldom. */
function uncovered(
  { compiled, least }: Propagation,
  items: readonly number[],
  options: readonly number[],
): number[] {
  const counts = new Int32Array(least.length);
  for (const option of options) {
    for (const item of itemsOf(compiled, option)) {
      if (item < counts.length) counts[item] = counts[item] + 1;
    }
  }
  return items.filter((item) => counts[item] < least[item]);
}
