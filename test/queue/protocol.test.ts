import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Prefix } from '../../src/engine/kernels/prefix.ts';
import { partOf, plainOf } from '../../src/engine/solve/remaining.ts';
import {
  budgetOf,
  checkOutcome,
  checkSubmission,
  childOf,
  divided,
  newSubmission,
  parentOf,
  placeOf,
} from '../../src/queue/protocol.ts';
import type { Server } from '../../src/queue/server.ts';
import type { Submission } from '../../src/queue/store.ts';
import { Tree } from '../../src/queue/tree.ts';

const open = fc
  .tuple(fc.array(fc.nat(9), { maxLength: 8 }), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([decisions, share]) => Prefix.of(decisions, share));

test('what is left is dealt out whole, small shares first', () => {
  fc.assert(
    fc.property(fc.array(open, { maxLength: 30 }), fc.nat(1000), (rest, nodes) => {
      const parts = divided(rest, 30, nodes, 100);
      expect(parts.length).toBeGreaterThanOrEqual(Math.min(2, rest.length));
      expect(parts.length).toBeLessThanOrEqual(Math.min(8, rest.length));
      expect(new Set(parts.flat())).toEqual(new Set(rest));
      expect(parts.flat().length).toBe(rest.length);
      for (const part of parts) {
        const shares = part.map(({ share }) => share);
        expect(shares).toEqual([...shares].sort((a, b) => a - b));
      }
    }),
  );
});

test('there are as many children as the nodes that are left need', () => {
  const rest = Array.from({ length: 16 }, (_, k) => Prefix.of([k], 1 / 32));
  const children = (share: number, nodes: number, budget: number) =>
    divided(rest, share, nodes, budget).length;
  // Half of the share is left, so the rest takes the same number of nodes again.
  expect([50, 200, 201, 500, 701, 9999].map((nodes) => children(1, nodes, 100))).toEqual([
    2, 2, 3, 5, 8, 8,
  ]);
  expect(children(1, 1000, 400)).toBe(3);
  expect(children(0.75, 100, 100)).toBe(2);
  expect(children(0.625, 100, 100)).toBe(4);
  // Nothing is done, or shares are so small that nothing seems to be.
  expect([children(0.5, 100, 100), children(0.5, 0, 100), children(0, 100, 100)]).toEqual([
    8, 8, 8,
  ]);
  expect(divided(rest.slice(0, 3), 3 / 32, 100, 100).length).toBe(3);
});

test('ids name the place in the tree, and BullMQ takes them', () => {
  const id = newSubmission();
  expect(checkSubmission(id)).toBe(id);
  expect(newSubmission()).not.toBe(id);
  const job = childOf(childOf(childOf(id, 0), 3), 1);
  expect(job).toBe(`${id}-0-3-1`);
  expect(placeOf(job)).toEqual({ submission: id, level: 2 });
  expect(parentOf(job)).toBe(`${id}-0-3`);
  expect(parentOf(`${id}-0`)).toBeUndefined();
  for (const other of ['', id, '5', `${id}-`, `${id}-x`, `${id}:0`, `x${id}-0`, `${id}-0\n`]) {
    expect([other, placeOf(other)]).toEqual([other, undefined]);
  }
  for (const bad of ['', 'q', `${id}0`, `${id}\n`, 7 as unknown as string]) {
    expect(() => checkSubmission(bad)).toThrow('is not the id of a submission');
  }
});

test('the first jobs are short, and one with a very long id goes on to its end', () => {
  expect([0, 1, 2, 3, 9].map((level) => budgetOf(6400, 'q-0', level))).toEqual([
    100, 400, 1600, 6400, 6400,
  ]);
  expect(budgetOf(1, 'q-0', 0)).toBe(1);
  expect(budgetOf(null, 'q-0', 3)).toBe(Number.POSITIVE_INFINITY);
  expect(budgetOf(10, 'q'.repeat(1001), 9)).toBe(Number.POSITIVE_INFINITY);
});

describe('an outcome that is none of quadrille is refused', () => {
  const done = { engine: 'links', solutions: '12', found: [[1, 2]], left: [], shares: [] };
  const outcome = { ...done, nodes: 3, children: 2, isStuck: false };

  test('but one of it is taken', () => {
    expect(checkOutcome(outcome)).toMatchObject({ solutions: 12n, children: 2, isStuck: false });
    expect(checkOutcome({ ...outcome, isStuck: true }).isStuck).toBe(true);
  });

  // The tests of `remainingOf` have what else can be wrong with it.
  test.each([
    null,
    { ...outcome, solutions: 12 },
    { ...outcome, nodes: -1 },
    { ...outcome, nodes: 2 ** 60 },
    { ...outcome, children: 9 },
    { ...outcome, children: 0.5 },
  ])('%j', (value) => {
    expect(() => checkOutcome(value)).toThrow('This job is not one of quadrille');
  });
});

test('those who wait for a tree read a part of its jobs each time, and all of them before long', async () => {
  const id = newSubmission();
  const left = Array.from({ length: 80 }, (_, k) => Prefix.of([k], 1 / 80));
  const data = plainOf(partOf('lists', left.slice(0, 1)));
  const jobs = new Map(left.map((_, n) => [childOf(id, n), { data } as object]));
  const read: string[] = [];
  const getJob = async (job: string) => {
    read.push(job);
    return jobs.get(job);
  };
  const submission = { id, question: 'count', left } as unknown as Submission;
  const tree = new Tree({ jobs: { getJob } } as unknown as Server, submission);
  const glance = async () => {
    for await (const _ of tree.visit(true));
  };
  for (let k = 0; k < 8; k++) await glance();
  expect(read.length).toBe(80);
  expect(new Set(read)).toEqual(new Set(jobs.keys()));

  // One that fails is seen in one of the next eight glances.
  jobs.set(childOf(id, 17), { data, finishedOn: 1, failedReason: 'it is broken.' });
  const failures: string[] = [];
  for (let k = 0; k < 8; k++) {
    await glance();
    try {
      expect(tree.answer).toBeUndefined();
    } catch (error) {
      failures.push((error as Error).message);
    }
  }
  expect(failures).toEqual([expect.stringContaining(`${childOf(id, 17)}: it is broken. Cancel`)]);

  // A glance does not end while jobs are done.
  const work = { nodes: 5, children: 0, isStuck: false };
  const returnvalue = { ...plainOf({ ...partOf('lists', []), solutions: 2n }), ...work };
  for (const job of jobs.keys()) jobs.set(job, { data, finishedOn: 1, returnvalue });
  await glance();
  expect(tree.answer).toMatchObject({ status: 'complete', count: '160', jobs: 80 });
});
