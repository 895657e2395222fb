import {
  type Compiled,
  coloursOf,
  itemsOf,
  leastOf,
  mostOf,
} from '../../engine/problem/compiled.ts';
import { QuadrilleError } from '../../engine/problem/error.ts';
import { Board, CELL } from './cell-board.ts';
import { type ChainSearch, chains } from './chains.ts';
import { exclusions } from './exclusion.ts';
import { finned } from './fins.ts';
import { type ForcingSearch, forcingOf } from './forcing.ts';
import { type Kinds, withItems } from './kinds.ts';
import { linksOf } from './links.ts';
import { Position } from './position.ts';
import { ENDLESS, graded, type Named, namesOf, type Scale, type Techniques } from './scale.ts';
import { type Follow, type ItemTest, locked, sets, singles } from './sets.ts';
import { inTurn, type Technique } from './technique.ts';
import { BUGS, findBugs, findLoops, LOOPS } from './twins.ts';
import { wings } from './wings.ts';

const ROW = 1;
const COLUMN = 2;
const BOX = 3;
/** The kinds of houses by their letters; others follow as they come. */
const KIND_LETTERS: Readonly<Record<string, number>> = { r: ROW, c: COLUMN, b: BOX };

/**
 * The scale of Sukaku Explainer, with its techniques in its order. It takes Sudokus of any size and
 * their variants: problems whose items are cells (`r1c2`) and values in houses (`r1=5`), as
 * `encode` and the variants of `quadrille/puzzles` state them.
 */
export const sudokuScale: Scale = (problem, nameOf) => sudokuTechniques(problem, nameOf);

/**
 * The techniques of `sudokuScale`. Long chains go on by further ones, `inner`, the same for a problem
 * each time.
 */
export function sudokuTechniques(
  problem: Compiled,
  nameOf: (item: number) => string,
  inner: readonly Technique[] = NONE,
): Techniques {
  const known = KNOWN.get(problem);
  if (known?.houses.knows(nameOf)) {
    known.start ??= Position.of(problem);
    return { ...known.techniques, start: known.start };
  }
  const houses = new Houses(problem, nameOf);
  const techniques = techniquesOf(houses, problem, inner);
  if (problem.options <= MOST_SHARED) KNOWN.set(problem, { houses, techniques, start: undefined });
  return techniques;
}

const NONE: readonly never[] = [];

/** What is kept of a problem as long as it is in use. */
interface Known {
  readonly houses: Houses;
  readonly techniques: Techniques;
  /** The position before any decision, from the second use on. */
  start: Position | undefined;
}

const KNOWN = new WeakMap<Compiled, Known>();
/** A Sudoku of up to 10x10 is kept: 30 MB after the hardest. A larger one would be much larger. */
const MOST_SHARED = 1 << 10;

function techniquesOf(houses: Houses, problem: Compiled, inner: readonly Technique[]): Techniques {
  const { kinds, board, inOrder, isCell, isHouse, isLine, isBox } = houses;
  const single = (name: string, tenths: number, applies: ItemTest): Named =>
    graded(name, tenths, singles(name, tenths, applies));
  const lock = (name: string, tenths: number, applies: ItemTest, follow?: Follow): Named =>
    graded(name, tenths, locked({ name, tenths, follow }, applies));
  // Of two sets that complete each other in a house, only the smaller one is looked for.
  const hidden = (name: string, tenths: number, size: number, follow?: Follow): Named => {
    const least = follow === undefined ? 2 * size : size;
    const applies = (item: number, _: number, position: Position) =>
      houses.emptyIn(item, position) > least;
    const search = { name, tenths, follow, size, cover: CELL, applies };
    return graded(name, tenths, inTurn(inOrder.map((base) => sets(kinds, { ...search, base }))));
  };
  const naked = (name: string, tenths: number, size: number): Named => {
    // A smaller house needs no value, so there is no other set that completes one.
    const applies = (_: number, used: number, position: Position) =>
      used >= problem.primary || houses.emptyIn(used, position) >= 2 * size;
    const search = { name, tenths, size, base: CELL, applies };
    return graded(name, tenths, inTurn(inOrder.map((cover) => sets(kinds, { ...search, cover }))));
  };
  const fish = (name: string, tenths: number, size: number): Named => {
    const applies = (item: number, _: number, position: Position) =>
      houses.openLines(item, position) >= 2 * size;
    const find = (base: number, cover: number) =>
      sets(kinds, { name, tenths, size, base, cover, applies });
    return graded(name, tenths, inTurn([find(COLUMN, ROW), find(ROW, COLUMN)]));
  };
  const linked = linksOf(kinds, isHouse);
  const links = (size: number, tenths: number): Named => {
    const names = namesOfLinks(size);
    const find = linked({
      size,
      grade(items, grouped) {
        const lines = items.filter(isLine).map((item) => kinds.of[item]);
        const hasBox = lines.length < items.length;
        const isMixed = lines.some((kind) => kind !== lines[0]);
        const more = grouped ? 3 : (hasBox ? 1 : 0) + (isMixed ? 1 : 0);
        const name = names[grouped ? 3 : hasBox ? 2 : isMixed ? 1 : 0];
        return [name, tenths + more];
      },
    });
    return { names, from: tenths, to: tenths + 3, find, isWide: true };
  };
  const wing = (length: number, name: string, from: number, to = from, most = 9): Named => {
    // Cells of a middle size are the hardest to see.
    const tenths = (largest: number) => (from === to ? from : to - Math.abs(3 - largest));
    return { names: [name], from, to, find: wings(board, { length, name, tenths, most }) };
  };
  const peers = board.peers.map((cells) => board.itemsOf(cells));
  const exclusion = (name: string, tenths: number, length: 2 | 3): Named => {
    const nearTo = (item: number) => peers[board.cellOf(item)] ?? [];
    const search = { name, tenths, length, items: board.cells, most: length, nearTo };
    return graded(name, tenths, exclusions(search));
  };
  // Sukaku Explainer does not know these.
  const fins = (
    name: string,
    tenths: number,
    size: number,
    kindPairs: readonly FinKinds[],
  ): Named => {
    const find = ([bases, covers]: FinKinds) =>
      finned(kinds, { name, tenths, size, bases, covers });
    return { ...graded(name, tenths, inTurn(kindPairs.map(find))), isUnrated: true };
  };
  const forced = forcingOf(kinds);
  const forcing = (search: Omit<ForcingSearch, 'takesPart'>): Named => {
    const find = forced({ ...search, takesPart: isCell });
    return {
      names: Object.values(search.names),
      from: search.tenths,
      to: ENDLESS,
      find,
      isWide: true,
    };
  };
  const dynamic = (tenths: number, inner?: readonly Technique[]): Named =>
    forcing({ tenths, names: DYNAMIC, isDynamic: true, inner });

  const isLast = (item: number, position: Position): boolean =>
    isHouse(item) && houses.emptyIn(item, position) === 1;
  const pairs = {
    naked: naked('naked pair', 30, 2),
    fish: fish('x-wing', 32, 2),
    hidden: hidden('hidden pair', 34, 2),
  };
  const chained = inTurn(CHAINS.map((search) => chains(kinds, search)));
  const multiple = forcing({ tenths: 80, names: { item: 'cell or region forcing chains' } });
  const plus = [
    locked({ name: '', tenths: 0 }, isHouse),
    ...[pairs.hidden, pairs.naked, pairs.fish].map(({ find }) => find),
    ...inner,
  ];

  const list: Named[] = [
    single('last value', 10, isLast),
    single('hidden single', 12, isBox),
    single('hidden single', 15, isLine),
    late(lock('direct pointing', 17, isBox, houses.sameKind)),
    late(lock('direct claiming', 19, isLine, houses.sameKind)),
    late(hidden('direct hidden pair', 20, 2, houses.sameHouse)),
    single('naked single', 23, isCell),
    late(hidden('direct hidden triplet', 25, 3, houses.sameHouse)),
    lock('pointing', 26, isBox),
    lock('claiming', 28, isLine),
    pairs.naked,
    pairs.fish,
    pairs.hidden,
    naked('naked triplet', 36, 3),
    fish('swordfish', 38, 3),
    hidden('hidden triplet', 40, 3),
    links(2, 40),
    wing(2, 'xy-wing', 42, 42, 2),
    wing(2, 'xyz-wing', 44, 44, 3),
    late({
      ...{ names: LOOPS, from: 45, to: 56, isForOne: true },
      find: (position, sink) => findLoops(position, board, sink),
    }),
    late(naked('naked quad', 50, 4)),
    late(fish('jellyfish', 52, 4)),
    late(hidden('hidden quad', 54, 4)),
    late(links(3, 54)),
    wing(3, 'wxyz-wing', 55, 56),
    late({
      ...{ names: BUGS, from: 56, to: 62, isForOne: true },
      find: (position, sink) => {
        findBugs(position, board, sink);
        return undefined;
      },
    }),
    fins('finned swordfish', 56, 3, LINES),
    fins('franken swordfish', 57, 3, FRANKEN),
    fins('finned jellyfish', 58, 4, LINES),
    late(links(4, 58)),
    late(wing(4, 'vwxyz-wing', 62, 64)),
    late(exclusion('aligned pair exclusion', 62, 2)),
    late(wing(5, 'uvwxyz-wing', 66)),
    { names: CHAIN_NAMES, from: 65, to: ENDLESS, find: chained, isWide: true },
    late(wing(6, 'tuvwxyz-wing', 75)),
    late(exclusion('aligned triplet exclusion', 75, 3)),
    forcing({ tenths: 75, names: { contradiction: 'nishio' }, isDynamic: true, isOneValue: true }),
    multiple,
    dynamic(85),
    dynamic(90, plus),
    dynamic(95, [...plus, chained]),
    dynamic(100, [...plus, chained, multiple.find]),
  ];
  // A twin of a solution keeps rows, columns and boxes; of rules in secondary items it knows nothing.
  const isPlain = problem.secondary === 0;
  const held = list.filter(({ isForOne }) => isPlain || !isForOne);
  return { list: held, givens: board.givens, names: namesOf(list) };
}

function late(technique: Named): Named {
  return { ...technique, isLate: true };
}

/** The kinds of a fish: of its items, and of those that they use up. */
type FinKinds = readonly [bases: readonly number[], covers: readonly number[]];
/** Fish from lines to lines, and with boxes on one side. */
const LINES: readonly FinKinds[] = [
  [[ROW], [COLUMN]],
  [[COLUMN], [ROW]],
];
const FRANKEN: readonly FinKinds[] = [
  [[ROW, BOX], [COLUMN]],
  [[COLUMN, BOX], [ROW]],
  [[ROW], [COLUMN, BOX]],
  [[COLUMN], [ROW, BOX]],
];

const DYNAMIC = {
  item: 'dynamic forcing chains',
  option: 'dynamic double forcing chains',
  contradiction: 'dynamic contradiction chains',
};

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

const CHAIN_NAMES = CHAINS.flatMap(({ name, loopName, hasChains }) =>
  hasChains ? [name, loopName] : [loopName],
);

/** The names of links: between parallel lines, between two kinds of lines, with a box, grouped. */
function namesOfLinks(size: number): readonly [string, string, string, string] {
  if (size === 2) return ['skyscraper', 'two-string kite', 'turbot fish', 'grouped turbot fish'];
  const name = `${size} strong links`;
  return [name, name, name, `grouped ${name}`];
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
  readonly #names: readonly string[];

  constructor(problem: Compiled, nameOf: (item: number) => string) {
    const { primary, secondary, options } = problem;
    const items = primary + secondary;
    const of = new Int32Array(items).fill(-1);
    const house = new Int32Array(items).fill(-1);
    const value = new Int32Array(options).fill(-1);
    const valueAt = new Int32Array(items).fill(-1);
    const houses = new Map<string, number>();
    const kindOf: number[] = [];
    const letters = new Map(Object.entries(KIND_LETTERS));
    const lines = new Map<string, number>();
    this.#problem = problem;
    this.#names = Array.from({ length: items }, (_, item) => nameOf(item));
    this.#line = new Int32Array(items).fill(-1);
    for (let item = 0; item < items; item++) {
      const [, name, letter, text] = /^(([^=\d]*)[^=]*)=(\d+)$/.exec(this.#names[item]) ?? [];
      if (name === undefined) {
        // A secondary item that is no value in a house is a rule of its own.
        if (item < primary) of[item] = CELL;
        continue;
      }
      house[item] = numberIn(houses, name, houses.size);
      kindOf[house[item]] = numberIn(letters, letter, letters.size + 1);
      valueAt[item] = Number(text);
      this.#items[house[item]] ??= [];
      this.#items[house[item]]?.push(item);
    }
    for (let option = 0; option < options; option++) {
      value[option] = checkOption(problem, option, of, valueAt);
    }
    divide(problem, house, kindOf);
    for (let item = 0; item < items; item++) {
      if (house[item] < 0) continue;
      of[item] = kindOf[house[item]];
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

  /** True if these are the names of its items. */
  knows(nameOf: (item: number) => string): boolean {
    return this.#names.every((name, item) => name === nameOf(item));
  }

  readonly isCell = (item: number): boolean => this.kinds.of[item] === CELL;
  readonly isHouse = (item: number): boolean => this.kinds.house[item] >= 0;
  readonly isLine = (item: number): boolean =>
    this.kinds.of[item] === ROW || this.kinds.of[item] === COLUMN;
  readonly isBox = (item: number): boolean => this.isHouse(item) && !this.isLine(item);

  /** The empty cells of the house of an item. */
  emptyIn(item: number, position: Position): number {
    return open(this.#items[this.kinds.house[item]], position);
  }

  /** The rows, or the columns, in which the value of an item is still to be placed. */
  openLines(item: number, position: Position): number {
    return open(this.#lines[this.#line[item]], position);
  }

  /** The last option of an item of the same kind, or house, once those options are out. */
  readonly sameKind: Follow = (...step) => this.#follow(this.kinds.of, ...step);
  readonly sameHouse: Follow = (...step) => this.#follow(this.kinds.house, ...step);

  #follow(like: Int32Array, ...[out, bases, position]: Parameters<Follow>): ReturnType<Follow> {
    const lost = new Map<number, number>();
    for (const option of out) {
      for (const item of itemsOf(this.#problem, option)) {
        if (like[item] === like[bases[0]]) lost.set(item, (lost.get(item) ?? 0) + 1);
      }
    }
    for (const [item, times] of lost) {
      if (bases.includes(item) || position.count[item] - times !== 1) continue;
      // A house with fewer cells than values may do without.
      if (item >= this.#problem.primary) continue;
      return position.optionsOf(item).find((option) => !out.includes(option));
    }
    return undefined;
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
    else if (valueAt[item] >= 0) values.add(valueAt[item]);
    else return;
    isPlain &&= colours[k] === 0 || !problem.coloured;
    isPlain &&= item >= primary || (leastOf(problem, item) === 1 && mostOf(problem, item) === 1);
  });
  if (isPlain && cells === 1 && values.size === 1) return [...values][0];
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
    const own = [...itemsOf(problem, option)].map((item) => house[item]);
    for (const a of own) for (const b of own) if (a >= 0 && b >= 0 && a < b) beside[b]?.add(a);
  }
  let next = Math.max(...kindOf) + 1;
  /** Kind -> further kinds, for its houses that share a cell with one of it. */
  const further = new Map<number, number[]>();
  beside.forEach((others, b) => {
    const taken = new Set([...others].map((a) => kindOf[a]));
    if (!taken.has(kindOf[b])) return;
    const more = further.get(kindOf[b]) ?? [];
    further.set(kindOf[b], more);
    const kind = more.find((own) => !taken.has(own)) ?? next++;
    if (!more.includes(kind)) more.push(kind);
    kindOf[b] = kind;
  });
}

function open(items: readonly number[], position: Position): number {
  let number = 0;
  for (const item of items) number += position.need[item];
  return number;
}

function numberIn(numbers: Map<string, number>, name: string, next: number): number {
  const known = numbers.get(name);
  if (known !== undefined) return known;
  numbers.set(name, next);
  return next;
}
