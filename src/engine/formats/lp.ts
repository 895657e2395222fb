import {
  type Compiled,
  costOf,
  hasPrimary,
  leastOf,
  mostOf,
  UNLIMITED,
} from '../problem/compiled.ts';
import { QuadrilleError, shown } from '../problem/error.ts';
import { textOf } from '../problem/memory.ts';
import { OptionLists } from '../problem/option-lists.ts';
import { Problem } from '../problem/problem.ts';
import { exclusiveOptionsOf } from './exclusive-options.ts';

/** The terms on a line: some solvers refuse lines of more than 255 characters. */
const TERMS_A_LINE = 8;

/**
 * A problem as a linear program in whole numbers, in CPLEX's LP format, which CBC, HiGHS, SCIP,
 * GLPK and Gurobi read; line by line, each with its end. The sum of the costs is minimised.
 * Variable `x0` says that option 0 is chosen. An option without a primary item, which is never
 * chosen, has no variable.
 *
 * - A primary item has a row: the sum of its options is its number of times, or between two
 *   numbers.
 * - The sum of the rivals of a secondary item is at most 1: its options without a colour, and its
 *   colours. A colour that several options give has a variable `c0`, which is at least each of
 *   them.
 *
 * `readLpSolution` reads the answer of a solver back.
 */
export function lpLines(problem: Problem<unknown>): Generator<string, void, undefined> {
  if (!(problem instanceof Problem)) {
    throw new QuadrilleError('bad-setting', `The problem is ${shown(problem)}; give a Problem.`);
  }
  const compiled = problem.compile();
  return lines(compiled, new OptionLists(compiled));
}

/** A problem as a linear program, as one string. For a large one see `lpLines`. */
export function writeLp(problem: Problem<unknown>): string {
  return textOf(lpLines(problem), 'lpLines');
}

function* lines(compiled: Compiled, lists: OptionLists): Generator<string, void, undefined> {
  const { primary, secondary, options } = compiled;
  yield `\\ Exact cover. Primary items: ${primary}, secondary items: ${secondary}, options: ${options}.\n`;
  yield '\\ Variable xk says that option k, counted from 0, is chosen.\n';
  yield 'Minimize\n';
  yield* expression('cost', costs(compiled));
  yield 'Subject To\n';
  let colours = 0;
  for (let item = 0; item < primary + secondary; item++) {
    const { alone, alike } = exclusiveOptionsOf(lists, item);
    const rivals = alone.map((option) => `+ x${option - 1}`);
    if (item < primary) {
      yield* rowsOf(item, rivals, leastOf(compiled, item), mostOf(compiled, item));
      continue;
    }
    for (const group of alike) {
      const colour = colours++;
      for (const option of group) {
        yield `i${item}c${colour}o${option - 1}: x${option - 1} - c${colour} <= 0\n`;
      }
      rivals.push(`+ c${colour}`);
    }
    if (rivals.length > 1) yield* expression(`i${item}`, rivals, '<= 1');
  }
  // It keeps the section from being empty, and rows that cannot be met need a variable.
  yield 'zero: none = 0\n';
  yield 'Binaries\n';
  yield* wrapped(choosable(compiled).map((option) => `x${option}`));
  yield 'End\n';
}

/** The options that can be chosen: those with a primary item. */
function choosable(compiled: Compiled): number[] {
  const found: number[] = [];
  for (let option = 0; option < compiled.options; option++) {
    if (hasPrimary(compiled, option)) found.push(option);
  }
  return found;
}

/** The terms of the sum of the costs. */
function costs(compiled: Compiled): string[] {
  return choosable(compiled).flatMap((option) => {
    const cost = costOf(compiled, option);
    if (cost === 0) return [];
    return `${cost < 0 ? '-' : '+'} ${Math.abs(cost)} x${option}`;
  });
}

/** The rows of a primary item: one, or two where it has two bounds. */
function* rowsOf(
  item: number,
  terms: readonly string[],
  least: number,
  most: number,
): Generator<string, void, undefined> {
  const name = `i${item}`;
  if (least === most) yield* expression(name, terms, `= ${least}`);
  else {
    if (least > 0) yield* expression(name, terms, `>= ${least}`);
    if (most < UNLIMITED && most < terms.length) {
      yield* expression(`${name}most`, terms, `<= ${most}`);
    }
  }
}

function* expression(
  name: string,
  terms: readonly string[],
  relation = '',
): Generator<string, void, undefined> {
  yield `${name}:\n`;
  yield* wrapped(terms.length === 0 ? ['+ 0 none'] : terms);
  if (relation !== '') yield ` ${relation}\n`;
}

function* wrapped(terms: readonly string[]): Generator<string, void, undefined> {
  for (let from = 0; from < terms.length; from += TERMS_A_LINE) {
    yield ` ${terms.slice(from, from + TERMS_A_LINE).join(' ')}\n`;
  }
}
