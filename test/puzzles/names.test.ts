import { expect, test } from 'vitest';
import { readDlx } from '../../src/formats/dlx/reader.ts';
import { writeDlx } from '../../src/formats/dlx/write.ts';
import type { Problem } from '../../src/problem/problem.ts';
import { langford, queens } from '../../src/puzzles/classics.ts';
import {
  cyclicSquare,
  latinSquares,
  orthogonalMates,
  transversals,
} from '../../src/puzzles/latin.ts';
import { macmahon } from '../../src/puzzles/macmahon.ts';
import {
  completeGraph,
  cubeGraph,
  dodecahedronGraph,
  fullereneGraph,
  icosahedronGraph,
  perfectMatchings,
  petersenGraph,
} from '../../src/puzzles/matching.ts';
import { cluesOf, nonogram } from '../../src/puzzles/nonogram.ts';
import {
  bedlam,
  dominoes,
  pentominoes,
  polycubes,
  polyominoes,
  soma,
} from '../../src/puzzles/packing/packing.ts';
import { aztecDiamond } from '../../src/puzzles/packing/region.ts';
import { jigsaw, samurai, sudokuX, windoku } from '../../src/puzzles/sudoku-variants.ts';
import { kirkman, steiner } from '../../src/puzzles/triple-systems.ts';
import { wordRectangles, wordSquares } from '../../src/puzzles/words.ts';

const words = ['is', 'so', 'été', 'στο', 'x\u0301y', '42', 'नमस्ते', '東京'];

const once = { upToSymmetry: true };

/** One of each kind, as unlike as its settings can make it. */
const problems: [string, Problem<unknown>][] = [
  ['queens', queens(12)],
  ['queens on a torus', queens(11, { torus: true })],
  ['langford', langford(12, once)],
  ['dominoes', dominoes(aztecDiamond(6))],
  ['pentominoes', pentominoes('4x15', once)],
  ['one-sided', pentominoes('9x10', { oneSided: true, ...once })],
  ['hexominoes', polyominoes('14x15', 'hexominoes')],
  ['soma', soma(once)],
  ['solid', polycubes('3x4x5', 'pentominoes', once)],
  ['bedlam', bedlam(once)],
  ['macmahon', macmahon()],
  ['latinSquares', latinSquares(11)],
  ['transversals', transversals(cyclicSquare(5))],
  ['orthogonalMates', orthogonalMates(cyclicSquare(7))],
  ['matchings of K4', perfectMatchings(completeGraph(4))],
  ['matchings of a cube', perfectMatchings(cubeGraph(4))],
  ['matchings of Petersen', perfectMatchings(petersenGraph())],
  ['matchings of an icosahedron', perfectMatchings(icosahedronGraph())],
  ['matchings of a dodecahedron', perfectMatchings(dodecahedronGraph())],
  ['matchings of a fullerene', perfectMatchings(fullereneGraph())],
  ['wordSquares', wordSquares({ words, order: 2 })],
  ['wordRectangles', wordRectangles({ words, rows: 2, columns: 3 })],
  ['nonogram', nonogram(cluesOf('#.#..#\n.#....\n#..#.#'))],
  ['steiner', steiner(13)],
  ['kirkman', kirkman(15)],
  ['sudokuX', sudokuX({ boxes: '2x6' })],
  ['windoku', windoku({ size: 16 })],
  ['jigsaw', jigsaw({ regions: 'r::\nr|:\nr||' })],
  ['samurai', samurai()],
];

test.each(problems)('%s can be written as Knuth writes problems', (_name, problem) => {
  const items = problem.primaryCount + problem.secondaryCount;
  const names = Array.from({ length: items }, (_, item) => problem.itemName(item));
  expect(new Set(names).size).toBe(items);
  const uses = Array.from({ length: problem.optionCount }, (_, k) => problem.option(k)).flat();
  const colours = uses.flatMap((use) => (typeof use === 'string' ? [] : [use.colour]));
  for (const name of [...names, ...colours]) expect(name).toMatch(/^[^\s:|]+$/u);
  // None is left that is only a number, and every item can be covered.
  expect(names.filter((name, item) => name === String(item))).toEqual([]);
  const covered = new Set(uses.map((use) => (typeof use === 'string' ? use : use.item)));
  for (const name of names.slice(0, problem.primaryCount)) expect(covered.has(name)).toBe(true);
});

test.each(problems)('%s comes back from that text', (_name, problem) => {
  const text = writeDlx(problem);
  const read = readDlx(text);
  // Colours may be numbered in another order, so the texts are compared.
  expect(read.compile().data.length).toBe(problem.compile().data.length);
  expect(writeDlx(read)).toBe(text);
});

test.each(problems)('%s: every option has something to draw', (_name, problem) => {
  for (let k = 0; k < problem.optionCount; k++) expect(problem.payload(k)).toBeDefined();
});
