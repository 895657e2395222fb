import { expect, test } from 'vitest';
import type { Step } from '../../../src/puzzles/pencil/step.ts';
import { stepSentences } from '../../../src/puzzles/pencil/step-sentences.ts';
import { techniqueTitle } from '../../../src/puzzles/pencil/technique.ts';

/** Items and options by name: what names have in common is told once. */
const ITEMS = ['5 in row 1', '5 in row 2', '5 in column 3', '5 in column 4', 'r1c1', '7 in box 1'];
const OPTIONS = ['5 at r1c2', '5 at r1c3', '7 at r1c2', '7 at r1c3', '9 at r4c4', '9 at r5c5'];
const names = {
  item: (k: number) => ITEMS[k] ?? `i${k}`,
  option: (k: number) => OPTIONS[k] ?? `o${k}`,
};

const told = (technique: string, step: Partial<Step>, reason: Partial<Step['reason']>) =>
  stepSentences(
    {
      technique,
      difficulty: 1,
      chosen: [],
      crossedOut: [],
      decisions: [],
      ...step,
      reason: { items: [], covers: [], options: [], chains: [], ...reason },
    },
    names,
  );
const on = (option: number, item = -1) => ({ option, holds: true, item });
const off = (option: number) => ({ option, holds: false, item: -1 });

test('singles', () => {
  expect(told('hidden single', { chosen: [0] }, { items: [0], options: [0] })).toEqual([
    'Hidden single: look at 5 in row 1.',
    'Only one option is left.',
    'So 5 at r1c2 holds.',
  ]);
});

test('what follows in each of several cases', () => {
  expect(told('pointing', { crossedOut: [4, 5] }, { items: [0], options: [0, 1] })).toEqual([
    'Pointing: look at 5 in row 1.',
    'One of 5 at r1c2 and r1c3 holds.',
    'In every case 9 at r4c4 and r5c5 are out.',
  ]);
  const [, why] = told('direct pointing', { chosen: [4] }, { items: [0], options: [0, 1] });
  expect(why).toBe('One of 5 at r1c2 and r1c3 holds.');
});

test('sets use up others; links do not all fit', () => {
  expect(told('x-wing', { crossedOut: [4] }, { items: [0, 1], covers: [2, 3] })).toEqual([
    'X-wing: look at 5 in row 1 and row 2.',
    'Together they use up 5 in column 3 and column 4.',
    'So 9 at r4c4 is out.',
  ]);
  expect(told('skyscraper', { crossedOut: [4] }, { items: [0, 1], covers: [2] })[1]).toBe(
    'They do not all fit into 5 in column 3: one of them takes another option.',
  );
});

test('chains: a contradiction, a loop, all cases', () => {
  const chain = [on(0), off(1), on(3, 4), off(0)];
  expect(told('x-chain', { crossedOut: [0] }, { items: [4], chains: [chain] })).toEqual([
    'X-chain: look at r1c1.',
    'If 5 at r1c2 holds, then 5 at r1c3 is out, so 7 at r1c3 holds (r1c1), so 5 at r1c2 is out.',
    'The assumption contradicts itself.',
    'So 5 at r1c2 is out.',
  ]);
  const loop = [on(0), off(1), on(3, 4), off(2), on(0, 0)];
  expect(told('x-cycle', { crossedOut: [4] }, { items: [4], chains: [loop] }).slice(2)).toEqual([
    'So around this loop the options hold by turns, one way or the other.',
    'In every case 9 at r4c4 is out.',
  ]);
  const cases = [
    [on(0), off(4)],
    [on(1), off(2), off(3), off(4)],
  ];
  expect(
    told('forcing chains', { crossedOut: [4] }, { items: [0], chains: cases }).slice(1),
  ).toEqual([
    'If 5 at r1c2 holds, then 9 at r4c4 is out.',
    'If 5 at r1c3 holds, then 7 at r1c2 and r1c3, and 9 at r4c4 are out.',
    'In every case 9 at r4c4 is out.',
  ]);
  const clash = [
    [on(0), off(1), on(4, 5)],
    [on(0), off(1), off(2), off(4)],
  ];
  expect(told('nishio', { crossedOut: [0] }, { items: [0], chains: clash }).slice(1)).toEqual([
    'If 5 at r1c2 holds, then 5 at r1c3 is out, so 9 at r4c4 holds (7 in box 1).',
    'But also 7 at r1c2 and 9 at r4c4 are out.',
    'That is a contradiction.',
    'So 5 at r1c2 is out.',
  ]);
});

test('each with each is told at once, and long lists are counted', () => {
  const [, , end] = told('naked pair', { crossedOut: [0, 1, 2, 3] }, { items: [4], covers: [0] });
  expect(end).toBe('So 5 and 7 at r1c2 and r1c3 are out.');
  const many = Array.from({ length: 14 }, (_, k) => 20 + k);
  const [, , last] = told('pair', { crossedOut: many }, { items: [4], covers: [0] });
  expect(last).toMatch(/^So o20, o21, .*, o29 and 4 others are out\.$/);
});

test('of long names fewer are listed, but three', () => {
  const crossedOut = [0, 1, 2, 3, 4, 5];
  const saying = (option: (k: number) => string) =>
    stepSentences(
      {
        technique: 'locked item',
        difficulty: 1,
        chosen: [],
        crossedOut,
        decisions: [],
        reason: { items: [0], covers: [], options: [0], chains: [] },
      },
      { item: String, option },
    ).at(-1);
  const piece = 'bar on '.padEnd(49, 'x');
  expect(saying((k) => piece + k)).toBe(
    `In every case ${[0, 1, 2, 3].map((k) => piece + k).join(', ')} and 2 others are out.`,
  );
  const long = 'x'.repeat(300);
  expect(saying((k) => long + k)).toBe(
    `In every case ${[0, 1, 2].map((k) => long + k).join(', ')} and 3 others are out.`,
  );
  // One more is not counted, but named.
  expect(saying((k) => piece.slice(10) + k)).toContain(
    `${piece.slice(10)}4 and ${piece.slice(10)}5 are`,
  );
});

test('techniques as titles', () => {
  expect(
    ['xy-wing', 'wxyz-wing', 'x-chain', 'two-string kite', 'turbot fish'].map(techniqueTitle),
  ).toEqual(['XY-wing', 'WXYZ-wing', 'X-chain', 'Two-string kite', 'Turbot fish']);
});
