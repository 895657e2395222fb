import fc from 'fast-check';
import { describe, test } from 'vitest';
import { runs, seed } from '../../support/effort.ts';
import { cases, KINDS } from './random-rules.ts';
import { checkRoundTrip } from './round-trip.ts';

describe('what was written is read', () => {
  test.each([...KINDS])('random problems with the rule %s', (kind) => {
    fc.assert(
      fc.property(cases([kind]), ({ problem, rules }) => {
        checkRoundTrip(
          problem,
          rules.map(({ rule }) => rule),
        );
      }),
      { numRuns: runs(2000), seed },
    );
  });

  test('random problems with rules of all kinds', () => {
    fc.assert(
      fc.property(cases(KINDS, 5), ({ problem, rules }) => {
        checkRoundTrip(
          problem,
          rules.map(({ rule }) => rule),
        );
      }),
      { numRuns: runs(4000), seed },
    );
  });
});
