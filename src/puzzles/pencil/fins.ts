import { Pace, type Slices } from '../../engine/problem/slices.ts';
import { type Kinds, uses } from './kinds.ts';
import { crossOut, type Technique } from './technique.ts';

/** The fish to look for. */
interface FinSearch {
  readonly name: string;
  readonly tenths: number;
  readonly size: number;
  /** The kinds of the items, and of the others that they use up. */
  readonly bases: readonly number[];
  readonly covers: readonly number[];
}

/** The most options of an item, and the most fins. */
const MOST_FIN_OPTIONS = 5;
const MOST_FINS = 3;
/** The work to choose covers for a set of items, roughly. */
const COVERS = 1 << 12;

/**
 * As a set of items that use up as many others, but for a few options, the fins, that use none of
 * those. A fin holds, or the items use them up: what a set would cross out is out if all fins
 * exclude it too. The items may be of several kinds; no option is in two of them.
 */
export const finned = (kinds: Kinds, { name, tenths, size, bases, covers }: FinSearch): Technique =>
  function* (position, sink) {
    const { need, room, count } = position;
    const items: number[] = [];
    for (let item = 0; item < position.problem.primary; item++) {
      const options = count[item];
      if (!bases.includes(kinds.of[item]) || need[item] !== 1) continue;
      if (options >= 2 && options <= MOST_FIN_OPTIONS) items.push(item);
    }
    /** Item -> the covers that its options use. */
    const touched = new Map(
      items.map((item) => {
        const found = new Set<number>();
        for (const option of position.optionsOf(item)) {
          for (const kind of covers) {
            const cover = kinds.item[option * kinds.count + kind];
            if (cover >= 0 && room[cover] === 1) found.add(cover);
          }
        }
        return [item, found];
      }),
    );
    const chosen: number[] = [];
    const pace = new Pace();
    const extend = function* (from: number): Slices {
      for (let k = from; k < items.length; k++) {
        const item = items[k];
        const own = [...position.optionsOf(item)];
        if (pace.spent(64)) yield;
        if (chosen.some((other) => own.some((option) => uses(kinds, option, other)))) continue;
        // Items that share no cover with the others belong to another fish.
        const isLinked = chosen.some((other) =>
          [...(touched.get(item) as Set<number>)].some((at) => touched.get(other)?.has(at)),
        );
        if (chosen.length > 0 && !isLinked) continue;
        chosen.push(item);
        if (chosen.length < size) yield* extend(k + 1);
        else {
          cover();
          if (pace.spent(COVERS)) yield;
        }
        chosen.pop();
      }
    };
    const cover = (): void => {
      const options = chosen.flatMap((item) => [...position.optionsOf(item)]);
      const all = new Set(chosen.flatMap((item) => [...(touched.get(item) as Set<number>)]));
      // A cover of a single option covers no more than a fin would.
      const useful = [...all].filter(
        (item) =>
          !chosen.includes(item) &&
          options.filter((option) => uses(kinds, option, item)).length > 1,
      );
      const used: number[] = [];
      const choose = (from: number, fins: readonly number[]): void => {
        if (used.length === size) {
          if (fins.length <= MOST_FINS) report(options, used, fins);
          return;
        }
        for (let k = from; k < useful.length; k++) {
          const item = useful[k];
          used.push(item);
          choose(
            k + 1,
            fins.filter((option) => !uses(kinds, option, item)),
          );
          used.pop();
        }
      };
      choose(0, options);
    };
    const report = (
      options: readonly number[],
      used: readonly number[],
      fins: readonly number[],
    ): void => {
      const body = options.filter((option) => !fins.includes(option));
      const excluded = fins.length === 0 ? undefined : new Set(position.excludedByAll(fins));
      if (excluded?.size === 0) return;
      const out = new Set<number>();
      for (const item of used) {
        for (const option of position.optionsOf(item)) {
          if (!body.includes(option) && excluded?.has(option) !== false) out.add(option);
        }
      }
      const reason = { items: [...chosen], covers: [...used], options };
      crossOut(sink, name, tenths, [...out], () => reason);
    };
    yield* extend(0);
  };
