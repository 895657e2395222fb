import { type Forbid, forbidding } from '../kernels/forbidding.ts';
import type { Forbids } from '../kernels/search.ts';
import { type Job, JobRunner, type Message } from './jobs.ts';
import { type NodeThreads, nodeThreads, type Reply } from './pool.ts';

// The program of a worker: it answers one message after the other. The same file runs in Node's
// worker threads and in those of browsers, which have different ports to their owner.

/** The port to the owner. */
interface Port {
  post(reply: Reply): void;
  listen(listener: (message: Message) => void): void;
}

const runner = new JobRunner();

function nodePort({ parentPort }: NodeThreads): Port {
  return {
    post: (reply) => parentPort?.postMessage(reply),
    listen: (listener) => parentPort?.on('message', listener),
  };
}

function browserPort(): Port {
  const scope = globalThis as unknown as Worker;
  return {
    post: (reply) => scope.postMessage(reply),
    listen(listener) {
      scope.onmessage = ({ data }: MessageEvent<Message>) => listener(data);
    },
  };
}

const threads = nodeThreads();
const port = threads === undefined ? browserPort() : nodePort(threads);

port.post({ hasStarted: true });
/** One message after the other: to load the modules of a job takes a while. */
let before: Promise<void> = Promise.resolve();
port.listen((message) => {
  before = before.then(async () => {
    try {
      if (message.job !== undefined) runner.forbids = await forbidsIn(message.job.modules);
      port.post({ value: runner.answer(message) });
    } catch (error) {
      port.post({ error: error instanceof Error ? error.message : String(error) });
    }
  });
});

/** The rules whose functions lie in these modules. */
async function forbidsIn(modules: Job['modules']): Promise<Forbids | undefined> {
  if (modules === undefined) return undefined;
  const rules: Forbid[] = [];
  for (const { module, name, data } of modules) {
    const { [name]: conflictOf } = await import(/* @vite-ignore */ module);
    if (typeof conflictOf !== 'function') {
      throw new Error(`The module ${module} exports no function ${name}.`);
    }
    rules.push({ conflictOf, name, data });
  }
  return forbidding(rules);
}
