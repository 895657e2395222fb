import { COSTS } from '../kernels/costs.ts';
import { type Decisions, Start } from '../kernels/prefix.ts';
import { notOnSolution, type Search } from '../kernels/search.ts';
import { type Compiled, itemsOf, mostOf } from '../problem/compiled.ts';
import { integers } from '../problem/memory.ts';
import { ascending } from '../problem/problem.ts';
import { CLASS_MEMORY, compareLists, Equivalence } from '../symmetry/equivalence.ts';
import { Marks, Orbits } from '../symmetry/group.ts';
import { SymmetrySearch } from '../symmetry/search.ts';
import { KnownClasses } from './known-classes.ts';
import { Encoding } from './multiples.ts';
import { State } from './state.ts';
import { layOut } from './state-layout.ts';

/** The most work on the canonical form of a set of options that is no solution. */
const MOST_LOOKS = 1 << 20;
const SLICE_NS = 1_000_000;
/** The nodes of a search below between two pauses. */
const CLASS_SLICE_NODES = 1 << 10;
/** The bytes of a set that is known, beside the characters of its form. */
const SET_BYTES = 100;
const CLASS_ARRAYS = 'the classes of solutions';

export interface ClassSettings {
  /** Starts a search for all solutions below a prefix. */
  readonly start: (prefix: Decisions) => Search;
  readonly prefix?: Decisions | undefined;
  readonly memoryLimit?: number | undefined;
  /** The symmetries, where another search has begun to find them. */
  readonly equivalence?: Equivalence | undefined;
}

type OptionSet = Pick<Marks, 'has'>;

/** The search: it pauses where it yields nothing. */
type Walk<R> = Generator<'solution' | undefined, R, undefined>;

/** A set of options that is chosen, and how it goes on. */
interface Frame {
  /** The number of options chosen. */
  readonly depth: number;
  /**
   * The options to try, each with the options that symmetries of the set take it to: one of the
   * first options of each orbit has the item that it branches on.
   */
  readonly orbits: readonly (readonly number[])[];
  next: number;
  /** Symmetries that keep the set, where all are listed: their places in the list. */
  readonly group: readonly number[];
  /** True if its canonical form is known. */
  readonly isKnown: boolean;
}

/**
 * Finds one solution of each class: solutions that a symmetry of the problem takes to each other
 * are in one class.
 *
 * It goes depth first. When it has done with a set of options P, all classes of solutions that
 * contain P are found. They are found then for each image of P as well. So
 *
 *     at P, of the options of an item it tries one of each orbit under the symmetries that keep P,
 *     and leaves out all of the orbit after that, options of other items included;
 *
 *     where there are many symmetries, it goes on at P only if it has done with no image of P.
 *
 * Both hold whatever else was left out, and whichever item it branches on. (With multiplicities an
 * option may also be left out; that comes after all solutions with it.) Some classes are still
 * found more than once, and that is seen at the solution:
 *
 * - With a list of all symmetries, it follows each image of the solution down the path on which it
 *   stands. At a frame, the image lies in the first orbit that it meets. If that is one tried
 *   before, a solution of the class was found there. Of images that stay on the path, the least
 *   one counts. So no solution has to be remembered. Where no symmetry keeps the set, a search of
 *   the kernels takes the rest.
 * - With many symmetries, the canonical forms of the solutions are remembered (`KnownClasses`).
 */
export class Classes {
  /** Classes found, and the solutions in them. */
  solutions = 0;
  all = 0n;
  /** The number of solutions in the class that was found last. */
  classSize = 0n;

  private readonly above = { nodes: 0, guesses: 0, deepest: 0 };
  /** The search for the rest of a set, while it goes on, and the counters of what it did before. */
  private below: Search | undefined;
  private isBelow = false;
  private readonly done = { nodes: 0, guesses: 0, updates: 0 };
  private readonly compiled: Compiled;
  private readonly encoding: Encoding;
  private readonly start: (prefix: Decisions) => Search;
  private readonly prefix: Decisions;
  /** The bytes that sets and solutions may take. */
  private readonly memoryLimit: number;
  private readonly equivalence: Equivalence;
  private readonly walk: Walk<boolean>;
  private state: State | undefined;
  private outcome: 'exhausted' | 'stuck' | undefined;
  private onSolution = false;
  private reported: number[] = [];
  private readonly frames: Frame[] = [];
  /** The options of a set, and of its image. */
  private readonly own: Marks;
  private readonly image: Marks;
  private readonly orbits: Orbits;
  /**
   * The items to branch on: those whose options are decisions. Their choices determine the rest.
   */
  private readonly items: readonly number[];
  private readonly options: Int32Array;
  /** The canonical forms of sets that are done or under way, their bytes, and the solutions. */
  private readonly known = new Set<string>();
  private bytes = 0;
  private readonly found: KnownClasses;

  constructor(compiled: Compiled, settings: ClassSettings) {
    const { start, prefix, memoryLimit = CLASS_MEMORY } = settings;
    this.start = start;
    this.compiled = compiled;
    this.prefix = prefix ?? [];
    this.memoryLimit = memoryLimit - SymmetrySearch.bytesFor(compiled);
    this.encoding = new Encoding(compiled);
    this.equivalence = settings.equivalence ?? new Equivalence(compiled, prefix, settings);
    const room = Math.max(compiled.options, this.encoding.compiled.options);
    this.own = new Marks(room);
    this.image = new Marks(room);
    this.options = integers(room, CLASS_ARRAYS);
    this.orbits = new Orbits(compiled.options);
    this.items = this.encoding.decidingItems();
    this.found = new KnownClasses(this.equivalence, this.memoryLimit / 4);
    this.walk = this.run();
  }

  get exact(): bigint {
    return BigInt(this.solutions);
  }

  get nodes(): number {
    return this.above.nodes + this.done.nodes + (this.isBelow ? (this.below as Search).nodes : 0);
  }

  get guesses(): number {
    return (
      this.above.guesses + this.done.guesses + (this.isBelow ? (this.below as Search).guesses : 0)
    );
  }

  get updates(): number {
    return (
      (this.state?.work ?? 0) +
      this.done.updates +
      (this.isBelow ? (this.below as Search).updates : 0)
    );
  }

  get deepest(): number {
    return Math.max(this.above.deepest, this.below?.deepest ?? 0);
  }

  /** The work so far, in nanoseconds. */
  private get work(): number {
    const looks = this.equivalence.looks;
    return (
      COSTS.symmetry.look * looks +
      COSTS.isomorphs.node * this.nodes +
      COSTS.isomorphs.update * this.updates
    );
  }

  /** The share of the tree that is done, by Knuth's estimate. */
  share(): number {
    if (this.outcome === 'exhausted') return 1;
    let share = 0;
    let part = 1;
    for (const { orbits, next } of this.frames) {
      part /= orbits.length;
      share += part * Math.max(0, next - 1);
    }
    return share;
  }

  advance(nodeBudget: number, solutionBudget = 1): 'solution' | 'exhausted' | 'paused' | 'stuck' {
    this.onSolution = false;
    if (this.outcome !== undefined) return this.outcome;
    this.state?.renewView();
    const stop = this.nodes + nodeBudget;
    const enough = nodeBudget === Number.POSITIVE_INFINITY ? nodeBudget : this.work + SLICE_NS;
    const wanted = this.solutions + solutionBudget;
    while (this.nodes < stop && this.work < enough) {
      const { done, value } = this.walk.next();
      if (done) {
        this.outcome = value ? 'exhausted' : 'stuck';
        this.end();
        return this.outcome;
      }
      if (value === 'solution' && this.solutions >= wanted) {
        this.onSolution = true;
        return 'solution';
      }
    }
    return 'paused';
  }

  /** The options of the solution it stands on. */
  solution(): number[] {
    if (!this.onSolution) throw notOnSolution();
    return [...this.reported];
  }

  end(): void {
    this.state?.end();
    this.below?.end();
  }

  private chosen(): number[] {
    const state = this.state as State;
    const chosen = Array.from({ length: state.depth }, (_, k) => state.chosenAt(k));
    return this.encoding.read(chosen);
  }

  /**
   * Yields `solution` at one, undefined where it may pause. Returns false if memory is lacking.
   */
  private *run(): Walk<boolean> {
    const { encoding, equivalence, frames, prefix } = this;
    yield* equivalence.find();
    if (!equivalence.isFound) return false;
    const start = new Start(encoding.compiled, encoding.decisions(prefix));
    const state = new State(yield* layOut(encoding.compiled), start);
    this.state = state;
    state.propagate();
    const { elements } = equivalence;
    const all = elements === undefined ? [] : [...elements.keys()];
    if (!state.failed && (yield* this.enter(all, true)) === 'stuck') return false;
    while (frames.length > 0) {
      // A search below may have made the memory of WebAssembly grow.
      state.renewView();
      const frame = frames[frames.length - 1];
      if (frame.next > 0) {
        state.backTo(frame.depth);
        const done = frame.orbits[frame.next - 1];
        for (let k = 1; k < done.length; k++) state.leaveOut(done[k]);
        if (done.length > 1) state.leaveOut(done[0]);
      }
      if (state.failed || frame.next === frame.orbits.length) {
        frames.pop();
        continue;
      }
      const option = frame.orbits[frame.next++][0];
      this.above.nodes++;
      if (frame.orbits.length > 1) this.above.guesses++;
      state.choose(option);
      this.above.deepest = Math.max(this.above.deepest, state.depth);
      const grows = encoding.original(option) !== undefined;
      if (!state.failed && (yield* this.enter(frame.group, grows)) === 'stuck') return false;
      yield;
    }
    return true;
  }

  /** Looks at the set of options chosen: a solution, or one that is new and gets a frame. */
  private *enter(group: readonly number[], grows: boolean): Walk<'stuck' | undefined> {
    const state = this.state as State;
    const { equivalence } = this;
    if (state.open === 0) return yield* this.report(this.chosen());
    if (equivalence.elements !== undefined) {
      const kept = grows ? this.keeping(group) : group;
      if (kept.length > 1) this.push(kept, false);
      else yield* this.searchBelow();
      return undefined;
    }
    if (!grows) {
      this.push([], false);
      return undefined;
    }
    const isKnown = yield* equivalence.lookAt(this.chosen(), true, MOST_LOOKS);
    if (isKnown) {
      const form = equivalence.search.canonicalForm();
      equivalence.looks += form.length;
      const key = form.text();
      if (this.known.has(key)) return undefined;
      this.remember(key);
    }
    this.push([], isKnown);
    return undefined;
  }

  /** The rest of a set that no symmetry but the identity keeps. */
  private *searchBelow(): Walk<void> {
    const decisions = this.decisions();
    if (this.coversTooOften(decisions)) return;
    if (this.below === undefined) this.below = this.start(decisions);
    else this.below.reset(decisions);
    this.isBelow = true;
    const { below, done } = this;
    for (;;) {
      // A finite budget, so that it pauses.
      const outcome = below.advance(CLASS_SLICE_NODES);
      if (outcome === 'exhausted') break;
      if (outcome === 'solution') yield* this.report(below.solution());
      else yield;
    }
    done.nodes += below.nodes;
    done.guesses += below.guesses;
    done.updates += below.updates;
    this.above.deepest = this.deepest;
    this.isBelow = false;
  }

  /** The set as decisions: options chosen, and those left out with their orbits. */
  private decisions(): number[] {
    const state = this.state as State;
    const { encoding, frames } = this;
    const { leftOut, leftOutCount } = new Start(this.compiled, this.prefix);
    const decisions = Array.from(leftOut.subarray(0, leftOutCount), (option) => ~option);
    for (let k = 0; k < state.depth; k++) {
      const decision = encoding.decision(state.chosenAt(k));
      if (decision !== undefined) decisions.push(decision);
    }
    for (const { orbits, next } of frames) {
      for (const orbit of orbits.slice(0, next - 1)) {
        if (orbit.length === 1) continue;
        for (const option of orbit) decisions.push(~(encoding.original(option) as number));
      }
    }
    return decisions;
  }

  /**
   * True if the options chosen cover some item more often than it may be. The links of a chain show
   * that only once all its options are decided.
   */
  private coversTooOften(decisions: readonly number[]): boolean {
    const { compiled } = this;
    if (!compiled.multiple) return false;
    const covered = new Map<number, number>();
    for (const option of decisions) {
      if (option < 0) continue;
      for (const item of itemsOf(compiled, option)) {
        const times = (covered.get(item) ?? 0) + 1;
        if (item < compiled.primary && times > mostOf(compiled, item)) return true;
        covered.set(item, times);
      }
    }
    return false;
  }

  /** Reports a solution, if its class is new. */
  private *report(chosen: number[]): Walk<'stuck' | undefined> {
    const { equivalence } = this;
    const { elements } = equivalence;
    if (elements !== undefined) {
      const alike = this.imagesAlike(chosen, elements);
      if (alike === 0) return undefined;
      this.classSize = BigInt(elements.length / alike);
    } else {
      const size = yield* this.found.enter(chosen);
      if (size === undefined) return undefined;
      if (this.bytes + this.found.bytes > this.memoryLimit) this.found.forgetPointed();
      if (this.bytes + this.found.bytes > this.memoryLimit) return 'stuck';
      this.classSize = size;
    }
    this.reported = ascending(chosen);
    this.solutions++;
    this.all += this.classSize;
    yield 'solution';
    return undefined;
  }

  private remember(key: string): void {
    this.bytes += key.length + SET_BYTES;
    this.known.add(key);
    // The oldest are forgotten first. To find classes again does no harm.
    for (const old of this.known) {
      if (this.bytes + this.found.bytes <= this.memoryLimit / 2) break;
      this.known.delete(old);
      this.bytes -= old.length + SET_BYTES;
    }
  }

  /** The symmetries of a group that take the options chosen to each other. */
  private keeping(group: readonly number[]): readonly number[] {
    const elements = this.equivalence.elements as readonly Int32Array[];
    const { own } = this;
    const chosen = this.chosen();
    own.clear();
    for (const option of chosen) own.add(option);
    return group.filter((k) => {
      const element = elements[k];
      return chosen.every((option) => own.has(element[option]));
    });
  }

  /**
   * The number of symmetries that take a solution to itself; 0 if one takes it to a solution that
   * counts in its place.
   */
  private imagesAlike(chosen: readonly number[], elements: readonly Int32Array[]): number {
    const { own, image, encoding } = this;
    own.clear();
    for (const option of chosen) own.add(option);
    let alike = 1;
    for (let k = 1; k < elements.length; k++) {
      const element = elements[k];
      image.clear();
      for (const option of chosen) image.add(element[option]);
      const path = this.compiled.multiple
        ? this.placeOfImage(encoding.write(new Set(chosen.map((option) => element[option]))))
        : this.placeOfImage(image);
      if (path < 0) return 0;
      if (path > 0) continue;
      // Of two sets, the one with the least option that is not in both comes first.
      let least = Number.POSITIVE_INFINITY;
      let leastOfImage = least;
      for (const option of chosen) {
        const other = element[option];
        if (option < least && !image.has(option)) least = option;
        if (other < leastOfImage && !own.has(other)) leastOfImage = other;
      }
      if (leastOfImage < least) return 0;
      if (leastOfImage === least) alike++;
    }
    return alike;
  }

  /**
   * Follows an image of a solution down the path: less than 0 if it branches off to where the
   * search was before, more than 0 if to where it will be or never be; 0 if it stays on the path.
   */
  private placeOfImage(image: OptionSet): number {
    for (const { orbits, next } of this.frames) {
      const last = next - 1;
      let place = 0;
      while (place <= last && !isMet(orbits[place], image)) place++;
      if (place < last) return -1;
      if (place > last || !image.has(orbits[last][0])) return 1;
    }
    return 0;
  }

  /** Chooses the item to branch on, and its options. */
  private push(group: readonly number[], isKnown: boolean): void {
    const orbitOf = this.orbitsOf(group, isKnown);
    const orbits = orbitOf === undefined ? this.single() : this.fewest(orbitOf, isKnown);
    this.frames.push({
      depth: (this.state as State).depth,
      orbits,
      next: 0,
      group,
      isKnown,
    });
  }

  /** Option -> its orbit under the symmetries that keep the set; undefined if each is alone. */
  private orbitsOf(group: readonly number[], isKnown: boolean): Orbits | undefined {
    const { elements, search } = this.equivalence;
    if (isKnown) return search.order > 1n ? search.group.orbits : undefined;
    if (elements === undefined || group.length < 2) return undefined;
    const { orbits } = this;
    const { options } = this.compiled;
    orbits.begin(options);
    for (const k of group) {
      const element = elements[k];
      for (let option = 0; option < options; option++) orbits.join(option, element[option]);
    }
    return orbits;
  }

  /** The options of the item with the fewest, each alone. */
  private single(): readonly number[][] {
    const state = this.state as State;
    let item = -1;
    if (!this.compiled.multiple) item = state.fewest();
    else {
      for (const other of this.items) {
        if (state.isOpen(other) && (item < 0 || state.size(other) < state.size(item))) item = other;
      }
    }
    return this.optionsOf(item).map((option) => [option]);
  }

  /** The live options of an item; one that leaves another out comes last. */
  private optionsOf(item: number): number[] {
    const end = (this.state as State).liveOptions(item, this.options, 0);
    const options = [...this.options.subarray(0, end)];
    const leaves = (option: number) => (this.encoding.original(option) === undefined ? 1 : 0);
    return this.compiled.multiple ? options.sort((a, b) => leaves(a) - leaves(b)) : options;
  }

  /**
   * The orbits of options of an item: with a list of symmetries, of the item with the fewest, since
   * most options are then alone. Else of the one with the fewest options, and of several with the
   * most orbits; ties are broken by canonical labels, so that the problem shuffled takes as long.
   *
   * Solutions looked at, by fewest orbits, by fewest options and fewest orbits, and as it is:
   *
   *     Latin squares of order 7    19,600   20,000   4,000
   *     Steiner systems, 15 points   4,200    5,200   3,200
   */
  private fewest(orbitOf: Orbits, isKnown: boolean): readonly number[][] {
    const state = this.state as State;
    const { encoding } = this;
    let best: { rank: readonly number[]; orbits: Map<number, number[]> } | undefined;
    for (const item of this.items) {
      if (!state.isOpen(item)) continue;
      const options = this.optionsOf(item);
      const orbits = new Map<number, number[]>();
      for (const option of options) {
        const original = encoding.original(option);
        const orbit = original === undefined ? ~option : orbitOf.least(original);
        const known = orbits.get(orbit);
        if (known === undefined) orbits.set(orbit, [option]);
        else known.push(option);
      }
      const rank = isKnown
        ? [options.length, -orbits.size, this.labelOf(item)]
        : [orbits.size, options.length];
      if (best === undefined || compareLists(rank, best.rank) < 0) best = { rank, orbits };
    }
    const { orbits } = best as { orbits: Map<number, number[]> };
    const own = new Set([...orbits.values()].flat());
    for (let option = 0; option < this.compiled.options; option++) {
      const orbit = orbits.get(orbitOf.least(option));
      const encoded = encoding.encoded(option);
      if (orbit !== undefined && state.isLive(encoded) && !own.has(encoded)) orbit.push(encoded);
    }
    return [...orbits.values()];
  }

  /** The canonical label of an item; of an encoded one, its number. */
  private labelOf(item: number): number {
    const { graph, label } = this.equivalence.search;
    if (this.compiled.multiple) return item;
    return label[graph.vertexOfItem[item]];
  }
}

/** True if a set has an option of an orbit. */
function isMet(orbit: readonly number[], set: OptionSet): boolean {
  for (const option of orbit) if (set.has(option)) return true;
  return false;
}
