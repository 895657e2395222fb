import { describe, expect, test } from 'vitest';
import { first, solutions } from '../../../src/index.ts';
import type { Placed } from '../../../src/puzzles/packing/cubes.ts';
import { dominoes, pentominoes, soma } from '../../../src/puzzles/packing/polyominoes.ts';
import type { Board } from '../../../src/puzzles/picture/board.ts';
import { drawText } from '../../../src/puzzles/picture/text/draw-text.ts';
import { layerBoards, tilingBoard } from '../../../src/puzzles/picture/tiling.ts';

/** Rooms of a drawing: squares (`row column`) that one can go between without crossing a wall. */
function roomsOf(text: string, { width, height }: Board): string[] {
  const lines = text.split('\n').map((line) => line.padEnd(4 * width + 1));
  const open = (line: number, column: number) => lines[line]?.[column] === ' ';
  const seen = new Set<number>();
  const rooms: string[] = [];
  for (let start = 0; start < width * height; start++) {
    if (seen.has(start)) continue;
    const room = [start];
    seen.add(start);
    for (const cell of room) {
      const [row, column] = [Math.floor(cell / width), cell % width];
      const ways: [boolean, number][] = [
        [open(2 * row, 4 * column + 2), cell - width],
        [open(2 * row + 2, 4 * column + 2), cell + width],
        [open(2 * row + 1, 4 * column), cell - 1],
        [open(2 * row + 1, 4 * column + 4), cell + 1],
      ];
      for (const [free, next] of ways) {
        if (!free || seen.has(next)) continue;
        seen.add(next);
        room.push(next);
      }
    }
    rooms.push(room.sort((a, b) => a - b).join(' '));
  }
  return rooms.sort();
}

function expectNeighboursDiffer({ width, squares }: Board): void {
  squares.forEach((square, k) => {
    const beside = [k % width < width - 1 ? squares[k + 1] : undefined, squares[k + width]];
    for (const other of beside) {
      if (square === undefined || other === undefined || square.region === other.region) continue;
      expect(square.tint).not.toBe(other.tint);
    }
  });
}

const cellsOf = ({ cells }: Placed, width: number) =>
  cells
    .map(({ row, column }) => row * width + column)
    .sort((a, b) => a - b)
    .join(' ');

describe('a tiling of pentominoes', () => {
  const found = [...solutions(pentominoes('6x10'), { limit: 5, seed: 1 })];

  test('is read back from its walls', () => {
    expect(found).toHaveLength(5);
    for (const { payloads } of found) {
      const board = tilingBoard(payloads);
      const pieces = payloads.map((piece) => cellsOf(piece, board.width)).sort();
      expect(roomsOf(drawText(board).replace(/[A-Z]/g, ' '), board)).toEqual(pieces);
    }
  });

  test('has each letter once, within its piece, and a colour for each that stays', () => {
    const tints = new Map<string, number | undefined>();
    for (const { payloads } of found) {
      const board = tilingBoard(payloads);
      expectNeighboursDiffer(board);
      for (const { piece, cells } of payloads) {
        const squares = cells.map(({ row, column }) => board.squares[row * board.width + column]);
        expect(squares.flatMap((square) => square?.mark ?? [])).toEqual([piece]);
        const [tint] = new Set(squares.map((square) => square?.tint));
        expect(tints.get(piece) ?? tint).toBe(tint);
        tints.set(piece, tint);
      }
    }
    expect(new Set(tints.values()).size).toBe(12);
  });

  test('leaves holes open', () => {
    const region = `${'########\n'.repeat(3)}###..###\n###..###\n${'########\n'.repeat(3)}`;
    const board = tilingBoard(first(pentominoes(region), { seed: 2 }).solution?.payloads ?? []);
    const holes = [27, 28, 35, 36];
    expect(board.squares.flatMap((square, k) => (square === undefined ? [k] : []))).toEqual(holes);
    expect(roomsOf(drawText(board).replace(/[A-Z]/g, ' '), board)).toContain(holes.join(' '));
  });
});

test('dominoes by direction have four colours; side by side in a wall of bricks they have one', () => {
  const domino = (row: number, column: number, lies: boolean): Placed => ({
    piece: 'I2',
    cells: lies
      ? [
          { row, column: column + 1 },
          { row, column },
        ]
      : [
          { row: row + 1, column },
          { row, column },
        ],
  });
  const tintsOf = (...placed: Placed[]) => {
    const { width, squares } = tilingBoard(placed, { byDirection: true });
    return placed.map(({ cells }) => {
      const [tint, other] = cells.map(({ row, column }) => squares[row * width + column]?.tint);
      expect(tint).toBe(other);
      return tint;
    });
  };
  // Two rows of bricks, and two columns of them.
  const lying = tintsOf(domino(0, 0, true), domino(0, 2, true), domino(1, 1, true));
  const standing = tintsOf(domino(0, 0, false), domino(2, 0, false), domino(1, 1, false));
  const [other] = tintsOf(domino(0, 1, true), domino(1, 0, true));
  const [last] = tintsOf(domino(0, 1, false), domino(1, 0, false));
  expect(new Set(lying).size).toBe(1);
  expect(new Set(standing).size).toBe(1);
  expect(new Set([lying[0], standing[0], other, last]).size).toBe(4);
});

test('a tiling of dominoes is coloured like a map, and needs no letters', () => {
  for (const { payloads } of solutions(dominoes('8x8'), { limit: 5, seed: 1 })) {
    const board = tilingBoard(payloads);
    expectNeighboursDiffer(board);
    expect(board.squares.every((square) => (square?.tint ?? 12) < 6)).toBe(true);
    const pieces = payloads.map((piece) => cellsOf(piece, board.width)).sort();
    expect(roomsOf(drawText(board), board)).toEqual(pieces);
  }
});

test('the letter of a piece is in the cell nearest to its middle, the first of them', () => {
  const boxOf = (piece: string, left: number) => ({
    piece,
    cells: [0, 1, 2, 3].map((k) => ({ row: k >> 1, column: left + (k & 1) })),
  });
  const line = { piece: 'I', cells: [0, 1, 2, 3, 4].map((column) => ({ row: 2, column })) };
  const board = tilingBoard([boxOf('O', 0), boxOf('Q', 2), line]);
  const marks = board.squares.flatMap((square, k) => (square?.mark ? [`${square.mark}${k}`] : []));
  expect(marks).toEqual(['O0', 'Q2', 'I12']);
});

test('names too long for a square are shortened so that they differ', () => {
  const placed = (...names: string[]) =>
    names.map((piece, column) => ({ piece, cells: [{ row: 0, column }] }));
  const marks = (...names: string[]) =>
    tilingBoard(placed(...names)).squares.map((square) => square?.mark);
  expect(marks('tee', 'ell', 'skew')).toEqual(['t', 'e', 's']);
  expect(marks('left', 'line', 'bent')).toEqual(['B', 'C', 'A']);
  expect(marks('P1', 'P2')).toEqual(['P1', 'P2']);
});

test('the layers of the Soma cube are read back cube by cube', () => {
  const placed = first(soma(), { seed: 1 }).solution?.payloads ?? [];
  const boards = layerBoards(placed);
  expect(boards.map(({ caption }) => caption)).toEqual(['layer 1', 'layer 2', 'layer 3']);
  const lines = boards.map((board) => drawText({ ...board, caption: undefined }).split('\n'));
  const marks = placed.map(({ cells }) => {
    const [mark, ...others] = new Set(
      cells.map(({ row, column, layer }) => lines[layer]?.[2 * row + 1]?.[4 * column + 2]),
    );
    expect(others).toEqual([]);
    return mark;
  });
  expect(new Set(marks).size).toBe(7);
  expect(marks).not.toContain(' ');
});

describe('gaps', () => {
  const corner = [{ piece: 'V', cells: [{ row: 1, column: 0 }] }];

  test('are the cells of the region that no piece takes; other places are holes', () => {
    const board = tilingBoard(corner, { region: '##.\n#.#', caption: 'c' });
    expect([board.width, board.height, board.caption]).toEqual([3, 2, 'c']);
    expect(board.squares.map((square) => square?.mark ?? square)).toEqual([
      '·',
      '·',
      undefined,
      { region: 0, tint: 0, mark: undefined },
      undefined,
      '·',
    ]);
    expect(drawText(board)).toBe(
      ['c', '┌───────┐', '│ ·   · │', '├───┬───┼───┐', '│   │   │ · │', '└───┘   └───┘'].join('\n'),
    );
    expect(tilingBoard(corner).squares).toHaveLength(2);
  });

  test('have a place on layers, too, even on one without a piece', () => {
    const [low, high] = layerBoards([{ piece: 'I', cells: [{ row: 0, column: 1, layer: 0 }] }], {
      region: '1x2x2',
    });
    expect(low?.squares.map((square) => square?.mark)).toEqual(['·', undefined]);
    expect(high?.squares.map((square) => square?.mark)).toEqual(['·', '·']);
  });

  test('of what is no flat region are refused', () => {
    expect(() => tilingBoard(corner, { region: '2x2x2' })).toThrow('use layerBoards');
    expect(() => tilingBoard(corner, { region: 7 as never })).toThrow('The region is 7');
    expect(() => tilingBoard(corner, 'caption' as never)).toThrow('The settings are "caption"');
  });
});
