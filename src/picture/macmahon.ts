import type { Board, Edge } from './board.ts';
import { bad, checkObjects } from './checks.ts';
import { columnsOf } from './columns.ts';
import { TINTS } from './palette.ts';
import { Filling, type Place, sizeOf } from './squares.ts';

/** A square of a board with the names of its edges' colours. */
export interface EdgedSquare extends Place {
  readonly north: string;
  readonly east: string;
  readonly south: string;
  readonly west: string;
}

/** Tints that are far from each other, in brightness too; for more colours the others follow. */
const FAR = [2, 1, 0, 3, 9, 6];

/** MacMahon's squares: each as four triangles in the colours of its edges. */
export function macmahonBoard(placed: readonly EdgedSquare[], caption?: string): Board {
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
  const edge = (name: string): Edge => {
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

function namesOf({ row, column, north, east, south, west }: EdgedSquare): string[] {
  const names = [north, east, south, west];
  if (names.every((name) => typeof name === 'string')) return names;
  throw bad(`Row ${row}, column ${column} lacks an edge; name north, east, south and west.`);
}
