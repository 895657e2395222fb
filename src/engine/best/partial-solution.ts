import type { Start } from '../kernels/prefix.ts';
import { integers } from '../problem/memory.ts';
import type { Model } from './model.ts';

const PARTIAL_ARRAYS = 'a partial solution';
/** Values of the linear program this near to 0 or 1 count as such. */
export const ROUNDING = 1e-6;
/** The three answers for an option. */
export const FREE = 0;
export const CHOSEN = 1;
export const OUT = 2;

/**
 * The decisions about options, and all that follows from them: an item that is full rules out its
 * other options, an item that needs all it has left chooses them. `undo` goes back.
 *
 *     trail    [ option, option, ... ]    in the order decided
 *                 ^ done: all that follows from the options before is decided too
 */
export class PartialSolution {
  readonly model: Model;
  /** Option -> FREE, CHOSEN or OUT. */
  readonly decided: Uint8Array;
  /** Item -> the options chosen, and those still free. */
  readonly covered: Int32Array;
  readonly free: Int32Array;
  readonly trail: Int32Array;
  length = 0;
  /** Options of the problem that are not decided. */
  open: number;
  /** The cost of all that is chosen. */
  cost = 0;
  /** Options decided so far, in all. */
  work = 0;
  #done = 0;
  #failed = false;

  constructor(model: Model) {
    const { items, options, itemStart } = model;
    this.model = model;
    this.open = model.stated;
    this.decided = new Uint8Array(options);
    this.covered = integers(items, PARTIAL_ARRAYS);
    this.free = integers(items, PARTIAL_ARRAYS);
    this.trail = integers(options, PARTIAL_ARRAYS);
    for (let item = 0; item < items; item++) {
      this.free[item] = itemStart[item + 1] - itemStart[item];
    }
  }

  /** Decides all that follows at the start, and from a prefix. False on a contradiction. */
  begin(prefix: Start): boolean {
    const { model } = this;
    for (const number of prefix.leftOut.subarray(0, prefix.leftOutCount)) {
      const option = model.find(number);
      // The model is without options that have no primary item.
      if (option >= 0 && !this.leaveOut(option)) return false;
    }
    for (const number of prefix.chosen.subarray(0, prefix.chosenCount)) {
      if (!this.choose(model.find(number))) return false;
    }
    for (let item = 0; item < model.items; item++) if (!this.#check(item)) return false;
    return this.propagate();
  }

  /** Goes back to where the trail had that length. */
  undo(length: number): void {
    const { decided, covered, free, trail, model } = this;
    const { optionStart, itemOf, cost, stated } = model;
    while (this.length > length) {
      const option = trail[--this.length];
      const end = optionStart[option + 1];
      const chosen = decided[option] === CHOSEN;
      decided[option] = FREE;
      if (option < stated) this.open++;
      if (chosen) this.cost -= cost[option];
      for (let at = optionStart[option]; at < end; at++) {
        const item = itemOf[at];
        free[item] = free[item] + 1;
        if (chosen) covered[item] = covered[item] - 1;
      }
    }
    this.#done = Math.min(this.#done, length);
    this.#failed = false;
  }

  /**
   * Chooses an option. False where that contradicts other decisions. All that follows waits for
   * `propagate`.
   */
  choose(option: number): boolean {
    if (this.decided[option] === CHOSEN) return true;
    if (this.decided[option] === OUT) return false;
    const { covered, free, model } = this;
    const { optionStart, itemOf, most } = model;
    this.#note(option, CHOSEN);
    this.cost += model.cost[option];
    const end = optionStart[option + 1];
    for (let at = optionStart[option]; at < end; at++) {
      const item = itemOf[at];
      free[item] = free[item] - 1;
      const count = covered[item] + 1;
      covered[item] = count;
      if (count > most[item]) this.#failed = true;
    }
    return !this.#failed;
  }

  /** Leaves an option out. False where that contradicts other decisions. */
  leaveOut(option: number): boolean {
    if (this.decided[option] === OUT) return true;
    if (this.decided[option] === CHOSEN) return false;
    const { covered, free, model } = this;
    const { optionStart, itemOf, least } = model;
    this.#note(option, OUT);
    const end = optionStart[option + 1];
    for (let at = optionStart[option]; at < end; at++) {
      const item = itemOf[at];
      const left = free[item] - 1;
      free[item] = left;
      if (left + covered[item] < least[item]) this.#failed = true;
    }
    return !this.#failed;
  }

  /**
   * Makes decisions, option j chosen (`j`) or left out (`~j`), and decides all that follows. False
   * on a contradiction.
   */
  decide(decisions: readonly number[]): boolean {
    for (const decision of decisions) {
      const isOpen = decision >= 0 ? this.choose(decision) : this.leaveOut(~decision);
      if (!isOpen) return false;
    }
    return this.propagate();
  }

  /** Decides all that follows. False on a contradiction. */
  propagate(): boolean {
    const { trail, model } = this;
    const { optionStart, itemOf } = model;
    while (this.#done < this.length && !this.#failed) {
      const option = trail[this.#done++];
      const end = optionStart[option + 1];
      for (let at = optionStart[option]; at < end; at++) if (!this.#check(itemOf[at])) break;
    }
    return !this.#failed;
  }

  /** The numbers of the options chosen. */
  numbers(): number[] {
    const { trail, decided, model } = this;
    const { stated, numberOf } = model;
    const chosen = trail
      .subarray(0, this.length)
      .filter((option) => option < stated && decided[option] === CHOSEN);
    return Array.from(chosen, (option) => numberOf[option]);
  }

  #note(option: number, answer: number): void {
    this.decided[option] = answer;
    this.trail[this.length++] = option;
    if (option < this.model.stated) this.open--;
    this.work++;
  }

  /** Decides the rest of an item that is full, or that needs all it has left. */
  #check(item: number): boolean {
    const { covered, free, decided, model } = this;
    const left = free[item];
    const count = covered[item];
    const least = model.least[item];
    if (count + left < least) this.#failed = true;
    if (this.#failed) return false;
    if (left === 0) return true;
    const full = count === model.most[item];
    if (!full && count + left > least) return true;
    const { itemStart, optionOf } = model;
    const end = itemStart[item + 1];
    for (let at = itemStart[item]; at < end; at++) {
      const option = optionOf[at];
      if (decided[option] !== FREE) continue;
      if (!(full ? this.leaveOut(option) : this.choose(option))) return false;
    }
    return true;
  }
}
