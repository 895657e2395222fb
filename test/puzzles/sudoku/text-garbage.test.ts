import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { QuadrilleError } from '../../../src/engine/problem/error.ts';
import { readEach } from '../../../src/puzzles/sudoku/text/reader.ts';
import { runs } from '../../support/effort.ts';
import { DOTTED_FORMS, FORMS, type Form, SPACED_FORMS } from '../../support/sudoku-forms.ts';

const named = (...names: string[]) =>
  names.map((name) => ({ ...DOTTED_FORMS, ...SPACED_FORMS, ...FORMS })[name]);
const writers = named('one line', 'rows', 'a frame with points', 'integers', 'JSON');
const [table] = named('Markdown with points') as [Form];
const inBands = named(
  'bands and empty lines',
  'bands and rules',
  'bars and rules with spaces',
  'Markdown with points',
);
const spread = named('rows with spaces between', 'a frame', 'CSV with ","', 'rows with spaces');
const forms = [...writers, ...inBands, ...spread];

const lineOf = (values: ArrayLike<number>) => Array.from(values, (value) => value || '.').join('');
const anyGrid = fc
  .array(fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 9 })), {
    minLength: 81,
    maxLength: 81,
  })
  .map(lineOf)
  // A blank grid has no symbols to be garbled.
  .filter((grid) => /\d/.test(grid));

/** Every error is one of text, at a place within it; every puzzle is a grid of its shape. */
function checkAnswers(text: string, settings = {}): string[] {
  const lines = text.split(/\r\n|\n|\r/);
  const grids: string[] = [];
  for (const { line, puzzle, error } of readEach(text, settings)) {
    expect(line).toBeGreaterThan(0);
    if (error !== undefined) {
      expect(error).toBeInstanceOf(QuadrilleError);
      expect(error.code).toBe('bad-text');
      const place = lines[(error.line as number) - 1];
      expect(place).toBeDefined();
      expect(error.column).toBeGreaterThan(0);
      expect(error.column).toBeLessThanOrEqual(place.length + 1);
      expect(error.message.split('\n')).toHaveLength(1);
    } else {
      expect(puzzle.givens).toHaveLength(puzzle.shape.cells);
      expect(Math.max(...puzzle.givens)).toBeLessThanOrEqual(puzzle.shape.size);
      grids.push(lineOf(puzzle.givens));
    }
  }
  return grids;
}

/** A text with a character dropped, added, or put in the place of another. */
function withSlip(whole: string, kind: string, place: number, junk: string): string {
  const at = place % whole.length;
  const added = kind === 'drop' ? '' : junk;
  return whole.slice(0, at) + added + whole.slice(kind === 'add' ? at : at + 1);
}

test('any text at all is answered', () => {
  const line = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'123456789.-0X |+AG,#"'), maxLength: 100 }),
    fc.constantFrom('puzzle,solution', '[Puzzle]', '[State]', '{"rows":[]}', '{}', '', '---------'),
    fc.constantFrom(
      '1...',
      '.2..',
      '53..7....',
      '.'.repeat(16),
      '-1 2 3 -1',
      '\ufeff',
      '\r',
      '| 1 2 |',
    ),
  );
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 30 }),
      fc.constantFrom({}, { size: 4 }, { size: 9 }, { symbols: 'integers' }, { symbols: '0-F' }),
      (lines, settings) => {
        checkAnswers(lines.join('\n'), settings);
      },
    ),
    { numRuns: runs(500) },
  );
});

test('a slip in a puzzle gives an error, or the puzzle, but not another grid', () => {
  fc.assert(
    fc.property(
      anyGrid,
      fc.constantFrom(...writers),
      fc.constantFrom('drop', 'add', 'replace'),
      fc.nat(),
      fc.constantFrom(...'?$;~é=ÿ(%', '😀'),
      fc.constantFrom({}, { size: 9 }),
      (grid, writer, kind, place, junk, settings) => {
        const text = withSlip(writer(grid), kind, place, junk);
        for (const other of checkAnswers(text, settings)) {
          // In JSON and integers, dropping what is between two numbers may still give numbers.
          expect(other).toBe(grid);
        }
      },
    ),
    { numRuns: runs(500) },
  );
});

test('after a slip in one puzzle the next is read, and none but what was written', () => {
  fc.assert(
    fc.property(
      anyGrid,
      anyGrid,
      fc.constantFrom(...writers.slice(0, 4)),
      fc.nat(),
      fc.constantFrom('', '?'),
      (first, second, write, place, junk) => {
        const whole = write(first);
        const at = place % whole.length;
        const text = `${whole.slice(0, at)}${junk}${whole.slice(at + 1)}\n\n\n${write(second)}`;
        const grids = checkAnswers(text, { size: 9 });
        expect(grids.at(-1)).toBe(second);
        for (const grid of grids.slice(0, -1)) expect(grid).toBe(first);
      },
    ),
  );
});

const separators = ['', '\n', '\n\n', '=====\n', '# next\n', 'Grid 7\n', '+---+---+---+\n'];
/** True for a line of cells, as opposed to a rule or a title. */
const isRow = (line: string) => /[1-9.]|,,| {7}/.test(line) && !line.startsWith('Grid');

/** Grids below each other, in one form, and the settings to read them with. */
const collection = fc
  .record({
    grids: fc.array(anyGrid, { minLength: 2, maxLength: 3 }),
    form: fc.constantFrom(...forms),
    separator: fc.constantFrom(...separators),
    settings: fc.constantFrom<{ size?: number }>({}, { size: 9 }),
  })
  // Between the rules of two tables without a line between there are as many rows as in a grid.
  .filter(({ form, separator }) => form !== table || separator !== '');
const textOf = (grids: readonly string[], form: Form, separator: string) =>
  grids.map((grid) => `${form(grid)}\n`).join(separator);

test('a collection is read, whatever stands between its grids', () => {
  fc.assert(
    fc.property(collection, ({ grids, form, separator, settings }) => {
      // A last band and a first one without anything between look like a larger one, and what is
      // drawn about a table like bands. These are refused.
      fc.pre(!inBands.includes(form) || separator !== '');
      fc.pre(form !== table || !/^[=+]/.test(separator));
      expect(checkAnswers(textOf(grids, form, separator), settings)).toEqual(grids);
    }),
    { numRuns: runs(300) },
  );
});

test('a line dropped, doubled, added or moved gives no grid that was not written', () => {
  const added = ['', '# a', 'Easy', '=====', '---------', '1234', '53..7....', '[State]', '| |'];
  fc.assert(
    fc.property(
      collection,
      fc.constantFrom('drop', 'double', 'swap', ...added),
      fc.nat(),
      ({ grids, form, separator, settings }, kind, place) => {
        const lines = textOf(grids, form, separator).split('\n');
        const at = place % (lines.length - 1);
        const [line = '', next = ''] = lines.slice(at);
        if (kind === 'drop') lines.splice(at, 1);
        else if (kind === 'double') lines.splice(at, 0, line);
        else if (kind !== 'swap') lines.splice(at, 0, kind);
        else {
          // Two rows in each other's place are a grid as good as any other.
          fc.pre(!isRow(line) || !isRow(next));
          lines.splice(at, 2, next, line);
        }
        for (const grid of checkAnswers(lines.join('\n'), settings)) expect(grids).toContain(grid);
      },
    ),
    { numRuns: runs(1500) },
  );
});

test('a legal character too many, too few or in a wrong place changes one cell at most', () => {
  fc.assert(
    fc.property(
      collection,
      fc.constantFrom('drop', 'add', 'replace'),
      fc.nat(),
      fc.constantFrom(
        ...'1234567890.-_*xX ,|+=:"[]{}A\t',
        '\n',
        '#',
        '\n\n',
        '\n# a\n',
        '\nGrid 3\n',
      ),
      ({ grids, form, separator, settings }, kind, place, junk) => {
        // Without a size, what is cut off at 16 or 36 cells is a smaller puzzle.
        fc.pre(kind === 'drop' || settings.size === 9 || !/[\n#]/.test(junk));
        const whole = textOf(grids, form, separator);
        const text = withSlip(whole, kind, place, junk);
        for (const other of checkAnswers(text, settings)) {
          const changes = grids.map(
            (grid) => [...grid].filter((cell, k) => cell !== other[k]).length,
          );
          expect(Math.min(...changes)).toBeLessThan(2);
        }
      },
    ),
    { numRuns: runs(3000) },
  );
});

describe('a row with spaces that may be blanks or stand between cells', () => {
  const below = ['53  7    ', '6  195   ', ' 98    6 ', '8   6   3', '4  8 3  1', '7   2   6'];
  const cells = (lines: readonly string[]) => lines.join('').replaceAll(' ', '.');

  test.each([
    ' 1 2 3 4 ',
    '1 1 1 1  ',
    '12 34    ',
    '  1234   ',
    ' 12345678',
    '123 456  ',
    '5 3 7 1 2',
  ])('has nine cells if a row below has: %j', (row) => {
    const lines = [row, row, row, ...below];
    expect(checkAnswers(lines.join('\n'))).toEqual([cells(lines)]);
    for (let at = 0; at < lines.length; at++) {
      const doubled = [...lines.slice(0, at), lines[at], ...lines.slice(at)];
      expect(checkAnswers(doubled.join('\n'))).toEqual([]);
    }
  });

  test('has nine cells if a row of as many blanks is below', () => {
    const lines = [' 1 2 3 4 ', '         ', '53  7    ', ...below];
    const other = lines.map(() => ' 1 2 3 4 ');
    expect(checkAnswers([...lines, ...other].join('\n'))).toEqual([cells(lines), cells(other)]);
    expect(checkAnswers([...lines, ...other].join('\n').slice(1))).toEqual([]);
    // With a row of another notation in the second place.
    const mixed = [other[0], '53..7....', lines[1], ...other.slice(2)];
    expect(checkAnswers(mixed.join('\n'))).toEqual([]);
  });

  test('has four cells if no row below has nine', () => {
    const lines = [' 1 2 3 4 ', ' 3 4 1 2 ', ' 2 1 4 3 ', ' 4 3 2 1 '];
    expect(checkAnswers(lines.join('\n'))).toEqual(['1234341221434321']);
  });
});

test('long texts and long lines are no trouble', () => {
  for (const piece of ['-', '1 ', '*---', '"', ',', '| ', '[', '{', ' ', '.', 'é', '\ud800']) {
    checkAnswers(piece.repeat(30_000));
    checkAnswers(`puzzle,b\n${piece.repeat(30_000)}`);
    checkAnswers(`${piece.repeat(20)}\n`.repeat(200));
  }
});
