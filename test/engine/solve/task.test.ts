import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { cooperate } from '../../../src/engine/solve/cooperative.ts';
import { type QuestionName, questionOf, taskOf } from '../../../src/engine/solve/questions.ts';
import { block } from '../../../src/engine/solve/task.ts';
import { createSearch, type Limits, type Search } from '../../../src/index.ts';
import { dominoes, queens } from '../../cases/gallery.ts';
import type { Matrix } from '../../cases/matrix.ts';
import { problemOf } from '../../cases/problem.ts';
import { smallMatrix } from '../../support/arbitrary.ts';
import { bruteForce } from '../../support/checker.ts';
import { counted } from '../../support/counted.ts';
import { runs } from '../../support/effort.ts';

/**
 * Makes a search stop at every `patience`-th solution, where its budget does not stop it before.
 */
function slow(search: Search, patience: number): Search {
  const advance = search.advance.bind(search);
  search.advance = (nodeBudget, solutionBudget = 1) => {
    expect(Number.isInteger(solutionBudget) || solutionBudget === Number.POSITIVE_INFINITY).toBe(
      true,
    );
    expect(solutionBudget).toBeGreaterThan(0);
    const nodes = search.nodes + nodeBudget;
    const target = search.solutions + Math.min(solutionBudget, patience);
    for (;;) {
      const outcome = advance(nodes - search.nodes);
      if (outcome !== 'solution' || search.solutions === target) return outcome;
    }
  };
  return search;
}

const patiences = [1, 3, Number.POSITIVE_INFINITY] as const;

/** Asks a question of a problem, by a search that stops so often. */
function asking(matrix: Matrix, patience: number) {
  return <Q extends QuestionName>(question: Q, limits: Limits) =>
    taskOf(
      questionOf(question),
      () => slow(createSearch(problemOf(matrix).compile()), patience),
      (search) => search.solution(),
      limits,
    );
}

describe.each(patiences)('a search that stops at every solution number %d', (patience) => {
  test('is counted to the end, and exactly to a limit', async () => {
    await fc.assert(
      fc.asyncProperty(smallMatrix, fc.nat(6), async (matrix, limit) => {
        const all = bruteForce(matrix).length;
        const task = asking(matrix, patience);
        const complete = counted(all);
        expect(block(task('count', {}))).toEqual(complete);
        expect(block(task('count', { timeout: 1e9 }))).toEqual(complete);
        expect(await cooperate(task('count', {}), {})).toEqual(complete);
        // At the limit the search does not look for more.
        const limited = limit <= all ? counted(limit, 'limit') : complete;
        expect(block(task('count', { limit }))).toEqual(limited);
        expect(await cooperate(task('count', { limit }), {})).toEqual(limited);
        expect(block(task('isUnique', {})).answer).toBe(
          (['none', 'unique'] as const)[all] ?? 'several',
        );
        const { solution, status } = block(task('first', {}));
        expect(status).toBe(all > 0 ? 'found' : 'complete');
        expect(solution !== undefined).toBe(all > 0);
      }),
      { numRuns: runs(100) },
    );
  });

  test('is stopped at exactly so many nodes, with what it has found', () => {
    const nodesOf = (limits: Limits) => {
      const task = asking(queens(8), patience)('count', limits);
      const { count, status } = block(task);
      return { count, status, nodes: task.progress().nodes };
    };
    const { nodes } = nodesOf({});
    let before = 0;
    for (let maxNodes = 0; maxNodes <= nodes; maxNodes += 97) {
      const { count, status, nodes } = nodesOf({ maxNodes });
      expect({ status, nodes }).toEqual({ status: 'nodes', nodes: maxNodes });
      expect(count).toBeGreaterThanOrEqual(before);
      before = Number(count);
    }
    expect(before).toBeGreaterThan(80);
    expect(nodesOf({ maxNodes: nodes + 1 })).toEqual({ count: 92, status: 'complete', nodes });
  });
});

describe.each(patiences)('by a clock that goes on when it is read, stops at %d', (patience) => {
  afterEach(() => vi.restoreAllMocks());

  /** A clock that goes on by a quarter of a millisecond each time it is read. */
  function madeUpClock(): void {
    let time = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => {
      time += 0.25;
      return time;
    });
  }

  test('a count of endless solutions stops by time and signal, and reports as it goes', async () => {
    madeUpClock();
    const task = asking(dominoes(8, 8), patience);
    const timed = block(task('count', { timeout: 50 }));
    expect(timed.status).toBe('timeout');
    expect(timed.count).toBeGreaterThan(0);

    const signal = { aborted: false };
    const counts: number[] = [];
    const onProgress = ({ solutions }: { solutions: number }) => {
      counts.push(solutions);
      if (counts.length === 5) signal.aborted = true;
    };
    const aborted = await cooperate(task('count', {}), { signal, onProgress });
    expect(aborted.status).toBe('aborted');
    // The fifth report comes from a turn, the sixth from the end.
    expect(counts).toHaveLength(6);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(aborted.count).toBe(counts.at(-1));
  });
});

test('the share that is told never decreases, where that of the search is rounded', () => {
  const search = createSearch(problemOf(queens(4)).compile());
  const shares = [0.25, 0.35000000000000003, 0.35, 0.375];
  search.share = () => shares.shift() ?? 1;
  const task = taskOf(
    questionOf('count'),
    () => search,
    () => [],
  );
  const told = Array.from({ length: 5 }, () => task.progress().share);
  expect(told).toEqual([0.25, 0.35000000000000003, 0.35000000000000003, 0.375, 1]);
});
