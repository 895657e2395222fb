import { describe, expect, test } from 'vitest';
import { workFolder } from '../support/folder.ts';
import { linesOf } from '../support/output-schema.ts';
import { quadrille } from '../support/quadrille.ts';

const { write } = workFolder();

const solve = (stdin: string, ...flags: string[]) => quadrille(['solve', ...flags], { stdin });

/** Two of three shifts, and four ways to work them. */
const SHIFTS = '2|nurse early late\nnurse early\nnurse late\nnurse late early\nnurse late |7\n';
/** A set-partitioning problem with two solutions, which cost 14 and -2. */
const CREWS = '3 4\n10 2 1 2\n4 1 3\n-7 2 2 3\n5 1 1\n';

describe('items that are covered several times', () => {
  test('every question has its answer', async () => {
    const { stdout, code } = await solve(SHIFTS);
    expect(stdout).toContain(': cost 0\n  nurse early\n  nurse late\n\n');
    expect([stdout.match(/^\d+:/gm)?.length, code]).toEqual([2, 0]);
    expect((await solve(SHIFTS, '--first')).stdout).toMatch(/^1: cost \d\n/);
    expect((await solve(SHIFTS, '--first', '--engine', 'learn')).code).toBe(0);
    expect((await solve(SHIFTS.replace('2|', '3|'), '--first')).code).toBe(1);
    expect((await solve(SHIFTS, '--sample', '1')).stdout).toMatch(/^1: cost \d\n {2}nurse/);
    const { stdout: odds } = await solve(SHIFTS, '--odds');
    expect(odds.split('\n').map((line) => line.split('\t')[0])).toEqual(['2', '1', '0', '1', '']);
  });
});

describe('costs', () => {
  test('stand beside solutions', async () => {
    const { stdout } = await solve('a b\na |7\nb |-9\na b\n');
    expect(stdout).toContain(': cost -2\n');
    expect(stdout).toContain(': cost 0\n');
    const { stdout: json } = await solve('a\na |7\n', '--json', '--first');
    expect(linesOf(json)[0]).toMatchObject({ type: 'solution', cost: 7, options: [['a']] });
    expect(linesOf((await solve('a\na\n', '--json', '--first')).stdout)[0]).not.toHaveProperty(
      'cost',
    );
  });

  test('are left out of DIMACS, with a warning', async () => {
    const { stdout, stderr } = await solve('a\na |7\n', '--cnf');
    expect(stdout).toMatch(/^p cnf 1 1$/m);
    expect(stderr).toBe('Warning: the costs are left out; --lp has them.\n');
  });
});

describe('--format or-library', () => {
  test('reads items, costs and options', async () => {
    const { stdout, code } = await solve(CREWS, '--format', 'or-library');
    expect([
      code,
      stdout
        .match(/^\d+: cost .*/gm)
        ?.map((line) => line.slice(3))
        .sort(),
    ]).toEqual([0, ['cost -2', 'cost 14']]);
  });
});

describe('--lp', () => {
  test('writes the problem, and --model reads the answer back', async () => {
    const { stdout, code } = await solve(CREWS, '--format', 'or-library', '--lp');
    expect(code).toBe(0);
    expect(stdout).toContain('Minimize\ncost:\n + 10 x0 + 4 x1 - 7 x2 + 5 x3\n');
    const answer = write(
      'answer.sol',
      'Optimal - objective value -2.0\n  2 x2  1  -7\n  3 x3  1  5\n',
    );
    const read = await solve(CREWS, '--format', 'or-library', '--model', answer);
    expect(read).toEqual({ code: 0, stdout: '1: cost -2\n  2 3\n  1\n\n', stderr: '' });
    write('answer.sol', 'Infeasible - objective value 0\n');
    const none = await solve(CREWS, '--format', 'or-library', '--model', answer);
    expect(none).toMatchObject({ code: 1, stdout: '' });
    write('answer.sol', 'x0 x2\n');
    const wrong = await solve(CREWS, '--format', 'or-library', '--model', answer);
    expect(wrong).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/answer\.sol: .*exclude each other because of "2"/),
    });
  });
});

describe('--best', () => {
  const ask = (...flags: string[]) => solve(CREWS, '--format', 'or-library', '--best', ...flags);

  test('prints the cheapest solutions, or the dearest', async () => {
    const { stdout } = await ask('9');
    expect(stdout.match(/^\d: cost \S+/gm)).toEqual(['1: cost -2', '2: cost 14']);
    expect((await ask('1', '--max')).stdout).toMatch(/^1: cost 14\n/);
  });

  test('tells the bound in JSON', async () => {
    const lines = linesOf((await ask('1', '--json')).stdout);
    expect(lines[0]).toMatchObject({ type: 'solution', index: 1, cost: -2, numbers: [2, 3] });
    expect(lines[1]).toMatchObject({ type: 'status', status: 'complete', solutions: 1 });
    const [, { bound }] = lines as [unknown, { bound: number }];
    expect(bound).toBeGreaterThanOrEqual(-2);
    const all = linesOf((await ask('9', '--json')).stdout);
    expect(all[2]).toMatchObject({ status: 'complete', solutions: 2, bound: 'none' });
    for (const limit of [
      ['--timeout', '0'],
      ['--max-nodes', '0'],
      ['--max', '--timeout', '0'],
    ]) {
      const [stopped] = linesOf((await ask('1', '--json', ...limit)).stdout);
      expect(stopped).toMatchObject({ type: 'status', solutions: 0, bound: 'unknown' });
    }
  });
});
