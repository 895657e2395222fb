import type { Ruling } from '../problem/problem.ts';
import type { Slices } from '../problem/slices.ts';

/**
 * Tests if some items have the property that the set must keep. Undefined if they have it,
 * otherwise what they lack. It pauses.
 */
type Trial<L> = (items: readonly number[]) => Slices<L | undefined>;

/**
 * Makes a set of items irreducible that has a property, as every larger set has: they clash, or
 * carry weights. It leaves out a piece of the items on trial. If the others have the property too,
 * the piece stays out and the next one is twice as large; if not, half as large. An item is
 * *needed*, and stays, if the others lack the property without it. (Deletion by pieces:
 * Marques-Silva and others, Minimal sets over monotone predicates, 2013.)
 *
 * `missing` names the items, among those left out, of which the others lack one. After each step it
 * yields the state of the set.
 */
export function* shrink<L>(
  items: readonly number[],
  trial: Trial<L>,
  missing: (items: readonly number[], lack: L) => readonly number[],
): Generator<Shrinking, readonly number[]> {
  const needed: number[] = [];
  let rest = [...items];
  let piece = Math.max(1, rest.length >> 1);
  while (rest.length > 0) {
    const size = Math.min(piece, rest.length);
    const kept = [...needed, ...rest.slice(size)];
    const search = trial(kept);
    let result = search.next();
    for (; result.done !== true; result = search.next()) yield { needed };
    const lack = result.value;
    if (lack === undefined) {
      rest = rest.slice(size);
      piece = 2 * size;
      yield { needed, kept };
      continue;
    }
    const open = missing(rest.slice(0, size), lack);
    // The only missing item is needed.
    if (open.length === 1) {
      needed.push(open[0]);
      rest = rest.filter((item) => item !== open[0]);
    }
    piece = Math.max(1, size >> 1);
  }
  return needed.sort((a, b) => a - b);
}

/** Makes a set of rules irreducible with which there is no solution. `solve` looks for one with some of them. */
export function shrinkRules(
  { brokenBy }: Ruling<unknown>,
  rules: readonly number[],
  solve: (rules: readonly number[]) => Slices<readonly number[] | undefined>,
): Generator<Shrinking, readonly number[]> {
  function* broken(kept: readonly number[]): Slices<readonly number[] | undefined> {
    const found = yield* solve(kept);
    return found && brokenBy(found);
  }
  return shrink(rules, broken, (some, lack) => some.filter((rule) => lack.includes(rule)));
}

/** The state of a set that shrinks. */
interface Shrinking {
  /** The items that it needs. */
  readonly needed: readonly number[];
  /** All its items, after a piece has been left out for good. */
  readonly kept?: readonly number[];
}
