import { LONGEST_LINE } from '../formats/dlx/parts.ts';
import { type DlxWriteSettings, dlxLines } from '../formats/dlx/write.ts';
import { QuadrilleError, shown } from '../problem/error.ts';
import { textOf } from '../problem/memory.ts';
import type { Problem } from '../problem/problem.ts';
import { Binding, type BoundRule, inRule, thrown } from './binding.ts';
import type { Automaton, Rule } from './rule.ts';
import { RuledProblem } from './ruled-problem.ts';
import { DIVIDER, NO_VALUE, quoted, wordsFor } from './words.ts';

/** The length at which a line of values goes on in another one. */
const LONG = 100;
/** The most steps of an automaton that is written. */
const MOST_STEPS = 10_000;

/**
 * A problem with rules in Knuth's text, line by line: the options as they are stated, and before them
 * the rules, in comments that `readRuledDlx` reads. Other programs skip these, and find more solutions;
 * `onWarning` is told. For them `dlxLines` writes rules as items and options.
 *
 * A rule by a function is refused, and so is an automaton with more than 10,000 steps.
 */
export function ruledDlxLines(
  problem: Problem<unknown>,
  settings: DlxWriteSettings = {},
): Generator<string, void, undefined> {
  const rules = problem instanceof RuledProblem ? problem.rules.length : 0;
  if (rules === 0) return dlxLines(problem, settings);
  const ruled = problem as RuledProblem<unknown>;
  const stated = dlxLines(ruled.ruling?.withOnly([]) ?? ruled, settings);
  const lines = new RuleLines(ruled).lines();
  const what =
    `The text has ${rules === 1 ? 'a rule in a line' : `${rules} rules in lines`} that begin with |!: ` +
    'other programs skip such lines, and find more solutions; writeDlx writes rules as items and options.';
  settings.onWarning?.(new QuadrilleError('not-supported', what));
  return joined(lines, stated);
}

/** The same as one string, as `writeDlx` gives it. */
export function writeRuledDlx(problem: Problem<unknown>, settings?: DlxWriteSettings): string {
  return textOf(ruledDlxLines(problem, settings), 'ruledDlxLines');
}

function* joined(
  lines: readonly string[],
  stated: Iterable<string>,
): Generator<string, void, undefined> {
  yield '| Other programs skip the rules, and find more solutions.\n';
  for (const line of lines) yield `|! ${line}\n`;
  yield* stated;
}

/** A value for each of some options. */
type Values = Map<number, unknown>;

/** The rules of a problem as lines of a text. */
class RuleLines {
  private readonly problem: Problem<unknown>;
  private readonly binding: Binding;
  private readonly word: (value: unknown) => string;
  private readonly lists: Values[] = [];
  /** Variable -> its list. */
  private readonly listOf: readonly number[];
  /** The definition of an automaton -> its name. */
  private readonly automata = new Map<string, string>();

  constructor(problem: RuledProblem<unknown>) {
    this.problem = problem as Problem<unknown>;
    this.binding = new Binding(this.problem, problem.stated, problem.rules);
    const { variables } = this.binding;
    this.word = wordsFor(variables.flatMap(({ values }) => values));
    this.listOf = variables.map(({ values, options }) =>
      this.listWith(
        new Map(values.flatMap((value, k) => options[k].map((option) => [option, value]))),
      ),
    );
  }

  lines(): string[] {
    const rules = this.binding.rules.map((bound, index) => {
      const budget = bound.rule.kind === 'budget' ? this.listOfBudget(bound.rule) : -1;
      return { bound, index, budget };
    });
    // A budget may add to a list, so lists are complete before the first rule is written.
    const stated = rules.map(({ bound, index, budget }) => {
      const { name } = bound.rule;
      const line = `${name === undefined ? '' : `${quoted(name)} `}${this.ruleLine(bound, index, budget)}`;
      if (line.length <= LONGEST_LINE) return line;
      throw refused(
        bound,
        index,
        `its line has ${line.length} characters, and at most ${LONGEST_LINE} can be read`,
      );
    });
    const automata = [...this.automata].map(([steps, name]) => `automaton ${name} ${steps}`);
    return [...this.lists.flatMap((_, list) => this.listLines(list)), ...automata, ...stated];
  }

  /** A list that has these values, or can take them. */
  private listWith(values: ReadonlyMap<number, unknown>): number {
    let list = this.lists.findIndex((own) => {
      for (const [option, value] of values) {
        if (own.has(option) && own.get(option) !== value) return false;
      }
      return values.size > 0 && own.size > 0;
    });
    if (list < 0) list = this.lists.push(new Map()) - 1;
    for (const [option, value] of values) this.lists[list].set(option, value);
    return list;
  }

  private listOfBudget({ options, weights }: Rule<never> & { kind: 'budget' }): number {
    return this.listWith(new Map(options.map((option, k) => [option, weights[k]])));
  }

  private nameOf(list: number): string {
    return list === 0 ? 'value' : `value${list + 1}`;
  }

  private listLines(list: number): string[] {
    const values = this.lists[list];
    const head = `values ${this.nameOf(list)}`;
    const lines = [head];
    for (let option = 0; option < this.problem.optionCount; option++) {
      const word = values.has(option) ? this.word(values.get(option)) : NO_VALUE;
      const last = lines.length - 1;
      if (lines[last].length + word.length < LONG) lines[last] += ` ${word}`;
      else lines.push(`${head} ${word}`);
    }
    return lines;
  }

  private ruleLine(bound: BoundRule, index: number, budget: number): string {
    const { rule } = bound;
    const terms = bound.variables.map((variable, k) => {
      const item = this.problem.itemName(this.binding.variables[variable].item);
      if (item.startsWith('"')) {
        throw refused(bound, index, `item ${shown(item)} begins with a quotation mark`);
      }
      const term = `${item}=${this.nameOf(this.listOf[variable])}`;
      if (rule.kind !== 'sum') return term;
      // A name may itself look like a weight.
      const isPlain = rule.weights[k] === 1 && !/^[+-]?\d+\*/.test(item);
      return isPlain ? term : `${rule.weights[k]}*${term}`;
    });
    const words = (...parts: readonly (string | readonly string[])[]) =>
      [rule.kind, ...parts.flat()].join(' ');
    switch (rule.kind) {
      case 'sum':
        return words(rangeOf(rule), terms);
      case 'different':
      case 'ascending':
      case 'equal':
        return words(terms);
      case 'occurs':
        return words(this.word(rule.value), rangeOf(rule), terms);
      case 'table':
        return words(
          terms,
          rule.tuples.flatMap((tuple) => [DIVIDER, ...tuple.map(this.word)]),
        );
      case 'regular':
        return words(this.automatonFor(bound, rule.automaton, index), terms);
      case 'budget': {
        const { options } = rule;
        const all = [...this.lists[budget].keys()].sort((a, b) => a - b);
        const isWhole = all.length === options.length && all.every((one, k) => one === options[k]);
        return words(rangeOf(rule), this.nameOf(budget), isWhole ? [] : runsOf(options));
      }
      case 'atMost':
        return words(String(rule.most), runsOf(rule.options));
      case 'implies':
        return words(runsOf(rule.options), DIVIDER, runsOf(rule.others));
      case 'forbid':
        throw refused(bound, index, 'it is a rule by a function');
    }
  }

  /** The name of an automaton that does the same with the values that the variables have. */
  private automatonFor(
    bound: BoundRule,
    automaton: Automaton<unknown, unknown>,
    index: number,
  ): string {
    const values = bound.variables.map((variable) => [...this.binding.variables[variable].values]);
    let steps: string | undefined;
    try {
      // One set of steps for all positions is what people write; a step that asks for its position has
      // states for each.
      steps =
        stepsOf(automaton, values, false, this.word) ?? stepsOf(automaton, values, true, this.word);
    } catch (error) {
      const what = `a function of the automaton throws ${thrown(error)}; step returns undefined to refuse a value.`;
      throw inRule(new QuadrilleError('bad-setting', what), bound.rule, index);
    }
    if (steps === undefined) {
      throw refused(bound, index, `its automaton has more than ${MOST_STEPS} steps`);
    }
    const name = this.automata.get(steps) ?? `automaton${this.automata.size + 1}`;
    this.automata.set(steps, name);
    return name;
  }
}

/**
 * An automaton over the values at each position: `start STATE end STATES | STATE VALUE NEXT ...`. States are
 * numbered as they are found, `isLayered` at each position anew. Undefined if there are too many steps, or
 * if states are not layered and a step depends on the position.
 */
function stepsOf(
  { start, step, accept }: Automaton<unknown, unknown>,
  values: readonly (readonly unknown[])[],
  isLayered: boolean,
  word: (value: unknown) => string,
): string | undefined {
  const count = { states: 0, steps: 0 };
  let numbers = new Map<unknown, number>();
  const numberOf = (state: unknown): number => {
    const number = numbers.get(state) ?? count.states++;
    numbers.set(state, number);
    return number;
  };
  /** State and value -> the next state; -1 where the value is refused. */
  const nextOf = new Map<number, Map<unknown, number>>();
  const steps: string[] = [];
  let states = new Map([[start, numberOf(start)]]);
  for (const [position, own] of values.entries()) {
    const after = new Map<unknown, number>();
    if (isLayered) numbers = new Map();
    for (const [state, from] of states) {
      const row = nextOf.get(from) ?? new Map<unknown, number>();
      nextOf.set(from, row);
      for (const value of own) {
        const next = step(state, value, position);
        const isRefused = next === undefined || Number.isNaN(next);
        const to = isRefused ? -1 : numberOf(next);
        if (!isRefused) after.set(next, to);
        const known = row.get(value);
        if (known === to) continue;
        if (known !== undefined) return undefined;
        row.set(value, to);
        if (!isRefused) steps.push(`${from} ${word(value)} ${to}`);
        if (++count.steps > MOST_STEPS) return undefined;
      }
    }
    states = after;
  }
  const ends = [...states].filter(([state]) => accept(state)).map(([, number]) => number);
  const head = ['start 0 end', ...ends.sort((a, b) => a - b)].join(' ');
  return [head, ...steps].join(` ${DIVIDER} `);
}

/** Options as the text names them: each run of three and more as `3..6`. */
function runsOf(options: readonly number[]): string[] {
  const runs: string[] = [];
  for (let from = 0, to = 0; from < options.length; from = to) {
    to = from + 1;
    while (options[to] === options[to - 1] + 1) to++;
    if (to - from < 3) to = from + 1;
    runs.push(to - from < 3 ? `${options[from]}` : `${options[from]}..${options[to - 1]}`);
  }
  return runs;
}

function rangeOf({ least, most }: { readonly least: number; readonly most: number }): string {
  if (least === most) return String(least);
  const written = (bound: number) => (Number.isFinite(bound) ? String(bound) : '');
  return `${written(least)}..${written(most)}`;
}

function refused({ rule }: BoundRule, index: number, why: string): QuadrilleError {
  const what =
    `${why}, so the text cannot hold it; ` +
    (rule.kind === 'forbid'
      ? 'leave the rule out, or state it by other rules.'
      : 'writeDlx writes the rule as items and options.');
  return inRule(new QuadrilleError('not-supported', what), rule, index);
}
