import { shown } from '../../engine/problem/error.ts';
import { Problem } from '../../engine/problem/problem.ts';
import {
  checkFlag,
  checkSettings,
  checkWord,
  type Mention,
  SettingError,
} from '../../engine/problem/setting.ts';
import { badSetting } from '../mistakes.ts';
import type { Lattice, LatticeCell } from './lattice.ts';
import { LATTICES } from './lattices.ts';
import { checkPieces, type Piece, pieces as piecesNamed, withMirrors } from './pieces.ts';
import { boardSymmetries, placementsOf, symmetriesOf } from './placements.ts';
import { type Cell, type Cube, isFlat, type Placed, regionOf } from './region.ts';
import { breakSymmetry, UP_TO_SYMMETRY, WHEN_SOLVED } from './symmetry.ts';

/** How to pack the pieces. */
export interface PackingSettings {
  /**
   * The number of copies: `once` takes each piece as often as its `times` says, default 1, and uses
   * all of them; `unlimited` takes any number of each. Default: `once`.
   */
  readonly supply?: 'once' | 'unlimited' | undefined;
  /** True lets cells stay empty. Default: false. */
  readonly gaps?: boolean | undefined;
  /**
   * True counts solutions that a symmetry of the region exchanges once. Reflections count as
   * symmetries if the set of pieces is its own mirror image. Default: false.
   */
  readonly upToSymmetry?: boolean | undefined;
}

export interface PolyominoSettings extends PackingSettings {
  /** True forbids to turn pieces over. Default: false. */
  readonly oneSided?: boolean | undefined;
}

/**
 * Tilings of a region by polyominoes. The region is a rectangle such as `'6x10'` (rows x columns),
 * or a drawing with `#` for a cell. The pieces are names for `pieces` (`'pentominoes O4'`), or its
 * result.
 *
 *     polyominoes('8x8', 'pentominoes O4', { upToSymmetry: true });
 *     polyominoes('10x10', 'P*3 I*2', { gaps: true });
 *     polyominoes('####\n#..#\n####', 'I2', { supply: 'unlimited' });
 */
export function polyominoes(
  region: string,
  pieces: string | readonly Piece[],
  settings: PolyominoSettings = {},
): Problem<Placed> {
  checkSettings(settings, ['supply', 'gaps', 'upToSymmetry', 'oneSided']);
  return flatPacking(region, pieces, settings);
}

/** `hasSupply`: false where the caller has no setting of that name, so that no error offers it. */
function flatPacking(
  region: string,
  pieces: string | readonly Piece[],
  { oneSided, ...rest }: PolyominoSettings,
  hasSupply = true,
): Problem<Placed> {
  const cells = regionOf(region);
  const given = checkPieces(typeof pieces === 'string' ? piecesNamed(pieces) : pieces);
  const solid = given.find((piece) => !isFlat(piece.cells))?.name;
  if (solid !== undefined || !isFlat(cells)) {
    const what = solid === undefined ? 'region' : `piece ${shown(solid)}`;
    throw badSetting(`The ${what} has more than one layer; use polycubes for what is not flat.`);
  }
  const turnsOver = !checkFlag('oneSided', oneSided);
  return packing(
    LATTICES.squares,
    cells,
    given,
    turnsOver,
    rest,
    ({ row, column }) => ({ row, column }),
    hasSupply,
  );
}

/**
 * The 12 pentominoes, each once, in a region of 60 cells, or in a larger one with gaps. With
 * `oneSided` the 18 one-sided pentominoes (F and its mirror image F' ...), in a region of 90 cells.
 */
export function pentominoes(
  region: string,
  settings: Omit<PolyominoSettings, 'supply'> = {},
): Problem<Placed> {
  checkSettings(settings, ['gaps', 'upToSymmetry', 'oneSided']);
  const twelve = piecesNamed('pentominoes');
  return flatPacking(region, settings.oneSided ? withMirrors(twelve) : twelve, settings, false);
}

/** Tilings of a region by dominoes. */
export function dominoes(region: string): Problem<Placed> {
  return polyominoes(region, 'domino', { supply: 'unlimited' });
}

/**
 * Packings of a region in space by polycubes in any orientation. The region is a box such as
 * `'3x4x5'` (rows x columns x layers), or a drawing: its layers from the bottom up, with an empty
 * line between two. The pieces are names for `pieces` (`'soma'`), or its result.
 */
export function polycubes(
  region: string,
  pieces: string | readonly Piece[],
  settings: PackingSettings = {},
): Problem<Placed<Cube>> {
  const given = typeof pieces === 'string' ? piecesNamed(pieces) : pieces;
  return packing(LATTICES.cubes, regionOf(region), given, false, settings, (cube) => cube);
}

/** Piet Hein's Soma cube: seven pieces in 3x3x3. */
export function soma(settings: Pick<PackingSettings, 'upToSymmetry'> = {}): Problem<Placed<Cube>> {
  checkSettings(settings, ['upToSymmetry']);
  return polycubes('3x3x3', 'soma', settings);
}

/** Bruce Bedlam's cube: 13 pieces in 4x4x4, with 19,186 solutions up to rotation. */
export function bedlam(
  settings: Pick<PackingSettings, 'upToSymmetry'> = {},
): Problem<Placed<Cube>> {
  checkSettings(settings, ['upToSymmetry']);
  return polycubes('4x4x4', 'bedlam', settings);
}

/**
 * The packing of a region. Items: the pieces by name, each covered as often as it has copies,
 * unless their number is free or follows from the rest; then the cells (`r1c1`, in space `r1c1l1`),
 * secondary if gaps are allowed. Options: every placement of every piece, by piece, orientation and
 * cell; with unlimited pieces by cell first.
 */
function packing<C extends Cell>(
  lattice: Lattice,
  region: readonly Cube[],
  given: readonly Piece[],
  turnsOver: boolean,
  settings: PackingSettings,
  cellOf: (cube: Cube) => C,
  hasSupply = true,
): Problem<Placed<C>> {
  checkSettings(settings, ['supply', 'gaps', 'upToSymmetry']);
  const { supply = 'once' } = settings;
  const unlimited = checkWord('supply', supply, ['once', 'unlimited']) === 'unlimited';
  const gaps = checkFlag('gaps', settings.gaps);
  const breaking = checkFlag('upToSymmetry', settings.upToSymmetry);
  const pieces = checkPieces(given);
  if (unlimited) checkUnlimited(pieces, gaps, breaking);
  else checkSizes(pieces, region.length, gaps, hasSupply);
  const board = region.map(latticeCellOf);
  const ways = pieces.map((piece) =>
    lattice.orientations(piece.cells.map(latticeCellOf), turnsOver),
  );
  const placements = placementsOf(lattice, board, ways);
  // Sorting is stable: at each cell the pieces and their orientations stay in order.
  if (unlimited) placements.sort((a, b) => a.cells[0] - b.cells[0]);
  const symmetry = breaking
    ? breakSymmetry(
        symmetriesOf(boardSymmetries(lattice, board), pieces, placements),
        pieces,
        placements,
      )
    : undefined;
  const settled = gaps ? undefined : settledBy(region.length, pieces);
  const counted = unlimited ? [] : pieces.filter((piece) => piece !== settled);

  /** Piece -> its item, -1 for none. */
  const itemOf = pieces.map((piece) => counted.indexOf(piece));

  const cells = region.map(cellOf);
  const cellNames = cells.map(nameOf);
  const problem = new Problem<Placed<C>>({
    primary: counted.map(({ name, times = 1 }) => ({ item: name, times })),
    secondary: gaps ? cellNames : [],
  });
  if (!gaps) problem.addPrimary(cellNames);
  problem.addSecondary(symmetry?.items ?? []);
  // The cells follow the pieces, primary or not.
  const firstCell = counted.length;
  const firstMark = firstCell + region.length;
  placements.forEach((placement, k) => {
    const { name } = pieces[placement.piece];
    const item = itemOf[placement.piece];
    const taken = placement.cells.map((cell) => firstCell + cell);
    const items = item < 0 ? taken : [item, ...taken];
    const places = placement.cells.map((cell) => cells[cell]);
    const payload = { piece: name, cells: places };
    for (const marks of symmetry?.marks(k) ?? [[]]) {
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
  });
  return problem;
}

/**
 * The piece whose copies need no item, if there is one. If all cells are covered, the numbers of
 * the other pieces determine its number. That pays for a piece that fills at least half of the
 * region: five P with L Y W V in 5x9 take 0.2 s instead of 0.6. For a few small pieces the search
 * would try too many: P*2 L*2 Y*2 I2*3 in 6x6 takes 4.6 s without an item for P, and 2.2 with items
 * for all.
 */
function settledBy(room: number, pieces: readonly Piece[]): Piece | undefined {
  return pieces.find(({ cells, times = 1 }) => times > 1 && 2 * times * cells.length >= room);
}

function latticeCellOf({ row, column, layer }: Cube): LatticeCell {
  return [column, row, layer];
}

function nameOf(cell: Cell | Cube): string {
  const flat = `r${cell.row + 1}c${cell.column + 1}`;
  return 'layer' in cell ? `${flat}l${cell.layer + 1}` : flat;
}

function checkUnlimited(pieces: readonly Piece[], gaps: boolean, breaking: boolean): void {
  const limit = { setting: 'supply', value: 'unlimited', verb: 'leave out' } as const;
  const counted = pieces.find(({ times }) => times !== undefined);
  if (counted !== undefined) {
    const { name, times } = counted;
    throw new SettingError(
      [`The piece ${shown(name)} has a number of copies, ${times}, but the supply is unlimited`],
      ['leave out the number', limit],
    );
  }
  if (gaps) {
    throw new SettingError(
      ['With gaps and an unlimited supply, no piece has to be placed'],
      [{ setting: 'gaps', value: true, verb: 'leave out' }, limit],
    );
  }
  if (breaking) {
    throw new SettingError(
      [UP_TO_SYMMETRY, ' fixes a piece that has one copy, but the supply is unlimited'],
      [WHEN_SOLVED],
    );
  }
}

/** Sizes that do not match have no solution, but the search might not end. */
function checkSizes(
  pieces: readonly Piece[],
  room: number,
  gaps: boolean,
  hasSupply: boolean,
): void {
  const size = pieces.reduce((sum, { cells, times = 1 }) => sum + cells.length * times, 0);
  if (gaps ? size <= room : size === room) return;
  const count = pieces.reduce((sum, { times = 1 }) => sum + times, 0);
  const have = count > 1 ? `The ${count} pieces have` : 'The piece has';
  const remedies: (string | Mention)[] = [
    gaps ? 'give fewer pieces, or a larger region' : 'give both the same number',
  ];
  if (!gaps && size < room) remedies.push({ setting: 'gaps', value: true, verb: 'give' });
  if (!gaps && hasSupply) remedies.push({ setting: 'supply', value: 'unlimited', verb: 'give' });
  throw new SettingError([`${have} ${size} cells, the region has ${room}`], remedies);
}
