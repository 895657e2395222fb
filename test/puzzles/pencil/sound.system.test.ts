import { expect, test } from 'vitest';
import { Random } from '../../../src/engine/kernels/random.ts';
import { generalScale, type Scale } from '../../../src/puzzles/pencil/scale.ts';
import { sudokuScale } from '../../../src/puzzles/pencil/sudoku-scale.ts';
import { seed } from '../../support/effort.ts';
import {
  boardStand,
  diagonals,
  findAll,
  housesOf,
  namesOn,
  plantedLoop,
  positionOf,
  randomStand,
  type Stand,
} from '../../support/positions.ts';
import { boards, MOST, prove, stands } from '../../support/soundness.ts';
import { BUGS } from './bugs.ts';

const TIME = 1_800_000;

test('what a technique decides on the scale of Sudokus is so in every solution', {
  timeout: TIME,
}, () => {
  const fired = new Map<string, number>();
  const [four, six, nine] = [housesOf(4, 2), housesOf(6, 2), housesOf(9, 3)] as const;
  for (const stand of stands(160, boards(4, four))) prove(stand, sudokuScale, fired);
  for (const stand of stands(24, boards(6, six))) prove(stand, sudokuScale, fired);
  for (const stand of stands(120, boards(9, nine))) prove(stand, sudokuScale, fired, 76);
  for (const stand of stands(8, boards(9, nine))) prove(stand, sudokuScale, fired, 85);
  for (const values of BUGS) prove(boardStand(9, nine, values), sudokuScale, fired, 65);
  for (const length of [4, 6, 8, 10]) {
    for (const stand of stands(24, (random) => plantedLoop(length, random))) {
      prove(stand, sudokuScale, fired, 65);
    }
  }
  // Few have a rectangle of the second type, or a hidden quad; and few loops are of the third
  // type: one of eight cells, one of ten.
  prove(boards(4, four)(new Random(22)), sudokuScale, fired);
  prove(boards(9, nine)(new Random(139)), sudokuScale, fired, 65);
  for (const [length, own] of [
    [8, 47],
    [10, 113],
  ] as const) {
    prove(plantedLoop(length, new Random(own)), sudokuScale, fired, 65);
  }
  expect([...fired.keys()].sort()).toEqual(namesOn(sudokuScale));
});

/**
 * Strikes options that are in no solution one by one, and lets each technique look at all, and at
 * what has changed since it found nothing.
 */
function narrow(stand: Stand, scale: Scale, fired: Map<string, number>): void {
  const random = new Random(seed);
  const { list, givens } = scale(stand.compiled, stand.nameOf);
  const position = positionOf(stand);
  for (const option of givens) position.decide(option);
  const held = new Set(stand.oracle.solution());
  const wrong = [...random.order(position.live.length)].filter((option) => !held.has(option));
  const clean = new Map<number, [count: Int32Array, era: number]>();
  while (wrong.length > 0) {
    list.forEach(({ find, from }, number) => {
      if (from >= 70) return;
      const [count, era] = clean.get(number) ?? [];
      let isDeferred = false;
      const defer = () => {
        isDeferred = true;
      };
      const all = findAll(find, position, MOST, undefined, defer);
      if (count !== undefined && era === position.era) {
        const found = findAll(find, position, MOST, count);
        expect([number, found]).toEqual([number, all]);
        for (const { technique } of found) fired.set(technique, (fired.get(technique) ?? 0) + 1);
      }
      if (all.length > 0) clean.delete(number);
      else if (!isDeferred) clean.set(number, [position.count.slice(), position.era]);
    });
    for (const option of wrong.splice(0, 1 + random.below(24))) position.decide(~option);
  }
}

test('what has not changed is passed over only where there is no step', { timeout: TIME }, () => {
  const fired = new Map<string, number>();
  const cross = boards(9, [...housesOf(9, 3), ...diagonals(9)]);
  const six = boards(6, [...housesOf(6, 2), ['k1', [0, 7, 14, 21]]]);
  for (const stand of stands(60, randomStand)) narrow(stand, generalScale, fired);
  for (const stand of stands(2, six)) narrow(stand, generalScale, fired);
  for (const make of [boards(4, housesOf(4, 2)), six, cross]) {
    for (const stand of stands(1, make)) narrow(stand, sudokuScale, fired);
  }
  expect(fired.size).toBeGreaterThan(20);
});
