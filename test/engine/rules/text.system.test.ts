import { describe, test } from 'vitest';
import { KINDS } from './random-rules.ts';
import { checkRoundTrips } from './round-trip.ts';

describe('what was written is read', () => {
  test.each([...KINDS])('random problems with the rule %s', (kind) => {
    checkRoundTrips(2000, [kind]);
  });

  test('random problems with rules of all kinds', () => {
    checkRoundTrips(4000, KINDS, 5);
  });
});
