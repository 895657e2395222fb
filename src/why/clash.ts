/**
 * Items that cannot all be covered, while every other primary item may stay uncovered, and is covered at most as
 * often as it may be.
 */
export interface Clash {
  readonly kind: 'clash';
  readonly items: readonly number[];
  /** Whether it is proven that without any one of the items there is a solution. */
  readonly isIrreducible: boolean;
}

/** A clash, and for each of its items the options that are still possible: below a prefix, not all. */
export interface PossibleClash extends Clash {
  readonly options: readonly (readonly number[])[];
}

/** Looks for options that cover all items given: undefined if there are none. It pauses after each slice of work. */
type Cover = (items: readonly number[]) => Generator<void, readonly number[] | undefined>;

/**
 * Makes a set of items that cannot all be covered irreducible. It leaves out a few items on trial. If the others
 * clash too, they go on without these, and twice as many are left out next time; else half as many. An item
 * without which the others can be covered is *needed*, and stays. (Deletion by pieces: Marques-Silva and others,
 * Minimal sets over monotone predicates, 2013.)
 *
 * After each step it yields the set as it stands.
 */
export function* shrink(
  items: readonly number[],
  cover: Cover,
  uncovered: (items: readonly number[], options: readonly number[]) => number[],
): Generator<Clash | undefined, Clash> {
  const needed: number[] = [];
  let rest = [...items];
  let piece = Math.max(1, rest.length >> 1);
  while (rest.length > 0) {
    const size = Math.min(piece, rest.length);
    const kept = [...needed, ...rest.slice(size)];
    const search = cover(kept);
    let result = search.next();
    for (; result.done !== true; result = search.next()) yield undefined;
    const options = result.value;
    if (options === undefined) {
      rest = rest.slice(size);
      piece = 2 * size;
      yield { kind: 'clash', items: kept, isIrreducible: false };
      continue;
    }
    // Some item that stays uncovered is needed. If there is only one, it is this one.
    const open = uncovered(rest, options);
    if (open.length === 1) {
      needed.push(open[0] as number);
      rest = rest.filter((item) => item !== open[0]);
    }
    piece = Math.max(1, size >> 1);
  }
  return { kind: 'clash', items: needed.sort((a, b) => a - b), isIrreducible: true };
}
