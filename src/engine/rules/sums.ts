import { QuadrilleError } from '../problem/error.ts';
import type { Pace, Slices } from '../problem/slices.ts';
import type { Constraint } from './constraint.ts';
import type { Differences } from './differences.ts';
import type { Domains } from './domains.ts';
import { layersOf, MOST_TRANSITIONS } from './layers.ts';
import { type Linear, rangeOf, type Term } from './linear.ts';
import type { Tuning } from './tuning.ts';
import { TupleTable } from './tuple-table.ts';
import { type ValueSet, ValueSets } from './value-sets.ts';

/** The steps of an enumeration for each thing that it may find. */
const STEPS_A_RESULT = 10;

/** What is needed to write sums as constraints. */
export interface SumContext {
  readonly domains: Domains;
  readonly differences: Differences;
  readonly constraints: Constraint[];
  /** Variables that differ -> the variable of their sum, which all rules share. */
  readonly totals: Map<string, number>;
  readonly pace: Pace;
  readonly tuning: Tuning;
  /** The name of a rule, for errors. */
  readonly nameOf: (rule: number) => string;
}

/**
 * A sum in the smallest form that fits; false where it is a long one:
 *
 * - few tuples: a table;
 * - variables that differ, with equal weights: sets of values;
 * - two of these that are equal.
 */
export function* addShortSum(
  context: SumContext,
  { rule, terms: stated, least, most }: Linear,
): Slices<boolean> {
  if (yield* addSmallSum(context, rule, stated, least, most)) return true;
  const { terms, fixed } = openTerms(context.domains, stated);
  return least === fixed && most === fixed && (yield* addEquality(context, rule, terms));
}

/**
 * A long sum. Its variables fall into parts of at most 3 that differ and have one weight. Each part gets
 * a variable for its sum, and a layered diagram adds these up.
 */
export function* addLongSum(
  context: SumContext,
  { rule, terms: stated, least, most }: Linear,
): Slices {
  const { domains, differences, constraints, pace, tuning } = context;
  const { terms, fixed } = openTerms(domains, stated);
  const low = least - fixed;
  const high = most - fixed;
  const parts = partsOf(differences, terms, tuning.partVariables);
  const sums: Term[] = [];
  for (const { variables: own, weight } of parts) {
    const total = own.length > 1 ? yield* addPart(context, rule, own, undefined) : own[0];
    if (total === undefined) for (const x of own) sums.push([x, weight]);
    else sums.push([total, weight]);
  }
  const lows = [0];
  const highs = [0];
  for (const term of [...sums].reverse()) {
    const [a, b] = rangeOf(domains, term);
    lows.unshift(lows[0] + a);
    highs.unshift(highs[0] + b);
  }
  const layers = yield* layersOf(
    domains,
    {
      variables: sums.map(([x]) => x),
      start: 0,
      step: (position, state, literal) => {
        const after = (state as number) + sums[position][1] * (domains.value[literal] as number);
        const isHopeless = after + lows[position + 1] > high || after + highs[position + 1] < low;
        return isHopeless ? undefined : after;
      },
      accept: (state) => (state as number) >= low && (state as number) <= high,
      refuse: (transitions, position) =>
        new QuadrilleError(
          'too-large',
          `In ${context.nameOf(rule)}, the diagram of the sums has more than ${transitions} transitions after ` +
            `${position + 1} of ${sums.length} terms, and at most ${MOST_TRANSITIONS} are possible; round values ` +
            'and weights to multiples of a greater unit, or split the sum.',
        ),
    },
    rule,
    pace,
  );
  constraints.push(layers);
}

/** The first two forms, and sums that always or never hold. True if one of them fits. */
export function* addSmallSum(
  context: SumContext,
  rule: number,
  stated: readonly Term[],
  least: number,
  most: number,
): Slices<boolean> {
  const { domains, constraints, tuning } = context;
  domains.acting = rule;
  const { terms, fixed } = openTerms(domains, stated);
  const low = least - fixed;
  const high = most - fixed;
  let [from, to] = [0, 0];
  for (const term of terms) {
    const [a, b] = rangeOf(domains, term);
    from += a;
    to += b;
  }
  if (from > high || to < low) domains.fail();
  if (domains.failed !== undefined || (from >= low && to <= high)) return true;
  const variables = terms.map(([x]) => x);
  const isCage = terms.every(([, weight]) => weight === terms[0][1]) && areSets(context, variables);
  const usual = terms.length > 3 ? tuning.mostTuples : tuning.mostTriples;
  const limit = isCage ? tuning.mostCageTuples : usual;
  const tuples = yield* tuplesOf(context, terms, low, high, limit);
  if (tuples !== undefined) {
    constraints.push(new TupleTable(rule, variables, tuples));
    return true;
  }
  const sets = isCage ? yield* setsOf(context, variables, terms[0][1], low, high) : undefined;
  if (sets === undefined) return false;
  const plain = sets.map(({ values }) => ({ values }));
  constraints.push(new ValueSets(rule, variables, plain, undefined));
  return true;
}

/** Each variable once, without those that have one value. */
export function openTerms(
  domains: Domains,
  stated: readonly Term[],
): { terms: Term[]; fixed: number } {
  const weights = new Map<number, number>();
  for (const [x, weight] of stated) weights.set(x, (weights.get(x) ?? 0) + weight);
  let fixed = 0;
  const terms: Term[] = [];
  for (const [x, weight] of weights) {
    if (weight === 0) continue;
    if (domains.size[x] > 1) terms.push([x, weight]);
    else fixed += rangeOf(domains, [x, weight])[0];
  }
  return { terms, fixed };
}

/**
 * Two sums that are equal are one variable: an arrow, where one of them is a single cell, or the parts
 * of a line. False where the terms are not of this form.
 */
function* addEquality(context: SumContext, rule: number, terms: readonly Term[]): Slices<boolean> {
  const [[, weight]] = terms;
  const [left, right] = [weight, -weight].map((own) =>
    terms.filter(([, other]) => other === own).map(([x]) => x),
  );
  if (right.length === 0 || left.length + right.length < terms.length) return false;
  const [small, large] = left.length <= right.length ? [left, right] : [right, left];
  if (!areSets(context, large) || (small.length > 1 && !areSets(context, small))) return false;
  const total = small.length === 1 ? small[0] : yield* addPart(context, rule, small, undefined);
  return total !== undefined && (yield* addPart(context, rule, large, total)) !== undefined;
}

/** The variables in groups that differ and have one weight. */
function partsOf(
  differences: Differences,
  terms: readonly Term[],
  most: number,
): { variables: number[]; weight: number }[] {
  const parts: { variables: number[]; weight: number }[] = [];
  for (const [x, weight] of terms) {
    const part = parts.find(
      (one) =>
        one.weight === weight &&
        one.variables.length < most &&
        one.variables.every((other) => differences.differ(x, other)),
    );
    if (part === undefined) parts.push({ variables: [x], weight });
    else part.variables.push(x);
  }
  return parts;
}

/**
 * States that a variable is the sum of others that differ: `total`, or a new one. Returns it;
 * undefined where there are too many sets.
 */
function* addPart(
  context: SumContext,
  rule: number,
  variables: readonly number[],
  total: number | undefined,
): Slices<number | undefined> {
  const { domains, constraints, totals, tuning } = context;
  if (!areSets(context, variables)) return undefined;
  const key = [...variables].sort((a, b) => a - b).join();
  const known = totals.get(key);
  if (known !== undefined) {
    const pairs = total === undefined ? [] : equalPairs(domains, known, total);
    if (total !== undefined) constraints.push(new TupleTable(rule, [known, total], pairs));
    return total ?? known;
  }
  const all = yield* setsOf(
    context,
    variables,
    1,
    Number.NEGATIVE_INFINITY,
    Number.POSITIVE_INFINITY,
  );
  if (all === undefined) return undefined;
  const x = total ?? domains.add([...new Set(all.map(({ total: sum }) => sum))]);
  totals.set(key, x);
  const terms = variables.map((one): Term => [one, 1]);
  const tuples = yield* tuplesOf(context, [...terms, [x, -1]], 0, 0, tuning.mostPartTuples);
  if (tuples !== undefined) {
    constraints.push(new TupleTable(rule, [...variables, x], tuples));
    return x;
  }
  const sets = all.flatMap(({ values, total: own }): ValueSet[] => {
    const literal = domains.literalWith(x, own);
    return literal === undefined ? [] : [{ values, sum: literal }];
  });
  constraints.push(new ValueSets(rule, variables, sets, x));
  return x;
}

/** The literals of two variables with the same value. */
function equalPairs(domains: Domains, x: number, y: number): number[] {
  return domains.literals(x).flatMap((literal) => {
    const other = domains.literalWith(y, domains.value[literal]);
    return other === undefined ? [] : [literal, other];
  });
}

/** True if sets of values can stand for the values of variables: they differ, and options give them. */
export function areSets(
  { domains, differences }: Pick<SumContext, 'domains' | 'differences'>,
  variables: readonly number[],
): boolean {
  const isStated = (x: number) => domains.literals(x).every((literal) => domains.isStated(literal));
  return variables.every(isStated) && differences.allDiffer(variables);
}

/** The literals of the tuples with such a sum; undefined where there are more than `most`. */
function* tuplesOf(
  { domains, differences, pace, tuning }: SumContext,
  terms: readonly Term[],
  least: number,
  most: number,
  limit: number,
): Slices<number[] | undefined> {
  if (terms.length > tuning.mostTableVariables) return undefined;
  const lows = [0];
  const highs = [0];
  for (const term of [...terms].reverse()) {
    const [a, b] = rangeOf(domains, term);
    lows.unshift(lows[0] + a);
    highs.unshift(highs[0] + b);
  }
  const literals = terms.map(([x]) => domains.literals(x));
  const differs = terms.map(([x], k) => terms.map(([y], j) => j < k && differences.differ(x, y)));
  const found: number[] = [];
  const chosen: number[] = [];
  const next = [0];
  const sums = [0];
  let count = 0;
  let steps = 0;
  while (next.length > 0) {
    const k = next.length - 1;
    const literal = literals[k][next[k]++];
    if (literal === undefined) {
      next.pop();
      continue;
    }
    if (++steps > STEPS_A_RESULT * limit) return undefined;
    if (pace.spent(k + 4)) yield;
    const value = domains.value[literal];
    const sum = sums[k] + terms[k][1] * (value as number);
    if (sum + lows[k + 1] > most || sum + highs[k + 1] < least) continue;
    let isFree = true;
    for (let j = 0; j < k && isFree; j++)
      isFree = !differs[k][j] || domains.value[chosen[j]] !== value;
    if (!isFree) continue;
    chosen[k] = literal;
    if (k + 1 < terms.length) {
      sums[k + 1] = sum;
      next.push(0);
      continue;
    }
    if (++count > limit) return undefined;
    for (let j = 0; j <= k; j++) found.push(chosen[j]);
  }
  return found;
}

/** The sets of values of variables that differ, with a sum; undefined where there are too many. */
function* setsOf(
  { domains, pace, tuning }: SumContext,
  variables: readonly number[],
  weight: number,
  least: number,
  most: number,
): Slices<{ values: number[]; total: number }[] | undefined> {
  const union = new Set<number>();
  for (const x of variables) {
    for (const literal of domains.literals(x)) union.add(domains.value[literal] as number);
  }
  const values = [...union].sort((a, b) => a - b);
  const count = variables.length;
  /** The sums of the first values. */
  const first = [0];
  for (const value of values) first.push(first[first.length - 1] + value);
  const [low, high] =
    weight > 0 ? [least / weight, most / weight] : [most / weight, least / weight];
  const found: { values: number[]; total: number }[] = [];
  /** The places of the values chosen so far, ascending. */
  const places: number[] = [];
  let total = 0;
  let steps = 0;
  let place = 0;
  for (;;) {
    const missing = count - places.length;
    const isPossible =
      place + missing <= values.length &&
      total + first[place + missing] - first[place] <= high &&
      total + first[values.length] - first[values.length - missing] >= low;
    if (missing === 0 || !isPossible) {
      if (missing === 0 && isPossible) {
        if (found.length === tuning.mostSets) return undefined;
        found.push({ values: places.map((k) => values[k]), total });
      }
      const last = places.pop();
      if (last === undefined) return found;
      total -= values[last];
      place = last + 1;
      continue;
    }
    if (++steps > STEPS_A_RESULT * tuning.mostSets) return undefined;
    if (pace.spent(count)) yield;
    places.push(place);
    total += values[place++];
  }
}
