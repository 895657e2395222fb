// Programming Praxis: depth first over the list of empty cells, last cell first, where a value that
// a filled cell of the same row, column or box has is a conflict. Costs a walk over all filled
// cells.

import { baseline, refusesDeep } from './baseline.ts';
import { contradicts } from './units.ts';

interface Cell {
  readonly number: number;
  readonly row: number;
  readonly column: number;
  readonly box: number;
  value: number;
}

export const praxis = baseline('Programming Praxis', refusesDeep, (shape, givens, run) => {
  if (contradicts(shape, givens)) return;
  const cells = Array.from(givens, (value: number, number): Cell => {
    const [row, column, box] = [shape.rowOf(number), shape.columnOf(number), shape.boxOf(number)];
    return { number, row, column, box, value };
  });
  const empty = cells.filter(({ value }) => value === 0);
  const filled = cells.filter(({ value }) => value !== 0);

  const search = (): boolean => {
    const cell = empty.pop();
    if (cell === undefined) return run.take(cells.map(({ value }) => value));
    let tried = 0;
    for (let value = 1; value <= shape.size; value++) {
      cell.value = value;
      if (conflicts(cell, filled)) continue;
      filled.push(cell);
      if (run.place(++tried) || search()) return true;
      filled.pop();
    }
    empty.push(cell);
    return false;
  };
  search();
});

function conflicts({ row, column, box, value }: Cell, filled: readonly Cell[]): boolean {
  for (const other of filled) {
    if (other.value !== value) continue;
    if (other.row === row || other.column === column || other.box === box) return true;
  }
  return false;
}
