import type { Machine } from './machine.ts';

/** A table of the page: what a benchmark measured, or a part of it. */
export interface Section {
  /** Different from the other titles of the benchmark. */
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** Sentences that stand under the table. Their numbers are of this run. */
  readonly notes?: readonly string[];
  /** True draws the times or the rates as well. */
  readonly plot?: boolean;
}

export interface Column {
  readonly name: string;
  readonly kind: Kind;
  /** Of a rival that is known. */
  readonly version?: string | undefined;
  /** Whose figures these are, where each column has one contender. */
  readonly of?: 'ours' | 'rival';
}

/**
 * `time` is in milliseconds, `rate` so many a second, `memory` in MB. `ratio` is a time by that of a
 * rival. The others are not compared with the last run.
 */
export type Kind = 'text' | 'number' | 'count' | 'time' | 'rate' | 'memory' | 'ratio';

export interface Row {
  /** The first one names the row. */
  readonly cells: readonly Cell[];
  /** Whose figures these are, where each row has one contender. */
  readonly of?: 'ours' | 'rival';
}

/** A text, a number of the column's kind, or nothing. */
export type Cell = string | number | null | Remark;

export interface Remark {
  readonly value?: number;
  /** It ran out of time at `value`. */
  readonly over?: boolean;
  /** Its answer is wrong; the note says how. */
  readonly wrong?: boolean;
  /** For a footnote. */
  readonly note?: string;
}

/** A section with where it comes from, and the comparison with the last run, as it is kept. */
export interface Measured extends Section {
  /** The words behind `npm run bench --`. */
  readonly command: string;
  readonly machine: Machine;
  /** Absent where there was no run before. */
  readonly last?: Comparison;
}

/** What takes longer than in the last run. */
export interface Comparison {
  readonly date: string;
  /** Of the other machine, where it was one. */
  readonly otherMachine?: string;
  /** The cells of ours that could be compared. */
  readonly compared: number;
  readonly slower: readonly {
    readonly row: number;
    readonly column: number;
    readonly times: number;
  }[];
}

/** The number in a cell, if it was measured to the end and is not known to be wrong. */
export function valueIn(cell: Cell | undefined): number | undefined {
  if (typeof cell === 'number') return cell;
  if (cell === null || typeof cell !== 'object') return undefined;
  return cell.over === true || cell.wrong === true ? undefined : cell.value;
}
