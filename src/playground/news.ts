/** News of a task, at a pace that a reader can follow. */
import type { Progress } from '../ask/walk.ts';

/** How far a task has come. */
export type Running = Pick<Progress, 'solutions' | 'nodes' | 'rate' | 'share'>;
export type Tell = (news: Running) => void;

/** Milliseconds between two pieces of news. */
const PAUSE = 100;

/** Whether this many milliseconds have passed since it last said so. */
export function sparing(milliseconds: number): () => boolean {
  let before = performance.now();
  return () => {
    const now = performance.now();
    if (now - before < milliseconds) return false;
    before = now;
    return true;
  };
}

/** A listener to progress that tells of it, but not too often. */
export function telling(tell: Tell): (progress: Progress) => void {
  const isTime = sparing(PAUSE);
  return ({ solutions, nodes, rate, share }) => {
    if (isTime()) tell({ solutions, nodes, rate, share });
  };
}
