import { describe, expect, test, vi } from 'vitest';
import { Random } from '../../../src/engine/kernels/random.ts';
import { count, first, Problem, QuadrilleError, sentences } from '../../../src/index.ts';
import {
  type Hint,
  hint,
  hintAsync,
  type PencilSettings,
  type Position,
  rate,
  rateAsync,
  type Scale,
  type Sink,
  type Step,
  steps,
  stepsAsync,
  sudokuScale,
} from '../../../src/pencil.ts';
import { dominoes, langford, queens, sudokuX } from '../../../src/puzzles.ts';
import { encode, PuzzleGenerator, readPuzzle, Shape, Solver } from '../../../src/sudoku.ts';
import { runs, seed } from '../../support/effort.ts';
import { multipleProblemOf } from '../../support/multiples.ts';
import { Oracle } from '../../support/oracle.ts';
import { positionOf, randomStand } from '../../support/positions.ts';

const NINE = Shape.of();

function puzzles(count: number, size = 9, first = seed): Uint8Array[] {
  const generator = new PuzzleGenerator({ size, seed: first });
  return Array.from({ length: count }, () => generator.puzzle().givens);
}

/** A puzzle that takes no more than single values. */
const EASY = puzzles(1)[0];

describe('steps', () => {
  test('lead to the solution of a Sudoku, or end where no technique finds more', () => {
    const endings = new Set<string>();
    for (const givens of puzzles(runs(32))) {
      const problem = encode(NINE, givens);
      const solution = new Solver(NINE).first(givens).solution as Uint8Array;
      const isRight = (option: number) => {
        const { row, column, value } = problem.payload(option);
        return solution[9 * row + column] === value;
      };
      const found = steps(problem, { scale: sudokuScale, unique: true });
      const chosen = new Set<number>();
      for (const step of found) {
        expect(step.decisions.length).toBeGreaterThan(0);
        expect([...step.chosen, ...step.crossedOut.map((option) => ~option)].sort()).toEqual(
          [...step.decisions].sort(),
        );
        expect(step.chosen.filter((option) => !isRight(option))).toEqual([]);
        expect(step.crossedOut.filter(isRight)).toEqual([]);
        for (const option of step.chosen) chosen.add(option);
      }
      endings.add(`${found.status} ${found.ending}`);
      const blanks = givens.filter((value) => value === 0).length;
      if (found.ending === 'solved') expect(chosen.size).toBe(blanks);
    }
    expect([...endings]).toEqual(['complete solved']);
  });

  test('on random problems, below random decisions', () => {
    const endings = new Map<string, number>();
    for (let k = 0; k < runs(800); k++) {
      const random = new Random(seed + k);
      const { matrix, decisions, oracle } = randomStand(random);
      // Sometimes a decision too many, so that there may be no solution.
      const prefix = [...decisions];
      if (random.below(3) === 0) prefix.push(random.below(matrix.options.length));
      const rest = new Oracle(matrix, prefix);
      const hasSolution = oracle.solution() !== undefined && rest.solution() !== undefined;
      const problem = multipleProblemOf(matrix);
      const found = steps(problem, { prefix });
      const all = [...prefix];
      for (const step of found) {
        for (const decision of hasSolution ? step.decisions : []) {
          expect([step, rest.refute(decision)]).toEqual([step, undefined]);
        }
        all.push(...step.decisions);
      }
      const ending = found.ending as string;
      endings.set(ending, (endings.get(ending) ?? 0) + 1);
      expect(rate(problem, { prefix }).ending).toBe(ending);
      if (!hasSolution) {
        expect(['contradiction', 'stuck']).toContain(ending);
        continue;
      }
      // Solved: that is the only solution, and nothing is left to decide. So small a problem is
      // never stuck with several: they are found.
      const isUnique = rest.isUnique();
      expect([ending, isUnique]).toEqual([isUnique ? ending : 'several', isUnique]);
      expect(['solved', 'several', 'stuck']).toContain(ending);
      const isDecided = positionOf({
        ...randomStand(new Random(seed + k)),
        decisions: all,
      }).isDecided;
      expect(ending === 'solved').toBe(isUnique && isDecided);
    }
    expect(endings.size).toBeGreaterThanOrEqual(3);
  });

  test.each([
    [[0, 1], 3, 'several'],
    [[1, 2], 1, 'solved'],
    [[0, 1], 0, 'solved'],
    [[0, 3], 1, 'several'],
  ] as const)('an item with slack, %j times, and %i options: %s', (times, options, ending) => {
    const problem = new Problem({ primary: ['a', 'b'] });
    problem.setTimes('a', times);
    problem.addOption(['b']);
    for (let k = 0; k < options; k++) problem.addOption(['a']);
    expect(steps(problem, { prefix: [0] }).ending).toBeUndefined();
    for (const unique of [false, true]) {
      expect(rate(problem, { unique }).ending).toBe(ending);
      expect(hint(problem, { prefix: [0], unique }).kind).toBe(
        ending === 'solved' && options > 0 ? 'step' : ending,
      );
    }
    expect(count(problem).exact === 1n).toBe(ending === 'solved');
  });

  test('where there are several solutions: what they share, then no technique that takes long', () => {
    const { solution } = first(sudokuX({ size: 9 }), { seed: 1 });
    const looks = new Map<string, number>();
    const scale: Scale = (compiled, nameOf) => {
      const techniques = sudokuScale(compiled, nameOf);
      const list = techniques.list.map((technique) => ({
        ...technique,
        find: (position: Position, sink: Sink) => {
          const kind = technique.isWide ? 'wide' : 'quick';
          looks.set(kind, (looks.get(kind) ?? 0) + 1);
          return technique.find(position, sink);
        },
      }));
      return { ...techniques, list };
    };
    for (const problem of [encode(NINE), sudokuX({ size: 9 })]) {
      looks.clear();
      expect(hint(problem, { scale })).toEqual({ kind: 'several', status: 'complete' });
      expect(rate(problem, { scale })).toEqual({ ending: 'several', status: 'complete' });
      expect([...looks.keys()]).toEqual(['quick']);
    }
    const givens = new Uint8Array(81);
    for (const { row, column, value } of solution?.payloads ?? []) {
      if (row < 6 && column < 7) givens[9 * row + column] = value;
    }
    looks.clear();
    const found = steps(sudokuX({ givens }), { scale });
    expect([...found].length).toBeGreaterThan(0);
    expect(found.ending).toBe('several');
  });

  test('come in order, keep to a limit, and go on from their decisions', () => {
    const problem = encode(NINE, EASY);
    const all = [...steps(problem, { scale: sudokuScale })];
    const few = steps(problem, { scale: sudokuScale, limit: 5 });
    expect([...few]).toEqual(all.slice(0, 5));
    expect([few.status, few.ending]).toEqual(['limit', undefined]);
    const prefix = all.slice(0, 5).flatMap((step) => step.decisions);
    expect([...steps(problem, { scale: sudokuScale, prefix })]).toEqual(all.slice(5));
  });

  test('patterns of one solution come only where the caller says that there is one', () => {
    const { givens } = readPuzzle(
      '3..59......14.3..6.5..8.............18..2...757.....4.....5.92.83.......9.....4.1',
    );
    const problem = encode(NINE, givens);
    const withTwins = (unique: boolean) =>
      [...steps(problem, { scale: sudokuScale, unique })]
        .map((step) => step.technique)
        .filter((name) => /unique|universal/.test(name));
    expect(withTwins(false)).toEqual([]);
    expect(withTwins(true)).toEqual(['unique rectangle or loop type 4']);
  });

  test('of a variant, and of problems that are no Sudokus', () => {
    const { solution } = first(sudokuX({ size: 9 }), { seed: 1 });
    const givens = new Uint8Array(81);
    for (const { row, column, value } of solution?.payloads ?? []) {
      if ((row * column) % 3 !== 1) givens[9 * row + column] = value;
    }
    expect(rate(sudokuX({ givens }), { scale: sudokuScale }).ending).toBe('solved');
    // Below the first queen all others are forced.
    const forced = steps(queens(6), { prefix: [1] });
    expect([...forced].flatMap((step) => step.chosen).length).toBe(5);
    expect(forced.ending).toBe('solved');
    expect(() => [...steps(queens(6), { scale: sudokuScale })]).toThrow(/generalScale/);
  });

  test('as sentences: where to look comes first and gives nothing away', () => {
    const problem = encode(NINE, EASY);
    for (const step of steps(problem, { scale: sudokuScale })) {
      const [where = '', ...others] = sentences(step, problem);
      expect(where.toLowerCase().startsWith(step.technique)).toBe(true);
      expect(where).toMatch(/: look at \S+.*\.$/);
      expect(others.at(-1)).toMatch(/^(?:So|In every case) .* (?:holds?|is out|are out)\.$/);
    }
  });
});

test('a time-out and a signal end them within some slices', async () => {
  const board = dominoes('20x20').compile();
  let looks = 0;
  vi.stubGlobal('performance', { now: () => ++looks });
  try {
    const stopped = { kind: 'unknown', status: 'timeout' };
    for (const prefix of [[], [0]]) {
      looks = 0;
      expect(hint(board, { timeout: 40, prefix, unique: true })).toEqual(stopped);
      expect(looks).toBeLessThan(60);
    }
    const signal = { aborted: false };
    let turns = 0;
    const onProgress = () => {
      signal.aborted = ++turns === 3;
    };
    const { status } = await rateAsync(board, { unique: true, signal, onProgress });
    expect([status, turns]).toEqual(['aborted', 4]);
  } finally {
    vi.unstubAllGlobals();
  }
});

describe('rate', () => {
  test('is the hardest of the steps', () => {
    for (const givens of puzzles(runs(48), 9, seed + 7)) {
      const problem = encode(NINE, givens);
      const { difficulty, hardest, ending, status } = rate(problem, { scale: sudokuScale });
      expect([ending, status, hardest?.difficulty]).toEqual(['solved', 'complete', difficulty]);
      const found = [...steps(problem, { scale: sudokuScale })];
      const most = Math.max(...found.map((step) => step.difficulty));
      // With techniques that no rating knows it may be easier.
      if (found.some((step) => /finned|franken/.test(step.technique))) {
        expect(most).toBeLessThanOrEqual(difficulty as number);
      } else expect(most).toBe(difficulty);
    }
  });

  test('of what needs no step, and of what has no solution', () => {
    const solved = new Solver(NINE).first(EASY).solution;
    const done = rate(encode(NINE, solved), { scale: sudokuScale });
    expect(done).toEqual({ ending: 'solved', status: 'complete' });
    expect(rate(langford(5)).ending).not.toBe('solved');
    const none = new Problem({ primary: ['a', 'b'] });
    none.addOption(['a']);
    expect(rate(none)).toEqual({ ending: 'contradiction', status: 'complete' });
  });
});

describe('hint', () => {
  const problem = encode(NINE, EASY);
  const solution = new Set(first(problem).solution?.numbers);
  const settings: PencilSettings = { scale: sudokuScale };
  const wrong = [...Array(problem.optionCount).keys()].find((option) => {
    const { row, column } = problem.payload(option);
    return !solution.has(option) && EASY[9 * row + column] === 0;
  }) as number;
  const right = [...solution].filter((option) => {
    const { row, column } = problem.payload(option);
    return EASY[9 * row + column] === 0;
  });

  test('is the next step, and at the end there is none', () => {
    const prefix: number[] = [];
    const told: Step[] = [];
    for (;;) {
      const next = hint(problem, { ...settings, prefix });
      if (next.kind !== 'step') {
        expect(next).toEqual({ kind: 'solved', status: 'complete' });
        break;
      }
      told.push(next.step);
      prefix.push(...next.step.decisions);
    }
    expect(told).toEqual([...steps(problem, settings)]);
  });

  test('names all that is wrong, where there is one solution', () => {
    const [good, out] = right as [number, number];
    const prefix = [good, wrong, ~out];
    expect(hint(problem, { ...settings, prefix })).toEqual({
      kind: 'mistake',
      decisions: [wrong, ~out],
      status: 'found',
    });
    expect(hint(problem, { ...settings, prefix: [good, ~wrong] }).kind).toBe('step');
  });

  test('names the first that leaves none of several solutions', () => {
    for (let k = 0; k < runs(400); k++) {
      const random = new Random(seed + k);
      const { matrix } = randomStand(random);
      const prefix = [...random.order(matrix.options.length)]
        .slice(0, 1 + random.below(4))
        .map((option) => (random.below(2) === 0 ? option : ~option));
      const told = hint(multipleProblemOf(matrix), { prefix });
      const all = new Oracle(matrix);
      const isFree = (decisions: readonly number[]) =>
        new Oracle(matrix, decisions).solution() !== undefined;
      if (all.solution() === undefined) expect(told.kind).toBe('contradiction');
      else if (isFree(prefix)) expect(['step', 'solved', 'several']).toContain(told.kind);
      else {
        const { decisions } = told as Extract<Hint, { kind: 'mistake' }>;
        expect([prefix, told.kind]).toEqual([prefix, 'mistake']);
        if (all.isUnique()) {
          expect(decisions).toEqual(prefix.filter((d) => all.refute(d) !== undefined));
          continue;
        }
        const at = prefix.indexOf(decisions[0]);
        expect(decisions.length).toBe(1);
        expect(isFree(prefix.slice(0, at + 1))).toBe(false);
        expect(isFree(prefix.slice(0, at))).toBe(true);
      }
    }
  });

  test('names a decision that takes back another one', () => {
    const [good] = right as [number];
    expect(hint(problem, { ...settings, prefix: [good, ~good] })).toMatchObject({
      kind: 'mistake',
      decisions: [~good],
    });
    expect(hint(queens(6), { prefix: [1, ~1] })).toMatchObject({
      kind: 'mistake',
      decisions: [~1],
    });
    expect(hint(queens(6), { prefix: [~1, 1] })).toMatchObject({ kind: 'mistake', decisions: [1] });
    expect(steps(queens(6), { prefix: [~1, 1] }).next().done).toBe(true);
  });

  test('of a problem without a solution, and of too little time', () => {
    const none = new Problem({ primary: ['a', 'b'] });
    none.addOption(['a']);
    expect(hint(none)).toEqual({ kind: 'contradiction', status: 'complete' });
    expect(hint(none, { prefix: [0] })).toEqual({ kind: 'contradiction', status: 'complete' });
    const told = hint(queens(30), { timeout: 0, prefix: [0] });
    expect(told).toEqual({ kind: 'unknown', status: 'timeout' });
  });
});

describe('the asynchronous functions', () => {
  const hard = encode(NINE, puzzles(1, 9, 5)[0]);
  const settings: PencilSettings = { scale: sudokuScale };

  test('answer as the blocking ones', async () => {
    expect(await rateAsync(hard, settings)).toEqual(rate(hard, settings));
    expect(await hintAsync(hard, settings)).toEqual(hint(hard, settings));
    const found: Step[] = [];
    const stream = stepsAsync(hard, settings);
    for await (const step of stream) found.push(step);
    const blocking = steps(hard, settings);
    expect(found).toEqual([...blocking]);
    expect([stream.status, stream.ending]).toEqual([blocking.status, blocking.ending]);
    const prefix = [...blocking].flatMap((step) => step.decisions).map((decision) => ~decision);
    expect(await hintAsync(hard, { ...settings, prefix })).toEqual(
      hint(hard, { ...settings, prefix }),
    );
  });

  test('end in time, and when they are told to', async () => {
    const big = encode(Shape.of({ size: 16 }));
    expect(await rateAsync(big, { ...settings, timeout: 0 })).toMatchObject({ status: 'timeout' });
    expect(rate(big, { ...settings, timeout: 0 })).toMatchObject({ status: 'timeout' });
    const signal = AbortSignal.abort();
    expect(await rateAsync(big, { ...settings, signal })).toMatchObject({ status: 'aborted' });
    expect(await hintAsync(big, { ...settings, signal, prefix: [0] })).toEqual({
      kind: 'unknown',
      status: 'aborted',
    });
    const stream = stepsAsync(big, { ...settings, signal });
    for await (const step of stream) expect(step).toBeUndefined();
    expect([stream.status, stream.ending]).toEqual(['aborted', undefined]);
  });

  test('let the event loop run in between', async () => {
    const signal = { aborted: false };
    setImmediate(() => {
      signal.aborted = true;
    });
    const big = encode(Shape.of({ size: 12 }));
    const { status } = await rateAsync(big, { ...settings, signal });
    expect(status).toBe('aborted');
  });
});

describe('mistakes of callers', () => {
  const problem = encode(NINE, EASY);
  const bad: readonly (readonly [string, object, RegExp])[] = [
    ['a scale that is none', { scale: 'sudoku' }, /scale is "sudoku"; give generalScale or sudoku/],
    ['an option that is not there', { prefix: [9999] }, /decision 9999; give k .* from 0 to \d+/],
    ['half an option', { prefix: [0.5] }, /decision 0.5/],
    ['an unknown setting', { scales: sudokuScale }, /scale/],
    ['a flag that is none', { unique: 'yes' }, /unique/],
    ['a negative time', { timeout: -1 }, /timeout is -1/],
    ['a signal that has no effect', { signal: AbortSignal.abort() }, /ends in Async/],
  ];

  test.each(bad)('%s', (_name, settings, message) => {
    for (const ask of [rate, hint, (...given: Parameters<typeof steps>) => [...steps(...given)]]) {
      expect(() => ask(problem, settings)).toThrow(QuadrilleError);
      expect(() => ask(problem, settings)).toThrow(message);
    }
  });

  test.each(bad.slice(0, -1))('%s, asynchronously', async (_name, settings, message) => {
    await expect(rateAsync(problem, settings)).rejects.toThrow(message);
    await expect(hintAsync(problem, settings)).rejects.toThrow(message);
    const all = async () => {
      for await (const _ of stepsAsync(problem, settings));
    };
    await expect(all()).rejects.toThrow(message);
  });

  test.each([
    ['no value', { primary: ['r1c1', 'r1c2'] }, [['r1c1'], ['r1c2']]],
    ['two cells', { primary: ['r1c1', 'r1c2', 'r1=1'] }, [['r1c1', 'r1c2', 'r1=1']]],
    ['two values', { primary: ['r1c1', 'r1=1', 'c1=2'] }, [['r1c1', 'r1=1', 'c1=2']]],
    ['twice', { primary: [{ item: 'r1c1', times: 2 }, 'r1=1'] }, [['r1c1', 'r1=1']]],
  ] as const)('sudokuScale of an option that is none: %s', (_name, items, options) => {
    const odd = new Problem(items);
    for (const option of options) odd.addOption(option);
    expect(() => rate(odd, { scale: sudokuScale })).toThrow(/sudokuScale takes Sudokus.*Option 0/);
  });
});
