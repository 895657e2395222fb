// Run by `limited.ts` as a process of its own.
import type { LimitedModule, Message } from './limited.ts';

const send = (message: Message<unknown>) => process.send?.(message);

process.once('message', async ({ module, input }: { module: string; input: unknown }) => {
  const { load } = (await import(module)) as LimitedModule<unknown, unknown>;
  const work = await load();
  send({ kind: 'ready' });
  // The clock of the other process should have begun.
  await new Promise((resolve) => setImmediate(resolve));
  for await (const result of work(input)) send({ kind: 'result', result });
  send({ kind: 'done' });
});
