import { mostOf } from '../problem/compiled.ts';
import type { Pace, Slices } from '../problem/slices.ts';
import type { Domains } from './domains.ts';

/** The most literals that are compared at once: some milliseconds. More variables are not known to differ. */
const MOST_COMPARED = 1 << 18;

/**
 * Which variables are known to differ: two options that give them the same value always share an item
 * that admits only one of them, or a rule says it.
 */
export class Differences {
  private readonly domains: Domains;
  /** Variable -> a greater one -> whether they differ. */
  private readonly known: (Map<number, boolean> | undefined)[] = [];
  /** Literal -> the items that all its options have, and that admit one option. */
  private readonly itemsOf: (number[] | undefined)[] = [];

  constructor(domains: Domains) {
    this.domains = domains;
  }

  /** Notes that a rule makes these differ. */
  *note(variables: readonly number[], pace: Pace): Slices {
    for (const a of variables) {
      for (const b of variables) if (a < b) this.knownOf(a).set(b, true);
      if (pace.spent(16 * variables.length)) yield;
    }
  }

  /** True if two variables never have the same value. */
  differ(a: number, b: number): boolean {
    if (a === b) return false;
    if (a > b) return this.differ(b, a);
    const known = this.knownOf(a);
    const before = known.get(b);
    if (before !== undefined) return before;
    const { domains } = this;
    const result = domains.literals(a).every((literal) => {
      const other = domains.literalWith(b, domains.value[literal]);
      return other === undefined || this.exclude(literal, other);
    });
    known.set(b, result);
    return result;
  }

  /** True if all of these differ from one another. */
  allDiffer(variables: readonly number[]): boolean {
    const [first] = variables;
    if (first === undefined) return true;
    if (variables.length ** 2 * this.domains.size[first] > MOST_COMPARED) return false;
    return variables.every((a, k) => variables.every((b, j) => j >= k || this.differ(a, b)));
  }

  /** Variables in groups that differ: again and again the one that differs from most others of its group. */
  groups(variables: readonly number[]): number[][] {
    if (this.allDiffer(variables)) return variables.length === 0 ? [] : [[...variables]];
    const differ = variables.map((a) => variables.map((b) => this.differ(a, b)));
    const groups: number[][] = [];
    let rest = variables.map((_, k) => k);
    while (rest.length > 0) {
      const group: number[] = [];
      for (let left = rest; left.length > 0; ) {
        let best = left[0];
        let most = -1;
        for (const k of left) {
          const row = differ[k];
          let count = 0;
          for (const j of left) if (row[j]) count++;
          if (count <= most) continue;
          most = count;
          best = k;
        }
        group.push(best);
        left = left.filter((k) => differ[best][k]);
      }
      groups.push(group.map((k) => variables[k]));
      rest = rest.filter((k) => !group.includes(k));
    }
    return groups;
  }

  private knownOf(a: number): Map<number, boolean> {
    const known = this.known[a] ?? new Map<number, boolean>();
    this.known[a] = known;
    return known;
  }

  private exclude(literal: number, other: number): boolean {
    const others = this.domains.optionsOf[other];
    if (this.domains.optionsOf[literal].some((option) => others.includes(option))) return false;
    const items = this.exclusiveItems(other);
    return this.exclusiveItems(literal).some((item) => items.includes(item));
  }

  private exclusiveItems(literal: number): readonly number[] {
    const known = this.itemsOf[literal];
    if (known !== undefined) return known;
    const { covering, optionsOf } = this.domains;
    const { compiled } = covering;
    const { data, startAt, itemAt, colourAt, coloured, primary } = compiled;
    let common: number[] | undefined;
    for (const option of optionsOf[literal]) {
      const own: number[] = [];
      for (let node = data[startAt + option]; node < data[startAt + option + 1]; node++) {
        const item = data[itemAt + node];
        const isExclusive =
          item < primary ? mostOf(compiled, item) === 1 : !coloured || data[colourAt + node] === 0;
        if (isExclusive && (common === undefined || common.includes(item))) own.push(item);
      }
      common = own;
      if (own.length === 0) break;
    }
    this.itemsOf[literal] = common ?? [];
    return this.itemsOf[literal];
  }
}
