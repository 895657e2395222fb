import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { writeDlx } from '../../src/engine/formats/dlx/write.ts';
import { queens } from '../../src/puzzles/classics.ts';
import { workFolder } from '../support/folder.ts';

// Other programs read what solve writes, and solve reads their answers.

const { folder, here, path, write } = workFolder({
  'queens.dlx': writeDlx(queens(8)),
  // Two of three shifts, and four ways to work them.
  'shifts.dlx': '2|nurse early late\nnurse early\nnurse late\nnurse late early\nnurse late |7\n',
});

test.for([
  ['minisat', ['puzzle.cnf', 'result.txt'], 'result.txt'],
  ['cadical', ['-q', 'puzzle.cnf'], undefined],
] as const)('--cnf to %s, and --model back', async ([solver, args, result], { skip }) => {
  write('puzzle.cnf', (await here('solve queens.dlx --cnf')).stdout);
  const { stdout, error } = spawnSync(solver, args, { cwd: folder, encoding: 'utf8' });
  if (error !== undefined) skip(`${solver} is not installed`);
  const read = await here(`solve queens.dlx --model ${result ?? '-'}`, { stdin: stdout });
  expect(read.stdout).toMatch(/^1:\n(?: {2}r\d c\d .*\n){8}\n$/);
  expect(read.code).toBe(0);
});

test('--lp to cbc, which finds the cheapest, and --model back', async ({ skip }) => {
  const lp = write('shifts.lp', (await here('solve shifts.dlx --lp')).stdout);
  const { error } = spawnSync('cbc', [lp, 'solve', 'solution', path('shifts.sol')]);
  if (error !== undefined) skip('cbc is not installed');
  const { stdout } = await here('solve shifts.dlx --model shifts.sol');
  expect(stdout).toBe('1: cost 0\n  nurse early\n  nurse late\n\n');
});
