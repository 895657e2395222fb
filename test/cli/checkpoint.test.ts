import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pentominoes, queens } from '../../bench/cases/gallery.ts';
import { problemOf } from '../../bench/cases/problem.ts';
import { writeDlx } from '../../src/index.ts';
import { type Built, built } from '../support/built.ts';

let program: Built;
beforeAll(() => {
  program = built();
  write('small.dlx', writeDlx(problemOf(queens(8))));
  write('chaos.dlx', writeDlx(problemOf(slow ? pentominoes(6, 10) : pentominoes(4, 15))));
}, 120_000);
afterAll(() => program.remove());

const slow = process.env['SLOW'] === '1';
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
