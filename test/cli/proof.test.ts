import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { writeDlx } from '../../src/engine/formats/dlx/write.ts';
import { langford, queens } from '../../src/puzzles.ts';
import { flawOf } from '../support/drat.ts';
import { workFolder } from '../support/folder.ts';
import { linesOf } from '../support/output-schema.ts';
import { type Circumstances, quadrille } from '../support/quadrille.ts';

/** Langford pairs of 6: none. */
const NONE = writeDlx(langford(6));
/** TAOCP 7.2.2.1, (49): one solution, options 1 and 3. */
const ONE = 'p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n';
const SEVERAL = writeDlx(queens(6));
/** None, but it takes very long. */
const ENDLESS = writeDlx(langford(18));
/** Too large for 1 MB. */
const LARGE = writeDlx(langford(101));

const { folder, fresh, path, read: text, write } = workFolder();
beforeEach(() => fresh('p.cnf', 'p.drat'));

const prove = (stdin: string, flags = '', how: Circumstances = {}) => {
  const others = flags.split(' ').filter((flag) => flag !== '');
  return quadrille(['solve', '--proof', path('p'), ...others], { stdin, ...how });
};
const flaw = () => flawOf(text('p.cnf'), text('p.drat'));

describe('--proof', () => {
  test.each(['', '--first'])('%s of no solution', async (flags) => {
    const { code, stdout, stderr } = await prove(NONE, flags);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe('There is no solution: that is proven.\n');
    expect(flaw()).toBeUndefined();
    expect(readdirSync(folder)).toEqual(['p.cnf', 'p.drat']);
  });

  test('--unique of one solution, which the last clause forbids', async () => {
    expect(await prove(ONE, '--unique')).toEqual({ code: 0, stdout: 'unique\n', stderr: '' });
    expect(flaw()).toBeUndefined();
    expect(text('p.cnf')).toMatch(/\n(?:-2 -4|-4 -2) 0\n$/);
    const plain = await quadrille(['solve', '--cnf'], { stdin: ONE });
    expect(flawOf(plain.stdout, text('p.drat'))).toEqual(expect.any(String));
  });

  test('--unique of none', async () => {
    expect(await prove(NONE, '--unique')).toMatchObject({ code: 1, stdout: 'none\n' });
    expect(flaw()).toBeUndefined();
  });

  test('of a problem with a solution gives the solution, and no files', async () => {
    const { code, stdout, stderr } = await prove(SEVERAL);
    expect([code, stdout.split('\n').length]).toEqual([0, 9]);
    expect(stderr).toBe(
      'There is a solution, so there is nothing to prove: no files are written.\n',
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  test('--unique of several gives no files', async () => {
    const { code, stdout, stderr } = await prove(SEVERAL, '--unique');
    expect([code, stdout]).toEqual([0, 'several\n']);
    expect(stderr).toMatch(/^There are several solutions, so there is nothing to prove/);
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each([
    ['--timeout 0.05', 3],
    ['--max-nodes 100', 3],
    ['--memory 1', 3],
    ['', 130],
  ])('that is stopped by %s leaves the files that were there', async (flags, exit) => {
    write('p.drat', 'old');
    const interrupt = exit === 130 ? { interrupt: { turns: 5 } } : {};
    const { code, stderr } = await prove(
      flags === '--memory 1' ? LARGE : ENDLESS,
      flags,
      interrupt,
    );
    expect(code).toBe(exit);
    expect(stderr).toMatch(/^Stopped .*: 0 solutions so far, and no proof is written\.\n/);
    expect(readdirSync(folder)).toEqual(['p.drat']);
    expect(text('p.drat')).toBe('old');
  });

  test('takes the place of an older proof', async () => {
    await prove(NONE);
    expect(await prove(ONE, '--unique')).toMatchObject({ code: 0 });
    expect(flaw()).toBeUndefined();
    expect(text('p.cnf')).toMatch(/^c Exact cover. Primary items: 3,/);
  });

  test('with --json tells the names of the files', async () => {
    const proof = { cnf: path('p.cnf'), drat: path('p.drat') };
    const none = await prove(NONE, '--json');
    expect(linesOf(none.stdout)).toMatchObject([{ status: 'complete', solutions: 0, proof }]);
    const one = await prove(ONE, '--unique --json');
    expect(linesOf(one.stdout)).toMatchObject([{ status: 'complete', answer: 'unique', proof }]);
    const several = await prove(SEVERAL, '--json');
    const [solution, status] = linesOf(several.stdout);
    expect([solution, status]).toMatchObject([{ type: 'solution' }, { status: 'found' }]);
    expect(status).not.toHaveProperty('proof');
  });

  test('that cannot be written is an error, and the answer is not lost', async () => {
    const { code, stderr } = await quadrille(['solve', '--proof', path('nowhere/p')], {
      stdin: NONE,
    });
    expect(code).toBe(2);
    expect(stderr).toMatch(/p\.drat: its folder is not there; make it, or give another file/);
    for (const name of ['p.cnf', 'p.drat']) {
      mkdirSync(path(name));
      const late = await prove(ONE, '--unique');
      expect(late).toMatchObject({ code: 2, stdout: 'unique\n' });
      expect(late.stderr).toMatch(`${path(name)}: this is a folder; give a file in it`);
      expect(readdirSync(folder)).toEqual([name]);
      rmSync(path(name), { recursive: true });
    }
  });

  test('takes --seed, --engine learn and --stats', async () => {
    const { code, stderr } = await prove(NONE, '--seed 7 --engine learn --stats');
    expect(code).toBe(1);
    expect(stderr).toMatch(/complete, 0 solutions, .* engine learn/);
    expect(flaw()).toBeUndefined();
  });
});
