import type { Piece } from './pieces.ts';
import type { Placement } from './placements.ts';
import type { Cube } from './region.ts';
import { least, placeOf } from './region.ts';
import { ISOMETRIES } from './turning.ts';

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
