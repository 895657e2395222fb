/**
 * Has chunks answered, some of them ahead of the caller, and hands out the answers in order.
 *
 *     chunks ---> answer(chunk 7)  answer(chunk 6)  answer(chunk 5) ---> caller
 *                 `--------------- at most `most` ---------------'
 *
 * While the next chunk has not come, the answers that are there are handed out. A chunk is asked for
 * when there is room. An error of the chunks comes behind the answers to those before it.
 */
export async function* inOrder<C, A>(
  chunks: Iterable<C> | AsyncIterable<C>,
  answer: (chunk: C) => Promise<A>,
  most: number,
): AsyncGenerator<A, void, undefined> {
  const source =
    Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
  const ahead: Promise<A>[] = [];
  let next: Promise<IteratorResult<C>> | undefined;
  let isEnd = false;
  let failure: { readonly error: unknown } | undefined;
  const ask = async (): Promise<IteratorResult<C>> => {
    try {
      return await source.next();
    } catch (error) {
      failure = { error };
      return { done: true, value: undefined };
    }
  };
  try {
    while (!isEnd || ahead.length > 0) {
      if (!isEnd && ahead.length < most) next ??= ask();
      const [first] = ahead;
      const answered = first?.then(() => undefined);
      const chunk = await Promise.race([next, answered].filter((one) => one !== undefined));
      if (chunk === undefined) {
        yield await first;
        ahead.shift();
        continue;
      }
      next = undefined;
      if (chunk.done) isEnd = true;
      else {
        const answered = answer(chunk.value);
        // An error is thrown where the answer is awaited.
        answered.catch(() => undefined);
        ahead.push(answered);
      }
    }
  } finally {
    if (!isEnd) Promise.resolve(source.return?.()).catch(() => undefined);
  }
  if (failure !== undefined) throw failure.error;
}
