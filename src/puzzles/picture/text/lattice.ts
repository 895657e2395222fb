import { LATTICES } from '../../packing/lattices.ts';
import { type Board, isWall, type LatticePicture, type PictureCell } from '../board.ts';
import { rangeOf } from '../checks.ts';
import { columnsOf, lettersOf } from '../letters.ts';
import { HOLDS, LIT, NOTED, OUT_MARK, PALETTE } from '../palette.ts';
import { letterOf } from '../piece-marks.ts';
import { Canvas, DOWN, LEFT, RIGHT, UP } from './canvas.ts';
import { type Block, boardBlock } from './text-board.ts';

/** The most columns for the text of a cell; a longer one is cut. */
const MOST_INNER = 9;

/**
 * The cells of a lattice in characters: one block, or one for each layer of a solid, from the lowest.
 * Layers without cells are left out.
 */
export function latticeBlocks(picture: LatticePicture, colour: boolean, room: number): Block[] {
  const { lattice, cells, caption } = picture;
  if (cells.length === 0) return [{ width: 0, lines: [], caption }];
  const draw = DRAWERS[lattice];
  const inner = cells.reduce((most, cell) => Math.max(most, columnsOf(textOf(cell))), 1);
  const sheet = {
    columns: rangeOf(cells.map(({ at }) => at[0])),
    rows: rangeOf(cells.map(({ at }) => at[1])),
    inner: Math.min(inner, MOST_INNER),
    room,
    colour,
  };
  const layers = layersOf(picture);
  const filled = layers.filter((layer) => layer.length > 0);
  return filled.map((layer, k) => {
    const number = layers.length > 1 ? `layer ${layers.indexOf(layer) + 1}` : undefined;
    const words = [k === 0 ? caption : undefined, number].filter((text) => text !== undefined);
    return {
      ...draw({ ...sheet, all: cells, cells: layer }),
      caption: words.join(', ') || undefined,
    };
  });
}

/** The cells of a block, and what all blocks of a picture share. */
interface Sheet {
  readonly cells: readonly PictureCell[];
  readonly all: readonly PictureCell[];
  /** The least and the greatest x, and y. */
  readonly columns: readonly [number, number];
  readonly rows: readonly [number, number];
  /** The columns of the longest text of a cell. */
  readonly inner: number;
  /** The columns for blocks that stand side by side. */
  readonly room: number;
  readonly colour: boolean;
}

const DRAWERS: Readonly<Record<LatticePicture['lattice'], (sheet: Sheet) => Block>> = {
  squares: squaresBlock,
  cubes: squaresBlock,
  hexagons: hexagonsBlock,
  triangles: (sheet) => trianglesBlock(sheet, ([x, y, z]) => [2 * x + y + z, y]),
  prisms: (sheet) => trianglesBlock(sheet, ([x, y]) => [x, y]),
  edges: sticksBlock,
  spheres: lettersBlock,
  rhombic: lettersBlock,
  tetraoctahedra: lettersBlock,
};

/** The cells of each layer of a solid, from the lowest; those of a flat picture as one. */
function layersOf({ lattice, cells }: LatticePicture): (readonly PictureCell[])[] {
  if (LATTICES[lattice].isFlat) return [cells];
  const [least, most] = rangeOf(cells.map(({ at }) => at[2]));
  const layers = Array.from({ length: most - least + 1 }, () => [] as PictureCell[]);
  for (const cell of cells) layers[cell.at[2] - least].push(cell);
  return layers;
}

/** Squares, or a layer of cubes. */
function squaresBlock({ cells, columns, rows, colour }: Sheet): Block {
  const width = columns[1] - columns[0] + 1;
  const height = rows[1] - rows[0] + 1;
  const squares: Board['squares'][number][] = new Array(width * height).fill(undefined);
  for (const cell of cells) {
    const [x, y] = cell.at;
    squares[(y - rows[0]) * width + x - columns[0]] = cell;
  }
  return boardBlock({ width, height, squares }, colour);
}

/**
 * Texts in their coordinates, x to the right and y upwards. Letters have a blank between them, unless
 * a layer would then take more than half of the room.
 */
function lettersBlock({ cells, columns, rows, inner, room, colour }: Sheet): Block {
  const across = columns[1] - columns[0] + 1;
  const pitch = inner === 1 && 4 * across > room ? 1 : inner + 1;
  const canvas = new Canvas(across * pitch, rows[1] - rows[0] + 1);
  for (const cell of cells) {
    const [x, y] = cell.at;
    const [row, column] = [rows[1] - y, (x - columns[0]) * pitch];
    if (colour) paint(canvas, row, column, column + inner, cell);
    putText(canvas, row, column, inner, cell, colour);
  }
  return blockOf(canvas, colour);
}

/**
 * Triangles in rows; u counts them from left to right, v rows upwards. One with an even u + v points
 * up. Lines between pieces are walls:
 *
 *         /\    /\
 *        /C \  /  \
 *       /____\/    \
 *      /     /     /
 *     /A    /   B /
 *    /_____/_____/
 */
function trianglesBlock(
  { cells, all, inner, colour }: Sheet,
  placeOf: (at: PictureCell['at']) => readonly [u: number, v: number],
): Block {
  const places = all.map(({ at }) => placeOf(at));
  const [left, right] = rangeOf(places.map(([u]) => u));
  const [low, high] = rangeOf(places.map(([, v]) => v));
  // The lines of a row. A side slants by one column on each line.
  const height = Math.max(3, 2 + Math.ceil(inner / 2));
  // The walls above triangles that point down have a line of their own.
  const head = places.some(([u, v]) => v === high && (u + v) % 2 !== 0) ? 1 : 0;
  const canvas = new Canvas((right - left + 2) * height, (high - low + 1) * height + head);
  const byPlace = new Map(cells.map((cell) => [placeOf(cell.at).join(), cell]));
  const drawn = cells.map((cell) => {
    const [u, v] = placeOf(cell.at);
    const up = (u + v) % 2 === 0;
    const wallTo = (du: number, dv: number) => isWall(cell, byPlace.get(`${u + du},${v + dv}`));
    const walls = { left: wallTo(-1, 0), right: wallTo(1, 0), level: wallTo(0, up ? -1 : 1) };
    return { cell, up, walls, from: (u - left) * height, top: head + (high - v) * height };
  });
  const last = 2 * height - 1;
  for (const { cell, up, walls, from, top } of drawn) {
    if (colour) {
      for (let k = 0; k < height; k++) {
        const edge = from + (up ? height - 1 - k : k);
        const far = 2 * from + last - edge;
        paint(canvas, top + k, edge + (walls.left ? 1 : 0), far + (walls.right ? 0 : 1), cell);
      }
    }
    if (walls.level) canvas.fill(up ? top + height - 1 : top - 1, from, '_', last + 1);
  }
  for (const { cell, up, walls, from, top } of drawn) {
    for (let k = 0; k < height; k++) {
      const edge = from + (up ? height - 1 - k : k);
      if (walls.left) canvas.fill(top + k, edge, up ? '/' : '\\');
      if (walls.right) canvas.fill(top + k, 2 * from + last - edge, up ? '\\' : '/');
    }
    putText(canvas, top + (up ? height - 2 : 1), from + 2, 2 * height - 4, cell, colour);
  }
  return blockOf(canvas, colour);
}

/**
 * Hexagons in rows that are shifted by half a cell:
 *
 *       / \ / \
 *      | B |   |
 *     / \ / \   \
 *    | A     | C |
 *     \ / \ / \ /
 */
function hexagonsBlock({ cells, inner, colour }: Sheet): Block {
  const uOf = ([x, y]: PictureCell['at']) => 2 * x + y;
  const [left, right] = rangeOf(cells.map(({ at }) => uOf(at)));
  const [low, high] = rangeOf(cells.map(({ at }) => at[1]));
  const half = Math.max(2, Math.ceil((inner + 1) / 2));
  const canvas = new Canvas((right - left + 2) * half + 1, (high - low + 2) * half - 1);
  const byPlace = new Map(cells.map((cell) => [cell.at.join(), cell]));
  for (const cell of cells) {
    const [x, y] = cell.at;
    const wallTo = (dx: number, dy: number) =>
      isWall(cell, byPlace.get([x + dx, y + dy, 0].join()));
    const line = (high - y) * half + half - 1;
    const from = (uOf(cell.at) - left) * half;
    // From the upper line to the lower one: the line, and the walls on both sides.
    for (let k = 1 - half; k < half; k++) {
      const inset = Math.abs(k);
      const walls =
        k < 0
          ? [wallTo(-1, 1), wallTo(0, 1)]
          : k > 0
            ? [wallTo(0, -1), wallTo(1, -1)]
            : [wallTo(-1, 0), wallTo(1, 0)];
      const [edge, far] = [from + inset, from + 2 * half - inset];
      if (colour) {
        paint(canvas, line + k, edge + (walls[0] ? 1 : 0), far + (walls[1] ? 0 : 1), cell);
      }
      if (walls[0]) canvas.fill(line + k, edge, k < 0 ? '/' : k > 0 ? '\\' : '|');
      if (walls[1]) canvas.fill(line + k, far, k < 0 ? '\\' : k > 0 ? '/' : '|');
    }
    putText(canvas, line, from + 1, 2 * half - 1, cell, colour);
  }
  return blockOf(canvas, colour);
}

/**
 * Sticks on a grid of points. Each stick has the mark of its piece. A point joins the sticks of one
 * piece; others stop short of it:
 *
 *     ╷ I───I─╴
 *     L   V
 *     └─L └─V─╴
 */
function sticksBlock({ cells, inner, colour }: Sheet): Block {
  const pitch = Math.max(4, inner + 3);
  const marks = marksOfSticks(cells);
  const points = new Map<string, Arm[]>();
  const drawn = cells.map((cell) => {
    const [x, y, z] = cell.at;
    const isLevel = z === 0;
    const ends: [GridPoint, GridPoint] = [[x, y], isLevel ? [x + 1, y] : [x, y + 1]];
    const isEmpty = cell.region === undefined && cell.tint === undefined;
    ends.forEach((end, k) => {
      const arms = points.get(end.join()) ?? [];
      points.set(end.join(), arms);
      const arm = isLevel ? [RIGHT, LEFT][k] : [UP, DOWN][k];
      if (!isEmpty) arms.push({ cell, arm });
    });
    return { cell, isLevel, isEmpty, ends };
  });
  // Point -> the piece with the most sticks there, the first of several.
  const owners = new Map([...points].map(([at, arms]) => [at, ownerOf(arms)]));
  const [left, right] = rangeOf(drawn.flatMap(({ ends }) => ends.map(([x]) => x)));
  const [low, high] = rangeOf(drawn.flatMap(({ ends }) => ends.map(([, y]) => y)));
  // A text in a standing stick may be wider than the stick.
  const aside = Math.floor(inner / 2);
  const canvas = new Canvas((right - left) * pitch + 1 + 2 * aside, 2 * (high - low) + 1);
  const rowOf = (y: number) => 2 * (high - y);
  const columnOf = (x: number) => aside + (x - left) * pitch;
  for (const { cell, isLevel, isEmpty, ends } of drawn) {
    const shown = { ...cell, mark: marks.get(cell) };
    const [[x, y], far] = ends;
    if (isLevel) {
      const [from, to] = ends.map((end, k) => {
        const gap = owners.get(end.join())?.cell.region === cell.region ? 1 : 2;
        return columnOf(end[0]) + (k === 0 ? gap : 1 - gap);
      }) as [number, number];
      for (let k = from; !isEmpty && k < to; k++) canvas.join(rowOf(y), k, LEFT | RIGHT);
      if (colour) paint(canvas, rowOf(y), from, to, cell);
      putText(canvas, rowOf(y), columnOf(x) + 2, pitch - 3, shown, colour);
      continue;
    }
    const [row, column] = [rowOf(far[1]) + 1, columnOf(x)];
    if (!isEmpty) canvas.join(row, column, UP | DOWN);
    if (colour) paint(canvas, row, column, column + 1, cell);
    const width = Math.min(inner, Math.max(1, columnsOf(textOf(shown))));
    putText(canvas, row, column - Math.floor((width - 1) / 2), width, shown, colour);
  }
  for (const [at, arms] of points) {
    const [x, y] = at.split(',').map(Number);
    const owner = owners.get(at);
    if (owner === undefined) canvas.fill(rowOf(y), columnOf(x), '+');
    for (const { cell, arm } of arms) {
      if (cell.region !== owner?.cell.region) continue;
      canvas.join(rowOf(y), columnOf(x), arm);
      if (colour) paint(canvas, rowOf(y), columnOf(x), columnOf(x) + 1, cell);
    }
  }
  return blockOf(canvas, colour);
}

type GridPoint = readonly [x: number, y: number];

/** A stick at a point, and its direction from there. */
interface Arm {
  readonly cell: PictureCell;
  readonly arm: number;
}

/** A stick of the piece with the most sticks at a point, the first of several; undefined of none. */
function ownerOf(arms: readonly Arm[]): Arm | undefined {
  const count = ({ cell: { region } }: Arm) =>
    arms.filter(({ cell }) => cell.region === region).length;
  let best = arms[0];
  for (const arm of arms) if (count(arm) > count(best)) best = arm;
  return best;
}

/**
 * Stick -> the mark of its piece. If no piece has one, they have letters: where two touch, nothing
 * else tells them apart.
 */
function marksOfSticks(cells: readonly PictureCell[]): Map<PictureCell, string | undefined> {
  const byRegion = new Map<PictureCell['region'], string | undefined>();
  for (const { region, mark } of cells) {
    if (region !== undefined) byRegion.set(region, byRegion.get(region) ?? mark);
  }
  if ([...byRegion.values()].every((mark) => mark === undefined)) {
    let k = 0;
    for (const region of byRegion.keys()) byRegion.set(region, letterOf(k++));
  }
  return new Map(
    cells.map((cell) => [cell, cell.region === undefined ? cell.mark : byRegion.get(cell.region)]),
  );
}

function blockOf(canvas: Canvas, colour: boolean): Block {
  return { width: canvas.width, lines: canvas.lines(colour) };
}

/** Paints the ground of a cell from one column up to another. */
function paint(canvas: Canvas, row: number, from: number, to: number, cell: PictureCell): void {
  const { lit, tint } = cell;
  const ground = lit ? LIT.ansi : tint === undefined ? undefined : PALETTE[tint].ansi;
  if (ground !== undefined && to > from) canvas.paint(row, from, to - from, ground);
}

/** Puts the text of a cell into the middle of some columns. */
function putText(
  canvas: Canvas,
  row: number,
  column: number,
  inner: number,
  cell: PictureCell,
  colour: boolean,
): void {
  const words = wordsOf(cell);
  const text = textOf(cell);
  if (text === '' && cell.lit === true && !colour) {
    canvas.fill(row, column, '░', inner);
    return;
  }
  let at = column + Math.max(0, Math.floor((inner - columnsOf(text)) / 2));
  const end = column + inner;
  for (const { word, ground, strong } of words) {
    for (const letter of lettersOf(word)) {
      if (at + columnsOf(letter) > end) return;
      if (colour && ground !== undefined) canvas.paint(row, at, columnsOf(letter), ground);
      canvas.put(row, at, letter, strong);
      at += columnsOf(letter);
    }
    at++;
  }
}

/** A word in a cell, on a ground of its own. */
interface Word {
  readonly word: string;
  readonly ground?: number | undefined;
  readonly strong: boolean;
}

/** The mark of a cell, or its notes: `+` before what holds, `-` before what is out. */
function wordsOf({ mark, strong = false, notes = [] }: PictureCell): Word[] {
  if (mark !== undefined) return [{ word: mark, strong }];
  return notes.flatMap((note) => {
    if (note === undefined) return [];
    const sign = note.verdict === undefined ? '' : note.verdict === 'holds' ? '+' : '-';
    const { ansi } =
      note.verdict === undefined ? NOTED : note.verdict === 'holds' ? HOLDS : OUT_MARK;
    const ground = note.plain ? undefined : ansi;
    return [{ word: sign + note.mark, ground, strong: note.verdict === 'holds' }];
  });
}

function textOf(cell: PictureCell): string {
  return wordsOf(cell)
    .map(({ word }) => word)
    .join(' ');
}
