import type { Pace, Slices } from '../problem/slices.ts';
import type { Constraint } from './constraint.ts';
import type { Domains } from './domains.ts';
import type { Writer } from './writer.ts';

/** At most some number of options: an item that these have. */
export class AtMost implements Constraint {
  readonly rule: number;
  readonly variables: readonly number[] = [];
  private readonly options: readonly number[];
  private readonly most: number;

  /** The options have primary items. */
  constructor(rule: number, options: readonly number[], most: number) {
    this.rule = rule;
    this.options = options;
    this.most = most;
  }

  *filter(domains: Domains, pace: Pace): Slices {
    for (const option of this.most === 0 ? this.options : []) {
      domains.exclude(option);
      if (pace.spent(1)) yield;
    }
  }

  *write(writer: Writer): Slices {
    const { most, options } = this;
    if (options.length <= most || most === 0) return;
    const item = most === 1 ? writer.secondary() : writer.primary(most);
    for (const option of options) {
      writer.attach(option, item);
      if (writer.pace.spent(1)) yield;
    }
  }
}

/**
 * Options that stand beside no *rival* of others: a secondary item, added to them and to the rivals.
 * Where they are several, they have it in one colour, and can stand together.
 *
 *     i  b1        a1 a2      a1    [... x:then]
 *     i  b2                   a2    [... x:then]
 *     i  rival                rival [i ... x]
 */
export class Implication implements Constraint {
  readonly rule: number;
  readonly variables: readonly number[] = [];
  private readonly options: readonly number[];
  private readonly rivals: ReadonlySet<number>;

  constructor(rule: number, options: readonly number[], rivals: ReadonlySet<number>) {
    this.rule = rule;
    this.options = options;
    this.rivals = rivals;
  }

  *filter(domains: Domains, pace: Pace): Slices {
    for (const option of this.options) {
      if (this.rivals.has(option)) domains.exclude(option);
      if (pace.spent(1)) yield;
    }
  }

  *write(writer: Writer): Slices {
    const rest = this.options.filter((option) => !this.rivals.has(option));
    if (rest.length === 0 || this.rivals.size === 0) return;
    const item = writer.secondary();
    for (const option of rest) writer.attach(option, item, rest.length > 1);
    for (const rival of this.rivals) {
      writer.attach(rival, item);
      if (writer.pace.spent(1)) yield;
    }
  }
}
