import { shown } from '../../problem/error.ts';
import type { Answers } from './answers.ts';
import type { Block } from './block.ts';
import { columnOf, piecesOf, type Row, readings, strangerIn } from './line.ts';
import type { Sizes } from './sizes.ts';

/** Says what is wrong with a line that is neither the next row of its grid, if any, nor a puzzle. */
export function misfit(
  { line, text, shift }: Omit<Row, 'cells'>,
  sizes: Sizes,
  answers: Answers,
  block?: Block,
): void {
  const stranger = strangerIn(text);
  if (stranger >= 0) {
    const character = String.fromCodePoint(text.codePointAt(stranger) as number);
    answers.mistake(
      line,
      shift + stranger + 1,
      `found ${shown(character)}, which is no value, no blank and no border; ` +
        `mend it, or make it a comment with '#' before it.`,
    );
    return;
  }
  const row: Row = { line, text, shift, cells: readings(text, undefined)[0] ?? '' };
  const { length } = row.cells;
  const found = length === 1 ? 'found 1 cell' : `found ${length} cells`;
  const first = piecesOf(text)[0] ?? '';
  if (block !== undefined) {
    const { size } = block.shape;
    answers.mistake(
      line,
      columnOf(row, size),
      `${found} in a grid whose rows have ${size} (it began in line ${block.rows[0]?.line}); ` +
        'mend this row, or put an empty line between two grids.',
    );
  } else if (first.length < length && sizes.puzzleOf(first.length) !== undefined) {
    answers.mistake(
      line,
      columnOf({ ...row, cells: piecesOf(text).join('') }, first.length),
      `found more after a puzzle of ${first.length} cells; put '#' before it, ` +
        `or a header as 'puzzle,solution' in the first line if this is CSV.`,
    );
  } else {
    const { size, cells } = sizes.nearest(length);
    answers.mistake(
      line,
      columnOf(row, cells),
      `${found}; a Sudoku of size ${size} has ${cells} on one line, or ${size} in each row.`,
    );
  }
}
