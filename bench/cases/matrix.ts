/**
 * A problem as plain numbers: what every engine and every rival package is handed, so that
 * all of them start from the same raw input. Items are numbered from 0, primaries first.
 */
export interface Matrix {
  readonly name: string;
  readonly primary: number;
  readonly secondary: number;
  /** The items of each option. */
  readonly options: readonly (readonly number[])[];
  /** Beside each option its colours, 0 for none; absent where nothing is coloured. */
  readonly colours?: readonly (readonly number[])[];
}
