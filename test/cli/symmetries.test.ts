import { describe, expect, test } from 'vitest';
import { writeDlx } from '../../src/index.ts';
import { langford, latinSquares } from '../../src/puzzles.ts';
import { linesOf } from '../support/output-schema.ts';
import { quadrille } from '../support/quadrille.ts';

const solve = (stdin: string, ...flags: string[]) => quadrille(['solve', ...flags], { stdin });

const ROSTER =
  'Mon Tue | Ann Bob Cy\n| Ann early\nMon Ann\nTue Ann\nMon Bob\n| Bob late\nTue Bob\nTue Cy\n';

describe('solve --symmetries', () => {
  test('prints their number, generators in cycles, and orbits', async () => {
    expect(await solve(writeDlx(langford(3)), '--symmetries')).toEqual({
      code: 0,
      stdout: [
        '2',
        'generator 1\titems\t(s1 s6)(s2 s5)(s3 s4)',
        'generator 1\toptions\t(0 3)(1 2)(4 6)(7 8)',
        'orbit\titems\ts1 s6',
        'orbit\titems\ts2 s5',
        'orbit\titems\ts3 s4',
        'orbit\toptions\t0 3\t1 s1 s3',
        'orbit\toptions\t1 2\t1 s2 s4',
        'orbit\toptions\t4 6\t2 s1 s4',
        'orbit\toptions\t7 8\t3 s1 s5',
        '',
      ].join('\n'),
      stderr: '',
    });
  });

  test('leaves out what no symmetry moves', async () => {
    const { stdout } = await solve('a b c\na b\nb\nc\n', '--symmetries');
    expect(stdout).toBe('1\n');
  });

  test('names an option by its label', async () => {
    const { stdout } = await solve(ROSTER, '--symmetries', '--labels');
    expect(stdout).toBe(
      '2\ngenerator 1\titems\t(Ann Bob)\ngenerator 1\toptions\t(0 2)(1 3)\n' +
        'orbit\titems\tAnn Bob\norbit\toptions\t0 2\tAnn early\norbit\toptions\t1 3\tTue Ann\n',
    );
  });

  test('the number has all digits, and --stats counts symmetries', async () => {
    const { stdout, stderr } = await solve(writeDlx(latinSquares(6)), '--symmetries', '--stats');
    expect(stdout).toMatch(/^2239488000\n/);
    expect(stderr).toMatch(/^complete, 2.24 G symmetries, \d+ nodes, .* engine symmetries\n$/);
  });

  test('a problem without options has those of its items', async () => {
    const { stdout, code } = await solve('a b c\n', '--symmetries');
    expect([stdout.split('\n')[0], code]).toEqual(['6', 0]);
  });

  test('as JSON, by the schema', async () => {
    const { stdout } = await solve(ROSTER, '--symmetries', '--labels', '--json');
    const lines = linesOf(stdout);
    expect(lines).toMatchObject([
      {
        type: 'generator',
        index: 1,
        items: [['Ann', 'Bob']],
        options: [
          [0, 2],
          [1, 3],
        ],
      },
      { type: 'orbit', items: ['Ann', 'Bob'] },
      {
        type: 'orbit',
        numbers: [0, 2],
        options: [
          ['Mon', 'Ann'],
          ['Mon', 'Bob'],
        ],
      },
      { type: 'orbit', numbers: [1, 3], labels: [null, 'Bob late'] },
      { type: 'status', status: 'complete', order: '2', engine: 'symmetries' },
    ]);
    expect(lines.at(-1)).not.toHaveProperty('solutions');
  });
});
