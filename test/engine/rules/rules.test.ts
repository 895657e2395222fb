import fc from 'fast-check';
import { test } from 'vitest';
import { runs, seed } from '../../support/effort.ts';
import { checkRules } from './check-rules.ts';
import { cases, KINDS } from './random-rules.ts';

// rules.system.test.ts has each kind of rule by itself, and more of these.
test('random problems have the solutions that keep to the rules', () => {
  fc.assert(
    fc.property(cases(KINDS, 5), (one) => {
      checkRules(one);
    }),
    { numRuns: runs(1000), seed },
  );
});
