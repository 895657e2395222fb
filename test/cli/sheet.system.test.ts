import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { rate, sudokuScale } from '../../src/pencil.ts';
import { encode, PuzzleGenerator, readPuzzle, Shape, Solver, writeLine } from '../../src/sudoku.ts';
import { all } from '../puzzles/picture/xml.ts';
import { workFolder } from '../support/folder.ts';
import { quadrille } from '../support/quadrille.ts';
import { type PrintedPage, pagesIn, valuesIn } from '../support/sheet.ts';
import { isCompletion } from '../support/sudoku.ts';

const NINE = Shape.of({ size: 9 });
const generator = new PuzzleGenerator({ size: 9, seed: 29 });
// Easy ones, which are soon rated.
const puzzles = Array.from({ length: 18 }, () => generator.puzzle({ givens: 38 }).givens);
const lines = puzzles.map((givens) => writeLine(NINE, givens));
const WIKIPEDIA =
  '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
/** The same without a given that it needs, and one that no grid completes. */
const SEVERAL = WIKIPEDIA.replace('53', '..');
const NONE = `12345678.........9${'.'.repeat(63)}`;
const TWICE = `55${'.'.repeat(79)}`;

const { here, path, write, read, fresh } = workFolder({
  'club.txt': `# for the club\n${lines.join('\n')}\n`,
  'club.gz': gzipSync(`${lines.join('\n')}\n`),
  'grid.txt': `${WIKIPEDIA.replace(/.{9}/g, '$&\n')}`,
  'mixed.txt': `${WIKIPEDIA}\n# a comment\n${SEVERAL}\n${NONE}\n`,
  'twice.txt': `${WIKIPEDIA}\n${TWICE}\n`,
  'short.txt': `${WIKIPEDIA}\n${WIKIPEDIA.slice(1)}\n`,
  'empty.txt': '# nothing\n',
  'heart.txt': '.#.#.\n#####\n#####\n.###.\n..#..\n',
  'cross.txt': '#.#\n.#.\n#.#\n',
  'regions.txt': 'AAAB\nABBB\nCCCD\nCDDD\n',
});

/** Printed things of the first pages, and of the pages of solutions. */
function parts(pages: readonly PrintedPage[]) {
  const first = pages.findIndex(({ title }) => title.endsWith(': solutions'));
  const all = (some: readonly PrintedPage[]) => some.flatMap(({ printed }) => printed);
  return [all(pages.slice(0, first)), all(pages.slice(first))] as const;
}

describe('a file of 18 Sudokus', () => {
  test('four on a page: their givens in order, and below the same numbers their solutions', async () => {
    const { stdout, stderr, code } = await here('draw sudoku club.txt --sheet --title Club');
    expect([stderr, code]).toEqual(['', 0]);
    const pages = pagesIn(stdout);
    expect(pages.map(({ printed }) => printed.length)).toEqual([4, 4, 4, 4, 2, 12, 6]);
    expect(pages.map(({ title }) => title).slice(4, 6)).toEqual(['Club', 'Club: solutions']);
    const [drawn, solved] = parts(pages);
    expect(drawn.map(({ number }) => number)).toEqual(puzzles.map((_, k) => k + 1));
    expect(solved.map(({ number }) => number)).toEqual(puzzles.map((_, k) => k + 1));
    puzzles.forEach((givens, k) => {
      expect(valuesIn(drawn[k], 9)).toEqual([...givens]);
      const solution = valuesIn(solved[k], 9);
      expect(isCompletion(NINE, givens, solution)).toBe(true);
    });
    const ratings = puzzles.map((givens) => {
      const settings = { scale: sudokuScale, unique: true };
      return `rating ${rate(encode(NINE, givens), settings).difficulty?.toFixed(1)}`;
    });
    expect(drawn.map(({ words }) => words)).toEqual(ratings);
    expect(solved.every(({ words }) => words === '')).toBe(true);
  });

  test('other numbers on other paper, packed by gzip', async () => {
    const line = 'draw sudoku club.gz --sheet --per-page 9 --paper letter --stats';
    const { stdout, stderr, code } = await here(line);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^18 puzzles in /);
    const pages = pagesIn(stdout);
    expect(pages.map(({ printed }) => printed.length)).toEqual([9, 9, 12, 6]);
    expect(pages[0]?.title).toBe('Sudoku');
    expect(pages[0]).toMatchObject({ width: 2159, height: 2794 });
    expect(stdout).toContain('@page { size: 215.9mm 279.4mm');
  });

  test('a file of SVG for each page, which is the page of the HTML', async () => {
    const { stdout } = await here('draw sudoku club.txt --sheet --per-page 2');
    const { code, stdout: none } = await here(
      'draw sudoku club.txt --sheet --per-page 2 --svg s.svg',
    );
    expect([code, none]).toEqual([0, '']);
    const names = Array.from({ length: 11 }, (_, k) => `s-${String(k + 1).padStart(2, '0')}.svg`);
    const pages = names.map((name) => read(name));
    expect(stdout).toContain(pages.join(''));
    fresh(...names);
  });
});

test('several files and standard input count on', async () => {
  const how = { stdin: `${lines.slice(0, 2).join('\n')}\n` };
  const { stdout, code } = await quadrille(
    ['draw', 'sudoku', path('grid.txt'), '-', WIKIPEDIA, '--sheet'],
    how,
  );
  expect(code).toBe(0);
  const [drawn] = parts(pagesIn(stdout));
  const givens = readPuzzle(WIKIPEDIA).givens;
  const expected = [givens, ...puzzles.slice(0, 2), givens].map((one) => [...one]);
  expect(drawn.map((one) => valuesIn(one, 9))).toEqual(expected);
});

test('puzzles without exactly one solution say so, on paper and with their line', async () => {
  const { stdout, stderr, code } = await here('draw sudoku mixed.txt --sheet');
  expect(code).toBe(1);
  expect(stderr.replaceAll(path('mixed.txt'), 'mixed.txt')).toBe(
    'Warning: puzzle 2 (mixed.txt:3) has several solutions.\n' +
      'Warning: puzzle 3 (mixed.txt:4) has no solution.\n',
  );
  const [drawn, solved] = parts(pagesIn(stdout));
  for (const [side, first] of [
    [drawn, 'rating 1.2'],
    [solved, ''],
  ] as const) {
    const told = [first, 'several solutions', 'no solution'];
    expect(side.map(({ words }) => words)).toEqual(told);
  }
  const [one, several, none] = solved.map((each) => valuesIn(each, 9));
  const solver = new Solver(NINE);
  expect(one).toEqual([...(solver.first(readPuzzle(WIKIPEDIA).givens).solution ?? [])]);
  // One of the solutions stands for all; where there is none, the givens stay alone.
  expect(isCompletion(NINE, readPuzzle(SEVERAL).givens, several)).toBe(true);
  expect(none).toEqual([...readPuzzle(NONE).givens]);
});

test('a square of 16 keeps its symbols', async () => {
  const large = new PuzzleGenerator({ size: 16, seed: 1 }).puzzle({ givens: 200 });
  const shape = Shape.of({ size: 16 });
  write('large.txt', `${writeLine(shape, large.givens)}\n`);
  const { stdout, code } = await here('draw sudoku large.txt --size 16 --sheet --per-page 1');
  expect(code).toBe(0);
  const [[drawn], [solved]] = parts(pagesIn(stdout));
  expect(valuesIn(drawn, 16)).toEqual([...large.givens]);
  expect(isCompletion(shape, large.givens, valuesIn(solved, 16))).toBe(true);
});

describe('other puzzles of the gallery', () => {
  test('nonograms, a file each: the clues, then the squares', async () => {
    const { stdout, stderr, code } = await here(
      'draw nonogram heart.txt cross.txt --picture --sheet --per-page 2',
    );
    expect([stderr, code]).toEqual(['', 0]);
    const pages = pagesIn(stdout);
    expect(pages.map(({ title }) => title)).toEqual(['Nonogram', 'Nonogram: solutions']);
    const [drawn, solved] = parts(pages);
    const isFull = ({ drawing }: (typeof drawn)[number]) =>
      all(drawing, 'path').some(({ attributes: { fill } }) => fill === '#222222');
    expect(drawn.map(isFull)).toEqual([false, false]);
    expect(solved.map(isFull)).toEqual([true, true]);
    // A text for each row, and one for each number above a column: 2 4 4 4 2, and 1 1 / 1 / 1 1.
    expect(drawn.map(({ drawing }) => all(drawing, 'text').length)).toEqual([5 + 5, 3 + 5]);
  });

  test.each([
    ['queens 4 6 8', 3],
    ['jigsaw regions.txt', 1],
    ['sudoku-x --size 4', 1],
    ['soma', 1],
    ['polyominoes 3x4 I3*3 I1*3', 1],
    ['matching petersen', 1],
    ['langford 3 4', 2],
  ])('%s', async (args, count) => {
    const { stdout } = await here(`draw ${args} --sheet`);
    const [drawn, solved] = parts(pagesIn(stdout));
    expect([drawn.length, solved.length]).toEqual([count, count]);
    for (const [k, { drawing }] of drawn.entries()) {
      expect(JSON.stringify(drawing)).not.toBe(JSON.stringify(solved[k]?.drawing));
    }
  });
});

describe('mistakes', () => {
  test('too many puzzles', async () => {
    // Of several solutions, so none is rated.
    const how = { stdin: `${'.'.repeat(15)}1\n`.repeat(1001) };
    const { stdout, stderr, code } = await here('draw sudoku - --sheet', how);
    expect([stdout, code]).toEqual(['', 2]);
    expect(stderr).toMatch(/a sheet has at most 1,000 puzzles; give fewer of them/);
  });

  test('a page never takes the place of a file that is read', async () => {
    write('s-1.svg', `${WIKIPEDIA}\n`);
    const { stderr, code } = await here('draw sudoku s-1.svg --sheet --svg s.svg');
    expect([code, read('s-1.svg')]).toEqual([2, `${WIKIPEDIA}\n`]);
    expect(stderr).toMatch(/read and written/);
    fresh('s-1.svg');
  });
});
