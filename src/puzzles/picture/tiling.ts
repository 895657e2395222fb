import { checkSettings } from '../../engine/problem/setting.ts';
import { badSetting } from '../mistakes.ts';
import { type Cell, type Cube, isFlat, type Placed, placeOf, regionOf } from '../packing/region.ts';
import { type Board, BoardBuilder, checkSide, type Square, sizeOf } from './board.ts';
import { checkSquares } from './checks.ts';
import { columnsOf } from './letters.ts';
import { TINTS, tintsForMap } from './palette.ts';

const PIECE_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

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
const EMPTY_CELL: Square = { mark: '·' };

/**
 * A tiling: each piece has a colour and a letter, with walls between pieces. If all names differ
 * and there are enough colours, a piece has the same colour in every solution.
 */
export function tilingBoard(placed: readonly Placed[], settings: TilingSettings = {}): Board {
  checkSettings(settings, ['region', 'caption', 'byDirection']);
  const cells = placed.flatMap((piece) => piece.cells);
  const gaps = gapsOf(settings.region, cells);
  if (!isFlat(gaps))
    throw badSetting('The region has more than one layer; use layerBoards for it.');
  const builder = new BoardBuilder(sizeOf([...cells, ...gaps]));
  const marks = marksOf(placed);
  const tints = settings.byDirection ? placed.map(directionOf) : tintsOf(placed);
  placed.forEach(({ piece, cells }, k) => {
    const centre = nearestToCentre(cells);
    for (const cell of cells) {
      const mark = cell === centre ? marks.get(piece) : undefined;
      builder.put(cell, { region: k, tint: tints[k], mark });
    }
  });
  for (const gap of gaps) builder.put(gap, EMPTY_CELL);
  return builder.board({ caption: settings.caption });
}

/** A packing of a box: one board for each layer, from the lowest. Every cube has its letter. */
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
  const marks = marksOf(placed);
  const tints = tintsOf(placed);
  placed.forEach(({ piece, cells }, k) => {
    const square: Square = { region: k, tint: tints[k], mark: marks.get(piece) };
    for (const cell of cells) fillings[cell.layer]?.put(cell, square);
  });
  for (const gap of gaps) fillings[gap.layer]?.put(gap, EMPTY_CELL);
  return fillings.map((builder, k) => builder.board({ caption: `layer ${k + 1}` }));
}

/** The cells of the region that no piece takes. */
function gapsOf(region: string | undefined, taken: readonly (Cell & { layer?: number })[]): Cube[] {
  if (region === undefined) return [];
  const full = new Set(taken.map(({ row, column, layer = 0 }) => placeOf({ row, column, layer })));
  return regionOf(region).filter((cell) => !full.has(placeOf(cell)));
}

/**
 * Name of a piece -> its mark: the name if all names are short, else the first letter if these
 * differ, else letters in order. If there is only one name, pieces have no marks.
 */
function marksOf(placed: readonly Placed[]): Map<string, string> {
  const names = [...new Set(placed.map(({ piece }) => piece))].sort();
  if (names.length < 2) return new Map();
  const short = names.every((name) => columnsOf(name) <= 2);
  if (short) return new Map(names.map((name) => [name, name]));
  const initials = names.map((name) => String.fromCodePoint(name.codePointAt(0) ?? 0x20));
  const differ = new Set(initials).size === names.length;
  return new Map(names.map((name, k) => [name, differ ? initials[k] : letterOf(k)]));
}

function letterOf(k: number): string {
  return PIECE_LETTERS[k] ?? String(k + 1);
}

/** Placed piece -> its tint: by name if all names differ and suffice, else as in a map. */
function tintsOf(placed: readonly Placed<Cell & { layer?: number }>[]): number[] {
  const names = [...new Set(placed.map(({ piece }) => piece))].sort();
  if (names.length === placed.length && names.length <= TINTS) {
    return placed.map(({ piece }) => names.indexOf(piece));
  }
  return tintsForMap(neighboursOf(placed));
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

function neighboursOf(placed: readonly Placed<Cell & { layer?: number }>[]): Set<number>[] {
  const owner = new Map<string, number>();
  const key = (row: number, column: number, layer: number) => `${row} ${column} ${layer}`;
  placed.forEach(({ cells }, k) => {
    for (const { row, column, layer = 0 } of cells) owner.set(key(row, column, layer), k);
  });
  return placed.map(({ cells }, k) => {
    const around = new Set<number>();
    for (const { row, column, layer = 0 } of cells) {
      for (const step of [-1, 1]) {
        for (const beside of [
          key(row + step, column, layer),
          key(row, column + step, layer),
          key(row, column, layer + step),
        ]) {
          const other = owner.get(beside);
          if (other !== undefined && other !== k) around.add(other);
        }
      }
    }
    return around;
  });
}

/** The cell nearest to the centre; the first one if several are. */
function nearestToCentre(cells: readonly Cell[]): Cell | undefined {
  const row = cells.reduce((sum, cell) => sum + cell.row, 0) / cells.length;
  const column = cells.reduce((sum, cell) => sum + cell.column, 0) / cells.length;
  let best: Cell | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const cell of cells) {
    const distance = (cell.row - row) ** 2 + (cell.column - column) ** 2;
    // Fifths are not exact in binary: ignore differences as small as rounding errors.
    if (distance > least - 1e-9) continue;
    least = distance;
    best = cell;
  }
  return best;
}
