import { isPromise } from '../problem/setting.ts';
import type { Pace, Slices } from '../problem/slices.ts';
import type { Automaton } from './rule.ts';

/** The most sets of values that are tried. */
const MOST_TRIED = 1 << 12;
/** The most values: sets are bits of an integer. */
const MOST_VALUES = 30;

/** In place of a state: the values so far were refused. */
const REFUSED = Symbol('refused');

/**
 * The sets of `count` values that an automaton accepts in every order; undefined if the order counts, or
 * there are too many. Values that are "consecutive in any order" are a matter of the set: so is what
 * variables that differ may have.
 *
 * It goes from sets of k values to those of k + 1. Each must come to one state, whichever value came last.
 */
export function* unorderedSets(
  { start, step, accept }: Automaton<unknown, unknown>,
  values: readonly unknown[],
  count: number,
  pace: Pace,
): Slices<unknown[][] | undefined> {
  if (values.length > MOST_VALUES) return undefined;
  let states = new Map<number, unknown>([[0, start]]);
  let tried = 0;
  try {
    for (let size = 0; size < count; size++) {
      const next = new Map<number, unknown>();
      for (const [set, state] of states) {
        for (const [k, value] of values.entries()) {
          if ((set >> k) & 1) continue;
          const after = state === REFUSED ? REFUSED : stateAfter(step(state, value, size));
          const larger = set | (1 << k);
          if (!next.has(larger)) {
            next.set(larger, after);
            if (++tried > MOST_TRIED) return undefined;
          } else if (next.get(larger) !== after) return undefined;
          if (pace.spent(4)) yield;
        }
      }
      states = next;
    }
    const good: [number, unknown][] = [];
    for (const [set, state] of states) {
      const isGood: unknown = state !== REFUSED && accept(state);
      // The diagram refuses a function that is async.
      if (isPromise(isGood)) return undefined;
      if (isGood) good.push([set, state]);
    }
    return good.map(([set]) => values.filter((_, k) => (set >> k) & 1));
  } catch {
    // It may not know a value at a place where no variable has it. The diagram asks only for those.
    return undefined;
  }
}

function stateAfter(next: unknown): unknown {
  return next === undefined || Number.isNaN(next) ? REFUSED : next;
}

/**
 * The sets of values of tuples that are there in every order; undefined if some order is missing. Tuples
 * with a value twice do not count: the variables differ.
 */
export function unorderedTuples(
  tuples: readonly (readonly unknown[])[],
  count: number,
): unknown[][] | undefined {
  const numbers = new Map<unknown, number>();
  const numberOf = (value: unknown): number => {
    const known = numbers.get(value) ?? numbers.size;
    numbers.set(value, known);
    return known;
  };
  /** Set -> its tuples. */
  const orders = new Map<string, Set<string>>();
  const sets: unknown[][] = [];
  for (const tuple of tuples) {
    const own = tuple.map(numberOf);
    if (new Set(own).size < count) continue;
    const set = [...own].sort((a, b) => a - b).join();
    const known = orders.get(set);
    if (known === undefined) sets.push([...tuple]);
    if (known === undefined) orders.set(set, new Set([own.join()]));
    else known.add(own.join());
  }
  let all = 1;
  for (let k = 2; k <= count; k++) all *= k;
  return [...orders.values()].every(({ size }) => size === all) ? sets : undefined;
}
