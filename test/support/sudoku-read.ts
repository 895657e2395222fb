import { type ReadSettings, readEach, writeLine } from '../../src/sudoku.ts';

/** The example of Wikipedia's article on Sudoku, and its rows. */
export const EXAMPLE =
  '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
export const ROWS = EXAMPLE.match(/.{9}/g) as string[];

/** The answers of the reader: each puzzle on a line, each error by its place. */
export function seen(text: string, settings?: ReadSettings): string[] {
  return [...readEach(text, settings)].map(({ puzzle, error }) =>
    error === undefined
      ? writeLine(puzzle.shape, puzzle.givens, puzzle.symbols)
      : `${error.code} ${error.line}:${error.column}`,
  );
}
