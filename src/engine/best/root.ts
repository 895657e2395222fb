import type { Start } from '../kernels/prefix.ts';
import { Simplex } from '../linear/simplex.ts';
import type { Slices } from '../problem/slices.ts';
import type { CheapestList } from './cheapest.ts';
import { DepthFirst } from './depth-first.ts';
import type { Model } from './model.ts';
import { CHOSEN, FREE, OUT, PartialSolution, ROUNDING } from './partial-solution.ts';
import { Prices } from './prices.ts';

/**
 * A model, and all that works on it: a partial solution, prices with their proof, the linear
 * program, a depth-first search. It keeps the bound and the reduced costs that hold above all
 * branches, for whenever a better solution is found.
 */
export class Root {
  readonly model: Model;
  readonly partial: PartialSolution;
  readonly prices: Prices;
  readonly search: DepthFirst;
  readonly #list: CheapestList;
  /** Option -> its value in the solution of the linear program. */
  readonly values: Float64Array;
  /** Option -> the decision as the linear program has it. */
  readonly #stated: Uint8Array;
  #simplex: Simplex | undefined;
  /** The bound above all branches, its prices and its reduced costs. */
  bound = Number.NEGATIVE_INFINITY;
  readonly best: Float64Array;
  readonly reduced: Float64Array;
  /** The prices that the linear program began at. */
  #offered = new Float64Array(0);
  /** The cutoff at which options were last fixed. */
  #cutoff = Number.POSITIVE_INFINITY;
  /** The length of the trail above all branches. */
  mark = 0;
  /** The same, the bound, its prices and its reduced costs, as they hold for every target. */
  #held: Pick<Root, 'mark' | 'bound' | 'best' | 'reduced'> | undefined;

  /** `isWhole`: it looks for all solutions that are good enough, whatever the target is. */
  constructor(model: Model, list: CheapestList, isWhole = false) {
    this.model = model;
    this.#list = list;
    this.partial = new PartialSolution(model);
    this.prices = new Prices(model);
    this.search = new DepthFirst(this.partial, this.prices, list, isWhole);
    this.values = new Float64Array(model.options);
    this.#stated = new Uint8Array(model.options);
    this.best = new Float64Array(model.linear);
    this.reduced = new Float64Array(model.options);
  }

  /**
   * Decides all that follows at the start, and proves a first bound, by the prices given or by
   * simple ones. False where nothing is left. It works in slices.
   */
  *begin(prefix: Start, given?: Float64Array): Slices<boolean> {
    const { partial, prices } = this;
    if (!partial.begin(prefix)) return false;
    this.mark = partial.length;
    yield;
    if (given === undefined) yield* prices.divide(partial);
    else {
      prices.price.set(given);
      prices.prove(partial);
    }
    this.keep();
    return true;
  }

  /** True if the linear program fits into `bytes`, even with full factors of its basis. */
  hasRoom(bytes: number): boolean {
    const { linear, options, itemOf } = this.model;
    return 16 * linear * linear + 64 * (options + linear) + 24 * itemOf.length < bytes;
  }

  /** Sets up the linear program, which begins at the prices of the best bound. */
  relax(seed: number): void {
    const { linear, options, optionStart, itemOf, least, most } = this.model;
    this.#offered = this.best.slice();
    const cost = this.prices.less(this.#offered);
    const matrix = { linear, columns: options, columnStart: optionStart, rowOf: itemOf };
    this.#simplex = new Simplex({ ...matrix, cost, least, most }, seed);
  }

  get simplex(): Simplex {
    return this.#simplex as Simplex;
  }

  /** Options decided and numbers worked on so far. */
  get work(): number {
    return this.partial.work + (this.#simplex?.work ?? 0);
  }

  /** The most that a solution of interest costs, times the scale of the prices. */
  get limit(): number {
    return this.search.limit;
  }

  /**
   * Notes what is known before there is a target: all that follows from a target holds for it
   * alone.
   */
  hold(): void {
    const { mark, bound, best, reduced } = this;
    this.#held = { mark, bound, best: best.slice(), reduced: reduced.slice() };
  }

  /** Goes back above all branches, to what holds for every target. */
  reopen(): void {
    const held = this.#held as Pick<Root, 'mark' | 'bound' | 'best' | 'reduced'>;
    this.mark = held.mark;
    this.bound = held.bound;
    // They belong together: the reduced costs are those of these prices.
    this.best.set(held.best);
    this.reduced.set(held.reduced);
    this.#cutoff = Number.POSITIVE_INFINITY;
    this.partial.undo(this.mark);
  }

  /**
   * Keeps the bound and the reduced costs of the prices if they are the best above all branches.
   */
  keep(): void {
    const { bound, price, reduced } = this.prices;
    if (bound <= this.bound) return;
    this.bound = bound;
    this.best.set(price);
    this.reduced.set(reduced);
    this.#cutoff = Number.POSITIVE_INFINITY;
  }

  /**
   * Goes back above all branches, and leaves out the options that no better solution has. False
   * where nothing is left.
   */
  fix(): boolean {
    const { cutoff } = this.#list;
    this.partial.undo(this.mark);
    if (cutoff >= this.#cutoff) return true;
    this.#cutoff = cutoff;
    if (!this.#exceed(this.reduced, this.limit - this.bound)) return false;
    this.mark = this.partial.length;
    return true;
  }

  /**
   * Below a branch: decides the options whose reduced costs exceed the gap. False where nothing is
   * left.
   */
  fixBelow(): boolean {
    const { reduced, bound } = this.prices;
    return bound <= this.limit && this.#exceed(reduced, this.limit - bound);
  }

  #exceed(reduced: Float64Array, gap: number): boolean {
    const { partial } = this;
    for (let j = 0; j < reduced.length; j++) {
      if (partial.decided[j] !== FREE) continue;
      const d = reduced[j];
      if (d > gap && !partial.leaveOut(j)) return false;
      if (-d > gap && !partial.choose(j)) return false;
    }
    return partial.propagate();
  }

  /** Passes all decisions to the linear program, in slices. */
  *inform(): Slices {
    const { decided } = this.partial;
    const stated = this.#stated;
    for (let j = 0; j < stated.length; j++) {
      const answer = decided[j];
      if (stated[j] === answer) continue;
      stated[j] = answer;
      this.simplex.bound(j, answer === CHOSEN ? 1 : 0, answer === OUT ? 0 : 1);
    }
    yield* this.simplex.restart();
  }

  /** The bound that the prices of the linear program prove below the partial solution. */
  prove(): number {
    const { simplex, model, prices } = this;
    prices.round(simplex.reduced, model.options, simplex.scale, this.#offered);
    return prices.prove(this.partial);
  }

  /** Takes the solution of the linear program where it has no fractions. */
  round(): void {
    const { values, partial, model } = this;
    const chosen: number[] = [];
    for (let j = 0; j < model.stated; j++) {
      const x = values[j];
      if (x > ROUNDING && x < 1 - ROUNDING) return;
      if (x > 0.5) chosen.push(j);
    }
    const mark = partial.length;
    let isSolution = chosen.every((j) => partial.choose(j));
    for (let j = 0; j < model.stated && isSolution; j++) {
      if (partial.decided[j] === FREE) isSolution = partial.leaveOut(j);
    }
    if (isSolution && partial.propagate()) this.#list.add(partial.cost, partial.numbers());
    partial.undo(mark);
  }

  /**
   * The free option of the problem with the largest value in the linear program; -1 where none is
   * free.
   */
  largest(): number {
    const { values, partial, model } = this;
    let best = -1;
    for (let j = 0; j < model.stated; j++) {
      if (partial.decided[j] !== FREE) continue;
      if (best < 0 || values[j] > values[best]) best = j;
    }
    return best;
  }

  /** True if an option decided since then has another value in the linear program. */
  isMoved(from: number): boolean {
    const { trail, decided, length } = this.partial;
    for (let k = from; k < length; k++) {
      const j = trail[k];
      const x = this.values[j];
      if (decided[j] === CHOSEN ? x < 1 - ROUNDING : x > ROUNDING) return true;
    }
    return false;
  }
}
