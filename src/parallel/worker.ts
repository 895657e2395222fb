import { Clerk, type Message } from './jobs.ts';
import { type NodeThreads, nodeThreads, type Reply } from './pool.ts';

// What runs in a worker: it answers one message after the other. The same file runs in Node's worker threads and
// in those of browsers, which name the way back to their owner differently.

/** The way back. */
interface Port {
  post(reply: Reply): void;
  listen(listener: (message: Message) => void): void;
}

const clerk = new Clerk();

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

port.listen((message) => {
  try {
    port.post({ value: clerk.answer(message) });
  } catch (error) {
    port.post({ error: error instanceof Error ? error.message : String(error) });
  }
});
