import { Links } from '../../src/engine/kernels/links/links.ts';
import { Lists } from '../../src/engine/kernels/lists.ts';
import { Planes } from '../../src/engine/kernels/planes/planes.ts';
import type { Search, SearchSettings } from '../../src/engine/kernels/search.ts';
import { Sweep } from '../../src/engine/kernels/sweep/sweep.ts';
import { WasmLists } from '../../src/engine/kernels/wasm/lists.ts';
import type { Matrix } from '../cases/matrix.ts';
import { problemOf } from '../cases/problem.ts';

type Start = (matrix: Matrix, settings?: SearchSettings) => Search;

const wasmLists =
  (tuning?: ConstructorParameters<typeof WasmLists>[2]): Start =>
  (matrix, settings) =>
    new WasmLists(problemOf(matrix).compile(), settings, tuning);

const lists =
  (tuning?: ConstructorParameters<typeof Lists>[2]): Start =>
  (matrix, settings) =>
    new Lists(problemOf(matrix).compile(), settings, tuning);

/**
 * The ways to search that branch at the leftmost of the items with fewest options: `links`, and
 * `lists` in all its ways, with branches that cover their item for all options, and short of room.
 */
export const leftmost = {
  wasmLists: wasmLists(),
  'wasmLists, sharing': wasmLists({ mostAlone: 0, firstBranches: 1 }),
  'wasmLists, unwinding': wasmLists({ mostCopied: 0 }),
  'wasmLists, unwinding and sharing': wasmLists({ mostAlone: 0, mostCopied: 0 }),
  planes: (matrix: Matrix, settings: SearchSettings = {}) => {
    const compiled = problemOf(matrix).compile();
    return Planes.suits(compiled)
      ? new Planes(compiled, settings)
      : new WasmLists(compiled, settings);
  },
  lists: lists(),
  'lists, sharing': lists({ mostAlone: 0 }),
  'lists, unwinding': lists({ mostCopied: 0 }),
  'lists, unwinding and sharing': lists({ mostAlone: 0, mostCopied: 0 }),
  links: (matrix: Matrix, settings: SearchSettings = {}) =>
    new Links(problemOf(matrix).compile(), settings),
} satisfies Record<string, Start>;

const sweep =
  (tuning?: ConstructorParameters<typeof Sweep>[2]): Start =>
  (matrix, settings) =>
    new Sweep(problemOf(matrix).compile(), settings, tuning);

/**
 * Every way to search. `sweep` has an order of its own; it tests candidates if tables are too
 * large.
 */
export const engines = {
  ...leftmost,
  sweep: sweep(),
  'sweep, testing': sweep({ mostOfBucket: 0, firstLevels: 2 }),
} satisfies Record<string, Start>;

/**
 * The solutions that are left of a search, in its order. An engine that runs away, as a broken one
 * may, fails instead of going on for ever.
 */
export function rest(search: Pick<Search, 'advance' | 'solution' | 'nodes'>): number[][] {
  const found: number[][] = [];
  for (;;) {
    const outcome = search.advance(1e6);
    if (outcome === 'exhausted') return found;
    if (outcome === 'solution') found.push(search.solution());
    if (outcome === 'stuck') throw new Error(`stuck after ${found.length} solutions`);
    if (search.nodes > 1e7) throw new Error(`ran away after ${found.length} solutions`);
  }
}

/** The frontier of a search, as plain decisions. */
export function prefixesOf(search: Pick<Search, 'frontier'>): number[][] {
  return Array.from(search.frontier(), (prefix) => prefix.toArray());
}
