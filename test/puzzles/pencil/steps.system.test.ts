import { beforeAll, describe, expect, test } from 'vitest';
import { Random } from '../../../src/engine/kernels/random.ts';
import { compiledOf } from '../../../src/engine/problem/problem.ts';
import { type Rating, rate, steps, sudokuScale } from '../../../src/pencil.ts';
import { techniquesFor } from '../../../src/puzzles/pencil/scale.ts';
import { Stepping } from '../../../src/puzzles/pencil/stepping.ts';
import { encode, PuzzleGenerator, readPuzzle, Shape } from '../../../src/sudoku.ts';
import { runs, seed } from '../../support/effort.ts';

const NINE = Shape.of();

function puzzles(count: number, size = 9, first = seed): Uint8Array[] {
  const generator = new PuzzleGenerator({ size, seed: first });
  return Array.from({ length: count }, () => generator.puzzle().givens);
}

describe('what the puzzles of one shape share', () => {
  /** From unique rectangles to dynamic chains that look for chains. */
  const HARD = [
    '7..1..2433....8...1..23.....5.8.21.7..1...8..8.37.4.2.....47..1...9....6619..3..2',
    '.5.9.6.4.....1.......287.....64.85...........2.......73.......2.9.3.1.8.87..2..19',
    '.4..2..7.2..9..56...8.7...1.2.8.......9...1.......6.3.4...8.6...91..5..3.8..6..5.',
    '.....6..2.6.92.3...2.385.4..5....2..4.......9..9....1..4.259.3...3.68.2.6..4.....',
    '53.624.71..1...5...72...64..1.9.5.6.....6....4.......3...........71394...5..7..1.',
    '7...1...8.3...9.4...4.7.2...6.......5.2...9.1.......7...5.9.7...1.5...8.3...2...5',
  ];
  const prefixOf = (givens: ArrayLike<number>) =>
    Array.from(givens, (value, cell) => 9 * cell + value - 1).filter((_, cell) => givens[cell] > 0);
  const all = [...HARD.map((text) => readPuzzle(text).givens), ...puzzles(runs(12), 9, seed + 3)];
  const settings = (givens: ArrayLike<number>) => ({
    ...{ scale: sudokuScale, unique: true, prefix: prefixOf(givens) },
  });
  let alone: readonly Rating[] = [];
  beforeAll(() => {
    alone = all.map((givens) => rate(encode(NINE), settings(givens)));
  });

  test('is not what makes a rating: with the givens in place of decisions it is the same', () => {
    for (const [k, givens] of all.entries()) {
      const given = rate(encode(NINE, givens), { scale: sudokuScale, unique: true });
      expect(given.difficulty).toBe(alone[k].difficulty);
    }
  });

  test('changes no rating, and no step, in whatever order they come', () => {
    const problem = encode(NINE);
    for (const order of [all.keys(), [...all.keys()].reverse()]) {
      for (const k of order) {
        expect(rate(problem, settings(all[k]))).toEqual(alone[k]);
      }
    }
    const some = settings(all[1]);
    expect([...steps(problem, some)]).toEqual([...steps(encode(NINE), some)]);
  });

  test('stays right where ratings are left halfway, and where several go on by turns', () => {
    const problem = encode(NINE);
    const begin = (k: number) => {
      const techniques = techniquesFor(problem, sudokuScale);
      const parts = { problem: compiledOf(problem), techniques, prefix: prefixOf(all[k]) };
      return new Stepping({ ...parts, isForOne: true, isRating: true });
    };
    const random = new Random(seed);
    const order = [...random.order(HARD.length)];
    for (const k of order) {
      const left = begin(k);
      for (let slices = random.below(2000); slices > 0; slices--) left.advance(1);
      if (random.below(2) === 0) left.end();
      const going = [k, random.below(all.length), random.below(all.length)];
      const works = going.map(begin);
      let open = works.length;
      while (open > 0) open = works.filter((work) => work.advance(1) !== 'exhausted').length;
      expect(works.map(({ hardest }) => hardest)).toEqual(going.map((k) => alone[k].hardest));
    }
  });
});
