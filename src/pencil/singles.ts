import type { Position } from './position.ts';
import type { Sink } from './step.ts';

/** An item with no more options than it needs: they hold. `isMeant` chooses among the items. */
export function findSingles(
  position: Position,
  sink: Sink,
  name: string,
  tenths: number,
  isMeant: (item: number) => boolean,
): undefined {
  const { count, need } = position;
  for (let item = 0; item < position.problem.primary; item++) {
    const needed = need[item] as number;
    if (needed === 0 || count[item] !== needed || !isMeant(item)) continue;
    const options = [...position.optionsOf(item)];
    sink.add(name, tenths, options, () => ({ items: [item], options }));
  }
}
