import { describe, expect, test, vi } from 'vitest';
import { readDlx } from '../../src/engine/formats/dlx/reader.ts';
import { Problem } from '../../src/engine/problem/problem.ts';
import { solutions } from '../../src/engine/solve/api.ts';
import { uniquePortfolio } from '../../src/engine/solve/portfolios.ts';
import { Browsing } from '../../src/playground/news.ts';
import { decide } from '../../src/playground/quick.ts';
import { judge } from '../../src/playground/sudokus.ts';
import { langford, queens } from '../../src/puzzles/classics.ts';
import { dominoes } from '../../src/puzzles/packing/polyominoes.ts';

vi.mock('../../src/engine/solve/portfolios.ts', async (original) => {
  const portfolios = await original<typeof import('../../src/engine/solve/portfolios.ts')>();
  return { ...portfolios, uniquePortfolio: vi.fn(portfolios.uniquePortfolio) };
});

const onNews = () => undefined;

/** A chess board without two cells of one colour, for dominoes. */
const mutilated = () => {
  const region = ['.#######', ...Array(6).fill('########'), '#######.'].join('\n');
  return dominoes(region);
};
const multiple = () => readDlx('2|a b c\na\na b\na c\nb c\nb\nc\n');

describe('solutions one by one', () => {
  test.each<[string, () => Problem<unknown>, number | undefined]>([
    ['Langford pairs', () => langford(7), undefined],
    ['queens by a seed', () => queens(7), 5],
    ['with multiplicities', multiple as () => Problem<unknown>, undefined],
    ['of a board without any, which weights prove', mutilated, undefined],
  ])('are those of the library: %s', async (_name, make, seed) => {
    const browsing = new Browsing(make(), { seed });
    const expected = [...solutions(make(), { seed })].map(({ numbers }) => numbers);
    for (const [place, numbers] of expected.entries()) {
      expect((await browsing.at(place, onNews))?.numbers).toEqual(numbers);
    }
    expect(await browsing.at(expected.length, onNews)).toBeUndefined();
    expect(browsing.end).toEqual({ end: 'complete', solutions: expected.length });
    if (expected.length > 0) expect((await browsing.at(0, onNews))?.numbers).toEqual(expected[0]);
  });
});

describe('a Sudoku', () => {
  test.each([
    ['1.....2.........', 'several'],
    ['12343412........', 'several'],
    ['1234341221434321', 'unique'],
    ['123...4.........', 'none'],
  ])('%s has %s', async (text, answer) => {
    const givens = [...text].map((symbol) => Number(symbol) || 0);
    const board = { kind: 'sudoku', boxes: '2x2', regions: '' } as const;
    expect((await judge({ board, givens }, onNews)).answer).toBe(answer);
  });
});

test('a problem that is hard to decide is searched by the library once', async () => {
  // 30 pigeons in 29 holes: weights prove that there is no way, after a while.
  const pigeons = new Problem({ primary: 30, secondary: 29 });
  for (let way = 0; way < 30 * 29; way++) pigeons.addIndices([way % 30, 30 + (way % 29)]);
  const asked = vi.mocked(uniquePortfolio).mock.calls.length;
  const decision = await decide(pigeons, onNews);
  expect(decision.answer).toBe('none');
  expect(vi.mocked(uniquePortfolio).mock.calls.length - asked).toBe(1);
});
