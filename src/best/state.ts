import type { Start } from '../kernels/prefix.ts';
import { integers } from '../problem/memory.ts';
import type { Model } from './model.ts';

/** Values of the linear program this near to 0 or 1 count as such. */
export const NEAR = 1e-6;
/** What is decided about a column. */
export const FREE = 0;
export const CHOSEN = 1;
export const OUT = 2;

/**
 * What is decided about each column, and all that follows from it: a row that is full rules out its other
 * columns, a row that needs all it has left chooses them. `mark` and `undo` go back.
 *
 *     trail    [ column, column, ... ]    in the order decided
 *                 ^ done: what follows from the columns before is known
 */
export class State {
  readonly model: Model;
  /** Column -> FREE, CHOSEN or OUT. */
  readonly decided: Uint8Array;
  /** Row -> the columns chosen, and those still free. */
  readonly covered: Int32Array;
  readonly free: Int32Array;
  /** Row with colours -> the colour that its first chosen column gave it. */
  readonly colour: Int32Array;
  readonly trail: Int32Array;
  length = 0;
  /** The cost of all that is chosen. */
  cost: number;
  /** Columns decided so far, in all. */
  work = 0;
  #done = 0;
  #failed = false;

  constructor(model: Model) {
    const { rows, columns, rowStart } = model;
    this.model = model;
    this.cost = model.chosenCost;
    this.decided = new Uint8Array(columns);
    this.covered = integers(rows, 'the rows of a search');
    this.free = integers(rows, 'the rows of a search');
    this.colour = integers(rows, 'the rows of a search');
    this.trail = integers(columns, 'the trail of a search');
    for (let row = 0; row < rows; row++) {
      this.free[row] = (rowStart[row + 1] as number) - (rowStart[row] as number);
    }
  }

  /** All that follows at the start, and from the decisions of a prefix. */
  begin(prefix?: Start): boolean {
    const { model } = this;
    for (let k = 0; k < (prefix?.leftOutCount ?? 0); k++) {
      const column = model.find(prefix?.leftOut[k] as number);
      // Options without a primary item are no columns.
      if (column >= 0 && !this.leaveOut(column)) return false;
    }
    for (let k = 0; k < (prefix?.chosenCount ?? 0); k++) {
      if (!this.choose(model.find(prefix?.chosen[k] as number))) return false;
    }
    for (let row = 0; row < model.rows; row++) if (!this.#check(row)) return false;
    return this.propagate();
  }

  mark(): number {
    return this.length;
  }

  /** Back to where `mark` gave that length. */
  undo(mark: number): void {
    const { decided, covered, free, trail, model } = this;
    const { columnStart, rowOf, cost } = model;
    while (this.length > mark) {
      const column = trail[--this.length] as number;
      const end = columnStart[column + 1] as number;
      const chosen = decided[column] === CHOSEN;
      decided[column] = FREE;
      if (chosen) this.cost -= cost[column] as number;
      for (let at = columnStart[column] as number; at < end; at++) {
        const row = rowOf[at] as number;
        free[row] = (free[row] as number) + 1;
        if (chosen) covered[row] = (covered[row] as number) - 1;
      }
    }
    this.#done = Math.min(this.#done, mark);
    this.#failed = false;
  }

  /** Chooses a column. False where that contradicts what is decided. What follows waits for `propagate`. */
  choose(column: number): boolean {
    if (this.decided[column] === CHOSEN) return true;
    if (this.decided[column] === OUT) return false;
    const { covered, free, colour, model } = this;
    const { columnStart, rowOf, colourOf, linear } = model;
    this.#note(column, CHOSEN);
    this.cost += model.cost[column] as number;
    const end = columnStart[column + 1] as number;
    for (let at = columnStart[column] as number; at < end; at++) {
      const row = rowOf[at] as number;
      free[row] = (free[row] as number) - 1;
      const count = (covered[row] as number) + 1;
      covered[row] = count;
      if (row < linear) {
        if (count > (model.most[row] as number)) this.#failed = true;
      } else if (count === 1) colour[row] = colourOf[at] as number;
      else if (colourOf[at] === 0 || colour[row] !== colourOf[at]) this.#failed = true;
    }
    return !this.#failed;
  }

  /** Leaves a column out. False where that contradicts what is decided. */
  leaveOut(column: number): boolean {
    if (this.decided[column] === OUT) return true;
    if (this.decided[column] === CHOSEN) return false;
    const { covered, free, model } = this;
    const { columnStart, rowOf, least } = model;
    this.#note(column, OUT);
    const end = columnStart[column + 1] as number;
    for (let at = columnStart[column] as number; at < end; at++) {
      const row = rowOf[at] as number;
      const left = (free[row] as number) - 1;
      free[row] = left;
      if (left + (covered[row] as number) < (least[row] as number)) this.#failed = true;
    }
    return !this.#failed;
  }

  /** Makes decisions, column j chosen (`j`) or left out (`~j`), and decides all that follows. False on a contradiction. */
  decide(decisions: readonly number[]): boolean {
    for (const decision of decisions) {
      const isOpen = decision >= 0 ? this.choose(decision) : this.leaveOut(~decision);
      if (!isOpen) return false;
    }
    return this.propagate();
  }

  /** Decides all that follows. False on a contradiction. */
  propagate(): boolean {
    const { decided, trail, model } = this;
    const { columnStart, rowOf } = model;
    while (this.#done < this.length && !this.#failed) {
      const column = trail[this.#done++] as number;
      const chosen = decided[column] === CHOSEN;
      const end = columnStart[column + 1] as number;
      for (let at = columnStart[column] as number; at < end; at++) {
        const row = rowOf[at] as number;
        if (chosen && row >= model.linear) this.#keepColour(row);
        else if (!this.#check(row)) break;
      }
    }
    return !this.#failed;
  }

  /** The options chosen. */
  options(): number[] {
    const { trail, decided, model } = this;
    const numbers = [...model.chosen];
    for (let k = 0; k < this.length; k++) {
      const column = trail[k] as number;
      if (decided[column] === CHOSEN) numbers.push(model.option[column] as number);
    }
    return numbers;
  }

  #note(column: number, what: number): void {
    this.decided[column] = what;
    this.trail[this.length++] = column;
    this.work++;
  }

  /** Decides the rest of a row that is full, or that needs all it has left. */
  #check(row: number): boolean {
    const { covered, free, decided, model } = this;
    const left = free[row] as number;
    const count = covered[row] as number;
    const least = model.least[row] as number;
    if (count + left < least) return this.#fail();
    if (left === 0) return true;
    const full = row < model.linear && count === model.most[row];
    if (!full && count + left > least) return true;
    const { rowStart, columnOf } = model;
    const end = rowStart[row + 1] as number;
    for (let at = rowStart[row] as number; at < end; at++) {
      const column = columnOf[at] as number;
      if (decided[column] !== FREE) continue;
      if (!(full ? this.leaveOut(column) : this.choose(column))) return false;
    }
    return true;
  }

  /** Rules out what does not have the colour of a row. */
  #keepColour(row: number): boolean {
    const { decided, model } = this;
    const { rowStart, columnOf, nodeOf, colourOf } = model;
    const colour = this.colour[row] as number;
    const end = rowStart[row + 1] as number;
    for (let at = rowStart[row] as number; at < end; at++) {
      const column = columnOf[at] as number;
      if (decided[column] !== FREE) continue;
      if (colour > 0 && colourOf[nodeOf[at] as number] === colour) continue;
      if (!this.leaveOut(column)) return false;
    }
    return true;
  }

  #fail(): boolean {
    this.#failed = true;
    return false;
  }
}
