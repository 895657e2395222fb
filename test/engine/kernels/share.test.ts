import { expect, test } from 'vitest';
import { Links } from '../../../src/engine/kernels/links/links.ts';
import { Planes } from '../../../src/engine/kernels/planes/planes.ts';
import type { Search } from '../../../src/engine/kernels/search.ts';
import { Sweep } from '../../../src/engine/kernels/sweep/sweep.ts';
import { WasmLists } from '../../../src/engine/kernels/wasm/lists.ts';
import type { Matrix } from '../../cases/matrix.ts';
import { problemOf } from '../../cases/problem.ts';

/** How often a share looks into the array that the search stands in. */
function cost(search: Search): number {
  const inner = search as unknown as { a: Int32Array };
  const { a } = inner;
  let looks = 0;
  inner.a = new Proxy(a, {
    get(target, key) {
      looks++;
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  search.share();
  inner.a = a;
  return looks;
}

const wide = (options: number): Matrix => ({
  name: 'wide',
  primary: 1,
  secondary: 0,
  options: Array.from({ length: options }, () => [0]),
});
/** Each level has two options, or thirty. */
const deep = (levels: number, each: number): Matrix => ({
  name: 'deep',
  primary: levels,
  secondary: 0,
  options: Array.from({ length: levels * each }, (_, k) => [Math.floor(k / each)]),
});
const start: Record<string, (matrix: Matrix) => Search> = {
  lists: (matrix) => new WasmLists(problemOf(matrix).compile()),
  links: (matrix) => new Links(problemOf(matrix).compile()),
  planes: (matrix) => new Planes(problemOf(matrix).compile()),
  sweep: (matrix) => new Sweep(problemOf(matrix).compile()),
};

test.each([
  ['lists', '16 times the options', wide(50), wide(800), 0.5, 4],
  ['links', '16 times the options', wide(50), wide(800), 0.5, 4],
  // It looks at the candidates of an item one by one.
  ['sweep', '16 times the options', wide(50), wide(800), 0.5, 40],
  ['lists', '16 times the depth', deep(100, 2), deep(1600, 2), 0.01, 4],
  ['links', '16 times the depth', deep(100, 2), deep(1600, 2), 0.01, 4],
  ['planes', '8 times the depth', deep(30, 30), deep(240, 30), 0.01, 4],
  // It visits the levels from the last to the first, to find those that count.
  ['sweep', '16 times the depth', deep(100, 2), deep(1600, 2), 0.01, 40],
] as const)(
  'a share takes little longer with %s for %s',
  (engine, _, small, large, part, times) => {
    const [a, b] = [small, large].map((matrix) => {
      const search = start[engine]?.(matrix) as Search;
      const solutions = Math.ceil(part * matrix.options.length);
      for (let k = 0; k < solutions; k++) search.advance(Number.POSITIVE_INFINITY);
      const looks = cost(search);
      search.end();
      return looks;
    }) as [number, number];
    expect(a).toBeGreaterThan(0);
    expect(b).toBeLessThan(times * a);
  },
);
