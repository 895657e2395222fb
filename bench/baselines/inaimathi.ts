// Inaimathi: fill the obvious cells, then values with one place in a block, then guess at the cell
// with the fewest possibilities, breadth first. Costs the memory of all the boards of a generation.

import type { Shape } from '../../src/puzzles/sudoku/shape.ts';
import { baseline, type Run } from './baseline.ts';
import { contradicts, type Units, unitsOf } from './units.ts';

type Board = Uint8Array;

/** Cells of all the boards that wait: some 100 MB, with the overhead of an array. */
const MOST_CELLS = 2 ** 25;

export const inaimathi = baseline(
  'Inaimathi',
  () => undefined,
  (shape, givens, run) => {
    if (contradicts(shape, givens)) return;
    const units = unitsOf(shape);
    let boards: Board[] = [new Uint8Array(givens)];
    while (boards.length > 0) {
      const next: Board[] = [];
      for (const board of boards) {
        if (run.late()) return;
        while (fillObvious(board, units, run) || fillBlocks(board, shape, units, run));
        const guesses = fewestPossibilities(board, units);
        if (guesses === undefined) {
          if (run.take(board)) return;
          continue;
        }
        const [cell, values] = guesses;
        if ((next.length + values.length) * shape.cells > MOST_CELLS) {
          run.status = 'memory';
          return;
        }
        for (const value of values) {
          run.guesses++;
          run.placements++;
          const copy = board.slice();
          copy[cell] = value;
          next.push(copy);
        }
      }
      boards = next;
    }
  },
);

function possibilities(board: Board, cell: number, { peers, units }: Units): number[] {
  const taken = new Set<number>();
  for (const peer of peers[cell]) taken.add(board[peer]);
  const open: number[] = [];
  const size = units.length / 3;
  for (let value = 1; value <= size; value++) if (!taken.has(value)) open.push(value);
  return open;
}

/** Fills the cells with one possibility; true if there were any. */
function fillObvious(board: Board, units: Units, run: Run): boolean {
  const before = run.placements;
  for (let cell = 0; cell < board.length; cell++) {
    if (board[cell] !== 0) continue;
    const [value, second] = possibilities(board, cell, units);
    if (value === undefined || second !== undefined) continue;
    board[cell] = value;
    run.placements++;
  }
  return run.placements > before;
}

/** Fills in the values that have one place in a block; true if there were any. */
function fillBlocks(board: Board, { size }: Shape, units: Units, run: Run): boolean {
  const before = run.placements;
  for (const block of units.units.slice(2 * size)) {
    /** value -> the cells of the block that it may go to */
    const places = new Map<number, number[]>();
    for (const cell of block) {
      if (board[cell] !== 0) continue;
      for (const value of possibilities(board, cell, units)) {
        const cells = places.get(value);
        if (cells === undefined) places.set(value, [cell]);
        else cells.push(cell);
      }
    }
    for (const [value, [cell, second]] of places) {
      // A cell that two values need takes the first; the board dies of the other one later.
      if (cell === undefined || second !== undefined || board[cell] !== 0) continue;
      board[cell] = value;
      run.placements++;
    }
  }
  return run.placements > before;
}

/** The blank with the fewest possibilities, and these; undefined where there is no blank. */
function fewestPossibilities(board: Board, units: Units): [number, number[]] | undefined {
  let best: [number, number[]] | undefined;
  for (let cell = 0; cell < board.length; cell++) {
    if (board[cell] !== 0) continue;
    const open = possibilities(board, cell, units);
    if (best === undefined || open.length < best[1].length) best = [cell, open];
  }
  return best;
}
