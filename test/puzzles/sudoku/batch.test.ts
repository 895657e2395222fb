import { expect, test } from 'vitest';
import { answerEach, readEach, readPuzzles, Shape } from '../../../src/sudoku.ts';
import { isCompletion } from '../../support/sudoku.ts';

const TEXT = `# two sizes, two mistakes
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
1.3..4.2.34.4.23
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7?
.....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........
55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
5.2...4.....71...3..............46...7.2......1.......6....2.......3..1.4........
`;

test.each(['lists', 'links'] as const)(
  '%s answers each puzzle, in order, and goes on',
  (engine) => {
    const answers = [...answerEach(readEach(TEXT), 'first', { engine })];
    expect(answers.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7]);
    expect(answers.map(({ answer, error }) => answer?.status ?? error?.code)).toEqual([
      'found',
      'found',
      'bad-text',
      'complete',
      'bad-grid',
      'found',
    ]);
    for (const { puzzle, answer } of answers) {
      if (answer?.solution === undefined || puzzle === undefined) continue;
      expect(isCompletion(puzzle.shape, puzzle.givens, answer.solution)).toBe(true);
    }
    expect(answers[2]).toMatchObject({ error: { line: 4, column: 81 } });
    expect(answers[4]?.error?.message).toMatch(
      /^Line 6: r1c1 and r1c2 are both in row 1 and hold 5/,
    );
    expect(answers[4]?.error).toMatchObject({ line: 6, cells: [0, 1] });
    expect(answers[4]?.puzzle?.shape).toBe(Shape.of());
  },
);

const GOOD = TEXT.split('\n').filter((_, k) => [1, 2, 4, 6].includes(k));

test('every question can be asked', () => {
  const puzzles = readPuzzles(GOOD.join('\n'));
  const count = [...answerEach(puzzles, 'count')].map(({ answer }) => answer);
  expect(count).toEqual(
    [1, 1, 0, 2].map((n) => ({ count: n, exact: BigInt(n), status: 'complete' })),
  );
  const unique = [...answerEach(puzzles, 'isUnique')].map(({ answer }) => answer?.answer);
  expect(unique).toEqual(['unique', 'unique', 'none', 'several']);
  const check = [...answerEach(puzzles, 'check')].map(({ answer }) => answer?.answer);
  expect(check).toEqual(new Array(4).fill('unfinished'));
});

test('limits are for each puzzle by itself', () => {
  const puzzles = readPuzzles(GOOD.join('\n'));
  const answers = [...answerEach(puzzles, 'count', { maxNodes: 60, limit: 1 })];
  expect(answers.map(({ answer }) => answer?.status)).toEqual(['limit', 'limit', 'nodes', 'nodes']);
});

test('a puzzle is not looked for before it is asked for', () => {
  let taken = 0;
  function* source() {
    for (const puzzle of readPuzzles(GOOD.join('\n'))) {
      taken++;
      yield puzzle;
    }
  }
  const answers = answerEach(source(), 'first');
  expect(taken).toBe(0);
  answers.next();
  expect(taken).toBe(1);
});

test('mistakes in the question or its settings are thrown at once', () => {
  const puzzles = readPuzzles(GOOD.join('\n'));
  for (const question of ['solve', 'toString'] as unknown[]) {
    expect(() => answerEach(puzzles, question as 'first')).toThrow(/ask one of first/);
  }
  expect(() => answerEach(puzzles, 'first', { timeout: -1 })).toThrow(/timeout is -1/);
  expect(() => answerEach(puzzles, 'first', null as never)).toThrow(/settings are null/);
  expect(() => answerEach(puzzles, 'first', { engine: 'x' as 'lists' }).next()).toThrow(/engine/);
});

test.each([[null], [undefined], ['53..'], [new Uint8Array(81)], [{ givens: [] }], [{}]])(
  'what is no puzzle is thrown (%#)',
  (wrong) => {
    const error = expect.objectContaining({ code: 'bad-setting' });
    expect(() => answerEach([wrong as never], 'first').next()).toThrow(error);
  },
);

test.each([[null], [undefined], [5], ['53..7'], [{}]])(
  'what are no puzzles is refused at once: %j',
  (wrong) => {
    expect(() => answerEach(wrong as never, 'first')).toThrow(
      expect.objectContaining({
        code: 'bad-setting',
        message: expect.stringMatching(/^The puzzles are .*; give an array/),
      }),
    );
  },
);
