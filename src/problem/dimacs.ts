import { type Compiled, hasPrimary } from './compiled.ts';
import { QuadrilleError, shown } from './error.ts';
import { integers, MOST_LISTED, textOf } from './memory.ts';
import { Problem } from './problem.ts';

/** What arrays are for, as errors say it. */
const USES = 'the options of every item';

/**
 * Of so many literals at most one is asked pair by pair. That takes no variables, and at six
 * about as many clauses (15) as a counter (14 and 5 variables); beyond, many more.
 */
const MOST_PAIRWISE = 6;

/**
 * A problem as a SAT problem: conjunctive normal form in the text of DIMACS, line by line, each
 * with its end. Variable k + 1 says that option k is chosen; these come first.
 *
 * - A primary item has at least one of its options: one clause.
 * - Of an item's rivals there is at most one. The rivals are its options themselves, except that
 *   those that give it the same colour are no rivals of each other: they share a variable for
 *   that colour, which each of them implies.
 * - An option without a primary item is never chosen: a clause of its own.
 *
 * The models, as far as the options go, are the solutions; `readModel` reads one back. (The
 * auxiliary variables may leave a choice, so that one solution may have several models.)
 */
export function dimacsLines(problem: Problem<unknown>): Generator<string, void, undefined> {
  if (!(problem instanceof Problem)) {
    throw new QuadrilleError('bad-setting', `The problem is ${shown(problem)}; give a Problem.`);
  }
  const compiled = problem.compile();
  const uses = usesOf(compiled);
  for (let item = 0; item < compiled.primary + compiled.secondary; item++) {
    const options = (uses.start[item + 1] as number) - (uses.start[item] as number);
    if (options <= MOST_LISTED) continue;
    const name = problem.itemName(item);
    throw new QuadrilleError(
      'too-large',
      `Item ${shown(name)} has ${options} options, and a clause can name at most ${MOST_LISTED}; ` +
        'state fewer options.',
      { item: name },
    );
  }
  return lines(compiled, uses);
}

/** A problem as a SAT problem, as one string; for a large one see `dimacsLines`. */
export function writeDimacs(problem: Problem<unknown>): string {
  return textOf(dimacsLines(problem), 'dimacsLines');
}

function* lines(compiled: Compiled, uses: Uses): Generator<string, void, undefined> {
  const { primary, secondary, options } = compiled;
  const items = primary + secondary;

  let variables = options;
  let clauses = options - uses.choosable;
  for (let item = 0; item < items; item++) {
    const { alone, alike } = rivalsOf(uses, item);
    const rivals = alone.length + alike.length;
    variables += alike.length + (rivals > MOST_PAIRWISE ? rivals - 1 : 0);
    for (const group of alike) clauses += group.length;
    clauses += rivals > MOST_PAIRWISE ? 3 * rivals - 4 : (rivals * (rivals - 1)) / 2;
    if (item < primary) clauses++;
  }
  yield `c Exact cover: ${primary} primary and ${secondary} secondary items, ${options} options.\n`;
  yield 'c Variable k + 1 says that option k, counted from 0, is chosen.\n';
  if (variables > options) {
    yield `c Variables ${options + 1} to ${variables} are auxiliary: colours and counters.\n`;
  }
  yield `p cnf ${variables} ${clauses}\n`;

  for (let option = 0; option < options; option++) {
    if (!hasPrimary(compiled, option)) yield clause([-(option + 1)]);
  }
  let next = options + 1;
  for (let item = 0; item < items; item++) {
    const { alone, alike } = rivalsOf(uses, item);
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
}

function clause(literals: readonly number[]): string {
  // Without literals, as of an item that no option has, it is the clause that cannot be met.
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
 * Sinz's sequential counter ("Towards an optimal CNF encoding of Boolean cardinality
 * constraints", CP 2005): variable `first + i` says that one of the literals 0..i is true, so
 * that literal i + 1 cannot be.
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

/** The options of every item, but for those that are never chosen. */
interface Uses {
  /** How many options can be chosen. */
  readonly choosable: number;
  /** Item -> its first use; one more marks the end. */
  readonly start: Int32Array;
  /** Use -> the variable of the option. */
  readonly variable: Int32Array;
  /** Use -> colour, 0 for none; absent where nothing is coloured. */
  readonly colour: Int32Array | undefined;
}

function usesOf(compiled: Compiled): Uses {
  const { data, primary, secondary, options, nodes, coloured } = compiled;
  const { startAt, itemAt, colourAt } = compiled;
  const items = primary + secondary;
  // Two entries further on than they will be: filling the uses moves each item's start up to
  // that of the next.
  const start = integers(items + 2, USES);
  const variable = integers(nodes, USES);
  const colour = coloured ? integers(nodes, USES) : undefined;
  let choosable = 0;
  for (let option = 0; option < options; option++) {
    if (!hasPrimary(compiled, option)) continue;
    choosable++;
    const end = data[startAt + option + 1] as number;
    for (let node = data[startAt + option] as number; node < end; node++) {
      const at = (data[itemAt + node] as number) + 2;
      start[at] = (start[at] as number) + 1;
    }
  }
  for (let at = 2; at < start.length; at++) {
    start[at] = (start[at] as number) + (start[at - 1] as number);
  }
  for (let option = 0; option < options; option++) {
    if (!hasPrimary(compiled, option)) continue;
    const end = data[startAt + option + 1] as number;
    for (let node = data[startAt + option] as number; node < end; node++) {
      const at = (data[itemAt + node] as number) + 1;
      const use = start[at] as number;
      start[at] = use + 1;
      variable[use] = option + 1;
      if (colour) colour[use] = data[colourAt + node] as number;
    }
  }
  return { choosable, start, variable, colour };
}

/** The options of an item that rival all others, and the groups that agree on a colour. */
interface Rivals {
  readonly alone: number[];
  readonly alike: number[][];
}

function rivalsOf({ start, variable, colour }: Uses, item: number): Rivals {
  const alone: number[] = [];
  const groups = new Map<number, number[]>();
  const end = start[item + 1] as number;
  for (let use = start[item] as number; use < end; use++) {
    const hue = colour?.[use] ?? 0;
    const option = variable[use] as number;
    const group = groups.get(hue);
    if (hue === 0) alone.push(option);
    else if (group === undefined) groups.set(hue, [option]);
    else group.push(option);
  }
  const alike: number[][] = [];
  for (const group of groups.values()) {
    if (group.length > 1) alike.push(group);
    else alone.push(group[0] as number);
  }
  return { alone, alike };
}
