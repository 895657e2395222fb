import type { Forbid } from '../kernels/forbidding.ts';
import type { Forbids, Module } from '../kernels/search.ts';
import { ordinal, plural, QuadrilleError, shown } from '../problem/error.ts';
import { checkSettings } from '../problem/setting.ts';

/** A primary item that is covered exactly once, seen by the value of its option. */
export interface Variable<in T, out V> {
  /** The item: its name, or its index. */
  readonly item: string | number;
  /** The value of an option, given its payload and its number. */
  readonly read: (payload: T, option: number) => V;
}

/** What a rule is called, by `explain`, `clash` and errors. */
export interface Naming {
  readonly name?: string | undefined;
}

/** Refuses values one by one, and says which ends are good: `step` gives undefined to refuse. */
export interface Automaton<S, V> {
  readonly start: S;
  /**
   * The state after a value, at a position from 0; undefined refuses the value. States are compared
   * by `===`, so they are best numbers or strings.
   */
  readonly step: (state: S, value: V, position: number) => S | undefined;
  /** True if the sequence may end in this state. */
  readonly accept: (state: S) => boolean;
}

/** The least and the most of a sum or a number, either of which may be infinite. */
export type Range = number | readonly number[];

type Variables<T> = readonly Variable<T, unknown>[];
/** A list of variables of any types, which the next two types take apart. */
type AnyVariables = readonly Variable<never, unknown>[];
type ValueOf<X> = X extends Variable<never, infer V> ? V : never;
type PayloadOf<Vs extends AnyVariables> = [Vs[number]] extends [Variable<infer T, unknown>]
  ? [T] extends [never]
    ? unknown
    : T
  : never;

/** What a rule by a function says, and how it stands around a search. */
interface Forbidden {
  readonly conflictIn: (numbers: readonly number[]) => readonly number[] | undefined;
  readonly module: Module | undefined;
  readonly stand: (rules: readonly Forbid[]) => Forbids;
}

/** What each kind of rule says. `T` is the type of the payloads that its variables read. */
type Content<T> =
  | { readonly kind: 'table'; readonly variables: Variables<T>; readonly tuples: Tuples }
  | {
      readonly kind: 'sum';
      readonly variables: Variables<T>;
      readonly weights: readonly number[];
      readonly least: number;
      readonly most: number;
    }
  | { readonly kind: 'different' | 'ascending' | 'equal'; readonly variables: Variables<T> }
  | {
      readonly kind: 'occurs';
      readonly variables: Variables<T>;
      readonly value: unknown;
      readonly least: number;
      readonly most: number;
    }
  | {
      readonly kind: 'regular';
      readonly variables: Variables<T>;
      readonly automaton: Automaton<unknown, unknown>;
    }
  | {
      readonly kind: 'budget';
      readonly options: readonly number[];
      readonly weights: readonly number[];
      readonly least: number;
      readonly most: number;
    }
  | { readonly kind: 'atMost'; readonly options: readonly number[]; readonly most: number }
  | {
      readonly kind: 'implies';
      readonly options: readonly number[];
      readonly others: readonly number[];
    }
  | ({ readonly kind: 'forbid' } & Forbidden);
type Tuples = readonly (readonly unknown[])[];

/** A rule beyond covering, as the functions of this module give it. */
export type Rule<T = unknown> = Content<T> & { readonly name?: string };

/** All rules that were made here. Others are refused. */
const made = new WeakSet<object>();

/**
 * A variable: an item that is covered exactly once, and the value of the option that covers it.
 * Values are compared by `===`. Without `read` the value is the payload.
 */
export function variable<T>(item: string | number): Variable<NoInfer<T>, NoInfer<T>>;
export function variable<T, V>(
  item: string | number,
  read: (payload: T, option: number) => V,
): Variable<T, V>;
export function variable(
  item: string | number,
  read: (payload: unknown, option: number) => unknown = (payload) => payload,
): Variable<unknown, unknown> {
  if (typeof item !== 'string' && typeof item !== 'number') {
    throw new QuadrilleError(
      'bad-setting',
      `The item of a variable is ${shown(item)}; give its name, or its index.`,
    );
  }
  checkFunction('variable', 'the second argument', read);
  return Object.freeze({ item, read });
}

/** The variables have the values of one of the tuples. */
export function table<const Vs extends AnyVariables>(
  variables: Vs,
  tuples: readonly { readonly [K in keyof Vs]: ValueOf<Vs[K]> }[],
  naming?: Naming,
): Rule<PayloadOf<Vs>> {
  const list = checkVariables('table', variables);
  for (const [k, tuple] of checkArray('table', 'tuples', tuples as unknown as Tuples).entries()) {
    if (Array.isArray(tuple) && tuple.length === list.length) continue;
    const what = Array.isArray(tuple)
      ? `has ${plural(tuple.length, 'value')}`
      : `is ${shown(tuple)}`;
    throw bad(
      'table',
      `the ${ordinal(k)} tuple ${what}`,
      `give one value for each of ${plural(list.length, 'variable')}`,
    );
  }
  const own = (tuples as unknown as Tuples).map((tuple) => [...tuple]);
  return rule({ kind: 'table', variables: list, tuples: own }, naming);
}

/**
 * The sum of the variables, each times its weight if there are weights, is `total`, or from the least
 * to the most of two. Values and weights are integers.
 */
export function sum<T>(
  variables: readonly Variable<T, number>[],
  total: Range,
  ...more: [weights?: readonly number[] | undefined, naming?: Naming] | [naming?: Naming]
): Rule<T> {
  const list = checkVariables<T>('sum', variables);
  const [first, second] = more;
  const isNaming = first !== undefined && !Array.isArray(first);
  const weights =
    isNaming || first === undefined ? list.map(() => 1) : (first as readonly number[]);
  if (weights.length !== list.length) {
    throw bad(
      'sum',
      `its list has ${plural(weights.length, 'weight')}`,
      `give one for each of ${plural(list.length, 'variable')}`,
    );
  }
  for (const weight of weights) checkWhole('sum', 'a weight', weight);
  const content = {
    kind: 'sum',
    variables: list,
    weights: [...weights],
    ...bounds('sum', 'the total', total),
  } as const;
  return rule(content, isNaming ? (first as Naming) : second);
}

/** No two of the variables have the same value. */
export function different<const Vs extends AnyVariables>(
  variables: Vs,
  naming?: Naming,
): Rule<PayloadOf<Vs>> {
  return rule({ kind: 'different', variables: checkVariables('different', variables) }, naming);
}

/** Each variable is less than the next one. Values are numbers. */
export function ascending<T>(variables: readonly Variable<T, number>[], naming?: Naming): Rule<T> {
  return rule({ kind: 'ascending', variables: checkVariables<T>('ascending', variables) }, naming);
}

/** Two variables have the same value. */
export function equal<T, U>(
  a: Variable<T, unknown>,
  b: Variable<U, unknown>,
  naming?: Naming,
): Rule<T & U> {
  return rule({ kind: 'equal', variables: checkVariables<T & U>('equal', [a, b]) }, naming);
}

/** The value stands among the variables this number of times, or from the least to the most of two. */
export function occurs<const Vs extends AnyVariables>(
  value: ValueOf<Vs[number]>,
  variables: Vs,
  times: Range,
  naming?: Naming,
): Rule<PayloadOf<Vs>> {
  const list = checkVariables<PayloadOf<Vs>>('occurs', variables);
  return rule(
    { kind: 'occurs', value, variables: list, ...bounds('occurs', 'the number of times', times) },
    naming,
  );
}

/** The values of the variables, in this order, lead the automaton from its start to a good end. */
export function regular<const Vs extends AnyVariables, S>(
  variables: Vs,
  automaton: Automaton<S, ValueOf<Vs[number]>>,
  naming?: Naming,
): Rule<PayloadOf<Vs>> {
  const list = checkVariables<PayloadOf<Vs>>('regular', variables);
  if (typeof automaton !== 'object' || automaton === null) {
    throw bad('regular', `the automaton is ${shown(automaton)}`, 'give { start, step, accept }');
  }
  checkFunction('regular', 'step', automaton.step);
  checkFunction('regular', 'accept', automaton.accept);
  return rule(
    {
      kind: 'regular',
      variables: list,
      automaton: automaton as unknown as Automaton<unknown, unknown>,
    },
    naming,
  );
}

/** The weights of those of these options that are chosen add up to the total, or from the least to the most of two. */
export function budget(
  options: readonly number[],
  weightOf: (option: number) => number,
  total: Range,
  naming?: Naming,
): Rule {
  const own = numbersOf('budget', options);
  checkFunction('budget', 'weightOf', weightOf);
  const weights = own.map((option) => {
    let weight: number;
    try {
      weight = weightOf(option);
    } catch (error) {
      throw bad('budget', `weightOf throws at option ${option}: ${String(error)}`, 'give a number');
    }
    checkWhole('budget', `the weight of option ${option}`, weight);
    return weight;
  });
  return rule(
    { kind: 'budget', options: own, weights, ...bounds('budget', 'the total', total) },
    naming,
  );
}

/** At most `most` of these options are chosen. */
export function atMost(most: number, options: readonly number[], naming?: Naming): Rule {
  if (!Number.isSafeInteger(most) || most < 0) {
    throw bad('atMost', `most is ${shown(most)}`, 'give a whole number from 0 up');
  }
  return rule({ kind: 'atMost', most, options: numbersOf('atMost', options) }, naming);
}

/** If one of the options is chosen, so is at least one of the others. */
export function implies(
  options: number | readonly number[],
  others: number | readonly number[],
  naming?: Naming,
): Rule {
  const own = numbersOf('implies', options);
  return rule({ kind: 'implies', options: own, others: numbersOf('implies', others) }, naming);
}

/** A rule that may have come from anywhere, checked. */
export function checkRule<T>(stated: Rule<T>, index: number): Rule<T> {
  if (typeof stated === 'object' && stated !== null && made.has(stated)) return stated;
  throw new QuadrilleError(
    'bad-setting',
    `The ${ordinal(index)} rule is ${shown(stated)}; give what sum(), table(), atMost() and so on give.`,
  );
}

/** A rule as errors and reasons speak of it: by its name, or its place among the rules. */
export function ruleName(stated: Rule<never>, index: number): string {
  return stated.name ?? `the ${ordinal(index)} rule (${stated.kind})`;
}

/** Makes a rule. */
export function rule<T>(content: Content<T>, naming: Naming | undefined): Rule<T> {
  if (naming !== undefined) checkSettings(naming, ['name']);
  const name: unknown = naming?.name;
  if (name !== undefined && (typeof name !== 'string' || name === '')) {
    throw bad(content.kind, `the name is ${shown(name)}`, 'give a text of at least one character');
  }
  const stated = Object.freeze(name === undefined ? content : { ...content, name }) as Rule<T>;
  made.add(stated);
  return stated;
}

export function bad(kind: string, what: string, remedy: string): QuadrilleError {
  return new QuadrilleError('bad-setting', `In ${kind}(), ${what}; ${remedy}.`);
}

export function checkFunction(kind: string, name: string, value: unknown): void {
  if (typeof value !== 'function') throw bad(kind, `${name} is ${shown(value)}`, 'give a function');
}

function checkArray<E>(kind: string, name: string, list: readonly E[]): readonly E[] {
  if (Array.isArray(list)) return list;
  throw bad(kind, `the ${name} are ${shown(list)}`, 'give an array');
}

function checkVariables<T>(kind: string, variables: unknown): Variables<T> {
  const list = checkArray(kind, 'variables', variables as Variables<T>);
  for (const one of list) {
    if (typeof one === 'object' && one !== null && typeof one.read === 'function') continue;
    throw bad(kind, `a variable is ${shown(one)}`, 'give what variable() gives');
  }
  return [...list];
}

function checkWhole(kind: string, what: string, value: number): void {
  if (Number.isSafeInteger(value)) return;
  throw bad(kind, `${what} is ${shown(value)}`, 'give a whole number');
}

/** The least and the most of a range. */
function bounds(kind: string, what: string, range: Range): { least: number; most: number } {
  const [least, most] = Array.isArray(range) && range.length === 2 ? range : [range, range];
  const isOne = least === most;
  for (const [bound, end] of [
    [least, Number.NEGATIVE_INFINITY],
    [most, Number.POSITIVE_INFINITY],
  ]) {
    if (Number.isSafeInteger(bound) || (!isOne && bound === end)) continue;
    throw bad(
      kind,
      `${what} is ${Array.isArray(range) ? `[${range.map(shown).join(', ')}]` : shown(range)}`,
      'give a whole number, or [least, most]',
    );
  }
  if (least > most)
    throw bad(kind, `${what} is [${least}, ${most}]`, 'give the smaller number first');
  return { least: least + 0, most: most + 0 };
}

/** The numbers of options, each once. */
function numbersOf(kind: string, options: number | readonly number[]): number[] {
  const list: readonly unknown[] = Array.isArray(options) ? options : [options];
  for (const option of list) {
    if (typeof option === 'number') continue;
    throw bad(
      kind,
      `there is ${shown(option)} where the number of an option should be`,
      'give what addOption() gave',
    );
  }
  return [...new Set(list as readonly number[])];
}
