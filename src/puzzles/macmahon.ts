import { QuadrilleError, shown } from '../problem/error.ts';
import { Problem } from '../problem/problem.ts';
import { checkInteger, checkSettings } from '../problem/setting.ts';
import type { Cell } from './packing/region.ts';

/** What colours are called; those of six make 336 squares. */
const COLOURS = 'abcdef';

/** A square where it lies, with the colours of its edges. */
export interface MacMahonSquare extends Cell {
  /** Its name: its colours clockwise, from an edge where it is none of those before it. */
  readonly square: string;
  readonly north: string;
  readonly east: string;
  readonly south: string;
  readonly west: string;
}

export interface MacMahonSettings {
  /** Rows x columns of the board, which has a cell for each square. Default: 4x6. */
  readonly board?: string | undefined;
  /** How many colours there are, a, b, c ... Default: 3, which make 24 squares. */
  readonly colours?: number | undefined;
  /** The colour of the whole border, or `any` where it does not matter. Default: a. */
  readonly border?: string | undefined;
}

/** The edges of a square clockwise, from the one at the top, by the numbers of colours from 0. */
type Turned = readonly [north: number, east: number, south: number, west: number];

/**
 * MacMahon's squares (1921): their edges in three colours in every way that no turn makes equal,
 * each once, laid out so that edges that touch agree and the border is of one colour. Items: the
 * squares (`abac`), the cells (`r1c1`), and as secondary ones the edges of the board, those above
 * the cells (`h1.1`) and those left of them (`v1.1`), each in the colour of the squares beside it.
 */
export function macmahon(settings: MacMahonSettings = {}): Problem<MacMahonSquare> {
  checkSettings(settings, ['board', 'colours', 'border']);
  const { board = '4x6', colours = 3, border = 'a' } = settings;
  const letters = COLOURS.slice(0, checkInteger('colours', colours, 1, COLOURS.length));
  const outside = borderOf(border, letters);
  const squares = distinctSquares(letters.length);
  const [rows, columns] = sidesOf(board, squares.length);

  const names = squares.map(([first]) => nameOf(first as Turned, letters));
  const firstAbove = names.length + rows * columns;
  const firstLeft = firstAbove + (rows + 1) * columns;
  const above = (row: number, column: number) => firstAbove + row * columns + column;
  const left = (row: number, column: number) => firstLeft + row * (columns + 1) + column;
  const problem = new Problem<MacMahonSquare>({
    primary: [...names, ...grid('r', 'c', rows, columns)],
    secondary: [...grid('h', '.', rows + 1, columns), ...grid('v', '.', rows, columns + 1)],
  });
  const hues = [...letters].map((letter) => problem.colour(letter));
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
            square: names[number] as string,
            row,
            column,
            north: letters[north] as string,
            east: letters[east] as string,
            south: letters[south] as string,
            west: letters[west] as string,
          };
          problem.addIndices(items, payload, [0, 0, ...turned.map((k) => hues[k] as number)]);
        }
      }
    }
  });
  return problem;
}

/** Every square as the list of its distinct turns. */
function distinctSquares(colours: number): Turned[][] {
  const squares: Turned[][] = [];
  const seen = new Set<string>();
  for (let code = 0; code < colours ** 4; code++) {
    const digit = (k: number) => Math.floor(code / colours ** k) % colours;
    let turned: Turned = [digit(0), digit(1), digit(2), digit(3)];
    if (seen.has(turned.join())) continue;
    const turns: Turned[] = [];
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

function nameOf(turned: Turned, letters: string): string {
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
  throw new QuadrilleError(
    'bad-setting',
    `border is ${shown(border)}; give one of the colours ${[...letters].join(', ')}, or 'any'.`,
  );
}

function sidesOf(board: string, squares: number): [rows: number, columns: number] {
  const sides = typeof board === 'string' ? /^(\d+)x(\d+)$/.exec(board) : null;
  const [rows, columns] = [Number(sides?.[1]), Number(sides?.[2])];
  if (rows * columns === squares) return [rows, columns];
  throw new QuadrilleError(
    'bad-setting',
    `The board is ${shown(board)}; give rows x columns with ${squares} cells, one for each square.`,
  );
}
