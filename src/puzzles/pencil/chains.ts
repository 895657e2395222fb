import { Pace, type Slices } from '../../engine/problem/slices.ts';
import type { Kinds } from './kinds.ts';
import { type Position, rememberedInSlices } from './position.ts';
import type { Link, Sink } from './step.ts';
import { crossOut, type Technique } from './technique.ts';

const NOTHING: readonly never[] = [];

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
  const { name, loopName, chain, loop, mixes, forces, hasChains } = search;
  const graphOf = rememberedInSlices((position) => ChainGraph.of(position, kinds, mixes, forces));
  return function* (position, sink) {
    const graph = yield* graphOf(position);
    const { live } = position;
    const pace = new Pace();
    for (let source = 0; source < live.length; source++) {
      if (live[source] === 0 || sink.isEnough) continue;
      graph.findLoops(source, sink, loopName, loop);
      if (pace.spent(graph.takeWork())) yield;
      if (!hasChains) continue;
      graph.findChain(source, true, sink, name, chain);
      if (pace.spent(graph.takeWork())) yield;
      graph.findChain(source, false, sink, name, chain);
      if (pace.spent(graph.takeWork())) yield;
    }
  };
}

/** `from` holds, so `off` is out, so `to` holds: both steps of a chain as one edge. */
class ChainGraph {
  readonly position: Position;
  readonly #mixes: boolean;
  readonly #kinds: Kinds;
  /** Option -> where its edges begin; edge -> `off`, `to` and the item that forces `to`. */
  readonly #at: Int32Array;
  readonly #off: number[] = [];
  readonly #to: number[] = [];
  readonly #item: number[] = [];
  /** Option -> options that hold if it is out, with the items that force them. */
  readonly #forced: ([to: number, item: number][] | undefined)[];
  /**
   * Of the search under way: option -> its mark, the edge that led to it, and where it came from.
   */
  readonly #seen: Int32Array;
  readonly #edge: Int32Array;
  readonly #from: Int32Array;
  readonly #marked: Uint8Array;
  #time = 0;
  /** The work of searches that is not yet noted: edges that were looked at, above all. */
  #work = 0;

  private constructor(position: Position, kinds: Kinds, mixes: boolean) {
    const options = position.live.length;
    this.position = position;
    this.#kinds = kinds;
    this.#mixes = mixes;
    this.#forced = new Array(options);
    this.#at = new Int32Array(options + 1);
    this.#seen = new Int32Array(options);
    this.#edge = new Int32Array(options);
    this.#from = new Int32Array(options);
    this.#marked = new Uint8Array(options);
  }

  static *of(
    position: Position,
    kinds: Kinds,
    mixes: boolean,
    forces: (kind: number) => boolean,
  ): Slices<ChainGraph> {
    const graph = new ChainGraph(position, kinds, mixes);
    yield* graph.#fill(forces);
    return graph;
  }

  *#fill(forces: (kind: number) => boolean): Slices {
    const { position } = this;
    const kinds = this.#kinds;
    const { live, need, count, at, list } = position;
    const options = live.length;
    const pace = new Pace();
    const forced = this.#forced;
    for (let item = 0; item < position.problem.primary; item++) {
      if (need[item] !== 1 || count[item] !== 2 || !forces(kinds.of[item])) continue;
      const a = list[at[item]];
      const b = list[at[item] + 1];
      forced[a] ??= [];
      forced[b] ??= [];
      if (!forced[a].some(([to]) => to === b)) forced[a].push([b, item]);
      if (!forced[b].some(([to]) => to === a)) forced[b].push([a, item]);
    }
    for (let option = 0; option < options; option++) {
      this.#at[option] = this.#off.length;
      if (live[option] === 0) continue;
      const excluded = position.excludedBy(option);
      if (pace.spent(8 * excluded.length)) yield;
      for (const off of excluded) {
        if (live[off] === 0 || !this.#isRuledOut(option, off)) continue;
        for (const [to, item] of forced[off] ?? NOTHING) {
          if (to === option) continue;
          this.#off.push(off);
          this.#to.push(to);
          this.#item.push(item);
        }
      }
    }
    this.#at[options] = this.#off.length;
  }

  #isRuledOut(option: number, off: number): boolean {
    return this.#mixes || this.#kinds.value[option] === this.#kinds.value[off];
  }

  /** The work since it was last asked for. */
  takeWork(): number {
    const work = this.#work;
    this.#work = 0;
    return work;
  }

  findLoops(source: number, sink: Sink, name: string, tenths: number): void {
    const time = ++this.#time;
    this.#seen[source] = time;
    let level = [source];
    for (let length = 4; level.length > 0; length += 2) {
      // From the second level on, the source may be met again.
      const next: number[] = [];
      for (const from of level) {
        const end = this.#at[from + 1];
        this.#work += 1 + end - this.#at[from];
        for (let edge = this.#at[from]; edge < end; edge++) {
          const to = this.#to[edge];
          if (to === source && from !== source) {
            const conclusions = length - 2;
            const graded = tenths + lengthTenths(conclusions);
            if (sink.accepts(graded, conclusions)) {
              this.#addLoop(source, from, edge, sink, name, graded, conclusions);
            }
          }
          if (this.#seen[to] === time) continue;
          this.#seen[to] = time;
          this.#edge[to] = edge;
          this.#from[to] = from;
          next.push(to);
        }
      }
      level = next;
      if (!sink.accepts(tenths + lengthTenths(length), length)) return;
    }
  }

  #addLoop(
    source: number,
    last: number,
    closing: number,
    sink: Sink,
    name: string,
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
    const touched: number[] = [];
    for (const option of on) {
      for (const other of this.position.excludedBy(option)) {
        if (!this.#isRuledOut(option, other)) continue;
        marked[other] = 1;
        touched.push(other);
      }
    }
    for (const option of [...on, ...off]) {
      marked[option] = 2;
      touched.push(option);
    }
    const out: number[] = [];
    for (const option of off) {
      for (const other of this.position.excludedBy(option)) {
        if (marked[other] !== 1 || live[other] === 0 || !this.#isRuledOut(option, other)) continue;
        out.push(other);
        marked[other] = 2;
      }
    }
    for (const option of touched) marked[option] = 0;
    const why = () => {
      const links = [...this.#linksTo(source, last, true), ...this.#over(closing, last)];
      return { items: itemsOf(links), options: [...on, ...off], chains: [links] };
    };
    crossOut(sink, name, graded, out, why, conclusions);
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
  findChain(source: number, holds: boolean, sink: Sink, name: string, tenths: number): void {
    const time = ++this.#time;
    const { live } = this.position;
    let level: number[] = [];
    if (holds) {
      level.push(source);
      this.#seen[source] = time;
      for (const off of this.position.excludedBy(source)) {
        if (live[off] === 1 && this.#isRuledOut(source, off)) this.#marked[off] = 1;
      }
    } else {
      for (const [to] of this.#forced[source] ?? NOTHING) {
        level.push(to);
        this.#seen[to] = time;
        this.#from[to] = -1;
      }
    }
    // With both ends, a chain over one edge comes to four conclusions.
    for (let length = 4; level.length > 0; length += 2) {
      const graded = tenths + lengthTenths(length);
      if (!sink.accepts(graded, length)) break;
      const next: number[] = [];
      for (const from of level) {
        const end = this.#at[from + 1];
        this.#work += 1 + end - this.#at[from];
        for (let edge = this.#at[from]; edge < end; edge++) {
          const to = this.#to[edge];
          if (!holds && to === source) {
            this.#addChain(source, holds, from, edge, sink, name, graded, length);
            return;
          }
          if (this.#seen[to] === time) continue;
          this.#seen[to] = time;
          this.#edge[to] = edge;
          this.#from[to] = from;
          if (holds && this.#marked[to] === 1) {
            this.#addChain(source, holds, to, -1, sink, name, graded, length);
            this.#unmark(source);
            return;
          }
          next.push(to);
        }
      }
      level = next;
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
    name: string,
    graded: number,
    conclusions: number,
  ): void {
    sink.add(
      name,
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
      const [, item] = (this.#forced[source] as readonly (readonly [number, number])[]).find(
        ([to]) => to === option,
      ) as readonly [number, number];
      links.push({ option, holds: true, item });
    }
    links.push({ option: source, holds, item: -1 });
    return links.reverse();
  }
}

/** The items that force an option of a chain. */
function itemsOf(links: readonly Link[]): number[] {
  return links.filter(({ holds, item }) => holds && item >= 0).map(({ item }) => item);
}
