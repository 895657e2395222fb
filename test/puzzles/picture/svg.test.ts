import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Board } from '../../../src/puzzles/picture/board.ts';
import { FAINT_INK, INK, PALETTE } from '../../../src/puzzles/picture/palette.ts';
import { drawSvg } from '../../../src/puzzles/picture/svg/draw-svg.ts';
import { outlineOf } from '../../../src/puzzles/picture/svg/svg-board.ts';
import { letter } from '../../support/letters.ts';
import { expectSame } from '../../support/same.ts';
import { boards, differ } from './arbitrary.ts';
import { linesOf, sidesOf, winding } from './paths.ts';
import { all, parse, textOf } from './xml.ts';

const SIDE = 40;

/** The paths of a document that have that attribute in that value. */
function paths(svg: string, key: string, value: string): string[] {
  return all(parse(svg), 'path')
    .filter(({ attributes }) => attributes[key] === value)
    .map(({ attributes: { d = '' } }) => d);
}

test('an outline goes once round each square that it should, and has no line within', () => {
  const cells = fc
    .record({ width: fc.integer({ min: 1, max: 7 }), height: fc.integer({ min: 1, max: 7 }) })
    .chain(({ width, height }) =>
      fc
        .array(fc.boolean(), { minLength: width * height, maxLength: width * height })
        .map((filled) => ({ width, height, filled })),
    );
  fc.assert(
    fc.property(cells, ({ width, height, filled }) => {
      const has = (row: number, column: number) =>
        row >= 0 && column >= 0 && row < height && column < width && !!filled[row * width + column];
      const lines = linesOf(outlineOf(width, height, has, 2));
      let border = 0;
      for (let row = 0; row < height; row++) {
        for (let column = 0; column < width; column++) {
          const middle = [2 * column + 1, 2 * row + 1] as const;
          expectSame(winding(lines, middle), has(row, column) ? 1 : 0);
          if (!has(row, column)) continue;
          const beside = [has(row - 1, column), has(row + 1, column)];
          beside.push(has(row, column - 1), has(row, column + 1));
          border += beside.filter((inside) => !inside).length;
        }
      }
      const sides = sidesOf(lines, 2);
      expect(sides).toHaveLength(border);
      expect(new Set(sides).size).toBe(border);
    }),
  );
});

test('squares that touch by a corner only have outlines of their own', () => {
  expect(outlineOf(2, 2, (row, column) => row === column, 1)).toBe('M0 0h1v1h-1z\nM1 1h1v1h-1z');
  expect(outlineOf(2, 2, (row, column) => row !== column, 1)).toBe('M1 0h1v1h-1z\nM0 1h1v1h-1z');
});

describe('a board', () => {
  test('has walls between different regions and nowhere else', () => {
    fc.assert(
      fc.property(boards, (board) => {
        const expected: string[] = [];
        for (let row = 0; row <= board.height; row++) {
          for (let column = 0; column <= board.width; column++) {
            const above = differ(board, [row - 1, column], [row, column]);
            if (above && column < board.width) expected.push(`${column} ${row} h`);
            const left = differ(board, [row, column - 1], [row, column]);
            if (left && row < board.height) expected.push(`${column} ${row} v`);
          }
        }
        const walls = paths(drawSvg(board), 'stroke-width', '3').flatMap(linesOf);
        expect(sidesOf(walls, SIDE).sort()).toEqual(expected.sort());
      }),
    );
  });

  test('on ruled ground has thin lines wherever squares touch without a wall', () => {
    fc.assert(
      fc.property(boards, (board) => {
        const svg = drawSvg({ ...board, ground: 'ruled' });
        const thin = paths(svg, 'stroke', FAINT_INK).flatMap(linesOf);
        const inside = (row: number, column: number) =>
          column < board.width && board.squares[row * board.width + column] !== undefined;
        const expected: string[] = [];
        for (let row = 0; row < board.height; row++) {
          for (let column = 0; column < board.width; column++) {
            if (!inside(row, column)) continue;
            const same = (r: number, c: number) =>
              inside(r, c) && !differ(board, [row, column], [r, c]);
            if (row > 0 && same(row - 1, column)) expected.push(`${column} ${row} h`);
            if (column > 0 && same(row, column - 1)) expected.push(`${column} ${row} v`);
          }
        }
        expect(sidesOf(thin, SIDE).sort()).toEqual(expected.sort());
      }),
    );
  });

  test('has each tint, with its pattern, in the squares of that tint alone', () => {
    fc.assert(
      fc.property(boards, (board) => {
        const svg = drawSvg(board);
        PALETTE.forEach(({ fill, hatch }, tint) => {
          const layers = [fill, ...(hatch === '' ? [] : [`url(#quadrille-${tint})`])];
          for (const layer of layers) {
            const lines = paths(svg, 'fill', layer).flatMap(linesOf);
            board.squares.forEach((square, k) => {
              const [row, column] = [Math.floor(k / board.width), k % board.width];
              const middle = [(column + 0.5) * SIDE, (row + 0.5) * SIDE] as const;
              expectSame(winding(lines, middle), square?.tint === tint ? 1 : 0);
            });
          }
        });
      }),
    );
  });

  test('has each mark once, in the middle of its square, bold where it is strong', () => {
    fc.assert(
      fc.property(boards, (board) => {
        const svg = drawSvg({ ...board, ground: 'ruled' });
        const expected = board.squares.flatMap((square, k) => {
          const [row, column] = [Math.floor(k / board.width), k % board.width];
          const bold = square?.strong ? 'bold' : 'normal';
          return square === undefined ? [] : [`${square.mark} ${row} ${column} ${bold}`];
        });
        const found = all(parse(svg), 'text').map((text) => {
          const { x, y, 'text-anchor': anchor, 'font-weight': weight } = text.attributes;
          expect(anchor).toBe('middle');
          const [column, row] = [Number(x) / SIDE - 0.5, Math.floor(Number(y) / SIDE)];
          return `${textOf(text)} ${row} ${column} ${weight ?? 'normal'}`;
        });
        expect(found).toEqual(expected);
      }),
    );
  });
});

test('a document is well-formed whatever its texts are, and says them', () => {
  // Letters that cannot be drawn come out as U+FFFD; the parser refuses those that XML has not.
  const drawn = (text: string) =>
    text.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\ufffe\uffff]/gu, '\ufffd');
  fc.assert(
    fc.property(fc.string({ unit: letter, maxLength: 20 }), (text) => {
      const board: Board = { width: 1, height: 1, squares: [{ mark: text }], caption: text };
      const root = parse(drawSvg(board, { title: text }));
      expect(all(root, 'title').map(textOf)).toEqual([drawn(text)]);
      const twice = text === '' ? [''] : [drawn(text), drawn(text)];
      expect(all(root, 'text').map(textOf)).toEqual(twice);
    }),
  );
  for (const text of [
    '<b>&amp;"',
    ']]>',
    '\u001b[31mred',
    'a\u202eb',
    'a\u200fb',
    '\ud800',
    '\n',
  ]) {
    const board: Board = { width: 1, height: 1, squares: [{ mark: text }] };
    expect(all(parse(drawSvg(board)), 'text').map(textOf)).toEqual([drawn(text)]);
  }
});

test('a document is on its own: it fetches nothing and runs nothing', () => {
  const squares = PALETTE.map((_, tint) => ({ tint, mark: 'x', shape: 'queen' as const }));
  const svg = drawSvg({ width: PALETTE.length, height: 1, squares, ground: 'chequered' });
  const root = parse(svg);
  const { xmlns = '' } = root.attributes;
  expect(xmlns).toBe('http://www.w3.org/2000/svg');
  expect(svg.replace(xmlns, '')).not.toMatch(/https?:|script|@import|data:/);
  const ids = new Set([...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const uses = [...svg.matchAll(/(?:url\(|href=")#([^")]+)/g)].map(([, id]) => id);
  expect(new Set(uses)).toEqual(ids);
});

test('every colour of the palette has a fill and a pattern of its own, and takes black text', () => {
  for (const key of ['fill', 'ansi', 'hatch'] as const) {
    expect(new Set(PALETTE.map((tint) => tint[key])).size).toBe(PALETTE.length);
  }
  // The contrast of WCAG 2.1; 4.5 is asked of body text.
  const light = (colour: string) =>
    [1, 3, 5]
      .map((k) => Number.parseInt(colour.slice(k, k + 2), 16) / 255)
      .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
      .reduce((sum, c, k) => sum + c * [0.2126, 0.7152, 0.0722][k], 0);
  for (const { fill } of PALETTE) {
    expect((light(fill) + 0.05) / (light(INK) + 0.05)).toBeGreaterThan(4.5);
  }
});

test('pictures lie beside and below each other, within the card', () => {
  fc.assert(
    fc.property(fc.array(boards, { minLength: 1, maxLength: 5 }), (some) => {
      const list = some.filter(({ squares }) => squares.some((square) => square !== undefined));
      const root = parse(drawSvg(list, { width: 400 }));
      const { width, height } = root.attributes;
      const places = root.children.flatMap((child) => {
        if (typeof child === 'string' || child.name !== 'g') return [];
        const { transform = '' } = child.attributes;
        const [, x, y] = /^translate\((\d+) (\d+)\)$/.exec(transform) ?? [];
        return [{ x: Number(x), y: Number(y) }];
      });
      expect(places).toHaveLength(list.length);
      expect(Number(width)).toBeLessThanOrEqual(400);
      list.forEach((board, k) => {
        const { x, y } = places[k];
        expect(x + board.width * SIDE).toBeLessThanOrEqual(Number(width));
        expect(y + board.height * SIDE).toBeLessThanOrEqual(Number(height));
        places.slice(0, k).forEach((other, j) => {
          const { width: wide, height: high } = list[j];
          expect(x >= other.x + wide * SIDE || y >= other.y + high * SIDE).toBe(true);
        });
      });
    }),
  );
});
