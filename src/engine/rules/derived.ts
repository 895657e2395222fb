import { leastOf, mostOf } from '../problem/compiled.ts';
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
  for (const house of houses) {
    const region = new Region(domains.size.length, cages);
    let next: Total | undefined = house;
    const taken: number[] = [];
    for (let k = 0; k < MOST_HOUSES && next !== undefined; k++) {
      taken.push(houses.indexOf(next));
      const key = [...taken].sort((a, b) => a - b).join();
      // What comes next depends on the houses, and not on their order.
      if (seen.has(key)) break;
      seen.add(key);
      region.add(next);
      for (const sum of region.sums()) {
        const key = sum.terms.map(([x, weight]) => (x + 1) * weight).join();
        derived.set(key, sum);
      }
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
  private readonly variables: number[] = [];
  private total = 0;
  /** The cages that have variables inside, and which part of theirs that is. */
  private touched: [part: number, cage: Total][] = [];

  constructor(variables: number, cages: readonly Total[]) {
    this.cages = cages;
    this.isInside = new Uint8Array(variables);
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
   * The sums of what is left without the cages inside, with all cages that cross the border, and with
   * those of them that lie inside for the greater part.
   */
  sums(): Linear[] {
    return [1, 1 / 2, 0].flatMap((part) => this.sumWith(part) ?? []);
  }

  /** The sum of the region without the cages of which at least a part lies inside, or more than a half. */
  private sumWith(part: number): Linear | undefined {
    const { isInside } = this;
    const isCovered = new Uint8Array(isInside.length);
    const terms: Term[] = [];
    let rule: number | undefined;
    let rest = this.total;
    for (const [share, { rule: own, variables, total }] of this.touched) {
      if (share < 1 && share <= part) break;
      if (variables.some((x) => isCovered[x] === 1)) continue;
      if (terms.length > MOST_TERMS) return undefined;
      for (const x of variables) {
        isCovered[x] = 1;
        if (isInside[x] === 0) terms.push([x, -1]);
      }
      rule = own;
      rest -= total;
    }
    for (const x of this.variables) if (isCovered[x] === 0) terms.push([x, 1]);
    if (rule === undefined || terms.length === 0 || terms.length > MOST_TERMS) return undefined;
    terms.sort(([a], [b]) => a - b);
    const sign = terms[0][1];
    return new Linear(
      rule,
      terms.map(([x, weight]) => [x, weight * sign]),
      rest * sign,
      rest * sign,
    );
  }

  /** The house that shares most cages with this, and has no variable in it. */
  neighbour(houses: readonly Total[]): Total | undefined {
    const { isInside } = this;
    const isCrossed = new Uint8Array(isInside.length);
    for (const [, { variables }] of this.touched) for (const x of variables) isCrossed[x] = 1;
    let best: Total | undefined;
    let most = 0;
    for (const house of houses) {
      let shared = 0;
      for (const x of house.variables) shared += isInside[x] === 1 ? -Infinity : isCrossed[x];
      if (shared <= most) continue;
      most = shared;
      best = house;
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
  const { compiled, listStart, list, optionOf } = domains.covering;
  const isExact = (item: number) => leastOf(compiled, item) === 1 && mostOf(compiled, item) === 1;
  const optionsOf = (item: number) => {
    return Array.from(
      list.subarray(listStart[item], listStart[item + 1]),
      (node) => optionOf[node],
    );
  };
  /** Option -> its value; undefined where items disagree. */
  const inferred = new Map<number, number | undefined>();
  for (let item = 0; item < compiled.primary; item++) {
    if (!isExact(item)) continue;
    const options = optionsOf(item);
    const others = options.filter((option) => domains.literalsIn(option).length === 0);
    if (pace.spent(8 * options.length)) yield;
    if (others.length === 0 || others.length === options.length) continue;
    let common: number[] | undefined;
    for (const option of options) {
      const own = domains.literalsIn(option).map((literal) => domains.value[literal]);
      if (own.length === 0) continue;
      common = (common ?? own).filter((value): value is number => {
        return Number.isSafeInteger(value) && own.includes(value);
      });
    }
    if (common?.length !== 1) continue;
    for (const option of others) {
      inferred.set(
        option,
        inferred.has(option) && inferred.get(option) !== common[0] ? undefined : common[0],
      );
    }
  }
  for (let item = 0; item < compiled.primary; item++) {
    if (!isExact(item)) continue;
    const options = optionsOf(item);
    if (pace.spent(options.length)) yield;
    if (options.some((option) => domains.literalsIn(option).length > 0)) continue;
    const values = options.map((option) => inferred.get(option));
    if (values.includes(undefined) || new Set(values).size < values.length) continue;
    domains.add(
      values,
      options.map((option) => [option]),
      item,
    );
  }
}

/**
 * The variables that share the values of some items: each item is covered exactly once, and all its
 * options give the same value, each to one variable that has it by no other option.
 */
function* housesOf(domains: Domains, pace: Pace): Slices<Total[]> {
  const { compiled } = domains.covering;
  /** The variables -> the values that one of them has. */
  const found = new Map<string, { variables: number[]; values: Set<number> }>();
  for (let item = 0; item < compiled.primary; item++) {
    const isExact = leastOf(compiled, item) === 1 && mostOf(compiled, item) === 1;
    for (const value of isExact ? valuesOf(domains, item) : []) {
      const variables = variablesWith(domains, item, value);
      if (variables === undefined) continue;
      const key = variables.join();
      const house = found.get(key) ?? { variables, values: new Set() };
      house.values.add(value);
      found.set(key, house);
      if (pace.spent(8 * variables.length)) yield;
    }
  }
  return [...found.values()].flatMap(({ variables, values }) => {
    if (values.size !== variables.length) return [];
    return [{ rule: 0, variables, total: [...values].reduce((sum, value) => sum + value, 0) }];
  });
}

/** The values that the first option of an item gives. */
function valuesOf(domains: Domains, item: number): number[] {
  const { listStart, list, optionOf } = domains.covering;
  if (listStart[item + 1] - listStart[item] < 2) return [];
  const literals = domains.literalsIn(optionOf[list[listStart[item]]]);
  const values = new Set(literals.map((literal) => domains.value[literal]));
  return [...values].filter((value): value is number => Number.isSafeInteger(value));
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
  variables.sort((a, b) => a - b);
  return variables.some((x, k) => x === variables[k + 1]) ? undefined : variables;
}
