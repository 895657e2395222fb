/**
 * Rules beyond covering: sums, orders, tables, automata, budgets.
 *
 * ```ts
 * import { first, Problem } from 'quadrille';
 * import { ascending, sum, variable, withRules } from 'quadrille/rules';
 *
 * const problem = new Problem<number>({ primary: ['a', 'b', 'c'] });
 * for (const item of ['a', 'b', 'c']) for (const n of [1, 2, 3, 4, 5]) problem.addOption([item], n);
 * const [a, b, c] = ['a', 'b', 'c'].map((item) => variable<number>(item));
 *
 * const ruled = withRules(problem, [ascending([a, b, c]), sum([a, b, c], 7)]);
 * console.log(first(ruled).solution?.payloads); // [ 1, 2, 4 ]
 * ```
 *
 * *Experimental*: [a minor version may change it](../docs/stability.md).
 *
 * @module quadrille/rules
 */

export type { DlxSettings, TextPlace } from './engine/formats/dlx/reader.ts';
export type { DlxWriteSettings } from './engine/formats/dlx/write.ts';
export type { Module } from './engine/kernels/search.ts';
export { type ErrorCode, type Place, QuadrilleError } from './engine/problem/error.ts';
export { type ForbidSettings, forbid } from './engine/rules/forbid.ts';
export { readRuledDlx } from './engine/rules/read-text.ts';
export {
  type Automaton,
  ascending,
  atMost,
  budget,
  different,
  equal,
  implies,
  type Naming,
  occurs,
  type Range,
  type Rule,
  regular,
  sum,
  table,
  type Variable,
  variable,
} from './engine/rules/rule.ts';
export { RuledProblem, withRules } from './engine/rules/ruled-problem.ts';
export { ruledDlxLines, writeRuledDlx } from './engine/rules/write-text.ts';
export type { Origin } from './engine/rules/writer.ts';
