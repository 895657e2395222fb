import { describe, expect, test } from 'vitest';
import {
  drawSvg,
  drawText,
  type KeyEntry,
  type LatticeCell,
  layerBoards,
  polyformPicture,
  tilingBoard,
} from '../../../src/picture.ts';
import type { LatticeName } from '../../../src/puzzles/packing/lattices.ts';
import { PALETTE } from '../../../src/puzzles/picture/palette.ts';
import { all, parse, textOf } from './xml.ts';

/** Pieces of one square each, in a row. */
const row = (...names: string[]) =>
  names.map((piece, column) => ({ piece, cells: [{ row: 0, column, layer: 0 }] }));

/** Pieces of one cell each, in a row of a lattice. */
const onLattice = (
  lattice: LatticeName,
  names: readonly string[],
  step: number,
  [x, ...rest]: LatticeCell = [0, 0, 0],
) =>
  polyformPicture(
    names.map((piece, k) => ({ piece, cells: [[x + k * step, ...rest]] })),
    { lattice },
  );

const entries = (key: readonly KeyEntry[] = []) => key.map(({ mark, name }) => `${mark} ${name}`);

describe('the key', () => {
  test('tells names that are too long for a square, and only those', () => {
    expect(entries(tilingBoard(row('tee', 'ell')).key)).toEqual(['e ell', 't tee']);
    expect(entries(tilingBoard(row('left', 'line')).key)).toEqual(['A left', 'B line']);
    expect(tilingBoard(row('P1', 'P2')).key).toBeUndefined();
    // Walls tell pieces of one name apart.
    expect(tilingBoard(row('signpost', 'signpost')).key).toBeUndefined();
    expect(entries(onLattice('hexagons', ['wave', 'worm'], 1).key)).toEqual(['A wave', 'B worm']);
  });

  test('has the colour of a name that has one', () => {
    const board = tilingBoard(row('tee', 'ell', 'skew'));
    for (const { mark, tint } of board.key ?? []) {
      expect(board.squares.find((square) => square?.mark === mark)?.tint).toBe(tint);
    }
    const [ell, tee] = tilingBoard(row('tee', 'tee', 'ell')).key ?? [];
    expect(ell?.tint).toBeTypeOf('number');
    expect(tee?.tint).toBeUndefined();
  });

  test('of layers is on the last one', () => {
    const cells = [0, 1].map((layer) => ({ row: 0, column: 0, layer }));
    const boards = layerBoards([{ piece: 'long', cells }, ...row('', 'small').slice(1)]);
    expect(boards.map(({ key }) => entries(key))).toEqual([[], ['l long', 's small']]);
  });

  test('of a name of any length is cut', () => {
    const [entry] = tilingBoard(row('x'.repeat(500), 'y'.repeat(500))).key ?? [];
    expect(entry?.name).toBe(`${'x'.repeat(99)}…`);
  });
});

describe('copies of a piece in space', () => {
  const marks = (...names: string[]) =>
    layerBoards(row(...names)).flatMap(({ squares }) => squares.map((square) => square?.mark));

  test('have numbers, or letters where the mark ends in a digit', () => {
    expect(marks('F', 'I', 'F')).toEqual(['F1', 'I', 'F2']);
    expect(marks('O4', 'I3', 'O4', 'I3')).toEqual(['O4a', 'I3a', 'O4b', 'I3b']);
  });

  test('have letters where there is no other piece, and a key for these', () => {
    expect(marks('O4', 'O4', 'O4')).toEqual(['A', 'B', 'C']);
    const [board] = layerBoards(row('O4', 'O4', 'O4'));
    expect(entries(board?.key)).toEqual(['A-C O4']);
  });

  test('are told apart up to hundreds', () => {
    const names = [...new Array<string>(800).fill('S3'), 'S4'];
    expect(new Set(marks(...names)).size).toBe(801);
  });

  test('of cells that lie apart have single letters, those of a piece one after the other', () => {
    const names = ['S10', 'S9', 'S10', 'S2', 'S9'];
    const picture = onLattice('rhombic', names, 5, [0, 1, 2]);
    expect(entries(picture.key)).toEqual(['A S2', 'B-C S9', 'D-E S10']);
    expect(picture.cells.map(({ mark }) => mark)).toEqual(['D', 'B', 'E', 'A', 'C']);
  });
});

describe('in text, the key', () => {
  const board = tilingBoard(row('tee', 'ell', 'skew'));
  const width = 13;

  test('is to the right of the picture, as high as it', () => {
    expect(drawText(board)).toBe(
      ['┌───┬───┬───┐    e ell', '│ t │ e │ s │    s skew', '└───┴───┴───┘    t tee'].join('\n'),
    );
  });

  test('is below where there is no room, in as few lines as fit', () => {
    expect(drawText(board, { width: width + 4 })).toBe(
      ['┌───┬───┬───┐', '│ t │ e │ s │', '└───┴───┴───┘', '', 'e ell    t tee', 's skew'].join(
        '\n',
      ),
    );
    expect(drawText(board, { width: 8 }).split('\n').slice(4)).toEqual([
      'e ell',
      's skew',
      't tee',
    ]);
  });

  test('has the colours of the pieces', () => {
    const painted = drawText(board, { colour: true });
    for (const { mark, tint = -1 } of board.key ?? []) {
      expect(painted).toContain(`\u001b[38;5;16;48;5;${PALETTE[tint]?.ansi}m${mark}\u001b[0m`);
    }
  });
});

describe('in SVG, the key', () => {
  const textsOf = (svg: string) => all(parse(svg), 'text').map(textOf);

  test('names each mark, to the right or below', () => {
    const board = tilingBoard(row('tee', 'ell', 'skew'));
    for (const width of [1000, 100]) {
      const svg = drawSvg(board, { width });
      expect(textsOf(svg)).toEqual(['t', 'e', 's', 'e', 'ell', 's', 'skew', 't', 'tee']);
      const { width: wide, height: high } = parse(svg).attributes;
      expect(Number(wide) > Number(high)).toBe(width === 1000);
    }
  });

  test('has no markup and no control characters', () => {
    const key = [{ mark: '<b>', name: '&\u001b' }];
    expect(textsOf(drawSvg({ ...tilingBoard(row('a')), key }))).toEqual(['<b>', '&\ufffd']);
  });

  test('is refused where it is none', () => {
    const board = tilingBoard(row('a'));
    const refused = (entry: object) => () => drawSvg({ ...board, key: [entry as KeyEntry] });
    expect(refused({ mark: 'x'.repeat(101), name: '' })).toThrow('a mark of its key');
    expect(refused({ mark: 'x', name: 'x'.repeat(101) })).toThrow('a name of its key');
    expect(refused({ mark: 'x', name: '', tint: 12 })).toThrow('its tint is 12');
  });
});
