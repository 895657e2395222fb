import { Pace, type Slices } from '../../engine/problem/slices.ts';
import { type Board, size, valuesIn } from './cell-board.ts';
import { crossOut, type Technique } from './technique.ts';

/** The wings to look for. */
interface WingSearch {
  /** The number of cells that see one another. */
  readonly length: number;
  readonly name: string;
  /** The difficulty by the number of values in the largest of them. */
  readonly tenths: (largest: number) => number;
  /** The most values in the largest cell. */
  readonly most: number;
}

/**
 * Wings: `length` cells that see one another and have one value more than they are, and one more
 * cell with two of these values, x and z. If that cell sees all of them that may hold x, then x
 * stands in it or in them, not in both, so one of all cells holds z.
 */
export const wings = (board: Board, { length, name, tenths, most }: WingSearch): Technique =>
  function* (position, sink) {
    const pace = new Pace();
    const masks = board.masks(position);
    const pairs = [...masks.keys()].filter((cell) => size(masks[cell]) === 2);
    const set: number[] = [];
    /** The work on steps that are reported. */
    let reported = 0;
    const extend = function* (
      candidates: readonly number[],
      union: number,
      largest: number,
    ): Slices {
      for (let k = 0; k < candidates.length; k++) {
        const cell = candidates[k];
        const mask = masks[cell];
        const more = union | mask;
        if (size(more) > length + 1) continue;
        const most = Math.max(largest, size(mask));
        const rest: number[] = [];
        for (let next = k + 1; next < candidates.length; next++) {
          if (board.sees(cell, candidates[next])) rest.push(candidates[next]);
        }
        if (pace.spent(8 * (candidates.length - k))) yield;
        if (set.length + 1 + rest.length < length) continue;
        set.push(cell);
        if (set.length < length - 1) yield* extend(rest, more, most);
        else {
          finish(rest, more, most);
          if (pace.spent(reported)) yield;
          reported = 0;
        }
        set.pop();
      }
    };
    /** The last cell of the set. */
    const finish = (candidates: readonly number[], union: number, largest: number): void => {
      for (const cell of candidates) {
        const mask = masks[cell];
        const more = union | mask;
        if (size(more) !== length + 1) continue;
        set.push(cell);
        report(more, Math.max(largest, size(mask)));
        set.pop();
      }
    };
    const report = (union: number, largest: number): void => {
      const graded = tenths(largest);
      if (!sink.accepts(graded)) return;
      reported += 8 * pairs.length;
      for (const pair of pairs) {
        const mask = masks[pair];
        if ((mask & ~union) !== 0 || set.includes(pair)) continue;
        const [low, high] = valuesIn(mask) as [number, number];
        const isLow = isSeen(pair, low);
        const isHigh = isSeen(pair, high);
        const out: number[] = [];
        const all = [...set, pair];
        if (isLow) board.outOf(masks, holders(all, high), high, out);
        if (isHigh) board.outOf(masks, holders(all, low), low, out);
        // Both values are locked between the two, so the set has all its other values for itself.
        if (isLow && isHigh) {
          for (const value of valuesIn(union & ~mask)) {
            board.outOf(masks, holders(set, value), value, out);
          }
        }
        const options = out.filter((option) => !all.includes(cellOf(option)));
        const why = () => ({ items: board.itemsOf(all), options: board.optionsIn(masks, all) });
        crossOut(sink, name, graded, options, why);
      }
    };
    const holders = (cells: readonly number[], value: number): number[] =>
      cells.filter((cell) => (masks[cell] & (1 << value)) !== 0);
    const isSeen = (pair: number, value: number): boolean =>
      holders(set, value).every((cell) => board.sees(pair, cell));
    const cellOf = (option: number): number =>
      board.cellOf(board.kinds.item[option * board.kinds.count]);
    const candidates = [...masks.keys()].filter((cell) => {
      const values = size(masks[cell]);
      return values >= 2 && values <= Math.min(most, length + 1);
    });
    yield* extend(candidates, 0, 0);
  };
