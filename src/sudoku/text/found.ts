import { QuadrilleError } from '../../problem/error.ts';
import type { Puzzle } from '../grid.ts';
import type { Shape } from '../shape.ts';
import { type Language, puzzleOf } from './decode.ts';
import type { Row } from './line.ts';
import { badText } from './line.ts';

/** A puzzle, or what was wrong in its place, with the line where it began, from 1. */
export type Read =
  | { readonly line: number; readonly puzzle: Puzzle; readonly error?: undefined }
  | { readonly line: number; readonly error: QuadrilleError; readonly puzzle?: undefined };

/** What is wrong with a line. */
export interface Mistake {
  readonly line: number;
  readonly column: number;
  /** What was found, and what was wanted. */
  readonly what: string;
  /** Whether the line is one of a table, and no puzzle with more beside it. */
  readonly isOfTable?: boolean | undefined;
  /** Whether that of a line above has told it, of the same table. */
  readonly isTold?: boolean | undefined;
}

/** What the lines so far have completed, until it is taken. */
export class Found {
  readonly language: Language;
  #reads: Read[] = [];

  constructor(language: Language) {
    this.language = language;
  }

  take(): Read[] {
    if (this.#reads.length === 0) return [];
    const reads = this.#reads;
    this.#reads = [];
    return reads;
  }

  /** A puzzle of all its rows, or of one that holds them all. */
  rows(rows: readonly Row[], shape: Shape): void {
    this.attempt(rows[0]?.line as number, () => puzzleOf(rows, shape, this.language));
  }

  puzzle(puzzle: Puzzle & { readonly line: number }): void {
    this.#reads.push({ line: puzzle.line, puzzle });
  }

  attempt(line: number, read: () => Puzzle): void {
    try {
      this.#reads.push({ line, puzzle: read() });
    } catch (error) {
      if (!(error instanceof QuadrilleError)) throw error;
      this.#reads.push({ line, error });
    }
  }

  mistake({ line, column, what, isTold }: Mistake): void {
    if (isTold) return;
    const error = badText({ source: this.language.source, line, column }, what);
    this.#reads.push({ line, error });
  }
}
