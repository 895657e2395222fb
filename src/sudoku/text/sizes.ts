import { Shape } from '../shape.ts';
import { isSpread, type Row } from './line.ts';

/** The most values that symbols can tell apart. */
const MOST_SYMBOLS = 61;

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

/** What a number of cells may be: a row, or a puzzle on a line. See PuzzleReader for the rule. */
export class Sizes {
  /** The shape that was asked for. */
  readonly fixed: Shape | undefined;

  constructor(fixed: Shape | undefined) {
    this.fixed = fixed;
  }

  puzzleOf(cells: number): Shape | undefined {
    if (this.fixed === undefined) return byPuzzle.get(cells);
    return this.fixed.cells === cells ? this.fixed : undefined;
  }

  rowOf(row: Pick<Row, 'text' | 'cells'>): Shape | undefined {
    const { length } = row.cells;
    if (this.fixed !== undefined) return this.fixed.size === length ? this.fixed : undefined;
    return length <= MOST_SYMBOLS || isSpread(row) ? byRow.get(length) : undefined;
  }

  /** Whether so many cells with borders are rather a row than a puzzle. */
  rowIfBordered(cells: number): boolean {
    return this.fixed === undefined && byRow.has(cells);
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
}
