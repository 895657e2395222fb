import { describe, expect, test } from 'vitest';
import { symmetries } from '../../../src/index.ts';
import { CATALOGUE } from '../../../src/puzzles/gallery/catalogue.ts';
import type { Choices, Entry, Settings } from '../../../src/puzzles/gallery/exhibit.ts';
import { wordsFor } from '../../../src/puzzles/gallery/symmetry.ts';

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
  const group = symmetries(exhibit.problem);
  return [group.order, wordsFor(exhibit, group)];
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
    // There are permutations of the cells that are no isometries.
    ['polyominoes', 'corner V3*4', {}, 8n, undefined],
    ['polyominoes', '1x4 I2*2', {}, 2n, 'the half turn of the board'],
    // Equal pieces of different names can be exchanged.
    ['polyominoes', '2x3 A B C --pieces twins', {}, 24n, undefined],
    ['polyominoes', 'ell I1*4', {}, 24n, undefined],
    ['dominoes', 'aztec4', {}, 8n, BOARD],
    ['soma', '', {}, 48n, BOX],
    ['bedlam', '', {}, 24n, 'turns of the box'],
    ['polycubes', '3x4x5 pentominoes', {}, 8n, BOX],
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

test('there are none where not all symmetries are known', async () => {
  const entry = CATALOGUE.find(({ name }) => name === 'queens') as Entry;
  const exhibit = await entry.make({}, ['8'], files);
  const group = symmetries(exhibit.problem);
  expect(wordsFor(exhibit, { ...group, order: group.order, status: 'nodes' })).toBeUndefined();
});
