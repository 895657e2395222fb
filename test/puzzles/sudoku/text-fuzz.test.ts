import fc from 'fast-check';
import { expect, test } from 'vitest';
import { QuadrilleError } from '../../../src/engine/problem/error.ts';
import { regularGrid } from '../../../src/puzzles/sudoku/random-puzzle.ts';
import { ChunkReader } from '../../../src/puzzles/sudoku/text/chunks.ts';
import { plainPuzzle } from '../../../src/puzzles/sudoku/text/plain.ts';
import {
  PuzzleReader,
  type Read,
  type ReadSettings,
  readEach,
  Shape,
  Symbols,
  writeFramed,
} from '../../../src/sudoku.ts';
import { runs } from '../../support/effort.ts';
import { letter } from '../../support/letters.ts';
import { FORMS } from '../../support/sudoku-forms.ts';

const forms = Object.entries(FORMS);
const formOf = Object.fromEntries(forms);
const lineOf = (values: ArrayLike<number>) => Array.from(values, (value) => value || '.').join('');

const anyGrid = fc
  .array(fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 9 })), {
    minLength: 81,
    maxLength: 81,
  })
  .map(lineOf)
  // A blank grid has no symbols to be garbled.
  .filter((grid) => /\d/.test(grid));
const anyForm = fc.constantFrom(...forms.map(([name]) => name));
const anySize = fc.constantFrom<ReadSettings>({}, { size: 9 });

/** The grids of a text. Each error is one of text, at a place within it. */
function gridsOf(text: string, settings: ReadSettings = {}): string[] {
  const lines = text.split(/\r\n|\n|\r/);
  const grids: string[] = [];
  for (const { line, puzzle, error } of readEach(text, settings)) {
    if (error === undefined) {
      expect(line).toBeGreaterThan(0);
      expect(puzzle.givens).toHaveLength(puzzle.shape.cells);
      expect(Math.max(...puzzle.givens)).toBeLessThanOrEqual(puzzle.shape.size);
      grids.push(lineOf(puzzle.givens));
    } else {
      expect(error).toBeInstanceOf(QuadrilleError);
      expect(error.code).toBe('bad-text');
      const place = lines[(error.line as number) - 1];
      expect(place, error.message).toBeDefined();
      expect(error.column).toBeGreaterThan(0);
      expect(error.column).toBeLessThanOrEqual(place.length + 1);
      expect(error.message.split('\n')).toHaveLength(1);
    }
  }
  return grids;
}

/** How the answers are compared, whatever objects they are. */
function seen(reads: Iterable<Read>): unknown[] {
  return Array.from(reads, ({ line, puzzle, error }) =>
    error === undefined
      ? [line, puzzle.line, `${puzzle.shape}`, puzzle.symbols.name, puzzle.givens.join(' ')]
      : [line, error.line, error.column, error.message],
  );
}

test('any grid in any form is read, alone and below others', () => {
  fc.assert(
    fc.property(anyGrid, anyGrid, anyForm, anySize, (one, other, name, settings) => {
      const form = formOf[name];
      // Dashes alone are a rule.
      fc.pre(!(name === 'rows with dashes' && /^(?:.{9})*\.{9}/.test(one + other)));
      expect(gridsOf(form(one), settings)).toEqual([one]);
      for (const between of ['\n\n', '\n\n\n', '\n# next\n', '\nGrid 7\n']) {
        // One empty line between bands and one between grids is told apart by the bands alone.
        expect(gridsOf(form(one) + between + form(other), settings)).toEqual([one, other]);
      }
    }),
    { numRuns: runs(400) },
  );
});

test('grids of other sizes and alphabets are read in frames, tables and lines', () => {
  for (const size of [4, 6, 8, 10, 12, 16, 25, 36]) {
    const shape = Shape.of({ size });
    const grid = regularGrid(shape).map((value, cell) => ((cell * 7919) % 5 < 3 ? 0 : value));
    for (const name of ['integers', Symbols.usual(size).name]) {
      const symbols = Symbols.of(name, size);
      const rowsWith = (blank: string) => {
        const cells = Array.from(grid, (value) => (value === 0 ? blank : symbols.symbolOf(value)));
        return Array.from({ length: size }, (_, k) => cells.slice(k * size, (k + 1) * size));
      };
      const tables = (blank: string) => [
        ...[',', ';', '\t'].map((separator) =>
          rowsWith(blank)
            .map((row) => row.join(separator))
            .join('\n'),
        ),
        rowsWith(blank)
          .map((row) => `| ${row.map((cell) => cell.padEnd(2)).join(' | ')} |`)
          .join('\n'),
      ];
      const line = rowsWith('.').flat().join(' ');
      for (const text of [...tables('.'), writeFramed(shape, grid, symbols), line]) {
        const [{ puzzle }] = readEach(text) as Iterable<Read> as [Read];
        expect([puzzle?.shape, puzzle?.givens]).toEqual([shape, grid]);
      }
      // Empty places are told, and never taken for a smaller grid.
      for (const text of tables('')) expect(gridsOf(text)).toEqual([]);
    }
  }
});

test('any text at all is answered', () => {
  const line = fc.oneof(
    fc.string({ unit: letter }),
    fc.string({ unit: fc.constantFrom(...'123456789.-0X |+AG,#"'), maxLength: 100 }),
    fc.string({ unit: fc.constantFrom(...'[]{}:,"1. \\'), maxLength: 30 }),
    fc.constantFrom(
      'puzzle,solution',
      '[Puzzle]',
      '{"rows":[]}',
      '{}',
      '[',
      '',
      '---------',
      '| |',
    ),
    fc.constantFrom('1...', '.2..', '53..7....', '.'.repeat(16), '-1 2 3 -1', '\ufeff', '\r'),
  );
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 30 }),
      fc.constantFrom({}, { size: 4 }, { size: 9 }, { symbols: 'integers' }, { symbols: '0-F' }),
      (lines, settings) => {
        gridsOf(lines.join('\n'), settings);
      },
    ),
    { numRuns: runs(1000) },
  );
});

test('a character too many, too few or other changes one cell at most, or is an error', () => {
  const changes = (grid: string, other: string) =>
    other.length === 81 ? [...grid].filter((cell, k) => cell !== other.charAt(k)).length : 81;
  fc.assert(
    fc.property(
      anyGrid,
      anyForm,
      fc.constantFrom('drop', 'add', 'replace'),
      fc.nat(),
      fc.constantFrom(...'?$é=(123456789.-_*xX ,|+=:"[]{}A\t', '\n', '#', '\n\n', '\n# a\n'),
      anySize,
      (grid, name, kind, place, junk, settings) => {
        const whole = formOf[name](grid);
        const at = place % whole.length;
        const added = kind === 'drop' ? '' : junk;
        const text = whole.slice(0, at) + added + whole.slice(kind === 'add' ? at : at + 1);
        for (const other of gridsOf(text, settings)) {
          expect(changes(grid, other), `${name}: ${text}`).toBeLessThanOrEqual(1);
        }
      },
    ),
    { numRuns: runs(3000) },
  );
});

test('a line dropped, doubled, added or moved gives no grid that was not written', () => {
  const isRow = (line: string) => /[1-9.]|,,/.test(line) && !line.startsWith('Grid');
  const separators = ['\n\n', '# next\n', 'Grid 7\n', `${'.'.repeat(81)}\n`];
  const added = ['', '# a', 'Easy', '=====', '---------', '1234', '53..7....', '[State]', '| |'];
  fc.assert(
    fc.property(
      fc.array(anyGrid, { minLength: 2, maxLength: 3 }),
      anyForm,
      fc.constantFrom(...separators),
      fc.constantFrom('drop', 'double', 'swap', ...added),
      fc.nat(),
      anySize,
      (grids, name, separator, kind, place, settings) => {
        const text = grids.map((grid) => `${formOf[name](grid)}\n`).join(separator);
        const lines = text.split('\n');
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
        for (const grid of gridsOf(lines.join('\n'), settings)) {
          expect([...grids, '.'.repeat(81)], `${name}: ${lines.join('\n')}`).toContain(grid);
        }
      },
    ),
    { numRuns: runs(2000) },
  );
});

/** Lines of all kinds. */
const anyLine = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(16, 36, 64, 81, 81, 81, 4, 9, 80, 100),
      fc.constantFrom('123456789.', '0', '.1', '0.1234'),
    )
    .chain(([length, symbols]) =>
      fc.string({ unit: fc.constantFrom(...symbols), minLength: length, maxLength: length }),
    ),
  fc.string({ unit: fc.constantFrom(...'1230.-X |+AG,#é'), maxLength: 20 }),
  fc.constantFrom(
    '',
    '',
    '# a',
    '=====',
    'Grid 3',
    '.........',
    '1 2 3 4',
    '| 1 2 | 3 4 |',
    '1,,3,',
  ),
  fc.constantFrom('id,puzzle', '["1..............."]', '[', '1,2,,?', '53..7....', '\ufeff1...'),
);
const anyText = fc
  .array(fc.tuple(anyLine, fc.constantFrom('\n', '\n', '\r\n', '\r', '\n\n')), { maxLength: 12 })
  .map((lines) => lines.flat().join(''));
const anySettings = fc.constantFrom<ReadSettings>(
  {},
  { size: 4 },
  { size: 9 },
  { boxes: '3x2' },
  { size: 16 },
  { symbols: '0-9', size: 4 },
  { symbols: '1-9' },
);

test('wherever a text is cut into pieces, it is read alike; so it is as bytes, in chunks', () => {
  fc.assert(
    fc.property(
      anyText,
      fc.array(fc.nat(), { maxLength: 20 }),
      anySettings,
      fc.integer({ min: 1, max: 5 }),
      (text, places, settings, most) => {
        const cutIn = (length: number) => {
          const cuts = places.map((place) => place % (length + 1)).sort((a, b) => a - b);
          return [0, ...cuts].map((from, k) => [from, cuts[k] ?? length] as const);
        };
        const whole = new PuzzleReader(settings);
        const expected = seen([...whole.push(text), ...whole.end()]);
        const reader = new PuzzleReader(settings);
        const reads = cutIn(text.length).flatMap(([from, to]) => reader.push(text.slice(from, to)));
        expect(seen([...reads, ...reader.end()])).toEqual(expected);

        const bytes = new TextEncoder().encode(text);
        const cutter = new ChunkReader(settings, most);
        const pieces = cutIn(bytes.length).map(([from, to]) => bytes.subarray(from, to));
        const chunks = [...pieces.flatMap((piece) => [...cutter.push(piece)]), ...cutter.end()];
        const all = chunks.flatMap((chunk): readonly Read[] => {
          if ('reads' in chunk) {
            expect(chunk.reads.length).toBeLessThanOrEqual(most);
            return chunk.reads;
          }
          expect(chunk.count).toBeLessThanOrEqual(most);
          const ends = [...chunk.bytes].flatMap((byte, at) => (byte === 10 ? [at + 1] : []));
          expect(ends).toHaveLength(chunk.count);
          return ends.map((_, k) => {
            const line = chunk.line + k;
            return { line, puzzle: plainPuzzle(chunk, ends[k - 1] ?? 0, line) };
          });
        });
        expect(seen(all)).toEqual(expected);
      },
    ),
    { numRuns: runs(3000) },
  );
});

test('a plain line and one with a comment behind it are read alike, and so is what follows', () => {
  fc.assert(
    fc.property(anyText, anySettings, (text, settings) => {
      const lines = text.split(/\r\n|\n|\r/);
      fc.pre(!lines.some((line) => /^\[|puzzle/.test(line)));
      const commented = lines.map((line) => (/^[\d.]+$/.test(line) ? `${line} #` : line));
      expect(seen(readEach(lines.join('\n'), settings))).toEqual(
        seen(readEach(commented.join('\n'), settings)),
      );
    }),
    { numRuns: runs(1500) },
  );
});
