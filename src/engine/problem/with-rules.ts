import { QuadrilleError, shown } from './error.ts';
import { type ItemUse, Problem } from './problem.ts';
import { checkInteger } from './setting.ts';

/** A rule about options of a problem, given by their numbers. */
export type Rule =
  | { readonly kind: 'atMost'; readonly most: number; readonly options: readonly number[] }
  | {
      readonly kind: 'implies';
      readonly options: readonly number[];
      readonly others: readonly number[];
    };

/** At most `most` of these options are chosen. */
export function atMost(most: number, options: readonly number[]): Rule {
  return { kind: 'atMost', most: checkInteger('most', most, 0), options: numbersOf(options) };
}

/** If one of the options is chosen, so is at least one of the others. */
export function implies(
  options: number | readonly number[],
  others: number | readonly number[],
): Rule {
  return { kind: 'implies', options: numbersOf(options), others: numbersOf(others) };
}

/**
 * The same problem with further rules: the same options, with the same numbers, payloads and costs,
 * and items that state the rules.
 *
 * - `atMost(1, ...)` adds a secondary item to its options; `atMost(n, ...)` a primary one with
 *   `times: [0, n]`.
 * - `implies(a, b)` takes a primary item that all of b have and that is covered exactly once. So b
 *   is left out exactly if some *rival* covers it, another option of this item. A secondary item,
 *   added to a and to the rivals, lets none of them stand beside a. Where a are several, they have
 *   it in one colour, and can stand together.
 *
 *       i  b1        a1 a2      a1    [... x:then]
 *       i  b2                   a2    [... x:then]
 *       i  rival                rival [i ... x]
 *
 * Where b have no such item, `implies` is refused. Then give b an item of its own, and an option with
 * that item alone for the case that b is left out.
 *
 * @example
 * ```ts
 * import { atMost, count, Problem, withRules } from 'quadrille';
 *
 * const roster = new Problem<string>({ primary: ['Mon', 'Tue'] });
 * const ann = ['Mon', 'Tue'].map((day) => roster.addOption([day], `Ann on ${day}`));
 * for (const day of ['Mon', 'Tue']) roster.addOption([day], `Bob on ${day}`);
 *
 * console.log(count(withRules(roster, [atMost(1, ann)])).count); // 3
 * ```
 */
export function withRules<T>(problem: Problem<T>, rules: readonly Rule[]): Problem<T> {
  if (!(problem instanceof Problem) || !Array.isArray(rules)) {
    throw new QuadrilleError(
      'bad-setting',
      `The problem is ${shown(problem)}, the rules are ${shown(rules)}; ` +
        'give a Problem, and an array of what atMost() and implies() give.',
    );
  }
  const ruling = new Ruling(problem);
  for (const rule of rules as readonly Rule[]) ruling.add(checkRule(rule));
  return ruling.stated() as Problem<T>;
}

/** A rule that may have come from anywhere, checked. */
function checkRule(rule: Rule): Rule {
  switch (rule?.kind) {
    case 'atMost':
      return atMost(rule.most, rule.options);
    case 'implies':
      return implies(rule.options, rule.others);
    default:
      throw new QuadrilleError(
        'bad-setting',
        `A rule is ${shown(rule)}; give what atMost() and implies() give.`,
      );
  }
}

/** The items of a problem and of its rules. */
class Ruling {
  private readonly problem: Problem<unknown>;
  /** Item name -> its options, of the primary items covered exactly once. Other items have none. */
  private readonly optionsOf = new Map<string, number[]>();
  /** Option -> its items. */
  private readonly uses: ItemUse[][] = [];
  /**
   * Option -> whether it has a primary item: without one it is never chosen, and must not get one.
   */
  private readonly isChoosable: boolean[] = [];
  private readonly names = new Set<string>();
  private readonly primary: { item: string; times: readonly [number, number] }[] = [];
  private readonly secondary: string[] = [];
  private rules = 0;

  constructor(problem: Problem<unknown>) {
    this.problem = problem;
    const primary = new Set<string>();
    for (let item = 0; item < problem.primaryCount + problem.secondaryCount; item++) {
      const name = problem.itemName(item);
      this.names.add(name);
      if (item >= problem.primaryCount) {
        this.secondary.push(name);
        continue;
      }
      const times = problem.times(item);
      primary.add(name);
      this.primary.push({ item: name, times });
      if (times[0] === 1 && times[1] === 1) this.optionsOf.set(name, []);
    }
    for (let option = 0; option < problem.optionCount; option++) {
      const uses = problem.option(option);
      this.uses.push(uses);
      this.isChoosable.push(uses.some((use) => primary.has(nameOf(use))));
      for (const use of uses) this.optionsOf.get(nameOf(use))?.push(option);
    }
  }

  add(rule: Rule): void {
    for (const numbers of [rule.options, rule.kind === 'implies' ? rule.others : []]) {
      for (const option of numbers) this.problem.payload(option);
    }
    if (rule.kind === 'atMost') this.addAtMost(rule.most, rule.options);
    else this.addImplies(rule.options, rule.others);
  }

  /** The problem with all its rules. */
  stated(): Problem<unknown> {
    const { problem } = this;
    const ruled = new Problem<unknown>({ primary: this.primary, secondary: this.secondary });
    const { prefers, preferredAt, data } = problem.compile();
    for (let item = 0; prefers && item < problem.primaryCount; item++) {
      if (data[preferredAt + item] === 1) ruled.prefer([item]);
    }
    for (const [option, uses] of this.uses.entries()) {
      ruled.addOption(uses, problem.payload(option));
      if (problem.cost(option) !== 0) ruled.setCost(option, problem.cost(option));
    }
    return ruled;
  }

  private addAtMost(most: number, options: readonly number[]): void {
    const own = options.filter((option) => this.isChoosable[option] === true);
    const name = this.newName(`at-most-${most}`);
    if (own.length <= most) return;
    if (most === 1) this.secondary.push(name);
    else this.primary.push({ item: name, times: [0, most] });
    for (const option of own) this.uses[option]?.push(name);
  }

  private addImplies(options: readonly number[], others: readonly number[]): void {
    const name = this.newName('implies');
    const own = options.filter((option) => !others.includes(option));
    if (own.length === 0) return;
    const rivals = new Set(this.rivalsOf(others, own));
    // An option that is a rival itself, or implies one of none, cannot be chosen.
    const isImpossible = (option: number) => others.length === 0 || rivals.has(option);
    const impossible = own.filter(isImpossible);
    if (impossible.length > 0) this.addAtMost(0, impossible);
    const rest = own.filter((option) => !isImpossible(option));
    if (rest.length === 0 || rivals.size === 0) return;
    this.secondary.push(name);
    const use = rest.length === 1 ? name : { item: name, colour: 'then' };
    for (const option of rest) this.uses[option]?.push(use);
    for (const rival of rivals) this.uses[rival]?.push(name);
  }

  /**
   * The rest of the options of an item: one that is covered exactly once, and that all options in
   * `some` have. Of several such items it takes the one with the fewest options.
   */
  private rivalsOf(some: readonly number[], own: readonly number[]): number[] {
    const [first, ...more] = some;
    if (first === undefined) return [];
    const items = (this.uses[first] ?? []).map(nameOf);
    const shared = items.flatMap((item) => {
      const options = this.optionsOf.get(item);
      return options !== undefined && more.every((option) => options.includes(option))
        ? [options]
        : [];
    });
    const [least] = shared.sort((a, b) => a.length - b.length);
    if (least !== undefined) return least.filter((option) => !some.includes(option));
    throw new QuadrilleError(
      'bad-option',
      `Options ${some.join(', ')}, one of which option ${own[0]} implies, have no item in common that is ` +
        'covered exactly once; give them one, and an option with this item alone for the case that ' +
        'none of them is chosen.',
      { option: first },
    );
  }

  private newName(text: string): string {
    for (;;) {
      const name = `rule${++this.rules}-${text}`;
      if (this.names.has(name)) continue;
      this.names.add(name);
      return name;
    }
  }
}

function nameOf(use: ItemUse): string {
  return typeof use === 'string' ? use : use.item;
}

/** The numbers of options, each once. */
function numbersOf(options: number | readonly number[]): number[] {
  const list: readonly unknown[] = Array.isArray(options) ? options : [options];
  for (const option of list) {
    if (typeof option === 'number') continue;
    throw new QuadrilleError(
      'bad-setting',
      `A rule has ${shown(option)} where the number of an option should be; ` +
        'give what addOption() gave.',
    );
  }
  return [...new Set(list as readonly number[])];
}
