import { JobRunner, type Message } from './jobs.ts';
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
port.listen((message) => {
  try {
    port.post({ value: runner.answer(message) });
  } catch (error) {
    port.post({ error: error instanceof Error ? error.message : String(error) });
  }
});
