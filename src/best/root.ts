import type { Slices } from '../kernels/pace.ts';
import type { Start } from '../kernels/prefix.ts';
import { Simplex } from '../linear/simplex.ts';
import { Below } from './below.ts';
import type { FoundList } from './found.ts';
import type { Model } from './model.ts';
import { Prices } from './prices.ts';
import { CHOSEN, FREE, NEAR, OUT, State } from './state.ts';

/**
 * A model, and all that works on it: what is decided, prices with their proof, the linear program, a search. It
 * keeps the bound and the reduced costs that hold above all branches, for whenever a better solution is found.
 */
export class Root {
  readonly model: Model;
  readonly state: State;
  readonly prices: Prices;
  readonly #list: FoundList;
  below: Below;
  /** The nodes of the searches before this one. */
  #nodesBefore = 0;
  /** Column -> its value in the solution of the linear program. */
  readonly values: Float64Array;
  /** Column -> what the linear program knows of it. */
  readonly #told: Uint8Array;
  #simplex: Simplex | undefined;
  /** The bound above all branches, its prices and its reduced costs. */
  bound = Number.NEGATIVE_INFINITY;
  readonly best: Float64Array;
  readonly reduced: Float64Array;
  /** The prices that the linear program began at. */
  #offered = new Float64Array(0);
  /** What solutions had to cost less than when columns were last fixed. */
  #cutoff = Number.POSITIVE_INFINITY;
  /** The length of the trail above all branches, and what it was when a new model was made. */
  mark = 0;
  #reducedAt = 0;
  /** What holds whatever the target is. */
  #held:
    | {
        readonly mark: number;
        readonly bound: number;
        readonly best: Float64Array;
        readonly reduced: Float64Array;
      }
    | undefined;

  constructor(model: Model, list: FoundList, isWhole = false) {
    this.model = model;
    this.#list = list;
    this.state = new State(model);
    this.prices = new Prices(model);
    this.below = new Below(model, this.state, this.prices, list, { isWhole });
    this.values = new Float64Array(model.columns);
    this.#told = new Uint8Array(model.columns);
    this.best = new Float64Array(model.linear);
    this.reduced = new Float64Array(model.columns);
  }

  /**
   * Decides what follows at the start, and proves a first bound, by the prices given or by simple ones. False where
   * nothing is left. It works in slices.
   */
  *begin(prefix?: Start, given?: Float64Array): Slices<boolean> {
    const { state, prices } = this;
    if (!state.begin(prefix)) return false;
    this.mark = state.mark();
    yield;
    if (given === undefined) yield* prices.divide(state);
    else {
      prices.price.set(given);
      prices.prove(state);
    }
    this.keep();
    return true;
  }

  /** Whether the linear program fits into `bytes`, even with full factors of its basis. */
  hasRoom(bytes: number): boolean {
    const { linear, columns, rowOf } = this.model;
    return 16 * linear * linear + 64 * (columns + linear) + 24 * rowOf.length < bytes;
  }

  /** From here on it has a linear program, which begins at the prices of the best bound. */
  relax(seed: number): void {
    this.#offered = this.best.slice();
    const cost = this.prices.less(this.#offered);
    this.#simplex = new Simplex({ ...this.model, cost }, seed);
  }

  get simplex(): Simplex {
    return this.#simplex as Simplex;
  }

  /** Columns chosen by searches so far. */
  get nodes(): number {
    return this.#nodesBefore + this.below.nodes;
  }

  /** Columns decided and numbers worked on so far. */
  get work(): number {
    return this.state.work + (this.#simplex?.work ?? 0);
  }

  /** What a solution may cost at most to be of interest, times the scale of the prices. */
  get limit(): number {
    return this.below.limit;
  }

  /** Notes what is known before there is a target: what follows from that does not hold for another one. */
  hold(): void {
    const { mark, bound, best, reduced } = this;
    this.#held = { mark, bound, best: best.slice(), reduced: reduced.slice() };
  }

  /** Begins again as it was held, for another target. */
  reopen(): void {
    if (this.#held !== undefined) {
      this.mark = this.#held.mark;
      this.bound = this.#held.bound;
      // They belong together: the reduced costs are those of these prices.
      this.best.set(this.#held.best);
      this.reduced.set(this.#held.reduced);
    }
    this.#cutoff = Number.POSITIVE_INFINITY;
    this.#reducedAt = 0;
    this.state.undo(this.mark);
    this.#nodesBefore = this.nodes;
    this.below = new Below(this.model, this.state, this.prices, this.#list);
  }

  /** Keeps the bound and the reduced costs of the prices if they are the best above all branches. */
  keep(): void {
    const { bound, price, reduced } = this.prices;
    if (bound <= this.bound) return;
    this.bound = bound;
    this.best.set(price);
    this.reduced.set(reduced);
    this.#cutoff = Number.POSITIVE_INFINITY;
  }

  /** Above all branches: leaves out what no better solution has. False where nothing is left. */
  fix(): boolean {
    const { cutoff } = this.#list;
    if (cutoff >= this.#cutoff) return true;
    this.#cutoff = cutoff;
    if (!this.#exceed(this.reduced, this.limit - this.bound)) return false;
    this.mark = this.state.mark();
    return true;
  }

  /** Below a branch: decides the columns whose reduced costs exceed the gap. False where nothing is left. */
  fixBelow(): boolean {
    const { reduced, bound } = this.prices;
    return bound <= this.limit && this.#exceed(reduced, this.limit - bound);
  }

  #exceed(reduced: Float64Array, gap: number): boolean {
    const { state } = this;
    for (let j = 0; j < reduced.length; j++) {
      if (state.decided[j] !== FREE) continue;
      const d = reduced[j] as number;
      if (d > gap && !state.leaveOut(j)) return false;
      if (-d > gap && !state.choose(j)) return false;
    }
    return state.propagate();
  }

  /** Whether so little is left that a new model may be worth it. */
  get isWorthReducing(): boolean {
    const { columns } = this.model;
    return columns > 64 && this.mark > (columns + this.#reducedAt) / 2;
  }

  /** Notes that a new model was made of what is left, and all that showed. */
  noteReduced(): void {
    this.mark = this.#reducedAt = this.state.mark();
  }

  get isRelaxed(): boolean {
    return this.#simplex !== undefined;
  }

  /** Tells the linear program what is decided, in slices. */
  *inform(): Slices {
    const { decided } = this.state;
    const told = this.#told;
    for (let j = 0; j < told.length; j++) {
      const what = decided[j] as number;
      if (told[j] === what) continue;
      told[j] = what;
      this.simplex.bound(j, what === CHOSEN ? 1 : 0, what === OUT ? 0 : 1);
    }
    yield* this.simplex.restart();
  }

  /** The bound that the prices of the linear program prove below the state. */
  prove(): number {
    const { simplex, model, prices } = this;
    prices.round(simplex.reduced, model.columns, simplex.scale, this.#offered);
    return this.prices.prove(this.state);
  }

  /** Takes the solution of the linear program where it has no fractions. */
  round(): void {
    const { values, state } = this;
    const chosen: number[] = [];
    for (let j = 0; j < values.length; j++) {
      const x = values[j] as number;
      if (x > NEAR && x < 1 - NEAR) return;
      if (x > 0.5) chosen.push(j);
    }
    const mark = state.mark();
    let isSolution = true;
    for (const j of chosen)
      if (isSolution && state.decided[j] === FREE) isSolution = state.choose(j);
    for (let j = 0; j < values.length && isSolution; j++) {
      if (state.decided[j] === FREE) isSolution = state.leaveOut(j);
    }
    if (isSolution && state.propagate()) this.#list.add(state.cost, state.options());
    state.undo(mark);
  }

  /** Whether a column decided since then has another value in the linear program. */
  isMoved(from: number): boolean {
    const { trail, decided, length } = this.state;
    for (let k = from; k < length; k++) {
      const j = trail[k] as number;
      const x = this.values[j] as number;
      if (decided[j] === CHOSEN ? x < 1 - NEAR : x > NEAR) return true;
    }
    return false;
  }
}
