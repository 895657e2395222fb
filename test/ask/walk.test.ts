import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Source, taskOf } from '../../src/core/answers.ts';
import { answer, answerAsync } from '../../src/core/drivers.ts';
import { createSearch, type Limits, type Search } from '../../src/index.ts';
import { dominoes, queens } from '../cases/gallery.ts';
import { problemOf } from '../cases/problem.ts';
import { smallMatrix } from '../support/arbitrary.ts';
import { bruteForce } from '../support/checker.ts';
import { counted } from '../support/counted.ts';
import { runs } from '../support/effort.ts';

/**
 * Makes a search stop at every `patience`-th solution, where its budget does not stop it before.
 */
function patient(search: Search, patience: number): Search {
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

function sourceOf(matrix: Parameters<typeof problemOf>[0], patience: number): Source<number[]> {
  return {
    search: () => patient(createSearch(problemOf(matrix).compile()), patience),
    read: (search) => search.solution(),
  };
}

describe.each(patiences)('a search that stops at every solution number %d', (patience) => {
  test('is counted to the end, and exactly to a limit', async () => {
    await fc.assert(
      fc.asyncProperty(smallMatrix, fc.nat(6), async (matrix, limit) => {
        const all = bruteForce(matrix).length;
        const source = sourceOf(matrix, patience);
        const complete = counted(all);
        expect(answer(taskOf('count', source, {}))).toEqual(complete);
        expect(answer(taskOf('count', source, { timeout: 1e9 }))).toEqual(complete);
        expect(await answerAsync(taskOf('count', source, {}), {})).toEqual(complete);
        // At the limit the search does not look for more.
        const limited = limit <= all ? counted(limit, 'limit') : complete;
        expect(answer(taskOf('count', source, { limit }))).toEqual(limited);
        expect(await answerAsync(taskOf('count', source, { limit }), {})).toEqual(limited);
        expect(answer(taskOf('isUnique', source, {})).answer).toBe(
          (['none', 'unique'] as const)[all] ?? 'several',
        );
        const { solution, status } = answer(taskOf('first', source, {}));
        expect(status).toBe(all > 0 ? 'found' : 'complete');
        expect(solution !== undefined).toBe(all > 0);
      }),
      { numRuns: runs(100) },
    );
  });

  test('is stopped at exactly so many nodes, with what it has found', () => {
    const nodesOf = (limits: Limits) => {
      const task = taskOf('count', sourceOf(queens(8), patience), limits);
      const { count, status } = answer(task);
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

  test('a count of endless solutions heeds time and signal, and reports as it goes', async () => {
    madeUpClock();
    const source = sourceOf(dominoes(8, 8), patience);
    const timed = answer(taskOf('count', source, { timeout: 50 }));
    expect(timed.status).toBe('timeout');
    expect(timed.count).toBeGreaterThan(0);

    const signal = { aborted: false };
    const counts: number[] = [];
    const onProgress = ({ solutions }: { solutions: number }) => {
      counts.push(solutions);
      if (counts.length === 5) signal.aborted = true;
    };
    const aborted = await answerAsync(taskOf('count', source, {}), { signal, onProgress });
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
  const task = taskOf('count', { search: () => search, read: () => [] }, {});
  const told = Array.from({ length: 5 }, () => task.progress().share);
  expect(told).toEqual([0.25, 0.35000000000000003, 0.35000000000000003, 0.375, 1]);
});
