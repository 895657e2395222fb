import { spawnSync } from 'node:child_process';
import {
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { built } from '../support/built.ts';
import { quadrille } from '../support/quadrille.ts';
import { EXAMPLE } from '../support/sudoku-read.ts';

const TWO = 'a b c\na b\nc\na\nb c\n';
const NONE = 'a b c\na b\nb c\n';
const SQUARES = '###\n';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'quadrille-files-')));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A command, what it reads, and a file that it would write. IN and OUT stand for these two. */
const OUTPUTS: readonly (readonly [line: string, text: string, out: string])[] = [
  ['solve IN --output OUT', TWO, 'p.dlx'],
  ['solve IN --count --output OUT', TWO, 'p.dlx'],
  ['solve IN --best 1 --output OUT', TWO, 'p.dlx'],
  ['solve IN --proof p', NONE, 'p.cnf'],
  ['solve IN --proof p', NONE, 'p.drat'],
  ['solve IN --unique --proof p', TWO, 'p.cnf'],
  ['solve IN --unique --proof p', NONE, 'p.drat'],
  ['solve IN --checkpoint c', TWO, 'c'],
  ['solve IN --checkpoint c', TWO, 'c.new'],
  ['solve IN --checkpoint c', TWO, 'c.lock'],
  ['solve IN --checkpoint c', TWO, 'c.lock.next'],
  ['draw polyominoes IN monomino --unlimited --svg OUT', SQUARES, 'p.txt'],
  ['draw polyominoes IN domino --unlimited --why --svg OUT', SQUARES, 'p.txt'],
];

/** Ways in which one file is read and written. Each makes it, and returns the name to read. */
const WAYS: Readonly<Record<string, (out: string, text: string) => string>> = {
  'by one name': (out, text) => {
    writeFileSync(out, text);
    return out;
  },
  'by a link to what is written': (out, text) => {
    writeFileSync(out, text);
    symlinkSync(out, join(folder, 'link'));
    return join(folder, 'link');
  },
  'by a link to what is read': (out, text) => {
    writeFileSync(join(folder, 'real'), text);
    symlinkSync('real', out);
    return join(folder, 'real');
  },
  'by two names': (out, text) => {
    writeFileSync(join(folder, 'real'), text);
    linkSync(join(folder, 'real'), out);
    return join(folder, 'real');
  },
};

describe.each(OUTPUTS)('%s', (line, text, out) => {
  test.each(Object.keys(WAYS))(`where ${out} is read %s, is refused`, async (way) => {
    const written = join(folder, out);
    const read = WAYS[way](written, text);
    const before = readdirSync(folder);
    const args = line
      .replace(/ (?=[pc]$)/, ` ${folder}/`)
      .replace('OUT', written)
      .replace('IN', read)
      .split(' ');
    const { code, stdout, stderr } = await quadrille(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/to be read and written; give another file for what is written\n$/);
    expect(stderr).toContain(written);
    expect(readFileSync(read, 'utf8')).toBe(text);
    expect(readFileSync(written, 'utf8')).toBe(text);
    expect(readdirSync(folder)).toEqual(before);
  });

  test('writes another file', async () => {
    const read = join(folder, 'in');
    writeFileSync(read, text);
    const written = join(folder, out);
    const args = line.replace(/ (?=[pc]$)/, ` ${folder}/`).replace('OUT', written);
    const { stderr } = await quadrille(args.replace('IN', read).split(' '));
    expect(stderr).not.toContain('to be');
    expect(readFileSync(read, 'utf8')).toBe(text);
  });
});

test('a file may be read twice', async () => {
  const puzzle = `${'.'.repeat(16)}\n`;
  const file = join(folder, 'a.txt');
  writeFileSync(file, puzzle);
  const { code, stdout } = await quadrille(['sudoku', file, file]);
  expect([code, stdout.split('\n').length]).toEqual([0, 3]);
});

describe('the channels of a shell', () => {
  const program = built();
  afterAll(program.remove);
  const shell = (line: string) =>
    spawnSync('bash', ['-c', line], {
      cwd: folder,
      env: program.env,
      encoding: 'utf8',
      timeout: 20_000,
    });

  test.each([
    ['quadrille solve - < p --output p', 'p and standard input name the same file'],
    ['quadrille solve /dev/stdin < p --output p', 'p and /dev/stdin name the same file'],
    ['quadrille solve < p --checkpoint p', 'p and standard input name the same file'],
    ['quadrille solve p >> p', 'p: standard output goes to this file as well'],
    ['quadrille solve < p >> p', 'standard input: standard output goes to this file as well'],
    ['quadrille solve p --stats > /dev/null 2>> p', 'p: standard error goes to this file as well'],
  ])('%s', (line, why) => {
    writeFileSync(join(folder, 'p'), TWO);
    const { status, stderr } = shell(line);
    const text = readFileSync(join(folder, 'p'), 'utf8');
    // Messages to a file that they are appended to are what was asked for.
    expect(stderr + text.slice(TWO.length)).toContain(why);
    expect([status, text.slice(0, TWO.length)]).toEqual([2, TWO]);
  });

  test('a command that appends to what it reads ends', () => {
    const grid = `${EXAMPLE}\n`;
    writeFileSync(join(folder, 'p'), grid);
    const { status } = shell('quadrille sudoku p >> p');
    expect([status, readFileSync(join(folder, 'p'), 'utf8')]).toEqual([2, grid]);
  });

  test('results and messages may share a file', () => {
    writeFileSync(join(folder, 'p'), TWO);
    const { status } = shell('quadrille solve p --stats > log 2>&1');
    expect([status, readFileSync(join(folder, 'log'), 'utf8')]).toEqual([
      0,
      expect.stringMatching(/^1:[\s\S]*\ncomplete, 2 solutions/),
    ]);
  });
});
