import { type Compiled, itemsOf } from '../../engine/problem/compiled.ts';
import { OptionLists } from '../../engine/problem/option-lists.ts';

/**
 * The items of a problem by kind. No option has two items of one kind, so options of two items of
 * a kind are never the same. In a Sudoku the kinds are the cells, the rows, the columns and the
 * boxes, each with a value: an option has one item of each.
 */
export interface Kinds {
  readonly count: number;
  /** Item -> its kind. */
  readonly of: Int32Array;
  /** Item -> the row, column or box that it is a value of; -1 for a cell. Only in a Sudoku. */
  readonly house: Int32Array;
  /** Option -> its value; -1 for none. Only in a Sudoku. */
  readonly value: Int32Array;
  /** `option * count + kind` -> the item of that kind; -1 for none. */
  readonly item: Int32Array;
}

/** More kinds are not told apart: what is left over has the kind -1. */
const MOST_KINDS = 12;

/** Makes kinds of a problem whose items have no known ones: each goes to the first that it may. */
export function kindsOf(problem: Compiled): Kinds {
  const { primary, secondary, options } = problem;
  const of = new Int32Array(primary + secondary).fill(-1);
  const lists = new OptionLists(problem);
  // Option -> a bit for each kind that its items have so far.
  const taken = new Int32Array(options);
  for (let item = 0; item < primary + secondary; item++) {
    const nodes = lists.nodesOf(item);
    let bits = 0;
    for (const node of nodes) bits |= taken[lists.optionOf[node]];
    let kind = 0;
    while (kind < MOST_KINDS && (bits & (1 << kind)) !== 0) kind++;
    if (kind === MOST_KINDS) continue;
    of[item] = kind;
    for (const node of nodes) {
      const option = lists.optionOf[node];
      taken[option] = taken[option] | (1 << kind);
    }
  }
  return withItems(
    problem,
    of,
    new Int32Array(primary + secondary).fill(-1),
    new Int32Array(options).fill(-1),
  );
}

/** Kinds with the table of the items of each option. */
export function withItems(
  problem: Compiled,
  of: Int32Array,
  house: Int32Array,
  value: Int32Array,
): Kinds {
  let count = 0;
  for (const kind of of) count = Math.max(count, kind + 1);
  const item = new Int32Array(problem.options * count).fill(-1);
  for (let option = 0; option < problem.options; option++) {
    for (const used of itemsOf(problem, option)) {
      const kind = of[used];
      if (kind >= 0) item[option * count + kind] = used;
    }
  }
  return { count, of, house, value, item };
}

/** True if an option uses an item that has a kind. */
export function uses({ count, of, item }: Kinds, option: number, one: number): boolean {
  return item[option * count + of[one]] === one;
}
