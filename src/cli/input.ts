import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { Problem } from '../engine/problem/problem.ts';
import type { RuleText } from '../engine/rules/read-text.ts';
import type { Shell } from './command.ts';
import { UsageError } from './exit.ts';
import { choice } from './flags.ts';
import { amount, counted, Ticker } from './report.ts';

/** The name of `-` in messages. */
const STDIN = 'standard input';
/** Bytes of a file that are read at once. With fewer, the reader waits for the disk more often. */
const READ_BYTES = 1 << 18;
/** The most characters of a file that is read whole. No drawing or list of words has more. */
const MOST_FILE_CHARACTERS = 50_000_000;

/** Warnings that are printed; the others are only counted. */
const MOST_WARNINGS = 10;
/** The flags of commands that read a problem. */
export const FORM_FLAGS = {
  format: choice(
    'NAME',
    'the form of the problem: dlx (default), or or-library (set partitioning)',
    ['dlx', 'or-library'] as const,
  ),
  sharp: { about: 'branches first on primary items whose names begin with #' },
};

/** A stream of text that is read. */
interface Stream<T> {
  /** The name in messages. */
  readonly source: string;
  readonly chunks: AsyncIterable<T>;
}

/** Opens a file; for `-` standard input. */
function open(name: string, shell: Shell): Stream<string> {
  const { source, chunks } = openBytes(name, shell);
  return { source, chunks: textOf(chunks) };
}

/** The same, as bytes in UTF-8. */
export function openBytes(name: string, shell: Shell, signal?: AbortSignal): Stream<Uint8Array> {
  const { console, stdin, files } = shell;
  if (name !== '-') {
    files.read(name);
    return {
      source: name,
      chunks: chunksOf(() => createReadStream(name, { highWaterMark: READ_BYTES }), name, signal),
    };
  }
  if (stdin.readableEnded || stdin.destroyed) {
    throw new UsageError('standard input can be read only once; give - once, and files besides');
  }
  if (stdin.fd !== undefined) files.read(STDIN, stdin.fd);
  if (stdin.isTTY) console.note('Reading from the keyboard; end with Ctrl-D, or see --help.');
  return { source: STDIN, chunks: chunksOf(() => stdin, STDIN, signal) };
}

interface Form {
  readonly format?: 'dlx' | 'or-library' | undefined;
  readonly sharp?: boolean | undefined;
  /** Takes the labels of options, by their numbers. */
  readonly labels?: string[] | undefined;
}

/** The name of an input in messages. */
export function sourceOf(name: string): string {
  return name === '-' ? STDIN : name;
}

/** The single file that a command reads, which is `what`; without a name standard input. */
export function onlyFile([file = '-', another]: readonly string[], what = 'problem'): string {
  if (another === undefined) return file;
  throw new UsageError(`${JSON.stringify(another)} is a second ${what}; give one at a time`);
}

/** Reads a problem. Warnings go to stderr. */
export async function readProblem(
  file: string,
  { format, sharp, labels }: Form,
  shell: Shell,
): Promise<Problem> {
  const { console } = shell;
  if (format === 'or-library') {
    const { readOrLibrary } = await import('../engine/formats/or-library.ts');
    return readOrLibrary(await readAll(file, shell), { source: sourceOf(file) });
  }
  const { DlxReader } = await import('../engine/formats/dlx/reader.ts');
  const { source, chunks } = open(file, shell);
  let warnings = 0;
  const rules: RuleText[] = [];
  const reader = new DlxReader({
    source,
    sharp,
    onRule: (text, place) => rules.push({ text, place }),
    ...(labels && { onLabel: (label, option) => (labels[option] = label) }),
    onWarning({ message }) {
      if (++warnings <= MOST_WARNINGS) console.note(`Warning: ${message}`);
    },
  });
  const ticker = new Ticker(console);
  let read = 0;
  for await (const chunk of chunks) {
    reader.push(chunk);
    read += chunk.length;
    ticker.tick(() => `reading ${source}: ${amount(read)} characters`);
  }
  const problem = reader.end();
  if (warnings > MOST_WARNINGS) {
    console.note(`... and ${counted(warnings - MOST_WARNINGS, 'more option')} like these.`);
  }
  if (problem.optionCount === 0) {
    const looksLike =
      problem.primaryCount === 1 && [16, 81, 256].includes(problem.itemName(0).length);
    const hint = looksLike ? ' For a Sudoku there is quadrille sudoku.' : '';
    console.note(`Warning: ${source} has items, but no options.${hint}`);
  }
  if (rules.length === 0) return problem;
  const { withRulesOf } = await import('../puzzles/gallery/ruled-text.ts');
  return withRulesOf(problem, rules);
}

/** Reads a small file whole. */
export async function readAll(name: string, shell: Shell): Promise<string> {
  const { source, chunks } = open(name, shell);
  let text = '';
  for await (const chunk of chunks) {
    text += chunk;
    if (text.length > MOST_FILE_CHARACTERS) {
      throw new UsageError(
        `${source}: it is too long; give a file of at most ${MOST_FILE_CHARACTERS} characters`,
      );
    }
  }
  return text;
}

/**
 * The bytes of a stream, in UTF-8. It is opened at the call for the first chunk: no caller would
 * get an earlier error.
 */
async function* chunksOf(
  openStream: () => Readable,
  source: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  const stream = openStream();
  const stop = () => stream.destroy();
  signal?.addEventListener('abort', stop);
  try {
    if (signal?.aborted) return;
    yield* inUtf8(unzipped(stream));
  } catch (error) {
    if (signal?.aborted) return;
    throw unreadable(source, error as NodeJS.ErrnoException);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

/** The bytes of a stream, unpacked if they begin as gzip does. */
async function* unzipped(
  stream: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const rest = stream[Symbol.asyncIterator]();
  let start: Uint8Array = new Uint8Array();
  // The longest mark at the start of a text has three bytes.
  while (start.length < 3) {
    const { done, value } = await rest.next();
    if (done) break;
    start = start.length === 0 ? value : Buffer.concat([start, value]);
  }
  const all = chained(start, rest);
  if (start[0] !== 0x1f || start[1] !== 0x8b) {
    yield* all;
    return;
  }
  // Few inputs need it, so it is not loaded at each start.
  const { createGunzip } = await import('node:zlib');
  // The reader of the text gets the errors of both streams.
  yield* pipeline(Readable.from(all), createGunzip({ chunkSize: READ_BYTES }), () => undefined);
}

async function* chained(start: Uint8Array, rest: AsyncIterator<Uint8Array>) {
  if (start.length > 0) yield start;
  yield* { [Symbol.asyncIterator]: () => rest };
}

/**
 * A byte order mark tells UTF-16, as Windows writes it, from UTF-8. The mark itself is left out.
 */
async function* inUtf8(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  let decoder: TextDecoder | undefined;
  let isFirst = true;
  for await (const bytes of chunks) {
    const [first, second, third] = bytes;
    let start = 0;
    if (isFirst) {
      if (first === 0xff && second === 0xfe) decoder = new TextDecoder('utf-16le');
      else if (first === 0xfe && second === 0xff) decoder = new TextDecoder('utf-16be');
      else if (first === 0xef && second === 0xbb && third === 0xbf) start = 3;
    }
    isFirst = false;
    if (decoder === undefined) yield bytes.subarray(start);
    else yield Buffer.from(decoder.decode(bytes, { stream: true }));
  }
  if (decoder !== undefined) yield Buffer.from(decoder.decode());
}

/** StringDecoder is five times as fast as TextDecoder. */
async function* textOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new StringDecoder('utf8');
  for await (const bytes of chunks) yield decoder.write(bytes);
  yield decoder.end();
}

function unreadable(source: string, error: NodeJS.ErrnoException): unknown {
  const { code } = error;
  if (code === undefined) return error;
  const reason = READ_REASONS[code] ?? `it cannot be read (${code}); give another file`;
  return new UsageError(`${source === '' ? '""' : source}: ${reason}`, source);
}

/** Error code -> problem and remedy. */
const READ_REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file; give its path, or - for standard input',
  EISDIR: 'this is a folder; give a file in it',
  EACCES: 'you may not read it; change its permissions',
  Z_BUF_ERROR: 'it ends within its gzip data; copy it again',
  Z_DATA_ERROR: 'its gzip data is damaged; copy it again',
};
