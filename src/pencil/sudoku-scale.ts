import { type Compiled, coloursOf, itemsOf, leastOf, mostOf } from '../problem/compiled.ts';
import { QuadrilleError } from '../problem/error.ts';
import { Board, CELL } from './board.ts';
import { ChainGraph, type ChainSearch, findChains } from './chains.ts';
import { findExclusions } from './exclusion.ts';
import { findFinned } from './fins.ts';
import { type ForcingSearch, findForcing, type SpareRuns } from './forcing.ts';
import { type Kinds, withItems } from './kinds.ts';
import { findLinks, LinkGraph } from './links.ts';
import { SUDOKU } from './names.ts';
import { type Position, remembered } from './position.ts';
import type { Scale, Scaled } from './scale.ts';
import { type Follow, findLocked, findSets } from './sets.ts';
import { findSingles } from './singles.ts';
import type { Technique } from './technique.ts';
import { findGraves, findLoops } from './twins.ts';
import { findWings } from './wings.ts';

const ROW = 1;
const COLUMN = 2;
const BOX = 3;
/** The kinds of houses by their letters; others follow as they come. */
const LETTERS: Readonly<Record<string, number>> = { r: ROW, c: COLUMN, b: BOX };

/**
 * The scale of Sukaku Explainer, with its techniques in its order. It takes Sudokus of any size and
 * their variants: problems whose items are cells (`r1c2`) and values in houses (`r1=5`), as
 * `encode` and the variants of `quadrille/puzzles` state them.
 */
export const sudokuScale: Scale = (problem, nameOf) => {
  const houses = new Houses(problem, nameOf);
  const { kinds, board, isCell, isHouse, isLine, isBox } = houses;
  const single =
    (
      name: string,
      tenths: number,
      isMeant: (item: number, position: Position) => boolean,
    ): Technique =>
    (position, sink) =>
      findSingles(position, sink, name, tenths, (item) => isMeant(item, position));
  const locked =
    (
      name: string,
      tenths: number,
      isMeant: (item: number) => boolean,
      isDirect = false,
    ): Technique =>
    (position, sink) =>
      findLocked(
        position,
        sink,
        name,
        tenths,
        isMeant,
        isDirect ? houses.sameKind(position) : undefined,
      );
  // Of two sets that complete each other in a house, only the smaller one is looked for.
  const hidden =
    (name: string, tenths: number, size: number, isDirect = false): Technique =>
    (position, sink) => {
      for (const base of houses.inOrder) {
        findSets(position, kinds, sink, name, tenths, {
          size,
          base,
          cover: CELL,
          isMeant: (item) => houses.emptyIn(item, position) > (isDirect ? size : 2 * size),
          follow: isDirect ? houses.sameHouse(position) : undefined,
        });
      }
      return undefined;
    };
  const naked =
    (name: string, tenths: number, size: number): Technique =>
    (position, sink) => {
      for (const cover of houses.inOrder) {
        const isMeant = (_: number, used: number) => houses.emptyIn(used, position) >= 2 * size;
        findSets(position, kinds, sink, name, tenths, { size, base: CELL, cover, isMeant });
      }
      return undefined;
    };
  const fish =
    (name: string, tenths: number, size: number): Technique =>
    (position, sink) => {
      const isMeant = (item: number) => houses.openLines(item, position) >= 2 * size;
      findSets(position, kinds, sink, name, tenths, { size, base: COLUMN, cover: ROW, isMeant });
      findSets(position, kinds, sink, name, tenths, { size, base: ROW, cover: COLUMN, isMeant });
      return undefined;
    };
  const linked = remembered((position) => new LinkGraph(position, kinds, isHouse));
  const links =
    (size: number, tenths: number): Technique =>
    (position, sink) =>
      findLinks(linked(position), sink, {
        size,
        grade(items, grouped) {
          const lines = items.filter(isLine).map((item) => kinds.of[item]);
          const hasBox = lines.length < items.length;
          const isMixed = lines.some((kind) => kind !== lines[0]);
          const more = grouped ? 3 : (hasBox ? 1 : 0) + (isMixed ? 1 : 0);
          return [nameOfLinks(size, hasBox, isMixed, grouped), tenths + more];
        },
      });
  const wings =
    (length: number, name: string, tenths: (largest: number) => number, most = 9): Technique =>
    (position, sink) =>
      findWings(position, board, sink, { length, name, tenths, most });
  const exclusion =
    (name: string, tenths: number, length: 2 | 3): Technique =>
    (position, sink) =>
      findExclusions(position, sink, {
        name,
        tenths,
        length,
        items: board.cells,
        most: length,
        isNear: (item, other) => board.sees(board.cellOf(item), board.cellOf(other)),
      });
  const finned =
    (name: string, tenths: number, size: number, ...ways: [number[], number[]][]): Technique =>
    (position, sink) => {
      for (const [bases, covers] of ways) {
        findFinned(position, kinds, sink, { name, tenths, size, bases, covers });
      }
      return undefined;
    };
  const spare: SpareRuns = [];
  const forcing =
    (search: Partial<ForcingSearch> & Pick<ForcingSearch, 'tenths' | 'names'>): Technique =>
    (position, sink) => {
      const defaults = { isDynamic: false, isOneValue: false, isMeant: isCell, inner: [] };
      return findForcing(position, kinds, spare, sink, { ...defaults, ...search });
    };

  const isLast = (item: number, position: Position): boolean =>
    isHouse(item) && houses.emptyIn(item, position) === 1;
  const graphs = CHAINS.map(({ mixes, forces }) =>
    remembered((position) => new ChainGraph(position, kinds, mixes, forces)),
  );
  const chains: Technique = function* (position, sink) {
    for (const [k, graph] of graphs.entries()) {
      yield* findChains(graph(position), sink, CHAINS[k] as ChainSearch);
    }
  };
  const multiple = forcing({ tenths: 80, names: ['cell or region forcing chains', '', ''] });
  const dynamic = (tenths: number, inner: readonly Technique[] = []): Technique =>
    forcing({ tenths, names: DYNAMIC, isDynamic: true, inner });
  const nishio = forcing({
    tenths: 75,
    names: ['', '', 'nishio'],
    isDynamic: true,
    isOneValue: true,
  });
  const plus = [locked('', 0, isHouse), hidden('', 0, 2), naked('', 0, 2), fish('', 0, 2)];

  const list: Scaled[] = [
    { from: 10, to: 10, find: single('last value', 10, isLast) },
    { from: 12, to: 12, find: single('hidden single', 12, isBox) },
    { from: 15, to: 15, find: single('hidden single', 15, isLine) },
    { from: 17, to: 17, find: locked('direct pointing', 17, isBox, true), isLate: true },
    { from: 19, to: 19, find: locked('direct claiming', 19, isLine, true), isLate: true },
    { from: 20, to: 20, find: hidden('direct hidden pair', 20, 2, true), isLate: true },
    { from: 23, to: 23, find: single('naked single', 23, isCell) },
    { from: 25, to: 25, find: hidden('direct hidden triplet', 25, 3, true), isLate: true },
    { from: 26, to: 26, find: locked('pointing', 26, isBox) },
    { from: 28, to: 28, find: locked('claiming', 28, isLine) },
    { from: 30, to: 30, find: naked('naked pair', 30, 2) },
    { from: 32, to: 32, find: fish('x-wing', 32, 2) },
    { from: 34, to: 34, find: hidden('hidden pair', 34, 2) },
    { from: 36, to: 36, find: naked('naked triplet', 36, 3) },
    { from: 38, to: 38, find: fish('swordfish', 38, 3) },
    { from: 40, to: 40, find: hidden('hidden triplet', 40, 3) },
    { from: 40, to: 43, find: links(2, 40), isWide: true },
    { from: 42, to: 42, find: wings(2, 'xy-wing', () => 42, 2) },
    { from: 44, to: 44, find: wings(2, 'xyz-wing', () => 44, 3) },
    {
      from: 45,
      to: 56,
      find: (position, sink) => findLoops(position, board, sink),
      isForOne: true,
      isLate: true,
    },
    { from: 50, to: 50, find: naked('naked quad', 50, 4), isLate: true },
    { from: 52, to: 52, find: fish('jellyfish', 52, 4), isLate: true },
    { from: 54, to: 54, find: hidden('hidden quad', 54, 4), isLate: true },
    { from: 54, to: 57, find: links(3, 54), isLate: true, isWide: true },
    // Cells of a middle size are the hardest to see.
    { from: 55, to: 56, find: wings(3, 'wxyz-wing', (largest) => 56 - Math.abs(3 - largest)) },
    {
      from: 56,
      to: 62,
      find: (position, sink) => findGraves(position, board, sink),
      isForOne: true,
      isLate: true,
    },
    // Sukaku Explainer does not know these.
    { from: 56, to: 56, find: finned('finned swordfish', 56, 3, ...LINES), isUnrated: true },
    { from: 57, to: 57, find: finned('franken swordfish', 57, 3, ...FRANKEN), isUnrated: true },
    { from: 58, to: 58, find: finned('finned jellyfish', 58, 4, ...LINES), isUnrated: true },
    { from: 58, to: 61, find: links(4, 58), isLate: true, isWide: true },
    {
      from: 62,
      to: 64,
      find: wings(4, 'vwxyz-wing', (largest) => 64 - Math.abs(3 - largest)),
      isLate: true,
    },
    { from: 62, to: 62, find: exclusion('aligned pair exclusion', 62, 2), isLate: true },
    { from: 66, to: 66, find: wings(5, 'uvwxyz-wing', () => 66), isLate: true },
    { from: 65, to: ENDLESS, find: chains, isWide: true },
    { from: 75, to: 75, find: wings(6, 'tuvwxyz-wing', () => 75), isLate: true },
    { from: 75, to: 75, find: exclusion('aligned triplet exclusion', 75, 3), isLate: true },
    { from: 75, to: ENDLESS, find: nishio, isWide: true },
    { from: 80, to: ENDLESS, find: multiple, isWide: true },
    { from: 85, to: ENDLESS, find: dynamic(85), isWide: true },
    { from: 90, to: ENDLESS, find: dynamic(90, plus), isWide: true },
    { from: 95, to: ENDLESS, find: dynamic(95, [...plus, chains]), isWide: true },
    { from: 100, to: ENDLESS, find: dynamic(100, [...plus, chains, multiple]), isWide: true },
  ];
  // A twin of a solution keeps rows, columns and boxes; of rules in secondary items it knows nothing.
  const isPlain = problem.secondary === 0;
  const held = list.filter(({ isForOne }) => isPlain || !isForOne);
  return { list: held, givens: board.givens, names: SUDOKU };
};

const ENDLESS = Number.POSITIVE_INFINITY;
/** Fish from lines to lines, and with boxes on one side. */
const LINES: [number[], number[]][] = [
  [[ROW], [COLUMN]],
  [[COLUMN], [ROW]],
];
const FRANKEN: [number[], number[]][] = [
  [[ROW, BOX], [COLUMN]],
  [[COLUMN, BOX], [ROW]],
  [[ROW], [COLUMN, BOX]],
  [[COLUMN], [ROW, BOX]],
];

const DYNAMIC = [
  'dynamic forcing chains',
  'dynamic double forcing chains',
  'dynamic contradiction chains',
] as const;

const isHouseKind = (kind: number): boolean => kind !== CELL;
const isCellKind = (kind: number): boolean => kind === CELL;

/** In one value; by cells of two values; by both. */
const CHAINS: readonly ChainSearch[] = [
  {
    name: 'x-chain',
    loopName: 'x-cycle',
    chain: 66,
    loop: 65,
    mixes: false,
    forces: isHouseKind,
    hasChains: true,
  },
  {
    name: 'y-chain',
    loopName: 'y-cycle',
    chain: 66,
    loop: 65,
    mixes: true,
    forces: isCellKind,
    hasChains: false,
  },
  {
    name: 'forcing chain',
    loopName: 'bidirectional cycle',
    chain: 70,
    loop: 70,
    mixes: true,
    forces: () => true,
    hasChains: true,
  },
];

function nameOfLinks(size: number, hasBox: boolean, isMixed: boolean, grouped: boolean): string {
  if (size > 2) return `${grouped ? 'grouped ' : ''}${size} strong links`;
  if (grouped) return 'grouped turbot fish';
  if (hasBox) return 'turbot fish';
  return isMixed ? 'two-string kite' : 'skyscraper';
}

/** The cells and houses of a Sudoku or a variant, by the names of its items. */
class Houses {
  readonly kinds: Kinds;
  readonly board: Board;
  /** The kinds of houses, boxes first. */
  readonly inOrder: readonly number[];
  readonly #problem: Compiled;
  /** House -> its items. */
  readonly #items: number[][] = [];
  /** Line and value -> its items; item -> the list that it is in. */
  readonly #lines: number[][] = [];
  readonly #line: Int32Array;

  constructor(problem: Compiled, nameOf: (item: number) => string) {
    const { primary, secondary, options } = problem;
    const items = primary + secondary;
    const of = new Int32Array(items).fill(-1);
    const house = new Int32Array(items).fill(-1);
    const value = new Int32Array(options).fill(-1);
    const valueAt = new Int32Array(items).fill(-1);
    const houses = new Map<string, number>();
    const kindOf: number[] = [];
    const letters = new Map(Object.entries(LETTERS));
    const lines = new Map<string, number>();
    this.#problem = problem;
    this.#line = new Int32Array(items).fill(-1);
    for (let item = 0; item < items; item++) {
      const [, name, letter, text] = /^(([^=\d]*)[^=]*)=(\d+)$/.exec(nameOf(item)) ?? [];
      if (name === undefined) {
        // A secondary item that is no value in a house is a rule of its own.
        if (item < primary) of[item] = CELL;
        continue;
      }
      house[item] = numberIn(houses, name, houses.size);
      kindOf[house[item] as number] = numberIn(letters, letter as string, letters.size + 1);
      valueAt[item] = Number(text);
      this.#items[house[item] as number] ??= [];
      this.#items[house[item] as number]?.push(item);
    }
    for (let option = 0; option < options; option++) {
      value[option] = checkOption(problem, option, of, valueAt);
    }
    divide(problem, house, kindOf);
    for (let item = 0; item < items; item++) {
      if ((house[item] as number) < 0) continue;
      of[item] = kindOf[house[item] as number] as number;
      const line = numberIn(lines, `${of[item]}=${valueAt[item]}`, lines.size);
      this.#line[item] = line;
      this.#lines[line] ??= [];
      this.#lines[line]?.push(item);
    }
    this.kinds = withItems(problem, of, house, value);
    this.board = new Board(problem, this.kinds);
    const known = new Set(this.board.kindOf);
    const others = [...known].filter((kind) => kind > BOX).sort((a, b) => a - b);
    this.inOrder = [BOX, COLUMN, ROW, ...others].filter((kind) => known.has(kind));
  }

  readonly isCell = (item: number): boolean => this.kinds.of[item] === CELL;
  readonly isHouse = (item: number): boolean => (this.kinds.house[item] as number) >= 0;
  readonly isLine = (item: number): boolean =>
    this.kinds.of[item] === ROW || this.kinds.of[item] === COLUMN;
  readonly isBox = (item: number): boolean => this.isHouse(item) && !this.isLine(item);

  /** The empty cells of the house of an item. */
  emptyIn(item: number, position: Position): number {
    return open(this.#items[this.kinds.house[item] as number] as number[], position);
  }

  /** The rows, or the columns, in which the value of an item is still to be placed. */
  openLines(item: number, position: Position): number {
    return open(this.#lines[this.#line[item] as number] as number[], position);
  }

  sameKind(position: Position): Follow {
    return this.#follow(position, this.kinds.of);
  }

  sameHouse(position: Position): Follow {
    return this.#follow(position, this.kinds.house);
  }

  /** The last option of an item like the first ones, once those options are out. */
  #follow(position: Position, like: Int32Array): Follow {
    return (out, bases) => {
      const lost = new Map<number, number>();
      for (const option of out) {
        for (const item of itemsOf(this.#problem, option)) {
          if (like[item] === like[bases[0] as number]) lost.set(item, (lost.get(item) ?? 0) + 1);
        }
      }
      for (const [item, times] of lost) {
        if (bases.includes(item) || (position.count[item] as number) - times !== 1) continue;
        return position.optionsOf(item).find((option) => !out.includes(option));
      }
      return undefined;
    };
  }
}

/** The value of an option that is one cell and one value in houses; others are refused. */
function checkOption(
  problem: Compiled,
  option: number,
  of: Int32Array,
  valueAt: Int32Array,
): number {
  const { primary } = problem;
  const colours = coloursOf(problem, option);
  const values = new Set<number>();
  let cells = 0;
  let isPlain = true;
  itemsOf(problem, option).forEach((item, k) => {
    if (of[item] === CELL) cells++;
    else if ((valueAt[item] as number) >= 0) values.add(valueAt[item] as number);
    else return;
    isPlain &&= colours[k] === 0 || !problem.coloured;
    isPlain &&= item >= primary || (leastOf(problem, item) === 1 && mostOf(problem, item) === 1);
  });
  if (isPlain && cells === 1 && values.size === 1) return [...values][0] as number;
  throw new QuadrilleError(
    'bad-setting',
    `sudokuScale takes Sudokus: an option is a cell, such as r1c2, and a value in houses, such as ` +
      `r1=5, each exactly once. Option ${option} is none; give generalScale.`,
    { option },
  );
}

/** Houses that share a cell get kinds of their own: both diagonals of a Sudoku X. */
function divide(problem: Compiled, house: Int32Array, kindOf: number[]): void {
  const beside = kindOf.map(() => new Set<number>());
  for (let option = 0; option < problem.options; option++) {
    const own = [...itemsOf(problem, option)].map((item) => house[item] as number);
    for (const a of own) for (const b of own) if (a >= 0 && b >= 0 && a < b) beside[b]?.add(a);
  }
  let next = Math.max(...kindOf) + 1;
  beside.forEach((others, b) => {
    if ([...others].some((a) => kindOf[a] === kindOf[b])) kindOf[b] = next++;
  });
}

function open(items: readonly number[], position: Position): number {
  let number = 0;
  for (const item of items) number += position.need[item] as number;
  return number;
}

function numberIn(numbers: Map<string, number>, name: string, next: number): number {
  const known = numbers.get(name);
  if (known !== undefined) return known;
  numbers.set(name, next);
  return next;
}
