import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Multiples } from '../../../src/engine/kernels/multiples/multiples.ts';
import type { Opening } from '../../../src/engine/solve/opening.ts';
import type { TreePortfolio } from '../../../src/engine/solve/tree-portfolio.ts';
import { seeds } from '../../support/arbitrary.ts';
import { asSet } from '../../support/checker.ts';
import { runs } from '../../support/effort.ts';
import { rest } from '../../support/engines.ts';
import { anyKnown, decisions, packing, solutionsBelow, turning } from '../../support/known.ts';
import { openingIn, portfolioIn } from '../../support/portfolio.ts';
import { expectAtMost } from '../../support/same.ts';

/** Conflicts to learn from, scarce capacity, symmetries: each solver has a part in some of them. */
const problems = fc.oneof(anyKnown, packing, turning);

const settings = fc.record({
  seed: seeds,
  reduce: fc.boolean(),
  // From too little for the problem itself to more than enough for small ones.
  memoryLimit: fc.option(fc.integer({ min: 500, max: 30_000 }), { nil: undefined }),
});

/** A beginning by the search of the core; turns of any length; a handover at once or never. */
const tunings = fc.record({
  joinedNs: fc.integer({ min: 1, max: 300 }),
  learningPace: fc.constantFrom(0, 1, 400, 2000),
  refutingPace: fc.constantFrom(400, 1e9),
  lookNodes: fc.integer({ min: 1, max: 6 }),
  leastTurnNs: fc.constantFrom(1, 100, 1000),
  choiceLookNodes: fc.integer({ min: 1, max: 6 }),
  sweepBias: fc.constantFrom(0, 1e18),
  sweepWorth: fc.constant(0),
  symmetryBias: fc.constant(0),
});

const budgets = fc.tuple(
  fc.constantFrom(1, 7, 30, Number.POSITIVE_INFINITY),
  fc.constantFrom(1, 1, 2, 4),
);

/** The solutions that a plan stands on, to its end. */
function toEnd(
  plan: TreePortfolio | Opening,
  [nodes, solutions]: readonly [number, number],
): number[][] {
  const found: number[][] = [];
  for (;;) {
    const before = plan.nodes;
    const share = plan.share();
    const outcome = plan.advance(nodes, solutions);
    expectAtMost(plan.nodes - before, nodes);
    expectAtMost(share - 1e-9, plan.share());
    if (outcome === 'exhausted') return found;
    if (outcome === 'solution') found.push(plan.solution());
  }
}

test.each(['few', 'all', 'count'] as const)(
  '%s: each solution comes once, whoever finds it, below any decisions',
  (kind) => {
    const met = { symmetries: 0, states: 0, ahead: 0 };
    // Small problems have few symmetries: here any are enough.
    const suits = ({ order }: { order: bigint }) => {
      met.symmetries++;
      return order > 1n;
    };
    fc.assert(
      fc.property(
        fc.tuple(problems, decisions, settings, tunings, fc.boolean()),
        budgets,
        fc.nat(40),
        fc.boolean(),
        ([known, prefixIn, setting, drawn, opens], budget, pauses, isAgain) => {
          const { compiled } = known;
          const prefix = prefixIn(known);
          const all = solutionsBelow(known.all, prefix);
          const tuning = { ...drawn, suits };
          const given = { ...setting, prefix };
          const isOpened = opens && !compiled.multiple && !setting.reduce;
          const plan = portfolioIn(kind, compiled, given, { tuning });
          const whole = isOpened ? openingIn(kind, compiled, given, { tuning }) : plan;
          const found = toEnd(whole, budget);
          if (kind === 'count') {
            met.states += Number(plan.states > 0);
          } else if (budget[1] === 1) expect(asSet(found)).toEqual(asSet(all));
          else expect(asSet(all)).toEqual(expect.arrayContaining(asSet(found)));
          expect([whole.solutions, whole.exact]).toEqual([all.length, BigInt(all.length)]);
          expect(whole.share()).toBe(1);
          if (kind === 'count' || setting.reduce || isOpened) return;
          // A buffer that holds more than the prefix, as one that serves many starts does.
          plan.reset(Int32Array.of(...prefix, 99), prefix.length);
          expect(plan).toMatchObject({ nodes: 0, guesses: 0, updates: 0, solutions: 0 });
          const reported: number[][] = [];
          for (let k = 0; k < pauses; k++) {
            if (plan.advance(1) === 'solution') reported.push(plan.solution());
          }
          const ahead = [...plan.frontier()].flatMap((prefix) => {
            return rest(new Multiples(compiled, { prefix }));
          });
          met.ahead += ahead.length;
          expect(asSet([...reported, ...ahead])).toEqual(asSet(all));
          // It goes on, or begins once more.
          const before = isAgain ? [] : reported;
          if (isAgain) plan.reset();
          expect(asSet([...before, ...toEnd(plan, [30, 1])])).toEqual(asSet(all));
        },
      ),
      { numRuns: runs(4000) },
    );
    if (kind === 'count') expect(met.states).toBeGreaterThan(runs(50));
    else {
      expect(met.symmetries).toBeGreaterThan(runs(30));
      expect(met.ahead).toBeGreaterThan(runs(100));
    }
  },
);
