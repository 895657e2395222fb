import { expect, test } from 'vitest';
import { count } from '../../src/index.ts';
import { drawSvg, drawText, valuesBoard } from '../../src/picture.ts';
import {
  gridGraph,
  hamiltonianCycles,
  knightGraph,
  masyu,
  polyominoes,
  slitherlink,
} from '../../src/puzzles.ts';

test('what would take too much memory is refused', () => {
  const huge = () => polyominoes('100x100', 'hexominoes', { supply: 'unlimited' });
  expect(huge).toThrow(/in more than 1000000 ways; give fewer of them, or less room/);
});

test('a large picture is drawn', () => {
  // More squares than a call may have arguments.
  const width = 360;
  const values = Array.from({ length: width ** 2 }, (_, k) => 1 + (k % 100));
  const board = valuesBoard({ width, values });
  expect(drawText(board).split('\n')).toHaveLength(width + 2);
  expect(drawSvg(board).match(/<text /g)).toHaveLength(width ** 2);
});

// OEIS A003763 and A001230, without directions.
test.each([
  ['6x6', gridGraph(6, 6), 1072],
  ['6x6 by a knight', knightGraph(6, 6), 9862],
])('Hamiltonian cycles of %s', (_, graph, cycles) => {
  expect(count(hamiltonianCycles(graph))).toMatchObject({ count: cycles, status: 'complete' });
});

test('the loops of 5x5 points: OEIS A140517', () => {
  const blank = (side: number) =>
    Array.from({ length: side }, () => new Array<undefined>(side).fill(undefined));
  expect(count(masyu(blank(5))).count).toBe(9349);
  expect(count(slitherlink(blank(4))).count).toBe(9349);
});
