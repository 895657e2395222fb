import { type Compiled, itemsOf, leastOf, mostOf } from '../problem/compiled.ts';
import { ordinal, QuadrilleError, shown } from '../problem/error.ts';
import { OptionLists } from '../problem/option-lists.ts';
import type { Problem } from '../problem/problem.ts';
import { isPromise } from '../problem/setting.ts';
import { type Rule, ruleName, type Variable } from './rule.ts';
import { ValueLists } from './value-lists.ts';

/** The largest sum. Some hundreds of them together are still exact. */
const MOST_TOTAL = 2 ** 44;

/** A variable of a problem. */
export interface BoundVariable {
  readonly item: number;
  /** Each value once, and the options of the item that give it. */
  readonly values: readonly unknown[];
  readonly options: readonly (readonly number[])[];
}

/** A rule of a problem, and its variables by their numbers. */
export interface BoundRule {
  readonly rule: Rule<never>;
  readonly variables: readonly number[];
  /** Of an implication: the options of which one is chosen exactly if none of its others is. */
  readonly rivals?: ReadonlySet<number> | undefined;
}

/**
 * Rules applied to a problem: items, options and values are looked up and checked. Variables that
 * see an item alike are one.
 */
export class Binding {
  readonly stated: Compiled;
  readonly variables: BoundVariable[] = [];
  readonly rules: BoundRule[];
  private readonly problem: Problem<unknown>;
  private lists: OptionLists | undefined;
  /** Item -> its variables, by number, with the functions that made them. */
  private readonly known: { read: unknown; variable: number }[][] = [];

  constructor(problem: Problem<unknown>, stated: Compiled, rules: readonly Rule<never>[]) {
    this.problem = problem;
    this.stated = stated;
    this.rules = rules.map((rule, index) => {
      const variables = 'variables' in rule ? rule.variables : [];
      const numbers = variables.map((one) => this.bind(one, rule, index));
      return { rule, variables: numbers };
    });
    const values = new Set<unknown>();
    for (const one of this.variables) for (const value of one.values) values.add(value);
    for (const [index, bound] of this.rules.entries()) this.check(bound, index, values);
    this.rules = this.rules.map((bound, index) => {
      const { rule } = bound;
      if (rule.kind !== 'implies') return bound;
      const others = new Set(rule.others);
      const own = rule.options.find((option) => !others.has(option));
      return own === undefined
        ? bound
        : { ...bound, rivals: this.rivalsOf(rule.others, own, rule, index) };
    });
  }

  private bind(variable: Variable<never, unknown>, rule: Rule<never>, index: number): number {
    const item = this.itemOf(variable.item, rule, index);
    this.known[item] ??= [];
    const known = this.known[item];
    const seen = known.find(({ read }) => read === variable.read);
    if (seen !== undefined) return seen.variable;
    const bound = this.valuesOf(item, variable, rule, index);
    const alike = known.find((other) => isAlike(this.variables[other.variable], bound));
    const number = alike?.variable ?? this.variables.push(bound) - 1;
    known.push({ read: variable.read, variable: number });
    return number;
  }

  private itemOf(stated: string | number, rule: Rule<never>, index: number): number {
    const { problem } = this;
    try {
      const item = typeof stated === 'string' ? problem.itemIndex(stated) : stated;
      const isPrimary = Number.isInteger(item) && item >= 0 && item < problem.primaryCount;
      const least = isPrimary ? leastOf(this.stated, item) : 0;
      const most = isPrimary ? mostOf(this.stated, item) : 0;
      if (least === 1 && most === 1) return item;
      const name = shown(problem.itemName(item));
      if (!isPrimary) {
        throw new QuadrilleError(
          'bad-index',
          `item ${name} is secondary, and a variable is covered exactly once; give a primary item.`,
          { item: stated },
        );
      }
      throw new QuadrilleError(
        'bad-times',
        `item ${name} is covered ${least === most ? least : `from ${least} to ${most}`} times, and a ` +
          'variable exactly once; use budget() or atMost() for its options.',
        { item: stated },
      );
    } catch (error) {
      throw error instanceof QuadrilleError ? inRule(error, rule, index) : error;
    }
  }

  private valuesOf(
    item: number,
    { read }: Variable<never, unknown>,
    rule: Rule<never>,
    index: number,
  ): BoundVariable {
    const { optionOf, listStart, list } = this.listed();
    const lists = new ValueLists();
    for (let k = listStart[item]; k < listStart[item + 1]; k++) {
      const option = optionOf[list[k]];
      let value: unknown;
      try {
        value = read(this.problem.payload(option) as never, option);
      } catch (error) {
        throw this.badValue(item, option, `its function throws ${thrown(error)}`, rule, index);
      }
      if (value === undefined || Number.isNaN(value) || isPromise(value)) {
        const what = isPromise(value) ? 'a promise' : String(value);
        throw this.badValue(item, option, `the value is ${what}`, rule, index);
      }
      lists.add(value, option);
    }
    const { values, options } = lists;
    return { item, values, options };
  }

  private badValue(item: number, option: number, what: string, rule: Rule<never>, index: number) {
    const name = this.problem.itemName(item);
    const remedies = { sum: 'a whole number', ascending: 'a number' } as Record<string, string>;
    return inRule(
      new QuadrilleError(
        'bad-option',
        `at option ${option} of item ${shown(name)} ${what}; ` +
          `give a function that gives ${remedies[rule.kind] ?? 'a value'} for each option of the item.`,
        { option, item: name },
      ),
      rule,
      index,
    );
  }

  /** Refuses values that a rule cannot add or compare. */
  private checkNumbers(number: number, rule: Rule<never>, index: number): void {
    if (rule.kind !== 'sum' && rule.kind !== 'ascending') return;
    const isGood = rule.kind === 'sum' ? Number.isSafeInteger : isNumber;
    const { item, values, options } = this.variables[number];
    const bad = values.findIndex((value) => !isGood(value));
    if (bad < 0) return;
    const what = `the value is ${shown(values[bad])}`;
    throw this.badValue(item, options[bad][0], what, rule, index);
  }

  /** Checks the values and options that a rule names. */
  private check(bound: BoundRule, index: number, values: ReadonlySet<unknown>): void {
    const { rule } = bound;
    for (const number of bound.variables) this.checkNumbers(number, rule, index);
    const refuse = (value: unknown, where: string): never => {
      throw inRule(
        new QuadrilleError(
          'bad-setting',
          `no option gives ${where} ${shown(value)}; values are compared by ===, so give one as the variable reads it.`,
        ),
        rule,
        index,
      );
    };
    if (rule.kind === 'table') {
      for (const [k, tuple] of rule.tuples.entries()) {
        for (const value of tuple) {
          if (!values.has(value)) refuse(value, `a variable the value of the ${ordinal(k)} tuple,`);
        }
      }
    }
    if (rule.kind === 'occurs' && !values.has(rule.value)) {
      refuse(rule.value, 'a variable the value');
    }
    if (rule.kind === 'sum' || rule.kind === 'budget') this.checkTotal(bound, index);
    const options = 'options' in rule ? rule.options : [];
    for (const option of rule.kind === 'implies' ? [...options, ...rule.others] : options) {
      const count = this.stated.options;
      if (Number.isInteger(option) && option >= 0 && option < count) continue;
      throw inRule(
        new QuadrilleError(
          'unknown-option',
          `there is no option ${shown(option)}; options are numbered from 0, and ${count} have been stated.`,
          { option },
        ),
        rule,
        index,
      );
    }
  }

  /** Refuses sums that may be so large that they, or sums of several of them, are rounded. */
  private checkTotal({ rule, variables }: BoundRule, index: number): void {
    if (rule.kind !== 'sum' && rule.kind !== 'budget') return;
    let total = 0;
    for (const [k, weight] of rule.weights.entries()) {
      const values = rule.kind === 'sum' ? this.variables[variables[k]].values : [1];
      let most = 0;
      for (const value of values) most = Math.max(most, Math.abs(value as number));
      total += Math.abs(weight) * most;
    }
    if (total <= MOST_TOTAL) return;
    throw inRule(
      new QuadrilleError(
        'too-large',
        `the sum may come to ${total}, and sums are exact up to 2 ** 44 only; ` +
          'divide values and weights by a common factor.',
      ),
      rule,
      index,
    );
  }

  /**
   * The rest of the options of an item: one that is covered exactly once, and that all options in
   * `some` have. Of several such items it takes the one with the fewest options.
   */
  private rivalsOf(
    some: readonly number[],
    own: number,
    rule: Rule<never>,
    index: number,
  ): Set<number> | undefined {
    const [first] = some;
    if (first === undefined) return undefined;
    const { list, listStart, optionOf } = this.listed();
    let least: Set<number> | undefined;
    for (const item of itemsOf(this.stated, first)) {
      if (item >= this.stated.primary) continue;
      if (leastOf(this.stated, item) !== 1 || mostOf(this.stated, item) !== 1) continue;
      const nodes = list.subarray(listStart[item], listStart[item + 1]);
      const options = new Set(Array.from(nodes, (node) => optionOf[node]));
      if (least !== undefined && least.size <= options.size) continue;
      if (some.every((option) => options.has(option))) least = options;
    }
    if (least !== undefined) {
      for (const option of some) least.delete(option);
      return least;
    }
    const error = new QuadrilleError(
      'bad-option',
      `options ${some.join(', ')}, one of which option ${own} implies, have no item in common that is ` +
        'covered exactly once; give them one, and an option with this item alone for the case that ' +
        'none of them is chosen.',
      { option: first },
    );
    throw inRule(error, rule, index);
  }

  private listed(): OptionLists {
    this.lists ??= new OptionLists(this.stated);
    return this.lists;
  }
}

/** True if two variables see an item alike. */
function isAlike(one: BoundVariable, other: BoundVariable): boolean {
  const { values, options } = other;
  if (one.values.length !== values.length) return false;
  return one.values.every(
    (value, k) =>
      value === values[k] &&
      one.options[k].length === options[k].length &&
      one.options[k].every((option, j) => option === options[k][j]),
  );
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number';
}

/** What was thrown, as a message shows it. */
export function thrown(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : shown(error);
}

/** What is wrong with a rule, and its number. */
interface Fault {
  readonly rule: number;
  readonly what: string;
}

const faults = new WeakMap<QuadrilleError, Fault>();

/** An error with the name of the rule before its message. */
export function inRule(error: QuadrilleError, rule: Rule<never>, index: number): QuadrilleError {
  const { code, message, option, item } = error;
  // It may be a whole sentence.
  const what = `${message.charAt(0).toLowerCase()}${message.slice(1)}`;
  const named = new QuadrilleError(code, `In ${ruleName(rule, index)}, ${what}`, { option, item });
  faults.set(named, { rule: index, what });
  return named;
}

/** What an error of `inRule` says, for a text that has a place for each rule. */
export function faultOf(error: QuadrilleError): Fault | undefined {
  return faults.get(error);
}
