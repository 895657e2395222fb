import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs, seed } from '../../support/effort.ts';
import { checkRules } from './check-rules.ts';
import { cases, KINDS } from './random-rules.ts';

describe('random problems have the solutions that keep to the rules', () => {
  test.each([...KINDS])('%s', (kind) => {
    let kept = 0;
    fc.assert(
      fc.property(cases([kind]), (one) => {
        kept += checkRules(one);
      }),
      { numRuns: runs(2000), seed },
    );
    expect(kept).toBeGreaterThan(0);
  });

  test('of all kinds', () => {
    fc.assert(
      fc.property(cases(KINDS, 5), (one) => {
        checkRules(one);
      }),
      { numRuns: runs(4000), seed },
    );
  });

  test.each(['about the same variables', 'about different variables'])('%s', (about) => {
    const kinds = ['occurs', 'sum', 'regular', 'table'] as const;
    const isApart = about.includes('different');
    fc.assert(
      fc.property(cases(isApart ? ['different', ...kinds] : ['occurs'], 4, true), (one) => {
        checkRules(one);
      }),
      { numRuns: runs(2000), seed },
    );
  });
});
