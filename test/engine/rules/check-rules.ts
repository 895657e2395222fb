import { expect } from 'vitest';
import { WasmLists } from '../../../src/engine/kernels/wasm/lists.ts';
import type { Compiled } from '../../../src/engine/problem/compiled.ts';
import { finish } from '../../../src/engine/problem/slices.ts';
import { Binding } from '../../../src/engine/rules/binding.ts';
import { compilingRules } from '../../../src/engine/rules/compile.ts';
import { TUNING, type Tuning } from '../../../src/engine/rules/tuning.ts';
import { best, count, createSearch, type Problem, solutions } from '../../../src/index.ts';
import { type Rule, withRules } from '../../../src/rules.ts';
import { asSet } from '../../support/checker.ts';
import { rest } from '../../support/engines.ts';
import type { Case, Values } from './random-rules.ts';

/** True if a solution of the stated problem keeps to the rules, by the words of the test. */
function isKept({ problem, rules }: Case, numbers: readonly number[]): boolean {
  const values: Values = Object.assign({}, ...numbers.map((option) => problem.payload(option)));
  return rules.every(({ holds }) => holds(numbers, (item) => values[item]));
}

/** What an engine finds, without the options that rules add. */
function foundBy(compiled: Compiled, engine: 'lists' | 'links' | 'learn' | 'multiples' | 'sweep') {
  const search = createSearch(compiled, { engine });
  const found = rest(search).map((numbers) => numbers.filter((one) => one < compiled.stated));
  search.end();
  return asSet(found);
}

/** Every form of a sum, whatever its size. */
const TUNINGS: readonly Partial<Tuning>[] = [
  { mostTuples: 0, mostTriples: 0, mostCageTuples: 0, mostPartTuples: 0 },
  { mostTuples: 0, mostTriples: 0, mostCageTuples: 0, mostSets: 0 },
  { mostTuples: 0, mostTriples: 0, mostCageTuples: 0, partVariables: 2 },
  { mostTuples: 8, mostTriples: 3, mostCageTuples: 4, mostPartTuples: 4, partVariables: 4 },
  { fewExcluded: 0 },
  { fewExcluded: 1000 },
];

/** Compares the other forms of rules with the usual one, each form once: small problems have few. */
function checkForms({ problem, rules }: Case, usual: Compiled, all: readonly string[]): void {
  const binding = new Binding(
    problem as Problem<unknown>,
    problem.compile(),
    rules.map(({ rule }) => rule as Rule<never>),
  );
  const seen = new Set([usual.data.join()]);
  for (const tuning of TUNINGS) {
    const { compiled } = finish(compilingRules(binding, { ...TUNING, ...tuning }));
    const form = compiled.data.join();
    if (seen.has(form)) continue;
    seen.add(form);
    if (!compiled.multiple) expect([tuning, foundBy(compiled, 'lists')]).toEqual([tuning, all]);
    expect([tuning, foundBy(compiled, 'learn')]).toEqual([tuning, all]);
  }
}

/** Compares every engine with brute force, and every form of the rules. Returns the number of solutions. */
export function checkRules(one: Case): number {
  const stated = Array.from(solutions(one.problem), ({ numbers }) => [...numbers]);
  const kept = stated.filter((numbers) => isKept(one, numbers));
  const all = asSet(kept);
  const ruled = withRules(
    one.problem,
    one.rules.map(({ rule }) => rule),
  );
  const compiled = ruled.compile();
  const engines = ['lists', 'links', 'sweep', 'learn', 'multiples'] as const;
  for (const engine of compiled.multiple ? engines.slice(3) : engines) {
    expect([engine, foundBy(compiled, engine)]).toEqual([engine, all]);
  }
  if (!compiled.multiple) {
    const found = rest(new WasmLists(compiled)).map((numbers) =>
      numbers.filter((option) => option < compiled.stated),
    );
    expect(asSet(found)).toEqual(all);
  }
  expect(asSet(Array.from(solutions(ruled), ({ numbers }) => numbers))).toEqual(all);
  expect(stated.filter((numbers) => ruled.ruling?.brokenBy(numbers).length === 0)).toEqual(kept);
  const costs = kept.map((numbers) =>
    numbers.reduce((cost, option) => cost + one.problem.cost(option), 0),
  );
  if (costs.length > 0) expect(best(ruled).solutions[0]?.cost).toBe(Math.min(...costs));
  expect(count(ruled).exact).toBe(BigInt(all.length));
  checkForms(one, compiled, all);
  return all.length;
}
