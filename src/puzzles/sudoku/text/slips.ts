import { shown } from '../../../engine/problem/error.ts';
import { type Format, GIVE_BOXES, GIVE_SYMBOLS, type Mistake, type Remedies } from './decode.ts';
import {
  columnOf,
  isBordered,
  isTabular,
  type Line,
  piecesOf,
  type Row,
  readingsOf,
  strangerIn,
} from './line.ts';

/**
 * The mistake in a line that is neither a puzzle nor a row, in a grid of `size` if one has begun.
 */
export function mistakeIn(line: Line, format: Format, size?: number): Mistake {
  const { text } = line;
  const pieces = piecesOf({ text, shift: 0 });
  const lengths = pieces.map((piece) => piece.text.length);
  const at = lengths.findIndex((length) => format.puzzleOfCells(length) !== undefined);
  const hasPuzzle = at >= 0 && new Set(lengths).size > 1;
  const stranger = strangerIn(line);
  const first = readingsOf(line).at(0);
  const cells = pieces.map((piece) => piece.text).join('');
  const places = pieces.flatMap(({ text, shift }) => Array.from(text, (_, k) => shift + k));
  // No bars and no groups: these are mistakes of their own.
  const row: Row = { ...line, cells, places, ...first, columns: undefined, isBarred: false };
  const mistake = (index: number, what: string, remedies?: Remedies): Mistake => ({
    line: line.line,
    column: line.column ?? line.shift + index + 1,
    what,
    remedies,
    isOfTable: isTabular(line) && !hasPuzzle,
  });
  if (size === undefined && !hasPuzzle && hasWords(row, format)) {
    const { cells } = format.fixed ?? { cells: 81 };
    return mistake(
      text.search(/\S/),
      `found ${shown(text.trim())}, which is no Sudoku; give one as ${cells} characters on a line, ` +
        `with '.' for a blank, or each row on a line, or make it a comment with '#' before it.`,
    );
  }
  if (stranger >= 0) {
    const character = String.fromCodePoint(text.codePointAt(stranger) as number);
    const json = /[[\]{}]/.test(character) ? ', or write JSON as [[5,3, ...], ...]' : '';
    return mistake(
      stranger,
      `found ${shown(character)}, which is no value, no blank and no border; ` +
        `mend it, or make it a comment with '#' before it${json}.`,
    );
  }
  if (hasPuzzle) {
    return mistake(
      pieces[at > 0 ? 0 : 1]?.shift,
      `found more ${at > 0 ? 'before' : 'after'} a puzzle of ${lengths[at]} cells; ` +
        `put ${at > 0 ? `it behind the puzzle, after '#'` : `'#' before it`}, ` +
        `or a header as 'id,puzzle,solution' in the first line if this is CSV.`,
    );
  }
  const [cell, what, remedies] = miscount(row, format, size, {
    isReadable: first !== undefined,
    isDense: pieces.length === 1,
  });
  return mistake(columnOf(row, cell) - line.shift - 1, what, remedies);
}

/**
 * True for words, a name or a sentence: no digit, and letters that no Sudoku of about as many cells
 * has. In a row of a Sudoku with symbols of its own none is there twice.
 */
function hasWords(row: Row, format: Format): boolean {
  const { text } = row;
  const letters = text.match(/\p{L}/gu) ?? [];
  if (letters.length < 2 || /\d/.test(text) || isTabular(row)) return false;
  if (new Set(letters).size === letters.length && format.rowOf(row) !== undefined) return false;
  const signs = text.replace(/\s/g, '');
  return !format.canWrite(signs, format.nearest(signs.length).size);
}

/**
 * The cell where the mistake in the number of cells of a line begins, or in their places or
 * symbols; and the mistake.
 */
function miscount(
  row: Row,
  format: Format,
  wanted: number | undefined,
  { isReadable, isDense }: { isReadable: boolean; isDense: boolean },
): [cell: number, what: string, remedies?: Remedies] {
  const { text, cells } = row;
  const count = cells.length;
  const found = count === 1 ? 'found 1 cell' : `found ${count} cells`;
  const mayHaveEmpty = isBordered(text) || /[,;\t]|\S {2}/.test(text);
  const hint = mayHaveEmpty ? ` Write '.' or 0 for an empty cell.` : '';
  if (wanted !== undefined && count !== wanted) {
    const remedy = 'mend this row, or put an empty line between two grids.';
    const isShort = count < wanted;
    return [
      wanted,
      `${found} in a grid whose rows have ${wanted}; ${remedy}${isShort ? hint : ''}`,
    ];
  }
  const grid = format.rowOf(row);
  const shape = format.puzzleOfCells(count) ?? grid;
  const half = format.puzzleOfCells(count / 2);
  const isText = typeof cells === 'string';
  const strange = Array.from(cells).findIndex(
    (cell) => !format.canWrite(isText ? cell : [cell], count),
  );
  const nearest = format.nearest(count);
  if (shape !== undefined) {
    const { size, boxes } = shape;
    if (!isReadable) {
      const how = 'in pieces of different lengths, or with bars at different distances';
      return [0, `${found} ${how}; separate all cells in the same way.`];
    }
    if (grid !== undefined && strange >= 0) {
      return [
        strange,
        `found ${shown(cells[strange])}, which no Sudoku of size ${count} has`,
        ['mend it', "make the line a comment with '#'", GIVE_SYMBOLS],
      ];
    }
    const separate = 'put a space between all cells';
    return isDense
      ? [
          0,
          `${found} with no letter and nothing between`,
          [separate, { setting: 'size', value: size, verb: 'give' }],
        ]
      : [
          0,
          `${found} in groups that are no rows and not as wide as boxes of ${boxes}`,
          [separate, GIVE_BOXES],
        ];
  }
  if (half !== undefined) {
    const remedy = 'give each a line of its own';
    return [half.cells, `${found}, as many as two puzzles of ${half.cells}; ${remedy}.`];
  }
  if (isTabular(row) && format.fixed === undefined) {
    const sizes =
      'those have 4, 6, 8, 9, 10, 12, 16 ...; give each row as many as the grid has rows';
    return [count, `${found}, which are no row of any grid: ${sizes}.${hint}`];
  }
  return [
    nearest.cells,
    `${found}; a Sudoku of size ${nearest.size} has ${nearest.cells} on one line, ` +
      `or ${nearest.size} in each row.${hint}`,
  ];
}
