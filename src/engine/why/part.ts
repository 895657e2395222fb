import { Compiled, coloursOf, emptyCompiled, itemsOf } from '../problem/compiled.ts';
import { OPEN, type Propagation } from '../problem/propagation.ts';

/** A problem in which only some items must be covered. */
interface Part {
  readonly compiled: Compiled;
  /** Option -> its number in the whole problem. */
  readonly optionOf: Int32Array;
}

/**
 * The open part of a problem, in which only these primary items must be covered. Other items keep
 * their upper bound: an item that is covered at most once becomes secondary. Options that cover
 * none of the given items only exclude others, so they go.
 */
export function partOf(propagation: Propagation, must: readonly number[]): Part {
  const { compiled: whole, open, least, most } = propagation;
  const { primary, secondary } = whole;
  const isMust = new Uint8Array(primary + secondary);
  for (const item of must) isMust[item] = 1;
  const options: number[] = [];
  let nodes = 0;
  for (let option = 0; option < whole.options; option++) {
    if (propagation.state[option] !== OPEN) continue;
    const items = itemsOf(whole, option);
    if (!items.some((item) => isMust[item] === 1)) continue;
    options.push(option);
    nodes += items.length;
  }
  const several = [...least.keys()].filter((item) => isMust[item] === 0 && most[item] > 1);
  const bounded = [...must, ...several];
  /** Item -> its number in the part. The numbers of others follow those of the primary items. */
  const numberOf = new Int32Array(primary + secondary).fill(-1);
  for (const [number, item] of bounded.entries()) numberOf[item] = number;
  let items = bounded.length;
  for (let item = 0; item < primary + secondary; item++) {
    if (numberOf[item] === -1 && open[item] > 0) numberOf[item] = items++;
  }
  const isMultiple = bounded.some((item) => least[item] !== 1 || most[item] !== 1);
  const compiled = Compiled.of(
    emptyCompiled({
      primary: bounded.length,
      // A problem has an item.
      secondary: Math.max(items, 1) - bounded.length,
      options: options.length,
      nodes,
      coloured: whole.coloured,
      multiple: isMultiple,
    }),
  );
  let to = 0;
  for (const [k, option] of options.entries()) {
    if (whole.coloured) compiled.data.set(coloursOf(whole, option), compiled.colourAt + to);
    for (const item of itemsOf(whole, option)) {
      compiled.data[compiled.itemAt + to++] = numberOf[item];
    }
    compiled.data[compiled.startAt + k + 1] = to;
  }
  for (let k = 0; isMultiple && k < bounded.length; k++) {
    const item = bounded[k];
    compiled.data[compiled.timesAt + 2 * k] = k < must.length ? least[item] : 0;
    compiled.data[compiled.timesAt + 2 * k + 1] = most[item];
  }
  return { compiled, optionOf: Int32Array.from(options) };
}
