import { checked, type Rules, type Weighting } from './rules.ts';

/** The most numbers in the tableau: 32 MB. */
const MOST_NUMBERS = 2 ** 22;
/** What counts as 0, and the random part of a bound. */
const TINY = 1e-9;
const SHIFT = 1e-5;
/** Weights are fractions with a common denominator up to this. */
const MOST_DENOMINATOR = 60;

/**
 * Looks for weights under which no option weighs more than 0, and what must be covered does (Farkas 1902). They
 * exist exactly if there is no solution even in fractions, with parts of options. It minimises how much of the
 * bounds is not met, by the simplex method in floating-point numbers. Then the weights are what each bound costs.
 * They are made integers and multiplied out, so no rounding error can make them wrong. Pauses after each pivot.
 *
 * It gives up where the tableau would be too large, or after this limit of work (in multiplications).
 */
export function* signs(rules: Rules, workLimit: number): Generator<number, Weighting | undefined> {
  if (rules.options * rules.least.length > MOST_NUMBERS) return undefined;
  const tableau = new Tableau(rules);
  if (tableau.size > MOST_NUMBERS) return undefined;
  let work = tableau.size;
  tableau.layOut();
  while (tableau.step()) {
    work += tableau.size;
    if (work > workLimit) return undefined;
    yield tableau.size;
  }
  const weights = tableau.prices();
  for (let denominator = 1; denominator <= MOST_DENOMINATOR; denominator++) {
    const scaled = weights.map((weight) => weight * denominator);
    if (scaled.some((weight) => Math.abs(weight - Math.round(weight)) > 1e-4)) continue;
    const found = checked(rules, 'signs', Int32Array.from(scaled, Math.round), 0);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A bound of an item: at least (sign 1) or at most (sign -1) so many of its options. */
interface Bound {
  readonly item: number;
  readonly sign: 1 | -1;
  readonly value: number;
}

/**
 * The simplex method. A row for each bound; a column for each option, one for what each bound has to spare, then
 * the bounds. The last row is the cost: all that lower bounds lack. What one lacks begins in the basis, and
 * needs no column, since it never comes back.
 *
 *               options | spare | bounds
 *     at least    1 1 . | -1  . |   1
 *     at most     1 . 1 |  .  1 |   1
 *     cost       -1 -1. |  1  . |  -1
 */
class Tableau {
  private readonly rules: Rules;
  private readonly bounds: readonly Bound[];
  private readonly width: number;
  private readonly height: number;
  private cells = new Float64Array(0);

  constructor(rules: Rules) {
    this.rules = rules;
    const { least, most, sizes } = rules;
    const bounds: Bound[] = [];
    for (let item = 0; item < least.length; item++) {
      const value = least[item] as number;
      if (value > 0) bounds.push({ item, sign: 1, value });
      const atMost = most[item] as number;
      // An item that lacks options needs no upper bound.
      if (atMost < (sizes[item] as number)) bounds.push({ item, sign: -1, value: atMost });
    }
    this.bounds = bounds;
    this.height = bounds.length + 1;
    this.width = rules.options + bounds.length + 1;
  }

  get size(): number {
    return this.width * this.height;
  }

  layOut(): void {
    const { rules, bounds, width, height } = this;
    const { start, items } = rules;
    this.cells = new Float64Array(width * height);
    const { cells } = this;
    const rowsOf: number[][] = Array.from(rules.least, () => []);
    for (const [row, { item }] of bounds.entries()) rowsOf[item]?.push(row);
    for (let option = 0; option < rules.options; option++) {
      for (let k = start[option] as number; k < (start[option + 1] as number); k++) {
        for (const row of rowsOf[items[k] as number] ?? []) cells[row * width + option] = 1;
      }
    }
    // Bounds that differ a little meet at no common corner, where steps would lead nowhere.
    let noise = 1;
    for (const [row, { sign, value }] of bounds.entries()) {
      noise = (noise * 48271) % 2147483647;
      cells[row * width + rules.options + row] = -sign;
      cells[(row + 1) * width - 1] = value + (SHIFT * noise) / 2147483647;
    }
    // The cost of what is lacking, less the rows that give its value.
    const cost = (height - 1) * width;
    for (const [row, { sign }] of bounds.entries()) {
      if (sign < 0) continue;
      for (let column = 0; column < width; column++) {
        cells[cost + column] =
          (cells[cost + column] as number) - (cells[row * width + column] as number);
      }
    }
  }

  /** One pivot; false at the minimum. */
  step(): boolean {
    const { cells, width, height, rules, bounds } = this;
    const cost = (height - 1) * width;
    const columns = rules.options + bounds.length;
    let column = -1;
    let steepest = -TINY;
    for (let k = 0; k < columns; k++) {
      if ((cells[cost + k] as number) >= steepest) continue;
      steepest = cells[cost + k] as number;
      column = k;
    }
    if (column < 0) return false;
    let row = -1;
    let nearest = Number.POSITIVE_INFINITY;
    for (let k = 0; k < height - 1; k++) {
      const factor = cells[k * width + column] as number;
      if (factor <= TINY) continue;
      const distance = (cells[(k + 1) * width - 1] as number) / factor;
      if (distance >= nearest) continue;
      nearest = distance;
      row = k;
    }
    if (row < 0) return false;
    this.pivot(row, column);
    return true;
  }

  private pivot(row: number, column: number): void {
    const { cells, width, height } = this;
    const from = row * width;
    const factor = 1 / (cells[from + column] as number);
    /** Where the row is not 0. */
    const filled: number[] = [];
    for (let k = 0; k < width; k++) {
      const value = (cells[from + k] as number) * factor;
      cells[from + k] = Math.abs(value) < TINY ? 0 : value;
      if (cells[from + k] !== 0) filled.push(k);
    }
    for (let other = 0; other < height; other++) {
      const to = other * width;
      const value = cells[to + column] as number;
      if (other === row || value === 0) continue;
      for (const k of filled) {
        cells[to + k] = (cells[to + k] as number) - value * (cells[from + k] as number);
      }
      cells[to + column] = 0;
    }
  }

  /** Item -> what its bounds cost together. */
  prices(): Float64Array {
    const { cells, width, height, rules, bounds } = this;
    const prices = new Float64Array(rules.least.length);
    for (const [row, { item, sign }] of bounds.entries()) {
      const spare = cells[(height - 1) * width + rules.options + row] as number;
      prices[item] = (prices[item] as number) + sign * spare;
    }
    return prices;
  }
}
