import type { Forbid } from '../kernels/forbidding.ts';
import type { Forbids } from '../kernels/search.ts';
import { type Compiled, coloursOf, itemsOf, timesOf } from '../problem/compiled.ts';
import { QuadrilleError, shown } from '../problem/error.ts';
import { type ItemUse, Problem, type Ruling } from '../problem/problem.ts';
import { finish, type Slices } from '../problem/slices.ts';
import { Binding } from './binding.ts';
import { compilingRules, type Ruled } from './compile.ts';
import { describing } from './description.ts';
import { isKept } from './evaluate.ts';
import { checkRule, type Rule, ruleName } from './rule.ts';
import { groupsOf } from './rule-groups.ts';
import type { Origin, Origins } from './writer.ts';

/**
 * A problem with rules. It says what the stated problem says; only `compile()` adds items and options,
 * which state the rules and never show in answers.
 */
export class RuledProblem<T> extends Problem<T> {
  readonly rules: readonly Rule<T>[];
  /** What was made of the stated problem as it was then. */
  #binding: Binding | undefined;
  #ruled: ({ readonly from: Compiled } & Ruled) | undefined;
  #description: { readonly from: Compiled; readonly compiled: Compiled } | undefined;

  /** A copy of what a problem states, with these rules. */
  constructor(problem: Problem<T>, rules: readonly Rule<T>[]) {
    super();
    this.become(problem);
    this.rules = Object.freeze([...rules]);
    this.#bound();
  }

  /** The problem without its rules. */
  get stated(): Compiled {
    return super.compile();
  }

  /**
   * The stated problem with what the rules add. It is kept until the next option is stated. A problem
   * with a rule by a function is refused: who asks for integers would not know of that rule.
   */
  override compile(): Compiled {
    const { forbids } = this;
    if (forbids === undefined) return this.compileCovers();
    throw new QuadrilleError(
      'not-supported',
      'Only searches for solutions (first, isUnique, count, solutions; in a shell solve by itself, with --count ' +
        `or --unique) call rules by functions, here ${forbids.names}: ` +
        'what is merged, weighed, moved, reduced or written would be without them. ' +
        'Ask one of these, or leave the rules out.',
    );
  }

  /** @internal */
  override compileCovers(): Compiled {
    return finish(this.compiling());
  }

  /** @internal */
  override get forbids(): Forbids | undefined {
    let stand: ((rules: readonly Forbid[]) => Forbids) | undefined;
    const forbids: Forbid[] = [];
    for (const [k, rule] of this.rules.entries()) {
      if (rule.kind !== 'forbid') continue;
      stand = rule.stand;
      forbids.push({ conflictOf: rule.conflictIn, name: ruleName(rule, k), module: rule.module });
    }
    return stand?.(forbids);
  }

  /** The same in slices. */
  *compiling(): Slices<Compiled> {
    const from = this.stated;
    if (this.#isCompiled()) return (this.#ruled as Ruled).compiled;
    const written = yield* compilingRules(this.#bound());
    this.#ruled = { from, ...written };
    return written.compiled;
  }

  /** What an item of the compiled problem belongs to. */
  originOf(item: number): Origin {
    const { primary, secondary } = this.compileCovers();
    const { primaryCount, secondaryCount } = this;
    const { origins } = this.#ruled as { origins: Origins };
    const added = primary - primaryCount;
    if (!Number.isInteger(item) || item < 0 || item >= primary + secondary) {
      throw new QuadrilleError(
        'bad-index',
        `There is no item ${shown(item)} in the compiled problem.`,
      );
    }
    if (item < primaryCount) return { item };
    if (item < primary) return origins.primary[item - primaryCount];
    if (item < primary + secondaryCount) return { item: item - added };
    return origins.secondary[item - primary - secondaryCount];
  }

  /**
   * The compiled problem as one that is stated, for programs that know no rules. Its first options are
   * those of this problem; the added ones have no payload.
   */
  spelledOut(): Problem<T | undefined> {
    const compiled = this.compile();
    const { primary, secondary, options, stated } = compiled;
    const statedNames = Array.from({ length: this.primaryCount + this.secondaryCount }, (_, item) =>
      this.itemName(item),
    );
    let prefix = 'rule';
    while (statedNames.some((name) => name.startsWith(prefix))) prefix = `_${prefix}`;
    const added = primary - this.primaryCount;
    const nameOf = (item: number): string => {
      if (item < this.primaryCount) return statedNames[item];
      const isStated = item >= primary && item < primary + this.secondaryCount;
      if (isStated) return statedNames[item - added];
      const origin = this.originOf(item);
      return `${prefix}${'rule' in origin ? origin.rule : ''}-${item}`;
    };
    const copy = new Problem<T | undefined>({
      primary: Array.from({ length: primary }, (_, item) => ({
        item: nameOf(item),
        times: timesOf(compiled, item),
      })),
      secondary: Array.from({ length: secondary }, (_, k) => nameOf(primary + k)),
    });
    copyPreferences(compiled, copy as Problem<unknown>);
    for (let option = 0; option < options; option++) {
      const payload = option < stated ? this.payload(option) : undefined;
      const colours = coloursOf(compiled, option);
      const before = colours.length > 0 && option < stated ? this.option(option) : [];
      const uses = Array.from(itemsOf(compiled, option), (item, k): ItemUse => {
        if (!(colours[k] > 0)) return nameOf(item);
        const use = before[k];
        return { item: nameOf(item), colour: typeof use === 'object' ? use.colour : 'then' };
      });
      (copy as Problem<unknown>).addOption(uses, payload);
      const cost = option < stated ? this.cost(option) : 0;
      if (cost !== 0) copy.setCost(option, cost);
    }
    return copy;
  }

  /** @internal */
  override get ruling(): Ruling<T> | undefined {
    if (this.rules.length === 0) return undefined;
    const nameOf = (rule: number) => ruleName(this.rules[rule], rule);
    return {
      stated: this.stated,
      count: this.rules.length,
      nameOf,
      ruleOf: (item) => {
        const origin = this.originOf(item);
        return 'rule' in origin ? nameOf(origin.rule) : undefined;
      },
      withOnly: (rules) => this.#withOnly(rules),
      grouping: (prefix) => groupsOf(this.#bound(), prefix),
      brokenBy: (numbers) => this.#brokenBy(numbers),
      describing: () => this.#describing(),
      spelledOut: () => this.spelledOut() as Problem<unknown>,
    };
  }

  /** @internal */
  override preparation(): Slices<unknown> | undefined {
    return this.#isCompiled() ? undefined : this.compiling();
  }

  #isCompiled(): boolean {
    return this.#ruled?.from === this.stated && this.#ruled.compiled.data.length > 0;
  }

  *#describing(): Slices<Compiled> {
    const from = this.stated;
    if (this.#description?.from !== from) {
      this.#description = { from, compiled: yield* describing(this.#bound()) };
    }
    return this.#description.compiled;
  }

  #withOnly(some: readonly number[]): Problem<T> {
    const { rules } = this;
    if (some.length === rules.length) return this;
    return new RuledProblem(
      this,
      some.map((rule) => rules[rule]),
    );
  }

  #brokenBy(numbers: readonly number[]): number[] {
    const binding = this.#bound();
    const chosen = new Set(numbers);
    return binding.rules.flatMap((bound, rule) => (isKept(binding, bound, chosen) ? [] : [rule]));
  }

  #bound(): Binding {
    if (this.#binding?.stated !== this.stated) {
      this.#binding = new Binding(this as Problem<unknown>, this.stated, this.rules);
    }
    return this.#binding as Binding;
  }
}

/**
 * The same problem with rules: the same options, with the same numbers, payloads and costs. What the
 * rules add never shows in answers. The rules of a problem that has some stay.
 *
 * @example
 * ```ts
 * import { count, Problem } from 'quadrille';
 * import { atMost, sum, variable, withRules } from 'quadrille/rules';
 *
 * const dice = new Problem<number>({ primary: ['a', 'b', 'c'] });
 * for (const die of ['a', 'b', 'c']) for (const n of [1, 2, 3, 4, 5, 6]) dice.addOption([die], n);
 * const [a, b, c] = ['a', 'b', 'c'].map((die) => variable<number>(die));
 *
 * console.log(count(withRules(dice, [sum([a, b, c], 10)])).count); // 27
 * console.log(count(withRules(dice, [atMost(1, [5, 11, 17])])).count); // 200
 * ```
 */
export function withRules<T>(
  problem: Problem<T>,
  rules: readonly Rule<NoInfer<T>>[],
): RuledProblem<T> {
  if (!(problem instanceof Problem) || !Array.isArray(rules)) {
    throw new QuadrilleError(
      'bad-setting',
      `The problem is ${shown(problem)}, the rules are ${shown(rules)}; ` +
        'give a Problem, and an array of what sum(), table(), atMost() and so on give.',
    );
  }
  const before = problem instanceof RuledProblem ? (problem as RuledProblem<T>).rules : [];
  const all = [...before, ...Array.from(rules as readonly Rule<T>[], checkRule)];
  return new RuledProblem(problem, all);
}

function copyPreferences(
  { data, primary, prefers, preferredAt }: Compiled,
  copy: Problem<unknown>,
): void {
  for (let item = 0; prefers && item < primary; item++) {
    if (data[preferredAt + item] === 1) copy.prefer([item]);
  }
}
