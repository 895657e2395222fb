import { StringDecoder } from 'node:string_decoder';
import type { Shape } from '../sudoku/shape.ts';
import type { Read, ReadSettings } from '../sudoku/text/decode.ts';
import { PuzzleReader } from '../sudoku/text/reader.ts';

export const LINE_FEED = 10;
export const RETURN = 13;

/**
 * A text of Sudokus while it is read, as bytes in UTF-8. Plain lines, of digits and points, are answered as they stand, and
 * no string is made of them; the reader gets all others, and knows what these mean for the lines below them.
 */
export class PuzzleText {
  /** Its name in messages. */
  readonly source: string;
  readonly #reader: PuzzleReader;
  readonly #decoder = new StringDecoder('utf8');

  constructor(source: string, settings: ReadSettings) {
    this.source = source;
    this.#reader = new PuzzleReader({ ...settings, source });
  }

  /** The shape of the plain lines from an index on; none if the line there is not plain. */
  plainShape(bytes: Uint8Array, from: number): Shape | undefined {
    const end = bytes.indexOf(LINE_FEED, from);
    return this.#reader.plainShape((bytes[end - 1] === RETURN ? end - 1 : end) - from);
  }

  /** Passes over plain lines that were answered. */
  pass(lines: number): void {
    this.#reader.pass(lines);
  }

  /** What the reader makes of the next bytes. */
  read(bytes: Uint8Array): Read[] {
    return this.#reader.push(this.#decoder.write(bytes));
  }

  /** What is left when the text is at its end. */
  end(): Read[] {
    return [...this.#reader.push(this.#decoder.end()), ...this.#reader.end()];
  }
}
