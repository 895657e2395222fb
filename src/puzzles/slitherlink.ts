import { shown } from '../engine/problem/error.ts';
import type { Problem } from '../engine/problem/problem.ts';
import { checkClueGrid } from './clue-grid.ts';
import { countOf, type GridLine, gridLoop, type LocalRule, PointGrid } from './grid-loop.ts';
import { badGrid, badText } from './mistakes.ts';
import { addressOf, cellsIn, type PuzzleAddress, readAddress, runsOf } from './puzz-link.ts';

/** The clues of a Slitherlink, row by row: how many sides of a cell the loop goes along. */
export type SlitherlinkClues = readonly (readonly (number | undefined)[])[];

/**
 * Slitherlink (Nikoli): one loop along the sides of cells; a clue says how many sides of its cell
 * are in the loop.
 *
 * @example
 * ```ts
 * import { first } from 'quadrille';
 * import { readSlitherlink, slitherlink } from 'quadrille/puzzles';
 *
 * const clues = readSlitherlink('https://puzz.link/p?slither/5/5/cbcbcddad');
 * const { solution } = first(slitherlink(clues));
 * console.log(solution?.payloads.filter(({ drawn }) => drawn).length); // 26
 * ```
 */
export function slitherlink(clues: SlitherlinkClues): Problem<GridLine> {
  const { rows, columns } = checkClueGrid(clues, (clue) => [0, 1, 2, 3, 4].includes(clue as number), {
    wanted: 'a number from 0 to 4',
  });
  const grid = new PointGrid(rows + 1, columns + 1);
  const rules: LocalRule[] = [];
  clues.forEach((line, row) => {
    line.forEach((clue, column) => {
      if (clue === undefined) return;
      const lines = [
        grid.right(row, column),
        grid.right(row + 1, column),
        grid.down(row, column),
        grid.down(row, column + 1),
      ] as number[];
      const name = `the ${clue} in row ${row + 1}, column ${column + 1}`;
      rules.push({ name, lines, allows: (drawn) => countOf(drawn) === clue });
    });
  });
  return gridLoop(grid, rules);
}
