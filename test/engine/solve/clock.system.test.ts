import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Task } from '../../../src/engine/solve/task.ts';
import type { Compiled } from '../../../src/index.ts';
import * as library from '../../../src/index.ts';
import * as pencil from '../../../src/pencil.ts';
import { queens } from '../../../src/puzzles.ts';
import { smallMatrix, tightMatrix, turningMatrix } from '../../support/arbitrary.ts';
import { runs } from '../../support/effort.ts';
import { mutilated } from '../../support/impossible.ts';
import { type MultipleMatrix, multipleMatrix, multipleProblemOf } from '../../support/multiples.ts';

afterEach(() => vi.restoreAllMocks());

/** Limits that no question comes to. */
const TIME = { timeout: 1e12 };
const LIMITS = { ...TIME, maxNodes: 1e12 };

/** A question by both drivers, and the limits that it takes. A stream is asked for all it gives. */
interface Question {
  ask(problem: Compiled, limits: object): unknown;
  askAsync(problem: Compiled, settings: object): unknown;
  readonly limits: object;
}

function question(
  ask: (problem: Compiled, settings: never) => object,
  askAsync: (problem: Compiled, settings: never) => object,
  settings: object = {},
  limits: object = LIMITS,
): Question {
  return {
    ask(problem, more) {
      const answer = ask(problem, { ...settings, ...more } as never);
      if (!(Symbol.iterator in answer)) return answer;
      const list = [...(answer as Iterable<unknown>)];
      return { list, status: (answer as library.Solutions<unknown>).status };
    },
    async askAsync(problem, more) {
      const answer = askAsync(problem, { ...settings, ...more } as never);
      // `best` has improvements as well as an answer.
      if (!(Symbol.asyncIterator in answer) || 'then' in answer) return answer;
      const list: unknown[] = [];
      for await (const each of answer as AsyncIterable<unknown>) list.push(each);
      return { list, status: (answer as library.AsyncSolutions<unknown>).status };
    },
    limits,
  };
}

/** A question about decisions, which may contradict each other. */
function aboutClues(
  ask: (problem: Compiled, prefix: number[], settings: object) => object,
  askAsync: (problem: Compiled, prefix: number[], settings: object) => object,
  limits: object = LIMITS,
): Question {
  const clues = ({ options }: Compiled) => [0, ~1, 2].slice(0, Math.min(3, options));
  return question(
    (problem, settings) => ask(problem, clues(problem), settings),
    (problem, settings) => askAsync(problem, clues(problem), settings),
    {},
    limits,
  );
}

const classes = { upToSymmetry: true };

/** All questions of the library, by some of their settings. */
const QUESTIONS: Readonly<Record<string, Question>> = {
  first: question(library.first, library.firstAsync),
  'first, by learn': question(library.first, library.firstAsync, { engine: 'learn', seed: 2 }),
  'first, up to symmetry': question(library.first, library.firstAsync, classes),
  solutions: question(library.solutions, library.solutionsAsync, {}, { ...LIMITS, limit: 1e12 }),
  'solutions, reduced': question(library.solutions, library.solutionsAsync, { reduce: true }),
  'solutions, up to symmetry': question(library.solutions, library.solutionsAsync, classes),
  count: question(library.count, library.countAsync),
  'count, up to symmetry': question(library.count, library.countAsync, classes),
  isUnique: question(library.isUnique, library.isUniqueAsync),
  best: question(library.best, library.bestAsync, { k: 3 }),
  'best, up to symmetry': question(library.best, library.bestAsync, { ...classes, max: true }),
  estimate: question(library.estimate, library.estimateAsync, {}, TIME),
  diagram: question(library.diagram, library.diagramAsync),
  sampler: question(library.sampler, library.samplerAsync),
  symmetries: question(library.symmetries, library.symmetriesAsync),
  explain: question(library.explain, library.explainAsync),
  makePuzzle: question(pencil.makePuzzle, pencil.makePuzzleAsync, { seed: 1, attempts: 3 }),
  needless: aboutClues(pencil.needless, pencil.needlessAsync),
  clash: aboutClues(pencil.clash, pencil.clashAsync),
  hint: aboutClues(
    (problem, prefix, settings) => pencil.hint(problem, { prefix, ...settings }),
    (problem, prefix, settings) => pencil.hintAsync(problem, { prefix, ...settings }),
    TIME,
  ),
  rate: question(pencil.rate, pencil.rateAsync, {}, TIME),
  steps: question(pencil.steps, pencil.stepsAsync, {}, { ...TIME, limit: 1e12 }),
};

/** The solutions of a diagram that are compared, and the samples. */
const MOST = 40;
const SAMPLES = { size: 5, seed: 1 };

/** An answer as plain data, without the time that it says. */
function plain(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null) return answer;
  if (Array.isArray(answer) || ArrayBuffer.isView(answer)) {
    return Array.from(answer as unknown as ArrayLike<unknown>, plain);
  }
  if (answer instanceof library.Diagram) {
    const size = answer.count < MOST ? Number(answer.count) : MOST;
    const list = Array.from({ length: size }, (_, index) => answer.at(index));
    return plain({ list, count: answer.count, stored: answer.store() });
  }
  if ('samples' in answer) {
    const { count } = answer as library.Sampler<unknown>;
    return plain({ count, list: (answer as library.Sampler<unknown>).sample(SAMPLES) });
  }
  const entries = Object.entries(answer).filter(([name]) => name !== 'milliseconds');
  return Object.fromEntries(entries.map(([name, value]) => [name, plain(value)]));
}

/** The answer to a question, and the counters of each walk that came to it. */
async function answered(ask: () => unknown) {
  const walks = new Set<Task<unknown>>();
  for (const name of ['finish', 'next'] as const) {
    const goOn: (until: number) => unknown = Task.prototype[name];
    vi.spyOn(Task.prototype, name).mockImplementation(function (
      this: Task<unknown>,
      until?: number,
    ) {
      walks.add(this);
      return goOn.call(this, until as number) as never;
    });
  }
  const answer = plain(await ask());
  const counters = Array.from(walks, (walk) => {
    const { nodes, guesses, updates, solutions, deepest } = walk.progress();
    return { nodes, guesses, updates, solutions, deepest };
  });
  vi.restoreAllMocks();
  return { answer, counters };
}

/** Each look at the clock may find that much time gone by, in milliseconds. */
const JUMPS = [0, 0, 0, 0, 2, 2, 2, 30];

/** Makes a clock that stands still or jumps, by chance. */
function stubClock(seed: number): void {
  let time = 0;
  let state = seed;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    time += JUMPS[state >>> 29];
    return time;
  });
}

/** Asks without limits, then under a clock that jumps, with limits and without. */
async function compare(name: string, problem: Compiled, seed: number): Promise<void> {
  const { ask, askAsync, limits } = QUESTIONS[name];
  const watch = { signal: { aborted: false }, onProgress: () => undefined };
  const expected = await answered(() => ask(problem, {}));
  for (const other of [
    () => ask(problem, limits),
    () => askAsync(problem, {}),
    () => askAsync(problem, { ...limits, ...watch }),
  ]) {
    stubClock(seed);
    expect(await answered(other)).toEqual(expected);
  }
}

/** Random problems, a quarter of them with multiplicities. */
const matrices: fc.Arbitrary<MultipleMatrix> = fc.oneof(
  multipleMatrix,
  ...[smallMatrix, tightMatrix, turningMatrix].map((arbitrary) =>
    arbitrary.map((matrix) => ({ ...matrix, times: [] })),
  ),
);

/** A problem whose options have costs. */
function compiled(matrix: MultipleMatrix): Compiled {
  const problem = multipleProblemOf(matrix);
  for (let k = 0; k < matrix.options.length; k++) problem.setCost(k, (k * k) % 7);
  return problem.compile();
}

describe.each(Object.keys(QUESTIONS))('%s: the same, whatever the clock says', (name) => {
  test('random problems', async () => {
    await fc.assert(
      fc.asyncProperty(matrices, fc.integer(), (matrix, seed) =>
        compare(name, compiled(matrix), seed),
      ),
      { numRuns: runs(60) },
    );
  });

  test.each([
    ['6 queens', queens(6)],
    ['a chessboard without two corners', mutilated(8)],
  ])('%s', async (_, problem) => {
    await compare(name, problem.compile(), 1);
  });
});
