import { QuadrilleError } from '../../problem/error.ts';
import type { Puzzle } from '../puzzle.ts';
import type { Shape } from '../shape.ts';
import { decode, type Language } from './decode.ts';
import type { Row } from './line.ts';
import { badText } from './mistake.ts';

/** A puzzle, or what was wrong in its place, with the line where it began, from 1. */
export type Read =
  | { readonly line: number; readonly puzzle: Puzzle; readonly error?: undefined }
  | { readonly line: number; readonly error: QuadrilleError; readonly puzzle?: undefined };

/** What the lines so far have completed, until it is taken. */
export class Answers {
  readonly language: Language;
  #found: Read[] = [];

  constructor(language: Language) {
    this.language = language;
  }

  take(): Read[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }

  /** A puzzle of all its rows, or of one that holds them all. */
  rows(rows: readonly Row[], shape: Shape): void {
    this.attempt(rows[0]?.line as number, () => decode(rows, shape, this.language));
  }

  attempt(line: number, read: () => Puzzle): void {
    try {
      this.#found.push({ line, puzzle: read() });
    } catch (error) {
      if (!(error instanceof QuadrilleError)) throw error;
      this.#found.push({ line, error });
    }
  }

  mistake(line: number, column: number, what: string): void {
    this.#found.push({ line, error: this.error(line, column, what) });
  }

  error(line: number, column: number, what: string): QuadrilleError {
    return badText({ source: this.language.source, line, column }, what);
  }
}
