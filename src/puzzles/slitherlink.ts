import { plural } from '../engine/problem/error.ts';
import type { Problem } from '../engine/problem/problem.ts';
import { type ClueGrid, checkClueGrid, readDrawing, writeDrawing } from './clue-grid.ts';
import { countOf, type GridLine, gridLoop, type LocalRule, PointGrid } from './grid-loop.ts';
import { checkString } from './mistakes.ts';
import { badBody, isAddress, readAddress, rowsOf, writeAddress } from './puzz-link.ts';

/** The clues of a Slitherlink, row by row: how many sides of a cell the loop goes along. */
export type SlitherlinkClues = ClueGrid<number>;

/**
 * Slitherlink (Nikoli): one loop along the sides of cells. A clue says how many sides of its cell are
 * in the loop.
 *
 * @example
 * ```ts
 * import { first } from 'quadrille';
 * import { readSlitherlink, slitherlink } from 'quadrille/puzzles';
 *
 * const clues = readSlitherlink('https://puzz.link/p?slither/5/5/cbcbcddad');
 * const { solution } = first(slitherlink(clues));
 * console.log(solution?.payloads.filter(({ drawn }) => drawn).length); // 30
 * ```
 */
export function slitherlink(clues: SlitherlinkClues): Problem<GridLine> {
  const isClue = (clue: unknown) => [0, 1, 2, 3, 4].includes(clue as number);
  const { rows, columns } = checkClueGrid(clues, isClue, 'a number from 0 to 4');
  const grid = new PointGrid(rows + 1, columns + 1);
  const rules: LocalRule[] = [];
  clues.forEach((line, row) => {
    line.forEach((clue, column) => {
      if (clue === undefined) return;
      rules.push({
        name: `the ${clue} in row ${row + 1}, column ${column + 1}`,
        lines: [
          grid.right(row, column),
          grid.down(row, column + 1),
          grid.right(row + 1, column),
          grid.down(row, column),
        ] as number[],
        allows: (drawn) => countOf(drawn) === clue,
      });
    });
  });
  return gridLoop(grid, rules);
}

const SYMBOLS = new Map([0, 1, 2, 3, 4].map((clue) => [String(clue), clue]));
const KINDS = ['slither', 'slitherlink'];

/**
 * Reads the clues of a Slitherlink: an address of puzz.link, or a drawing with a line for each row
 * and `.` for a cell without a clue.
 */
export function readSlitherlink(text: string): SlitherlinkClues {
  checkString(text, 'The Slitherlink is');
  if (!isAddress(text)) return readDrawing(text, SYMBOLS);
  const { body, ...sides } = readAddress(text, KINDS);
  return rowsOf(cellsIn(body, sides.rows * sides.columns), sides);
}

/** The clues as a drawing. */
export function drawSlitherlink(clues: SlitherlinkClues): string {
  return writeDrawing(clues, String);
}

/** The address of puzz.link for the clues. */
export function writeSlitherlink(clues: SlitherlinkClues): string {
  const [rows, columns] = [clues.length, clues[0]?.length ?? 0];
  return writeAddress('slither', { rows, columns, body: bodyOf(clues.flat()) });
}

// The code of a clue n and the cells after it: n alone, n + 5 with one blank cell, n + 10 with two,
// in hexadecimal digits. g to z stand for 1 to 20 blank cells, a point for a clue that says nothing.
const FIRST_BLANKS = 15;
const MOST_BLANKS = 20;

function cellsIn(body: string, size: number): (number | undefined)[] {
  const cells: (number | undefined)[] = [];
  for (const [at, symbol] of [...body].entries()) {
    if (cells.length >= size)
      throw badBody(body, at, `the board has ${plural(size, 'cell')}, and more clues`);
    if (/[0-9a-e]/.test(symbol)) {
      const code = Number.parseInt(symbol, 16);
      cells.push(code % 5);
      for (let blank = 5; blank <= code; blank += 5) cells.push(undefined);
    } else if (/[g-z]/.test(symbol)) {
      const blanks = Number.parseInt(symbol, 36) - FIRST_BLANKS;
      if (cells.length + blanks > size) {
        throw badBody(
          body,
          at,
          `the board has ${plural(size, 'cell')}, and clues for ${cells.length + blanks}`,
        );
      }
      for (let left = blanks; left > 0; left--) cells.push(undefined);
    } else if (symbol === '.') cells.push(undefined);
    else throw badBody(body, at, 'there is an unknown character');
  }
  if (cells.length < size) {
    throw badBody(
      body,
      body.length,
      `the board has ${plural(size, 'cell')}, and clues for ${cells.length}`,
    );
  }
  // Behind a last clue, cells beyond the end count as blank ones.
  return cells.slice(0, size);
}

function bodyOf(cells: readonly (number | undefined)[]): string {
  let body = '';
  for (let at = 0; at < cells.length; ) {
    const clue = cells[at];
    const from = clue === undefined ? at : at + 1;
    // Behind a clue, cells beyond the end count as blank ones.
    const end = clue === undefined ? Math.min(at + MOST_BLANKS, cells.length) : at + 3;
    let blanks = 0;
    while (from + blanks < end && cells[from + blanks] === undefined) blanks++;
    if (clue === undefined) body += (FIRST_BLANKS + blanks).toString(36);
    else body += (clue + 5 * blanks).toString(16);
    at = from + blanks;
  }
  return body;
}
