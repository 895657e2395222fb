import { type Prefix, Start } from '../kernels/prefix.ts';
import type { Compiled } from '../problem/compiled.ts';
import { integers } from '../problem/memory.ts';
import type { Slices } from '../problem/slices.ts';
import { Graph, type Remainder } from './graph.ts';
import { remainderBelow } from './remainder.ts';
import { SLICE_LOOKS, SymmetrySearch } from './search.ts';

/** The most prefixes, and the most of a part that a division may leave to be searched. */
const MOST_ROOTS = 64;
const WORTH_PART = 0.75;
const ROOT_ARRAYS = 'what is left below a prefix';

/** Prefixes that stand for all solutions below a prefix. */
export interface Roots {
  /**
   * Each solution below one of them stands for as many solutions as its factor says. Without
   * symmetries it is the prefix itself.
   */
  readonly prefixes: readonly Prefix[];
  /** The part of the subtrees that lies below them: 1 if they are all that is left. */
  readonly part: number;
  /** The number of symmetries of what is left. */
  readonly order: bigint;
  /** The open primary items, and the number of their orbits. */
  readonly items: number;
  readonly orbits: number;
}

/** A prefix, and the part of all subtrees that lies below it. */
interface Root {
  readonly prefix: Prefix;
  readonly part: number;
  /** True if some symmetry is known to keep it. */
  readonly isDivisible: boolean;
}

/**
 * Prefixes that stand for all solutions below a prefix. A branch at one item tries one option of
 * each orbit:
 *
 *     item i, options of i:  a b c | d e       two orbits under the symmetries of what is left
 *
 *     [a] with the factor 3, [d] with the factor 2
 *
 * A symmetry that takes a to b takes the solutions with a, one by one, to those with b, and each
 * solution has just one option of i. Where symmetries keep a prefix, it is divided in the same way.
 *
 * The search ends after about `mostLooks` vertices and edges looked at: symmetries that are not
 * found gain nothing. Of an orbit it takes the option with the least `placeOf`.
 */
export function* rootsBelow(
  compiled: Compiled,
  {
    prefix,
    mostLooks,
    placeOf = (option) => option,
  }: {
    readonly prefix: Prefix;
    readonly mostLooks: number;
    readonly placeOf?: ((option: number) => number) | undefined;
  },
): Slices<Roots> {
  const graph = new Graph(compiled);
  yield;
  const search = new SymmetrySearch(graph);
  let looks = 0;
  function* divide({ prefix, part }: Root): Slices<Root[]> {
    const left = remainderBelow(compiled, new Start(compiled, prefix));
    graph.loadRemainder(left);
    yield;
    search.begin(false);
    while (search.advance(Math.min(search.work + SLICE_LOOKS, mostLooks - looks)) === 'paused') {
      if (search.work >= mostLooks - looks) break;
      yield;
    }
    looks += search.work + graph.vertices;
    const orbits = orbitsToTry(search, left, placeOf);
    const options = orbits.reduce((sum, { size }) => sum + size, 0);
    return orbits.map(({ option, size, isKept }) => ({
      prefix: prefix.and(option, part / options, prefix.factor * BigInt(size)),
      part: part / options,
      isDivisible: isKept,
    }));
  }

  const whole: Root = { prefix, part: 1, isDivisible: true };
  const done: Root[] = [];
  const open = [whole];
  let known: Pick<Roots, 'order' | 'items' | 'orbits'> | undefined;
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const parts = next.isDivisible && looks < mostLooks ? yield* divide(next) : [];
    known ??= { order: search.order, ...orbitsOfItems(search, compiled.primary) };
    const part = parts.reduce((sum, root) => sum + root.part, 0);
    const count = done.length + open.length + parts.length;
    const isWorth = parts.length > 0 && part <= WORTH_PART * next.part && count <= MOST_ROOTS;
    if (isWorth) open.push(...parts);
    else done.push(next);
  }
  const part = done.reduce((sum, root) => sum + root.part, 0);
  const prefixes = done.map((root) => {
    const { before, decision, factor } = root.prefix;
    return root === whole ? prefix : (before as Prefix).and(decision, root.part / part, factor);
  });
  return { prefixes, part, ...(known as NonNullable<typeof known>) };
}

/** An option to try, and the number of options of the branching item in its orbit. */
interface Try {
  readonly option: number;
  readonly size: number;
  /** True if some symmetry is known to keep the option. */
  readonly isKept: boolean;
}

/**
 * The options to try at the item that promises the least work; none where there is no such item.
 * Only items that one more option covers divide the solutions.
 *
 * The part of its options that is tried counts most. Of several items, one with few options is
 * better: to branch elsewhere than a search would do costs. Pentominoes of 6x10 by `lists`, as a
 * part of the work without symmetry: 8 of 32 options 0.25, 14 of 56 0.34, 32 of 128 0.35 to 0.42.
 * The eighth root of the number of options describes that.
 */
function orbitsToTry(
  { graph, group, order }: SymmetrySearch,
  { options, least, most }: Remainder,
  placeOf: (option: number) => number,
): Try[] {
  const { start, to, vertexOfItem } = graph;
  const { primary, multiple } = graph.compiled;
  /** Vertex that stands for an orbit -> the last item that has an option of it. */
  const seen = integers(graph.vertices, ROOT_ARRAYS).fill(-1);
  let best = -1;
  let leastWork = Number.POSITIVE_INFINITY;
  for (let item = 0; item < primary; item++) {
    const vertex = vertexOfItem[item];
    const isSingle = !multiple || (least?.[item] === 1 && most?.[item] === 1);
    if (vertex < 0 || !isSingle) continue;
    const first = start[vertex];
    const end = start[vertex + 1];
    let orbits = 0;
    for (let k = first; k < end; k++) {
      const orbit = group.orbits.least(to[k]);
      if (seen[orbit] === item) continue;
      seen[orbit] = item;
      orbits++;
    }
    const work = (orbits / (end - first)) * Math.sqrt(Math.sqrt(Math.sqrt(orbits)));
    if (work < leastWork) {
      leastWork = work;
      best = vertex;
    }
  }
  if (best < 0) return [];
  /** Orbit -> the vertex of the option that is tried, and the size. */
  const orbits = new Map<number, { option: number; size: number; vertex: number }>();
  for (let k = start[best]; k < start[best + 1]; k++) {
    const vertex = to[k];
    const option = options[vertex];
    const orbit = group.orbits.least(vertex);
    const known = orbits.get(orbit);
    if (known === undefined) orbits.set(orbit, { option, size: 1, vertex });
    else {
      known.size++;
      if (placeOf(option) < placeOf(known.option)) known.option = option;
    }
  }
  return [...orbits.values()].map(({ vertex, ...orbit }) => ({
    ...orbit,
    isKept: order > BigInt(group.orbits.sizeOf(vertex)),
  }));
}

function orbitsOfItems({ graph, group }: SymmetrySearch, primary: number) {
  const open = Array.from(graph.vertexOfItem.subarray(0, primary)).filter((vertex) => vertex >= 0);
  return {
    items: open.length,
    orbits: new Set(open.map((vertex) => group.orbits.least(vertex))).size,
  };
}
