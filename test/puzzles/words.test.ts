import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readWords, wordsOf } from '../../src/puzzles/words.ts';

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
    // Three letters for whoever reads them: a consonant, one with a vowel sign, a cluster.
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
    ["it's", undefined, /no words; .*\(1 were left out\)/],
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
    { numRuns: 1000 },
  );
});

test('words of a length', () => {
  expect(wordsOf(['cat', 'to', 'CAT', 'dog'], 3).map(({ word }) => word)).toEqual(['CAT', 'DOG']);
  expect(() => wordsOf(['cat'], 4)).toThrow('None of the 1 words has 4 letters');
  expect(() => wordsOf([], 4)).toThrow('None of the 0 words');
  expect(() => wordsOf(['cat', 'to:'], 3)).toThrow('Word 1 is "to:"; give a word of letters');
  expect(() => wordsOf(['cat', ''], 3)).toThrow('Word 1 is ""');
  expect(() => wordsOf(['cat', 7 as never], 3)).toThrow('Word 1 is 7');
  expect(() => wordsOf('cat' as never, 3)).toThrow('words are "cat"; give an array');
});
