import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writeDlx } from '../../src/formats/dlx/write.ts';
import { queens } from '../../src/puzzles/classics.ts';
import { quadrille } from '../support/quadrille.ts';

// Other programs read what solve writes, and solve reads their answers.

const folder = mkdtempSync(join(tmpdir(), 'quadrille-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.for([
  ['minisat', ['puzzle.cnf', 'result.txt'], 'result.txt'],
  ['cadical', ['-q', 'puzzle.cnf'], undefined],
] as const)('--cnf to %s, and --model back', async ([solver, args, result], { skip }) => {
  const problem = join(folder, 'queens.dlx');
  writeFileSync(problem, writeDlx(queens(8)));
  const { stdout: cnf } = await quadrille(['solve', problem, '--cnf']);
  writeFileSync(join(folder, 'puzzle.cnf'), cnf);
  const { stdout, error } = spawnSync(solver, args, { cwd: folder, encoding: 'utf8' });
  if (error !== undefined) skip(`${solver} is not installed`);
  const model = result === undefined ? '-' : join(folder, result);
  const read = await quadrille(['solve', problem, '--model', model], { stdin: stdout });
  expect(read.stdout).toMatch(/^1:\n(?: {2}r\d c\d .*\n){8}\n$/);
  expect(read.code).toBe(0);
});

test('--lp to cbc, which finds the cheapest, and --model back', async ({ skip }) => {
  const problem = join(folder, 'shifts.dlx');
  // Two of three shifts, and four ways to work them.
  const shifts = '2|nurse early late\nnurse early\nnurse late\nnurse late early\nnurse late |7\n';
  writeFileSync(problem, shifts);
  const lp = join(folder, 'shifts.lp');
  writeFileSync(lp, (await quadrille(['solve', problem, '--lp'])).stdout);
  const solution = join(folder, 'shifts.sol');
  const { error } = spawnSync('cbc', [lp, 'solve', 'solution', solution]);
  if (error !== undefined) skip('cbc is not installed');
  const { stdout } = await quadrille(['solve', problem, '--model', solution]);
  expect(stdout).toBe('1: cost 0\n  nurse early\n  nurse late\n\n');
});
