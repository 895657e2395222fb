import { describe, expect, test } from 'vitest';
import { workFolder } from '../support/folder.ts';
import { EXAMPLE } from '../support/sudoku-read.ts';

const CAGES = '.Shape~4x4.Cage~6~R1C1~R1C2~R2C1.~R1C1_1.~R1C3_4.~R2C4_2.~R3C4_1.~R4C3_3';

const { here, read } = workFolder({
  'cages.txt': `${CAGES}\n`,
  'mixed.txt': `${EXAMPLE}\n${CAGES}\n`,
  'outside.txt': '# a comment\n.Shape~4x4.Cage~6~R1C1~R1C9\n',
});
const draw = (line: string) => here(`draw sudoku ${line}`);

const SOLVED = `
┌─────────────┬─────────────┐
│┌6┄┄┄┄┄┄┄┄┄┄┐│             │
│┆ 1      2  ┆│  4      3   │
│┆    ┌┄┄┄┄┄┄┘│             │
│┆    ┆       │             │
│┆    ┆       │             │
│┆ 3  ┆   4   │  1      2   │
│└┄┄┄┄┘       │             │
├─────────────┼─────────────┤
│             │             │
│  4      3   │  2      1   │
│             │             │
│             │             │
│             │             │
│  2      1   │  3      4   │
│             │             │
└─────────────┴─────────────┘

`.slice(1);

describe('draw sudoku', () => {
  test('solves and draws a variant: in place, of a file, as SVG', async () => {
    expect(await draw(CAGES)).toMatchObject({ stdout: SOLVED, stderr: '', code: 0 });
    expect(await draw('cages.txt')).toMatchObject({ stdout: SOLVED, stderr: '', code: 0 });
    expect(await draw('cages.txt --svg cages.svg')).toMatchObject({ stderr: '', code: 0 });
    expect(read('cages.svg')).toMatch(/stroke-dasharray[\s\S]*>6<\/text>/);
  });

  test('variants are among the puzzles of a sheet', async () => {
    const { stdout, stderr, code } = await draw('mixed.txt --sheet');
    expect([stderr, code]).toEqual(['', 0]);
    expect(stdout.match(/stroke-dasharray/g)).toHaveLength(2);
  });

  test('a hint is drawn with the clues', async () => {
    const { stdout, code } = await draw('cages.txt --hint');
    expect(code).toBe(0);
    expect(stdout).toContain('│┌6┄┄');
    expect(stdout).toMatch(/\nSo .* (?:holds|out)\.\n$/);
  });

  test('a mistake has its place in the file', async () => {
    for (const more of ['', ' --sheet']) {
      const { stderr, code } = await draw(`outside.txt${more}`);
      expect(stderr).toMatch(/outside\.txt:2:\d+: Cage names the cell "R1C9"; give one/);
      expect(code).toBe(2);
    }
  });

  test('a second puzzle is too many', async () => {
    const { stderr } = await draw('mixed.txt');
    expect(stderr).toContain('mixed.txt:2:1: found a second puzzle; give one.');
  });
});
