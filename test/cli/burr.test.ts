import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type BurrFile, writeBurr } from '../../src/puzzles.ts';
import { workFolder } from '../support/folder.ts';
import { linesOf } from '../support/output-schema.ts';
import { quadrille } from '../support/quadrille.ts';

const at = (text: string) =>
  text.split(' ').map((cell) => {
    const [x, y, z] = Array.from(cell, Number);
    return { at: [x, y, z] as const };
  });

/** A box of 12 cubes, of which six pairs, or four bent pieces, fill it; its mirror images count once. */
const BOX: BurrFile = {
  grid: 'cubes',
  shapes: [
    {
      name: 'the box',
      size: [3, 2, 2],
      voxels: at('000 100 200 010 110 210 001 101 201 011 111 211'),
    },
    { size: [3, 2, 2], voxels: at('000 001 101') },
    { size: [3, 2, 2], voxels: at('100 110 111 210 211') },
    { size: [3, 2, 2], voxels: at('200 201') },
    { size: [3, 2, 2], voxels: at('010 011') },
  ],
  problems: [
    {
      name: 'four pieces',
      pieces: [1, 2, 3, 4].map((shape) => ({ shape, min: 1, max: 1 })),
      result: 0,
    },
    { pieces: [{ shape: 1, min: 0, max: 3 }], result: 0 },
    { pieces: [{ shape: 3, min: 6, max: 6 }] },
  ],
};
const { path } = workFolder({
  'box.xmpuzzle': writeBurr(BOX),
  'long.xmpuzzle': gzipSync(new Uint8Array(9_000_000)),
  'broken.xmpuzzle': writeBurr(BOX).replace('####', '###'),
  'rows.xmpuzzle': writeBurr({
    grid: 'cubes',
    shapes: [
      { name: 'square', size: [2, 2, 1], voxels: at('000 100 010 110') },
      { name: 'bar', size: [2, 1, 1], voxels: at('000 100') },
    ],
    problems: [{ pieces: [{ shape: 1, min: 2, max: 2 }], result: 0 }],
  }),
});
const burr = (flags = '', file = 'box.xmpuzzle') =>
  quadrille(['burr', path(file), ...flags.split(' ').filter((flag) => flag !== '')]);

describe('questions', () => {
  test('without one it lists shapes and problems, and whether the pieces fit', async () => {
    const { stdout, code } = await burr();
    expect(code).toBe(0);
    expect(stdout).toContain('cubes, 0 colours\n');
    expect(stdout).toContain('S1 "the box"\t3x2x2\t12 voxels\n');
    expect(stdout).toContain(
      'problem 1 "four pieces"\tS2 S3 S4 S5 build S1: 12 voxels for 12\n' +
        'problem 2\tS2*0-3 build S1: 0 to 9 voxels for 12, which do not fit\n' +
        'problem 3\tS4*6: no result\n',
    );
    expect((await burr('--problem 3')).stdout).not.toContain('problem 1');
  });

  // The numbers of BurrTools 0.7.1, without and with "keep mirror solutions".
  test.each([
    ['--count', '34\n'],
    ['--count --keep-mirrors', '68\n'],
  ])('%s', async (flags, stdout) => {
    expect(await burr(flags)).toMatchObject({ stdout, stderr: '', code: 0 });
  });

  test.each(['--count', '--draw'])('%s stops by a time that is over', async (flag) => {
    const { stderr, code } = await burr(`${flag} --timeout 0`);
    expect([stderr.split(':')[0], code]).toEqual(['Stopped by --timeout', 3]);
  });

  test('--draw shows an assembly in layers, --svg draws it', async () => {
    const { stdout, code } = await burr('--draw');
    expect([code, stdout.includes('layer 2')]).toEqual([0, true]);
    expect((await burr('--draw --svg -')).stdout).toMatch(/^<svg /);
  });

  test('--draw has a key of the copies of a shape, with its number and name', async () => {
    const { stdout } = await burr('--draw', 'rows.xmpuzzle');
    expect(stdout).toMatch(/^┌.*┐ {4}A-B S2 "bar"\n/);
    const svg = (await burr('--draw --svg -', 'rows.xmpuzzle')).stdout;
    expect(svg).toContain('>S2 &quot;bar&quot;</text>');
  });

  test('--dlx prints the problem for solve, with the pieces as labels', async () => {
    const { stdout } = await burr('--dlx');
    expect(stdout).toContain('\n| S2\nS2 0,0,0 ');
    const all = await quadrille(['solve', '-', '--count'], { stdin: stdout });
    expect(all).toMatchObject({ code: 0, stdout: '544\n' });
  });

  test('--json prints lines as the schema says', async () => {
    const types = async (flags: string) =>
      linesOf((await burr(`${flags} --json`)).stdout).map(({ type }) => type);
    expect(await types('')).toEqual([
      ...Array.from({ length: 5 }, () => 'shape'),
      ...Array.from({ length: 3 }, () => 'problem'),
    ]);
    expect(await types('--count')).toEqual(['status']);
    expect(await types('--draw')).toEqual(['solution', 'status']);
    expect(await types('--count --problem 4')).toEqual(['error']);
  });

  test('a packed file comes by standard input', async () => {
    const { stdout } = await quadrille(['burr', '-', '--count'], {
      stdin: [gzipSync(writeBurr(BOX))],
    });
    expect(stdout).toBe('34\n');
  });
});

describe('errors name the file, the place and the remedy', () => {
  test('an archive that unpacks to more than a file may have', async () => {
    const { stderr, code } = await burr('--count', 'long.xmpuzzle');
    expect(stderr).toContain(
      'long.xmpuzzle: The file has more than 8388608 bytes unpacked; remove',
    );
    expect(code).toBe(3);
  });

  test.each([
    ['--count', 'broken.xmpuzzle', 'broken.xmpuzzle:'],
    ['rows.xmpuzzle', 'box.xmpuzzle', '"rows.xmpuzzle" is a second file; give one at a time'],
    ['--count --problem 4', 'box.xmpuzzle', 'There is no problem 4; the file has problems 1 to 3'],
    ['--problem 9', 'box.xmpuzzle', 'There is no problem 9; the file has problems 1 to 3'],
    ['--count --problem 2', 'box.xmpuzzle', 'Problem 2: the pieces have 3 voxels too few'],
    ['--draw --problem 3', 'box.xmpuzzle', 'Problem 3 has no result'],
    ['--keep-mirrors', 'box.xmpuzzle', '--keep-mirrors says what --count counts; give --count too'],
    ['--svg a.svg', 'box.xmpuzzle', '--svg is a picture of --draw; give both'],
    ['--count --draw', 'box.xmpuzzle', '--count and --draw exclude each other'],
  ])('%s of %s', async (flags, file, message) => {
    const { stdout, stderr, code } = await burr(flags, file);
    expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
    expect(stderr).toContain(message);
  });
});
