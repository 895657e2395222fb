import type { Kinds } from './kinds.ts';
import type { Position } from './position.ts';
import type { Sink, Why } from './step.ts';
import { crossOut, type Quick, type Technique } from './technique.ts';

/** True if an item takes part. */
export type Choice = (item: number, position: Position) => boolean;

/**
 * An option that holds once others are crossed out because of some items; undefined: there is no
 * such step.
 */
export type Follow = (
  out: readonly number[],
  items: readonly number[],
  position: Position,
) => number | undefined;

/** The name and the difficulty of a step. With `follow` it is the option that holds after it. */
interface Grade {
  readonly name: string;
  readonly tenths: number;
  readonly follow?: Follow | undefined;
}

/** An item with no more options than it needs: they hold. */
export const singles =
  (name: string, tenths: number, isMeant: Choice): Technique =>
  (position, sink) => {
    const { count, need } = position;
    for (let item = 0; item < position.problem.primary; item++) {
      const needed = need[item] as number;
      if (needed === 0 || count[item] !== needed || !isMeant(item, position)) continue;
      const options = [...position.optionsOf(item)];
      sink.add(name, tenths, options, () => ({ items: [item], options }));
    }
    return undefined;
  };

/**
 * An option that leaves an item without any is out: in a Sudoku, a value that must lie in one line
 * of a box lies nowhere else in that line.
 */
export const locked =
  (grade: Grade, isMeant: Choice): Technique =>
  (position, sink) => {
    if (!sink.accepts(grade.tenths)) return undefined;
    const { count, need } = position;
    for (let item = 0; item < position.problem.primary; item++) {
      if (need[item] === 0 || (count[item] as number) < 2 || !isMeant(item, position)) continue;
      const options = position.optionsOf(item);
      const out = position.excludedByAll(options);
      if (out.length === 0) continue;
      const why = () => ({ items: [item], options: [...options] });
      report(position, sink, grade, out, [item], why);
    }
    return undefined;
  };

function report(
  position: Position,
  sink: Sink,
  { name, tenths, follow }: Grade,
  out: readonly number[],
  items: readonly number[],
  why: () => Why,
): void {
  if (follow === undefined) crossOut(sink, name, tenths, out, why);
  else {
    const next = out.length > 0 ? follow(out, items, position) : undefined;
    if (next !== undefined) sink.add(name, tenths, [next], why);
  }
}

/** The sets to look for. */
interface SetSearch extends Grade {
  readonly size: number;
  /** The kind of the items, and of the others that they use up. */
  readonly base: number;
  readonly cover: number;
  /**
   * True if sets around that item are worth a look, where the smaller one of two that complete each
   * other is told apart. Default: all are.
   */
  readonly isMeant?: (base: number, cover: number, position: Position) => boolean;
}

/**
 * `size` items of one kind whose options all use the same `size` items of another kind: they use
 * them up, so all other options of those are out. No two items of a kind share an option, so each
 * of the first takes one of the second.
 */
export function sets(kinds: Kinds, search: SetSearch): Quick {
  const { tenths, size, base, cover, isMeant } = search;
  return (position, sink) => {
    if (!sink.accepts(tenths)) return undefined;
    const { need, room, count, at, list } = position;
    /** Groups of items that share covers: a set lies within one of them. */
    let groups: Group[] = [];
    for (let item = 0; item < position.problem.primary; item++) {
      if (kinds.of[item] !== base || need[item] === 0 || (count[item] as number) < 2) continue;
      const end = (at[item] as number) + (count[item] as number);
      const used: number[] = [];
      for (let place = at[item] as number; place < end && used.length <= size; place++) {
        const other = kinds.item[(list[place] as number) * kinds.count + cover] as number;
        if (other < 0 || room[other] !== 1) {
          used.length = 0;
          break;
        }
        if (!used.includes(other)) used.push(other);
      }
      if (used.length > size || used.length < 2) continue;
      if (isMeant?.(item, used[0] as number, position) === false) continue;
      groups = withItem(groups, item, used);
    }
    const chosen: number[] = [];
    /** The covers of the chosen ones, each once: the first `covered` of them. */
    const union: number[] = [];
    let covered = 0;
    const extend = (group: Group, from: number): void => {
      const { items, covers } = group;
      for (let next = from; next <= items.length - size + chosen.length; next++) {
        const before = covered;
        for (const item of covers[next] as number[]) {
          let k = 0;
          while (k < covered && union[k] !== item) k++;
          if (k === covered) union[covered++] = item;
        }
        if (covered <= size) {
          chosen.push(items[next] as number);
          if (chosen.length < size) extend(group, next + 1);
          else if (covered === size) tell();
          chosen.pop();
        }
        covered = before;
      }
    };
    const tell = (): void => {
      const out: number[] = [];
      const used = union.slice(0, size);
      for (const item of used) {
        for (const option of position.optionsOf(item)) {
          if (!chosen.includes(kinds.item[option * kinds.count + base] as number)) out.push(option);
        }
      }
      const items = [...chosen];
      const why = () => ({
        items,
        covers: used,
        options: items.flatMap((item) => [...position.optionsOf(item)]),
      });
      report(position, sink, search, out, items, why);
    };
    for (const group of groups) if (group.items.length >= size) extend(group, 0);
    return undefined;
  };
}

/** Items that share covers, and the covers of each. */
interface Group {
  readonly items: number[];
  readonly covers: (readonly number[])[];
  readonly all: Set<number>;
}

/** The groups, with one more item. Those with which it shares a cover become one. */
function withItem(groups: Group[], item: number, used: readonly number[]): Group[] {
  const joined: Group = { items: [], covers: [], all: new Set(used) };
  const apart: Group[] = [];
  for (const group of groups) {
    if (!used.some((other) => group.all.has(other))) {
      apart.push(group);
      continue;
    }
    joined.items.push(...group.items);
    joined.covers.push(...group.covers);
    for (const other of group.all) joined.all.add(other);
  }
  joined.items.push(item);
  joined.covers.push(used);
  return [...apart, joined];
}
