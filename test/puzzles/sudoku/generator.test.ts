import { describe, expect, test } from 'vitest';
import { Random } from '../../../src/engine/kernels/random.ts';
import {
  distanceTo,
  type GeneratorSettings,
  goalOf,
  orbitsOf,
  PuzzleGenerator,
  type PuzzleSettings,
  SYMMETRIES,
  type Symmetry,
} from '../../../src/puzzles/sudoku/generator.ts';
import { check } from '../../../src/puzzles/sudoku/grid.ts';
import { fillUp } from '../../../src/puzzles/sudoku/random-puzzle.ts';
import type { Shape } from '../../../src/puzzles/sudoku/shape.ts';
import { Solver } from '../../../src/puzzles/sudoku/solver.ts';
import { expectSame } from '../../support/same.ts';

type Boxes = Shape['boxes'];

/** Both engines, neither of them shuffled as the generator's own is. */
const judges = (boxes: Boxes) => [new Solver({ boxes }), new Solver({ boxes, engine: 'links' })];

/** The puzzle is what it says it is, whether that was wished or not. */
function expectSound(
  [cells, links]: readonly Solver[],
  { givens, solution, count }: ReturnType<PuzzleGenerator['puzzle']>,
): void {
  const { shape } = cells;
  expect(check(shape, solution).answer).toBe('solved');
  expect(count).toBe(givens.filter((value) => value > 0).length);
  for (let cell = 0; cell < shape.cells; cell++) {
    if (givens[cell] !== 0) expectSame(givens[cell], solution[cell]);
  }
  for (const judge of [cells, links]) expect(judge?.isUnique(givens).answer).toBe('unique');
}

/** Without any one of these groups of givens there are several solutions. */
function expectMinimal(judge: Solver, givens: Uint8Array, symmetry: Symmetry = 'none'): void {
  let groups = 0;
  for (const orbit of orbitsOf(judge.shape, symmetry)) {
    if (givens[orbit[0]] === 0) continue;
    groups++;
    const fewer = givens.slice();
    for (const cell of orbit) fewer[cell] = 0;
    expectSame(judge.isUnique(fewer).answer, 'several');
  }
  expect(groups).toBeGreaterThan(0);
}

test('steps are short, and lead to the same attempts', () => {
  const settings = { givens: 18, attempts: 5 };
  const attempts = [...new PuzzleGenerator({ seed: 1 }).attempts(settings)];
  const steps = [...new PuzzleGenerator({ seed: 1 }).steps(settings)];
  expect(steps[0]).toBeUndefined();
  const told = new Set(steps.filter((closest) => closest !== undefined));
  expect([...told]).toEqual(attempts);
  // A grid, and at most 16 givens in a step.
  expect(steps.length).toBeGreaterThan(5 * attempts.length);
  expect(attempts.map((attempt) => attempt.attempts)).toEqual([1, 2, 3, 4, 5]);
});

describe('puzzles', () => {
  test.each<[Boxes, number]>([
    ['2x2', 20],
    ['2x3', 10],
    ['3x2', 10],
    ['1x5', 5],
    ['3x3', 8],
    ['3x4', 1],
  ])('with boxes of %s are unique and minimal, either way', (boxes, puzzles) => {
    const both = judges(boxes);
    const generator = new PuzzleGenerator({ boxes, seed: 1, maxNodes: 100_000 });
    for (const by of ['removing', 'adding'] as const) {
      for (let k = 0; k < puzzles; k++) {
        const puzzle = generator.puzzle({ by });
        expectSound(both, puzzle);
        expectMinimal(both[0], puzzle.givens);
        expect(puzzle).toMatchObject({ minimal: true, reached: true, attempts: 1 });
      }
    }
  });

  test.each(SYMMETRIES)('with symmetry %s have it, and are minimal up to it', (symmetry) => {
    for (const boxes of ['3x3', '2x3', '2x2'] as const) {
      const both = judges(boxes);
      const generator = new PuzzleGenerator({ boxes, seed: 2 });
      for (const by of ['removing', 'adding'] as const) {
        const puzzle = generator.puzzle({ by, symmetry });
        expectSound(both, puzzle);
        expect(puzzle.minimal).toBe(true);
        expectMinimal(both[0], puzzle.givens, symmetry);
        const { size } = generator.shape;
        const given = (row: number, column: number) => puzzle.givens[row * size + column] !== 0;
        for (let row = 0; row < size; row++) {
          for (let column = 0; column < size; column++) {
            const [otherRow, otherColumn] = {
              none: [row, column] as const,
              rotational: [size - 1 - row, size - 1 - column] as const,
              'left-right': [row, size - 1 - column] as const,
              'up-down': [size - 1 - row, column] as const,
              diagonal: [column, row] as const,
            }[symmetry];
            expectSame(given(row, column), given(otherRow, otherColumn));
          }
        }
      }
    }
  });

  test.each<[Boxes, PuzzleSettings]>([
    ['4x4', { givens: 125 }],
    ['4x4', { givens: 130, by: 'adding', symmetry: 'rotational' }],
    ['5x5', { givens: 370 }],
  ])('of larger shapes: %s, %j', (boxes, settings) => {
    const generator = new PuzzleGenerator({ boxes, seed: 3, maxNodes: 500 });
    const puzzle = generator.puzzle(settings);
    expectSound(judges(boxes), puzzle);
    expect(puzzle).toMatchObject({ count: settings.givens, reached: true });
  });

  test('say that they are not minimal where some search ended undecided', () => {
    const generator = new PuzzleGenerator({ boxes: '3x4', seed: 4, maxNodes: 20 });
    const puzzle = generator.puzzle();
    expect(puzzle).toMatchObject({ minimal: false, reached: false });
    expect(new Solver({ boxes: '3x4' }).isUnique(puzzle.givens).answer).toBe('unique');
    // Where nothing can be searched, only what the other givens imply at once is left blank.
    for (const by of ['removing', 'adding'] as const) {
      const little = new PuzzleGenerator({ seed: 4, maxNodes: 0 }).puzzle({ by, attempts: 3 });
      expect(little).toMatchObject({ minimal: false, reached: false, attempts: 3 });
      expectSound(judges('3x3'), little);
      const large = { boxes: '3x4', seed: 4, maxNodes: 0 } as const;
      const none = new PuzzleGenerator(large).puzzle({ by, attempts: 3 });
      expect(none).toMatchObject({ count: 144, minimal: false, reached: false, attempts: 3 });
      expect(none.givens).toEqual(none.solution);
    }
  });

  test('of the smallest shapes need no given, or hardly one', () => {
    const smallest = new PuzzleGenerator({ size: 1, seed: 1 });
    expect(smallest.puzzle()).toMatchObject({ count: 0, minimal: true, reached: true });
    expect(smallest.puzzle({ by: 'adding' }).solution).toEqual(Uint8Array.of(1));
    expect(new PuzzleGenerator({ boxes: '1x2', seed: 1 }).puzzle().count).toBe(1);
  });
});

describe('within a pattern', () => {
  const shape = new PuzzleGenerator({ seed: 1 }).shape;
  /** Four corners of 4x4, and the middle: it has the half turn. */
  const corners = Uint8Array.from({ length: 81 }, (_, cell) => {
    const [row, column] = [shape.rowOf(cell), shape.columnOf(cell)];
    return (row !== 4 && column !== 4 && row % 8 > 0) || (row === 4 && column === 4) ? 1 : 0;
  });

  test.each(['none', 'rotational'] as const)('no given stands outside: %s', (symmetry) => {
    const both = judges('3x3');
    const generator = new PuzzleGenerator({ seed: 5 });
    for (const by of ['removing', 'adding'] as const) {
      const puzzle = generator.puzzle({ pattern: corners, symmetry, by });
      expectSound(both, puzzle);
      expect(puzzle).toMatchObject({ reached: true, minimal: true });
      expectMinimal(both[0], puzzle.givens, symmetry);
      expect(puzzle.givens.filter((value, cell) => value > 0 && corners[cell] === 0)).toEqual(
        new Uint8Array(0),
      );
    }
    const full = generator.puzzle({ pattern: corners, minimal: false });
    expectSound(both, full);
    expect(full.givens.map(Math.sign)).toEqual(corners);
  });

  test('where no puzzle can be, the closest one has a few givens more', () => {
    const row = Uint8Array.from({ length: 81 }, (_, cell) => (cell < 27 ? 1 : 0));
    const generator = new PuzzleGenerator({ seed: 5 });
    const puzzle = generator.puzzle({ pattern: row, attempts: 20 });
    expectSound(judges('3x3'), puzzle);
    expect(puzzle).toMatchObject({ reached: false, attempts: 20 });
    const outside = puzzle.givens.filter((value, cell) => value > 0 && row[cell] === 0).length;
    expect(outside).toBeGreaterThan(0);
    expect(() => generator.puzzle({ pattern: new Uint8Array(80) })).toThrow('has 80 cells');
  });
});

test('givens are added until there is one solution left, and no longer', () => {
  const generator = new PuzzleGenerator({ seed: 9 });
  const both = judges('3x3');
  for (let k = 0; k < 4; k++) {
    const puzzle = generator.puzzle({ by: 'adding', minimal: false });
    expectSound(both, puzzle);
    // Each has ruled out a solution that was found, so they end far below half of the grid.
    expect(puzzle.count).toBeLessThan(41);
    expect(puzzle.reached).toBe(true);
  }
});

describe('a given number of givens', () => {
  test.each<PuzzleSettings>([
    { givens: 24, minimal: true },
    { givens: 24, minimal: true, by: 'adding' },
    { givens: 30 },
    { givens: 30, by: 'adding' },
    { givens: 32, symmetry: 'left-right' },
    { givens: 81 },
    { givens: 81, by: 'adding' },
  ])('%j', (settings) => {
    const puzzle = new PuzzleGenerator({ seed: 5 }).puzzle(settings);
    expectSound(judges('3x3'), puzzle);
    expect(puzzle).toMatchObject({ count: settings.givens, reached: true });
    if (settings.minimal) expectMinimal(new Solver(), puzzle.givens);
  });

  test('is reached at once where it is large, and nothing is said to be minimal then', () => {
    for (const by of ['removing', 'adding'] as const) {
      for (const symmetry of SYMMETRIES) {
        const generator = new PuzzleGenerator({ boxes: '2x4', seed: 5 });
        const puzzle = generator.puzzle({ by, symmetry, givens: 48, attempts: 1 });
        expectSound(judges('2x4'), puzzle);
        expect(puzzle).toMatchObject({ count: 48, minimal: false, reached: true });
      }
    }
  });

  test('is filled up to, and no further', () => {
    const generator = new PuzzleGenerator({ seed: 5 });
    const solution = generator.grid();
    const orbits = orbitsOf(generator.shape, 'none');
    const random = new Random(1);
    const givens = new Uint8Array(81);
    for (const most of [20, 10, 50]) {
      const before = givens.slice();
      fillUp(givens, solution, orbits, most, random);
      expect(givens.filter((value) => value > 0)).toHaveLength(Math.max(20, most));
      expect(before.every((value, cell) => value === 0 || givens[cell] === value)).toBe(true);
    }
  });

  test('weighs more than to be minimal', () => {
    const goal = goalOf(new PuzzleGenerator({ seed: 1 }).shape, { givens: 24, minimal: true });
    const made = [
      { count: 24, minimal: true },
      { count: 24, minimal: false },
      { count: 23, minimal: true },
      { count: 25, minimal: false },
      { count: 26, minimal: true },
    ];
    const givens = new Uint8Array(81);
    const short = made.map((puzzle) => distanceTo(goal, { ...puzzle, givens }));
    expect(short[0]).toBe(0);
    expect(short).toEqual([...new Set(short)].sort((a, b) => a - b));
  });

  test.each<PuzzleSettings>([
    { givens: 10, attempts: 4 },
    { givens: 0, attempts: 4, by: 'adding' },
    { givens: 60, attempts: 4, minimal: true },
    { givens: 10, attempts: 4, symmetry: 'rotational' },
  ])('that cannot be had, %j, ends in the closest one, and says so', (settings) => {
    const puzzle = new PuzzleGenerator({ seed: 6 }).puzzle(settings);
    expectSound(judges('3x3'), puzzle);
    expect(puzzle).toMatchObject({ reached: false, attempts: 4 });
    expect(puzzle.count).not.toBe(settings.givens);
  });

  test('takes no more attempts than it needs, and gives the best of all', () => {
    const settings = { givens: 20, minimal: true } as const;
    const best = new PuzzleGenerator({ seed: 7 }).puzzle({ ...settings, attempts: 10 });
    const same = new PuzzleGenerator({ seed: 7 });
    const each = Array.from({ length: 10 }, () => same.puzzle({ ...settings, attempts: 1 }));
    const reached = each.findIndex((puzzle) => puzzle.reached);
    expect(best.attempts).toBe(reached < 0 ? 10 : reached + 1);
    const off = each.slice(0, best.attempts).map(({ count }) => Math.abs(count - 20));
    expect(Math.abs(best.count - 20)).toBe(Math.min(...off));
  });

  test('an odd one cannot be had where all cells come in pairs', () => {
    const generator = new PuzzleGenerator({ size: 4, seed: 8 });
    const puzzle = generator.puzzle({ givens: 7, symmetry: 'rotational', attempts: 5 });
    expect(puzzle).toMatchObject({ reached: false, attempts: 5 });
    expect(puzzle.count % 2).toBe(0);
  });
});

describe('the seed', () => {
  const some = (settings: GeneratorSettings) => {
    const generator = new PuzzleGenerator(settings);
    return [
      generator.grid(),
      generator.puzzle(),
      generator.puzzle({ by: 'adding', symmetry: 'diagonal' }),
      generator.puzzle({ givens: 26 }),
      generator.grid(),
    ];
  };

  test('gives the same sequence again, and another seed another', () => {
    expect(some({ seed: 1 })).toEqual(some({ seed: 1 }));
    expect(some({ seed: 1 })).not.toEqual(some({ seed: 2 }));
    const large = { boxes: '3x4', seed: 1, maxNodes: 20 } as const;
    expect(new PuzzleGenerator(large).puzzle()).toEqual(new PuzzleGenerator(large).puzzle());
  });

  test('is drawn where none is given, and told', () => {
    const { seed } = new PuzzleGenerator();
    expect(some({ seed })).toEqual(some({ seed }));
    expect(new PuzzleGenerator({ seed: 0 }).seed).toBe(0);
    const drawn = new Set(Array.from({ length: 20 }, () => new PuzzleGenerator({ size: 4 }).seed));
    expect(drawn.size).toBeGreaterThan(15);
  });
});

describe('refuses', () => {
  test.each([
    [{ size: 26 }, 'bad-shape', /Size 26 is too large.*up to 25/],
    [{ boxes: '10x10' }, 'bad-shape', /Size 100 is too large/],
    [{ size: 7 }, 'bad-shape', /size is 7/],
    [{ boxes: 'no' }, 'bad-shape', /boxes are "no"/],
    [{ seed: 0.5 }, 'bad-setting', /seed is 0.5/],
    [{ seed: '1' }, 'bad-setting', /seed is "1"/],
    [{ maxNodes: -1 }, 'bad-setting', /maxNodes is -1; give a whole number from 0 up/],
    [{ maxNodes: Number.POSITIVE_INFINITY }, 'bad-setting', /maxNodes is Infinity/],
  ])('the generator %j', (settings, code, message) => {
    const make = () => new PuzzleGenerator(settings as GeneratorSettings);
    expect(make).toThrow(message);
    expect(make).toThrow(expect.objectContaining({ name: 'QuadrilleError', code }));
  });

  test.each([
    [null, /settings are null/],
    [{ by: 'magic' }, /by is "magic"; give 'removing' or 'adding'/],
    [{ minimal: 1 }, /minimal is 1; give true or false/],
    [{ minimal: false }, /say how many givens/],
    [{ givens: -1 }, /givens is -1; give a whole number from 0 to 81/],
    [{ givens: 82 }, /givens is 82/],
    [{ givens: 24.5 }, /givens is 24.5/],
    [{ givens: '24' }, /givens is "24"/],
    [{ attempts: 0 }, /attempts is 0; give a whole number from 1 up/],
    [{ attempts: Number.POSITIVE_INFINITY }, /attempts is Infinity/],
    [{ symmetry: 'round' }, /symmetry is "round"; give 'none' or 'rotational'/],
    [{ symmetry: 'toString' }, /symmetry is "toString"/],
  ])('the puzzle %j', (settings, message) => {
    const generator = new PuzzleGenerator({ seed: 1 });
    const ask = () => generator.puzzle(settings as PuzzleSettings);
    expect(ask).toThrow(message);
    expect(ask).toThrow(expect.objectContaining({ code: 'bad-setting' }));
    // A refusal has taken nothing from the sequence.
    expect(generator.grid()).toEqual(new PuzzleGenerator({ seed: 1 }).grid());
  });
});

test('generators in turns, and other searches between their steps, change nothing', () => {
  const alone = [1, 2].map((seed) => new PuzzleGenerator({ seed }).puzzle());
  const turns = [1, 2].map((seed) => new PuzzleGenerator({ seed }).steps());
  const ends: unknown[] = [];
  for (let isDone = false; !isDone; ) {
    isDone = true;
    turns.forEach((steps, k) => {
      const { done, value } = steps.next();
      if (done !== true) isDone = false;
      if (value !== undefined) ends[k] = value;
      new Solver().first(new Uint8Array(81));
    });
  }
  expect(ends).toEqual(alone);
});
