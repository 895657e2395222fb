import { coloursOf, itemsOf } from '../../engine/problem/compiled.ts';
import { Pace } from '../../engine/problem/slices.ts';
import { crossOut, type Technique } from './technique.ts';

/**
 * Options with the same items, in the same colours. One could stand for the other, so if there is
 * one solution it has neither.
 */
export const twinOptions = (name: string, tenths: number): Technique =>
  function* ({ problem, live, room }, sink) {
    const pace = new Pace();
    const first = new Map<string, number>();
    const out = new Set<number>();
    for (let option = 0; option < live.length; option++) {
      if (live[option] === 0) continue;
      const items = itemsOf(problem, option);
      if (pace.spent(64 * items.length)) yield;
      const colours = coloursOf(problem, option);
      // Where there is room for both, a solution may have both.
      if (!items.some((item) => item < problem.primary && room[item] === 1)) continue;
      const uses = [...items].map((item, k) => `${item}:${colours[k] ?? 0}`).sort();
      const key = uses.join(' ');
      const twin = first.get(key);
      if (twin === undefined) first.set(key, option);
      else out.add(twin).add(option);
    }
    const options = [...out];
    const why = () => ({ items: [...itemsOf(problem, options[0])], options });
    crossOut(sink, name, tenths, options, why);
  };
