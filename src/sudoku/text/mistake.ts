import { mistakeAt, type QuadrilleError } from '../../problem/error.ts';

/** Where in which text. */
export interface Spot {
  readonly source: string | undefined;
  readonly line: number;
  readonly column: number;
}

/** What is wrong with a text, as in `puzzles.txt:3:7: found ...; give ...`. */
export function badText(spot: Spot, what: string): QuadrilleError {
  return mistakeAt(spot, 'bad-text', what);
}
