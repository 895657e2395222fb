import { badSetting } from '../mistakes.ts';
import { type Cells, type Lattice, type LinearMap, minus } from '../packing/lattice.ts';
import type { BurrPiece, BurrProblem, BurrShape, BurrVoxel } from './file.ts';
import { filledOf } from './fit.ts';

/** A piece in one orientation, at the origin of the lattice. */
export interface Way {
  readonly cells: Cells;
  /** Cell -> its colour; 0 for none. */
  readonly colours: readonly number[];
}

/** A piece of a problem. */
export interface Part extends BurrPiece {
  /** `S1` for the first shape of the file, as in BurrTools; `S1.2` where the problem has it twice. */
  readonly name: string;
  /** The number of its voxels. */
  readonly size: number;
  /** Text -> orientation. */
  readonly ways: ReadonlyMap<string, Way>;
  /** The text of an orientation of its mirror image. */
  readonly reflected: string;
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
    const ways = new Map<string, Way>();
    let reflected = '';
    for (const map of lattice.maps) {
      if (!map.isProper && reflected !== '') continue;
      const way = wayOf(lattice, voxels, map);
      if (way === undefined) continue;
      if (map.isProper) ways.set(textOf(way), way);
      else reflected = textOf(way);
    }
    return { ...piece, name, size: voxels.length, ways, reflected };
  });
}

/** Refuses voxels at places where the lattice has no cell. */
export function checkCells(lattice: Lattice, voxels: readonly BurrVoxel[], name: string): void {
  const wrong = voxels.find(({ at }) => !lattice.isCell(at));
  if (wrong === undefined) return;
  throw badSetting(
    `${name} has a voxel at ${wrong.at.join()}, where the lattice of ${lattice.name} has no cell.`,
  );
}

/** Voxels after a map; undefined where one is no cell then. */
function wayOf(lattice: Lattice, voxels: readonly BurrVoxel[], map: LinearMap): Way | undefined {
  // The turns of spheres that keep flat pieces alone are about a sphere in their layer.
  const start = lattice.originOf([voxels[0].at]);
  const images = lattice.imageOf(
    voxels.map(({ at }) => minus(at, start)),
    map,
  );
  if (images === undefined) return undefined;
  const origin = lattice.originOf(images);
  const placed = images
    .map((image, k) => ({ cell: minus(image, origin), colour: voxels[k].colour ?? 0 }))
    .sort((a, b) => lattice.compare(a.cell, b.cell));
  return { cells: placed.map(({ cell }) => cell), colours: placed.map(({ colour }) => colour) };
}

function textOf({ cells, colours }: Way): string {
  return `${cells.join(' ')} ${colours.join()}`;
}

/**
 * Part -> the part that is its mirror image, perhaps itself; -1 if there is none. Where several are
 * alike, the first goes with the first, and so on.
 */
export function mirrorsOf(parts: readonly Part[]): number[] {
  const mirrors = parts.map(({ ways, reflected }, k) => (ways.has(reflected) ? k : -1));
  for (const [k, { reflected }] of parts.entries()) {
    if (mirrors[k] >= 0) continue;
    const other = parts.findIndex(({ ways }, j) => mirrors[j] < 0 && ways.has(reflected));
    if (other < 0) continue;
    mirrors[k] = other;
    mirrors[other] = k;
  }
  return mirrors;
}
