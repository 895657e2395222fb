import { describe, expect, test } from 'vitest';
import { writeDlx } from '../../src/index.ts';
import { queens } from '../../src/puzzles/classics.ts';
import { linesOf } from '../support/output-schema.ts';
import { quadrille } from '../support/quadrille.ts';

const solve = (stdin: string, ...flags: string[]) =>
  quadrille(['solve', '--up-to-symmetry', ...flags], { stdin });
const draw = (...args: string[]) => quadrille(['draw', ...args, '--up-to-symmetry']);

/** The queens with their lines in another order. */
function shuffled(n: number): string {
  const [items = '', ...options] = writeDlx(queens(n)).trimEnd().split('\n');
  const order = options.map((option, k) => [(7919 * k + 13) % 1009, option] as const);
  return [items, ...order.sort(([a], [b]) => a - b).map(([, option]) => option), ''].join('\n');
}

/** A swap of a and b exchanges the two cheapest solutions; three are dearer. */
const COSTS = 'a b c\na c |2\nb |1\nb c |2\na |1\na b |4\nc |5\na b c |8\n';

describe('solve --up-to-symmetry', () => {
  test('prints one solution of each class, with its size', async () => {
    const { stdout, stderr, code } = await solve(writeDlx(queens(4)));
    expect(stdout).toMatch(/^1: class of 2\n( {2}r\d c\d u\d d\d\n){4}\n$/);
    expect([stderr, code]).toEqual(['', 0]);
  });

  test('also those of a problem in another order', async () => {
    const { stdout } = await solve(shuffled(8));
    const sizes = [...stdout.matchAll(/^\d+: class of (\d+)$/gm)].map(([, size]) => Number(size));
    expect(sizes.sort((a, b) => a - b)).toEqual([4, ...new Array<number>(11).fill(8)]);
  });

  test('--count counts classes, and --stats compares their sum with a count', async () => {
    const { stdout, stderr } = await solve(shuffled(8), '--count', '--stats');
    expect(stdout).toBe('12\n');
    expect(stderr).toMatch(
      /^complete, 92 solutions in 12 classes, .*\nA count of all solutions comes to 92, too\.\n$/,
    );
  });

  test('--first and --limit give some of them', async () => {
    expect((await solve(writeDlx(queens(6)), '--first')).stdout).toMatch(/^1: class of 4\n/);
    const { stdout, stderr, code } = await solve(shuffled(8), '--limit', '3', '--stats');
    expect(stdout.match(/^\d: class of [48]$/gm)).toHaveLength(3);
    expect(stderr).toMatch(/^limit, \d+ solutions in 3 classes, .*\n$/);
    expect(code).toBe(0);
  });

  test('--best prints the cheapest of each class', async () => {
    const { stdout } = await solve(COSTS, '--best', '3');
    expect(stdout.match(/^\d:.*/gm)).toEqual([
      '1: cost 3, class of 2',
      '2: cost 7, class of 1',
      '3: cost 8, class of 1',
    ]);
  });

  test('as JSON, by the schema', async () => {
    const listed = linesOf((await solve(writeDlx(queens(6)), '--json')).stdout);
    expect(listed).toMatchObject([
      { type: 'solution', index: 1, classSize: '4' },
      { type: 'status', status: 'complete', solutions: 1, all: '4' },
    ]);
    const counted = linesOf((await solve(writeDlx(queens(6)), '--json', '--count')).stdout);
    expect(counted).toMatchObject([{ status: 'complete', exact: '1', all: '4' }]);
    const best = linesOf((await solve(COSTS, '--json', '--best', '1')).stdout);
    expect(best).toMatchObject([{ cost: 3, classSize: '2' }, { all: '2' }]);
  });
});

describe('draw --up-to-symmetry', () => {
  test('draws one of each class, with its size', async () => {
    const { stdout, stderr, code } = await draw('pentominoes', '3x20');
    expect(stdout.match(/^class of 4$/gm)).toHaveLength(2);
    expect([stderr, code]).toEqual(['', 0]);
    const svg = await draw('queens', '5', '--svg', '-');
    expect(svg.stdout.match(/class of [28]/g)?.sort()).toEqual(['class of 2', 'class of 8']);
    expect(svg.stdout).toContain('<title>10 solutions in 2 classes</title>');
  });

  test('a problem of the gallery has it for draw, whatever make has', async () => {
    const { stdout } = await draw('soma', '--limit', '2');
    expect(stdout.match(/^class of 48, layer 1 /gm)).toHaveLength(2);
    expect((await draw('latin', '4')).stdout.match(/class of \d+/g)?.sort()).toEqual([
      'class of 144',
      'class of 432',
    ]);
  });

  test('packings have the symmetries of their board, with any number of pieces, too', async () => {
    const sizes = async (...args: string[]) =>
      (await draw(...args)).stdout.match(/class of \d+/g)?.sort();
    const classes = (...of: number[]) => of.map((size) => `class of ${size}`);
    expect(await sizes('polysticks', '2x2', 'V2', '--unlimited')).toEqual(classes(2, 2, 4));
    expect(await sizes('polyhexes', '4x7', 'tetrahexes')).toEqual(Array(9).fill('class of 2'));
    const pairs = ['polyiamonds', 'hexagon1', 'I2', 'I1', '--gaps'];
    expect(await sizes(...pairs)).toEqual(classes(12, 12));
    // In the problem, any two cells can be exchanged.
    expect(await sizes('polyominoes', '1x4', 'I1*2', '--gaps')).toEqual(classes(1, 1, 2, 2));
  });

  test('in a terminal as many side by side as fit', async () => {
    const { stdout } = await draw('queens', '8');
    const rows = stdout.match(/^class of .*$/gm)?.map((row) => row.match(/class/g)?.length);
    expect(rows).toEqual([4, 4, 4]);
  });

  test('a row of a picture ends with the last layer of a solution', async () => {
    const { stdout } = await draw('soma', '--limit', '3', '--svg', '-');
    const places = stdout.matchAll(/>(class of 48, )?layer (\d)<|translate\((\d+) (\d+)\)/g);
    let y = '';
    const rows = new Map<string, string>();
    for (const [, , layer, , down] of places) {
      if (down !== undefined && layer === undefined) y = down;
      if (layer !== undefined) rows.set(y, `${rows.get(y) ?? ''}${layer}`);
    }
    expect([...rows.values()]).toEqual(['123', '123', '123']);
  });
});
