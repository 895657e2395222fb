import type { Board, LatticePicture, Note, PictureCell } from '../board.ts';
import { rangeOf } from '../checks.ts';
import { columnsOf } from '../letters.ts';
import { LIT, PALETTE } from '../palette.ts';
import { Canvas } from './canvas.ts';
import { type Block, boardBlock } from './text-board.ts';

/** The cells of a lattice in characters: one block, or one for each layer of a solid. */
export function latticeBlocks(picture: LatticePicture, colour: boolean): Block[] {
  const { lattice, cells } = picture;
  const flatLayers = layersOf(picture);
  switch (lattice) {
    case 'squares':
    case 'cubes':
      return flatLayers.map((layer) => boardBlock(boardOf(layer, cells), colour));
    default:
      return flatLayers.map((layer) => lettersBlock(layer, cells, colour));
  }
}

/** The cells of each layer of a solid, from the lowest; those of a flat picture as one. */
function layersOf({ lattice, cells }: LatticePicture): (readonly PictureCell[])[] {
  if (
    lattice !== 'cubes' &&
    lattice !== 'prisms' &&
    lattice !== 'spheres' &&
    lattice !== 'rhombic' &&
    lattice !== 'tetraOctahedra'
  )
    return [cells];
  const [least, most] = rangeOf(cells.map(({ at }) => at[2]));
  const layers = Array.from(
    { length: cells.length === 0 ? 0 : most - least + 1 },
    () => [] as PictureCell[],
  );
  for (const cell of cells) layers[cell.at[2] - least].push(cell);
  return layers;
}

/** Squares, or a layer of cubes, as a board as large as all of them. */
function boardOf(layer: readonly PictureCell[], all: readonly PictureCell[]): Board {
  const [left, right] = rangeOf(all.map(({ at }) => at[0]));
  const [top, bottom] = rangeOf(all.map(({ at }) => at[1]));
  const width = all.length === 0 ? 0 : right - left + 1;
  const height = all.length === 0 ? 0 : bottom - top + 1;
  const squares = new Array<PictureCell | undefined>(width * height).fill(undefined);
  for (const cell of layer) squares[(cell.at[1] - top) * width + cell.at[0] - left] = cell;
  return { width, height, squares };
}

/** Letters in their coordinates, x to the right and y upwards. */
function lettersBlock(
  layer: readonly PictureCell[],
  all: readonly PictureCell[],
  colour: boolean,
): Block {
  const [left, right] = rangeOf(all.map(({ at }) => at[0]));
  const [low, high] = rangeOf(all.map(({ at }) => at[1]));
  const inner = all.reduce((most, cell) => Math.max(most, columnsOf(textOf(cell))), 1);
  const pitch = inner + 1;
  const canvas = new Canvas((right - left + 1) * pitch + 1, high - low + 1);
  for (const cell of layer) {
    putCell(canvas, high - cell.at[1], (cell.at[0] - left) * pitch + 1, inner, cell, colour);
  }
  return { width: canvas.width, lines: canvas.lines(colour) };
}

/** Puts the text of a cell into the middle of some columns. */
function putCell(
  canvas: Canvas,
  row: number,
  column: number,
  inner: number,
  cell: PictureCell,
  colour: boolean,
): void {
  const text = textOf(cell);
  const ground = cell.lit
    ? LIT.ansi
    : cell.tint === undefined
      ? undefined
      : PALETTE[cell.tint].ansi;
  if (colour && ground !== undefined) canvas.paint(row, column, inner, ground);
  canvas.put(row, column + Math.floor((inner - columnsOf(text)) / 2), text, cell.strong === true);
}

function textOf({ mark }: PictureCell): string {
  return mark ?? '';
}
