import fc from 'fast-check';
import { expect } from 'vitest';
import { fingerprint } from '../../../src/engine/problem/fingerprint.ts';
import type { Problem } from '../../../src/index.ts';
import { type Rule, readRuledDlx, withRules, writeRuledDlx } from '../../../src/rules.ts';
import { runs, seed } from '../../support/effort.ts';
import { cases } from './random-rules.ts';

/** Reads what was written, and compares the problem with the one that was written. */
export function checkRoundTrip<T>(problem: Problem<T>, rules: readonly Rule<NoInfer<T>>[]): string {
  const ruled = withRules(problem, rules);
  const text = writeRuledDlx(ruled);
  const read = readRuledDlx(text);
  expect(fingerprint(read.stated)).toBe(fingerprint(ruled.stated));
  expect(fingerprint(read.compile())).toBe(fingerprint(ruled.compile()));
  expect(read.rules.map(({ kind, name }) => [kind, name])).toEqual(
    ruled.rules.map(({ kind, name }) => [kind, name]),
  );
  expect(writeRuledDlx(read)).toBe(text);
  return text;
}

/** Does so for random problems with rules of these kinds. */
export function checkRoundTrips(all: number, ...of: Parameters<typeof cases>): void {
  fc.assert(
    fc.property(cases(...of), ({ problem, rules }) => {
      checkRoundTrip(
        problem,
        rules.map(({ rule }) => rule),
      );
    }),
    { numRuns: runs(all), seed },
  );
}
