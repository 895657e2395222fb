import { expect, test, vi } from 'vitest';
import { readPuzzle, readPuzzles, Solver } from '../../src/sudoku.ts';
import { quadrille } from '../support/quadrille.ts';

const generate = (...flags: string[]) => quadrille(['generate', 'sudoku', ...flags]);

test('thirty, minimal and symmetric, with as many givens as wished', async () => {
  const { stdout, stderr, code } = await generate(
    ...'--size 9 --count 30 --minimal --symmetry rotational --givens 24 --seed 1'.split(' '),
  );
  const puzzles = readPuzzles(stdout);
  expect(puzzles).toHaveLength(30);
  const solver = new Solver();
  const short = new Set(
    [...stderr.matchAll(/^Puzzle (\d+): \d+ givens, not 24/gm)].map(([, number]) => Number(number)),
  );
  puzzles.forEach(({ givens }, k) => {
    expect(solver.isUnique(givens).answer).toBe('unique');
    const given = [...givens].map((value) => value > 0);
    expect(given).toEqual([...given].reverse());
    const count = given.filter(Boolean).length;
    // A puzzle that is not what was wished for is told.
    expect(count === 24).toBe(!short.has(k + 1));
  });
  expect(short.size).toBeLessThan(4);
  expect(code).toBe(0);
});

test('--json has the solution too', async () => {
  const { stdout } = await generate('--json', '--boxes', '2x3');
  const {
    type,
    version,
    index,
    puzzle,
    solution,
    givens: count,
    minimal,
    reached,
  } = JSON.parse(stdout);
  expect([type, version, index]).toEqual(['puzzle', 1, 1]);
  const { shape, givens } = readPuzzle(puzzle);
  expect([...(new Solver(shape).first(givens).solution as Uint8Array)].join('')).toBe(solution);
  expect(count).toBe([...givens].filter((value) => value > 0).length);
  expect([minimal, reached]).toEqual([true, true]);
});

test('--pretty can be read', async () => {
  const { stdout } = await generate('--pretty', '--seed', '3', '--count', '2');
  const plain = await generate('--seed', '3', '--count', '2');
  expect(readPuzzles(stdout).map(({ givens }) => givens)).toEqual(
    readPuzzles(plain.stdout).map(({ givens }) => givens),
  );
});

test('what is made can be solved', async () => {
  const { stdout, stderr, code } = await generate('--count', '20');
  expect([stderr, code]).toEqual(['', 0]);
  const solved = await quadrille(['sudoku', '--unique'], { stdin: stdout });
  expect(solved.stdout).toBe('unique\n'.repeat(20));
});

test('what is made as JSON can be solved too', async () => {
  const { stdout } = await generate('--count', '3', '--json');
  const solved = await quadrille(['sudoku'], { stdin: stdout });
  const solutions = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).solution);
  expect(solved.stdout.trimEnd().split('\n')).toEqual(solutions);
});

test('Ctrl-C stops it, and tells how many there were', async () => {
  const { stdout, stderr, code } = await quadrille(
    ['generate', 'sudoku', '--count', '1000000', '--seed', '1'],
    { interrupt: { after: '\n' } },
  );
  const [, made = ''] =
    /^Stopped by Ctrl-C\.\n([\d,]+) puzzles? in .*, seed 1\n$/.exec(stderr) ?? [];
  expect(stdout.trimEnd().split('\n')).toHaveLength(Number(made.replaceAll(',', '')));
  expect(code).toBe(130);
});

test.each([
  ['--timeout', 3, ['--timeout', '.2'], {}],
  ['Ctrl-C', 130, [], { interrupt: { turns: 50 } }],
] as const)('%s: the closest of the attempts until then', async (by, exit, flags, how) => {
  const hopeless = ['generate', 'sudoku', '--givens', '17', '--attempts', '1000000'];
  const { stdout, stderr, code } = await quadrille([...hopeless, ...flags], how);
  expect(code).toBe(exit);
  const { givens } = readPuzzle(stdout);
  const count = [...givens].filter((value) => value > 0).length;
  const [, told, attempts = '', who] =
    /^Puzzle 1: (\d+) givens, not 17.*: the closest of ([\d,]+) attempts?\.\nStopped by (.*)\.\n/.exec(
      stderr,
    ) ?? [];
  expect([Number(told), who]).toEqual([count, by]);
  expect(Number(attempts.replaceAll(',', ''))).toBeLessThan(1_000_000);
});

test('--timeout with time to spare changes nothing', async () => {
  const plain = await generate('--seed', '5', '--count', '3');
  expect(await generate('--seed', '5', '--count', '3', '--timeout', '60')).toEqual(plain);
});

test('a signal that comes with the end counts, too', async () => {
  // By this clock no turn is over before the end.
  vi.spyOn(performance, 'now').mockReturnValue(0);
  const { stderr, code } = await quadrille(['generate', 'sudoku', '--count', '5'], {
    interrupt: { turns: 1 },
  });
  vi.restoreAllMocks();
  expect(stderr).toMatch(/^Stopped by Ctrl-C\.\n5 puzzles in/);
  expect(code).toBe(130);
});

test('--stats tells the seed, by which they can be made again', async () => {
  const { stdout, stderr } = await generate('--stats');
  const [, seed = ''] = /seed (\d+)\n$/.exec(stderr) ?? [];
  expect((await generate('--seed', seed)).stdout).toBe(stdout);
});
