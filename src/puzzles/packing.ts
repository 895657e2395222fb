import { QuadrilleError } from '../problem/error.ts';
import { Problem } from '../problem/problem.ts';
import { checkFlag, checkSettings, checkWord } from '../problem/setting.ts';
import type { Cell, Cube, Placed } from './cell.ts';
import { checkPieces, type Piece } from './pieces.ts';
import { placementsOf } from './placements.ts';
import { breakSymmetry } from './symmetry.ts';
import type { Turning } from './turning.ts';

/** How pieces are to be packed. */
export interface PackingSettings {
  /** How many there are of each piece: one, which must be used (the default), or no end of them. */
  readonly supply?: 'once' | 'unlimited' | undefined;
  /**
   * Whether solutions count as one that a symmetry of the region takes into each other, mirror
   * images included where the set of pieces is its own. Default: no.
   */
  readonly upToSymmetry?: boolean | undefined;
}

/**
 * The packing of a region. Items: the pieces by name, unless there is no end of them, then the
 * cells (`r1c1`, in space `r1c1l1`). Options: every placement of every piece, by piece,
 * orientation, and cell; where there is no end of them by cell first.
 */
export function packing<C extends Cell>(
  region: readonly Cube[],
  given: readonly Piece[],
  turning: Turning,
  settings: PackingSettings,
  cellOf: (cube: Cube) => C,
): Problem<Placed<C>> {
  checkSettings(settings, ['supply', 'upToSymmetry']);
  const supply = settings.supply ?? 'once';
  const unlimited = checkWord('supply', supply, ['once', 'unlimited']) === 'unlimited';
  const breaking = checkFlag('upToSymmetry', settings.upToSymmetry);
  const pieces = checkPieces(given);
  if (unlimited && breaking) {
    throw new QuadrilleError(
      'bad-setting',
      'Symmetry is broken here by keeping a piece in its place that is there once, and these are ' +
        "unlimited; leave out upToSymmetry, or give supply: 'once'.",
    );
  }
  if (!unlimited) checkSizes(pieces, region.length);
  const placements = placementsOf(pieces, region, turning);
  // Sorting is stable: at each cell the pieces and their orientations stay in order.
  if (unlimited) placements.sort((a, b) => (a.cells[0] as number) - (b.cells[0] as number));
  const broken = breaking ? breakSymmetry(region, pieces.length, placements) : undefined;

  const names = unlimited ? [] : pieces.map(({ name }) => name);
  const cells = region.map(cellOf);
  const problem = new Problem<Placed<C>>({
    primary: [...names, ...cells.map(nameOf)],
    secondary: broken?.items ?? [],
  });
  const firstCell = names.length;
  const firstMark = firstCell + region.length;
  placements.forEach((placement, k) => {
    const { name } = pieces[placement.piece] as Piece;
    const items = placement.cells.map((cell) => firstCell + cell);
    if (!unlimited) items.unshift(placement.piece);
    const payload = { piece: name, cells: placement.cells.map((cell) => cells[cell] as C) };
    for (const marks of broken?.marks(k) ?? [[]]) {
      if (marks.length === 0) {
        problem.addIndices(items, payload);
      } else {
        const all = [...items, ...marks.map(({ item }) => firstMark + item)];
        const colours = all.map((_, at) => {
          const mark = marks[at - items.length];
          return mark ? problem.colour(mark.colour) : 0;
        });
        problem.addIndices(all, payload, colours);
      }
    }
  });
  return problem;
}

function nameOf(cell: Cell | Cube): string {
  const flat = `r${cell.row + 1}c${cell.column + 1}`;
  return 'layer' in cell ? `${flat}l${cell.layer + 1}` : flat;
}

/** A puzzle that cannot come out would be searched through all the same, perhaps for ever. */
function checkSizes(pieces: readonly Piece[], room: number): void {
  const size = pieces.reduce((sum, { cells }) => sum + cells.length, 0);
  if (size === room) return;
  const last = pieces.length > 1 ? `The ${pieces.length} pieces have` : 'The piece has';
  throw new QuadrilleError(
    'bad-setting',
    `${last} ${size} cells, the region has ${room}; ` +
      'both must have the same number, unless there is no end of pieces (unlimited).',
  );
}
