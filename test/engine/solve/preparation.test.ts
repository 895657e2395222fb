import { expect, test } from 'vitest';
import {
  best,
  bestAsync,
  count,
  diagram,
  estimate,
  first,
  firstAsync,
  isUnique,
  Problem,
  sampler,
  solutions,
} from '../../../src/index.ts';

/** A problem that is long to compile: `steps` slices, each of which it counts. */
class Slow extends Problem {
  prepared = 0;
  readonly #steps: number;

  constructor(steps: number) {
    super({ primary: ['a', 'b'] });
    this.addOption(['a']);
    this.addOption(['b']);
    this.#steps = steps;
  }

  override *preparation() {
    while (this.prepared < this.#steps) {
      this.prepared++;
      yield;
    }
  }
}

test('what comes before the work is done in slices, then the work starts', async () => {
  const questions: ((problem: Problem) => { status: string })[] = [
    first,
    count,
    isUnique,
    best,
    diagram,
    estimate,
    sampler,
  ];
  for (const ask of questions) {
    const problem = new Slow(5);
    expect(['found', 'complete']).toContain(ask(problem).status);
    expect(problem.prepared).toBe(5);
  }
  const problem = new Slow(5);
  expect([...solutions(problem)].map(({ numbers }) => numbers)).toEqual([[0, 1]]);
  expect(problem.prepared).toBe(5);
  expect((await firstAsync(new Slow(5))).solution?.numbers).toEqual([0, 1]);
});

test('a time-out and a signal hold meanwhile', async () => {
  const endless = Number.POSITIVE_INFINITY;
  const limits = { timeout: 0 };
  expect(first(new Slow(endless), limits)).toEqual({ status: 'timeout' });
  expect(count(new Slow(endless), limits)).toMatchObject({ exact: 0n, status: 'timeout' });
  expect(isUnique(new Slow(endless), limits)).toEqual({ answer: 'unknown', status: 'timeout' });
  expect(best(new Slow(endless), limits)).toEqual({
    solutions: [],
    bound: 'unknown',
    status: 'timeout',
  });
  expect(diagram(new Slow(endless), limits)).toEqual({ status: 'timeout' });
  expect(sampler(new Slow(endless), limits)).toEqual({ status: 'timeout' });
  expect(estimate(new Slow(endless), limits)).toMatchObject({
    solutions: { error: 'unknown' },
    status: 'timeout',
  });
  const stream = solutions(new Slow(endless), limits);
  expect([[...stream], stream.status]).toEqual([[], 'timeout']);
  const controller = new AbortController();
  const problem = new Slow(endless);
  const answer = firstAsync(problem, {
    signal: controller.signal,
    onProgress: ({ share }) => {
      expect(share).toBe(0);
      controller.abort();
    },
  });
  expect(await answer).toEqual({ status: 'aborted' });
  expect(await bestAsync(new Slow(endless), limits)).toMatchObject({ status: 'timeout' });
});
