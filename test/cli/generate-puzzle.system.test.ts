import { describe, expect, test } from 'vitest';
import { isUnique } from '../../src/index.ts';
import { rate, sudokuScale } from '../../src/pencil.ts';
import { CATALOGUE } from '../../src/puzzles/gallery/catalogue.ts';
import { cluesOf, latinSquares, nonogram, queens, readClues, sudokuX } from '../../src/puzzles.ts';
import { encode, readPuzzle, Solver } from '../../src/sudoku.ts';
import { workFolder } from '../support/folder.ts';
import { linesOf } from '../support/output-schema.ts';
import { quadrille } from '../support/quadrille.ts';

const FILES = {
  'regions.txt': 'AAAB\nABBB\nCCCD\nCDDD\n',
  'words.txt': 'sator arepo tenet opera rotas\n',
  'pairs.txt': 'ad be cf abc def\n',
  'corners.txt': `${'###...###\n'.repeat(3)}${'...###...\n'.repeat(3)}${'###...###\n'.repeat(3)}`,
  'row.txt': `#########\n${'.........\n'.repeat(8)}`,
  'short.txt': '###',
};
const { path } = workFolder(FILES);
const generate = (...args: string[]) =>
  quadrille(['generate', ...args.map((arg) => (arg in FILES ? path(arg) : arg))]);

/** What is made is solved by the command that takes it: there is one solution. */
async function expectDrawn(...args: string[]): Promise<void> {
  const { stdout, stderr } = await quadrille(['draw', ...args, '--limit', '2']);
  expect(stderr).toBe('');
  expect(stdout.trimEnd().split('\n\n')).toHaveLength(1);
}

describe('the text of a puzzle is what draw takes', () => {
  test.each(['sudoku-x', 'windoku'])('%s, in place', async (name) => {
    const { stdout, code } = await generate(name, '--size', '4', '--seed', '1');
    expect(code).toBe(0);
    await expectDrawn(name, stdout.trim());
  });

  test('latin, jigsaw, in files', async () => {
    const { write, path } = workFolder({});
    write('latin', (await generate('latin', '5', '--seed', '1')).stdout);
    await expectDrawn('latin', '5', '--givens', path('latin'));
    write('regions', FILES['regions.txt']);
    write('jigsaw', (await generate('jigsaw', 'regions.txt', '--seed', '1')).stdout);
    await expectDrawn('jigsaw', path('regions'), '--givens', path('jigsaw'));
  });

  test('nonograms, whose picture is the only one', async () => {
    const [made] = linesOf((await generate('nonogram', '8x6', '--seed', '2', '--json')).stdout);
    const { puzzle, picture } = made as { puzzle: string; picture: string };
    expect(readClues(puzzle)).toEqual(cluesOf(picture));
    expect(picture.split('\n')).toHaveLength(9);
    expect(isUnique(nonogram(readClues(puzzle))).answer).toBe('unique');
    const again = await generate('nonogram', '8x6', '--seed', '2');
    expect(again.stdout).toBe(puzzle);
    const pretty = await generate('nonogram', '8x6', '--seed', '2', '--pretty', '--count', '2');
    expect(pretty.stdout.trimEnd().split('\n\n')).toHaveLength(2);
  });
});

test('else a prefix, below which solve finds one solution', async () => {
  const { stdout } = await generate('queens', '8', '--seed', '4', '--count', '3');
  const { stdout: problem } = await quadrille(['make', 'queens', '8']);
  const lines = stdout.trimEnd().split('\n');
  expect(lines).toHaveLength(3);
  for (const line of lines) {
    const args = ['solve', '--count', '--prefix', line];
    expect((await quadrille(args, { stdin: problem })).stdout).toBe('1\n');
    expect(isUnique(queens(8), { prefix: JSON.parse(line) }).answer).toBe('unique');
  }
  const again = await generate('queens', '8', '--seed', '4', '--count', '3');
  expect(again.stdout).toBe(stdout);
});

const SMALL: Readonly<Record<string, readonly string[]>> = {
  'sudoku-x': ['--size', '4'],
  windoku: ['--size', '4'],
  pentominoes: ['3x20'],
  dominoes: ['4x4'],
  polyominoes: ['4x4', 'I2*8'],
  polycubes: ['2x2x2', 'I2*4'],
  polyiamonds: ['triangle3', 'I3*3'],
  polyhexes: ['2x4', 'I2*4'],
  polysticks: ['2x2', 'V2*6'],
  polyspheres: ['tetrahedron3', '2-1*5'],
  polyforms: ['prisms', '1x1x3', '2-1', '2-2*2'],
  queens: ['6'],
  langford: ['4'],
  macmahon: ['2x3', '--colours', '2', '--border', 'any'],
  latin: ['4'],
  mates: ['5'],
  matching: ['petersen'],
  steiner: ['7'],
  kirkman: ['9'],
  jigsaw: ['regions.txt'],
  'word-square': ['words.txt', '5'],
  'word-rectangle': ['pairs.txt', '2x3'],
};

/** These have commands of their own, take long, or have a function, which no maker of clues calls. */
const OTHERS = ['sudoku', 'nonogram', 'slitherlink', 'masyu', 'bedlam', 'samurai'];
const WITH_FUNCTION = ['hamiltonian', 'knights-tour'];

test.each(['slitherlink', 'masyu'])(
  '%s: one solution, as address, JSON and picture',
  async (name) => {
    const args = [name, '4x4', '--seed', '1'];
    const { stdout, stderr, code } = await generate(...args);
    expect([stderr, code]).toEqual(['', 0]);
    expect(stdout).toMatch(/^https:\/\/puzz\.link\/p\?(slither|mashu)\/4\/4\/\w+\n$/);
    const [made] = linesOf((await generate(...args, '--json')).stdout);
    expect(made).toMatchObject({ name, puzzle: stdout.trim(), reached: true });
    const { stdout: text } = await quadrille(['make', name, stdout.trim()]);
    expect((await quadrille(['solve', '--count'], { stdin: text })).stdout).toBe('1\n');
    const drawn = await quadrille(['draw', name, '-'], { stdin: stdout });
    const pretty = await generate(...args, '--pretty');
    expect(pretty.stdout.trimEnd().split('\n').length).toBe(
      drawn.stdout.trimEnd().split('\n').length,
    );
    for (const sides of ['4', '2x5', '4x31', '4x5x6']) {
      expect((await generate(name, sides)).stderr).toMatch(
        /give ROWSxCOLUMNS, from ([34])x\1 to 30x30/,
      );
    }
  },
);

test.each(WITH_FUNCTION)('%s is refused with the reason', async (name) => {
  const { stdout, stderr, code } = await generate(name, '6x6');
  expect([stdout, code]).toEqual(['', 2]);
  expect(stderr).toContain('rules by functions');
});

test.each(CATALOGUE.filter(({ name }) => ![...OTHERS, ...WITH_FUNCTION].includes(name)))(
  '$name can be made and drawn',
  async ({ name }) => {
    const args = [name, ...(SMALL[name] ?? []), '--seed', '1'];
    const { stdout, stderr, code } = await generate(...args, '--json');
    expect([stderr, code]).toEqual(['', 0]);
    const [made] = linesOf(stdout);
    expect(made).toMatchObject({ name, minimal: true, reached: true });
    const pretty = await generate(...args, '--pretty');
    expect([pretty.stderr, pretty.code]).toEqual(['', 0]);
    const draw = (...flags: string[]) =>
      quadrille(
        ['draw', ...args.slice(0, -2), ...flags].map((arg) => (arg in FILES ? path(arg) : arg)),
      );
    const whole = await draw();
    const { puzzle: written, prefix } = made ?? {};
    if (written === undefined) {
      const clues = ['--prefix', JSON.stringify(prefix)];
      const puzzle = await draw(...clues, '--unsolved');
      expect(puzzle).toMatchObject({ stdout: pretty.stdout.replace(/\n$/, ''), code: 0 });
      expect((await draw(...clues, '--unsolved', '--svg', '-')).stdout).toMatch(/^<svg /);
      const [one, ...others] = (await draw(...clues, '--all')).stdout.split(/\n\n$/);
      expect(others).toEqual(['']);
      expect((await draw(...clues)).stdout.trimEnd()).toBe(one);
    }
    // Clues are drawn on the board of the problem.
    if (!['matching', 'steiner', 'kirkman', 'langford'].includes(name)) {
      expect(pretty.stdout.trimEnd().split('\n').length).toBe(
        whole.stdout.trimEnd().split('\n').length,
      );
    }
  },
);

describe('wishes', () => {
  test('a symmetric pattern', async () => {
    const flags = ['--symmetry', 'rotational', '--seed', '1'];
    const { stdout } = await generate('latin', '6', ...flags);
    const given = [...stdout.replace(/\s/g, '')].map((value) => value !== '.');
    expect(given).toEqual([...given].reverse());
    const group = await generate('queens', '6', '--symmetry', 'group', '--seed', '1');
    expect(group.code).toBe(0);
  });

  test('cells of a pattern', async () => {
    const { stdout } = await generate('sudoku', '--pattern', 'corners.txt', '--seed', '1');
    const marks = FILES['corners.txt'].replace(/\s/g, '');
    const { givens } = readPuzzle(stdout);
    expect(new Solver().isUnique(givens).answer).toBe('unique');
    expect([...givens].filter((value, cell) => value > 0 && marks[cell] === '.')).toEqual([]);
    const other = await generate('sudoku-x', '--pattern', 'corners.txt', '--seed', '1');
    const grid = [...other.stdout.trim()];
    expect(grid.filter((value, cell) => value !== '.' && marks[cell] === '.')).toEqual([]);
  });

  test('a pattern that is too small is told', async () => {
    const given = ['--pattern', 'row.txt', '--attempts', '3', '--seed', '1'];
    const { stderr } = await generate('sudoku', ...given);
    expect(stderr).toMatch(
      /^Puzzle 1: \d+ givens, \d+ of them outside of the pattern: the closest/,
    );
    const other = await generate('latin', '9', ...given);
    expect([other.stdout, other.code]).toEqual(['', 3]);
    expect(other.stderr).toContain('No puzzle: all clues together allow more than one solution');
  });

  test('a rating and a technique', async () => {
    const given = ['--rating', '1.5..4.5', '--technique', 'pointing', '--seed', '2', '--json'];
    const [sudoku = {}] = linesOf((await generate('sudoku', ...given)).stdout);
    const { puzzle, techniques, difficulty: told, reached } = sudoku;
    expect(reached).toBe(true);
    expect(techniques).toContain('pointing');
    const { shape, givens } = readPuzzle(puzzle as string);
    const prefix = [...givens].flatMap((value, cell) => (value > 0 ? [9 * cell + value - 1] : []));
    const { difficulty } = rate(encode(shape), { prefix, scale: sudokuScale });
    expect(difficulty).toBe(told);
    const easy = ['--rating', '1..3.4', '--seed', '1', '--json'];
    const [variant = {}] = linesOf((await generate('sudoku-x', ...easy)).stdout);
    const { prefix: clues, difficulty: rated } = variant;
    const below = { prefix: clues as number[], scale: sudokuScale };
    expect(rate(sudokuX(), below).difficulty).toBe(rated);
    const far = await generate('sudoku', '--rating', '20..21', '--attempts', '2', '--seed', '1');
    expect(far.stderr).toMatch(
      /^Puzzle 1: \d+ givens, difficulty [\d.]+: the closest of 2 attempts/,
    );
    expect(far.code).toBe(3);
  });

  test('a technique by its name in any case', async () => {
    const rated = ['--technique', 'Hidden Single', '--seed', '1', '--json'];
    const [made] = linesOf((await generate('sudoku', ...rated)).stdout);
    expect(made).toMatchObject({
      reached: true,
      techniques: expect.arrayContaining(['hidden single']),
    });
  });

  test('a number of clues, and clues crossed out', async () => {
    const [{ prefix: nine } = {}] = linesOf(
      (await generate('latin', '4', '--number', '9', '--json')).stdout,
    );
    expect(nine).toHaveLength(9);
    const crossed = await generate('latin', '4', '--clues', 'crossed', '--seed', '1');
    const prefix = JSON.parse(crossed.stdout);
    expect(Math.max(...prefix)).toBeLessThan(0);
    expect(isUnique(latinSquares(4), { prefix }).answer).toBe('unique');
  });
});

test('there is no puzzle of a problem without a solution', async () => {
  const { stderr, code } = await generate('queens', '3');
  expect([stderr, code]).toEqual(['There is no solution, and so no puzzle.\n', 1]);
  const { stdout } = await generate('queens', '3', '--json');
  expect(JSON.parse(stdout)).toMatchObject({ type: 'status', status: 'complete', solutions: 0 });
});

test.each([
  [['pentominoes', '6x10', '--clues', 'crossed'], '--timeout'],
  [['nonogram', '30x30', '--count', '1000'], '--timeout'],
])('%j stops in time', async (args, by) => {
  const { stderr, code } = await generate(...args, by, '.05', '--seed', '1');
  expect(stderr).toContain(`Stopped by ${by}.\n`);
  expect(code).toBe(3);
});
