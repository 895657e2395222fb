import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Build, type BuildSettings } from '../../src/diagram/build.ts';
import { Counts } from '../../src/diagram/counts.ts';
import { Diagram } from '../../src/diagram/diagram.ts';
import { Graph, HEAD } from '../../src/diagram/graph.ts';
import { Encoding } from '../../src/diagram/multiples.ts';
import { Nodes } from '../../src/diagram/nodes.ts';
import { atOnce } from '../../src/kernels/layout.ts';
import type { Compiled } from '../../src/problem/compiled.ts';
import { ascending } from '../../src/problem/problem.ts';
import type { Matrix } from '../cases/matrix.ts';
import { problemOf } from '../cases/problem.ts';
import { smallMatrix, tightMatrix } from '../support/arbitrary.ts';
import { asSet, bruteForce, isSolution } from '../support/checker.ts';
import { runs } from '../support/effort.ts';
import { engines, prefixesOf, rest } from '../support/engines.ts';
import { solutionsBelow } from '../support/known.ts';

const matrices = fc.oneof(smallMatrix, tightMatrix);

/** All solutions, by `cells`. (On tiny problems brute force has the word, below.) */
const solutionsOf = (matrix: Matrix, prefix: number[] = []) =>
  rest(engines.cells(matrix, { prefix }));

function built(compiled: Compiled, settings: BuildSettings = {}, budget = Infinity) {
  const nodes = new Nodes(HEAD);
  const build = new Build(compiled, nodes, settings);
  for (let turns = 0; build.result === undefined; turns++) {
    if (turns > 1e5) throw new Error('the build runs away');
    build.advance(budget);
  }
  const graph = atOnce(Graph.ofNodes(compiled, nodes, build.result));
  return new Diagram(graph, new Encoding(compiled), ascending);
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
        tightMatrix.chain((matrix) => fc.tuple(fc.constant(matrix), ways(matrix))),
        fc.nat(),
        fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 26, maxLength: 26 }),
        ([matrix, settings], pick, allCosts) => {
          const diagram = built(problemOf(matrix).compile(), settings);
          const all = [...diagram.solutions()];
          expect(asSet(all)).toEqual(asSet(solutionsOf(matrix)));
          expect(diagram.count).toBe(BigInt(all.length));
          all.forEach((numbers, index) => {
            expect(diagram.at(index)).toEqual(numbers);
            expect(diagram.indexOf([...numbers].reverse())).toBe(BigInt(index));
            expect(diagram.indexOf(numbers.slice(1))).toBe(-1n);
          });
          const has = (option: number) => all.filter((numbers) => numbers.includes(option)).length;
          const per = matrix.options.map((_, option) => BigInt(has(option)));
          expect(diagram.perOption()).toEqual(per);

          const costs = allCosts.slice(0, matrix.options.length);
          const cost = (numbers: number[]) =>
            numbers.reduce((sum, option) => sum + (costs[option] as number), 0);
          const cheapest = all.map(cost).sort((a, b) => a - b);
          const best = diagram.best(3, costs);
          expect(best.map(({ cost }) => cost)).toEqual(cheapest.slice(0, 3));
          for (const { cost: said, solution } of best) expect(cost(solution)).toBe(said);
          expect(new Set(best.map(({ solution }) => diagram.indexOf(solution))).size).toBe(
            Math.min(3, all.length),
          );

          const stored = Diagram.from(problemOf(matrix), diagram.store().slice());
          expect(Array.from(stored.solutions(), ({ numbers }) => numbers)).toEqual(all);

          const some = all[pick % Math.max(1, all.length)];
          if (some === undefined) return;
          const decisions = [some[0] as number, ...(pick % 2 ? [] : [~missing(some, matrix)])];
          const given = diagram.given(decisions);
          expect([...given.solutions()]).toEqual(solutionsBelow(all, decisions));
        },
      ),
      { numRuns: runs(300) },
    );
  });

  it('starts from a prefix', () => {
    fc.assert(
      fc.property(matrices, fc.nat(20), fc.nat(), (matrix, steps, pick) => {
        const search = engines.cells(matrix);
        search.advance(steps);
        const all = prefixesOf(search);
        if (all.length === 0) return;
        const chosen = all[pick % all.length] as number[];
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

/** An option that a solution lacks. */
function missing(numbers: readonly number[], matrix: Matrix): number {
  return matrix.options.findIndex((_, option) => !numbers.includes(option));
}
