import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Collects garbage that tests before have left, and lets its finalizers run. */
export async function collectGarbage(): Promise<void> {
  collect();
  await setTimeout(20);
}

/** The bytes of the heap that the result of an action keeps, for as long as it is kept. */
export function keptBy(action: () => unknown): number {
  collect();
  const before = process.memoryUsage().heapUsed;
  const kept = action();
  collect();
  const bytes = process.memoryUsage().heapUsed - before;
  // It lives until here.
  if (kept === before) throw new Error('this cannot be');
  return bytes;
}
