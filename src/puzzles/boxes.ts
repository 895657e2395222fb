import type { Shape } from '../sudoku/shape.ts';
import type { House } from './houses.ts';

/** The boxes of a grid whose top left corner is at cell `corner` of a board `width` wide. */
export function boxHouses(shape: Shape, width = shape.size, corner = 0): House[] {
  const { size, boxRows, boxColumns } = shape;
  return Array.from({ length: size }, (_, k) => {
    // There are as many boxes beside each other as a box has rows.
    const row = Math.floor(k / boxRows) * boxRows;
    const column = (k % boxRows) * boxColumns;
    return {
      name: `b${k + 1}`,
      title: `box ${k + 1}`,
      cells: boxAt(shape, corner + row * width + column, width),
    };
  });
}

/** The cells of a box whose first is `corner`, on a board `width` wide. */
export function boxAt({ size, boxColumns }: Shape, corner: number, width = size): number[] {
  return Array.from({ length: size }, (_, k) => {
    return corner + Math.floor(k / boxColumns) * width + (k % boxColumns);
  });
}
