import { badSetting } from '../mistakes.ts';
import type { Cells, Lattice } from '../packing/lattice.ts';
import type { IsAlike, LinearMap } from '../packing/points.ts';
import type { BurrPiece, BurrProblem, BurrShape, BurrVoxel } from './file.ts';
import { filledOf } from './fit.ts';

/** A piece of a problem. */
export interface Part extends BurrPiece {
  /** `S1` for the first shape of the file, as in BurrTools; `S1.2` where the problem has it twice. */
  readonly name: string;
  readonly cells: Cells;
  /** Cell -> its colour; 0 for none. */
  readonly colours: readonly number[];
  /** Its orientations, the cells of each in the same order. */
  readonly ways: readonly Cells[];
}

/** The pieces of a problem that may be used at all. */
export function partsOf(
  lattice: Lattice,
  shapes: readonly BurrShape[],
  { pieces }: BurrProblem,
): Part[] {
  const seen = new Map<number, number>();
  const used = pieces.filter(({ max }) => max > 0);
  return used.map((piece) => {
    const times = (seen.get(piece.shape) ?? 0) + 1;
    seen.set(piece.shape, times);
    const name = `S${piece.shape + 1}${times > 1 ? `.${times}` : ''}`;
    const voxels = filledOf(shapes[piece.shape]);
    if (voxels.length === 0) {
      throw badSetting(`${name} has no voxels to be filled; leave the piece out.`);
    }
    checkCells(lattice, voxels, name);
    const cells = lattice.centred(voxels.map(({ at }) => at));
    const colours = voxels.map(({ colour = 0 }) => colour);
    const maps = lattice.mapsTurning(cells, false, isAlike(colours, colours));
    const ways = maps.map((map) => lattice.imageOf(cells, map) as Cells);
    return { ...piece, name, cells, colours, ways };
  });
}

/** Refuses voxels at places where the lattice has no cell. */
export function checkCells(lattice: Lattice, voxels: readonly BurrVoxel[], name: string): void {
  const wrong = voxels.find(({ at }) => !lattice.isCell(at));
  if (wrong === undefined) return;
  throw badSetting(
    `${name} has a voxel at ${wrong.at.join()}, where the lattice of ${lattice.name} has no cell; remove it.`,
  );
}

function isAlike(from: readonly number[], to: readonly number[]): IsAlike {
  return (cell, image) => from[cell] === to[image];
}

/**
 * Part -> the part that is its mirror image, perhaps itself; -1 if there is none. Where several are
 * alike, the first goes with the first, and so on.
 */
export function mirrorsOf(lattice: Lattice, parts: readonly Part[]): number[] {
  const reflection = lattice.maps.find(({ isProper }) => !isProper) as LinearMap;
  const isMirror = (one: Part, other: Part) => {
    const mirrored = lattice.imageOf(other.cells, reflection) as Cells;
    const maps = lattice.mapsOnto(one.cells, mirrored, isAlike(one.colours, other.colours));
    return maps.some(({ map }) => lattice.maps[map].isProper);
  };
  const mirrors = parts.map((part, k) => (isMirror(part, part) ? k : -1));
  for (const [k, part] of parts.entries()) {
    if (mirrors[k] >= 0) continue;
    const other = parts.findIndex((twin, j) => mirrors[j] < 0 && isMirror(twin, part));
    if (other < 0) continue;
    mirrors[k] = other;
    mirrors[other] = k;
  }
  return mirrors;
}
