import { describe, expect, test } from 'vitest';
import { Symbols } from '../../../src/puzzles/sudoku/symbols.ts';

describe('an alphabet', () => {
  test.each([
    [9, '1-9', 1, '1', 9, '9'],
    [16, '1-9A-G', 10, 'A', 16, 'G'],
    [35, '1-9A-Z', 33, 'X', 35, 'Z'],
    [36, '1-9A-Za', 35, 'Z', 36, 'a'],
    [61, '1-9A-Za-z', 36, 'a', 61, 'z'],
    [64, 'integers', 33, '33', 64, '64'],
  ])('of size %i is %s where nothing is said', (size, name, value, symbol, last, lastSymbol) => {
    const symbols = Symbols.usual(size);
    expect(symbols.name).toBe(name);
    expect(symbols.symbolOf(value)).toBe(symbol);
    expect(symbols.symbolOf(last)).toBe(lastSymbol);
    expect(symbols.symbolOf(0)).toBe('.');
  });

  test.each([
    ['1-9A-G', '123456789ABCDEFG'],
    ['0-F', '0123456789ABCDEF'],
    ['A-P', 'ABCDEFGHIJKLMNOP'],
    ['1-9A-Z', '123456789ABCDEFG'],
    ['PONMLKJIHGFEDCBA', 'PONMLKJIHGFEDCBA'],
  ])('asked for as %s', (name, list) => {
    const symbols = Symbols.of(name, 16);
    for (let value = 1; value <= 16; value++) {
      expect(symbols.symbolOf(value)).toBe(list[value - 1]);
      expect(symbols.read(list[value - 1])).toBe(value);
      expect(symbols.read(list[value - 1].toLowerCase())).toBe(value);
    }
    expect(symbols.read('.')).toBe(0);
    expect(symbols.read('Q')).toBe(-1);
    expect(symbols.read('12')).toBe(-1);
    // Its name does not depend on how it was asked for.
    expect(Symbols.of(list, 16).name).toBe(symbols.name);
    expect(Symbols.of(symbols.name, 16).name).toBe(symbols.name);
  });

  test('is kept only if a text may be in it unasked, since there is no end to the others', () => {
    expect(Symbols.of('0-F', 16)).toBe(Symbols.of('0123456789ABCDEF', 16));
    expect(Symbols.of('integers', 9)).toBe(Symbols.of('integers', 9));
    expect(Symbols.of('SUDOKWEBR', 9)).not.toBe(Symbols.of('SUDOKWEBR', 9));
    expect(Symbols.usual(100)).toBe(Symbols.usual(100));
    expect(Symbols.usual(101)).not.toBe(Symbols.usual(101));
  });

  test('says its name', () => {
    expect(`${Symbols.of('123', 3)}`).toBe('1-3');
  });

  test('tells cases apart only where it has both', () => {
    expect(Symbols.usual(35).read('a')).toBe(10);
    expect(Symbols.usual(36).read('a')).toBe(36);
    expect(Symbols.usual(36).read('A')).toBe(10);
  });

  test('takes 0 and X for blanks where they are no values', () => {
    expect(Symbols.usual(9).read('0')).toBe(0);
    expect(Symbols.of('0-F', 16).read('0')).toBe(1);
    expect(Symbols.usual(32).read('X')).toBe(0);
    expect(Symbols.usual(33).read('x')).toBe(33);
    expect(Symbols.of('A-Y', 25).read('X')).toBe(24);
    for (const symbols of [Symbols.usual(61), Symbols.of('A-Y', 25), Symbols.usual(100)]) {
      for (const blank of '._*-') expect(symbols.read(blank)).toBe(0);
    }
  });

  test('of integers', () => {
    const symbols = Symbols.of('integers', 100);
    for (const [text, value] of Object.entries({ 0: 0, '-1': 0, '00': 0, 7: 7, '07': 7, 100: 100 }))
      expect(symbols.read(text)).toBe(value);
    for (const text of ['101', '-2', '1.5', 'A', '', '1e1']) expect(symbols.read(text)).toBe(-1);
  });

  test.each([
    ['1-9', /9 symbols/],
    ['F-0', /backwards/],
    ['1-9A-GA', /twice/],
    ['1-9#', /no list/],
    ['', /no list/],
    [5 as unknown as string, /no list/],
  ])('is refused as %j', (name, message) => {
    expect(() => Symbols.of(name, 16)).toThrow(message);
    expect(() => Symbols.of(name, 16)).toThrow(
      expect.objectContaining({ name: 'QuadrilleError', code: 'bad-setting' }),
    );
  });
});

describe('seen from the text', () => {
  test.each([
    ['nothing but blanks', '....', 16, '1-9A-G'],
    ['digits', '12.9', 16, '1-9A-G'],
    ['digits and letters', '1F.', 16, '1-9A-G'],
    ['0 as the blank', '1F00', 16, '1-9A-G'],
    ['0 and another blank, no G', '01F.', 16, '0-9A-F'],
    ['as many 0 as a full grid has, and no G', `${'0'.repeat(16)}1F`, 16, '0-9A-F'],
    ['as many 0, but a G', `${'0'.repeat(16)}1G`, 16, '1-9A-G'],
    ['0 and another blank, a G', '01G.', 16, undefined],
    ['0 and another blank, no letter', '01.', 16, undefined],
    ['0 and another blank of a size that has no letters', '01.', 9, '1-9'],
    ['ten 0, which may be all blanks or all first values', '0123456789'.repeat(10), 10, undefined],
    ['letters alone', 'AP.', 16, 'A-P'],
    ['letters with 0 as the blank', 'AP0', 16, 'A-P'],
    ['letters alone, of 9', 'AI', 9, 'A-I'],
    ['x as the blank', '1xX9', 9, '1-9'],
    ['nothing but x', 'xxxx', 9, '1-9'],
    ['X among letters that go so far', 'AXY', 25, 'A-Y'],
    ['letters alone, of a size that needs more', 'AZ', 36, '1-9A-Za'],
  ])('%s', (_, cells, size, name) => {
    expect(Symbols.detect(cells, size)?.name).toBe(name);
  });
});
