import type { Random } from '../kernels/random.ts';
import type { Grid } from './grid.ts';
import type { Shape } from './shape.ts';

/**
 * The grid in one of the forms that are the same but for their looks, each as likely as any other:
 * values renamed, bands (rows of boxes) in another order, rows within a band, the same with
 * columns, and, where boxes are square, rows and columns exchanged. All of that keeps every rule.
 */
export function rearranged(shape: Shape, grid: Grid, random: Random): Uint8Array {
  const { size, boxRows, boxColumns, cells } = shape;
  const names = random.order(size);
  const rows = lines(boxRows, boxColumns, random);
  const columns = lines(boxColumns, boxRows, random);
  const exchanged = boxRows === boxColumns && random.below(2) === 1;
  const result = new Uint8Array(cells);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const from = (rows[row] as number) * size + (columns[column] as number);
      const to = exchanged ? column * size + row : row * size + column;
      const value = grid[from] as number;
      result[to] = value === 0 ? 0 : (names[value - 1] as number) + 1;
    }
  }
  return result;
}

/** Rows in an order that keeps bands of `wide` together; or columns. */
function lines(wide: number, bands: number, random: Random): number[] {
  const order: number[] = [];
  for (const band of random.order(bands)) {
    for (const line of random.order(wide)) order.push(band * wide + line);
  }
  return order;
}
