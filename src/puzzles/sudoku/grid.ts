import { plural, QuadrilleError, shown } from '../../engine/problem/error.ts';
import { checkShape, type Shape } from './shape.ts';
import { Symbols } from './symbols.ts';

/**
 * The values of all cells, row by row: 1 to the size, 0 for a blank. The library takes any array
 * and returns a Uint8Array.
 */
export type Grid = ArrayLike<number>;

/** The givens of a Sudoku with their shape and alphabet. */
export interface Puzzle {
  readonly shape: Shape;
  readonly givens: Uint8Array;
  readonly symbols: Symbols;
  /** The line of the text on which it begins, from 1. */
  readonly line?: number | undefined;
}

/** What must have each value once. */
export type Unit = 'row' | 'column' | 'box';

/** A value that stands in a unit more than once. */
export interface Mistake {
  readonly unit: Unit;
  /** The number of the unit, from 1. Boxes count row by row. */
  readonly number: number;
  readonly value: number;
  /** The cells that hold the value, two or more, numbered from 0. */
  readonly cells: readonly number[];
}

/** The state of a grid by itself. It does not say whether an unfinished grid can be completed. */
export interface Verdict {
  readonly answer: 'solved' | 'unfinished' | 'wrong';
  readonly mistakes: readonly Mistake[];
  /** The blank cells, numbered from 0. */
  readonly blanks: readonly number[];
}

/** An error about a grid. The message names the cells and the unit. */
export class GridError extends QuadrilleError {
  /** The cells that the message names, numbered from 0. */
  readonly cells: readonly number[];

  constructor(message: string, cells: readonly number[] = [], line?: number) {
    super('bad-grid', message, { line });
    this.cells = cells;
  }
}

const UNITS: readonly Unit[] = ['row', 'column', 'box'];

/** Tells whether a grid is solved. If not, tells which cells are blank and which are wrong. */
export function check(shape: Shape, grid: Grid): Verdict {
  checkValues(shape, grid);
  const mistakes = [...mistakesIn(shape, grid)];
  const blanks: number[] = [];
  for (let cell = 0; cell < shape.cells; cell++) if (grid[cell] === 0) blanks.push(cell);
  const answer = mistakes.length > 0 ? 'wrong' : blanks.length > 0 ? 'unfinished' : 'solved';
  return { answer, mistakes, blanks };
}

/** Throws if the givens do not fit the shape, are no values, or stand twice in a unit. */
export function checkGivens(shape: Shape, givens: Grid): void {
  checkValues(shape, givens);
  for (const { unit, number, value, cells } of mistakesIn(shape, givens)) {
    const names = cells.map((cell) => shape.cellName(cell));
    const last = names.pop();
    const all = cells.length === 2 ? 'both' : 'all';
    const which = unit === 'box' ? `box ${number} (of ${shape.boxes})` : `${unit} ${number}`;
    throw new GridError(
      `${names.join(', ')} and ${last} are ${all} in ${which} and hold ${value}; ` +
        'leave one of them as it is, and change the others or leave them blank.',
      cells,
    );
  }
}

/** Throws if the grid has the wrong number of cells, or a cell holds no value. */
export function checkValues(shape: Shape, grid: Grid): void {
  checkShape(shape);
  const { cells, size } = shape;
  if (typeof grid !== 'object' || grid?.length !== cells) {
    const length = typeof grid === 'object' ? grid?.length : undefined;
    throw new GridError(
      `The grid ${length === undefined ? `is ${shown(grid)}` : `has ${plural(length, 'cell')}`}; ` +
        `a Sudoku of ${shape} needs an array of ${plural(cells, 'value')}, row by row, 0 for a blank.`,
    );
  }
  for (let cell = 0; cell < cells; cell++) {
    const value = grid[cell];
    if (Number.isInteger(value) && value >= 0 && value <= size) continue;
    throw new GridError(
      `${shape.cellName(cell)} holds ${shown(value)}; give a number from 1 to ${size}, or 0.`,
      [cell],
    );
  }
}

/** Every value that stands in a unit more than once: rows first, then columns, then boxes. */
function* mistakesIn(shape: Shape, grid: Grid): Generator<Mistake> {
  const { size } = shape;
  for (const unit of UNITS) {
    for (let number = 1; number <= size; number++) {
      const cells = cellsOf(shape, unit, number - 1);
      const seen = new Set<number>();
      const repeated = new Set<number>();
      for (const cell of cells) {
        const value = grid[cell];
        if (value > 0 && seen.has(value)) repeated.add(value);
        seen.add(value);
      }
      for (const value of repeated) {
        yield { unit, number, value, cells: cells.filter((cell) => grid[cell] === value) };
      }
    }
  }
}

/** The cells of a unit. Units and cells count from 0. */
function cellsOf(shape: Shape, unit: Unit, number: number): number[] {
  const { size, boxRows, boxColumns } = shape;
  return Array.from({ length: size }, (_, k) => {
    if (unit === 'row') return number * size + k;
    if (unit === 'column') return k * size + number;
    const row = number - (number % boxRows) + Math.floor(k / boxColumns);
    return row * size + (number % boxRows) * boxColumns + (k % boxColumns);
  });
}

/**
 * A grid on one line, its symbols without space, a point for a blank. The alphabet is that of a
 * puzzle, or has that name. Integers (beyond size 61 it always is) are written as `writeIntegers`
 * does.
 */
export function writeLine(shape: Shape, grid: Grid, symbols?: Symbols | string): string {
  return checked(shape, grid, symbols).write(grid);
}

/** A grid on one line, as numbers with a space between, 0 for a blank. For every size. */
export function writeIntegers(shape: Shape, grid: Grid): string {
  return checked(shape, grid, 'integers').write(grid);
}

/** A grid for people: a line for each row, borders between boxes, columns aligned. */
export function writeFramed(shape: Shape, grid: Grid, symbols?: Symbols | string): string {
  const alphabet = checked(shape, grid, symbols);
  const { size, boxRows, boxColumns } = shape;
  const width = alphabet.symbolOf(size).length;
  const rule = `+${`${'-'.repeat(boxColumns * (width + 1) + 1)}+`.repeat(boxRows)}`;
  const lines = [rule];
  for (let row = 0; row < size; row++) {
    let line = '|';
    for (let column = 0; column < size; column++) {
      const value = grid[row * size + column];
      line += ` ${alphabet.symbolOf(value).padStart(width)}`;
      if ((column + 1) % boxColumns === 0) line += ' |';
    }
    lines.push(line);
    if ((row + 1) % boxRows === 0) lines.push(rule);
  }
  return lines.join('\n');
}

/** A grid for programs, as JSON on one line: its size, its boxes, and its rows, 0 for a blank. */
export function writeJson(shape: Shape, grid: Grid): string {
  checked(shape, grid, undefined);
  const { size, boxRows, boxColumns } = shape;
  const values = Array.from(grid);
  const rows = values.flatMap((_, cell) =>
    cell % size === 0 ? [values.slice(cell, cell + size)] : [],
  );
  return JSON.stringify({ size, boxes: `${boxRows}x${boxColumns}`, rows });
}

/** The alphabet to write in; refuses a grid that is none of that shape. */
function checked(shape: Shape, grid: Grid, symbols: Symbols | string | undefined): Symbols {
  checkValues(shape, grid);
  return Symbols.given(symbols, shape.size);
}
