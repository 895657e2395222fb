import { type Compiled, itemsOf } from '../../engine/problem/compiled.ts';
import type { Kinds } from './kinds.ts';
import { remembered } from './position.ts';

/** The kind of the cells among the kinds of a Sudoku; the others are kinds of houses. */
export const CELL = 0;

/** The values are bits of an integer. */
const MOST_VALUES = 30;

/**
 * Cells and values, for the techniques that speak of them. A cell sees another one that lies in one
 * of its houses. The values of a cell are bits: bit v for value v.
 */
export class Board {
  readonly kinds: Kinds;
  /** The items that are cells; the other arrays number them in this order. */
  readonly cells: readonly number[];
  readonly values: number;
  /** Cell -> the cells that it sees, in order. */
  readonly peers: readonly (readonly number[])[];
  /** Cell -> its houses, with their kinds. */
  readonly houses: readonly (readonly number[])[];
  /** House -> its cells, and its kind. */
  readonly cellsOf: readonly (readonly number[])[];
  readonly kindOf: readonly number[];
  /** `cell * (values + 1) + value` -> the option; -1 for none. */
  readonly option: Int32Array;
  /** The options of cells that have no other. */
  readonly givens: readonly number[];
  /** False where there are more values than bits: then no cell is said to see another. */
  readonly isSmall: boolean;
  readonly #sees: Uint8Array;
  /** Item -> its number as a cell. */
  readonly #cell = new Map<number, number>();

  constructor(problem: Compiled, kinds: Kinds) {
    this.kinds = kinds;
    const cells: number[] = [];
    const numberOf = this.#cell;
    for (let item = 0; item < problem.primary; item++) {
      if (kinds.of[item] !== CELL) continue;
      numberOf.set(item, cells.length);
      cells.push(item);
    }
    let values = 0;
    for (const value of kinds.value) values = Math.max(values, value);
    let most = -1;
    for (const house of kinds.house) most = Math.max(most, house);
    const cellsOf: number[][] = Array.from({ length: most + 1 }, () => []);
    const kindOf = new Array<number>(most + 1).fill(-1);
    const houses: number[][] = cells.map(() => []);
    this.option = new Int32Array(cells.length * (values + 1)).fill(-1);
    /** Option -> the item of its cell. */
    const itemOf = Array.from(
      { length: problem.options },
      (_, option) => kinds.item[option * kinds.count + CELL],
    );
    for (let option = 0; option < problem.options; option++) {
      const cell = numberOf.get(itemOf[option]) as number;
      this.option[cell * (values + 1) + kinds.value[option]] = option;
      for (const item of itemsOf(problem, option)) {
        const house = kinds.house[item];
        if (house < 0 || houses[cell]?.includes(house)) continue;
        houses[cell]?.push(house);
        cellsOf[house]?.push(cell);
        kindOf[house] = kinds.of[item];
      }
    }
    this.isSmall = values <= MOST_VALUES;
    this.#sees = new Uint8Array(this.isSmall ? cells.length ** 2 : 0);
    for (const inside of this.isSmall ? cellsOf : []) {
      for (const a of inside) {
        for (const b of inside) if (a !== b) this.#sees[a * cells.length + b] = 1;
      }
    }
    const sizes = new Int32Array(problem.primary);
    for (const item of itemOf) sizes[item] = sizes[item] + 1;
    this.givens = [...itemOf.keys()].filter((option) => sizes[itemOf[option]] === 1);
    this.cells = cells;
    this.values = values;
    this.cellsOf = cellsOf;
    this.kindOf = kindOf;
    this.houses = houses;
    this.peers = this.isSmall
      ? cells.map((_, a) => [...cells.keys()].filter((b) => this.sees(a, b)))
      : [];
  }

  cellOf(item: number): number {
    return this.#cell.get(item) as number;
  }

  sees(a: number, b: number): boolean {
    return this.#sees[a * this.cells.length + b] === 1;
  }

  optionOf(cell: number, value: number): number {
    return this.option[cell * (this.values + 1) + value];
  }

  /**
   * Cell -> the values that are possible, as bits; 0 for a cell that is filled. More values than an
   * integer has bits are none, so what looks at masks finds nothing.
   */
  readonly masks = remembered((position) => {
    const masks = new Int32Array(this.cells.length);
    if (!this.isSmall) return masks;
    this.cells.forEach((item, cell) => {
      for (const option of position.optionsOf(item)) {
        masks[cell] = masks[cell] | (1 << this.kinds.value[option]);
      }
    });
    return masks;
  });

  /** The options of a value in all cells that see these. */
  outOf(masks: Int32Array, cells: readonly number[], value: number, out: number[] = []): number[] {
    const bit = 1 << value;
    for (const other of this.peers[cells[0]] as number[]) {
      if ((masks[other] & bit) === 0) continue;
      let k = 1;
      while (k < cells.length && this.sees(cells[k], other)) k++;
      if (k === cells.length) out.push(this.optionOf(other, value));
    }
    return out;
  }

  /** The options of those cells with one of the values, or any without. */
  optionsIn(masks: Int32Array, cells: readonly number[], values = -1): number[] {
    return cells.flatMap((cell) =>
      valuesIn(masks[cell] & values).map((value) => this.optionOf(cell, value)),
    );
  }

  itemsOf(cells: readonly number[]): number[] {
    return cells.map((cell) => this.cells[cell]);
  }
}

/** The number of bits. */
export function size(mask: number): number {
  let bits = mask - ((mask >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/** The values of a mask, in order. */
export function valuesIn(mask: number): number[] {
  const values: number[] = [];
  for (let left = mask; left !== 0; left &= left - 1) values.push(31 - Math.clz32(left & -left));
  return values;
}
