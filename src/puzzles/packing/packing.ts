import { QuadrilleError, shown } from '../../problem/error.ts';
import { Problem } from '../../problem/problem.ts';
import { checkFlag, checkSettings, checkWord } from '../../problem/setting.ts';
import { copiesOf, settledBy, UNCOUNTED } from './copies.ts';
import { checkPieces, type Piece } from './pieces.ts';
import { placementsOf } from './placements.ts';
import type { Cell, Cube, Placed } from './region.ts';
import type { Turning } from './shapes.ts';
import { breakSymmetry } from './symmetry.ts';

/** How to pack the pieces. */
export interface PackingSettings {
  /**
   * How many copies there are: `once` takes each piece as often as its `times` says, default 1, and uses
   * all of them; `unlimited` takes any number of each. Default: `once`.
   */
  readonly supply?: 'once' | 'unlimited' | undefined;
  /** Whether cells may be left empty. Default: no. */
  readonly gaps?: boolean | undefined;
  /**
   * Whether solutions that a symmetry of the region exchanges count once. Reflections count as
   * symmetries if the set of pieces is its own mirror image. Default: no.
   */
  readonly upToSymmetry?: boolean | undefined;
}

/**
 * The packing of a region. Items: the pieces by name (`P`; `P*1`, `P*2` for two copies), unless their
 * number is free or follows from the rest; then the cells (`r1c1`, in space `r1c1l1`), secondary if
 * gaps are allowed. Options: every placement of every piece, by piece, orientation and cell; with
 * unlimited pieces by cell first.
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
  // The cells follow the pieces, primary or not.
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
      `The piece ${shown(counted.name)} has a number of copies, ${counted.times}, but the supply is ` +
        "unlimited; leave out the number, or give supply: 'once'.",
    );
  }
  if (gaps) {
    throw settingError(
      'With gaps and an unlimited supply, no piece has to be placed; ' +
        "give the number of each piece, as in 'P*3', or leave out one of the two.",
    );
  }
  if (breaking) {
    throw settingError(
      'upToSymmetry fixes a piece that has one copy, but the supply is unlimited; ' +
        "leave out upToSymmetry, or give supply: 'once'.",
    );
  }
}

/** Sizes that do not match have no solution, but the search might not end. */
function checkSizes(pieces: readonly Piece[], room: number, gaps: boolean): void {
  const size = pieces.reduce((sum, { cells, times = 1 }) => sum + cells.length * times, 0);
  if (gaps ? size <= room : size === room) return;
  const count = pieces.reduce((sum, { times = 1 }) => sum + times, 0);
  const have = count > 1 ? `The ${count} pieces have` : 'The piece has';
  const remedy = gaps
    ? 'give fewer pieces, or a larger region.'
    : size < room
      ? 'both must have the same number, unless you allow gaps or an unlimited supply.'
      : 'both must have the same number, unless you give an unlimited supply.';
  throw settingError(`${have} ${size} cells, the region has ${room}; ${remedy}`);
}

function settingError(message: string): QuadrilleError {
  return new QuadrilleError('bad-setting', message);
}
