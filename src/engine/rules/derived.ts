import { leastOf, mostOf } from '../problem/compiled.ts';
import type { Slices } from '../problem/slices.ts';
import type { Constraint } from './constraint.ts';
import { Linear, type Term } from './linear.ts';
import { addSum, type SumContext } from './sums.ts';

/** Variables whose values add up to a number. */
interface Total {
  readonly rule: number;
  readonly variables: readonly number[];
  readonly total: number;
}

/** The most houses that are looked at together, and the most terms of a sum that is derived. */
const MOST_HOUSES = 4;
const MOST_TERMS = 6;
/** The most houses and cages for which that is done. */
const MOST_TOTALS = 400;

/**
 * Sums that follow from others, which Sudoku players know as the rule of 45. The values of a *house*, as
 * many variables as values that all differ, have a known sum. What is left of a house, or of some that
 * have nothing in common, without the *cages* inside, has one, too; so has the difference of a house and
 * the cages that cross its border:
 *
 *     house   a b c d e | cages  a b = 7, c x = 9        inside:  c + d + e = 15 - 7
 *                                                        across:  x - d - e = 7 + 9 - 15
 *
 * They prune at the root, and are dropped then: in a search their items cost more than they bring.
 */
export function* derivedSums(context: SumContext, sums: readonly Linear[]): Slices<Constraint[]> {
  const cages = sums.flatMap((one): Total[] => {
    const { rule, terms, least, most, variables } = one;
    const isCage = least === most && terms.every(([, weight]) => weight === 1);
    if (!isCage || new Set(variables).size < variables.length) return [];
    return [{ rule, variables, total: least }];
  });
  const houses = cages.length === 0 ? [] : housesOf(context);
  if (houses.length + cages.length > MOST_TOTALS) return [];
  const derived: Constraint[] = [];
  const seen = new Set<string>();
  const own: SumContext = { ...context, constraints: derived, totals: new Map() };
  const put = function* (rule: number, terms: readonly Term[], total: number): Slices {
    if (terms.length === 0 || terms.length > MOST_TERMS) return;
    const key = terms
      .map((term) => term.join('*'))
      .sort()
      .join();
    if (seen.has(key) || context.domains.failed !== undefined) return;
    seen.add(key);
    derived.push(new Linear(rule, terms, total, total));
    yield* addSum(own, rule, terms, total, total);
  };
  for (const house of houses) {
    const region = new Set<number>();
    let total = 0;
    let next: Total | undefined = house;
    for (let k = 0; k < MOST_HOUSES && next !== undefined; k++) {
      for (const x of next.variables) region.add(x);
      total += next.total;
      const rest = restOf(region, total, cages);
      if (rest !== undefined) {
        yield* put(rest.rule, rest.inside, rest.insideTotal);
        yield* put(rest.rule, rest.across, rest.acrossTotal);
      }
      next = neighbourOf(region, houses, cages);
      if (context.pace.spent(region.size * (cages.length + houses.length))) yield;
    }
  }
  return derived;
}

/** A region without the cages inside, and with those across its border. */
function restOf(region: ReadonlySet<number>, total: number, cages: readonly Total[]) {
  const covered = new Set<number>();
  const outside: number[] = [];
  let rule: number | undefined;
  let inside = total;
  let across = -total;
  const isFree = ({ variables }: Total) => variables.every((x) => !covered.has(x));
  for (const cage of cages) {
    if (!cage.variables.every((x) => region.has(x)) || !isFree(cage)) continue;
    for (const x of cage.variables) covered.add(x);
    rule = cage.rule;
    inside -= cage.total;
    across += cage.total;
  }
  const innies = [...region].filter((x) => !covered.has(x));
  for (const cage of cages) {
    if (!cage.variables.some((x) => region.has(x)) || !isFree(cage)) continue;
    for (const x of cage.variables) {
      covered.add(x);
      if (!region.has(x)) outside.push(x);
    }
    rule = cage.rule;
    across += cage.total;
  }
  if (rule === undefined) return undefined;
  return {
    rule,
    inside: innies.map((x): Term => [x, 1]),
    insideTotal: inside,
    across: [
      ...outside.map((x): Term => [x, 1]),
      ...[...region].filter((x) => !covered.has(x)).map((x): Term => [x, -1]),
    ],
    acrossTotal: across,
  };
}

/** The house that shares most cages with a region, and has no variable in it. */
function neighbourOf(
  region: ReadonlySet<number>,
  houses: readonly Total[],
  cages: readonly Total[],
): Total | undefined {
  const crossing = new Set<number>();
  for (const { variables } of cages) {
    if (!variables.some((x) => region.has(x))) continue;
    for (const x of variables) if (!region.has(x)) crossing.add(x);
  }
  let best: Total | undefined;
  let most = 0;
  for (const house of houses) {
    if (house.variables.some((x) => region.has(x))) continue;
    const shared = house.variables.filter((x) => crossing.has(x)).length;
    if (shared <= most) continue;
    most = shared;
    best = house;
  }
  return best;
}

/**
 * The variables that share the values of some items: each item is covered exactly once, and all its
 * options give the same value, each to one variable.
 */
function housesOf({ domains }: SumContext): Total[] {
  const { compiled, listStart, list, optionOf } = domains.covering;
  /** The variables -> the values that one of them has. */
  const found = new Map<string, { variables: number[]; values: Set<number> }>();
  for (let item = 0; item < compiled.primary; item++) {
    if (leastOf(compiled, item) !== 1 || mostOf(compiled, item) !== 1) continue;
    const nodes = list.subarray(listStart[item], listStart[item + 1]);
    const literals = Array.from(nodes, (node) => domains.literalsIn(optionOf[node]));
    const [first] = literals;
    if (first === undefined || nodes.length < 2) continue;
    for (const { value } of first.map((literal) => ({ value: domains.value[literal] }))) {
      if (!Number.isSafeInteger(value)) continue;
      const own = literals.map((all) => all.filter((literal) => domains.value[literal] === value));
      // One variable for each option, and no other option gives it this value.
      const isHouse = own.every(
        (all, k) =>
          all.length === 1 &&
          domains.optionsOf[all[0]].every((option) => option === optionOf[nodes[k]]),
      );
      if (!isHouse) continue;
      const variables = own.map(([literal]) => domains.variableOf[literal]).sort((a, b) => a - b);
      if (new Set(variables).size < variables.length) continue;
      const key = variables.join();
      const house = found.get(key) ?? { variables, values: new Set() };
      house.values.add(value as number);
      found.set(key, house);
    }
  }
  return [...found.values()].flatMap(({ variables, values }) =>
    values.size === variables.length
      ? [{ rule: 0, variables, total: [...values].reduce((sum, value) => sum + value, 0) }]
      : [],
  );
}
