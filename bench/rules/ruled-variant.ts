import { Problem } from '../../src/index.ts';
import {
  ascending,
  different,
  equal,
  occurs,
  type Rule,
  regular,
  sum,
  table,
  type Variable,
  variable,
  withRules,
} from '../../src/rules.ts';
import { Trouble } from '../trouble.ts';
import { type Clue, characterOf, type Variant } from './variant.ts';

/** A value in a cell, or of an item beside the grid. */
export interface Placed {
  /** Row by row; -1 beside the grid. */
  readonly cell: number;
  readonly value: number;
  /** The sandwiches and x-sums, by their numbers, that count this value. */
  readonly counted: readonly number[];
}

type Rules = Rule<Placed>[];
type Variables = Variable<Placed, number>[];

/** A variant Sudoku as a problem with rules. */
export function ruledVariant(variant: Variant): Problem<Placed> {
  return new Statement(variant).ruled();
}

/** The values row by row, in single characters. */
export function writeGrid({ rows, columns, values }: Variant, placed: readonly Placed[]): string {
  const grid = Array.from({ length: rows * columns }, () => '.');
  const most = values.at(-1) ?? 0;
  for (const { cell, value } of placed) if (cell >= 0) grid[cell] = characterOf(value, most);
  return grid.join('');
}

/**
 * Items are the cells, then the full houses with each value, then those of clues. A sandwich or an
 * x-sum has two options for each value in a cell of its line: one that it counts, and one that it
 * does not. So "who is counted" is seen along the line by cells, and by values.
 */
class Statement {
  private readonly variant: Variant;
  /** Cell -> the values that it may have. */
  private readonly candidates: ReadonlySet<number>[];
  /** As many cells as there are values: each value is there. */
  private readonly full: readonly (readonly number[])[];
  /** Cell -> for each of its houses and lines the first of as many items as there are values. */
  private readonly around: number[][];
  /** Cell -> the clues that count some of its values. */
  private readonly counters: Counter[][];
  private counts = 0;
  /** Options beside the grid. */
  private readonly beside: { readonly items: readonly number[]; readonly value: number }[] = [];
  private primary: number;
  /** Values -> sum -> the sets of some of them with that sum. */
  private readonly setsOf = new Map<string, Map<number, number[][]>>();
  private readonly rules: Rules = [];

  constructor(variant: Variant) {
    this.variant = variant;
    const { values, houses, clues } = variant;
    const cells = Array.from({ length: variant.rows * variant.columns }, (_, cell) => cell);
    this.candidates = cells.map(() => new Set(values));
    for (const { kind, cells, numbers } of clues) {
      if (kind !== 'Given') continue;
      const [cell] = cells;
      const left = numbers.filter((value) => this.candidates[cell].has(value));
      this.candidates[cell] = new Set(left);
    }
    this.full = houses.filter(({ length }) => length === values.length);
    this.around = cells.map(() => []);
    this.counters = cells.map(() => []);
    this.primary = cells.length;
    for (const house of this.full) this.attach(house);
    for (const clue of clues) if (clue.kind !== 'Given') this.rules.push(...this.rulesOf(clue));
  }

  ruled(): Problem<Placed> {
    const { around, beside } = this;
    const { values, houses } = this.variant;
    const primary = this.primary;
    for (const house of houses) if (house.length < values.length) this.attach(house);
    const problem = new Problem<Placed>({ primary, secondary: this.primary - primary });
    for (const [cell, left] of this.candidates.entries()) {
      for (const [k, value] of values.entries()) {
        if (!left.has(value)) continue;
        const items = [cell];
        for (const first of around[cell]) items.push(first + k);
        const counts = this.counters[cell].filter(({ mayCount }) => mayCount(value));
        const ways = subsets(counts.map(({ number }) => number));
        for (const counted of ways) problem.addIndices(items, { cell, value, counted });
      }
    }
    for (const { items, value } of beside) {
      problem.addIndices(items, { cell: -1, value, counted: [] });
    }
    return withRules(problem, this.rules);
  }

  /** Gives cells an item for each value. Returns the first. */
  private attach(cells: readonly number[]): number {
    const first = this.primary;
    this.primary += this.variant.values.length;
    for (const cell of cells) this.around[cell].push(first);
    return first;
  }

  /** The item of a value in a line that has all values. */
  private placeOf(line: readonly number[], value: number): number {
    const { values } = this.variant;
    const house = this.full.findIndex((own) => own.every((cell) => line.includes(cell)));
    if (house < 0) {
      throw new Trouble(
        'A sandwich or x-sum is of a whole row or column; give one with all values.',
        2,
      );
    }
    return this.candidates.length + house * values.length + values.indexOf(value);
  }

  private variables(cells: readonly number[]): Variables {
    return cells.map((cell) => variable(cell, valueIn));
  }

  /** An item beside the grid. */
  private add(values: readonly number[]): Variable<Placed, number> {
    const item = this.primary++;
    for (const value of values) this.beside.push({ items: [item], value });
    return variable(item, valueIn);
  }

  private pair(a: number, b: number, isGood: (v: number, w: number) => boolean): Rule<Placed> {
    const tuples: [number, number][] = [];
    for (const v of this.candidates[a]) {
      for (const w of this.candidates[b]) if (isGood(v, w)) tuples.push([v, w]);
    }
    return table([variable(a, valueIn), variable(b, valueIn)], tuples);
  }

  private pairs(
    pairs: readonly (readonly [number, number])[],
    isGood: (v: number, w: number) => boolean,
  ): Rules {
    return pairs.map(([a, b]) => this.pair(a, b, isGood));
  }

  /** Neighbours among the cells, in the order of the cells. */
  private adjacent(cells: readonly number[]): [number, number][] {
    const { columns } = this.variant;
    const isNear = (a: number, b: number) => {
      const [low, high] = [Math.min(a, b), Math.max(a, b)];
      return high - low === columns || (high - low === 1 && high % columns > 0);
    };
    return cells.flatMap((a, k) =>
      cells
        .slice(k + 1)
        .filter((b) => isNear(a, b))
        .map((b): [number, number] => [a, b]),
    );
  }

  /** All pairs of cells that are these rows and columns apart. */
  private apart(moves: readonly (readonly [number, number])[]): [number, number][] {
    const { rows, columns } = this.variant;
    return this.candidates.flatMap((_, cell) =>
      moves.flatMap(([down, right]): [number, number][] => {
        const row = Math.floor(cell / columns) + down;
        const column = (cell % columns) + right;
        const isInside = row < rows && column >= 0 && column < columns;
        return isInside ? [[cell, row * columns + column]] : [];
      }),
    );
  }

  /** The rules of neighbours without one of these marks. */
  private unmarked(kinds: readonly string[], isGood: (v: number, w: number) => boolean): Rules {
    const marked = this.variant.clues
      .filter(({ kind }) => kinds.includes(kind))
      .flatMap(({ cells }) => this.adjacent(cells));
    const keys = new Set(marked.map(([a, b]) => `${Math.min(a, b)} ${Math.max(a, b)}`));
    const all = this.apart([
      [0, 1],
      [1, 0],
    ]);
    return this.pairs(
      all.filter(([a, b]) => !keys.has(`${a} ${b}`)),
      isGood,
    );
  }

  private rulesOf({ kind, cells, numbers }: Clue): Rules {
    const vars = this.variables(cells);
    const [number] = numbers;
    const steps = cells.slice(1).map((cell, k): [number, number] => [cells[k], cell]);
    switch (kind) {
      case 'Thermo':
        return [ascending(vars)];
      case 'GreaterThan':
        return this.adjacent(cells).map(([a, b]) => ascending(this.variables([b, a])));
      case 'Whisper':
        return this.pairs(steps, (v, w) => Math.abs(v - w) >= number);
      case 'WhiteDot':
        return this.pairs(this.adjacent(cells), isConsecutive);
      case 'BlackDot':
        return this.pairs(this.adjacent(cells), isDouble);
      case 'StrictKropki':
        return this.unmarked(
          ['WhiteDot', 'BlackDot'],
          (v, w) => !isConsecutive(v, w) && !isDouble(v, w),
        );
      case 'X':
        return this.adjacent(cells).map((pair) => sum(this.variables(pair), 10));
      case 'V':
        return this.adjacent(cells).map((pair) => sum(this.variables(pair), 5));
      case 'StrictXV':
        return this.unmarked(['X', 'V'], (v, w) => v + w !== 5 && v + w !== 10);
      case 'Palindrome':
        return vars.slice(0, vars.length >> 1).map((a, k) => equal(a, vars[vars.length - 1 - k]));
      case 'AntiKnight':
        return this.allDifferent([
          [1, 2],
          [2, 1],
          [1, -2],
          [2, -1],
        ]);
      case 'AntiKing':
        return this.allDifferent([
          [1, 1],
          [1, -1],
        ]);
      case 'Cage':
        return [different(vars), ...(number === 0 ? [] : [sum(vars, number)])];
      case 'Arrow':
        return [sum(vars, 0, [-1, ...cells.slice(1).map(() => 1)])];
      case 'LittleKiller':
        return [sum(vars, number)];
      case 'RegionSumLine':
        return this.equalSums(cells);
      case 'Renban':
        return this.consecutive(cells);
      case 'Between':
        return [this.ends(vars, cells.length > 2 ? 2 : 0, (v, low, high) => low < v && v < high)];
      case 'Lockout':
        return [this.ends(vars, number, (v, low, high) => v < low || high < v)];
      case 'Quad':
        return [...new Set(numbers)].map((value) =>
          occurs(value, vars, [numbers.filter((one) => one === value).length, vars.length]),
        );
      case 'Sandwich':
        return this.sandwich(cells, number);
      case 'Skyscraper':
        return [skyscraper(vars, number, this.variant.values[0])];
      case 'XSum':
        return this.xSum(cells, number);
      case 'NumberedRoom':
        return [this.numberedRoom(cells, number)];
      default:
        throw new Trouble(`There is no constraint "${kind}" in this benchmark.`, 2);
    }
  }

  private allDifferent(moves: readonly (readonly [number, number])[]): Rules {
    return this.apart(moves).map((pair) => different(this.variables(pair)));
  }

  /** The parts of a line in different regions have one sum. */
  private equalSums(cells: readonly number[]): Rules {
    const { regions, values } = this.variant;
    if (regions.length === 0) return [];
    const regionOf = (cell: number) => regions.findIndex((region) => region.includes(cell));
    const parts: number[][] = [];
    for (const [k, cell] of cells.entries()) {
      if (k === 0 || regionOf(cell) !== regionOf(cells[k - 1])) parts.push([]);
      parts.at(-1)?.push(cell);
    }
    const short = parts.findIndex(({ length }) => length === 1);
    const others = parts.filter((_, k) => k !== short);
    if (others.length === 0 || parts.length === 1) return [];
    const most = (values.at(-1) ?? 0) * Math.min(...parts.map(({ length }) => length));
    const total =
      short >= 0
        ? variable(parts[short][0], valueIn)
        : this.add(Array.from({ length: most + 1 }, (_, k) => k));
    return others.map((part) =>
      sum([...this.variables(part), total], 0, [...part.map(() => 1), -1]),
    );
  }

  /**
   * Different values without a gap. The line has an item for each value: a cell covers it, or the
   * option of a run, which covers those outside the run.
   */
  private consecutive(cells: readonly number[]): Rules {
    const { values } = this.variant;
    const first = this.attach(cells);
    const line = this.primary++;
    for (let start = 0; start + cells.length <= values.length; start++) {
      const outside = [...values.keys()].filter((k) => k < start || k >= start + cells.length);
      this.beside.push({ items: [line, ...outside.map((k) => first + k)], value: values[start] });
    }
    return [];
  }

  /** The ends of a line differ by so much, and the values between are as they say. */
  private ends(
    vars: Variables,
    leastDifference: number,
    isGood: (value: number, low: number, high: number) => boolean,
  ): Rule<Placed> {
    const [first, last] = [vars[0], vars[vars.length - 1]];
    return regular([first, last, ...vars.slice(1, -1)], {
      start: '',
      step: (state, value, position) => {
        if (position === 0) return String(value);
        const [a = 0, b = 0] = state.split(' ').map(Number);
        if (position > 1) return isGood(value, a, b) ? state : undefined;
        if (Math.abs(a - value) < leastDifference) return undefined;
        return `${Math.min(a, value)} ${Math.max(a, value)}`;
      },
      accept: () => true,
    });
  }

  /** A clue that counts some values of a line. Returns how cells and values see it. */
  private counter(cells: readonly number[], mayCount: Counter['mayCount']) {
    const number = this.counts++;
    for (const cell of cells) this.counters[cell].push({ number, mayCount });
    const isIn = ({ counted }: Placed) => counted.includes(number);
    return {
      number,
      byCell: (cell: number) => variable(cell, isIn),
      byValue: (value: number) => variable(this.placeOf(cells, value), isIn),
    };
  }

  /** The values between the least and the greatest add up to a number. An item says how many they are. */
  private sandwich(cells: readonly number[], total: number): Rules {
    const { values } = this.variant;
    const ends = [values[0], values[values.length - 1]];
    const fillings = values.slice(1, -1);
    const { number, byValue } = this.counter(cells, (value) => !ends.includes(value));
    const count = this.add(Array.from({ length: cells.length - 1 }, (_, k) => k));
    /** In the line: the ends of the sandwich, what is between them, and the rest. */
    const part = ({ value, counted }: Placed): Part => {
      if (ends.includes(value)) return 'end';
      return counted.includes(number) ? 'between' : 'outside';
    };
    const parts = cells.flatMap((_, from) =>
      cells.slice(from + 1).map((__, k): Part[] => {
        const to = from + 1 + k;
        return cells.map((___, j) =>
          j === from || j === to ? 'end' : j > from && j < to ? 'between' : 'outside',
        );
      }),
    );
    return [
      table(
        [...cells.map((cell) => variable(cell, part)), count],
        parts.map((own): [...Part[], number] => [
          ...own,
          own.filter((one) => one === 'between').length,
        ]),
      ),
      table(
        [...fillings.map(byValue), count],
        this.sets(fillings, total).map((own): [...boolean[], number] => [
          ...fillings.map((value) => own.includes(value)),
          own.length,
        ]),
      ),
    ];
  }

  /** The sets of some of these values that add up to a number. */
  private sets(values: readonly number[], total: number): readonly (readonly number[])[] {
    const key = values.join();
    let bySum = this.setsOf.get(key);
    if (bySum === undefined) {
      bySum = new Map();
      for (const own of subsets(values)) {
        const sum = sumOf(own);
        const others = bySum.get(sum);
        if (others === undefined) bySum.set(sum, [own]);
        else others.push(own);
      }
      this.setsOf.set(key, bySum);
    }
    return bySum.get(total) ?? [];
  }

  /** The first x values add up to a number, where x is the first of them. */
  private xSum(cells: readonly number[], total: number): Rules {
    const { values } = this.variant;
    const { byCell, byValue } = this.counter(cells, () => true);
    const first = variable(cells[0], valueIn);
    return [
      ...cells.map((cell, place) =>
        table(
          [first, byCell(cell)],
          [...this.candidates[cells[0]]].map((x): [number, boolean] => [x, place < x]),
        ),
      ),
      table(
        [first, ...values.map(byValue)],
        this.sets(values, total)
          .filter((own) => own.includes(own.length))
          .map((own): [number, ...boolean[]] => [
            own.length,
            ...values.map((v) => own.includes(v)),
          ]),
      ),
    ];
  }

  /** The n-th value is this one, where n is the first. */
  private numberedRoom(cells: readonly number[], wanted: number): Rule<Placed> {
    const place = ({ cell }: Placed) => 1 + cells.indexOf(cell);
    return equal(variable(cells[0], valueIn), variable(this.placeOf(cells, wanted), place));
  }
}

type Part = 'end' | 'between' | 'outside';

/** A clue that counts values. */
interface Counter {
  readonly number: number;
  readonly mayCount: (value: number) => boolean;
}

function subsets(values: readonly number[]): number[][] {
  let sets: number[][] = [[]];
  for (const value of values) sets = [...sets, ...sets.map((set) => [...set, value])];
  return sets;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

/**
 * So many are seen from the start of a line: those that are higher than all before. Values differ,
 * so the highest of n is at least the n-th of all values.
 */
function skyscraper(vars: Variables, seen: number, least: number): Rule<Placed> {
  return regular(vars, {
    start: 0,
    step: (state, value, position) => {
      const [highest, count] = [state >> 5, state & 31];
      if (Math.max(value, highest) < least + position) return undefined;
      if (value < highest || value === 0) return state;
      return value > highest && count < seen ? (value << 5) + count + 1 : undefined;
    },
    accept: (state) => (state & 31) === seen,
  });
}

function valueIn({ value }: Placed): number {
  return value;
}

function isConsecutive(v: number, w: number): boolean {
  return Math.abs(v - w) === 1;
}

function isDouble(v: number, w: number): boolean {
  return v === 2 * w || w === 2 * v;
}
