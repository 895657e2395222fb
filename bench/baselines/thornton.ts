// Thornton: brute force that scans the whole grid and compares the row, the column and the box of
// each cell with that value. Costs at most 81 look-ups for each value.

import { baseline, refusesDeep } from './baseline.ts';
import { contradicts } from './units.ts';

export const thornton = baseline('Thornton', refusesDeep, (shape, givens, run) => {
  if (contradicts(shape, givens)) return;
  const { size, cells } = shape;
  const grid = new Uint8Array(givens);

  const fits = (cell: number, value: number): boolean => {
    const [row, column, box] = [shape.rowOf(cell), shape.columnOf(cell), shape.boxOf(cell)];
    for (let other = 0; other < cells; other++) {
      if (
        grid[other] === value &&
        (shape.rowOf(other) === row ||
          shape.columnOf(other) === column ||
          shape.boxOf(other) === box)
      ) {
        return false;
      }
    }
    return true;
  };
  const search = (cell: number): boolean => {
    if (cell === cells) return run.take(grid);
    if (grid[cell] !== 0) return search(cell + 1);
    let tried = 0;
    for (let value = 1; value <= size; value++) {
      if (!fits(cell, value)) continue;
      grid[cell] = value;
      if (run.place(++tried) || search(cell + 1)) return true;
      grid[cell] = 0;
    }
    return false;
  };
  search(0);
});
