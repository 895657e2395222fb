import type { Problem } from '../../src/index.ts';

/**
 * A problem as plain numbers. Every engine and every rival package gets it, so all of them start
 * from the same raw input. Items are numbered from 0, primaries first.
 */
export interface Matrix {
  readonly name: string;
  readonly primary: number;
  readonly secondary: number;
  /** The items of each option. */
  readonly options: readonly (readonly number[])[];
  /** Beside each option its colours, 0 for none; absent where nothing is coloured. */
  readonly colours?: readonly (readonly number[])[];
  /** The primary items that are preferred; absent where none is. */
  readonly preferred?: readonly number[];
}

/** The numbers of a problem. */
export function matrixOf(name: string, problem: Pick<Problem<unknown>, 'compile'>): Matrix {
  const { data, primary, secondary, options, coloured, startAt, itemAt, colourAt } =
    problem.compile();
  const sliced = (from: number) =>
    Array.from({ length: options }, (_, option) => [
      ...data.subarray(from + data[startAt + option], from + data[startAt + option + 1]),
    ]);
  const matrix = { name, primary, secondary, options: sliced(itemAt) };
  return coloured ? { ...matrix, colours: sliced(colourAt) } : matrix;
}
