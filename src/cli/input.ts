import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { Misuse } from './misuse.ts';
import type { Shell } from './shell.ts';

/** What `-` is called in messages. */
const STDIN = 'standard input';
/** Longer lines are cut here: no reader takes them, and the message should not need their end. */
const LONGEST = 1_000_001;

export interface Input {
  /** For messages. */
  readonly source: string;
  readonly chunks: AsyncIterable<string>;
}

/** A file, or what is piped in for `-`. */
export function open(name: string, shell: Shell, signal?: AbortSignal): Input {
  if (name === '-') {
    if (shell.stdin.isTTY) {
      shell.console.note('Reading from the keyboard; end with Ctrl-D, or see --help.');
    }
    return { source: STDIN, chunks: chunksOf(shell.stdin, STDIN, signal) };
  }
  return { source: name, chunks: chunksOf(createReadStream(name), name, signal) };
}

/** All of a file, for what is small. */
export async function readAll(name: string, shell: Shell): Promise<string> {
  let text = '';
  for await (const chunk of open(name, shell).chunks) text += chunk;
  return text;
}

async function* chunksOf(
  stream: Readable,
  source: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<string, void, undefined> {
  stream.setEncoding('utf8');
  const stop = () => stream.destroy();
  signal?.addEventListener('abort', stop);
  try {
    if (!signal?.aborted) yield* stream;
  } catch (error) {
    if (signal?.aborted) return;
    throw unreadable(source, error as NodeJS.ErrnoException);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

function unreadable(source: string, error: NodeJS.ErrnoException): Misuse {
  const { code = 'unknown error' } = error;
  const why = REASONS[code] ?? `it cannot be read (${code})`;
  return new Misuse(`${source}: ${why}`);
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file; give its path, or - for standard input',
  EISDIR: 'this is a folder; give a file in it',
  EACCES: 'you may not read it; mend its permissions',
};

/** The lines of a text that comes in chunks, a batch for each, without their ends. */
export async function* linesOf(
  chunks: AsyncIterable<string>,
): AsyncGenerator<string[], void, undefined> {
  let rest = '';
  for await (const chunk of chunks) {
    // A \r at the end may be half of a \r\n.
    const lines = (rest + chunk).split(/\r\n|\n|\r(?!$)/);
    rest = (lines.pop() ?? '').slice(0, LONGEST);
    yield lines;
  }
  if (rest !== '') yield [rest.replace(/\r$/, '')];
}
