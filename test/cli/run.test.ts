import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.ts';
import { EXIT, EXIT_HELP, exitOf, worse } from '../../src/cli/exit.ts';
import { quadrille } from '../support/quadrille.ts';

const NAMES = COMMANDS.map(({ name }) => name);

describe('help', () => {
  test('lists every command, and every exit status', async () => {
    const { stdout, code } = await quadrille(['--help']);
    for (const { name, summary } of COMMANDS) {
      expect(stdout).toContain(`${name.padEnd(8)}  ${summary}`);
    }
    for (const [status, what] of EXIT_HELP) expect(stdout).toContain(`${status}`.padEnd(5) + what);
    expect(code).toBe(0);
    expect((await quadrille(['-h'])).stdout).toBe(stdout);
    expect((await quadrille(['help'])).stdout).toBe(stdout);
  });

  test('stands in for a command that was left out, which is a mistake', async () => {
    const { stdout, stderr, code } = await quadrille([]);
    expect(stdout).toBe('');
    expect(stderr).toContain('Usage: quadrille COMMAND');
    expect(code).toBe(2);
  });

  test.each(NAMES)('quadrille %s --help: how to call it, its flags, examples', async (name) => {
    const { stdout, stderr, code } = await quadrille([name, '--help']);
    expect(stdout).toMatch(new RegExp(`^Usage: quadrille ${name} `));
    expect(stdout).toContain('\nFlags:\n');
    expect(stdout).toContain('\nExamples:\n');
    expect(stdout).toContain('\nExit status');
    expect([stderr, code]).toEqual(['', 0]);
    expect((await quadrille(['help', name])).stdout).toBe(stdout);
    for (const line of stdout.split('\n')) {
      // A Sudoku in an example is as long as it is.
      if (!line.startsWith('  echo ')) expect(line.length).toBeLessThanOrEqual(80);
    }
  });
});

test('--version', async () => {
  expect(await quadrille(['--version'])).toEqual({ code: 0, stdout: '1.2.3\n', stderr: '' });
});

test.each([
  [['sovle'], 'quadrille: there is no command sovle; did you mean solve?\n'],
  [['xyzzy'], 'quadrille: there is no command xyzzy; see quadrille --help\n'],
  [['help', 'sovle'], 'quadrille: there is no command sovle; did you mean solve?\n'],
  [['--count'], 'quadrille: there is no flag --count; see quadrille --help\n'],
  [['--verison'], 'quadrille: there is no flag --verison; did you mean --version?\n'],
])('%j is refused', async (args, stderr) => {
  expect(await quadrille(args)).toEqual({ code: 2, stdout: '', stderr });
});

describe('the exit status', () => {
  test.each([
    ['complete', 5, 0],
    ['complete', 0, 1],
    ['found', 1, 0],
    ['limit', 5, 0],
    ['limit', 0, 0],
    ['timeout', 5, 3],
    ['nodes', 0, 3],
    ['memory', 0, 3],
    ['aborted', 5, 130],
  ] as const)('of a search that ended by %s with %i solutions is %i', (status, found, exit) => {
    expect(exitOf(status, found)).toBe(exit);
  });

  test('of several is the worst: 130 over 2 over 3 over 1', () => {
    const order = [0, 1, 3, 2, 70, 130] as const;
    for (const [a, one] of order.entries()) {
      for (const [b, other] of order.entries()) {
        expect(worse(one, other)).toBe(order[Math.max(a, b)]);
      }
    }
    expect([...order].sort()).toEqual([...Object.values(EXIT)].sort());
  });
});
