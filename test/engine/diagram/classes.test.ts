import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Classes } from '../../../src/engine/diagram/classes.ts';
import type { Decisions } from '../../../src/engine/kernels/prefix.ts';
import { Region } from '../../../src/engine/kernels/wasm/memory.ts';
import type { Compiled } from '../../../src/engine/problem/compiled.ts';
import { treeSearch } from '../../../src/engine/solve/portfolios.ts';
import { Equivalence } from '../../../src/engine/symmetry/equivalence.ts';
import {
  best,
  count,
  countAsync,
  first,
  firstAsync,
  isUnique,
  Problem,
  solutions,
  symmetries,
} from '../../../src/index.ts';
import {
  dominoes,
  langford,
  latinSquares,
  pentominoes,
  queens,
  soma,
  steiner,
} from '../../../src/puzzles.ts';
import { encode, Shape } from '../../../src/sudoku.ts';
import { factors } from '../../cases/gallery.ts';
import { matrixOf } from '../../cases/matrix.ts';
import { problemOf } from '../../cases/problem.ts';
import { asSet, inOrder } from '../../support/checker.ts';
import { runs, slow } from '../../support/effort.ts';
import { anyKnown, prefixOf, solutionsBelow, where } from '../../support/known.ts';
import {
  classesByForce,
  keys,
  nameUpToIsomorphism,
  shuffled,
  tinyWeighted,
  weightedProblemOf,
} from '../../support/relabellings.ts';

interface Found {
  readonly numbers: number[];
  readonly size: bigint;
}

/** All classes, each by the solution found; in budgets of nodes if one is given. */
function classesOf(
  compiled: Compiled,
  { prefix, mostElements }: { prefix?: number[]; mostElements?: number | undefined } = {},
  budget = Number.POSITIVE_INFINITY,
): Found[] {
  const start = (prefix: Decisions) => treeSearch(compiled, { prefix });
  const equivalence = new Equivalence(compiled, prefix, { mostElements });
  const search = new Classes(compiled, { start, prefix, equivalence });
  const found: Found[] = [];
  let all = 0n;
  for (
    let outcome = search.advance(budget);
    outcome !== 'exhausted';
    outcome = search.advance(budget)
  ) {
    expect(outcome).not.toBe('stuck');
    if (outcome !== 'solution') continue;
    found.push({ numbers: search.solution(), size: search.classSize });
    all += search.classSize;
    expect([search.solutions, search.all]).toEqual([found.length, all]);
  }
  expect(search.share()).toBe(1);
  return found;
}

/** The classes of some solutions: their least members, by joining each with its images. */
function orbitsOf(compiled: Compiled, all: readonly (readonly number[])[]): Map<string, number> {
  const { generators } = symmetries(compiled);
  const left = new Map(inOrder(all).map((numbers) => [numbers.join(), numbers]));
  const orbits = new Map<string, number>();
  for (const [name, numbers] of left) {
    const orbit = [numbers];
    left.delete(name);
    for (const member of orbit) {
      for (const { options } of generators) {
        const image = member.map((option) => options[option]).sort((a, b) => a - b);
        if (left.delete(image.join())) orbit.push(image);
      }
    }
    orbits.set(name, orbit.length);
  }
  return orbits;
}

/** The sizes of classes, in order. */
function sizes(found: Iterable<number | bigint>): number[] {
  return Array.from(found, Number).sort((a, b) => a - b);
}

const MOST_ELEMENTS = [undefined, 0] as const;

describe.each(MOST_ELEMENTS)('with at most %s symmetries listed', (mostElements) => {
  test('one of each class, with its size, as brute force by the definition', () => {
    fc.assert(
      fc.property(tinyWeighted, fc.integer({ min: 1, max: 5 }), (matrix, budget) => {
        const compiled = weightedProblemOf(matrix).compile();
        const classes = classesByForce(matrix);
        for (const found of [
          classesOf(compiled, { mostElements }),
          classesOf(compiled, { mostElements }, budget),
        ]) {
          const named = found.map(({ numbers, size }) => {
            return [nameUpToIsomorphism(matrix, numbers), size];
          });
          expect(named.sort()).toEqual([...classes].sort());
        }
      }),
      { numRuns: runs(150) },
    );
  });

  test('random problems, below decisions too, by the symmetries that keep them', () => {
    fc.assert(
      fc.property(anyKnown, fc.boolean(), where, (known, isWhole, place) => {
        const { compiled } = known;
        const prefix = isWhole ? [] : prefixOf(known, place);
        const all = solutionsBelow(known.all, prefix);
        const found = classesOf(compiled, { prefix, mostElements });
        // Below decisions it is not known here what symmetries there are; but classes are whole.
        const each = sizes(found.map(({ size }) => size));
        if (isWhole) expect(each).toEqual(sizes(orbitsOf(compiled, all).values()));
        else expect(each.reduce((sum, size) => sum + size, 0)).toBe(all.length);
        expect(count(compiled, { prefix, upToSymmetry: true })).toMatchObject({
          count: found.length,
          all: BigInt(all.length),
          status: 'complete',
        });
        const names = new Set(asSet(found.map(({ numbers }) => numbers)));
        expect(names.size).toBe(found.length);
        expect(asSet(all)).toEqual(expect.arrayContaining([...names]));
      }),
      { numRuns: runs(600) },
    );
  });

  test('a problem shuffled has as many classes', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(queens(6), langford(7), latinSquares(4)),
        keys,
        (problem, order) => {
          const matrix = matrixOf('', problem);
          const found = classesOf(problemOf(shuffled(matrix, order)).compile(), { mostElements });
          const expected = classesOf(problem.compile());
          expect(sizes(found.map(({ size }) => size))).toEqual(
            sizes(expected.map(({ size }) => size)),
          );
        },
      ),
      { numRuns: runs(12) },
    );
  });
});

// Pentominoes: Golomb, *Polyominoes*. Queens: OEIS A002562. Langford: OEIS A014552. Soma: Conway and Guy 1961.
// Latin squares: OEIS A003090. Steiner systems: OEIS A030129. Factors: OEIS A000474. Sudokus: Pettersen and Russell.
const KNOWN: [string, Problem<unknown>, number, bigint][] = [
  ['4 queens', queens(4), 1, 2n],
  ['5 queens', queens(5), 2, 10n],
  ['6 queens', queens(6), 1, 4n],
  ['7 queens', queens(7), 6, 40n],
  ['8 queens', queens(8), 12, 92n],
  ['9 queens', queens(9), 46, 352n],
  ['10 queens', queens(10), 92, 724n],
  ['Langford 7', langford(7), 26, 52n],
  ['Langford 8', langford(8), 150, 300n],
  ['pentominoes 3x20', pentominoes('3x20'), 2, 8n],
  ['Soma', soma(), 240, 11520n],
  ['Latin squares of order 4', latinSquares(4), 2, 576n],
  ['Latin squares of order 5', latinSquares(5), 2, 161280n],
  ['Steiner systems of 7 points', steiner(7), 1, 30n],
  ['Steiner systems of 9 points', steiner(9), 1, 840n],
  ['Steiner systems of 13 points', steiner(13), 2, 1197504000n],
  ['factors of K6', problemOf(factors(6)), 1, 720n],
  ['factors of K8', problemOf(factors(8)), 6, 31449600n],
  ['Sudokus of 2x2', encode(Shape.of({ boxes: '2x2' })), 2, 288n],
];
/** Kirkman's schoolgirls, no walk of whom is fixed: 15 girls walk in threes on seven days. */
function schoolgirls(): Problem {
  const girls = Array.from({ length: 15 }, (_, girl) => girl);
  const days = [1, 2, 3, 4, 5, 6, 7];
  const pairs = girls.flatMap((b) => girls.slice(0, b).map((a) => `${a}-${b}`));
  const walks = days.flatMap((day) => girls.map((girl) => `${girl}@${day}`));
  const problem = new Problem({ primary: [...pairs, ...walks] });
  for (const day of days) {
    for (const c of girls) {
      for (const b of girls.slice(0, c)) {
        for (const a of girls.slice(0, b)) {
          const met = [`${a}-${b}`, `${a}-${c}`, `${b}-${c}`];
          problem.addOption([...met, ...[a, b, c].map((girl) => `${girl}@${day}`)]);
        }
      }
    }
  }
  return problem;
}

// Schoolgirls: their groups have 168, 168, 24, 24, 12, 12 and 21 symmetries (Cole 1922), so all are 7! * 15! * 26 / 84.
const LONG: typeof KNOWN = [
  ["Kirkman's schoolgirls", schoolgirls(), 7, 2039972014080000n],
  ['11 queens', queens(11), 341, 2680n],
  ['12 queens', queens(12), 1787, 14200n],
  ['Langford 11', langford(11), 17792, 35584n],
  ['pentominoes 4x15', pentominoes('4x15'), 368, 1472n],
  ['pentominoes 5x12', pentominoes('5x12'), 1010, 4040n],
  ['pentominoes 6x10', pentominoes('6x10'), 2339, 9356n],
  ['Latin squares of order 7', latinSquares(7), 147, 61479419904000n],
  ['Steiner systems of 15 points', steiner(15), 80, 60281712691200n],
  ['factors of K10', problemOf(factors(10)), 396, 444733651353600n],
];

test.each(slow ? [...KNOWN, ...LONG] : KNOWN)('%s', (_, problem, classes, all) => {
  expect(count(problem, { upToSymmetry: true })).toMatchObject({
    count: classes,
    all,
    status: 'complete',
  });
});

test('a search below that makes the memory grow takes nothing from the search above', () => {
  const compiled = queens(8).compile();
  const regions: (Region | undefined)[] = [];
  const start = (prefix: Decisions) => {
    regions.push(Region.of(1 << 22, {}));
    return treeSearch(compiled, { prefix });
  };
  const search = new Classes(compiled, { start });
  search.advance(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  for (const region of regions) region?.free();
  expect([search.solutions, search.all]).toEqual([12, 92n]);
});

describe('the questions', () => {
  const upToSymmetry = true;

  test('solutions: each with the size of its class; the sizes add up to all solutions', () => {
    const found = [...solutions(queens(5), { upToSymmetry })];
    expect(sizes(found.map(({ classSize }) => classSize as bigint))).toEqual([2, 8]);
    const [only] = solutions(queens(6), { upToSymmetry });
    expect(JSON.parse(JSON.stringify(only)).classSize).toBe('4');
    const all = [...solutions(soma(), { upToSymmetry })];
    expect(all.reduce((sum, { classSize }) => sum + (classSize ?? 0n), 0n)).toBe(11520n);
  });

  test('no two solutions are equivalent', () => {
    const group = symmetries(queens(8));
    const found = [...solutions(queens(8), { upToSymmetry })];
    expect(found).toHaveLength(12);
    for (const [k, one] of found.entries()) {
      expect(one.classSize).toBe(group.classSize(one.numbers));
      for (const other of found.slice(0, k)) {
        expect(group.isEquivalent(one.numbers, other.numbers)).toBe(false);
      }
    }
  });

  test('first: a solution with the size of its class, as brute force by the definition', () => {
    fc.assert(
      fc.property(tinyWeighted, (matrix) => {
        const classes = classesByForce(matrix);
        const { solution } = first(weightedProblemOf(matrix), { upToSymmetry });
        const name = solution && nameUpToIsomorphism(matrix, solution.numbers);
        expect(solution?.classSize).toBe(name && classes.get(name));
        expect(solution === undefined).toBe(classes.size === 0);
      }),
      { numRuns: runs(150) },
    );
  });

  test('first, where symmetries are many: as its symmetries say, politely as well', async () => {
    const problem = latinSquares(4);
    const { solution } = first(problem, { upToSymmetry });
    expect(solution?.classSize).toBe(symmetries(problem).classSize(solution?.numbers ?? []));
    expect(await firstAsync(problem, { upToSymmetry })).toEqual({ solution, status: 'found' });
    expect(first(problem, { upToSymmetry, memoryLimit: 100 })).toEqual({ status: 'memory' });
    expect(first(problem, { upToSymmetry, maxNodes: 3 })).toEqual({ status: 'nodes' });
  });

  test('first, isUnique, limits', () => {
    expect(first(queens(6), { upToSymmetry }).solution?.classSize).toBe(4n);
    expect(first(queens(3), { upToSymmetry })).toEqual({ status: 'complete' });
    expect(isUnique(queens(6)).answer).toBe('several');
    expect(isUnique(queens(6), { upToSymmetry })).toEqual({ answer: 'unique', status: 'complete' });
    expect(isUnique(queens(5), { upToSymmetry }).answer).toBe('several');
    expect(count(queens(8), { upToSymmetry, limit: 5 })).toMatchObject({
      count: 5,
      status: 'limit',
    });
    const stopped = count(steiner(15), { upToSymmetry, maxNodes: 40 });
    expect([stopped.status, (stopped.count as number) < 80]).toEqual(['nodes', true]);
  });

  test('a count lists no class where symmetries are few', () => {
    // Each of 4 x 10 ** 17 coverings of a board of 12 x 14 has at most four images.
    const { exact, all, status } = count(dominoes('12x14'), { upToSymmetry });
    expect([all, status]).toEqual([43242613716069407953n, 'complete']);
    expect(4n * exact).toBeGreaterThan(43242613716069407953n);
    const listed = [...solutions(dominoes('6x6'), { upToSymmetry })].length;
    expect(count(dominoes('6x6'), { upToSymmetry }).count).toBe(listed);
  });

  test('politely, and as JSON', async () => {
    const counted = await countAsync(queens(8), { upToSymmetry });
    expect(JSON.stringify(counted)).toBe(
      '{"count":12,"exact":"12","all":"92","status":"complete"}',
    );
    const aborted = await countAsync(steiner(15), {
      upToSymmetry,
      signal: AbortSignal.timeout(50),
    });
    expect(aborted.status).toBe('aborted');
  });

  test('problems without an option, without a solution, and with one', () => {
    const none = new Problem({ primary: 1 });
    expect(count(none, { upToSymmetry })).toMatchObject({ count: 0, all: 0n, status: 'complete' });
    none.addIndices([0]);
    expect(count(none, { upToSymmetry })).toMatchObject({ count: 1, all: 1n, status: 'complete' });
    none.addIndices([0]);
    expect(count(none, { upToSymmetry })).toMatchObject({ count: 1, all: 2n, status: 'complete' });
    const empty = new Problem({ secondary: 2 });
    empty.addIndices([0]);
    expect(count(empty, { upToSymmetry })).toMatchObject({ count: 1, all: 1n, status: 'complete' });
  });

  test('too little memory is said', () => {
    // It does not suffice for the graph; then not for 49 solutions.
    const problem = encode(Shape.of({ boxes: '2x3' }));
    for (const [memoryLimit, most] of [
      [100, 0],
      [90_000, 48],
    ] as const) {
      const { count: found, status } = count(problem, { upToSymmetry, memoryLimit });
      expect([status, (found as number) <= most]).toEqual(['memory', true]);
    }
  });

  test('below decisions: those that have a queen in a corner', () => {
    const problem = queens(10);
    const prefix = [0];
    const all = count(problem, { prefix });
    const classes = count(problem, { prefix, upToSymmetry });
    expect(classes.all).toBe(all.exact);
    // The diagonal through the corner is the one symmetry that keeps it.
    expect(classes.exact).toBe(all.exact / 2n);
  });

  test('best: the cheapest of each class, by symmetries that keep the costs', () => {
    const problem = queens(6);
    for (let option = 0; option < problem.optionCount; option++) problem.setCost(option, 1);
    const { solutions: found, bound } = best(problem, { k: 3, upToSymmetry });
    expect(found.map(({ cost, solution }) => [cost, solution.classSize])).toEqual([[6, 4n]]);
    expect(bound).toBe('none');
    // A cost that no other option has leaves one symmetry, along a diagonal; none, if it is elsewhere.
    problem.setCost(0, 2);
    expect(best(problem, { k: 9, upToSymmetry }).solutions).toHaveLength(2);
    problem.setCost(1, 3);
    expect(best(problem, { k: 9, upToSymmetry }).solutions).toHaveLength(4);
  });

  test.each([
    [{ engine: 'links' }, 'engine'],
    [{ seed: 1 }, 'seed'],
    [{ reduce: true }, 'reduce'],
    [{ symmetry: false }, 'symmetry: false'],
  ] as const)('with %j it says what to leave out', (settings, name) => {
    expect(() => count(queens(4), { upToSymmetry, ...settings })).toThrow(
      `upToSymmetry takes no setting ${name}; leave out the one or the other.`,
    );
  });
});

test('options chosen that cover an item too often are no prefix of a search', () => {
  const problem = new Problem({ primary: 7, secondary: 2 });
  problem.setTimes(3, [2, 4]);
  problem.setTimes(5, [0, 2]);
  // 5 is in four options. Without the second of them, the others cover it three times.
  for (const items of [
    [0, 2],
    [0, 1, 6],
    [5, 7],
    [5, 8],
    [3, 4],
  ])
    problem.addIndices(items);
  for (const items of [
    [1, 3, 5],
    [3, 5, 6],
    [3, 4],
    [1, 2, 4],
  ])
    problem.addIndices(items);
  expect(count(problem)).toMatchObject({ count: 2 });
  expect(count(problem, { upToSymmetry: true })).toMatchObject({ count: 1, all: 2n });
});
