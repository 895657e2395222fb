import { describe, expect, test } from 'vitest';
import { QuadrilleError } from '../../../src/engine/problem/error.ts';
import { count } from '../../../src/index.ts';
import { type Clue, Variant, variant, writeVariant } from '../../../src/sudoku.ts';
import { contentOf, everyKind } from './all-kinds.ts';

/** A 4x4 puzzle of f-puzzles with these fields. */
function small(fields: Record<string, unknown>): string {
  return JSON.stringify({ size: 4, grid: blank(), ...fields });
}

function blank(region?: null): Record<string, unknown>[][] {
  return Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => ({ region })));
}

function clueOf(fields: Record<string, unknown>): readonly Clue[] {
  return variant(small(fields)).clues;
}

describe('a puzzle of f-puzzles', () => {
  test('with each kind of clue is read, written and read again', () => {
    const fields: Record<string, unknown> = everyKind();
    const read = variant(JSON.stringify(fields));
    expect(read.kinds).toEqual([
      'anti-knight',
      'anti-king',
      'disjoint-groups',
      'strict-difference',
      'strict-ratio',
      'strict-xv',
      'diagonal',
      'extra-region',
      'cage',
      'clone',
      'odd',
      'even',
      'minimum',
      'maximum',
      'arrow',
      'pill-arrow',
      'thermometer',
      'whisper',
      'renban',
      'between',
      'lockout',
      'palindrome',
      'region-sum',
      'white-dot',
      'black-dot',
      'x',
      'quadruple',
      'little-killer',
      'sandwich',
      'skyscraper',
      'x-sum',
    ]);
    expect(read.title).toBe('Every kind');
    expect(read.author).toBe('A test');
    expect(read.rules).toBe('All of them.');
    expect(read.solution?.slice(0, 9)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect([...read.candidates]).toEqual([
      [0, [5]],
      [1, [6]],
      [20, [1, 2, 3]],
    ]);
    for (const form of ['f-puzzles', 'f-puzzles-address', 'sudokupad-address'] as const) {
      const again = variant(writeVariant(read, form));
      expect(contentOf(again)).toEqual(contentOf(read));
      expect([again.title, again.author, again.rules]).toEqual([
        read.title,
        read.author,
        read.rules,
      ]);
      expect(again.solution).toEqual(read.solution);
    }
  });

  test('has its clues where the program has them', () => {
    expect(clueOf({ 'diagonal+': true })).toEqual([
      { kind: 'diagonal', cells: [3, 6, 9, 12], numbers: [] },
    ]);
    expect(clueOf({ littlekillersum: [{ cell: 'R5C2', direction: 'UR', value: 7 }] })).toEqual([
      { kind: 'little-killer', cells: [14, 11], numbers: [7] },
    ]);
    expect(clueOf({ littlekillersum: [{ cell: 'R4C3', direction: 'UR', value: 7 }] })).toEqual([
      { kind: 'little-killer', cells: [14, 11], numbers: [7] },
    ]);
    expect(clueOf({ skyscraper: [{ cell: 'R2C5', value: '2' }] })).toEqual([
      { kind: 'skyscraper', cells: [7, 6, 5, 4], numbers: [2] },
    ]);
    expect(clueOf({ xsum: [{ cell: 'R0C1', value: '2' }] })).toEqual([
      { kind: 'x-sum', cells: [0, 4, 8, 12], numbers: [2] },
    ]);
    expect(
      clueOf({ arrow: [{ cells: ['R1C2', 'R1C1'], lines: [['R1C2', 'R2C3', 'R3C4']] }] }),
    ).toEqual([{ kind: 'pill-arrow', cells: [0, 1, 6, 11], numbers: [2] }]);
    // Half of the size, rounded up; a Dutch one less.
    expect(clueOf({ whispers: [{ lines: [['R1C1', 'R1C2']] }] })[0].numbers).toEqual([2]);
    expect(clueOf({ dutchwhispers: [{ lines: [['R1C1', 'R1C2']] }] })[0].numbers).toEqual([1]);
  });

  test('passes over what the program does: no value, no line', () => {
    expect(
      clueOf({
        sandwichsum: [{ cell: 'R0C1', value: '' }],
        xsum: [{ cell: 'R0C1' }],
        littlekillersum: [
          { cell: 'R0C1', direction: 'DR', value: '' },
          { cell: 'R0C1', direction: 'DR', value: '0' },
        ],
        quadruple: [{ cells: ['R1C1', 'R1C2', 'R2C1', 'R2C2'], values: [] }],
        xv: [{ cells: ['R1C1', 'R1C2'], value: '' }],
        arrow: [{ cells: ['R1C1'], lines: [] }],
        antiknight: false,
        entropicline: [],
        rowindexer: null,
      }),
    ).toEqual([]);
    expect(clueOf({ killercage: [{ cells: ['R1C1'], value: '0' }] })[0].numbers).toEqual([]);
  });

  test('may leave all marks that are not there to mean something', () => {
    const dot = { cells: ['R1C1', 'R1C2'], value: '3' };
    const numbersOf = (fields: Record<string, unknown>, kind: string) =>
      clueOf(fields).find((clue) => clue.kind === kind)?.numbers;
    expect(numbersOf({ negative: ['ratio'] }, 'strict-ratio')).toEqual([2]);
    expect(numbersOf({ negative: ['ratio'], ratio: [dot] }, 'strict-ratio')).toEqual([3]);
    expect(numbersOf({ nonconsecutive: true }, 'non-consecutive')).toEqual([]);
    // Dots of either colour are exempt.
    expect(numbersOf({ nonconsecutive: true, ratio: [dot] }, 'strict-difference')).toEqual([1]);
    expect(numbersOf({ negative: ['xv'] }, 'strict-xv')).toEqual([]);
  });

  test('has boxes, pieces, or neither', () => {
    const shapeOf = (regionAt: (row: number, column: number) => unknown, size = 4) => {
      const grid = Array.from({ length: size }, (_, r) =>
        Array.from({ length: size }, (__, c) => ({ region: regionAt(r, c) })),
      );
      return variant(JSON.stringify({ grid })).shape;
    };
    const none = () => undefined;
    expect(shapeOf(none)).toMatchObject({ boxes: true, pieces: [] });
    expect(shapeOf(none, 5)).toMatchObject({ boxes: false, pieces: [] });
    expect(shapeOf(() => null)).toMatchObject({ boxes: false, pieces: [] });
    expect(shapeOf((r, c) => (r < 2 ? 7 : 2) + (c < 2 ? 0 : 1))).toMatchObject({ boxes: true });
    expect(shapeOf((_, c) => String(c))).toEqual({
      rows: 4,
      columns: 4,
      values: [1, 2, 3, 4],
      boxes: false,
      pieces: [
        [0, 4, 8, 12],
        [1, 5, 9, 13],
        [2, 6, 10, 14],
        [3, 7, 11, 15],
      ],
    });
    const [piece] = shapeOf((r, c) => (r === c ? 0 : null)).pieces;
    expect(piece).toEqual([0, 5, 10, 15]);
    expect(() => shapeOf((r) => (r === 0 ? 0 : 1))).toThrow('Region 1 has 12 cells; give 4');
  });

  test('is refused with its place if it states what quadrille does not know', () => {
    const refused = (fields: Record<string, unknown>) => () => variant(small(fields));
    const cases: readonly (readonly [Record<string, unknown>, string])[] = [
      [{ entropicline: [{ lines: [['R1C1', 'R1C2']] }] }, '"entropicline" is a kind of clue'],
      [{ numberedroom: [{ cell: 'R0C1', value: 1 }] }, '"numberedroom" is a kind of clue'],
      [
        { killercages: [{ cells: ['R1C1'] }] },
        '"killercages" is a kind of clue that quadrille does not know (did you mean killercage?); leave',
      ],
      [{ negative: ['difference'] }, 'negative names "difference"'],
      [{ cage: [{ cells: ['R1C1'], value: 'DR5' }] }, 'cage 1 is a digital root'],
      [
        { killercage: [{ cells: ['R1C1'] }, { cells: ['R0C0'] }] },
        'killercage 2 names the cell "R0C0"',
      ],
      [{ killercage: [{ cells: [] }] }, 'killercage 1 has no cells'],
      [{ killercage: [{ cells: ['R1C1'], value: '?' }] }, 'killercage 1 has the value "?"'],
      [{ killercage: [{ cells: ['R1C1'], inverted: true }] }, 'killercage 1 has "inverted"'],
      [{ thermometer: [{ lines: [] }] }, 'thermometer 1 has no lines'],
      [{ xv: [{ cells: ['R1C1', 'R1C2'], value: 'L' }] }, 'xv 1 has the value "L"'],
      [{ xv: [{ cells: ['R1C1', 'R3C2'], value: 'X' }] }, 'The X at r1c1 has cells elsewhere'],
      [
        { arrow: [{ cells: ['R1C1'], lines: [['R2C1', 'R3C1']] }] },
        'arrow 1 has a line that begins at r2c1',
      ],
      [{ clone: [{ cells: ['R1C1'], cloneCells: [] }] }, 'clone 1 has no cloneCells'],
      [{ skyscraper: [{ cell: 'R0C0', value: 1 }] }, 'skyscraper 1 names "R0C0"'],
      [{ skyscraper: [{ cell: 'R9C1', value: 1 }] }, 'skyscraper 1 names the cell "R9C1"'],
      [
        { littlekillersum: [{ cell: 'R0C1', direction: 'UP', value: 1 }] },
        'has the direction "UP"',
      ],
      [{ littlekillersum: [{ cell: 'R0C1', direction: 'UR', value: 1 }] }, 'points past the grid'],
      [{ disjointgroups: true, grid: blank(null) }, 'disjointgroups needs boxes'],
      [{ size: 5 }, 'The grid has 4 rows, and the size is 5'],
      [{ solution: [1, 2] }, 'The solution is an array of 2'],
    ];
    for (const [fields, message] of cases) {
      expect(refused(fields)).toThrow(QuadrilleError);
      expect(refused(fields)).toThrow(message);
    }
    expect(() => variant('{"cells":[],"regions":[],"cages":[]}')).toThrow('drawing of SudokuPad');
    expect(() => variant('{"size":9,')).toThrow('copy the whole text');
  });
});

describe('written for f-puzzles', () => {
  const plain = variant(small({}));
  const stated = (...clues: Clue[]) => new Variant({ shape: plain.shape, clues });

  test('a kind that it lacks is stated by others', () => {
    const windows = stated({ kind: 'windoku', cells: [], numbers: [] });
    const less = stated({ kind: 'inequality', cells: [1, 0], numbers: [] });
    const pieces = [
      [0, 5, 10, 15],
      [1, 2, 3, 7],
    ];
    const both = new Variant({ shape: { ...plain.shape, pieces } });
    for (const one of [windows, less, both]) {
      const again = variant(writeVariant(one, 'f-puzzles'));
      expect(count(again.problem).count).toBe(count(one.problem).count);
    }
  });

  test('what it cannot state is refused by name', () => {
    const room = stated({ kind: 'numbered-room', cells: [0, 1, 2, 3], numbers: [2] });
    expect(() => writeVariant(room, 'f-puzzles')).toThrow(
      'f-puzzles cannot state the numbered room of 2 at r1c1, to the right',
    );
    const zero = new Variant({ shape: { ...plain.shape, values: [0, 1, 2, 3] } });
    expect(() => writeVariant(zero, 'f-puzzles')).toThrow('the values 0 to 3');
    const oblong = new Variant({ shape: { ...plain.shape, rows: 2, boxes: false } });
    expect(() => writeVariant(oblong, 'f-puzzles-address')).toThrow('a grid of 2x4');
    const strict = stated(
      { kind: 'non-consecutive', cells: [], numbers: [] },
      { kind: 'white-dot', cells: [0, 1], numbers: [1] },
    );
    expect(() => writeVariant(strict, 'f-puzzles')).toThrow('leave out the dots');
  });
});
