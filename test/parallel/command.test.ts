import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { queens } from '../../bench/cases/gallery.ts';
import { problemOf } from '../../bench/cases/problem.ts';
import { writeDlx } from '../../src/index.ts';
import { type Built, built } from '../support/built.ts';

let command: Built;
beforeAll(() => {
  command = built();
}, 120_000);
afterAll(() => command.remove());

/** `links` takes long enough for this that the threads join. */
const thirteen = writeDlx(problemOf(queens(13)));

function solve(...flags: string[]) {
  const args = [command.main, 'solve', ...flags];
  return spawnSync(process.execPath, args, {
    encoding: 'utf8',
    input: thirteen,
    maxBuffer: 2 ** 27,
  });
}

test('counts and lists by threads', () => {
  const flags = ['--engine', 'links', '--workers', '2'];
  expect(solve('--count', ...flags)).toMatchObject({ stdout: '73712\n', stderr: '', status: 0 });
  const lines = solve('--json', ...flags)
    .stdout.trim()
    .split('\n');
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ status: 'complete', solutions: 73712 });
  const indices = lines.slice(0, -1).map((line) => JSON.parse(line).index);
  expect(indices).toEqual(Array.from({ length: 73712 }, (_, k) => k + 1));
  expect(solve('--unique', '--workers', '2')).toMatchObject({ stdout: 'several\n', status: 0 });
});

test('the statistics say how many threads were at work', () => {
  const flags = ['--count', '--workers', '2', '--stats'];
  expect(solve(...flags, '--engine', 'links').stderr).toMatch(/engine links, 2 of 2 threads\n$/);
  const small = spawnSync(process.execPath, [command.main, 'solve', ...flags], {
    encoding: 'utf8',
    input: 'a b c\na b\nc\n',
  });
  expect(small.stderr).toMatch(/engine auto, 1 of 2 threads\n$/);
  expect(solve('--first', '--workers', '2', '--stats').stderr).toMatch(/engine auto\n$/);
});

test('a diagram is built by one thread', () => {
  expect(solve('--sample', '3', '--workers', '2').stderr).toContain(
    '--sample and --workers exclude each other',
  );
});

describe('sudoku --workers', () => {
  const easy = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
  // Hard for its size, so that the reading thread answers it: few givens, several solutions.
  const mixed = [easy, `55${easy.slice(2)}`, 'x', '.'.repeat(81), `${'.'.repeat(255)}1`, easy];
  const sudoku = (...flags: string[]) => {
    const input = `${Array(400).fill(mixed.join('\n')).join('\n')}\n`;
    const args = [command.main, 'sudoku', ...flags];
    return spawnSync(process.execPath, args, { encoding: 'utf8', input, maxBuffer: 2 ** 27 });
  };

  test.each([[], ['--json'], ['--unique'], ['--count', '--limit', '3'], ['--pretty']])(
    'prints the same as one thread: %j',
    (...flags) => {
      const [one, two] = [sudoku(...flags), sudoku(...flags, '--workers', '2')];
      expect(two.stdout).toBe(one.stdout);
      expect([two.status, two.stderr]).toEqual([one.status, one.stderr]);
      expect(one.stdout.length).toBeGreaterThan(1000);
    },
  );

  test('is refused where threads have no part', () => {
    expect(sudoku('--candidates', '--workers', '2').stderr).toContain('exclude each other');
    expect(sudoku('--all', '--workers', '2').stderr).toContain('exclude each other');
  });
});
