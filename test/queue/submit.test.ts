import { afterEach, describe, expect, test, vi } from 'vitest';
import { plainOf } from '../../src/engine/solve/remaining.ts';
import type { QueueQuestion } from '../../src/queue/protocol.ts';
import { planOf } from '../../src/queue/submit.ts';
import { dominoes, langford, queens } from '../cases/gallery.ts';
import type { Matrix } from '../cases/matrix.ts';
import { problemOf } from '../cases/problem.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const planned = async (matrix: Matrix, question: QueueQuestion, settings = {}) => {
  const plan = await planOf(problemOf(matrix).compile(), question, settings, 1000);
  return { ...plainOf(plan), nodes: plan.nodes, answer: plan.answer };
};

describe('small problems are answered before there are jobs', () => {
  const impossible: Matrix = { name: 'none', primary: 2, secondary: 0, options: [[0]] };
  const single: Matrix = { name: 'one', primary: 2, secondary: 0, options: [[0], [1]] };

  test.each([
    [queens(8), 'count', { status: 'complete', count: '92' }],
    [dominoes(8, 8), 'count', { status: 'complete', count: '12988816' }],
    [impossible, 'count', { status: 'complete', count: '0' }],
    [queens(8), 'isUnique', { status: 'found', count: '2' }],
    [single, 'isUnique', { status: 'complete', count: '1' }],
    [impossible, 'isUnique', { status: 'complete', count: '0' }],
    [impossible, 'first', { status: 'complete', count: '0' }],
    [single, 'first', { status: 'found', count: '1', solution: [0, 1] }],
  ] as const)('%o', async (matrix, question, answer) => {
    expect((await planned(matrix, question)).answer).toMatchObject(answer);
  });

  test('below a prefix, and without symmetries', async () => {
    const whole = await planned(langford(8), 'count');
    expect(whole.answer?.count).toBe('300');
    expect((await planned(langford(8), 'count', { symmetry: false })).answer?.count).toBe('300');
    const without = (await planned(langford(8), 'count', { prefix: [~0] })).answer?.count;
    const withIt = (await planned(langford(8), 'count', { prefix: [0] })).answer?.count;
    expect(Number(without) + Number(withIt)).toBe(300);
  });
});

// A time would make the engine, and the solution of `first`, depend on how fast the machine is.
test('no plan depends on a clock', async () => {
  const all = () =>
    Promise.all([
      planned(queens(12), 'first'),
      planned(langford(8), 'solutions'),
      planned(langford(9), 'count'),
    ]);
  const usual = await all();
  let time = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => {
    time += 1e5;
    return time;
  });
  vi.spyOn(process, 'cpuUsage').mockImplementation(() => {
    time += 1e5;
    return { user: 1000 * time, system: 0 };
  });
  expect(await all()).toEqual(usual);
});
