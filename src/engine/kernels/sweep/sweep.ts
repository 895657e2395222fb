import type { Compiled } from '../../problem/compiled.ts';
import { MOST_INTEGERS } from '../../problem/memory.ts';
import { Pace, SlicedLayout, type Slices } from '../../problem/slices.ts';
import type { Decisions, Prefix } from '../prefix.ts';
import {
  LEAST_SHARE,
  notOnSolution,
  type Outcome,
  type Search,
  type SearchSettings,
} from '../search.ts';
import { searchOrderInSlices } from '../search-order.ts';
import { type Level, prefixes } from '../split.ts';
import { SWEEP } from '../wasm/module.ts';
import * as register from '../wasm/registers.ts';
import { RUN, WasmSearch } from '../wasm/search.ts';
import { type Estimate, Sampler, SLICE_STEPS } from './estimate.ts';
import {
  ALL,
  BACK,
  BUCKET,
  BUCKETS,
  CANDIDATES,
  CLASHES,
  DEEPEST,
  DEPTH,
  END,
  ENTER,
  FORCED,
  LARGEST,
  LEVEL,
  NEXT,
  NODE_LIMIT,
  NODES,
  PRIMARY,
  SET,
  SOLUTION_LIMIT,
  SOLUTIONS,
  STATE,
  STRIDE,
  TAKE,
  TAKEN,
  WORDS,
  WORK,
  WORK_LIMIT,
} from './fields.ts';
import { type LaidOut, SweepLayout, TOP, type Tuning } from './sweep-layout.ts';

/** More than a call can count. */
const MOST_NODES_A_CALL = 1 << 30;
/** How a run ended, by the number that WebAssembly gives. */
const OUTCOMES: Readonly<Record<number, Outcome>> = {
  [register.PAUSED]: 'paused',
  [register.SOLUTION]: 'solution',
  [register.EXHAUSTED]: 'exhausted',
};

/**
 * Exact cover with colours by a sweep over the items in one fixed order, which `order.ts` finds. A
 * state is the set of covered items as a few words. It branches at the first item that is not
 * covered; the candidates are the options whose *first* item it is, since all items before it are
 * covered. Only the state is updated, and nothing is undone: each level of the stack has its own
 * state.
 *
 * The candidates that are left come from tables (see sweep-layout.ts): a few look-ups for all of
 * them at once. It visits many more nodes than `lists`, 7 times the number on pentominoes of 6x10,
 * and each is far cheaper. Where most options that share an item have their first items near one
 * another, as in packings, it is several times as fast as `lists`; where no order brings that
 * about, as for queens, it gains little.
 *
 * A node is an option chosen, an update a look-up in a table or a candidate tested.
 *
 * The order of solutions is its own: by the option that covers the first item of that order, as the
 * options were stated, then by the option at the first item that is still uncovered, and so on. The
 * order of the items depends on the problem alone, so all runs have the same.
 *
 * The steps are in `wasm/assembly/sweep.ts`.
 */
export class Sweep extends WasmSearch {
  private readonly tuning: Partial<Tuning>;
  private readonly layout: SweepLayout;
  /** True if candidates are left out. */
  private lacksSome = false;

  /**
   * `tuning` is for tests: a problem small enough for brute force never needs the other ways.
   * `laidOut` is the layout of a search of the same problem, by the same seed.
   */
  constructor(
    compiled: Compiled,
    settings: SearchSettings = {},
    tuning: Partial<Tuning> = {},
    laidOut?: LaidOut,
  ) {
    super(compiled, settings);
    this.tuning = tuning;
    this.layout = new SweepLayout(compiled, tuning);
    if (laidOut !== undefined) {
      this.a = this.layout.use(laidOut);
      this.begin();
      return;
    }
    this.layingOut = new SlicedLayout(compiled, () => this.build(compiled, settings.seed));
    this.layOut();
  }

  private *build(compiled: Compiled, seed: number | undefined): Slices {
    const { layout } = this;
    const a = yield* layout.build(yield* searchOrderInSlices(compiled, seed));
    a[PRIMARY] = compiled.primary;
    a[WORDS] = layout.words;
    a[BUCKETS] = layout.BUCKET;
    a[STRIDE] = layout.stride;
    a[CLASHES] = layout.clashes;
    a[LARGEST] = layout.largestLevel;
    this.a = a;
  }

  /** Its layout, for other searches of the problem; good until the next step of any search. */
  get laidOut(): LaidOut | undefined {
    if (this.layingOut !== undefined) return undefined;
    this.renewView();
    return this.layout.laidOut(this.a);
  }

  /** The place of an option among all, in the order in which it comes upon them. */
  placeOf(option: number): number {
    this.renewView();
    return this.a[this.layout.OPTION + option];
  }

  override reset(prefix?: Decisions, length?: number): void {
    if (prefix !== undefined) this.start.set(prefix, length);
    this.wasReset = true;
    if (this.layingOut === undefined) this.begin();
  }

  /**
   * Estimates the search below its prefix, before it starts: nodes, and work in updates. It
   * completes the layout first. Each step takes about a millisecond. The more nodes of each stratum
   * it looks at (`width`, see `Sampler`), the closer it comes.
   */
  *estimate(width: number): Slices<Estimate> {
    while (this.layingOut !== undefined) {
      this.layOut();
      yield;
    }
    const { a, layout } = this;
    const root = layout.LEVEL + STATE;
    const sampler = new Sampler(yield* layout.candidates(a));
    return yield* sampler.estimate(
      width,
      new Pace(SLICE_STEPS),
      a.slice(root, root + layout.words),
    );
  }

  protected override begin(): void {
    this.renewView();
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
      const candidate = a[layout.OPTION + chosen[k]];
      for (let w = 0; w < layout.words; w++) {
        const at = root + STATE + w;
        a[at] = a[at] | a[candidate + w];
      }
    }
    if (this.lacksSome) layout.refill(a);
    this.lacksSome = leftOutCount > 0;
    for (let k = 0; k < leftOutCount; k++) {
      const candidate = a[layout.OPTION + leftOut[k]];
      if (candidate === 0) continue;
      const bucket = layout.bucketOf(a, candidate);
      const n = (candidate - a[bucket + CANDIDATES]) / layout.stride;
      const at = a[bucket + ALL] + (n >> 5);
      a[at] = a[at] & ~(TOP >>> (n & 31));
    }
  }

  protected override run(limit: number): Outcome {
    this.moveIn();
    this.makeRoom();
    const region = this.moveIn();
    const { a } = this;
    a[END] = a.length;
    a[NODE_LIMIT] = Math.min(limit, RUN);
    a[WORK_LIMIT] = Math.min(MOST_NODES_A_CALL, this.enough - this.updates);
    a[SOLUTION_LIMIT] = Math.min(MOST_NODES_A_CALL, this.wanted - this.solutions);
    const outcome = OUTCOMES[region.loopsOf(SWEEP).sweep(region.address)];
    const nodes = a[NODES];
    this.nodes += nodes;
    this.guesses += nodes - a[FORCED];
    this.updates += a[WORK];
    this.solutions += a[SOLUTIONS];
    this.deepest = a[DEEPEST];
    this.depth = a[DEPTH];
    this.onSolution = outcome === 'solution';
    if (outcome === 'exhausted') this.exhaust();
    return outcome;
  }

  protected override get firstRoom(): number {
    return this.layout.firstRoom;
  }

  /** Room for this level and another one; there is room for all levels at the most. */
  private makeRoom(): void {
    const { a, layout } = this;
    const least = a[LEVEL] + 2 * layout.largestLevel;
    if (least > a.length) {
      const most = layout.LEVEL + layout.mostLevels;
      const wanted = Math.max(least, Math.min(2 * a.length - layout.LEVEL, MOST_INTEGERS));
      this.moveTo(Math.min(most, wanted));
    }
  }

  override solution(into?: number[]): number[] {
    if (!this.onSolution) throw notOnSolution();
    this.renewView();
    const { a, depth } = this;
    const { chosen, chosenCount } = this.start;
    const solution = into ?? new Array<number>(depth);
    // To set a length takes long.
    if (solution.length !== depth) solution.length = depth;
    for (let d = 0; d < chosenCount; d++) solution[d] = chosen[d];
    let level = a[LEVEL];
    for (let d = depth - 1; d >= chosenCount; d--) {
      level = a[level + BACK];
      solution[d] = this.numberOf(a[level + TAKEN]);
    }
    return solution;
  }

  override frontier(): Iterable<Prefix> {
    if (this.done) return [];
    this.renewView();
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
        prefix = prefix.and(this.numberOf(this.a[level + TAKEN]), share);
      }
    });
    return prefixes(this.a[NEXT] === ENTER ? prefix : undefined, levels);
  }

  override share(): number {
    if (this.done) return 1;
    if (this.layingOut !== undefined) return 0;
    this.renewView();
    let share = 0;
    let part = 1;
    const path = this.path();
    for (const level of path) {
      const width = this.width(level);
      const tried = width - this.left(level);
      part /= width;
      share += part * (tried - 1);
      if (part < LEAST_SHARE) return share;
    }
    return this.a[NEXT] === ENTER ? share : share + part;
  }

  /** The levels that were entered, from the first on. */
  private path(): number[] {
    const { a } = this;
    const path: number[] = [];
    const last = a[LEVEL];
    for (let level = last; level !== 0; level = a[level + BACK]) path.push(level);
    if (a[NEXT] !== TAKE) path.shift();
    return path.reverse();
  }

  /** The number of candidates of a level at first. */
  private width(level: number): number {
    const { a, layout } = this;
    const bucket = a[level + BUCKET];
    let width = 0;
    for (let j = 0; j < a[bucket + SET]; j++) {
      for (let left = a[a[bucket + ALL] + j]; left !== 0; ) {
        const n = Math.clz32(left);
        left ^= TOP >>> n;
        const candidate = a[bucket + CANDIDATES] + (32 * j + n) * layout.stride;
        let clash = 0;
        for (let w = bucketWord(a, bucket); w < layout.words; w++) {
          clash |= a[candidate + layout.clashes + w] & a[level + STATE + w];
        }
        if (clash === 0) width++;
      }
    }
    return width;
  }

  /** The candidates that a level has not tried yet. */
  private untried(level: number): number[] {
    const { a, layout } = this;
    const bucket = a[level + BUCKET];
    const candidates: number[] = [];
    const first = level + layout.levelSize;
    for (let j = 0; j < a[bucket + SET]; j++) {
      for (let left = a[first + j]; left !== 0; ) {
        const n = Math.clz32(left);
        left ^= TOP >>> n;
        candidates.push(a[bucket + CANDIDATES] + (32 * j + n) * layout.stride);
      }
    }
    return candidates;
  }

  /** The number of candidates that are left at a level. */
  private left(level: number): number {
    const { a, layout } = this;
    const first = level + layout.levelSize;
    let count = 0;
    for (let j = 0; j < a[a[level + BUCKET] + SET]; j++) {
      for (let left = a[first + j]; left !== 0; left &= left - 1) count++;
    }
    return count;
  }

  protected override chosenAt(depth: number): number {
    const { chosen, chosenCount } = this.start;
    if (depth < chosenCount) return chosen[depth];
    const level = this.path()[depth - chosenCount];
    return this.numberOf(this.a[level + TAKEN]);
  }

  protected override twin(): Search {
    return new Sweep(this.compiled, this.settings, this.tuning, this.laidOut);
  }

  private numberOf(candidate: number): number {
    return this.a[candidate + this.layout.stride - 1];
  }
}

/** The word of the state that has the item of a bucket. */
function bucketWord(a: Int32Array, bucket: number): number {
  return (bucket - a[BUCKETS]) >> 8;
}
