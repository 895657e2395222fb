// Koot: plain recursion that looks a cell's neighbours up in a table made beforehand, finds all
// solutions, and calls a puzzle with equal neighbours erroneous. Costs 20 look-ups for each value.

import { baseline, refusesDeep } from './baseline.ts';
import { contradicts, unitsOf } from './units.ts';

export const koot = baseline('Koot', refusesDeep, (shape, givens, run) => {
  if (contradicts(shape, givens)) return;
  const { size, cells } = shape;
  const neighbours = unitsOf(shape).peers;
  const grid = new Uint8Array(givens);

  const fits = (cell: number, value: number): boolean => {
    const around = neighbours[cell];
    for (let k = 0; k < around.length; k++) if (grid[around[k]] === value) return false;
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
    }
    grid[cell] = 0;
    return false;
  };
  search(0);
});
