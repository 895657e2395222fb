import { LINE_FEED, type PlainLines, plainLineEnd, RETURN } from './plain.ts';
import { PuzzleReader, type Read, type ReadSettings } from './reader.ts';

/** Bytes of lines that are decoded at once where the first of them is no plain one. */
const PORTION = 1 << 12;
/** A line with more bytes goes to the reader before its end comes. */
const LONG_LINE = 1 << 16;

/** Puzzles that follow each other in a text, and are answered together. */
export type Chunk = Reads | PlainLines;

/** Puzzles, or the errors in their places. */
export interface Reads {
  readonly reads: readonly Read[];
}

/**
 * Cuts a text in UTF-8, which comes in pieces cut anywhere, into chunks of whole puzzles, at most
 * `most` in each. The reader knows what each line means for those below it, so no chunk depends on
 * another.
 *
 *     53..7....6..195 ...      plain lines: bytes
 *     .....5.8....6.1 ...
 *     # two grids              reads: puzzles and errors
 *     53.|.7.|...
 *     ...
 */
export class ChunkReader {
  readonly #reader: PuzzleReader;
  readonly #most: number;
  // The reader knows where the text begins.
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  /** The parts of a line that is cut, and their length. */
  #begun: Uint8Array[] = [];
  #length = 0;
  /** Puzzles that wait for others, to be a chunk together. */
  #reads: Read[] = [];

  constructor(settings: ReadSettings, most: number) {
    this.#reader = new PuzzleReader(settings);
    this.#most = most;
  }

  /** The chunks of the lines that a piece completes. */
  *push(piece: Uint8Array): Generator<Chunk, void, undefined> {
    const end = piece.lastIndexOf(LINE_FEED) + 1;
    if (end > 0) {
      // Only the line that was cut is copied.
      const first = this.#begun.length > 0 ? piece.indexOf(LINE_FEED) + 1 : 0;
      if (first > 0) yield* this.#lines(joined([...this.#begun, piece.subarray(0, first)]));
      yield* this.#lines(piece.subarray(first, end));
      this.#begun = [];
      this.#length = 0;
    }
    if (end < piece.length) this.#begun.push(piece.subarray(end));
    this.#length += piece.length - end;
    if (this.#length >= LONG_LINE) yield* this.#rest(true);
    yield* this.#taken();
  }

  /** The chunks of the rest, when the text is at its end. */
  *end(): Generator<Chunk, void, undefined> {
    yield* this.#rest(false);
    yield* this.#take(this.#reader.end());
    yield* this.#taken();
  }

  *#rest(stream: boolean): Generator<Chunk, void, undefined> {
    const text = this.#decoder.decode(joined(this.#begun), { stream });
    this.#begun = [];
    this.#length = 0;
    yield* this.#take(this.#reader.push(text));
  }

  /** The chunks of whole lines. */
  *#lines(bytes: Uint8Array): Generator<Chunk, void, undefined> {
    for (let at = 0; at < bytes.length; ) {
      const plain = this.#plainLines(bytes, at);
      if (plain !== undefined) {
        yield* this.#taken();
        yield plain;
        at += plain.bytes.length;
      } else {
        const end = bytes.indexOf(LINE_FEED, Math.min(at + PORTION, bytes.length - 1)) + 1;
        const text = this.#decoder.decode(bytes.subarray(at, end), { stream: true });
        yield* this.#take(this.#reader.push(text));
        at = end;
      }
    }
  }

  /** The plain lines from an index on; undefined if there is another one. */
  #plainLines(bytes: Uint8Array, from: number): PlainLines | undefined {
    const to = bytes.indexOf(LINE_FEED, from);
    const shape = this.#reader.plainShape(to - from - (bytes[to - 1] === RETURN ? 1 : 0));
    if (shape === undefined) return undefined;
    const line = this.#reader.lines + 1;
    let end = from;
    let count = 0;
    for (
      let next = plainLineEnd(bytes, end, shape);
      next > 0;
      next = plainLineEnd(bytes, end, shape)
    ) {
      end = next;
      if (++count === this.#most) break;
    }
    if (count === 0) return undefined;
    this.#reader.pass(count);
    return { shape, bytes: bytes.subarray(from, end), line, count };
  }

  /** Chunks of reads; the last ones may wait. */
  *#take(reads: readonly Read[]): Generator<Chunk, void, undefined> {
    for (const read of reads) {
      this.#reads.push(read);
      if (this.#reads.length === this.#most) yield* this.#taken();
    }
  }

  *#taken(): Generator<Chunk, void, undefined> {
    const reads = this.#reads;
    if (reads.length === 0) return;
    this.#reads = [];
    yield { reads };
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0];
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
