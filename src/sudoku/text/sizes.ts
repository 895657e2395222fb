import { Shape, type ShapeSettings } from '../shape.ts';
import { MOST_SYMBOLS } from '../symbols.ts';
import { isBordered, isSpread, type Line, type Reading } from './line.ts';

/** The sizes that have boxes of at least two rows, by the cells in a row and in a puzzle. */
const byRow = new Map<number, Shape>();
const byPuzzle = new Map<number, Shape>();
for (let rows = 2; rows <= 10; rows++) {
  for (let size = rows * rows; size <= 100; size += rows) {
    const shape = Shape.of({ size });
    byRow.set(size, shape);
    byPuzzle.set(shape.cells, shape);
  }
}

/** The smallest size that has values beyond the digits 1 to 9. */
const LETTERS_FROM = 10;

/** What a number of cells may be: a row, or a puzzle on a line. See PuzzleReader for the rule. */
export class Sizes {
  /** The shape that was asked for, be it by its size alone. */
  readonly fixed: Shape | undefined;
  /** Whether its boxes were asked for, so that no others may be drawn. */
  readonly #boxed: boolean;
  /** Whether the alphabet was, so that it need not be seen. */
  readonly #lettered: boolean;

  constructor({ size, boxes }: ShapeSettings, symbols: string | undefined) {
    const stated = size !== undefined || boxes !== undefined;
    this.fixed = stated ? Shape.of({ size, boxes }) : undefined;
    this.#boxed = boxes !== undefined;
    this.#lettered = symbols !== undefined;
  }

  /** The shape of the puzzle that a line is; none if it is a row, or neither. */
  puzzleOf(line: Line & Reading): Shape | undefined {
    const shape = this.puzzleOfCells(line.cells.length);
    if (shape === undefined || !this.#isBelievable(line, shape)) return undefined;
    // Cells with bars about them are rather a row.
    const isRow = this.fixed === undefined && isBordered(line.text) && this.rowOf(line);
    return isRow ? undefined : this.#asGrouped(shape, line);
  }

  puzzleOfCells(cells: number): Shape | undefined {
    if (this.fixed === undefined) return byPuzzle.get(cells);
    return this.fixed.cells === cells ? this.fixed : undefined;
  }

  /**
   * The shape of the puzzle that so many digits and points are, with nothing between them: up to
   * 9x9, unless they are in an alphabet that was asked for.
   */
  plainOf(cells: number): Shape | undefined {
    const shape = this.puzzleOfCells(cells);
    if (shape === undefined || shape.size >= LETTERS_FROM || this.#lettered) return undefined;
    return shape;
  }

  /** Whether so many cells with nothing between them may be a row as well as a puzzle. */
  isOpen(cells: number): boolean {
    return this.fixed === undefined && cells <= MOST_SYMBOLS && byRow.has(cells);
  }

  #ofRow(cells: number): Shape | undefined {
    if (this.fixed === undefined) return byRow.get(cells);
    return this.fixed.size === cells ? this.fixed : undefined;
  }

  /** The shape of the grid that a line may be a row of. */
  rowOf(line: Line & Reading): Shape | undefined {
    const { length } = line.cells;
    const shape = this.#ofRow(length);
    if (shape === undefined) return undefined;
    if (this.fixed === undefined && length > MOST_SYMBOLS && !isSpread(line)) return undefined;
    // Whether bars fit is told of the whole grid.
    return line.barred ? shape : this.#asGrouped(shape, line);
  }

  /**
   * The shape of a grid in which so many columns are between bars and rows between rules, as far
   * as they are drawn; none if they make no boxes, or others than were asked for. Boxes that are
   * not the usual ones must be shown both ways, since a line too many may look like one.
   */
  drawn(size: number, columns?: number, rows?: number): Shape | undefined {
    const usual = this.fixed ?? (byRow.get(size) as Shape);
    // Lines about each cell, or about the whole, do not show boxes.
    const shows = (cells: number | undefined): cells is number =>
      cells !== undefined && cells > 1 && cells < size;
    if (!shows(columns) && !shows(rows)) {
      // Or they show boxes of a single row or column: seldom meant, so it must be said.
      const isUnclear = columns !== undefined && rows !== undefined && columns * rows === size;
      return isUnclear && size > 1 && !this.#boxed ? undefined : usual;
    }
    const boxColumns = shows(columns) ? columns : usual.boxColumns;
    const boxRows = shows(rows) ? rows : usual.boxRows;
    if (boxRows * boxColumns !== size) return undefined;
    const shape = Shape.of({ boxes: `${boxRows}x${boxColumns}` });
    return this.#boxed && shape !== this.fixed ? undefined : shape;
  }

  /** The puzzle on a line that is closest to that number of cells, which is none. */
  nearest(cells: number): Shape {
    if (this.fixed !== undefined) return this.fixed;
    let best = Shape.of({ size: 9 });
    for (const shape of byPuzzle.values()) {
      if (Math.abs(shape.cells - cells) < Math.abs(best.cells - cells)) best = shape;
    }
    return best;
  }

  /**
   * Whether the cells stand in groups that a grid of that shape may have: each by itself, a row,
   * all of them, or as many as a box has columns.
   */
  #asGrouped(shape: Shape, { cells, columns }: Reading): Shape | undefined {
    const { size, boxColumns } = shape;
    const known = [undefined, 1, size, cells.length, boxColumns];
    return known.includes(columns) ? shape : undefined;
  }

  /**
   * From 10x10 on, an unbroken line with digits and no letter is rather two texts that ran
   * together, or a long number, than a puzzle.
   */
  #isBelievable({ text }: Line, { size }: Shape): boolean {
    if (size < LETTERS_FROM || this.fixed !== undefined || this.#lettered) return true;
    const bare = text.trim();
    return !(/^[0-9._*xX-]+$/.test(bare) && /[1-9]/.test(bare));
  }
}
