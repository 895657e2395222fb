import { describe, expect, test } from 'vitest';
import { isUnique } from '../../src/index.ts';
import { WITH_KINDS } from '../../src/puzzles/gallery/variant-kinds.ts';
import { Variant, variant } from '../../src/sudoku.ts';
import { linesOf } from '../support/output-schema.ts';
import { quadrille } from '../support/quadrille.ts';

const generate = (...args: string[]) => quadrille(['generate', 'sudoku', '--size', '4', ...args]);

/** The names of clues that a kind may draw. */
const DRAWN: Readonly<Record<string, readonly string[]>> = {
  cages: ['cage'],
  thermos: ['thermometer'],
  arrows: ['arrow'],
  renban: ['renban'],
  kropki: ['white-dot', 'black-dot'],
  xv: ['v'],
  inequalities: ['inequality'],
  quadruples: ['quadruple'],
  sandwiches: ['sandwich'],
  'little-killers': ['little-killer'],
};

describe('clues are drawn', () => {
  // Whispers need larger grids.
  const kinds = WITH_KINDS.filter((kind) => kind !== 'whispers');
  test.each(kinds)('%s: one solution, and nothing can go', async (kind) => {
    const { stdout, code } = await generate('--with', kind, '--seed', '1', '--json');
    expect(code).toBe(0);
    const [made] = linesOf(stdout) as [{ puzzle: string; clues: number; givens: number }];
    expect(made).toMatchObject({ type: 'puzzle', index: 1, minimal: true, reached: true });
    const puzzle = variant(made.puzzle);
    expect(puzzle.kinds.length).toBeGreaterThan(0);
    for (const own of puzzle.kinds) expect(DRAWN[kind]).toContain(own);
    expect([puzzle.clues.length, puzzle.candidates.size]).toEqual([made.clues, made.givens]);
    const isOne = (one: Variant) => isUnique(one.problem).answer === 'unique';
    expect(isOne(puzzle)).toBe(true);
    const { shape, clues, candidates } = puzzle;
    for (const clue of clues) {
      const rest = clues.filter((other) => other !== clue);
      expect(isOne(new Variant({ shape, clues: rest, candidates }))).toBe(false);
    }
    for (const cell of candidates.keys()) {
      const rest = new Map([...candidates].filter(([other]) => other !== cell));
      expect(isOne(new Variant({ shape, clues, candidates: rest }))).toBe(false);
    }
  });

  test('several kinds, and each stays', async () => {
    const { stdout } = await generate('--with', 'cages, kropki', '--seed', '2', '--count', '3');
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      const { kinds } = variant(line);
      expect(kinds).toContain('cage');
      expect(kinds.some((kind) => kind.endsWith('-dot'))).toBe(true);
    }
  });

  test('on grids with boxes of another form', async () => {
    const args = ['generate', 'sudoku', '--boxes', '3x2', '--with', 'thermos', '--seed', '1'];
    const { stdout } = await quadrille(args);
    const { shape, problem } = variant(stdout);
    expect([shape.boxes, shape.pieces.length]).toEqual([false, 6]);
    expect(isUnique(problem).answer).toBe('unique');
  });

  test('the same seed gives the same puzzles, in any form', async () => {
    const args = ['--with', 'thermos', '--seed', '7'];
    const { stdout } = await generate(...args);
    expect((await generate(...args)).stdout).toBe(stdout);
    const other = (await generate(...args, '--as', 'f-puzzles-address')).stdout;
    expect(other).toMatch(/^https:/);
    expect(variant(other).clues).toEqual(variant(stdout).clues);
  });

  test('within a range of difficulty', async () => {
    const { stdout, code } = await generate('--with', 'cages', '--rating', '1.0..3.0', '--json');
    expect(code).toBe(0);
    const { difficulty, reached } = JSON.parse(stdout);
    expect(reached).toBe(true);
    expect(difficulty).toBeGreaterThanOrEqual(1);
    expect(difficulty).toBeLessThanOrEqual(3);
  });
});

test.each([
  [['--with', 'cage'], /--with is "cage"; did you mean cages\?/],
  [['--with', 'cages', '--givens', '3'], /--givens does not go with --with/],
  [['--as', 'iss'], /--as goes with --with/],
  [['--with', 'cages', '--technique', 'nothing'], /nothing/],
  // No two values up to 4 differ by 5.
  [['--with', 'whispers'], /50 of 4x4 keeps whispers; leave them out/],
])('%j is refused', async (args, message) => {
  const { stderr, stdout, code } = await generate(...args);
  expect([stdout, code]).toEqual(['', 2]);
  expect(stderr).toMatch(message);
});
