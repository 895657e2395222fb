import type { Cell } from '../puzzles/cell.ts';
import type { Clues, Stretch } from '../puzzles/nonogram.ts';
import type { Board, Square } from './board.ts';
import { checkList, checkObjects, checkWhole } from './checks.ts';
import { Filling } from './squares.ts';

/** Walls help to count: one after every five squares. */
const BLOCK = 5;

/** A nonogram: runs in ink, with the clues at the sides. */
export function nonogramBoard(clues: Clues, runs: readonly Stretch[], caption?: string): Board {
  checkList(clues?.rows, 'The clues of the rows');
  checkList(clues?.columns, 'The clues of the columns');
  checkObjects(runs, 'The runs');
  const filling = new Filling({ width: clues.columns.length, height: clues.rows.length });
  const square = ({ row, column }: Cell, shape?: 'full'): Square => {
    return { region: `${Math.floor(row / BLOCK)} ${Math.floor(column / BLOCK)}`, shape };
  };
  for (const { kind, cells } of runs) {
    checkObjects(cells, 'The cells of a run');
    if (kind === 'row') for (const place of cells) filling.put(place, square(place, 'full'));
  }
  filling.fill(square);
  return filling.board({
    ground: 'ruled',
    left: clues.rows.map(written),
    above: clues.columns.map(written),
    caption,
  });
}

/** A line without runs is written as people do, with a 0. */
function written(runs: readonly number[]): string[] {
  checkList(runs, 'The clues of a line');
  for (const run of runs) checkWhole(run, 'A clue', 0, 1000);
  return runs.length === 0 ? ['0'] : runs.map(String);
}
