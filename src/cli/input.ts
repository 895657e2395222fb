import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { UsageError } from './errors.ts';
import type { Shell } from './shell.ts';

/** What `-` is called in messages. */
const STDIN = 'standard input';
/** Bytes of a file that are read at once: fewer would wait for the disk more often. */
const CHUNK = 1 << 18;
/** More characters than a drawing or a list of words has. */
const MOST = 50_000_000;

export interface Input {
  /** For messages. */
  readonly source: string;
  readonly chunks: AsyncIterable<string>;
}

/** A file, or what is piped in for `-`. */
export function open(name: string, shell: Shell, signal?: AbortSignal): Input {
  if (name !== '-')
    return {
      source: name,
      chunks: chunksOf(() => createReadStream(name, { highWaterMark: CHUNK }), name, signal),
    };
  const { console, stdin } = shell;
  if (stdin.readableEnded || stdin.destroyed) {
    throw new UsageError('standard input can be read only once; give - once, and files besides');
  }
  if (stdin.isTTY) console.note('Reading from the keyboard; end with Ctrl-D, or see --help.');
  return { source: STDIN, chunks: chunksOf(() => stdin, STDIN, signal) };
}

/** All of a file, for what is small. */
export async function readAll(name: string, shell: Shell): Promise<string> {
  const { source, chunks } = open(name, shell);
  let text = '';
  for await (const chunk of chunks) {
    text += chunk;
    if (text.length > MOST) {
      throw new UsageError(
        `${source}: there is no end to it; give a file of less than ${MOST} letters`,
      );
    }
  }
  return text;
}

/** Opens the file when it is read first: before, nobody would hear that it cannot be opened. */
async function* chunksOf(
  openStream: () => Readable,
  source: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<string, void, undefined> {
  const stream = openStream();
  const stop = () => stream.destroy();
  signal?.addEventListener('abort', stop);
  try {
    if (signal?.aborted) return;
    let decode: ((bytes?: Uint8Array) => string) | undefined;
    for await (const bytes of await unzipped(stream)) {
      decode ??= decoderOf(bytes);
      yield decode(bytes);
    }
    yield decode?.() ?? '';
  } catch (error) {
    if (signal?.aborted) return;
    throw unreadable(source, error as NodeJS.ErrnoException);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

/** The bytes of a stream; those of what it holds, if it begins as gzip does. */
async function unzipped(stream: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const rest = stream[Symbol.asyncIterator]();
  let start: Uint8Array = new Uint8Array();
  while (start.length < 2) {
    const { done, value } = await rest.next();
    if (done) break;
    start = start.length === 0 ? value : Buffer.concat([start, value]);
  }
  const whole = chained(start, rest);
  if (start[0] !== 0x1f || start[1] !== 0x8b) return whole;
  // Seldom needed, so it need not be there at each start of the program.
  const { createGunzip } = await import('node:zlib');
  // An error of either comes out where the text is read.
  return pipeline(Readable.from(whole), createGunzip(), () => undefined);
}

async function* chained(start: Uint8Array, rest: AsyncIterator<Uint8Array>) {
  if (start.length > 0) yield start;
  yield* { [Symbol.asyncIterator]: () => rest };
}

/**
 * By the byte order mark, which goes: Windows likes to write UTF-16. For UTF-8 Node's own decoder
 * is five times as fast as TextDecoder is in pieces.
 */
function decoderOf(bytes: Uint8Array): (bytes?: Uint8Array) => string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    const decoder = new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be');
    return (bytes) => decoder.decode(bytes, { stream: bytes !== undefined });
  }
  const decoder = new StringDecoder('utf8');
  let isFirst = true;
  return (bytes) => {
    const text = bytes === undefined ? decoder.end() : decoder.write(bytes);
    if (!isFirst || text === '') return text;
    isFirst = false;
    return text.startsWith('\ufeff') ? text.slice(1) : text;
  };
}

function unreadable(source: string, error: NodeJS.ErrnoException): unknown {
  const { code } = error;
  if (code === undefined) return error;
  const why = REASONS[code] ?? `it cannot be read (${code})`;
  return new UsageError(`${source}: ${why}`, source);
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file; give its path, or - for standard input',
  EISDIR: 'this is a folder; give a file in it',
  EACCES: 'you may not read it; mend its permissions',
  Z_BUF_ERROR: 'it ends within its gzip data; copy it again',
  Z_DATA_ERROR: 'its gzip data is damaged; copy it again',
};
