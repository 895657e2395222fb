import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { quadrille } from '../support/quadrille.ts';

// The queue itself is tried with real servers in test/queue.

const result = vi.hoisted(() => vi.fn());
vi.mock('../../src/queue/client.ts', () => ({ result, solutionPages: vi.fn() }));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  result.mockReset();
});

const open = { question: 'count', status: 'open', exact: 0n, isDone: false, version: '1.2.3' };
const done = { ...open, status: 'complete', exact: 92n, isDone: true };

/** Waits for a result that comes after so many milliseconds, without a worker at first. */
async function waited(ms: number) {
  let ran: ReturnType<typeof quadrille> | undefined;
  await new Promise<void>((isAsked) => {
    result.mockImplementation(async (_id, { wait }) => {
      if (!wait) return { ...open, workers: 0 };
      const end = new Promise((resolve) => setTimeout(resolve, ms));
      isAsked();
      await end;
      return done;
    });
    ran = quadrille(['queue', 'result', 'q1', '--wait', '--url', 'redis://127.0.0.1:1']);
  });
  await vi.advanceTimersByTimeAsync(ms);
  return ran;
}

test('a worker that has just started is not missed', async () => {
  expect(await waited(4000)).toEqual({ code: 0, stdout: '92\n', stderr: '' });
});

test('after some seconds, result --wait says that no worker is there', async () => {
  const stderr = 'No worker is connected; start quadrille queue work.\n';
  expect(await waited(9000)).toEqual({ code: 0, stdout: '92\n', stderr });
});

test('--no-symmetry is about a count', async () => {
  const ran = await quadrille(['queue', 'submit', '--no-symmetry', '--url', 'redis://here']);
  expect(ran).toMatchObject({ code: 2, stdout: '' });
  expect(ran.stderr).toContain('--no-symmetry says what --count leaves unused; give --count too');
});
