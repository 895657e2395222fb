import { nearest, plural, QuadrilleError, shown } from '../../engine/problem/error.ts';
import type { Problem } from '../../engine/problem/problem.ts';
import type { Placement } from '../sudoku/encode.ts';
import { CellGrid, type Cells } from './cell-grid.ts';
import { CLUES, type Clue, type ClueKind, formOf } from './clue.ts';
import type { RuledGrid } from './houses.ts';
import { checkShape, MOST_CELLS, type VariantShape } from './shape.ts';
import { problemOf } from './statement.ts';

/** More than any puzzle has, and few enough to be checked at once. */
const MOST_CLUES = 10_000;

/** What a variant Sudoku states; all but the shape may be left out. */
export interface VariantStatement {
  readonly shape: VariantShape;
  readonly clues?: readonly Clue[] | undefined;
  /** Cell -> the values that it may have: one for a given. Cells that are left out may have any. */
  readonly candidates?: ReadonlyMap<number, readonly number[]> | undefined;
  readonly title?: string | undefined;
  readonly author?: string | undefined;
  /** The rules in the words of the author. */
  readonly rules?: string | undefined;
  /** The values of all cells, where the author has stated them. */
  readonly solution?: readonly number[] | undefined;
}

/** A Sudoku with rules beyond rows, columns and boxes. */
export class Variant implements RuledGrid {
  readonly shape: VariantShape;
  readonly grid: CellGrid;
  readonly clues: readonly Clue[];
  /** Cell -> the values that it may have, ascending; the cells that may have any are left out. */
  readonly candidates: ReadonlyMap<number, readonly number[]>;
  readonly title: string | undefined;
  readonly author: string | undefined;
  readonly rules: string | undefined;
  readonly solution: readonly number[] | undefined;
  #problem: Problem<Placement | undefined> | undefined;

  /** Throws if a cell is outside, a number makes no sense, or a clue has not the cells of its kind. */
  constructor(statement: VariantStatement) {
    if (typeof statement?.shape !== 'object' || statement.shape === null) {
      throw bad(`The variant is ${shown(statement)}; give { shape: plainShape(9), clues: [...] }.`);
    }
    const { shape, clues = [], candidates = new Map(), solution } = statement;
    checkShape(shape);
    this.shape = shape;
    this.grid = new CellGrid(shape);
    if (clues.length > MOST_CLUES) {
      throw bad(`There are ${clues.length} clues; give at most ${MOST_CLUES}.`);
    }
    for (const clue of clues) this.#checkClue(clue);
    this.clues = [...clues];
    for (const [cell, values] of candidates) this.#checkCandidates(cell, values);
    this.candidates = new Map(
      [...candidates]
        .sort(([a], [b]) => a - b)
        .map(([cell, values]) => [cell, shape.values.filter((value) => values.includes(value))]),
    );
    if (solution !== undefined && solution.length !== this.grid.cells) {
      throw bad(
        `The solution has ${plural(solution.length, 'value')}; give one for each of ${plural(this.grid.cells, 'cell')}.`,
      );
    }
    this.title = statement.title;
    this.author = statement.author;
    this.rules = statement.rules;
    this.solution = solution;
  }

  /** The kinds of clues that there are, in the order of `CLUES`; `jigsaw` and `no-boxes` first. */
  get kinds(): readonly (ClueKind | 'jigsaw' | 'no-boxes')[] {
    const present = new Set(this.clues.map(({ kind }) => kind));
    const { boxes, pieces } = this.shape;
    return [
      ...(pieces.length > 0 ? (['jigsaw'] as const) : []),
      ...(boxes || pieces.length > 0 ? [] : (['no-boxes'] as const)),
      ...(Object.keys(CLUES) as ClueKind[]).filter((kind) => present.has(kind)),
    ];
  }

  /** The given values, row by row; undefined for a blank. */
  get givens(): (number | undefined)[] {
    return Array.from({ length: this.grid.cells }, (_, cell) => {
      const values = this.candidates.get(cell);
      return values?.length === 1 ? values[0] : undefined;
    });
  }

  /** The boxes and pieces. */
  get regions(): readonly Cells[] {
    return [...(this.shape.boxes ? this.grid.boxes() : []), ...this.shape.pieces];
  }

  /** The values that a cell may have as the puzzle is stated. */
  valuesOf(cell: number): readonly number[] {
    return this.candidates.get(cell) ?? this.shape.values;
  }

  /**
   * The exact cover with rules. Options that place a value have a payload; those that a clue adds have
   * none.
   */
  get problem(): Problem<Placement | undefined> {
    this.#problem ??= problemOf(this);
    return this.#problem;
  }

  /** The values of all cells of a solution, row by row. */
  decode(placements: Iterable<Placement | undefined>): number[] {
    const values: number[] = [];
    for (const placement of placements) {
      if (placement === undefined) continue;
      values[this.grid.cellOf(placement)] = placement.value;
    }
    return values;
  }

  #checkClue(clue: Clue): void {
    const { kind, cells, numbers } = clue ?? {};
    if (!Array.isArray(cells) || !Array.isArray(numbers)) {
      throw bad(`A clue is ${shown(clue)}; give { kind: 'cage', cells: [0, 1], numbers: [3] }.`);
    }
    if (!Object.hasOwn(CLUES, kind)) {
      const like = typeof kind === 'string' ? nearest(kind, Object.keys(CLUES)) : undefined;
      const hint = like === undefined ? '' : ` (did you mean ${like}?)`;
      throw bad(
        `There is no kind of clue ${shown(kind)}${hint}; give one of ${Object.keys(CLUES).join(', ')}.`,
      );
    }
    const { grid } = this;
    const { title, place, least, count, numbers: meaning } = formOf(kind);
    const where = cells.length > 0 ? ` at ${this.#shownCell(cells[0])}` : '';
    const wrong = (what: string, remedy: string) => bad(`The ${title}${where} ${what}; ${remedy}.`);
    for (const cell of cells) {
      if (Number.isInteger(cell) && cell >= 0 && cell < this.grid.cells) continue;
      throw wrong(`names cell ${shown(cell)}`, `give cells from 0 to ${this.grid.cells - 1}`);
    }
    const few = place === 'grid' && cells.length > 0 ? 'none' : `${least} or more`;
    if (cells.length < least || few === 'none') {
      throw wrong(`has ${plural(cells.length, 'cell')}`, `give ${few}`);
    }
    if (place !== 'line' && new Set(cells).size < cells.length) {
      const twice = cells.find((cell, k) => cells.indexOf(cell) < k) as number;
      throw wrong(`has ${this.grid.nameOf(twice)} twice`, 'give each cell once');
    }
    if (kind === 'extra-region' && cells.length > this.shape.values.length) {
      throw wrong(
        `has ${plural(cells.length, 'cell')}`,
        `give at most ${this.shape.values.length}, one for each value`,
      );
    }
    if (cells.length > MOST_CELLS) {
      throw wrong(`has ${cells.length} cells`, `give at most ${MOST_CELLS}`);
    }
    const mistake = this.#misplaced(clue);
    if (mistake !== undefined) throw wrong('has cells elsewhere', `give ${mistake}`);
    const needsBoxes = kind === 'windoku' || kind === 'disjoint-groups';
    if (needsBoxes && grid.box === undefined) {
      throw wrong('needs boxes', `leave it out, for no boxes of ${grid.size} cells tile the grid`);
    }
    const [fewest, most] = count;
    if (numbers.length < fewest || numbers.length > most) {
      const many = fewest === most ? '' : `, ${fewest} to ${most}`;
      const wanted = meaning === undefined ? 'none' : `${meaning}${many}`;
      throw wrong(`has ${plural(numbers.length, 'number')}`, `give ${wanted}`);
    }
    for (const number of numbers) {
      if (Number.isInteger(number) && number >= 0 && number <= 10_000) continue;
      throw wrong(`has the number ${shown(number)}`, 'give a whole number from 0 to 10,000');
    }
    const { length } = cells;
    if (kind === 'clone' && length % 2 > 0) {
      throw wrong(
        `has ${plural(length, 'cell')}`,
        'give an even number: the cells, then their clones',
      );
    }
    if (kind === 'pill-arrow' && !(numbers[0] >= 2 && numbers[0] <= 3 && numbers[0] < length)) {
      throw wrong(`has a pill of ${numbers[0]}`, 'give a pill of 2 or 3 cells, then the others');
    }
  }

  /** What the cells of a clue have to be, if they are not. */
  #misplaced({ kind, cells }: Clue): string | undefined {
    const { grid } = this;
    const [a = 0, b = 0] = cells;
    switch (formOf(kind).place) {
      case 'pair':
        return cells.length === 2 && grid.isNear(a, b) ? undefined : 'two cells that share a side';
      case 'square':
        return same(grid.square(a), cells) ? undefined : '2 x 2 cells, row by row';
      case 'row':
        return this.#lines(a).some((line) => same(line, cells))
          ? undefined
          : 'a whole row or column, from one end to the other';
      case 'diagonal':
        if (kind === 'diagonal' && !(grid.rows === grid.columns && cells.length === grid.rows)) {
          return 'one of the two diagonals of a square grid, from corner to corner';
        }
        return this.#diagonals(a).some((line) => same(line, cells))
          ? undefined
          : 'a whole diagonal, from border to border';
      default:
        return undefined;
    }
  }

  /** The row and the column that begin in a cell at the border, from there on. */
  #lines(cell: number): number[][] {
    const row = this.grid.row(this.grid.rowOf(cell));
    const column = this.grid.column(this.grid.columnOf(cell));
    return [row, [...row].reverse(), column, [...column].reverse()];
  }

  /** The diagonals that begin in a cell at the border. */
  #diagonals(cell: number): number[][] {
    const { grid } = this;
    const [row, column] = [grid.rowOf(cell), grid.columnOf(cell)];
    const isFirst = ([down, right]: readonly number[]) =>
      grid.at(row - down, column - right) === undefined;
    return DIAGONAL_MOVES.filter(isFirst).map(([down, right]) =>
      grid.ray(row, column, down, right),
    );
  }

  #checkCandidates(cell: number, values: readonly number[]): void {
    if (!(Number.isInteger(cell) && cell >= 0 && cell < this.grid.cells)) {
      throw bad(
        `There is a given in cell ${shown(cell)}; give cells from 0 to ${this.grid.cells - 1}.`,
      );
    }
    const other = values.find((value) => !this.shape.values.includes(value));
    if (other === undefined) return;
    const { values: all } = this.shape;
    throw bad(
      `${this.grid.nameOf(cell)} holds ${shown(other)}; give a value from ${all[0]} to ${all[all.length - 1]}.`,
    );
  }

  #shownCell(cell: number): string {
    const isCell = Number.isInteger(cell) && cell >= 0 && cell < this.grid.cells;
    return isCell ? this.grid.nameOf(cell) : `cell ${shown(cell)}`;
  }
}

/** Down and right. */
const DIAGONAL_MOVES = [
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
] as const;

function same(a: Cells | undefined, b: Cells): boolean {
  return a !== undefined && a.length === b.length && a.every((cell, k) => cell === b[k]);
}

function bad(message: string): QuadrilleError {
  return new QuadrilleError('bad-grid', message);
}
