import { describe, expect, test } from 'vitest';
import { first } from '../../../src/index.ts';
import { hint, rate, steps } from '../../../src/puzzles/pencil/questions.ts';
import { sentences } from '../../../src/puzzles/pencil/sentences.ts';
import { sudokuScale } from '../../../src/puzzles/pencil/sudoku-scale.ts';
import { variantCover } from '../../../src/puzzles/pencil/variant-cover.ts';
import { encode } from '../../../src/puzzles/sudoku/encode.ts';
import { Shape } from '../../../src/puzzles/sudoku/shape.ts';
import { readPuzzles } from '../../../src/puzzles/sudoku/text/reader.ts';
import type { Clue } from '../../../src/puzzles/variants/clue.ts';
import { readIss } from '../../../src/puzzles/variants/read-iss.ts';
import { plainShape } from '../../../src/puzzles/variants/shape.ts';
import { Variant } from '../../../src/puzzles/variants/variant.ts';

const HARD = [
  '3..59......14.3..6.5..8.............18..2...757.....4.....5.92.83.......9.....4.1',
  '.5.9.6.4.....1.......287.....64.85...........2.......73.......2.9.3.1.8.87..2..19',
].join('\n');

describe('a variant in steps, hint and rate', () => {
  const KILLER = new Variant(
    readIss(
      '.Cage~3~R1C1~R1C2.Cage~15~R1C3~R1C4~R1C5.Cage~22~R1C6~R2C5~R2C6~R3C5.Cage~4~R1C7~R2C7.Cage~16~R1C8~R2C8' +
        '.Cage~15~R1C9~R2C9~R3C9~R4C9.Cage~25~R2C1~R2C2~R3C1~R3C2.Cage~17~R2C3~R2C4.Cage~9~R3C3~R3C4~R4C4' +
        '.Cage~8~R3C6~R4C6~R5C6.Cage~20~R3C7~R3C8~R4C7.Cage~6~R4C1~R5C1.Cage~14~R4C2~R4C3.Cage~17~R4C5~R5C5~R6C5' +
        '.Cage~17~R4C8~R5C7~R5C8.Cage~13~R5C2~R5C3~R6C2.Cage~20~R5C4~R6C4~R7C4.Cage~12~R5C9~R6C9' +
        '.Cage~27~R6C1~R7C1~R8C1~R9C1.Cage~6~R6C3~R7C2~R7C3.Cage~20~R6C6~R7C6~R7C7.Cage~6~R6C7~R6C8' +
        '.Cage~10~R7C5~R8C4~R8C5~R9C4.Cage~14~R7C8~R7C9~R8C8~R8C9.Cage~8~R8C2~R9C2.Cage~16~R8C3~R9C3' +
        '.Cage~15~R8C6~R8C7.Cage~13~R9C5~R9C6~R9C7.Cage~17~R9C8~R9C9',
    ),
  );
  const cover = variantCover(KILLER);
  const solution = KILLER.decode(first(KILLER.problem).solution?.payloads ?? []);
  const optionOf = (cell: number, value: number) => cover.optionOf(cell, value) as number;

  test('is solved, and each sentence names its clue', () => {
    const found = steps(KILLER);
    const all = [...found];
    expect(found.ending).toBe('solved');
    const values = all.flatMap(({ chosen }) => chosen);
    expect(KILLER.decode(values.map((option) => cover.payload(option)))).toEqual(solution);
    const cages = all.filter(({ technique }) => technique === 'cage');
    expect(cages.length).toBeGreaterThan(10);
    for (const step of cages) {
      const [where, ...why] = sentences(step, KILLER);
      expect(where).toMatch(/^Cage: look at r\dc\d.*\.$/);
      expect(why.join(' ')).toMatch(/The cage of \d+ at r\dc\d .* (?:is|are) out\.$/);
    }
    expect(sentences(cages[0], KILLER)[1]).toBe('The cage of 3 at r1c1 must have 1 and 2.');
    expect(rate(KILLER).difficulty).toBe(Math.max(...all.map(({ difficulty }) => difficulty)));
  });

  test('a hint goes on from what a player has, and names what is wrong', () => {
    const [v, w] = solution;
    const good = [optionOf(0, v), ~optionOf(1, v === w ? 1 : v)];
    const next = hint(KILLER, { prefix: good });
    expect(next.kind).toBe('step');
    const wrong = optionOf(40, KILLER.shape.values.find((value) => value !== solution[40]) ?? 0);
    const out = ~optionOf(80, solution[80]);
    expect(hint(KILLER, { prefix: [...good, wrong, out] })).toEqual({
      kind: 'mistake',
      decisions: [wrong, out],
      status: 'found',
    });
    const full = solution.map((value, cell) => optionOf(cell, value));
    expect(hint(KILLER, { prefix: full })).toEqual({ kind: 'solved', status: 'complete' });
  });

  test('a full grid that breaks a clue is no solution, though a caller says that there is one', () => {
    const clues: Clue[] = [{ kind: 'cage', cells: [0, 1, 2], numbers: [6] }];
    const shape = plainShape(4);
    const grid = [4, 1, 2, 3, 2, 3, 4, 1, 1, 2, 3, 4, 3, 4, 1, 2];
    const candidates = new Map(grid.map((value, cell) => [cell, [value]]));
    const broken = new Variant({ shape, clues, candidates });
    expect(rate(broken, { unique: true }).ending).toBe('contradiction');
    expect(hint(broken).kind).toBe('contradiction');
    expect(rate(broken, { unique: true, scale: sudokuScale }).ending).toBe('contradiction');
  });

  test('without clues it is rated as the plain Sudoku, and keeps its patterns of one solution', () => {
    for (const { givens } of readPuzzles(HARD)) {
      const candidates = new Map<number, number[]>();
      givens.forEach((value, cell) => {
        if (value > 0) candidates.set(cell, [value]);
      });
      const variant = new Variant({ shape: plainShape(9), candidates });
      const plain = rate(encode(Shape.of(), givens), { scale: sudokuScale, unique: true });
      expect(rate(variant, { unique: true }).difficulty).toBe(plain.difficulty);
    }
  });

  test('a cage says once what it leaves: its sets, and the cells that have less', () => {
    const clues: Clue[] = [
      { kind: 'cage', cells: [0, 1], numbers: [3] },
      { kind: 'cage', cells: [2, 3, 4], numbers: [15] },
    ];
    const candidates = new Map([[2, [5, 6, 7, 8, 9]]]);
    const variant = new Variant({ shape: plainShape(9), clues, candidates });
    const texts = Array.from(steps(variant, { unique: true, limit: 4 }), (step) =>
      sentences(step, variant).slice(1, -1),
    );
    expect(texts.filter(([text]) => text.includes('must have'))).toEqual([
      ['The cage of 3 at r1c1 must have 1 and 2.'],
      [
        'The cage of 15 at r1c3 must have 3, 5 and 7, or 4, 5 and 6, or 3, 4 and 8.',
        'It leaves 3, 4, 5, 6 and 7 at r1c4, 3, 4, 5, 6 and 7 at r1c5.',
      ],
    ]);
  });

  test('the rule of 45: what cages leave of a row', () => {
    const clues: Clue[] = [
      { kind: 'cage', cells: [0, 1, 2, 3], numbers: [19] },
      { kind: 'cage', cells: [4, 5, 6, 7], numbers: [20] },
    ];
    const variant = new Variant({ shape: plainShape(9), clues });
    const [first] = steps(variant, { unique: true, limit: 1 });
    expect(sentences(first, variant)).toEqual([
      'Rule of 45: look at r1c9.',
      'Row 1 adds up to 45; without the cage of 19 at r1c1 and the cage of 20 at r1c5 there is left: r1c9 = 6.',
      'That leaves 6 at r1c9.',
      'So 1, 2, 3, 4, 5, 7, 8 and 9 at r1c9 are out.',
    ]);
  });
});
