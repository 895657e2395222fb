import { describe, expect, test } from 'vitest';
import { type Board, drawSvg, drawText, hintBoards } from '../../../src/picture.ts';

const at = (row: number, column: number, layer?: number) => ({ row, column, layer });
const blank = (height: number, width: number): Board => ({
  width,
  height,
  squares: Array.from({ length: width * height }, () => ({})),
  ground: 'ruled',
});
const value = (row: number, column: number, value: number) => ({
  squares: [{ row, column, mark: `${value}`, slot: value - 1 }],
});

describe('hintBoards', () => {
  const options = [
    value(0, 0, 1),
    { ...value(0, 0, 2), verdict: 'out' as const },
    { ...value(1, 1, 3), verdict: 'holds' as const },
    value(1, 1, 3),
  ];
  const hinted = { look: [at(0, 0), at(0, 1)], options, slots: 4, caption: 'X-wing (3.2)' };

  test('lights squares and notes options in their places', () => {
    const [board] = hintBoards(blank(2, 2), hinted);
    expect(board?.squares.map((square) => square?.lit === true)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(board?.squares[0]?.notes).toEqual([
      { mark: '1', verdict: undefined },
      { mark: '2', verdict: 'out' },
      undefined,
      undefined,
    ]);
    // What is known goes before that it is looked at.
    expect(board?.squares[3]?.notes?.[2]).toEqual({ mark: '3', verdict: 'holds' });
    expect(board?.caption).toBe('X-wing (3.2)');
  });

  test('in text, with signs and without places', () => {
    expect(drawText(hintBoards(blank(2, 2), hinted))).toBe(
      [
        'X-wing (3.2)   ',
        '┌─────────────┐',
        '│  1 -2 ░░░░░ │',
        '│   ·    +3   │',
        '└─────────────┘',
      ]
        .map((line) => line.trimEnd())
        .join('\n'),
    );
  });

  test('in SVG: a ground for each verdict, a line through what is out', () => {
    const svg = drawSvg(hintBoards(blank(2, 2), hinted));
    for (const fill of ['#dfeefc', '#ffd75f', '#87d7a0', '#ffb8ad']) expect(svg).toContain(fill);
    expect(svg.match(/stroke="#c0281c"/g)).toHaveLength(1);
  });

  test('outlines options of several squares, but for many and those only weighed', () => {
    const wide = (row: number, verdict?: 'holds' | 'out') => ({
      squares: [
        { ...at(row, 0), mark: 'L' },
        { ...at(row, 1), mark: 'L' },
      ],
      verdict,
    });
    const [board] = hintBoards(blank(6, 2), {
      look: [],
      options: [wide(0), wide(1, 'holds'), wide(2, 'out'), wide(3, 'out'), wide(4, 'out')],
    });
    expect(board?.outlines).toEqual([
      { squares: [2, 3], verdict: 'holds' },
      { squares: [4, 5], verdict: 'out' },
      { squares: [6, 7], verdict: 'out' },
    ]);
    expect(board?.caption).toBe('3 of 4 drawn');
    expect(board?.squares[0]?.notes).toBeUndefined();
    expect(drawSvg(board).match(/stroke-dasharray/g)).toHaveLength(2);
  });

  test('in layers', () => {
    const boards = hintBoards(
      [
        { ...blank(1, 1), caption: 'layer 1' },
        { ...blank(1, 1), caption: 'layer 2' },
      ],
      {
        look: [at(0, 0, 1)],
        options: [
          {
            squares: [
              { ...at(0, 0), mark: 'V' },
              { ...at(0, 0, 1), mark: 'V' },
            ],
            verdict: 'holds',
          },
        ],
        caption: 'Single',
      },
    );
    expect(boards.map(({ caption }) => caption)).toEqual(['Single, layer 1', 'layer 2']);
    expect(boards.map(({ squares }) => squares[0]?.lit === true)).toEqual([false, true]);
    expect(boards.map(({ squares }) => squares[0]?.notes?.[0]?.mark)).toEqual(['V', 'V']);
  });

  test('many notes without places end in a point for the others', () => {
    const options = [...'abcdefg'].map((mark) => ({ squares: [{ ...at(0, 0), mark }] }));
    const [board] = hintBoards(blank(1, 1), { look: [], options });
    expect(board?.squares[0]?.notes?.map((note) => note?.mark)).toEqual(['a', 'b', 'c', '…']);
  });

  test('names that are too long for notes are letters, and stand in the key of the last board', () => {
    const option = (mark: string) => ({ squares: [{ ...at(0, 0), mark }] });
    const hinted = { look: [], options: [option('propeller'), option('pistol'), option('bar')] };
    const [first, last] = hintBoards([blank(1, 1), blank(1, 1)], hinted);
    expect(first?.key).toBeUndefined();
    expect(last?.key).toEqual([
      { mark: 'A', name: 'bar' },
      { mark: 'B', name: 'pistol' },
      { mark: 'C', name: 'propeller' },
    ]);
    expect(first?.squares[0]?.notes?.map((note) => note?.mark)).toEqual(['C', 'B', 'A']);
    const [short] = hintBoards(blank(1, 1), { look: [], options: [option('bar'), option('P')] });
    expect(short?.key).toBeUndefined();
  });

  test('refuses what is no square, and what cannot be drawn', () => {
    expect(() => hintBoards(blank(1, 1), { look: [at(0, 1)], options: [] })).toThrow(
      'Row 0, column 1 is no square of a board of 1x1.',
    );
    expect(() => hintBoards({ vertices: [], edges: [] }, { look: [], options: [] })).toThrow(
      'A graph has no squares; give boards.',
    );
    const bad = (square: object) => ({ ...blank(1, 1), squares: [square] }) as Board;
    expect(() => drawText(bad({ notes: new Array(101).fill(undefined) }))).toThrow('at most 100');
    const outlined = { ...blank(1, 1), outlines: [{ squares: [1], verdict: 'out' as const }] };
    expect(() => drawSvg(outlined)).toThrow('a square of an outline');
  });

  test('cleans the marks of notes', () => {
    const [board] = hintBoards(blank(1, 1), {
      look: [],
      options: [{ squares: [{ ...at(0, 0), mark: '<\u001b[1m' }] }],
    });
    expect(drawText(board)).not.toContain('\u001b');
    expect(drawSvg(board)).toContain('&lt;');
  });
});
