import type { QuadrilleError } from '../../engine/problem/error.ts';
import { badSetting } from '../mistakes.ts';
import { type Cells, keyOf, type Lattice, type LatticeCell, minus, plus } from './lattice.ts';

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
  const placements: PiecePlacement[] = [];
  let way = -1;
  ways.forEach((orientations, piece) => {
    for (const shape of orientations) {
      way++;
      const start = shape[0];
      const steps = numbers.stepsOf(shape);
      if (steps === undefined) continue;
      board.forEach((at, number) => {
        const cells = numbers.cellsAt(number, steps);
        if (cells === undefined || !lattice.isTranslation(minus(at, start))) return;
        if (placements.length === MOST_PLACEMENTS) throw tooManyPlacements();
        placements.push({ piece, way, cells });
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
      throw badSetting('The cells of the region are too far apart; move them together.');
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
    // Most places are rejected: a list is made only of the others.
    for (const step of steps) if (this.#numberOf(from + step) < 0) return undefined;
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

/** A symmetry of a packing: the image of each piece and of each placement. */
export interface PackingSymmetry {
  /** Piece -> its image, or -1. */
  readonly pieces: readonly number[];
  /** Placement -> placement, or -1 where the image is none. */
  readonly placements: Int32Array;
}

/** A number of copies, or the least and the most. */
export type Copies = number | readonly [least: number, most: number];

type Bounds = Exclude<Copies, number>;

/** What a symmetry keeps of a piece. Default: one copy. */
export interface Counted {
  readonly times?: Copies | undefined;
}

/** The least and the greatest number of copies. */
export function boundsOf({ times = 1 }: Counted): Bounds {
  return typeof times === 'number' ? [times, times] : times;
}

/** What placements are made from. */
export interface PlacedForms {
  readonly lattice: Lattice;
  readonly board: Cells;
  readonly pieces: readonly (Counted & { readonly cells: Cells })[];
  /** Piece -> its orientations. */
  readonly ways: readonly (readonly Cells[])[];
  readonly placements: readonly PiecePlacement[];
}

/**
 * The symmetries of the board and what they do to placements, the identity first. A reflection takes
 * a piece to its mirror image: itself, or one of the same shape with bounds that allow the exchange.
 * Of several pieces of one shape, the first goes to the first, and so on.
 */
export function placementSymmetries(forms: PlacedForms): PackingSymmetry[] {
  const { lattice, board, pieces, ways } = forms;
  const same = pieces.map((_, piece) => piece);
  const mirrored = mirrorImages(lattice, pieces, ways);
  const index = new PlacementIndex(forms);
  return boardSymmetries(lattice, board).map(({ isProper, cells }) => {
    const images = isProper ? same : mirrored;
    return { pieces: images, placements: index.imagesUnder(cells, images) };
  });
}

/**
 * Finds the images of placements. A symmetry of the board takes all placements of an orientation to
 * placements of one orientation, so cells are compared for the first of them only.
 */
class PlacementIndex {
  readonly #placements: readonly PiecePlacement[];
  /** Piece -> its orientations, by number. */
  readonly #ways: readonly Set<number>[];
  /** Orientation -> least cell -> placement. */
  readonly #numbers: Map<number, number>[] = [];

  constructor({ pieces, placements }: PlacedForms) {
    this.#placements = placements;
    this.#ways = pieces.map(() => new Set());
    placements.forEach(({ piece, way, cells }, number) => {
      this.#ways[piece].add(way);
      this.#numbers[way] ??= new Map();
      this.#numbers[way].set(Math.min(...cells), number);
    });
  }

  /** Placement -> its image, or -1. `pieces`: piece -> its image, or -1. */
  imagesUnder(symmetry: Int32Array, pieces: readonly number[]): Int32Array {
    const imageOfWay: (number | undefined)[] = [];
    const images = new Int32Array(this.#placements.length);
    for (let k = 0; k < images.length; k++) {
      const { piece, way, cells } = this.#placements[k];
      let least = symmetry[cells[0]];
      for (let at = 1; at < cells.length; at++) least = Math.min(least, symmetry[cells[at]]);
      let image = imageOfWay[way];
      if (image === undefined) {
        const taken = new Set(cells.map((cell) => symmetry[cell]));
        image = this.#wayOn(taken, least, pieces[piece]);
        imageOfWay[way] = image;
      }
      images[k] = this.#numbers[image]?.get(least) ?? -1;
    }
    return images;
  }

  /** The orientation of a piece that takes these cells somewhere, or -1. */
  #wayOn(taken: ReadonlySet<number>, least: number, piece: number): number {
    for (const way of this.#ways[piece] ?? []) {
      const number = this.#numbers[way].get(least) ?? -1;
      const cells = this.#placements[number]?.cells;
      if (cells?.every((cell) => taken.has(cell))) return way;
    }
    return -1;
  }
}

/** Piece -> the piece that a reflection takes it to, or -1. */
function mirrorImages(
  lattice: Lattice,
  pieces: PlacedForms['pieces'],
  ways: readonly (readonly Cells[])[],
): number[] {
  const shapes = ways.map((orientations) => orientations.map(keyOf).sort()[0]);
  const bounds = pieces.map(boundsOf);
  const isLike = (piece: number) => (other: number) =>
    shapes[other] === shapes[piece] && bounds[other].join() === bounds[piece].join();
  return pieces.map(({ cells }, piece) => {
    const mirror = keyOf(lattice.mirrored(cells));
    const twins = [...ways.keys()].filter((other) =>
      ways[other].some((way) => keyOf(way) === mirror),
    );
    if (twins.includes(piece)) return piece;
    const rank = [...ways.keys()].filter(isLike(piece)).indexOf(piece);
    const alike = twins.filter((twin) => bounds[twin].join() === bounds[piece].join());
    if (alike[rank] !== undefined) return alike[rank];
    const others = twins.filter((twin) => doMeet(bounds[twin], bounds[piece]));
    return others.length === 1 &&
      [...ways.keys()].filter((other) => shapes[other] === shapes[piece]).length === 1
      ? others[0]
      : -1;
  });
}

function doMeet(one: Bounds, other: Bounds): boolean {
  return one[0] <= other[1] && other[0] <= one[1];
}

/**
 * The symmetries of the board that are symmetries of a packing, the identity first: each permutes the
 * placements, and takes a piece to one with the same number of copies.
 */
export function symmetriesOf(forms: PlacedForms): PackingSymmetry[] {
  const bounds = forms.pieces.map((piece) => boundsOf(piece).join());
  return placementSymmetries(forms).filter(
    ({ pieces, placements }) =>
      !placements.includes(-1) &&
      pieces.every((image, piece) => image >= 0 && bounds[image] === bounds[piece]),
  );
}
