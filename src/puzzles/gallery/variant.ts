import { clueScale } from '../pencil/clue-scale.ts';
import { variantCover } from '../pencil/variant-cover.ts';
import { variantBoard } from '../picture/variant.ts';
import type { Placement } from '../sudoku/encode.ts';
import { variant } from '../variants/read.ts';
import { type Exhibit, exhibit } from './exhibit.ts';

/** An exhibit of a variant Sudoku, from its text. */
export function variantExhibit(text: string): Exhibit {
  const stated = variant(text);
  const { grid, shape } = stated;
  const squaresOf = (placement: Placement | undefined) => {
    if (placement === undefined) return [];
    const { row, column, value } = placement;
    return [{ row, column, mark: String(value), slot: shape.values.indexOf(value) }];
  };
  return exhibit(
    stated.problem,
    (placed) => {
      const decoded = stated.decode(placed);
      const values = Array.from({ length: grid.cells }, (_, cell) => decoded[cell]);
      return variantBoard(stated, { values });
    },
    {
      squaresOf,
      stepped: () => {
        const cover = variantCover(stated);
        return {
          problem: cover,
          words: cover.words,
          scale: clueScale(stated),
          squaresOf: (option) => squaresOf(cover.payload(option)),
        };
      },
    },
  );
}
