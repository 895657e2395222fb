import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pentominoes, queens } from '../../bench/cases/gallery.ts';
import { problemOf } from '../../bench/cases/problem.ts';
import { CheckpointFile } from '../../src/cli/checkpoint.ts';
import type { Console } from '../../src/cli/console.ts';
import { Lock } from '../../src/cli/lock.ts';
import { readDlx, writeDlx } from '../../src/index.ts';
import { type Built, built } from '../support/built.ts';
import { type Circumstances, quadrille } from '../support/quadrille.ts';

let program: Built;
beforeAll(() => {
  program = built();
  write('small.dlx', writeDlx(problemOf(queens(8))));
  write('some.dlx', writeDlx(problemOf(queens(10))));
  write('many.dlx', writeDlx(problemOf(queens(12))));
  write('chaos.dlx', writeDlx(problemOf(slow ? pentominoes(6, 10) : pentominoes(4, 15))));
}, 120_000);
afterAll(() => program.remove());

/** A hundred kills on 6x10 pentominoes, which take some minutes: set SLOW=1. */
const { SLOW } = process.env;
const slow = SLOW === '1';
const path = (name: string) => join(program.folder, name);
const write = (name: string, text: string | Uint8Array) => writeFileSync(path(name), text);
const read = (name: string) => readFileSync(path(name), 'utf8');

/** Runs a line of bash in the folder. */
function shell(line: string) {
  const { folder, env } = program;
  const ran = spawnSync('bash', ['-c', line], { cwd: folder, env, encoding: 'utf8' });
  return { exit: ran.status, stdout: ran.stdout, stderr: ran.stderr };
}

function fresh(...names: string[]): void {
  for (const name of names) rmSync(path(name), { force: true });
}

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
    const { folder, main } = program;
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

/** Runs a command in this process; the names of files are in the folder. */
function here(line: string, how?: Circumstances) {
  const args = line.split(' ').map((word) => (/\.\w+$/.test(word) ? path(word) : word));
  return quadrille(args, how);
}

const CHECKED = 'solve small.dlx --engine links --checkpoint s.check';

describe('a damaged file', () => {
  test('is an error, whichever byte is changed or missing', async () => {
    fresh('s.check');
    expect((await here(`${CHECKED} --count --max-nodes 30`)).stdout).toMatch(/^>=/);
    const whole = readFileSync(path('s.check'));
    const problem = readDlx(read('small.dlx'));
    const silent = {} as Console;
    const damage = async (bytes: Uint8Array, how: string) => {
      write('s.check', bytes);
      const opened = CheckpointFile.open(path('s.check'), problem, {}, silent);
      await expect(opened, how).rejects.toThrow(
        /s\.check: it is (damaged|no checkpoint of quadrille, or it is damaged).*remove it to begin/,
      );
    };
    await damage(whole.subarray(0, -1), 'the last byte');
    expect(await here(`${CHECKED} --count`)).toMatchObject({ code: 2, stdout: '' });
    expect(readFileSync(path('s.check'))).toEqual(whole.subarray(0, -1));
    for (let at = 0; at < whole.length; at++) {
      const changes = [1, 0x20, 0xff];
      // All of them in the first line, which no checksum but its own parts guard.
      for (const change of at < 100 ? changes : changes.slice(at % 3, (at % 3) + 1)) {
        const changed = Uint8Array.from(whole);
        changed[at] = (changed[at] as number) ^ change;
        await damage(changed, `byte ${at} ^ ${change}`);
      }
    }
    for (let end = 0; end < whole.length; end++) await damage(whole.subarray(0, end), `cut ${end}`);
    await damage(Buffer.concat([whole, Buffer.from('\n')]), 'a line more');
    write('s.check', whole);
    expect(await here(`${CHECKED} --count`)).toMatchObject({ code: 0, stdout: '92\n' });
  });

  test('of results is an error: what was cut off, or written into another file', async () => {
    fresh('s.check', 'out.txt');
    await here(`${CHECKED} --output out.txt --limit 50`);
    const text = read('out.txt');
    write('out.txt', text.slice(0, -1));
    const { code, stderr } = await here(`${CHECKED} --output out.txt`);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/it has \d+ bytes, and the checkpoint counts/),
    ]);
    write('out.txt', `${text}half a line of`);
    expect(await here(`${CHECKED} --output out.txt`)).toMatchObject({ code: 0, stdout: '' });
    expect(read('out.txt')).toBe((await here('solve small.dlx --engine links')).stdout);
  });
});

describe('what cannot be written', () => {
  test.each([
    ['solve small.dlx --checkpoint nowhere/s.check', 'its folder is not there'],
    ['solve small.dlx --checkpoint .', 'this is no file'],
    ['solve small.dlx --checkpoint /dev/null', 'this is no file'],
    ['solve small.dlx --output nowhere/out.txt', 'its folder is not there'],
    ['solve small.dlx --output /dev/full', 'this is no file that can be cut back'],
    ['solve small.dlx --output s.txt --checkpoint s.txt', 'name the same file'],
  ])('%s', (line, why) => {
    const { exit, stderr } = shell(`quadrille ${line}`);
    expect([exit, stderr]).toEqual([2, expect.stringContaining(why)]);
  });

  // What `ulimit` refuses is as if the disk were full.
  test('as a first state ends the search before it begins', () => {
    fresh('s.check');
    const { exit, stdout, stderr } = shell(
      'ulimit -f 0; quadrille solve small.dlx --checkpoint s.check',
    );
    expect([exit, stdout]).toEqual([2, '']);
    expect(stderr).toContain('s.check: the file is as large as allowed');
    expect(existsSync(path('s.check'))).toBe(false);
    expect(existsSync(path('s.check.lock'))).toBe(false);
  });

  test('as a later state is a warning; a search that is stopped then says so', () => {
    fresh('s.check');
    // Its states grow with the solutions.
    const flags = '--engine learn --count --checkpoint s.check --checkpoint-every 0';
    const stopped = shell(`ulimit -f 8; quadrille solve many.dlx ${flags} --limit 800`);
    expect(stopped.exit).toBe(2);
    expect(
      stopped.stderr.match(/Warning: s\.check: the file is as large as allowed/g),
    ).toHaveLength(1);
    // The state before is whole.
    const again = shell(`quadrille solve many.dlx ${flags} --timeout 0.1`);
    expect([again.exit, again.stderr]).toEqual([
      3,
      expect.stringContaining('Goes on from s.check'),
    ]);
    fresh('s.check');
    const whole = shell(`ulimit -f 8; quadrille solve some.dlx ${flags}`);
    expect(whole).toMatchObject({ exit: 0, stdout: '724\n' });
    expect(whole.stderr).toContain('Warning: s.check');
  });

  test('as results ends the search; it goes on from the state that counts those written', () => {
    fresh('s.check', 'out.txt');
    const line = 'quadrille solve small.dlx --engine links --checkpoint s.check --output out.txt';
    const { exit, stderr } = shell(`ulimit -f 4; ${line}`);
    expect([exit, stderr]).toEqual([
      2,
      expect.stringContaining('out.txt: the file is as large as'),
    ]);
    expect(shell(line)).toMatchObject({ exit: 0, stdout: '' });
    expect(read('out.txt')).toBe(shell('quadrille solve small.dlx --engine links').stdout);
  });
});

describe('a lock', () => {
  const holder = (changes: object) => {
    const pid = 2 ** 22 + 1;
    write('s.check.lock', JSON.stringify({ pid, host: hostname(), ...changes }));
  };
  const solved = { code: 0, stdout: '92\n', stderr: '' };
  const solve = () => {
    fresh('s.check');
    return here(`${CHECKED} --count`);
  };

  test('of a process at work keeps others away, and ends with it', async () => {
    fresh('s.check');
    const flags = ['--count', '--checkpoint', 's.check', '--engine', 'links'];
    const { folder, main } = program;
    const child = spawn(process.execPath, [main, 'solve', 'chaos.dlx', ...flags], { cwd: folder });
    while (!existsSync(path('s.check'))) await setTimeout(5);
    const refused = shell('quadrille solve small.dlx --count --checkpoint s.check');
    expect(refused).toMatchObject({ exit: 2, stdout: '' });
    expect(refused.stderr).toContain(`s.check: the process ${child.pid} is at work on it`);
    symlinkSync(path('s.check'), path('link.check'));
    expect(shell('quadrille solve small.dlx --checkpoint link.check').exit).toBe(2);
    // It is told politely, writes its state and releases the file.
    child.kill('SIGTERM');
    await new Promise((resolve) => child.on('close', resolve));
    expect(child.exitCode).toBe(143);
    expect(existsSync(path('s.check.lock'))).toBe(false);
    fresh('link.check');
  });

  test('of a process that is dead, or was before the machine started again, does not count', async () => {
    holder({});
    expect(await solve()).toEqual(solved);
    holder({ pid: process.pid, boot: 'another' });
    expect(await solve()).toEqual(solved);
    expect(existsSync(path('s.check.lock'))).toBe(false);
  });

  test('of a process elsewhere counts for a minute after its last sign of life', async () => {
    holder({ host: 'elsewhere' });
    const refused = await solve();
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('on elsewhere')]);
    const before = new Date(Date.now() - 120_000);
    utimesSync(path('s.check.lock'), before, before);
    expect(await solve()).toEqual(solved);
  });

  test('that was left empty, or while it was judged, does not stay', async () => {
    write('s.check.lock', '');
    mkdirSync(path('s.check.lock.take'));
    expect(await solve()).toEqual(solved);
  });

  test('is had by one of many that come at once, though an old one is in their way', async () => {
    holder({});
    fresh('s.check');
    const locks = await Promise.allSettled(
      Array.from({ length: 20 }, () => Lock.of(path('s.check'))),
    );
    const had = locks.filter(({ status }) => status === 'fulfilled');
    expect(had).toHaveLength(1);
    for (const lock of locks) if (lock.status === 'fulfilled') await lock.value.release();
  });
});

describe('a file of another search', () => {
  test.each([
    ['solve other.dlx --count', 'it is of another problem'],
    ['solve small.dlx', 'it is of the question "count"'],
    ['solve small.dlx --count --engine links', 'its engine is "auto", and asked is "links"'],
    ['solve small.dlx --count --seed 3', 'its seed is null, and asked is 3'],
    ['solve small.dlx --count --output out.txt', 'its results go to standard output'],
  ])('is refused by %s', async (line, why) => {
    fresh('s.check', 'out.txt');
    write('other.dlx', writeDlx(problemOf(queens(7))));
    await here('solve small.dlx --count --checkpoint s.check --max-nodes 5');
    const before = read('s.check');
    const { code, stdout, stderr } = await here(`${line} --checkpoint s.check`);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(why)]);
    expect(stderr).toContain('s.check: ');
    expect(read('s.check')).toBe(before);
  });

  test('is refused where results would go on in another form, or with other names', async () => {
    fresh('s.check', 'out.txt');
    const line = 'solve small.dlx --checkpoint s.check --output out.txt';
    await here(`${line} --limit 9`);
    const { stderr } = await here(`${line} --json`);
    expect(stderr).toContain('its results were printed in another form');
    write('renamed.dlx', read('small.dlx').replaceAll(/\b0\b/g, 'row'));
    const renamed = await here(line.replace('small', 'renamed'));
    expect(renamed.stderr).toContain('its items have other names');
    const { stderr: without } = await here('solve small.dlx --checkpoint s.check');
    expect(without).toContain('its results go to a file; give it with the same --output');
  });
});

describe('a question', () => {
  test.each([
    ['--count', '92\n'],
    ['--unique', 'several\n'],
    ['--first', /^1:\n( {2}.*\n){8}\n$/],
    ['--count --engine learn', '92\n'],
  ])('%s that is answered is answered again, at once', async (flags, answer) => {
    fresh('s.check');
    const line = `solve small.dlx ${flags} --checkpoint s.check`;
    const first = await here(line);
    expect(first).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(answer) });
    const again = await here(`${line} --max-nodes 0`);
    expect(again).toMatchObject({ code: 0, stdout: first.stdout });
    expect(again.stderr).toMatch(/s\.check is finished: /);
  });

  test('that Ctrl-C stops says how to go on, and goes on', async () => {
    fresh('s.check', 'out.json');
    const line = 'solve chaos.dlx --engine links --json --checkpoint s.check --output out.json';
    const { code, stderr } = await here(line, { interrupt: { ms: 300 } });
    expect(code).toBe(130);
    expect(stderr).toMatch(/The state is in .*s\.check: the same command goes on from it\.\n$/);
    const { solutions } = JSON.parse(read('out.json').trim().split('\n').at(-1) as string);
    // The line of the status is not among the results that are kept.
    await here(`${line} --limit ${solutions + 3}`);
    const lines = read('out.json').trim().split('\n');
    const types = lines.map((text) => JSON.parse(text).type);
    expect(types).toEqual([...Array(solutions + 3).fill('solution'), 'status']);
  });

  test.each(['--sample 3', '--odds', '--best 2', '--cnf'])(
    '%s has no checkpoints',
    async (flags) => {
      const { stderr } = await here(`solve small.dlx ${flags} --checkpoint s.check`);
      expect(stderr).toContain('exclude each other');
    },
  );
});
