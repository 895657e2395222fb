import { QuadrilleError, shown } from '../problem/error.ts';

export type { Status } from '../kernels/search.ts';

/** The limits of a search. */
export interface Limits {
  /** Stop at this number of solutions; 0 gives none. Default: no limit. */
  readonly limit?: number | undefined;
  /**
   * Stop when this number of options is chosen, forced ones included. It does not check if more
   * could be chosen.
   */
  readonly maxNodes?: number | undefined;
  /** Stop about this many milliseconds after the call; to compile the problem is part of them. */
  readonly timeout?: number | undefined;
}

/** Without any. By identity a call without settings is known, and nothing is checked. */
export const NO_LIMITS: Limits = {};

/** The names of the limits. */
export const LIMITS = ['limit', 'maxNodes', 'timeout'];

/** The progress of a search. */
export interface Progress {
  /** Options chosen. */
  readonly nodes: number;
  /** Options chosen that had an alternative. */
  readonly guesses: number;
  /** The work done, as the engine counts it: mostly nodes of the matrix taken out of play. */
  readonly updates: number;
  /** Solutions found. */
  readonly solutions: number;
  /** The most options that were chosen at once. */
  readonly deepest: number;
  /** Nodes per second since the search began. */
  readonly rate: number;
  /** The share of the tree that is done, 0 to 1, by Knuth's estimate. It never decreases. */
  readonly share: number;
  /**
   * The milliseconds that are expected to go until all solutions are found, by the share that is
   * done or by what is known of the rest. A rough guide; absent where it is unknown.
   */
  readonly left?: number;
  /** The number of workers so far, while the search is divided between them. */
  readonly workers?: number;
}

/** Longer times are not shown: 30 years. */
const LONGEST_LEFT_MS = 1e12;

/** `progress` with the time that is left, if that is known. */
export function withLeft(progress: Progress, left: number | undefined): Progress {
  return left !== undefined && left <= LONGEST_LEFT_MS ? { ...progress, left } : progress;
}

/** Refuses limits with impossible values. */
export function checkLimits(settings: Limits): void {
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings)) {
    throw new QuadrilleError(
      'bad-setting',
      `The settings are ${shown(settings)}; give an object, as in { limit: 10 }.`,
    );
  }
  checkLimit('limit', settings.limit);
  checkLimit('maxNodes', settings.maxNodes);
  const { timeout } = settings;
  if (timeout !== undefined && !(typeof timeout === 'number' && timeout >= 0)) {
    throw new QuadrilleError(
      'bad-setting',
      `timeout is ${shown(timeout)}; give milliseconds from 0 up, or leave it out.`,
    );
  }
}

function checkLimit(name: string, value: number | undefined): void {
  if (value === undefined || value === Number.POSITIVE_INFINITY) return;
  if (Number.isInteger(value) && value >= 0) return;
  throw new QuadrilleError(
    'bad-setting',
    `${name} is ${shown(value)}; give a whole number from 0 up, or leave it out for no limit.`,
  );
}
