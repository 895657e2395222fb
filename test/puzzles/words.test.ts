import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { count, solutions } from '../../src/engine/solve/api.ts';
import {
  type PlacedWord,
  readWords,
  wordRectangles,
  wordSquares,
  wordsOf,
} from '../../src/puzzles/words.ts';
import { counted } from '../support/counted.ts';
import { runs, slow } from '../support/effort.ts';

/** The square numbers of `digits` digits. */
function squares(digits: number): string[] {
  const found: string[] = [];
  for (let root = 1; String(root ** 2).length <= digits; root++) {
    if (String(root ** 2).length === digits) found.push(String(root ** 2));
  }
  return found;
}

/** The rows that the words make, which must agree wherever two meet. */
function rowsOf(placed: readonly PlacedWord[]): string[] {
  const grid: string[][] = [];
  for (const { letters, cells, word } of placed) {
    expect(letters.join('')).toBe(word);
    cells.forEach(({ row, column }, k) => {
      grid[row] ??= [];
      expect(grid[row]?.[column] ?? letters[k]).toBe(letters[k]);
      grid[row][column] = letters[k];
    });
  }
  return grid.map((row) => row.join(''));
}

function columnsOf(rows: readonly string[]): string[] {
  return Array.from(rows[0] ?? '', (_, k) => rows.map((row) => row[k]).join(''));
}

/** Every rectangle by trying words for all rows, and looking at the columns. */
function bruteForce(words: readonly string[], rows: number, columns: number): string[][] {
  const wide = words.filter((word) => word.length === columns);
  let found: string[][] = [[]];
  for (let row = 0; row < rows; row++) {
    found = found.flatMap((above) => wide.map((word) => [...above, word]));
  }
  return found.filter((all) => columnsOf(all).every((column) => words.includes(column)));
}

describe('grids of digits whose rows and columns are square numbers (OEIS A260305)', () => {
  test.each([3, 4, 13, 14, 76].map((all, k) => [k + 1, all]))('%i digits: %i', (digits, all) => {
    const words = squares(digits);
    const found = wordRectangles({ words, rows: digits, columns: digits, repeats: true });
    expect(count(found)).toEqual(counted(all));
  });

  test.runIf(slow)('6 x 6: 108', { timeout: 1_200_000 }, () => {
    const found = wordRectangles({ words: squares(6), rows: 6, columns: 6, repeats: true });
    expect(count(found).count).toBe(108);
  });

  test('the example of the entry', () => {
    const found = [...solutions(wordSquares({ words: squares(3), order: 3, repeats: true }))];
    expect(found.map(({ payloads }) => rowsOf(payloads).join('/'))).toContain('121/256/169');
  });
});

test('the square of Pompeii is the only one of its words, in two directions', () => {
  const words = ['rotas', 'opera', 'tenet', 'arepo', 'sator'];
  const problem = wordSquares({ words, order: 5 });
  const found = [...solutions(problem)].map(({ payloads }) => rowsOf(payloads));
  expect(found.map((rows) => rows[0]).sort()).toEqual(['ROTAS', 'SATOR']);
  for (const rows of found) {
    expect(columnsOf(rows)).toEqual(rows);
    expect([...rows].reverse().map((row) => [...row].reverse().join(''))).toEqual(rows);
  }
  // As a double square its words would be used twice.
  expect(count(wordRectangles({ words, rows: 5, columns: 5 })).count).toBe(0);
  const twice = wordRectangles({ words, rows: 5, columns: 5, repeats: true });
  expect(count(twice).count).toBe(2);
  expect(problem.option(0)).toEqual([
    'r1',
    { item: 'r1c1', colour: 'R' },
    { item: 'r1c2', colour: 'O' },
    { item: 'r1c3', colour: 'T' },
    { item: 'r1c4', colour: 'A' },
    { item: 'r1c5', colour: 'S' },
    '=ROTAS',
  ]);
});

const word = (length: number) =>
  fc.string({ unit: fc.constantFrom('A', 'B', 'C'), minLength: length, maxLength: length });

test('rectangles of random words', () => {
  const words = fc.uniqueArray(fc.oneof(word(2), word(3)), { minLength: 6, maxLength: 20 });
  fc.assert(
    fc.property(words, fc.boolean(), (list, repeats) => {
      fc.pre(list.some((one) => one.length === 2) && list.some((one) => one.length === 3));
      const wanted = bruteForce(list, 2, 3).filter((rows) => {
        const all = [...rows, ...columnsOf(rows)];
        return repeats || new Set(all).size === all.length;
      });
      const problem = wordRectangles({ words: list, rows: 2, columns: 3, repeats });
      const found = [...solutions(problem)].map(({ payloads }) => rowsOf(payloads).join());
      expect(found.sort()).toEqual(wanted.map((rows) => rows.join()).sort());
    }),
  );
});

test('squares and double squares of random words', () => {
  const words = fc.uniqueArray(word(3), { minLength: 4, maxLength: 14 });
  fc.assert(
    fc.property(words, fc.boolean(), (list, repeats) => {
      const all = bruteForce(list, 3, 3);
      const differ = (texts: string[]) => repeats || new Set(texts).size === texts.length;
      const symmetric = all.filter(
        (rows) => rows.join() === columnsOf(rows).join() && differ(rows),
      );
      const double = all.filter((rows) => differ([...rows, ...columnsOf(rows)]));
      const squares = [...solutions(wordSquares({ words: list, order: 3, repeats }))];
      expect(squares.map(({ payloads }) => rowsOf(payloads).join()).sort()).toEqual(
        symmetric.map((rows) => rows.join()).sort(),
      );
      const problem = wordRectangles({ words: list, rows: 3, columns: 3, repeats });
      expect(count(problem).count).toBe(double.length);
    }),
  );
});

test('letters that people take for one are one', () => {
  const words = ['x\u0301y', 'ya'];
  const [square] = solutions(wordSquares({ words, order: 2 }));
  expect(square?.payloads.map(({ letters }) => letters)).toEqual([
    ['X\u0301', 'Y'],
    ['Y', 'A'],
  ]);
});

describe('what is refused', () => {
  test.each<[object, RegExp]>([
    [{ words: ['cat'], order: 2 }, /None of 1 word has 2 letters/],
    [{ words: ['cat'], order: 0 }, /order is 0; give a whole number from 1 to 30/],
    [{ words: ['cat'], order: Number.NaN }, /order is NaN/],
    [{ words: ['cat'] }, /order is undefined/],
    [{ order: 3 }, /words are undefined/],
    [{ words: ['cat'], order: 3, repeats: 'no' }, /repeats is "no"/],
    [{ words: ['cat'], size: 3 }, /no setting "size"/],
  ])('%j', (settings, message) => {
    expect(() => wordSquares(settings as never)).toThrow(message);
  });

  test('rectangles without words for a direction', () => {
    expect(() => wordRectangles({ words: ['cat'], rows: 2, columns: 3 })).toThrow('has 2 letters');
    expect(() => wordRectangles({ words: ['at'], rows: 2, columns: 3 })).toThrow('has 3 letters');
    expect(() => wordRectangles({ words: ['at'], rows: 2, columns: 31 })).toThrow('columns is 31');
  });
});

describe('a text of words', () => {
  test('is folded, and each word kept once', () => {
    const { words, leftOut } = readWords('\ufeffcat\r\nCat  dog\n\n\tÉTÉ e\u0301t\u00e9\n');
    expect(words).toEqual(['CAT', 'DOG', 'ÉTÉ']);
    expect(leftOut).toBe(0);
  });

  test('is told of what was left out', () => {
    expect(readWords("it's a co-op of cats", [1, 2])).toEqual({ words: ['A', 'OF'], leftOut: 3 });
    expect(readWords('121 x:y a|b 16', [2, 3])).toEqual({ words: ['121', '16'], leftOut: 2 });
  });

  test('in any script', () => {
    expect(readWords('Straße σάς ΣΆΣ').words).toEqual(['STRASSE', 'ΣΆΣ']);
    // Three letters for a reader: a consonant, one with a vowel sign, a cluster.
    const [word] = wordsOf(
      readWords('नमस्ते').words,
      [...new Intl.Segmenter('hi').segment('नमस्ते')].length,
    );
    expect(word?.letters.join('')).toBe('नमस्ते');
    expect(word?.letters.length).toBeLessThan([...'नमस्ते'].length);
    expect(wordsOf(['a\u0301e'], 2)[0]?.letters).toEqual(['Á', 'E']);
    // A letter without a composed form keeps its accent.
    expect(wordsOf(['x\u0301e'], 2)[0]?.letters).toEqual(['X\u0301', 'E']);
    expect(wordsOf(['東京都'], 3)[0]?.letters).toEqual(['東', '京', '都']);
  });

  test.each<[unknown, unknown, RegExp]>([
    ['', undefined, /no words; give some/],
    [' \n', undefined, /no words/],
    ['cat dog', [4, 5], /no words of 4 or 5 letters; .*\(2 were left out\)/],
    ["it's", undefined, /no words; .*\(1 was left out\)/],
    [5, undefined, /words are 5; give a text/],
    ['cat', 3, /lengths are 3; give an array/],
  ])('%j of lengths %j is refused', (text, lengths, message) => {
    expect(() => readWords(text as string, lengths as number[])).toThrow(message);
  });
});

test('letters are what a segmenter says, however they are found', () => {
  const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });
  const letter = fc.integer({ min: 0x30, max: 0x600 }).map((code) => String.fromCodePoint(code));
  fc.assert(
    fc.property(fc.array(letter, { minLength: 1, maxLength: 6 }), (letters) => {
      const text = letters.join('').normalize('NFC').toUpperCase().normalize('NFC');
      fc.pre(/^[\p{L}\p{M}\p{N}]+$/u.test(text));
      const wanted = Array.from(segmenter.segment(text), ({ segment }) => segment);
      expect(wordsOf([text], wanted.length)[0]?.letters).toEqual(wanted);
    }),
    { numRuns: runs(1000) },
  );
});

test('words of a length', () => {
  expect(wordsOf(['cat', 'to', 'CAT', 'dog'], 3).map(({ word }) => word)).toEqual(['CAT', 'DOG']);
  expect(() => wordsOf(['cat'], 4)).toThrow('None of 1 word has 4 letters');
  expect(() => wordsOf([], 4)).toThrow('None of 0 words has 4 letters');
  expect(() => wordsOf(['cat', 'to:'], 3)).toThrow('Word 1 is "to:"; give a word of letters');
  expect(() => wordsOf(['cat', ''], 3)).toThrow('Word 1 is ""');
  expect(() => wordsOf(['cat', 7 as never], 3)).toThrow('Word 1 is 7');
  expect(() => wordsOf('cat' as never, 3)).toThrow('words are "cat"; give an array');
});
