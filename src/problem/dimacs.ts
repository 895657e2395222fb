import { type Compiled, hasPrimary, leastOf, mostOf } from './compiled.ts';
import { QuadrilleError, shown } from './error.ts';
import { MOST_LISTED, textOf } from './memory.ts';
import { OptionLists } from './option-lists.ts';
import { Problem } from './problem.ts';
import { choosable, rivalsOf } from './rivals.ts';
import { checkSettings } from './setting.ts';

/**
 * The most rivals that get a clause for each pair, to say that at most one is true. Six rivals need
 * 15 clauses in pairs, or 14 clauses and 5 variables with a counter. For more rivals, pairs need
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
    if (options <= MOST_LISTED) continue;
    const name = problem.itemName(item);
    throw new QuadrilleError(
      'too-large',
      `Item ${shown(name)} has ${options} options, and a clause can name at most ${MOST_LISTED}; ` +
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
function forbidding({ options, multiple }: Compiled, numbers: readonly number[]): number[] {
  const chosen = new Set(numbers);
  for (const number of chosen) {
    if (Number.isInteger(number) && number >= 0 && number < options) continue;
    throw new QuadrilleError(
      'bad-setting',
      `A solution of 'without' has the option number ${shown(number)}; give whole numbers from 0 to ${options - 1}.`,
    );
  }
  const literals = Array.from(chosen, (number) => -(number + 1));
  // With one option more, a solution is another one only where items may be covered more often.
  for (let k = 0; multiple && k < options; k++) if (!chosen.has(k)) literals.push(k + 1);
  return literals;
}

function* lines(
  compiled: Compiled,
  lists: OptionLists,
  without: readonly (readonly number[])[],
): Generator<string, void, undefined> {
  const { primary, secondary, options } = compiled;
  const items = primary + secondary;

  let variables = options;
  let clauses = options - choosable(compiled).length + without.length;
  for (let item = 0; item < items; item++) {
    const { alone, alike } = rivalsOf(lists, item);
    const bounds = boundsOf(compiled, item, alone.length);
    if (bounds !== undefined) {
      variables += alone.length * levelsOf(bounds);
      for (const _ of levels(alone, bounds, 0)) clauses++;
      continue;
    }
    const rivals = alone.length + alike.length;
    variables += alike.length + (rivals > MOST_PAIRWISE ? rivals - 1 : 0);
    for (const group of alike) clauses += group.length;
    clauses += rivals > MOST_PAIRWISE ? 3 * rivals - 4 : (rivals * (rivals - 1)) / 2;
    if (item < primary) clauses++;
  }
  yield `c Exact cover. Primary items: ${primary}, secondary items: ${secondary}, options: ${options}.\n`;
  yield 'c Variable k + 1 says that option k, counted from 0, is chosen.\n';
  if (compiled.priced) yield 'c The costs of the options are left out.\n';
  if (variables > options) {
    yield `c Variables ${options + 1} to ${variables} are auxiliary: colours and counters.\n`;
  }
  if (without.length > 0)
    yield `c Clauses at the end, each of which forbids a solution: ${without.length}.\n`;
  yield `p cnf ${variables} ${clauses}\n`;

  for (let option = 0; option < options; option++) {
    if (!hasPrimary(compiled, option)) yield clause([-(option + 1)]);
  }
  let next = options + 1;
  for (let item = 0; item < items; item++) {
    const { alone, alike } = rivalsOf(lists, item);
    const bounds = boundsOf(compiled, item, alone.length);
    if (bounds !== undefined) {
      yield* levels(alone, bounds, next);
      next += alone.length * levelsOf(bounds);
      continue;
    }
    if (item < primary) yield clause(alone);
    const colours: number[] = [];
    for (const group of alike) {
      const colour = next++;
      colours.push(colour);
      for (const option of group) yield clause([-option, colour]);
    }
    const rivals = alone.concat(colours);
    if (rivals.length <= MOST_PAIRWISE) {
      yield* pairs(rivals);
    } else {
      yield* counter(rivals, next);
      next += rivals.length - 1;
    }
  }
  for (const literals of without) yield clause(literals);
}

function clause(literals: readonly number[]): string {
  // An item without options gives the empty clause, which no model meets.
  return literals.length === 0 ? '0\n' : `${literals.join(' ')} 0\n`;
}

function* pairs(literals: readonly number[]): Generator<string, void, undefined> {
  for (let i = 0; i < literals.length; i++) {
    for (let j = i + 1; j < literals.length; j++) {
      yield clause([-(literals[i] as number), -(literals[j] as number)]);
    }
  }
}

/**
 * Sinz's sequential counter ("Towards an optimal CNF encoding of Boolean cardinality constraints",
 * CP 2005). Variable `first + i` says that one of the literals 0..i is true. Then no later literal
 * is.
 */
function* counter(literals: readonly number[], first: number): Generator<string, void, undefined> {
  const last = literals.length - 1;
  for (let i = 0; i <= last; i++) {
    const literal = literals[i] as number;
    const here = first + i;
    if (i > 0) yield clause([-literal, -(here - 1)]);
    if (i === last) return;
    yield clause([-literal, here]);
    if (i > 0) yield clause([-(here - 1), here]);
  }
}

/**
 * The least and the most of some literals that are true; `most` is infinite where it says nothing.
 */
interface Bounds {
  readonly least: number;
  readonly most: number;
}

/**
 * The bounds of an item with that number of options; undefined if it is covered exactly once, or
 * secondary.
 */
function boundsOf(compiled: Compiled, item: number, options: number): Bounds | undefined {
  if (item >= compiled.primary) return undefined;
  const least = leastOf(compiled, item);
  const most = mostOf(compiled, item);
  if (least === 1 && most === 1) return undefined;
  return { least, most: most < options ? most : Number.POSITIVE_INFINITY };
}

/** The number of levels of a counter: none if a clause without it says the lower bound. */
function levelsOf({ least, most }: Bounds): number {
  if (most < Number.POSITIVE_INFINITY) return most;
  return least > 1 ? least : 0;
}

/**
 * A counter of several levels. Variable `first + i * levels + j - 1` says that at least j of the
 * literals 0..i are true. Clauses in one direction make it true where that is so, which is what an
 * upper bound needs; those in the other direction make it false where it is not so, for a lower
 * bound.
 */
function* levels(
  literals: readonly number[],
  bounds: Bounds,
  first: number,
): Generator<string, void, undefined> {
  const { least, most } = bounds;
  const count = levelsOf(bounds);
  if (least > literals.length) yield clause([]);
  else if (least === 1) yield clause(literals);
  const isLow = least > 1 && least <= literals.length;
  const isHigh = most < Number.POSITIVE_INFINITY;
  const level = (i: number, j: number) => first + i * count + j - 1;
  for (const [i, literal] of literals.entries()) {
    for (let j = 1; j <= Math.min(count, i + 1); j++) {
      const here = level(i, j);
      const before = j <= i ? [level(i - 1, j)] : [];
      const below = j > 1 ? [level(i - 1, j - 1)] : [];
      if (isHigh) {
        for (const same of before) yield clause([-same, here]);
        yield clause([-literal, ...below.map((variable) => -variable), here]);
      }
      if (isLow) {
        yield clause([-here, literal, ...before]);
        for (const variable of below) yield clause([-here, variable]);
      }
    }
    if (isHigh && i >= most) yield clause([-literal, ...(most > 0 ? [-level(i - 1, most)] : [])]);
  }
  if (isLow) yield clause([level(literals.length - 1, least)]);
}
