import { describe, expect, test } from 'vitest';
import type { Compiled } from '../../../src/engine/problem/compiled.ts';
import { solutionsPortfolio } from '../../../src/engine/solve/portfolios.ts';
import type { Settings } from '../../../src/engine/solve/question-settings.ts';
import { first, isUnique, solutions } from '../../../src/index.ts';
import { problemOf } from '../../cases/problem.ts';
import { howell, nearlyKirkman } from '../../support/designs.ts';

describe('none is proven', () => {
  const design = problemOf(howell(5, 8)).compile();
  const girls = problemOf(nearlyKirkman(12, 5)).compile();
  /** A proof takes 370,000 nodes at most, of all solvers together. */
  const maxNodes = 450_000;

  test.each<[string, Compiled, Settings]>([
    ['a design, reduced', design, { reduce: true }],
    ['girls, by a seed, below decisions', girls, { seed: 7, prefix: [0, ~5] }],
  ])('%s', (_, compiled, settings) => {
    expect(first(compiled, { maxNodes, ...settings })).toEqual({ status: 'complete' });
  });

  test('by isUnique', () => {
    expect(isUnique(girls, { maxNodes })).toEqual({ answer: 'none', status: 'complete' });
  });

  test('in a stream', () => {
    const stream = solutions(design, { maxNodes: 4_000_000 });
    expect([...stream]).toEqual([]);
    expect(stream.status).toBe('complete');
  });

  test('but not where symmetry is switched off, or an engine is named', () => {
    expect(first(design, { maxNodes, symmetry: false })).toEqual({ status: 'nodes' });
    expect(first(girls, { maxNodes, engine: 'lists' })).toEqual({ status: 'nodes' });
  });
});

test('a division waits for it only a while', () => {
  const compiled = problemOf(nearlyKirkman(18, 8)).compile();
  const plan = solutionsPortfolio(compiled, {}, { deciders: 'leading' });
  while (plan.ready === undefined) {
    expect(plan.advance(1 << 12)).toBe('paused');
    expect(plan.nodes).toBeLessThan(4_000_000);
  }
  plan.end();
});
