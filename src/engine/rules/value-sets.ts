import type { Pace, Slices } from '../problem/slices.ts';
import type { Constraint } from './constraint.ts';
import type { Domains } from './domains.ts';
import type { Writer } from './writer.ts';

/** The values of different variables, as a set, and the literal of their sum where a variable has it. */
export interface ValueSet {
  readonly values: readonly unknown[];
  readonly sum?: number | undefined;
}

/** The most variables whose matchings with a set are looked at: 2 ** n states. */
const MOST_MATCHED = 10;

/**
 * Different variables whose values are one of some sets, in any order. A cage of 4 cells with sum 20
 * has 12 sets, and 288 tuples.
 *
 *     x = 5               U(5)
 *     5 is out            U(5) F(5)      unless all sets have a 5
 *     the set {1, 5, 6}   S F(1) F(5) F(6)
 *
 * So the chosen set has exactly the values that are not out.
 */
export class ValueSets implements Constraint {
  readonly rule: number;
  readonly variables: readonly number[];
  private readonly cells: readonly number[];
  private sets: readonly ValueSet[];

  /** `cells`: the variables that differ; `total`: the variable of their sum, if there is one. */
  constructor(
    rule: number,
    cells: readonly number[],
    sets: readonly ValueSet[],
    total: number | undefined,
  ) {
    this.rule = rule;
    this.cells = cells;
    this.sets = sets;
    this.variables = total === undefined ? cells : [...cells, total];
  }

  *filter(domains: Domains, pace: Pace): Slices {
    const { cells } = this;
    const kept: ValueSet[] = [];
    domains.beginSupport();
    for (const set of this.sets) {
      if (pace.spent(cells.length * cells.length)) yield;
      if (set.sum !== undefined && !domains.has(set.sum)) continue;
      const literals = cells.map((x) => set.values.map((value) => domains.literalWith(x, value)));
      const supported =
        cells.length <= MOST_MATCHED ? yield* matched(literals, pace) : reached(literals);
      if (supported === undefined) continue;
      for (const literal of supported) domains.support(literal);
      if (set.sum !== undefined) domains.support(set.sum);
      kept.push(set);
    }
    this.sets = kept;
    domains.removeUnsupported(this.variables);
  }

  *write(writer: Writer): Slices {
    const { cells, sets } = this;
    const { domains } = writer;
    const total = this.variables[cells.length] as number | undefined;
    const values = new Set(sets.flatMap((set) => set.values));
    const chosen = sets.length > 1 ? writer.primary() : undefined;
    /** Value -> the item of the sets that have it. */
    const has = new Map<unknown, number>();
    for (const value of values) {
      const item = writer.primary();
      for (const x of cells) {
        const literal = domains.literalWith(x, value);
        if (literal !== undefined) writer.on(literal, item);
      }
      if (sets.every((set) => set.values.includes(value))) continue;
      const flag = writer.primary();
      writer.option([item, flag]);
      has.set(value, flag);
    }
    if (chosen === undefined) return;
    const [sums] = total !== undefined && domains.size[total] > 1 ? writer.positions([total]) : [];
    for (const { values: own, sum } of sets) {
      const flags = own.flatMap((value) => has.get(value) ?? []);
      const sumItem = sum === undefined ? undefined : sums?.get(sum);
      writer.option([chosen, ...flags, ...(sumItem === undefined ? [] : [sumItem])]);
      if (writer.pace.spent(own.length)) yield;
    }
  }
}

/**
 * The literals that are in some matching of the variables with the values of a set; undefined if there
 * is none. Variable k takes the k-th value, so a set of values used is reached by its size: forwards from
 * none, then backwards from all.
 */
function* matched(
  literals: readonly (readonly (number | undefined)[])[],
  pace: Pace,
): Slices<number[] | undefined> {
  const all = 2 ** literals.length - 1;
  const allowed = literals.map((row) =>
    row.reduce<number>((bits, literal, k) => (literal === undefined ? bits : bits | (1 << k)), 0),
  );
  const isReached = new Uint8Array(all + 1);
  const isGood = new Uint8Array(all + 1);
  isReached[0] = isGood[all] = 1;
  for (let used = 0; used < all; used++) {
    if (isReached[used] === 0) continue;
    let free = allowed[sizeOf(used)] & ~used;
    for (; free !== 0; free &= free - 1) isReached[used | (free & -free)] = 1;
  }
  if (pace.spent(2 * all)) yield;
  if (isReached[all] === 0) return undefined;
  const seen = literals.map(() => 0);
  for (let used = all - 1; used >= 0; used--) {
    if (isReached[used] === 0) continue;
    const k = sizeOf(used);
    for (let free = allowed[k] & ~used; free !== 0; free &= free - 1) {
      const bit = free & -free;
      if (isGood[used | bit] === 0) continue;
      isGood[used] = 1;
      seen[k] |= bit;
    }
  }
  return literals.flatMap((row, k) =>
    row.filter((literal, j) => literal !== undefined && (seen[k] >> j) & 1),
  ) as number[];
}

/** The number of bits of a set. */
function sizeOf(set: number): number {
  let size = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) size++;
  return size;
}

/** The same for many variables, by a weaker test: each has some value, and each value some variable. */
function reached(literals: readonly (readonly (number | undefined)[])[]): number[] | undefined {
  const found = literals.flatMap((row) => row.filter((literal) => literal !== undefined));
  const isFull =
    literals.every((row) => row.some((literal) => literal !== undefined)) &&
    literals.every((_, k) => literals.some((row) => row[k] !== undefined));
  return isFull ? found : undefined;
}
