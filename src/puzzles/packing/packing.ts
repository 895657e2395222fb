import { plural, shown } from '../../engine/problem/error.ts';
import { Problem } from '../../engine/problem/problem.ts';
import { checkFlag, checkWord, type Mention, SettingError } from '../../engine/problem/setting.ts';
import { placementSymmetries, symmetriesOf } from './board-symmetries.ts';
import { boundsOf } from './copies.ts';
import type { Form } from './forms.ts';
import type { Cells, Lattice, LatticeCell } from './lattice.ts';
import { placementsOf } from './placements.ts';
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
   * True counts solutions that a symmetry of the board exchanges once. Reflections count as
   * symmetries if the set of pieces is its own mirror image. Default: false.
   */
  readonly upToSymmetry?: boolean | undefined;
}

export const PACKING_SETTINGS = ['supply', 'gaps', 'upToSymmetry'];

/** What a packing is made of. */
interface Parts<T> {
  readonly lattice: Lattice;
  /** Without a cell twice, in the order of their items. */
  readonly board: Cells;
  /** With their cells at the origin. */
  readonly pieces: readonly Form[];
  /** True if flat pieces may be turned over. */
  readonly turnsOver: boolean;
  readonly settings: PackingSettings;
  /** False where the caller has no setting of that name, so that no error offers it. Default: true. */
  readonly hasSupply?: boolean;
  /** The payload of a piece on cells of the board, given by number. */
  payloadOf(piece: string, cells: readonly number[]): T;
}

/**
 * The name of a cell: `r1c1` in squares and `r1c1l1` in cubes, counted from 1; elsewhere its
 * coordinates, as `x3y2` in hexagons, `x3y2A` and `x3y2V` for triangles that point up and down,
 * `x3y2h` and `x3y2v` for horizontal and vertical edges, and `x3y2z1` in space.
 */
export function cellName({ name }: Lattice, [x, y, z]: LatticeCell): string {
  if (name === 'squares') return `r${y + 1}c${x + 1}`;
  if (name === 'cubes') return `r${y + 1}c${x + 1}l${z + 1}`;
  const place = `x${x}y${y}`;
  if (name === 'hexagons') return place;
  if (name === 'triangles') return place + (z === 0 ? 'A' : 'V');
  if (name === 'edges') return place + (z === 0 ? 'h' : 'v');
  return `${place}z${z}`;
}

/**
 * The packings of a board: a problem that knows the symmetries of the board. Items: the pieces by
 * name, each covered as often as it has copies, unless their number is free or follows from the rest;
 * then the cells, secondary if gaps are allowed; then the crossings of sticks. Options: every
 * placement of every piece, by piece, orientation and cell; with unlimited pieces by cell first.
 */
export class Packing<T> extends Problem<T> {
  readonly #symmetries: () => Int32Array[];

  constructor(parts: Parts<T>) {
    const { lattice, board, pieces, turnsOver, settings, hasSupply = true } = parts;
    const { supply = 'once' } = settings;
    const unlimited = checkWord('supply', supply, ['once', 'unlimited']) === 'unlimited';
    const gaps = checkFlag('gaps', settings.gaps);
    const breaking = checkFlag('upToSymmetry', settings.upToSymmetry);
    if (unlimited) checkUnlimited(pieces, gaps, breaking);
    else checkSizes(pieces, board.length, gaps, hasSupply);
    const ways = pieces.map(({ cells }) => lattice.orientations(cells, turnsOver));
    const place = () => {
      const placements = placementsOf(lattice, board, ways);
      // Sorting is stable: at each cell the pieces and their orientations stay in order.
      if (unlimited) placements.sort((a, b) => a.cells[0] - b.cells[0]);
      return { lattice, board, pieces, ways, placements };
    };
    const forms = place();
    const { placements } = forms;
    const symmetry = breaking ? breakSymmetry(symmetriesOf(forms), pieces, placements) : undefined;
    const settled = gaps ? undefined : settledBy(board.length, pieces);
    const counted = unlimited
      ? []
      : pieces.filter((piece) => piece !== settled && (gaps || !isFree(piece, board.length)));

    /** Piece -> its item, -1 for none. */
    const itemOf = pieces.map((piece) => counted.indexOf(piece));

    const cellNames = board.map((cell) => cellName(lattice, cell));
    super({
      primary: counted.map(({ name, times = 1 }) => ({ item: name, times })),
      secondary: gaps ? cellNames : [],
    });
    if (!gaps) this.addPrimary(cellNames);
    // The cells follow the pieces, primary or not.
    const firstCell = counted.length;
    const crossings = crossingsOf(lattice, board);
    const firstCrossing = firstCell + board.length;
    this.addSecondary([...crossings.keys()]);
    const firstMark = firstCrossing + crossings.size;
    this.addSecondary(symmetry?.items ?? []);
    // Placed again when asked for: most packings are not asked.
    this.#symmetries = breaking
      ? () => [Int32Array.from({ length: this.optionCount }, (_, option) => option)]
      : () => placementSymmetries(place()).map((one) => one.placements);
    placements.forEach((placement, k) => {
      const item = itemOf[placement.piece];
      const taken = placement.cells.map((cell) => firstCell + cell);
      const items = item < 0 ? taken : [item, ...taken];
      if (crossings.size > 0) {
        const cells = placement.cells.map((cell) => board[cell]);
        for (const crossing of new Set(lattice.crossings(cells))) {
          const number = crossings.get(crossing);
          if (number !== undefined) items.push(firstCrossing + number);
        }
      }
      const payload = parts.payloadOf(pieces[placement.piece].name, placement.cells);
      for (const marks of symmetry?.marks(k) ?? [[]]) {
        if (marks.length === 0) {
          this.addIndices(items, payload);
        } else {
          const all = [...items, ...marks.map((mark) => firstMark + mark.item)];
          const colours = all.map((_, at) => {
            const mark = marks[at - items.length];
            return mark ? this.colour(mark.colour) : 0;
          });
          this.addIndices(all, payload, colours);
        }
      }
    });
  }

  /**
   * The symmetries of the board, the identity first: where each takes an option, or -1 where the
   * image is none, as the mirror image of a solid that is not among the pieces. The value of
   * `upToSymmetry` of a question. The identity alone if the packing is up to symmetry by itself.
   */
  boardSymmetries(): Int32Array[] {
    return this.#symmetries();
  }
}

/** The crossings where two sticks might pass each other -> their numbers. */
function crossingsOf(lattice: Lattice, board: Cells): Map<string, number> {
  const seen = new Set<string>();
  const both = lattice.crossings(board).filter((crossing) => {
    const again = seen.has(crossing);
    seen.add(crossing);
    return again;
  });
  return new Map(both.map((crossing, number) => [crossing, number]));
}

/**
 * The piece whose copies need no item, if there is one. If all cells are covered, the numbers of
 * the other pieces determine its number. That pays for a piece that fills at least half of the
 * board: five P with L Y W V in 5x9 take 0.2 s instead of 0.6. For a few small pieces the search
 * would try too many: P*2 L*2 Y*2 I2*3 in 6x6 takes 4.6 s without an item for P, and 2.2 with items
 * for all.
 */
function settledBy(room: number, pieces: readonly Form[]): Form | undefined {
  if (pieces.some(({ times }) => typeof times === 'object')) return undefined;
  return pieces.find((piece) => {
    const [times] = boundsOf(piece);
    return times > 1 && 2 * times * piece.cells.length >= room;
  });
}

/** True if a range cannot bind: the board has no room for more copies. */
function isFree(piece: Form, room: number): boolean {
  const [least, most] = boundsOf(piece);
  return least === 0 && (most + 1) * piece.cells.length > room;
}

function checkUnlimited(pieces: readonly Form[], gaps: boolean, breaking: boolean): void {
  const limit = { setting: 'supply', value: 'unlimited', verb: 'leave out' } as const;
  const counted = pieces.find(({ times }) => times !== undefined);
  if (counted !== undefined) {
    const { name } = counted;
    const [least, most] = boundsOf(counted);
    const times = least === most ? least : `${least} to ${most}`;
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
  pieces: readonly Form[],
  room: number,
  gaps: boolean,
  hasSupply: boolean,
): void {
  const sum = (numberOf: (piece: Form) => number) =>
    pieces.reduce((total, piece) => total + numberOf(piece), 0);
  const size = sum((piece) => piece.cells.length * boundsOf(piece)[0]);
  const most = sum((piece) => piece.cells.length * boundsOf(piece)[1]);
  if (size <= room && (gaps || most >= room)) return;
  const count = sum((piece) => boundsOf(piece)[1]);
  const have = count > 1 ? `The ${count} pieces have` : 'The piece has';
  const sizes = size === most ? plural(size, 'cell') : `${size} to ${most} cells`;
  const remedies: (string | Mention)[] = [
    gaps ? 'give fewer pieces, or a larger board' : 'give both the same number',
  ];
  if (!gaps && most < room) remedies.push({ setting: 'gaps', value: true, verb: 'give' });
  if (!gaps && hasSupply) remedies.push({ setting: 'supply', value: 'unlimited', verb: 'give' });
  throw new SettingError([`${have} ${sizes}, the board has ${room}`], remedies);
}
