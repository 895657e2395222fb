import { type Compiled, hasPrimary, leastOf, mostOf } from '../problem/compiled.ts';
import { QuadrilleError, shown } from '../problem/error.ts';
import { LONGEST_ARRAY, textOf } from '../problem/memory.ts';
import { OptionLists } from '../problem/option-lists.ts';
import { Problem } from '../problem/problem.ts';
import { checkSettings } from '../problem/setting.ts';
import { exclusiveOptionsOf } from './exclusive-options.ts';

/**
 * The most rivals that get a clause for each pair, to say that at most one is true. Six rivals need
 * 15 clauses in pairs, or 16 clauses and 6 variables with a counter. For more rivals, pairs need
 * many more.
 */
const MOST_PAIRWISE = 6;

/** How to write a problem as a SAT problem. */
export interface DimacsSettings {
  /**
   * Solutions, as option numbers. A clause for each, at the end, forbids it, so that a solver looks
   * for others.
   */
  readonly without?: Iterable<readonly number[]> | undefined;
}

/**
 * A problem as a SAT problem: conjunctive normal form in the text of DIMACS, line by line, each
 * with its end. Variable k + 1 says that option k is chosen. The auxiliary variables follow.
 *
 * - A primary item has at least one of its options: one clause. If it is covered more often, a
 *   counter has a variable for each number of options among the first i.
 * - At most one of an item's rivals is true. The rivals are its options without a colour, and its
 *   colours. A colour that only one option gives needs no variable: the option itself is the rival.
 *   If several options give a colour, it has a variable, and each of these options implies it.
 * - An option without a primary item is never chosen: a clause of its own.
 * - A solution to leave out: not all of its options, or with multiplicities not exactly these.
 *
 * Each of these groups of clauses is *arc-consistent*: if some options are chosen or left out, and
 * an item then allows only one fate for another option, unit propagation finds that fate. So it
 * finds all that the engine `learn` finds, and can check a proof of `learn` (see `Proof`).
 *
 * The options of a model are a solution, and `readModel` reads it back. (A solution may have
 * several models that differ in the auxiliary variables.) Costs are left out: SAT solvers know
 * none.
 */
export function dimacsLines(
  problem: Problem<unknown>,
  settings: DimacsSettings = {},
): Generator<string, void, undefined> {
  if (!(problem instanceof Problem)) {
    throw new QuadrilleError('bad-setting', `The problem is ${shown(problem)}; give a Problem.`);
  }
  const compiled = problem.compile();
  const lists = new OptionLists(compiled);
  for (let item = 0; item < compiled.primary + compiled.secondary; item++) {
    const options = lists.nodesOf(item).length;
    if (options <= LONGEST_ARRAY) continue;
    const name = (problem.ruling?.spelledOut() ?? problem).itemName(item);
    throw new QuadrilleError(
      'too-large',
      `Item ${shown(name)} has ${options} options, and a clause can name at most ${LONGEST_ARRAY}; ` +
        'state fewer options.',
      { item: name },
    );
  }
  checkSettings(settings, ['without']);
  const { without = [] } = settings;
  return lines(
    compiled,
    lists,
    Array.from(without, (numbers) => forbidding(compiled, numbers)),
  );
}

/** A problem as a SAT problem, as one string. For a large one see `dimacsLines`. */
export function writeDimacs(problem: Problem<unknown>, settings?: DimacsSettings): string {
  return textOf(dimacsLines(problem, settings), 'dimacsLines');
}

/** The literals of which one is true in every solution but this one. */
function forbidding({ stated, multiple }: Compiled, numbers: readonly number[]): number[] {
  const chosen = new Set(numbers);
  for (const number of chosen) {
    if (Number.isInteger(number) && number >= 0 && number < stated) continue;
    throw new QuadrilleError(
      'bad-setting',
      `A solution of 'without' has the option number ${shown(number)}; give whole numbers from 0 to ${stated - 1}.`,
    );
  }
  const literals = Array.from(chosen, (number) => -(number + 1));
  // With one option more, a solution is another one only where items may be covered more often.
  for (let k = 0; multiple && k < stated; k++) if (!chosen.has(k)) literals.push(k + 1);
  return literals;
}

function* lines(
  compiled: Compiled,
  lists: OptionLists,
  without: readonly (readonly number[])[],
): Generator<string, void, undefined> {
  const { primary, secondary, options } = compiled;
  // The header counts them, so they are made twice.
  const counting = clausesOf(compiled, lists);
  let clauses = without.length;
  let made = counting.next();
  for (; made.done !== true; made = counting.next()) clauses++;
  const variables = made.value;
  yield `c Exact cover. Primary items: ${primary}, secondary items: ${secondary}, options: ${options}.\n`;
  yield 'c Variable k + 1 says that option k, counted from 0, is chosen.\n';
  if (compiled.priced) yield 'c The costs of the options are left out.\n';
  if (variables > options) {
    yield `c Variables ${options + 1} to ${variables} are auxiliary: colours and counters.\n`;
  }
  if (without.length > 0)
    yield `c Clauses at the end, each of which forbids a solution: ${without.length}.\n`;
  yield `p cnf ${variables} ${clauses}\n`;
  for (const literals of clausesOf(compiled, lists)) yield textOfClause(literals);
  for (const literals of without) yield textOfClause(literals);
}

function textOfClause(literals: readonly number[]): string {
  let text = '';
  for (const literal of literals) text += `${literal} `;
  return `${text}0\n`;
}

/** The clauses of the problem, as literals. Returns the number of variables. */
function* clausesOf(compiled: Compiled, lists: OptionLists): Clauses {
  const { primary, secondary, options } = compiled;
  for (let option = 0; option < options; option++) {
    if (!hasPrimary(compiled, option)) yield [-(option + 1)];
  }
  let variables = options;
  for (let item = 0; item < primary + secondary; item++) {
    const { alone: rivals, alike } = exclusiveOptionsOf(lists, item);
    for (const group of alike) {
      const colour = ++variables;
      rivals.push(colour);
      for (const option of group) yield [-option, colour];
    }
    const least = item < primary ? leastOf(compiled, item) : 0;
    const most = item < primary ? mostOf(compiled, item) : 1;
    variables += yield* bounded(rivals, least, most, variables + 1);
  }
  return variables;
}

type Clauses = Generator<readonly number[], number, undefined>;

/**
 * At least `least` and at most `most` of some literals are true. Returns the number of variables
 * that it needs, from `first` on.
 *
 * It is a sequential counter (Sinz: Towards an optimal CNF encoding of Boolean cardinality
 * constraints, 2005). Variable `first + i * levels + j - 1` says that at least j of the literals
 * 0..i are true. Clauses in one direction make it true where that is so, which is what an upper
 * bound needs; those in the other direction make it false where it is not so, for a lower bound.
 */
function* bounded(
  literals: readonly number[],
  least: number,
  most: number,
  first: number,
): Clauses {
  const { length } = literals;
  if (least > length) yield [];
  else if (least === 1) yield literals;
  const isLow = least > 1 && least <= length;
  const isHigh = most < length;
  if (isHigh && most === 1 && length <= MOST_PAIRWISE) {
    for (let i = 0; i < length; i++) {
      for (let j = i + 1; j < length; j++) yield [-literals[i], -literals[j]];
    }
    return 0;
  }
  if (!isLow && !isHigh) return 0;
  const levels = isHigh ? most : least;
  const level = (i: number, j: number) => first + i * levels + j - 1;
  for (const [i, literal] of literals.entries()) {
    for (let j = 1; j <= Math.min(levels, i + 1); j++) {
      const here = level(i, j);
      const before = j <= i ? [level(i - 1, j)] : [];
      const below = j > 1 ? [level(i - 1, j - 1)] : [];
      if (isHigh) {
        for (const same of before) yield [-same, here];
        yield [-literal, ...below.map((variable) => -variable), here];
      }
      if (isLow) {
        yield [-here, literal, ...before];
        for (const variable of below) yield [-here, variable];
      }
    }
    if (isHigh && i >= most) yield [-literal, ...(most > 0 ? [-level(i - 1, most)] : [])];
  }
  if (isLow) yield [level(length - 1, least)];
  return length * levels;
}
