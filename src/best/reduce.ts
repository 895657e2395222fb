import { Pace, type Slices } from '../kernels/pace.ts';
import { integers } from '../problem/memory.ts';
import { Model, type Parts } from './model.ts';
import { FREE, type State } from './state.ts';

/** A smaller model, and prices of its rows: where a row says what others say, it has the prices of all of them. */
export interface Reduced {
  readonly model: Model;
  readonly price: Float64Array;
}

/**
 * A smaller model with the same solutions below a state: what is decided is out of it, and so are rows that others
 * imply. Undefined where there are no solutions. It may decide more columns of the state. It works in slices.
 *
 * A row is *exact* if exactly one of its free columns is to be chosen. Where all columns of an exact row also
 * have another row, which takes at most one, that one is chosen for both. So the other row cannot have any of
 * its further columns, and then says what the exact row says (Garfinkel and Nemhauser, 1969).
 *
 *     row a   x x . .        x x          columns 3 and 4 are out, row b is spare
 *     row b   x x x x   ->
 */
export function* reduced(state: State, price: Float64Array): Slices<Reduced | undefined> {
  const isSpare = new Uint8Array(state.model.rows);
  const sums = price.slice();
  for (;;) {
    const before = state.length;
    if (!(yield* findSpare(state, isSpare, sums)) || !state.propagate()) return undefined;
    if (state.length === before) return yield* rest(state, isSpare, sums);
  }
}

function* findSpare(state: State, isSpare: Uint8Array, price: Float64Array): Slices<boolean> {
  const { model, decided, covered, free } = state;
  const { linear, least, most, rowStart, columnOf, columnStart, rowOf } = model;
  /** Row -> how many columns it shares with the exact row at hand. */
  const shared = integers(model.rows, 'the rows of a model');
  const rows: number[] = [];
  const pace = new Pace();
  for (let a = 0; a < linear; a++) {
    const count = covered[a] as number;
    if (isSpare[a] || free[a] === 0 || least[a] !== most[a] || least[a] !== count + 1) continue;
    for (let at = rowStart[a] as number; at < (rowStart[a + 1] as number); at++) {
      const j = columnOf[at] as number;
      if (decided[j] !== FREE) continue;
      const end = columnStart[j + 1] as number;
      if (pace.spent(4 * (end - (columnStart[j] as number)))) yield;
      for (let k = columnStart[j] as number; k < end; k++) {
        const b = rowOf[k] as number;
        if (shared[b] === 0) rows.push(b);
        shared[b] = (shared[b] as number) + 1;
      }
    }
    const length = free[a] as number;
    for (const b of rows) {
      const isAll = shared[b] === length;
      shared[b] = 0;
      if (!isAll || b === a || b >= linear || isSpare[b] || isSpare[a]) continue;
      if (most[b] !== (covered[b] as number) + 1) continue;
      isSpare[b] = 1;
      price[a] = (price[a] as number) + (price[b] as number);
      if (free[b] === length) continue;
      if (!leaveOutOthers(state, a, b)) return false;
    }
    rows.length = 0;
    if (!state.propagate()) return false;
  }
  return true;
}

/** Leaves out the free columns of row b that row a does not have. */
function leaveOutOthers(state: State, a: number, b: number): boolean {
  const { model, decided } = state;
  const { rowStart, columnOf, columnStart, rowOf } = model;
  for (let at = rowStart[b] as number; at < (rowStart[b + 1] as number); at++) {
    const j = columnOf[at] as number;
    if (decided[j] !== FREE) continue;
    const rows = rowOf.subarray(columnStart[j], columnStart[j + 1]);
    if (!rows.includes(a) && !state.leaveOut(j)) return false;
  }
  return true;
}

/**
 * What a state leaves open: its free columns, and the rows that still bind them. `isSpare` marks rows that
 * say what another row says.
 */
function* rest(state: State, isSpare: Uint8Array, price: Float64Array): Slices<Reduced> {
  const { model } = state;
  const { rows, linear, columns, columnStart, rowOf, colourOf } = model;
  const { decided, covered, free } = state;
  const newRow = integers(rows, 'the rows of a model').fill(-1);
  const least: number[] = [];
  const most: number[] = [];
  let newLinear = 0;
  for (let row = 0; row < rows; row++) {
    const need = Math.max(0, (model.least[row] as number) - (covered[row] as number));
    const room = (model.most[row] as number) - (covered[row] as number);
    const left = free[row] as number;
    if (isSpare[row] || left === 0) continue;
    // In a row with colours all free columns have the colour that is set.
    if (row < linear ? need === 0 && left <= room : (covered[row] as number) > 0) continue;
    newRow[row] = least.length;
    least.push(need);
    most.push(room);
    if (row < linear) newLinear++;
  }
  const kept: number[] = [];
  let nodes = 0;
  for (let j = 0; j < columns; j++) {
    if (decided[j] !== FREE) continue;
    kept.push(j);
    nodes += (columnStart[j + 1] as number) - (columnStart[j] as number);
  }
  const start = integers(kept.length + 1, 'the columns of a model');
  const newRowOf = integers(nodes, 'the nodes of a model');
  const newColourOf = integers(nodes, 'the nodes of a model');
  let place = 0;
  for (const [column, j] of kept.entries()) {
    for (let at = columnStart[j] as number; at < (columnStart[j + 1] as number); at++) {
      const row = newRow[rowOf[at] as number] as number;
      if (row < 0) continue;
      newRowOf[place] = row;
      newColourOf[place++] = colourOf[at] as number;
    }
    start[column + 1] = place;
  }
  const parts: Parts = {
    linear: newLinear,
    least: Int32Array.from(least),
    most: Int32Array.from(most),
    columnStart: start,
    rowOf: newRowOf.subarray(0, place),
    colourOf: newColourOf.subarray(0, place),
    cost: Float64Array.from(kept, (j) => model.cost[j] as number),
    option: Int32Array.from(kept, (j) => model.option[j] as number),
    chosen: state.options(),
    chosenCost: state.cost,
    unit: model.unit,
    primary: 0,
  };
  const prices = price.filter((_, row) => (newRow[row] as number) >= 0);
  yield;
  return { model: yield* Model.from(parts, model.range), price: prices };
}
