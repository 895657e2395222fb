import type { QuadrilleError } from '../../engine/problem/error.ts';
import { badSetting } from '../mistakes.ts';
import { type Cells, type Lattice, type LatticeCell, minus } from './lattice.ts';

/** The most placements of a packing: ten million nodes with large pieces. */
const MOST_PLACEMENTS = 1_000_000;

/** The most places of a box around a board, so that sums of their numbers are exact. */
const MOST_BOX = 2 ** 49;

/** The most codes of places that a table holds: 4 megabytes. */
const MOST_TABLE = 2 ** 20;

/** The number of a piece, and the numbers of the board's cells that it takes. */
export interface PiecePlacement {
  readonly piece: number;
  /** The number of the orientation, counted over all pieces. */
  readonly way: number;
  /** In the order of the cells of the piece. */
  readonly cells: readonly number[];
}

/**
 * Every placement of every piece on a board, by piece, orientation and cell: the first cell of each
 * orientation goes to each cell of the board in turn. `ways`: piece -> its orientations.
 */
export function placementsOf(
  lattice: Lattice,
  board: Cells,
  ways: readonly (readonly Cells[])[],
): PiecePlacement[] {
  const numbers = new CellNumbers(board);
  /** Kind -> the cells of the board that are of it, by number. */
  const kinds = new Map<string, number[]>();
  board.forEach((cell, number) => {
    const kind = lattice.kindOf(cell);
    const others = kinds.get(kind);
    if (others === undefined) kinds.set(kind, [number]);
    else others.push(number);
  });
  const placements: PiecePlacement[] = [];
  let way = -1;
  ways.forEach((orientations, piece) => {
    for (const shape of orientations) {
      way++;
      const steps = numbers.stepsOf(shape);
      if (steps === undefined) continue;
      for (const number of kinds.get(lattice.kindOf(shape[0])) ?? []) {
        const cells = numbers.cellsAt(number, steps);
        if (cells === undefined) continue;
        if (placements.length === MOST_PLACEMENTS) throw tooManyPlacements();
        placements.push({ piece, way, cells });
      }
    }
  });
  return placements;
}

/**
 * Finds cells of a board by where they are from another cell. Each place in a box around the board
 * has a number, and a margin as wide as the box keeps rows apart: adding a constant moves a cell.
 */
class CellNumbers {
  readonly #codes: readonly number[];
  /** Code -> number of the cell, if the codes of all shapes at all cells are few. */
  readonly #table: Int32Array | undefined;
  /** Code -> number of the cell, if they are not. */
  readonly #numbers = new Map<number, number>();
  readonly #sides: LatticeCell;

  constructor(board: Cells) {
    const extent = ([0, 1, 2] as const).map((axis) => {
      const least = board.reduce((low, cell) => Math.min(low, cell[axis]), board[0][axis]);
      const most = board.reduce((high, cell) => Math.max(high, cell[axis]), board[0][axis]);
      return { least, side: most - least + 1 };
    });
    const [x, y, z] = extent;
    this.#sides = [x.side, y.side, z.side];
    // Eight times the box is counted.
    if (x.side * y.side * z.side > MOST_BOX) {
      throw badSetting('The cells of the board are too far apart; move them together.');
    }
    this.#codes = board.map((cell) => this.#codeOf(minus(cell, [x.least, y.least, z.least])));
    // Codes of cells are less than half of it, and so are steps.
    const size = 8 * x.side * y.side * z.side;
    if (size <= MOST_TABLE) this.#table = new Int32Array(size).fill(-1);
    this.#codes.forEach((code, number) => {
      if (this.#table === undefined) this.#numbers.set(code, number);
      else this.#table[code] = number;
    });
  }

  #codeOf([x, y, z]: LatticeCell): number {
    const [width, height] = this.#sides;
    return (z * 2 * height + y) * 2 * width + x;
  }

  /** The steps from the first cell to each; undefined if the shape is larger than the board. */
  stepsOf(shape: Cells): number[] | undefined {
    const steps = shape.map((cell) => minus(cell, shape[0]));
    const [width, height, depth] = this.#sides;
    const fits = steps.every(
      ([x, y, z]) => Math.abs(x) < width && Math.abs(y) < height && Math.abs(z) < depth,
    );
    return fits ? steps.map((step) => this.#codeOf(step)) : undefined;
  }

  /** The numbers of the cells at these steps from a cell; undefined where one is not on the board. */
  cellsAt(number: number, steps: readonly number[]): number[] | undefined {
    const from = this.#codes[number];
    // Most places are rejected, most of these by the far end: a list is made only of the others.
    for (let k = steps.length - 1; k > 0; k--) {
      if (this.#numberOf(from + steps[k]) < 0) return undefined;
    }
    const cells: number[] = [];
    for (const step of steps) cells.push(this.#numberOf(from + step));
    return cells;
  }

  #numberOf(code: number): number {
    if (this.#table === undefined) return this.#numbers.get(code) ?? -1;
    return code < 0 ? -1 : this.#table[code];
  }
}

function tooManyPlacements(): QuadrilleError {
  return badSetting(
    `The pieces can lie in more than ${MOST_PLACEMENTS} ways; give fewer of them, or less room.`,
  );
}
