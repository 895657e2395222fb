import { checkInteger } from '../problem/setting.ts';
import { Prefix } from './prefix.ts';
import type { Search } from './search.ts';

/** What a search that branches has left at one level: how it got there, and what is to come. */
export interface Level {
  readonly prefix: Prefix;
  /** The options that there were to choose from. */
  readonly width: number;
  /** Those that were not tried yet. */
  readonly untried: readonly number[];
}

/** The prefixes of a frontier: where the search stands, then level by level on the way back. */
export function* prefixes(tip: Prefix | undefined, levels: readonly Level[]): Iterable<Prefix> {
  if (tip !== undefined) yield tip;
  for (let n = levels.length - 1; n >= 0; n--) {
    const { prefix, width, untried } = levels[n] as Level;
    for (const option of untried) yield prefix.and(option, prefix.share / width);
  }
}

/**
 * Splits the prefix with the largest share, again and again, until there are so many. `start` makes
 * the search that looks below them.
 */
export function split(frontier: Iterable<Prefix>, atLeast: number, start: () => Search): Prefix[] {
  checkInteger('The number of prefixes', atLeast, 1);
  /** By share, the largest last. */
  const open = [...frontier].sort((a, b) => a.share - b.share);
  /** Those that no choice divides. */
  const single: Prefix[] = [];
  let search: Search | undefined;
  while (open.length > 0 && open.length + single.length < atLeast) {
    const prefix = open.pop() as Prefix;
    search ??= start();
    search.reset(prefix);
    const outcome = goToBranch(search);
    if (outcome === 'exhausted') continue;
    if (search.guesses === 0) {
      single.push(prefix);
      continue;
    }
    let { share } = prefix;
    for (const part of search.frontier()) {
      open.splice(placeOf(part.share, open), 0, part);
      share -= part.share;
    }
    // The search has been to this solution, so its frontier lacks it.
    if (outcome === 'solution') single.push(Prefix.of(search.solution(), share));
  }
  return [...single, ...open].sort((a, b) => b.share - a.share);
}

/** Goes on to the first choice that has an alternative, if one comes before a solution or the end. */
function goToBranch(search: Search): 'solution' | 'exhausted' | 'branch' {
  while (search.guesses === 0) {
    const outcome = search.advance(1);
    if (outcome === 'solution' || outcome === 'exhausted') return outcome;
  }
  return 'branch';
}

/** Where a share belongs among those that ascend. */
function placeOf(share: number, prefixes: readonly Prefix[]): number {
  let low = 0;
  let high = prefixes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((prefixes[middle] as Prefix).share < share) low = middle + 1;
    else high = middle;
  }
  return low;
}
