import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Cells } from '../../src/kernels/cells/cells.ts';
import { Links } from '../../src/kernels/links/links.ts';
import { Planes } from '../../src/kernels/planes/planes.ts';
import type { Search } from '../../src/kernels/search.ts';
import { Sweep } from '../../src/kernels/sweep/sweep.ts';
import type { Matrix } from '../cases/matrix.ts';
import { problemOf } from '../cases/problem.ts';
import { smallMatrix } from '../support/arbitrary.ts';
import { isCompatible } from '../support/checker.ts';
import { runs } from '../support/effort.ts';
import { leftmost } from '../support/engines.ts';

/**
 * The share done at each solution, from Knuth's definition: the options of the leftmost item with
 * fewest of them get equal parts of their item's share.
 */
function sharesAtSolutions(matrix: Matrix): number[] {
  const shares: number[] = [];
  let done = 0;
  const visit = (covered: ReadonlySet<number>, live: readonly number[], part: number): void => {
    const open = [...Array(matrix.primary).keys()].filter((item) => !covered.has(item));
    const having = (item: number) => live.filter((k) => matrix.options[k]?.includes(item));
    const [fewest] = open.map(having).sort((a, b) => a.length - b.length);
    if (fewest === undefined || fewest.length === 0) {
      done += part;
      if (fewest === undefined) shares.push(done);
      return;
    }
    for (const option of fewest) {
      visit(
        new Set([...covered, ...(matrix.options[option] as readonly number[])]),
        live.filter((k) => k !== option && isCompatible(matrix, option, k)),
        part / fewest.length,
      );
    }
  };
  const chosen = [...matrix.options.keys()].filter((k) =>
    matrix.options[k]?.some((item) => item < matrix.primary),
  );
  visit(new Set(), chosen, 1);
  return shares;
}

test.each(Object.entries(leftmost))('%s: the share is that of the definition', (_, start) => {
  fc.assert(
    fc.property(smallMatrix, (matrix) => {
      const search = start(matrix);
      const shares: number[] = [];
      while (search.advance(Number.POSITIVE_INFINITY) === 'solution') shares.push(search.share());
      const wanted = sharesAtSolutions(matrix);
      expect(shares).toHaveLength(wanted.length);
      shares.forEach((share, k) => {
        expect(share).toBeCloseTo(wanted[k] as number, 12);
      });
      expect(search.share()).toBe(1);
    }),
    { numRuns: runs(500) },
  );
});

describe('takes little longer', () => {
  /**
   * CPU milliseconds of some shares: the least of five, since V8 compiles and collects beside it.
   */
  function cost(search: Search): number {
    const costs = [1, 2, 3, 4, 5].map(() => {
      const before = process.cpuUsage();
      for (let k = 0; k < 400; k++) search.share();
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    });
    return Math.min(...costs);
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
    cells: (matrix) => new Cells(problemOf(matrix).compile()),
    links: (matrix) => new Links(problemOf(matrix).compile()),
    planes: (matrix) => new Planes(problemOf(matrix).compile()),
    sweep: (matrix) => new Sweep(problemOf(matrix).compile()),
  };

  test.each([
    ['cells', '16 times the options', wide(5000), wide(80_000), 0.5, 4],
    ['links', '16 times the options', wide(5000), wide(80_000), 0.5, 4],
    // It looks at the candidates of an item one by one.
    ['sweep', '16 times the options', wide(500), wide(8000), 0.5, 40],
    ['cells', '16 times the depth', deep(250, 2), deep(4000, 2), 0.01, 4],
    ['links', '16 times the depth', deep(250, 2), deep(4000, 2), 0.01, 4],
    ['planes', '8 times the depth', deep(30, 30), deep(240, 30), 0.01, 4],
    // It visits the levels from the last to the first, to find those that count.
    ['sweep', '16 times the depth', deep(250, 2), deep(4000, 2), 0.01, 40],
  ] as const)('with %s for %s', (engine, _, small, large, part, times) => {
    const [a, b] = [small, large].map((matrix) => {
      const search = start[engine]?.(matrix) as Search;
      const solutions = Math.ceil(part * matrix.options.length);
      for (let k = 0; k < solutions; k++) search.advance(Number.POSITIVE_INFINITY);
      return search;
    }) as [Search, Search];
    cost(a);
    // The slack is for a clock that ticks, and a collection that comes between.
    expect(cost(b)).toBeLessThan(times * cost(a) + 10);
  });
});
