import {
  type Cell,
  type Cube,
  isFlat,
  type Placed,
  placeOf,
  regionOf,
} from '../puzzles/packing/region.ts';
import type { Board, Square } from './board.ts';
import {
  checkObjects,
  checkPictureSettings,
  checkSide,
  checkSquares,
  settingError,
} from './checks.ts';
import { Filling, sizeOf } from './filling.ts';
import { columnsOf } from './letters.ts';
import { TINTS, tintsFor } from './palette.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export interface TilingSettings {
  /** The region, as the puzzle was given it: cells of it that no piece takes are drawn as gaps. */
  readonly region?: string | undefined;
  readonly caption?: string | undefined;
}

/** A cell of the region without a piece. Its point tells it from a piece where there is no colour. */
const GAP: Square = { mark: '·' };

/**
 * A tiling: each piece in a colour and with its letter, walls between. Where every piece is there
 * once and there are colours enough, a piece has the same colour in every solution.
 */
export function tilingBoard(placed: readonly Placed[], settings: TilingSettings = {}): Board {
  checkPlaced(placed);
  checkPictureSettings(settings);
  const cells = placed.flatMap((piece) => piece.cells);
  const gaps = gapsOf(settings.region, cells);
  if (!isFlat(gaps))
    throw settingError('The region has more than one layer; use layerBoards for it.');
  const filling = new Filling(sizeOf([...cells, ...gaps]));
  const marks = marksOf(placed);
  const tints = tintsOf(placed);
  placed.forEach(({ piece, cells }, k) => {
    const centre = nearestToCentre(cells);
    for (const cell of cells) {
      const mark = cell === centre ? marks.get(piece) : undefined;
      filling.put(cell, { region: k, tint: tints[k], mark });
    }
  });
  for (const gap of gaps) filling.put(gap, GAP);
  return filling.board({ caption: settings.caption });
}

/** A packing of a box, layer by layer from 0 upwards; every cube has its letter. */
export function layerBoards(
  placed: readonly Placed<Cube>[],
  settings: Pick<TilingSettings, 'region'> = {},
): Board[] {
  checkPlaced(placed);
  checkPictureSettings(settings);
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
  const fillings = Array.from({ length: layers }, () => new Filling(size));
  const marks = marksOf(placed);
  const tints = tintsOf(placed);
  placed.forEach(({ piece, cells }, k) => {
    const square: Square = { region: k, tint: tints[k], mark: marks.get(piece) };
    for (const cell of cells) fillings[cell.layer]?.put(cell, square);
  });
  for (const gap of gaps) fillings[gap.layer]?.put(gap, GAP);
  return fillings.map((filling, k) => filling.board({ caption: `layer ${k + 1}` }));
}

function checkPlaced(placed: readonly Placed[]): void {
  checkObjects(placed, 'The pieces');
  for (const { piece, cells } of placed) {
    if (typeof piece !== 'string')
      throw settingError('A piece has no name; give each one a string.');
    checkObjects(cells, 'The cells of a piece');
  }
}

/** The cells of a region that are not taken. */
function gapsOf(region: string | undefined, taken: readonly (Cell & { layer?: number })[]): Cube[] {
  if (region === undefined) return [];
  const full = new Set(taken.map(({ row, column, layer = 0 }) => placeOf({ row, column, layer })));
  return regionOf(region).filter((cell) => !full.has(placeOf(cell)));
}

/**
 * What stands in a piece: its name if all names are short, else their first letters if these
 * differ, else letters in order. Where there is one kind of piece only, nothing needs saying.
 */
function marksOf(placed: readonly Placed[]): Map<string, string> {
  const names = [...new Set(placed.map(({ piece }) => piece))].sort();
  if (names.length < 2) return new Map();
  const short = names.every((name) => columnsOf(name) <= 2);
  if (short) return new Map(names.map((name) => [name, name]));
  const initials = names.map((name) => String.fromCodePoint(name.codePointAt(0) ?? 0x20));
  const differ = new Set(initials).size === names.length;
  return new Map(names.map((name, k) => [name, differ ? (initials[k] as string) : letterOf(k)]));
}

function letterOf(k: number): string {
  return LETTERS[k] ?? String(k + 1);
}

/** Placed piece -> its tint: by its name if names are told apart so, else as a map is coloured. */
function tintsOf(placed: readonly Placed<Cell & { layer?: number }>[]): number[] {
  const names = [...new Set(placed.map(({ piece }) => piece))].sort();
  if (names.length === placed.length && names.length <= TINTS) {
    return placed.map(({ piece }) => names.indexOf(piece));
  }
  return tintsFor(neighboursOf(placed));
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

/** The cell that is nearest to the middle of all, the first of those that are. */
function nearestToCentre(cells: readonly Cell[]): Cell | undefined {
  const row = cells.reduce((sum, cell) => sum + cell.row, 0) / cells.length;
  const column = cells.reduce((sum, cell) => sum + cell.column, 0) / cells.length;
  let best: Cell | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const cell of cells) {
    const distance = (cell.row - row) ** 2 + (cell.column - column) ** 2;
    // Fractions of a fifth are not exact: nearer means nearer by more than rounding.
    if (distance > least - 1e-9) continue;
    least = distance;
    best = cell;
  }
  return best;
}
