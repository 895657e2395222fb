import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Decisions } from '../../../src/engine/kernels/prefix.ts';
import type { Compiled } from '../../../src/engine/problem/compiled.ts';
import type { Settings } from '../../../src/engine/solve/question-settings.ts';
import { Moving } from '../../../src/engine/solve/symmetry-deciders.ts';
import { count, first, isUnique, solutions, symmetries } from '../../../src/index.ts';
import { latinSquares, matchings, queens } from '../../cases/gallery.ts';
import { problemOf } from '../../cases/problem.ts';
import { asSet, isSolution } from '../../support/checker.ts';
import { howell, room } from '../../support/designs.ts';
import { runs } from '../../support/effort.ts';
import { multiple, prefixOf, small, solutionsBelow, turning, where } from '../../support/known.ts';
import { portfolioIn } from '../../support/portfolio.ts';

test('another value of symmetry is refused', () => {
  const wrong = { symmetry: 'no' } as unknown as Settings;
  const compiled = problemOf(queens(4)).compile();
  const text = 'symmetry is "no"; give true or false.';
  expect(() => first(compiled, wrong)).toThrow(text);
  expect(() => isUnique(compiled, wrong)).toThrow(text);
  expect(() => solutions(compiled, wrong)).toThrow(text);
});

describe('another solution', () => {
  /** What a symmetry of what is left below decisions makes of a solution, if one moves it. */
  function moved(compiled: Compiled, solution: readonly number[], settings: Settings = {}) {
    const search = new Moving(compiled, settings);
    search.exclude(solution);
    let outcome = search.advance();
    while (outcome === 'paused') outcome = search.advance();
    expect(outcome === 'solution' || outcome === 'stuck').toBe(true);
    const other = outcome === 'solution' ? search.solution() : undefined;
    expect(search.advance()).toBe('stuck');
    search.end();
    return other;
  }

  /** The first solution of a list by brute force, another one, and decisions that it keeps. */
  function check(
    compiled: Compiled,
    all: readonly number[][],
    prefix: Decisions,
    at: number,
  ): boolean {
    const kept = solutionsBelow(all, Array.from(prefix));
    const solution = kept[at % kept.length];
    if (solution === undefined) return false;
    const other = moved(compiled, solution, { prefix });
    if (other !== undefined) {
      expect(asSet(kept)).toContain(asSet([other])[0]);
      expect(asSet([other])).not.toEqual(asSet([solution]));
    } else if (prefix.length === 0) {
      // Then no symmetry of the whole problem moves it either.
      const group = symmetries(compiled);
      for (const generator of group.generators) {
        expect(asSet([group.image(generator, solution)])).toEqual(asSet([solution]));
      }
    }
    return other !== undefined;
  }

  test.each([
    ['secondary items and colours', small],
    ['turning problems', turning],
    ['multiplicities', multiple],
  ])('%s: as brute force says', (_, problems) => {
    let found = 0;
    let foundBelow = 0;
    fc.assert(
      fc.property(problems, where, (known, place) => {
        const { compiled, all } = known;
        fc.pre(all.length > 0);
        if (check(compiled, all, [], place.pick)) found++;
        const prefix = prefixOf(known, place);
        if (prefix.length > 0 && check(compiled, all, prefix, place.pick)) foundBelow++;
      }),
      { numRuns: runs(1200), seed: 11 },
    );
    expect(found).toBeGreaterThan(10);
    expect(foundBelow).toBeGreaterThan(5);
  });

  test('where memory is short it is of no use', () => {
    const compiled = problemOf(queens(6)).compile();
    const [solution = []] = solutions(compiled);
    expect(moved(compiled, solution)).toBeDefined();
    expect(moved(compiled, solution, { memoryLimit: 1000 })).toBeUndefined();
  });

  test('a solution that all symmetries keep has no other', () => {
    // The items of a pair are in the same options: they may change places.
    const compiled = problemOf({
      name: 'pairs',
      primary: 4,
      secondary: 0,
      options: [
        [0, 1],
        [2, 3],
        [0, 1, 2],
        [0, 3],
      ],
    }).compile();
    expect(count(compiled).exact).toBe(1n);
    expect(moved(compiled, [0, 1])).toBeUndefined();
  });

  test('isUnique is answered at once, where the search would take long', () => {
    // One option covers all, and is stated twice. Between the two stands a design that there is
    // not. Without symmetry, the search goes on there.
    const design = howell(5, 8);
    const { primary } = design;
    const whole = Array.from({ length: primary + 1 }, (_, item) => item);
    const later = (item: number) => (item < primary ? item : item + 1);
    const options = [whole, [primary], ...design.options.map((items) => items.map(later)), whole];
    const compiled = problemOf({ ...design, primary: primary + 1, options }).compile();
    const nodes = (symmetry: boolean) => {
      const tuning = { joinedNs: 2 ** 20, learningPace: 0, leastTurnNs: 2 ** 17 };
      const search = portfolioIn('few', compiled, { symmetry }, { tuning });
      expect(search.advance(Number.POSITIVE_INFINITY)).toBe('solution');
      expect(search.solution()).toEqual([0]);
      let outcome = search.advance(1000);
      while (outcome === 'paused' && search.nodes < 1_000_000) outcome = search.advance(1000);
      if (symmetry) expect(search.solution()).toEqual([options.length - 1]);
      search.end();
      return outcome === 'solution' ? search.nodes : Number.POSITIVE_INFINITY;
    };
    expect(nodes(true)).toBeLessThan(100_000);
    expect(nodes(false)).toBe(Number.POSITIVE_INFINITY);
  });

  test('problems of the gallery', () => {
    for (const matrix of [queens(8), latinSquares(5), matchings(8), room(7)]) {
      const compiled = problemOf(matrix).compile();
      const { solution = [] } = first(compiled);
      const other = moved(compiled, solution) as number[];
      expect(isSolution(matrix, other)).toBe(true);
      expect(asSet([other])).not.toEqual(asSet([solution]));
    }
  });
});
