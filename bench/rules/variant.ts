import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Trouble } from '../trouble.ts';

/** A variant Sudoku of a file. */
export interface Puzzle {
  readonly name: string;
  /** As Interactive Sudoku Solver reads it. */
  readonly input: string;
  /** The values row by row, in single characters; absent where the file has none. */
  readonly solution?: string;
  /** Absent where the file has none. */
  readonly answer?: Answer;
}

type Answer = (typeof ANSWERS)[number];
const ANSWERS = ['unique', 'several', 'none'] as const;

/** A grid, and what its values obey beyond the rows and columns. Cells are numbered row by row. */
export interface Variant {
  readonly rows: number;
  readonly columns: number;
  /** Ascending. */
  readonly values: readonly number[];
  /** Boxes or pieces, for lines that they divide; no houses where the text says so. */
  readonly regions: readonly Cells[];
  /** Cells with different values: rows, columns, boxes, diagonals and so on. */
  readonly houses: readonly Cells[];
  readonly clues: readonly Clue[];
}

/** A constraint by the name that Interactive Sudoku Solver gives it. */
export interface Clue {
  readonly kind: string;
  /** In the order of the text; for a clue at the border from there on. */
  readonly cells: Cells;
  /** A sum, a difference, values. */
  readonly numbers: readonly number[];
}

type Cells = readonly number[];

/** The puzzles of a file. */
export function readPuzzles(file: string): Puzzle[] {
  const bad = (what: string) => new Trouble(`${basename(file)}: ${what}`, 2);
  let list: unknown;
  try {
    list = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw bad(`${error instanceof Error ? error.message : error}; give a file of JSON.`);
  }
  if (!Array.isArray(list))
    throw bad('there is no list; give [{ name, input, solution, answer }].');
  return list.map((one: Partial<Puzzle> | null, k) => {
    const { name = `puzzle ${k + 1}`, input, solution, answer } = one ?? {};
    if (typeof input !== 'string') throw bad(`puzzle ${k + 1} has no input; give a text.`);
    if (answer !== undefined && !ANSWERS.includes(answer)) {
      throw bad(`puzzle ${k + 1} has the answer ${answer}; give ${ANSWERS.join(', ')}, or none.`);
    }
    return {
      name,
      input,
      ...(answer !== undefined && { answer }),
      ...(typeof solution === 'string' && { solution }),
    };
  });
}

/** A constraint as it is written: `.Cage~10~R1C1~R1C2` is Cage with three words. */
interface Written {
  readonly kind: string;
  readonly words: readonly string[];
}

const MOST_SIZE = 16;

/** Reads a puzzle as Interactive Sudoku Solver writes it, or in one of the forms of forums that it reads. */
export function readVariant(text: string): Variant {
  const written = text
    .replace(/^#.*$/gm, '')
    .split(/\n\s*\n/)
    .map((part) => part.replace(/\s+/g, ''))
    .filter((part) => part !== '')
    .flatMap((part) => raw(part) ?? constraints(part));
  return variantOf(written);
}

function constraints(part: string): Written[] {
  if (!part.startsWith('.')) throw new Trouble(`"${part.slice(0, 40)}" is in no known form.`, 2);
  return part
    .slice(1)
    .split('.')
    .map((item) => {
      const [kind = '', ...words] = item.split('~');
      return { kind: kind === '' ? 'Given' : kind, words };
    });
}

/** One of the forms that have a character or a number for each cell. */
function raw(text: string): Written[] | undefined {
  if (text.length === 81 && /[<v>^`',]/.test(text) && /^[0-9A-Za-j^<v>`',.]*$/.test(text)) {
    return arrows(text);
  }
  if (text.startsWith('3x3:')) return numberedCages(text);
  const half = text.length / 2;
  const pieces = layout(text.slice(half));
  if (Number.isInteger(half) && pieces !== undefined) {
    const givens = grid(text.slice(0, half));
    if (givens !== undefined) return [...pieces, ...givens];
  }
  return layout(text) ?? grid(text) ?? marks(text);
}

/** Killer: each cell has a sum, or points to one of its cage. */
function arrows(text: string): Written[] {
  const to: Record<string, number> = {
    v: 9,
    '^': -9,
    '<': -1,
    '>': 1,
    '`': -10,
    "'": -8,
    ',': 8,
    '.': 10,
  };
  const rootOf = (cell: number): number => {
    let root = cell;
    for (let steps = 0; to[text[root]] !== undefined; steps++) {
      if (steps > 9) throw new Trouble(`Cell ${cell + 1} of a killer points around in a ring.`, 2);
      root += to[text[root]];
    }
    return root;
  };
  const cages = grouped(Array.from({ length: 81 }, (_, cell) => rootOf(cell)));
  return [...cages].map(([root, cells]) => cage(parseSum(text[root]), cells));
}

/** 0 to 9, A for 10 to Z, a for 36 to j. */
function parseSum(digit: string): number {
  if (digit >= 'a') return 36 + digit.charCodeAt(0) - 'a'.charCodeAt(0);
  return Number.parseInt(digit, 36);
}

/** Killer: for each cell the number of its cage, and 256 times the sum. */
function numberedCages(text: string): Written[] {
  const [, diagonals, kind, ...numbers] = text.split(':');
  if (kind !== 'k' || numbers.length < 81) {
    throw new Trouble(`"${text.slice(0, 40)}" is no killer of 81 cells.`, 2);
  }
  const cages = [...grouped(numbers.slice(0, 81).map(Number))].filter(([number]) => number >= 256);
  return [
    ...(diagonals === 'd' ? ['1', '-1'].map((word) => ({ kind: 'Diagonal', words: [word] })) : []),
    ...cages.map(([number, cells]) => cage(Math.floor(number / 256), cells)),
  ];
}

function cage(sum: number, cells: Cells): Written {
  return { kind: 'Cage', words: [String(sum), ...cells.map((cell) => cellName(cell, 9))] };
}

/** The pieces of a jigsaw, each with a character of its own. */
function layout(text: string): Written[] | undefined {
  const size = Math.sqrt(text.length);
  if (!isSize(size)) return undefined;
  const pieces = grouped([...text]);
  if (pieces.size !== size || [...pieces.values()].some((piece) => piece.length !== size)) {
    return undefined;
  }
  return [shape(size), { kind: 'Jigsaw', words: [text] }, { kind: 'NoBoxes', words: [] }];
}

/** The givens, in digits, or in letters where there are more values. */
function grid(text: string): Written[] | undefined {
  const size = Math.sqrt(text.length);
  if (!isSize(size)) return undefined;
  const words: string[] = [];
  const blanks = new Set<string>();
  for (const [cell, character] of [...text].entries()) {
    const value = valueIn(character, size);
    if (value >= 1 && value <= size) words.push(`${cellName(cell, size)}_${value}`);
    else blanks.add(character);
  }
  return blanks.size > 1 ? undefined : [shape(size), { kind: 'Given', words }];
}

/** The values that each cell may have. */
function marks(text: string): Written[] | undefined {
  const size = Math.round(Math.cbrt(text.length));
  if (!isSize(size) || size ** 3 !== text.length || /[^\d.]/.test(text)) return undefined;
  const words = Array.from({ length: size ** 2 }, (_, cell) => {
    const values = text.slice(cell * size, (cell + 1) * size).match(/\d/g) ?? [];
    return [cellName(cell, size), ...values].join('_');
  });
  return [shape(size), { kind: 'Given', words }];
}

/** Key -> the places where it stands. */
function grouped<Key>(keys: readonly Key[]): Map<Key, number[]> {
  const groups = new Map<Key, number[]>();
  for (const [place, key] of keys.entries()) {
    groups.set(key, [...(groups.get(key) ?? []), place]);
  }
  return groups;
}

function isSize(size: number): boolean {
  return Number.isInteger(size) && size > 1 && size <= MOST_SIZE;
}

function shape(size: number): Written {
  return { kind: 'Shape', words: [`${size}x${size}`] };
}

/** Rows and columns count from 1, in base 17. */
function cellName(cell: number, columns: number): string {
  const place = (k: number) => (k + 1).toString(17);
  return `R${place(Math.floor(cell / columns))}C${place(cell % columns)}`;
}

/** A value as a character: a digit, or a letter where there are more than 9. */
export function valueIn(character: string, most: number): number {
  if (/\d/.test(character)) return most < 10 || character === '0' ? Number(character) : Number.NaN;
  if (most < 10 || !/[A-Z]/.test(character)) return Number.NaN;
  return 1 + character.charCodeAt(0) - 'A'.charCodeAt(0);
}

/** As `valueIn` reads it. */
export function characterOf(value: number, most: number): string {
  if (value === 0 || most < 10) return String(value);
  return String.fromCharCode('A'.charCodeAt(0) + value - 1);
}

/** Constraints that are no clues. */
const FORMS = new Set(['Shape', 'NoBoxes', 'Jigsaw', 'Diagonal', 'Windoku', 'DisjointSets']);
/** Clues outside the grid: those that look along rows and columns, with one for each end or with one. */
const BOTH_ENDS = new Set(['Skyscraper', 'XSum', 'NumberedRoom']);
/** Clues with numbers before their cells. */
const NUMBERS_FIRST: Readonly<Record<string, number>> = { Cage: 0, Whisper: 5, Lockout: 4 };

function variantOf(written: readonly Written[]): Variant {
  const wordsOf = (kind: string) => written.filter((one) => one.kind === kind);
  const dimensions = wordsOf('Shape')[0]?.words ?? ['9x9'];
  const [rows = 0, columns = 0] = dimensions[0].split('x').map(Number);
  const [low, high] = (dimensions[1] ?? `1-${Math.max(rows, columns)}`).split('-').map(Number);
  const [least, most] = high === undefined ? [1, low] : [low, high];
  if (!isSize(rows) || !isSize(columns) || !(most - least + 1 >= Math.max(rows, columns))) {
    throw new Trouble(`The shape is "${dimensions.join('~')}"; give 9x9, or 9x9~0-8.`, 2);
  }
  const values = Array.from({ length: most - least + 1 }, (_, k) => least + k);
  const board = new Board(rows, columns, Math.max(rows, columns));
  const pieces = wordsOf('Jigsaw').flatMap(({ words }) => board.pieces(words.at(-1) ?? ''));
  const boxes = wordsOf('NoBoxes').length > 0 ? [] : board.boxes();
  return {
    rows,
    columns,
    values,
    regions: boxes.length > 0 ? boxes : pieces,
    houses: [
      ...board.lines,
      ...boxes,
      ...pieces,
      ...wordsOf('Diagonal').map(({ words }) => board.diagonal(Number(words[0]))),
      ...wordsOf('Windoku').flatMap(() => board.windows()),
      ...wordsOf('DisjointSets').flatMap(() => board.samePlaces()),
    ],
    clues: written.filter(({ kind }) => !FORMS.has(kind)).flatMap((one) => board.clues(one)),
  };
}

/** The cells of a grid whose boxes have `size` cells. */
class Board {
  readonly rows: number;
  readonly columns: number;
  readonly size: number;
  /** Rows and columns of a box; absent where the grid has none. */
  readonly box: readonly [number, number] | undefined;
  private allLines: readonly Cells[] | undefined;

  constructor(rows: number, columns: number, size: number) {
    this.rows = rows;
    this.columns = columns;
    this.size = size;
    for (let small = Math.floor(Math.sqrt(size)); small >= 2; small--) {
      const large = size / small;
      for (const [height, width] of [
        [small, large],
        [large, small],
      ] as const) {
        if (Number.isInteger(large) && rows % height === 0 && columns % width === 0) {
          this.box ??= [height, width];
        }
      }
    }
  }

  private rectangle(row: number, column: number, height: number, width: number): number[] {
    return Array.from({ length: height * width }, (_, k) => {
      return (row + Math.floor(k / width)) * this.columns + column + (k % width);
    });
  }

  /** The rows, then the columns. */
  get lines(): readonly Cells[] {
    const { rows, columns } = this;
    this.allLines ??= [
      ...Array.from({ length: rows }, (_, row) => this.rectangle(row, 0, 1, columns)),
      ...Array.from({ length: columns }, (_, column) => this.rectangle(0, column, rows, 1)),
    ];
    return this.allLines;
  }

  boxes(): number[][] {
    if (this.box === undefined) return [];
    const [height, width] = this.box;
    const across = this.columns / width;
    return Array.from({ length: (this.rows / height) * across }, (_, k) =>
      this.rectangle(height * Math.floor(k / across), width * (k % across), height, width),
    );
  }

  /** The cells at the same place of each box. */
  samePlaces(): number[][] {
    const boxes = this.boxes();
    return (boxes[0] ?? []).map((_, place) => boxes.map((box) => box[place]));
  }

  /** Boxes one cell away from the border and from each other. */
  windows(): number[][] {
    if (this.box === undefined) return [];
    const [height, width] = this.box;
    const windows: number[][] = [];
    for (let column = 1; column + width < this.columns; column += width + 1) {
      for (let row = 1; row + height < this.rows; row += height + 1) {
        windows.push(this.rectangle(row, column, height, width));
      }
    }
    return windows;
  }

  pieces(text: string): Cells[] {
    if (text.length !== this.rows * this.columns) {
      throw new Trouble(`A jigsaw has ${text.length} cells; give one for each of the grid.`, 2);
    }
    const pieces = grouped([...text]);
    // Cells of no piece are one of another size.
    return [...pieces.values()].filter((piece) => pieces.size > 1 && piece.length === this.size);
  }

  /** 1: from the top right, -1: from the top left. */
  diagonal(direction: number): number[] {
    const { rows, columns } = this;
    return Array.from({ length: rows }, (_, k) => {
      return k * columns + (direction > 0 ? columns - 1 - k : k);
    });
  }

  cell(name: string): number {
    const [, row = '', column = ''] = /^R(.)C(.)$/i.exec(name) ?? [];
    const [r, c] = [Number.parseInt(row, 17) - 1, Number.parseInt(column, 17) - 1];
    if (r >= 0 && r < this.rows && c >= 0 && c < this.columns) return r * this.columns + c;
    throw new Trouble(`There is no cell "${name}"; give one of the grid, as in R1C1.`, 2);
  }

  /** R1 from the left, C1 from the top. */
  private line(name: string): Cells {
    const [, kind = '', number = ''] = /^([RC])(\d+)$/i.exec(name) ?? [];
    const line = this.lines[Number(number) - 1 + (kind.toUpperCase() === 'C' ? this.rows : 0)];
    if (line !== undefined) return line;
    throw new Trouble(`There is no line "${name}"; give R1 for a row, or C1 for a column.`, 2);
  }

  /** The diagonal that begins in a cell at the border and runs clockwise to the next side. */
  private clockwise(name: string): number[] {
    const { rows, columns } = this;
    const cell = this.cell(name);
    let [row, column] = [Math.floor(cell / columns), cell % columns];
    const right = column === 0 && row < rows - 1;
    const [down, across] = right
      ? [1, 1]
      : row === 0
        ? [1, -1]
        : column === columns - 1 && row < rows - 1
          ? [-1, -1]
          : [-1, 1];
    const cells: number[] = [];
    while (row >= 0 && row < rows && column >= 0 && column < columns) {
      cells.push(row * columns + column);
      row += down;
      column += across;
    }
    return cells;
  }

  /** The clues that a constraint states. */
  clues({ kind, words }: Written): Clue[] {
    if (kind === 'Given') {
      return words.map((word) => {
        const [name = '', ...values] = word.split('_');
        return { kind, cells: [this.cell(name)], numbers: values.map(Number) };
      });
    }
    if (BOTH_ENDS.has(kind)) {
      const [line, ...ends] = words;
      const cells = this.line(line);
      return ends.flatMap((text, end) => {
        const seen = end === 0 ? cells : [...cells].reverse();
        return text === '' ? [] : [{ kind, cells: seen, numbers: [Number(text)] }];
      });
    }
    if (kind === 'Sandwich') return [this.clueAt(kind, words, (name) => this.line(name))];
    if (kind === 'LittleKiller') {
      return [this.clueAt(kind, words, (name) => this.clockwise(name))];
    }
    if (kind === 'Quad') {
      const cell = this.cell(words[0]);
      const [row, column] = [Math.floor(cell / this.columns), cell % this.columns];
      const cells = this.rectangle(row, column, 2, 2);
      return [{ kind, cells, numbers: words.slice(1).map(Number) }];
    }
    const usual = NUMBERS_FIRST[kind];
    const hasNumber = usual !== undefined && !/^R.C.$/i.test(words[0] ?? '');
    const cells = (hasNumber ? words.slice(1) : words).filter((word) => word !== '');
    const numbers = usual === undefined ? [] : [hasNumber ? Number(words[0]) : usual];
    return [{ kind, cells: cells.map((name) => this.cell(name)), numbers }];
  }

  private clueAt(
    kind: string,
    [number, name]: readonly string[],
    cells: (name: string) => Cells,
  ): Clue {
    return { kind, cells: cells(name ?? ''), numbers: [Number(number)] };
  }
}
