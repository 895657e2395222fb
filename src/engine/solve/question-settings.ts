import { checkMemoryLimit } from '../kernels/search.ts';
import { QuadrilleError } from '../problem/error.ts';
import type { OptionSymmetry } from '../problem/problem.ts';
import { badValue } from '../problem/setting.ts';
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
   * other are in one. A group in place of true: two are in one class if some map of it takes the one
   * to the other. Default: false.
   */
  readonly upToSymmetry?: boolean | readonly OptionSymmetry[] | undefined;
}

/** The names of these settings. */
export const SETTINGS = [...ENGINE_SETTINGS, ...LIMITS, 'reduce', 'symmetry', 'upToSymmetry'];

/** True if a question is about classes. Refuses what is neither a flag nor a list. */
export function checkUpToSymmetry(value: Settings['upToSymmetry']): boolean {
  if (value === undefined || typeof value === 'boolean') return value ?? false;
  if (Array.isArray(value)) return true;
  throw badValue('upToSymmetry', value, 'give true, false, or an array of symmetries');
}

/** Settings that say how to search. The search for classes has no use for them. */
const REFUSED = ['engine', 'seed', 'reduce', 'proof', 'resume', 'onCheckpoint', 'checkpointEvery'];

/** Refuses settings that mean nothing to classes, or that contradict them. */
export function checkClassSettings(settings: Settings): void {
  checkMemoryLimit(settings);
  const values: Record<string, unknown> = { ...settings };
  const none: readonly unknown[] = [undefined, false, 'auto'];
  const name = REFUSED.find((name) => !none.includes(values[name]));
  if (name !== undefined || settings.symmetry === false) {
    throw new QuadrilleError(
      'bad-setting',
      `upToSymmetry takes no setting ${name ?? 'symmetry: false'}; leave out the one or the other.`,
    );
  }
}
