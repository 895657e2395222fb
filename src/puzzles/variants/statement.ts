import { Problem } from '../../engine/problem/problem.ts';
import {
  ascending,
  different,
  equal,
  type Naming,
  occurs,
  type Rule,
  regular,
  sum,
  table,
  type Variable,
  variable,
} from '../../engine/rules/rule.ts';
import { withRules } from '../../engine/rules/ruled-problem.ts';
import type { Placement } from '../sudoku/encode.ts';
import type { CellGrid, Cells } from './cell-grid.ts';
import type { Clue } from './clue.ts';
import { type CluePairs, cluePairs } from './clue-pairs.ts';
import { titleOf } from './clue-words.ts';
import { housesOf, partsOf, type RuledGrid, type VariantHouse } from './houses.ts';

/** A value in a cell; undefined for an option that a clue adds. */
type Payload = Placement | undefined;
type Rules = Rule<Payload>[];
type Variables = Variable<Payload, number>[];

/** A variant Sudoku as an exact cover with rules. */
export function problemOf(variant: RuledGrid): Problem<Payload> {
  return new Statement(variant).ruled();
}

/** Some clue counts some of the values in its line: an option says whether it counts this one. */
interface Counter {
  readonly number: number;
  readonly mayCount: (value: number) => boolean;
}

/** An option that places no value. */
interface Beside {
  readonly items: readonly number[];
  readonly value: number;
}

/**
 * Items are the cells, then each value in each house that holds all values, then those that clues add;
 * secondary ones are the values in smaller houses. A sandwich or an x-sum has two options for each
 * value in a cell of its line: one that it counts, and one that it does not. So the same choice is seen
 * along the line by cells, and by values.
 *
 *     r1c1 r1c2 ... | r1=1 r1=2 ... c1=1 ... b1=1 ... | renban3=1 ... sum4 | secondary
 */
class Statement {
  readonly #variant: RuledGrid;
  readonly #grid: CellGrid;
  readonly #values: readonly number[];
  readonly #houses: readonly VariantHouse[];
  /** The houses that hold all values, and the first item of each. */
  readonly #full: { readonly cells: Cells; readonly first: number }[] = [];
  /** Cell -> for each of its houses and lines the first of as many items as there are values. */
  readonly #around: number[][];
  /** Cell -> the clues that count some of its values. */
  readonly #counters: Counter[][];
  #counts = 0;
  /** Item -> its name. */
  readonly #names: string[];
  readonly #beside: Beside[] = [];
  /** Option -> its value, where it places none. */
  readonly #valueBeside = new Map<number, number>();
  /** Option -> the counters that count it. */
  readonly #countedBy: (readonly number[])[] = [];
  /** Values -> sum -> the sets of some of them with that sum. */
  readonly #setsOf = new Map<string, Map<number, number[][]>>();
  readonly #rules: Rules;

  constructor(variant: RuledGrid) {
    this.#variant = variant;
    this.#grid = variant.grid;
    this.#values = variant.shape.values;
    const cells = Array.from({ length: variant.grid.cells }, (_, cell) => cell);
    this.#names = cells.map((cell) => variant.grid.nameOf(cell));
    this.#around = cells.map(() => []);
    this.#counters = cells.map(() => []);
    this.#houses = housesOf(variant);
    for (const { name, cells } of this.#houses) {
      if (cells.length !== this.#values.length) continue;
      this.#full.push({ cells, first: this.#attach(name, cells) });
    }
    this.#rules = variant.clues.flatMap((clue, k) =>
      this.#rulesOf(clue, k, { name: titleOf(clue, variant.grid) }),
    );
  }

  ruled(): Problem<Payload> {
    const primary = this.#names.length;
    for (const { name, cells } of this.#houses) {
      if (cells.length !== this.#values.length) this.#attach(name, cells);
    }
    const problem = new Problem<Payload>({
      primary: this.#names.slice(0, primary),
      secondary: this.#names.slice(primary),
    });
    const [least] = this.#values;
    for (const [cell, around] of this.#around.entries()) {
      const row = this.#grid.rowOf(cell);
      const column = this.#grid.columnOf(cell);
      const counters = this.#counters[cell];
      const items = [cell, ...around];
      for (const value of this.#variant.valuesOf(cell)) {
        // Values have no gap.
        for (let k = 0; k < around.length; k++) items[k + 1] = around[k] + value - least;
        if (counters.length === 0) {
          problem.addIndices(items, { row, column, value });
          continue;
        }
        const counts = counters.filter(({ mayCount }) => mayCount(value));
        for (const counted of subsets(counts.map(({ number }) => number))) {
          this.#countedBy[problem.addIndices(items, { row, column, value })] = counted;
        }
      }
    }
    for (const { items, value } of this.#beside) {
      this.#valueBeside.set(problem.addIndices(items, undefined), value);
    }
    return this.#rules.length > 0 ? withRules(problem, this.#rules) : problem;
  }

  /** Gives cells an item for each value. Returns the first. */
  #attach(name: string, cells: Cells): number {
    const first = this.#names.length;
    for (const value of this.#values) this.#names.push(`${name}=${value}`);
    for (const cell of cells) this.#around[cell].push(first);
    return first;
  }

  #variables(cells: Cells): Variables {
    return cells.map((cell) => variable(cell, valueIn));
  }

  /** An item that places nothing and has one of these values. */
  #add(name: string, values: readonly number[]): Variable<Payload, number> {
    const item = this.#names.push(name) - 1;
    for (const value of values) this.#beside.push({ items: [item], value });
    return variable(item, (_, option) => this.#valueBeside.get(option) ?? 0);
  }

  #pair(a: number, b: number, isGood: CluePairs['isGood'], naming: Naming): Rule<Payload> {
    const tuples: [number, number][] = [];
    for (const v of this.#variant.valuesOf(a)) {
      for (const w of this.#variant.valuesOf(b)) if (isGood(v, w)) tuples.push([v, w]);
    }
    return table([variable(a, valueIn), variable(b, valueIn)], tuples, naming);
  }

  /** True if some cell may have one of these values. */
  #mayHold(cells: Cells, values: readonly number[]): boolean {
    return cells.some((cell) => this.#variant.valuesOf(cell).some((one) => values.includes(one)));
  }

  #rulesOf(clue: Clue, k: number, naming: Naming): Rules {
    const { kind, cells, numbers } = clue;
    const vars = this.#variables(cells);
    const [number] = numbers;
    const { pairs, isGood } = cluePairs(this.#variant, clue);
    const only = (isGood: (value: number) => boolean): Rules =>
      cells.map((cell) => {
        const good = this.#variant.valuesOf(cell).filter(isGood);
        return table(
          [variable(cell, valueIn)],
          good.map((value): [number] => [value]),
          naming,
        );
      });
    switch (kind) {
      // Houses state these.
      case 'windoku':
      case 'disjoint-groups':
      case 'diagonal':
      case 'extra-region':
        return [];
      case 'anti-knight':
      case 'anti-king':
        return pairs.map((pair) => different(this.#variables(pair), naming));
      case 'non-consecutive':
      case 'strict-difference':
      case 'strict-ratio':
      case 'strict-xv':
      case 'minimum':
      case 'maximum':
      case 'whisper':
      case 'white-dot':
      case 'black-dot':
        return pairs.map(([a, b]) => this.#pair(a, b, isGood, naming));
      case 'cage':
        return [
          different(vars, naming),
          ...(numbers.length > 0 ? [sum(vars, number, naming)] : []),
        ];
      case 'clone':
      case 'palindrome':
        return pairs.map(([a, b]) => equal(variable(a, valueIn), variable(b, valueIn), naming));
      case 'odd':
        return only((value) => value % 2 === 1);
      case 'even':
        return only((value) => value % 2 === 0);
      case 'arrow':
        return [sum(vars, 0, [-1, ...cells.slice(1).map(() => 1)], naming)];
      case 'pill-arrow':
        return [
          sum(
            vars,
            0,
            cells.map((_, k) => (k < number ? -(10 ** (number - 1 - k)) : 1)),
            naming,
          ),
        ];
      case 'thermometer':
        return [ascending(vars, naming)];
      case 'inequality':
        return [ascending([...vars].reverse(), naming)];
      case 'renban':
        return this.#consecutive(`renban${k + 1}`, cells);
      case 'between':
        return [
          this.#ends(vars, vars.length > 2 ? 2 : 0, (v, low, high) => low < v && v < high, naming),
        ];
      case 'lockout':
        return [this.#ends(vars, number, (v, low, high) => v < low || high < v, naming)];
      case 'region-sum':
        return this.#equalSums(`total${k + 1}`, cells, naming);
      case 'x':
        return [sum(vars, 10, naming)];
      case 'v':
        return [sum(vars, 5, naming)];
      case 'quadruple':
        return [...new Set(numbers)].map((value) => {
          const times = numbers.filter((one) => one === value).length;
          // No rule names a value that no option has.
          if (!this.#mayHold(cells, [value])) return table([vars[0]], [], naming);
          return occurs(value, vars, [times, vars.length], naming);
        });
      case 'little-killer':
        return [sum(vars, number, naming)];
      case 'sandwich':
        return this.#sandwich(`between${k + 1}`, cells, number, naming);
      case 'skyscraper':
        return [this.#skyscraper(vars, number, naming)];
      case 'x-sum':
        return this.#xSum(cells, number, naming);
      case 'numbered-room':
        return [this.#numberedRoom(cells, number, naming)];
    }
  }

  /** The parts of a line in different regions have one sum. */
  #equalSums(name: string, cells: Cells, naming: Naming): Rules {
    const parts = partsOf(this.#variant, cells);
    if (parts.length === 1) return [];
    // The total is a part of one cell, or an item beside the grid.
    const short = parts.findIndex(({ length }) => length === 1);
    const others = parts.filter((_, k) => k !== short);
    const most = this.#most() * Math.min(...parts.map(({ length }) => length));
    const total =
      short >= 0
        ? variable(parts[short][0], valueIn)
        : this.#add(
            name,
            Array.from({ length: most + 1 }, (_, k) => k),
          );
    return others.map((part) =>
      sum([...this.#variables(part), total], 0, [...part.map(() => 1), -1], naming),
    );
  }

  #most(): number {
    return this.#values[this.#values.length - 1];
  }

  /**
   * Different values without a gap. The line has an item for each value: a cell covers it, or the
   * option of a run, which covers those outside the run.
   */
  #consecutive(name: string, cells: Cells): Rules {
    const values = this.#values;
    // A line that closes ends in its first cell.
    const own = [...new Set(cells)];
    const line = this.#names.push(name) - 1;
    const first = this.#attach(name, own);
    for (let start = 0; start + own.length <= values.length; start++) {
      const outside = [...values.keys()].filter((k) => k < start || k >= start + own.length);
      this.#beside.push({ items: [line, ...outside.map((k) => first + k)], value: values[start] });
    }
    return [];
  }

  /** The ends of a line differ by so much, and the values between are as they say. */
  #ends(
    vars: Variables,
    leastDifference: number,
    isGood: (value: number, low: number, high: number) => boolean,
    naming: Naming,
  ): Rule<Payload> {
    const [first, last] = [vars[0], vars[vars.length - 1]];
    return regular(
      [first, last, ...vars.slice(1, -1)],
      {
        start: '',
        step: (state: string, value: number, position: number) => {
          if (position === 0) return String(value);
          const [a, b] = state.split(' ').map(Number);
          if (position > 1) return isGood(value, a, b) ? state : undefined;
          if (Math.abs(a - value) < leastDifference) return undefined;
          return `${Math.min(a, value)} ${Math.max(a, value)}`;
        },
        accept: () => true,
      },
      naming,
    );
  }

  /** A clue that counts some values of a line. Returns how cells and values see it. */
  #counter(cells: Cells, mayCount: Counter['mayCount']) {
    const number = this.#counts++;
    for (const cell of cells) this.#counters[cell].push({ number, mayCount });
    const isCounted = (option: number) => this.#countedBy[option]?.includes(number) ?? false;
    return {
      isCounted,
      byCell: (cell: number) => variable(cell, (_: Payload, option: number) => isCounted(option)),
      byValue: (value: number) =>
        variable(this.#placeOf(cells, value) as number, (_: Payload, option: number) =>
          isCounted(option),
        ),
    };
  }

  /** The item of a value in a line; undefined if the line does not hold all values. */
  #placeOf(line: Cells, value: number): number | undefined {
    const house = this.#full.find(({ cells }) => cells.every((cell) => line.includes(cell)));
    return house && house.first + this.#values.indexOf(value);
  }

  /** The values between the least and the greatest add up to a number. An item says how many they are. */
  #sandwich(name: string, cells: Cells, total: number, naming: Naming): Rules {
    const values = this.#values;
    const ends = [values[0], values[values.length - 1]];
    if (this.#placeOf(cells, values[0]) === undefined) {
      return [sandwichByState(this.#variables(cells), ends, total, naming)];
    }
    const fillings = values.slice(1, -1);
    // A line without solutions may lack ends or fillings, and no table names what no option has.
    const lacksEnds = !this.#mayHold(cells, ends);
    const lacksFillings = !this.#mayHold(cells, fillings);
    if (lacksEnds || (lacksFillings && fillings.length > 0)) {
      return [table([variable(cells[0], valueIn)], [], naming)];
    }
    const { isCounted, byValue } = this.#counter(cells, (value) => !ends.includes(value));
    const count = this.#add(
      name,
      Array.from({ length: cells.length - 1 }, (_, k) => k),
    );
    /** In the line: the ends of the sandwich, what is between them, and the rest. */
    const part = (payload: Payload, option: number): Part => {
      if (ends.includes(valueIn(payload))) return 'end';
      return isCounted(option) ? 'between' : 'outside';
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
        naming,
      ),
      table(
        [...fillings.map(byValue), count],
        this.#sets(fillings, total).map((own): [...boolean[], number] => [
          ...fillings.map((value) => own.includes(value)),
          own.length,
        ]),
        naming,
      ),
    ];
  }

  /** The sets of some of these values that add up to a number. */
  #sets(values: readonly number[], total: number): readonly (readonly number[])[] {
    const name = values.join();
    let bySum = this.#setsOf.get(name);
    if (bySum === undefined) {
      bySum = new Map();
      for (const own of subsets(values)) {
        const total = own.reduce((all, value) => all + value, 0);
        const others = bySum.get(total);
        if (others === undefined) bySum.set(total, [own]);
        else others.push(own);
      }
      this.#setsOf.set(name, bySum);
    }
    return bySum.get(total) ?? [];
  }

  /** The first x values add up to a number, where x is the first of them. */
  #xSum(cells: Cells, total: number, naming: Naming): Rules {
    const values = this.#values;
    if (this.#placeOf(cells, values[0]) === undefined) {
      return [xSumByState(this.#variables(cells), total, naming)];
    }
    const { byCell, byValue } = this.#counter(cells, () => true);
    const first = variable(cells[0], valueIn);
    return [
      ...cells.map((cell, place) =>
        table(
          [first, byCell(cell)],
          this.#variant.valuesOf(cells[0]).map((x): [number, boolean] => [x, place < x]),
          naming,
        ),
      ),
      table(
        [first, ...values.map(byValue)],
        this.#sets(values, total)
          .filter((own) => own.length === 0 || own.includes(own.length))
          .filter((own) => this.#variant.valuesOf(cells[0]).includes(own.length))
          .map((own): [number, ...boolean[]] => [
            own.length,
            ...values.map((value) => own.includes(value)),
          ]),
        naming,
      ),
    ];
  }

  /** The n-th value is this one, where n is the first. */
  #numberedRoom(cells: Cells, wanted: number, naming: Naming): Rule<Payload> {
    const first = variable(cells[0], valueIn);
    const isPossible = this.#values.includes(wanted);
    const item = isPossible ? this.#placeOf(cells, wanted) : undefined;
    if (item === undefined) return roomByState(this.#variables(cells), wanted, naming);
    const placeOf = new Map(cells.map((cell, k) => [cell, k + 1]));
    const place = (payload: Payload) =>
      payload === undefined ? 0 : (placeOf.get(this.#grid.cellOf(payload)) ?? 0);
    return equal(first, variable(item, place), naming);
  }

  /**
   * So many are seen from the start of a line: those that are higher than all before, and not 0. Values
   * differ, so the highest of n is at least the n-th of all.
   */
  #skyscraper(vars: Variables, seen: number, naming: Naming): Rule<Payload> {
    const least = this.#values[0];
    return regular(
      vars,
      {
        start: 0,
        step: (state: number, value: number, position: number) => {
          const [highest, count] = [state >> 5, state & 31];
          if (Math.max(value, highest) < least + position) return undefined;
          if (value <= highest) return state;
          return count < seen ? (value << 5) + count + 1 : undefined;
        },
        accept: (state) => (state & 31) === seen,
      },
      naming,
    );
  }
}

type Part = 'end' | 'between' | 'outside';

function subsets(values: readonly number[]): number[][] {
  let sets: number[][] = [[]];
  for (const value of values) sets = [...sets, ...sets.map((set) => [...set, value])];
  return sets;
}

function valueIn(payload: Payload): number {
  return payload?.value ?? 0;
}

/** A sandwich along a line that may lack a value: before, within (with the sum so far), after. */
function sandwichByState(
  vars: Variables,
  ends: readonly number[],
  total: number,
  naming: Naming,
): Rule<Payload> {
  const [before, after] = [-1, -2];
  return regular(
    vars,
    {
      start: before,
      step: (state: number, value: number) => {
        if (ends.includes(value)) {
          if (state === before) return 0;
          return state === total ? after : undefined;
        }
        if (state === before || state === after) return state;
        return state + value <= total ? state + value : undefined;
      },
      accept: (state) => state === after,
    },
    naming,
  );
}

/** An x-sum along a line that may lack a value. A state is how many cells are left, and the sum so far. */
function xSumByState(vars: Variables, total: number, naming: Naming): Rule<Payload> {
  return regular(
    vars,
    {
      start: '',
      step: (state: string, value: number, position: number) => {
        const [left, sum] = position === 0 ? [value, 0] : state.split(' ').map(Number);
        if (left > vars.length - position) return undefined;
        if (left === 0) return `0 ${sum}`;
        return sum + value <= total ? `${left - 1} ${sum + value}` : undefined;
      },
      accept: (state) => state === `0 ${total}`,
    },
    naming,
  );
}

/** A numbered room along a line that may lack a value. A state is how many cells are before the place. */
function roomByState(vars: Variables, wanted: number, naming: Naming): Rule<Payload> {
  return regular(
    vars,
    {
      start: 0,
      step: (state: number, value: number, position: number) => {
        const left = position === 0 ? value : state;
        if (left < (position === 0 ? 1 : 0)) return undefined;
        if (left === 0) return 0;
        return left > 1 || value === wanted ? left - 1 : undefined;
      },
      accept: (state) => state === 0,
    },
    naming,
  );
}
