import { variantBoard } from '../picture/variant.ts';
import { variant } from '../variants/read.ts';
import { type Exhibit, exhibit } from './exhibit.ts';

/** An exhibit of a variant Sudoku, from its text. */
export function variantExhibit(text: string): Exhibit {
  const stated = variant(text);
  const { grid, shape } = stated;
  return exhibit(
    stated.problem,
    (placed) => {
      const decoded = stated.decode(placed);
      const values = Array.from({ length: grid.cells }, (_, cell) => decoded[cell]);
      return variantBoard(stated, { values });
    },
    {
      squaresOf: (placement) => {
        if (placement === undefined) return [];
        const { row, column, value } = placement;
        return [{ row, column, mark: String(value), slot: shape.values.indexOf(value) }];
      },
    },
  );
}
