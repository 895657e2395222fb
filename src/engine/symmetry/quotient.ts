import type { Start } from '../kernels/prefix.ts';
import { Compiled, emptyCompiled } from '../problem/compiled.ts';

/** A problem whose solutions are those of another one that a symmetry takes to themselves. */
interface Quotient {
  readonly compiled: Compiled;
  readonly prefix: readonly number[];
}

/** The uses of an option: item -> its colour, or 0. */
type Uses = Map<number, number>;

/**
 * The problem of the solutions that a symmetry takes to themselves: they have all options of a
 * cycle of it, or none. So each cycle becomes one option, which has the items of all of them. A
 * cycle whose options exclude each other drops out. Of items with the same options one is kept. The
 * problem must have no multiplicities, and the symmetry must keep the prefix.
 *
 *     options   a b | c        a <-> b, c <-> c      a and b become one option, c stays
 */
export function quotientOf(compiled: Compiled, image: Int32Array, prefix: Start): Quotient {
  const { options, primary, secondary, coloured } = compiled;
  const isDone = new Uint8Array(options);
  const leftOut = new Set(prefix.leftOut.subarray(0, prefix.leftOutCount));
  const chosen = new Set(prefix.chosen.subarray(0, prefix.chosenCount));
  const cycles: Uses[] = [];
  const decisions: number[] = [];
  for (let first = 0; first < options; first++) {
    if (isDone[first] === 1) continue;
    const cycle: number[] = [];
    for (let at = first; isDone[at] === 0; at = image[at]) {
      isDone[at] = 1;
      cycle.push(at);
    }
    if (leftOut.has(first)) continue;
    const uses = usesOf(compiled, cycle);
    if (uses === undefined) continue;
    if (chosen.has(first)) decisions.push(cycles.length);
    cycles.push(uses);
  }
  const kept = differentItems(cycles, primary, secondary);
  const isKept = new Set(kept);
  const merged = cycles.map((uses) => [...uses].filter(([item]) => isKept.has(item)));
  const numberOf = new Map(kept.map((item, number) => [item, number]));
  const primaries = kept.filter((item) => item < primary).length;
  const nodes = merged.reduce((sum, { length }) => sum + length, 0);
  const result = Compiled.of(
    emptyCompiled({
      primary: primaries,
      secondary: kept.length - primaries,
      options: merged.length,
      nodes,
      coloured,
    }),
  );
  const { data, startAt, itemAt, colourAt } = result;
  let node = 0;
  for (const [option, uses] of merged.entries()) {
    for (const [item, colour] of uses) {
      data[itemAt + node] = numberOf.get(item) as number;
      if (coloured) data[colourAt + node] = colour;
      node++;
    }
    data[startAt + option + 1] = node;
  }
  return { compiled: result, prefix: decisions };
}

/** The uses of options together; undefined if they exclude each other. */
function usesOf(compiled: Compiled, cycle: readonly number[]): Uses | undefined {
  const { data, primary, startAt, itemAt, colourAt, coloured } = compiled;
  const uses: Uses = new Map();
  for (const option of cycle) {
    const end = data[startAt + option + 1];
    for (let node = data[startAt + option]; node < end; node++) {
      const item = data[itemAt + node];
      const colour = coloured ? data[colourAt + node] : 0;
      const known = uses.get(item);
      if (known !== undefined && (item < primary || colour === 0 || known !== colour))
        return undefined;
      uses.set(item, colour);
    }
  }
  return uses;
}

/** The items without primary ones that have the same options as one before. */
function differentItems(cycles: readonly Uses[], primary: number, secondary: number): number[] {
  const optionsOf: number[][] = Array.from({ length: primary }, () => []);
  for (const [option, uses] of cycles.entries()) {
    for (const item of uses.keys()) if (item < primary) optionsOf[item]?.push(option);
  }
  const known = new Set<string>();
  const items: number[] = [];
  for (const [item, options] of optionsOf.entries()) {
    const key = options.join();
    if (known.has(key)) continue;
    known.add(key);
    items.push(item);
  }
  for (let item = primary; item < primary + secondary; item++) items.push(item);
  return items;
}
