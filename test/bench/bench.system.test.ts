import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const hasRivals = existsSync(new URL('../../bench/node_modules/z3-solver', import.meta.url));

function bench(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'bench/index.ts', ...args],
    { cwd: root, encoding: 'utf8' },
  );
  return { status, stdout, stderr };
}

describe('the command line of the benchmarks', () => {
  test.each([
    [['all', '--report', '--quick'], '--quick measures too little for --report.'],
    [['all', '--only', 'Soma'], 'all takes no --only.'],
    [['all', 'a.txt'], 'all takes files by --NAME only: not "a.txt".'],
    [['all', '--report', '--sudoku', 'absent.txt'], 'absent.txt cannot be read'],
    [['count', 'absent.dlx'], 'absent.dlx cannot be read'],
    [['page', '--report'], 'page takes no --report.'],
    [['enumerate', '--report', '--only', 'Soma'], '--report takes a whole benchmark'],
    [['enumerate', '--sudoku', 'a.txt'], 'enumerate takes no --sudoku.'],
    [['nothing'], 'There is no benchmark "nothing".'],
  ])('%s', (args, message) => {
    const { status, stdout, stderr } = bench(...args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });

  test('the help names the variables of rival programs', () => {
    const { status, stdout } = bench('--help');
    expect(status).toBe(0);
    expect(stdout).toMatch(/RIVAL_CBC, .*RIVAL_TDOKU, RIVAL_ISS/);
  });
});

test.runIf(hasRivals)('all --quick prints a table of each', { timeout: 900_000 }, () => {
  const { status, stdout, stderr } = bench('all', '--quick');
  expect(stderr).not.toContain('Without a result');
  expect(status).toBe(0);
  expect(stdout).not.toContain('WRONG');
  for (const name of [
    'enumerate',
    'small',
    'count',
    'symmetry',
    'sudoku',
    'learn',
    'first',
    'best',
    'rules',
    'nurses',
  ]) {
    expect(stdout).toContain(`\`npm run bench -- ${name} `);
  }
});
