import { Pace, type Slices } from '../../engine/problem/slices.ts';
import { type Board, size, valuesIn } from './cell-board.ts';
import type { Position } from './position.ts';
import type { Sink } from './step.ts';
import { crossOut, type Technique } from './technique.ts';

/** The wings to look for. */
interface WingSearch {
  /** The number of cells that see one another. */
  readonly length: number;
  readonly name: string;
  /** The difficulty by the number of values in the largest of them. */
  readonly tenths: (largest: number) => number;
  /** The most values in the largest cell. */
  readonly most: number;
}

/**
 * Wings: `length` cells that see one another and have one value more than they are, and one more
 * cell with two of these values, x and z. If that cell sees all of them that may hold x, then x
 * stands in it or in them, not in both, so one of all cells holds z.
 */
export const wings =
  (board: Board, search: WingSearch): Technique =>
  (position, sink, clean) =>
    new WingFinder(board, position, sink, search, clean).run();

class WingFinder {
  readonly #board: Board;
  readonly #sink: Sink;
  readonly #search: WingSearch;
  readonly #masks: Int32Array;
  /** Cell -> 1 if it has lost values since there was no wing. */
  readonly #isNew: Uint8Array;
  /** The cells with two values; of these, the ones that have lost values. */
  readonly #pairs: number[] = [];
  readonly #newPairs: number[] = [];
  /** The cells chosen. */
  readonly #set: number[] = [];
  readonly #pace = new Pace();

  constructor(
    board: Board,
    position: Position,
    sink: Sink,
    search: WingSearch,
    clean: Int32Array | undefined,
  ) {
    this.#board = board;
    this.#sink = sink;
    this.#search = search;
    this.#masks = board.masks(position);
    this.#isNew = new Uint8Array(board.cells.length);
    const { count } = position;
    for (let cell = 0; cell < board.cells.length; cell++) {
      const item = board.cells[cell];
      if (clean?.[item] !== count[item]) this.#isNew[cell] = 1;
      if (size(this.#masks[cell]) !== 2) continue;
      this.#pairs.push(cell);
      if (this.#isNew[cell] === 1) this.#newPairs.push(cell);
    }
  }

  /** Walks through all sets but for their last cell, depth first. */
  *run(): Slices {
    const { length, most } = this.#search;
    const masks = this.#masks;
    const set = this.#set;
    const pace = this.#pace;
    if (this.#pairs.length === 0) return;
    /** Cells chosen -> the cells that may come next, and the first of these not yet tried. */
    const levels: number[][] = Array.from({ length }, () => []);
    const next = new Int32Array(length);
    /** Cells chosen -> their values, the number in the largest, and 1 if one has lost values. */
    const unions = new Int32Array(length);
    const largest = new Int32Array(length);
    const changed = new Uint8Array(length).fill(this.#newPairs.length > 0 ? 1 : 0);
    for (let cell = 0; cell < masks.length; cell++) {
      const values = size(masks[cell]);
      if (values >= 2 && values <= Math.min(most, length + 1)) levels[0].push(cell);
    }
    for (let depth = 0; depth >= 0; ) {
      const candidates = levels[depth];
      if (next[depth] === candidates.length) {
        depth--;
        set.pop();
        continue;
      }
      const cell = candidates[next[depth]++];
      const union = unions[depth] | masks[cell];
      if (size(union) > length + 1) continue;
      const rest = levels[depth + 1];
      rest.length = 0;
      const isNew = changed[depth] | this.#isNew[cell];
      let mayChange = isNew;
      for (let k = next[depth]; k < candidates.length; k++) {
        const other = candidates[k];
        if (!this.#board.sees(cell, other) || size(union | masks[other]) > length + 1) continue;
        rest.push(other);
        mayChange |= this.#isNew[other];
      }
      if (pace.spent(8 * (candidates.length - next[depth] + 1))) yield;
      if (mayChange === 0 || depth + 1 + rest.length < length) continue;
      const values = Math.max(largest[depth], size(masks[cell]));
      set.push(cell);
      if (depth + 2 < length) {
        depth++;
        next[depth] = 0;
        unions[depth] = union;
        largest[depth] = values;
        changed[depth] = isNew;
        continue;
      }
      if (pace.spent(this.#finish(rest, union, values))) yield;
      set.pop();
    }
  }

  /** Adds the last cell of the set. Returns its work. */
  #finish(candidates: readonly number[], union: number, largest: number): number {
    const { length, tenths } = this.#search;
    const masks = this.#masks;
    const set = this.#set;
    let work = 0;
    for (const cell of candidates) {
      const more = union | masks[cell];
      if (size(more) !== length + 1) continue;
      const graded = tenths(Math.max(largest, size(masks[cell])));
      set.push(cell);
      const isNew = set.some((other) => this.#isNew[other] === 1);
      const pairs = isNew ? this.#pairs : this.#newPairs;
      work += 8 * pairs.length;
      for (const pair of pairs) {
        const mask = masks[pair];
        if ((mask & ~more) !== 0 || set.includes(pair)) continue;
        this.#report(pair, more, graded);
      }
      set.pop();
    }
    return work;
  }

  #report(pair: number, union: number, tenths: number): void {
    const board = this.#board;
    const masks = this.#masks;
    const mask = masks[pair];
    const low = mask & -mask;
    const isLow = this.#isSeen(pair, low);
    const isHigh = this.#isSeen(pair, mask ^ low);
    if (!(isLow || isHigh) || !this.#sink.accepts(tenths)) return;
    const set = [...this.#set];
    const all = [...set, pair];
    const [least, most] = valuesIn(mask) as [number, number];
    const holders = (cells: readonly number[], value: number): number[] =>
      cells.filter((cell) => (masks[cell] & (1 << value)) !== 0);
    const out: number[] = [];
    if (isLow) board.outOf(masks, holders(all, most), most, out);
    if (isHigh) board.outOf(masks, holders(all, least), least, out);
    // Both values are locked between the two, so the set has all its other values for itself.
    if (isLow && isHigh) {
      for (const value of valuesIn(union & ~mask)) {
        board.outOf(masks, holders(set, value), value, out);
      }
    }
    const cellOf = (option: number): number =>
      board.cellOf(board.kinds.item[option * board.kinds.count]);
    const options = out.filter((option) => !all.includes(cellOf(option)));
    const why = () => ({ items: board.itemsOf(all), options: board.optionsIn(masks, all) });
    crossOut(this.#sink, this.#search.name, tenths, options, why);
  }

  /** True if a cell sees all cells of the set that may hold a value, given as a bit. */
  #isSeen(pair: number, bit: number): boolean {
    for (const cell of this.#set) {
      if ((this.#masks[cell] & bit) !== 0 && !this.#board.sees(pair, cell)) return false;
    }
    return true;
  }
}
