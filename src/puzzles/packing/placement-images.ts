import type { PiecePlacement } from './placements.ts';

/** The placements of an orientation. */
interface PlacedWay {
  readonly placements: number[];
  /** Least cell -> placement. */
  readonly starting: Map<number, number>;
}

/**
 * Finds the images of placements under symmetries of their board. A symmetry takes all placements of
 * an orientation to placements of one orientation. So cells are compared for the first of them only;
 * where the first cell of each other one goes tells the rest.
 */
export class PlacementImages {
  readonly #placements: readonly PiecePlacement[];
  readonly #room: number;
  /** Piece -> the colours of its cells, if these matter. */
  readonly #colours: readonly (readonly number[])[] | undefined;
  /** Piece -> its orientations; built when first used. */
  #ways: readonly PlacedWay[][] | undefined;
  /** Cell -> the last placement that was noted there. */
  readonly #noted: Int32Array;
  /** Cell -> which image of a placement's cells it is, from `#base`; else it is less. */
  readonly #rank: Float64Array;
  #base = 0;

  /** `placements`: on a board whose `room` cells are numbered in reading order. */
  constructor(
    placements: readonly PiecePlacement[],
    room: number,
    colours?: readonly (readonly number[])[],
  ) {
    this.#placements = placements;
    this.#room = room;
    this.#colours = colours;
    this.#noted = new Int32Array(room);
    this.#rank = new Float64Array(room);
  }

  /**
   * Placement -> its image, or -1. `symmetry`: cell -> its image; `pieces`: piece -> its image, or
   * -1.
   */
  under(symmetry: Int32Array, pieces: readonly number[]): Int32Array {
    const all = this.#placements;
    const noted = this.#noted;
    const images = new Int32Array(all.length).fill(-1);
    this.#ways ??= waysOf(all);
    for (const [piece, ways] of this.#ways.entries()) {
      const candidates = this.#ways[pieces[piece]] ?? [];
      for (const { placements } of ways) {
        const first = all[placements[0]];
        const found = this.#imageOf(first, symmetry, candidates);
        if (found === undefined) continue;
        const { way, cells } = all[found.image];
        const place = cells.indexOf(symmetry[first.cells[0]]);
        for (const other of found.placements) noted[all[other].cells[place]] = other;
        for (const number of placements) {
          const cell = symmetry[all[number].cells[0]];
          const image = all[noted[cell]];
          if (image.way === way && image.cells[place] === cell) images[number] = noted[cell];
        }
      }
    }
    return images;
  }

  /** The placement of one of some orientations on the images of the cells of another placement. */
  #imageOf(
    { piece, cells }: PiecePlacement,
    symmetry: Int32Array,
    candidates: readonly PlacedWay[],
  ): { readonly image: number; readonly placements: readonly number[] } | undefined {
    this.#base += this.#room;
    let least = this.#room;
    for (let k = 0; k < cells.length; k++) {
      const image = symmetry[cells[k]];
      this.#rank[image] = this.#base + k;
      if (image < least) least = image;
    }
    for (const { starting, placements } of candidates) {
      const image = starting.get(least);
      if (image === undefined || !this.#isOn(image, piece, cells.length)) continue;
      return { image, placements };
    }
    return undefined;
  }

  /** True if a placement lies on the cells that have a rank, with the colours that a piece has there. */
  #isOn(placement: number, ranked: number, count: number): boolean {
    const { piece, cells } = this.#placements[placement];
    const colours = this.#colours;
    return (
      cells.length === count &&
      cells.every((cell, k) => {
        const at = this.#rank[cell] - this.#base;
        return at >= 0 && colours?.[piece][k] === colours?.[ranked][at];
      })
    );
  }
}

/** Piece -> its orientations that have placements. */
function waysOf(placements: readonly PiecePlacement[]): PlacedWay[][] {
  const ways: (PlacedWay | undefined)[] = [];
  const byPiece: PlacedWay[][] = [];
  for (const [number, { piece, way, cells }] of placements.entries()) {
    let own = ways[way];
    if (own === undefined) {
      own = { placements: [], starting: new Map() };
      ways[way] = own;
      byPiece[piece] ??= [];
      byPiece[piece].push(own);
    }
    own.placements.push(number);
    let least = cells[0];
    for (const cell of cells) if (cell < least) least = cell;
    own.starting.set(least, number);
  }
  // Pieces without a placement have no orientations.
  return Array.from(byPiece, (some) => some ?? []);
}
