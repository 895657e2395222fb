import { expect, test } from 'vitest';
import { Deadline } from '../../src/cli/report.ts';

test('a deadline counts from when the work began', async () => {
  const { signal } = new AbortController();
  const late = new Deadline(1000, signal, performance.now() - 2000);
  expect(await late.isOver()).toBe(true);
  expect(late.left).toBe(0);
  expect(await new Deadline(1e9, signal).isOver()).toBe(false);
  expect(await new Deadline(undefined, signal, performance.now() - 2000).isOver()).toBe(false);
});
