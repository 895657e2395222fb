import { PassThrough, Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Command, Shell } from '../../src/cli/command.ts';
import { EXIT, EXIT_HELP, type Exit, type StopSignal } from '../../src/cli/exit.ts';
import { exitOf, worse } from '../../src/cli/report.ts';
import { COMMANDS, loadAll, run } from '../../src/cli/run.ts';
import { QuadrilleError } from '../../src/engine/problem/error.ts';
import { linesOf } from '../support/output-schema.ts';
import { quadrille } from '../support/quadrille.ts';

const NAMES = Object.keys(COMMANDS);

describe('help', () => {
  test('lists every command, and every exit status', async () => {
    const { stdout, code } = await quadrille(['--help']);
    for (const { name, summary } of await loadAll(COMMANDS)) {
      expect(stdout).toContain(`${name.padEnd(10)}  ${summary}`);
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
    // Those that go on until Ctrl-C, or need a server, have their examples in the documents.
    if (!['queue', 'play'].includes(name)) expect(stdout).toContain('\nExamples:\n');
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

/** Runs a command that does this, in a world of two pipes. */
async function running(work: (shell: Shell) => Promise<Exit>, ...args: string[]) {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  let stop: ((signal: StopSignal) => void) | undefined;
  const world = {
    stdin: Readable.from([]),
    stdout,
    stderr,
    env: {},
    onStop(listener: (signal: StopSignal) => void) {
      stop = listener;
      return () => {
        stop = undefined;
      };
    },
  };
  const command: Command = {
    name: 'work',
    summary: '',
    page: { usage: [], about: '' },
    kinds: [],
    run: (_args, shell) => work(shell),
  };
  const code = run(['work', ...args], '1.2.3', world, { work: async () => command });
  return {
    /** As a shell sends it; false where nobody listens, and it would end the process. */
    send(signal: StopSignal): boolean {
      const listened = stop !== undefined;
      stop?.(signal);
      return listened;
    },
    async end() {
      return {
        code: await code,
        stdout: String(stdout.read() ?? ''),
        stderr: String(stderr.read()),
      };
    },
  };
}

describe('memory that cannot be had', () => {
  const refused = () => {
    throw new RangeError('Array buffer allocation failed');
  };

  test.each([
    // V8 collects all garbage several times before it says so.
    [refused, 'Array buffer allocation failed'],
    [() => 'x'.repeat(2 ** 30), 'Invalid string length'],
  ])('is told, with exit code 3: %s', async (allocate, message) => {
    const { end } = await running(async () => {
      allocate();
      return EXIT.answered;
    }, '--json');
    const { code, stdout, stderr } = await end();
    expect(code).toBe(3);
    expect(stderr).toMatch(/^quadrille work: This machine has no memory left for the problem/);
    expect(stderr).toContain(`(${message})`);
    expect(linesOf(stdout)).toMatchObject([{ type: 'error', code: 'out-of-memory' }]);
  });

  test.each(['out-of-memory', 'too-large'] as const)('by the code %s too', async (code) => {
    const { end } = await running(async () => {
      throw new QuadrilleError(code, 'No room.');
    });
    expect(await end()).toEqual({ code: 3, stdout: '', stderr: 'quadrille work: No room.\n' });
  });

  test('is not what other mistakes of the program are taken for', async () => {
    const { end } = await running(async () => {
      throw new RangeError('Maximum call stack size exceeded');
    });
    await expect(end()).rejects.toThrow('Maximum call stack');
  });
});

test('a second signal ends the process at once, since nobody listens to it', async () => {
  const { send, end } = await running(({ interruptible }) =>
    interruptible(async (signal) => {
      while (!signal.aborted) await setImmediate();
      return EXIT.interrupted;
    }),
  );
  // The command is loaded first.
  await setImmediate();
  expect(send('SIGTERM')).toBe(true);
  expect(send('SIGINT')).toBe(false);
  expect((await end()).code).toBe(143);
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

  test('of several is the worst: a signal over 2 over 3 over 1', () => {
    const order = [0, 1, 3, 2, 70, 130, 129, 143] as const;
    for (const [a, one] of order.entries()) {
      for (const [b, other] of order.entries()) {
        expect(worse(one, other)).toBe(order[Math.max(a, b)]);
      }
    }
    expect([...order].sort()).toEqual([...Object.values(EXIT)].sort());
  });
});
