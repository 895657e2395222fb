import { QuadrilleError, shown } from '../../problem/error.ts';
import { Problem } from '../../problem/problem.ts';
import { checkFlag, checkSettings, checkWord } from '../../problem/setting.ts';
import { copiesOf, settledBy, UNCOUNTED } from './copies.ts';
import { checkPieces, type Piece } from './pieces.ts';
import { placementsOf } from './placements.ts';
import type { Cell, Cube, Placed } from './region.ts';
import type { Turning } from './shapes.ts';
import { breakSymmetry } from './symmetry.ts';

/** How pieces are to be packed. */
export interface PackingSettings {
  /**
   * How many there are of each piece: as many as it says, once unless it says so (the default), all
   * of which must be used; or no end of them.
   */
  readonly supply?: 'once' | 'unlimited' | undefined;
  /** Whether cells may be left empty. Default: no. */
  readonly gaps?: boolean | undefined;
  /**
   * Whether solutions count as one that a symmetry of the region takes into each other, mirror
   * images included where the set of pieces is its own. Default: no.
   */
  readonly upToSymmetry?: boolean | undefined;
}

/**
 * The packing of a region. Items: the pieces by name (`P`; `P*1`, `P*2` where there are two), unless
 * their number need not be stated; then the cells (`r1c1`, in space `r1c1l1`), secondary where gaps
 * are allowed. Options: every placement of every piece, by piece, orientation, and cell; where there
 * is no end of pieces by cell first.
 */
export function packing<C extends Cell>(
  region: readonly Cube[],
  given: readonly Piece[],
  turning: Turning,
  settings: PackingSettings,
  cellOf: (cube: Cube) => C,
): Problem<Placed<C>> {
  checkSettings(settings, ['supply', 'gaps', 'upToSymmetry']);
  const { supply = 'once' } = settings;
  const unlimited = checkWord('supply', supply, ['once', 'unlimited']) === 'unlimited';
  const gaps = checkFlag('gaps', settings.gaps);
  const breaking = checkFlag('upToSymmetry', settings.upToSymmetry);
  const pieces = checkPieces(given);
  if (unlimited) checkUnlimited(pieces, gaps, breaking);
  else checkSizes(pieces, region.length, gaps);
  const placements = placementsOf(pieces, region, turning);
  // Sorting is stable: at each cell the pieces and their orientations stay in order.
  if (unlimited) placements.sort((a, b) => (a.cells[0] as number) - (b.cells[0] as number));
  const broken = breaking ? breakSymmetry(region, pieces, placements) : undefined;
  const settled = gaps ? undefined : settledBy(region.length, pieces);
  const copies = unlimited ? undefined : copiesOf(pieces, placements, settled);

  const names = copies?.names ?? [];
  const cells = region.map(cellOf);
  const cellNames = cells.map(nameOf);
  const problem = new Problem<Placed<C>>({
    primary: gaps ? names : [...names, ...cellNames],
    secondary: [...(gaps ? cellNames : []), ...(broken?.items ?? []), ...(copies?.order ?? [])],
  });
  // The cells follow the pieces, whether they are primary or not.
  const firstCell = names.length;
  const firstMark = firstCell + region.length;
  const firstOrder = firstMark + (broken?.items.length ?? 0);
  placements.forEach((placement, k) => {
    const { name } = pieces[placement.piece] as Piece;
    const taken = placement.cells.map((cell) => firstCell + cell);
    const payload = { piece: name, cells: placement.cells.map((cell) => cells[cell] as C) };
    for (const { item, order } of copies?.of(k) ?? [UNCOUNTED]) {
      const items = item === undefined ? taken : [item, ...taken];
      for (const between of order) items.push(firstOrder + between);
      for (const marks of broken?.marks(k) ?? [[]]) {
        if (marks.length === 0) {
          problem.addIndices(items, payload);
        } else {
          const all = [...items, ...marks.map((mark) => firstMark + mark.item)];
          const colours = all.map((_, at) => {
            const mark = marks[at - items.length];
            return mark ? problem.colour(mark.colour) : 0;
          });
          problem.addIndices(all, payload, colours);
        }
      }
    }
  });
  return problem;
}

function nameOf(cell: Cell | Cube): string {
  const flat = `r${cell.row + 1}c${cell.column + 1}`;
  return 'layer' in cell ? `${flat}l${cell.layer + 1}` : flat;
}

function checkUnlimited(pieces: readonly Piece[], gaps: boolean, breaking: boolean): void {
  const counted = pieces.find(({ times }) => times !== undefined);
  if (counted !== undefined) {
    throw settingError(
      `There are ${counted.times} of the piece ${shown(counted.name)}, and no end of pieces ` +
        "(unlimited); leave out the number, or give supply: 'once'.",
    );
  }
  if (gaps) {
    throw settingError(
      'Where cells may be empty (gaps) and there is no end of pieces (unlimited), nothing needs to ' +
        "be placed; give the number of each piece, as in 'P*3', or leave out one of the two.",
    );
  }
  if (breaking) {
    throw settingError(
      'Symmetry is broken here by keeping a piece in its place that is there once, and these are ' +
        "unlimited; leave out upToSymmetry, or give supply: 'once'.",
    );
  }
}

/** A puzzle that cannot come out would be searched through all the same, perhaps for ever. */
function checkSizes(pieces: readonly Piece[], room: number, gaps: boolean): void {
  const size = pieces.reduce((sum, { cells, times = 1 }) => sum + cells.length * times, 0);
  if (gaps ? size <= room : size === room) return;
  const count = pieces.reduce((sum, { times = 1 }) => sum + times, 0);
  const have = count > 1 ? `The ${count} pieces have` : 'The piece has';
  const remedy = gaps
    ? 'give fewer pieces, or a larger region.'
    : size < room
      ? 'both must have the same number, unless cells may be empty (gaps) or there is no end of ' +
        'pieces (unlimited).'
      : 'both must have the same number, unless there is no end of pieces (unlimited).';
  throw settingError(`${have} ${size} cells, the region has ${room}; ${remedy}`);
}

function settingError(message: string): QuadrilleError {
  return new QuadrilleError('bad-setting', message);
}
