import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readDlx, writeDlx } from '../../src/index.ts';
import { polyominoes } from '../../src/puzzles.ts';
import { linesOf } from '../support/output-schema.ts';
import { quadrille } from '../support/quadrille.ts';
import { stated } from '../support/stated.ts';

const solve = (stdin: string, ...flags: string[]) => quadrille(['solve', ...flags], { stdin });
const reduce = (stdin: string, ...flags: string[]) => quadrille(['reduce', ...flags], { stdin });

const CHAIN = 'a b c\na b\nb c\n';
const PIGEONS = 'p q r | 1 2\np 1\np 2\nq 1\nq 2\nr 1\nr 2\n';
/** Neither deductions nor weights prove that there is no solution: d alone can be spared. */
const CLASH = 'a b c d e f | x\nd f\nd e c\na x\nc x\nb a d\ne a\ne b\nb f x\na d c\n';
const TWO = 'a b c\na b\nc\na\nb c\n';

describe('solve --why', () => {
  test('tells deductions in sentences', async () => {
    expect(await solve(CHAIN, '--why')).toEqual({
      code: 1,
      stdout:
        '[b c] is chosen: c needs it.\n[a b] is out: b has no room for it.\na has too few options left.\n',
      stderr: '',
    });
  });

  test('tells weights', async () => {
    const { stdout, code } = await solve(PIGEONS, '--why');
    expect([stdout, code]).toEqual([
      'Weight 1: p, q, r.\nWeight -1: 1, 2.\n' +
        'No option weighs more than 0, but all items together weigh at least 1.\n',
      1,
    ]);
  });

  test('says where there is a solution, and prints it', async () => {
    expect(await solve(TWO, '--why')).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^1:\n {2}/),
      stderr: 'There is a solution.\n',
    });
    const { stdout, stderr, code } = await solve(TWO, '--why', '--json');
    expect(linesOf(stdout)).toMatchObject([
      { type: 'solution', index: 1 },
      { type: 'status', status: 'found', solutions: 1, engine: 'why' },
    ]);
    expect([stderr, code]).toEqual(['', 0]);
  });

  test('as JSON, by the schema', async () => {
    const lines = async (text: string) => linesOf((await solve(text, '--why', '--json')).stdout);
    const status = { type: 'status', status: 'complete', solutions: 0, engine: 'why' };
    expect(await lines(CHAIN)).toMatchObject([
      {
        type: 'reason',
        kind: 'chain',
        item: 'a',
        steps: [
          { kind: 'needed', index: 1, option: ['b', 'c'], chosen: true, item: 'c' },
          { kind: 'excluded', index: 0, option: ['a', 'b'], chosen: false, item: 'b' },
        ],
      },
      status,
    ]);
    expect(await lines(PIGEONS)).toMatchObject([
      { kind: 'signs', modulus: 0, total: 1, steps: [], weights: { length: 5 } },
      status,
    ]);
    expect(
      await lines(writeDlx(polyominoes('10x10', 'T4', { supply: 'unlimited' }))),
    ).toMatchObject([{ kind: 'equations', modulus: 8, weights: { length: 100 } }, status]);
  });

  test('tells items that clash, with their options', async () => {
    const { stdout, code } = await solve(CLASH, '--why');
    expect(stdout.split('\n').slice(0, 2)).toEqual([
      'These cannot all be covered: a, b, c, e, f. Without any one of them, the others can.',
      'a: [a x], [b a d], [e a], [a d c].',
    ]);
    expect(code).toBe(1);
    expect(linesOf((await solve(CLASH, '--why', '--json')).stdout)[0]).toEqual({
      type: 'reason',
      version: 1,
      kind: 'clash',
      items: ['a', 'b', 'c', 'e', 'f'],
      options: [
        [2, 4, 5, 8],
        [4, 6, 7],
        [1, 3, 8],
        [1, 5, 6],
        [0, 7],
      ],
      irreducible: true,
    });
  });

  test('looks for the reasons that are asked for', async () => {
    const kind = async (flag: string) => {
      const [reason] = linesOf((await solve(CHAIN, flag, '--json')).stdout);
      const { kind } = reason ?? {};
      return kind;
    };
    expect(await kind('--why')).toBe('chain');
    expect(await kind('--why=chain')).toBe('chain');
    expect(await kind('--why=clash')).toBe('clash');
    expect(await kind('--why=weights')).toMatch(/^(equations|signs)$/);
    expect(await kind('--why=clash,chain')).toBe('chain');
  });

  test.each([
    [TWO, '--why=weights'],
    [PIGEONS, '--why=chain'],
    [CLASH, '--why=chain,weights'],
  ])(
    'without a reason of these kinds says so, and not that there is no solution',
    async (...asked) => {
      const { code, stdout, stderr } = await solve(...asked, '--stats');
      expect([code, stdout]).toEqual([3, '']);
      expect(stderr).toMatch(/^Found no reason of these kinds; .*\naborted, 0 solutions, /);
      const json = linesOf((await solve(...asked, '--json')).stdout);
      expect(json).toMatchObject([{ type: 'status', status: 'aborted', engine: 'why' }]);
    },
  );

  test('says of a roster with labels what docs/guide/models.md says of it', async () => {
    const free = { Ann: ['Mon', 'Tue', 'Wed'], Bob: ['Mon', 'Tue', 'Wed'], Cid: ['Mon', 'Wed'] };
    const days = ['Mon', 'Tue', 'Wed', 'Thu'];
    const shifts = days.slice(0, 3).flatMap((day) => [`early-${day}`, `night-${day}`]);
    const people = Object.keys(free).flatMap((nurse) => days.map((day) => `${nurse}-${day}`));
    const options = Object.entries(free).flatMap(([nurse, own]) =>
      own.flatMap((day) => {
        const next = days[days.indexOf(day) + 1];
        const night = `| ${nurse}\nnight-${day} ${nurse}-${day} ${nurse}-${next}\n`;
        return [`| ${nurse}\nearly-${day} ${nurse}-${day}\n`, ...(nurse === 'Cid' ? [] : [night])];
      }),
    );
    const text = `${shifts.join(' ')} | ${people.join(' ')}\n${options.join('')}`;
    const { code, stdout } = await solve(text, '--why=clash', '--labels');
    expect(code).toBe(1);
    const model = readFileSync(new URL('../../docs/guide/models.md', import.meta.url), 'utf8');
    const said = /^These cannot all be covered: .*?(?=^```)/ms.exec(model)?.[0];
    expect(stdout.replaceAll(/(early|night)-(\w+)/g, 'the $1 shift on $2')).toBe(said);
    expect((await solve(text, '--why=clash')).stdout).toContain('[early-Tue Ann-Tue]');
  });

  test('stopped by a limit, tells what is known', async () => {
    const some = await solve(CLASH, '--why', '--max-nodes', '5', '--json');
    expect(linesOf(some.stdout)).toMatchObject([
      { type: 'reason', kind: 'clash', irreducible: false },
      { type: 'status', status: 'nodes' },
    ]);
    expect(some.stderr).toBe(
      'Stopped by --max-nodes: there is no solution, but some of these items may not be needed.\n',
    );
    expect(some.code).toBe(3);
  });

  test('below a prefix', async () => {
    const { stdout, code } = await solve(TWO, '--why', '--prefix', '[0,-2]');
    expect([stdout.split('\n')[0], code]).toEqual(['[a b] is chosen.', 1]);
    const given = { kind: 'given', index: 0, option: ['a', 'b'], chosen: true };
    const json = await solve(TWO, '--why', '--prefix', '[0,-2]', '--json');
    expect(linesOf(json.stdout)[0]).toMatchObject({ kind: 'chain', steps: [given, {}, {}] });
  });

  test('is empty of reasons where the problem has no items to cover', async () => {
    const { code, stderr } = await solve('0:1|a\n', '--why');
    expect(stderr).toContain('There is a solution.');
    expect(code).toBe(0);
  });
});

describe('reduce', () => {
  const FORCED = 'a b c d | x\na b\nb c\na d |3\na x:A\n';

  test('prints the smaller problem, with the number of each option above it', async () => {
    const { stdout, stderr, code } = await reduce(FORCED);
    expect(stdout).toBe(
      '| quadrille reduce: above each option its number in the original\nb d\n| 1\nb\n| 2\nd |3\n',
    );
    expect(stderr).toBe(
      'Removed 2 of 4 options, 3 of 5 items and 6 of 8 nodes; ' +
        '2 options of those left are in every solution.\n',
    );
    expect(code).toBe(0);
    expect(stated(readDlx(stdout))).toMatchObject({ options: [['b'], ['d']] });
    expect((await solve(stdout, '--count')).stdout).toBe('1\n');
  });

  test('of a problem without a solution is one item without options', async () => {
    const { stdout, stderr, code } = await reduce('a b c\na b\nb c\na c\n');
    expect(stdout).toMatch(/^\|.*\n[abc]\n$/);
    expect(stderr).toBe(
      'Removed 3 of 3 options, 2 of 3 items and 6 of 6 nodes.\nThere is no solution: that is proven.\n',
    );
    expect(code).toBe(1);
  });

  test('keeps an item where no option is left, and the empty solution', async () => {
    const empty = await reduce('0:2|a | x\nx\n');
    expect(empty.stdout).toMatch(/\n0\|a\n$/);
    expect((await solve(empty.stdout, '--count')).stdout).toBe('1\n');
  });

  test('reads the form of the OR-library', async () => {
    const { stdout } = await reduce(
      '3 4\n10 2 1 2\n4 1 3\n-7 2 2 3\n5 1 1\n',
      '--format',
      'or-library',
    );
    expect(stdout).toContain('| 2\n2 3 |-7\n');
  });
});

test('solve --reduce gives the options of the original', async () => {
  const text = 'a b c d\na b\nb c\na d\na\n';
  const best = await solve(text, '--reduce', '--best', '1', '--json');
  expect(linesOf(best.stdout)).toMatchObject([
    {
      type: 'solution',
      numbers: [1, 2],
      options: [
        ['b', 'c'],
        ['a', 'd'],
      ],
    },
    { type: 'status', status: 'complete', solutions: 1 },
  ]);
});

describe('draw --why', () => {
  const draw = (...args: string[]) => quadrille(['draw', ...args, '--why']);

  test('draws the weights of the squares', async () => {
    const { stdout, stderr, code } = await draw('polyominoes', '6x6', 'T4', '--unlimited');
    expect(stdout).toContain('modulo 8: every option 0, all together 4');
    expect(stdout).toContain('│ 1 5 1 5 1 5 │');
    expect(stdout).toContain('18 squares │ 5 │');
    expect([stderr, code]).toEqual(['', 1]);
    const coloured = await draw('langford', '5', '--color', 'always');
    expect(coloured.stdout).toContain('\u001b[');
    const svg = await draw('dominoes', '5x5', '--svg', '-');
    expect([svg.stdout.slice(0, 4), svg.code]).toEqual(['<svg', 1]);
    expect(svg.stderr).toBe('There is no solution: that is proven.\n');
  });

  test('says where there are none', async () => {
    const { stdout, stderr, code } = await draw('dominoes', '4x4');
    expect([stdout, code]).toEqual(['', 3]);
    expect(stderr).toContain('Found no weights that prove');
  });
});
