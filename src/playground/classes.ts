/** The parts of tasks that are about symmetries. They load when a reader asks for classes. */

import type { Problem } from '../engine/problem/problem.ts';
import { type AsyncSettings, countAsync } from '../engine/solve/api.ts';
import type { Progress, Status } from '../engine/solve/limit-settings.ts';
import { groupOf } from '../puzzles/gallery/symmetry.ts';

/**
 * A number of solutions; or of classes, with that of all solutions. Big integers travel as texts.
 */
export interface CountReply {
  readonly exact: string;
  readonly all?: string;
  readonly status: Status;
}

export async function countClasses(
  problem: Problem<unknown>,
  upToSymmetry: AsyncSettings['upToSymmetry'],
  onProgress: (progress: Progress) => void,
): Promise<CountReply> {
  const { exact, all, status } = await countAsync(problem, { upToSymmetry, onProgress });
  return { exact: String(exact), all: String(all), status };
}

/** The number of symmetries; `words` names them. */
export interface GroupReply {
  readonly order: string;
  readonly words?: string;
  readonly status: Status;
}

/** Milliseconds for the search for symmetries: other questions wait for it. */
const MOST_FOR_GROUP = 1000;

export async function describeGroup(exhibit: Parameters<typeof groupOf>[0]): Promise<GroupReply> {
  const { order, words, status } = await groupOf(exhibit, { timeout: MOST_FOR_GROUP });
  return { order: String(order), status, ...(words && { words }) };
}
