import { expect, test } from 'vitest';
import { type Mention, SettingError } from '../../../src/engine/problem/setting.ts';
import { SETTINGS } from '../../../src/engine/solve/question-settings.ts';
import { count, countAsync, createSearch, isUnique, Problem, readDlx } from '../../../src/index.ts';
import { drawText } from '../../../src/picture.ts';
import { polyominoes, queens } from '../../../src/puzzles.ts';
import { PuzzleGenerator, readPuzzle, Shape, Solver } from '../../../src/sudoku.ts';
import { knuth } from '../../cases/knuth.ts';
import { problemOf } from '../../cases/problem.ts';

const problem = problemOf(knuth());
const generator = new PuzzleGenerator({ size: 4 });
const solver = new Solver({ size: 4 });
const blank = new Uint8Array(16);

/** Functions that take settings, and the names of some. */
const TAKERS: readonly [name: string, call: (settings: never) => unknown, names: string[]][] = [
  ['count', (settings) => count(problem, settings), SETTINGS],
  ['isUnique', (settings) => isUnique(problem, settings), SETTINGS],
  [
    'createSearch',
    (settings) => createSearch(problem.compile(), settings),
    ['engine', 'seed', 'prefix', 'memoryLimit'],
  ],
  ['Problem', (items) => new Problem(items), ['primary', 'secondary']],
  ['readDlx', (settings) => readDlx('a\n', settings), ['source', 'onWarning']],
  ['queens', (settings) => queens(4, settings), ['torus']],
  [
    'polyominoes',
    (settings) => polyominoes('2x2', 'O4', settings),
    ['supply', 'gaps', 'upToSymmetry', 'oneSided'],
  ],
  ['Shape.of', (settings) => Shape.of(settings), ['size', 'boxes']],
  ['Solver', (settings) => new Solver(settings), ['size', 'boxes', 'engine', 'seed']],
  ['solver.first', (settings) => solver.first(blank, settings), ['limit', 'maxNodes', 'timeout']],
  ['PuzzleGenerator', (settings) => new PuzzleGenerator(settings), ['size', 'seed', 'maxNodes']],
  [
    'puzzle',
    (settings) => generator.puzzle(settings),
    ['by', 'minimal', 'givens', 'symmetry', 'attempts'],
  ],
  ['readPuzzle', (settings) => readPuzzle('1'.repeat(16), settings), ['symbols', 'source']],
  ['drawText', (settings) => drawText([], settings), ['colour', 'width']],
];

test.each(TAKERS)(
  '%s: undefined is as good as left out; null and a list are refused',
  (_, call, names) => {
    const refused = expect.objectContaining({ name: 'QuadrilleError' });
    for (const name of names) {
      expect(() => call({ [name]: undefined } as never)).not.toThrow();
      expect(() => call({ [name]: null } as never)).toThrow(refused);
      expect(() => call({ [name]: null } as never)).toThrow(/null/);
    }
    expect(() => call([] as never)).toThrow(refused);
    expect(() => call([] as never)).toThrow(/an array of 0/);
  },
);

test.each(TAKERS.filter(([name]) => name !== 'Shape.of'))(
  '%s: a name that is not known is refused, with the one that is meant',
  (_, call, names) => {
    for (const name of names) {
      const message = `There is no setting "${name}x" here; did you mean ${name}?`;
      expect(() => call({ [`${name}x`]: undefined } as never)).toThrow(message);
    }
    expect(() => call({ 'no such': 1 } as never)).toThrow(/"no such" here; give any of: \w+/);
  },
);

test('what lets the event loop run goes by the same rule', async () => {
  for (const name of [...SETTINGS, 'signal', 'onProgress']) {
    await expect(countAsync(problem, { [name]: null })).rejects.toThrow(`${name} is null`);
    expect((await countAsync(problem, { [name]: undefined })).count).toBe(1);
  }
  await expect(countAsync(problem, [] as never)).rejects.toThrow(/an array of 0/);
});

test('an error names settings in the words of a front end, which has some of them', () => {
  const error = thrownBy(() => polyominoes('3x3', 'I3*2'));
  const flags = ({ setting, value, verb }: Mention) =>
    setting === 'gaps' && value === true ? `${verb} --gaps` : undefined;
  expect(error.inWords(flags)).toBe(
    'The 2 pieces have 6 cells, the board has 9; give both the same number, or give --gaps.',
  );
  const named = thrownBy(() => queens(0));
  expect(named.inWords(({ setting }) => setting.toUpperCase())).toMatch(/^N is 0; give a whole/);
  expect(named.inWords(() => undefined)).toBe(named.message);
});

function thrownBy(call: () => unknown): SettingError {
  try {
    call();
  } catch (error) {
    if (error instanceof SettingError) return error;
  }
  throw new Error('It throws no error in a setting.');
}
