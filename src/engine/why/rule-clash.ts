import { askingBelow } from '../kernels/asked-below.ts';
import { checkMemoryLimit, type SearchSettings } from '../kernels/search.ts';
import { Learn } from '../learn/learn.ts';
import { statedOf } from '../problem/compiled.ts';
import type { Ruling } from '../problem/problem.ts';
import type { Slices } from '../problem/slices.ts';
import { Explaining, REASONS, type Reason, type ReasonName } from './explaining.ts';
import { SearchRow } from './row.ts';
import { shrinkRules } from './shrink.ts';

/**
 * Looks for the reason why a problem with rules has no solution: rules that contradict each other.
 * Where the items alone leave none, the reason is theirs.
 */
export class RuleClash extends SearchRow {
  /** The reason found so far. It may still get smaller. */
  reason: Reason | undefined;
  private readonly ruling: Ruling<unknown>;
  private readonly settings: SearchSettings;
  private readonly reasons: readonly ReasonName[];

  constructor(
    ruling: Ruling<unknown>,
    settings: SearchSettings,
    reasons: readonly ReasonName[] = REASONS,
  ) {
    super();
    checkMemoryLimit(settings);
    this.ruling = ruling;
    this.settings = settings;
    this.reasons = reasons;
  }

  protected *work(): Slices {
    const { ruling, reasons } = this;
    const solve = (rules: readonly number[]) => this.solutionWith(rules);
    const rules = Array.from({ length: ruling.count }, (_, rule) => rule);
    const found = yield* solve(rules);
    if (this.isStuck) return;
    if (found !== undefined) {
      this.reason = { kind: 'solution', options: found };
      return;
    }
    if ((yield* solve([])) === undefined) {
      if (this.isStuck) return;
      const items = new Explaining(ruling.withOnly([]).compile(), this.settings, reasons);
      const outcome = yield* this.run(items);
      this.isStuck = outcome === 'stuck';
      this.reason = items.reason;
      return;
    }
    if (!reasons.includes('clash')) return;
    this.reason = clashOf(rules, rules.length < 2);
    const shrinking = shrinkRules(ruling, rules, solve);
    for (;;) {
      const { done, value } = shrinking.next();
      if (this.isStuck) return;
      if (done === true) {
        this.reason = clashOf(value, true);
        return;
      }
      if (value.kept !== undefined) this.reason = clashOf(value.kept, false);
      yield;
    }
  }

  /** A solution that keeps to some of the rules. */
  private *solutionWith(rules: readonly number[]): Slices<number[] | undefined> {
    const problem = this.ruling.withOnly(rules);
    const { compiled, prefix } = yield* askingBelow(problem, this.settings.prefix);
    const search = new Learn(compiled, { ...this.settings, prefix });
    const outcome = yield* this.run(search);
    if (outcome === 'solution') return statedOf(compiled, search.solution());
    this.isStuck ||= outcome === 'stuck';
    return undefined;
  }
}

function clashOf(rules: readonly number[], isIrreducible: boolean): Reason {
  return { kind: 'clash', items: [], options: [], rules, isIrreducible };
}
