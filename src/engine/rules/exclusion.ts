import type { Pace, Slices } from '../problem/slices.ts';
import type { Constraint } from './constraint.ts';
import type { Domains } from './domains.ts';
import type { Writer } from './writer.ts';

/**
 * At most one of some literals of different variables, or exactly one: an item of the options that
 * give them. An option that gives two of them would have the item twice, and is impossible.
 */
export class Exclusion implements Constraint {
  readonly rule: number;
  readonly variables: readonly number[];
  private readonly literals: readonly number[];
  private readonly isExact: boolean;

  constructor(rule: number, domains: Domains, literals: readonly number[], isExact: boolean) {
    this.rule = rule;
    this.variables = literals.map((literal) => domains.variableOf[literal]);
    this.literals = literals;
    this.isExact = isExact;
  }

  *filter(domains: Domains, pace: Pace): Slices {
    const left = this.literals.filter((literal) => domains.has(literal));
    if (pace.spent(this.literals.length)) yield;
    const isCertain = (literal: number) => domains.size[domains.variableOf[literal]] === 1;
    const certain = left.find(isCertain);
    if (certain !== undefined) {
      for (const other of left) if (other !== certain) domains.remove(other);
    } else if (this.isExact && left.length < 2) {
      if (left.length === 0) domains.fail();
      for (const literal of left) domains.keepOnly(literal);
    }
  }

  *write(writer: Writer): Slices {
    const left = this.literals.filter((literal) => writer.domains.has(literal));
    if (left.length < 2) return;
    const item = this.isExact ? writer.primary() : writer.secondary();
    for (const literal of left) {
      writer.on(literal, item);
      if (writer.pace.spent(writer.domains.optionsOf[literal].length)) yield;
    }
  }
}
