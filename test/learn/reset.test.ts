import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { SearchSettings } from '../../src/kernels/search.ts';
import { Learn } from '../../src/learn/learn.ts';
import type { Trail } from '../../src/learn/trail.ts';
import { langford, matchings, queens } from '../cases/gallery.ts';
import type { Matrix } from '../cases/matrix.ts';
import { problemOf } from '../cases/problem.ts';
import { seeds, slices, smallMatrix, tightMatrix } from '../support/arbitrary.ts';
import { asSet } from '../support/checker.ts';
import { runs } from '../support/effort.ts';
import { engines, rest } from '../support/engines.ts';
import { compileMultiples, type MultipleMatrix } from '../support/multiples.ts';

// Much work, on a machine that may have other things to do.
vi.setConfig({ testTimeout: 60_000 });

const start = (matrix: Matrix, settings?: SearchSettings, slice?: number) =>
  new Learn(problemOf(matrix).compile(), settings, slice);

/** True if a solution keeps to all decisions of a prefix. */
function keepsTo(prefix: readonly number[], numbers: readonly number[]): boolean {
  return prefix.every((decision) =>
    decision < 0 ? !numbers.includes(~decision) : numbers.includes(decision),
  );
}

/** The decisions of a prefix: some options of some solution, and some options left out. */
const where = fc.record({ pick: fc.nat(), mask: fc.nat(63), out: fc.array(fc.nat(30)) });
type Where = typeof where extends fc.Arbitrary<infer W> ? W : never;

/** Decisions that name a subtree, now and then one without solutions. */
function prefixOf(matrix: Matrix, all: readonly number[][], { pick, mask, out }: Where): number[] {
  const count = matrix.options.length;
  const solution = all[pick % Math.max(1, all.length)] ?? [];
  const chosen = solution.filter((_, k) => (mask >> k) & 1);
  const leftOut = count === 0 ? [] : out.map((k) => k % count).filter((k) => !chosen.includes(k));
  return [...leftOut.map((k) => ~k), ...chosen];
}

const call = fc.oneof(
  fc.record({ what: fc.constant('advance' as const), nodes: fc.nat(8) }),
  fc.record({ what: fc.constant('leaveOut' as const), pick: fc.nat() }),
  fc.record({ what: fc.constant('reset' as const), where }),
  // Few decisions beyond the base, so that much stays.
  fc.record({
    what: fc.constant('reset' as const),
    where: fc.record({
      pick: fc.nat(),
      mask: fc.nat(7),
      out: fc.array(fc.nat(30), { maxLength: 2 }),
    }),
  }),
);

describe.each([
  ['small', smallMatrix, 0],
  ['tight', tightMatrix, 100],
] as const)('%s problems, searched below one prefix after the other', (_, matrices, least) => {
  test('each has its solutions, each once, wherever the search before it was left', () => {
    let found = 0;
    fc.assert(
      fc.property(
        matrices,
        where,
        seeds,
        slices,
        fc.array(call, { maxLength: 25 }),
        (matrix, first, seed, slice, calls) => {
          const all = rest(engines.cells(matrix));
          let prefix = prefixOf(matrix, all, { ...first, out: first.out.slice(0, first.pick % 4) });
          const search = start(matrix, { seed, prefix }, slice);
          const below = () => new Set(asSet(all.filter((one) => keepsTo(prefix, one))));
          let left = below();
          const report = () => {
            const numbers = search.solution();
            const chosen = prefix.filter((decision) => decision >= 0);
            expect(numbers.slice(0, chosen.length)).toEqual(chosen);
            expect(left.delete(asSet([numbers])[0] as string)).toBe(true);
            expect(search.deepest).toBeGreaterThanOrEqual(numbers.length);
            found++;
          };
          for (const step of calls) {
            if (step.what === 'reset') {
              prefix = prefixOf(matrix, all, step.where);
              search.reset(prefix);
              left = below();
              const none = { nodes: 0, guesses: 0, updates: 0, conflicts: 0, solutions: 0 };
              expect(search).toMatchObject({ ...none, deepest: 0 });
            } else if (step.what === 'leaveOut') {
              const known = all[step.pick % Math.max(1, all.length)];
              if (known === undefined) continue;
              left.delete(asSet([known])[0] as string);
              search.leaveOut(known);
            } else if (search.advance(step.nodes) === 'solution') {
              report();
            }
          }
          for (let outcome = ''; outcome !== 'exhausted'; ) {
            outcome = search.advance(1000);
            if (outcome === 'solution') report();
          }
          expect([...left]).toEqual([]);
        },
      ),
      { numRuns: runs(1500) },
    );
    expect(found).toBeGreaterThan(runs(1000));
  });

  test('what is learned holds in every solution, whatever was assumed or reported', () => {
    let learned = 0;
    fc.assert(
      fc.property(
        matrices,
        seeds,
        fc.array(fc.tuple(where, fc.nat(5), fc.nat(60)), { minLength: 1, maxLength: 6 }),
        (matrix, seed, turns) => {
          const all = rest(engines.cells(matrix));
          const search = start(matrix, { seed });
          for (const [place, solutions, nodes] of turns) {
            const out = place.out.slice(0, 2);
            search.reset(prefixOf(matrix, all, { ...place, mask: place.mask & 7, out }));
            // Until a solution is reported, nothing rests on one.
            for (let k = 0; k < nodes && search.solutions === 0; k++) {
              const known = search.knowledge();
              const wrong = known.filter((clause) => all.some((one) => !holds(clause, one)));
              expect(wrong).toEqual([]);
              if (search.advance(1) === 'exhausted') break;
            }
            for (let k = 0; k < solutions; k++) search.advance(1000);
            learned += search.conflicts;
          }
        },
      ),
      { numRuns: runs(500) },
    );
    expect(learned).toBeGreaterThanOrEqual(least);
  });
});

/** True if a clause of `knowledge` holds in a solution. */
function holds(clause: readonly number[], numbers: readonly number[]): boolean {
  return clause.some((literal) =>
    literal > 0 ? numbers.includes(literal - 1) : !numbers.includes(-literal - 1),
  );
}

test('what is learned stays: to prove the same again takes a fraction of the conflicts', () => {
  for (const matrix of [langford(9), matchings(9)]) {
    const search = start(matrix);
    expect(rest(search)).toEqual([]);
    const { conflicts, updates } = search;
    search.reset();
    expect(rest(search)).toEqual([]);
    expect(search.conflicts).toBeLessThan(conflicts / 2);
    expect(search.updates).toBeLessThan(updates / 2);
  }
});

test('what is learned below the parts of a problem stays, too', () => {
  const matrix = langford(9);
  const parts = start(matrix).split(8);
  expect(parts.length).toBeGreaterThanOrEqual(8);
  const search = start(matrix);
  const conflicts = [0, 0];
  for (const turn of conflicts.keys()) {
    for (const prefix of parts) {
      search.reset(prefix);
      expect(rest(search)).toEqual([]);
      conflicts[turn] = (conflicts[turn] as number) + search.conflicts;
    }
  }
  expect(conflicts[1]).toBeLessThan((conflicts[0] as number) / 2);
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

test('a budget of solutions stops at the last of them', () => {
  const matrix = queens(8);
  for (const slice of [undefined, 100]) {
    const search = start(matrix, {}, slice);
    const advance = (nodes: number, solutions: number) => {
      for (;;) {
        const wanted = solutions - search.solutions;
        const outcome = search.advance(nodes, wanted);
        if (outcome !== 'paused') return outcome;
      }
    };
    expect(advance(Number.POSITIVE_INFINITY, 10)).toBe('solution');
    expect(search.solutions).toBe(10);
    expect(search.solution()).toHaveLength(8);
    expect(advance(50, 30)).toBe('solution');
    expect(search.solutions).toBe(30);
    // Solutions that were passed by are not found again below the frontier.
    const ahead = [...search.frontier()].flatMap((prefix) =>
      rest(engines.cells(matrix, { prefix })),
    );
    expect(new Set(asSet(ahead)).size).toBe(92 - 30);
    expect(advance(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY)).toBe('exhausted');
    expect(search.solutions).toBe(92);
  }
  for (const budget of [0, -1, 1.5, Number.NaN, null]) {
    expect(() => start(matrix).advance(1, budget as number)).toThrow(/solution budget/);
  }
});
