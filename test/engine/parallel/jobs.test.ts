import { expect, test } from 'vitest';
import { JobRunner } from '../../../src/engine/parallel/jobs.ts';
import { countOf } from '../../../src/engine/solve/questions.ts';
import { dominoes } from '../../cases/gallery.ts';
import { problemOf } from '../../cases/problem.ts';

test('a count by `auto`, which is not divided, remembers states', () => {
  const { data } = problemOf(dominoes(10, 10)).compile();
  const job = { data, engine: 'lists', seed: undefined, memoryLimit: undefined } as const;
  const question = { kind: 'decision', question: 'count', engine: 'auto' } as const;
  // To enumerate them all would take hours.
  const order = { ...question, seed: 0, prefix: [], maxNodes: 2 ** 22 };
  // OEIS A004003.
  const count = countOf(258_584_046_368n, 'complete');
  expect(new JobRunner().answer({ job, order })).toEqual(count);
});
