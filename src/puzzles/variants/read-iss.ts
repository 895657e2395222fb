import { mistakeAt, nearest, plural, QuadrilleError, shown } from '../../engine/problem/error.ts';
import { CellGrid, type Cells } from './cell-grid.ts';
import { type Clue, type ClueKind, formOf } from './clue.ts';
import { MOST_CELLS, MOST_SIZE, plainShape, type VariantShape } from './shape.ts';
import type { VariantStatement } from './variant.ts';

/** A constraint as it is written: `.Cage~10~R1C1~R1C2` is Cage with three words, at its place in the text. */
interface Written {
  readonly name: string;
  readonly words: readonly string[];
  readonly line: number;
  readonly column: number;
}

/**
 * A puzzle of Interactive Sudoku Solver: constraints such as `.Cage~15~R1C3~R1C4`, or one of the forms
 * with a character or a number for each cell that it reads as well. Empty lines divide parts; those
 * that begin with # are comments.
 */
export function readIss(text: string): VariantStatement {
  if (text.length > MOST_CHARACTERS) {
    throw new QuadrilleError(
      'too-large',
      `The text has ${text.length} characters; no string of Interactive Sudoku Solver has more than ${MOST_CHARACTERS}.`,
    );
  }
  return new IssReader(partsOf(text).flatMap(writtenIn)).statement();
}

/** The values that each cell of the largest grid may have, in the longest form of a character for each. */
const MOST_MARKS = MOST_SIZE ** 3;

/** A part of the text without white space. */
interface Part {
  readonly text: string;
  /** What had no white space within: where it begins in the part, and where it stood. */
  readonly runs: readonly { readonly at: number; readonly line: number; readonly column: number }[];
}

function partsOf(text: string): Part[] {
  const parts: { text: string[]; length: number; runs: Part['runs'][number][] }[] = [];
  let isOpen = false;
  for (const [k, content] of text.split(/\r?\n/).entries()) {
    const isBlank = content.trim() === '';
    if (isBlank) isOpen = false;
    if (isBlank || content.startsWith('#')) continue;
    if (!isOpen) parts.push({ text: [], length: 0, runs: [] });
    isOpen = true;
    const part = parts[parts.length - 1];
    for (const { 0: run, index } of content.matchAll(/\S+/g)) {
      part.runs.push({ at: part.length, line: k + 1, column: index + 1 });
      part.text.push(run);
      part.length += run.length;
    }
  }
  return parts.map(({ text, runs }) => ({ text: text.join(''), runs }));
}

/** Where a character of a part stood: line and column, from 1. */
function placeOf({ runs }: Part, at: number): { line: number; column: number } {
  let [low, high] = [0, runs.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (runs[middle].at <= at) low = middle;
    else high = middle;
  }
  const run = runs[low];
  return { line: run.line, column: run.column + at - run.at };
}

function writtenIn(part: Part): Written[] {
  const place = placeOf(part, 0);
  return (rawIn(part) ?? constraintsIn(part)).map((one) => ({ ...place, ...one }));
}

type Unplaced = Pick<Written, 'name' | 'words'> & Partial<Written>;

/** More than a text has, and few enough to be read at once. */
const MOST_CONSTRAINTS = 20_000;
const MOST_CHARACTERS = 200_000;

function constraintsIn(part: Part): Unplaced[] {
  const { text } = part;
  if (!text.startsWith('.')) {
    throw mistakeAt(
      placeOf(part, 0),
      'bad-text',
      `found ${shown(text)}, which is in no known form; begin a constraint with a point, as in .Cage~10~R1C1~R1C2.`,
    );
  }
  const items = text.slice(1).split('.', MOST_CONSTRAINTS + 1);
  let at = 0;
  return items.map((item, k) => {
    const place = placeOf(part, at);
    if (k === MOST_CONSTRAINTS) {
      throw mistakeAt(
        place,
        'too-large',
        `found more than ${k} constraints; no puzzle has so many.`,
      );
    }
    at += item.length + 1;
    const [name, ...words] = item.split('~');
    return { name: name === '' ? 'Given' : name, words, ...place };
  });
}

/**
 * True for one of the forms with a character for each cell that no plain Sudoku has: a killer with
 * arrows; a jigsaw of 6x6 or more, by its givens and its layout; the values of each cell of 9x9, where
 * 1 stands first, 2 second and so on (a plain 27x27 has too few small values for that).
 */
export function isOfCells(line: string): boolean {
  const text = line.replace(/\s/g, '');
  if (text.length === 81) return ARROWS.test(text) && /[<>^v]/.test(text);
  if (text.length === 9 ** 3) return MARKS_OF_9.test(text);
  const pieces = text.slice(text.length / 2);
  const size = Math.sqrt(pieces.length);
  if (size < 6 || layout(pieces) === undefined) return false;
  // A puzzle and its solution have no character twice in a row.
  const rows = Array.from({ length: size }, (_, row) => pieces.slice(row * size, (row + 1) * size));
  return rows.some((row) => new Set(row).size < size);
}

/** The values of nine cells or more, each at its place. */
const MARKS_OF_9 = /^(?:(?=.{0,8}\d)[1.][2.][3.][4.][5.][6.][7.][8.][9.])+$/;
/** A sum, or the direction of the next cell of its cage. */
const ARROWS = /^[0-9A-Za-j^<v>`',.]*$/;

/** One of the forms that have a character or a number for each cell. */
function rawIn(part: Part): Unplaced[] | undefined {
  const { text } = part;
  if (text.length > MOST_MARKS) return undefined;
  if (text.length === 81 && /[<v>^`',]/.test(text) && ARROWS.test(text)) {
    return arrows(part);
  }
  // What a solution begins with.
  if (text.startsWith('=')) return plainGrid(text.slice(1));
  if (text.startsWith('3x3:')) return numberedCages(text);
  const half = text.length / 2;
  const pieces = Number.isInteger(half) ? layout(text.slice(half)) : undefined;
  if (pieces !== undefined) {
    const givens = plainGrid(text.slice(0, half));
    if (givens !== undefined) return [...pieces, ...givens];
  }
  return layout(text) ?? plainGrid(text) ?? marks(text);
}

/** Killer: each cell has a sum, or points to one of its cage. */
function arrows(part: Part): Unplaced[] {
  const { text } = part;
  const to: Readonly<Record<string, number>> = {
    v: 9,
    '^': -9,
    '<': -1,
    '>': 1,
    '`': -10,
    "'": -8,
    ',': 8,
    '.': 10,
  };
  const roots = Array.from({ length: 81 }, (_, cell) => {
    let root = cell;
    for (let steps = 0; steps <= 81; steps++) {
      const step = to[text.charAt(root)];
      if (step === undefined) return root;
      root += step;
    }
    return -1;
  });
  const lost = roots.findIndex((root) => !(root >= 0 && root < 81));
  if (lost >= 0) {
    throw mistakeAt(
      placeOf(part, lost),
      'bad-text',
      `cell ${lost + 1} of a killer points to no cell with a sum; let each lead to one.`,
    );
  }
  return [...grouped(roots)].map(([root, cells]) => cage(sumOf(text.charAt(root)), cells));
}

/** 0 to 9, A for 10 to Z, a for 36 to j. */
function sumOf(digit: string): number {
  if (digit >= 'a') return 36 + digit.charCodeAt(0) - 'a'.charCodeAt(0);
  return Number.parseInt(digit, 36);
}

/** Killer: for each cell the number of its cage, and 256 times the sum. */
function numberedCages(text: string): Unplaced[] | undefined {
  const [, diagonals, kind, ...numbers] = text.split(':');
  if (kind !== 'k' || numbers.length < 81 || !numbers.slice(0, 81).every(isNumber))
    return undefined;
  const cages = [...grouped(numbers.slice(0, 81).map(Number))].filter(([number]) => number >= 256);
  return [
    ...(diagonals === 'd' ? ['1', '-1'].map((word) => ({ name: 'Diagonal', words: [word] })) : []),
    ...cages.map(([number, cells]) => cage(Math.floor(number / 256), cells)),
  ];
}

function isNumber(text: string): boolean {
  return /^\d{1,5}$/.test(text);
}

function cage(sum: number, cells: Cells): Unplaced {
  return { name: 'Cage', words: [String(sum), ...cells.map((cell) => issCell(cell, 9))] };
}

/** The pieces of a jigsaw, each with a character of its own. */
function layout(text: string): Unplaced[] | undefined {
  const size = Math.sqrt(text.length);
  if (!isSize(size)) return undefined;
  const pieces = grouped([...text]);
  if (pieces.size !== size || [...pieces.values()].some((piece) => piece.length !== size)) {
    return undefined;
  }
  return [shapeOf(size), { name: 'Jigsaw', words: [text] }, { name: 'NoBoxes', words: [] }];
}

/** The givens, in digits, or in letters where there are more values. */
function plainGrid(text: string): Unplaced[] | undefined {
  const size = Math.sqrt(text.length);
  if (!isSize(size)) return undefined;
  const words: string[] = [];
  const blanks = new Set<string>();
  for (const [cell, character] of [...text].entries()) {
    const value = valueIn(character, size);
    if (value >= 1 && value <= size) words.push(`${issCell(cell, size)}_${value}`);
    else blanks.add(character);
  }
  return blanks.size > 1 ? undefined : [shapeOf(size), { name: 'Given', words }];
}

/** The values that each cell may have. */
function marks(text: string): Unplaced[] | undefined {
  const size = Math.round(Math.cbrt(text.length));
  if (!isSize(size) || size ** 3 !== text.length || /[^\d.]/.test(text)) return undefined;
  const words = Array.from({ length: size ** 2 }, (_, cell) => {
    const values = text.slice(cell * size, (cell + 1) * size).match(/\d/g) ?? [];
    return [issCell(cell, size), ...values].join('_');
  });
  return [shapeOf(size), { name: 'Given', words }];
}

/** Key -> the places where it stands. */
function grouped<Key>(keys: readonly Key[]): Map<Key, number[]> {
  const groups = new Map<Key, number[]>();
  for (const [place, key] of keys.entries()) {
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [place]);
    else group.push(place);
  }
  return groups;
}

function isSize(size: number): boolean {
  return Number.isInteger(size) && size > 1 && size <= MOST_SIZE;
}

function shapeOf(size: number): Unplaced {
  return { name: 'Shape', words: [`${size}x${size}`] };
}

/** The name of a cell: rows and columns count from 1, in base 17. */
export function issCell(cell: number, columns: number): string {
  const place = (k: number) => (k + 1).toString(MOST_SIZE + 1);
  return `R${place(Math.floor(cell / columns))}C${place(cell % columns)}`;
}

/** A value as a character: a digit, or a letter where there are more than 9. */
function valueIn(character: string, most: number): number {
  if (/\d/.test(character)) return most < 10 || character === '0' ? Number(character) : Number.NaN;
  if (most < 10 || !/[A-Z]/.test(character)) return Number.NaN;
  return 1 + character.charCodeAt(0) - 'A'.charCodeAt(0);
}

/** Lines, and sets of cells, whose words are cells only. */
const OF_CELLS: Readonly<Record<string, ClueKind>> = {
  Thermo: 'thermometer',
  Renban: 'renban',
  RegionSumLine: 'region-sum',
  Between: 'between',
  Palindrome: 'palindrome',
  Arrow: 'arrow',
  AllDifferent: 'extra-region',
};
/** Those with a number before the cells, and what it is if it is left out. */
const NUMBER_FIRST: Readonly<Record<string, readonly [ClueKind, number | undefined]>> = {
  Cage: ['cage', undefined],
  Whisper: ['whisper', 5],
  Lockout: ['lockout', 4],
  PillArrow: ['pill-arrow', undefined],
};
/** Marks of all neighbours among some cells, and their number. */
const OF_PAIRS: Readonly<Record<string, readonly [ClueKind, ...number[]]>> = {
  WhiteDot: ['white-dot', 1],
  BlackDot: ['black-dot', 2],
  X: ['x'],
  V: ['v'],
  GreaterThan: ['inequality'],
};
/** Rules of the whole grid. */
const OF_GRID: Readonly<Record<string, readonly (readonly [ClueKind, ...number[]])[]>> = {
  AntiKnight: [['anti-knight']],
  AntiKing: [['anti-king']],
  AntiConsecutive: [['non-consecutive']],
  DisjointSets: [['disjoint-groups']],
  Windoku: [['windoku']],
  StrictKropki: [
    ['strict-difference', 1],
    ['strict-ratio', 2],
  ],
  StrictXV: [['strict-xv']],
};
/** Clues outside a row or column, one for each of its ends. */
const OF_ENDS: Readonly<Record<string, ClueKind>> = {
  Skyscraper: 'skyscraper',
  XSum: 'x-sum',
  NumberedRoom: 'numbered-room',
};

/** Constraint -> the most words that it has, where that is a number. */
const MOST_WORDS: Readonly<Record<string, number>> = {
  Diagonal: 1,
  Sandwich: 2,
  LittleKiller: 2,
  Skyscraper: 3,
  XSum: 3,
  NumberedRoom: 3,
};

/** The kinds of constraints, for suggestions. */
const KNOWN = [
  ...[OF_CELLS, NUMBER_FIRST, OF_PAIRS, OF_GRID, OF_ENDS, MOST_WORDS].flatMap(Object.keys),
  ...['Shape', 'NoBoxes', 'Jigsaw', 'Quad', 'SameValues', 'Sum'],
];

/** What the constraints of a text state together. */
class IssReader {
  readonly #written: readonly Written[];
  readonly #shape: VariantShape;
  readonly #grid: CellGrid;
  readonly #candidates = new Map<number, readonly number[]>();
  /** The constraint that is read. */
  #at: Written;

  constructor(written: readonly Written[]) {
    this.#written = written;
    this.#at = written[0] ?? { name: '', words: [], line: 1, column: 1 };
    this.#shape = this.#readShape();
    this.#grid = new CellGrid(this.#shape);
  }

  statement(): VariantStatement {
    const clues = new Map<string, Clue>();
    const pieces: number[][] = [];
    let open = 0;
    for (const one of this.#written) {
      this.#at = one;
      if (one.name === 'Shape' || one.name === 'NoBoxes') continue;
      if (one.name === 'Given') this.#readGivens();
      else if (one.name === 'Jigsaw') pieces.push(...this.#pieces());
      // What stands between And and End holds, as it does without them.
      else if (one.name === 'And') open++;
      else if (one.name === 'End' && open > 0) open--;
      else for (const clue of this.#clues()) this.#take(clue, clues);
    }
    if (open > 0) throw this.#wrong('is the last constraint, and an And is open', 'add .End');
    const shape = { ...this.#shape, pieces };
    return { shape, clues: [...clues.values()], candidates: this.#candidates };
  }

  /** Some clues stand in one place once. The program keeps the last; two that differ are a mistake. */
  #take(clue: Clue, clues: Map<string, Clue>): void {
    const key = keyOf(clue);
    const before = clues.get(key);
    clues.set(key, clue);
    if (before === undefined || before.numbers.join() === clue.numbers.join()) return;
    throw this.#wrong(
      `stands in one place with ${before.numbers.join(', ')} and with ${clue.numbers.join(', ')}`,
      'leave one out',
    );
  }

  #readShape(): VariantShape {
    const shapes = this.#written.filter(({ name }) => name === 'Shape');
    const hasBoxes = this.#written.every(({ name }) => name !== 'NoBoxes');
    const [first] = shapes;
    if (first === undefined) return { ...plainShape(9), boxes: hasBoxes };
    this.#at = first;
    for (const other of shapes) {
      if (other.words.join() === first.words.join()) continue;
      this.#at = other;
      throw this.#wrong('is another shape', 'give one');
    }
    const [dimensions = '', range = '', ...rest] = first.words;
    const sides = /^(\d{1,2})x(\d{1,2})$/.exec(dimensions);
    const ends = /^(?:([01])-)?(\d{1,2})$/.exec(range === '' ? '16' : range);
    const [rows, columns] = [Number(sides?.[1]), Number(sides?.[2])];
    if (rest.length > 0 && rest.join() !== 'Sudoku') {
      throw this.#wrong(
        `is a grid of type ${shown(rest[0])}`,
        'give a Sudoku grid, without a type',
      );
    }
    if (
      sides === null ||
      ends === null ||
      rows > MOST_SIZE ||
      columns > MOST_SIZE ||
      rows * columns === 0
    ) {
      throw this.#wrong(
        `is ${shown(first.words.join('~'))}`,
        `give rows and columns from 1 to ${MOST_SIZE}, as in 9x9, and maybe values, as in 9x9~0-8`,
      );
    }
    const plain = plainShape(rows, columns, Number(ends[1] ?? 1));
    const shape = { ...plain, boxes: plain.boxes && hasBoxes };
    if (range === '') return shape;
    const [least, most] = [plain.values[0], Number(ends[2])];
    const count = most - least + 1;
    if (count < Math.max(rows, columns) || count > MOST_SIZE) {
      throw this.#wrong(
        `has ${plural(Math.max(0, count), 'value')}`,
        `give from ${Math.max(rows, columns)} to ${MOST_SIZE}`,
      );
    }
    return { ...shape, values: Array.from({ length: count }, (_, k) => least + k) };
  }

  #readGivens(): void {
    const { values: all } = this.#shape;
    for (const word of this.#at.words) {
      const [name, ...texts] = word.split('_');
      const cell = this.#cell(name);
      const values = texts.map((text) => {
        const value = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
        if (all.includes(value)) return value;
        throw this.#wrong(
          `has the value ${shown(text)} in ${name}`,
          `give ${all[0]} to ${all[all.length - 1]}`,
        );
      });
      const known = this.#candidates.get(cell) ?? all;
      this.#candidates.set(
        cell,
        known.filter((value) => values.includes(value)),
      );
    }
  }

  #pieces(): number[][] {
    const text = this.#at.words.at(-1) ?? '';
    if (text.length !== this.#grid.cells) {
      throw this.#wrong(
        `has ${plural(text.length, 'cell')}`,
        `give one for each of the ${this.#grid.cells}`,
      );
    }
    const pieces = [...grouped([...text]).values()];
    if (pieces.length === 1) return [];
    const { size } = this.#grid;
    const isWhole = ({ length }: Cells) => length >= size && length <= this.#shape.values.length;
    // Cells of no piece are one of another size.
    const others = pieces.filter((piece) => !isWhole(piece));
    if (others.length > 1) {
      throw this.#wrong(
        `has pieces of ${others[0].length} and of ${plural(others[1].length, 'cell')}`,
        `give pieces of ${size}, and the cells of no piece one other character`,
      );
    }
    return pieces.filter(isWhole);
  }

  #clues(): Clue[] {
    const { name, words } = this.#at;
    const most = Object.hasOwn(OF_GRID, name)
      ? 0
      : Object.hasOwn(MOST_WORDS, name)
        ? MOST_WORDS[name]
        : undefined;
    const surplus = most === undefined ? undefined : words.slice(most).find((word) => word !== '');
    if (surplus !== undefined) {
      throw this.#wrong(`has ${shown(surplus)} behind what it states`, 'leave it out');
    }
    const everywhere = OF_GRID[name];
    if (Object.hasOwn(OF_GRID, name)) {
      return everywhere.map(([kind, ...numbers]) => ({ kind, cells: [], numbers }));
    }
    if (Object.hasOwn(OF_CELLS, name)) {
      return [{ kind: OF_CELLS[name], cells: this.#cells(words), numbers: [] }];
    }
    if (Object.hasOwn(NUMBER_FIRST, name)) return [this.#numbered(...NUMBER_FIRST[name])];
    if (Object.hasOwn(OF_PAIRS, name)) return this.#pairs(...OF_PAIRS[name]);
    if (Object.hasOwn(OF_ENDS, name)) return this.#ends(OF_ENDS[name]);
    switch (name) {
      case 'Diagonal':
        return [{ kind: 'diagonal', cells: this.#mainDiagonal(), numbers: [] }];
      case 'Quad': {
        const [first = '', ...values] = words;
        const cells = this.#grid.square(this.#cell(first));
        if (cells !== undefined) {
          return [{ kind: 'quadruple', cells, numbers: values.map((word) => this.#number(word)) }];
        }
        throw this.#wrong(`is at ${first}`, 'give the cell at the top left of 2 x 2 cells');
      }
      case 'Sandwich':
        return [
          { kind: 'sandwich', cells: this.#line(words[1]), numbers: [this.#number(words[0])] },
        ];
      case 'SameValues':
        return this.#sameValues();
      case 'Sum':
        return [this.#sum()];
      case 'LittleKiller': {
        const cells = this.#diagonal(words[1]);
        return [{ kind: 'little-killer', cells, numbers: [this.#number(words[0])] }];
      }
    }
    const like = nearest(name, KNOWN);
    throw this.#wrong(
      `is a kind that quadrille does not know${like === undefined ? '' : ` (did you mean ${like}?)`}`,
      'leave it out, or state it by others',
    );
  }

  /** Sets of one cell are clones. */
  #sameValues(): Clue[] {
    const [count = '', ...names] = this.#at.words;
    const [first, ...others] = this.#cells(names);
    if (this.#number(count) !== others.length + 1) {
      throw this.#wrong('has sets of several cells', 'give as many sets as cells');
    }
    return others.map((cell) => ({ kind: 'clone', cells: [first, cell], numbers: [] }));
  }

  /** A sum of cells that differ anyway is a cage. */
  #sum(): Clue {
    const [sum = '', ...names] = this.#at.words;
    const cells = this.#cells(names);
    const { boxes, pieces } = this.#shape;
    const lines = (lineOf: (cell: number) => number) => new Set(cells.map(lineOf)).size === 1;
    const isDifferent =
      lines((cell) => this.#grid.rowOf(cell)) ||
      lines((cell) => this.#grid.columnOf(cell)) ||
      [...(boxes ? this.#grid.boxes() : []), ...pieces].some((region) =>
        cells.every((cell) => region.includes(cell)),
      );
    const number = this.#number(sum);
    if (isDifferent && number > 0 && new Set(cells).size === cells.length) {
      return { kind: 'cage', cells, numbers: [number] };
    }
    throw this.#wrong(
      'is of cells that may be equal, which quadrille does not know',
      'give cells of one row, column or box, and a sum from 1',
    );
  }

  #numbered(kind: ClueKind, usual: number | undefined): Clue {
    const { words } = this.#at;
    const hasNumber = usual === undefined || !/^R.C.$/i.test(words[0] ?? '');
    const cells = this.#cells(hasNumber ? words.slice(1) : words);
    if (!hasNumber) return { kind, cells, numbers: [usual] };
    if (kind === 'pill-arrow') {
      const pill = cells.splice(0, this.#number(words[0])).sort((a, b) => a - b);
      cells.unshift(...pill);
      if (!isReadable(this.#grid, pill)) {
        throw this.#wrong(
          'has a pill without an order',
          'let each of its cells be right of or below another',
        );
      }
    }
    const number = words[0] === '' && usual !== undefined ? usual : this.#number(words[0]);
    // A cage of 0 is one without a sum.
    return { kind, cells, numbers: kind === 'cage' && number === 0 ? [] : [number] };
  }

  /** A clue for all neighbours among the cells, in their order. */
  #pairs(kind: ClueKind, ...numbers: number[]): Clue[] {
    const cells = [...new Set(this.#cells(this.#at.words))];
    const clues = cells.flatMap((a, k) =>
      cells
        .slice(k + 1)
        .filter((b) => this.#grid.isNear(a, b))
        .map((b): Clue => ({ kind, cells: [a, b], numbers })),
    );
    if (clues.length > 0) return clues;
    throw this.#wrong('has no cells that share a side', 'give two or more that do');
  }

  #ends(kind: ClueKind): Clue[] {
    const [name, ...ends] = this.#at.words;
    const cells = this.#line(name);
    return ends.slice(0, 2).flatMap((word, end): Clue[] => {
      if (word === '') return [];
      const seen = end === 0 ? cells : [...cells].reverse();
      const number = this.#number(word);
      if (number > 0 || kind === 'numbered-room') return [{ kind, cells: seen, numbers: [number] }];
      throw this.#wrong('has the number 0', 'give one from 1, or leave it empty');
    });
  }

  /** 1: from the top right, -1: from the top left. */
  #mainDiagonal(): number[] {
    const { rows, columns } = this.#grid;
    const [word] = this.#at.words;
    if (word !== '1' && word !== '-1') {
      throw this.#wrong(`has the direction ${shown(word)}`, 'give 1 or -1');
    }
    if (rows !== columns) throw this.#wrong('is in a grid that is no square', 'leave it out');
    return word === '1' ? this.#grid.ray(0, columns - 1, 1, -1) : this.#grid.ray(0, 0, 1, 1);
  }

  #diagonal(name = ''): number[] {
    const cells = clockwise(this.#grid, this.#cell(name));
    if (cells !== undefined) return cells;
    throw this.#wrong(`begins at ${name}`, 'give a cell at the border, or the other end');
  }

  /** R1 from the left, C1 from the top. */
  #line(name = ''): number[] {
    const [, kind = '', digits = ''] = /^([RC])(\d{1,2})$/i.exec(name) ?? [];
    const k = Number(digits) - 1;
    const isRow = kind.toUpperCase() === 'R';
    if (kind !== '' && k >= 0 && k < (isRow ? this.#grid.rows : this.#grid.columns)) {
      return isRow ? this.#grid.row(k) : this.#grid.column(k);
    }
    throw this.#wrong(`names the line ${shown(name)}`, 'give R1 for a row, or C1 for a column');
  }

  #cells(words: readonly string[]): number[] {
    if (words.length > MOST_CELLS) {
      throw this.#wrong(`has ${words.length} cells`, `give at most ${MOST_CELLS}`);
    }
    const cells = words.filter((word) => word !== '').map((word) => this.#cell(word));
    if (cells.length > 0) return cells;
    throw this.#wrong('has no cells', 'give some, as in R1C1');
  }

  #cell(name: string): number {
    const [, row = '', column = ''] = /^R([0-9a-g])C([0-9a-g])$/i.exec(name) ?? [];
    const base = MOST_SIZE + 1;
    const cell = this.#grid.at(Number.parseInt(row, base) - 1, Number.parseInt(column, base) - 1);
    if (cell !== undefined) return cell;
    throw this.#wrong(`names the cell ${shown(name)}`, 'give one of the grid, as in R1C1');
  }

  #number(word = ''): number {
    if (/^\d{1,5}$/.test(word)) return Number(word);
    throw this.#wrong(`has the number ${shown(word)}`, 'give a whole number');
  }

  #wrong(what: string, remedy: string) {
    const { name, line, column } = this.#at;
    return mistakeAt({ line, column }, 'bad-text', `${name} ${what}; ${remedy}.`);
  }
}

/** The same for a clue that replaces another: one outside the grid, or a quadruple, in the same place. */
function keyOf({ kind, cells, numbers }: Clue): string {
  const { place } = formOf(kind);
  const isReplaced = place === 'row' || place === 'square' || place === 'diagonal';
  return [kind, cells, isReplaced ? '' : numbers].join(' ');
}

/** The diagonal that begins in a cell at the border and runs clockwise to the next side. */
export function clockwise(grid: CellGrid, cell: number): number[] | undefined {
  const [row, column] = [grid.rowOf(cell), grid.columnOf(cell)];
  if (column === 0 && row < grid.rows - 1) return grid.ray(row, column, 1, 1);
  if (row === 0) return grid.ray(row, column, 1, -1);
  if (column === grid.columns - 1 && row < grid.rows - 1) return grid.ray(row, column, -1, -1);
  if (row === grid.rows - 1 && column > 0) return grid.ray(row, column, -1, 1);
  return undefined;
}

/** True if each cell is right of the one before, below it, or both. */
export function isReadable(grid: CellGrid, cells: Cells): boolean {
  return cells.slice(1).every((cell, k) => {
    const down = grid.rowOf(cell) - grid.rowOf(cells[k]);
    const right = grid.columnOf(cell) - grid.columnOf(cells[k]);
    return down >= 0 && right >= 0 && Math.max(down, right) === 1;
  });
}
