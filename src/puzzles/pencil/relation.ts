import type { Cells } from '../variants/cell-grid.ts';
import { valuesIn } from './cell-board.ts';

/** The state of a reader that refuses what it has read. */
export const REFUSED = -1;

/** What a clue demands of some cells: an automaton that reads their values one after the other. */
export interface Relation {
  /** The name of its steps. */
  readonly technique: string;
  /** As sentences name it: `the cage of 15 at r1c3`. */
  readonly title: string;
  /** What it says, where the title does not. */
  readonly says?: string;
  /** How much harder its steps are than those of a cage, in tenths. */
  readonly extra: number;
  /** In the order in which it reads them. */
  readonly cells: Cells;
  /** The most cells that may be empty for a step; absent: any number. */
  readonly mostOpen?: number;
  readonly start: number;
  /** The state after a value, from 0 up; `REFUSED` where nothing good can follow. */
  readonly step: (state: number, value: number, place: number) => number;
  readonly accepts: (state: number) => boolean;
  /** True if the automaton refuses a value that comes twice. Its states are then bits of values. */
  readonly isSet?: boolean;
}

/** Values as bits, place by place along a relation. */
export type Masks = readonly number[];

/** What a relation still allows. */
export interface Allowed {
  /** The values that remain; all 0 if there is no way to fill the cells. */
  readonly masks: Masks;
  /** The sets of values as bits, where the relation reads sets. */
  readonly sets: readonly number[];
}

/** More states at a place are too many to look at. */
const MOST_STATES = 6000;
/** Fillings are sought for up to so many cells. */
const MOST_TIGHT_CELLS = 24;
/** The most values that are tried to fill the cells around one value, at first and at last. */
const FEW_TRIED = 60;
const MOST_TRIED = 2000;
/** The most masks of which it is kept what they come to. */
const MOST_KNOWN = 256;

/**
 * The values that a relation still allows in its cells. It follows all ways at once, state by state:
 *
 *     cage of 6    {}  -1-> {1}   -2-> {1 2}  -3-> {1 2 3}
 *                      -2-> {2}   -1-> {1 2}
 *                      -3-> {3}   ...                          a state that leads to no end is dropped
 *
 * Where cells see each other, or one comes twice, it then tries to fill the cells around each value.
 */
export class Reader {
  readonly relation: Relation;
  /** Place -> earlier places that see it, and the one that is the same cell, or -1. */
  readonly #seen: readonly (readonly number[])[];
  readonly #same: readonly number[];
  readonly #isTight: boolean;
  /** Masks -> what they come to: chains of conclusions come to the same cells again and again. */
  readonly #known = new Map<string, Allowed>();
  /** Values read: a measure of work. */
  work = 0;

  constructor(relation: Relation, sees: (a: number, b: number) => boolean) {
    const { cells, isSet = false } = relation;
    this.relation = relation;
    this.#same = cells.map((cell, k) => cells.slice(0, k).indexOf(cell));
    this.#seen = cells.map((cell, k) => {
      if (isSet || cells.length > MOST_TIGHT_CELLS) return [];
      return [...cells.keys()].filter((j) => j < k && cells[j] !== cell && sees(cells[j], cell));
    });
    this.#isTight =
      cells.length <= MOST_TIGHT_CELLS &&
      (this.#seen.some(({ length }) => length > 0) || this.#same.some((earlier) => earlier >= 0));
  }

  allowed(masks: Masks): Allowed {
    const key = masks.join();
    let allowed = this.#known.get(key);
    if (allowed === undefined) {
      allowed = this.#read(masks);
      if (this.#known.size >= MOST_KNOWN) this.#known.clear();
      this.#known.set(key, allowed);
    }
    return allowed;
  }

  /** True if the cells cannot do without a value. */
  needs(value: number, masks: Masks): boolean {
    const without = masks.map((mask) => mask & ~(1 << value));
    return this.allowed(without).masks[0] === 0;
  }

  #read(masks: Masks): Allowed {
    const layers = this.#layers(masks);
    if (layers === undefined) return { masks, sets: [] };
    const first = this.#along(layers, masks);
    const last = layers[layers.length - 1];
    const sets = this.relation.isSet === true ? [...last] : [];
    if (first[0] === 0 || !this.#isTight) return { masks: first, sets };
    return { masks: this.#tight(first, layers), sets };
  }

  /** Place -> the states before it from which the cells can be filled; undefined if too many. */
  #layers(masks: Masks): Set<number>[] | undefined {
    const { start, step, accepts } = this.relation;
    const layers = [new Set([start])];
    for (const [place, mask] of masks.entries()) {
      const next = new Set<number>();
      const values = valuesIn(mask);
      for (const state of layers[place]) {
        for (const value of values) {
          const after = step(state, value, place);
          if (after !== REFUSED) next.add(after);
        }
        this.work += values.length;
      }
      if (next.size > MOST_STATES) return undefined;
      layers.push(next);
    }
    const last = layers[masks.length];
    for (const state of last) if (!accepts(state)) last.delete(state);
    for (let place = masks.length - 1; place >= 0; place--) {
      const values = valuesIn(masks[place]);
      const after = layers[place + 1];
      for (const state of layers[place]) {
        const isGood = values.some((value) => after.has(step(state, value, place)));
        if (!isGood) layers[place].delete(state);
        this.work += values.length;
      }
    }
    return layers;
  }

  /** The values on some way. */
  #along(layers: readonly Set<number>[], masks: Masks): number[] {
    const { step } = this.relation;
    const found = masks.map((mask, place) => {
      let left = 0;
      const values = valuesIn(mask);
      const after = layers[place + 1];
      for (const state of layers[place]) {
        for (const value of values) {
          if (after.has(step(state, value, place))) left |= 1 << value;
        }
        if (left === mask) break;
      }
      return left;
    });
    this.#same.forEach((earlier, place) => {
      if (earlier < 0) return;
      found[place] &= found[earlier];
      found[earlier] = found[place];
    });
    return found.includes(0) ? found.map(() => 0) : found;
  }

  /** The values with which the cells can be filled so that those that see each other differ. */
  #tight(masks: Masks, layers: readonly Set<number>[]): number[] {
    const left = masks.map(() => 0);
    for (const [place, mask] of masks.entries()) {
      for (const value of valuesIn(mask)) {
        if ((left[place] & (1 << value)) !== 0) continue;
        const own = masks.map((other, k) => (k === place ? 1 << value : other));
        let filled = this.#filled(own, layers, FEW_TRIED);
        if (filled === 'unknown') {
          // Without states that the value does not come to, there are fewer dead ends.
          const below = this.#layers(own);
          if (below !== undefined) filled = this.#filled(own, below, MOST_TRIED);
        }
        if (filled === 'none') continue;
        left[place] |= 1 << value;
        if (filled === 'unknown') continue;
        for (const [k, held] of filled.entries()) left[k] |= 1 << held;
      }
    }
    return left.includes(0) ? left.map(() => 0) : left;
  }

  /** The values of cells that are filled. `unknown` after many tries. */
  #filled(
    masks: Masks,
    layers: readonly Set<number>[],
    most: number,
  ): number[] | 'none' | 'unknown' {
    const { step, start } = this.relation;
    const values: number[] = [];
    let tries = 0;
    const fill = (place: number, state: number): boolean => {
      if (place === masks.length) return true;
      let mask = masks[place];
      for (const other of this.#seen[place]) mask &= ~(1 << values[other]);
      const same = this.#same[place];
      if (same >= 0) mask &= 1 << values[same];
      for (const value of valuesIn(mask)) {
        if (++tries > most) return false;
        const after = step(state, value, place);
        if (!layers[place + 1].has(after)) continue;
        values[place] = value;
        if (fill(place + 1, after)) return true;
      }
      return false;
    };
    const isFilled = layers[0].size > 0 && fill(0, start);
    this.work += tries;
    if (isFilled) return values;
    return tries > most ? 'unknown' : 'none';
  }
}
