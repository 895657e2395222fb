import { nearest, plural, QuadrilleError, shown } from '../../engine/problem/error.ts';
import { CellGrid, type Cells } from './cell-grid.ts';
import type { Clue, ClueKind } from './clue.ts';
import { MOST_CELLS, MOST_SIZE, plainShape, type VariantShape } from './shape.ts';
import type { VariantStatement } from './variant.ts';

/*
 * A puzzle of f-puzzles is an object of JSON:
 *
 *     size, grid         rows of cells: value with given, givenPencilMarks, region (null: none)
 *     antiknight ...     true for a rule of the whole grid
 *     negative           names of marks whose absence means something, too
 *     killercage ...     entries, each with its cells or lines (`R1C1`, ...) and maybe a value
 *     line, circle ...   what is drawn, without a meaning
 *
 * The page itself states little of this; SudokuSolver (which checks and extends it) and SudokuPad
 * decide what is meant. Whatever has an unknown name is refused, unless it is false or empty.
 */

/** Names without a rule: what a solver is asked, notes of who solves it, drawings, and fog over cells. */
const BESIDE = names(
  'disabledlogic truecandidatesoptions highlightConflicts successMessage metadata',
  'line rectangle circle text cage fogofwar foglight triggereffect',
);
const OF_CELL = names(
  'value given givenPencilMarks region',
  'centerPencilMarks cornerPencilMarks c cArray highlight',
);
/** What an entry of each kind may have that means something, beside its looks. */
const OF_ENTRIES: Readonly<Record<string, readonly EntryField[]>> = {
  killercage: ['cells', 'value'],
  extraregion: ['cells'],
  difference: ['cells', 'value'],
  ratio: ['cells', 'value'],
  xv: ['cells', 'value'],
  clone: ['cells', 'cloneCells'],
  quadruple: ['cells', 'values'],
  arrow: ['cells', 'lines'],
  littlekillersum: ['cell', 'cells', 'direction', 'value'],
};
const LOOKS = names(
  'outlineC baseC fontC color width height size angle fromConstraint isNewConstraint',
);
/** Rules of the whole grid that have no other form. */
const SWITCHES: Readonly<Record<string, ClueKind>> = {
  antiknight: 'anti-knight',
  antiking: 'anti-king',
  disjointgroups: 'disjoint-groups',
};
/** Marks of cells, which are one clue together. */
const MARKS: Readonly<Record<string, ClueKind>> = {
  odd: 'odd',
  even: 'even',
  minimum: 'minimum',
  maximum: 'maximum',
};
/** Lines, and the number of one without a value, by the size of the grid. */
const LINES: Readonly<Record<string, readonly [ClueKind, ((size: number) => number)?]>> = {
  thermometer: ['thermometer'],
  palindrome: ['palindrome'],
  renban: ['renban'],
  regionsumline: ['region-sum'],
  betweenline: ['between'],
  whispers: ['whisper', (size) => Math.ceil(size / 2)],
  germanwhispers: ['whisper', (size) => Math.ceil(size / 2)],
  dutchwhispers: ['whisper', (size) => Math.ceil(size / 2) - 1],
  lockout: ['lockout', (size) => Math.ceil(size / 2) - 1],
};
/** Clues outside a row or column. */
const OUTSIDE: Readonly<Record<string, ClueKind>> = {
  sandwichsum: 'sandwich',
  xsum: 'x-sum',
  skyscraper: 'skyscraper',
};
const DIRECTIONS: Readonly<Record<string, readonly [down: number, right: number]>> = {
  UL: [-1, -1],
  UR: [-1, 1],
  DL: [1, -1],
  DR: [1, 1],
};
/** The kinds of clues, for suggestions. */
const KNOWN = [OF_ENTRIES, SWITCHES, MARKS, LINES, OUTSIDE].flatMap((kinds) => Object.keys(kinds));
const MOST_ENTRIES = 10_000;

/** A puzzle of f-puzzles, from its text of JSON. */
export function readFPuzzles(json: string): VariantStatement {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw bad('The text begins as JSON and does not go on as it; copy the whole text.');
  }
  if (!isObject(value)) throw bad(`The JSON is ${shown(value)}; give a puzzle of f-puzzles.`);
  return new FPuzzlesReader(value).statement();
}

/** What a cell or an entry may have. */
type Fields = Readonly<Partial<Record<CellField | EntryField, unknown>>>;
type CellField = 'value' | 'given' | 'givenPencilMarks' | 'region';
type EntryField = 'cell' | 'cells' | 'cloneCells' | 'lines' | 'value' | 'values' | 'direction';

class FPuzzlesReader {
  readonly #fields: Map<string, unknown>;
  readonly #shape: VariantShape;
  readonly #grid: CellGrid;
  readonly #candidates = new Map<number, readonly number[]>();

  constructor(value: object) {
    // What is false, null or empty states nothing.
    this.#fields = new Map(Object.entries(value).filter(([, field]) => !isNothing(field)));
    if (!this.#fields.has('grid') && Object.hasOwn(value, 'cells')) throw bad(DRAWN_ONLY);
    const cells = this.#cells();
    const size = Math.sqrt(cells.length);
    this.#shape = { ...plainShape(size), ...regionsOf(cells, size) };
    this.#grid = new CellGrid(this.#shape);
    for (const [cell, fields] of cells.entries()) this.#readCandidates(cell, fields);
  }

  statement(): VariantStatement {
    const clues: Clue[] = [];
    for (const [name, field] of this.#fields) clues.push(...this.#clues(name, field));
    clues.push(...this.#unmarked(clues));
    return {
      shape: this.#shape,
      clues,
      candidates: this.#candidates,
      title: this.#text('title'),
      author: this.#text('author'),
      rules: this.#text('ruleset'),
      solution: this.#solution(),
    };
  }

  /** The cells of the grid, row by row. */
  #cells(): Fields[] {
    const rows = this.#fields.get('grid');
    if (!Array.isArray(rows)) {
      throw bad(
        `The grid is ${shown(rows)}; give a puzzle of f-puzzles, whose grid is an array of rows.`,
      );
    }
    const { length } = rows;
    const size = this.#fields.get('size') ?? length;
    if (String(size) !== String(length) || length < 1 || length > MOST_SIZE) {
      throw bad(
        `The grid has ${plural(length, 'row')}, and the size is ${shown(size)}; give from 1 to ${MOST_SIZE} rows, and the same size.`,
      );
    }
    return rows.flatMap((row, r) => {
      if (!Array.isArray(row) || row.length !== length) {
        const found = Array.isArray(row) ? `has ${plural(row.length, 'cell')}` : `is ${shown(row)}`;
        throw bad(`Row ${r + 1} of the grid ${found}; give an array of ${plural(length, 'cell')}.`);
      }
      return row.map((cell, c) => {
        const where = `R${r + 1}C${c + 1} of the grid`;
        return fieldsOf(cell, where, OF_CELL, 'leave it out, or state it by others');
      });
    });
  }

  #readCandidates(cell: number, fields: Fields): void {
    const { value, given, givenPencilMarks: marks } = fields;
    const name = `R${this.#grid.rowOf(cell) + 1}C${this.#grid.columnOf(cell) + 1}`;
    const { values } = this.#shape;
    const valueIn = (content: unknown) => {
      const found =
        typeof content === 'string' && /^\d{1,2}$/.test(content) ? Number(content) : content;
      if (values.includes(found as number)) return found as number;
      throw bad(`${name} holds ${shown(content)}; give a value from 1 to ${values.length}.`);
    };
    if (!isNothing(given) && given !== true) {
      throw bad(`${name} has ${shown(given)} as given; give true, or leave it out.`);
    }
    if (!isNothing(marks) && !Array.isArray(marks)) {
      throw bad(`${name} has ${shown(marks)} as givenPencilMarks; give an array of values.`);
    }
    // A value that is not given is somebody's answer.
    if (given === true && !isNothing(value) && value !== 0) {
      this.#candidates.set(cell, [valueIn(value)]);
    } else if (Array.isArray(marks) && marks.length > 0) {
      const list = marks.slice(0, MOST_CELLS).map(valueIn);
      this.#candidates.set(
        cell,
        values.filter((one) => list.includes(one)),
      );
    }
  }

  #clues(name: string, field: unknown): Clue[] {
    if (READ_ELSEWHERE.has(name) || BESIDE.has(name)) {
      if (name === 'cage') this.#checkDrawnCages(field);
      return [];
    }
    const everywhere = Object.hasOwn(SWITCHES, name) ? SWITCHES[name] : undefined;
    const isDiagonal = name === 'diagonal+' || name === 'diagonal-';
    if (everywhere !== undefined || isDiagonal) {
      if (field !== true) throw bad(`${name} is ${shown(field)}; give true or false.`);
      if (isDiagonal) {
        const cells =
          name === 'diagonal-'
            ? this.#grid.ray(0, 0, 1, 1)
            : this.#grid.ray(0, this.#grid.columns - 1, 1, -1);
        return [{ kind: 'diagonal', cells, numbers: [] }];
      }
      if (everywhere === 'disjoint-groups' && !this.#shape.boxes) {
        throw bad(`${name} needs boxes; leave it out, or state the groups as extra regions.`);
      }
      return [{ kind: everywhere as ClueKind, cells: [], numbers: [] }];
    }
    if (name === 'nonconsecutive' || name === 'negative') return [];
    const isMark = Object.hasOwn(MARKS, name);
    const read = isMark ? undefined : this.#readerOf(name);
    if (!isMark && read === undefined) {
      const like = nearest(name, KNOWN);
      const hint = like === undefined ? '' : ` (did you mean ${like}?)`;
      throw bad(
        `${shown(name)} is a kind of clue that quadrille does not know${hint}; leave it out, or state it by others.`,
      );
    }
    if (!Array.isArray(field)) throw bad(`${name} is ${shown(field)}; give an array.`);
    if (field.length > MOST_ENTRIES) {
      throw bad(`${name} has ${field.length} entries; give at most ${MOST_ENTRIES}.`);
    }
    const known = new Set([...LOOKS, ...meantBy(name)]);
    const entries = field.map(
      (entry, k) => new Entry(this.#grid, `${name} ${k + 1}`, entry, known),
    );
    if (read === undefined) {
      const cells = [...new Set(entries.flatMap((entry) => entry.markedCells()))];
      return [{ kind: MARKS[name], cells, numbers: [] }];
    }
    return entries.flatMap(read);
  }

  #readerOf(name: string): ((entry: Entry) => Clue[]) | undefined {
    if (Object.hasOwn(LINES, name)) return (entry) => this.#lines(entry, ...LINES[name]);
    if (Object.hasOwn(OUTSIDE, name)) return (entry) => this.#outside(entry, OUTSIDE[name]);
    switch (name) {
      case 'killercage':
        return (entry) => {
          const sum = entry.number() ?? 0;
          return [{ kind: 'cage', cells: entry.cells(), numbers: sum > 0 ? [sum] : [] }];
        };
      case 'extraregion':
        return (entry) => [{ kind: 'extra-region', cells: entry.cells(), numbers: [] }];
      case 'difference':
        return (entry) => [
          { kind: 'white-dot', cells: entry.cells(), numbers: [entry.number() ?? 1] },
        ];
      case 'ratio':
        return (entry) => [
          { kind: 'black-dot', cells: entry.cells(), numbers: [entry.number() ?? 2] },
        ];
      case 'xv':
        return (entry) => {
          const { value } = entry.fields;
          if (isNothing(value)) return [];
          const letter = String(value).toLowerCase();
          if (letter === 'x' || letter === 'v') {
            return [{ kind: letter, cells: entry.cells(), numbers: [] }];
          }
          throw entry.wrong(`has the value ${shown(value)}`, 'give X or V');
        };
      case 'clone':
        return (entry) => {
          const [cells, clones] = [entry.cells(), entry.cells('cloneCells')];
          if (cells.length !== clones.length) {
            throw entry.wrong(
              `has ${plural(cells.length, 'cell')} and ${plural(clones.length, 'clone')}`,
              'give as many clones as cells',
            );
          }
          return [{ kind: 'clone', cells: [...cells, ...clones], numbers: [] }];
        };
      case 'quadruple':
        return (entry) => {
          const numbers = entry.list('values').map((value) => entry.numberIn(value));
          const cells = [...entry.cells()].sort((a, b) => a - b);
          return numbers.length > 0 ? [{ kind: 'quadruple', cells, numbers }] : [];
        };
      case 'arrow':
        return (entry) => this.#arrows(entry);
      case 'littlekillersum':
        return (entry) => this.#littleKiller(entry);
      default:
        return undefined;
    }
  }

  #lines(entry: Entry, kind: ClueKind, usual?: (size: number) => number): Clue[] {
    // A line of one cell states nothing.
    const lines = entry.lines().filter(({ length }) => length > 1);
    if (kind === 'region-sum') this.#checkRegions(entry, lines);
    const number = usual && (entry.number() ?? usual(this.#grid.rows));
    return lines.map((cells) => ({ kind, cells, numbers: number === undefined ? [] : [number] }));
  }

  /** SudokuSolver passes over cells without a region. */
  #checkRegions(entry: Entry, lines: readonly Cells[]): void {
    const { boxes, pieces } = this.#shape;
    const within = new Set(pieces.flat());
    const outside = boxes ? undefined : lines.flat().find((cell) => !within.has(cell));
    if (outside === undefined) return;
    throw entry.wrong(
      `crosses ${this.#grid.nameOf(outside)}, which has no region`,
      'keep it within regions',
    );
  }

  /** An arrow for each line, which begins in the circle. Two or three cells of a pill are digits. */
  #arrows(entry: Entry): Clue[] {
    const circle = [...entry.cells()].sort((a, b) => a - b);
    return (isNothing(entry.fields.lines) ? [] : entry.lines()).flatMap((line): Clue[] => {
      const [first, ...rest] = line;
      if (!circle.includes(first)) {
        throw entry.wrong(
          `has a line that begins at ${this.#grid.nameOf(first)}`,
          'let it begin in the circle',
        );
      }
      if (rest.length === 0) return [];
      const cells = [...circle, ...rest];
      if (circle.length === 1) return [{ kind: 'arrow', cells, numbers: [] }];
      return [{ kind: 'pill-arrow', cells, numbers: [circle.length] }];
    });
  }

  #littleKiller(entry: Entry): Clue[] {
    const sum = entry.number() ?? 0;
    if (sum === 0) return [];
    const direction = String(entry.fields.direction);
    if (!Object.hasOwn(DIRECTIONS, direction)) {
      throw entry.wrong(
        `has the direction ${shown(entry.fields.direction)}`,
        'give one of UL, UR, DL, DR',
      );
    }
    const [down, right] = DIRECTIONS[direction];
    const [row, column] = entry.place();
    const isInside = this.#grid.at(row, column) !== undefined;
    const cells = isInside
      ? this.#grid.ray(row, column, down, right)
      : this.#grid.ray(row + down, column + right, down, right);
    if (cells.length > 0) return [{ kind: 'little-killer', cells, numbers: [sum] }];
    throw entry.wrong('points past the grid', 'turn it to the grid');
  }

  #outside(entry: Entry, kind: ClueKind): Clue[] {
    const number = entry.number();
    if (number === undefined) return [];
    const grid = this.#grid;
    const [row, column] = entry.place();
    const isBefore = row < 0 || column < 0;
    const isOfRow = row >= 0 && row < grid.rows;
    if (isOfRow === (column >= 0 && column < grid.columns)) {
      throw entry.wrong(
        `names ${shown(entry.fields.cell)}`,
        'give a cell beside a row, such as R1C0, or a column, such as R0C1',
      );
    }
    const line = isOfRow ? grid.row(row) : grid.column(column);
    return [{ kind, cells: isBefore ? line : line.reverse(), numbers: [number] }];
  }

  /** What a pair without a mark means. Dots of either colour are marks. */
  #unmarked(clues: readonly Clue[]): Clue[] {
    const unmarked: Clue[] = [];
    const has = (kind: ClueKind) => clues.some((clue) => clue.kind === kind);
    const add = (kind: ClueKind, numbers: readonly number[] = []) =>
      unmarked.push({ kind, cells: [], numbers });
    const consecutive = this.#fields.get('nonconsecutive') ?? false;
    if (typeof consecutive !== 'boolean') {
      throw bad(`nonconsecutive is ${shown(consecutive)}; give true or false.`);
    }
    if (consecutive) {
      if (has('white-dot') || has('black-dot')) add('strict-difference', [1]);
      else add('non-consecutive');
    }
    const negative = this.#fields.get('negative') ?? [];
    if (!Array.isArray(negative)) throw bad(`negative is ${shown(negative)}; give an array.`);
    for (const name of new Set<unknown>(negative)) {
      if (name === 'xv') add('strict-xv');
      else if (name === 'ratio') {
        const dots = clues.filter(({ kind }) => kind === 'black-dot');
        const ratios = new Set(dots.map(({ numbers }) => numbers[0]));
        add('strict-ratio', ratios.size > 0 ? [...ratios].sort((a, b) => a - b) : [2]);
      } else if (name !== 'foglight') {
        throw bad(
          `negative names ${shown(name)}; give ratio or xv, and nonconsecutive for differences.`,
        );
      }
    }
    return unmarked;
  }

  /** Drawn cages mean nothing, except those that SudokuSolver reads as a digital root. */
  #checkDrawnCages(field: unknown): void {
    for (const [k, cage] of (Array.isArray(field) ? field : []).entries()) {
      if (!isObject(cage) || !/^\s*DR\d/.test(String(cage.value))) continue;
      throw bad(
        `cage ${k + 1} is a digital root, which quadrille does not know; leave it out, or state it by others.`,
      );
    }
  }

  #text(name: string): string | undefined {
    const text = this.#fields.get(name);
    if (text === undefined || typeof text === 'string') return text;
    throw bad(`${name} is ${shown(text)}; give a text.`);
  }

  /** The values of all cells, if all are known. */
  #solution(): number[] | undefined {
    const field = this.#fields.get('solution');
    if (field === undefined) return undefined;
    const list = typeof field === 'string' ? field.split(field.includes(',') ? ',' : '') : field;
    if (!Array.isArray(list) || list.length !== this.#grid.cells) {
      throw bad(
        `The solution is ${shown(field)}; give a value for each of ${plural(this.#grid.cells, 'cell')}.`,
      );
    }
    const values = list.map((value) => (typeof value === 'string' ? Number(value) : value));
    return values.every((value) => this.#shape.values.includes(value)) ? values : undefined;
  }
}

const READ_ELSEWHERE = names('size grid title author ruleset solution');

/** An entry of a list of clues. */
class Entry {
  readonly fields: Fields;
  readonly #grid: CellGrid;
  readonly #where: string;

  constructor(grid: CellGrid, where: string, entry: unknown, known: ReadonlySet<string>) {
    this.#grid = grid;
    this.#where = where;
    this.fields = fieldsOf(entry, where, known, 'leave it out, or state it by others');
  }

  list(name: EntryField): readonly unknown[] {
    const list = this.fields[name] ?? [];
    if (!Array.isArray(list)) throw this.wrong(`has ${shown(list)} as ${name}`, 'give an array');
    if (list.length <= MOST_CELLS) return list;
    throw this.wrong(`has ${list.length} ${name}`, `give at most ${MOST_CELLS}`);
  }

  cells(name: EntryField = 'cells'): number[] {
    return this.#cellsIn(this.list(name), name);
  }

  lines(): number[][] {
    const lines = this.list('lines');
    if (lines.length === 0) throw this.wrong('has no lines', 'give some, as in [["R1C1", "R1C2"]]');
    return lines.map((line) => {
      if (!Array.isArray(line))
        throw this.wrong(`has the line ${shown(line)}`, 'give an array of cells');
      if (line.length > MOST_CELLS) {
        throw this.wrong(`has a line of ${line.length} cells`, `give at most ${MOST_CELLS}`);
      }
      return this.#cellsIn(line, 'cells');
    });
  }

  /** The cell of a mark. */
  markedCells(): number[] {
    const { cell, cells } = this.fields;
    if (isNothing(cell)) return this.cells();
    return [...this.#cellsIn([cell], 'cell'), ...(isNothing(cells) ? [] : this.cells())];
  }

  /** Row and column from 0 of a cell that may lie beside the grid. */
  place(): [row: number, column: number] {
    const { cell } = this.fields;
    const [row, column] = placeOf(cell);
    const { rows, columns } = this.#grid;
    if (row >= -1 && column >= -1 && row <= rows && column <= columns) return [row, column];
    throw this.wrong(
      `names the cell ${shown(cell)}`,
      `give one from R0C0 to R${rows + 1}C${columns + 1}`,
    );
  }

  /** The value; undefined if there is none. */
  number(): number | undefined {
    const { value } = this.fields;
    return isNothing(value) ? undefined : this.numberIn(value);
  }

  numberIn(value: unknown): number {
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
    if (/^\d{1,5}$/.test(text)) return Number(text);
    throw this.wrong(`has the value ${shown(value)}`, 'give a whole number');
  }

  wrong(what: string, remedy: string): QuadrilleError {
    return bad(`${this.#where} ${what}; ${remedy}.`);
  }

  #cellsIn(list: readonly unknown[], what: string): number[] {
    if (list.length === 0) throw this.wrong(`has no ${what}`, 'give some, as in ["R1C1", "R1C2"]');
    return list.map((name) => {
      const cell = this.#grid.at(...placeOf(name));
      if (cell !== undefined) return cell;
      const { rows, columns } = this.#grid;
      throw this.wrong(
        `names the cell ${shown(name)}`,
        `give one from R1C1 to R${rows}C${columns}`,
      );
    });
  }
}

/** The fields of an entry of a kind that mean something. */
function meantBy(name: string): readonly EntryField[] {
  if (Object.hasOwn(LINES, name)) return LINES[name].length > 1 ? ['lines', 'value'] : ['lines'];
  if (Object.hasOwn(OUTSIDE, name)) return ['cell', 'value'];
  return OF_ENTRIES[name] ?? ['cell', 'cells'];
}

/** Row and column of a name, from 0; NaN if it is none. */
function placeOf(name: unknown): [row: number, column: number] {
  const [, row, column] = (typeof name === 'string' && /^R(\d{1,2})C(\d{1,2})$/i.exec(name)) || [];
  return [Number(row) - 1, Number(column) - 1];
}

/**
 * The boxes, or the pieces that the cells name. A cell that names none is in its box; where no boxes
 * tile the grid, it is in its row.
 */
function regionsOf(cells: readonly Fields[], size: number): Pick<VariantShape, 'boxes' | 'pieces'> {
  const grid = new CellGrid({ rows: size, columns: size });
  const usual = grid.box === undefined ? ranged(size, (row) => grid.row(row)) : grid.boxes();
  const usualOf = new Map(usual.flatMap((region, k) => region.map((cell) => [cell, k] as const)));
  const regions = new Map<number, number[]>();
  for (const [cell, { region = usualOf.get(cell) }] of cells.entries()) {
    if (region === null) continue;
    const number = typeof region === 'string' && /^\d{1,3}$/.test(region) ? Number(region) : region;
    if (typeof number !== 'number' || !Number.isInteger(number)) {
      throw bad(
        `${grid.nameOf(cell)} has the region ${shown(region)}; give a whole number, or null for none.`,
      );
    }
    regions.set(number, [...(regions.get(number) ?? []), cell]);
  }
  const pieces = [...regions.values()];
  for (const [number, piece] of regions) {
    if (piece.length === size) continue;
    throw bad(
      `Region ${number} has ${plural(piece.length, 'cell')}; give ${size}, and null to cells without a region.`,
    );
  }
  const isUsual = pieces.every((piece) => usual.some((one) => one.join() === piece.join()));
  if (isUsual && pieces.length === size) return { boxes: grid.box !== undefined, pieces: [] };
  return { boxes: false, pieces };
}

/** The fields of an object that have no unknown name. */
function fieldsOf(
  value: unknown,
  where: string,
  known: ReadonlySet<string>,
  remedy: string,
): Fields {
  if (!isObject(value)) throw bad(`${where} is ${shown(value)}; give an object.`);
  for (const [name, field] of Object.entries(value)) {
    if (known.has(name) || isNothing(field)) continue;
    throw bad(`${where} has ${shown(name)}, which quadrille does not know; ${remedy}.`);
  }
  return value;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isNothing(field: unknown): boolean {
  if (Array.isArray(field)) return field.length === 0;
  return field === undefined || field === null || field === false || field === '';
}

function names(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.join(' ').split(' '));
}

function ranged<T>(length: number, make: (k: number) => T): T[] {
  return Array.from({ length }, (_, k) => make(k));
}

/** What to do with a puzzle of SudokuPad that is drawn only. */
export const DRAWN_ONLY =
  'This is a drawing of SudokuPad, which does not state its rules; give the puzzle as a link or file of f-puzzles, or as a string of Interactive Sudoku Solver.';

function bad(message: string): QuadrilleError {
  return new QuadrilleError('bad-text', message);
}
