import { integers } from '../problem/memory.ts';
import type { Model } from './model.ts';
import type { Root } from './root.ts';
import { CHOSEN, FREE } from './state.ts';

const WHAT = 'a strip of rows';

/**
 * What a root leaves open, laid out along an order of its rows: the rows that must be covered have positions, and
 * each column begins at the first of its positions.
 *
 *     position   0 1 2 3 4 5 6 7 8
 *     columns    x x . x                 two of them begin at 0, one at 2
 *                x . x
 *                    x x . x
 *
 * The rows that may be covered, or not, are bits behind those of the positions.
 */
export class Strip {
  /** The positions. */
  readonly length: number;
  /** The most positions from the first to the last one of a column, both included. */
  readonly span: number = 1;
  /** Words of a set of rows: those of the positions, from that of the first one on, and those of all other rows. */
  readonly near: number;
  readonly words: number;
  /** Position -> where the columns that begin there are in `columns`, the cheapest first. */
  readonly start: Int32Array;
  readonly columns: Int32Array;
  /** Beside `columns`: their reduced costs, and the sets of their rows. */
  readonly key: Float64Array;
  readonly masks: Int32Array;
  /** Position -> what the columns from there on pay at least. */
  readonly rest: Float64Array;
  /** Position -> the negative reduced costs of the columns from there on. */
  readonly savings: Float64Array;
  /** Position -> the least of `rest` at the positions that may come next. */
  readonly restAfter: Float64Array;
  /** What all solutions pay beside the reduced costs of their free columns, times the scale. */
  readonly base: number;

  /** The state of the root is that above all branches. */
  constructor(root: Root, order: Iterable<number>) {
    const { model, state, reduced } = root;
    const { rows, least, columnStart, rowOf } = model;
    const { decided, covered } = state;
    this.base = baseOf(root);
    /** Row -> its position; or -2 and below, where it need not be covered. */
    const position = integers(rows, WHAT).fill(-1);
    let length = 0;
    let others = 0;
    for (const row of order) {
      if (covered[row] !== 0) continue;
      position[row] = least[row] === 1 ? length++ : -2 - others++;
    }
    this.length = length;
    const first = integers(model.columns, WHAT);
    const open: number[] = [];
    let span = 1;
    for (let j = 0; j < model.columns; j++) {
      if (decided[j] !== FREE) continue;
      let low = length;
      let high = 0;
      for (let at = columnStart[j] as number; at < (columnStart[j + 1] as number); at++) {
        const place = position[rowOf[at] as number] as number;
        if (place < 0) continue;
        low = Math.min(low, place);
        high = Math.max(high, place);
      }
      first[j] = low;
      open.push(j);
      span = Math.max(span, high - low + 1);
    }
    open.sort(
      (a, b) =>
        (first[a] as number) - (first[b] as number) ||
        (reduced[a] as number) - (reduced[b] as number) ||
        a - b,
    );
    this.span = span;
    // A column may begin at the last bit of a word.
    this.near = ((span + 30) >> 5) + 1;
    this.words = this.near + ((others + 31) >> 5);
    this.start = integers(length + 1, WHAT);
    this.columns = Int32Array.from(open);
    this.key = Float64Array.from(open, (j) => reduced[j] as number);
    this.masks = integers(open.length * this.words, WHAT);
    this.rest = new Float64Array(length + 1);
    for (const [c, j] of open.entries()) {
      const from = first[j] as number;
      this.start[from + 1] = (this.start[from + 1] as number) + 1;
      this.rest[from] = (this.rest[from] as number) + Math.min(0, reduced[j] as number);
      for (let at = columnStart[j] as number; at < (columnStart[j + 1] as number); at++) {
        const place = position[rowOf[at] as number] as number;
        const word = place >= 0 ? (place >> 5) - (from >> 5) : this.near + ((-2 - place) >> 5);
        const bit = place >= 0 ? place : -2 - place;
        const to = c * this.words + word;
        this.masks[to] = (this.masks[to] as number) | (1 << (bit & 31));
      }
    }
    for (let f = 0; f < length; f++) {
      this.start[f + 1] = (this.start[f + 1] as number) + (this.start[f] as number);
    }
    for (let f = length - 1; f >= 0; f--) {
      this.rest[f] = (this.rest[f] as number) + (this.rest[f + 1] as number);
    }
    this.savings = this.rest.slice();
    this.restAfter = this.rest.slice(1);
  }

  /**
   * Takes over what was proven from the other end of the same rows. `paid`: position -> what the columns that begin
   * before it pay at least, as counted from there. A column that ends behind position t begins at t - span + 1 or later.
   *
   *     0        g           t              length
   *              |---span----|..............|        all columns that end here begin at g or later
   */
  learn(paid: Float64Array): void {
    const { rest, length, span } = this;
    for (let g = 0; g <= length; g++) {
      const there = length - (g + span - 1);
      if (there <= 0) break;
      const own = rest[g] as number;
      rest[g] = Math.max(own, own + (paid[there] as number));
    }
    for (let f = 0; f < length; f++) {
      this.restAfter[f] = rest.subarray(f + 1, f + span + 1).reduce((a, b) => Math.min(a, b));
    }
  }
}

/** What all solutions pay, times the scale, beside the reduced costs of their free columns. */
function baseOf({ model, state, prices, best, reduced }: Root): number {
  const { linear, least, most } = model;
  let base = Math.floor(model.chosenCost * prices.scale);
  for (let row = 0; row < linear; row++) {
    const y = best[row] as number;
    base += y * ((y > 0 ? least[row] : most[row]) as number);
  }
  for (let k = 0; k < state.length; k++) {
    const j = state.trail[k] as number;
    if (state.decided[j] === CHOSEN) base += reduced[j] as number;
  }
  return base;
}

/** Whether a model can be a strip: each row takes at most one column, none has colours, and each column has a row to cover. */
export function suitsStrip({ linear, rows, least, most, columns, columnStart, rowOf }: Model) {
  if (linear !== rows || most.some((count) => count > 1)) return false;
  for (let j = 0; j < columns; j++) {
    const own = rowOf.subarray(columnStart[j], columnStart[j + 1]);
    if (!own.some((row) => least[row] === 1)) return false;
  }
  return true;
}

/** Rows placed between two pauses. */
const PAUSE = 64;

/**
 * An order in which the rows of a column are near one another: next is the row with the largest part of its weight
 * already placed. A column of n rows adds 1/(n-1) to each of its pairs. The first row is the last one of such an
 * order, so it lies at an end. It pauses between.
 */
export function* orderOf(model: Model): Generator<undefined, Int32Array> {
  const order = yield* grow(model, 0);
  return yield* grow(model, order.at(-1) ?? 0);
}

function* grow(model: Model, start: number): Generator<undefined, Int32Array> {
  const { rows, rowStart, columnOf, columnStart, rowOf } = model;
  const order = integers(rows, WHAT);
  const placed = new Float64Array(rows);
  const total = new Float64Array(rows);
  const add = (to: Float64Array, row: number) => {
    for (let at = rowStart[row] as number; at < (rowStart[row + 1] as number); at++) {
      const j = columnOf[at] as number;
      const end = columnStart[j + 1] as number;
      const weight = 1 / Math.max(1, end - (columnStart[j] as number) - 1);
      for (let k = columnStart[j] as number; k < end; k++) {
        const other = rowOf[k] as number;
        to[other] = (to[other] as number) + weight;
      }
    }
  };
  for (let row = 0; row < rows; row++) {
    if (row % PAUSE === 0) yield;
    add(total, row);
  }
  const isPlaced = new Uint8Array(rows);
  for (let n = 0, next = start; n < rows; n++) {
    if (n % PAUSE === 0) yield;
    order[n] = next;
    isPlaced[next] = 1;
    add(placed, next);
    let most = -1;
    for (let row = 0; row < rows; row++) {
      if (isPlaced[row]) continue;
      const part = (placed[row] as number) / Math.max(1, total[row] as number);
      if (part <= most) continue;
      most = part;
      next = row;
    }
  }
  return order;
}
