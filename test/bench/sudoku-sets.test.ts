import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LARGE, largePuzzle } from '../../bench/sudoku/large-puzzle.ts';
import { HARD_NODES, readNotorious, readSets, setOf } from '../../bench/sudoku/sets.ts';
import { Trouble } from '../../bench/trouble.ts';
import { checkGivens, Solver, Symbols } from '../../src/sudoku.ts';

const NINE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const FOUR = '1.3..4.2.34.4.23';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sets-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

test('a file with several shapes makes several sets, each with all of its puzzles', () => {
  const sets = readSets([file('mixed.txt', `${NINE}\n${FOUR}\n${NINE}\n`)]);
  expect(sets.map(({ name }) => name)).toEqual(['mixed.txt, 3x3', 'mixed.txt, 2x2']);
  expect(sets.map(({ puzzles }) => puzzles.length)).toEqual([2, 1]);
});

test('the order is one of chance, but the same each time', () => {
  // Blanks one more cell each time, to tell them apart.
  const lines = Array.from({ length: 12 }, (_, k) => `${'.'.repeat(k)}${NINE.slice(k)}`);
  const path = file('some.txt', lines.join('\n'));
  const [once, again] = [readSets([path]), readSets([path])].map(([set]) =>
    set?.puzzles.map((givens) => Array.from(givens, (value) => value || '.').join('')),
  );
  expect(once).toEqual(again);
  expect(once).not.toEqual(lines);
  expect(new Set(once)).toEqual(new Set(lines));
});

test('puzzles that are too hard for what cannot be stopped are set apart', () => {
  const symbols = Symbols.usual(LARGE.size);
  const [hard, easy] = [6000, 100].map((blanks) => largePuzzle(blanks, 100)) as [
    Uint8Array,
    Uint8Array,
  ];
  // Hard by the definition, so that the test cannot pass by being about no such puzzle.
  const solver = new Solver({ size: LARGE.size });
  expect(solver.first(hard, { maxNodes: HARD_NODES }).status).toBe('nodes');
  const set = setOf('two', LARGE, [
    { shape: LARGE, symbols, givens: hard, line: 1 },
    { shape: LARGE, symbols, givens: easy, line: 2 },
  ]);
  expect(set.puzzles).toEqual([easy]);
  expect(set.hard).toEqual([{ name: 'two, line 1', givens: hard, hard: true }]);
});

test.each([
  ['missing.txt', undefined, /missing\.txt cannot be read: .*no such file/],
  ['empty.txt', '# nothing\n', /empty\.txt has no puzzle in it; give/],
  ['short.txt', `${NINE}\n12345\n`, /short\.txt.*2/],
  ['twice.txt', `${NINE}\n11${NINE.slice(2)}\n`, /twice\.txt, line 2: r1c1.*row 1/],
])('%s is refused with its name', (name, text, message) => {
  const path = text === undefined ? join(folder, name) : file(name, text);
  let error: unknown;
  try {
    readSets([path]);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(Trouble);
  expect((error as Trouble).message).toMatch(message);
  expect((error as Trouble).exitCode).toBe(2);
});

test('the notorious grids are of 9x9, named, and soon solved', () => {
  const { shape, grids } = readNotorious();
  expect(shape.boxes).toBe('3x3');
  expect(grids.length).toBeGreaterThan(9);
  expect(grids.filter(({ name }) => name.startsWith('line'))).toEqual([]);
  expect(grids.filter(({ hard }) => hard)).toEqual([]);
});

test('the large puzzle has as many blanks as asked for, keeps the rules, and is no other', () => {
  const givens = largePuzzle(3000, 1);
  expect(givens.filter((value) => value === 0)).toHaveLength(3000);
  checkGivens(LARGE, givens);
  expect(largePuzzle(3000, 1)).toEqual(givens);
  expect(largePuzzle(3000, 2)).not.toEqual(givens);
});
