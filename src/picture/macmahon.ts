import type { MacMahonSquare } from '../puzzles/macmahon.ts';
import type { Board, SquareEdge } from './board.ts';
import { bad, checkObjects } from './checks.ts';
import { columnsOf } from './columns.ts';
import { TINTS } from './palette.ts';
import { Filling, sizeOf } from './squares.ts';

/** Tints that are far from each other, in brightness too; for more colours the others follow. */
const FAR = [2, 1, 0, 3, 9, 6];

/** What a square is called does not matter here. */
type Edged = Omit<MacMahonSquare, 'square'>;

/** MacMahon's squares: each as four triangles in the colours of its edges. */
export function macmahonBoard(placed: readonly Edged[], caption?: string): Board {
  checkObjects(placed, 'The squares');
  const names = [...new Set(placed.flatMap(namesOf))].sort();
  if (names.length > TINTS) {
    throw bad(`The squares have ${names.length} colours; at most ${TINTS} can be drawn.`);
  }
  const rest = Array.from({ length: TINTS }, (_, tint) => tint).filter(
    (tint) => !FAR.includes(tint),
  );
  const tints = [...FAR, ...rest];
  const short = names.every((name) => columnsOf(name) === 1);
  const edge = (name: string): SquareEdge => {
    const k = names.indexOf(name);
    return { tint: tints[k] as number, mark: short ? name : (k + 1).toString(36) };
  };
  const filling = new Filling(sizeOf(placed));
  placed.forEach((square, region) => {
    const { north, east, south, west } = square;
    filling.put(square, { region, edges: [edge(north), edge(east), edge(south), edge(west)] });
  });
  return filling.board({ caption });
}

function namesOf({ row, column, north, east, south, west }: Edged): string[] {
  const names = [north, east, south, west];
  if (names.every((name) => typeof name === 'string')) return names;
  throw bad(`Row ${row}, column ${column} lacks an edge; name north, east, south and west.`);
}
