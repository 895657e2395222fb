import { describe, expect, test, vi } from 'vitest';
import { Random } from '../../../src/engine/kernels/random.ts';
import { compiledOf, Problem } from '../../../src/engine/problem/problem.ts';
import { Position } from '../../../src/puzzles/pencil/position.ts';
import { generalScale, type Scale } from '../../../src/puzzles/pencil/scale.ts';
import { sudokuScale } from '../../../src/puzzles/pencil/sudoku-scale.ts';
import { runs, seed } from '../../support/effort.ts';
import {
  boardStand,
  diagonals,
  findAll,
  fullGrid,
  type HouseList,
  housesOf,
  namesOn,
  plantedLoop,
  positionOf,
  randomStand,
  randomValues,
  type Stand,
} from '../../support/positions.ts';
import { checkReason } from '../../support/step-reasons.ts';
import { BUGS } from './bugs.ts';

/** Findings of one technique on one position that are looked at. */
const MOST = 200;
const TIME = 1_800_000;

/**
 * Runs every technique of a scale apart, and compares each decision with all solutions. Counts how
 * often each has found something. Those from a difficulty of `hard` on are left out.
 */
function prove(stand: Stand, scale: Scale, fired: Map<string, number>, hard = 999): void {
  const { list, givens } = scale(stand.compiled, stand.nameOf);
  const position = positionOf(stand);
  for (const option of givens) position.decide(option);
  list.forEach(({ find, from, to, isForOne }) => {
    if (from >= hard || (isForOne && !stand.oracle.isUnique())) return;
    for (const finding of findAll(find, position, MOST)) {
      const { technique, tenths, decisions } = finding;
      fired.set(technique, (fired.get(technique) ?? 0) + 1);
      for (const decision of decisions) {
        const solution = stand.oracle.refute(decision);
        if (solution === undefined) continue;
        const what = JSON.stringify({ ...finding, decision, solution, ...stand.matrix });
        throw new Error(`${technique} is wrong: ${what}`);
      }
      expect([technique, tenths >= from && tenths <= to]).toEqual([technique, true]);
      checkReason(stand.matrix, position, finding, from >= 90);
    }
  });
}

/** Stands of a number of seeds, the same each time. */
function stands(all: number, make: (random: Random) => Stand): Stand[] {
  return Array.from({ length: runs(all) }, (_, k) => make(new Random(seed + k)));
}

const boards = (size: number, houses: HouseList) => (random: Random) =>
  boardStand(size, houses, randomValues(size, houses, fullGrid(size, houses, random), random));

/** Houses of fewer cells than values: no two cells of one are the same. */
const shortHouses = (size: number): [string, number[]][] =>
  Array.from({ length: 4 }, (_, k) => [
    `k${k + 1}`,
    [...new Random(k + 77).order(size * size)].slice(0, size - 2),
  ]);

describe('what a technique decides is so in every solution', () => {
  test('on the general scale: colours, bounds, secondary items', { timeout: TIME }, () => {
    const fired = new Map<string, number>();
    for (const stand of stands(1200, randomStand)) prove(stand, generalScale, fired);
    for (const stand of stands(16, boards(6, housesOf(6, 2)))) prove(stand, generalScale, fired);
    for (const stand of stands(24, boards(9, housesOf(9, 3))))
      prove(stand, generalScale, fired, 54);
    expect([...fired.keys()].sort()).toEqual(namesOn(generalScale));
  });

  test('on the scale of Sudokus', { timeout: TIME }, () => {
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

  test('on variants: houses that cross each other, and such as need not have every value', () => {
    const fired = new Map<string, number>();
    const cross = [...housesOf(9, 3), ...diagonals(9)];
    const short = [...housesOf(4, 2), ...shortHouses(4)];
    for (const stand of stands(24, boards(9, cross))) prove(stand, sudokuScale, fired, 65);
    for (const stand of stands(120, boards(4, short))) prove(stand, sudokuScale, fired);
    expect(fired.size).toBeGreaterThan(30);
  });
});

test('values beyond the bits of an integer are not taken for others', () => {
  const random = new Random(seed);
  const value = [...random.order(36)];
  const grid = Array.from({ length: 36 ** 2 }, (_, cell) => {
    const row = Math.floor(cell / 36);
    return 1 + value[(6 * (row % 6) + Math.floor(row / 6) + cell) % 36];
  });
  const values = grid.map((own) =>
    random.below(3) > 0 ? [own] : [...new Set([own, 1 + random.below(36), 1 + random.below(36)])],
  );
  const stand = boardStand(36, housesOf(36, 6), values);
  const { list, givens } = sudokuScale(stand.compiled, stand.nameOf);
  const position = positionOf(stand);
  for (const option of givens) position.decide(option);
  const isRight = (option: number) => {
    const [cell, held] = stand.placed[option];
    return grid[cell] === held;
  };
  let decided = 0;
  for (const { find, from } of list) {
    if (from > 62) continue;
    for (const { technique, decisions } of findAll(find, position, MOST)) {
      const wrong = decisions.filter((d) => isRight(d < 0 ? ~d : d) !== d >= 0);
      expect([technique, wrong]).toEqual([technique, []]);
      decided += decisions.length;
    }
  }
  expect(decided).toBeGreaterThan(100);
});

test('what a technique finds does not rest on what was asked before', () => {
  for (const stand of stands(12, boards(6, housesOf(6, 2)))) {
    const { list, givens } = sudokuScale(stand.compiled, stand.nameOf);
    const fresh = () => {
      const position = positionOf(stand);
      for (const option of givens) position.decide(option);
      return position;
    };
    const used = fresh();
    const inTurn = [...list].reverse().map(({ find }) => findAll(find, used, MOST));
    expect(inTurn.reverse()).toEqual(list.map(({ find }) => findAll(find, fresh(), MOST)));
  }
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

test('an item near that comes into sight as another one is filled is not passed over', () => {
  // Only so many options of items near are looked at: n8 comes into sight as n1 is filled.
  const near = Array.from({ length: 8 }, (_, k) => `n${k + 1}`);
  const clashes = near.flatMap((item) => [`a ${item}`, `b ${item}`]);
  const problem = new Problem({ primary: ['a', 'b', ...near], secondary: ['ab', ...clashes] });
  const atA = near.map((item) => `a ${item}`);
  const atB = near.map((item) => `b ${item}`);
  const wrong = problem.addOption(['a', 'ab', ...atA]);
  problem.addOption(['a']);
  problem.addOption(['b', ...atB]);
  problem.addOption(['b', 'ab']);
  for (const item of near) {
    // With both a and b, nothing is left of n8.
    problem.addOption(item === 'n8' ? [item, `a ${item}`] : [item]);
    problem.addOption(item === 'n8' ? [item, `b ${item}`] : [item]);
    problem.addOption([item, `a ${item}`]);
    problem.addOption([item, `b ${item}`]);
  }
  const compiled = compiledOf(problem);
  const find = generalScale(compiled, String).list.find(({ from }) => from === 62)?.find;
  const position = Position.of(compiled);
  if (find === undefined) throw new Error('there is no exclusion');
  const defer = vi.fn();
  expect(findAll(find, position, MOST, undefined, defer)).toEqual([]);
  expect(defer).toHaveBeenCalled();
  position.decide(4);
  expect(findAll(find, position).map(({ decisions }) => decisions)).toEqual([[~wrong]]);
});
