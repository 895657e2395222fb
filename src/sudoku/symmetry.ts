import { QuadrilleError, shown } from '../problem/error.ts';
import type { Shape } from './shape.ts';

/** Row, column and the last of both -> the cell that a symmetry pairs this one with. */
type Image = (row: number, column: number, last: number) => readonly [row: number, column: number];

const IMAGES = {
  none: (row, column) => [row, column],
  rotational: (row, column, last) => [last - row, last - column],
  'left-right': (row, column, last) => [row, last - column],
  'up-down': (row, column, last) => [last - row, column],
  diagonal: (row, column) => [column, row],
} as const satisfies Record<string, Image>;

/**
 * What leaves the pattern of the givens as it is, whatever their values: a turn by 180 degrees, or
 * a mirror: left to right, top to bottom, or about the diagonal from the top left.
 */
export type Symmetry = keyof typeof IMAGES;

/** All there are. */
export const SYMMETRIES = Object.keys(IMAGES) as readonly Symmetry[];

/**
 * The cells in groups, each of those that a symmetry takes to one another. All five, done twice,
 * come back to the start; so a group has one cell or two.
 */
export function orbitsOf(shape: Shape, symmetry: Symmetry): readonly (readonly number[])[] {
  if (!Object.hasOwn(IMAGES, symmetry)) {
    throw new QuadrilleError(
      'bad-setting',
      `The symmetry is ${shown(symmetry)}; choose one of ${SYMMETRIES.join(', ')}.`,
    );
  }
  const image: Image = IMAGES[symmetry];
  const { size, cells } = shape;
  const orbits: number[][] = [];
  for (let cell = 0; cell < cells; cell++) {
    const [row, column] = image(shape.rowOf(cell), shape.columnOf(cell), size - 1);
    const other = row * size + column;
    if (other === cell) orbits.push([cell]);
    else if (other > cell) orbits.push([cell, other]);
  }
  return orbits;
}
