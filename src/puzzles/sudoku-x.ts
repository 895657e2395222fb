import type { Problem } from '../problem/problem.ts';
import { type BoxSettings, boxHouses, boxOf } from './boxes.ts';
import { fillHouses, type Givens, lines, type PlacedValue } from './houses.ts';

export interface SudokuXSettings extends BoxSettings {
  /** Values that are given, row by row, 0 for a blank. */
  readonly givens?: Givens | undefined;
}

/** Sudoku X: both diagonals have every value too. */
export function sudokuX(settings: SudokuXSettings = {}): Problem<PlacedValue> {
  const box = boxOf(settings, ['givens']);
  const size = box.rows * box.columns;
  const counted = Array.from({ length: size }, (_, k) => k);
  const houses = [
    ...lines(size),
    ...boxHouses(box, size),
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
