import { describe, expect, test } from 'vitest';
import { writeDlx } from '../../src/engine/formats/dlx/write.ts';
import { queens } from '../../src/puzzles/classics.ts';
import { workFolder } from '../support/folder.ts';
import { isLine, linesOf } from '../support/output-schema.ts';
import { quadrille } from '../support/quadrille.ts';

const FILES = {
  'coloured.dlx': 'p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n',
  'none.dlx': 'a b c\na b\nb c\na c\n',
  'queens.dlx': writeDlx(queens(6)),
  'answer.txt': 's UNSATISFIABLE\n',
  'unknown.txt': 's UNKNOWN\n',
};
const { path } = workFolder(FILES);

/** Of none.dlx: all six permutations of its items. */
const SYMMETRIES = ['generator', 'generator', 'orbit', 'orbit', 'status'];

/** Runs a command with --json, its files in place; every line is as the schema wants it. */
async function output(command: string) {
  const args = command.split(' ').map((arg) => (Object.hasOwn(FILES, arg) ? path(arg) : arg));
  const { stdout, stderr, code } = await quadrille([...args, '--json']);
  return { lines: linesOf(stdout), stderr, code };
}

describe('every line is as the schema says', () => {
  test.each([
    ['solve coloured.dlx', ['solution', 'status'], 0],
    ['solve queens.dlx --limit 2', ['solution', 'solution', 'status'], 0],
    ['solve queens.dlx --first --engine learn', ['solution', 'status'], 0],
    ['solve queens.dlx --count --engine links', ['status'], 0],
    ['solve queens.dlx --unique', ['status'], 0],
    ['solve queens.dlx --up-to-symmetry', ['solution', 'status'], 0],
    ['solve queens.dlx --up-to-symmetry --count', ['status'], 0],
    ['solve none.dlx --symmetries', SYMMETRIES, 0],
    ['solve none.dlx --model answer.txt', ['status'], 1],
    ['solve none.dlx --model unknown.txt', ['status'], 3],
    ['generate sudoku --count 2 --seed 1', ['puzzle', 'puzzle'], 0],
    ['generate sudoku --boxes 2x3 --givens 5 --attempts 1 --seed 1', ['puzzle'], 3],
  ])('%s', async (command, types, exit) => {
    const { lines, code } = await output(command);
    expect(lines.map(({ type }) => type)).toEqual(types);
    expect(code).toBe(exit);
  });
});

describe('the schema is strict', () => {
  test.each([
    ['solve coloured.dlx'],
    ['solve queens.dlx --count'],
    ['solve queens.dlx --symmetries'],
    ['solve none.dlx --model answer.txt'],
    ['generate sudoku'],
    ['solve nowhere.dlx'],
  ])('%s', async (command) => {
    for (const line of (await output(command)).lines) {
      expect(isLine({ ...line, surplus: 1 })).toBe(false);
      expect(isLine({ ...line, version: 2 })).toBe(false);
      for (const name of ['type', 'version']) {
        const { [name]: _left, ...rest } = line;
        expect(isLine(rest)).toBe(false);
      }
    }
  });
});
