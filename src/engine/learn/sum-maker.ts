import type { Compiled } from '../problem/compiled.ts';
import type { Sums } from './sums.ts';

type Maker = Pick<typeof Sums, 'of' | 'needed'>;

/** A program that states no rules does not carry `Sums`: who states them says so here. */
const makers = new WeakMap<Compiled, Maker>();

/** Has `learn` follow the sums of a compiled problem. */
export function followSums(compiled: Compiled, maker: Maker): void {
  if (compiled.sumIntegers > 0) makers.set(compiled, maker);
}

export function sumMakerOf(compiled: Compiled): Maker | undefined {
  return makers.get(compiled);
}
