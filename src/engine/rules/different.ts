import type { Pace, Slices } from '../problem/slices.ts';
import type { Constraint } from './constraint.ts';
import type { Domains } from './domains.ts';
import type { Writer } from './writer.ts';

/**
 * Variables that differ: for each value an item of the options that give it. As many values as
 * variables: each value is there, and its item is primary. An option that gives a value twice would
 * have its item twice, and is impossible.
 */
export class Different implements Constraint {
  readonly rule: number;
  readonly variables: readonly number[];
  private readonly isExact: boolean;
  /** Variables whose one value is taken from the others. */
  private readonly settled = new Set<number>();

  /** `values`: how many there are. */
  constructor(rule: number, variables: readonly number[], values: number) {
    this.rule = rule;
    this.variables = variables;
    this.isExact = values === variables.length;
  }

  *filter(domains: Domains, pace: Pace): Slices {
    const { variables, settled } = this;
    for (const x of variables) {
      if (domains.size[x] !== 1 || settled.has(x)) continue;
      settled.add(x);
      const value = domains.value[domains.literals(x)[0]];
      for (const y of variables) {
        const other = y === x ? undefined : domains.literalWith(y, value);
        if (other !== undefined) domains.remove(other);
      }
      if (pace.spent(variables.length)) yield;
    }
    if (!this.isExact || settled.size === variables.length) return;
    const lists = yield* literalsByValue(domains, variables, pace);
    if (lists.length < variables.length) domains.fail();
    for (const own of lists) if (own.length === 1) domains.keepOnly(own[0]);
  }

  *write(writer: Writer): Slices {
    const { domains, pace } = writer;
    for (const own of yield* literalsByValue(domains, this.variables, pace)) {
      if (own.length < 2) continue;
      const item = this.isExact ? writer.primary() : writer.secondary();
      for (const literal of own) {
        writer.on(literal, item);
        if (pace.spent(domains.optionsOf[literal].length)) yield;
      }
    }
  }
}

/** For each value the literals of variables that are left. */
export function* literalsByValue(
  domains: Domains,
  variables: readonly number[],
  pace: Pace,
): Slices<number[][]> {
  const lists = new Map<unknown, number[]>();
  for (const x of variables) {
    for (const literal of domains.literals(x)) {
      const value = domains.value[literal];
      const own = lists.get(value);
      if (own === undefined) lists.set(value, [literal]);
      else own.push(literal);
      if (pace.spent(4)) yield;
    }
  }
  return [...lists.values()];
}
