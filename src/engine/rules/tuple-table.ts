import type { Pace, Slices } from '../problem/slices.ts';
import type { Constraint } from './constraint.ts';
import type { Domains } from './domains.ts';
import type { Writer } from './writer.ts';

/**
 * Variables that have the literals of one of the tuples. An option stands for each tuple, and an item
 * for each literal at each position: "not v" covers it, or a tuple with v.
 *
 *     a = 1, b = 2         R(a,1) R(b,2)
 *     a = 2, b = 3         R(a,2) R(b,3)
 *     not a = 1     E(a,1) R(a,1)
 *     ...
 */
export class TupleTable implements Constraint {
  readonly rule: number;
  readonly variables: readonly number[];
  /** The literals of the tuples, one tuple after another. Each tuple is there once. */
  private readonly tuples: number[];

  /** It keeps the tuples. */
  constructor(rule: number, variables: readonly number[], tuples: number[]) {
    this.rule = rule;
    this.variables = variables;
    this.tuples = tuples;
  }

  *filter(domains: Domains, pace: Pace): Slices {
    const { variables, tuples } = this;
    const arity = variables.length;
    let kept = 0;
    domains.beginSupport();
    for (let at = 0; at < tuples.length; at += arity) {
      let k = 0;
      while (k < arity && domains.has(tuples[at + k])) k++;
      if (pace.spent(k + 1)) yield;
      if (k < arity) continue;
      for (k = 0; k < arity; k++) {
        const literal = tuples[at + k];
        tuples[kept++] = literal;
        domains.support(literal);
      }
    }
    tuples.length = kept;
    domains.removeUnsupported(variables);
  }

  *write(writer: Writer): Slices {
    const { domains } = writer;
    const { variables, tuples } = this;
    const arity = variables.length;
    const open = variables.flatMap((x, k) => (domains.size[x] > 1 ? [k] : []));
    // One variable, or all combinations: that says nothing.
    let all = 1;
    for (const k of open) all *= domains.size[variables[k]];
    if (open.length < 2 || tuples.length === all * arity) return;
    if (
      open.length === 2 &&
      (this.writePairs(writer, open) || this.writeExclusions(writer, open))
    ) {
      return;
    }
    const items = writer.positions(open.map((k) => variables[k]));
    for (let at = 0; at < tuples.length; at += arity) {
      writer.option(open.map((k, column) => items[column].get(tuples[at + k]) as number));
      if (writer.pace.spent(arity)) yield;
    }
  }

  /** Pairs of which few are left out: a value and those that it excludes share a secondary item. */
  private writeExclusions(writer: Writer, [p, q]: number[]): boolean {
    const { domains } = writer;
    const { variables, tuples } = this;
    const arity = variables.length;
    const [a, b] = [domains.literals(variables[p]), domains.literals(variables[q])];
    const excluded = a.length * b.length - tuples.length / arity;
    if (excluded * writer.tuning.fewExcluded > tuples.length / arity) return false;
    if (![...a, ...b].every((literal) => domains.isStated(literal))) return false;
    const rowOf = new Map(a.map((literal, k) => [literal, k * b.length]));
    const columnOf = new Map(b.map((literal, k) => [literal, k]));
    const isAllowed = new Uint8Array(a.length * b.length);
    for (let at = 0; at < tuples.length; at += arity) {
      const row = rowOf.get(tuples[at + p]) as number;
      isAllowed[row + (columnOf.get(tuples[at + q]) as number)] = 1;
    }
    for (const [literal, row] of rowOf) {
      const excludes = b.filter((_, k) => isAllowed[row + k] === 0);
      if (excludes.length === 0) continue;
      const item = writer.secondary();
      writer.on(literal, item);
      for (const other of excludes) writer.on(other, item);
    }
    return true;
  }

  /** Pairs that are a bijection: one item for each, that a = v or "not w" covers. */
  private writePairs(writer: Writer, [p, q]: number[]): boolean {
    const { domains } = writer;
    const { variables, tuples } = this;
    const arity = variables.length;
    const size = tuples.length / arity;
    if (domains.size[variables[p]] !== size || domains.size[variables[q]] !== size) return false;
    const [a, b] = domains.isStated(tuples[p]) ? [p, q] : [q, p];
    for (let at = 0; at < tuples.length; at += arity) {
      if (!domains.isStated(tuples[at + a])) return false;
    }
    for (let at = 0; at < tuples.length; at += arity) {
      const item = writer.primary();
      writer.on(tuples[at + a], item);
      writer.not(tuples[at + b], item);
    }
    return true;
  }
}
