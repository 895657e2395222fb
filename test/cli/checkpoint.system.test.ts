import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { writeDlx } from '../../src/index.ts';
import { pentominoes, queens } from '../cases/gallery.ts';
import { problemOf } from '../cases/problem.ts';
import { built } from '../support/built.ts';
import { slow } from '../support/effort.ts';

const program = built({
  files: {
    'small.dlx': writeDlx(problemOf(queens(8))),
    'some.dlx': writeDlx(problemOf(queens(10))),
    'many.dlx': writeDlx(problemOf(queens(12))),
    'endless.dlx': writeDlx(problemOf(queens(20))),
    'chaos.dlx': writeDlx(problemOf(slow ? pentominoes(6, 10) : pentominoes(4, 15))),
  },
});
afterAll(program.remove);
const { folder, main, shell } = program;

const path = (name: string) => join(folder, name);
const read = (name: string) => readFileSync(path(name), 'utf8');
const fresh = (...names: string[]) => {
  for (const name of names) rmSync(path(name), { force: true });
};

describe('a search that is killed again and again', () => {
  const total = slow ? 9356 : 1472;
  const kills = slow ? 25 : 5;

  /** Ends once so many checkpoints more are written, or the process has ended. */
  async function checkpoints(child: ChildProcess, file: string, count: number): Promise<void> {
    let last = '';
    for (let seen = -1; seen < count && child.exitCode === null; await setTimeout(2)) {
      const { ino = 0n, mtimeNs = 0n } = existsSync(file) ? statSync(file, { bigint: true }) : {};
      if (`${ino} ${mtimeNs}` === last) continue;
      last = `${ino} ${mtimeNs}`;
      seen++;
    }
  }

  /** Runs until the end, or is killed after some checkpoints. */
  async function runs(flags: readonly string[], count: number) {
    const args = ['solve', 'chaos.dlx', '--engine', 'links', ...flags];
    const keeping = ['--checkpoint', 'chaos.check', '--checkpoint-every', '0.05'];
    const child = spawn(process.execPath, [main, ...args, ...keeping], { cwd: folder });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (text) => {
      stdout += text;
    });
    child.stderr.on('data', (text) => {
      stderr += text;
    });
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    if (count < Number.POSITIVE_INFINITY) {
      await checkpoints(child, path('chaos.check'), count);
      child.kill('SIGKILL');
    }
    return { exit: await ended, stdout, stderr };
  }

  const cases = [
    ['count', ['--count', '--workers', '2']],
    ['solutions', ['--output', 'chaos.txt']],
    ['count', ['--count']],
    ['solutions', ['--output', 'chaos.txt', '--workers', '2']],
  ] as const;

  // The first two in continuous integration, all with SLOW=1.
  test.each(slow ? cases : cases.slice(0, 2))(
    '%s %j is exact',
    async (question, flags) => {
      let [killed, started, resumed] = [0, 0, 0];
      while (killed < kills) {
        fresh('chaos.check', 'chaos.txt');
        for (;;) {
          const mostKills = killed >= kills;
          const count = mostKills ? Number.POSITIVE_INFINITY : 1 + Math.floor(4 * Math.random());
          const { exit, stdout, stderr } = await runs(flags, count);
          started++;
          if (stderr !== '') {
            expect(stderr).toMatch(
              /^Goes on from chaos\.check: [\d,]+ solutions? found before\.\n$/,
            );
            resumed++;
          }
          if (exit === null) {
            killed++;
            continue;
          }
          expect(exit).toBe(0);
          if (question === 'count') expect(stdout).toBe(`${total}\n`);
          else checkSolutions(read('chaos.txt'));
          break;
        }
      }
      expect(resumed / started).toBeGreaterThanOrEqual(0.8);
    },
    1_000_000,
  );

  /** Each solution once, numbered in order. */
  function checkSolutions(text: string): void {
    const blocks = text.split('\n\n');
    expect(blocks.pop()).toBe('');
    expect(blocks.map((block) => Number.parseInt(block, 10))).toEqual(
      Array.from({ length: total }, (_, k) => k + 1),
    );
    expect(new Set(blocks.map((block) => block.slice(block.indexOf('\n')))).size).toBe(total);
  }
});

describe('what cannot be written', () => {
  test.each([
    ['solve small.dlx --checkpoint nowhere/s.check', 'its folder is not there'],
    ['solve small.dlx --checkpoint .', 'this is no file'],
    ['solve small.dlx --checkpoint /dev/null', 'this is no file'],
    ['solve small.dlx --output nowhere/out.txt', 'its folder is not there'],
    ['solve small.dlx --output /dev/full', 'this is no file that can be cut back'],
    ['solve small.dlx --output s.txt --checkpoint s.txt', 's.txt: it is to be written twice'],
    ['solve small.dlx --output s.check.new --checkpoint s.check', 'to be written twice'],
  ])('%s', (line, why) => {
    const { status, stderr } = shell(`quadrille ${line}`);
    expect([status, stderr]).toEqual([2, expect.stringContaining(why)]);
  });

  // What `ulimit` refuses is as if the disk were full.
  test('as a first state ends the search before it begins', () => {
    fresh('s.check');
    const { status, stdout, stderr } = shell(
      'ulimit -f 0; quadrille solve small.dlx --checkpoint s.check',
    );
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain('s.check: the file is as large as allowed');
    expect(existsSync(path('s.check'))).toBe(false);
    expect(existsSync(path('s.check.lock'))).toBe(false);
  });

  test('as a later state is a warning; a search that is stopped then says so', () => {
    fresh('s.check');
    // Its states grow with the solutions.
    const flags = '--engine learn --count --checkpoint s.check --checkpoint-every 0';
    const stopped = shell(`ulimit -f 8; quadrille solve many.dlx ${flags} --limit 800`);
    expect(stopped.status).toBe(2);
    expect(
      stopped.stderr.match(/Warning: s\.check: the file is as large as allowed/g),
    ).toHaveLength(1);
    // The state before is whole.
    const again = shell(`quadrille solve many.dlx ${flags} --timeout 0.1`);
    expect([again.status, again.stderr]).toEqual([
      3,
      expect.stringContaining('Goes on from s.check'),
    ]);
    fresh('s.check');
    const whole = shell(`ulimit -f 8; quadrille solve some.dlx ${flags}`);
    expect(whole).toMatchObject({ status: 0, stdout: '724\n' });
    expect(whole.stderr).toContain('Warning: s.check');
  });

  test('as results ends the search; it goes on from the state that counts those written', () => {
    fresh('s.check', 'out.txt');
    const line = 'quadrille solve small.dlx --engine links --checkpoint s.check --output out.txt';
    const { status, stderr } = shell(`ulimit -f 4; ${line}`);
    expect([status, stderr]).toEqual([
      2,
      expect.stringContaining('out.txt: the file is as large as'),
    ]);
    expect(shell(line)).toMatchObject({ status: 0, stdout: '' });
    expect(read('out.txt')).toBe(shell('quadrille solve small.dlx --engine links').stdout);
  });
});

test('of several processes that find a dead lock at once, one has the file, and ends with it', async () => {
  fresh('s.check');
  const holder = { pid: 2 ** 22 + 1, host: hostname(), started: 'at another time' };
  writeFileSync(path('s.check.lock'), JSON.stringify(holder));
  const args = ['solve', 'endless.dlx', '--count', '--checkpoint', 's.check', '--engine', 'links'];
  const atWork = new Map<ChildProcess, Promise<void>>();
  for (let k = 0; k < 4; k++) {
    const child = spawn(process.execPath, [main, ...args], { cwd: folder });
    let stderr = '';
    child.stderr.on('data', (text) => {
      stderr += text;
    });
    const ended = new Promise((resolve) => child.on('close', resolve)).then(() => {
      atWork.delete(child);
      if (atWork.size === 0) return;
      expect(stderr).toMatch(/s\.check.*(is at work on it|names no process)/);
      expect(child.exitCode).toBe(2);
    });
    atWork.set(child, ended);
  }
  while (atWork.size > 1) await Promise.race(atWork.values());
  const [[child, ended]] = atWork;
  while (!existsSync(path('s.check'))) await setTimeout(5);
  const refused = shell('quadrille solve small.dlx --count --checkpoint s.check');
  expect(refused).toMatchObject({ status: 2, stdout: '' });
  expect(refused.stderr).toContain(`s.check: the process ${child.pid} is at work on it`);
  symlinkSync(path('s.check'), path('link.check'));
  expect(shell('quadrille solve small.dlx --checkpoint link.check').status).toBe(2);
  // It is told politely, writes its state and releases the file.
  child.kill('SIGTERM');
  await ended;
  expect(child.exitCode).toBe(143);
  expect(existsSync(path('s.check.lock'))).toBe(false);
  fresh('link.check');
});
