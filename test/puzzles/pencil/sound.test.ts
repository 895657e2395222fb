import { describe, expect, test, vi } from 'vitest';
import { Random } from '../../../src/engine/kernels/random.ts';
import { compiledOf, Problem } from '../../../src/engine/problem/problem.ts';
import { Position } from '../../../src/puzzles/pencil/position.ts';
import { generalScale } from '../../../src/puzzles/pencil/scale.ts';
import { sudokuScale } from '../../../src/puzzles/pencil/sudoku-scale.ts';
import { seed } from '../../support/effort.ts';
import {
  boardStand,
  diagonals,
  findAll,
  housesOf,
  namesOn,
  positionOf,
  randomStand,
} from '../../support/positions.ts';
import { expectSame } from '../../support/same.ts';
import { boards, MOST, prove, stands } from '../../support/soundness.ts';

const TIME = 1_800_000;

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
      expectSame([technique, wrong], [technique, []]);
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
