import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { writeDlx } from '../../src/engine/formats/dlx/write.ts';
import { langford, queens } from '../../src/puzzles/classics.ts';
import { built } from '../support/built.ts';
import { EXAMPLE } from '../support/sudoku-read.ts';

const program = built({
  files: {
    'queens.dlx': writeDlx(queens(6)),
    'endless.dlx': writeDlx(queens(40)),
    'langford.dlx': writeDlx(langford(9)),
    'empty.txt': `${'.'.repeat(81)}\n`,
    'many.txt': `${EXAMPLE}\n`.repeat(20_000),
  },
});
afterAll(program.remove);

/** Runs a line of bash. The last line of its output is the exit code of the first command. */
function shell(line: string) {
  const { folder, env } = program;
  const { signal, stdout, stderr } = spawnSync(
    'bash',
    ['-c', `${line}; printf '\\n%s' "\${PIPESTATUS[0]}"`],
    { cwd: folder, env, encoding: 'utf8', timeout: 50_000 },
  );
  expect([line, signal]).toEqual([line, null]);
  const end = stdout.lastIndexOf('\n');
  return { exit: Number(stdout.slice(end + 1)), stdout: stdout.slice(0, end), stderr };
}

/** A line for each kind of output. */
const SHORT = [
  'solve queens.dlx',
  'solve queens.dlx --count',
  'solve queens.dlx --json',
  'solve queens.dlx --cnf',
  'sudoku empty.txt',
  'sudoku empty.txt --json',
  'generate sudoku',
  'make queens 6',
  'draw queens 6',
  'draw queens 6 --svg -',
  'completion bash',
  '--help',
];

/** Lines with more output than a pipe holds. */
const LONG = [
  'solve endless.dlx',
  'solve endless.dlx --json',
  'solve endless.dlx --cnf',
  'sudoku many.txt',
  'sudoku many.txt --json',
  'sudoku empty.txt --all',
  'generate sudoku --count 1000000',
  'make queens 100',
  'draw queens 20 --all',
  'draw dominoes 20x20 --limit 20 --svg -',
];

const FULL = '/dev/full';
const DISK_IS_FULL =
  'quadrille: the results cannot be written: the disk is full (ENOSPC); free some of it, or write ' +
  'them to another one\n';

// Only Linux and some others have a device that is always full.
describe.skipIf(!existsSync(FULL))('a full disk', () => {
  test.each([...SHORT, ...LONG])('ends %s with an error', (line) => {
    expect(shell(`quadrille ${line} > ${FULL}`)).toEqual({
      exit: 2,
      stdout: '',
      stderr: DISK_IS_FULL,
    });
  });

  test('for the picture of draw is an error, too', () => {
    expect(shell(`quadrille draw queens 6 --svg ${FULL}`)).toEqual({
      exit: 2,
      stdout: '',
      stderr: `quadrille draw: ${FULL}: the disk is full (ENOSPC); free some of it, or give a file on another one\n`,
    });
  });

  test('for messages leaves the results and the exit code', () => {
    const expected = shell('quadrille solve queens.dlx --stats');
    const { exit, stdout } = shell(`quadrille solve queens.dlx --stats 2> ${FULL}`);
    expect([exit, stdout]).toEqual([0, expected.stdout]);
    expect(shell(`quadrille solve nowhere.dlx 2> ${FULL}`).exit).toBe(2);
    expect(shell(`quadrille solve queens.dlx > ${FULL} 2>&1`).exit).toBe(2);
  });
});

test('a disk that takes only a part of the results is an error, not an end', () => {
  // 1 KB is less than the first piece that is written.
  const { exit, stderr } = shell('ulimit -f 1; quadrille make queens 12 > part.dlx');
  expect(statSync(join(program.folder, 'part.dlx')).size).toBeLessThanOrEqual(1024);
  expect(stderr).toBe(
    'quadrille: the results cannot be written: the file is as large as allowed (EFBIG); raise the ' +
      'limit (ulimit -f), or use a pipe\n',
  );
  expect(exit).toBe(2);
});

test('a disk that takes only a part of a proof is an error, and leaves no file', () => {
  const { exit, stderr } = shell('ulimit -f 8; quadrille solve langford.dlx --proof proof');
  expect(stderr).toBe(
    'quadrille solve: proof.drat: the file is as large as allowed (EFBIG); raise the limit (ulimit -f)\n',
  );
  expect(exit).toBe(2);
  expect(readdirSync(program.folder).filter((name) => name.startsWith('proof'))).toEqual([]);
});

test('a file gets the same results as a pipe, byte for byte', () => {
  const { stdout } = shell(
    'quadrille make queens 60 > whole.dlx; quadrille make queens 60 | cmp - whole.dlx && echo same',
  );
  expect(stdout).toBe('same\n');
});

describe('a reader that goes away', () => {
  test.each(LONG)('after a line ends %s without an error', (line) => {
    const { exit, stdout, stderr } = shell(`quadrille ${line} | head -1`);
    expect([exit, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^.*\n?$/);
  });

  test.each(SHORT.slice(0, 4))('before it reads ends %s without an error', (line) => {
    expect(shell(`quadrille ${line} | true`)).toEqual({ exit: 0, stdout: '', stderr: '' });
  });

  test('while the pipe is full ends a command that waits', () => {
    const line = 'quadrille solve endless.dlx | sleep 1';
    expect(shell(line)).toEqual({ exit: 0, stdout: '', stderr: '' });
  });

  test('from the messages leaves the results and the exit code', () => {
    const expected = shell('quadrille solve queens.dlx --stats');
    const { exit, stdout } = shell('quadrille solve queens.dlx --stats 2> >(true)');
    expect([exit, stdout]).toEqual([0, expected.stdout]);
  });
});
