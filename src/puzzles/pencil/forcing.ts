import { Pace, type Slices } from '../../engine/problem/slices.ts';
import { lengthTenths } from './chains.ts';
import type { Kinds } from './kinds.ts';
import { Position } from './position.ts';
import type { Link, Sink, Why } from './step.ts';
import type { Technique } from './technique.ts';

/** The names of the steps. A search draws no conclusion that it has no name for. */
interface ForcingNames {
  /** From all options of an item. */
  readonly item?: string;
  /** From an option and its absence. */
  readonly option?: string;
  readonly contradiction?: string;
}

/** The conclusions that forcing chains may draw, and what they may conclude from. */
export interface ForcingSearch {
  /** The difficulty of the shortest, in tenths. */
  readonly tenths: number;
  readonly names: ForcingNames;
  /** True if an item may force an option after others of its options were ruled out on the way. */
  readonly isDynamic?: boolean;
  /** True if only one value is looked at. */
  readonly isOneValue?: boolean;
  /** True for an item whose options are followed; absent: those of all items are. */
  readonly takesPart?: (item: number) => boolean;
  /** Techniques that go on where singles end. The first that finds something is used. */
  readonly inner?: readonly Technique[] | undefined;
}

/** A node of a run. */
type End = readonly [Run, number];

const NO_OPTIONS: readonly number[] = [];
const NO_SINK: Sink = { isEnough: true, accepts: () => false, add: () => undefined };
/** Runs from options that are out are kept, too, where runs are short. */
const MOST_KEPT_OPTIONS = 1 << 10;
/** The work of a conclusion and of comparing it, roughly. */
const CONCLUSION_WORK = 100;

/**
 * Follows each option, held or out, by singles:
 *
 *     a1 holds -> ... -> x is out          a holds  -> ... -> x      a holds -> ... -> x holds
 *     a2 holds -> ... -> x is out          a is out -> ... -> x              -> ... -> x is out
 *     a3 holds -> ... -> x is out
 *
 * Conclusions from every option of an item hold. Conclusions from an option and from its absence
 * hold. An option that leads to a contradiction is out.
 */
export function forcingOf(kinds: Kinds): (search: ForcingSearch) => Technique {
  const spare: SpareRuns = [];
  return (search) => {
    let last: Conclusions | undefined;
    return (position, sink, clean) => {
      if (last?.isOf(position) !== true) {
        last?.end();
        last = new Conclusions(position, kinds, search, spare);
      }
      return last.run(sink, clean);
    };
  };
}

/** Conclusions from the options of each item, item by item. */
class Conclusions {
  readonly #position: Position;
  readonly #version: number;
  readonly #kinds: Kinds;
  readonly #search: ForcingSearch;
  readonly #follower: Follower;
  readonly #pace = new Pace();
  /** Literal -> what follows from it. They stay known until the position changes. */
  readonly #runs: (Run | undefined)[] = [];
  readonly #all: Run[] = [];
  /** The items whose conclusions are drawn. */
  readonly #done = new Set<number>();
  #sink: Sink = NO_SINK;
  /** The item whose options are followed. */
  #start = -1;
  /** True while it is not at its end. */
  #isRunning = false;

  constructor(position: Position, kinds: Kinds, search: ForcingSearch, spare: SpareRuns) {
    this.#position = position;
    this.#version = position.version;
    this.#kinds = kinds;
    this.#search = search;
    this.#follower = new Follower(position, kinds, search, spare);
  }

  /** True if it knows what follows in that position, as it is. */
  isOf(position: Position): boolean {
    return !this.#isRunning && this.#position === position && this.#version === position.version;
  }

  /** Gives all runs back, unless they are in use. */
  end(): void {
    if (!this.#isRunning) this.#follower.end(this.#all);
  }

  *run(sink: Sink, clean?: Int32Array): Slices {
    const { problem, need, count } = this.#position;
    const { names, isDynamic, isOneValue, takesPart } = this.#search;
    const { value } = this.#kinds;
    const changed = isOneValue && clean !== undefined ? this.#changedValues(clean) : undefined;
    this.#sink = sink;
    this.#isRunning = true;
    this.#done.clear();
    for (let item = 0; item < problem.primary; item++) {
      if (sink.isEnough) break;
      const least = isDynamic ? 2 : 3;
      if (need[item] !== 1 || count[item] < least || takesPart?.(item) === false) continue;
      const options = [...this.#position.optionsOf(item)];
      this.#start = item;
      for (const option of options) {
        if (changed?.has(value[option]) === false) continue;
        const literal = 2 * option + 1;
        const run = this.#runs[literal] ?? (yield* this.#followed(literal));
        if (this.#pace.spent(run.size * CONCLUSION_WORK)) yield;
        if (isDynamic) yield* this.#contradict(option, run, options.length >= 3);
        if (names.item !== undefined) yield* this.#followOthers(option, item);
      }
      if (names.item !== undefined) this.#agree(names.item, yield* this.#followedAll(options));
    }
    this.#isRunning = false;
  }

  /** The values that have lost an option. */
  #changedValues(clean: Int32Array): Set<number> {
    const { count, at, list, items } = this.#position;
    const { house, value } = this.#kinds;
    const changed = new Set<number>();
    for (let item = 0; item < items; item++) {
      // The first place has an option of the item even where none is possible any more.
      if (house[item] >= 0 && count[item] !== clean[item]) changed.add(value[list[at[item]]]);
    }
    return changed;
  }

  *#followed(literal: number, isKept = true): Slices<Run> {
    const run = this.#follower.follow(literal) ?? (yield* this.#follower.followOn(literal));
    if (!isKept) return run;
    this.#runs[literal] = run;
    this.#all.push(run);
    return run;
  }

  *#followedAll(options: readonly number[]): Slices<Run[]> {
    const list: Run[] = [];
    for (const option of options) {
      const literal = 2 * option + 1;
      const run = this.#runs[literal] ?? (yield* this.#followed(literal));
      list.push(run);
      if (this.#pace.spent(run.size)) yield;
    }
    return list;
  }

  /** From an option and from its absence: contradictions, and what both agree on. */
  *#contradict(option: number, run: Run, isChoice: boolean): Slices {
    const { names } = this.#search;
    if (run.conflict !== undefined) this.#report(names.contradiction, option * 2, run.conflict);
    const isKept = this.#position.live.length <= MOST_KEPT_OPTIONS;
    const literal = 2 * option;
    const absence = this.#runs[literal] ?? (yield* this.#followed(literal, isKept));
    if (absence.conflict !== undefined)
      this.#report(names.contradiction, option * 2 + 1, absence.conflict);
    if (isChoice) this.#agree(names.option, [run, absence]);
    if (!isKept) this.#follower.end([absence]);
  }

  /** Further items of an option, each when the first of its options comes up. */
  *#followOthers(option: number, item: number): Slices {
    const position = this.#position;
    const kinds = this.#kinds;
    const { names, takesPart } = this.#search;
    if (names.item === undefined || takesPart === undefined) return;
    for (let kind = 0; kind < kinds.count; kind++) {
      const other = kinds.item[option * kinds.count + kind];
      if (other < 0 || other === item || position.need[other] !== 1) continue;
      if (this.#done.has(other) || takesPart(other)) continue;
      if (position.optionsOf(other)[0] !== option) continue;
      this.#done.add(other);
      if (position.count[other] < 2) continue;
      this.#start = other;
      this.#agree(names.item, yield* this.#followedAll([...position.optionsOf(other)]));
      this.#start = item;
    }
  }

  /** Reports what all runs agree on. */
  #agree(name: string | undefined, list: readonly Run[]): void {
    if (name === undefined) return;
    const { live } = this.#position;
    const { tenths } = this.#search;
    let first = list[0];
    for (const run of list) if (run.size < first.size) first = run;
    for (let k = 0; k < first.size; k++) {
      const literal = first.literals[k];
      if (live[literal >> 1] === 0) continue;
      let least = 0;
      for (const run of list) {
        const node = run.nodes[literal];
        if (node < 0) {
          least = -1;
          break;
        }
        least += run.depth[node];
      }
      if (least < 0 || !this.#sink.accepts(tenths + lengthTenths(least), least)) continue;
      this.#report(
        name,
        literal,
        list.map((run): End => [run, run.nodes[literal]]),
      );
    }
  }

  #report(name: string | undefined, literal: number, ends: readonly End[]): void {
    if (name === undefined) return;
    const { tenths } = this.#search;
    let least = 0;
    for (const [run, node] of ends) least += run.depth[node];
    if (!this.#sink.accepts(tenths + lengthTenths(least), least)) return;
    let conclusions = 0;
    for (const [run, node] of ends) conclusions += run.conclusionsTo(node);
    const graded = tenths + lengthTenths(conclusions);
    if (!this.#sink.accepts(graded, conclusions)) return;
    const option = literal >> 1;
    const decision = (literal & 1) === 1 ? option : ~option;
    this.#sink.add(name, graded, [decision], () => this.#reason(ends), conclusions);
  }

  #reason(ends: readonly End[]): Why {
    const chains = ends.map(([run, node]) => run.linksTo(node, this.#position));
    const items = new Set([this.#start]);
    const options = new Set<number>();
    for (const { option, holds, item } of chains.flat()) {
      options.add(option);
      if (holds && item >= 0) items.add(item);
    }
    return { items: [...items], options: [...options], chains };
  }
}

/** All that follows from one assumption. A literal is `2 * option`, plus 1 if the option holds. */
class Run {
  /** The number of nodes. */
  size = 0;
  readonly literals: number[] = [];
  /** Node -> the node that it follows from; -1 for the assumption. */
  readonly parent: number[] = [];
  /** Node -> the length of the path by first parents: at most its conclusions. */
  readonly depth: number[] = [];
  /** Two nodes that contradict each other. */
  conflict: readonly End[] | undefined;
  /** Literal -> its node; -1 for none. */
  readonly nodes: Int16Array | Int32Array;
  /** Node -> the item that forces it; -1 if none does. */
  readonly #via: number[] = [];
  /** Node -> where all that it follows from lies in `#parents`, if that is several: else -1. */
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  readonly #parents: number[] = [];
  #several = 0;

  constructor(options: number) {
    // Each literal has one node; the literal of a contradiction has two.
    const nodes = 2 * options + 1;
    // Half the memory where that is enough: there is a run for each option.
    this.nodes = (nodes < 2 ** 15 ? new Int16Array(nodes) : new Int32Array(nodes)).fill(-1);
  }

  clear(): void {
    for (let node = 0; node < this.size; node++) this.nodes[this.literals[node]] = -1;
    this.size = 0;
    this.#several = 0;
    this.conflict = undefined;
  }

  /** Notes a further parent for the nodes that come next. Returns where their list ends. */
  note(parent: number): number {
    this.#parents[this.#several++] = parent;
    return this.#several;
  }

  /** Adds a node. `several`: the number of its parents, noted last, if there are several. */
  add(literal: number, parent: number, item: number, several = 0): number {
    const node = this.size++;
    this.literals[node] = literal;
    this.parent[node] = parent;
    this.#from[node] = several > 0 ? this.#several - several : -1;
    this.#to[node] = this.#several;
    this.#via[node] = item;
    this.depth[node] = parent < 0 ? 1 : this.depth[parent] + 1;
    if (this.nodes[literal] === -1) this.nodes[literal] = node;
    return node;
  }

  /** The number of nodes that a node rests on, itself included. */
  conclusionsTo(node: number): number {
    return this.#several === 0 ? this.depth[node] : this.#below(node).length;
  }

  linksTo(node: number, position: Position): Link[] {
    return this.#below(node)
      .sort((a, b) => a - b)
      .map((n) => {
        const literal = this.literals[n];
        const parent = this.parent[n];
        let item = this.#via[n];
        // Conclusions from options that are out come by a technique: no single item passes them on.
        if (item < 0 && parent >= 0 && (this.literals[parent] & 1) === 1) {
          item = position.sharedItem(this.literals[parent] >> 1, literal >> 1);
        }
        return { option: literal >> 1, holds: (literal & 1) === 1, item };
      });
  }

  #below(node: number): number[] {
    const found = [node];
    const seen = new Uint8Array(this.size);
    seen[node] = 1;
    const visit = (parent: number): void => {
      if (parent < 0 || seen[parent] === 1) return;
      seen[parent] = 1;
      found.push(parent);
    };
    for (const next of found) {
      const from = this.#from[next];
      if (from < 0) visit(this.parent[next]);
      else for (let k = from; k < this.#to[next]; k++) visit(this.#parents[k]);
    }
    return found;
  }
}

/**
 * Runs that are not in use. To make their arrays anew for each look would take longer than a look.
 */
type SpareRuns = Run[];

class Follower {
  readonly #position: Position;
  readonly #kinds: Kinds;
  readonly #search: ForcingSearch;
  /** Item -> its options that are not yet ruled out on the way; option -> 1 if it is. */
  readonly #left: Int32Array;
  readonly #gone: Uint8Array;
  /** The options that are ruled out on the way. */
  readonly #ruledOut: number[] = [];
  /** The nodes of the run whose options hold, and those whose are out; how many are followed. */
  readonly #on: number[] = [];
  readonly #off: number[] = [];
  #ons = 0;
  #offs = 0;
  #nextOn = 0;
  #nextOff = 0;
  readonly #spare: SpareRuns;
  /** The position that inner techniques look at. */
  #scratch: Position | undefined;

  constructor(position: Position, kinds: Kinds, search: ForcingSearch, spare: SpareRuns) {
    this.#spare = spare;
    this.#position = position;
    this.#kinds = kinds;
    this.#search = search;
    this.#left = position.count.slice();
    this.#gone = new Uint8Array(position.live.length);
  }

  /** Gives runs back. */
  end(runs: readonly Run[]): void {
    for (const run of runs) {
      run.clear();
      this.#spare.push(run);
    }
  }

  /** What follows from a literal by singles alone; undefined if techniques go on behind these. */
  follow(literal: number): Run | undefined {
    if (this.#search.inner !== undefined) return undefined;
    const run = this.#begin(literal);
    this.#propagate(run);
    this.#takeBack();
    return run;
  }

  *followOn(literal: number): Slices<Run> {
    const { inner = [] } = this.#search;
    const run = this.#begin(literal);
    while (!this.#propagate(run)) if (!(yield* this.#goOn(run, inner))) break;
    this.#takeBack();
    return run;
  }

  #begin(literal: number): Run {
    const run = this.#spare.pop() ?? new Run(this.#position.live.length);
    this.#ons = 0;
    this.#offs = 0;
    this.#nextOn = 0;
    this.#nextOff = 0;
    const start = run.add(literal, -1, -1);
    if ((literal & 1) === 1) this.#on[this.#ons++] = start;
    else this.#off[this.#offs++] = start;
    return run;
  }

  /** Follows all that is known, by singles. True at a conflict. */
  #propagate(run: Run): boolean {
    for (;;) {
      if (this.#nextOn < this.#ons) {
        if (this.#followHeld(run, this.#on[this.#nextOn++])) return true;
      } else if (this.#nextOff < this.#offs) {
        if (this.#followOut(run, this.#off[this.#nextOff++])) return true;
      } else return false;
    }
  }

  /** Takes back what is ruled out. */
  #takeBack(): void {
    const { data, startAt, itemAt } = this.#position.problem;
    for (const option of this.#ruledOut) {
      this.#gone[option] = 0;
      const to = data[startAt + option + 1];
      for (let place = data[startAt + option]; place < to; place++) {
        const item = data[itemAt + place];
        this.#left[item] = this.#left[item] + 1;
      }
    }
    this.#ruledOut.length = 0;
  }

  /** What an option that holds excludes is out. True at a conflict. */
  #followHeld(run: Run, node: number): boolean {
    const { live } = this.#position;
    const { value } = this.#kinds;
    const { isOneValue } = this.#search;
    const { nodes } = run;
    const option = run.literals[node] >> 1;
    const excluded = this.#position.excludedBy(option);
    for (let k = 0; k < excluded.length; k++) {
      const other = excluded[k];
      if (live[other] === 0 || (isOneValue && value[other] !== value[option])) continue;
      const opposite = nodes[2 * other + 1];
      if (opposite >= 0) {
        run.conflict = [
          [run, opposite],
          [run, run.add(2 * other, node, -1)],
        ];
        return true;
      }
      if (nodes[2 * other] < 0) this.#off[this.#offs++] = run.add(2 * other, node, -1);
    }
    return false;
  }

  /** What the items of an option that is out still need holds. True at a conflict. */
  #followOut(run: Run, node: number): boolean {
    const { need, problem } = this.#position;
    const { data, startAt, itemAt, primary } = problem;
    const { house } = this.#kinds;
    const { isDynamic, isOneValue } = this.#search;
    const left = this.#left;
    const option = run.literals[node] >> 1;
    const from = itemAt + data[startAt + option];
    const to = itemAt + data[startAt + option + 1];
    for (let place = from; place < to; place++) {
      const item = data[place];
      if (item >= primary || need[item] === 0 || left[item] - 1 !== need[item]) continue;
      if (isOneValue && house[item] < 0) continue;
      if (this.#force(run, node, item, option)) return true;
    }
    if (isDynamic) {
      this.#gone[option] = 1;
      this.#ruledOut.push(option);
      for (let place = from; place < to; place++) left[data[place]]--;
    }
    return false;
  }

  /** The options of an item that are left hold, without that one. True at a conflict. */
  #force(run: Run, node: number, item: number, option: number): boolean {
    const { count, at, list } = this.#position;
    const gone = this.#gone;
    const { nodes } = run;
    const from = at[item];
    const end = from + count[item];
    let several = 0;
    for (let k = from; k < end; k++) {
      const other = list[k];
      if (other === option || gone[other] === 0) continue;
      if (several++ === 0) run.note(node);
      run.note(nodes[2 * other]);
    }
    if (several > 0) several++;
    for (let k = from; k < end; k++) {
      const other = list[k];
      if (other === option || gone[other] === 1) continue;
      const opposite = nodes[2 * other];
      if (opposite >= 0) {
        run.conflict = [
          [run, run.add(2 * other + 1, node, item, several)],
          [run, opposite],
        ];
        return true;
      }
      if (nodes[2 * other + 1] < 0) {
        this.#on[this.#ons++] = run.add(2 * other + 1, node, item, several);
      }
    }
    return false;
  }

  /** Lets the inner techniques conclude more. False if they find nothing. */
  *#goOn(run: Run, inner: readonly Technique[]): Slices<boolean> {
    const position = this.#position;
    const gone = this.#gone;
    this.#scratch ??= Position.like(position);
    const scratch = this.#scratch;
    scratch.copy(position);
    yield* scratch.decideAll(this.#ruledOut.map((option) => ~option));
    const before = this.#offs;
    const sink: Sink = {
      isEnough: false,
      accepts: () => true,
      add: (_name, _tenths, decisions, why) => {
        // It rests on all that was ruled out in its items.
        let first = -1;
        let several = 0;
        for (const item of why().items ?? NO_OPTIONS) {
          for (const option of position.optionsOf(item)) {
            if (gone[option] === 0) continue;
            const parent = run.nodes[2 * option];
            if (several++ === 0) first = parent;
            run.note(parent);
          }
        }
        // Without that it is a step by itself.
        if (several === 0) return;
        for (const decision of decisions) {
          const option = ~decision;
          if (option < 0 || run.nodes[2 * option] >= 0) continue;
          this.#off[this.#offs++] = run.add(2 * option, first, -1, several);
        }
      },
    };
    for (const technique of inner) {
      // A step counts only if it rests on an item that has lost options.
      const slices = technique(scratch, sink, position.count);
      if (slices !== undefined) yield* slices;
      // Each technique counts its work from the beginning.
      yield;
      if (this.#offs > before) return true;
    }
    return false;
  }
}
