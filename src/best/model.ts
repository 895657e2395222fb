import { Pace, type Slices } from '../kernels/pace.ts';
import { type Compiled, costOf, hasPrimary, leastOf, mostOf } from '../problem/compiled.ts';
import { QuadrilleError } from '../problem/error.ts';
import { integers } from '../problem/memory.ts';

/** The largest sum of costs that is exact. */
const MOST_COST = 2 ** 53;

/** What a model is made of. */
export interface Parts {
  readonly linear: number;
  readonly least: Int32Array;
  readonly most: Int32Array;
  readonly columnStart: Int32Array;
  readonly rowOf: Int32Array;
  readonly colourOf: Int32Array;
  readonly cost: Float64Array;
  readonly option: Int32Array;
  readonly chosen: readonly number[];
  readonly chosenCost: number;
  readonly unit: number;
  /** The first rows: each column has one of them. */
  readonly primary: number;
}

/** The nodes of a model by rows: see there. */
type ByRows = Pick<Model, 'rowStart' | 'columnOf' | 'nodeOf'>;

/**
 * A problem as rows and columns. A row is an item, a column is an option that has a primary item. Each
 * row is covered by at least `least` and at most `most` columns. Secondary items are rows with `least` 0.
 *
 * An item that has colours is a row after the `linear` ones: "any number in one colour" is no bound on a sum.
 * The linear program leaves such rows out, and the search keeps their rule.
 *
 *     columnStart  column -> where its rows begin in `rowOf` and `colourOf`
 *     rowStart     row -> where its columns begin in `columnOf` and `nodeOf`
 */
export class Model {
  readonly rows: number;
  /** The rows before this one are bounds on sums; the others have colours. */
  readonly linear: number;
  readonly columns: number;
  readonly least: Int32Array;
  readonly most: Int32Array;
  readonly columnStart: Int32Array;
  readonly rowOf: Int32Array;
  readonly colourOf: Int32Array;
  readonly rowStart: Int32Array;
  readonly columnOf: Int32Array;
  /** Beside `columnOf`: the place of that pair in `rowOf` and `colourOf`. */
  readonly nodeOf: Int32Array;
  /** Column -> its cost; negated where the dearest solutions are sought. */
  readonly cost: Float64Array;
  /** Column -> its option. */
  readonly option: Int32Array;
  /** All costs are multiples of it; 1 where all are 0. */
  readonly unit: number;
  /** No solution costs more than this, nor less than its negative. */
  readonly range: number;
  /** Options chosen before, which are no columns, and what they cost. */
  readonly chosen: readonly number[];
  readonly chosenCost: number;

  /** `rest`: the same as the parts, by rows. `range`: that of the model that this one is a rest of. */
  private constructor(parts: Parts, rest: ByRows, range?: number) {
    const { linear, least, most, columnStart, rowOf, colourOf, cost, option } = parts;
    this.rows = least.length;
    this.linear = linear;
    this.columns = option.length;
    this.least = least;
    this.most = most;
    this.columnStart = columnStart;
    this.rowOf = rowOf;
    this.colourOf = colourOf;
    this.cost = cost;
    this.option = option;
    this.chosen = parts.chosen;
    this.chosenCost = parts.chosenCost;
    this.rowStart = rest.rowStart;
    this.columnOf = rest.columnOf;
    this.nodeOf = rest.nodeOf;
    this.range = range ?? this.#range(parts.primary);
    this.unit = parts.unit;
  }

  /** A model of its parts, in slices. No row can be covered by more columns than it has: `most` may fall. */
  static *from(parts: Parts, range?: number): Slices<Model> {
    const { least, most, columnStart, rowOf, option } = parts;
    const rows = least.length;
    const pace = new Pace();
    const rowStart = integers(rows + 1, 'the rows of a model');
    const columnOf = integers(rowOf.length, 'the nodes of a model');
    const nodeOf = integers(rowOf.length, 'the nodes of a model');
    for (let place = 0; place < rowOf.length; place++) {
      const row = rowOf[place] as number;
      rowStart[row + 1] = (rowStart[row + 1] as number) + 1;
      if (pace.spent(2)) yield;
    }
    for (let row = 0; row < rows; row++) {
      const count = rowStart[row + 1] as number;
      most[row] = Math.min(most[row] as number, count);
      rowStart[row + 1] = count + (rowStart[row] as number);
    }
    const next = rowStart.slice();
    for (let column = 0; column < option.length; column++) {
      const start = columnStart[column] as number;
      const end = columnStart[column + 1] as number;
      for (let place = start; place < end; place++) {
        const row = rowOf[place] as number;
        const at = next[row] as number;
        columnOf[at] = column;
        nodeOf[at] = place;
        next[row] = at + 1;
      }
      if (pace.spent(4 * (end - start))) yield;
    }
    return new Model(parts, { rowStart, columnOf, nodeOf }, range);
  }

  /** The model of a problem, in slices. */
  static *of(compiled: Compiled, max: boolean): Slices<Model> {
    const { data, primary, secondary, options, coloured, startAt, itemAt, colourAt } = compiled;
    const items = primary + secondary;
    const option = integers(options, 'the columns of a model')
      .map((_, k) => k)
      .filter((k) => hasPrimary(compiled, k));
    const hasColour = new Uint8Array(items);
    const isUsed = new Uint8Array(items);
    const pace = new Pace();
    let nodes = 0;
    for (let column = 0; column < option.length; column++) {
      const k = option[column] as number;
      const end = data[startAt + k + 1] as number;
      for (let node = data[startAt + k] as number; node < end; node++, nodes++) {
        const item = data[itemAt + node] as number;
        isUsed[item] = 1;
        if (coloured && (data[colourAt + node] as number) > 0) hasColour[item] = 1;
      }
      if (pace.spent(8 + 4 * (end - (data[startAt + k] as number)))) yield;
    }
    /** Item -> row. Secondary items that no column uses have none. */
    const rowOfItem = integers(items, 'the rows of a model').fill(-1);
    let rows = 0;
    for (let item = 0; item < items; item++) {
      if (!hasColour[item] && (item < primary || isUsed[item])) rowOfItem[item] = rows++;
    }
    const linear = rows;
    for (let item = 0; item < items; item++) if (hasColour[item]) rowOfItem[item] = rows++;
    const least = integers(rows, 'the rows of a model');
    const most = integers(rows, 'the rows of a model').fill(1);
    for (let item = 0; item < items; item++) {
      const row = rowOfItem[item] as number;
      if (item < primary) {
        least[row] = leastOf(compiled, item);
        most[row] = mostOf(compiled, item);
      } else if (hasColour[item]) most[row] = options;
    }
    const columnStart = integers(option.length + 1, 'the columns of a model');
    const rowOf = integers(nodes, 'the nodes of a model');
    const colourOf = integers(nodes, 'the nodes of a model');
    const cost = new Float64Array(option.length);
    let place = 0;
    let unit = 0;
    for (let column = 0; column < option.length; column++) {
      const k = option[column] as number;
      const price = costOf(compiled, k);
      // Not -0.
      cost[column] = max ? 0 - price : price;
      unit = gcd(unit, Math.abs(price));
      const end = data[startAt + k + 1] as number;
      for (let node = data[startAt + k] as number; node < end; node++, place++) {
        rowOf[place] = rowOfItem[data[itemAt + node] as number] as number;
        colourOf[place] = coloured ? (data[colourAt + node] as number) : 0;
      }
      columnStart[column + 1] = place;
      if (pace.spent(16 + 4 * (end - (data[startAt + k] as number)))) yield;
    }
    const parts = { linear, least, most, columnStart, rowOf, colourOf, cost, option };
    unit = Math.max(unit, 1);
    return yield* Model.from({ ...parts, primary, unit, chosen: [], chosenCost: 0 });
  }

  /** The column of an option; -1 where it has none. */
  find(option: number): number {
    let low = 0;
    for (let high = this.columns; low < high; ) {
      const middle = (low + high) >> 1;
      if ((this.option[middle] as number) < option) low = middle + 1;
      else high = middle;
    }
    return this.option[low] === option ? low : -1;
  }

  /**
   * The most that a solution can cost, by absolute value: each of its columns covers a primary item, which
   * at most `most` columns cover. Refuses costs whose sums could be inexact.
   */
  #range(primary: number): number {
    const { rowStart, columnOf, cost } = this;
    let range = 0;
    // The primary items are the first rows, since they have no colours.
    for (let row = 0; row < primary; row++) {
      let largest = 0;
      for (let at = rowStart[row] as number; at < (rowStart[row + 1] as number); at++) {
        largest = Math.max(largest, Math.abs(cost[columnOf[at] as number] as number));
      }
      range += largest * (this.most[row] as number);
    }
    const all = cost.reduce((sum, c) => sum + Math.abs(c), 0);
    range = Math.min(range, all);
    if (range < MOST_COST) return range;
    throw new QuadrilleError(
      'too-large',
      `The costs of a solution may add up to ${range}, and sums are exact only below 2 ** 53; ` +
        'state costs in a larger unit.',
    );
  }
}

function gcd(a: number, b: number): number {
  while (b > 0) [a, b] = [b, a % b];
  return a;
}
