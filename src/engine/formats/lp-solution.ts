import { flawOfChoice } from '../problem/check.ts';
import { mistakeAt, QuadrilleError, shown } from '../problem/error.ts';
import { ascending, Problem, Solution } from '../problem/problem.ts';
import type { ModelAnswer } from './dimacs-model.ts';

/** The answer of a MIP solver. */
export type LpAnswer<T = undefined> = ModelAnswer<T> & {
  /** True if the solver says that no solution is cheaper. */
  readonly optimal: boolean;
};

/** The words of solvers for their verdicts: the first expression that a line matches. */
const LP_VERDICTS: readonly (readonly [RegExp, 'none' | 'unknown' | 'optimal'])[] = [
  [/no integer solution|no solution|unbounded/i, 'unknown'],
  [/infeasible/i, 'none'],
  [/optimal/i, 'optimal'],
];

/** How far a value may be from a whole number. */
const TOLERANCE = 1e-4;

/** True if a text looks like the answer of a MIP solver, not of a SAT solver. */
export function isLpSolution(text: string): boolean {
  return /(?:^|\s)x\d+(?:\s|$)|infeasible|optimal|objective/i.test(text);
}

/**
 * Reads the answer of a MIP solver to the text of `lpLines`. The answer is a solution, `none`, or
 * `unknown`. A solution has its option numbers in ascending order, and is checked against the
 * problem. It reads the solution files of CBC (`3 x3 1 0`), HiGHS, SCIP and Gurobi (`x3 1`), and a
 * plain list of the variables that are 1.
 */
export function readLpSolution<T>(problem: Problem<T>, text: string): LpAnswer<T> {
  if (!(problem instanceof Problem)) {
    throw new QuadrilleError('bad-setting', `The problem is ${shown(problem)}; give a Problem.`);
  }
  if (typeof text !== 'string') {
    throw new QuadrilleError('bad-text', `The text is ${shown(text)}; give a string.`);
  }
  const chosen = new Set<number>();
  let hasValues = false;
  let verdict: 'none' | 'unknown' | 'optimal' | undefined;
  let number = 0;
  const { options, stated } = problem.compile();
  for (const line of text.split('\n')) {
    number++;
    // HiGHS lists the variables once more, with dual values.
    if (/^# Dual/.test(line)) break;
    // CBC goes on with values of no solution.
    if (verdict === 'none' || verdict === 'unknown') break;
    const values = valuesOf(line, number, options);
    for (const [option, value] of values) {
      hasValues = true;
      if (value === 1 && option < stated) chosen.add(option);
    }
    if (values.length === 0) {
      verdict ??= LP_VERDICTS.find(([expression]) => expression.test(line))?.[1];
    }
  }
  if (verdict === 'none' || verdict === 'unknown') return { answer: verdict, optimal: false };
  // Solvers that leave out zeros list nothing where nothing is chosen.
  if (!hasValues && verdict === undefined)
    refuse(number, 'found no variable, as x0, and no verdict');
  const numbers = ascending([...chosen]);
  const flaw = flawOfChoice(problem, numbers);
  if (flaw !== undefined) refuse(number, `the answer ${flaw}`);
  const solution = new Solution(problem, numbers);
  return { answer: 'solution', solution, optimal: verdict === 'optimal' };
}

/** The options on a line and their values. A name without a value is chosen. */
function valuesOf(
  line: string,
  number: number,
  options: number,
): [option: number, value: number][] {
  const found: [number, number][] = [];
  const parts = /\S+/g;
  let last: [number, number] | undefined;
  for (let part = parts.exec(line); part !== null; part = parts.exec(line)) {
    const [text] = part;
    const at = part.index + 1;
    const option = /^x(\d+)$/.exec(text)?.[1];
    if (option !== undefined) {
      if (Number(option) >= options) {
        refuse(number, `found ${text}, and the options are x0 to x${options - 1}`, at);
      }
      last = [Number(option), 1];
      found.push(last);
    } else if (last !== undefined) {
      // The first number after a name is its value; after it comes a reduced cost or a comment.
      const value = Number(text);
      if (!Number.isNaN(value)) last[1] = roundedOf(value, text, number, at);
      last = undefined;
    }
  }
  return found;
}

function roundedOf(value: number, text: string, line: number, column: number): number {
  const rounded = Math.round(value);
  if (Math.abs(value - rounded) <= TOLERANCE && (rounded === 0 || rounded === 1)) return rounded;
  refuse(line, `found the value ${shown(text)}, which is neither 0 nor 1`, column);
}

function refuse(line: number, what: string, column = 1): never {
  throw mistakeAt(
    { line, column },
    'bad-text',
    `${what}; give all that a solver wrote for the LP file of this problem.`,
  );
}
