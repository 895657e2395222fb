import type { Slices } from '../problem/slices.ts';
import type { CheapestList } from './cheapest.ts';
import { FREE, ROUNDING } from './partial-solution.ts';
import type { Root } from './root.ts';

/** Options with at least this value are chosen together. */
const NEARLY_ONE = 0.9;
/** Pivots before a pause. */
const PIVOTS_PER_SLICE = 8;
/** Options decided by search below each level. */
const SEARCH_DECISIONS = 1 << 11;
/** Levels at which nothing was left, before a dive ends. */
const MOST_DEAD = 40;

/** A level of a dive: the length of the trail before it, and the first option that it chose. */
interface Level {
  readonly mark: number;
  readonly option: number;
}

/**
 * Looks for a good solution, and proves nothing: it follows the linear program down.
 *
 *     [choose] the options that the linear program nearly chooses, or the one with the largest
 *        |     fraction
 *        |                ^                    ^
 *        v                |                    | leave out the first option chosen there
 *     [price] the rest, [search] a little      |
 *        |                                     |
 *        '--> nothing is left: back by 1, 1, 2, 4, 8, ... levels
 *
 * It begins above all branches, where the linear program has been solved, and goes back there. It
 * pauses between two steps.
 */
export function* dive(root: Root, list: CheapestList, workLimit: number): Slices {
  const { partial, simplex, prices } = root;
  const stop = root.work + workLimit;
  const base = partial.length;
  const levels: Level[] = [];
  let dead = 0;
  let back = 1;
  let isOpen = yield* price();
  while (root.work < stop) {
    if (isOpen) {
      const mark = partial.length;
      const option = chooseNext(root);
      if (option < 0) break;
      levels.push({ mark, option });
      isOpen = partial.propagate();
    }
    if (isOpen) isOpen = yield* price();
    if (isOpen) continue;
    if (++dead > MOST_DEAD) break;
    let level: Level | undefined;
    for (let k = 0; k < back; k++) level = levels.pop() ?? level;
    if (level === undefined) break;
    back = Math.min(2 * back, 1 + (levels.length >> 1));
    partial.undo(level.mark);
    isOpen = partial.decide([~level.option]);
    if (isOpen) isOpen = yield* price();
  }
  partial.undo(base);

  /** Solves the rest. False where nothing is left. */
  function* price(): Slices<boolean> {
    yield* root.inform();
    let outcome = yield* simplex.run(PIVOTS_PER_SLICE);
    while (outcome === 'paused') {
      yield;
      outcome = yield* simplex.run(PIVOTS_PER_SLICE);
    }
    if (outcome === 'infeasible' && prices.refutes(partial, simplex.ray)) return false;
    if (root.prove() > root.limit) return false;
    simplex.values(root.values);
    root.round();
    if (!root.fixBelow()) return false;
    if (partial.open === 0) {
      list.add(partial.cost, partial.numbers());
      return false;
    }
    return !(yield* root.search.runFor(SEARCH_DECISIONS));
  }
}

/** Chooses options by the linear program. Returns the first of them, or -1 where it has none. */
function chooseNext(root: Root): number {
  const { partial, values } = root;
  const best = root.largest();
  if (best < 0 || values[best] < ROUNDING) return -1;
  partial.choose(best);
  for (let j = 0; j < values.length && partial.propagate(); j++) {
    if (partial.decided[j] !== FREE || values[j] < NEARLY_ONE) continue;
    partial.choose(j);
  }
  return best;
}
