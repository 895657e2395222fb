import { describe, expect, test } from 'vitest';
import { QuadrilleError } from '../../../src/engine/problem/error.ts';
import { compressToBase64, decompressFromBase64 } from '../../../src/puzzles/variants/lz-string.ts';
import { isVariantText, Variant, variant } from '../../../src/sudoku.ts';
import { slow } from '../../support/effort.ts';
import { everyKind } from './all-kinds.ts';

/** The variant, or the refusal; anything else that is thrown fails the test. */
function readOrRefused(text: string): Variant | QuadrilleError {
  try {
    return variant(text);
  } catch (error) {
    expect(error, text.slice(0, 200)).toBeInstanceOf(QuadrilleError);
    return error as QuadrilleError;
  }
}

const deep = JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`);
const WRONG: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  Number.POSITIVE_INFINITY,
  10 ** 21,
  '',
  'R0C0',
  'R99C99',
  '9'.repeat(400),
  'NaN',
  '__proto__',
  [],
  {},
  [[]],
  [null],
  [{}],
  { __proto__: null, cells: 1 },
  deep,
  'R1C1',
];

describe('hostile texts', () => {
  test('a wrong value anywhere is refused, or read', () => {
    const places: (readonly [container: Record<string, unknown>, name: string])[] = [];
    const puzzle: Record<string, unknown> = everyKind();
    const visit = (value: unknown) => {
      if (typeof value !== 'object' || value === null) return;
      for (const [name, field] of Object.entries(value)) {
        // Three rows and columns tell as much as nine.
        if (Number(name) > 2) continue;
        places.push([value as Record<string, unknown>, name]);
        visit(field);
      }
    };
    visit(puzzle);
    let refused = 0;
    for (const [place, [container, name]] of places.entries()) {
      const right = container[name];
      for (const [k, wrong] of WRONG.entries()) {
        if (!slow && (place + k) % 4 > 0) continue;
        container[name] = wrong;
        const result = readOrRefused(JSON.stringify(puzzle));
        if (result instanceof QuadrilleError) refused++;
      }
      container[name] = right;
    }
    expect(refused).toBeGreaterThan(places.length / 2);
    expect(readOrRefused(JSON.stringify(puzzle))).toBeInstanceOf(Variant);
  });

  test('names that objects have anyway are refused like any other', () => {
    const grid = Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => ({})));
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      const field = `"${name}":[{"cells":["R1C1"]}]`;
      expect(() => variant(`{"grid":${JSON.stringify(grid)},${field}}`)).toThrow(
        'is a kind of clue that quadrille does not know',
      );
      expect(() => variant(`.${name}~R1C1`)).toThrow('is a kind that quadrille does not know');
      const direction = { cell: 'R0C1', direction: name, value: 3 };
      const clue = JSON.stringify({ grid, littlekillersum: [direction] });
      expect(() => variant(clue)).toThrow('has the direction');
    }
  });

  test('what is compressed is cut behind its bound', () => {
    const bomb = compressToBase64('x'.repeat(2_000_000));
    expect(bomb.length).toBeLessThan(5000);
    for (const text of [
      `https://www.f-puzzles.com/?load=${bomb}`,
      `https://sudokupad.app/fpuzzles${encodeURIComponent(bomb)}`,
    ]) {
      expect(() => variant(text)).toThrow('more than 500000 characters');
    }
    // Nothing much longer is made on the way.
    const thousand = compressToBase64('y'.repeat(1000));
    expect(decompressFromBase64(thousand, 1000)).toBe('y'.repeat(1000));
    expect(decompressFromBase64(thousand, 100)?.length).toBeLessThan(200);
  });

  test('texts and lists beyond any puzzle are refused before they are read', () => {
    const long = 'A'.repeat(2_000_000);
    for (const text of [long, `.${long}`, `{"${long}`, `https://f-puzzles.com/?load=N4Ig${long}`]) {
      expect(() => variant(text)).toThrow('characters; no puzzle has more than 500000');
    }
    const cells = Array.from({ length: 50_000 }, () => 'R1C1');
    const grid = Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => ({})));
    const cage = JSON.stringify({ grid, killercage: [{ cells }] });
    expect(() => variant(cage)).toThrow('killercage 1 has 50000 cells; give at most 1024');
    expect(() => variant(`.Thermo~${cells.join('~')}`)).toThrow('no string of Interactive');
    const some = cells.slice(0, 30_000).join('~');
    for (const name of ['Thermo', 'Cage~3', 'X', 'SameValues~2']) {
      expect(() => variant(`.${name}~${some}`)).toThrow('has 30000 cells; give at most 1024');
    }
    const cages = '.X~R1C1'.repeat(25_000);
    expect(() => variant(cages)).toThrow('found more than 20000 constraints');
    expect(() => variant('.X~R1C1~R1C2'.repeat(2) + '['.repeat(900_000))).toThrow(QuadrilleError);
    expect(() => variant(`{"grid":${'['.repeat(900_000)}`)).toThrow(QuadrilleError);
    expect(readOrRefused(`{"grid":${'['.repeat(5000)}${']'.repeat(5000)}}`)).toBeInstanceOf(
      QuadrilleError,
    );
  });

  test('strings name the constraint and its place', () => {
    const cases: readonly (readonly [string, string])[] = [
      ['.Cage~3~R1C1~R0C0', 'Line 1, column 1: Cage names the cell "R0C0"'],
      ['.Shape~9x9\n  .Thermo~R1C1~R1CA', 'Line 2, column 3: Thermo names the cell "R1CA"'],
      [`.Cage~${'9'.repeat(400)}~R1C1`, 'Cage has the number "9999'],
      ['.Cage~NaN~R1C1', 'Cage has the number "NaN"'],
      ['.Cage~-3~R1C1', 'Cage has the number "-3"'],
      ['.Cage~3', 'Cage has no cells'],
      ['.Whisper', 'Whisper has no cells'],
      ['.Shape~99x99', 'Shape is "99x99"'],
      ['.Shape~9x9~0-99', 'values; give from 9 to 16'],
      ['.Shape~9x9.Shape~6x6', 'Line 1, column 11: Shape is another shape'],
      ['.~R1C1_10', 'Given has the value "10" in R1C1'],

      ['.Jigsaw~123', 'Jigsaw has 3 cells; give one for each of the 81'],
      ['.Quad~R9C9~1', 'Quad is at R9C9'],
      ['.Sandwich~3~X1', 'Sandwich names the line "X1"'],
      ['.XSum~R1~0', 'XSum has the number 0'],
      ['.LittleKiller~3~R5C5', 'LittleKiller begins at R5C5'],
      ['.Diagonal~2', 'Diagonal has the direction "2"'],
      ['.Or.AntiKing.End', 'Or is a kind that quadrille does not know'],
      ['.And.AntiKing', 'add .End'],
      ['.SameValues~2~R1C1~R1C2~R1C3~R1C4', 'SameValues has sets of several cells'],
      ['.Sum~10~R1C1~R5C5', 'Sum is of cells that may be equal'],
      ['.PillArrow~2~R1C1~R9C9~R5C5', 'PillArrow has a pill without an order'],
      ['.Regex~a~R1C1', 'Regex is a kind that quadrille does not know'],
      ['hello', 'which is in no known form'],
      [`${'>'.repeat(81)}`, 'points to no cell with a sum'],
    ];
    for (const [text, message] of cases) {
      expect(() => variant(text), text).toThrow(message);
    }
    for (const text of ['', ' \n ', '# nothing']) expect(readOrRefused(text)).toBeDefined();
    for (const wrong of [undefined, null, 3, {}, []]) {
      expect(() => variant(wrong as unknown as string)).toThrow('give a text');
    }
  });

  test('whatever a text is, it is told quickly whether it is a variant', () => {
    for (const start of ['.', '{', '{"grid":', 'N4Ig', 'https://', '3x3:', '>', '1.3']) {
      for (const rest of ['A', '[', ' ', '.', '"grid":[', '~']) {
        expect(typeof isVariantText(start + rest.repeat(200_000))).toBe('boolean');
      }
    }
  });
});
