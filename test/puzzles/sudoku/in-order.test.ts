import { expect, test } from 'vitest';
import { inOrder } from '../../../src/puzzles/sudoku/in-order.ts';

/** A promise that a test settles. */
function pending<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** Lets all that is ready go on. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('answers come in the order of their chunks, and no more are asked for than may wait', async () => {
  const waiting = Array.from({ length: 6 }, () => pending<string>());
  let asked = 0;
  function* chunks() {
    for (let k = 0; k < waiting.length; k++) {
      asked = k + 1;
      yield k;
    }
  }
  const answers = inOrder(chunks(), (k) => waiting[k].promise, 3);
  const got: string[] = [];
  const all = (async () => {
    for await (const answer of answers) got.push(answer);
  })();
  await turn();
  expect([asked, got]).toEqual([3, []]);
  waiting[1].resolve('b');
  await turn();
  expect([asked, got]).toEqual([3, []]);
  waiting[0].resolve('a');
  await turn();
  expect([asked, got]).toEqual([5, ['a', 'b']]);
  for (const k of [5, 4, 3, 2]) waiting[k].resolve('abcdef'.charAt(k));
  await all;
  expect(got.join('')).toBe('abcdef');
});

test('while the next chunk has not come, the answers that are there are handed out', async () => {
  const next = pending<undefined>();
  async function* chunks() {
    yield 1;
    await next.promise;
    yield 2;
  }
  const answers = inOrder(chunks(), async (chunk) => -chunk, 4);
  expect(await answers.next()).toEqual({ done: false, value: -1 });
  next.resolve(undefined);
  expect(await answers.next()).toEqual({ done: false, value: -2 });
  expect(await answers.next()).toEqual({ done: true, value: undefined });
});

test('an error of the chunks comes behind the answers to those before it', async () => {
  const slow = pending<string>();
  async function* chunks() {
    yield 1;
    throw new Error('the disk is gone');
  }
  const answers = inOrder(chunks(), () => slow.promise, 4);
  const first = answers.next();
  await turn();
  slow.resolve('one');
  expect((await first).value).toBe('one');
  await expect(answers.next()).rejects.toThrow('the disk is gone');
});

test('an error of an answer is thrown in its place, and who leaves early ends the chunks', async () => {
  let hasEnded = false;
  function* chunks() {
    try {
      for (let k = 1; ; k++) yield k;
    } finally {
      hasEnded = true;
    }
  }
  const answers = inOrder(
    chunks(),
    async (chunk) => {
      if (chunk === 2) throw new Error('two');
      return chunk;
    },
    2,
  );
  expect((await answers.next()).value).toBe(1);
  await expect(answers.next()).rejects.toThrow('two');
  expect(hasEnded).toBe(true);
});
