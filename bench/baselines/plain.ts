// Plain recursion over a flat array, as every language has it (PHP and Go among them): the next
// blank in reading order takes the values that its row, its column and its box allow, each looked
// through.

import { baseline, refusesDeep } from './baseline.ts';
import { contradicts } from './units.ts';

export const plain = baseline('plain recursion', refusesDeep, (shape, givens, run) => {
  if (contradicts(shape, givens)) return;
  const { size, cells, boxRows, boxColumns } = shape;
  const grid = new Uint8Array(givens);

  const inRow = (row: number, value: number): boolean => {
    for (let column = 0; column < size; column++) {
      if (grid[row * size + column] === value) return true;
    }
    return false;
  };
  const inColumn = (column: number, value: number): boolean => {
    for (let row = 0; row < size; row++) if (grid[row * size + column] === value) return true;
    return false;
  };
  const inBox = (row: number, column: number, value: number): boolean => {
    const top = row - (row % boxRows);
    const left = column - (column % boxColumns);
    for (let r = top; r < top + boxRows; r++) {
      for (let c = left; c < left + boxColumns; c++) if (grid[r * size + c] === value) return true;
    }
    return false;
  };

  const search = (from: number): boolean => {
    let cell = from;
    while (cell < cells && grid[cell] !== 0) cell++;
    if (cell === cells) return run.take(grid);
    const column = cell % size;
    const row = (cell - column) / size;
    let tried = 0;
    for (let value = 1; value <= size; value++) {
      if (inRow(row, value) || inColumn(column, value) || inBox(row, column, value)) continue;
      grid[cell] = value;
      if (run.place(++tried) || search(cell + 1)) return true;
      grid[cell] = 0;
    }
    return false;
  };
  search(0);
});
