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
  return (search) => (position, sink) =>
    new Conclusions(position, kinds, sink, search, spare).run();
}

/** Conclusions from the options of each item, item by item. */
class Conclusions {
  readonly #position: Position;
  readonly #kinds: Kinds;
  readonly #sink: Sink;
  readonly #search: ForcingSearch;
  readonly #follower: Follower;
  readonly #pace = new Pace();
  /** Option -> what follows if it holds. */
  readonly #runs = new Map<number, Run>();
  /** The items whose conclusions are drawn. */
  readonly #done = new Set<number>();
  /** The item whose options are followed. */
  #start = -1;

  constructor(
    position: Position,
    kinds: Kinds,
    sink: Sink,
    search: ForcingSearch,
    spare: SpareRuns,
  ) {
    this.#position = position;
    this.#kinds = kinds;
    this.#sink = sink;
    this.#search = search;
    this.#follower = new Follower(position, kinds, search, spare);
  }

  *run(): Slices {
    const { problem, need, count } = this.#position;
    const { names, isDynamic, takesPart } = this.#search;
    for (let item = 0; item < problem.primary; item++) {
      if (this.#sink.isEnough) break;
      const least = isDynamic ? 2 : 3;
      if (need[item] !== 1 || count[item] < least || takesPart?.(item) === false) continue;
      const options = [...this.#position.optionsOf(item)];
      this.#start = item;
      for (const option of options) {
        const run = this.#runs.get(option) ?? (yield* this.#followed(option));
        if (this.#pace.spent(run.size * CONCLUSION_WORK)) yield;
        if (isDynamic) yield* this.#contradict(option, run, options.length >= 3);
        yield* this.#followOthers(option, item);
      }
      this.#agree(names.item, yield* this.#followedAll(options));
    }
    this.#follower.end();
  }

  *#followed(option: number): Slices<Run> {
    let run = this.#runs.get(option);
    if (run === undefined) {
      run = yield* this.#follower.follow(option, true);
      this.#runs.set(option, run);
    }
    return run;
  }

  *#followedAll(options: readonly number[]): Slices<Run[]> {
    const list: Run[] = [];
    for (const option of options) {
      const run = this.#runs.get(option) ?? (yield* this.#followed(option));
      list.push(run);
      if (this.#pace.spent(run.size)) yield;
    }
    return list;
  }

  /** From an option and from its absence: contradictions, and what both agree on. */
  *#contradict(option: number, run: Run, isChoice: boolean): Slices {
    const { names } = this.#search;
    if (run.conflict !== undefined) this.#report(names.contradiction, option * 2, run.conflict);
    const absence = yield* this.#follower.follow(option, false);
    if (absence.conflict !== undefined)
      this.#report(names.contradiction, option * 2 + 1, absence.conflict);
    if (isChoice) this.#agree(names.option, [run, absence]);
    this.#follower.recycle(absence);
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
        const node = run.find(literal);
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
        list.map((run): End => [run, run.find(literal)]),
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
  /** Node -> all that it follows from, where that is several. */
  readonly parents: (readonly number[] | undefined)[] = [];
  /** Node -> the length of the path by first parents: at most its conclusions. */
  readonly depth: number[] = [];
  /** Node -> the item that forces it; -1 if none does. */
  readonly via: number[] = [];
  /** Two nodes that contradict each other. */
  conflict: readonly End[] | undefined;
  /** True if every node follows from one. */
  isSimple = true;
  /** Literal -> its node; -1 for none. */
  readonly #node: Int16Array | Int32Array;

  constructor(options: number) {
    // Each literal has one node; the literal of a contradiction has two.
    const nodes = 2 * options + 1;
    // Half the memory where that is enough: there is a run for each option.
    this.#node = (nodes < 2 ** 15 ? new Int16Array(nodes) : new Int32Array(nodes)).fill(-1);
  }

  clear(): void {
    for (let node = 0; node < this.size; node++) this.#node[this.literals[node]] = -1;
    this.size = 0;
    this.conflict = undefined;
    this.isSimple = true;
  }

  /** The node of a literal; -1 if it does not follow. */
  find(literal: number): number {
    return this.#node[literal];
  }

  add(literal: number, parent: number, item: number, parents?: readonly number[]): number {
    const node = this.size++;
    this.literals[node] = literal;
    this.parent[node] = parent;
    this.parents[node] = parents;
    this.via[node] = item;
    this.depth[node] = parent < 0 ? 1 : this.depth[parent] + 1;
    if (parents !== undefined) this.isSimple = false;
    if (this.#node[literal] === -1) this.#node[literal] = node;
    return node;
  }

  /** The number of nodes that a node rests on, itself included. */
  conclusionsTo(node: number): number {
    return this.isSimple ? this.depth[node] : this.#below(node).length;
  }

  linksTo(node: number, position: Position): Link[] {
    return this.#below(node)
      .sort((a, b) => a - b)
      .map((n) => {
        const literal = this.literals[n];
        const parent = this.parent[n];
        let item = this.via[n];
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
      const several = this.parents[next];
      if (several === undefined) visit(this.parent[next]);
      else for (const parent of several) visit(parent);
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
  /** The runs that are in use, and those that are not. */
  readonly #used = new Set<Run>();
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

  /** Gives a run back. */
  recycle(run: Run): void {
    run.clear();
    this.#used.delete(run);
    this.#spare.push(run);
  }

  /** Gives all runs back. */
  end(): void {
    for (const run of this.#used) this.recycle(run);
  }

  *follow(source: number, holds: boolean): Slices<Run> {
    const run = this.#spare.pop() ?? new Run(this.#position.live.length);
    this.#used.add(run);
    yield* this.#fill(run, source, holds);
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
    return run;
  }

  *#fill(run: Run, source: number, holds: boolean): Slices {
    const { inner } = this.#search;
    const on: number[] = [];
    const off: number[] = [];
    let nextOn = 0;
    let nextOff = 0;
    const start = run.add(2 * source + (holds ? 1 : 0), -1, -1);
    if (holds) on.push(start);
    else off.push(start);
    for (;;) {
      if (nextOn < on.length) {
        if (this.#followHeld(run, on[nextOn++], off)) return;
      } else if (nextOff < off.length) {
        if (this.#followOut(run, off[nextOff++], on)) return;
      } else if (inner === undefined || !(yield* this.#goOn(run, off, inner))) return;
    }
  }

  /** What an option that holds excludes is out. True at a conflict. */
  #followHeld(run: Run, node: number, off: number[]): boolean {
    const { live } = this.#position;
    const { value } = this.#kinds;
    const { isOneValue } = this.#search;
    const option = run.literals[node] >> 1;
    for (const other of this.#position.excludedBy(option)) {
      if (live[other] === 0 || (isOneValue && value[other] !== value[option])) continue;
      const opposite = run.find(2 * other + 1);
      if (opposite >= 0) {
        run.conflict = [
          [run, opposite],
          [run, run.add(2 * other, node, -1)],
        ];
        return true;
      }
      if (run.find(2 * other) < 0) off.push(run.add(2 * other, node, -1));
    }
    return false;
  }

  /** What the items of an option that is out still need holds. True at a conflict. */
  #followOut(run: Run, node: number, on: number[]): boolean {
    const { need, count, at, list, problem } = this.#position;
    const { data, startAt, itemAt, primary } = problem;
    const { house } = this.#kinds;
    const { isDynamic, isOneValue } = this.#search;
    const left = this.#left;
    const gone = this.#gone;
    const option = run.literals[node] >> 1;
    const from = itemAt + data[startAt + option];
    const to = itemAt + data[startAt + option + 1];
    for (let place = from; place < to; place++) {
      const item = data[place];
      if (item >= primary || need[item] === 0) continue;
      if (isOneValue && house[item] < 0) continue;
      if (left[item] - 1 !== need[item]) continue;
      let parents: number[] | undefined;
      const forced: number[] = [];
      const end = at[item] + count[item];
      for (let k = at[item]; k < end; k++) {
        const other = list[k];
        if (other === option) continue;
        if (gone[other] === 0) {
          forced.push(other);
        } else {
          parents ??= [node];
          parents.push(run.find(2 * other));
        }
      }
      for (const other of forced) {
        const opposite = run.find(2 * other);
        if (opposite >= 0) {
          run.conflict = [
            [run, run.add(2 * other + 1, node, item, parents)],
            [run, opposite],
          ];
          return true;
        }
        if (run.find(2 * other + 1) < 0) on.push(run.add(2 * other + 1, node, item, parents));
      }
    }
    if (isDynamic) {
      gone[option] = 1;
      this.#ruledOut.push(option);
      for (let place = from; place < to; place++) left[data[place]]--;
    }
    return false;
  }

  /** Lets the inner techniques conclude more. False if they find nothing. */
  *#goOn(run: Run, off: number[], inner: readonly Technique[]): Slices<boolean> {
    const position = this.#position;
    const gone = this.#gone;
    this.#scratch ??= Position.like(position);
    const scratch = this.#scratch;
    scratch.copy(position);
    yield* scratch.decideAll(this.#ruledOut.map((option) => ~option));
    const before = off.length;
    const sink: Sink = {
      isEnough: false,
      accepts: () => true,
      add: (_name, _tenths, decisions, why) => {
        // It rests on all that was ruled out in its items.
        const parents: number[] = [];
        for (const item of why().items ?? NO_OPTIONS) {
          for (const option of position.optionsOf(item)) {
            if (gone[option] === 1) parents.push(run.find(2 * option));
          }
        }
        // Without that it is a step by itself.
        if (parents.length === 0) return;
        for (const decision of decisions) {
          const option = ~decision;
          if (option < 0 || run.find(2 * option) >= 0) continue;
          off.push(run.add(2 * option, parents[0], -1, parents));
        }
      },
    };
    for (const technique of inner) {
      const slices = technique(scratch, sink);
      if (slices !== undefined) yield* slices;
      // Each technique counts its work from the beginning.
      yield;
      if (off.length > before) return true;
    }
    return false;
  }
}
