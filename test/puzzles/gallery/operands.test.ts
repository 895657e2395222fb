import { expect, test } from 'vitest';
import { CATALOGUE } from '../../../src/puzzles/gallery/catalogue.ts';
import { keyOf, operandsOf } from '../../../src/puzzles/gallery/operands.ts';

test('operands by their usage', () => {
  expect(operandsOf({ operands: 'ROWSxCOLUMNS|FILE PIECE...' })).toEqual([
    {
      name: 'ROWSxCOLUMNS|FILE',
      ways: ['ROWSxCOLUMNS', 'FILE'],
      isOptional: false,
      repeats: false,
    },
    { name: 'PIECE', ways: ['PIECE'], isOptional: false, repeats: true },
  ]);
  expect(operandsOf({ operands: '[N]' })).toMatchObject([{ name: 'N', isOptional: true }]);
  expect(operandsOf({ operands: '' })).toEqual([]);
});

test.each([
  ['queens', { setting: 'n' }, 'N'],
  ['dominoes', { setting: 'ROWSxCOLUMNS|FILE' }, 'ROWSxCOLUMNS|FILE|aztecN'],
  ['sudoku', { setting: 'GRID|FILE?' }, 'GRID|FILE'],
  ['polyominoes', { setting: 'supply', value: 'unlimited' }, 'unlimited'],
  ['pentominoes', { setting: 'supply', value: 'unlimited' }, undefined],
  ['pentominoes', { setting: 'oneSided', value: true }, 'one-sided'],
  ['polycubes', { setting: 'oneSided', value: true }, undefined],
  ['queens', { setting: 'toString' }, undefined],
])('%s: what it calls %o', (name, mention, key) => {
  const entry = CATALOGUE.find((one) => one.name === name);
  expect(entry && keyOf(entry, mention)).toBe(key);
});
