import type { Start } from '../kernels/prefix.ts';
import { type Compiled, leastOf, mostOf } from '../problem/compiled.ts';
import { integers } from '../problem/memory.ts';

/** The rest of a problem below decisions. */
export interface Remainder {
  /** The options that may still be chosen: the first `count` of this array, in any order. */
  readonly options: Int32Array;
  readonly count: number;
  /**
   * Item -> 1 while options still compete for it. Else 0: a primary item that is covered as often
   * as it may be, a secondary item that is used, also one that has its colour.
   */
  readonly open: Uint8Array;
  /** Primary item -> the bounds that are left; needed where the problem has multiplicities. */
  readonly least?: Int32Array | undefined;
  readonly most?: Int32Array | undefined;
}

// The kinds of vertices, in the order of their classes.
const PRIMARY_VERTEX = 0;
const SECONDARY_VERTEX = 1;
const PAIR_VERTEX = 2;
const OPTION_VERTEX = 3;
const MARKED_VERTEX = 4;
const GIVEN_VERTEX = 5;
const LEFT_OUT_VERTEX = 6;
const VERTEX_KINDS = 7;

/** Of an item: it has no vertex. Of a pair: it has none yet. Of a node: it has no colour. */
const NONE = -1;
const GRAPH_ARRAYS = 'the graph of the problem';

/**
 * A problem, or what is left of one, as a graph whose vertices have classes. The permutations of
 * the vertices that keep classes and edges are its symmetries. The graph is allocated once, and
 * loaded again for each state.
 *
 * Its vertices are options, items, and pairs of an item and a colour. An edge is a use:
 *
 *     option --- item            without a colour
 *     option --- pair --- item   in a colour: so the colours of an item may be permuted
 *
 *     vertex       0 .. options - 1 | .. options + items - 1 | .. vertices - 1
 *                  options          | items                  | pairs
 *     start        vertex -> the first of its neighbours in `to`
 *     to           the neighbours; those of a pair begin with its item
 *     name         vertex -> the number of the option, of the item, or of the pair
 *     order        the vertices class by class
 *     classStart   class -> its first place in `order`
 *     classWords   class -> three numbers that say which it is
 *
 * The class of a vertex is its kind, its degree, and two more numbers: the bounds of an item, or
 * the high and the low half of the cost of an option. The kind is primary, secondary, pair, or
 * option; options that are marked, or that a prefix chooses or leaves out, are kinds of their own.
 */
export class Graph {
  readonly compiled: Compiled;
  /** The most vertices. */
  readonly room: number;
  vertices = 0;
  options = 0;
  items = 0;
  readonly start: Int32Array;
  readonly to: Int32Array;
  readonly name: Int32Array;
  readonly order: Int32Array;
  classes = 0;
  readonly classStart: Int32Array;
  readonly classWords: Int32Array;
  /** Item -> its vertex; -1 for an item that has dropped out. */
  readonly vertexOfItem: Int32Array;

  private readonly vertexOfPair: Int32Array;
  /** Node -> the pair of its item and its colour, or NONE; empty where nothing is coloured. */
  private readonly pairOf: Int32Array;
  /** Pair -> its item. */
  private readonly itemOfPair: Int32Array;
  private readonly kind: Uint8Array;
  /** Vertex -> the other two numbers of its class. */
  private readonly high: Int32Array;
  private readonly low: Int32Array;
  /** True if some vertex has another number than 0 there. */
  private numbered = false;
  /** Item -> the options that compete for it; the pair of its first option, or NONE. */
  private readonly uses: Int32Array;
  private readonly firstPair: Int32Array;
  /** (kind, degree) -> its place in `order`. */
  private buckets: Int32Array = new Int32Array(0);

  constructor(compiled: Compiled) {
    const { primary, secondary, options, nodes, coloured } = compiled;
    const items = primary + secondary;
    this.compiled = compiled;
    this.pairOf = integers(coloured ? nodes : 0, GRAPH_ARRAYS);
    this.itemOfPair = coloured ? numberPairs(compiled, this.pairOf) : new Int32Array(0);
    const pairs = this.itemOfPair.length;
    this.room = options + items + pairs;
    this.start = integers(this.room + 1, GRAPH_ARRAYS);
    this.to = integers(2 * (nodes + pairs), GRAPH_ARRAYS);
    this.name = integers(this.room, GRAPH_ARRAYS);
    this.order = integers(this.room, GRAPH_ARRAYS);
    this.classStart = integers(this.room + 1, GRAPH_ARRAYS);
    this.classWords = integers(3 * this.room, GRAPH_ARRAYS);
    this.vertexOfItem = integers(items, GRAPH_ARRAYS);
    this.vertexOfPair = integers(pairs, GRAPH_ARRAYS);
    this.kind = new Uint8Array(this.room);
    this.high = integers(this.room, GRAPH_ARRAYS);
    this.low = integers(this.room, GRAPH_ARRAYS);
    this.uses = integers(items, GRAPH_ARRAYS);
    this.firstPair = integers(coloured ? items : 0, GRAPH_ARRAYS);
  }

  /**
   * Loads the whole problem: all items and all options, in their order, also options that are never
   * chosen. The options in `marked` are a kind of their own, and so are those that a prefix chooses
   * and those that it leaves out.
   */
  loadProblem(marked: Iterable<number> = [], prefix?: Start): void {
    const { compiled } = this;
    const { primary, secondary, options, multiple, priced, data, costAt } = compiled;
    const items = primary + secondary;
    this.begin(options);
    for (let option = 0; option < options; option++) this.describe(option, option, OPTION_VERTEX);
    for (const option of marked) this.kind[option] = MARKED_VERTEX;
    for (let k = 0; k < (prefix?.chosenCount ?? 0); k++) {
      this.kind[prefix?.chosen[k] as number] = GIVEN_VERTEX;
    }
    for (let k = 0; k < (prefix?.leftOutCount ?? 0); k++) {
      this.kind[prefix?.leftOut[k] as number] = LEFT_OUT_VERTEX;
    }
    for (let item = 0; item < items; item++) this.addItem(item);
    for (let item = 0; multiple && item < primary; item++) {
      this.number(options + item, leastOf(compiled, item), mostOf(compiled, item));
    }
    for (let option = 0; priced && option < options; option++) {
      const at = costAt + 2 * option;
      this.number(option, data[at], data[at + 1]);
    }
    this.addEdges();
  }

  /**
   * Loads what is left below decisions, without costs. Items that forbid nothing any more drop out,
   * so that more states are alike.
   */
  loadRemainder({ options, count, open, least, most }: Remainder): void {
    const { primary, secondary, multiple } = this.compiled;
    const { uses } = this;
    const items = primary + secondary;
    this.begin(count);
    for (let k = 0; k < count; k++) this.describe(k, options[k], OPTION_VERTEX);
    this.countUses();
    for (let item = 0; item < items; item++) {
      if (open[item] === 0) continue;
      const used = uses[item];
      if (item >= primary) {
        if (used > 1) this.addItem(item);
      } else if (!multiple) {
        this.addItem(item);
      } else {
        const needed = Math.max(0, (least as Int32Array)[item]);
        const room = Math.min(used, (most as Int32Array)[item]);
        if (needed > 0 || room < used) this.number(this.addItem(item), needed, room);
      }
    }
    this.addEdges();
  }

  private begin(options: number): void {
    this.options = options;
    this.vertices = options;
    this.items = 0;
    this.numbered = false;
    this.vertexOfItem.fill(NONE);
    this.vertexOfPair.fill(NONE);
  }

  private addItem(item: number): number {
    const vertex = this.vertices++;
    this.items++;
    this.vertexOfItem[item] = vertex;
    return this.describe(
      vertex,
      item,
      item < this.compiled.primary ? PRIMARY_VERTEX : SECONDARY_VERTEX,
    );
  }

  private describe(vertex: number, name: number, kind: number): number {
    this.name[vertex] = name;
    this.kind[vertex] = kind;
    this.high[vertex] = 0;
    this.low[vertex] = 0;
    return vertex;
  }

  private number(vertex: number, high: number, low: number): void {
    this.high[vertex] = high;
    this.low[vertex] = low;
    this.numbered = true;
  }

  /**
   * Counts the options that compete for each item. Options that give it the colour of its first one
   * count once: if there are no others, nobody competes.
   */
  private countUses(): void {
    const { data, startAt, itemAt } = this.compiled;
    const { options, name, uses, firstPair, pairOf } = this;
    const coloured = pairOf.length > 0;
    uses.fill(0);
    for (let k = 0; k < options; k++) {
      const option = name[k];
      const end = data[startAt + option + 1];
      for (let node = data[startAt + option]; node < end; node++) {
        const item = data[itemAt + node];
        const used = uses[item];
        if (coloured) {
          const pair = pairOf[node];
          if (used === 0) firstPair[item] = pair;
          else if (pair !== NONE && pair === firstPair[item]) continue;
        }
        uses[item] = used + 1;
      }
    }
  }

  /** Adds the pairs and all edges, given the options and the items; then the classes. */
  private addEdges(): void {
    const { data, startAt, itemAt } = this.compiled;
    const { options, name, start, to, vertexOfItem, pairOf, itemOfPair } = this;
    const coloured = pairOf.length > 0;
    let at = 0;
    for (let k = 0; k < options; k++) {
      const option = name[k];
      start[k] = at;
      const end = data[startAt + option + 1];
      for (let node = data[startAt + option]; node < end; node++) {
        const vertex = vertexOfItem[data[itemAt + node]];
        if (vertex === NONE) continue;
        const pair = coloured ? pairOf[node] : NONE;
        to[at++] = pair === NONE ? vertex : this.vertexFor(pair);
      }
    }
    const { vertices, items } = this;
    const firstPair = options + items;
    start.fill(0, options, vertices + 1);
    for (let k = 0; k < at; k++) addOne(start, to[k] + 1);
    for (let vertex = firstPair; vertex < vertices; vertex++) {
      addOne(start, vertex + 1);
      addOne(start, vertexOfItem[itemOfPair[name[vertex]]] + 1);
    }
    start[options] = at;
    for (let vertex = options; vertex < vertices; vertex++) {
      start[vertex + 1] = start[vertex + 1] + start[vertex];
    }
    // Vertex -> the place of its next neighbour.
    const next = this.order;
    next.set(start.subarray(options, vertices), options);
    for (let vertex = firstPair; vertex < vertices; vertex++) {
      const item = vertexOfItem[itemOfPair[name[vertex]]];
      to[addOne(next, vertex)] = item;
      to[addOne(next, item)] = vertex;
    }
    for (let k = 0, option = 0; k < at; k++) {
      while (k === start[option + 1]) option++;
      to[addOne(next, to[k])] = option;
    }
    this.sortClasses();
  }

  /** The vertex of a pair: a new one if it has none. */
  private vertexFor(pair: number): number {
    const known = this.vertexOfPair[pair];
    if (known !== NONE) return known;
    const vertex = this.vertices++;
    this.vertexOfPair[pair] = vertex;
    return this.describe(vertex, pair, PAIR_VERTEX);
  }

  private sortClasses(): void {
    const { vertices, start, kind, order, classStart, classWords } = this;
    let most = 0;
    for (let vertex = 0; vertex < vertices; vertex++) {
      const degree = start[vertex + 1] - start[vertex];
      if (degree > most) most = degree;
    }
    const size = VERTEX_KINDS * (most + 1);
    if (this.buckets.length <= size) this.buckets = integers(2 * size, GRAPH_ARRAYS);
    const { buckets } = this;
    buckets.fill(0, 0, size + 1);
    for (let vertex = 0; vertex < vertices; vertex++) {
      const degree = start[vertex + 1] - start[vertex];
      addOne(buckets, kind[vertex] * (most + 1) + degree + 1);
    }
    this.classes = 0;
    for (let k = 0; k < size; k++) {
      const end = buckets[k] + buckets[k + 1];
      if (end > buckets[k]) {
        classWords[3 * this.classes] = (k % (most + 1)) * VERTEX_KINDS + Math.floor(k / (most + 1));
        classWords[3 * this.classes + 1] = 0;
        classWords[3 * this.classes + 2] = 0;
        classStart[this.classes++] = buckets[k];
      }
      buckets[k + 1] = end;
    }
    for (let vertex = 0; vertex < vertices; vertex++) {
      const degree = start[vertex + 1] - start[vertex];
      order[addOne(buckets, kind[vertex] * (most + 1) + degree)] = vertex;
    }
    classStart[this.classes] = vertices;
    if (this.numbered) this.divideClasses();
  }

  /** Divides the classes by the other two numbers. */
  private divideClasses(): void {
    const { vertices, order, classStart, classWords, high, low } = this;
    const firsts = classStart.slice(0, this.classes + 1);
    const words = classWords.slice(0, 3 * this.classes);
    this.classes = 0;
    for (let k = 0; k + 1 < firsts.length; k++) {
      const members = order.subarray(firsts[k], firsts[k + 1]);
      const compare = (a: number, b: number) => high[a] - high[b] || low[a] - low[b];
      members.sort(compare);
      for (let m = 0; m < members.length; m++) {
        const vertex = members[m];
        if (m > 0 && compare(members[m - 1], vertex) === 0) continue;
        classWords[3 * this.classes] = words[3 * k];
        classWords[3 * this.classes + 1] = high[vertex];
        classWords[3 * this.classes + 2] = low[vertex];
        classStart[this.classes++] = firsts[k] + m;
      }
    }
    classStart[this.classes] = vertices;
  }
}

/** Adds one to a number of an array, and gives the number before. */
function addOne(array: Int32Array, at: number): number {
  const before = array[at];
  array[at] = before + 1;
  return before;
}

/** Numbers the pairs of an item and a colour as they come, node -> pair; gives the item of each. */
function numberPairs(compiled: Compiled, pairOf: Int32Array): Int32Array {
  const { data, nodes, itemAt, colourAt } = compiled;
  /** Item -> colour -> pair. */
  const known = new Map<number, Map<number, number>>();
  const items: number[] = [];
  for (let node = 0; node < nodes; node++) {
    const item = data[itemAt + node];
    const colour = data[colourAt + node];
    pairOf[node] = NONE;
    if (colour === 0) continue;
    const pairs = known.get(item) ?? new Map<number, number>();
    if (pairs.size === 0) known.set(item, pairs);
    const pair = pairs.get(colour) ?? items.push(item) - 1;
    pairs.set(colour, pair);
    pairOf[node] = pair;
  }
  return Int32Array.from(items);
}
