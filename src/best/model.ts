import { type Decisions, Start } from '../kernels/prefix.ts';
import { type Compiled, costOf, hasPrimary, leastOf, mostOf } from '../problem/compiled.ts';
import { QuadrilleError } from '../problem/error.ts';
import { integers } from '../problem/memory.ts';

/** The largest sum of costs that is exact. */
const MOST_COST = 2 ** 53;

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
  /** The decisions of the prefix, as columns. */
  readonly chosen: number[] = [];
  readonly leftOut: number[] = [];

  constructor(compiled: Compiled, prefix: Decisions | undefined, max: boolean) {
    const { data, primary, secondary, options, coloured, startAt, itemAt, colourAt } = compiled;
    const start = new Start(compiled, prefix);
    const items = primary + secondary;
    this.option = integers(options, 'the columns of a model').map((_, option) => option);
    this.option = this.option.filter((option) => hasPrimary(compiled, option));
    this.columns = this.option.length;

    const hasColour = new Uint8Array(items);
    const uses = integers(items, 'the rows of a model');
    let nodes = 0;
    for (const option of this.option) {
      const end = data[startAt + option + 1] as number;
      for (let node = data[startAt + option] as number; node < end; node++, nodes++) {
        const item = data[itemAt + node] as number;
        uses[item] = (uses[item] as number) + 1;
        if (coloured && (data[colourAt + node] as number) > 0) hasColour[item] = 1;
      }
    }
    /** Item -> row. Secondary items that no column uses have none. */
    const rowOfItem = integers(items, 'the rows of a model').fill(-1);
    let rows = 0;
    for (let item = 0; item < items; item++) {
      if (!hasColour[item] && (item < primary || (uses[item] as number) > 0))
        rowOfItem[item] = rows++;
    }
    this.linear = rows;
    for (let item = 0; item < items; item++) if (hasColour[item]) rowOfItem[item] = rows++;
    this.rows = rows;
    this.least = integers(rows, 'the rows of a model');
    this.most = integers(rows, 'the rows of a model').fill(1);
    this.rowStart = integers(rows + 1, 'the rows of a model');
    for (let item = 0; item < items; item++) {
      const row = rowOfItem[item] as number;
      if (row < 0) continue;
      this.rowStart[row + 1] = uses[item] as number;
      if (item < primary) {
        this.least[row] = leastOf(compiled, item);
        this.most[row] = Math.min(mostOf(compiled, item), uses[item] as number);
      } else if (hasColour[item]) this.most[row] = uses[item] as number;
    }
    for (let row = 0; row < rows; row++) {
      this.rowStart[row + 1] = (this.rowStart[row + 1] as number) + (this.rowStart[row] as number);
    }
    this.columnStart = integers(this.columns + 1, 'the columns of a model');
    this.rowOf = integers(nodes, 'the nodes of a model');
    this.colourOf = integers(nodes, 'the nodes of a model');
    this.columnOf = integers(nodes, 'the nodes of a model');
    this.nodeOf = integers(nodes, 'the nodes of a model');
    this.cost = new Float64Array(this.columns);
    const next = this.rowStart.slice();
    let place = 0;
    let unit = 0;
    for (let column = 0; column < this.columns; column++) {
      const option = this.option[column] as number;
      const cost = costOf(compiled, option);
      // Not -0.
      this.cost[column] = max ? 0 - cost : cost;
      unit = gcd(unit, Math.abs(cost));
      const end = data[startAt + option + 1] as number;
      for (let node = data[startAt + option] as number; node < end; node++, place++) {
        const row = rowOfItem[data[itemAt + node] as number] as number;
        const at = next[row] as number;
        this.rowOf[place] = row;
        this.colourOf[place] = coloured ? (data[colourAt + node] as number) : 0;
        this.columnOf[at] = column;
        this.nodeOf[at] = place;
        next[row] = at + 1;
      }
      this.columnStart[column + 1] = place;
    }
    this.unit = Math.max(unit, 1);
    this.range = this.#range(primary, rowOfItem);
    for (let k = 0; k < start.chosenCount; k++) {
      this.chosen.push(this.option.indexOf(start.chosen[k] as number));
    }
    for (let k = 0; k < start.leftOutCount; k++) {
      const column = this.option.indexOf(start.leftOut[k] as number);
      if (column >= 0) this.leftOut.push(column);
    }
  }

  /**
   * The most that a solution can cost, by absolute value: each of its columns covers a primary item, which
   * at most `most` columns cover. Refuses costs whose sums could be inexact.
   */
  #range(primary: number, rowOfItem: Int32Array): number {
    const { rowStart, columnOf, cost } = this;
    let range = 0;
    for (let item = 0; item < primary; item++) {
      const row = rowOfItem[item] as number;
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
