import { coloursOf, itemsOf } from '../problem/compiled.ts';
import type { Position } from './position.ts';
import type { Sink } from './step.ts';

/**
 * Options with the same items, in the same colours. One could stand for the other, so if there is
 * one solution it has neither.
 */
export function findTwins(position: Position, sink: Sink, name: string, tenths: number): undefined {
  const { problem, live, room } = position;
  const first = new Map<string, number>();
  const out = new Set<number>();
  for (let option = 0; option < live.length; option++) {
    if (live[option] === 0) continue;
    const items = itemsOf(problem, option);
    const colours = coloursOf(problem, option);
    // Where there is room for both, a solution may have both.
    if (!items.some((item) => item < problem.primary && room[item] === 1)) continue;
    const uses = [...items].map((item, k) => `${item}:${colours[k] ?? 0}`).sort();
    const key = uses.join(' ');
    const twin = first.get(key);
    if (twin === undefined) first.set(key, option);
    else out.add(twin).add(option);
  }
  if (out.size === 0) return;
  const options = [...out];
  sink.add(
    name,
    tenths,
    options.map((option) => ~option),
    () => ({ items: [...itemsOf(problem, options[0] as number)], options }),
  );
}
