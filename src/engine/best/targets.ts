import type { CheapestList } from './cheapest.ts';
import { FREE } from './partial-solution.ts';
import type { Root } from './root.ts';

/** The first target leaves this number of options for each item. */
const REACH = 1.2;
/** The gap of the next target, in gaps: usually, and where the last one took most of all work. */
const GAP_FACTOR = 4;
const LITTLE_WIDER = 1.5;
/**
 * The same where several solutions are wanted: those beyond the last of them are listed in vain.
 */
const LISTED_WIDER = 1.5;
const LISTED = 1.2;

/**
 * The costs below which solutions are looked for. Without a target the search would wander among
 * dear solutions until it has k of them. The first one is so near to the bound that little more
 * than the options of the basis are within reach. Where it has fewer than k solutions, the next one
 * is farther.
 *
 *     bound        1st target             2nd                                             3rd
 *       |--- gap ------|                   |                                               |
 *       |------------- 4 gap --------------|                                               |
 *       |-------------------------------- 16 gap, or 6 gap ---------------------------------|
 *
 * The work grows with a power of the gap. So once targets cost much, they widen less. Where several
 * solutions are wanted, the cheapest one comes first: its cost is a target too, as soon as one is
 * known. The targets of the further solutions begin at its cost.
 */
export class Targets {
  readonly #root: Root;
  readonly #list: CheapestList;
  #firstGap = 0;
  #gap = 0;
  /** The targets that too few solutions met. */
  #missed = 0;
  #updatesBefore = 0;

  constructor(root: Root, list: CheapestList) {
    this.#root = root;
    this.#list = list;
  }

  /**
   * Sets the first target, above all branches. False if there is none. `updates`: the work so far.
   */
  aim(updates: number): boolean {
    const root = this.#root;
    const { model, partial, prices } = root;
    const { reduced, bound } = prices;
    if (this.#gap > 0 || bound === Number.NEGATIVE_INFINITY) return false;
    const free = reduced.filter((_, j) => partial.decided[j] === FREE).sort();
    const within = free[Math.min(free.length - 1, Math.ceil(REACH * model.linear) + 16)] ?? 0;
    this.#firstGap = Math.max(within, model.unit * prices.scale);
    this.#gap = this.#firstGap;
    root.hold();
    const list = this.#list;
    list.isFirst = !list.isOne;
    const target = prices.costOf(bound + this.#gap) + model.unit;
    if (target < list.worst) list.target = target;
    this.start(updates);
    return list.target < list.worst;
  }

  /** The work up to here is not part of the work for the target. */
  start(updates: number): void {
    this.#updatesBefore = updates;
  }

  /**
   * Sets the next target, since too few solutions meet this one. Returns how often that was so. The
   * last target is none at all.
   */
  widen(updates: number): number {
    const root = this.#root;
    const list = this.#list;
    const isDear = 2 * (updates - this.#updatesBefore) > updates;
    const [first] = list.list;
    if (list.isFirst && first !== undefined) {
      // The cheapest one is proven. The targets of further ones begin at its cost.
      list.isFirst = false;
      this.#gap = Math.max(this.#firstGap, first.cost * root.prices.scale - root.bound);
    }
    this.#gap *= list.isOne ? (isDear ? LITTLE_WIDER : GAP_FACTOR) : isDear ? LISTED : LISTED_WIDER;
    this.start(updates);
    const reach = root.reduced.reduce((sum, d) => sum + Math.abs(d), 0);
    const isAll = !(this.#gap <= reach);
    list.target = isAll
      ? Number.POSITIVE_INFINITY
      : root.prices.costOf(root.bound + this.#gap) + root.model.unit;
    return ++this.#missed;
  }
}
