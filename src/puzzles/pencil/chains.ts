import { Pace, type Slices } from '../../engine/problem/slices.ts';
import type { Kinds } from './kinds.ts';
import type { Position } from './position.ts';
import type { Link, Sink } from './step.ts';
import { crossOut, type Technique } from './technique.ts';

/** The links that chains may use. */
export interface ChainSearch {
  readonly name: string;
  readonly loopName: string;
  /** Difficulties of the shortest chain and the shortest loop, in tenths. */
  readonly chain: number;
  readonly loop: number;
  /** True if an option rules out another one of another value. Always so without values. */
  readonly mixes: boolean;
  /** True if an item of that kind may force its last option. */
  readonly forces: (kind: number) => boolean;
  /** False to look for loops only. */
  readonly hasChains: boolean;
}

/** A chain of n conclusions is harder than a short one by this, in tenths. */
export function lengthTenths(conclusions: number): number {
  // 4, 6, 8, 12, 16, 24, ...: the steps of the scale.
  let tenths = 0;
  let most = 4;
  for (let isOdd = false; conclusions - 2 > most; isOdd = !isOdd) {
    tenths++;
    most = isOdd ? (most * 4) / 3 : (most * 3) / 2;
  }
  return tenths;
}

/**
 * Chains of conclusions: an option that holds rules out others; of an item's two options one out
 * makes the other hold.
 *
 *     a holds -> b is out -> c holds -> d is out -> ... -> a is out
 *
 * So a is out. If the chain comes back to `a holds`, it is a loop: one way round or the other, its
 * options hold by turns. Options that both ways rule out are out.
 */
export function chains(kinds: Kinds, search: ChainSearch): Technique {
  let spare: ChainGraph | undefined;
  return function* (position, sink) {
    // Whoever else looks meanwhile makes a graph of his own.
    const graph = spare?.position.problem === position.problem ? spare : undefined;
    spare = undefined;
    const now = graph ?? new ChainGraph(position, kinds, search);
    yield* now.update(position);
    const { live } = position;
    const pace = new Pace();
    for (let source = 0; source < live.length; source++) {
      if (live[source] === 0 || sink.isEnough) continue;
      now.findLoops(source, sink);
      if (pace.spent(now.takeWork())) yield;
      if (!search.hasChains) continue;
      now.findChain(source, true, sink);
      if (pace.spent(now.takeWork())) yield;
      now.findChain(source, false, sink);
      if (pace.spent(now.takeWork())) yield;
    }
    spare = now;
  };
}

/** `from` holds, so `off` is out, so `to` holds: both steps of a chain as one edge. */
class ChainGraph {
  position: Position;
  readonly #kinds: Kinds;
  readonly #search: ChainSearch;
  /** The version of the position that it shows; -1 for none. */
  #version = -1;
  /** Option -> where its edges begin; edge -> `off`, `to` and the item that forces `to`. */
  readonly #at: Int32Array;
  readonly #off: number[] = [];
  readonly #to: number[] = [];
  readonly #item: number[] = [];
  /**
   * Option -> the first and the last of its implications: it is out, so `to` holds, because of
   * `by`; implication -> the next one of its option. -1 for none.
   */
  readonly #first: Int32Array;
  readonly #last: Int32Array;
  readonly #next: number[] = [];
  readonly #forced: number[] = [];
  readonly #by: number[] = [];
  #implications = 0;
  /**
   * Of the search under way: option -> its mark, the edge that led to it, and where it came from.
   */
  readonly #seen: Int32Array;
  readonly #edge: Int32Array;
  readonly #from: Int32Array;
  readonly #marked: Uint8Array;
  /** The options met, level by level. */
  readonly #queue: Int32Array;
  #time = 0;
  /** The work of searches that is not yet noted: edges that were looked at, above all. */
  #work = 0;

  constructor(position: Position, kinds: Kinds, search: ChainSearch) {
    const options = position.live.length;
    this.position = position;
    this.#kinds = kinds;
    this.#search = search;
    this.#first = new Int32Array(options);
    this.#last = new Int32Array(options);
    this.#at = new Int32Array(options + 1);
    this.#seen = new Int32Array(options);
    this.#edge = new Int32Array(options);
    this.#from = new Int32Array(options);
    this.#marked = new Uint8Array(options);
    this.#queue = new Int32Array(options);
  }

  *update(position: Position): Slices {
    if (this.position === position && this.#version === position.version) return;
    this.position = position;
    this.#version = -1;
    const { live, need, count, at, list, problem } = position;
    const { of } = this.#kinds;
    const options = live.length;
    const pace = new Pace();
    this.#first.fill(-1);
    this.#implications = 0;
    // A hard Sudoku takes ten million searches: without this the marks of 200 overflow.
    this.#seen.fill(0);
    this.#time = 0;
    for (let item = 0; item < problem.primary; item++) {
      if (need[item] !== 1 || count[item] !== 2 || !this.#search.forces(of[item])) continue;
      const a = list[at[item]];
      const b = list[at[item] + 1];
      this.#imply(a, b, item);
      this.#imply(b, a, item);
    }
    let edges = 0;
    for (let option = 0; option < options; option++) {
      this.#at[option] = edges;
      if (live[option] === 0) continue;
      const excluded = position.excludedBy(option);
      if (pace.spent(8 * excluded.length)) yield;
      for (let k = 0; k < excluded.length; k++) {
        const off = excluded[k];
        let by = this.#first[off];
        if (by < 0 || live[off] === 0 || !this.#isRuledOut(option, off)) continue;
        for (; by >= 0; by = this.#next[by]) {
          if (this.#forced[by] === option) continue;
          this.#off[edges] = off;
          this.#to[edges] = this.#forced[by];
          this.#item[edges++] = this.#by[by];
        }
      }
    }
    this.#at[options] = edges;
    this.#version = position.version;
  }

  /** Notes that `to` holds if `off` is out, once. */
  #imply(off: number, to: number, item: number): void {
    for (let by = this.#first[off]; by >= 0; by = this.#next[by]) {
      if (this.#forced[by] === to) return;
    }
    const by = this.#implications++;
    this.#forced[by] = to;
    this.#by[by] = item;
    this.#next[by] = -1;
    if (this.#first[off] < 0) this.#first[off] = by;
    else this.#next[this.#last[off]] = by;
    this.#last[off] = by;
  }

  #isRuledOut(option: number, off: number): boolean {
    return this.#search.mixes || this.#kinds.value[option] === this.#kinds.value[off];
  }

  /** The work since it was last asked for. */
  takeWork(): number {
    const work = this.#work;
    this.#work = 0;
    return work;
  }

  findLoops(source: number, sink: Sink): void {
    const { loop } = this.#search;
    const time = ++this.#time;
    const seen = this.#seen;
    const queue = this.#queue;
    seen[source] = time;
    queue[0] = source;
    let next = 0;
    let met = 1;
    for (let length = 4; next < met; length += 2) {
      // From the second level on, the source may be met again.
      const conclusions = length - 2;
      const graded = loop + lengthTenths(conclusions);
      for (const level = met; next < level; next++) {
        const from = queue[next];
        const end = this.#at[from + 1];
        this.#work += 1 + end - this.#at[from];
        for (let edge = this.#at[from]; edge < end; edge++) {
          const to = this.#to[edge];
          if (seen[to] === time) {
            if (to === source && from !== source && sink.accepts(graded, conclusions)) {
              this.#addLoop(source, from, edge, sink, graded, conclusions);
            }
            continue;
          }
          seen[to] = time;
          this.#edge[to] = edge;
          this.#from[to] = from;
          queue[met++] = to;
        }
      }
      if (!sink.accepts(loop + lengthTenths(length), length)) return;
    }
  }

  #addLoop(
    source: number,
    last: number,
    closing: number,
    sink: Sink,
    graded: number,
    conclusions: number,
  ): void {
    const on = [source];
    const off = [this.#off[closing]];
    for (let option = last; option !== source; option = this.#from[option]) {
      on.push(option);
      const out = this.#off[this.#edge[option]];
      // A loop that meets an option twice is none.
      if (off.includes(out)) return;
      off.push(out);
    }
    const { live } = this.position;
    const marked = this.#marked;
    // 1: ruled out one way round; 2: part of the loop, or in a cell of it.
    for (const option of on) {
      const excluded = this.position.excludedBy(option);
      for (let k = 0; k < excluded.length; k++) {
        if (this.#isRuledOut(option, excluded[k])) marked[excluded[k]] = 1;
      }
    }
    for (let k = 0; k < on.length; k++) {
      marked[on[k]] = 2;
      marked[off[k]] = 2;
    }
    const out: number[] = [];
    for (const option of off) {
      const excluded = this.position.excludedBy(option);
      for (let k = 0; k < excluded.length; k++) {
        const other = excluded[k];
        if (marked[other] !== 1 || live[other] === 0 || !this.#isRuledOut(option, other)) continue;
        out.push(other);
        marked[other] = 2;
      }
    }
    for (const option of on) {
      const excluded = this.position.excludedBy(option);
      for (let k = 0; k < excluded.length; k++) marked[excluded[k]] = 0;
    }
    for (let k = 0; k < on.length; k++) {
      marked[on[k]] = 0;
      marked[off[k]] = 0;
    }
    if (out.length === 0) return;
    const why = () => {
      const links = [...this.#linksTo(source, last, true), ...this.#over(closing, last)];
      return { items: itemsOf(links), options: [...on, ...off], chains: [links] };
    };
    crossOut(sink, this.#search.loopName, graded, out, why, conclusions);
  }

  /** Both conclusions of an edge. */
  #over(edge: number, from: number): [Link, Link] {
    const option = this.#off[edge];
    return [
      { option, holds: false, item: this.position.sharedItem(from, option) },
      { option: this.#to[edge], holds: true, item: this.#item[edge] },
    ];
  }

  /** A chain from `source holds` to `source is out`, or the other way round. */
  findChain(source: number, holds: boolean, sink: Sink): void {
    const { chain } = this.#search;
    const time = ++this.#time;
    const { live } = this.position;
    const seen = this.#seen;
    const queue = this.#queue;
    let next = 0;
    let met = 0;
    if (holds) {
      queue[met++] = source;
      seen[source] = time;
      for (const off of this.position.excludedBy(source)) {
        if (live[off] === 1 && this.#isRuledOut(source, off)) this.#marked[off] = 1;
      }
    } else {
      for (let by = this.#first[source]; by >= 0; by = this.#next[by]) {
        const to = this.#forced[by];
        queue[met++] = to;
        seen[to] = time;
        this.#from[to] = -1;
      }
    }
    // With both ends, a chain over one edge comes to four conclusions.
    for (let length = 4; next < met; length += 2) {
      const graded = chain + lengthTenths(length);
      if (!sink.accepts(graded, length)) break;
      for (const level = met; next < level; next++) {
        const from = queue[next];
        const end = this.#at[from + 1];
        this.#work += 1 + end - this.#at[from];
        for (let edge = this.#at[from]; edge < end; edge++) {
          const to = this.#to[edge];
          if (!holds && to === source) {
            this.#addChain(source, holds, from, edge, sink, graded, length);
            return;
          }
          if (seen[to] === time) continue;
          seen[to] = time;
          this.#edge[to] = edge;
          this.#from[to] = from;
          if (holds && this.#marked[to] === 1) {
            this.#addChain(source, holds, to, -1, sink, graded, length);
            this.#unmark(source);
            return;
          }
          queue[met++] = to;
        }
      }
    }
    if (holds) this.#unmark(source);
  }

  #unmark(source: number): void {
    for (const off of this.position.excludedBy(source)) this.#marked[off] = 0;
  }

  #addChain(
    source: number,
    holds: boolean,
    last: number,
    closing: number,
    sink: Sink,
    graded: number,
    conclusions: number,
  ): void {
    sink.add(
      this.#search.name,
      graded,
      [holds ? ~source : source],
      () => {
        const links = this.#linksTo(source, last, holds);
        if (holds) {
          const item = this.position.sharedItem(last, source);
          links.push({ option: source, holds: false, item });
        } else links.push(...this.#over(closing, last));
        return {
          items: itemsOf(links),
          options: links.map(({ option }) => option),
          chains: [links],
        };
      },
      conclusions,
    );
  }

  /** The conclusions from the source to an option that holds. */
  #linksTo(source: number, last: number, holds: boolean): Link[] {
    const links: Link[] = [];
    let option = last;
    while (option !== source && this.#from[option] >= 0) {
      const from = this.#from[option];
      const [off, on] = this.#over(this.#edge[option], from);
      links.push(on, off);
      option = from;
    }
    if (!holds) {
      let by = this.#first[source];
      while (this.#forced[by] !== option) by = this.#next[by];
      links.push({ option, holds: true, item: this.#by[by] });
    }
    links.push({ option: source, holds, item: -1 });
    return links.reverse();
  }
}

/** The items that force an option of a chain. */
function itemsOf(links: readonly Link[]): number[] {
  return links.filter(({ holds, item }) => holds && item >= 0).map(({ item }) => item);
}
