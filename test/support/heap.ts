import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** How many bytes of the heap are kept by what an action gives, for as long as that is kept. */
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
