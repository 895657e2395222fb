import { QuadrilleError, shown } from '../../problem/error.ts';
import type { Puzzle } from '../grid.ts';
import type { Read } from './found.ts';
import { badText } from './line.ts';
import { PuzzleReader, type ReadSettings } from './reader.ts';

/** Characters that are read before the puzzles among them are handed out. */
const PIECE = 1 << 14;

/**
 * The puzzles of a text one by one, in every format that `PuzzleReader` knows; what cannot be
 * read is answered with an error in its place, and the rest goes on.
 */
export function readEach(
  text: string,
  settings: ReadSettings = {},
): Generator<Read, void, undefined> {
  if (typeof text !== 'string') {
    throw new QuadrilleError('bad-text', `The text is ${shown(text)}; give a string.`);
  }
  return readsOf(text, new PuzzleReader(settings));
}

function* readsOf(text: string, reader: PuzzleReader): Generator<Read, void, undefined> {
  for (let from = 0; from < text.length; from += PIECE) {
    yield* reader.push(text.slice(from, from + PIECE));
  }
  yield* reader.end();
}

/** All puzzles of a text; throws the first error there is. */
export function readPuzzles(text: string, settings?: ReadSettings): Puzzle[] {
  const puzzles: Puzzle[] = [];
  for (const { puzzle, error } of readEach(text, settings)) {
    if (error !== undefined) throw error;
    puzzles.push(puzzle);
  }
  return puzzles;
}

/** The one puzzle of a text; throws if there is none, or another. */
export function readPuzzle(text: string, settings: ReadSettings = {}): Puzzle {
  const [puzzle, another] = readPuzzles(text, settings);
  if (puzzle !== undefined && another === undefined) return puzzle;
  const line = another?.line ?? 1;
  throw badText(
    { source: settings.source, line, column: 1 },
    puzzle === undefined
      ? 'found no puzzle; give one, for instance as 81 characters on a line.'
      : 'found a second puzzle; give one, or read all of them with readPuzzles. ' +
          'If these are rows of one grid, give its size.',
  );
}

/** Whether an argument is a Sudoku in place of a file: many cells, and no letter that is small. */
export function isGrid(argument: string): boolean {
  return /^[.·•0-9A-Z]{16,}$/.test(argument) && Number.isInteger(Math.sqrt(argument.length));
}
