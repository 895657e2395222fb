import { describe, expect, test } from 'vitest';
import { check, readPuzzle, Solver, writeLine } from '../../../src/sudoku.ts';
import { slow } from '../../support/effort.ts';
import { isCompletion } from '../../support/sudoku.ts';

/** Programming Praxis, "Sudoku" (2009). */
const PRAXIS = '700100000020000015000006390200018000040090070000750003078500000560000040000001002';
const PRAXIS_SOLVED =
  '789135624623947815451286397237418569845693271916752483178524936562379148394861752';
const MANY = '.714.........5......39.76............9...6..3.............4...8.......9.....85...';

/** The number of solutions that each is known to have, the puzzle, its source. */
const KNOWN = `
1 ${PRAXIS} Praxis
50 ${PRAXIS.slice(0, 72)}000001000 Koot, Praxis with another last row
12 789135624${PRAXIS.slice(9, 72)}000001000 Koot, and with another first row
0 ${PRAXIS.slice(0, 72)}003001002 Koot, without solution
14 123456789456789123789123456231000000564030000897005000312000900645000070978000001 Koot, three rows given
1 700000019460190000000682704090000007000300405006700000001000000200074000000200300 Koot
1 2....1.38........5.7...6..........13.981..25731....8..9..8...2..5..697844..25.... Bird
1 1.3..4.2.34.4.23 Inaimathi, 4x4
1 .714....5....5..8...39.76.......1....9.8.6..3......82..6..4.7.83......9.....85... Inaimathi
1813 .714....5....5..8...39.76.......1....9...6..3......82.....4...83......9.....85... Inaimathi, hard
1 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 Lynn
1 ..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9 near worst case for brute force
1 .......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6... Sarkar
1 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.. notorious 1
1 1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.. notorious 2
1 .......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7..... notorious 3
1 1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1 notorious 4
1 .......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6... notorious 5
0 .....5.8....6.1.43..........1.5........1.6...3.......553.....61........4......... notorious, without solution
2 5.2...4.....71...3..............46...7.2......1.......6....2.......3..1.4........ notorious, with two`
  .trim()
  .split('\n')
  .map((line) => line.split(' '))
  .map(([solutions, text = '', ...name]) => [name.join(' '), text, Number(solutions)] as const);

describe.each(['lists', 'links'] as const)('%s', (engine) => {
  const solvers = { 4: new Solver({ size: 4, engine }), 9: new Solver({ engine }) };

  test.each(KNOWN)('%s: %s has %d', (_, text, solutions) => {
    const { givens, shape } = readPuzzle(text);
    const solver = solvers[shape.size as 4 | 9];
    const stream = solver.solutions(givens);
    const found = [...stream];
    expect(stream.status).toBe('complete');
    expect(new Set(found.map(String)).size).toBe(solutions);
    for (const grid of found) expect(isCompletion(shape, givens, grid)).toBe(true);
    const exact = BigInt(solutions);
    expect(solver.count(givens)).toEqual({ count: solutions, exact, status: 'complete' });
    const answer = (['none', 'unique'] as const)[solutions] ?? 'several';
    expect(solver.isUnique(givens).answer).toBe(answer);
    const { solution, status } = solver.first(givens);
    expect(status).toBe(solutions === 0 ? 'complete' : 'found');
    expect(solution).toEqual(found[0]);
  });

  test('the solution of the Praxis puzzle is the published one', () => {
    const { givens, shape, symbols } = readPuzzle(PRAXIS);
    const { solution } = solvers[9].first(givens);
    expect(writeLine(shape, solution as Uint8Array, symbols)).toBe(PRAXIS_SOLVED);
  });

  test('a puzzle with more than a million solutions streams and counts to a limit', () => {
    const { givens, shape } = readPuzzle(MANY);
    for (const grid of solvers[9].solutions(givens, { limit: 50 })) {
      expect(isCompletion(shape, givens, grid)).toBe(true);
    }
    const most = { limit: 20_000 };
    expect(solvers[9].count(givens, most)).toEqual({
      count: 20_000,
      exact: 20_000n,
      status: 'limit',
    });
    expect(solvers[9].isUnique(givens)).toEqual({ answer: 'several', status: 'found' });
  });

  test('the empty 4x4 grid has 288 solutions', () => {
    expect(solvers[4].count(new Uint8Array(16))).toEqual({
      count: 288,
      exact: 288n,
      status: 'complete',
    });
  });

  test.runIf(slow)(
    'the empty grid with boxes of 2x3 has 28,200,960 (Wikipedia, "Mathematics of Sudoku")',
    { timeout: 600_000 },
    () => {
      const solver = new Solver({ boxes: '2x3', engine });
      expect(solver.count(new Uint8Array(36)).count).toBe(28_200_960);
    },
  );

  test('the empty 9x9 grid streams its first thousand', () => {
    const stream = solvers[9].solutions(new Uint8Array(81), { limit: 1000 });
    const grids = [...stream];
    expect(new Set(grids.map(String)).size).toBe(1000);
    for (const grid of grids) expect(check(solvers[9].shape, grid).answer).toBe('solved');
    expect(stream.status).toBe('limit');
  });

  test('a finished grid solves to itself, and to nothing else', () => {
    const { givens } = readPuzzle(PRAXIS_SOLVED);
    expect(solvers[9].first(givens).solution).toEqual(givens);
    expect(solvers[9].count(givens)).toEqual({ count: 1, exact: 1n, status: 'complete' });
  });

  test('one clue is enough for a solution', () => {
    const givens = new Uint8Array(81);
    givens[40] = 7;
    expect(isCompletion(solvers[9].shape, givens, solvers[9].first(givens).solution)).toBe(true);
  });
});

test.each([
  [
    'Koot, two 1s in the first row',
    `789110000${PRAXIS.slice(9)}`,
    /r1c4 and r1c5 .*row 1 .*hold 1/,
  ],
  ['every clue contradictory', '7'.repeat(81), /r1c1, .* and r1c9 .*row 1 .*hold 7/],
])('%s: an error, not an answer', (_, text, message) => {
  const { givens } = readPuzzle(text);
  const solver = new Solver();
  expect(() => solver.first(givens)).toThrow(message);
  expect(() => solver.solutions(givens)).toThrow(message);
});
