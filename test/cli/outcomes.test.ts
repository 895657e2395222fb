import { describe, expect, test } from 'vitest';
import { writeDlx } from '../../src/index.ts';
import { dominoes, latinSquares, polyominoes, queens, steiner } from '../../src/puzzles.ts';
import { problemOf } from '../cases/problem.ts';
import { randomLatin } from '../cases/symmetric.ts';
import { workFolder } from '../support/folder.ts';
import { linesOf } from '../support/output-schema.ts';
import type { Circumstances } from '../support/quadrille.ts';

const HARD = '...3...4.9....8...5..2.......5.87..3..861......95..8.6..2...93..5...4..7.9..2..8.';
/** TAOCP 7.2.2.1, (49): one solution. */
const COLOURED = 'p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n';
const TWELVE = 'a b c d e f g h i j k l';
const { here } = workFolder({
  'two.dlx': 'a b c\na b\nc\na\nb c\n',
  'coloured.dlx': COLOURED,
  'long.dlx': `${TWELVE}\n${TWELVE.replaceAll(' ', '\n')}\n`,
  'one.dlx': 'a b c d\na b\nb c\na d\na\n',
  // Two of three shifts, and four ways to work them.
  'shifts.dlx': '2|nurse early late\nnurse early\nnurse late\nnurse late early\nnurse late |7\n',
  // A set-partitioning problem with two solutions, which cost 14 and -2.
  'crews.txt': '3 4\n10 2 1 2\n4 1 3\n-7 2 2 3\n5 1 1\n',
  'five.dlx': writeDlx(queens(5)),
  'six.dlx': writeDlx(queens(6)),
  'eight.dlx': writeDlx(queens(8)),
  'latin.dlx': writeDlx(latinSquares(4)),
  // The three-item cycle that no two options cover.
  'none.dlx': 'a b c\na b\nb c\na c\n',
  // Its first step shows that it has none.
  'dead.dlx': 'a b c\na b\nb c\n',
  'tiles.dlx': writeDlx(dominoes('4x4')),
  'twelve.dlx': writeDlx(queens(12)),
  // More work than any test waits for, for every question.
  'endless.dlx': writeDlx(queens(40)),
  // It has no symmetry. That takes thousands of nodes to prove: three seconds.
  'net.dlx': writeDlx(problemOf(randomLatin(40, 1))),
  'floor.dlx': writeDlx(dominoes('16x16')),
  'board.dlx': writeDlx(dominoes('40x40')),
  'steiner.dlx': writeDlx(steiner(15)),
  'packing.dlx': writeDlx(polyominoes('8x8', 'pentominoes O4')),
  'large.dlx': writeDlx(polyominoes('30x30', 'pentominoes', { supply: 'unlimited' })),
  // Neither deductions nor weights prove that there is no solution.
  'clash.dlx': 'a b c d e f | x\nd f\nd e c\na x\nc x\nb a d\ne a\ne b\nb f x\na d c\n',
  'hard.txt': `${HARD}\n`.repeat(100),
  'two.txt': `${'.'.repeat(81)}\n1234341221434.2.\n`,
});

/** It makes its first puzzle in a second or more. */
const ATTEMPT = 'generate sudoku --size 25 --givens 100 --seed 1';

/** The last line of an output of --json, by the schema. */
async function statusOf(line: string, how?: Circumstances) {
  const { code, stdout } = await here(`${line} --json`, how);
  return { code, status: linesOf(stdout).at(-1) };
}

test.each([
  ['solve two.dlx', '1:\n  a b\n  c\n\n2:\n  a\n  b c\n\n'],
  ['solve two.dlx --unique', 'several\n'],
  ['solve two.dlx --count --limit 1', '>=1\n'],
  ['solve coloured.dlx', '1:\n  p r x:A y\n  q x:A\n\n'],
  ['solve coloured.dlx --unique', 'unique\n'],
  ['solve long.dlx', `1:\n  ${TWELVE.replaceAll(' ', '\n  ')}\n\n`],
  ['solve one.dlx --reduce', '1:\n  b c\n  a d\n\n'],
  ['solve one.dlx --reduce --count', '1\n'],
  ['solve one.dlx --reduce --unique --engine learn', 'unique\n'],
  ['solve eight.dlx --count --limit 5', '>=5\n'],
  ['solve eight.dlx --count', '92\n'],
  ['solve eight.dlx --count --engine auto', '92\n'],
  ['solve eight.dlx --count --engine lists', '92\n'],
  ['solve eight.dlx --count --engine links', '92\n'],
  ['solve eight.dlx --count --engine learn', '92\n'],
  ['solve five.dlx --unique --up-to-symmetry', 'several\n'],
  ['solve six.dlx --unique --up-to-symmetry', 'unique\n'],
  ['solve latin.dlx --count --no-symmetry', '576\n'],
  ['solve shifts.dlx --count', '2\n'],
  ['solve shifts.dlx --unique', 'several\n'],
  ['solve shifts.dlx --best 1', '1: cost 0\n  nurse early\n  nurse late\n\n'],
  ['solve crews.txt --format or-library --best 1', '1: cost -2\n  2 3\n  1\n\n'],
])('%s', async (line, stdout) => {
  expect(await here(line)).toEqual({ code: 0, stdout, stderr: '' });
});

describe('a proof that there is no solution has exit code 1:', () => {
  const told = { stdout: '', stderr: 'There is no solution: that is proven.\n' };
  const none = { status: 'complete', solutions: 0 };

  test.each<[line: string, answer: object, status: object | undefined]>([
    ['solve none.dlx', told, none],
    ['solve none.dlx --first', told, none],
    ['solve none.dlx --limit 1', told, none],
    ['solve none.dlx --limit 1 --engine sweep', told, none],
    ['solve none.dlx --count', { stdout: '0\n', stderr: '' }, { ...none, exact: '0' }],
    ['solve none.dlx --unique', { stdout: 'none\n', stderr: '' }, { ...none, answer: 'none' }],
    ['solve none.dlx --sample 5', told, none],
    ['solve none.dlx --odds', told, { ...none, exact: '0' }],
    ['solve none.dlx --best 1', told, none],
    ['solve none.dlx --up-to-symmetry', told, none],
    ['solve none.dlx --up-to-symmetry --count', { stdout: '0\n', stderr: '' }, none],
    ['solve dead.dlx --steps', { stderr: told.stderr }, { ending: 'contradiction' }],
    ['solve dead.dlx --rate', { stderr: told.stderr }, { ending: 'contradiction' }],
    ['solve dead.dlx --hint --prefix [0]', { stderr: told.stderr }, { hint: 'contradiction' }],
    ['draw mates 6', told, undefined],
    ['draw dominoes 5x5 --sample', told, undefined],
  ])('%s', async (line, answer, status) => {
    expect(await here(line)).toMatchObject({ code: 1, ...answer });
    if (status === undefined) return;
    expect(await statusOf(line)).toMatchObject({ code: 1, status: { type: 'status', ...status } });
  });
});

describe('a search that a limit stops has exit code 3:', () => {
  const MORE = String.raw`[\d,]+ solutions? so far, there may be more`;
  const ODDS = 'the diagram of all solutions is not complete; give it more';
  const SYMMETRIES = 'these are the symmetries found so far';
  const WHY = 'whether there is a solution is unknown';
  const CLASSES = String.raw`\d+ solutions? in \d+ class(es)? so far, there may be more`;

  test.each<[line: string, stdout: RegExp, message: string]>([
    ['solve endless.dlx --count --timeout 0.05', /^>=\d+\n$/, `by --timeout: ${MORE}`],
    ['solve endless.dlx --unique --max-nodes 5', /^unknown\n$/, `by --max-nodes: ${MORE}`],
    ['solve endless.dlx --best 1 --max-nodes 0', /^$/, 'by --max-nodes: 0 solutions so far'],
    [
      'solve twelve.dlx --up-to-symmetry --count --max-nodes 99',
      />=/,
      `by --max-nodes: ${CLASSES}`,
    ],
    ['solve endless.dlx --odds --timeout 0.05', /^$/, `by --timeout: ${ODDS} time`],
    ['solve endless.dlx --odds --max-nodes 5', /^$/, `by --max-nodes: ${ODDS} nodes`],
    [
      'solve endless.dlx --odds --memory 1',
      /^$/,
      `because memory ran out: ${ODDS} by --memory, or .*`,
    ],
    ['solve endless.dlx --sample 2 --timeout 0.05', /^$/, `by --timeout: ${ODDS} time`],
    ['solve endless.dlx --sample 2 --max-nodes 5', /^$/, `by --max-nodes: ${ODDS} nodes`],
    [
      'solve endless.dlx --sample 2 --memory 1',
      /^$/,
      `because memory ran out: ${ODDS} by --memory, or .*`,
    ],
    ['solve floor.dlx --symmetries --max-nodes 3', /^>=\d\n/, `by --max-nodes: ${SYMMETRIES}`],
    ['solve floor.dlx --symmetries --timeout 0', /^>=\d\n/, `by --timeout: ${SYMMETRIES}`],
    ['solve board.dlx --symmetries --memory 1', /^>=\d\n/, `because memory ran out: ${SYMMETRIES}`],
    ['solve clash.dlx --why --timeout 0', /^$/, `by --timeout: ${WHY}`],
    ['solve packing.dlx --rate --timeout 0', /^>=0\.0\n$/, 'by --timeout: more steps may follow'],
    [
      'reduce tiles.dlx --timeout 0',
      /^$/,
      'by --timeout: the problem is not reduced, and nothing is printed',
    ],
    ['draw queens 6 --timeout 0', /^$/, `by --timeout: ${MORE}`],
    ['draw queens 40 --sample --timeout 0.05', /^$/, 'by --timeout: .*; give it more time'],
    ['draw queens 40 --sample --memory 1', /^$/, 'because memory ran out: .*by --memory.*'],
    ['draw soma --why --timeout 0', /^$/, 'by --timeout: no weights are found so far'],
    ['draw pentominoes 6x10 --hint --timeout 0', /^$/, 'by --timeout: more steps may follow'],
    [
      'draw pentominoes 6x10 --sheet --timeout 0',
      /^$/,
      'by --timeout at puzzle 1: no page is written',
    ],
  ])('%s', async (line, printed, message) => {
    const { code, stdout, stderr } = await here(line);
    expect(stdout).toMatch(printed);
    expect(stderr).toMatch(new RegExp(`^Stopped ${message}\\.\n$`));
    expect(code).toBe(3);
    if (!line.startsWith('solve')) return;
    const status = /--timeout/.test(line) ? 'timeout' : /--max/.test(line) ? 'nodes' : 'memory';
    expect(await statusOf(line)).toMatchObject({ code: 3, status: { type: 'status', status } });
  });

  test('an attempt of a second or more stops soon', async () => {
    const { stderr, ...rest } = await here(`${ATTEMPT} --timeout .1`);
    expect(rest).toEqual({ code: 3, stdout: '' });
    expect(stderr).toMatch(/^Stopped by --timeout\.\n0 puzzles in .*, seed 1\n$/);
  });

  test.each([
    ['--count --timeout 0.05', /^>=\d+\n1\n$/],
    ['--rate --timeout 0', /^undecided: timeout\nundecided: timeout\n$/],
    ['--candidates --timeout 0.1', /^undecided: timeout\n\nr4c2 3:1\nr4c4 1:1\n\n$/],
  ])('sudoku %s, each puzzle by itself', async (flags, printed) => {
    const { code, stdout } = await here(`sudoku two.txt ${flags}`);
    expect([code, stdout]).toEqual([3, expect.stringMatching(printed)]);
  });
});

describe('a signal stops', () => {
  const STATS = String.raw`.*\naborted, [\d,.]+ .*solutions?, .* nodes, .* guesses, .* engine auto\n$`;

  test.each<
    [
      line: string,
      interrupt: NonNullable<Circumstances['interrupt']>,
      stdout: RegExp,
      stderr: string,
    ]
  >([
    ['solve endless.dlx', { after: '1:' }, /^1:/, `: ${STATS}`],
    ['solve endless.dlx --count', { turns: 10 }, /^>=\d+\n$/, `: ${STATS}`],
    ['solve endless.dlx --json', { after: 'solution' }, /"status":"aborted"/, `: ${STATS}`],
    [
      'solve tiles.dlx --sample 9007199254740991',
      { after: '1:' },
      /^1:\n/,
      String.raw`: \d+ of 9007199254740991 are drawn\.\naborted, `,
    ],
    [
      'solve endless.dlx --odds --json',
      { turns: 10 },
      /"abo/,
      ': the diagram of all solutions is not',
    ],
    [
      'solve steiner.dlx --why',
      { turns: 0 },
      /^$/,
      ': whether there is a solution is unknown.\nabor',
    ],
    ['solve net.dlx --symmetries', { turns: 0 }, /^>=\d+\n/, ': these are the symmetries found so'],
    ['solve packing.dlx --steps', { turns: 1 }, /^/, ': more steps may follow.'],
    [
      'reduce large.dlx',
      { turns: 0 },
      /^$/,
      ': the problem is not reduced, and nothing is printed.\n$',
    ],
    ['draw queens 12 --all', { after: '┌' }, /┌/, ': '],
    ['draw kirkman 21 --sheet', { turns: 10 }, /^$/, ' at puzzle 1: no page is written.\n'],
    ['sudoku hard.txt --rate --workers 1', { turns: 20 }, /^(.*\n){0,75}$/, String.raw`\.\n`],
    ['sudoku --candidates', { turns: 20 }, /undecided: aborted/, String.raw`\.\n`],
  ])('%s', async (line, interrupt, printed, stopped) => {
    const { code, stdout, stderr } = await here(line, { interrupt, stdin: '.'.repeat(625) });
    expect(stdout).toMatch(printed);
    expect(stderr).toMatch(new RegExp(`^Stopped by Ctrl-C${stopped}`));
    expect(code).toBe(130);
  });

  test.each([
    ['SIGINT', 'Ctrl-C', 130],
    ['SIGHUP', 'SIGHUP', 129],
    ['SIGTERM', 'SIGTERM', 143],
  ] as const)('by %s, as its exit code tells', async (signal, name, exit) => {
    const interrupt = { turns: 10, signal };
    const counted = await here('solve endless.dlx --count', { interrupt });
    expect(counted).toMatchObject({ code: exit, stdout: expect.stringMatching(/^>=\d+\n$/) });
    expect(counted.stderr).toMatch(new RegExp(`^Stopped by ${name}: [\\d,]+ solutions? so far`));
    // In the middle of an attempt: after it, it would tell how near that came.
    const made = await here(ATTEMPT, { interrupt });
    expect(made).toMatchObject({ code: exit, stdout: '' });
    expect(made.stderr).toMatch(new RegExp(`^Stopped by ${name}\\.\n0 puzzles in .*, seed 1\n$`));
  });
});
