import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { Random } from '../../../src/engine/kernels/random.ts';
import type { SearchSettings } from '../../../src/engine/kernels/search.ts';
import { Learn } from '../../../src/engine/learn/learn.ts';
import type { Trail } from '../../../src/engine/learn/trail.ts';
import type { Problem } from '../../../src/index.ts';
import { encodeBare } from '../../../src/puzzles/sudoku/encode.ts';
import { check } from '../../../src/puzzles/sudoku/grid.ts';
import { Solver } from '../../../src/puzzles/sudoku/solver.ts';
import { readPuzzles } from '../../../src/puzzles/sudoku/text/reader.ts';
import { langford, matchings, pentominoes, queens } from '../../cases/gallery.ts';
import type { Matrix } from '../../cases/matrix.ts';
import { problemOf } from '../../cases/problem.ts';
import { seeds, slices } from '../../support/arbitrary.ts';
import { asSet, isSolution } from '../../support/checker.ts';
import { runs, slow } from '../../support/effort.ts';
import { rest } from '../../support/engines.ts';
import { mutilated, pigeons } from '../../support/impossible.ts';
import {
  added,
  multiple,
  prefixOf,
  small,
  solutionsBelow,
  tight,
  tightMultiple,
  where,
} from '../../support/known.ts';
import { compileMultiples, type MultipleMatrix, UNLIMITED } from '../../support/multiples.ts';
import { expectAtMost, expectSame } from '../../support/same.ts';

// Much work, on a machine that may have other things to do.
vi.setConfig({ testTimeout: 60_000 });

const start = (matrix: Matrix, settings?: SearchSettings, slice?: number) =>
  new Learn(problemOf(matrix).compile(), settings, slice);

/** True if a clause of `knowledge` holds in a solution. */
function holds(clause: readonly number[], numbers: readonly number[]): boolean {
  return clause.some((literal) =>
    literal > 0 ? numbers.includes(literal - 1) : !numbers.includes(-literal - 1),
  );
}

const nameOf = (numbers: readonly number[]) => asSet([numbers])[0];

/** Few decisions, so that much of what is learned stays; or many, so that nothing does. */
const deep = fc.record({ pick: fc.nat(), mask: fc.nat(63), out: fc.array(fc.nat(30)) });
const places = fc.oneof(where, deep);
const call = fc.oneof(
  fc.record({ what: fc.constant('advance' as const), nodes: fc.nat(8) }),
  fc.record({ what: fc.constant('leaveOut' as const), pick: fc.nat() }),
  fc.record({ what: fc.constant('reset' as const), place: places }),
);
const calls = fc.array(call, { maxLength: 25 });

describe.each([
  ['small', small, 0],
  ['tight', tight, 300],
  ['with bounds', multiple, 0],
  ['tight, with bounds', tightMultiple, 300],
  ['with options that rules add', added, 0],
] as const)('random problems, %s', (_, problems, least) => {
  test('below one prefix after the other it finds each solution once, but those that are known', () => {
    let found = 0;
    fc.assert(
      fc.property(problems, where, seeds, slices, calls, (known, first, seed, slice, calls) => {
        let prefix = prefixOf(known, first);
        const search = new Learn(known.compiled, { seed, prefix }, slice);
        /** The solutions to come. */
        let left = new Map<string, number[]>();
        const begin = () => {
          const kept = solutionsBelow(known.all, prefix);
          left = new Map(kept.map((numbers) => [nameOf(numbers), numbers]));
        };
        const advance = (nodes: number) => {
          const outcome = search.advance(nodes);
          if (outcome === 'solution') {
            const numbers = search.solution();
            expectSame(left.delete(nameOf(numbers)), true);
            expectAtMost(numbers.length, search.deepest);
            found++;
          }
          const wrong = search
            .knowledge()
            .filter((clause) => [...left.values()].some((numbers) => !holds(clause, numbers)));
          expectSame(wrong, []);
          return outcome;
        };
        begin();
        for (const step of calls) {
          if (step.what === 'reset') {
            prefix = prefixOf(known, step.place);
            search.reset(prefix);
            begin();
            const none = { nodes: 0, guesses: 0, updates: 0, conflicts: 0, solutions: 0 };
            expect(search).toMatchObject({ ...none, deepest: 0 });
          } else if (step.what === 'leaveOut') {
            const numbers = known.all[step.pick % Math.max(1, known.all.length)];
            if (numbers === undefined) continue;
            left.delete(nameOf(numbers));
            search.exclude(numbers);
          } else advance(step.nodes);
        }
        while (advance(1000) !== 'exhausted');
        expect([...left.keys()]).toEqual([]);
      }),
      { numRuns: runs(1000) },
    );
    expect(found).toBeGreaterThan(runs(500));
  });

  test('what is learned holds in every solution, whatever was assumed or reported', () => {
    let learned = 0;
    const turn = fc.tuple(where, fc.nat(5), fc.nat(60));
    const turns = fc.array(turn, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(problems, seeds, slices, turns, (known, seed, slice, turns) => {
        const search = new Learn(known.compiled, { seed }, slice);
        for (const [place, solutions, nodes] of turns) {
          search.reset(prefixOf(known, { ...place, mask: place.mask & 7 }));
          // Until a solution is reported, nothing rests on one.
          for (let k = 0; k < nodes && search.solutions === 0; k++) {
            const wrong = search
              .knowledge()
              .filter((clause) => known.all.some((numbers) => !holds(clause, numbers)));
            expectSame(wrong, []);
            if (search.advance(1) === 'exhausted') break;
          }
          for (let k = 0; k < solutions; k++) search.advance(1000);
          learned += search.conflicts;
        }
      }),
      { numRuns: runs(1500) },
    );
    expect(learned).toBeGreaterThanOrEqual(runs(3 * least));
  });
});

/**
 * The edges of a complete graph: graphs in which each of `nodes` nodes has `least` to `most` edges.
 */
function graphs(nodes: number, least: number, most = least): MultipleMatrix {
  const options: number[][] = [];
  for (let a = 0; a < nodes; a++) for (let b = 0; b < a; b++) options.push([a, b]);
  const times = Array.from({ length: nodes }, () => [least, most] as const);
  return { name: 'graphs', primary: nodes, secondary: 0, options, times };
}

/** Square matrices of 0 and 1 with `sum` ones in each row and column. */
function squares(size: number, sum: number): MultipleMatrix {
  const options = Array.from({ length: size * size }, (_, k) => [
    Math.floor(k / size),
    size + (k % size),
  ]);
  const times = Array.from({ length: 2 * size }, () => [sum, sum] as const);
  return { name: 'squares', primary: 2 * size, secondary: 0, options, times };
}

test.each<[string, number, MultipleMatrix]>([
  ['2-regular graphs of 6 nodes (OEIS A001205)', 70, graphs(6, 2)],
  ['2-regular graphs of 7 nodes', 465, graphs(7, 2)],
  ['cubic graphs of 6 nodes (OEIS A002829)', 70, graphs(6, 3)],
  ['cubic graphs of 7 nodes', 0, graphs(7, 3)],
  ['graphs of 5 nodes (all of them)', 2 ** 10, graphs(5, 0, UNLIMITED)],
  ['graphs of 5 nodes without isolated nodes (OEIS A006129)', 768, graphs(5, 1, UNLIMITED)],
  ['matchings of 7 nodes, perfect or not (OEIS A000085)', 232, graphs(7, 0, 1)],
  ['squares of 4 with 2 ones in each line (OEIS A001499)', 90, squares(4, 2)],
  ['squares of 5 with 2 ones in each line', 2040, squares(5, 2)],
])('%s: %i', (_, count, matrix) => {
  const found = rest(new Learn(compileMultiples(matrix)));
  expect(new Set(asSet(found)).size).toBe(count);
  expect(found.length).toBe(count);
});

test('finds a first solution where there are many', () => {
  for (const matrix of [pentominoes(6, 10), queens(20), langford(16)]) {
    const search = start(matrix);
    expect(search.advance(Number.POSITIVE_INFINITY)).toBe('solution');
    expect(isSolution(matrix, search.solution())).toBe(true);
  }
});

describe('proves that there is no solution', () => {
  test.each<[string, Problem]>([
    ['2 pigeons in 1 hole', pigeons(2, 1)],
    ['5 pigeons in 4 holes', pigeons(5, 4)],
    ['8 pigeons in 7 holes', pigeons(8, 7)],
    ['the mutilated chessboard 2x2', mutilated(2)],
    ['the mutilated chessboard 4x4', mutilated(4)],
    ['the mutilated chessboard 6x6', mutilated(6)],
    ['the mutilated chessboard 8x8', mutilated(8)],
    ['Langford pairs, n = 9', problemOf(langford(9))],
    ['perfect matchings of K9', problemOf(matchings(9))],
  ])('%s', { timeout: 60_000 }, (_, problem) => {
    const search = new Learn(problem.compile());
    expect(rest(search)).toEqual([]);
    expect(search.advance(1)).toBe('exhausted');
    expect(search.share()).toBe(1);
  });

  test('but not where there is one', () => {
    // The squares of either colour are equal in number.
    for (const size of [6, 8]) {
      const search = new Learn(mutilated(size, [0, size - 1]).compile());
      expect(search.advance(Number.POSITIVE_INFINITY)).toBe('solution');
    }
  });

  test('16x16 Sudokus with one wrong clue that is not wrong at first sight', () => {
    const text = readFileSync(new URL('../../../data/sudoku/16x16.txt', import.meta.url), 'utf8');
    const puzzles = readPuzzles(text);
    const { shape } = puzzles[0];
    const solver = new Solver(shape);
    const compiled = encodeBare(shape).compile();
    const random = new Random(5);
    let conflicts = 0;
    for (let proven = 0; proven < (slow ? 20 : 5); ) {
      const givens = puzzles[random.below(puzzles.length)].givens.slice();
      const solution = solver.first(givens).solution as Uint8Array;
      const blank = random.below(256);
      const wrong = 1 + random.below(16);
      if (givens[blank] !== 0 || solution[blank] === wrong) continue;
      givens[blank] = wrong;
      if (check(shape, givens).mistakes.length > 0) continue;
      const prefix: number[] = [];
      for (const [cell, value] of givens.entries())
        if (value > 0) prefix.push(16 * cell + value - 1);
      const search = new Learn(compiled, { prefix });
      expect(search.advance(Number.POSITIVE_INFINITY)).toBe('exhausted');
      conflicts += search.conflicts;
      // One that is seen through without any search proves nothing.
      if (search.conflicts > 0) proven++;
    }
    expect(conflicts).toBeGreaterThan(10);
  });
});

test('what is learned stays: to prove the same again takes a fraction of the conflicts', () => {
  for (const problem of [pigeons(8, 7), problemOf(matchings(9))]) {
    const search = new Learn(problem.compile());
    expect(rest(search)).toEqual([]);
    const { conflicts, updates } = search;
    search.reset();
    expect(rest(search)).toEqual([]);
    expect(search.conflicts).toBeLessThan(conflicts / 2);
    expect(search.updates).toBeLessThan(updates / 2);
  }
});

test('what is learned below the parts of a problem stays, too', () => {
  const matrix = matchings(9);
  const parts = start(matrix).split(8);
  expect(parts.length).toBeGreaterThanOrEqual(8);
  const search = start(matrix);
  const conflicts = [0, 0];
  for (const turn of conflicts.keys()) {
    for (const prefix of parts) {
      search.reset(prefix);
      expect(rest(search)).toEqual([]);
      conflicts[turn] = conflicts[turn] + search.conflicts;
    }
  }
  expect(conflicts[1]).toBeLessThan(conflicts[0] / 2);
});

describe('a search that proved from its solutions alone that there are no more', () => {
  // Found by a search at random: at the end the literal "over" is true at level 0. A reset takes it
  // back, from between other literals that stay.
  const optionsOf = (text: string) =>
    text.split(',').map((option) => option.split(' ').map(Number));
  const once: Matrix = {
    name: 'once',
    primary: 8,
    secondary: 1,
    options: optionsOf('1 4,6 5,5 0,8 0,8 0,4 7 5,6 1,2 7,0 1,4 6,5 7 2,0 8,3 8,1 6 2'),
  };
  const several: MultipleMatrix = {
    name: 'several',
    primary: 4,
    secondary: 2,
    options: optionsOf('5 3,0 2 3,1 5,5 0,1 2 3,1 3,3 4,2 4,3 0,1 5,2 3,4 3,0 5,4 0 3'),
    colours: optionsOf('0 0,0 0 0,0 0,1 0,0 0 0,0 0,0 0,0 0,0 0,0 1,0 0,0 0,0 0,0 0 0'),
    times: [
      [3, 3],
      [1, 1],
      [2, 2],
      [1, 2],
    ],
  };

  test.each([
    ['once', () => start(once, { seed: -20 })],
    ['several times', () => new Learn(compileMultiples(several), { seed: -3263822240164529 })],
  ])('each item %s', (_, begin) => {
    const search = begin();
    const found = asSet(rest(search));
    const { trail } = (search as unknown as { search: { trail: Trail } }).search;
    const over = 2 * trail.open.over;
    expect(trail.values[over]).toBe(1);
    const { size } = trail;
    expect(trail.literals.indexOf(over)).toBeLessThan(size - 1);
    for (let turn = 0; turn < 2; turn++) {
      search.reset();
      const first = search.advance(1) === 'solution' ? [search.solution()] : [];
      expect(trail.values[over]).toBe(-1);
      const literals = [...trail.literals.subarray(0, trail.size)];
      expect(new Set(literals).size).toBe(literals.length);
      for (const literal of literals) expect(trail.values[literal]).toBe(1);
      expect(trail.chosen).toBe(literals.filter((literal) => literal % 2 === 0).length);
      expect(asSet([...first, ...rest(search)])).toEqual(found);
    }
  });
});

describe('the contract', () => {
  test('takes a budget of half a node for a node', () => {
    const search = start(queens(8));
    expect(search.advance(0.5)).toBe('paused');
    expect(search.nodes).toBe(1);
  });

  test('refuses a prefix that covers an item too often', () => {
    expect(() => new Learn({} as never)).toThrow(/compiled/);
    const twice = compileMultiples(graphs(4, 1, 2));
    const search = new Learn(twice);
    for (const prefix of [[0, 1, 3], [0, 0], [2, ~2], [~2, 2], [6]]) {
      expect(() => new Learn(twice, { prefix })).toThrow(/prefix/);
      expect(() => search.reset(prefix)).toThrow(/prefix/);
    }
    expect(() => search.reset([0, 1, 3])).toThrow('item 0 would be covered more than 2');
  });
});
