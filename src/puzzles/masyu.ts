import { plural } from '../engine/problem/error.ts';
import type { Problem } from '../engine/problem/problem.ts';
import { type ClueGrid, checkClueGrid, readDrawing, writeDrawing } from './clue-grid.ts';
import { type GridLine, gridLoop, type LocalRule, PointGrid } from './grid-loop.ts';
import { checkString } from './mistakes.ts';
import { badBody, isAddress, readAddress, rowsOf, writeAddress } from './puzz-link.ts';

/** At a white pearl the loop goes straight, at a black one it turns. */
export type Pearl = 'white' | 'black';

/** The pearls of a Masyu, row by row; undefined where a cell has none. */
export type MasyuClues = ClueGrid<Pearl>;

/**
 * Masyu (Nikoli): one loop through the middles of cells, through all pearls. It goes straight through
 * a white one, and turns in the cell before or after it. It turns at a black one, and goes straight
 * through both cells beside it.
 *
 * @example
 * ```ts
 * import { isUnique } from 'quadrille';
 * import { masyu, readMasyu } from 'quadrille/puzzles';
 *
 * console.log(isUnique(masyu(readMasyu('https://puzz.link/p?mashu/6/6/1063000i3000'))).answer); // unique
 * ```
 */
export function masyu(clues: MasyuClues): Problem<GridLine> {
  const isPearl = (clue: unknown) => PEARLS.includes(clue as Pearl);
  const { rows, columns } = checkClueGrid(clues, isPearl, "'white' or 'black'");
  const grid = new PointGrid(rows, columns);
  const rules: LocalRule[] = [];
  clues.forEach((line, row) => {
    line.forEach((pearl, column) => {
      if (pearl !== undefined) rules.push(pearlRule(grid, pearl, row, column));
    });
  });
  return gridLoop(grid, rules);
}

const PEARLS: readonly Pearl[] = ['white', 'black'];

function pearlRule(grid: PointGrid, pearl: Pearl, row: number, column: number): LocalRule {
  // Up, right, down and left; first the lines at the pearl, then those beyond.
  const places = [
    grid.down(row - 1, column),
    grid.right(row, column),
    grid.down(row, column),
    grid.right(row, column - 1),
    grid.down(row - 2, column),
    grid.right(row, column + 1),
    grid.down(row + 1, column),
    grid.right(row, column - 2),
  ];
  const lines = places.filter((line) => line !== undefined);
  const isKept = pearl === 'white' ? isWhiteKept : isBlackKept;
  return {
    name: `the ${pearl} pearl in row ${row + 1}, column ${column + 1}`,
    lines,
    allows(drawn) {
      let next = 0;
      return isKept(places.map((line) => line !== undefined && drawn[next++] === true));
    },
  };
}

/** True if the loop goes straight, and turns before or after. */
function isWhiteKept(drawn: readonly boolean[]): boolean {
  return [0, 1].some((way) => {
    const [ahead, behind, right, left] = [way, way + 2, (way + 1) % 4, (way + 3) % 4];
    const isStraight = drawn[ahead] && drawn[behind] && !drawn[right] && !drawn[left];
    return isStraight && !(drawn[ahead + 4] && drawn[behind + 4]);
  });
}

/** True if the loop turns, and goes straight on both sides of that. */
function isBlackKept(drawn: readonly boolean[]): boolean {
  const isTurn = drawn[0] !== drawn[2] && drawn[1] !== drawn[3];
  return isTurn && [0, 1, 2, 3].every((way) => !drawn[way] || drawn[way + 4]);
}

const SYMBOLS = new Map<string, Pearl>([
  ['w', 'white'],
  ['b', 'black'],
]);
const KINDS = ['mashu', 'masyu', 'pearl'];

/**
 * Reads the pearls of a Masyu: an address of puzz.link, or a drawing with a line for each row: `w`,
 * `b`, and `.` for a cell without a pearl.
 */
export function readMasyu(text: string): MasyuClues {
  checkString(text, 'The Masyu is');
  if (!isAddress(text)) return readDrawing(text, SYMBOLS);
  const { body, ...sides } = readAddress(text, KINDS);
  return rowsOf(cellsIn(body, sides.rows * sides.columns), sides);
}

/** The pearls as a drawing. */
export function drawMasyu(clues: MasyuClues): string {
  return writeDrawing(clues, (pearl) => pearl.charAt(0));
}

/** The address of puzz.link for the pearls. */
export function writeMasyu(clues: MasyuClues): string {
  const [rows, columns] = [clues.length, clues[0]?.length ?? 0];
  return writeAddress('mashu', { rows, columns, body: bodyOf(clues.flat()) });
}

// Three cells are a digit of base 27, each of them a digit of base 3: none, white, black.
const CELLS = 3;

function cellsIn(body: string, size: number): (Pearl | undefined)[] {
  const digits = Math.ceil(size / CELLS);
  const cells: (Pearl | undefined)[] = [];
  for (const [at, symbol] of [...body].entries()) {
    if (!/[0-9a-q]/.test(symbol)) throw badBody(body, at, 'there is an unknown character');
    const code = Number.parseInt(symbol, 27);
    for (const unit of [9, 3, 1]) {
      const pearl = PEARLS[(Math.floor(code / unit) % 3) - 1];
      if (cells.length < size) cells.push(pearl);
      else if (pearl !== undefined) throw badBody(body, at, 'there is a pearl outside of the grid');
    }
  }
  if (body.length === digits) return cells;
  throw badBody(
    body,
    digits,
    `${plural(size, 'cell')} take${size === 1 ? 's' : ''} ${plural(digits, 'character')}, not ${body.length}`,
  );
}

function bodyOf(cells: readonly (Pearl | undefined)[]): string {
  let body = '';
  for (let at = 0; at < cells.length; at += CELLS) {
    const code = [9, 3, 1].reduce((sum, unit, k) => {
      const pearl = cells[at + k];
      return sum + unit * (pearl === undefined ? 0 : PEARLS.indexOf(pearl) + 1);
    }, 0);
    body += code.toString(27);
  }
  return body;
}
