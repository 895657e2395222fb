import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Build, type BuildSettings } from '../../../src/engine/diagram/build.ts';
import { Counts } from '../../../src/engine/diagram/counts.ts';
import { Diagram } from '../../../src/engine/diagram/diagram.ts';
import { Graph, HEAD_INTEGERS } from '../../../src/engine/diagram/graph.ts';
import { Encoding } from '../../../src/engine/diagram/multiples.ts';
import { Nodes } from '../../../src/engine/diagram/nodes.ts';
import type { Compiled } from '../../../src/engine/problem/compiled.ts';
import { ascending } from '../../../src/engine/problem/problem.ts';
import { finish } from '../../../src/engine/problem/slices.ts';
import { count, diagram, Problem } from '../../../src/index.ts';
import type { Matrix } from '../../cases/matrix.ts';
import { problemOf } from '../../cases/problem.ts';
import { smallMatrix, tightMatrix } from '../../support/arbitrary.ts';
import { asSet, bruteForce, isSolution } from '../../support/checker.ts';
import { runs } from '../../support/effort.ts';
import { engines, prefixesOf, rest } from '../../support/engines.ts';
import { multiple, solutionsBelow, tight } from '../../support/known.ts';

const matrices = fc.oneof(smallMatrix, tightMatrix);

/** All solutions, by `lists`. (On tiny problems brute force has the word, below.) */
const solutionsOf = (matrix: Matrix, prefix: number[] = []) =>
  rest(engines.wasmLists(matrix, { prefix }));

function built(asked: Compiled, settings: BuildSettings = {}, budget = Infinity) {
  const encoding = new Encoding(asked);
  const { compiled } = encoding;
  const nodes = new Nodes(HEAD_INTEGERS);
  const build = new Build(compiled, nodes, settings);
  for (let turns = 0; build.result === undefined; turns++) {
    if (turns > 1e5) throw new Error('the build runs away');
    build.advance(budget);
  }
  const graph = finish(Graph.ofNodes(compiled, nodes, build.result));
  return new Diagram(graph, encoding, ascending);
}

function counted(compiled: Compiled, settings: BuildSettings = {}, budget = Infinity) {
  const build = new Build(compiled, new Counts(), settings);
  for (let turns = 0; build.result === undefined; turns++) {
    if (turns > 1e5) throw new Error('the count runs away');
    build.advance(budget);
  }
  return build.result;
}

/** Ways to build that must all come to the same. */
const ways = (matrix: Matrix) =>
  fc.record({
    order: fc.option(
      fc
        .shuffledSubarray([...Array(matrix.primary).keys()], { minLength: matrix.primary })
        .map((items) => orderedBy(Int32Array.from(items))),
      { nil: undefined },
    ),
    hash: fc.constantFrom(
      undefined,
      () => 0,
      () => 7,
    ),
    fromWidth: fc.constantFrom(undefined, 1, 2, 3),
  });

describe('a diagram', () => {
  it('has the solutions that brute force finds', () => {
    fc.assert(
      fc.property(
        smallMatrix.chain((matrix) => fc.tuple(fc.constant(matrix), ways(matrix))),
        fc.constantFrom(1, 3, Infinity),
        ([matrix, settings], budget) => {
          const expected = bruteForce(matrix);
          const compiled = problemOf(matrix).compile();
          const diagram = built(compiled, settings, budget);
          expect(asSet(diagram.solutions())).toEqual(asSet(expected));
          expect(diagram.count).toBe(BigInt(expected.length));
          expect(counted(compiled, settings, budget)).toBe(expected.length);
        },
      ),
      { numRuns: runs(400) },
    );
  });

  it('answers as a list of all solutions would', () => {
    fc.assert(
      fc.property(
        fc.oneof(tight, multiple).chain((known) => {
          const settings = known.compiled.multiple ? fc.constant({}) : ways(known.matrix);
          return fc.tuple(fc.constant(known), settings);
        }),
        fc.nat(),
        fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 26, maxLength: 26 }),
        ([{ matrix, compiled, all: expected }, settings], pick, allCosts) => {
          const whole = built(compiled, settings);
          const all = [...whole.solutions()];
          expect(asSet(all)).toEqual(asSet(expected));
          expect(whole.count).toBe(BigInt(all.length));
          const sorted = asSet(all);
          all.forEach((numbers, index) => {
            expect(whole.at(index)).toEqual(numbers);
            expect(whole.indexOf([...numbers].reverse())).toBe(BigInt(index));
            expect(whole.indexOf([...numbers, matrix.options.length])).toBe(-1n);
            const less = numbers.slice(1);
            expect(whole.indexOf(less) >= 0n).toBe(sorted.includes(asSet([less])[0]));
          });
          const has = (option: number) => all.filter((numbers) => numbers.includes(option)).length;
          const per = matrix.options.map((_, option) => BigInt(has(option)));
          expect(whole.perOption()).toEqual(per);

          const costs = allCosts.slice(0, matrix.options.length);
          const cost = (numbers: number[]) =>
            numbers.reduce((sum, option) => sum + costs[option], 0);
          const cheapest = all.map(cost).sort((a, b) => a - b);
          const best = whole.best(3, costs);
          expect(best.map(({ cost }) => cost)).toEqual(cheapest.slice(0, 3));
          for (const { cost: said, solution } of best) expect(cost(solution)).toBe(said);
          expect(new Set(best.map(({ solution }) => whole.indexOf(solution))).size).toBe(
            Math.min(3, all.length),
          );
          expect([...Diagram.from(compiled, whole.store().slice()).solutions()]).toEqual(all);
          expect(whole.toDot()).toContain('digraph');

          const some = all[pick % Math.max(1, all.length)];
          if (some === undefined || matrix.options.length === 0) return;
          const option = pick % matrix.options.length;
          const decisions = [...some.slice(0, pick % 2), some.includes(option) ? option : ~option];
          const kept = solutionsBelow(all, decisions);
          expect([...whole.given(decisions).solutions()]).toEqual(kept);
          const { diagram: below } = diagram(compiled, { prefix: [...new Set(decisions)] });
          expect(asSet(below?.solutions() ?? [])).toEqual(asSet(kept));
        },
      ),
      { numRuns: runs(600) },
    );
  });

  it('starts from a prefix', () => {
    fc.assert(
      fc.property(matrices, fc.nat(20), fc.nat(), (matrix, steps, pick) => {
        const search = engines.wasmLists(matrix);
        search.advance(steps);
        const all = prefixesOf(search);
        if (all.length === 0) return;
        const chosen = all[pick % all.length];
        const prefix = pick % 3 === 0 ? chosen.map((k, at) => (at === 0 ? ~k : k)) : chosen;
        const diagram = built(problemOf(matrix).compile(), { prefix });
        expect(asSet(diagram.solutions())).toEqual(asSet(solutionsOf(matrix, prefix)));
        for (const numbers of diagram.solutions()) expect(isSolution(matrix, numbers)).toBe(true);
      }),
      { numRuns: runs(300) },
    );
  });

  it('forgets states where memory is short, and counts right', () => {
    fc.assert(
      fc.property(
        tightMatrix,
        fc.constantFrom(undefined, () => 0),
        (matrix, hash) => {
          const settings = { memoryLimit: 0, forgets: true, hash, fewest: 1 };
          expect(counted(problemOf(matrix).compile(), settings)).toBe(solutionsOf(matrix).length);
        },
      ),
      { numRuns: runs(300) },
    );
  });
});

/** An order that takes two slices to find. */
function orderedBy(items: Int32Array) {
  return function* order(): Generator<undefined, Int32Array> {
    yield;
    return items;
  };
}

it('half of 40 options: 40 over 20, and a grid with two of each row and column', () => {
  const half = new Problem({ primary: [{ item: 'x', times: 20 }] });
  for (let k = 0; k < 40; k++) half.addOption(['x']);
  const { diagram: built } = diagram(half);
  expect(built?.count).toBe(137846528820n);
  expect(built?.sample({ size: 5 }).map(({ numbers }) => numbers.length)).toEqual([
    20, 20, 20, 20, 20,
  ]);
  expect(count(half).exact).toBe(137846528820n);

  // OEIS A001499.
  const lines = [...Array(6).keys()].flatMap((k) => [`r${k}`, `c${k}`]);
  const grid = new Problem({ primary: lines.map((item) => ({ item, times: 2 })) });
  for (let cell = 0; cell < 36; cell++)
    grid.addOption([`r${cell % 6}`, `c${Math.floor(cell / 6)}`]);
  expect(diagram(grid).diagram?.count).toBe(67950n);
});
