import { shown } from '../engine/problem/error.ts';
import { Problem } from '../engine/problem/problem.ts';
import { badValue, checkInteger, checkSettings } from '../engine/problem/setting.ts';
import { badSetting } from './mistakes.ts';
import type { Cell } from './packing/cubes.ts';

/** The names of the colours. Six colours make 336 squares. */
const COLOUR_NAMES = 'abcdef';

/** A placed square, with the colours of its edges. */
export interface MacMahonSquare extends Cell {
  /** Its name: its colours clockwise, the same for all its rotations. */
  readonly square: string;
  readonly north: string;
  readonly east: string;
  readonly south: string;
  readonly west: string;
}

/** The board and the colours of MacMahon's squares. */
export interface MacMahonSettings {
  /** Rows x columns of the board, with a cell for each square. Default: 4x6. */
  readonly board?: string | undefined;
  /** The number of colours: a, b, c ... Default: 3, for 24 squares. */
  readonly colours?: number | undefined;
  /** The colour of the whole border, or `any`. Default: a. */
  readonly border?: string | undefined;
}

/** The colours of a square's edges, clockwise from the top, as numbers from 0. */
type EdgeColours = readonly [north: number, east: number, south: number, west: number];

/**
 * MacMahon's squares (1921): one square for each colouring of four edges with three colours, up to
 * rotation. Touching edges have the same colour, and the border has one colour. Items: the squares
 * (`abac`) and the cells (`r1c1`); secondary, in the colour of the edge, the edges above the cells
 * (`h1.1`) and left of them (`v1.1`).
 */
export function macmahon(settings: MacMahonSettings = {}): Problem<MacMahonSquare> {
  checkSettings(settings, ['board', 'colours', 'border']);
  const { board = '4x6', colours = 3, border = 'a' } = settings;
  const letters = COLOUR_NAMES.slice(0, checkInteger('colours', colours, 1, COLOUR_NAMES.length));
  const outside = borderOf(border, letters);
  const squares = distinctSquares(letters.length);
  const [rows, columns] = sidesOf(board, squares.length);

  const names = squares.map(([first]) => nameOf(first, letters));
  const firstAbove = names.length + rows * columns;
  const firstLeft = firstAbove + (rows + 1) * columns;
  const above = (row: number, column: number) => firstAbove + row * columns + column;
  const left = (row: number, column: number) => firstLeft + row * (columns + 1) + column;
  const problem = new Problem<MacMahonSquare>({
    primary: [...names, ...grid('r', 'c', rows, columns)],
    secondary: [...grid('h', '.', rows + 1, columns), ...grid('v', '.', rows, columns + 1)],
  });
  const colourIds = [...letters].map((letter) => problem.colour(letter));
  const agrees = (colour: number, atBorder: boolean) =>
    !atBorder || outside === undefined || colour === outside;
  squares.forEach((turns, number) => {
    for (const turned of turns) {
      const [north, east, south, west] = turned;
      for (let row = 0; row < rows; row++) {
        if (!agrees(north, row === 0) || !agrees(south, row === rows - 1)) continue;
        for (let column = 0; column < columns; column++) {
          if (!agrees(west, column === 0) || !agrees(east, column === columns - 1)) continue;
          const items = [
            number,
            names.length + row * columns + column,
            above(row, column),
            left(row, column + 1),
            above(row + 1, column),
            left(row, column),
          ];
          const payload = {
            square: names[number],
            row,
            column,
            north: letters[north],
            east: letters[east],
            south: letters[south],
            west: letters[west],
          };
          problem.addIndices(items, payload, [0, 0, ...turned.map((k) => colourIds[k])]);
        }
      }
    }
  });
  return problem;
}

/** Every square as the list of its distinct rotations. */
function distinctSquares(colours: number): EdgeColours[][] {
  const squares: EdgeColours[][] = [];
  const seen = new Set<string>();
  for (let code = 0; code < colours ** 4; code++) {
    const digit = (k: number) => Math.floor(code / colours ** k) % colours;
    let turned: EdgeColours = [digit(0), digit(1), digit(2), digit(3)];
    if (seen.has(turned.join())) continue;
    const turns: EdgeColours[] = [];
    while (!seen.has(turned.join())) {
      seen.add(turned.join());
      turns.push(turned);
      const [north, east, south, west] = turned;
      turned = [west, north, east, south];
    }
    squares.push(turns);
  }
  return squares;
}

function nameOf(turned: EdgeColours, letters: string): string {
  return turned.map((colour) => letters[colour]).join('');
}

function grid(down: string, across: string, rows: number, columns: number): string[] {
  return Array.from({ length: rows * columns }, (_, k) => {
    return `${down}${Math.floor(k / columns) + 1}${across}${(k % columns) + 1}`;
  });
}

function borderOf(border: string, letters: string): number | undefined {
  if (border === 'any') return undefined;
  const number = typeof border === 'string' && border.length === 1 ? letters.indexOf(border) : -1;
  if (number >= 0) return number;
  const colours = [...letters].join(', ');
  throw badValue('border', border, `give one of the colours ${colours}, or 'any'`);
}

function sidesOf(board: string, squares: number): [rows: number, columns: number] {
  const sides = typeof board === 'string' ? /^(\d+)x(\d+)$/.exec(board) : null;
  const [rows, columns] = [Number(sides?.[1]), Number(sides?.[2])];
  if (rows * columns === squares) return [rows, columns];
  throw badSetting(
    `The board is ${shown(board)}; give rows x columns with ${squares} cells, one for each square.`,
  );
}
