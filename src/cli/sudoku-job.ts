import type { Status } from '../engine/solve/limit-settings.ts';
import type { QuestionName, Uniqueness } from '../engine/solve/questions.ts';
import type { Puzzle } from '../puzzles/sudoku/grid.ts';
import type { ReadSettings } from '../puzzles/sudoku/text/format.ts';
import type { VariantForm } from '../puzzles/variants/forms.ts';

/**
 * `all` asks for a stream of solutions, `candidates` for a diagram of them, `canonical` for the
 * canonical form, and `distinct` for the first puzzle of each form; `steps`, `hint` and `rate` for
 * what a person would do; `as` for the puzzle in another form.
 */
export type Asked = QuestionName | 'all' | 'candidates' | Pencil | 'canonical' | 'distinct' | 'as';

export type Pencil = 'steps' | 'hint' | 'rate';

/** The settings for reading a text of Sudokus and for answering them. They go to threads. */
export interface Job extends Omit<ReadSettings, 'source'> {
  readonly question: Asked;
  readonly limit?: number | undefined;
  readonly json?: true | undefined;
  /** The form for `as`. */
  readonly as?: VariantForm | undefined;
  readonly pretty?: true | undefined;
  /** The most milliseconds for a rating. */
  readonly timeout?: number | undefined;
  /** The name of the text. */
  readonly source: string;
  /** True if a line of `--json` names the text: there are several. */
  readonly namesFile: boolean;
}

/** A variant Sudoku as it stands in a text, from a line on. It can go to a thread. */
export interface VariantText {
  readonly variant: string;
  readonly line: number;
}

/** The answer for a puzzle, whatever the question. */
export interface PuzzleAnswer {
  readonly status: Status;
  /** The number of solutions found; a bigint where it is asked for. */
  readonly solutions: number | bigint;
  /** The solution that answers `first`. */
  readonly grid?: Uint8Array | undefined;
  /** The answer to `isUnique`. */
  readonly answer?: Uniqueness['answer'] | undefined;
  /** What a person can do with it. */
  readonly report?: StepsReport | undefined;
}

/** What the techniques of a person come to. */
export interface StepsReport {
  /** The lines to print. */
  readonly text: string;
  /** The fields of `--json`. */
  readonly fields: object;
  /** True if they end before the puzzle is solved. */
  readonly isStuck: boolean;
}

/** The fields of `--json` that tell which puzzle it is. */
export function placeOf({ namesFile, source }: Job, { line }: Pick<Puzzle, 'line'>): object {
  return namesFile ? { file: source, line } : { line };
}
