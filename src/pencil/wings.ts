import { type Board, size, valuesIn } from './board.ts';
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
export const wings =
  (board: Board, { length, name, tenths, most }: WingSearch): Technique =>
  (position, sink) => {
    const masks = board.masks(position);
    const pairs = [...masks.keys()].filter((cell) => size(masks[cell] as number) === 2);
    const set: number[] = [];
    const extend = (candidates: readonly number[], union: number, largest: number): void => {
      candidates.forEach((cell, k) => {
        const mask = masks[cell] as number;
        const more = union | mask;
        const values = size(more);
        if (values > length + 1) return;
        const most = Math.max(largest, size(mask));
        set.push(cell);
        if (set.length < length) {
          const rest = candidates.slice(k + 1).filter((other) => board.sees(cell, other));
          if (set.length + rest.length >= length) extend(rest, more, most);
        } else if (values === length + 1) tell(more, most);
        set.pop();
      });
    };
    const tell = (union: number, largest: number): void => {
      const graded = tenths(largest);
      if (!sink.accepts(graded)) return;
      for (const pair of pairs) {
        const mask = masks[pair] as number;
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
      cells.filter((cell) => ((masks[cell] as number) & (1 << value)) !== 0);
    const isSeen = (pair: number, value: number): boolean =>
      holders(set, value).every((cell) => board.sees(pair, cell));
    const cellOf = (option: number): number =>
      board.cellOf(board.kinds.item[option * board.kinds.count] as number);
    const candidates = [...masks.keys()].filter((cell) => {
      const values = size(masks[cell] as number);
      return values >= 2 && values <= Math.min(most, length + 1);
    });
    extend(candidates, 0, 0);
    return undefined;
  };
