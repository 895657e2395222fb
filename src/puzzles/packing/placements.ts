import { QuadrilleError } from '../../problem/error.ts';
import type { Piece } from './pieces.ts';
import { type Cube, least, placeOf } from './region.ts';
import { ISOMETRIES, orientations, type Turning } from './shapes.ts';

/** The most placements that a packing may have: ten million nodes where pieces are large. */
export const MOST_PLACEMENTS = 1_000_000;

/** A piece in one place: its number, and the cells that it takes, by their numbers in the region. */
export interface Placement {
  readonly piece: number;
  /** In the reading order of the region. */
  readonly cells: readonly number[];
}

/** Every way for every piece to lie in the region, by piece, orientation, and cell. */
export function placementsOf(
  pieces: readonly Piece[],
  region: readonly Cube[],
  turning: Turning,
): Placement[] {
  const rows = extent(region, 'row');
  const columns = extent(region, 'column');
  const layers = extent(region, 'layer');
  // A cell of the box around the region as one number: a shape lies elsewhere by adding.
  const codeOf = ({ row, column, layer }: Cube) => (layer * rows + row) * columns + column;
  const numberOf = new Map(region.map((cell, number) => [codeOf(cell), number]));
  const placements: Placement[] = [];
  pieces.forEach((piece, number) => {
    for (const shape of orientations(piece.cells, turning)) {
      const [height, width] = [extent(shape, 'row'), extent(shape, 'column')];
      const depth = extent(shape, 'layer');
      const start = shape[0] as Cube;
      const steps = shape.map((cell) => codeOf(cell) - codeOf(start));
      for (const at of region) {
        // The first cell of the shape, which is on its lowest layer, lies on this one of the region.
        const [row, column, layer] = [at.row - start.row, at.column - start.column, at.layer];
        if (row < 0 || row + height > rows || column < 0 || column + width > columns) continue;
        if (layer + depth > layers) continue;
        const cells = cellsAt(steps, codeOf(at), numberOf);
        if (cells === undefined) continue;
        if (placements.length === MOST_PLACEMENTS) throw tooMany();
        placements.push({ piece: number, cells });
      }
    }
  });
  return placements;
}

/** How many rows, columns or layers cells at the origin take. */
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

function tooMany(): QuadrilleError {
  return new QuadrilleError(
    'bad-setting',
    `The pieces can lie in the region in more than ${MOST_PLACEMENTS} ways; ` +
      'give fewer pieces or a smaller region.',
  );
}

/** A symmetry of a packing: where it takes the pieces, and their placements. */
export interface Move {
  /** Piece -> the piece that has its shape after the move. */
  readonly pieces: readonly number[];
  /** Placement -> placement. */
  readonly placements: Int32Array;
}

/**
 * The symmetries of a packing, the identity first: those ways to turn or mirror the region onto
 * itself that take the placements of each piece to those of one piece, be it the same or its
 * mirror image, that is there as often. Two that move the cells alike (as in a flat region those that turn it over and
 * those that do not) count once.
 */
export function groupOf(
  region: readonly Cube[],
  pieces: readonly Piece[],
  placements: readonly Placement[],
): Move[] {
  const index = new PlacementIndex(pieces, placements);
  const found = new Map<string, Move>();
  for (const isometry of ISOMETRIES) {
    const cells = imageOf(region, isometry);
    if (cells === undefined || found.has(cells.join())) continue;
    const move = index.moveBy(cells);
    if (move !== undefined) found.set(cells.join(), move);
  }
  return [...found.values()];
}

/** Cell -> cell, where the region is mapped onto itself (moved back to the origin, where it was). */
function imageOf(region: readonly Cube[], isometry: (cell: Cube) => Cube): number[] | undefined {
  const numbers = new Map(region.map((cell, number) => [placeOf(cell), number]));
  const images = region.map(isometry);
  const row = least(images, 'row');
  const column = least(images, 'column');
  const layer = least(images, 'layer');
  const cells: number[] = [];
  for (const image of images) {
    const moved = {
      row: image.row - row,
      column: image.column - column,
      layer: image.layer - layer,
    };
    const number = numbers.get(placeOf(moved));
    if (number === undefined) return undefined;
    cells.push(number);
  }
  return cells;
}

/** Placements by the cells that they take, and pieces by all their placements. */
class PlacementIndex {
  readonly #pieces: readonly Piece[];
  readonly #placements: readonly Placement[];
  /** Piece -> the cells of a placement, as a text -> the placement. */
  readonly #numbers: Map<string, number>[];
  /** How often a piece is there, and all its placements, as a text -> such pieces, in order. */
  readonly #alike = new Map<string, number[]>();

  constructor(pieces: readonly Piece[], placements: readonly Placement[]) {
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

  /** The move that a map of the cells makes, if it takes pieces to pieces. */
  moveBy(cells: readonly number[]): Move | undefined {
    const images = this.#placements.map((placement) => {
      return placement.cells
        .map((cell) => cells[cell] as number)
        .sort((a, b) => a - b)
        .join();
    });
    const pieces = this.#numbers.map(() => -1);
    for (const alike of this.#alike.values()) {
      const numbers = this.#numbers[alike[0] as number] as ReadonlyMap<string, number>;
      const all = [...numbers.values()].map((number) => images[number] as string);
      const others = this.#alike.get(this.#keyOf(alike[0] as number, all));
      // As many twins must be there as here; the first goes to the first, and so on.
      if (others?.length !== alike.length) return undefined;
      alike.forEach((piece, k) => {
        pieces[piece] = others[k] as number;
      });
    }
    const placements = Int32Array.from(this.#placements, ({ piece }, number) => {
      return this.#numbers[pieces[piece] as number]?.get(images[number] as string) as number;
    });
    return { pieces, placements };
  }
}
