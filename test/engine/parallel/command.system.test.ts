import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { writeDlx } from '../../../src/index.ts';
import { queens } from '../../cases/gallery.ts';
import { problemOf } from '../../cases/problem.ts';
import { built } from '../../support/built.ts';

const command = built();
afterAll(command.remove);

/** `links` takes long enough for this that the threads join. */
const twelve = writeDlx(problemOf(queens(12)));
/** More work than any of these tests waits for. */
const endless = writeDlx(problemOf(queens(20)));

function solve(input: string, ...flags: string[]) {
  const args = [command.main, 'solve', ...flags];
  return spawnSync(process.execPath, args, { encoding: 'utf8', input, maxBuffer: 2 ** 27 });
}

test('counts and lists by threads', () => {
  const flags = ['--engine', 'links', '--workers', '2'];
  const counted = solve(twelve, '--count', ...flags);
  expect(counted).toMatchObject({ stdout: '14200\n', stderr: '', status: 0 });
  const lines = solve(twelve, '--json', ...flags)
    .stdout.trim()
    .split('\n');
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ status: 'complete', solutions: 14200 });
  const indices = lines.slice(0, -1).map((line) => JSON.parse(line).index);
  expect(indices).toEqual(Array.from({ length: 14200 }, (_, k) => k + 1));
  const unique = solve(twelve, '--unique', '--workers', '2');
  expect(unique).toMatchObject({ stdout: 'several\n', status: 0 });
});

test('the statistics say how many threads were at work', () => {
  const flags = ['--count', '--workers', '2', '--stats'];
  // A busy machine takes its time to start the second thread.
  let stderr = '';
  for (let seconds = 0.5; seconds < 40 && !stderr.includes('2 of 2'); seconds *= 2) {
    ({ stderr } = solve(endless, ...flags, '--engine', 'links', `--timeout=${seconds}`));
  }
  expect(stderr).toMatch(/engine links, 2 of 2 threads\n$/);
  const small = solve('a b c\na b\nc\n', ...flags);
  expect(small.stderr).toMatch(/engine auto, 1 of 2 threads\n$/);
  const first = solve(twelve, '--first', '--workers', '2', '--stats');
  expect(first.stderr).toMatch(/engine auto\n$/);
});

test('a diagram is built by one thread', () => {
  expect(solve(twelve, '--sample', '3', '--workers', '2').stderr).toContain(
    '--sample and --workers exclude each other',
  );
});

describe('sudoku --workers', () => {
  const easy = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
  const solved =
    '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
  // Hard for its size, so that the reading thread answers it: few givens, several solutions.
  const mixed = [easy, `55${easy.slice(2)}`, 'x', '.'.repeat(81), `${'.'.repeat(255)}1`, easy];
  const sudoku = (...flags: string[]) => {
    const input = `${Array(150).fill(mixed.join('\n')).join('\n')}\n`;
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

  /** A module that counts the threads which start, and prints their number at the end. */
  const counting = () => {
    const hook = join(command.folder, 'hook.cjs');
    const text = `
      const threads = require('node:worker_threads');
      let count = 0;
      threads.Worker = class extends threads.Worker {
        constructor(...settings) { super(...settings); count++; }
      };
      process.on('exit', () => process.stderr.write(String(count)));`;
    writeFileSync(hook, text);
    return hook;
  };

  /** Runs the command after a script of ours. */
  const hooked = (hook: string, flags: readonly string[], input: string, env = {}) =>
    spawnSync(process.execPath, ['-r', hook, command.main, 'sudoku', ...flags], {
      encoding: 'utf8',
      input,
      maxBuffer: 2 ** 27,
      env: { ...process.env, ...env },
    });

  test('the thread that reads is one of the workers', () => {
    const hook = counting();
    for (const workers of [1, 2, 3]) {
      const input = `${easy}\n`.repeat(1000);
      const { stdout, stderr } = hooked(hook, ['--workers', String(workers)], input);
      expect([stdout.split('\n').length, stderr]).toEqual([1001, String(workers - 1)]);
    }
  });

  test('after a megabyte of lines a thread joins by itself', () => {
    const hook = counting();
    const lines = `${easy}\n`.repeat(16_000);
    const csv = `puzzle,name\n${`${easy},a\n`.repeat(16_000)}`;
    const most = availableParallelism() > 1 ? 1 : 0;
    for (const [input, flags, threads] of [
      [lines, [], most],
      [lines, ['--workers', '1'], 0],
      [`${easy}\n`.repeat(6000), [], 0],
      [csv, [], most],
    ] as const) {
      const { stdout, stderr } = hooked(hook, flags, input);
      expect(stderr).toBe(String(threads));
      expect(new Set(stdout.trimEnd().split('\n'))).toEqual(new Set([solved]));
    }
  });

  test('goes on where threads end in the middle of their work, or cannot start', () => {
    const hook = join(command.folder, 'ending.cjs');
    const text = `
      const threads = require('node:worker_threads');
      if (threads.isMainThread) {
        threads.Worker = class extends threads.Worker {
          constructor(url, settings) {
            if (process.env.REFUSED) throw new Error('no more threads');
            super(url, { ...settings, execArgv: ['-r', __filename] });
          }
        };
      } else {
        let orders = 0;
        threads.parentPort.on('message', () => { if (++orders === 3) process.exit(1); });
      }`;
    writeFileSync(hook, text);
    const input = `${easy}\n`.repeat(16_000);
    for (const [flags, env] of [
      [['--workers', '2'], {}],
      [[], { REFUSED: '1' }],
    ] as const) {
      const { stdout, stderr } = hooked(hook, flags, input, env);
      expect(stderr).toBe('');
      expect(stdout === `${solved}\n`.repeat(16_000)).toBe(true);
    }
  });

  test.each(['1', '2'])('%s: an answer comes out before the next line is in', async (workers) => {
    const args = [command.main, 'sudoku', '--workers', workers];
    const child = spawn(process.execPath, args);
    for (let k = 0; k < 3; k++) {
      child.stdin.write(`${easy}\n`);
      const [answer] = await once(child.stdout, 'data');
      expect(String(answer)).toBe(`${solved}\n`);
    }
    child.stdin.end();
    expect(await once(child, 'close')).toEqual([0, null]);
  });

  test('a puzzle that is hard for all threads is answered, also as the first', () => {
    // It takes more nodes than an easy one may.
    const hard =
      '.9.....54....68....1.......8..5.4...2.3......6............3.68.......2.....7.....';
    for (const flags of [[], ['--json']]) {
      const args = [command.main, 'sudoku', '--workers', '2', ...flags];
      const { stdout, stderr } = spawnSync(process.execPath, args, {
        encoding: 'utf8',
        input: `${hard}\n`,
      });
      expect([stderr, stdout]).toEqual(['', expect.stringContaining('796213854532468179')]);
    }
  });

  test('Ctrl-C ends it while threads are at work', async () => {
    const child = spawn(process.execPath, [command.main, 'sudoku', '--workers', '2']);
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    // More than may wait for its turn, so that the first answers are printed; and the input does
    // not end.
    child.stdin.on('error', () => undefined);
    child.stdin.write(`${easy}\n`.repeat(20_000));
    await once(child.stdout, 'data');
    child.kill('SIGINT');
    child.stdout.resume();
    const [code] = await once(child, 'close');
    expect([code, stderr]).toEqual([
      130,
      expect.stringMatching(/^Stopped by Ctrl-C\.\n.* puzzles in/),
    ]);
  });

  test('is refused where threads have no part', () => {
    expect(sudoku('--candidates', '--workers', '2').stderr).toContain('exclude each other');
    expect(sudoku('--all', '--workers', '2').stderr).toContain('exclude each other');
  });
});
