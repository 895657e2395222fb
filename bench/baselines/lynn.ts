// Lynn: the tersest brute force. One loop of nine steps tests a value against the nth cell of the
// row, of the column and of the box at once. Costs at most 27 look-ups for each value.

import { baseline, refusesDeep } from './baseline.ts';
import { contradicts } from './units.ts';

export const lynn = baseline('Lynn', refusesDeep, (shape, givens, run) => {
  if (contradicts(shape, givens)) return;
  const { size, cells, boxRows, boxColumns } = shape;
  const grid = new Uint8Array(givens);

  const search = (cell: number): boolean => {
    if (cell === cells) return run.take(grid);
    if (grid[cell] !== 0) return search(cell + 1);
    const column = cell % size;
    const row = cell - column;
    const corner = row - (row % (boxRows * size)) + column - (column % boxColumns);
    let tried = 0;
    values: for (let value = 1; value <= size; value++) {
      for (let n = 0; n < size; n++) {
        const inBox = n % boxColumns;
        if (
          grid[row + n] === value ||
          grid[column + n * size] === value ||
          grid[corner + inBox + ((n - inBox) / boxColumns) * size] === value
        ) {
          continue values;
        }
      }
      grid[cell] = value;
      if (run.place(++tried) || search(cell + 1)) return true;
      grid[cell] = 0;
    }
    return false;
  };
  search(0);
});
