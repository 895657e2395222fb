import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { Misuse } from './misuse.ts';
import type { Shell } from './shell.ts';

/** What `-` is called in messages. */
const STDIN = 'standard input';
/** More characters than a drawing or a list of words has. */
const MOST = 50_000_000;

export interface Input {
  /** For messages. */
  readonly source: string;
  readonly chunks: AsyncIterable<string>;
}

/** A file, or what is piped in for `-`. */
export function open(name: string, shell: Shell, signal?: AbortSignal): Input {
  if (name !== '-') return { source: name, chunks: chunksOf(createReadStream(name), name, signal) };
  const { console, stdin } = shell;
  if (stdin.readableEnded || stdin.destroyed) {
    throw new Misuse('standard input can be read only once; give - once, and files besides');
  }
  if (stdin.isTTY) console.note('Reading from the keyboard; end with Ctrl-D, or see --help.');
  return { source: STDIN, chunks: chunksOf(stdin, STDIN, signal) };
}

/** Whether an argument is a Sudoku in place of a file: many cells, and no letter that is small. */
export function isGrid(argument: string): boolean {
  return /^[.0-9A-Z]{16,}$/.test(argument) && Number.isInteger(Math.sqrt(argument.length));
}

/** All of a file, for what is small. */
export async function readAll(name: string, shell: Shell): Promise<string> {
  const { source, chunks } = open(name, shell);
  let text = '';
  for await (const chunk of chunks) {
    text += chunk;
    if (text.length > MOST) {
      throw new Misuse(
        `${source}: there is no end to it; give a file of less than ${MOST} letters`,
      );
    }
  }
  return text;
}

async function* chunksOf(
  stream: Readable,
  source: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<string, void, undefined> {
  const stop = () => stream.destroy();
  signal?.addEventListener('abort', stop);
  let decoder: TextDecoder | undefined;
  try {
    if (signal?.aborted) return;
    for await (const bytes of stream as AsyncIterable<Uint8Array>) {
      decoder ??= new TextDecoder(encodingOf(bytes));
      yield decoder.decode(bytes, { stream: true });
    }
    yield decoder?.decode() ?? '';
  } catch (error) {
    if (signal?.aborted) return;
    throw unreadable(source, error as NodeJS.ErrnoException);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

/** By the byte order mark, which the decoder takes away: Windows likes to write UTF-16. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

function unreadable(source: string, error: NodeJS.ErrnoException): unknown {
  const { code } = error;
  if (code === undefined) return error;
  const why = REASONS[code] ?? `it cannot be read (${code})`;
  return new Misuse(`${source}: ${why}`);
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file; give its path, or - for standard input',
  EISDIR: 'this is a folder; give a file in it',
  EACCES: 'you may not read it; mend its permissions',
};
