import { Random } from '../kernels/random.ts';
import type { Program } from '../linear/basis.ts';
import { type LpOutcome, Simplex } from '../linear/simplex.ts';
import type { Slices } from '../problem/slices.ts';
import { checked, type Rules, type Weighting } from './rules.ts';

/**
 * The work on a number of the simplex method, by its time, in the multiplications that other work
 * is counted in.
 */
const NUMBER_WORK = 4;
/**
 * The square of the number of rows may be this part of the limit of work: full factors of a basis
 * have that number of entries.
 */
const ROWS_PART = 2 ** -10;
/** The bounds are at most this much wider than the rules. */
const WIDER_BOUNDS = 1e-5;
/** Weights are fractions with a common denominator up to this. */
const MOST_DENOMINATOR = 60;

/**
 * Looks for weights under which no option weighs more than 0, and the items that must be covered do
 * together (Farkas 1902). They exist exactly if there is no solution even in fractions, with parts
 * of options. A linear program minimises what is lacking at the items. Then the weights are the
 * prices of its rows. They are made integers and multiplied out, so no rounding error can make them
 * wrong. Pauses after each pivot.
 *
 * It gives up where the program is too large, or after this limit of work (in multiplications).
 */
export function* signs(rules: Rules, workLimit: number): Generator<number, Weighting | undefined> {
  const { least, most, sizes } = rules;
  // An item that lacks options needs no upper bound.
  const isBounded = (item: number) => most[item] < sizes[item];
  const rows = [...least.keys()].filter((item) => least[item] > 0 || isBounded(item));
  if (rows.length ** 2 > ROWS_PART * workLimit) return undefined;
  const program = programOf(rules, rows, isBounded);
  yield program.rowOf.length;
  const simplex = new Simplex(program, 1);
  // An option at an upper bound could weigh more than 0.
  for (let column = 0; column < program.columns; column++) {
    simplex.bound(column, 0, Number.POSITIVE_INFINITY);
  }
  yield* workOf(simplex, simplex.restart());
  for (let outcome: LpOutcome = 'paused'; outcome !== 'optimal'; ) {
    if (outcome !== 'paused' || NUMBER_WORK * simplex.work > workLimit) return undefined;
    outcome = yield* workOf(simplex, simplex.run(1));
  }
  const weights = new Float64Array(least.length);
  for (const [row, item] of rows.entries()) {
    weights[item] = simplex.reduced[program.columns + row] / simplex.scale;
  }
  for (let denominator = 1; denominator <= MOST_DENOMINATOR; denominator++) {
    const scaled = weights.map((weight) => weight * denominator);
    if (scaled.some((weight) => Math.abs(weight - Math.round(weight)) > 1e-4)) continue;
    const found = checked(rules, 'signs', Int32Array.from(scaled, Math.round), 0);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Goes on to the end of some slices. It yields the work that each of them takes. */
function* workOf<R>(simplex: Simplex, slices: Slices<R>): Generator<number, R> {
  for (;;) {
    const { work } = simplex;
    const { done, value } = slices.next();
    yield NUMBER_WORK * (simplex.work - work);
    if (done === true) return value;
  }
}

/**
 * The least that items can lack in all. Options cost nothing; the lack of an item is a column that
 * costs 1.
 *
 *                        options | lacking
 *     1 <= item  <= 1     1 1 .  |  1 .
 *     1 <= item           1 . 1  |  . 1
 *          item  <= 1     . 1 1  |  . .
 */
function programOf(
  { options, start, items, least, most }: Rules,
  rows: readonly number[],
  isBounded: (item: number) => boolean,
): Program {
  /** Item -> row; behind the last row if it has no bounds. */
  const rowOfItem = new Int32Array(least.length).fill(rows.length);
  for (const [row, item] of rows.entries()) rowOfItem[item] = row;
  const lacking = rows.filter((item) => least[item] > 0);
  const columns = options + lacking.length;
  const columnStart = new Int32Array(columns + 1);
  columnStart.set(start);
  const rowOf = new Int32Array(items.length + lacking.length);
  for (let k = 0; k < items.length; k++) rowOf[k] = rowOfItem[items[k]];
  for (const [k, item] of lacking.entries()) {
    rowOf[items.length + k] = rowOfItem[item];
    columnStart[options + k + 1] = items.length + k + 1;
  }
  const cost = new Float64Array(columns).fill(1, options);
  // With wider bounds a smaller weight lacks more. They differ, so that few weightings are equally
  // good.
  const random = new Random(1);
  const lower = new Float64Array(rows.length);
  const upper = new Float64Array(rows.length).fill(Number.POSITIVE_INFINITY);
  for (const [row, item] of rows.entries()) {
    const wider = WIDER_BOUNDS * (0.5 + random.below(1 << 20) / (1 << 21));
    lower[row] = least[item] - wider;
    if (isBounded(item)) upper[row] = most[item] + wider;
  }
  return { linear: rows.length, columns, columnStart, rowOf, cost, least: lower, most: upper };
}
