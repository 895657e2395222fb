import { expect, test } from 'vitest';
import { readDlx } from '../../src/engine/formats/dlx/reader.ts';
import { writeDlx } from '../../src/engine/formats/dlx/write.ts';
import type { Problem } from '../../src/engine/problem/problem.ts';
import * as puzzles from '../../src/puzzles.ts';

const words = ['is', 'so', 'été', 'στο', 'x\u0301y', '42', 'नमस्ते', '東京'];

const once = { upToSymmetry: true };

/** One of each kind, as unlike as its settings can make it. */
const problems: [string, Problem<unknown>][] = [
  ['queens', puzzles.queens(12)],
  ['queens on a torus', puzzles.queens(11, { torus: true })],
  ['langford', puzzles.langford(12, once)],
  ['dominoes', puzzles.dominoes(puzzles.aztecDiamond(6))],
  ['pentominoes', puzzles.pentominoes('4x15', once)],
  ['one-sided', puzzles.pentominoes('9x10', { oneSided: true, ...once })],
  ['hexominoes', puzzles.polyominoes('14x15', 'hexominoes')],
  ['soma', puzzles.soma(once)],
  ['solid', puzzles.polycubes('3x4x5', 'pentominoes', once)],
  ['bedlam', puzzles.bedlam(once)],
  ['macmahon', puzzles.macmahon()],
  ['latinSquares', puzzles.latinSquares(11)],
  ['transversals', puzzles.transversals(puzzles.cyclicSquare(5))],
  ['orthogonalMates', puzzles.orthogonalMates(puzzles.cyclicSquare(7))],
  ['matchings of K4', puzzles.perfectMatchings(puzzles.completeGraph(4))],
  ['matchings of a cube', puzzles.perfectMatchings(puzzles.cubeGraph(4))],
  ['matchings of Petersen', puzzles.perfectMatchings(puzzles.petersenGraph())],
  ['matchings of an icosahedron', puzzles.perfectMatchings(puzzles.icosahedronGraph())],
  ['matchings of a dodecahedron', puzzles.perfectMatchings(puzzles.dodecahedronGraph())],
  ['matchings of a fullerene', puzzles.perfectMatchings(puzzles.fullereneGraph())],
  ['wordSquares', puzzles.wordSquares({ words, order: 2 })],
  ['wordRectangles', puzzles.wordRectangles({ words, rows: 2, columns: 3 })],
  ['nonogram', puzzles.nonogram(puzzles.cluesOf('#.#..#\n.#....\n#..#.#'))],
  ['steiner', puzzles.steiner(13)],
  ['kirkman', puzzles.kirkman(15)],
  ['sudokuX', puzzles.sudokuX({ boxes: '2x6' })],
  ['windoku', puzzles.windoku({ size: 16 })],
  ['jigsaw', puzzles.jigsaw({ regions: 'r::\nr|:\nr||' })],
  ['samurai', puzzles.samurai()],
];

test.each(problems)('%s can be written as Knuth writes problems, and drawn', (_name, problem) => {
  const items = problem.primaryCount + problem.secondaryCount;
  const names = Array.from({ length: items }, (_, item) => problem.itemName(item));
  expect(new Set(names).size).toBe(items);
  const options = Array.from({ length: problem.optionCount }, (_, k) => k);
  expect(options.filter((k) => problem.payload(k) === undefined)).toEqual([]);
  const uses = options.flatMap((k) => problem.option(k));
  const colours = uses.flatMap((use) => (typeof use === 'string' ? [] : [use.colour]));
  expect([...names, ...colours].filter((name) => !/^[^\s:|]+$/u.test(name))).toEqual([]);
  // None is left that is only a number, and every item can be covered.
  expect(names.filter((name, item) => name === String(item))).toEqual([]);
  const covered = new Set(uses.map((use) => (typeof use === 'string' ? use : use.item)));
  expect(names.slice(0, problem.primaryCount).filter((name) => !covered.has(name))).toEqual([]);
});

test.each(problems)('%s comes back from that text', (_name, problem) => {
  const text = writeDlx(problem);
  const read = readDlx(text);
  // Colours may be numbered in another order, so the texts are compared.
  expect(read.compile().data.length).toBe(problem.compile().data.length);
  expect(writeDlx(read)).toBe(text);
});
