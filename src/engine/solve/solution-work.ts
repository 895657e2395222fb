import type { Work } from '../kernels/search.ts';
import type { Model } from './model.ts';
import type { Settings } from './question-settings.ts';

/** Work that may stand on a solution. */
export interface SolutionWork extends Work {
  solution(into?: number[]): number[];
  /** The problem as it is searched, once it is reduced and the opening is over. */
  readonly model?: Model<Settings> | undefined;
}
