import { shown } from '../../engine/problem/error.ts';
import { checkInteger } from '../../engine/problem/setting.ts';
import { badSetting } from '../mistakes.ts';
import { boardOf } from './boards.ts';
import type { LatticeCell } from './lattice.ts';

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

/** The largest order whose Aztec diamond has no more cells than a board may have. */
const MOST_DIAMOND = 70;

/**
 * The cells of a board of cubes in reading order (by layer, row, column), perhaps of a single layer:
 * a rectangle as `6x10` (rows x columns), a box as `3x4x5` (rows x columns x layers),
 * or a drawing with `#` for a cell.
 */
export function cubesOf(board: string): Cube[] {
  if (typeof board !== 'string') {
    throw badSetting(
      `The board is ${shown(board)}; give '6x10' (rows x columns), '3x3x3', or a drawing of #.`,
    );
  }
  return boardOf('cubes', board).map(cubeOf);
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
  checkInteger('The order of an Aztec diamond', n, 1, MOST_DIAMOND);
  const half = Array.from({ length: n }, (_, k) => {
    return '.'.repeat(n - 1 - k) + '#'.repeat(2 * k + 2) + '.'.repeat(n - 1 - k);
  });
  return [...half, ...[...half].reverse()].join('\n');
}
