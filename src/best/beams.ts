import { Beam } from './beam.ts';
import type { FoundList } from './found.ts';
import type { Model } from './model.ts';
import type { Root } from './root.ts';
import { orderOf, Strip, suitsStrip } from './strip.ts';

/** The first width, how the next one is larger, and the largest one. */
const NARROW = 16;
const WIDER = 4;
const WIDEST = 1 << 18;
/** The widest beam before the linear program. */
const WIDEST_FIRST = 256;
/** A solution this near to the bound is good enough then, as a part of it. */
const NEAR = 0.01;
/** Rows are near one another if each column spans at most 1 / LOCAL of them. */
const LOCAL = 2;
/**
 * A round takes at most this part of the work of others: usually; where rows are not near one another and no beam has
 * found a solution; and where its bound is the better one.
 */
const USUAL = 1 / 8;
const FOREIGN = 1 / 32;
const LEADING = 2;
/** The work that the first round is expected to take, for each word of the columns. */
const FIRST_WORK = 64;

/**
 * Beams of growing widths from both ends of the rows. What the one proves from its end makes the other one narrower: it
 * knows what is at least still to be paid.
 */
export class Beams {
  readonly #list: FoundList;
  readonly #memoryLimit: number;
  #width = NARROW;
  #model: Model | undefined;
  /** Whether the model suits beams, and the order of its rows once it is needed. */
  #suits = false;
  #order: Int32Array | undefined;
  /** The work of the last round, and of all; and what the last one has proven. */
  #last = 0;
  work = 0;
  #bound = Number.NEGATIVE_INFINITY;
  /** Whether a beam has found a solution. */
  hasFound = false;
  /** Whether the rows of a column lie near one another. */
  #isLocal = false;

  constructor(list: FoundList, memoryLimit: number) {
    this.#list = list;
    this.#memoryLimit = memoryLimit;
  }

  /** Narrow beams before the linear program, where rows are near one another. Returns the bound that they prove. */
  *begin(root: Root): Generator<undefined, number> {
    if (!this.#takes(root)) return root.bound;
    const { length, span, masks } = new Strip(root, yield* this.#orderFor(root.model));
    this.#isLocal = LOCAL * span <= length;
    this.#last = FIRST_WORK * masks.length;
    while (this.#isLocal && this.#width <= WIDEST_FIRST) {
      yield* this.round(root);
      const [first] = this.#list.list;
      const bound = root.prices.costOf(root.bound);
      if (first !== undefined && first.cost - bound <= NEAR * Math.abs(bound)) break;
      if (this.#bound > root.limit) break;
    }
    return this.#bound;
  }

  /** Whether a round is worth its work. `others`: the work of all others. `proven`: their bound. */
  isDue(root: Root, others: number, proven: number): boolean {
    if (this.#width > WIDEST || !this.#takes(root)) return false;
    const isLeading = this.#bound >= proven;
    const part = isLeading ? LEADING : this.#isLocal || this.hasFound ? USUAL : FOREIGN;
    return WIDER * this.#last <= part * others;
  }

  /** Whether a root suits beams. */
  #takes({ model, bound }: Root): boolean {
    if (model !== this.#model) {
      this.#model = model;
      this.#suits = suitsStrip(model);
      this.#order = undefined;
    }
    return this.#suits && bound !== Number.NEGATIVE_INFINITY;
  }

  /** The order of the rows of the model at hand. */
  *#orderFor(model: Model): Generator<undefined, Int32Array> {
    if (this.#order !== undefined) return this.#order;
    this.work += model.rows ** 2 + 8 * model.rowOf.length;
    this.#order = yield* orderOf(model);
    return this.#order;
  }

  /** A beam from each end. The root suits them, and stands above all branches. Returns the bound that they prove within its limit. */
  *round(root: Root): Generator<undefined, number> {
    const { model } = root;
    this.#bound = root.bound;
    const order = yield* this.#orderFor(model);
    const chosen = root.state.options();
    const { cost } = root.state;
    const found = (columns: number[]) => {
      const more = columns.map((j) => model.option[j] as number);
      const price = columns.reduce((sum, j) => sum + (model.cost[j] as number), cost);
      this.#list.add(price, [...chosen, ...more]);
      this.hasFound = true;
    };
    const { work } = this;
    let paid: Float64Array | undefined;
    for (const rows of [order, order.slice().reverse()]) {
      const strip = new Strip(root, rows);
      if (paid !== undefined) strip.learn(paid);
      // Below a scale of 1 reduced costs are rounded, and do not say which of two states is the cheaper one.
      const isMerging = this.#list.isOne && root.prices.scale >= 1;
      const beam = new Beam(strip, isMerging, this.#memoryLimit / 2);
      for (const _ of beam.run(this.#width, () => root.limit, found)) yield;
      this.work += beam.work;
      this.#bound = Math.max(this.#bound, beam.bound);
      paid = beam.paid;
      if (this.#bound > root.limit) break;
    }
    this.#last = this.work - work;
    this.#width *= WIDER;
    return this.#bound;
  }
}
