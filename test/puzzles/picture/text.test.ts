import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Board } from '../../../src/puzzles/picture/board.ts';
import { columnsOf } from '../../../src/puzzles/picture/letters.ts';
import { PALETTE } from '../../../src/puzzles/picture/palette.ts';
import { drawText } from '../../../src/puzzles/picture/text/draw-text.ts';
import { letter } from '../../support/letters.ts';
import { boards, differ } from './arbitrary.ts';
import { screen } from './screen.ts';

/** The arms of each character of a wall: north, east, south, west. */
const ARMS: Readonly<Record<string, string>> = {
  ' ': '',
  '─': 'EW',
  '│': 'NS',
  '┌': 'ES',
  '┐': 'SW',
  '└': 'EN',
  '┘': 'NW',
  '├': 'ENS',
  '┤': 'NSW',
  '┬': 'ESW',
  '┴': 'ENW',
  '┼': 'ENSW',
};

/** The arms of the character at a place of a text; what lies outside has none. */
function armsAt(lines: readonly string[], row: number, column: number): string {
  const letter = [...(lines[row] ?? '')][column] ?? ' ';
  expect(ARMS).toHaveProperty([letter]);
  return ARMS[letter];
}

describe('a board on plain ground', () => {
  // Square r, c has its letter in line 2r + 1, column 4c + 2, with its walls around.
  test('has walls between different regions and nowhere else', () => {
    fc.assert(
      fc.property(boards, (board) => {
        const lines = drawText(board).split('\n');
        for (let row = 0; row <= board.height; row++) {
          for (let column = 0; column <= board.width; column++) {
            const above = differ(board, [row - 1, column], [row, column]);
            const left = differ(board, [row, column - 1], [row, column]);
            const inside = column < board.width && row < board.height;
            for (let k = 1; column < board.width && k <= 3; k++) {
              expect(armsAt(lines, 2 * row, 4 * column + k)).toBe(above ? 'EW' : '');
            }
            if (row < board.height) {
              expect(armsAt(lines, 2 * row + 1, 4 * column)).toBe(left ? 'NS' : '');
            }
            // A corner has an arm for each of the four walls that end there.
            const corner = [
              above ? 'E' : '',
              differ(board, [row - 1, column - 1], [row - 1, column]) ? 'N' : '',
              left ? 'S' : '',
              differ(board, [row - 1, column - 1], [row, column - 1]) ? 'W' : '',
            ].join('');
            expect(armsAt(lines, 2 * row, 4 * column)).toBe(corner);
            if (!inside) continue;
            const mark = board.squares[row * board.width + column]?.mark ?? ' ';
            expect(lines[2 * row + 1]?.padEnd(4 * board.width)[4 * column + 2]).toBe(mark);
          }
        }
      }),
    );
  });

  test('in colour is the same text, each square on its ground and its mark bold or not', () => {
    fc.assert(
      fc.property(boards, (board) => {
        const plain = drawText(board);
        const coloured = screen(drawText(board, { colour: true }));
        const text = coloured.map((line) =>
          line
            .map(({ letter }) => letter)
            .join('')
            .trimEnd(),
        );
        expect(text.join('\n')).toBe(plain);
        const at = (row: number, column: number) =>
          row >= 0 && column >= 0 && column < board.width
            ? board.squares[row * board.width + column]
            : undefined;
        // A place belongs to one square, to two or to four: it has their ground if they are one
        // in region and tint, and none otherwise.
        coloured.forEach((line, down) => {
          line.forEach((glyph, right) => {
            const rows = down % 2 === 1 ? [(down - 1) / 2] : [down / 2 - 1, down / 2];
            const whole = Math.floor(right / 4);
            const columns = right % 4 === 0 ? [whole - 1, whole] : [whole];
            const squares = rows.flatMap((row) => columns.map((column) => at(row, column)));
            const kinds = new Set(squares.map((square) => `${square?.region} ${square?.tint}`));
            const tint = kinds.size === 1 ? squares[0]?.tint : undefined;
            expect(glyph.ground).toBe(tint === undefined ? undefined : PALETTE[tint]?.ansi);
            const isMark = down % 2 === 1 && right % 4 === 2;
            expect(glyph.bold).toBe(isMark && squares[0]?.strong === true);
          });
        });
      }),
    );
  });
});

test('ruled ground leaves out the lines and columns of walls where no wall is', () => {
  fc.assert(
    fc.property(boards, (board) => {
      const { width, height } = board;
      const wide = drawText(board).split('\n');
      const longest = 4 * width + 1;
      const rows = Array.from({ length: width }, (_, k) => k);
      const columns = Array.from({ length: height }, (_, k) => k);
      const dropped = new Set<number>();
      for (let column = 0; column <= width; column++) {
        if (columns.some((row) => differ(board, [row, column - 1], [row, column]))) continue;
        dropped.add(4 * column);
        // Neighbours then share the blank between them, too.
        if (column > 0 && column < width) dropped.add(4 * column + 1);
      }
      const expected = wide
        .filter(
          (_, line) =>
            line % 2 === 1 || rows.some((x) => differ(board, [line / 2 - 1, x], [line / 2, x])),
        )
        .map((line) =>
          [...line.padEnd(longest)]
            .filter((_, k) => !dropped.has(k))
            .join('')
            .trimEnd(),
        );
      expect(drawText({ ...board, ground: 'ruled' }).split('\n')).toEqual(expected);
    }),
  );
});

test('without colour there is no escape code, whatever the texts are', () => {
  fc.assert(
    fc.property(fc.string({ unit: letter, maxLength: 20 }), (mark) => {
      const text = drawText({ width: 1, height: 1, squares: [{ mark }], caption: mark });
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
      expect(text.replaceAll('\n', '')).not.toMatch(/[\0-\x1f\x7f-\x9f]/);
      // A caption, a wall, the square, a wall.
      expect(text.split('\n')).toHaveLength(4);
    }),
  );
});

test('wide letters, and letters of several code points, keep the walls straight', () => {
  // Columns as in Unicode's annex 11 (East Asian width) and in emoji presentation.
  const widths = {
    a: 1,
    é: 1,
    'e\u0301': 1,
    数: 2,
    ガ: 2,
    한: 2,
    '👍': 2,
    '👩‍🚀': 2,
    '❤️': 2,
    '♛': 1,
  };
  for (const [text, width] of Object.entries(widths)) expect(columnsOf(text)).toBe(width);
  expect(columnsOf('数独 9')).toBe(6);
  // By themselves, what combines and what joins letters take no place.
  for (const text of ['', '\u0301', '\u200b', '\u200d']) expect(columnsOf(text)).toBe(0);
  const marks = Object.keys(widths);
  const squares = marks.map((mark, region) => ({ mark, region }));
  for (const line of drawText({ width: 1, height: marks.length, squares }).split('\n')) {
    expect(columnsOf(line)).toBe(6);
  }
});

describe('several pictures', () => {
  const square = (mark: string, caption?: string): Board => {
    return { width: 1, height: 1, squares: [{ mark }], caption };
  };

  test('stand side by side as the width allows', () => {
    fc.assert(
      fc.property(
        fc.array(boards, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 25, max: 90 }),
        (list, width) => {
          const lines = drawText(list, { width }).split('\n');
          for (const line of lines) expect(line.length).toBeLessThanOrEqual(width);
          const letters = (text: string) => [...text.replace(/[^A-Z]/g, '')].sort().join('');
          expect(letters(lines.join(''))).toBe(letters(list.map((one) => drawText(one)).join('')));
        },
      ),
    );
    const row = '┌───┐    ┌───┐\n│ A │    │ B │\n└───┘    └───┘';
    expect(drawText([square('A'), square('B')], { width: 14 })).toBe(row);
    const column = '┌───┐\n│ A │\n└───┘\n\n┌───┐\n│ B │\n└───┘';
    expect(drawText([square('A'), square('B')], { width: 13 })).toBe(column);
  });

  test('have their captions above', () => {
    const both = drawText([square('A', 'one'), square('B', 'number two')]);
    expect(both.split('\n')[0]).toBe('one      number two');
    expect(both.split('\n')[2]).toBe('│ A │    │ B │');
  });

  test('may be none', () => {
    expect(drawText([])).toBe('');
    expect(drawText({ width: 0, height: 0, squares: [] })).toBe('');
    expect(drawText({ width: 2, height: 1, squares: [undefined, undefined] }).trim()).toBe('');
  });
});

test('a graph is the list of its chosen edges', () => {
  const vertices = ['a', 'bb', 'c', 'd'];
  const edges = [
    { from: 0, to: 1, strong: true },
    { from: 1, to: 2 },
    { from: 2, to: 3, strong: true },
  ];
  expect(drawText({ vertices, edges })).toBe('a ─ bb   c ─ d');
  expect(drawText({ vertices, edges }, { width: 10 })).toBe('a ─ bb\nc ─ d');
  const weak = edges.map(({ from, to }) => ({ from, to }));
  expect(drawText({ vertices, edges: weak })).toBe('a ─ bb   bb ─ c   c ─ d');
});
