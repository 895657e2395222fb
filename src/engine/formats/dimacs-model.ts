import { flawOfChoice } from '../problem/check.ts';
import { mistakeAt, QuadrilleError, shown } from '../problem/error.ts';
import { integers } from '../problem/memory.ts';
import { Problem, Solution } from '../problem/problem.ts';

/** The answer of a SAT solver. */
export type ModelAnswer<T = undefined> =
  | { readonly answer: 'solution'; readonly solution: Solution<T> }
  | { readonly answer: 'none' | 'unknown'; readonly solution?: undefined };

type Verdict = ModelAnswer['answer'];

const SAT_VERDICTS: ReadonlyMap<string, Verdict> = new Map([
  // As in the SAT competitions.
  ['s SATISFIABLE', 'solution'],
  ['s UNSATISFIABLE', 'none'],
  ['s UNKNOWN', 'unknown'],
  ['s INDETERMINATE', 'unknown'],
  // As in the result files of MiniSat.
  ['SAT', 'solution'],
  ['UNSAT', 'none'],
  ['INDET', 'unknown'],
  // CaDiCaL's only line at a limit.
  ['c UNKNOWN', 'unknown'],
]);

/**
 * Reads the answer of a SAT solver to the text of `dimacsLines`. The answer is a solution, `none`,
 * or `unknown`. A solution has its option numbers in ascending order, and is checked against the
 * problem. It reads the output of the SAT competitions (`s SATISFIABLE`, `v 1 -2 ... 0`) and the
 * result file of MiniSat (`SAT`, `1 -2 ... 0`).
 */
export function readModel<T>(problem: Problem<T>, text: string): ModelAnswer<T> {
  if (!(problem instanceof Problem)) {
    throw new QuadrilleError('bad-setting', `The problem is ${shown(problem)}; give a Problem.`);
  }
  if (typeof text !== 'string') {
    throw new QuadrilleError('bad-text', `The text is ${shown(text)}; give a string.`);
  }
  const model = new Model(problem.optionCount);
  let verdict: { readonly line: number; readonly answer: Verdict } | undefined;
  let number = 0;
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from);
    const line = text.slice(from, end < 0 ? text.length : end);
    from = end < 0 ? text.length : end + 1;
    number++;
    // A verdict has at most two words, so it reads no more than three.
    const found = SAT_VERDICTS.get(line.trim().split(/\s+/, 3).join(' '));
    if (found !== undefined) {
      if (verdict !== undefined && verdict.answer !== found) {
        refuse(number, `found ${shown(line.trim())}, but line ${verdict.line} says otherwise`);
      }
      verdict ??= { line: number, answer: found };
    } else if (/^\s*v(?:\s|$)/.test(line)) {
      model.read(line, line.indexOf('v') + 1, number);
    } else if (/^\s*-?\d/.test(line)) {
      model.read(line, 0, number);
    } else if (!/^\s*(?:c(?:\s|$)|$)/.test(line)) {
      refuse(number, `found ${shown(line.trim())}, which is no line of a solver's answer`);
    }
  }
  if (verdict === undefined) refuse(Math.max(1, number), 'found no verdict');
  const { line, answer } = verdict;
  if (answer !== 'solution') {
    if (model.hasValues) refuse(line, 'found values although there is no model');
    return { answer };
  }
  const numbers = model.chosen(line);
  // The model may belong to another problem.
  const flaw = flawOfChoice(problem, numbers);
  if (flaw !== undefined) refuse(line, `the model ${flaw}`);
  return { answer, solution: new Solution(problem, numbers) };
}

/** The values of the variables that stand for options. */
class Model {
  /** Option -> 1 chosen, -1 not chosen, 0 unknown. */
  readonly #value: Int32Array;
  #isComplete = false;
  /** True once it has read a line of values. */
  hasValues = false;

  constructor(options: number) {
    this.#value = integers(options, 'the values of the model');
  }

  /** Reads the values on a line, from a column on. */
  read(line: string, from: number, number: number): void {
    this.hasValues = true;
    const parts = /\S+/g;
    parts.lastIndex = from;
    for (let found = parts.exec(line); found !== null; found = parts.exec(line)) {
      const [part] = found;
      const at = found.index + 1;
      if (!/^-?\d+$/.test(part)) refuse(number, `found ${shown(part)} among the values`, at);
      if (this.#isComplete)
        refuse(number, `found ${shown(part)} after the 0 that ends the model`, at);
      const literal = Number(part);
      if (literal === 0) this.#isComplete = true;
      const option = Math.abs(literal) - 1;
      if (literal === 0 || option >= this.#value.length) continue;
      const value = literal > 0 ? 1 : -1;
      if (this.#value[option] === -value) {
        refuse(number, `variable ${option + 1} is said to be true and false`, at);
      }
      this.#value[option] = value;
    }
  }

  /** The options that are chosen. */
  chosen(line: number): number[] {
    if (!this.hasValues) refuse(line, 'found this verdict without values');
    if (!this.#isComplete) refuse(line, 'the values do not end with a 0, as if some were cut off');
    const missing = this.#value.indexOf(0);
    if (missing >= 0) refuse(line, `the model has no value for variable ${missing + 1}`);
    const numbers: number[] = [];
    for (let option = 0; option < this.#value.length; option++) {
      if (this.#value[option] === 1) numbers.push(option);
    }
    return numbers;
  }
}

function refuse(line: number, what: string, column = 1): never {
  throw mistakeAt(
    { line, column },
    'bad-text',
    `${what}; give all that a SAT solver wrote for the DIMACS text of this problem.`,
  );
}
