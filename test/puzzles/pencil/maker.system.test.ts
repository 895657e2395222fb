import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { count, isUnique, Prefix, Problem, symmetries } from '../../../src/index.ts';
import {
  clash,
  clashAsync,
  makePuzzle,
  makePuzzleAsync,
  needless,
  needlessAsync,
  steps,
  sudokuScale,
} from '../../../src/pencil.ts';
import { latinSquares, pentominoes, queens } from '../../../src/puzzles.ts';
import { encode, Shape } from '../../../src/sudoku.ts';
import { runs } from '../../support/effort.ts';
import { bruteForceMultiples, compileMultiples, multipleMatrix } from '../../support/multiples.ts';

const matrix = multipleMatrix;
const seed = fc.nat(1000);

/** The solutions that keep to some decisions. */
function below(solutions: readonly (readonly number[])[], decisions: Iterable<number>) {
  const list = [...decisions];
  return solutions.filter((solution) =>
    list.every((k) => (k >= 0 ? solution.includes(k) : !solution.includes(~k))),
  );
}

/** A list without one of its members. */
function without<T>(list: readonly T[], member: T): T[] {
  return list.filter((other) => other !== member);
}

describe('makePuzzle', () => {
  test.each(['chosen', 'crossed'] as const)(
    'makes minimal puzzles of random problems with one solution: %s',
    (clues) => {
      fc.assert(
        fc.property(matrix, seed, (matrix, seed) => {
          const solutions = bruteForceMultiples(matrix);
          const { options } = matrix;
          const all = (solution: readonly number[]) =>
            clues === 'chosen'
              ? solution
              : options.flatMap((_, k) => (solution.includes(k) ? [] : [~k]));
          const { puzzle, status, doubt } = makePuzzle(compileMultiples(matrix), { clues, seed });
          if (puzzle === undefined) {
            // No solution, or all that were tried stay in doubt.
            expect(status).toBe(solutions.length === 0 ? 'complete' : 'limit');
            expect(doubt === undefined).toBe(solutions.length === 0);
            if (doubt === undefined) return;
            expect(below(solutions, all(doubt[0]))).toContainEqual(doubt[1]);
            expect(solutions).toContainEqual(doubt[0]);
            expect(doubt[1]).not.toEqual(doubt[0]);
            return;
          }
          expect(status).toBe('found');
          expect(puzzle.minimal).toBe(true);
          expect(puzzle.clues).toEqual(puzzle.prefix.map((decision) => [decision]));
          expect(below(solutions, puzzle.prefix)).toEqual([puzzle.solution]);
          for (const clue of puzzle.prefix) {
            expect(below(solutions, without(puzzle.prefix, clue)).length).toBeGreaterThan(1);
          }
        }),
        { numRuns: runs(400) },
      );
    },
  );

  test('keeps clues of one orbit together, and gives as many as are wanted', () => {
    fc.assert(
      fc.property(matrix, seed, fc.integer({ min: 1, max: 3 }), (matrix, seed, kinds) => {
        const solutions = bruteForceMultiples(matrix);
        const orbits = matrix.options.map((_, k) => k % kinds);
        const settings = { orbits, seed, attempts: 5 };
        const { puzzle } = makePuzzle(compileMultiples(matrix), settings);
        if (puzzle === undefined) return;
        const { prefix, solution } = puzzle;
        expect(below(solutions, prefix)).toEqual([solution]);
        const labels = new Set(prefix.map((option) => orbits[option]));
        expect([...prefix].sort((a, b) => a - b)).toEqual(
          solution.filter((option) => labels.has(orbits[option])),
        );
        for (const label of labels) {
          const rest = prefix.filter((option) => orbits[option] !== label);
          expect(below(solutions, rest).length).toBeGreaterThan(1);
        }
        const full = makePuzzle(compileMultiples(matrix), {
          solution,
          seed,
          count: solution.length,
        });
        expect(full.status).toBe('found');
        expect(full.puzzle?.prefix).toEqual(solution);
      }),
      { numRuns: runs(200) },
    );
  });

  test('draws solutions with the same chance where a diagram is soon made', () => {
    const problem = queens(6);
    const drawn = new Map<string, number>();
    for (let seed = 0; seed < 400; seed++) {
      const { puzzle, uniform } = makePuzzle(problem, { seed });
      expect(uniform).toBe(true);
      const key = String(puzzle?.solution.numbers);
      drawn.set(key, (drawn.get(key) ?? 0) + 1);
    }
    expect(drawn.size).toBe(4);
    for (const times of drawn.values()) expect(Math.abs(times - 100)).toBeLessThan(30);
  });

  test('the same seed gives the same puzzle, and others give others', async () => {
    const problem = encode(Shape.of({ boxes: '2x3' }));
    for (const settings of [{ seed: 7 }, { seed: 7, uniform: false }]) {
      const made = makePuzzle(problem, settings);
      const again = await makePuzzleAsync(problem, { ...settings, timeout: 60_000 });
      expect(again.puzzle?.prefix).toEqual(made.puzzle?.prefix);
      expect(again.puzzle?.solution.numbers).toEqual(made.puzzle?.solution.numbers);
      expect(made.uniform).toBe(false);
      const other = makePuzzle(problem, { ...settings, seed: 8 });
      expect(other.puzzle?.prefix).not.toEqual(made.puzzle?.prefix);
    }
    expect(makePuzzle(problem, { uniform: false }).seed).toBeGreaterThanOrEqual(0);
  });

  test('a Sudoku with a symmetric pattern, at given cells, with a number of givens', () => {
    const shape = Shape.of({});
    const problem = encode(shape);
    const orbits = Array.from({ length: 729 }, (_, k) => {
      const cell = Math.floor(k / 9);
      return Math.min(cell, 80 - cell);
    });
    const { puzzle } = makePuzzle(problem, { orbits, seed: 1, uniform: false });
    const cells = puzzle?.solution.numbers.filter((k) => puzzle.prefix.includes(k));
    const given = new Set(cells?.map((k) => Math.floor(k / 9)));
    for (const cell of given) expect(given).toContain(80 - cell);
    expect(isUnique(problem, { prefix: puzzle?.prefix ?? [] }).answer).toBe('unique');

    const { puzzle: exact } = makePuzzle(problem, { count: 30, seed: 1, uniform: false });
    expect(exact?.clues.length).toBe(30);
    // All cells but those of the first row.
    const clues = Array.from({ length: 648 }, (_, k) => [81 + k]);
    const { puzzle: bare } = makePuzzle(problem, { clues, seed: 1, uniform: false });
    expect(bare?.prefix.every((k) => k >= 81)).toBe(true);
    expect(isUnique(problem, { prefix: bare?.prefix ?? [] }).answer).toBe('unique');
  });

  test('clues by a function, for a solution of one’s own', () => {
    const problem = latinSquares(4);
    const { puzzle } = makePuzzle(problem, { seed: 3 });
    const solution = puzzle?.solution.numbers ?? [];
    const rows = [0, 1, 2, 3].map((row) => solution.slice(4 * row, 4 * row + 4));
    const made = makePuzzle(problem, { solution, clues: () => rows, seed: 1 });
    expect(made.puzzle?.clues.length).toBe(3);
    expect(made.puzzle?.solution.numbers).toEqual(solution);
  });

  test('orbits of the group: pieces that turns and mirrors take to each other', () => {
    const problem = queens(8);
    const { optionOrbits: orbits } = symmetries(problem);
    const { puzzle } = makePuzzle(problem, { orbits, seed: 1 });
    const labels = new Set(puzzle?.prefix.map((k) => orbits[k]));
    expect([...(puzzle?.prefix ?? [])].sort((a, b) => a - b)).toEqual(
      puzzle?.solution.numbers.filter((k) => labels.has(orbits[k])),
    );
  });

  test('within a range of rating, with a technique', () => {
    const problem = encode(Shape.of({}));
    const settings = { scale: sudokuScale, seed: 1, uniform: false };
    const rating = [2.6, 4.2] as const;
    const { puzzle, status } = makePuzzle(problem, { ...settings, rating, technique: 'pointing' });
    expect(status).toBe('found');
    const names = new Set<string>();
    let hardest = 0;
    for (const { technique, difficulty } of steps(problem, {
      scale: sudokuScale,
      prefix: puzzle?.prefix ?? [],
    })) {
      names.add(technique);
      hardest = Math.max(hardest, difficulty);
    }
    expect(puzzle?.techniques).toEqual([...names]);
    expect(names).toContain('pointing');
    expect(puzzle?.difficulty).toBe(hardest);
    expect(hardest).toBeGreaterThanOrEqual(2.6);
    expect(hardest).toBeLessThanOrEqual(4.2);
    const far = makePuzzle(latinSquares(4), { seed: 1, rating: [20, 30], attempts: 2 });
    expect(far.status).toBe('limit');
    expect(far.puzzle?.difficulty).toBeLessThan(20);
  });

  test('is honest when there is none', () => {
    const problem = latinSquares(4);
    // Two rows never tell the other two apart.
    const clues = Array.from({ length: 32 }, (_, k) => [k]);
    const made = makePuzzle(problem, { clues, seed: 1, attempts: 3 });
    expect(made).toMatchObject({ status: 'limit', attempts: 3 });
    expect(made.puzzle).toBeUndefined();
    expect(made.doubt?.[0].numbers.slice(0, 8)).toEqual(made.doubt?.[1].numbers.slice(0, 8));
    const solution = made.doubt?.[0].numbers ?? [];
    expect(makePuzzle(problem, { clues, solution }).status).toBe('complete');
    const none = makePuzzle(queens(3));
    expect(none).toMatchObject({ status: 'complete', attempts: 0 });
    // A minimal puzzle of the most clues is rare; the closest one is told.
    const far = makePuzzle(problem, { count: 16, minimal: true, seed: 1, attempts: 2 });
    expect(far.status).toBe('limit');
    expect(far.puzzle?.minimal).toBe(true);
  });

  test('stops at its limits, with the best that it has', async () => {
    const problem = pentominoes('6x10');
    expect(makePuzzle(problem, { seed: 1, timeout: 0 }).status).toBe('timeout');
    expect(makePuzzle(problem, { seed: 1, maxNodes: 100 }).status).toBe('nodes');
    const controller = new AbortController();
    const made = makePuzzleAsync(problem, {
      clues: 'crossed',
      seed: 1,
      signal: controller.signal,
      onProgress: ({ nodes }) => nodes > 100_000 && controller.abort(),
    });
    await expect(made).resolves.toMatchObject({ status: 'aborted' });
    const { puzzle, status } = makePuzzle(problem, {
      clues: 'crossed',
      uniform: false,
      seed: 1,
      maxNodes: 2000,
    });
    if (puzzle !== undefined) expect(puzzle.minimal).toBe(status === 'found');
  });

  test.each([
    [{ solution: [0] }, 'too seldom'],
    [{ solution: 5 }, 'the numbers of its options'],
    [{ clues: [5] }, 'a list of decisions'],
    [{ clues: [[999]] }, 'no option for the decision 999'],
    [{ clues: 'all' }, "'chosen', 'crossed'"],
    [{ orbits: [1, 2] }, 'one for each of 64 options'],
    [{ count: -1 }, 'count'],
    [{ attempts: 0 }, 'attempts'],
    [{ uniform: 1 }, 'true or false'],
    [{ rating: [3, 2] }, 'least and the most difficulty'],
    [{ rating: 3 }, 'as in [3, 4.5]'],
    [{ technique: 5 }, "as 'x-wing'"],
    [{ rating: [1, 2], scale: 5 }, 'generalScale or sudokuScale'],
    [{ cluse: 'chosen' }, 'clues'],
    [{ signal: new AbortController().signal }, 'call its twin whose name ends in Async'],
  ])('refuses %o', (settings, message) => {
    expect(() => makePuzzle(queens(8), settings as never)).toThrow(message);
  });
});

describe('needless', () => {
  test('names what each other decision makes needless, in random problems', () => {
    fc.assert(
      fc.property(matrix, fc.array(fc.nat(), { maxLength: 6 }), (matrix, picks) => {
        const solutions = bruteForceMultiples(matrix);
        const solution = solutions[0];
        if (solution === undefined || matrix.options.length === 0) return;
        const decisions = [...solution, ...picks.map((pick) => ~(pick % matrix.options.length))];
        const prefix = decisions.filter((k) => k >= 0 || !solution.includes(~k));
        const left = below(solutions, prefix);
        const answer = needless(compileMultiples(matrix), prefix);
        expect(answer.status).toBe(left.length > 1 ? 'found' : 'complete');
        expect(answer.solutions.length).toBe(Math.min(2, left.length));
        for (const one of answer.solutions) expect(left).toContainEqual(one);
        if (left.length > 1) {
          expect(answer.each).toBeUndefined();
          return;
        }
        const all = [...new Set(prefix)];
        const isOne = (some: number[]) => below(solutions, some).length === 1;
        expect(answer.each).toEqual(all.filter((k) => isOne(without(all, k))));
        const rest = all.filter((k) => !answer.together?.includes(k));
        expect(isOne(rest)).toBe(true);
        for (const k of rest) expect(isOne(without(rest, k))).toBe(false);
      }),
      { numRuns: runs(400) },
    );
  });

  test('names nothing without a solution, and of a minimal puzzle nothing', async () => {
    expect(needless(queens(3), [])).toEqual({ solutions: [], status: 'complete' });
    const problem = queens(8);
    const { puzzle } = makePuzzle(problem, { seed: 2 });
    const { each, together } = await needlessAsync(problem, Prefix.of(puzzle?.prefix ?? []));
    expect([each, together]).toEqual([[], []]);
    expect(needless(problem, [], { timeout: 0 })).toEqual({ solutions: [], status: 'timeout' });
    // Queens in one row.
    expect(needless(problem, [0, 1])).toEqual({ solutions: [], status: 'complete' });
    expect(() => needless(problem, [64])).toThrow('no option');
    expect(() => needless(problem, 5 as never)).toThrow('give an array of decisions');
  });
});

describe('clash', () => {
  test('finds decisions that contradict each other, none of them to spare', () => {
    fc.assert(
      fc.property(matrix, fc.array(fc.nat(), { maxLength: 8 }), (matrix, picks) => {
        const solutions = bruteForceMultiples(matrix);
        const { length } = matrix.options;
        if (length === 0) return;
        const prefix = picks.map((pick) => (pick % 3 === 0 ? ~(pick % length) : pick % length));
        const answer = clash(compileMultiples(matrix), prefix);
        const left = below(solutions, prefix);
        expect(answer.status).toBe(left.length > 0 ? 'found' : 'complete');
        if (left.length > 0) {
          expect(left).toContainEqual(answer.solution);
          return;
        }
        const { decisions = [-1] } = answer;
        for (const k of decisions) expect(prefix).toContain(k);
        expect(below(solutions, decisions)).toEqual([]);
        for (const k of decisions) {
          expect(below(solutions, without(decisions, k)).length).toBeGreaterThan(0);
        }
      }),
      { numRuns: runs(600) },
    );
  });

  test('in a Sudoku, whose givens clash by way of others', async () => {
    const problem = encode(Shape.of({}));
    const { puzzle } = makePuzzle(problem, { seed: 5, uniform: false });
    const prefix = [...(puzzle?.prefix ?? [])];
    const solution = puzzle?.solution.numbers ?? [];
    // A wrong value in a cell that was not given.
    const free = solution.find((k) => !prefix.includes(k)) as number;
    const cell = Math.floor(free / 9);
    const wrong = Array.from({ length: 9 }, (_, v) => 9 * cell + v).find(
      (k) => k !== free && count(problem, { prefix: [k], limit: 1 }).count === 1,
    ) as number;
    const { decisions = [] } = await clashAsync(problem, [...prefix, wrong]);
    expect(decisions).toContain(wrong);
    expect(clash(problem, without(decisions, wrong)).status).toBe('found');
    expect(clash(problem, [0, 1]).decisions?.slice().sort()).toEqual([0, 1]);
  });

  test('of a problem without a solution no decision is to blame', () => {
    const problem = new Problem({ primary: ['a', 'b'] });
    problem.addOption(['a']);
    expect(clash(problem, [0])).toEqual({ decisions: [], status: 'complete' });
    expect(clash(problem, [~0], { timeout: 0 })).toEqual({ status: 'timeout' });
  });
});
