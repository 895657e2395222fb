import { leastOf, mostOf } from '../problem/compiled.ts';
import { ascending } from '../problem/problem.ts';
import type { Pace, Slices } from '../problem/slices.ts';
import type { Domains } from './domains.ts';
import { Linear, type Term } from './linear.ts';

/** Variables whose values add up to a number. */
interface Total {
  readonly rule: number;
  readonly variables: readonly number[];
  readonly total: number;
}

/** The most houses that are looked at together, and the most terms of a sum that is derived. */
const MOST_HOUSES = 8;
const MOST_TERMS = 9;
/** The most houses and cages for which that is done. */
const MOST_TOTALS = 400;
/** A cage is taken where more than this part of it lies inside, or all of it. */
const PARTS = [1, 1 / 2, 0];

/**
 * Sums that follow from others, which Sudoku players know as the rule of 45. The values of a *house*, as
 * many variables as values that all differ, have a known sum. What is left of a house, or of some that
 * have nothing in common, without the *cages* inside, has one, too; so has the difference of a house and
 * the cages that cross its border, all or those that lie inside for the greater part:
 *
 *     house   a b c d e | cages  a b = 7, c x = 9        inside:  c + d + e = 15 - 7
 *                                                        across:  x - d - e = 7 + 9 - 15
 *
 * They prune at the root. In a search their items would cost more than they bring, so the compiled problem
 * tells of them as sums (`sum-section.ts`), which `learn` follows.
 */
export function* derivedSums(
  domains: Domains,
  sums: readonly Linear[],
  pace: Pace,
): Slices<Linear[]> {
  const cages = sums.flatMap((one): Total[] => {
    const { rule, terms, least, most, variables } = one;
    const isCage = least === most && terms.every(([, weight]) => weight === 1);
    if (!isCage || new Set(variables).size < variables.length) return [];
    return [{ rule, variables, total: least }];
  });
  if (cages.length > 0) yield* addOthers(domains, pace);
  const houses = cages.length === 0 ? [] : yield* housesOf(domains, pace);
  if (houses.length + cages.length > MOST_TOTALS) return [];
  const derived = new Map<string, Linear>();
  const seen = new Set<string>();
  for (const first of houses.keys()) {
    const region = new Region(domains.size.length, cages);
    let next: number | undefined = first;
    const taken: number[] = [];
    for (let k = 0; k < MOST_HOUSES && next !== undefined; k++) {
      taken.push(next);
      const key = ascending(taken.slice()).join();
      // What comes next depends on the houses, and not on their order.
      if (seen.has(key)) break;
      seen.add(key);
      region.add(houses[next]);
      for (const part of PARTS) region.addSum(part, derived);
      next = region.neighbour(houses);
      if (pace.spent(8 * (cages.length + houses.length))) yield;
    }
  }
  return [...derived.values()];
}

/** Houses without common variables. */
class Region {
  private readonly cages: readonly Total[];
  private readonly isInside: Uint8Array;
  private readonly isCovered: Uint8Array;
  private readonly variables: number[] = [];
  private total = 0;
  /** The cages that have variables inside, and which part of theirs that is. */
  private touched: [part: number, cage: Total][] = [];

  constructor(variables: number, cages: readonly Total[]) {
    this.cages = cages;
    this.isInside = new Uint8Array(variables);
    this.isCovered = new Uint8Array(variables);
  }

  add({ variables, total }: Total): void {
    for (const x of variables) {
      this.isInside[x] = 1;
      this.variables.push(x);
    }
    this.total += total;
    this.touched = [];
    for (const cage of this.cages) {
      let inside = 0;
      for (const x of cage.variables) inside += this.isInside[x];
      if (inside > 0) this.touched.push([inside / cage.variables.length, cage]);
    }
    this.touched.sort(([a], [b]) => b - a);
  }

  /**
   * Adds the sum of what is left without the cages of which more than a part lies inside, or all of the
   * cage, to others by their terms.
   */
  addSum(part: number, derived: Map<string, Linear>): void {
    const { isInside, isCovered } = this;
    isCovered.fill(0);
    /** Twice the variable, and one more where it is subtracted. */
    const terms: number[] = [];
    let rule: number | undefined;
    let rest = this.total;
    for (const [share, { rule: own, variables, total }] of this.touched) {
      if (share < 1 && share <= part) break;
      if (variables.some((x) => isCovered[x] === 1)) continue;
      if (terms.length > MOST_TERMS) return;
      for (const x of variables) {
        isCovered[x] = 1;
        if (isInside[x] === 0) terms.push(2 * x + 1);
      }
      rule = own;
      rest -= total;
    }
    for (const x of this.variables) if (isCovered[x] === 0) terms.push(2 * x);
    if (rule === undefined || terms.length === 0 || terms.length > MOST_TERMS) return;
    ascending(terms);
    // The first variable is added.
    const flip = terms[0] & 1;
    const key = terms.map((term) => term ^ flip);
    rest *= 1 - 2 * flip;
    const signed = key.map((term): Term => [term >> 1, 1 - 2 * (term & 1)]);
    derived.set(key.join(), new Linear(rule, signed, rest, rest));
  }

  /** The house, by its number, that shares most cages with this, and has no variable in it. */
  neighbour(houses: readonly Total[]): number | undefined {
    const { isInside } = this;
    const isCrossed = new Uint8Array(isInside.length);
    for (const [, { variables }] of this.touched) for (const x of variables) isCrossed[x] = 1;
    let best: number | undefined;
    let most = 0;
    for (let k = 0; k < houses.length; k++) {
      let shared = 0;
      for (const x of houses[k].variables) {
        if (isInside[x] === 1) {
          shared = 0;
          break;
        }
        shared += isCrossed[x];
      }
      if (shared <= most) continue;
      most = shared;
      best = k;
    }
    return best;
  }
}

/**
 * Makes variables of items that no rule names, so that houses are whole. "Row 1 has a 5" is an item all of
 * whose options give a 5, as far as rules know their values; so the others do, too. An item whose options
 * have different values that are known in this way is a variable.
 */
function* addOthers(domains: Domains, pace: Pace): Slices {
  const { compiled } = domains.covering;
  /** Option -> its value; NaN where items disagree. */
  const inferred = new Array<number | undefined>(compiled.options);
  for (let item = 0; item < compiled.primary; item++) {
    if (!isExact(domains, item)) continue;
    const options = optionsOf(domains, item);
    if (pace.spent(8 * options.length)) yield;
    let known = 0;
    for (const option of options) if (domains.literalsIn(option).length > 0) known++;
    if (known === 0 || known === options.length) continue;
    const value = commonValue(domains, options);
    if (value === undefined) continue;
    for (const option of options) {
      if (domains.literalsIn(option).length > 0) continue;
      const before = inferred[option];
      inferred[option] = before === undefined || before === value ? value : Number.NaN;
    }
  }
  for (let item = 0; item < compiled.primary; item++) {
    if (!isExact(domains, item)) continue;
    const options = optionsOf(domains, item);
    if (pace.spent(options.length)) yield;
    if (options.some((option) => domains.literalsIn(option).length > 0)) continue;
    const values = options.map((option) => inferred[option]);
    if (!values.every(Number.isSafeInteger) || new Set(values).size < values.length) continue;
    domains.add(
      values,
      options.map((option) => [option]),
      item,
    );
  }
}

/** The one value that options give, those of them that give any; undefined where they give none or several. */
function commonValue(domains: Domains, options: readonly number[]): number | undefined {
  let common: number[] | undefined;
  for (const option of options) {
    const literals = domains.literalsIn(option);
    if (literals.length === 0) continue;
    const own = literals.map((literal) => domains.value[literal]);
    common = (common ?? own).filter((value): value is number => {
      return Number.isSafeInteger(value) && own.includes(value);
    });
    if (common.length === 0) return undefined;
  }
  return common?.length === 1 ? common[0] : undefined;
}

/**
 * The variables that share the values of some items: each item is covered exactly once, and all its
 * options give the same value, each to one variable that has it by no other option.
 */
function* housesOf(domains: Domains, pace: Pace): Slices<Total[]> {
  const { compiled } = domains.covering;
  /** The variables -> the values that one of them has. */
  const found = new Map<string, { variables: number[]; values: Set<number> }>();
  /** The items of a house mostly come one after another. */
  let last: { variables: number[]; values: Set<number> } | undefined;
  for (let item = 0; item < compiled.primary; item++) {
    for (const value of isExact(domains, item) ? valuesOf(domains, item) : []) {
      const variables = variablesWith(domains, item, value);
      if (variables === undefined) continue;
      if (last?.variables.length !== variables.length || !isSame(last.variables, variables)) {
        const key = variables.join();
        last = found.get(key) ?? { variables, values: new Set() };
        found.set(key, last);
      }
      last.values.add(value);
      if (pace.spent(8 * variables.length)) yield;
    }
  }
  return [...found.values()].flatMap(({ variables, values }) => {
    if (values.size !== variables.length) return [];
    return [{ rule: 0, variables, total: [...values].reduce((sum, value) => sum + value, 0) }];
  });
}

function isSame(some: readonly number[], others: readonly number[]): boolean {
  return some.every((x, k) => x === others[k]);
}

/** True for an item that is covered exactly once. */
function isExact({ covering: { compiled } }: Domains, item: number): boolean {
  return leastOf(compiled, item) === 1 && mostOf(compiled, item) === 1;
}

function optionsOf({ covering }: Domains, item: number): number[] {
  const { listStart, list, optionOf } = covering;
  const options: number[] = [];
  for (let k = listStart[item]; k < listStart[item + 1]; k++) options.push(optionOf[list[k]]);
  return options;
}

/** The values that the first option of an item gives. */
function valuesOf(domains: Domains, item: number): number[] {
  const { listStart, list, optionOf } = domains.covering;
  const values: number[] = [];
  if (listStart[item + 1] - listStart[item] < 2) return values;
  for (const literal of domains.literalsIn(optionOf[list[listStart[item]]])) {
    const value = domains.value[literal];
    if (Number.isSafeInteger(value) && !values.includes(value as number)) {
      values.push(value as number);
    }
  }
  return values;
}

/** The variables that the options of an item give a value, one each; undefined if that is not so. */
function variablesWith(domains: Domains, item: number, value: number): number[] | undefined {
  const { listStart, list, optionOf } = domains.covering;
  const variables: number[] = [];
  for (let k = listStart[item]; k < listStart[item + 1]; k++) {
    let x: number | undefined;
    for (const literal of domains.literalsIn(optionOf[list[k]])) {
      if (domains.value[literal] !== value) continue;
      if (x !== undefined || domains.optionsOf[literal].length > 1) return undefined;
      x = domains.variableOf[literal];
    }
    if (x === undefined) return undefined;
    variables.push(x);
  }
  ascending(variables);
  return variables.some((x, k) => x === variables[k + 1]) ? undefined : variables;
}
