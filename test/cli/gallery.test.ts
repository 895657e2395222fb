import { existsSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { readDlx } from '../../src/engine/formats/dlx/reader.ts';
import { QuadrilleError } from '../../src/engine/problem/error.ts';
import { first } from '../../src/index.ts';
import { drawSvg, sudokuBoard, valuesOf } from '../../src/picture.ts';
import { CATALOGUE } from '../../src/puzzles/gallery/catalogue.ts';
import { sudokuX, windoku } from '../../src/puzzles.ts';
import { Shape } from '../../src/sudoku.ts';
import { gallery, isLarge, isLargest, promised } from './gallery-examples.ts';

const { here, path, read, write, run, make, count } = gallery();

describe('every example of help can be made', () => {
  test.each(promised)('make $name $args', async ({ name, args }) => {
    const { stdout, stderr, code } = await make(name, args);
    expect([stderr, code]).toEqual(['', 0]);
    expect(stdout).toMatch(new RegExp(`^\\| quadrille make ${name}`));
    expect(readDlx(stdout, { onRule() {} }).primaryCount).toBeGreaterThan(0);
  });

  test.each(promised.filter((each) => !isLarge(each)))(
    'draw $name $args',
    async ({ name, args, none }) => {
      const { stdout, stderr, code } = await run('draw', name, args);
      if (none) expect([stdout, code]).toEqual(['', 1]);
      else expect([stdout === '', stderr, code]).toEqual([false, '', 0]);
    },
  );
});

describe('and has as many solutions as it says', () => {
  const counted = promised.filter(
    (each) => each.solutions !== undefined && !isLarge(each) && !isLargest(each),
  );

  test('for many of them, that is', () => {
    expect(counted.length).toBeGreaterThan(12);
  });

  test.each(counted)('$name $args: $solutions', async ({ name, args, solutions = '' }) => {
    expect(await count(name, args)).toBe(solutions.replaceAll(',', ''));
  });
});

test('a text with a function names the puzzle, which must be that of the text', async () => {
  const { stdout } = await make('slitherlink', 'slither/5/5/cbcbcddad');
  const [, line, warning, ...rest] = stdout.split('\n');
  expect(line).toBe('|! slitherlink https://puzz.link/p?slither/5/5/cbcbcddad');
  expect(warning).toContain('find more solutions');
  const solve = (stdin: string, ...flags: string[]) => here(`solve ${flags.join(' ')}`, { stdin });
  expect((await solve(stdout, '--unique')).stdout).toBe('unique\n');
  expect((await solve(rest.join('\n'), '--count')).stdout).not.toBe('1\n');
  for (const [other, why] of [
    ['|! hamiltonian 6x6', 'is of another problem than the text'],
    ['|! slitherlink regions.txt', 'names a file'],
    ['|! nothing', 'names no problem of the gallery'],
  ] as const) {
    const { stderr, code } = await solve([other, ...rest].join('\n'), '--count');
    expect([code, stderr]).toEqual([2, expect.stringContaining(why)]);
  }
  for (const flag of ['--cnf', '--lp', '--best 1', '--up-to-symmetry --count']) {
    const { stderr, code } = await solve(stdout, flag);
    expect([flag, code, stderr]).toEqual([
      flag,
      2,
      expect.stringMatching(/one loop|beyond covering/),
    ]);
  }
  const file = await make('hamiltonian', 'graph.txt');
  expect(file.stderr).toContain('which no text holds where it comes from a file; give its size');
});

test.each(CATALOGUE.map(({ name }) => name))('draw %s: its examples draw one', async (name) => {
  const { stdout } = await here(`draw ${name} --help`);
  const [, examples = ''] = stdout.split('Examples:\n');
  expect(examples).toContain(`quadrille draw ${name}`);
  const [lines, classes] = [/(\S+ \S+) [\d,]+ solutions\n.*/g, /--up-to-symmetry$/];
  for (const [whole, before] of examples.matchAll(lines)) {
    expect(before === 'one of', whole).toBe(!classes.test(whole));
  }
  const make = await here(`make ${name} --help`);
  expect(make.stdout).not.toContain('one of 12,500');
});

describe('what is in files', () => {
  test.each([
    ['nonogram', 'clues.non', '1'],
    ['matching', 'graph.txt', '2'],
    ['dominoes', 'region.txt', '2'],
    ['word-square', 'words.txt 5', '2'],
    ['mates', 'square.txt', '1'],
    // Two corners in two ways, three dominoes in three.
    ['polyominoes', '2x3 domino corner --pieces pieces.txt --unlimited', '5'],
    // With names only these are laid, whatever else the file draws.
    ['polyominoes', '2x3 domino --pieces pieces.txt --unlimited', '3'],
    ['polyominoes', '1x3 S --pieces bars.txt', '1'],
    ['polycubes', '1x1x3 S --pieces bars.txt', '1'],
    // A drawn piece goes by its name, too, with the number that is named.
    ['polyominoes', '3x4 I3*3 I1*3', '18'],
    ['polyominoes', '3x4 S*3 T*3 --pieces bars.txt', '18'],
    ['polyominoes', '3x4 S*3 T I2 --pieces bars.txt', '28'],
    ['polyominoes', '3x4 I3*3 I1 I2', '28'],
    // OEIS A006253.
    ['polycubes', '2x2x2 domino --unlimited', '9'],
    // Matchings of three edges in a grid of 4x4.
    ['polyominoes', '4x4 I2*3 --gaps', '1044'],
    ['polycubes', '3x3x3 O4*6 I1*3', '8'],
    // A hexagon of six triangles, drawn or named; pieces from a file.
    ['polyiamonds', 'ring.txt I3*2', '3'],
    ['polyiamonds', 'hexagon1 --pieces wedges.txt', '3'],
    ['polyiamonds', 'hexagon1x1x1 wedge*1 I3 --pieces wedges.txt', '6'],
    ['polyhexes', '2x2 I2 --unlimited', '2'],
    ['polysticks', 'cross.txt I1*4', '1'],
    ['polyspheres', 'tetrahedron2 2-1*2', '3'],
    ['polyforms', 'hexagons 4x7 tetrahexes', '18'],
    ['polyforms', 'squares 4x4 I2*3 --gaps', '1044'],
    // The perfect matchings of the cube and of the dodecahedron.
    ['matching', 'cube3', '9'],
    ['matching', 'k6', '15'],
    ['matching', 'Petersen', '6'],
    ['matching', 'dodecahedron', '36'],
    // A value in the corner leaves a quarter: 576, 48, 168, 144 and 288 without it.
    ['latin', '4 --givens puzzle.txt', '144'],
    ['sudoku-x', '1...............', '12'],
    ['windoku', '1...............', '42'],
    ['jigsaw', 'regions.txt --givens puzzle.txt', '36'],
    ['sudoku', '1...............', '72'],
    // MacMahon's six squares of two colours have no board with a border of one colour.
    ['macmahon', '2x3 --colours 2', '0'],
    ['macmahon', '2x3 --colours 2 --border any', '416'],
    ['word-square', 'few.txt 3', '0'],
    ['word-square', 'few.txt 3 --repeats', '5'],
  ])('%s %s: %s, and draw draws one', async (name, args, solutions) => {
    expect(await count(name, args)).toBe(solutions);
    const { stdout, code } = await run('draw', name, args);
    expect([stdout === '', code]).toEqual(solutions === '0' ? [true, 1] : [false, 0]);
  });

  test.each([
    ['jigsaw', 'regions.txt'],
    ['word-rectangle', 'words.txt 3x3 --repeats'],
    ['samurai', 'samurai.txt'],
    ['sudoku', 'sudoku.txt'],
  ])('draw %s %s', async (name, args) => {
    const { stdout, stderr, code } = await run('draw', name, args);
    expect([stdout === '', stderr, code]).toEqual([false, '', 0]);
  });
});

test('what cannot be counted in seconds', async () => {
  const dlx = async (name: string, args: string) => readDlx((await make(name, args)).stdout);
  const options = async (name: string, args: string) => (await dlx(name, args)).optionCount;
  expect((await dlx('pentominoes', '9x10 --one-sided')).primaryCount).toBe(18 + 90);
  expect((await dlx('polyominoes', '1x1 I1 --one-sided')).primaryCount).toBe(2);
  expect(await options('polyominoes', '3x3 F I4 --one-sided')).toBeLessThan(
    await options('polyominoes', '3x3 F I4'),
  );
  expect(await options('polyominoes', '3x3 F O4 --up-to-symmetry')).toBeLessThan(
    await options('polyominoes', '3x3 F O4'),
  );
  expect(await options('bedlam', '--up-to-symmetry')).toBeLessThan(await options('bedlam', ''));
  expect(await options('samurai', 'samurai.txt')).toBe((await options('samurai', '')) - 8);
});

test('a Sudoku takes the flags of draw', async () => {
  const flags = '--size 4 --all --stats --seed 3 --timeout 60';
  const { stdout, stderr, code } = await here(`draw sudoku 1............... ${flags}`);
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^complete, 72 solutions, /)]);
  expect(stdout.split('\n\n')).toHaveLength(73);
});

test('kinds of Sudoku are drawn with what is special about them', async () => {
  const shape = Shape.of({ size: 4 });
  const drawn = async (name: string) => (await here(`draw ${name} --size 4 --svg -`)).stdout;
  const givens = new Uint8Array(16);
  for (const [name, problem, extra] of [
    ['sudoku-x', sudokuX({ size: 4 }), 'diagonals'],
    ['windoku', windoku({ size: 4 }), 'windows'],
  ] as const) {
    const grid = valuesOf(first(problem).solution?.payloads ?? [], 4);
    expect(await drawn(name)).toBe(drawSvg(sudokuBoard(shape, grid, { givens, extra })));
  }
});

test('memory that cannot be had is exit 3 here too', async () => {
  const [exhibit] = CATALOGUE;
  const make = vi.spyOn(exhibit, 'make').mockImplementation(() => {
    throw new QuadrilleError('out-of-memory', 'This machine has no 2 GB left for the options.');
  });
  const { stderr, code } = await here('make pentominoes 6x10');
  make.mockRestore();
  expect(stderr).toMatch(/^quadrille make: pentominoes: This machine has no 2 GB left/);
  expect(code).toBe(3);
});

test('what is made stands above it, on one line', async () => {
  const { stdout } = await here('make sudoku 1............... --size 4');
  expect(stdout.split('\n')[0]).toBe('| quadrille make sudoku 1............... --size 4');
});

describe('--list', () => {
  test.each(['make', 'draw'])('quadrille %s --list has a line for each', async (command) => {
    const { stdout, code } = await here(`${command} --list`);
    const names = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ')[0]);
    expect(names).toEqual(CATALOGUE.map(({ name }) => name));
    expect(new Set(names).size).toBe(names.length);
    expect(code).toBe(0);
  });
});

test.each(CATALOGUE.map(({ name }) => name))(
  'draw %s --help has its flags and those of draw',
  async (name) => {
    const { stdout, code } = await here(`draw ${name} --help`);
    expect(stdout).toMatch(new RegExp(`^Usage: quadrille draw ${name} .*\\[flags\\]`));
    for (const flag of ['--svg FILE', '--all', '--seed N']) expect(stdout).toContain(flag);
    expect(code).toBe(0);
  },
);

test('no exhibit has a flag that draw has too', () => {
  const ofDraw = ['all', 'limit', 'svg', 'seed', 'timeout', 'stats', 'color', 'list', 'help'];
  for (const { settings } of CATALOGUE) {
    expect(Object.keys(settings).filter((name) => ofDraw.includes(name))).toEqual([]);
  }
});

describe('draw', () => {
  test('the first, some, or all', async () => {
    const boards = async (flags: string) =>
      (await here(`draw queens 6 ${flags}`)).stdout.match(/┌/g)?.length;
    expect(await boards('--color never')).toBe(1);
    expect(await boards('--limit 3')).toBe(3);
    expect(await boards('--all')).toBe(4);
  });

  test('in colour where there is some', async () => {
    const plain = await here('draw soma');
    expect(plain.stdout).not.toContain('\u001b');
    const coloured = await here('draw soma', { terminal: true });
    expect(coloured.stdout).toContain('\u001b[');
    const refused = await here('draw soma', { terminal: true, env: { NO_COLOR: '1' } });
    expect(refused.stdout).not.toContain('\u001b');
    const always = await here('draw soma --color always');
    expect(always.stdout).toBe(coloured.stdout);
    const never = await here('draw soma --color=never', { terminal: true });
    expect(never.stdout).toBe(refused.stdout);
  });

  test('names cannot steer a terminal', async () => {
    write('hostile.txt', 'a\u001b[2J b\n');
    const { stdout } = await here('draw matching hostile.txt', {
      terminal: true,
      env: { NO_COLOR: '1' },
    });
    expect(stdout).toContain('a\ufffd[2J');
    expect(stdout).not.toContain('\u001b');
  });

  test('no wider than the terminal', async () => {
    const { stdout } = await here('draw bedlam', {
      terminal: true,
      columns: 50,
      env: { NO_COLOR: '1' },
    });
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(50);
  });

  test('as SVG, into a file or to standard output', async () => {
    const written = await here('draw soma --svg soma.svg');
    expect(written).toEqual({ code: 0, stdout: '', stderr: '' });
    const piped = await here('draw soma --svg -');
    expect(piped.stdout).toMatch(/^<svg /);
    expect(read('soma.svg')).toBe(piped.stdout);
  });

  test('by a seed, the same each time', async () => {
    const drawn = async (seed: string) => (await here(`draw queens 8 --seed ${seed}`)).stdout;
    expect(await drawn('1')).toBe(await drawn('1'));
    expect(await drawn('1')).not.toBe(await drawn('2'));
  });

  test('no file where there is no solution', async () => {
    expect((await here('draw mates 6 --svg none.svg')).code).toBe(1);
    expect(existsSync(path('none.svg'))).toBe(false);
  });
});
