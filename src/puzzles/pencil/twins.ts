import { Pace, type Slices } from '../../engine/problem/slices.ts';
import { type Board, size, valuesIn } from './cell-board.ts';
import type { Position } from './position.ts';
import type { Sink, Why } from './step.ts';
import { crossOut } from './technique.ts';

/*
 * Patterns that would have a twin. They prove nothing unless the puzzle has one solution.
 *
 * A loop of cells that may hold a and b only, two in each house, could be filled in two ways:
 *
 *     ab | ab        a b      b a
 *     ---+---   as        or
 *     ab | ab        b a      a b
 *
 * So in the solution some cell of the loop holds another value.
 */

const LOOP = 'unique rectangle or loop';
const BUG = 'bivalue universal grave';
const LONGEST_LOOP = 14;
/** The work to tell whether a loop may go through a cell, roughly. */
const FITTING = 4;

/** The names of the steps. */
export const LOOPS = namesOf(LOOP);
export const BUGS = namesOf(BUG);

function namesOf(pattern: string): string[] {
  return [1, 2, 3, 4].map((type) => `${pattern} type ${type}`);
}

/** Loops of two values that one solution cannot have. */
export function* findLoops(position: Position, board: Board, sink: Sink): Slices {
  if (!sink.accepts(45)) return;
  const masks = board.masks(position);
  const parity = new Int8Array(board.cellsOf.length);
  const loop: number[] = [];

  const pace = new Pace();
  /** Cell -> 1 if a loop of the values `fitted` may go through it. */
  let fits: Uint8Array = new Uint8Array(0);
  let fitted = 0;
  const extend = function* (pair: number, extra: number, spare: number, lastKind: number): Slices {
    const last = loop.at(-1) as number;
    for (const house of board.houses[last] as number[]) {
      const kind = board.kindOf[house];
      if (kind === lastKind) continue;
      if (pace.spent(4 * board.values)) yield;
      for (const next of board.cellsOf[house] as number[]) {
        if (next === loop[0] && loop.length >= 4) {
          if (last > loop[1]) closeLoop(pair);
          continue;
        }
        const mask = masks[next];
        if (fits[next] === 0 || loop.includes(next) || loop.length === LONGEST_LOOP) continue;
        const isPlain = mask === pair;
        // Each loop is found from the first of its cells that has no other value.
        if (isPlain && next < loop[0]) continue;
        const more = extra | (mask & ~pair);
        if (!isPlain && size(more) !== 1 && spare === 0) continue;
        if (!enter(next)) continue;
        yield* extend(pair, more, isPlain ? spare : spare - 1, kind);
        leave();
      }
    }
  };
  /** A house has at most one cell at an even place of the loop, and one at an odd place. */
  const enter = (cell: number): boolean => {
    const bit = loop.length % 2 === 0 ? 1 : 2;
    const houses = board.houses[cell] as number[];
    if (houses.some((house) => (parity[house] & bit) !== 0)) return false;
    for (const house of houses) parity[house] = parity[house] | bit;
    loop.push(cell);
    return true;
  };
  const leave = (): void => {
    const cell = loop.pop() as number;
    const bit = loop.length % 2 === 0 ? 1 : 2;
    for (const house of board.houses[cell] as number[]) {
      parity[house] = parity[house] & ~bit;
    }
  };
  const closeLoop = (pair: number): void => {
    const isEven = loop.every((cell) =>
      (board.houses[cell] as number[]).every((house) => parity[house] === 3),
    );
    if (isEven) useLoop(board, sink, masks, [...loop], pair);
  };

  for (let cell = 0; cell < masks.length; cell++) {
    const pair = masks[cell];
    if (size(pair) !== 2) continue;
    if (pair !== fitted) {
      fitted = pair;
      fits = cellsOfLoops(board, masks, pair);
      if (pace.spent(FITTING * masks.length)) yield;
    }
    if (fits[cell] === 0) continue;
    enter(cell);
    yield* extend(pair, 0, 2, -1);
    leave();
  }
}

/** Cells with both values, of which each has another one in each of its houses, as in a loop. */
function cellsOfLoops(board: Board, masks: Int32Array, pair: number): Uint8Array {
  const fits = new Uint8Array(masks.length);
  const inHouse = new Int32Array(board.cellsOf.length);
  const cells: number[] = [];
  for (let cell = 0; cell < masks.length; cell++) {
    if ((masks[cell] & pair) !== pair) continue;
    cells.push(cell);
    fits[cell] = 1;
    for (const house of board.houses[cell] as number[]) inHouse[house]++;
  }
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const cell of cells) {
      if (fits[cell] === 0) continue;
      const houses = board.houses[cell] as number[];
      if (houses.every((house) => inHouse[house] > 1)) continue;
      for (const house of houses) inHouse[house]--;
      fits[cell] = 0;
      isChanged = true;
    }
  }
  return fits;
}

function useLoop(
  board: Board,
  sink: Sink,
  masks: Int32Array,
  loop: readonly number[],
  pair: number,
): void {
  const base = 45 + (loop.length >= 10 ? 5 : loop.length / 2 - 2);
  const why = () => ({ items: board.itemsOf(loop), options: board.optionsIn(masks, loop) });
  const add = (name: string, tenths: number, out: readonly number[]): void =>
    crossOut(sink, `${LOOP} ${name}`, tenths, out, why);
  const extras = loop.filter((cell) => masks[cell] !== pair);
  if (extras.length === 0) return;
  let extra = 0;
  for (const cell of extras) extra |= masks[cell] & ~pair;
  if (extras.length === 1) {
    add('type 1', base, board.optionsIn(masks, extras, pair));
    return;
  }
  if (size(extra) === 1) {
    add('type 2', base, board.outOf(masks, extras, valuesIn(extra)[0]));
  }
  if (extras.length > 2) return;
  const [c1, c2] = extras as [number, number];
  const shared = (board.houses[c1] as number[]).filter((house) =>
    board.houses[c2]?.includes(house),
  );
  for (const house of shared) {
    if (size(extra) > 1) useAsOneCell(board, sink, masks, house, [c1, c2], pair, extra, base, why);
    // A value of the pair that stands in one of the two leaves no room for the other value.
    for (const value of valuesIn(pair)) {
      const bit = 1 << value;
      const elsewhere = (board.cellsOf[house] as number[]).some(
        (cell) => cell !== c1 && cell !== c2 && (masks[cell] & bit) !== 0,
      );
      if (!elsewhere) add('type 4', base, board.optionsIn(masks, extras, pair & ~bit));
    }
  }
}

/** The two cells hold one of their other values: as one cell of a naked or a hidden set. */
function useAsOneCell(
  board: Board,
  sink: Sink,
  masks: Int32Array,
  house: number,
  extras: readonly [number, number],
  pair: number,
  extra: number,
  base: number,
  why: () => Why,
): void {
  const others = (board.cellsOf[house] as number[]).filter(
    (cell) => !extras.includes(cell) && masks[cell] !== 0,
  );
  const empty = others.length + 2;
  const both = extras.reduce((values, cell) => values & masks[cell], extra);
  /** A step by the values of some cells beside the two. */
  const add = (tenths: number, out: readonly number[], cells: readonly number[], values = -1) =>
    crossOut(sink, `${LOOP} type 3`, tenths, out, () => ({
      ...why(),
      covers: board.itemsOf(cells),
      options: [...(why().options ?? []), ...board.optionsIn(masks, cells, values)],
    }));
  const open = others.filter((cell) => size(masks[cell]) >= 2);
  for (let degree = Math.max(2, size(extra)); degree <= 7 && 2 * degree <= empty; degree++) {
    eachNaked(masks, open, degree, extra, (set, union) => {
      const named = set.reduce((values, cell) => values | masks[cell], both);
      if (size(named) !== degree) return;
      add(base + degree - 1, outBeside(board, masks, [...set, ...extras], union), set);
    });
  }
  // Values of the pair and others that fit into no more cells than their number, beside the two.
  let remaining = 0;
  for (const cell of others) remaining |= masks[cell];
  const free = valuesIn(remaining & ~pair & ~extra);
  const hidden = (from: number, values: number, count: number, degree: number): void => {
    if (count === degree) {
      const holders = others.filter((cell) => (masks[cell] & values) !== 0);
      if (holders.length !== degree - 1) return;
      add(base + degree - 2, board.optionsIn(masks, holders, ~values), holders, values);
      return;
    }
    for (let k = from; k < free.length; k++) {
      hidden(k + 1, values | (1 << free[k]), count + 1, degree);
    }
  };
  for (let degree = 2; degree <= 7 && 2 * degree < empty; degree++) hidden(0, pair, 2, degree);
}

/**
 * If but for some extra values every cell had two values, and each value two places in each house,
 * there would be none or two solutions. So one of the extra values holds.
 */
export function findBugs(position: Position, board: Board, sink: Sink): void {
  if (!sink.accepts(56)) return;
  const masks = board.masks(position);
  const extras = extraValues(board, masks);
  if (extras === undefined) return;
  const cells = [...extras.keys()];
  let all = 0;
  for (const mask of extras.values()) all |= mask;
  const why = () => ({
    items: board.itemsOf(cells),
    options: cells.flatMap((cell) => board.optionsIn(masks, [cell], extras.get(cell) as number)),
  });
  const add = (name: string, tenths: number, out: readonly number[]): void =>
    crossOut(sink, `${BUG} ${name}`, tenths, out, why);
  if (cells.length === 1) {
    add('type 1', 56, board.optionsIn(masks, cells, ~all));
    return;
  }
  if (size(all) === 1) add('type 2', 57, board.outOf(masks, cells, valuesIn(all)[0]));
  const shared = (board.houses[cells[0]] as number[]).filter((house) =>
    cells.every((cell) => board.houses[cell]?.includes(house)),
  );
  if (shared.length === 0) return;
  if (cells.length === 2) {
    const [c1, c2] = cells as [number, number];
    const common = masks[c1] & masks[c2] & ~all;
    if (size(common) === 1) {
      const out = cells.flatMap((cell) =>
        board.optionsIn(masks, [cell], ~(extras.get(cell) as number) & ~common),
      );
      add('type 4', 57, out);
    }
  }
  if (size(all) === 1) return;
  for (const house of shared) {
    const others = (board.cellsOf[house] as number[]).filter(
      (cell) => masks[cell] !== 0 && !extras.has(cell),
    );
    for (let degree = 2; degree <= 6 && degree <= others.length; degree++) {
      eachNaked(masks, others, degree, 0, (set, union) => {
        if ((all & ~union) !== 0) return;
        add('type 3', 57 + degree - 1, outBeside(board, masks, [...set, ...cells], union));
      });
    }
  }
}

/**
 * Calls back with each set of `degree - 1` cells that hold, together with some values, `degree`
 * values: beside one cell of those they are a naked set.
 */
function eachNaked(
  masks: Int32Array,
  cells: readonly number[],
  degree: number,
  values: number,
  visit: (set: readonly number[], union: number) => void,
): void {
  const set: number[] = [];
  const extend = (from: number, union: number): void => {
    if (set.length === degree - 1) {
      if (size(union) === degree) visit([...set], union);
      return;
    }
    for (let k = from; k < cells.length; k++) {
      const cell = cells[k];
      const more = union | masks[cell];
      if (size(more) > degree) continue;
      set.push(cell);
      extend(k + 1, more);
      set.pop();
    }
  };
  extend(0, values);
}

/** The options of these values in the cells that see all of these cells with that value. */
function outBeside(
  board: Board,
  masks: Int32Array,
  cells: readonly number[],
  values: number,
): number[] {
  return valuesIn(values).flatMap((value) => {
    const holders = cells.filter((cell) => (masks[cell] & (1 << value)) !== 0);
    return holders.length === 0 ? [] : board.outOf(masks, holders, value);
  });
}

/** Cell -> its extra values, if without them every value had two places in each house. */
function extraValues(board: Board, masks: Int32Array): Map<number, number> | undefined {
  const rest = masks.slice();
  const extras = new Map<number, number>();
  const take = (cell: number, value: number): void => {
    extras.set(cell, (extras.get(cell) ?? 0) | (1 << value));
    rest[cell] = rest[cell] & ~(1 << value);
  };
  // The cells that have a value too many, while only one value has.
  const suspects = new Set<number>();
  let only: number | undefined = -1;
  for (const cells of board.cellsOf) {
    for (let value = 1; value <= board.values; value++) {
      const holders = cells.filter((cell) => (masks[cell] & (1 << value)) !== 0);
      if (holders.length === 0 || holders.length === 2) continue;
      const large = holders.filter((cell) => size(masks[cell]) >= 3);
      if (large.length === 0) return undefined;
      if (only === -1) only = value;
      else if (only !== value) only = undefined;
      for (const cell of large) suspects.add(cell);
      // If several are too many, another house decides which of them.
      if (large.length === 1) take(large[0], value);
    }
  }
  if (only !== undefined && only > 0) for (const cell of suspects) take(cell, only);
  if (extras.size === 0) return undefined;
  for (let cell = 0; cell < masks.length; cell++) {
    if (masks[cell] !== 0 && size(rest[cell]) !== 2) return undefined;
  }
  for (const cells of board.cellsOf) {
    for (let value = 1; value <= board.values; value++) {
      const holders = cells.filter((cell) => (rest[cell] & (1 << value)) !== 0);
      if (holders.length !== 0 && holders.length !== 2) return undefined;
    }
  }
  return extras;
}
