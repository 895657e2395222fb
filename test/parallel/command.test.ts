import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('a diagram is built by one thread', () => {
  expect(solve('--sample', '3', '--workers', '2').stderr).toContain(
    '--sample and --workers exclude each other',
  );
});
