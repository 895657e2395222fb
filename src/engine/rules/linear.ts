import type { Pace, Slices } from '../problem/slices.ts';
import type { Constraint } from './constraint.ts';
import type { Domains } from './domains.ts';

/** A variable times a weight. */
export type Term = readonly [x: number, weight: number];

/** The least and the most of a sum of variables: it prunes, by bounds alone. */
export class Linear implements Constraint {
  readonly rule: number;
  readonly variables: readonly number[];
  readonly terms: readonly Term[];
  readonly least: number;
  readonly most: number;

  constructor(rule: number, terms: readonly Term[], least: number, most: number) {
    this.rule = rule;
    this.terms = terms;
    this.variables = terms.map(([x]) => x);
    this.least = least;
    this.most = most;
  }

  *filter(domains: Domains, pace: Pace): Slices {
    const work =
      8 * this.terms.length + this.terms.reduce((sum, [x]) => sum + valuesOf(domains, x), 0);
    const { terms } = this;
    /** The least and the most of each term. */
    const lows = new Array<number>(terms.length);
    const highs = new Array<number>(terms.length);
    for (;;) {
      let low = 0;
      let high = 0;
      for (let k = 0; k < terms.length; k++) {
        const [from, to] = rangeOf(domains, terms[k]);
        low += lows[k] = from;
        high += highs[k] = to;
      }
      if (low > this.most || high < this.least) domains.fail();
      if (domains.failed !== undefined) return;
      let isChanged = false;
      for (let k = 0; k < terms.length; k++) {
        // The others add up to `low - lows[k]` at least and to `high - highs[k]` at most.
        const most = this.most - (low - lows[k]);
        const least = this.least - (high - highs[k]);
        if (lows[k] >= least && highs[k] <= most) continue;
        const [x, weight] = terms[k];
        const before = domains.size[x];
        for (const literal of domains.literals(x)) {
          const part = weight * (domains.value[literal] as number);
          if (part < least || part > most) domains.remove(literal);
        }
        if (domains.size[x] < before) isChanged = true;
      }
      if (pace.spent(work)) yield;
      if (!isChanged) return;
    }
  }
}

/** The number of values of a variable, those that are gone too. */
function valuesOf({ start }: Domains, x: number): number {
  return start[x + 1] - start[x];
}

/** The least and the most of a term. */
export function rangeOf(domains: Domains, [x, weight]: Term): readonly [number, number] {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let literal = domains.start[x]; literal < domains.start[x + 1]; literal++) {
    if (!domains.has(literal)) continue;
    const part = weight * (domains.value[literal] as number);
    if (part < least) least = part;
    if (part > most) most = part;
  }
  return [least, most];
}
