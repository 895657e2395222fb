import { expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/run.ts';
import { CATALOGUE } from '../../src/puzzles/gallery/catalogue.ts';
import { quadrille } from '../support/quadrille.ts';

/** Stands for all files. */
const FILE = 'FILE';
const GRAPHS = ['petersen', 'icosahedron', 'dodecahedron', 'fullerene'];

test.each<[line: string, offers: readonly string[]]>([
  ['so', ['solve']],
  ['', [...Object.keys(COMMANDS), 'help']],
  ['-', ['--version', '--help']],
  ['queue su', ['submit', FILE]],
  ['queue result --wa', ['--wait']],
  ['help so', ['solve']],
  ['draw ', CATALOGUE.map(({ name }) => name)],
  ['make word-s', ['word-square']],
  ['generate su', ['sudoku', 'sudoku-x']],
  ['completion f', ['fish']],
  ['solve --en', ['--engine']],
  ['solve --co', ['--count']],
  ['solve --engine l', ['lists', 'links', 'learn']],
  ['solve --engine=l', ['lists', 'links', 'learn']],
  // Bash divides a flag with its value.
  ['solve --engine = l', ['lists', 'links', 'learn']],
  ['solve --engine =', ['auto', 'lists', 'links', 'sweep', 'learn', 'multiples']],
  ['solve --count my', [FILE]],
  ['solve --model my', [FILE]],
  ['solve --limit m', []],
  ['solve --why c', [FILE]],
  ['draw queens --to', ['--torus']],
  ['draw langford --to', []],
  ['make matching ', [...GRAPHS, FILE]],
  ['draw matching ful', ['fullerene', FILE]],
  ['make polyominoes 8x8 pen', ['pentominoes', FILE]],
  ['make polyominoes 8x8 so', [FILE]],
  ['make polycubes 3x3x3 so', ['soma', FILE]],
  ['make polyforms hex', ['hexagons', FILE]],
  ['make polyforms hexagons hex', ['hexagon4', 'hexagon3x4x2', FILE]],
  ['draw polyforms triangles --pieces my.txt hexagon4 hex', ['hexiamonds', FILE]],
  ['draw polyforms triangles --pieces=my.txt --gaps tri', ['triangle4', FILE]],
  ['draw polyforms triangles --pieces = my.txt tri', ['triangle4', FILE]],
  ['make polyforms nothing ', [FILE]],
  ['make polyiamonds hex', ['hexagon4', 'hexagon3x4x2', FILE]],
  ['make polyiamonds hexagon4 hex', ['hexiamonds', FILE]],
  ['draw queens 8 --color a', ['auto', 'always']],
  ['generate sudoku --symmetry d', ['diagonal']],
  ['generate nonogram --st', ['--stats']],
  ['generate --symmetry d', ['diagonal']],
  ['xyzzy ', []],
  ['toString --', []],
])('quadrille %s', async (line, offers) => {
  const { code, stdout } = await quadrille(['completion', 'offer', '--', ...line.split(' ')]);
  const words = stdout.split('\n').map((offer) => offer.split('\t')[0]);
  expect([code, words]).toEqual([0, [...offers, '']]);
});

test('an offer has its meaning behind a tab', async () => {
  const { stdout } = await quadrille(['completion', 'offer', '--', 'solve', '--fir']);
  expect(stdout).toBe('--first\tstops at the first solution\n');
});
