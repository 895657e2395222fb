import type { Cells } from '../variants/cell-grid.ts';
import { CLUES, type Clue, type ClueKind, formOf } from '../variants/clue.ts';
import { cluePairs } from '../variants/clue-pairs.ts';
import { titleOf } from '../variants/clue-words.ts';
import { housesOf, partsOf, type RuledGrid, type VariantHouse } from '../variants/houses.ts';
import { valuesIn } from './cell-board.ts';
import { REFUSED, type Relation } from './relation.ts';

/** Two cells, and which values go together. */
export interface Pair {
  readonly a: number;
  readonly b: number;
  readonly isGood: (v: number, w: number) => boolean;
  /** As sentences name the clue that says so. */
  readonly title: string;
}

/** What the clues of a variant say, in the three forms in which steps take it. */
export interface ClueRelations {
  /** Cells with different values. */
  readonly houses: readonly VariantHouse[];
  /** Pairs of cells that follow from clues. */
  readonly pairs: readonly Pair[];
  /** The clues themselves. */
  readonly relations: readonly Relation[];
}

/** Kinds that say only that cells differ: their steps are those of houses. */
const HOUSE_KINDS = new Set<string>([
  'windoku',
  'disjoint-groups',
  'diagonal',
  'extra-region',
  'anti-knight',
  'anti-king',
] satisfies ClueKind[]);

/** The names of the steps of clues. */
export const CLUE_TECHNIQUES: readonly string[] = Object.entries(CLUES)
  .filter(([kind]) => !HOUSE_KINDS.has(kind))
  .map(([, { title }]) => title.toLowerCase());

/** The most values whose sets are states of a line. */
const MOST_SET_VALUES = 10;

/** What the clues of a variant say. */
export function clueRelationsOf(variant: RuledGrid): ClueRelations {
  const reading = new Reading(variant);
  variant.clues.forEach((clue) => {
    reading.read(clue);
  });
  return reading;
}

class Reading implements ClueRelations {
  readonly houses: VariantHouse[];
  readonly pairs: Pair[] = [];
  readonly relations: Relation[] = [];
  readonly #variant: RuledGrid;

  constructor(variant: RuledGrid) {
    this.#variant = variant;
    this.houses = [...housesOf(variant)];
  }

  read(clue: Clue): void {
    const { grid, shape } = this.#variant;
    const { kind, cells, numbers } = clue;
    const title = `the ${titleOf(clue, grid)}`;
    const technique = formOf(kind).title.toLowerCase();
    const [number] = numbers;
    const add = (relation: Pick<Relation, 'start' | 'step' | 'accepts'> & Partial<Relation>) =>
      this.relations.push({ technique, title, extra: 0, cells, ...relation });
    const only = (isGood: (value: number) => boolean) => {
      for (const cell of cells) {
        const step = (_: number, value: number) => (isGood(value) ? 0 : REFUSED);
        add({ cells: [cell], extra: -10, start: 0, step, accepts: () => true });
      }
    };
    const differ = (letter: string, own: Cells) => {
      // More cells than values: the relation has no way to fill them.
      if (own.length > shape.values.length) return;
      this.houses.push({
        name: `${letter}${this.houses.length + 1}`,
        title: letter === 'a' ? `${technique} at ${grid.nameOf(own[0])}` : title,
        cells: own,
      });
    };
    /** A line of more cells than values has no solution, so its pairs do not matter. */
    const short = cells.length <= shape.values.length ? cells : [];
    const { pairs, isGood } = cluePairs(this.#variant, clue);
    switch (kind) {
      // Houses state these.
      case 'windoku':
      case 'disjoint-groups':
      case 'diagonal':
      case 'extra-region':
        return;
      case 'anti-knight':
      case 'anti-king':
        for (const pair of pairs) differ('a', pair);
        return;
      case 'cage': {
        differ('k', cells);
        const sumOf = sums();
        add({
          isSet: true,
          start: 0,
          step: (state, value) => {
            const after = state | (1 << value);
            if (after === state) return REFUSED;
            return number === undefined || sumOf(after) <= number ? after : REFUSED;
          },
          accepts: (state) => number === undefined || sumOf(state) === number,
        });
        if (cells.length === 2 && number !== undefined) {
          this.#alsoPair(cells, (v, w) => v + w === number, title);
        }
        return;
      }
      case 'non-consecutive':
      case 'strict-difference':
      case 'strict-ratio':
      case 'strict-xv':
      case 'clone':
      case 'palindrome':
      case 'minimum':
      case 'maximum':
      case 'inequality':
      case 'whisper':
      case 'white-dot':
      case 'black-dot':
      case 'x':
      case 'v':
        for (const [a, b] of pairs) {
          const isEverywhere = formOf(kind).place === 'grid';
          const at = `${technique} at ${grid.nameOf(a)} and ${grid.nameOf(b)}`;
          const name = isEverywhere ? at : title;
          this.pairs.push({ a, b, isGood, title: name });
          add({
            cells: [a, b],
            title: name,
            start: 0,
            step: (state, value, place) => (place === 0 || isGood(state, value) ? value : REFUSED),
            accepts: () => true,
          });
        }
        return;
      case 'odd':
        only((value) => value % 2 === 1);
        return;
      case 'even':
        only((value) => value % 2 === 0);
        return;
      case 'arrow':
        add({
          extra: 2,
          start: 0,
          step: (state, value, place) => (place === 0 ? value : Math.max(REFUSED, state - value)),
          accepts: (state) => state === 0,
        });
        return;
      case 'pill-arrow':
        add({
          extra: 4,
          start: 0,
          step: (state, value, place) =>
            place < number ? 10 * state + value : Math.max(REFUSED, state - value),
          accepts: (state) => state === 0,
        });
        return;
      case 'thermometer':
        short.forEach((cell, k) => {
          const later = cells.slice(k + 1);
          for (const [j, other] of later.entries()) {
            this.#alsoPair([cell, other], (v, w) => w - v > j, title);
          }
        });
        // A state is one more than the value before.
        add({
          start: 0,
          step: (state, value) => (value >= state ? value + 1 : REFUSED),
          accepts: () => true,
        });
        return;
      case 'renban':
        differ('n', cells);
        short.forEach((cell, k) => {
          for (const other of cells.slice(k + 1)) {
            const isGood = (v: number, w: number) => v !== w && Math.abs(v - w) < cells.length;
            this.#alsoPair([cell, other], isGood, title);
          }
        });
        add({
          extra: 2,
          isSet: true,
          start: 0,
          step: (state, value) => {
            const after = state | (1 << value);
            const lowest = 31 - Math.clz32(after & -after);
            const span = 32 - Math.clz32(after) - lowest;
            return after === state || span > cells.length ? REFUSED : after;
          },
          accepts: () => true,
        });
        return;
      case 'between':
        this.#ends(clue, title, cells.length > 2 ? 2 : 0, (v, low, high) => low < v && v < high);
        return;
      case 'lockout':
        this.#ends(clue, title, number, (v, low, high) => v < low || high < v);
        return;
      case 'region-sum':
        this.#regionSum(cells, title, technique);
        return;
      case 'quadruple':
        this.#quadruple(clue, title, technique);
        return;
      case 'little-killer':
        add({
          extra: 2,
          start: 0,
          step: (state, value) => (state + value <= number ? state + value : REFUSED),
          accepts: (state) => state === number,
        });
        return;
      case 'sandwich':
        this.#sandwich(clue, title, technique);
        return;
      case 'skyscraper': {
        const seen = number;
        if (shape.values.length > MOST_SET_VALUES) {
          add({
            extra: 6,
            start: 0,
            step: (state, value) => {
              const [highest, count] = [state >> 5, state & 31];
              if (value <= highest) return state;
              return count < seen ? (value << 5) + count + 1 : REFUSED;
            },
            accepts: (state) => (state & 31) === seen,
          });
          return;
        }
        // A state is the set of values so far, and above it how many are seen.
        const [bits, all] = [16, 0xffff];
        add({
          extra: 6,
          start: 0,
          step: (state, value) => {
            const own = state & all;
            if ((own & (1 << value)) !== 0) return REFUSED;
            const count = (state >> bits) + (value > 31 - Math.clz32(own | 1) ? 1 : 0);
            return count <= seen ? (count << bits) | own | (1 << value) : REFUSED;
          },
          accepts: (state) => state >> bits === seen,
        });
        return;
      }
      case 'x-sum': {
        // A state is how many values are still to be added, and below it their sum so far.
        const bits = 14;
        add({
          extra: 6,
          start: 0,
          step: (state, value, place) => {
            const left = place === 0 ? value : state >> bits;
            const before = state & ((1 << bits) - 1);
            if (left > cells.length - place) return REFUSED;
            if (left === 0) return before;
            return before + value > number ? REFUSED : ((left - 1) << bits) | (before + value);
          },
          accepts: (state) => state === number,
        });
        return;
      }
      case 'numbered-room':
        // A state is how many cells are before the place.
        add({
          extra: 4,
          start: 0,
          step: (state, value, place) => {
            const left = place === 0 ? value : state;
            if (left < (place === 0 ? 1 : 0)) return REFUSED;
            if (left === 0) return 0;
            return left > 1 || value === number ? left - 1 : REFUSED;
          },
          accepts: (state) => state === 0,
        });
        return;
    }
  }

  /** A pair that follows from a longer clue. */
  #alsoPair([a, b]: Cells, isGood: Pair['isGood'], title: string): void {
    if (a !== b) this.pairs.push({ a, b, isGood, title });
  }

  /** The ends come first: a state is the lower and the higher one. */
  #ends(
    { cells, kind }: Clue,
    title: string,
    least: number,
    isGood: (value: number, low: number, high: number) => boolean,
  ): void {
    const [first, last] = [cells[0], cells[cells.length - 1]];
    if (least > 0) this.#alsoPair([first, last], (v, w) => Math.abs(v - w) >= least, title);
    this.relations.push({
      title,
      technique: formOf(kind).title,
      extra: 2,
      start: 0,
      cells: [first, last, ...cells.slice(1, -1)],
      step: (state, value, place) => {
        if (place === 0) return value;
        if (place > 1) return isGood(value, state >> 5, state & 31) ? state : REFUSED;
        if (Math.abs(state - value) < least) return REFUSED;
        return (Math.min(state, value) << 5) | Math.max(state, value);
      },
      accepts: () => true,
    });
  }

  /** The parts of the line in different regions have one sum: above it, a state has that of a part. */
  #regionSum(cells: Cells, title: string, technique: string): void {
    const parts = partsOf(this.#variant, cells);
    if (parts.length === 1) return;
    /** The places at which parts end. */
    const ends = parts.map((_, k) => parts.slice(0, k + 1).flat().length - 1);
    const [end] = ends;
    const bits = 14;
    this.relations.push({
      title,
      technique,
      extra: 4,
      cells,
      start: 0,
      step: (state, value, place) => {
        const total = state >> bits;
        const part = (state & ((1 << bits) - 1)) + value;
        if (place === end) return part << bits;
        if (place < end) return part;
        if (ends.includes(place)) return part === total ? total << bits : REFUSED;
        return part <= total ? (total << bits) | part : REFUSED;
      },
      accepts: () => true,
    });
  }

  /** A state counts how often each of the values stands there. */
  #quadruple({ cells, numbers }: Clue, title: string, technique: string): void {
    const values = [...new Set(numbers)];
    const times = values.map((value) => numbers.filter((one) => one === value).length);
    const bits = 3;
    this.relations.push({
      title,
      technique,
      extra: 0,
      cells,
      start: 0,
      step: (state, value) => {
        const k = values.indexOf(value);
        return k < 0 ? state : state + (1 << (bits * k));
      },
      accepts: (state) => times.every((least, k) => ((state >> (bits * k)) & 7) >= least),
    });
  }

  /** A state is 0 before the first end, the sum and 1 within, and a large number behind. */
  #sandwich({ cells, numbers }: Clue, title: string, technique: string): void {
    const { values } = this.#variant.shape;
    const ends = [values[0], values[values.length - 1]];
    const [total] = numbers;
    const behind = 1 << 14;
    this.relations.push({
      title,
      technique,
      extra: 6,
      cells,
      start: 0,
      step: (state, value) => {
        if (ends.includes(value)) {
          if (state === 0) return 1;
          return state === total + 1 ? behind : REFUSED;
        }
        if (state === 0 || state === behind) return state;
        return state + value <= total + 1 ? state + value : REFUSED;
      },
      accepts: (state) => state === behind,
    });
  }
}

/** The sum of the values of a set, found once for each. */
function sums(): (set: number) => number {
  const known = new Map<number, number>();
  return (set) => {
    let sum = known.get(set);
    if (sum === undefined) {
      sum = valuesIn(set).reduce((all, value) => all + value, 0);
      known.set(set, sum);
    }
    return sum;
  };
}
