import { shown } from '../../problem/error.ts';
import { type Language, mayBeRow } from './decode.ts';
import type { Mistake } from './found.ts';
import {
  columnOf,
  isBordered,
  isTabular,
  type Line,
  piecesOf,
  readings,
  rowOf,
  strangerIn,
} from './line.ts';
import type { Sizes } from './sizes.ts';

/**
 * What is wrong with a line that is no puzzle and cannot be a row where it stands: in a grid with
 * rows of `size` cells, if one has begun.
 */
export function misfit(line: Line, sizes: Sizes, language: Language, size?: number): Mistake {
  const { text, shift } = line;
  const mistake = (index: number, what: string): Mistake => ({
    line: line.line,
    column: line.column ?? shift + index + 1,
    what,
    isOfTable: isTabular(line) && !hasPuzzle,
  });
  const pieces = piecesOf(text);
  const at = pieces.findIndex((piece) => sizes.puzzleOfCells(piece.length) !== undefined);
  const hasPuzzle = at >= 0 && new Set(pieces.map((piece) => piece.length)).size > 1;
  const stranger = strangerIn(line);
  if (stranger >= 0) {
    const character = String.fromCodePoint(text.codePointAt(stranger) as number);
    const json = /[[\]{}]/.test(character) ? ', or write JSON as [[5,3, ...], ...]' : '';
    return mistake(
      stranger,
      `found ${shown(character)}, which is no value, no blank and no border; ` +
        `mend it, or make it a comment with '#' before it${json}.`,
    );
  }
  const [reading] = readings(text, undefined);
  const cells = reading?.cells ?? pieces.join('');
  const count = cells.length;
  const found = count === 1 ? 'found 1 cell' : `found ${count} cells`;
  const indexOf = (cell: number) => columnOf({ text, shift: 0, line: 0, cells }, cell) - 1;

  if (hasPuzzle) {
    const puzzle = pieces[at] as string;
    const where = text.indexOf(puzzle);
    const after = where + puzzle.length;
    return mistake(
      at > 0 ? text.search(/[^\s,|]/) : after + text.slice(after).search(/[^\s,|]/),
      `found more ${at > 0 ? 'before' : 'after'} a puzzle of ${puzzle.length} cells; ` +
        `put ${at > 0 ? `it behind the puzzle, after '#'` : `'#' before it`}, ` +
        `or a header as 'id,puzzle,solution' in the first line if this is CSV.`,
    );
  }
  if (size !== undefined && count !== size) {
    return mistake(
      indexOf(size),
      `${found} in a grid whose rows have ${size}; mend this row, or put an empty line ` +
        `between two grids.${hintOfBlanks(text, count < size)}`,
    );
  }
  const row = sizes.rowOf(rowOf(line, { cells, columns: undefined, barred: false }));
  const puzzle = sizes.puzzleOfCells(count);
  if (reading === undefined && (row ?? puzzle) !== undefined) {
    return mistake(
      indexOf(0),
      `${found} in pieces of different lengths, or with bars at different distances; ` +
        'separate all cells in the same way.',
    );
  }
  if (row !== undefined) {
    const strange = Array.from(cells).findIndex(
      (cell) => !mayBeRow({ cells: typeof cells === 'string' ? cell : [cell] }, row, language),
    );
    if (strange >= 0) {
      return mistake(
        indexOf(strange),
        `found ${shown(cells[strange])}, which no Sudoku of size ${count} has; ` +
          `mend it, make the line a comment with '#', or give the symbols if it has others.`,
      );
    }
  }
  const half = sizes.puzzleOfCells(count / 2);
  if (half !== undefined && (row ?? puzzle) === undefined) {
    return mistake(
      indexOf(half.cells),
      `${found}, as many as two puzzles of ${half.cells} have; give each a line of its own.`,
    );
  }
  const shape = puzzle ?? row;
  if (shape !== undefined) {
    const { size } = shape;
    return mistake(
      indexOf(0),
      pieces.length === 1
        ? `${found} that have no letter and nothing between; if this is a Sudoku of size ${size}, ` +
            `give size ${size}.`
        : `${found} in groups that are no rows and not as wide as boxes of ${shape.boxes}; ` +
            `give the boxes, as in '2x3', or put a space between all cells.`,
    );
  }
  if (isTabular(line) && sizes.fixed === undefined) {
    return mistake(
      indexOf(count),
      `${found}, which are no row of any grid: those have 4, 6, 8, 9, 10, 12, 16 ...; give each row ` +
        `as many as the grid has rows.${hintOfBlanks(text, true)}`,
    );
  }
  const nearest = sizes.nearest(count);
  return mistake(
    indexOf(nearest.cells),
    `${found}; a Sudoku of size ${nearest.size} has ${nearest.cells} on one line, ` +
      `or ${nearest.size} in each row.${hintOfBlanks(text, true)}`,
  );
}

/** What to do about cells of which there is nothing but the space between. */
function hintOfBlanks(text: string, isShort: boolean): string {
  const mayHave = isBordered(text) || /[,;\t]|\S {2}/.test(text);
  return isShort && mayHave ? ` Write '.' or 0 for an empty cell.` : '';
}
