import { type Decisions, decisionsIn } from '../kernels/prefix.ts';
import { type Compiled, itemsOf } from '../problem/compiled.ts';
import { QuadrilleError, shown } from '../problem/error.ts';
import { compiledOf, type Problem, type Solution, solutionOf } from '../problem/problem.ts';
import { checkInteger } from '../problem/setting.ts';
import { finish } from '../problem/slices.ts';
import { checkCosts, checkedCost, type Exact, exact, minus, plus, times } from './counts.ts';
import { Graph } from './graph.ts';
import { Encoding } from './multiples.ts';
import { EDGE_HEAD, NODE_HEAD, NONE, TOP } from './nodes.ts';
import { Sampler, type SampleSettings } from './sampler.ts';

/** The taker of an item that decisions give to two options: any option is another one. */
const NO_OPTION = -1;

/** The result of `store`, or a buffer or a view of its bytes. */
export type Stored = ArrayBufferLike | ArrayBufferView;

/**
 * All solutions of a problem, as a graph of its states in which states that are alike are one node.
 * It is built once, and then answers what a list of the solutions would answer, however many they
 * are. S is a solution as the caller sees it: a `Solution`, or option numbers where the problem is
 * compiled.
 *
 * Its solutions have an order, the same for the same input: at each node, by the option of the item
 * that it branches on, as stated.
 */
export class Diagram<S> {
  /** Of the encoded problem. */
  readonly #graph: Graph;
  readonly #encoding: Encoding;
  readonly #readNumbers: (numbers: number[]) => S;
  /** Number of a node -> the solutions below it. */
  readonly #below: readonly Exact[];

  /** @internal */
  constructor(
    graph: Graph,
    encoding: Encoding,
    read: (numbers: number[]) => S,
    below: readonly Exact[] = finish(graph.solutionsBelow()),
  ) {
    this.#graph = graph;
    this.#encoding = encoding;
    this.#readNumbers = read;
    this.#below = below;
  }

  /** Reads a diagram back that was stored, for the same problem. */
  static from<T>(problem: Problem<T>, stored: Stored): Diagram<Solution<T>>;
  static from(compiled: Compiled, stored: Stored): Diagram<number[]>;
  static from(asked: Problem<unknown> | Compiled, stored: Stored): Diagram<unknown> {
    const encoding = new Encoding(compiledOf(asked));
    const graph = Graph.from(encoding.compiled, stored);
    return new Diagram(graph, encoding, (numbers) => solutionOf(asked, numbers));
  }

  /** The number of solutions. */
  get count(): bigint {
    return BigInt(this.#total());
  }

  /** The number of its nodes. */
  get nodes(): number {
    return this.#graph.nodes;
  }

  /** As an array of integers, for `Diagram.from`; it is not to be changed. */
  store(): Int32Array {
    return this.#graph.store();
  }

  /** Node's console shows this text. @internal */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    const { data, places } = this.#graph;
    const bytes = data.byteLength + places.byteLength;
    return `Diagram { count: ${this.count}n, nodes: ${this.nodes}, bytes: ${bytes} }`;
  }

  /** All solutions, in order. */
  *solutions(): Generator<S, void> {
    if (this.#graph.root === NONE) return;
    for (const numbers of this.#paths()) yield this.#read(numbers);
  }

  /** The solution at an index, from 0 up. */
  at(index: bigint | number): S {
    const total = this.count;
    const isWhole = typeof index === 'bigint' || Number.isSafeInteger(index);
    if (!isWhole || index < 0 || BigInt(index) >= total) {
      const range =
        total === 0n ? 'there are no solutions' : `give a whole number from 0 to ${total - 1n}`;
      throw new QuadrilleError('bad-setting', `The index is ${shown(index)}; ${range}.`);
    }
    return this.#read(this.#pathAt(exact(BigInt(index))));
  }

  /** The index of a solution, of its option numbers in any order; -1n if it is none. */
  indexOf(solution: readonly number[] | { readonly numbers: readonly number[] }): bigint {
    const stated = 'numbers' in solution ? solution.numbers : solution;
    const { data, root } = this.#graph;
    if (root === NONE) return -1n;
    const numbers = this.#withAdded(stated);
    const wanted = new Set(numbers);
    const chosen = this.#encoding.write(wanted);
    let index: Exact = 0;
    let used = 0;
    for (let node = root; node !== TOP; ) {
      const edge = this.#firstEdge(node, (edge) => {
        if (chosen.has(data[edge + EDGE_HEAD])) return true;
        index = plus(index, this.#belowEdge(edge));
        return false;
      });
      if (edge < 0) return -1n;
      const options = this.#graph.options(edge);
      if (!options.every((option) => chosen.has(option))) return -1n;
      used += this.#encoding.read([...options]).length;
      node = data[edge];
    }
    return used === wanted.size && used === numbers.length ? BigInt(index) : -1n;
  }

  /**
   * Solutions drawn at random, each as likely as any other, with replacement; the same for the same
   * seed. They do not end, unless there are no solutions.
   */
  samples(settings: { readonly seed?: number | undefined } = {}): Generator<S, void> {
    return this.#sampler.samples(settings);
  }

  /** The first `size` of the samples with that seed. */
  sample(settings: SampleSettings = {}): S[] {
    return this.#sampler.sample(settings);
  }

  /** Option -> the number of solutions that have it. */
  perOption(): bigint[] {
    const { places, data, root } = this.#graph;
    const per: Exact[] = new Array(this.#encoding.options).fill(0);
    if (root <= TOP) return per.slice(0, this.#encoding.stated).map(BigInt);
    // Number of a node -> the ways from the root to it.
    const ways: Exact[] = new Array(places.length).fill(0);
    ways[data[root]] = 1;
    for (let n = places.length - 1; n >= 0; n--) {
      const way = ways[n];
      if (way === 0) continue;
      this.#eachEdge(places[n], (edge) => {
        const solutions = times(way, this.#belowEdge(edge));
        for (const encoded of this.#graph.options(edge)) {
          const option = this.#encoding.original(encoded);
          if (option !== undefined) per[option] = plus(per[option], solutions);
        }
        const target = this.#graph.target(edge);
        if (target >= 0) ways[target] = plus(ways[target], way);
      });
    }
    return per.slice(0, this.#encoding.stated).map(BigInt);
  }

  /**
   * The diagram of the solutions that keep to some decisions: `k` for an option chosen, `~k` for
   * one left out.
   */
  given(decisions: Decisions): Diagram<S> {
    const { compiled } = this.#graph;
    const { primary, options } = compiled;
    const without = new Uint8Array(options);
    // To choose an option is to leave out all others that cover one of its primary items. Decisions
    // that clash, or an option that no solution has, leave none.
    const takers = new Map<number, number>();
    let isEmpty = false;
    for (const decision of decisionsIn({ options: this.#encoding.stated }, decisions)) {
      const option = this.#encoding.encoded(decision < 0 ? ~decision : decision);
      if (decision < 0) {
        without[option] = 1;
        continue;
      }
      const covered = itemsOf(compiled, option).filter((item) => item < primary);
      // An option without a primary item is never chosen.
      isEmpty ||= covered.length === 0;
      for (const item of covered) {
        // An item that two of them cover loses all its options.
        if ((takers.get(item) ?? option) !== option) takers.set(item, NO_OPTION);
        else takers.set(item, option);
      }
    }
    for (let option = 0; option < options && takers.size > 0; option++) {
      for (const item of itemsOf(compiled, option)) {
        if ((takers.get(item) ?? option) !== option) without[option] = 1;
      }
    }
    return new Diagram(
      isEmpty ? this.#graph.empty() : this.#graph.without((option) => without[option] === 1),
      this.#encoding,
      this.#readNumbers,
    );
  }

  /**
   * The `size` solutions that cost least, or all if there are fewer, the cheapest first. The cost
   * of a solution is the sum of those of its options: `costs` has a whole number for each option,
   * negative ones too.
   */
  best(size: number, costs: ArrayLike<number>): { cost: number; solution: S }[] {
    checkInteger('The number of solutions', size, 1);
    const { places, data, root } = this.#graph;
    const { stated } = this.#encoding;
    checkCosts(costs, stated);
    if (root === NONE) return [];
    const whole: Cheap[] = [{ cost: 0, edge: -1, rank: 0 }];
    /** Number of a node -> its best. */
    const best: Cheap[][] = [];
    const bestBelow = (edge: number) => {
      const target = this.#graph.target(edge);
      return target < 0 ? whole : best[target];
    };
    for (const node of places) {
      const all: Cheap[] = [];
      this.#eachEdge(node, (edge) => {
        let own = 0;
        for (const option of this.#encoding.read([...this.#graph.options(edge)]))
          if (option < stated) own = checkedCost(own + costs[option]);
        bestBelow(edge).forEach(({ cost }, rank) => {
          all.push({ cost: checkedCost(own + cost), edge, rank });
        });
      });
      // A stable sort: of solutions that cost the same, the one that comes first in the diagram.
      all.sort((a, b) => a.cost - b.cost);
      best.push(all.slice(0, size));
    }
    const top = root === TOP ? whole : best[data[root]];
    return top.map((cheap) => {
      const numbers: number[] = [];
      for (let at = cheap; at.edge >= 0; at = bestBelow(at.edge)[at.rank]) {
        numbers.push(...this.#graph.options(at.edge));
      }
      return { cost: cheap.cost, solution: this.#read(numbers) };
    });
  }

  /** `name` gives the name of an option; otherwise it is its number. */
  toDot(name: (option: number) => string = String): string {
    const { places, root } = this.#graph;
    const quote = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;
    const nodeName = (target: number) => (target < 0 ? 'top' : `n${target}`);
    const lines = ['digraph solutions {', '  top [shape=doublecircle, label=""];'];
    for (let n = places.length - 1; n >= 0; n--) {
      const label = String(this.#below[n]);
      lines.push(`  n${n} [label=${quote(label)}${places[n] === root ? ', shape=box' : ''}];`);
      this.#eachEdge(places[n], (edge) => {
        const numbers = this.#encoding.read([...this.#graph.options(edge)]);
        const options = numbers
          .filter((option) => option < this.#encoding.stated)
          .map((option) => name(option))
          .join(', ');
        lines.push(`  n${n} -> ${nodeName(this.#graph.target(edge))} [label=${quote(options)}];`);
      });
    }
    return `${lines.join('\n')}\n}\n`;
  }

  /** The options of a solution, with those that rules add; as they are where they are no solution. */
  #withAdded(numbers: readonly number[]): readonly number[] {
    const { options, stated } = this.#encoding;
    if (stated === options || numbers.some((option) => !(option < stated))) return numbers;
    const chosen = new Set(numbers);
    const decisions = Array.from({ length: stated }, (_, k) => (chosen.has(k) ? k : ~k));
    const below = this.given(decisions);
    return below.count === 1n ? this.#encoding.read(below.#pathAt(0)) : numbers;
  }

  get #sampler(): Sampler<S> {
    return new Sampler(this.count, (index) => this.#read(this.#pathAt(index)));
  }

  /** A solution as the caller knows it. */
  #read(encoded: number[]): S {
    return this.#readNumbers(this.#encoding.read(encoded));
  }

  #total(): Exact {
    const { root, data } = this.#graph;
    if (root <= TOP) return root === TOP ? 1 : 0;
    return this.#below[data[root]];
  }

  #belowEdge(edge: number): Exact {
    const target = this.#graph.target(edge);
    return target < 0 ? 1 : this.#below[target];
  }

  #eachEdge(node: number, visit: (edge: number) => void): void {
    this.#firstEdge(node, (edge) => {
      visit(edge);
      return false;
    });
  }

  /** The first edge of a node that passes a test, or -1. */
  #firstEdge(node: number, passes: (edge: number) => boolean): number {
    const end = this.#graph.end(node);
    for (let edge = node + NODE_HEAD; edge < end; edge = this.#graph.next(edge)) {
      if (passes(edge)) return edge;
    }
    return -1;
  }

  #pathAt(index: Exact): number[] {
    const { data, root } = this.#graph;
    const numbers: number[] = [];
    let left = index;
    for (let node = root; node !== TOP; ) {
      const edge = this.#firstEdge(node, (edge) => {
        const solutions = this.#belowEdge(edge);
        if (left < solutions) return true;
        left = minus(left, solutions);
        return false;
      });
      numbers.push(...this.#graph.options(edge));
      node = data[edge];
    }
    return numbers;
  }

  *#paths(): Generator<number[], void> {
    const { data, root } = this.#graph;
    const numbers: number[] = [];
    /** The edges to try next, their end, and the number of options chosen before them. */
    const open = [
      { edge: root + NODE_HEAD, end: root === TOP ? -1 : this.#graph.end(root), length: 0 },
    ];
    if (root === TOP) yield [];
    for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
      numbers.length = level.length;
      if (level.edge >= level.end) {
        open.pop();
        continue;
      }
      const { edge } = level;
      level.edge = this.#graph.next(edge);
      numbers.push(...this.#graph.options(edge));
      const child = data[edge];
      if (child === TOP) yield numbers.slice();
      else {
        const length = numbers.length;
        open.push({ edge: child + NODE_HEAD, end: this.#graph.end(child), length });
      }
    }
  }
}

/** One of the best ways from a node: its cost, its edge, and which of the best ways from there. */
interface Cheap {
  readonly cost: number;
  readonly edge: number;
  readonly rank: number;
}
