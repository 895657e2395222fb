import { type QuadrilleError, shown } from '../../engine/problem/error.ts';
import { checkInteger } from '../../engine/problem/setting.ts';
import { badSetting } from '../mistakes.ts';
import { cellsDrawn } from './drawing.ts';
import type { LatticeCell } from './lattice.ts';
import { LATTICES } from './lattices.ts';

/** A square of a board, from 0: rows downwards, columns to the right. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** A cube of a box: a cell of one of its layers, which count from 0 upwards. */
export interface Cube extends Cell {
  readonly layer: number;
}

/** A piece and the cells that it takes: the payload of every packing. */
export interface Placed<C extends Cell = Cell> {
  readonly piece: string;
  readonly cells: readonly C[];
}

/** The cube at a cell of the lattice, and the cell of a cube. */
export function cubeOf([column, row, layer]: LatticeCell): Cube {
  return { row, column, layer };
}

export function cellOf({ row, column, layer }: Cube): LatticeCell {
  return [column, row, layer];
}

/** A key for a cell: equal for equal places. */
export function placeOf({ row, column, layer }: Cube): string {
  return `${row},${column},${layer}`;
}

const MOST_REGION_CELLS = 10_000;
/** The largest order whose Aztec diamond has at most MOST_REGION_CELLS cells. */
const MOST_DIAMOND = 70;

/**
 * The cells of a region in reading order (by layer, row, column): a rectangle as `6x10` (rows x
 * columns), a box as `3x4x5` (rows x columns x layers), or a drawing with `#` for a cell.
 */
export function regionOf(region: string): Cube[] {
  if (typeof region !== 'string') {
    throw badSetting(
      `The region is ${shown(region)}; give '6x10' (rows x columns), '3x3x3', or a drawing of #.`,
    );
  }
  const sides = /^\s*(\d+)x(\d+)(?:x(\d+))?\s*$/.exec(region);
  if (sides === null) {
    const cells = LATTICES.cubes.atOrigin(cellsDrawn('cubes', { text: region, line: 1 }));
    if (cells.length > MOST_REGION_CELLS) throw tooLarge(`a drawing of ${cells.length} cells`);
    return cells.map(cubeOf);
  }
  const [rows, columns, layers] = [Number(sides[1]), Number(sides[2]), Number(sides[3] ?? 1)];
  const count = rows * columns * layers;
  if (!(count >= 1 && count <= MOST_REGION_CELLS)) throw tooLarge(shown(region));
  return Array.from({ length: count }, (_, k) => ({
    row: Math.floor(k / columns) % rows,
    column: k % columns,
    layer: Math.floor(k / (rows * columns)),
  }));
}

/** True if all cells lie on the lowest layer. */
export function isFlat(cells: readonly Cube[]): boolean {
  return cells.every(({ layer }) => layer === 0);
}

/**
 * A drawing of the Aztec diamond of order n: 2n centred rows of 2, 4, ... 2n, 2n, ... 4, 2 cells.
 * It has 2^(n(n+1)/2) tilings by dominoes (Elkies, Kuperberg, Larsen and Propp 1992).
 */
export function aztecDiamond(n: number): string {
  checkInteger('n', n, 1, MOST_DIAMOND);
  const half = Array.from({ length: n }, (_, k) => {
    return '.'.repeat(n - 1 - k) + '#'.repeat(2 * k + 2) + '.'.repeat(n - 1 - k);
  });
  return [...half, ...[...half].reverse()].join('\n');
}

function tooLarge(what: string): QuadrilleError {
  return badSetting(`The region is ${what}; give one of 1 to ${MOST_REGION_CELLS} cells.`);
}
