import { QuadrilleError, shown } from '../problem/error.ts';
import type { Problem } from '../problem/problem.ts';
import { checkSettings } from '../problem/setting.ts';
import type { Placement } from '../sudoku/encode.ts';
import { Shape } from '../sudoku/shape.ts';
import { boxAt, boxHouses } from './boxes.ts';
import { fillHouses, type Givens, type House, lines } from './houses.ts';

export interface WindokuSettings {
  /** How many values there are, and cells in a row: a square number. Default: 9. */
  readonly size?: number | undefined;
  /** Values that are given, row by row, 0 for a blank. */
  readonly givens?: Givens | undefined;
}

/**
 * Windoku: (n - 1) x (n - 1) windows, as large as the boxes of n x n, have every value too. The
 * windows lie one cell away from the border and from each other: with n = 3 in rows and columns
 * 2 to 4 and 6 to 8.
 */
export function windoku(settings: WindokuSettings = {}): Problem<Placement> {
  checkSettings(settings, ['size', 'givens']);
  const { size = 9, givens } = settings;
  const n = Math.sqrt(size);
  if (!(Number.isInteger(n) && n >= 2 && n <= 10)) {
    throw new QuadrilleError(
      'bad-shape',
      `The size of the windoku is ${shown(size)}; give a square number from 4 to 100, as 9 ` +
        '(windows have the form of boxes, and boxes are square).',
    );
  }
  const shape = Shape.of({ size });
  const windows = Array.from({ length: (n - 1) ** 2 }, (_, k): House => {
    const row = 1 + Math.floor(k / (n - 1)) * (n + 1);
    const column = 1 + (k % (n - 1)) * (n + 1);
    return {
      name: `w${k + 1}`,
      title: `window ${k + 1}`,
      cells: boxAt(shape, row * size + column),
    };
  });
  const houses = [...lines(size), ...boxHouses(shape), ...windows];
  return fillHouses({ rows: size, columns: size, values: size, houses }, givens);
}
