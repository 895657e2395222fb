import { ENGINE_SETTINGS, type QuestionSettings } from './engines.ts';
import { LIMITS, type Limits } from './limit-settings.ts';

/** How to search for an answer, and when to stop. */
export interface Settings extends QuestionSettings, Limits {
  /**
   * True to make the problem smaller first, with the same solutions (see `reduce`). That takes
   * about a millisecond for 1,200 nodes of the matrix, often longer than the answer, and pays
   * before long searches. Default: false.
   */
  readonly reduce?: boolean | undefined;
  /** False to answer without regard to symmetries of the problem. Default: true. */
  readonly symmetry?: boolean | undefined;
  /**
   * True for one solution of each class: solutions that a symmetry of the problem takes to each
   * other are in one. Default: false.
   */
  readonly upToSymmetry?: boolean | undefined;
}

/** The names of these settings. */
export const SETTINGS = [...ENGINE_SETTINGS, ...LIMITS, 'reduce', 'symmetry', 'upToSymmetry'];
