import { shown } from '../../engine/problem/error.ts';
import { checkSettings } from '../../engine/problem/setting.ts';
import { badSetting } from '../mistakes.ts';
import {
  type Cell,
  type Cube,
  cellOf,
  cubesOf,
  isFlat,
  type Placed,
  placeOf,
} from '../packing/cubes.ts';
import type { Cells, Lattice, LatticeCell } from '../packing/lattice.ts';
import { LATTICES, type LatticeName } from '../packing/lattices.ts';
import { PointNumbers } from '../packing/points.ts';
import type { PlacedPolyform } from '../packing/polyforms.ts';
import {
  type Board,
  BoardBuilder,
  checkSide,
  type KeyEntry,
  type LatticePicture,
  type PictureCell,
  type Square,
  sizeOf,
} from './board.ts';
import { checkCell, checkSquares, latticeNamed, MOST_MARK } from './checks.ts';
import { TINTS, tintsForMap } from './palette.ts';
import { marksByName, marksOfEach } from './piece-marks.ts';

/** How to draw a packing. */
export interface TilingSettings {
  /** The region of the puzzle. Its cells without a piece are drawn as gaps. */
  readonly region?: string | undefined;
  readonly caption?: string | undefined;
  /**
   * Colours dominoes by their direction and place, in place of a map: four colours. In a large
   * random tiling it shows where all of them lie alike.
   */
  readonly byDirection?: boolean | undefined;
}

/** A cell of the region without a piece. The point marks it in pictures without colour. */
export const EMPTY_CELL: Square = { mark: '·' };

/**
 * A tiling: each piece has a colour and a letter, with walls between pieces. If all names differ
 * and there are enough colours, a piece has the same colour in every solution. A key tells names
 * that are too long for a square.
 */
export function tilingBoard(placed: readonly Placed[], settings: TilingSettings = {}): Board {
  checkSettings(settings, ['region', 'caption', 'byDirection']);
  const cells = placed.flatMap((piece) => piece.cells);
  const gaps = gapsOf(settings.region, cells);
  if (!isFlat(gaps))
    throw badSetting('The region has more than one layer; use layerBoards for it.');
  const builder = new BoardBuilder(sizeOf([...cells, ...gaps]));
  const { marks, key } = marksByName(placed);
  const tints = settings.byDirection
    ? placed.map(directionOf)
    : tintsOf(LATTICES.cubes, asCubes(placed));
  placed.forEach(({ cells }, k) => {
    const middle = nearestToCentre(cells.map(({ row, column }) => [row, column]));
    cells.forEach((cell, nth) => {
      const mark = nth === middle ? marks[k] : undefined;
      builder.put(cell, { region: k, tint: tints[k], mark });
    });
  });
  for (const gap of gaps) builder.put(gap, EMPTY_CELL);
  return builder.board({ caption: settings.caption, ...keyOf(key, placed, tints) });
}

/**
 * A packing of a box: one board for each layer, from the lowest. Every cube has its letter, and copies
 * of a piece have numbers. The last board has the key.
 */
export function layerBoards(
  placed: readonly Placed<Cube>[],
  settings: Pick<TilingSettings, 'region'> = {},
): Board[] {
  checkSettings(settings, ['region']);
  const cubes = placed.flatMap(({ cells }) => cells);
  const gaps = gapsOf(settings.region, cubes);
  const all = [...cubes, ...gaps];
  const size = sizeOf(all);
  let layers = 0;
  for (const { layer } of all) {
    checkSide(layer, 'The layer of a cube');
    layers = Math.max(layers, layer + 1);
  }
  checkSquares(layers * size.width * size.height, 'The box');
  const fillings = Array.from({ length: layers }, () => new BoardBuilder(size));
  const { marks, key } = placed.length > 1 ? marksOfEach(placed) : marksByName(placed);
  const tints = tintsOf(LATTICES.cubes, asCubes(placed));
  placed.forEach(({ cells }, k) => {
    const square: Square = { region: k, tint: tints[k], mark: marks[k] };
    for (const cell of cells) fillings[cell.layer]?.put(cell, square);
  });
  for (const gap of gaps) fillings[gap.layer]?.put(gap, EMPTY_CELL);
  return fillings.map((builder, k) =>
    builder.board({
      caption: `layer ${k + 1}`,
      ...(k === layers - 1 && keyOf(key, placed, tints)),
    }),
  );
}

/** How to draw a packing of polyforms. */
export interface PolyformSettings {
  readonly lattice: LatticeName;
  /** The cells of the board. Those without a piece are drawn as gaps. */
  readonly board?: readonly (readonly number[])[] | undefined;
  readonly caption?: string | undefined;
}

interface PlacedForm {
  readonly piece: string;
  readonly cells: Cells;
}

/**
 * A packing of polyforms: triangles, hexagons, sticks or solids. Colours and letters are those of
 * `tilingBoard`; in space every cell has its letter, as with `layerBoards`.
 */
export function polyformPicture(
  placed: readonly PlacedPolyform[],
  settings: PolyformSettings,
): LatticePicture {
  checkSettings(settings, ['lattice', 'board', 'caption']);
  const { board = [], caption } = settings;
  const lattice = latticeNamed(settings.lattice);
  const cellOf = (numbers: readonly number[]): LatticeCell => {
    const cell = numbers.length === 2 ? [...numbers, 0] : numbers;
    checkCell(lattice, cell as unknown as LatticeCell, 'A cell');
    return cell as unknown as LatticeCell;
  };
  const forms = placed.map(({ piece, cells }) => ({ piece, cells: cells.map(cellOf) }));
  const tints = tintsOf(lattice, forms);
  const isNarrow = settings.lattice === 'rhombic' || settings.lattice === 'tetraoctahedra';
  const { marks, key } = lattice.isFlat ? marksByName(forms) : marksOfEach(forms, isNarrow);
  const drawn = new Map<string, PictureCell>();
  forms.forEach(({ cells }, k) => {
    const middle = nearestToCentre(cells.map((cell) => lattice.centre(cell)));
    cells.forEach((at, nth) => {
      if (drawn.has(at.join())) {
        throw badSetting(`The cell ${at.join()} has two pieces; give one solution at a time.`);
      }
      const mark = !lattice.isFlat || nth === middle ? marks[k] : undefined;
      drawn.set(at.join(), { at, region: k, tint: tints[k], mark });
    });
  });
  for (const at of board.map(cellOf)) {
    if (!drawn.has(at.join())) drawn.set(at.join(), { at, ...EMPTY_CELL });
  }
  return {
    lattice: settings.lattice,
    cells: [...drawn.values()],
    caption,
    ...keyOf(key, placed, tints),
  };
}

/** The key of a picture, if it needs one. Pieces of one name and one colour have it there, too. */
function keyOf(
  key: readonly KeyEntry[],
  placed: readonly { readonly piece: string }[],
  tints: readonly number[],
): { readonly key?: readonly KeyEntry[] } {
  if (key.length === 0) return {};
  const tintsByName = new Map<string, Set<number>>();
  placed.forEach(({ piece }, k) => {
    tintsByName.set(piece, (tintsByName.get(piece) ?? new Set()).add(tints[k]));
  });
  const entries = key.map(({ mark, name }) => {
    const [tint, another] = tintsByName.get(name) ?? [];
    const short = name.length > MOST_MARK ? `${name.slice(0, MOST_MARK - 1)}…` : name;
    return { mark, name: short, ...(another === undefined && { tint }) };
  });
  return { key: entries };
}

/** The cells of the region that no piece takes. */
function gapsOf(region: string | undefined, taken: readonly (Cell & { layer?: number })[]): Cube[] {
  if (region === undefined) return [];
  if (typeof region !== 'string') {
    throw badSetting(`The region is ${shown(region)}; give the board of the puzzle, as '6x10'.`);
  }
  const full = new Set(taken.map(({ row, column, layer = 0 }) => placeOf({ row, column, layer })));
  return cubesOf(region).filter((cell) => !full.has(placeOf(cell)));
}

/** Placed piece -> its tint: by name if all names differ and suffice, else as in a map. */
function tintsOf(lattice: Lattice, placed: readonly PlacedForm[]): number[] {
  const names = [...new Set(placed.map(({ piece }) => piece))].sort();
  if (names.length === placed.length && names.length <= TINTS) {
    return placed.map(({ piece }) => names.indexOf(piece));
  }
  return tintsForMap(
    neighboursOf(
      lattice,
      placed.map(({ cells }) => cells),
    ),
  );
}

function asCubes(placed: readonly Placed<Cell & { layer?: number }>[]): PlacedForm[] {
  return placed.map(({ piece, cells }) => ({
    piece,
    cells: cells.map(({ row, column, layer = 0 }) => cellOf({ row, column, layer })),
  }));
}

/**
 * The tint of a domino: lying or standing, with its first cell on a light or a dark square of a
 * chess board. Dominoes side by side in a wall of bricks have one tint.
 */
function directionOf({ cells }: Placed): number {
  const row = Math.min(...cells.map((cell) => cell.row));
  const column = Math.min(...cells.map((cell) => cell.column));
  const lies = cells.every((cell) => cell.row === row);
  return 2 * ((row + column) % 2) + (lies ? 0 : 1);
}

/** Groups of cells -> the groups beside each. */
function neighboursOf(lattice: Lattice, groups: readonly Cells[]): Set<number>[] {
  const owners = groups.flatMap((cells, k) => cells.map(() => k));
  const index = new PointNumbers(groups.flat());
  return groups.map((cells, k) => {
    const around = new Set<number>();
    for (const cell of cells) {
      for (const beside of lattice.neighbours(cell)) {
        const place = index.of(beside);
        if (place >= 0 && owners[place] !== k) around.add(owners[place]);
      }
    }
    return around;
  });
}

/** The number of the point nearest to the centre; the first one if several are. */
function nearestToCentre(points: readonly (readonly number[])[]): number {
  const distances = points.map(() => 0);
  for (const axis of (points[0] ?? []).keys()) {
    const centre = points.reduce((sum, point) => sum + point[axis], 0) / points.length;
    points.forEach((point, k) => {
      distances[k] += (point[axis] - centre) ** 2;
    });
  }
  // Fifths are not exact in binary: ignore differences as small as rounding errors.
  const least = Math.min(...distances) + 1e-9;
  return distances.findIndex((distance) => distance <= least);
}
