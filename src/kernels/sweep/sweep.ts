import type { Compiled } from '../../problem/compiled.ts';
import { MOST_INTEGERS, resized } from '../../problem/memory.ts';
import type { Decisions, Prefix } from '../prefix.ts';
import {
  LEAST_PART,
  notOnSolution,
  type Outcome,
  type Search,
  type SearchSettings,
} from '../search.ts';
import { searchOrderInSlices } from '../shuffle.ts';
import { SlicedLayout } from '../slices.ts';
import { type Level, prefixes } from '../split.ts';
import { TreeSearch } from '../tree-search.ts';
import { SweepLayout, type Tuning } from './layout.ts';

// The registers of the walk, at the start of the array. The first ones never change.
const PRIMARY = 0;
const WORDS = 1;
const BUCKETS = 2;
const STRIDE = 3;
const CLASHES = 4;
/** The most integers of one level, and the end of the room for levels. */
const LARGEST = 5;
const END = 6;
/** Where it stands: the level, how many options are chosen, what comes next, and the most chosen. */
const LEVEL = 7;
const DEPTH = 8;
const NEXT = 9;
const DEEPEST = 10;
/** Of one call: how much it may do, and how much it has done. */
const NODE_LIMIT = 11;
const WORK_LIMIT = 12;
const SOLUTION_LIMIT = 13;
const NODES = 14;
const WORK = 15;
const SOLUTIONS = 16;
/** Nodes that had no alternative. */
const FORCED = 17;
const HEADER = 24;

// What comes next: to see what candidates the level has, to take one of them, or to leave a solution.
const ENTER = 0;
const TAKE = 1;
const LEAVE = 2;

// The fields of a level. The words of the state follow, then a word of 0, where the search for the first
// item that is not covered ends, then the set of the candidates that are not tried yet. Before a
// level is entered, BUCKET is that of the level below. UNTRIED: where the first of them may be.
const BACK = 0;
const BUCKET = 1;
const TAKEN = 2;
const UNTRIED = 3;
const STATE = 4;

// The fields of a bucket, see layout.ts. CHUNKS is 0 where the tables would be too large.
const CANDIDATES = 0;
const CHUNKS = 1;
const CHUNKS_END = 2;
const SET = 3;
const ALL = 4;
const RECORD = 5;

const TOP = 0x80000000;
/** More than a call can count. */
const MOST = 1 << 30;

/**
 * Exact cover with colours by a sweep over the items in one fixed order, which `order.ts` finds. A state is
 * the set of covered items as a few words. It branches at the first item that is not covered; the
 * candidates are the options whose *first* item it is, since all items before it are covered. Nothing is
 * updated but the state, and nothing is undone: each level of the stack has its own.
 *
 * Which candidates are left comes from tables (see layout.ts): a few look-ups for all of them at once. It
 * visits many more nodes than `cells`, 7 times as many on pentominoes of 6x10, and each is far cheaper.
 * Where most options that share an item have their first items near one another, as in packings, it is
 * several times as fast as `cells`; where no order brings that about, as for queens, it gains little.
 *
 * A node is an option chosen, an update a look-up in a table or a candidate tested.
 *
 * The order of solutions is its own: by the option that covers the first item of that order, as the
 * options were stated, then by the option at the first item which that leaves, and so on. The order of the
 * items rests on the problem alone, so it is the same each time.
 */
export class Sweep extends TreeSearch {
  private a: Int32Array = new Int32Array(0);
  private readonly tuning: Partial<Tuning>;
  private readonly layout: SweepLayout;
  /** Whether candidates are left out. */
  private lacksSome = false;

  /** `tuning` is for tests: a problem small enough for brute force never needs the other ways. */
  constructor(compiled: Compiled, settings: SearchSettings = {}, tuning: Partial<Tuning> = {}) {
    super(compiled, settings);
    this.tuning = tuning;
    this.layout = new SweepLayout(compiled, HEADER, tuning);
    this.layingOut = new SlicedLayout(compiled, () => this.build(compiled, settings.seed));
    this.layOut();
  }

  private *build(compiled: Compiled, seed: number | undefined): Generator<undefined, void> {
    const { layout } = this;
    const a = yield* layout.build(yield* searchOrderInSlices(compiled, seed), STATE);
    a[PRIMARY] = compiled.primary;
    a[WORDS] = layout.words;
    a[BUCKETS] = layout.BUCKET;
    a[STRIDE] = layout.stride;
    a[CLASHES] = layout.clashes;
    a[LARGEST] = layout.largestLevel;
    this.a = a;
  }

  override reset(prefix?: Decisions, length?: number): void {
    if (prefix !== undefined) this.start.set(prefix, length);
    if (this.layingOut === undefined) this.begin();
  }

  protected override begin(): void {
    const { a, layout } = this;
    const { chosen, chosenCount, leftOut, leftOutCount } = this.start;
    this.nodes = this.guesses = this.updates = this.solutions = this.deepest = 0;
    this.done = this.onSolution = false;
    const root = layout.LEVEL;
    a[LEVEL] = root;
    a[NEXT] = ENTER;
    a[DEPTH] = a[DEEPEST] = this.deepest = chosenCount;
    a[root + BACK] = 0;
    a[root + BUCKET] = layout.BUCKET;
    a.fill(0, root + STATE, root + STATE + layout.words + 1);
    for (let k = 0; k < chosenCount; k++) {
      const candidate = a[layout.OPTION + (chosen[k] as number)] as number;
      for (let w = 0; w < layout.words; w++) {
        const at = root + STATE + w;
        a[at] = (a[at] as number) | (a[candidate + w] as number);
      }
    }
    if (this.lacksSome) layout.refill(a);
    this.lacksSome = leftOutCount > 0;
    for (let k = 0; k < leftOutCount; k++) {
      const candidate = a[layout.OPTION + (leftOut[k] as number)] as number;
      if (candidate === 0) continue;
      const bucket = layout.bucketOf(a, candidate);
      const n = (candidate - (a[bucket + CANDIDATES] as number)) / layout.stride;
      const at = (a[bucket + ALL] as number) + (n >> 5);
      a[at] = (a[at] as number) & ~(TOP >>> (n & 31));
    }
  }

  protected override run(limit: number): Outcome {
    this.makeRoom();
    const { a } = this;
    a[NODE_LIMIT] = limit;
    a[WORK_LIMIT] = Math.min(MOST, this.enough - this.updates);
    a[SOLUTION_LIMIT] = Math.min(MOST, this.wanted - this.solutions);
    const outcome = walk(a);
    const nodes = a[NODES] as number;
    this.nodes += nodes;
    this.guesses += nodes - (a[FORCED] as number);
    this.updates += a[WORK] as number;
    this.solutions += a[SOLUTIONS] as number;
    this.deepest = a[DEEPEST] as number;
    this.depth = a[DEPTH] as number;
    this.done = outcome === 'exhausted';
    this.onSolution = outcome === 'solution';
    return outcome;
  }

  /** Room for this level and another one; there is room for all levels at the most. */
  private makeRoom(): void {
    const { a, layout } = this;
    const least = (a[LEVEL] as number) + 2 * layout.largestLevel;
    if (least > a.length) {
      const most = layout.LEVEL + layout.mostLevels;
      const wanted = Math.max(least, Math.min(2 * a.length - layout.LEVEL, MOST_INTEGERS));
      this.a = resized(a, Math.min(most, wanted), 'the branches of a search');
    }
    this.a[END] = this.a.length;
  }

  override solution(into: number[] = []): number[] {
    if (!this.onSolution) throw notOnSolution();
    const { a, depth } = this;
    const { chosen, chosenCount } = this.start;
    into.length = depth;
    for (let d = 0; d < chosenCount; d++) into[d] = chosen[d] as number;
    let level = a[LEVEL] as number;
    for (let d = depth - 1; d >= chosenCount; d--) {
      level = a[level + BACK] as number;
      into[d] = this.numberOf(a[level + TAKEN] as number);
    }
    return into;
  }

  override frontier(): Iterable<Prefix> {
    if (this.done) return [];
    let { prefix } = this.start;
    if (this.layingOut !== undefined) return [prefix];
    const levels: Level[] = [];
    let { share } = prefix;
    const path = this.path();
    path.forEach((level, n) => {
      const width = this.width(level);
      const untried = this.untried(level).map((candidate) => this.numberOf(candidate));
      levels.push({ prefix, width, untried });
      share /= width;
      // The last level of the path has taken none where it was only just entered, or goes on.
      if (n < path.length - 1 || this.a[NEXT] !== TAKE) {
        prefix = prefix.and(this.numberOf(this.a[level + TAKEN] as number), share);
      }
    });
    return prefixes(this.a[NEXT] === ENTER ? prefix : undefined, levels);
  }

  override share(): number {
    if (this.done) return 1;
    if (this.layingOut !== undefined) return 0;
    let share = 0;
    let part = 1;
    const path = this.path();
    for (const level of path) {
      const width = this.width(level);
      const tried = width - this.left(level);
      part /= width;
      share += part * (tried - 1);
      if (part < LEAST_PART) return share;
    }
    return this.a[NEXT] === ENTER ? share : share + part;
  }

  /** The levels that were entered, from the first on. */
  private path(): number[] {
    const { a } = this;
    const path: number[] = [];
    const last = a[LEVEL] as number;
    for (let level = last; level !== 0; level = a[level + BACK] as number) path.push(level);
    if (a[NEXT] !== TAKE) path.shift();
    return path.reverse();
  }

  /** How many candidates a level had at first. */
  private width(level: number): number {
    const { a, layout } = this;
    const bucket = a[level + BUCKET] as number;
    let width = 0;
    for (let j = 0; j < (a[bucket + SET] as number); j++) {
      for (let left = a[(a[bucket + ALL] as number) + j] as number; left !== 0; ) {
        const n = Math.clz32(left);
        left ^= TOP >>> n;
        const candidate = (a[bucket + CANDIDATES] as number) + (32 * j + n) * layout.stride;
        let clash = 0;
        for (let w = bucketWord(a, bucket); w < layout.words; w++) {
          clash |= (a[candidate + layout.clashes + w] as number) & (a[level + STATE + w] as number);
        }
        if (clash === 0) width++;
      }
    }
    return width;
  }

  /** The candidates that a level has not tried yet. */
  private untried(level: number): number[] {
    const { a, layout } = this;
    const bucket = a[level + BUCKET] as number;
    const candidates: number[] = [];
    const first = level + layout.levelSize;
    for (let j = 0; j < (a[bucket + SET] as number); j++) {
      for (let left = a[first + j] as number; left !== 0; ) {
        const n = Math.clz32(left);
        left ^= TOP >>> n;
        candidates.push((a[bucket + CANDIDATES] as number) + (32 * j + n) * layout.stride);
      }
    }
    return candidates;
  }

  /** How many these are. */
  private left(level: number): number {
    const { a, layout } = this;
    const first = level + layout.levelSize;
    let count = 0;
    for (let j = 0; j < (a[(a[level + BUCKET] as number) + SET] as number); j++) {
      for (let left = a[first + j] as number; left !== 0; left &= left - 1) count++;
    }
    return count;
  }

  protected override chosenAt(depth: number): number {
    const { chosen, chosenCount } = this.start;
    if (depth < chosenCount) return chosen[depth] as number;
    const level = this.path()[depth - chosenCount] as number;
    return this.numberOf(this.a[level + TAKEN] as number);
  }

  protected override twin(): Search {
    return new Sweep(this.compiled, this.settings, this.tuning);
  }

  private numberOf(candidate: number): number {
    return this.a[candidate + this.layout.stride - 1] as number;
  }
}

/** The word of the state that has the item of a bucket. */
function bucketWord(a: Int32Array, bucket: number): number {
  return (bucket - (a[BUCKETS] as number)) >> 8;
}

/**
 * Goes on from where the registers say, as far as their limits let it:
 *
 *              .---------------------------------.
 *              v                                 |
 *    [enter] a level, find its candidates -> [take] the next, cover its items
 *       |                                        ^    | it has none: back to the level below
 *       |                                        |    v
 *       '-> all items are covered: a solution, [leave] it    no level: exhausted
 */
function walk(a: Int32Array): Outcome {
  const primary = a[PRIMARY] as number;
  const words = a[WORDS] as number;
  const buckets = a[BUCKETS] as number;
  const stride = a[STRIDE] as number;
  const clashes = a[CLASHES] as number;
  const lastRoom = (a[END] as number) - 2 * (a[LARGEST] as number);
  const nodeLimit = a[NODE_LIMIT] as number;
  const workLimit = a[WORK_LIMIT] as number;
  const solutionLimit = a[SOLUTION_LIMIT] as number;
  const levelSize = STATE + words + 1;
  let level = a[LEVEL] as number;
  let depth = a[DEPTH] as number;
  let next = a[NEXT] as number;
  let deepest = a[DEEPEST] as number;
  let nodes = 0;
  let work = 0;
  let solutions = 0;
  let forced = 0;
  let outcome: Outcome;
  for (;;) {
    if (next === ENTER) {
      if (depth > deepest) deepest = depth;
      const state = level + STATE;
      let at = state + (((a[level + BUCKET] as number) - buckets) >> 8);
      let free = ~(a[at] as number);
      while (free === 0) free = ~(a[++at] as number);
      const item = ((at - state) << 5) + Math.clz32(free);
      if (item >= primary) {
        solutions++;
        next = LEAVE;
        if (solutions === solutionLimit) {
          outcome = 'solution';
          break;
        }
      } else {
        if (nodes === nodeLimit || work >= workLimit || level > lastRoom) {
          outcome = 'paused';
          break;
        }
        const bucket = buckets + (item << 3);
        a[level + BUCKET] = bucket;
        const live = level + levelSize;
        a[level + UNTRIED] = live;
        const set = a[bucket + SET] as number;
        const all = a[bucket + ALL] as number;
        const chunks = a[bucket + CHUNKS] as number;
        const end = a[bucket + CHUNKS_END] as number;
        if (chunks === 0) {
          let candidate = (a[bucket + CANDIDATES] as number) + clashes;
          let any = 0;
          let several = 0;
          for (let j = 0; j < set; j++) {
            let left = 0;
            for (let bit = TOP; bit !== 0; bit >>>= 1, candidate += stride) {
              if (((a[all + j] as number) & bit) === 0) continue;
              let clash = 0;
              for (let w = at - state; w < words; w++) {
                clash |= (a[candidate + w] as number) & (a[state + w] as number);
              }
              if (clash === 0) left |= bit;
            }
            a[live + j] = left;
            several |= (any & left) | (left & (left - 1));
            if (any !== 0 && left !== 0) several = 1;
            any |= left;
          }
          work += set << 5;
          if (any !== 0 && several === 0) forced++;
        } else if (set === 1) {
          let out = 0;
          for (let c = chunks; c < end; c += 4) {
            const bits = (a[state + (a[c] as number)] as number) >>> (a[c + 1] as number);
            out |= a[(a[c + 3] as number) + (bits & (a[c + 2] as number))] as number;
          }
          work += (end - chunks) >> 2;
          const left = (a[all] as number) & ~out;
          a[live] = left;
          if ((left & (left - 1)) === 0 && left !== 0) forced++;
        } else if (set === 2) {
          let out0 = 0;
          let out1 = 0;
          for (let c = chunks; c < end; c += 4) {
            const bits = (a[state + (a[c] as number)] as number) >>> (a[c + 1] as number);
            const entry = (a[c + 3] as number) + ((bits & (a[c + 2] as number)) << 1);
            out0 |= a[entry] as number;
            out1 |= a[entry + 1] as number;
          }
          work += (end - chunks) >> 2;
          const left0 = (a[all] as number) & ~out0;
          const left1 = (a[all + 1] as number) & ~out1;
          a[live] = left0;
          a[live + 1] = left1;
          const both = left0 | left1;
          if ((left0 === 0 || left1 === 0) && (both & (both - 1)) === 0 && both !== 0) forced++;
        } else {
          let any = 0;
          let several = 0;
          for (let j = 0; j < set; j++) {
            let out = 0;
            for (let c = chunks; c < end; c += 4) {
              const bits = (a[state + (a[c] as number)] as number) >>> (a[c + 1] as number);
              const entry = (a[c + 3] as number) + (bits & (a[c + 2] as number)) * set;
              out |= a[entry + j] as number;
            }
            const left = (a[all + j] as number) & ~out;
            a[live + j] = left;
            if (any !== 0 && left !== 0) several = 1;
            several |= left & (left - 1);
            any |= left;
          }
          work += ((end - chunks) >> 2) * set;
          if (any !== 0 && several === 0) forced++;
        }
      }
    }
    if (next === LEAVE) {
      level = a[level + BACK] as number;
      depth--;
    }
    let bucket = 0;
    let at = 0;
    let left = 0;
    while (level !== 0) {
      bucket = a[level + BUCKET] as number;
      at = a[level + UNTRIED] as number;
      const end = level + levelSize + (a[bucket + SET] as number);
      while (at < end) {
        left = a[at] as number;
        if (left !== 0) break;
        at++;
      }
      if (left !== 0) break;
      level = a[level + BACK] as number;
      depth--;
    }
    if (level === 0) {
      outcome = 'exhausted';
      break;
    }
    next = TAKE;
    if (nodes === nodeLimit) {
      outcome = 'paused';
      break;
    }
    const n = Math.clz32(left);
    a[at] = left ^ (TOP >>> n);
    a[level + UNTRIED] = at;
    const order = ((at - level - levelSize) << 5) + n;
    const candidate = (a[bucket + CANDIDATES] as number) + order * stride;
    a[level + TAKEN] = candidate;
    const above = level + (a[bucket + RECORD] as number);
    for (let w = (bucket - buckets) >> 8; w < words; w++) {
      a[above + STATE + w] = (a[level + STATE + w] as number) | (a[candidate + w] as number);
    }
    a[above + STATE + words] = 0;
    a[above + BACK] = level;
    a[above + BUCKET] = bucket;
    level = above;
    nodes++;
    depth++;
    next = ENTER;
  }
  a[LEVEL] = level;
  a[DEPTH] = depth;
  a[NEXT] = next;
  a[DEEPEST] = deepest;
  a[NODES] = nodes;
  a[WORK] = work;
  a[SOLUTIONS] = solutions;
  a[FORCED] = forced;
  return outcome;
}
