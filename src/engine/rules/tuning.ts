/** How large each form may be in which a rule is written. */
export interface Tuning {
  /**
   * The most tuples that are written as a table: of any sum, of one of up to 3 variables, of one of
   * different variables, and of these with their sum. And the most variables of one.
   */
  readonly mostTuples: number;
  readonly mostTriples: number;
  readonly mostCageTuples: number;
  readonly mostPartTuples: number;
  readonly mostTableVariables: number;
  /** The most sets of values of a sum. */
  readonly mostSets: number;
  /** The most different variables whose sum is a variable by itself. */
  readonly partVariables: number;
  /** Pairs that are left out, times this, are no more than those allowed: they are few. */
  readonly fewExcluded: number;
  /** Whether sums prune that follow from others. */
  readonly derives: boolean;
}

/** The measured best: docs/notes.md has the figures. */
export const TUNING: Tuning = {
  mostTuples: 300,
  mostTriples: 1000,
  mostCageTuples: 300,
  mostPartTuples: 300,
  mostTableVariables: 6,
  mostSets: 500,
  partVariables: 3,
  fewExcluded: 2,
  derives: true,
};
