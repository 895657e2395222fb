import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Board, ClueShape } from '../../../src/puzzles/picture/board.ts';
import { hintBoards } from '../../../src/puzzles/picture/hints.ts';
import { PAPER, SOLVED_INK } from '../../../src/puzzles/picture/palette.ts';
import { drawSvg } from '../../../src/puzzles/picture/svg/draw-svg.ts';
import { drawText } from '../../../src/puzzles/picture/text/draw-text.ts';
import { clueLayers, variantBoard } from '../../../src/puzzles/picture/variant.ts';
import { CellGrid } from '../../../src/puzzles/variants/cell-grid.ts';
import { CLUES, type Clue, type ClueKind } from '../../../src/puzzles/variants/clue.ts';
import { readIss } from '../../../src/puzzles/variants/read-iss.ts';
import { plainShape } from '../../../src/puzzles/variants/shape.ts';
import { Variant } from '../../../src/puzzles/variants/variant.ts';
import { type Line, winding } from './paths.ts';
import { all, parse, textOf } from './xml.ts';

const nine = new CellGrid({ rows: 9, columns: 9 });

/** Cells and numbers of a clue of each kind on a grid of 9x9; a number that no value has. */
const EXAMPLES: Readonly<Record<ClueKind, readonly [cells: readonly number[], ...number[]]>> = {
  'anti-knight': [[]],
  'anti-king': [[]],
  'non-consecutive': [[]],
  'disjoint-groups': [[]],
  windoku: [[]],
  'strict-difference': [[], 1],
  'strict-ratio': [[], 2],
  'strict-xv': [[]],
  diagonal: [nine.ray(0, 0, 1, 1)],
  'extra-region': [[0, 1, 10, 11, 12, 20, 21, 22, 31]],
  cage: [[0, 1, 9], 17],
  clone: [[0, 1, 40, 41]],
  odd: [[0]],
  even: [[0]],
  minimum: [[0]],
  maximum: [[0]],
  arrow: [[0, 1, 2]],
  'pill-arrow': [[0, 1, 2], 2],
  thermometer: [[0, 1, 2]],
  whisper: [[0, 1, 2], 5],
  renban: [[0, 1, 2]],
  between: [[0, 1, 2]],
  lockout: [[0, 1, 2], 4],
  palindrome: [[0, 1, 2]],
  'region-sum': [[2, 3, 4]],
  'white-dot': [[0, 1], 1],
  'black-dot': [[0, 1], 2],
  x: [[0, 1]],
  v: [[0, 1]],
  inequality: [[0, 1]],
  quadruple: [[0, 1, 9, 10], 3],
  'little-killer': [nine.ray(0, 3, 1, 1), 33],
  sandwich: [nine.row(2), 17],
  skyscraper: [nine.row(2), 4],
  'x-sum': [nine.row(2), 17],
  'numbered-room': [nine.row(2), 8],
};

function clueOf(kind: ClueKind): Clue {
  const [cells, ...numbers] = EXAMPLES[kind];
  return { kind, cells, numbers };
}

function of(...clues: readonly Clue[]): Variant {
  return new Variant({ shape: plainShape(9), clues });
}

const kinds = Object.keys(CLUES) as ClueKind[];

/** The points of a shape. */
function pointsOf(shape: ClueShape): readonly (readonly [number, number])[] {
  return shape.form === 'path' ? shape.points : [shape.at];
}

/** The closed lines of the paths. */
function linesIn(shapes: readonly ClueShape[]): Line[] {
  return shapes.flatMap((shape) => {
    const points = pointsOf(shape);
    return points.map((to, k) => ({ from: points.at(k - 1) as (typeof points)[0], to }));
  });
}

/** The texts of an SVG document. */
function textsIn(svg: string): string[] {
  return all(parse(svg), 'text').map(textOf);
}

describe('the clues of a variant', () => {
  test.each(kinds)('%s: it is in the picture, in the text, and within the room', (kind) => {
    const [none, one] = [of(), of(clueOf(kind))].map((variant) => variantBoard(variant));
    expect(drawSvg(one)).not.toBe(drawSvg(none));
    expect(drawText(one)).not.toBe(drawText(none));
    const [number] = clueOf(kind).numbers;
    const unseen: readonly ClueKind[] = [
      'strict-difference',
      'strict-ratio',
      'pill-arrow',
      'whisper',
      'lockout',
      'white-dot',
      'black-dot',
    ];
    const isSeen = !unseen.includes(kind);
    if (number !== undefined && isSeen) expect(textsIn(drawSvg(one))).toContain(String(number));
    expectWithin(one);
  });

  test('all kinds at once, on each side of the grid', () => {
    const reversed = kinds
      .filter((kind) => ['row', 'diagonal'].includes(CLUES[kind].place))
      .map((kind): Clue => ({ ...clueOf(kind), cells: [...clueOf(kind).cells].reverse() }));
    const board = variantBoard(of(...kinds.map(clueOf), ...reversed));
    expectWithin(board);
    expect(() => parse(drawSvg(board))).not.toThrow();
    const { over = [] } = board.clues ?? {};
    const outside = over.filter((shape) => shape.form === 'text' && isOutside(shape.at));
    const places = outside.flatMap(pointsOf).map(String);
    expect(places).toHaveLength(10);
    expect(new Set(places).size).toBe(10);
  });

  test('a cage has a dashed line around its cells, and no others', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 0, max: 80 }), { minLength: 1, maxLength: 30 }),
        (cells) => {
          const { clues } = variantBoard(of({ kind: 'cage', cells, numbers: [] }));
          const lines = linesIn(clues?.over.filter((shape) => shape.form === 'path') ?? []);
          for (let cell = 0; cell < 81; cell++) {
            const middle = [nine.columnOf(cell) + 0.5, nine.rowOf(cell) + 0.5] as const;
            expect(winding(lines, middle)).toBe(cells.includes(cell) ? 1 : 0);
          }
          for (const { from } of lines) {
            const cell = nine.at(Math.floor(from[1]), Math.floor(from[0])) as number;
            expect(cells).toContain(cell);
          }
        },
      ),
    );
  });

  test('cages that begin in one cell have their sums in different cells', () => {
    const cages = [
      { kind: 'cage', cells: [0, 1], numbers: [5] },
      { kind: 'cage', cells: [0, 9], numbers: [7] },
    ] as const;
    const { clues } = variantBoard(of(...cages));
    expect(clues?.cages.map(({ labelled }) => labelled)).toEqual([0, 9]);
    const places = clues?.over.filter(({ form }) => form === 'text').flatMap(pointsOf);
    expect(places?.map((at) => at.map(Math.floor))).toEqual([
      [0, 0],
      [0, 1],
    ]);
  });

  test('clues outside stand at the end from where they are read', () => {
    const lines = [nine.row(4), nine.row(4).reverse(), nine.column(4), nine.column(4).reverse()];
    const clues = lines.map((cells, k): Clue => ({ kind: 'skyscraper', cells, numbers: [k + 1] }));
    const { over = [], labels } = variantBoard(of(...clues)).clues ?? {};
    expect(over.flatMap(pointsOf)).toEqual([
      [-0.5, 4.5],
      [9.5, 4.5],
      [4.5, -0.5],
      [4.5, 9.5],
    ]);
    const [left, right, above, below] = ['1', '2', '3', '4'];
    expect(labels?.left[4]).toEqual([left]);
    expect(labels?.right[4]).toEqual([right]);
    expect(labels?.above[4]).toEqual([above]);
    expect(labels?.below[4]).toEqual([below]);
  });

  test('the arrow of a little killer points along its diagonal', () => {
    for (const [down, right] of [
      [1, 1],
      [1, -1],
      [-1, 1],
      [-1, -1],
    ]) {
      const [row, column] = [down > 0 ? 0 : 8, right > 0 ? 2 : 6];
      const cells = nine.ray(row, column, down, right);
      const board = variantBoard(of({ kind: 'little-killer', cells, numbers: [30] }));
      const [, shaft] = board.clues?.over ?? [];
      const [from, to] = pointsOf(shaft);
      expect(Math.sign(to[0] - from[0])).toBe(right);
      expect(Math.sign(to[1] - from[1])).toBe(down);
      // It ends at the corner of the first cell.
      const corner = [column + (right > 0 ? 0 : 1), row + (down > 0 ? 0 : 1)];
      expect(Math.hypot(to[0] - corner[0], to[1] - corner[1])).toBeLessThan(0.1);
    }
  });

  test('rules without a place stand below, in words', () => {
    const variant = of(
      ...(['anti-king', 'strict-xv'] as const).map(clueOf),
      { kind: 'strict-difference', cells: [], numbers: [3, 1] },
      { kind: 'lockout', cells: [0, 1], numbers: [4] },
      { kind: 'lockout', cells: [4, 5], numbers: [2] },
      { kind: 'whisper', cells: [0, 1], numbers: [3] },
    );
    expect(variantBoard(variant).clues?.words).toEqual([
      'Anti-king: cells that touch at a corner have different values.',
      'All dots are given: other neighbours do not differ by 1 or 3.',
      'All X and V are given: other neighbours do not add up to 10 or 5.',
      'On a whisper neighbours differ by 3 or more.',
      'Lockout line from r1c5 to r1c6: the ends differ by 2 or more.',
    ]);
  });
});

function isOutside([x, y]: readonly [number, number]): boolean {
  return x < 0 || y < 0 || x > 9 || y > 9;
}

/** Expects all shapes within the board and its room. */
function expectWithin({ clues, width, height }: Board): void {
  expect(clues).toBeDefined();
  if (clues === undefined) return;
  const { left, right, above, below } = clues.room;
  for (const [x, y] of [...clues.under, ...clues.over].flatMap(pointsOf)) {
    expect(x).toBeGreaterThanOrEqual(-left);
    expect(x).toBeLessThanOrEqual(width + right);
    expect(y).toBeGreaterThanOrEqual(-above);
    expect(y).toBeLessThanOrEqual(height + below);
  }
}

describe('the board of a variant', () => {
  test('values are in another colour than givens, also from 0', () => {
    const variant = new Variant(readIss('.Shape~6x8~0-7.~R1C1_0~R1C3_1_2_3'));
    const values = Array.from({ length: 48 }, (_, k) => (k === 5 ? 7 : undefined));
    const svg = drawSvg(variantBoard(variant, { values }));
    const texts = all(parse(svg), 'text').map((text) => {
      const { fill } = text.attributes;
      return [textOf(text), fill];
    });
    expect(texts).toEqual([
      ['0', undefined],
      ['7', SOLVED_INK],
      ['1', undefined],
      ['2', undefined],
      ['3', undefined],
    ]);
  });

  test('values up to 16, candidates of my own', () => {
    const variant = new Variant({ shape: plainShape(16) });
    const candidates = new Map([[3, [1, 16]]]);
    const board = variantBoard(variant, { candidates });
    expect(textsIn(drawSvg(board))).toEqual(['1', '16']);
  });

  test('pieces have walls around them; besides boxes they have letters in text', () => {
    const jigsaw = '.Shape~4x4.NoBoxes.Jigsaw~1122112233443344';
    expect(drawText(variantBoard(new Variant(readIss(jigsaw)))).split('\n')).toHaveLength(7);
    const pieces = [[0, 1, 4, 8]];
    const both = new Variant({ shape: { ...plainShape(4), pieces } });
    expect(drawText(variantBoard(both))).toContain('a piece: r1c1 r1c2 r2c1 r3c1\n');
  });

  test('title and author are above, whatever they are', () => {
    const title = `<b>&"${'x'.repeat(5000)}\u001b`;
    const variant = new Variant({ shape: plainShape(4), title, author: 'A & B' });
    const [caption = ''] = textsIn(drawSvg(variantBoard(variant)));
    expect(caption.startsWith('<b>&"xx')).toBe(true);
    expect(caption.length).toBeLessThan(100);
    const short = new Variant({ shape: plainShape(4), title: 'T', author: 'A' });
    expect(variantBoard(short).caption).toBe('T by A');
  });

  test('too few values are refused', () => {
    expect(() => variantBoard(of(), { values: [1] })).toThrow(
      'The board has 1 value; give 81, row by row.',
    );
  });

  test('a hint lies over the clues, and leaves other candidates as they are', () => {
    const variant = new Variant({
      shape: plainShape(9),
      clues: [clueOf('cage')],
      candidates: new Map([[80, [1, 2]]]),
    });
    const look = [{ row: 0, column: 0 }];
    const options = [
      { squares: [{ row: 0, column: 0, mark: '3', slot: 2 }], verdict: 'out' },
    ] as const;
    const [board] = hintBoards(variantBoard(variant), { look, options, slots: 9 });
    expect(board.squares[0]?.lit).toBe(true);
    expect(textsIn(drawSvg(board))).toEqual(['17', '3', '1', '2']);
  });

  test('the layers of the clues are those of the whole picture', () => {
    const variant = of(...kinds.map(clueOf));
    const { under, over, room } = clueLayers(variant);
    const svg = drawSvg(variantBoard(variant));
    expect(svg).toContain(under);
    expect(svg).toContain(over);
    expect(over).toContain(PAPER);
    // Four clues stand beside row 3, one further out than the other.
    expect(room).toEqual({ left: 4, above: 1, right: 0, below: 0 });
  });
});

describe('as text', () => {
  const draw = (text: string) => drawText(variantBoard(new Variant(readIss(text))));

  test('cages have dashed lines and their sums', () => {
    const cages =
      '.Shape~4x4.Cage~6~R1C1~R1C2~R2C1.Cage~12~R2C2~R2C3~R3C2~R3C3.Cage~0~R4C3~R4C4.~R1C3_4';
    expect(draw(cages)).toBe(
      `
┌─────────────┬─────────────┐
│┌6┄┄┄┄┄┄┄┄┄┄┐│             │
│┆ ·      ·  ┆│  4      ·   │
│┆    ┌┄┄┄┄┄┄┘│             │
│┆    ┆       │             │
│┆    ┆ ┌12┄┄┄│┄┄┄┄┄┐       │
│┆ ·  ┆ ┆ ·   │  ·  ┆   ·   │
│└┄┄┄┄┘ ┆     │     ┆       │
├─────────────┼─────────────┤
│       ┆     │     ┆       │
│  ·    ┆ ·   │  ·  ┆   ·   │
│       └┄┄┄┄┄│┄┄┄┄┄┘       │
│             │             │
│             │┌┄┄┄┄┄┄┄┄┄┄┄┐│
│  ·      ·   │┆ ·      ·  ┆│
│             │└┄┄┄┄┄┄┄┄┄┄┄┘│
└─────────────┴─────────────┘`.slice(1),
    );
  });

  test('lines have letters, pairs have signs, clues outside are around', () => {
    const mixed =
      '.Shape~4x4.Thermo~R1C1~R2C1~R3C2.WhiteDot~R1C2~R1C3.GreaterThan~R2C2~R3C2' +
      '.X~R4C3~R4C4.Sandwich~5~R2.LittleKiller~7~R1C3.AntiKnight.~R4C1_2';
    expect(draw(mixed)).toBe(
      `
              ↙7
  ┌─────────┬─────────┐
  │ ·    ·  ○ ·    ·  │
  │ a       │         │
  │         │         │
5 │ ·    ·  │ ·    ·  │
  │ a       │         │
  ├──────∨──┼─────────┤
  │ ·    ·  │ ·    ·  │
  │      a  │         │
  │         │         │
  │ 2    ·  │ ·  X ·  │
  │         │         │
  └─────────┴─────────┘
a thermometer: r1c1 r2c1 r3c2
An arrow with a number: the sum of the diagonal from the
square beside it.
Anti-knight: cells a knight's move apart have different
values.
Numbers outside: the sum of the values between 1 and 4.`.slice(1),
    );
  });

  test('odd cells are listed together, as far down as they are', () => {
    const odd = [3, 60].map((cell): Clue => ({ kind: 'odd', cells: [cell], numbers: [] }));
    const lines = Array.from({ length: 60 }, () => clueOf('renban'));
    expect(drawText(variantBoard(of(...odd)))).toContain('\na odd cell: r1c4 r7c7');
    expect(drawText(variantBoard(of(...odd, ...lines)))).toContain('\nodd cell: r1c4 r7c7');
  });

  test('more lines than there are letters are listed', () => {
    const clues = Array.from({ length: 60 }, (_, k) => ({
      ...clueOf('renban'),
      cells: [k, k + 1],
    }));
    const text = drawText(variantBoard(of(...clues)));
    expect(text.match(/renban line:/g)).toHaveLength(60);
    expect(text).toContain('\nrenban line: r7c6 r7c7');
  });
});
