import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

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
