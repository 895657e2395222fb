import { expect, test } from 'vitest';
import { drawSvg, drawText, valuesBoard } from '../../src/picture.ts';
import { polyominoes } from '../../src/puzzles.ts';

test('what would take too much memory is refused', () => {
  const huge = () => polyominoes('100x100', 'hexominoes', { supply: 'unlimited' });
  expect(huge).toThrow(/in more than 1000000 ways; give fewer pieces or a smaller region/);
});

test('a large picture is drawn', () => {
  // More squares than a call may have arguments.
  const width = 360;
  const values = Array.from({ length: width ** 2 }, (_, k) => 1 + (k % 100));
  const board = valuesBoard({ width, values });
  expect(drawText(board).split('\n')).toHaveLength(width + 2);
  expect(drawSvg(board).match(/<text /g)).toHaveLength(width ** 2);
});
