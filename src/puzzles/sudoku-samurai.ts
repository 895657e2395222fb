import type { Problem } from '../problem/problem.ts';
import { checkSettings } from '../problem/setting.ts';
import type { Placement } from '../sudoku/encode.ts';
import { Shape } from '../sudoku/shape.ts';
import { boxHouses, fillHouses, type Givens, type House, lines } from './houses.ts';

export interface SamuraiSettings {
  /** The values that are given, 21 x 21 of them row by row, 0 for a blank and for a hole. */
  readonly givens?: Givens | undefined;
}

/** Cells in a row of the whole, and in a row of one grid. */
const WIDTH = 21;
const SIZE = 9;

/** The five grids, by the cell at their top left. */
const GRIDS = [
  { name: 'nw', title: 'the north-west grid', corner: 0 },
  { name: 'ne', title: 'the north-east grid', corner: 12 },
  { name: 'mid', title: 'the middle grid', corner: 6 * WIDTH + 6 },
  { name: 'sw', title: 'the south-west grid', corner: 12 * WIDTH },
  { name: 'se', title: 'the south-east grid', corner: 12 * WIDTH + 12 },
];

/**
 * Samurai Sudoku: five grids of 9x9, the middle one sharing its corner boxes with the others. Of its
 * 441 places 72 are holes:
 *
 *     nw nw nw  .  ne ne ne
 *     nw nw nw  .  ne ne ne
 *     nw nw  *  m  *  ne ne
 *      .  .  m  m  m  .  .      each a box of 3x3, * one that two grids share
 *     sw sw  *  m  *  se se
 *     sw sw sw  .  se se se
 *     sw sw sw  .  se se se
 */
export function samurai(settings: SamuraiSettings = {}): Problem<Placement> {
  checkSettings(settings, ['givens']);
  const houses: House[] = [];
  for (const { name, title, corner } of GRIDS) {
    const inWhole = (cell: number) => corner + Math.floor(cell / SIZE) * WIDTH + (cell % SIZE);
    for (const house of [...lines(SIZE), ...boxHouses(Shape.of({ size: SIZE }))]) {
      const cells = house.cells.map(inWhole);
      // A shared box is a house once.
      if (houses.some((known) => known.cells.every((cell, k) => cell === cells[k]))) continue;
      houses.push({ name: `${name}.${house.name}`, title: `${house.title} of ${title}`, cells });
    }
  }
  return fillHouses({ rows: WIDTH, columns: WIDTH, values: SIZE, houses }, settings.givens);
}
