import { describe, expect, test } from 'vitest';
import { CATALOGUE } from '../../../src/puzzles/gallery/catalogue.ts';
import type { Choices, Entry, Settings } from '../../../src/puzzles/gallery/exhibit.ts';
import { groupOf } from '../../../src/puzzles/gallery/symmetry.ts';

const FILES: Readonly<Record<string, string>> = {
  ell: '#.\n#.\n##',
  corner: '####\n####\n##..\n##..',
  twins: 'A:\n##\n\nB:\n##\n\nC:\n#\n#',
};
const files = {
  read: async (name: string) => FILES[name] ?? '',
  parse: async <T>(name: string, parse: (text: string) => T) => parse(FILES[name] ?? ''),
};

/** The number of symmetries, and the words for them. */
async function described(name: string, operands: string, settings: Choices<Settings>) {
  const entry = CATALOGUE.find((one) => one.name === name) as Entry;
  const exhibit = await entry.make(settings, operands.split(' ').filter(Boolean), files);
  const { order, words } = await groupOf(exhibit, {});
  return [order, words];
}

const flag = (...names: string[]): Choices<Settings> =>
  Object.fromEntries(names.map((name) => [name, true]));
const BOARD = 'turns and mirrors of the board';
const BOX = 'turns and mirrors of the box';
const SUDOKU = 'values in any order, and exchanges of rows and columns that keep the boxes';

describe('the symmetries of an exhibit in words', () => {
  test.each<[string, string, Choices<Settings>, bigint, string | undefined]>([
    ['pentominoes', '6x10', {}, 4n, BOARD],
    ['pentominoes', '6x10', flag('up-to-symmetry'), 1n, undefined],
    ['pentominoes', '6x15', flag('one-sided'), 4n, BOARD],
    ['polyominoes', '8x8 pentominoes O4', {}, 8n, BOARD],
    ['polyominoes', '5x4 F P N S4 I1', flag('one-sided'), 2n, 'the half turn of the board'],
    ['polyominoes', '4x4 N P L I1', flag('one-sided'), 4n, 'turns of the board'],
    ['dominoes', 'corner', {}, 2n, 'a mirror of the board'],
    // The problem has eight: there are permutations of the cells that are no isometries.
    ['polyominoes', 'corner V3*4', {}, 2n, 'a mirror of the board'],
    ['polyominoes', '1x4 I2*2', {}, 2n, 'the half turn of the board'],
    // Equal pieces of different names can be exchanged, which is no symmetry of the board.
    ['polyominoes', '2x3 A B C --pieces twins', {}, 4n, BOARD],
    ['polyominoes', 'ell I1*4', {}, 1n, undefined],
    // Reflections are of use for tilings without F.
    ['polyominoes', '4x4 F I4', flag('one-sided', 'unlimited'), 8n, BOARD],
    ['dominoes', 'aztec4', {}, 8n, BOARD],
    ['soma', '', {}, 48n, BOX],
    ['bedlam', '', {}, 24n, 'turns of the box'],
    ['polycubes', '3x4x5 pentominoes', {}, 8n, BOX],
    ['polyhexes', 'hexagon2 V3*2 I1', {}, 12n, BOARD],
    ['polyiamonds', 'triangle3 I3*3', {}, 6n, BOARD],
    ['polyiamonds', 'hexagon2 I4*6', flag('one-sided'), 6n, 'turns of the board'],
    // I4 has no place, so that there is no solution.
    ['polyiamonds', 'hexagon1 I2 I4', flag('one-sided'), 12n, BOARD],
    ['polyhexes', 'trapezoid2x3 I2 I3', {}, 2n, 'a mirror of the board'],
    ['polysticks', '2x2 V2*6', {}, 8n, BOARD],
    ['polyspheres', 'tetrahedron3 2-1*5', {}, 24n, BOARD],
    ['queens', '8', {}, 8n, BOARD],
    ['queens', '1', {}, 4n, undefined],
    ['queens', '5', flag('torus'), 400n, undefined],
    ['langford', '7', {}, 2n, 'a row, and the same row read backward'],
    ['latin', '4', {}, 82944n, "rows, columns and values in any order, and in each other's roles"],
    ['latin', '5', flag('reduced'), 73728n, undefined],
    ['steiner', '7', {}, 5040n, 'the points in any order'],
    ['matching', 'K6', {}, 720n, 'the vertices in any order'],
    ['matching', 'cube3', {}, 48n, 'turns and mirrors of the cube'],
    ['matching', 'fullerene', {}, 120n, 'turns and mirrors of the molecule'],
    ['matching', 'petersen', {}, 120n, undefined],
    ['sudoku', '', {}, 1218998108160n, SUDOKU],
    ['sudoku', '', { size: 6 }, 2488320n, SUDOKU],
    ['sudoku', '1...............', {}, 48n, undefined],
  ])('%s %s %j: %s', async (name, operands, settings, order, words) => {
    const [words_, pieces] = operands.split(' --pieces ');
    const given = { ...settings, ...(pieces && { pieces }) };
    expect(await described(name, words_, given)).toEqual([order, words]);
  });
});

test('there are no words where not all symmetries are known', async () => {
  const entry = CATALOGUE.find(({ name }) => name === 'queens') as Entry;
  const exhibit = await entry.make({}, ['8'], files);
  const group = await groupOf({ ...exhibit, symmetries: { order: 4n, words: 'turns' } }, {});
  expect(group).toEqual({ order: 8n, status: 'complete' });
});
