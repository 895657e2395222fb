import type { Problem } from '../../engine/problem/problem.ts';
import { sudokuScale } from '../pencil/sudoku-scale.ts';
import type { Picture } from '../picture/board.ts';
import { valuesOf } from '../picture/values.ts';
import type { Placement } from '../sudoku/encode.ts';
import { type Exhibit, exhibit } from './exhibit.ts';
import { houseWords } from './gallery-names.ts';

/** A grid of values in houses. */
interface ValuesGrid {
  readonly width: number;
  readonly givens?: ArrayLike<number> | undefined;
  /** Default: the number itself. */
  readonly symbolOf?: (value: number) => string;
  /** The names of regions. */
  readonly regions?: readonly string[];
  readonly symmetries?: Exhibit['symmetries'];
  /** The values of a grid as the text of a puzzle, 0 for a blank. */
  readonly write?: (values: readonly number[]) => string;
}

/** An exhibit of cells and values in houses. `draw` takes the values row by row, 0 for a blank. */
export function valuesExhibit(
  problem: Problem<Placement>,
  { width, givens, symbolOf = String, regions, symmetries, write }: ValuesGrid,
  draw: (values: readonly number[]) => Picture,
): Exhibit {
  return exhibit(problem, (placed) => draw(valuesOf(placed, width)), {
    scale: sudokuScale,
    words: houseWords(symbolOf, regions),
    squaresOf: ({ row, column, value }) => [
      { row, column, mark: symbolOf(value), slot: value - 1 },
    ],
    symmetries,
    write:
      write &&
      ((clues) =>
        write(valuesOf(clues, width).map((value, cell) => value || (givens?.[cell] ?? 0)))),
  });
}
