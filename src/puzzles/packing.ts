import { QuadrilleError, shown } from '../problem/error.ts';
import { Problem } from '../problem/problem.ts';
import { checkFlag, checkSettings, checkWord } from '../problem/setting.ts';
import { Order } from './order.ts';
import { checkPieces, type Piece } from './pieces.ts';
import { MOST_PLACEMENTS, type Placement, placementsOf } from './placements.ts';
import type { Cell, Cube, Placed } from './region.ts';
import { breakSymmetry } from './symmetry.ts';
import type { Turning } from './turning.ts';

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

/** One of the copies of a piece in one place: its item, and what keeps it in order. */
interface Copy {
  /** None where copies need not be counted. */
  readonly item: number | undefined;
  readonly order: readonly number[];
}

const UNCOUNTED: Copy = { item: undefined, order: [] };

interface Copies {
  /** The items of the pieces: `P`, or `P*1`, `P*2` ... */
  readonly names: readonly string[];
  /** Secondary items. */
  readonly order: readonly string[];
  /** Placement -> the copies that it may be. */
  of(placement: number): readonly Copy[];
}

/**
 * Copies of a piece are alike, so that what counts is where they lie, not which copy lies where: the
 * second one comes behind the first, the third behind the second, in the order of the places by their
 * first cells. Before copy k are k others, and so it is in none of the first k places; nor, for
 * those behind it, in one of the last.
 */
function copiesOf(
  pieces: readonly Piece[],
  placements: readonly Placement[],
  settled: Piece | undefined,
): Copies {
  const names: string[] = [];
  const order: string[] = [];
  const copies: Copy[][] = placements.map(() => []);
  const byPiece: number[][] = pieces.map(() => []);
  for (const [k, { piece }] of placements.entries()) byPiece[piece]?.push(k);
  let options = 0;
  pieces.forEach((piece, number) => {
    const { name, times = 1 } = piece;
    const places = byPiece[number] as number[];
    if (piece === settled) {
      for (const k of places) copies[k]?.push(UNCOUNTED);
      return;
    }
    options += places.length * times;
    if (options > MOST_PLACEMENTS) throw tooManyCopies(options);
    const firstOf = (k: number) => placements[k]?.cells[0] as number;
    if (times > 1) places.sort((a, b) => firstOf(a) - firstOf(b));
    const between = new Order(places.length);
    for (let copy = 0; copy < times; copy++) {
      const item = names.push(times === 1 ? name : `${name}*${copy + 1}`) - 1;
      const start = order.length;
      for (let place = copy; place <= places.length - times + copy; place++) {
        const items: number[] = [];
        if (copy > 0)
          for (const split of between.second(place)) items.push(start - between.items + split);
        if (copy < times - 1) for (const split of between.first(place)) items.push(start + split);
        copies[places[place] as number]?.push({ item, order: items });
      }
      if (copy === times - 1) continue;
      for (let split = 1; split <= between.items; split++)
        order.push(`${name}*${copy + 1}>${split}`);
    }
  });
  return { names, order, of: (placement) => copies[placement] as Copy[] };
}

/**
 * Where all cells are covered, the number of one kind of pieces follows from that of the others, so
 * that its copies need no items. That pays for a kind that fills half of the region or more: 18
 * dominoes in 6x6 are counted in 45 ms rather than 420, P*4 L*2 Y*2 in 5x8 in 115 rather than 335. Of
 * a few small pieces too many would be tried: P*2 L*2 Y*2 I2*3 in 6x6 take 7.2 s so, and 1.8 with
 * items for all.
 */
function settledBy(room: number, pieces: readonly Piece[]): Piece | undefined {
  return pieces.find(({ cells, times = 1 }) => times > 1 && 2 * times * cells.length >= room);
}

function nameOf(cell: Cell | Cube): string {
  const flat = `r${cell.row + 1}c${cell.column + 1}`;
  return 'layer' in cell ? `${flat}l${cell.layer + 1}` : flat;
}

function checkUnlimited(pieces: readonly Piece[], gaps: boolean, breaking: boolean): void {
  const counted = pieces.find(({ times }) => times !== undefined);
  if (counted !== undefined) {
    throw bad(
      `There are ${counted.times} of the piece ${shown(counted.name)}, and no end of pieces ` +
        "(unlimited); leave out the number, or give supply: 'once'.",
    );
  }
  if (gaps) {
    throw bad(
      'Where cells may be empty (gaps) and there is no end of pieces (unlimited), nothing needs to ' +
        "be placed; give the number of each piece, as in 'P*3', or leave out one of the two.",
    );
  }
  if (breaking) {
    throw bad(
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
  throw bad(`${have} ${size} cells, the region has ${room}; ${remedy}`);
}

function tooManyCopies(options: number): QuadrilleError {
  return bad(
    `The pieces, one by one, can lie in the region in ${options} ways and more, and at most ` +
      `${MOST_PLACEMENTS} are stated; give fewer pieces or a smaller region.`,
  );
}

function bad(message: string): QuadrilleError {
  return new QuadrilleError('bad-setting', message);
}
