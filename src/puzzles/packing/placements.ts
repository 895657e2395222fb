import type { QuadrilleError } from '../../engine/problem/error.ts';
import { badSetting } from '../mistakes.ts';
import { type Cells, type Lattice, type LatticeCell, minus, plus } from './lattice.ts';

/** The most placements of a packing: ten million nodes with large pieces. */
const MOST_PLACEMENTS = 1_000_000;

/** The number of a piece, and the numbers of the board's cells that it takes. */
export interface PiecePlacement {
  readonly piece: number;
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
  const placements: PiecePlacement[] = [];
  ways.forEach((orientations, piece) => {
    for (const shape of orientations) {
      const start = shape[0];
      const steps = numbers.stepsOf(shape);
      if (steps === undefined) continue;
      board.forEach((at, number) => {
        if (!lattice.isTranslation(minus(at, start))) return;
        const cells = numbers.cellsAt(number, steps);
        if (cells === undefined) return;
        if (placements.length === MOST_PLACEMENTS) throw tooManyPlacements();
        placements.push({ piece, cells });
      });
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
  /** Code -> number of the cell. */
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
    this.#codes = board.map((cell) => this.#codeOf(minus(cell, [x.least, y.least, z.least])));
    this.#codes.forEach((code, number) => {
      this.#numbers.set(code, number);
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
    const cells: number[] = [];
    for (const step of steps) {
      const cell = this.#numbers.get(from + step);
      if (cell === undefined) return undefined;
      cells.push(cell);
    }
    return cells;
  }
}

function tooManyPlacements(): QuadrilleError {
  return badSetting(
    `The pieces can lie in the region in more than ${MOST_PLACEMENTS} ways; ` +
      'give fewer pieces or a smaller region.',
  );
}

/** A symmetry of a board: where it takes each cell. */
export interface BoardSymmetry {
  /** True if a turn has this effect, false if only a reflection has. */
  readonly isProper: boolean;
  /** Cell -> its image, by number. */
  readonly cells: Int32Array;
}

/**
 * The symmetries of a board, the identity first: the maps of the lattice that take it onto itself.
 * Maps with the same effect on the cells count once: a flat board in space has two for each
 * symmetry, with and without a reflection in its plane. `isAlike`: false for two cells that no
 * symmetry may take to each other.
 */
export function boardSymmetries(
  lattice: Lattice,
  board: Cells,
  isAlike: (cell: number, image: number) => boolean = () => true,
): BoardSymmetry[] {
  const numbers = new Map(board.map((cell, number) => [cell.join(), number]));
  const origin = lattice.originOf(board);
  // Turns of spheres that keep one layer alone are about a sphere in it.
  const start = lattice.originOf(board.slice(0, 1));
  const own = board.map((cell) => minus(cell, start));
  const found = new Map<string, BoardSymmetry>();
  for (const map of lattice.maps) {
    const images = lattice.imageOf(own, map);
    if (images === undefined) continue;
    const shift = minus(origin, lattice.originOf(images));
    const cells = Int32Array.from(images, (image) => numbers.get(plus(image, shift).join()) ?? -1);
    if (!cells.every((image, cell) => image >= 0 && isAlike(cell, image))) continue;
    const key = cells.join();
    if (map.isProper || !found.has(key)) found.set(key, { isProper: map.isProper, cells });
  }
  return [...found.values()];
}

/** What a symmetry keeps of a piece: its number of copies. Default: 1. */
export interface Counted {
  readonly times?: number | undefined;
}

/** A symmetry of a packing: the image of each piece and of each placement. */
export interface PackingSymmetry {
  /** Piece -> its image. */
  readonly pieces: readonly number[];
  /** Placement -> placement. */
  readonly placements: Int32Array;
}

/**
 * The symmetries of the board that are symmetries of a packing, the identity first. Each takes the
 * placements of every piece to the placements of one piece with the same number of copies: the same
 * piece or its mirror image.
 */
export function symmetriesOf(
  board: readonly BoardSymmetry[],
  pieces: readonly Counted[],
  placements: readonly PiecePlacement[],
): PackingSymmetry[] {
  const index = new PlacementIndex(pieces, placements);
  return board.flatMap(({ cells }) => index.symmetryOf(cells) ?? []);
}

/** Finds placements by their cells, and pieces by all their placements. */
class PlacementIndex {
  readonly #pieces: readonly Counted[];
  readonly #placements: readonly PiecePlacement[];
  /** Piece -> key of the placement's cells -> placement. */
  readonly #numbers: Map<string, number>[];
  /** Key of the number of copies and all placements -> the pieces with that key, in order. */
  readonly #alike = new Map<string, number[]>();

  constructor(pieces: readonly Counted[], placements: readonly PiecePlacement[]) {
    this.#pieces = pieces;
    this.#placements = placements;
    this.#numbers = pieces.map(() => new Map());
    placements.forEach(({ piece, cells }, number) => {
      this.#numbers[piece]?.set(cells.join(), number);
    });
    this.#numbers.forEach((numbers, piece) => {
      const all = this.#keyOf(piece, [...numbers.keys()]);
      const alike = this.#alike.get(all) ?? [];
      alike.push(piece);
      this.#alike.set(all, alike);
    });
  }

  #keyOf(piece: number, placements: string[]): string {
    return `${this.#pieces[piece]?.times ?? 1}: ${placements.sort().join(' ')}`;
  }

  /**
   * The symmetry that a map of the cells induces; undefined if it does not take pieces to pieces.
   */
  symmetryOf(cells: Int32Array): PackingSymmetry | undefined {
    const images = this.#placements.map((placement) => {
      return placement.cells
        .map((cell) => cells[cell])
        .sort((a, b) => a - b)
        .join();
    });
    const pieces = this.#numbers.map(() => -1);
    for (const alike of this.#alike.values()) {
      const numbers = this.#numbers[alike[0]] as ReadonlyMap<string, number>;
      const all = [...numbers.values()].map((number) => images[number]);
      const others = this.#alike.get(this.#keyOf(alike[0], all));
      // Both groups must have the same size. The first piece goes to the first, and so on.
      if (others?.length !== alike.length) return undefined;
      alike.forEach((piece, k) => {
        pieces[piece] = others[k];
      });
    }
    const placements = Int32Array.from(this.#placements, ({ piece }, number) => {
      return this.#numbers[pieces[piece]]?.get(images[number]) as number;
    });
    return { pieces, placements };
  }
}
