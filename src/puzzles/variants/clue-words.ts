import type { CellGrid } from './cell-grid.ts';
import { type Clue, formOf } from './clue.ts';

/** A clue as sentences name it: `cage of 15 at r1c3`, `thermometer from r1c1 to r3c1`. */
export function titleOf(clue: Clue, grid: CellGrid): string {
  const { kind, cells, numbers } = clue;
  const { title, place } = formOf(kind);
  const [first = 0] = cells;
  const from = grid.nameOf(first);
  const to = grid.nameOf(cells[cells.length - 1] ?? 0);
  switch (place) {
    case 'grid':
      return title;
    case 'pair':
      return `${title} of ${from} and ${to}`;
    case 'square':
      return `${title} of ${numbers.join(', ')} at ${from}`;
    case 'line':
      return `${title} from ${from} to ${to}`;
    case 'row':
      return `${title} of ${numbers[0]} at ${from}, ${directionOf(grid, cells)}`;
    case 'diagonal':
      return numbers.length > 0
        ? `${title} of ${numbers[0]} from ${from} to ${to}`
        : `${title} from ${from}`;
    default:
      return `${numbers.length > 0 ? `${title} of ${numbers[0]}` : title} at ${from}`;
  }
}

/** Which way a row or column is read. */
function directionOf(grid: CellGrid, cells: Clue['cells']): string {
  const step = (cells[1] ?? cells[0]) - cells[0];
  if (Math.abs(step) === 1 && grid.columns > 1) return step > 0 ? 'to the right' : 'to the left';
  return step < 0 ? 'up' : 'down';
}
