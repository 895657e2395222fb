import { describe, expect, test } from 'vitest';
import { first, isUnique } from '../../../src/index.ts';
import {
  type Board,
  drawSvg,
  drawText,
  masyuBoard,
  slitherlinkBoard,
  tourBoard,
} from '../../../src/picture.ts';
import { madeLoops } from '../../../src/puzzles/gallery/loop-maker.ts';
import {
  gridGraph,
  hamiltonianCycles,
  knightGraph,
  masyu,
  readMasyu,
  readSlitherlink,
  slitherlink,
} from '../../../src/puzzles.ts';
import { thrown } from '../../support/thrown.ts';

const clues = readSlitherlink('slither/5/5/cbcbcddad');
const pearls = readMasyu('mashu/6/6/1063000i3000');
const payloadsOf = <T>(problem: Parameters<typeof first<T>>[0]) =>
  first(problem).solution?.payloads ?? [];

describe('loops as text', () => {
  test('Slitherlink: the loop along the cells, dots elsewhere', () => {
    expect(`\n${drawText(slitherlinkBoard(clues, payloadsOf(slitherlink(clues))))}\n`).toBe(`
┌───────────────────┐
│ 2           1     │
│   ┌───────┐   ·   │
│   │ 2     │     1 │
│   │   ┌───┘   ·   │
│   │   │ 2         │
│   │   │   ┌───┐   │
│ 3 │   │   │ 3 │   │
└───┘   └───┘   │   │
      0         │ 3 │
·   ·   ·   ·   └───┘
`);
  });

  test('Masyu: the loop through the cells and the pearls', () => {
    expect(`\n${drawText(masyuBoard(pearls, payloadsOf(masyu(pearls))))}\n`).toBe(`
┌─────────────┐
│ ┌───○─┐ ┌─┐ │
│ │ ●───┘ ○ │ │
│ │ │ ┌───┘ │ │
│ │ └─┘ ●───┘ │
│ └─○─┐ │ · · │
│ · · └─┘ · · │
└─────────────┘
`);
  });

  test("a cycle of a grid as its path, a knight's tour by its numbers", () => {
    const grid = drawText(tourBoard(4, 4, payloadsOf(hamiltonianCycles(gridGraph(4, 4)))));
    expect(grid.match(/[┌┐└┘─│]/g)?.length).toBeGreaterThan(40);
    const edges = payloadsOf(hamiltonianCycles(knightGraph(6, 6)));
    const numbers =
      drawText(tourBoard(6, 6, edges))
        .match(/\d+/g)
        ?.map(Number) ?? [];
    expect([...numbers].sort((a, b) => a - b)).toEqual(Array.from({ length: 36 }, (_, k) => k + 1));
    // The next number is a knight's move away, and so is the first from the last.
    numbers.forEach((number, k) => {
      const next = numbers.indexOf((number % 36) + 1);
      const [down, right] = [Math.floor(next / 6) - Math.floor(k / 6), (next % 6) - (k % 6)];
      expect(Math.abs(down * right)).toBe(2);
    });
    expect(drawText(tourBoard(6, 6, edges.slice(1)))).not.toMatch(/\d/);
  });
});

test('loops as SVG: one line for each, a dot for each corner, a circle for each pearl', () => {
  const svg = drawSvg(slitherlinkBoard(clues, payloadsOf(slitherlink(clues))));
  expect(svg.match(/<circle/g)).toHaveLength(36);
  expect(svg.match(/L\d+ \d+/g)).toHaveLength(30);
  expect(drawSvg(masyuBoard(pearls, [])).match(/<circle/g)).toHaveLength(5);
  const tour = drawSvg(tourBoard(6, 6, payloadsOf(hamiltonianCycles(knightGraph(6, 6)))));
  expect(tour.match(/L\d+ \d+/g)).toHaveLength(36);
});

test('lines outside of the board are refused', () => {
  const squares = [{}, {}, {}, {}];
  const board = (more: Partial<Board>): Board => ({ width: 2, height: 2, squares, ...more });
  const line = (row: number, column: number) => ({
    from: { row: 0, column: 0 },
    to: { row, column },
  });
  expect(thrown(() => drawSvg(board({ path: [line(0, 2)] }))).message).toContain(
    'column of a line',
  );
  expect(thrown(() => drawText(board({ fence: [line(3, 0)] }))).message).toContain('row of a line');
  expect(thrown(() => drawText(board({ fence: [line(2, 0)] }))).message).toContain('no neighbours');
  expect(drawText(board({ fence: [line(1, 0)] }))).toContain('│');
  expect(thrown(() => tourBoard(2, 2, [['a', 'b']])).message).toContain('name squares as in r1c2');
});

test.each(['slitherlink', 'masyu'] as const)(
  '%s: new puzzles have one solution, and no clue that can go',
  async (name) => {
    const [read, state] = name === 'masyu' ? [readMasyu, masyu] : [readSlitherlink, slitherlink];
    const answerOf = (grid: ReturnType<typeof read>) => isUnique(state(grid as never)).answer;
    const made: string[] = [];
    for (const seed of [1, 2, 1]) {
      for await (const one of madeLoops(name, 5, 4, seed)) {
        if (one === undefined) continue;
        made.push(one.puzzle);
        const clues = read(one.puzzle);
        expect(read(one.drawing)).toEqual(clues);
        expect(answerOf(clues)).toBe('unique');
        clues.forEach((line, row) => {
          line.forEach((clue, column) => {
            if (clue === undefined) return;
            const fewer = clues.map((other, r) =>
              other.map((kept, c) => (r === row && c === column ? undefined : kept)),
            );
            expect(answerOf(fewer as typeof clues)).toBe('several');
          });
        });
        break;
      }
    }
    expect(made[2]).toBe(made[0]);
    expect(made[1]).not.toBe(made[0]);
  },
);
