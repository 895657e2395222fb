import { Compiled } from './compiled.ts';
import { QuadrilleError, shown } from './error.ts';
import {
  type Bounds,
  type ItemList,
  ItemNames,
  type MultipleItem,
  type PrimaryList,
  type Times,
} from './names.ts';
import { type ItemUse, Options } from './options.ts';
import { checkSettings } from './setting.ts';
import { finish, type Slices } from './slices.ts';

export type { ColouredItem, ItemUse } from './options.ts';

/** The items of a problem, by name, or as a count where names say nothing. */
export interface Items {
  /** Covered exactly once, or as often as their `times` say. */
  readonly primary?: PrimaryList | undefined;
  /** Covered at most once, or any number of times in one colour. */
  readonly secondary?: ItemList | undefined;
}

/** A type that no value has. The compiler shows its remedy to a caller who gives a value. */
interface Mistake<Remedy extends string> {
  readonly [remedy]: Remedy;
}
declare const remedy: unique symbol;

/** The payload of a problem whose payloads have no type. */
type NoPayload = Mistake<'state the type of the payloads, as in new Problem<string>({ primary })'>;

const ITEM_KINDS = ['primary', 'secondary'];

/** A payload may be left out only where `undefined` is one. */
type Rest<T, More extends unknown[]> = undefined extends T
  ? [payload?: [T] extends [undefined] ? T | NoPayload : T, ...more: Partial<More>]
  : [payload: T, ...more: Partial<More>];

/**
 * An exact-cover problem as people state it: items, then options, each with a payload of the
 * caller's own if it needs one. Every call is checked, and a call that throws leaves the problem as
 * it was. Items have numbers from 0, primaries first; options have numbers from 0 as they come.
 *
 *     const problem = new Problem({ primary: ['a', 'b'], secondary: ['x'] });
 *     problem.addOption(['a', { item: 'x', colour: 'red' }]);
 */
export class Problem<T = undefined> {
  #names = new ItemNames();
  #options = new Options(this.#names);
  #preferred: Set<number> | undefined;
  /** Option -> payload; absent until the first payload comes. */
  #payloads: (T | undefined)[] | undefined;
  /** True if a caller knows the index of an item. Then no further item may move it. */
  #indexTold = false;
  #compiled: Compiled | undefined;

  /** The primary and secondary items: their names, or their numbers only. */
  constructor(items: Items = {}) {
    if (typeof items !== 'object' || items === null || Array.isArray(items)) {
      throw new QuadrilleError(
        'bad-count',
        `The items are ${shown(items)}; state them as { primary: [...], secondary: [...] }.`,
      );
    }
    const { primary, secondary } = items;
    for (const name in items) if (!ITEM_KINDS.includes(name)) checkSettings(items, ITEM_KINDS);
    if (primary === null || secondary === null) checkSettings(items, ITEM_KINDS);
    if (primary !== undefined) this.#names.add('primary', primary);
    if (secondary !== undefined) this.#names.add('secondary', secondary);
  }

  /** States what another problem states, in place of what it has stated itself. @internal */
  protected become(other: Problem<T>): void {
    this.#names = other.#names.copy();
    this.#options = other.#options.copy(this.#names);
    this.#preferred = other.#preferred && new Set(other.#preferred);
    this.#payloads = other.#payloads?.slice();
    this.#compiled = undefined;
  }

  /** States further primary items, before the first option. */
  addPrimary(items: PrimaryList): this {
    return this.#addItems('primary', items);
  }

  /** States further secondary items, before the first option. */
  addSecondary(items: ItemList): this {
    return this.#addItems('secondary', items);
  }

  /**
   * Prefers primary items, by name or by index: a search branches on one of them as long as one is
   * open, and on other items after that, except that an item with one option or none always comes
   * first. The solutions stay the same. It helps where the caller knows the puzzle better than the
   * usual rule, to branch on the item with the fewest options.
   */
  prefer(items: readonly (string | number)[]): this {
    if (!Array.isArray(items)) {
      throw new QuadrilleError(
        'bad-option',
        `The preferred items are ${shown(items)}; give an array of names or indices.`,
      );
    }
    const rule = 'a search branches on primary items only';
    const indices = Array.from(items, (item: string | number) => this.#names.primaryOf(item, rule));
    this.#preferred ??= new Set();
    for (const index of indices) this.#preferred.add(index);
    this.#compiled = undefined;
    return this;
  }

  /**
   * States the number of options that cover a primary item, given by its name or its index: a
   * number, or the least and the most, which may be `Infinity`. It is 1 until then. An item may
   * also be stated as `{ item, times }`.
   */
  setTimes(item: string | number, times: Times): this;
  setTimes(item: string | number, times: Times, most?: unknown): this {
    if (most !== undefined) {
      throw new QuadrilleError(
        'bad-times',
        `The times of ${shown(item)} are two arguments; give an array, as in [${shown(times)}, ${shown(most)}].`,
      );
    }
    const index = this.#names.primaryOf(item, 'only primary items have times');
    this.#names.setTimes(index, times);
    this.#compiled = undefined;
    return this;
  }

  /** The least and the most options that cover a primary item, given by its name or its index. */
  times(item: string | number): Bounds {
    return this.#names.boundsOf(this.#names.primaryOf(item, 'only primary items have times'));
  }

  /**
   * States an option by the names of its items. Returns its number, from 0.
   *
   * An uncoloured use of a secondary item conflicts with every other use of it. An option without
   * items is refused (`empty-option`); one with secondary items alone is kept and numbered, and never
   * chosen. Options stated twice make solutions of their own.
   */
  addOption(items: readonly ItemUse[], ...rest: Rest<T, []>): number;
  addOption(items: readonly ItemUse[], payload?: unknown): number {
    const option = this.#options.count;
    if (!Array.isArray(items)) {
      throw new QuadrilleError(
        'bad-option',
        `Option ${option} is ${shown(items)}; state it as an array of item names.`,
        { option },
      );
    }
    return this.#keep(this.#options.addNamed(items), payload);
  }

  /**
   * States an option by the indices of its items. Returns its number. `colours`, if given, runs
   * parallel to `items`: 0 for no colour, or a number from 1. The number that `colour(name)` gives
   * is that colour; any other number is a colour without a name.
   */
  addIndices(
    items: ArrayLike<number>,
    ...rest: Rest<T, [colours: ArrayLike<number> | undefined]>
  ): number;
  addIndices(items: ArrayLike<number>, payload?: unknown, colours?: ArrayLike<number>): number {
    return this.#keep(this.#options.add(items, colours), payload);
  }

  /**
   * States the cost of an option, a whole number: 0 until then, negative where the option is a
   * gain. The cost of a solution is the sum over its options; sums that might not be exact are
   * refused by `compile`.
   */
  setCost(option: number, cost: number): this {
    this.#options.setCost(option, cost);
    this.#compiled = undefined;
    return this;
  }

  /** The cost of an option. */
  cost(option: number): number {
    return this.#options.costOf(option);
  }

  /** True if some primary item is not covered exactly once. */
  get multiple(): boolean {
    return this.#names.multiple;
  }

  /** True if some option has a cost other than 0. */
  get priced(): boolean {
    return this.#options.priced;
  }

  /** The number of primary items. */
  get primaryCount(): number {
    return this.#names.primary;
  }

  /** The number of secondary items. */
  get secondaryCount(): number {
    return this.#names.secondary;
  }

  /** The number of options stated so far. */
  get optionCount(): number {
    return this.#options.count;
  }

  /** The (option, item) pairs stated so far. */
  get nodeCount(): number {
    return this.#options.nodes;
  }

  /** The name of an item, or its index if it was only counted. */
  itemName(index: number): string {
    return this.#names.nameOf(index);
  }

  /** The index of an item. After this call no items can be added, since they would move it. */
  itemIndex(name: string): number {
    const index = this.#names.indexOf(name);
    this.#indexTold = true;
    return index;
  }

  /** The number of a colour. A new name gets a new number. */
  colour(name: string): number {
    return this.#options.colours.numberOf(name);
  }

  /** The items of an option, as `addOption` takes them. */
  option(number: number): ItemUse[] {
    return this.#options.usesOf(number).map(([index, colour]) => {
      const item = this.itemName(index);
      return colour === 0 ? item : { item, colour: this.#options.colours.nameOf(colour) };
    });
  }

  /** The payload of an option. */
  payload(number: number): T {
    this.#options.check(number);
    return this.#payloads?.[number] as T;
  }

  /** The problem as integers, for an engine. It is kept until the next option is stated. */
  compile(): Compiled {
    // A transfer to a worker leaves an empty array behind.
    if (this.#compiled === undefined || this.#compiled.data.length === 0) {
      this.#compiled = this.#options.compile(this.#preferred);
    }
    return this.#compiled;
  }

  /** Its rules beyond covering, if it has some. @internal */
  get ruling(): Ruling<T> | undefined {
    return undefined;
  }

  /** Its rules by functions, if it has some: the `Forbids` of a search. @internal */
  get forbids(): object | undefined {
    return undefined;
  }

  /** As `compile`, without the rules by functions, for searches that these stand around. @internal */
  compileCovers(): Compiled {
    return this.compile();
  }

  /** What `compile` does first, slice by slice; undefined where that is little. @internal */
  preparation(): Slices<unknown> | undefined {
    return undefined;
  }

  #keep(option: number, payload: unknown): number {
    if (payload !== undefined) {
      this.#payloads ??= [];
      this.#payloads[option] = payload as T;
    }
    this.#compiled = undefined;
    return option;
  }

  #addItems(kind: 'primary' | 'secondary', items: PrimaryList): this {
    if (this.#options.count > 0 || this.#indexTold) {
      const [stated] = Array.isArray(items) ? (items as readonly (string | MultipleItem)[]) : [];
      const name = typeof stated === 'object' ? stated?.item : stated;
      const which = name === undefined ? 'A further item' : `Item ${shown(name)}`;
      throw new QuadrilleError(
        'items-frozen',
        `${which} comes too late; state all items before the first option and before asking for ` +
          'an index.',
        { item: name },
      );
    }
    this.#names.add(kind, items);
    this.#compiled = undefined;
    return this;
  }
}

/**
 * A set of options that meets every item's rule. It holds the option numbers, and looks up names
 * and payloads when a caller asks for them.
 */
export class Solution<T> {
  /** The option numbers, in ascending order. */
  readonly numbers: readonly number[];
  /** Where it stands for a class, by `upToSymmetry`: the number of solutions in the class. */
  readonly classSize?: bigint;
  readonly #problem: Problem<T>;

  /** It keeps the array, and puts it in order. */
  constructor(problem: Problem<T>, numbers: number[], classSize?: bigint) {
    this.#problem = problem;
    this.numbers = ascending(numbers);
    if (classSize !== undefined) this.classSize = classSize;
  }

  /** The items of each option. */
  get options(): ItemUse[][] {
    return this.numbers.map((number) => this.#problem.option(number));
  }

  /** The payload of each option. */
  get payloads(): T[] {
    return this.numbers.map((number) => this.#problem.payload(number));
  }

  /** The sum of the costs of its options. */
  get cost(): number {
    return this.numbers.reduce((sum, number) => sum + this.#problem.cost(number), 0);
  }

  /** All of it for JSON; without `payloads` or `cost` where no option has one. */
  toJSON(): {
    numbers: readonly number[];
    options: ItemUse[][];
    payloads?: T[];
    cost?: number;
    classSize?: string;
  } {
    const { numbers, options, payloads, classSize } = this;
    const bare = payloads.every((payload) => payload === undefined);
    return {
      numbers,
      options,
      ...(!bare && { payloads }),
      ...(this.#problem.priced && { cost: this.cost }),
      ...(classSize !== undefined && { classSize: String(classSize) }),
    };
  }

  /**
   * All of it for Node's console, which by itself would leave out the values of getters. @internal
   */
  [Symbol.for('nodejs.util.inspect.custom')](): object {
    return this.toJSON();
  }
}

/**
 * Puts the option numbers of a solution in ascending order. An engine chooses forced options in any
 * order, so by itself the same solution would look different from engine to engine. By Shell's
 * method with Knuth's steps 1, 4, 13, 40, ... (TAOCP 5.2.1): the built-in sort calls a function for
 * each pair.
 */
export function ascending(numbers: number[]): number[] {
  const { length } = numbers;
  let step = 1;
  // Few numbers are nearly in order, and the last step alone is faster for them.
  while (20 * step < length) step = 3 * step + 1;
  for (; step > 0; step = Math.floor(step / 3)) {
    for (let k = step; k < length; k++) {
      const number = numbers[k];
      let to = k;
      for (; to >= step && numbers[to - step] > number; to -= step) {
        numbers[to] = numbers[to - step];
      }
      numbers[to] = number;
    }
  }
  return numbers;
}

/**
 * A symmetry as a map of options: option -> its image, or -1 where the image is no option of the
 * problem. No two options have one image.
 */
export type OptionSymmetry = readonly number[] | Int32Array;

/** Rules beyond covering, as questions see them that name or leave out single ones. */
export interface Ruling<T> {
  readonly count: number;
  /** What a rule is called: the name that it was given, or its kind and number. */
  nameOf(rule: number): string;
  /** What the rule is called that an item of the compiled problem belongs to; undefined for a stated item. */
  ruleOf(item: number): string | undefined;
  /** The problem as it was stated, without its rules. */
  readonly stated: Compiled;
  /** The problem with these of its rules alone; without any, as it was stated. */
  withOnly(rules: readonly number[]): Problem<T>;
  /**
   * Its variables in groups that no rule links, below a prefix. Undefined where they have no such
   * structure, or a larger one than is laid out.
   */
  grouping(prefix: Iterable<number>): Slices<Grouping | undefined>;
  /** The rules that a solution of the stated problem breaks. */
  brokenBy(numbers: readonly number[]): number[];
  /**
   * A problem with the stated options, to which it adds others that describe the rules as they are
   * stated: its symmetries are those of the stated problem that take rules to rules.
   */
  describing(): Slices<Compiled>;
  /**
   * The compiled problem as one that is stated, for programs that know no rules: the same options, then
   * those that are added.
   */
  spelledOut(): Problem<unknown>;
}

/**
 * Variables that rules link, with all of these rules as one layered diagram: each path from the one
 * state at its start to the one at its end, with an option for each letter, is a choice of options that
 * keeps to these rules, and each such choice is one path.
 */
export interface RuleGroup {
  /** One for each variable. */
  readonly layers: readonly GroupLayer[];
}

/** Transition -> the states before and after it, and its letter; in the order of the states before. */
export interface GroupLayer {
  /** The number of states before it. */
  readonly states: number;
  readonly from: ArrayLike<number>;
  readonly to: ArrayLike<number>;
  readonly letter: ArrayLike<number>;
  /** Letter -> the options, between which no rule makes a difference. */
  readonly letters: readonly (readonly number[])[];
}

/** The open options of a problem: those of groups, and the others. */
export interface Grouping {
  readonly groups: readonly RuleGroup[];
  /** The items that are no variables. A choice of a group covers each of them once at most. */
  readonly linking: readonly number[];
  /** Those in no group, and among them those that each solution has. */
  readonly plain: readonly number[];
  readonly chosen: readonly number[];
}

/** A problem, stated or compiled. A solution of a compiled one is its option numbers. */
export type AnyProblem = Problem<unknown> | Compiled;

/**
 * The solution of these options, as the caller knows it: of a compiled problem, their numbers. It
 * keeps the array, without the options that rules add.
 */
export function solutionOf<T>(
  problem: Problem<T> | Compiled,
  numbers: number[],
  classSize?: bigint,
): Solution<T> | number[] {
  const stated = problem instanceof Problem ? problem.optionCount : problem.stated;
  let kept = 0;
  for (const number of numbers) if (number < stated) numbers[kept++] = number;
  // To set a length takes long.
  if (kept < numbers.length) numbers.length = kept;
  return problem instanceof Problem
    ? new Solution(problem, numbers, classSize)
    : ascending(numbers);
}

/** A problem as engines take it. */
export function compiledOf(problem: AnyProblem): Compiled {
  if (problem instanceof Problem) return problem.compile();
  if (problem instanceof Compiled) return problem;
  throw new QuadrilleError(
    'bad-setting',
    `The problem is ${shown(problem)}; give a Problem, or what compile() or Compiled.from() gives.`,
  );
}

/**
 * What is done slice by slice before `compiledOf`, and before `describedOf` where symmetries are asked
 * for; undefined where that is little.
 */
export function preparationOf(
  problem: AnyProblem,
  { upToSymmetry }: { readonly upToSymmetry?: unknown } = {},
): Slices<unknown> | undefined {
  if (!(problem instanceof Problem)) return undefined;
  // Rules by functions have no description: the question refuses them.
  const isDescribed = upToSymmetry === true && problem.forbids === undefined;
  const describing = isDescribed ? problem.ruling?.describing() : undefined;
  const compiling = problem.preparation();
  return describing && compiling ? both(compiling, describing) : (describing ?? compiling);
}

function* both(first: Slices<unknown>, second: Slices<unknown>): Slices {
  yield* first;
  yield* second;
}

/**
 * What has the symmetries of a problem, where that is not what it compiles to: where it has rules,
 * which may be compiled to items and options that have more symmetries, or fewer.
 */
export function describedOf(problem: AnyProblem): Compiled | undefined {
  if (problem instanceof Problem) {
    const describing = problem.ruling?.describing();
    return describing && finish(describing);
  }
  if (problem.stated === problem.options) return undefined;
  throw new QuadrilleError(
    'not-supported',
    'The symmetries of rules do not show in a compiled problem; give the Problem that withRules() gave.',
  );
}

/** Refuses a problem with rules that are no covers, where these would be lost. */
export function refuseRules(problem: AnyProblem, why: string, remedy: string): void {
  const isPlain =
    problem instanceof Problem
      ? problem.ruling === undefined
      : !(problem instanceof Compiled) || problem.stated === problem.options;
  if (isPlain) return;
  throw new QuadrilleError('not-supported', `${why} beyond covering; ${remedy}.`);
}
