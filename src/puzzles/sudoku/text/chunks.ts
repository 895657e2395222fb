import type { Read, ReadSettings, TakeOther } from './format.ts';
import { LINE_FEED, type PlainLines, plainLineEnd, RETURN } from './plain.ts';
import { PuzzleReader } from './reader.ts';

/** Bytes of lines that are decoded at once where the first of them is no plain one. */
const PORTION = 1 << 12;
/** A line with more bytes goes to the reader before its end comes. */
const LONG_LINE = 1 << 16;
const NONE = new Uint8Array(0);

/** Puzzles that follow each other in a text, and are answered together; or errors in their places. */
export type Chunk<O> = { readonly reads: readonly (Read | O)[] } | PlainLines;

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
export class ChunkReader<O = never> {
  readonly #reader: PuzzleReader<O>;
  readonly #most: number;
  // The reader knows where the text begins.
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  /** The beginning of a line that is cut. */
  #begun = NONE;

  constructor(settings: ReadSettings, most: number, takeOther?: TakeOther<O>) {
    this.#reader = new PuzzleReader(settings, takeOther);
    this.#most = most;
  }

  /** The chunks of the lines that a piece completes. */
  *push(piece: Uint8Array): Generator<Chunk<O>, void, undefined> {
    let bytes = piece;
    if (this.#begun.length > 0) {
      bytes = new Uint8Array(this.#begun.length + piece.length);
      bytes.set(this.#begun);
      bytes.set(piece, this.#begun.length);
    }
    const end = bytes.lastIndexOf(LINE_FEED) + 1;
    this.#begun = bytes.slice(end);
    yield* this.#lines(bytes.subarray(0, end));
    if (this.#begun.length < LONG_LINE) return;
    const long = this.#begun;
    this.#begun = NONE;
    yield* this.#readsIn(long);
  }

  /** The chunks of the rest, when the text is at its end. */
  *end(): Generator<Chunk<O>, void, undefined> {
    yield* this.#readsIn(this.#begun);
    yield* this.#cut([...this.#reader.push(this.#decoder.decode()), ...this.#reader.end()]);
  }

  /** The chunks of whole lines. */
  *#lines(bytes: Uint8Array): Generator<Chunk<O>, void, undefined> {
    for (let at = 0; at < bytes.length; ) {
      const plain = this.#plainLines(bytes, at);
      if (plain !== undefined) {
        yield plain;
        at += plain.bytes.length;
        continue;
      }
      const end = bytes.indexOf(LINE_FEED, Math.min(at + PORTION, bytes.length - 1)) + 1;
      yield* this.#readsIn(bytes.subarray(at, end));
      at = end;
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
    while (count < this.#most) {
      const next = plainLineEnd(bytes, end, shape);
      if (next === 0) break;
      end = next;
      count++;
    }
    if (count === 0) return undefined;
    this.#reader.pass(count);
    return { shape, bytes: bytes.subarray(from, end), line, count };
  }

  #readsIn(bytes: Uint8Array): Generator<Chunk<O>, void, undefined> {
    return this.#cut(this.#reader.push(this.#decoder.decode(bytes, { stream: true })));
  }

  *#cut(reads: readonly (Read | O)[]): Generator<Chunk<O>, void, undefined> {
    for (let from = 0; from < reads.length; from += this.#most) {
      yield { reads: reads.slice(from, from + this.#most) };
    }
  }
}
