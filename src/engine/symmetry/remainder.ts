import type { Start } from '../kernels/prefix.ts';
import { type Compiled, hasPrimary, leastOf, mostOf } from '../problem/compiled.ts';
import { integers } from '../problem/memory.ts';
import type { Remainder } from './graph.ts';

const REMAINDER_ARRAYS = 'what decisions leave';

/**
 * The rest of a problem below the decisions of a prefix. Nothing that follows from them is decided.
 */
export function remainderBelow(compiled: Compiled, start: Start): Remainder {
  const { data, primary, secondary, options: all, multiple } = compiled;
  const { startAt, itemAt, colourAt, coloured } = compiled;
  const { chosen, chosenCount, leftOut, leftOutCount } = start;
  const open = new Uint8Array(primary + secondary).fill(1);
  const least = integers(multiple ? primary : 0, REMAINDER_ARRAYS);
  const most = integers(multiple ? primary : 0, REMAINDER_ARRAYS);
  for (let item = 0; item < least.length; item++) {
    least[item] = leastOf(compiled, item);
    most[item] = mostOf(compiled, item);
    if (most[item] === 0) open[item] = 0;
  }
  const isOut = new Uint8Array(all);
  for (let k = 0; k < leftOutCount; k++) isOut[leftOut[k]] = 1;
  /** Secondary item -> the colour that it has. */
  const hues = new Map<number, number>();
  for (let k = 0; k < chosenCount; k++) {
    const option = chosen[k];
    isOut[option] = 1;
    const end = data[startAt + option + 1];
    for (let node = data[startAt + option]; node < end; node++) {
      const item = data[itemAt + node];
      if (item < least.length) {
        least[item] = least[item] - 1;
        most[item] = most[item] - 1;
        if (most[item] > 0) continue;
      } else if (coloured) hues.set(item, data[colourAt + node]);
      open[item] = 0;
    }
  }
  const clashes = (option: number): boolean => {
    const end = data[startAt + option + 1];
    for (let node = data[startAt + option]; node < end; node++) {
      const item = data[itemAt + node];
      if (open[item] === 1) continue;
      const hue = coloured ? data[colourAt + node] : 0;
      if (hue === 0 || hue !== hues.get(item)) return true;
    }
    return false;
  };
  const options = integers(all, REMAINDER_ARRAYS);
  let count = 0;
  for (let option = 0; option < all; option++) {
    if (isOut[option] === 1 || !hasPrimary(compiled, option) || clashes(option)) continue;
    options[count++] = option;
  }
  return { options, count, open, least, most };
}
