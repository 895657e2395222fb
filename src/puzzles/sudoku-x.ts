import type { Problem } from '../problem/problem.ts';
import { checkSettings } from '../problem/setting.ts';
import type { Placement } from '../sudoku/encode.ts';
import { Shape, type ShapeSettings } from '../sudoku/shape.ts';
import { boxHouses, fillHouses, type Givens, lines } from './houses.ts';

export interface SudokuXSettings extends ShapeSettings {
  /** Values that are given, row by row, 0 for a blank. */
  readonly givens?: Givens | undefined;
}

/** Sudoku X: both diagonals have every value too. */
export function sudokuX(settings: SudokuXSettings = {}): Problem<Placement> {
  checkSettings(settings, ['size', 'boxes', 'givens']);
  const shape = Shape.of({ size: settings.size, boxes: settings.boxes });
  const { size } = shape;
  const counted = Array.from({ length: size }, (_, k) => k);
  const houses = [
    ...lines(size),
    ...boxHouses(shape),
    {
      name: 'd1',
      title: 'the diagonal from top left',
      cells: counted.map((k) => k * size + k),
    },
    {
      name: 'd2',
      title: 'the diagonal from top right',
      cells: counted.map((k) => k * size + size - 1 - k),
    },
  ];
  return fillHouses({ rows: size, columns: size, values: size, houses }, settings.givens);
}
