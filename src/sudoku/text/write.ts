import { checkValues, type Grid } from '../grid.ts';
import type { Shape } from '../shape.ts';
import { Symbols } from '../symbols.ts';

/**
 * A grid on one line, its symbols without space, a point for a blank. The alphabet is that of a
 * puzzle, or has that name. Integers (beyond size 61 it always is) are written as `writeIntegers` does.
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
      const value = grid[row * size + column] as number;
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
