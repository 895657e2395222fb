import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fingerprint } from '../../../src/engine/problem/fingerprint.ts';
import { count, DlxReader, Problem, QuadrilleError, readDlx, solutions } from '../../../src/index.ts';
import {
  atMost,
  budget,
  forbid,
  implies,
  occurs,
  type Rule,
  readRuledDlx,
  regular,
  ruledDlxLines,
  sum,
  table,
  variable,
  withRules,
  writeRuledDlx,
} from '../../../src/rules.ts';
import { asSet } from '../../support/checker.ts';
import { runs, seed } from '../../support/effort.ts';
import { cases, KINDS } from './random-rules.ts';

/** Reads what was written, and compares the problem with the one that was written. */
function checkRoundTrip<T>(problem: Problem<T>, rules: readonly Rule<NoInfer<T>>[]): string {
  const ruled = withRules(problem, rules);
  const text = writeRuledDlx(ruled as Problem<unknown>);
  const read = readRuledDlx(text);
  expect(fingerprint(read.stated)).toBe(fingerprint(ruled.stated));
  expect(fingerprint(read.compile())).toBe(fingerprint(ruled.compile()));
  expect(read.rules.map(({ kind, name }) => [kind, name])).toEqual(
    ruled.rules.map(({ kind, name }) => [kind, name]),
  );
  expect(writeRuledDlx(read as Problem<unknown>)).toBe(text);
  return text;
}

describe('what was written is read', () => {
  test.each([...KINDS])('random problems with the rule %s', (kind) => {
    fc.assert(
      fc.property(cases([kind]), ({ problem, rules }) => {
        checkRoundTrip(problem, rules.map(({ rule }) => rule));
      }),
      { numRuns: runs(2000), seed },
    );
  });

  test('random problems with rules of all kinds', () => {
    fc.assert(
      fc.property(cases(KINDS, 5), ({ problem, rules }) => {
        checkRoundTrip(problem, rules.map(({ rule }) => rule));
      }),
      { numRuns: runs(4000), seed },
    );
  });
});
