import type { PiecePlacement } from './placements.ts';

/** The placements of an orientation, by number. */
interface PlacedWay {
  readonly piece: number;
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
  /** Orientation -> the colours of its cells, if these matter. */
  readonly #colours: readonly (readonly number[])[] | undefined;
  /** By the number of the orientation; built when first used. */
  #ways: Map<number, PlacedWay> | undefined;
  /** Cell -> the last placement that was noted there. */
  readonly #noted: Int32Array;
  /** Cell -> which image of a placement's cells it is, from 1; else 0. */
  readonly #rank: Uint32Array;

  constructor(
    placements: readonly PiecePlacement[],
    room: number,
    colours?: readonly (readonly number[])[],
  ) {
    this.#placements = placements;
    this.#room = room;
    this.#colours = colours;
    this.#noted = new Int32Array(room);
    this.#rank = new Uint32Array(room);
  }

  /**
   * Placement -> its image, or -1. `symmetry`: cell -> its image; `pieces`: piece -> its image, or
   * -1.
   */
  under(symmetry: Int32Array, pieces: readonly number[]): Int32Array {
    const images = new Int32Array(this.#placements.length).fill(-1);
    this.#ways ??= waysOf(this.#placements);
    for (const [way, { piece, placements }] of this.#ways) {
      const first = placements[0];
      const image = this.#imageOf(first, way, symmetry, pieces[piece]);
      if (image < 0) continue;
      const { way: imageWay, cells } = this.#placements[image];
      const place = cells.indexOf(symmetry[this.#placements[first].cells[0]]);
      const others = (this.#ways.get(imageWay) as PlacedWay).placements;
      for (const other of others) this.#noted[this.#placements[other].cells[place]] = other;
      for (const number of placements) {
        const cell = symmetry[this.#placements[number].cells[0]];
        const noted = this.#placements[this.#noted[cell]];
        if (noted.way === imageWay && noted.cells[place] === cell) {
          images[number] = this.#noted[cell];
        }
      }
    }
    return images;
  }

  /** The placement of a piece on the images of the cells of another; -1 if there is none. */
  #imageOf(number: number, way: number, symmetry: Int32Array, piece: number): number {
    const { cells } = this.#placements[number];
    let least = this.#room;
    for (let k = 0; k < cells.length; k++) {
      const image = symmetry[cells[k]];
      this.#rank[image] = k + 1;
      least = Math.min(least, image);
    }
    let found = -1;
    for (const [other, { piece: owner, starting }] of this.#ways ?? []) {
      if (owner !== piece) continue;
      const image = starting.get(least);
      if (image === undefined || !this.#isOn(image, other, cells.length, way)) continue;
      found = image;
      break;
    }
    for (const cell of cells) this.#rank[symmetry[cell]] = 0;
    return found;
  }

  /** True if a placement lies on all the cells that have a rank, with the colours of these. */
  #isOn(number: number, way: number, count: number, ranked: number): boolean {
    const { cells } = this.#placements[number];
    const colours = this.#colours;
    return (
      cells.length === count &&
      cells.every((cell, k) => {
        const rank = this.#rank[cell];
        return rank > 0 && colours?.[ranked][rank - 1] === colours?.[way][k];
      })
    );
  }
}

function waysOf(placements: readonly PiecePlacement[]): Map<number, PlacedWay> {
  const ways = new Map<number, PlacedWay>();
  for (let k = 0; k < placements.length; k++) {
    const { piece, way, cells } = placements[k];
    let own = ways.get(way);
    if (own === undefined) {
      own = { piece, placements: [], starting: new Map() };
      ways.set(way, own);
    }
    own.placements.push(k);
    own.starting.set(
      cells.reduce((least, cell) => Math.min(least, cell)),
      k,
    );
  }
  return ways;
}
