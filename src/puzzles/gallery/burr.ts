/** Problems of BurrTools' files as exhibits. */
import { type BurrPlaced, burrAssemblies } from '../burr/assemblies.ts';
import type { BurrFile, BurrPoint, BurrShape } from '../burr/file.ts';
import type { LatticeCell } from '../packing/lattice.ts';
import { polyformPicture } from '../picture/tiling.ts';
import { type Exhibit, exhibit } from './exhibit.ts';

/** A problem of a file, by its number from 0. */
export function burrExhibit(
  file: BurrFile,
  number: number,
  assemblies = burrAssemblies(file, number),
): Exhibit {
  const { grid, shapes, problems = [] } = file;
  const result = shapes[problems[number].result as number];
  const board = result.voxels.map(({ at }) => latticeCellOf(grid, result, at));
  const draw = (placed: readonly BurrPlaced[]) => {
    const pieces = placed.filter(({ shape }) => shape !== undefined);
    const titles = new Map(
      pieces.map(({ piece, shape = 0 }) => {
        const { name } = shapes[shape];
        return [piece, name === undefined ? piece : `${piece} ${JSON.stringify(name)}`];
      }),
    );
    const { key, ...picture } = polyformPicture(
      pieces.map(({ piece, cells }) => ({
        piece,
        cells: cells.map((at) => latticeCellOf(grid, result, at)),
      })),
      { lattice: grid, board },
    );
    const titled = key?.map((entry) => ({ ...entry, name: titles.get(entry.name) ?? entry.name }));
    return { ...picture, ...(titled && { key: titled }) };
  };
  return {
    ...exhibit(assemblies.problem, draw),
    group: () => assemblies.symmetries,
    get symmetries() {
      const order = BigInt(assemblies.symmetries.length);
      return { order, words: 'turns and mirrors of the result, as BurrTools counts' };
    },
  };
}

/** The cell of a voxel. The rows of cubes go downwards here, and upwards in BurrTools. */
export function latticeCellOf(
  grid: BurrFile['grid'],
  { size }: BurrShape,
  [x, y, z]: BurrPoint,
): LatticeCell {
  return [x, grid === 'cubes' ? size[1] - 1 - y : y, z];
}
