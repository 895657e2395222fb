import { describe, expect, test } from 'vitest';
import { isUnique } from '../../src/engine/solve/api.ts';
import { fragmentOf, readFragment } from '../../src/playground/state.ts';
import { possibleMarks } from '../../src/playground/sudoku-hints.ts';
import { alphabetOf, stateOf, variantTextOf } from '../../src/playground/sudoku-state.ts';
import {
  contradiction,
  readVariant,
  superfluous,
  writtenVariant,
} from '../../src/playground/sudoku-variant.ts';
import { type Findings, judge } from '../../src/playground/sudokus.ts';
import { variantWords } from '../../src/playground/variant-words.ts';
import { variant } from '../../src/puzzles/variants/read.ts';
import { plainShape } from '../../src/puzzles/variants/shape.ts';
import { Variant } from '../../src/puzzles/variants/variant.ts';

/** 4x4: rows of the solution are 1234, 3412, 2143, 4321. */
const SOLUTION = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
const SMALL =
  '.Shape~4x4.Cage~3~R1C1~R1C2.Cage~7~R1C3~R1C4.Thermo~R1C1~R2C1~R2C2.Thermo~R1C3~R1C4.~R2C3_1.~R3C2_1.~R3C3_4.~R3C1_1_2';
const ZEROS = new Array<number>(16).fill(0);
const boardOf = (text: string) => ({ kind: 'variant', boxes: '3x3', regions: '', text }) as const;

describe('what was read, in words', () => {
  test.each([
    [SMALL, '4x4, 2 cages, 2 thermometers, 3 givens, 1 cell with given candidates'],
    ['.AntiKnight.Sandwich~8~C1.Sandwich~4~C2.X~R1C1~R1C2', '9x9, anti-knight, 1 X, 2 sandwiches'],
    ['.Shape~6x8~0-7', '6x8, values 0 to 7'],
    ['.Shape~9x8', '9x8, no boxes'],
    ['.Shape~4x4~5', '4x4, values 1 to 5'],
    [`.NoBoxes.Shape~4x4.Jigsaw~0011001122332233`, '4x4, 4 pieces'],
  ])('%s: %s', (text, words) => {
    expect(variantWords(variant(text))).toBe(words);
  });

  test('cells of their own, and the author', () => {
    const clues = [
      { kind: 'odd', cells: [0, 3], numbers: [] },
      { kind: 'odd', cells: [5], numbers: [] },
      { kind: 'minimum', cells: [6, 9], numbers: [] },
    ] as const;
    const stated = new Variant({ shape: plainShape(4), clues, author: 'A. Setter' });
    expect(variantWords(stated)).toBe('4x4, 3 odd cells, 2 minima; by A. Setter');
  });
});

describe('the state of a variant', () => {
  const read = readVariant({ text: SMALL });

  test('is its text and what is written; givens and candidates stand in the text', async () => {
    const link = { kind: 'variant', text: SMALL, show: 'pencil' };
    const back = await readFragment(await fragmentOf({ view: 'sudoku', state: link }));
    expect(variantTextOf(back?.state)).toBe(SMALL);
    const state = stateOf(back?.state, read);
    expect(state.givens).toEqual(
      SOLUTION.map((value, cell) => ([6, 9, 10].includes(cell) ? value : 0)),
    );
    expect(state.pencilled?.marks).toEqual(ZEROS.map((_, cell) => (cell === 8 ? 0b110 : 0)));
    expect(stateOf({ ...link, givens: [1, 9, -1, 'x'] }, read).givens).toEqual([
      1,
      ...ZEROS.slice(1),
    ]);
  });

  test('without a variant is a plain board', () => {
    expect(stateOf({ kind: 'variant', text: SMALL }).kind).toBe('sudoku');
    expect(variantTextOf({ kind: 'sudoku', text: SMALL })).toBeUndefined();
    expect(variantTextOf({ kind: 'variant', text: 'x'.repeat(60_000) })).toBeUndefined();
    expect(variantTextOf({ kind: 'variant', text: [SMALL] })).toBeUndefined();
    expect(variantTextOf(null)).toBeUndefined();
  });

  test('numbers for values, letters for the keys of those from 10', () => {
    const { symbolOf, keyOf } = alphabetOf({ values: 12, least: 0 });
    expect([1, 11, 12].map(symbolOf)).toEqual(['0', '10', '11']);
    expect([1, 11, 12].map(keyOf)).toEqual(['0', 'a', 'b']);
    expect(alphabetOf({ values: 12 }).symbolOf(10)).toBe('A');
  });

  test('is written with other givens, and is the same', () => {
    const givens = SOLUTION.map((value, cell) => (cell === 0 ? value : 0));
    const written = variant(writtenVariant({ text: SMALL, givens }));
    expect(written.clues).toEqual(variant(SMALL).clues);
    expect([...written.candidates]).toEqual([
      [0, [1]],
      [8, [1, 2]],
    ]);
  });

  test('its drawing has room for clues outside, and all its lines', () => {
    const { layout } = readVariant({ text: '.Shape~6x8.Sandwich~8~C1' });
    expect([layout.rows, layout.columns, layout.values]).toEqual([6, 8, 8]);
    expect(layout.drawing?.room.above).toBeGreaterThan(0);
    expect(layout.drawing?.svg).toMatch(/^<svg .*<\/svg>$/s);
  });
});

describe('the questions about a variant', () => {
  test('one solution; several with their candidates, also by options that clues divide', async () => {
    const { givens } = readVariant({ text: SMALL });
    const found = await judge({ board: boardOf(SMALL), givens }, () => undefined);
    expect(found).toMatchObject({ answer: 'unique', solution: SOLUTION });
    // Of a sandwich each value in its line has two options.
    const text = '.Shape~4x4.Sandwich~5~R1.~R1C1_1';
    const own = readVariant({ text });
    const several: Findings = await judge({ board: boardOf(text), givens: own.givens }, () => {});
    expect(several.answer).toBe('several');
    const { problem, grid } = variant(text);
    const isTrue = (cell: number, value: number) => {
      const { shape, clues } = variant(text);
      const candidates = new Map([
        [0, [1]],
        [cell, [value].filter((one) => cell > 0 || one === 1)],
      ]);
      return isUnique(new Variant({ shape, clues, candidates }).problem).answer !== 'none';
    };
    expect(problem.optionCount).toBeGreaterThan(61);
    for (let cell = 0; cell < grid.cells; cell++) {
      const values = [1, 2, 3, 4].filter((value) => isTrue(cell, value));
      expect(several.candidates?.[cell]?.map(({ value }) => value)).toEqual(values);
      const counts = several.candidates?.[cell]?.map(({ exact }) => Number(exact)) ?? [];
      expect(counts.reduce((sum, count) => sum + count)).toBe(Number(several.exact));
    }
  });

  test('superfluous: those without which there is one solution, each by itself', () => {
    const { givens } = readVariant({ text: SMALL });
    const news: number[] = [];
    const { spare, all } = superfluous({ text: SMALL, givens }, ({ tried }) => news.push(tried));
    expect(all).toBe(8);
    expect(news).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    const stated = variant(SMALL);
    const without = stated.clues.filter((_, k) => {
      const clues = stated.clues.filter((__, other) => other !== k);
      const { shape, candidates } = stated;
      return isUnique(new Variant({ shape, clues, candidates }).problem).answer === 'unique';
    });
    expect(spare.filter(({ title }) => !title.startsWith('given'))).toHaveLength(without.length);
    expect(spare.map(({ title }) => title)).toContain('given 1/2 at r3c1');
  });

  test('what a rule says of cells without a mark goes with the marks', () => {
    const text =
      '.Shape~4x4.WhiteDot~R1C1~R1C2.BlackDot~R1C3~R1C4.Cage~3~R4C1~R4C2.Cage~4~R4C1~R4C2.StrictKropki';
    const parts = contradiction({ text, givens: ZEROS }, () => undefined);
    expect(parts.map(({ title }) => title).sort()).toEqual([
      'cage of 3 at r4c1',
      'cage of 4 at r4c1',
    ]);
  });

  test('a contradiction names clues and givens, none of which can be spared', () => {
    const text = `${SMALL}.Cage~5~R4C1~R4C2.~R4C1_4.~R4C3_2`;
    const { givens } = readVariant({ text });
    const parts = contradiction({ text, givens }, () => undefined);
    expect(parts.length).toBeGreaterThan(1);
    const titles = parts.map(({ title }) => title);
    expect(titles).toContain('cage of 5 at r4c1');
    // A clue alone that no values keep.
    const alone = contradiction({ text: '.Shape~4x4.Cage~9~R1C1~R1C2', givens: ZEROS }, () => {});
    expect(alone.map(({ title }) => title)).toEqual(['cage of 9 at r1c1']);
  });

  test('a check names the clues that values break', async () => {
    const check = (text: string, values: Record<number, number>) =>
      possibleMarks({
        board: boardOf(text),
        givens: readVariant({ text }).givens,
        pencilled: { values: ZEROS.map((_, cell) => values[cell] ?? 0), marks: ZEROS },
      });
    const titles = async (text: string, values: Record<number, number>) =>
      (await check(text, values)).broken.map(({ title }) => title);
    expect(await titles(SMALL, { 0: 1, 4: 3 })).toEqual([]);
    expect(await titles(SMALL, { 0: 4 })).toEqual([
      'cage of 3 at r1c1',
      'thermometer from r1c1 to r2c2',
    ]);
    expect(await titles('.Shape~4x4.AntiKing', { 0: 1, 6: 1 })).toEqual([]);
    expect(await titles('.Shape~4x4.AntiKing', { 2: 1, 5: 1 })).toEqual(['anti-king']);
    expect(await titles('.Shape~4x4.AntiConsecutive', { 0: 1, 1: 2 })).toEqual(['non-consecutive']);
    const { marks } = await check(SMALL, { 0: 1 });
    expect(marks[4] & 0b10).toBe(0);
    expect(marks[8]).toBe(0b100);
  });
});
