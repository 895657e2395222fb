import { Prefix, Start } from '../kernels/prefix.ts';
import type { Compiled } from '../problem/compiled.ts';
import { shown } from '../problem/error.ts';
import { type EngineName, QUESTION_ENGINES } from './engines.ts';

/**
 * A search that is done in part: the solutions so far, and the subtrees that are left. All
 * solutions are those found and those below the prefixes, each once. So it can be written down,
 * divided, and merged again:
 *
 *     checkpoint    a question and the `Remaining` of it
 *     shard         one of its prefixes, and nothing found
 *     piece, job    some of its prefixes, and nothing found; the result is a `Remaining` too
 */
export interface Remaining {
  /** The engine that goes on; `auto` while that is not decided. */
  readonly engine: EngineName | 'auto';
  /** The number of solutions so far; one below a prefix counts as often as its factor says. */
  readonly solutions: bigint;
  /** Solutions that go with the state, as option numbers. */
  readonly found: readonly (readonly number[])[];
  readonly left: readonly Prefix[];
}

/** The same as plain JSON. */
export interface PlainRemaining {
  readonly engine: EngineName | 'auto';
  /** The number of solutions so far, in digits: it may be beyond 2 ** 53. */
  readonly solutions: string;
  /**
   * Solutions that the search needs to go on, as option numbers: those of `learn`, or the answer.
   */
  readonly found: readonly (readonly number[])[];
  /**
   * The prefixes that are left, each by its difference from the one before: the number of decisions
   * at the start that both share, the number of further ones, and these. `0 2 5 -8 | 1 1 3` are
   * [5, ~7] and [5, 3].
   */
  readonly left: readonly number[];
  /** The share of each of these prefixes, 0 to 1. */
  readonly shares: readonly number[];
  /** The factor of each of these prefixes, in digits. Without it all are 1. */
  readonly factors?: readonly string[];
}

/** The prefixes `left` for this engine to search, and nothing found yet. */
export function partOf(engine: Remaining['engine'], left: Iterable<Prefix>): Remaining {
  return { engine, solutions: 0n, found: [], left: [...left] };
}

/** Two parts of one search as one. */
export function merge(a: Remaining, b: Remaining): Remaining {
  return {
    engine: a.engine,
    solutions: a.solutions + b.solutions,
    found: [...a.found, ...b.found],
    left: [...a.left, ...b.left],
  };
}

/** The share of the tree that lies below some prefixes. */
export function shareOf(prefixes: readonly Prefix[]): number {
  return prefixes.reduce((sum, { share }) => sum + share, 0);
}

/** A state as plain JSON. Its prefixes come in the order of their tree: neighbours begin alike. */
export function plainOf({ engine, solutions, found, ...rest }: Remaining): PlainRemaining {
  const prefixes: Prefix[] = [];
  const left: number[] = [];
  /** The decisions on the way to a branch, and the number that the last prefix has in common. */
  const path: number[] = [];
  let kept = 0;
  const open = [treeOf(rest.left)];
  for (let branch = open.pop(); branch !== undefined; branch = open.pop()) {
    const { length, decision, ends, below } = branch;
    if (length > 0) path[length - 1] = decision;
    kept = Math.min(kept, Math.max(0, length - 1));
    for (const prefix of ends) {
      prefixes.push(prefix);
      left.push(kept, length - kept);
      while (kept < length) left.push(path[kept++]);
    }
    for (const next of [...below.values()].reverse()) open.push(next);
  }
  const factors = prefixes.map(({ factor }) => String(factor));
  return {
    engine,
    solutions: String(solutions),
    found,
    left,
    shares: prefixes.map(({ share }) => share),
    ...(factors.some((factor) => factor !== '1') && { factors }),
  };
}

/** A node of the tree that some prefixes are the paths of. */
interface Branch {
  /** The number of decisions on the way to it, and the last of them. */
  readonly length: number;
  readonly decision: number;
  /** The prefixes that end here. */
  readonly ends: Prefix[];
  /** Decision -> the branch below it, in the order in which they came. */
  readonly below: Map<number, Branch>;
}

/**
 * The tree of some prefixes. Workers leave prefixes that are mixed by shares: of a tree 2,000 deep,
 * they would take 20 times as much room as they come. Prefixes of one frontier share their
 * beginnings as objects, and each object is entered once.
 */
function treeOf(prefixes: readonly Prefix[]): Branch {
  const root: Branch = { length: 0, decision: 0, ends: [], below: new Map() };
  const known = new Map([[Prefix.root, root]]);
  for (const prefix of prefixes) {
    const path: Prefix[] = [];
    let p = prefix;
    for (; !known.has(p); p = p.before as Prefix) path.push(p);
    let branch = known.get(p) as Branch;
    for (const step of path.reverse()) {
      const { length, decision } = step;
      const next = branch.below.get(decision) ?? { length, decision, ends: [], below: new Map() };
      branch.below.set(decision, next);
      known.set(step, next);
      branch = next;
    }
    branch.ends.push(prefix);
  }
  return root;
}

/**
 * Reads plain JSON, which may come from anywhere: `refuse` gets the reason why it is not that of a
 * `Remaining`. Only with `compiled` are the options and the decisions checked, too.
 */
export function remainingOf(
  value: unknown,
  refuse: (why: string) => never = damaged,
  compiled?: Compiled,
): Remaining {
  if (typeof value !== 'object' || value === null) return refuse(`it is ${shown(value)}`);
  const form = value as { readonly [name in keyof PlainRemaining]?: unknown };
  const { engine, solutions, found, left, shares, factors } = form;
  if (!(QUESTION_ENGINES as readonly unknown[]).includes(engine)) {
    return refuse(`its engine is ${shown(engine)}`);
  }
  if (!isDigits(solutions)) return refuse(`its number of solutions is ${shown(solutions)}`);
  if (!isList(left, Number.isSafeInteger) || !isList(shares, isShare)) {
    return refuse('its prefixes are no numbers');
  }
  const isFactor = (factor: unknown) => isDigits(factor) && BigInt(factor) > 0n;
  if (factors !== undefined && !isList<string>(factors, isFactor)) {
    return refuse('the factors of its prefixes are no numbers');
  }
  const most = compiled?.options ?? Number.POSITIVE_INFINITY;
  const isOption = (option: unknown) => isCount(option) && option < most;
  const isSolution = (numbers: unknown) => isList(numbers, isOption);
  if (!isList<number[]>(found, isSolution)) return refuse('its solutions are no option numbers');
  if (BigInt(found.length) > BigInt(solutions)) refuse('it has more solutions than it counts');
  const prefixes = prefixesOf(left, shares, factors, refuse);
  if (compiled !== undefined) {
    const start = new Start(compiled);
    for (const prefix of prefixes) start.set(prefix);
  }
  return {
    engine: engine as Remaining['engine'],
    solutions: BigInt(solutions),
    found,
    left: prefixes,
  };
}

/** Threads of this program send each other nothing else. */
function damaged(why: string): never {
  throw new Error(`This is no state of a search: ${why}.`);
}

function prefixesOf(
  numbers: readonly number[],
  shares: readonly number[],
  factors: readonly string[] | undefined,
  refuse: (why: string) => never,
): Prefix[] {
  const prefixes: Prefix[] = [];
  let path = Prefix.root;
  for (let at = 0; at < numbers.length; ) {
    const kept = numbers[at++];
    const added = numbers[at++];
    const share = shares[prefixes.length];
    const factor = BigInt(factors?.[prefixes.length] ?? 1);
    const fits = kept >= 0 && kept <= path.length && added >= 0 && at + added <= numbers.length;
    if (!fits || share === undefined) return refuse('its prefixes are cut short or mixed up');
    while (path.length > kept) path = path.before as Prefix;
    for (const end = at + added; at < end; at++) {
      path = path.and(numbers[at], share, factor);
    }
    // The root, which is the whole problem, always has the share and the factor 1.
    if (path.before !== undefined) path = path.before.and(path.decision, share, factor);
    else if (factor !== 1n) return refuse('the whole problem has a factor');
    prefixes.push(path);
  }
  const counts = [shares.length, factors?.length ?? shares.length];
  if (counts.some((count) => count !== prefixes.length)) {
    return refuse('its prefixes, their shares and their factors do not agree');
  }
  return prefixes;
}

function isList<T = number>(value: unknown, isRight: (entry: unknown) => boolean): value is T[] {
  return Array.isArray(value) && value.every((entry) => isRight(entry));
}

function isShare(share: unknown): boolean {
  return typeof share === 'number' && share >= 0 && share <= 1;
}

/** True for a whole number from 0 up that a double holds exactly. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** True for a text of at most 100,000 digits. */
export function isDigits(value: unknown): value is string {
  return typeof value === 'string' && /^\d{1,100000}$/.test(value);
}
