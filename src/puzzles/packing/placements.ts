import type { QuadrilleError } from '../../engine/problem/error.ts';
import { badSetting } from '../mistakes.ts';
import type { Piece } from './pieces.ts';
import { type Cube, placeOf, shifted } from './region.ts';
import { ISOMETRIES, orientations, type Turning } from './shapes.ts';

/** The most placements of a packing: ten million nodes with large pieces. */
const MOST_PLACEMENTS = 1_000_000;

/** The number of a piece, and the numbers of the region's cells that it takes. */
export interface PiecePlacement {
  readonly piece: number;
  /** In the reading order of the region. */
  readonly cells: readonly number[];
}

/** Every placement of every piece in the region, by piece, orientation and cell. */
export function placementsOf(
  pieces: readonly Piece[],
  region: readonly Cube[],
  turning: Turning,
): PiecePlacement[] {
  const rows = extent(region, 'row');
  const columns = extent(region, 'column');
  const layers = extent(region, 'layer');
  // A cell of the region's bounding box as one number: adding a constant moves a shape.
  const codeOf = ({ row, column, layer }: Cube) => (layer * rows + row) * columns + column;
  const numberOf = new Map(region.map((cell, number) => [codeOf(cell), number]));
  const placements: PiecePlacement[] = [];
  pieces.forEach((piece, number) => {
    for (const shape of orientations(piece.cells, turning)) {
      const [height, width] = [extent(shape, 'row'), extent(shape, 'column')];
      const depth = extent(shape, 'layer');
      const start = shape[0];
      const steps = shape.map((cell) => codeOf(cell) - codeOf(start));
      for (const at of region) {
        // Puts the shape's first cell, which is on its lowest layer, on this cell of the region.
        const [row, column, layer] = [at.row - start.row, at.column - start.column, at.layer];
        if (row < 0 || row + height > rows || column < 0 || column + width > columns) continue;
        if (layer + depth > layers) continue;
        const cells = cellsAt(steps, codeOf(at), numberOf);
        if (cells === undefined) continue;
        if (placements.length === MOST_PLACEMENTS) throw tooManyPlacements();
        placements.push({ piece: number, cells });
      }
    }
  });
  return placements;
}

/** The number of rows, columns or layers of cells at the origin. */
function extent(cells: readonly Cube[], axis: keyof Cube): number {
  return cells.reduce((most, cell) => Math.max(most, cell[axis] + 1), 0);
}

function cellsAt(
  steps: readonly number[],
  at: number,
  numberOf: ReadonlyMap<number, number>,
): number[] | undefined {
  const cells: number[] = [];
  for (const step of steps) {
    const number = numberOf.get(at + step);
    if (number === undefined) return undefined;
    cells.push(number);
  }
  return cells;
}

function tooManyPlacements(): QuadrilleError {
  return badSetting(
    `The pieces can lie in the region in more than ${MOST_PLACEMENTS} ways; ` +
      'give fewer pieces or a smaller region.',
  );
}

/** A symmetry of a packing: the image of each piece and of each placement. */
export interface PackingSymmetry {
  /** Piece -> its image. */
  readonly pieces: readonly number[];
  /** Placement -> placement. */
  readonly placements: Int32Array;
}

/**
 * The symmetries of a packing, the identity first. Each rotates or reflects the region onto itself,
 * and takes the placements of every piece to the placements of one piece with the same number of
 * copies: the same piece or its mirror image. Isometries with the same effect on the cells count
 * once: a flat region has two for each symmetry, with and without a reflection in its plane.
 */
export function symmetriesOf(
  region: readonly Cube[],
  pieces: readonly Piece[],
  placements: readonly PiecePlacement[],
): PackingSymmetry[] {
  const index = new PlacementIndex(pieces, placements);
  const found = new Map<string, PackingSymmetry>();
  for (const isometry of ISOMETRIES) {
    const cells = imageOf(region, isometry);
    if (cells === undefined || found.has(cells.join())) continue;
    const move = index.symmetryOf(cells);
    if (move !== undefined) found.set(cells.join(), move);
  }
  return [...found.values()];
}

/**
 * Cell -> its image, moved back to the origin; undefined if the region is not mapped onto itself.
 */
function imageOf(region: readonly Cube[], isometry: (cell: Cube) => Cube): number[] | undefined {
  const numbers = new Map(region.map((cell, number) => [placeOf(cell), number]));
  const cells = shifted(region.map(isometry)).map((cell) => numbers.get(placeOf(cell)) ?? -1);
  return cells.includes(-1) ? undefined : cells;
}

/** Finds placements by their cells, and pieces by all their placements. */
class PlacementIndex {
  readonly #pieces: readonly Piece[];
  readonly #placements: readonly PiecePlacement[];
  /** Piece -> key of the placement's cells -> placement. */
  readonly #numbers: Map<string, number>[];
  /** Key of the number of copies and all placements -> the pieces with that key, in order. */
  readonly #alike = new Map<string, number[]>();

  constructor(pieces: readonly Piece[], placements: readonly PiecePlacement[]) {
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
  symmetryOf(cells: readonly number[]): PackingSymmetry | undefined {
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
