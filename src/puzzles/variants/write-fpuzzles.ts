import { plural, QuadrilleError } from '../../engine/problem/error.ts';
import type { CellGrid, Cells } from './cell-grid.ts';
import type { Clue, ClueKind } from './clue.ts';
import { titleOf } from './clue-words.ts';
import type { Variant } from './variant.ts';

type Entry = Readonly<Record<string, unknown>>;

/** Kinds that are true or false. */
const SWITCHES: Readonly<Partial<Record<ClueKind, string>>> = {
  'anti-knight': 'antiknight',
  'anti-king': 'antiking',
  'disjoint-groups': 'disjointgroups',
  'non-consecutive': 'nonconsecutive',
};
/** Lines; those that f-puzzles knows by SudokuSolver only are drawn as well. */
const LINES: Readonly<
  Partial<
    Record<ClueKind, readonly [name: string, drawn?: readonly [colour: string, width: number]]>
  >
> = {
  thermometer: ['thermometer'],
  palindrome: ['palindrome'],
  between: ['betweenline'],
  renban: ['renban', ['#F067F0', 0.25]],
  whisper: ['whispers', ['#67F067', 0.1875]],
  'region-sum': ['regionsumline', ['#2ECBFF', 0.15625]],
  lockout: ['lockout', ['#CCCCFF', 0.15625]],
};
const DIRECTIONS = [
  ['UL', -1, -1],
  ['UR', -1, 1],
  ['DL', 1, -1],
  ['DR', 1, 1],
] as const;

/**
 * A variant as a puzzle of f-puzzles, in JSON. Windows become extra regions, and so do pieces beside
 * boxes; an inequality becomes a thermometer of two cells: they mean the same. Throws if it cannot
 * state something.
 */
export function writeFPuzzles(variant: Variant): string {
  return new FPuzzlesWriter(variant).text();
}

class FPuzzlesWriter {
  readonly #variant: Variant;
  readonly #grid: CellGrid;
  readonly #fields = new Map<string, unknown>();

  constructor(variant: Variant) {
    this.#variant = variant;
    this.#grid = variant.grid;
  }

  text(): string {
    const { shape, title, author, rules, solution, clues } = this.#variant;
    const { rows, columns, values } = shape;
    if (rows !== columns) throw cannot(`a grid of ${rows}x${columns}`, 'give a square one');
    if (values[0] !== 1 || values.length > rows) {
      throw cannot(
        `the values ${values[0]} to ${values[values.length - 1]} in ${plural(rows, 'row')}`,
        `give 1 to ${rows}`,
      );
    }
    this.#fields.set('size', rows);
    for (const [name, text] of Object.entries({ title, author, ruleset: rules })) {
      if (text !== undefined) this.#fields.set(name, text);
    }
    this.#fields.set('grid', this.#rows());
    for (const clue of clues) this.#writeClue(clue);
    if (solution !== undefined) this.#fields.set('solution', solution);
    return JSON.stringify(Object.fromEntries(this.#fields));
  }

  #rows(): Entry[][] {
    const { boxes, pieces } = this.#variant.shape;
    const grid = this.#grid;
    const isUsual = pieces.length === 0 && boxes === (grid.box !== undefined);
    const regionOf = new Map<number, number>();
    for (const [k, piece] of pieces.entries()) {
      if (boxes) this.#add('extraregion', { cells: this.#names(piece) });
      else if (piece.length === grid.size) for (const cell of piece) regionOf.set(cell, k);
      else
        throw cannot(
          `a piece of ${plural(piece.length, 'cell')}`,
          `give ${plural(grid.size, 'cell')}`,
        );
    }
    const cells = Array.from({ length: grid.cells }, (_, cell): Entry => {
      const values = this.#variant.candidates.get(cell);
      if (values?.length === 0) {
        throw cannot(`no value at all in ${grid.nameOf(cell)}`, 'give it a value');
      }
      return {
        ...(values?.length === 1 ? { value: values[0], given: true } : {}),
        ...(values !== undefined && values.length > 1 ? { givenPencilMarks: values } : {}),
        ...(isUsual || boxes ? {} : { region: regionOf.get(cell) ?? null }),
      };
    });
    return Array.from({ length: grid.rows }, (_, row) =>
      cells.slice(row * grid.columns, (row + 1) * grid.columns),
    );
  }

  #writeClue(clue: Clue): void {
    const { kind, cells, numbers } = clue;
    const names = this.#names(cells);
    const [number] = numbers;
    const value = number === undefined ? {} : { value: String(number) };
    const everywhere = SWITCHES[kind];
    if (everywhere !== undefined) {
      if (kind === 'non-consecutive' && this.#hasDots()) {
        throw this.#cannotState(clue, 'leave out the dots, which would be exempt');
      }
      if (kind === 'disjoint-groups' && !this.#variant.shape.boxes) {
        throw this.#cannotState(clue, 'give boxes, or the groups as extra regions');
      }
      this.#fields.set(everywhere, true);
      return;
    }
    const line = LINES[kind];
    if (line !== undefined) {
      const [name, drawn] = line;
      if (kind === 'region-sum' && this.#variant.regions.length === 0) {
        throw this.#cannotState(clue, 'leave it out: without regions it says nothing');
      }
      this.#add(name, { lines: [names], ...value });
      if (drawn === undefined) return;
      const [outlineC, width] = drawn;
      this.#add('line', { lines: [names], outlineC, width });
      return;
    }
    switch (kind) {
      case 'windoku':
        for (const window of this.#grid.windows()) {
          this.#add('extraregion', { cells: this.#names(window) });
        }
        return;
      case 'strict-difference':
        if (numbers.join() !== '1') throw this.#cannotState(clue, 'give a difference of 1');
        this.#fields.set('nonconsecutive', true);
        return;
      case 'strict-ratio':
        this.#checkRatios(clue);
        this.#addNegative('ratio');
        return;
      case 'strict-xv':
        this.#addNegative('xv');
        return;
      case 'diagonal':
        this.#fields.set(cells.includes(0) ? 'diagonal-' : 'diagonal+', true);
        return;
      case 'extra-region':
        this.#add('extraregion', { cells: names });
        return;
      case 'cage':
        if (number === 0) throw this.#cannotState(clue, 'give a sum from 1, or none');
        this.#add('killercage', { cells: names, ...value });
        return;
      case 'clone': {
        const half = names.length / 2;
        this.#add('clone', { cells: names.slice(0, half), cloneCells: names.slice(half) });
        return;
      }
      case 'odd':
      case 'even':
      case 'minimum':
      case 'maximum':
        for (const cell of names) this.#add(kind, { cell });
        return;
      case 'arrow':
        this.#add('arrow', { cells: names.slice(0, 1), lines: [names] });
        return;
      case 'pill-arrow': {
        const pill = cells.slice(0, number);
        if (pill.some((cell, k) => k > 0 && cell < pill[k - 1])) {
          throw this.#cannotState(clue, 'name the cells of the pill row by row');
        }
        const lines = [[names[number - 1], ...names.slice(number)]];
        this.#add('arrow', { cells: names.slice(0, number), lines });
        return;
      }
      case 'white-dot':
        this.#add('difference', { cells: names, ...value });
        return;
      case 'black-dot':
        this.#add('ratio', { cells: names, ...value });
        return;
      case 'x':
      case 'v':
        this.#add('xv', { cells: names, value: kind.toUpperCase() });
        return;
      case 'inequality':
        this.#add('thermometer', { lines: [[...names].reverse()] });
        return;
      case 'quadruple':
        this.#add('quadruple', { cells: names, values: numbers });
        return;
      case 'little-killer':
        if (number === 0) throw this.#cannotState(clue, 'give a sum from 1');
        this.#add('littlekillersum', { ...this.#arrowTo(cells), cells: names, ...value });
        return;
      case 'sandwich':
        this.#add('sandwichsum', { cell: this.#cellBefore(cells), ...value });
        return;
      case 'x-sum':
        this.#addOutside('xsum', cells, value, '\u25ef');
        return;
      case 'skyscraper':
        this.#addOutside('skyscraper', cells, value, '\u25af');
        return;
      default:
        throw this.#cannotState(clue, 'leave it out');
    }
  }

  /** SudokuSolver knows it, f-puzzles draws what it is told. */
  #addOutside(
    name: string,
    cells: Cells,
    { value = '' }: { value?: string },
    symbol: string,
  ): void {
    const cell = this.#cellBefore(cells);
    this.#add(name, { cell, value });
    this.#add('text', { cells: [cell], value: symbol, fontC: '#000000', size: 1.2 });
    this.#add('text', { cells: [cell], value, fontC: '#000000', size: 0.7 });
  }

  /** The cell outside from which a line is seen. */
  #cellBefore(cells: Cells): string {
    const grid = this.#grid;
    const last = cells[cells.length - 1];
    const down = Math.sign(grid.rowOf(last) - grid.rowOf(cells[0]));
    const right = Math.sign(grid.columnOf(last) - grid.columnOf(cells[0]));
    // A line of one cell is seen from the left.
    return this.#place(cells[0], down, down === 0 && right === 0 ? 1 : right);
  }

  #arrowTo(cells: Cells): { cell: string; direction: string } {
    const grid = this.#grid;
    const [row, column] = [grid.rowOf(cells[0]), grid.columnOf(cells[0])];
    for (const [direction, down, right] of DIRECTIONS) {
      const isWhole = grid.at(row - down, column - right) === undefined;
      if (isWhole && grid.ray(row, column, down, right).join() === cells.join()) {
        return { cell: this.#place(cells[0], down, right), direction };
      }
    }
    throw new Error('A little killer is no diagonal.');
  }

  /** Without dots the ratio is 2, else all ratios of the dots. */
  #checkRatios(clue: Clue): void {
    const { clues } = this.#variant;
    const numbersOf = (kind: ClueKind) => {
      const numbers = clues.filter((one) => one.kind === kind).flatMap((one) => one.numbers);
      return [...new Set(numbers)].sort((a, b) => a - b).join();
    };
    if (numbersOf('strict-ratio') === (numbersOf('black-dot') || '2')) return;
    throw this.#cannotState(clue, 'exclude the ratios of the dots, or 2 without dots');
  }

  #hasDots(): boolean {
    return this.#variant.clues.some(({ kind }) => kind === 'white-dot' || kind === 'black-dot');
  }

  #addNegative(name: string): void {
    const negative = (this.#fields.get('negative') ?? []) as readonly string[];
    if (!negative.includes(name)) this.#fields.set('negative', [...negative, name]);
  }

  #add(name: string, entry: Entry): void {
    const entries = this.#fields.get(name);
    if (Array.isArray(entries)) entries.push(entry);
    else this.#fields.set(name, [entry]);
  }

  #names(cells: Cells): string[] {
    return cells.map((cell) => this.#place(cell, 0, 0));
  }

  /** The name of a place so far before a cell. */
  #place(cell: number, down: number, right: number): string {
    return `R${this.#grid.rowOf(cell) + 1 - down}C${this.#grid.columnOf(cell) + 1 - right}`;
  }

  #cannotState(clue: Clue, remedy: string): QuadrilleError {
    return cannot(`the ${titleOf(clue, this.#grid)}`, remedy);
  }
}

function cannot(what: string, remedy: string): QuadrilleError {
  return new QuadrilleError('not-supported', `f-puzzles cannot state ${what}; ${remedy}.`);
}
