import type { FoundList } from './found.ts';
import type { Root } from './root.ts';
import { FREE, NEAR } from './state.ts';

/** Columns with at least this value are chosen together. */
const NEARLY = 0.9;
/** Pivots before a pause. */
const PIVOTS = 8;
/** Columns decided by search below each level. */
const SEARCH = 1 << 11;
/** Levels at which nothing was left, before a dive ends. */
const MOST_DEAD = 40;

/** A level of a dive: the length of the trail before it, and the first column that it chose. */
interface Level {
  readonly mark: number;
  readonly column: number;
}

/**
 * Looks for a good solution, and proves nothing: it follows the linear program down.
 *
 *     [choose] the columns that the linear program nearly chooses, or else the one with the largest fraction
 *        |                ^                    ^
 *        v                |                    | leave out what was chosen there
 *     [price] the rest, [search] a little      |
 *        |                                     |
 *        '--> nothing is left: back by 1, 1, 2, 4, 8, ... levels
 *
 * It begins above all branches, where the linear program has been solved, and goes back there. It pauses between.
 */
export function* dive(root: Root, list: FoundList, workLimit: number): Generator<undefined, void> {
  const { state, simplex, below, prices, model } = root;
  const stop = root.work + workLimit;
  const base = state.mark();
  const levels: Level[] = [];
  let dead = 0;
  let back = 1;
  let isOpen = yield* price();
  while (root.work < stop) {
    if (isOpen) {
      const mark = state.mark();
      const column = chooseNext(root);
      if (column < 0) break;
      levels.push({ mark, column });
      isOpen = state.propagate();
    }
    if (isOpen) isOpen = yield* price();
    if (isOpen) continue;
    if (++dead > MOST_DEAD) break;
    let level: Level | undefined;
    for (let k = 0; k < back; k++) level = levels.pop() ?? level;
    if (level === undefined) break;
    back = Math.min(2 * back, 1 + (levels.length >> 1));
    state.undo(level.mark);
    isOpen = state.leaveOut(level.column) && state.propagate();
    if (isOpen) isOpen = yield* price();
  }
  state.undo(base);

  /** Solves what is left. False where nothing is. */
  function* price(): Generator<undefined, boolean> {
    yield* root.inform();
    let outcome = yield* simplex.run(PIVOTS);
    while (outcome === 'paused') {
      yield;
      outcome = yield* simplex.run(PIVOTS);
    }
    if (outcome === 'infeasible' && prices.refutes(state, simplex.ray)) return false;
    if (root.prove() > root.limit) return false;
    simplex.values(root.values);
    root.round();
    if (!root.fixBelow()) return false;
    if (state.length === model.columns) {
      list.add(state.cost, state.options());
      return false;
    }
    prices.prove(state);
    below.start();
    if (yield* below.runFor(SEARCH)) return false;
    below.stop();
    yield;
    return true;
  }
}

/** Chooses columns by the linear program. Returns the first of them, or -1 where it has none. */
function chooseNext({ state, values }: Root): number {
  let best = -1;
  for (let j = 0; j < values.length; j++) {
    if (state.decided[j] !== FREE) continue;
    if (best < 0 || (values[j] as number) > (values[best] as number)) best = j;
  }
  if (best < 0 || (values[best] as number) < NEAR) return -1;
  state.choose(best);
  for (let j = 0; j < values.length && state.propagate(); j++) {
    if (state.decided[j] !== FREE || (values[j] as number) < NEARLY) continue;
    state.choose(j);
  }
  return best;
}
