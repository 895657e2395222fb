/** Cells numbered row by row, from 0. */
export type Cells = readonly number[];

/** The rows and columns of a grid. */
export interface GridSize {
  readonly rows: number;
  readonly columns: number;
}

/** The cells of a rectangular grid: its lines, boxes, diagonals, windows and neighbours. */
export class CellGrid {
  readonly rows: number;
  readonly columns: number;
  /** The number of cells. */
  readonly cells: number;
  /** The cells of a box or of a piece: as many as the longer side has. */
  readonly size: number;
  /** Rows and columns of a box; undefined where boxes of that size do not tile the grid. */
  readonly box: readonly [rows: number, columns: number] | undefined;

  constructor({ rows, columns }: GridSize) {
    this.rows = rows;
    this.columns = columns;
    this.cells = rows * columns;
    this.size = Math.max(rows, columns);
    this.box = boxOf(rows, columns, this.size);
  }

  /** The row of a cell, from 0. */
  rowOf(cell: number): number {
    return Math.floor(cell / this.columns);
  }

  /** The column of a cell, from 0. */
  columnOf(cell: number): number {
    return cell % this.columns;
  }

  /** The name of a cell: `r1c1` is at the top left. */
  nameOf(cell: number): string {
    return `r${this.rowOf(cell) + 1}c${this.columnOf(cell) + 1}`;
  }

  /** The cell at a row and column from 0; undefined outside. */
  at(row: number, column: number): number | undefined {
    const isInside = row >= 0 && row < this.rows && column >= 0 && column < this.columns;
    return isInside ? row * this.columns + column : undefined;
  }

  /** The cell of a placement. */
  cellOf({ row, column }: { readonly row: number; readonly column: number }): number {
    return row * this.columns + column;
  }

  /** The cells of a row, from the left. */
  row(row: number): number[] {
    return this.#rectangle(row, 0, 1, this.columns);
  }

  /** The cells of a column, from the top. */
  column(column: number): number[] {
    return this.#rectangle(0, column, this.rows, 1);
  }

  /** The boxes, row by row; none where they do not tile the grid. */
  boxes(): number[][] {
    if (this.box === undefined) return [];
    const [height, width] = this.box;
    const across = this.columns / width;
    return Array.from({ length: (this.rows / height) * across }, (_, k) =>
      this.#rectangle(height * Math.floor(k / across), width * (k % across), height, width),
    );
  }

  /** The cells at the same place of each box, place by place. */
  samePlaces(): number[][] {
    const boxes = this.boxes();
    return (boxes[0] ?? []).map((_, place) => boxes.map((box) => box[place]));
  }

  /** Boxes one cell away from the border and from each other. */
  windows(): number[][] {
    if (this.box === undefined) return [];
    const [height, width] = this.box;
    const windows: number[][] = [];
    for (let row = 1; row + height < this.rows; row += height + 1) {
      for (let column = 1; column + width < this.columns; column += width + 1) {
        windows.push(this.#rectangle(row, column, height, width));
      }
    }
    return windows;
  }

  /** The cells on the way from one, step by step, to the border. */
  ray(row: number, column: number, down: number, right: number): number[] {
    const cells: number[] = [];
    for (let cell = this.at(row, column); cell !== undefined; ) {
      cells.push(cell);
      cell = this.at(row + cells.length * down, column + cells.length * right);
    }
    return cells;
  }

  /** The 2 x 2 cells with this one at the top left; undefined at the border. */
  square(cell: number): number[] | undefined {
    const opposite = this.at(this.rowOf(cell) + 1, this.columnOf(cell) + 1);
    return opposite === undefined ? undefined : [cell, cell + 1, opposite - 1, opposite];
  }

  /** All pairs of cells that are so many rows and columns apart, by the first of them. */
  apart(moves: readonly (readonly [down: number, right: number])[]): [number, number][] {
    const pairs: [number, number][] = [];
    for (let cell = 0; cell < this.cells; cell++) {
      for (const [down, right] of moves) {
        const other = this.at(this.rowOf(cell) + down, this.columnOf(cell) + right);
        if (other !== undefined) pairs.push([cell, other]);
      }
    }
    return pairs;
  }

  /** All pairs of cells that share a side. */
  neighbours(): [number, number][] {
    return this.apart([
      [0, 1],
      [1, 0],
    ]);
  }

  /** True for cells that share a side. */
  isNear(a: number, b: number): boolean {
    const down = Math.abs(this.rowOf(a) - this.rowOf(b));
    return down + Math.abs(this.columnOf(a) - this.columnOf(b)) === 1;
  }

  #rectangle(row: number, column: number, height: number, width: number): number[] {
    return Array.from({ length: height * width }, (_, k) => {
      return (row + Math.floor(k / width)) * this.columns + column + (k % width);
    });
  }
}

/** The box of that many cells that is closest to a square and tiles the grid, with the fewer rows if it can. */
function boxOf(rows: number, columns: number, size: number): [number, number] | undefined {
  for (let small = Math.floor(Math.sqrt(size)); small >= 2; small--) {
    const large = size / small;
    if (!Number.isInteger(large)) continue;
    if (rows % small === 0 && columns % large === 0) return [small, large];
    if (rows % large === 0 && columns % small === 0) return [large, small];
  }
  return undefined;
}
