import { type Compiled, hasPrimary, mostOf } from '../problem/compiled.ts';
import { checkInteger } from '../problem/setting.ts';
import { Prefix } from './prefix.ts';
import type { Search } from './search.ts';

/** The rest of a branching search at one level: the path to it, and the options still to try. */
export interface Level {
  readonly prefix: Prefix;
  /** The number of options that there were to choose from. */
  readonly width: number;
  /** The options that were not tried yet. */
  readonly untried: readonly number[];
}

/** The prefixes of a frontier: where the search stands, then level by level on the way back. */
export function* prefixes(tip: Prefix | undefined, levels: readonly Level[]): Iterable<Prefix> {
  if (tip !== undefined) yield tip;
  for (let n = levels.length - 1; n >= 0; n--) {
    const { prefix, width, untried } = levels[n];
    for (const option of untried) yield prefix.and(option, prefix.share / width);
  }
}

/**
 * The prefixes of a frontier, with the rest of each branch as one prefix, which leaves out the
 * other options of the branch's item. Where the branch at an item with the options 3, 5, 8 and 9
 * has come to 8, `[2, 8]` and `[2, 9]` are `[2, ~3, ~5]`. Prefixes with factors of their own stay as
 * they are. Without multiplicities.
 */
export function branchesOf(frontier: Iterable<Prefix>, compiled: Compiled): Prefix[] {
  const groups = new Map<Prefix | undefined, Prefix[]>();
  for (const prefix of frontier) {
    const group = groups.get(prefix.before);
    if (group === undefined) groups.set(prefix.before, [prefix]);
    else group.push(prefix);
  }
  const branches = [...groups.values()].map((parts) => ({ parts, item: itemOf(parts, compiled) }));
  const { data, options, startAt, itemAt, primary } = compiled;
  /** Item -> its options; empty for items without a branch. */
  const optionsOf: (number[] | undefined)[] = new Array(primary);
  for (const { item } of branches) if (item !== undefined) optionsOf[item] = [];
  for (let option = 0; option < options; option++) {
    const end = data[startAt + option + 1];
    for (let node = data[startAt + option]; node < end; node++) {
      optionsOf[data[itemAt + node]]?.push(option);
    }
  }
  return branches.flatMap(({ parts, item }) => {
    const { before } = parts[0];
    if (item === undefined || before === undefined) return parts;
    if (parts.some(({ factor }) => factor !== before.factor)) return parts;
    const left = new Set(parts.map(({ decision }) => decision));
    const share = parts.reduce((sum, part) => sum + part.share, 0);
    const others = (optionsOf[item] as number[]).filter((option) => !left.has(option));
    return others.reduce((prefix, option) => prefix.and(~option, share), before);
  });
}

/**
 * The first primary item that the last options of several prefixes have in common; none for a
 * single prefix.
 */
function itemOf(parts: readonly Prefix[], compiled: Compiled): number | undefined {
  if (parts.length === 1) return undefined;
  const { data, primary, startAt, itemAt } = compiled;
  const [first, ...others] = parts.map(({ decision }) =>
    data.subarray(itemAt + data[startAt + decision], itemAt + data[startAt + decision + 1]),
  );
  return first?.find((item) => item < primary && others.every((items) => items.includes(item)));
}

/**
 * Prefixes of all that lies below a prefix, except some solutions: where s1, s2, ... are the
 * options of one, `~s1`, `s1 ~s2`, `s1 s2 ~s3` and so on, each of them again without the others.
 * With multiplicities more options may be added to a solution: where these are t1, t2, ..., then
 * `s1 s2 ... t1`, `s1 s2 ... ~t1 t2` and so on follow.
 */
export function* without(
  prefix: Prefix,
  solutions: readonly ReadonlySet<number>[],
  compiled: Compiled,
): Iterable<Prefix> {
  const inside = solutions.filter((solution) => keepsTo(solution, prefix));
  const open: [Prefix, readonly ReadonlySet<number>[]][] = [[prefix, inside]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    let [chosen, left] = next;
    const [first] = left;
    if (first === undefined) {
      yield chosen;
      continue;
    }
    const decided = new Set(chosen);
    const options = [...first].filter((option) => !decided.has(option));
    const addable = optionsToAdd(compiled, first).filter((option) => !decided.has(~option));
    const share = chosen.share / (options.length + addable.length);
    for (const decision of [...options, ...addable.map((option) => ~option)]) {
      const lacking = left.filter((solution) => !keeps(solution, decision));
      open.push([chosen.and(~decision, share), lacking]);
      if (lacking.length > 0) left = left.filter((solution) => keeps(solution, decision));
      chosen = chosen.and(decision, share);
    }
  }
}

/** The options that can stand beside all of a solution: none without multiplicities. */
function optionsToAdd(compiled: Compiled, solution: ReadonlySet<number>): number[] {
  if (!compiled.multiple) return [];
  const { data, primary, coloured, options, startAt, itemAt, colourAt } = compiled;
  const nodesOf = (option: number): number[] => {
    const start = data[startAt + option];
    return Array.from({ length: data[startAt + option + 1] - start }, (_, k) => start + k);
  };
  /**
   * Primary item -> the number of options that cover it; secondary item -> its colour, 0 for none.
   */
  const state = new Map<number, number>();
  for (const option of solution) {
    for (const node of nodesOf(option)) {
      const item = data[itemAt + node];
      const colour = coloured ? data[colourAt + node] : 0;
      state.set(item, item < primary ? (state.get(item) ?? 0) + 1 : colour);
    }
  }
  const fits = (node: number): boolean => {
    const item = data[itemAt + node];
    if (item < primary) return (state.get(item) ?? 0) < mostOf(compiled, item);
    if (!state.has(item)) return true;
    return coloured && data[colourAt + node] !== 0 && data[colourAt + node] === state.get(item);
  };
  const added: number[] = [];
  for (let option = 0; option < options; option++) {
    if (solution.has(option) || !hasPrimary(compiled, option)) continue;
    if (nodesOf(option).every(fits)) added.push(option);
  }
  return added;
}

function keeps(solution: ReadonlySet<number>, decision: number): boolean {
  return decision >= 0 ? solution.has(decision) : !solution.has(~decision);
}

/** True if a solution lies below a prefix. */
export function keepsTo(solution: ReadonlySet<number>, prefix: Prefix): boolean {
  for (let p = prefix; p.before !== undefined; p = p.before) {
    if (!keeps(solution, p.decision)) return false;
  }
  return true;
}

/**
 * Divides the prefix with the largest share, again and again, until there are enough. `divide`
 * gives the parts of a prefix: none if nothing lies below it, the prefix itself if no choice
 * divides it.
 */
export function split(
  frontier: Iterable<Prefix>,
  atLeast: number,
  divide: (prefix: Prefix) => readonly Prefix[],
): Prefix[] {
  checkInteger('The number of prefixes', atLeast, 1);
  /** By share, the largest last. */
  const open = [...frontier].sort((a, b) => a.share - b.share);
  const single: Prefix[] = [];
  while (open.length > 0 && open.length + single.length < atLeast) {
    const prefix = open.pop() as Prefix;
    const parts = divide(prefix);
    if (parts[0] === prefix) single.push(prefix);
    else for (const part of parts) open.splice(placeOf(part.share, open), 0, part);
  }
  return [...single, ...open].sort((a, b) => b.share - a.share);
}

/** Divides a prefix at the first choice with an alternative that a search comes upon below it. */
export function divideBy(search: Search, prefix: Prefix): readonly Prefix[] {
  search.reset(prefix);
  const outcome = goToBranch(search);
  if (outcome === 'exhausted') return [];
  if (search.guesses === 0) return [prefix];
  const parts = [...search.frontier()];
  if (outcome === 'solution') {
    // The search has been to this solution, so its frontier lacks it.
    const share = parts.reduce((left, part) => left - part.share, prefix.share);
    parts.push(withSolution(search, parts, prefix, share));
  }
  return parts;
}

/**
 * The part of a solution that a search found by its first choice. In a binary branch the
 * alternative to that choice is the only other part. It is needed there, since with multiplicities
 * a solution may be a subset of another one.
 */
function withSolution(
  search: Search,
  others: readonly Prefix[],
  prefix: Prefix,
  share: number,
): Prefix {
  const [{ before, decision } = Prefix.root] = others;
  const isBinary = before !== undefined && decision < 0;
  if (isBinary) return before.and(~decision, share);
  const decided = new Set(prefix);
  const options = search.solution().filter((option) => !decided.has(option));
  return options.reduce((part, option) => part.and(option, share), prefix);
}

/**
 * Goes on to the first choice that has an alternative, if one comes before a solution or the end.
 */
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
    if (prefixes[middle].share < share) low = middle + 1;
    else high = middle;
  }
  return low;
}
