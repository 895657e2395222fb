import { describe, expect, test } from 'vitest';
import { best, bestAsync } from '../../../src/engine/best/questions.ts';
import { Compiled, emptyCompiled } from '../../../src/engine/problem/compiled.ts';
import { Problem } from '../../../src/engine/problem/problem.ts';
import { langford } from '../../../src/puzzles/classics.ts';
import { bruteCosts, compiledOf, costOfSet, randomStated, type StatedProblem } from './stated.ts';

/** Knuth's example with costs; its one solution takes options 0, 3 and 4. */
const knuth: StatedProblem = {
  primary: 7,
  secondary: 0,
  options: [
    [2, 4, 5],
    [0, 3, 6],
    [1, 2, 5],
    [0, 3],
    [1, 6],
    [3, 4, 6],
  ],
  costs: [1, 20, 300, -4, 5, 6],
};

/** n rows to n columns, at a cost for each pair. */
function assignment(n: number): StatedProblem {
  const pairs = Array.from({ length: n * n }, (_, k) => [Math.floor(k / n), n + (k % n)]);
  return {
    primary: 2 * n,
    secondary: 0,
    options: pairs,
    costs: pairs.map((_, k) => (k * 7919) % 101),
  };
}

describe('best', () => {
  test('the only solution is all there is', () => {
    expect(best(compiledOf(knuth))).toEqual({
      solutions: [{ cost: 2, solution: [0, 3, 4] }],
      bound: 'none',
      status: 'complete',
    });
    expect(best(compiledOf(knuth), { k: 2 }).bound).toBe('none');
    expect(best(compiledOf(knuth), { k: 2, max: true }).bound).toBe('none');
  });

  test('a stated problem gets its own solutions, and no costs are costs of 0', () => {
    const problem = new Problem({ primary: ['a', 'b'] });
    problem.addOption(['a']);
    problem.addOption(['b']);
    const { solutions, bound, status } = best(problem);
    expect(solutions.map(({ cost }) => cost)).toEqual([0]);
    expect(solutions[0]?.solution.options).toEqual([['a'], ['b']]);
    expect({ bound, status }).toEqual({ bound: 'none', status: 'complete' });
  });

  test('the bound is none where all solutions are listed, else the cost of the last one', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const stated = randomStated(seed);
      const all = bruteCosts(stated);
      const max = seed % 2 === 0;
      if (max) all.reverse();
      for (const k of [all.length - 1, all.length, all.length + 1]) {
        if (k < 1) continue;
        const { bound } = best(compiledOf(stated), { k, max });
        expect(bound, `seed ${seed}, k ${k}`).toBe(k < all.length ? all[k - 1] : 'none');
      }
    }
  });

  test('without solutions', () => {
    const none: StatedProblem = { primary: 2, secondary: 0, options: [[0]], costs: [3] };
    const nothing = { solutions: [], bound: 'none', status: 'complete' };
    expect(best(compiledOf(none))).toEqual(nothing);
    const empty = Compiled.from(emptyCompiled({ primary: 1, secondary: 0, options: 0, nodes: 0 }));
    expect(best(empty)).toEqual(nothing);
  });

  test('without solutions, which weights alone can prove in time', () => {
    for (const max of [false, true]) {
      const answer = best(langford(13), { max, maxNodes: 20_000 });
      expect(answer).toEqual({ status: 'complete', solutions: [], bound: 'none' });
    }
  });

  test('k, max and a prefix', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const { times: _, ...stated } = randomStated(seed);
      const all = bruteCosts(stated);
      const dearest = [...all].reverse();
      const compiled = compiledOf(stated);
      expect(best(compiled, { k: 3 }).solutions.map(({ cost }) => cost)).toEqual(all.slice(0, 3));
      const { solutions } = best(compiled, { k: 2, max: true });
      expect(solutions.map(({ cost }) => cost)).toEqual(dearest.slice(0, 2));
      for (const { cost, solution } of solutions) expect(costOfSet(stated, solution)).toBe(cost);
      if (stated.options.length === 0) continue;
      const [first] = bruteCosts(stated, [~0]);
      expect(best(compiled, { prefix: [~0] }).solutions[0]?.cost).toBe(first);
    }
  });

  test('of a problem that is reduced first', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const stated = randomStated(seed);
      const all = bruteCosts(stated);
      const { solutions, bound, status } = best(compiledOf(stated), { k: 3, reduce: true });
      expect(solutions.map(({ cost }) => cost)).toEqual(all.slice(0, 3));
      for (const { cost, solution } of solutions) expect(costOfSet(stated, solution)).toBe(cost);
      expect([bound, status]).toEqual([all.length < 3 ? 'none' : bound, 'complete']);
      if (!stated.options.some((items) => items.some((item) => item < stated.primary))) continue;
      const below = { prefix: [~0], reduce: true };
      expect(best(compiledOf(stated), below).solutions[0]?.cost).toBe(bruteCosts(stated, [~0])[0]);
      const stopped = best(compiledOf(stated), { reduce: true, max: true, timeout: 0 });
      expect(stopped).toEqual({ solutions: [], bound: 'unknown', status: 'timeout' });
    }
  });

  test('that nothing is known and that there are no others read differently, in JSON too', () => {
    for (const max of [false, true]) {
      const stated = JSON.stringify(best(compiledOf(knuth), { max, timeout: 0 }));
      expect(JSON.parse(stated)).toEqual({ solutions: [], bound: 'unknown', status: 'timeout' });
      const all = JSON.stringify(best(compiledOf(knuth), { max, k: 2 }));
      expect(JSON.parse(all)).toMatchObject({ bound: 'none', status: 'complete' });
    }
  });

  test('the same seed gives the same answer', () => {
    const compiled = compiledOf(assignment(12));
    const { solutions } = best(compiled, { k: 5, seed: 7 });
    expect(best(compiled, { k: 5, seed: 7 }).solutions).toEqual(solutions);
    const others = best(compiled, { k: 5, seed: 8 }).solutions;
    expect(others.map(({ cost }) => cost)).toEqual(solutions.map(({ cost }) => cost));
  });

  test('stopped, it keeps what it has and a bound that holds', () => {
    const compiled = compiledOf(assignment(30));
    const { solutions } = best(compiled);
    const optimum = solutions[0]?.cost;
    for (const settings of [{ maxNodes: 0 }, { maxNodes: 40 }, { timeout: 0 }]) {
      const stopped = best(compiled, settings);
      expect(stopped.status).toBe('maxNodes' in settings ? 'nodes' : 'timeout');
      if (stopped.bound !== 'unknown') expect(stopped.bound).toBeLessThanOrEqual(optimum);
      for (const { cost } of stopped.solutions) expect(cost).toBeGreaterThanOrEqual(optimum);
    }
  });

  test('without memory for a linear program it searches', () => {
    const stated = randomStated(17);
    const [cheapest] = bruteCosts(stated);
    expect(best(compiledOf(stated), { memoryLimit: 0 }).solutions[0]?.cost).toBe(cheapest);
  });

  test('costs that could add up beyond 2 ** 53 are refused, and no others', () => {
    const half = 2 ** 52;
    const two = { primary: 2, secondary: 0, options: [[0], [1]] };
    expect(() => best(compiledOf({ ...two, costs: [half, half] }))).toThrow(/2 \*\* 53/);
    const costs = [half, half - 1];
    expect(best(compiledOf({ ...two, costs })).solutions[0]?.cost).toBe(2 * half - 1);
    const negative = costs.map((cost) => -cost);
    expect(best(compiledOf({ ...two, costs: negative })).solutions[0]?.cost).toBe(1 - 2 * half);
  });

  test.each([
    [{ k: 0 }, /k is 0; give the number of solutions/],
    [{ k: 1.5 }, /k is 1.5/],
    [{ max: 1 }, /max is 1; give true/],
    [{ memoryLimit: -1 }, /memoryLimit is -1/],
    [{ limit: 1 }, /limit/],
    [{ seed: 0.5 }, /seed is 0.5/],
    [{ prefix: [99] }, /no such option/],
    [{ signal: { aborted: false } }, /signal has no effect/],
  ])('%j is refused', (settings, message) => {
    expect(() => best(compiledOf(knuth), settings as object)).toThrow(message);
  });
});

describe('bestAsync', () => {
  test('awaited, it answers as best does', async () => {
    const compiled = compiledOf(assignment(15));
    expect(await bestAsync(compiled, { k: 3 })).toEqual(best(compiled, { k: 3 }));
  });

  test('in a loop, it shows each improvement and a bound that only rises', async () => {
    const compiled = compiledOf(assignment(25));
    const stream = bestAsync(compiled, { k: 4 });
    const costs: number[] = [];
    let before = Number.NEGATIVE_INFINITY;
    for await (const { solutions, bound } of stream) {
      costs.push(solutions[0]?.cost);
      expect(bound).toBeGreaterThanOrEqual(before);
      before = bound as number;
    }
    expect(stream.status).toBe('complete');
    expect(costs.length).toBeGreaterThanOrEqual(4);
    expect(costs).toEqual([...costs].sort((a, b) => b - a));
    expect(costs.at(-1)).toBe(best(compiled).solutions[0]?.cost);
    expect((await stream).bound).toBe((await stream).solutions[3]?.cost);
  });

  test('it stops at a signal, and a loop may leave it', async () => {
    const compiled = compiledOf(assignment(40));
    const aborted = await bestAsync(compiled, { signal: AbortSignal.abort() });
    expect(aborted.status).toBe('aborted');
    expect(aborted.solutions).toEqual([]);
    const stream = bestAsync(compiled);
    for await (const { solutions } of stream) {
      expect(solutions).toHaveLength(1);
      break;
    }
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  test('it lets the event loop run', async () => {
    let turns = 0;
    await bestAsync(compiledOf(assignment(60)), { onProgress: () => turns++ });
    expect(turns).toBeGreaterThan(1);
  });
});
