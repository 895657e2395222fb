import type { Count } from '../../src/index.ts';

/** The answer of a count. */
export function counted(count: number, status: Count['status'] = 'complete') {
  return { count, exact: BigInt(count), status };
}
