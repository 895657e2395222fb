import { describe, expect, test } from 'vitest';
import { shareOf } from '../../src/cli/diagram.ts';
import { amount } from '../../src/cli/report.ts';
import { readDlx } from '../../src/engine/formats/dlx/reader.ts';
import { writeDlx } from '../../src/engine/formats/dlx/write.ts';
import { solutions } from '../../src/index.ts';
import { PALETTE } from '../../src/puzzles/picture/palette.ts';
import { dominoes, pentominoes, queens } from '../../src/puzzles.ts';
import { linesOf } from '../support/output-schema.ts';
import { type Circumstances, fast, quadrille } from '../support/quadrille.ts';

/** TAOCP 7.2.2.1, (49), with an option more: two solutions. */
const COLOURED = `p q r | x y
p q x y:A
p r x:A y
p x:B
q x:A
r y:B
p r x:A
`;
/** The three-item cycle that no two options cover. */
const NONE = 'a b c\na b\nb c\na c\n';
const DOMINOES = writeDlx(dominoes('4x4'));
const EIGHT = writeDlx(dominoes('8x8'));
/** 53,060,477,521,960,000 solutions, more than 2 ** 53. */
const MANY = writeDlx(dominoes('12x12'));
/** A diagram that takes more states than any test waits for. */
const ENDLESS = writeDlx(queens(40));
const OPTIONS = 20_000;

const solve = (stdin: string, flags: string, how: Circumstances = {}) =>
  quadrille(['solve', ...flags.split(' ')], { stdin, ...how });

describe('--count beyond 2 ** 53', () => {
  test('prints all digits', async () => {
    const printed = { code: 0, stdout: '53060477521960000\n', stderr: '' };
    expect(await solve(MANY, '--count')).toEqual(printed);
  });

  test('--json rounds nothing: no number, but a text', async () => {
    const { stdout } = await solve(MANY, '--count --json');
    expect(linesOf(stdout)).toMatchObject([
      { status: 'complete', solutions: null, exact: '53060477521960000' },
    ]);
    const few = await solve(DOMINOES, '--count --json');
    expect(linesOf(few.stdout)).toMatchObject([{ solutions: 36, exact: '36' }]);
  });

  test('--stats shortens it', async () => {
    const { stderr } = await solve(MANY, '--count --stats');
    expect(stderr).toMatch(/^complete, 5\.30e16 solutions, /);
  });

  test.each([
    [0.123, '0.12'],
    [9, '9'],
    [12_345n, '12,345'],
    [999_499_999_999_999n, '999 T'],
    [10n ** 15n, '1.00e15'],
    [2n ** 64n, '1.84e19'],
    [10n ** 400n, '1.00e400'],
    [2 ** 64, '1.84e19'],
  ])('%s as an amount: %s', (exact, text) => {
    expect(amount(exact)).toBe(text);
  });
});

describe('--sample', () => {
  test('prints as many as it is asked for, by a seed the same ones each time', async () => {
    const one = await solve(EIGHT, '--sample 3 --seed 1');
    expect([one.code, one.stderr]).toEqual([0, '']);
    expect(one.stdout.match(/^\d+:$/gm)).toEqual(['1:', '2:', '3:']);
    expect(await solve(EIGHT, '--sample 3 --seed 1')).toEqual(one);
    expect((await solve(EIGHT, '--sample 3 --seed 2')).stdout).not.toBe(one.stdout);
    expect((await solve(EIGHT, '--sample 2 --seed 1')).stdout).toBe(
      one.stdout.slice(0, one.stdout.indexOf('3:')),
    );
  });

  test.each(['-1', '0', '-9007199254740991', '9007199254740991', '4294967296'])(
    'takes the seed %s',
    async (seed) => {
      const { stdout, code } = await solve(DOMINOES, `--sample 1 --seed=${seed}`);
      expect([stdout.match(/^ {2}/gm)?.length, code]).toEqual([8, 0]);
    },
  );

  test('draws each of 36 tilings as often as any other', async () => {
    const size = 1800;
    const { stdout } = await solve(DOMINOES, `--sample ${size} --seed 5 --json`);
    const lines = linesOf(stdout);
    expect(lines.pop()).toMatchObject({ status: 'complete', solutions: 36, exact: '36' });
    expect(lines.map(({ index }) => index)).toEqual(Array.from({ length: size }, (_, k) => k + 1));
    const drawn = new Map<string, number>();
    for (const { numbers } of lines) {
      const key = [...(numbers as number[])].sort((a, b) => a - b).join(' ');
      drawn.set(key, (drawn.get(key) ?? 0) + 1);
    }
    expect(drawn.size).toBe(36);
    const mean = size / 36;
    const chiSquare = [...drawn.values()].reduce((sum, n) => sum + (n - mean) ** 2 / mean, 0);
    // With 35 degrees of freedom one seed of 10,000 comes to more than 75.
    expect(chiSquare).toBeLessThan(75);
  });

  test('draws where no diagram would fit', async () => {
    const { stdout: squares } = await quadrille(['make', 'latin', '6']);
    const { stdout, code } = await solve(squares, '--sample 2 --seed 1 --json --memory 100');
    const lines = linesOf(stdout);
    expect(lines.pop()).toMatchObject({ status: 'complete', exact: '812851200' });
    const [one = [], two = []] = lines.map(({ numbers }) => numbers as number[]);
    expect([one.length, two.length]).toEqual([36, 36]);
    expect(one).not.toEqual(two);
    expect(code).toBe(0);
  });

  test('waits for whoever reads slowly', async () => {
    const { stdout } = await solve(EIGHT, '--sample 800', { slow: true });
    expect(stdout.match(/^\d+:$/gm)).toHaveLength(800);
  });
});

describe('--estimate', () => {
  test('is exact where a count ends at once', async () => {
    const { stdout, code } = await solve(COLOURED, '--estimate');
    const [solutions, nodes, seconds, end] = stdout.split('\n');
    expect([solutions, code, end]).toEqual(['solutions\t2\texact', 0, '']);
    expect(nodes).toMatch(/^nodes\t[0-9]+\texact$/);
    expect(seconds).toMatch(/^seconds\t[0-9.e-]+\texact$/);
    expect((await solve(NONE, '--estimate')).code).toBe(1);
  });

  test('tells standard errors elsewhere, as JSON too', async () => {
    const { stdout } = await solve(writeDlx(queens(16)), '--estimate --json --seed 1');
    const [estimate, status] = linesOf(stdout) as { solutions: { mean: number } }[];
    expect(estimate).toMatchObject({ type: 'estimate' });
    // 14,772,512 solutions.
    expect(estimate?.solutions.mean).toBeGreaterThan(8_000_000);
    expect(estimate?.solutions.mean).toBeLessThan(25_000_000);
    expect(status).toMatchObject({ type: 'status', status: 'found' });
  });

  test('stops at a limit', async () => {
    expect((await solve(ENDLESS, '--estimate --timeout 0')).code).toBe(3);
  });
});

describe('--odds', () => {
  test('prints a line for each option, as stated', async () => {
    expect(await solve(COLOURED, '--odds')).toEqual({
      code: 0,
      stdout: [
        '0\t0\tp q x y:A',
        '1\t0.5\tp r x:A y',
        '0\t0\tp x:B',
        '2\t1\tq x:A',
        '0\t0\tr y:B',
        '1\t0.5\tp r x:A',
        '',
      ].join('\n'),
      stderr: '',
    });
  });

  test('is what the solutions have, one by one', async () => {
    const text = writeDlx(pentominoes('3x20'));
    const problem = readDlx(text);
    const per = new Array<number>(problem.optionCount).fill(0);
    for (const { numbers } of solutions(problem)) {
      for (const option of numbers) per[option] = per[option] + 1;
    }
    const { stdout } = await solve(text, '--odds --json');
    const lines = linesOf(stdout);
    expect(lines.pop()).toMatchObject({ status: 'complete', exact: '8', engine: 'diagram' });
    expect(lines).toEqual(
      per.map((solutions, index) => ({
        type: 'option',
        version: 1,
        index,
        option: problem.option(index),
        solutions,
        exact: String(solutions),
        share: solutions / 8,
      })),
    );
  });

  test('beyond 2 ** 53 keeps all digits', async () => {
    const { stdout } = await solve(MANY, '--odds --json');
    const lines = linesOf(stdout);
    // The corner is covered one way as often as the other.
    expect(lines[0]).toMatchObject({ solutions: null, exact: '26530238760980000', share: 0.5 });
    expect(lines[1]).toMatchObject({ solutions: null, exact: '26530238760980000', share: 0.5 });
  });

  test.each([
    [0n, 7n, 0],
    [7n, 7n, 1],
    [1n, 3n, 0.333333],
    [1n, 10n ** 30n, 1e-30],
    [10n ** 400n, 3n * 10n ** 400n, 0.333333],
    [1n, 10n ** 400n, 0],
  ])('the share of %d in %d is %d', (part, whole, share) => {
    expect(shareOf(part, whole)).toBe(share);
  });
});

test('the progress of a diagram does not tell of solutions', async () => {
  const { stderr } = await fast(() => solve(ENDLESS, '--odds --timeout 1.5', { terminal: true }));
  expect(stderr).toMatch(/^\r[\d.,]+ (?:[kM] )?nodes, [\d.,]+ (?:[kM] )?nodes a second/);
});

describe(`a problem of ${OPTIONS} options`, () => {
  // Twenty items, each covered by a thousand options: 1000 ** 20 solutions.
  const items = Array.from({ length: 20 }, (_, k) => `i${k}`);
  const options = Array.from({ length: OPTIONS }, (_, k) => `i${k % 20}\n`);
  const text = `${items.join(' ')}\n${options.join('')}`;

  test('has odds for each of them', async () => {
    const { stdout, stderr, code } = await solve(text, '--odds');
    const lines = stdout.split('\n');
    expect([lines.length, stderr, code]).toEqual([OPTIONS + 1, '', 0]);
    expect(lines[OPTIONS - 1]).toBe(`1${'0'.repeat(57)}\t0.001\ti19`);
  });

  test('is sampled', async () => {
    const { stdout, code } = await solve(text, '--sample 2');
    expect([stdout.match(/^ {2}i/gm)?.length, code]).toEqual([40, 0]);
  });

  test('is counted', async () => {
    expect(await solve(text, '--count')).toEqual({
      code: 0,
      stdout: `1${'0'.repeat(60)}\n`,
      stderr: '',
    });
  });
});

describe('draw --sample', () => {
  const draw = (args: string) => quadrille(['draw', ...args.split(' ')]);

  test('draws one tiling, by a seed the same each time', async () => {
    const one = await draw('dominoes aztec6 --sample --seed 1');
    expect([one.stderr, one.code]).toEqual(['', 0]);
    expect(one.stdout.trimEnd().split('\n')).toHaveLength(25);
    expect(await draw('dominoes aztec6 --sample --seed 1')).toEqual(one);
    expect((await draw('dominoes aztec6 --sample --seed 2')).stdout).not.toBe(one.stdout);
  });

  test('is a picture with a colour for each direction, beside those of the card and the ink', async () => {
    const { stdout } = await draw('dominoes aztec8 --sample --seed 1 --svg -');
    const fills = new Set(stdout.match(/#[\da-f]{6}/g));
    for (const { fill } of PALETTE.slice(0, 4)) expect(fills).toContain(fill);
    for (const { fill } of PALETTE.slice(4)) expect(fills).not.toContain(fill);
  });
});

describe('sudoku --candidates', () => {
  /** Of 4x4: 12 solutions, one, none, no puzzle, and all cells given. */
  const PUZZLES = [
    '12..............',
    '1234341221434.2.',
    '123....4........',
    '11..............',
    '1234341221434321',
  ];
  const candidates = (puzzles: readonly string[], ...flags: string[]) =>
    quadrille(['sudoku', '--candidates', ...flags], { stdin: `${puzzles.join('\n')}\n` });

  test('prints a line for each empty cell, and an empty line for each puzzle', async () => {
    const { stdout, stderr, code } = await candidates(PUZZLES);
    const [first = '', ...others] = stdout.slice(0, -2).split('\n\n');
    const cells = first.split('\n');
    expect(cells).toHaveLength(14);
    expect(cells[0]).toBe('r1c3 3:12 4:12');
    expect(others).toEqual([
      'r4c2 3:1\nr4c4 1:1',
      'no solution',
      expect.stringMatching(/^invalid: standard input:4: r1c1 and r1c2/),
    ]);
    expect(stderr).toMatch(/^quadrille sudoku: standard input:4: .*\n$/);
    expect(code).toBe(2);
  });

  test('--json has the same', async () => {
    const { stdout } = await candidates(PUZZLES, '--json');
    const lines = linesOf(stdout);
    expect(lines[0]).toEqual({
      type: 'cell',
      version: 1,
      line: 1,
      cell: 'r1c3',
      candidates: [
        { value: '3', solutions: 12, exact: '12' },
        { value: '4', solutions: 12, exact: '12' },
      ],
    });
    expect(lines.slice(14)).toMatchObject([
      { type: 'status', line: 1, status: 'complete', solutions: 24, exact: '24' },
      { type: 'cell', line: 2, cell: 'r4c2' },
      { type: 'cell', line: 2, cell: 'r4c4' },
      { type: 'status', line: 2, solutions: 1 },
      { type: 'status', line: 3, solutions: 0, exact: '0' },
      { type: 'error', line: 4 },
      { type: 'status', line: 5, solutions: 1 },
    ]);
  });

  test('has the symbols of the puzzle', async () => {
    const { stdout } = await candidates(['0123.......1....'], '--symbols', '0-F');
    expect(stdout).toMatch(/^r2c1 2:\d+ 3:\d+\n/);
  });

  test.each([
    ['--count', '--count and --candidates exclude each other'],
    ['--all', '--all and --candidates exclude each other'],
    ['--pretty', '--candidates and --pretty exclude each other'],
    ['--limit=3', '--limit goes with --all, --count or alone'],
  ])('is refused with %s', async (flag, message) => {
    const { stderr, code } = await candidates([], flag);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
});
