import { describe, expect, test } from 'vitest';
import type { Answer, Contender } from '../../bench/sudoku/contender.ts';
import { engine, engineInBatch } from '../../bench/sudoku/engine.ts';
import { type Lap, overall, type Pace, race, ratio, type Score } from '../../bench/sudoku/race.ts';
import { setOf } from '../../bench/sudoku/sets.ts';
import { readPuzzles, Shape } from '../../src/sudoku.ts';

// Some of the 288 full grids of 4x4, with blanks: one to four solutions each.
const found = readPuzzles(
  [
    '1234341221434.21',
    '12..34122143....',
    '..3434122143432.',
    '.2.43412214343..',
    '12343412........',
  ].join('\n'),
);
const set = { ...setOf('some', Shape.of({ size: 4 }), found), chunk: found.length };

const pace: Pace = { repetitions: 2, slice: 5, stopped: () => false, say: () => {} };

/** `cells`, with something else as its answer. */
function altered(name: string, alter: (answer: Answer, givens: Uint8Array) => Answer): Contender {
  const honest = engine('cells');
  return {
    ...honest,
    name,
    prepare(shape) {
      const { solve } = honest.prepare(shape);
      return { solve: (givens, room, end) => alter(solve(givens, room, end), givens) };
    },
  };
}

describe('a race', () => {
  test('counts what each contender solves, in every repetition', async () => {
    const { scores, absent } = await race(set, [engine('cells'), engineInBatch('links')], pace);
    expect(absent).toEqual([]);
    expect(scores.map(({ contender }) => contender.name)).toEqual(['cells', 'links, batch']);
    for (const { laps, rate } of scores) {
      expect(laps).toHaveLength(2);
      expect(rate).toBeGreaterThan(0);
      for (const { solved, ms, chunks } of laps) {
        expect(solved).toBe(chunks.length * set.chunk);
        expect(ms).toBeCloseTo(chunks.reduce((sum, chunk) => sum + chunk.ms, 0));
      }
    }
  });

  test('gives all of them the same puzzles in the same order', async () => {
    const seen = ['a', 'b'].map(() => [] as Uint8Array[]);
    const watching = seen.map((list, k) =>
      altered(`contender ${k}`, (answer, givens) => {
        list.push(givens);
        return answer;
      }),
    );
    // One repetition, in which the warm-up too begins at the first puzzle.
    await race(set, watching, { ...pace, repetitions: 1 });
    const [one, other] = seen as [Uint8Array[], Uint8Array[]];
    // The set begins anew at its end, and at the end of the warm-up.
    for (const list of [one, other]) expect(list.slice(0, 5)).toEqual(set.puzzles);
    expect(one.length).toBeGreaterThan(5);
  });

  test('neither counts puzzles that were left unsolved, nor forgets their time', async () => {
    const gaveUp = altered('weak', () => 'unsolved');
    const [score] = (await race(set, [gaveUp], pace)).scores as [Score];
    expect(score.rate).toBe(0);
    expect(score.laps.every(({ solved, ms }) => solved === 0 && ms > 0)).toBe(true);
  });

  test('leaves out who refuses a puzzle, and says why', async () => {
    const [first] = set.puzzles;
    const picky: Contender = {
      ...engine('cells'),
      refuses: (_shape, givens) => (givens === first ? 'dislikes it' : undefined),
    };
    const { scores, absent } = await race(set, [picky], pace);
    expect(scores).toEqual([]);
    expect(absent).toEqual([{ contender: picky, why: 'dislikes it' }]);
  });

  test.each<[string, (answer: Answer, givens: Uint8Array) => Answer, RegExp]>([
    ['is not full', (_, givens) => givens, /liar.*unfinished/],
    ['breaks a rule', (grid) => new Uint8Array(grid.length).fill(1), /liar.*(wrong|changes)/],
    [
      'changes a given',
      // Right by the rules, but with two values exchanged.
      (grid) => Uint8Array.from(grid as Uint8Array, (v) => (v < 3 ? 3 - v : v)),
      /liar.*changes the given at r\dc\d/,
    ],
    ['denies a solution', () => 'none', /liar.*disagree/],
  ])('throws out an answer that %s, by name', async (_what, alter, message) => {
    const run = race(set, [engine('cells'), altered('liar', alter)], pace);
    await expect(run).rejects.toThrow(message);
  });

  test('ends at once when it is stopped', async () => {
    const { scores } = await race(set, [engine('cells')], { ...pace, stopped: () => true });
    expect(scores.map(({ laps }) => laps)).toEqual([[]]);
  });
});

describe('rates', () => {
  test('are the median of the repetitions, in puzzles per second', () => {
    const laps = [10, 30, 20].map((solved) => ({ solved, ms: 100 }));
    expect(overall(laps)).toBe(200);
  });

  test('are those of all repetitions together where most have none', () => {
    const laps = [0, 3, 0].map((solved) => ({ solved, ms: 500 }));
    expect(overall(laps)).toBe(2);
    expect(overall([])).toBe(0);
  });

  const score = (rate: number, ...chunks: number[][]): Score => ({
    contender: engine('cells'),
    laps: chunks.map((ms): Lap => {
      return {
        from: 0,
        solved: 1,
        ms: 1,
        guesses: 0,
        chunks: ms.map((t) => ({ ms: t, guesses: 0 })),
      };
    }),
    rate,
    guesses: undefined,
  });

  test('compare by the chunks that both did, whatever else one of them did', () => {
    // 6 / 3, 8 / 2 and 9 / 1; the fast one's further chunks do not count.
    const fast = score(1, [1, 2, 100], [2, 100], [1]);
    const slow = score(1, [2, 4], [8], [9, 100]);
    expect(ratio(fast, slow)).toBe(4);
    expect(ratio(slow, fast)).toBe(1 / 4);
  });

  test('compare by themselves where no chunk was done, and not at all with nothing', () => {
    expect(ratio(score(6, [1]), score(3, []))).toBe(2);
    expect(ratio(score(6, [1]), score(0, []))).toBeUndefined();
  });
});
