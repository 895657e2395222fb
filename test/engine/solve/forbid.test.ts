import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Forbid, forbidding } from '../../../src/engine/kernels/forbidding.ts';
import type { Forbids, Search } from '../../../src/engine/kernels/search.ts';
import { Learn } from '../../../src/engine/learn/learn.ts';
import { startEngine } from '../../../src/engine/solve/engines.ts';
import { seeds } from '../../support/arbitrary.ts';
import { asSet } from '../../support/checker.ts';
import { runs } from '../../support/effort.ts';
import { prefixesOf, rest } from '../../support/engines.ts';
import { anyKnown, decisions, type Known, solutionsBelow, turning } from '../../support/known.ts';
import { portfolioIn } from '../../support/portfolio.ts';

const problems = fc.oneof(anyKnown, turning);

/** Sets of options that cannot stand together, mostly parts of solutions: each has 1 to 4. */
const cuts = fc.array(
  fc.record({ of: fc.nat(), start: fc.nat(), size: fc.integer({ min: 1, max: 4 }) }),
  { maxLength: 6 },
);

interface Cut {
  readonly of: number;
  readonly start: number;
  readonly size: number;
}

function setsOf({ all }: Known, drawn: readonly Cut[]): number[][] {
  if (all.length === 0) return [];
  return drawn.flatMap(({ of, start, size }) => {
    const numbers = all[of % all.length] ?? [];
    if (numbers.length === 0) return [];
    return [
      [...new Set(Array.from({ length: size }, (_, k) => numbers[(start + k) % numbers.length]))],
    ];
  });
}

function conflictIn(sets: readonly (readonly number[])[], numbers: readonly number[]) {
  return sets.find((set) => set.every((option) => numbers.includes(option)));
}

function forbidsOf(sets: readonly (readonly number[])[]): Forbids {
  const rule: Forbid = {
    name: 'the cuts',
    conflictOf(numbers) {
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
      return conflictIn(sets, numbers);
    },
  };
  return forbidding([rule]);
}

const tunings = fc.record({
  joinedNs: fc.integer({ min: 1, max: 300 }),
  learningPace: fc.constantFrom(0, 1, 400),
  lookNodes: fc.integer({ min: 1, max: 6 }),
  leastTurnNs: fc.constantFrom(1, 100, 1000),
});

test.each(['few', 'all', 'count'] as const)(
  '%s: each solution that no function forbids comes once, below any decisions',
  (kind) => {
    let met = 0;
    fc.assert(
      fc.property(
        fc.tuple(problems, decisions, cuts, seeds, tunings),
        fc.constantFrom(1, 7, 30, Number.POSITIVE_INFINITY),
        fc.constantFrom(1, 2, Number.POSITIVE_INFINITY),
        ([known, prefixIn, drawn, seed, tuning], nodes, solutions) => {
          const sets = setsOf(known, drawn);
          const prefix = prefixIn(known);
          const wanted = solutionsBelow(known.all, prefix).filter((s) => !conflictIn(sets, s));
          if (wanted.length < known.all.length) met++;
          const forbids = forbidsOf(sets);
          const plan = portfolioIn(kind, known.compiled, { seed, prefix, forbids }, { tuning });
          const found: number[][] = [];
          let outcome = plan.advance(nodes, solutions);
          for (let turns = 0; outcome !== 'exhausted'; outcome = plan.advance(nodes, solutions)) {
            if (outcome === 'solution') found.push(plan.solution());
            expect(++turns).toBeLessThan(1e5);
          }
          expect(plan.exact).toBe(BigInt(wanted.length));
          if (solutions === 1) expect(asSet(found)).toEqual(asSet(wanted));
        },
      ),
      { numRuns: runs(2000) },
    );
    expect(met).toBeGreaterThan(runs(500));
  },
);

test('each engine goes past what is forbidden, whole, in parts and below other prefixes', () => {
  fc.assert(
    fc.property(
      fc.tuple(problems, decisions, decisions, cuts, seeds),
      fc.constantFrom('lists', 'links', 'learn', 'multiples', 'sweep'),
      fc.nat(12),
      ([known, prefixIn, otherIn, drawn, seed], engine, pauses) => {
        const { compiled } = known;
        if (compiled.multiple && engine !== 'learn' && engine !== 'multiples') return;
        const sets = setsOf(known, drawn);
        const forbids = forbidsOf(sets);
        const start = (prefix: readonly number[]): Search =>
          startEngine(compiled, engine, { seed, prefix, forbids });
        const below = (prefix: readonly number[]) =>
          solutionsBelow(known.all, prefix).filter((s) => !conflictIn(sets, s));
        const prefix = prefixIn(known);
        const search = start(prefix);
        const found: number[][] = [];
        for (let k = 0; k < pauses; k++) {
          if (search.advance(1) === 'solution') found.push(search.solution());
        }
        const parts =
          engine === 'learn' ? search.split(3).map((p) => p.toArray()) : prefixesOf(search);
        const left = parts.flatMap((part) => rest(start(part)));
        expect(asSet([...found, ...left])).toEqual(asSet(below(prefix)));
        expect(asSet([...found, ...rest(search)])).toEqual(asSet(below(prefix)));
        const other = otherIn(known);
        search.reset(other);
        expect(asSet(rest(search))).toEqual(asSet(below(other)));
        search.end();
      },
    ),
    { numRuns: runs(4000) },
  );
});

test('what learn keeps of a conflict holds in every solution below the base, without "or over"', () => {
  fc.assert(
    fc.property(problems, decisions, cuts, seeds, (known, prefixIn, drawn, seed) => {
      const sets = setsOf(known, drawn);
      const prefix = prefixIn(known);
      const learn = new Learn(known.compiled, { seed, prefix });
      const search = forbidsOf(sets).around(learn, known.compiled);
      rest(search);
      // Without its own solutions: these clauses are about "or over".
      search.reset();
      search.advance(1);
      for (const numbers of solutionsBelow(known.all, prefix)) {
        if (conflictIn(sets, numbers)) continue;
        const chosen = new Set(numbers);
        for (const clause of learn.knowledge()) {
          const holds = clause.some((literal) =>
            literal > 0 ? chosen.has(literal - 1) : !chosen.has(-literal - 1),
          );
          expect(holds).toBe(true);
        }
      }
    }),
    { numRuns: runs(2000) },
  );
});
