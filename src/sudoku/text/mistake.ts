import { QuadrilleError } from '../../problem/error.ts';

/** Where in which text. */
export interface Spot {
  readonly source: string | undefined;
  readonly line: number;
  readonly column: number;
}

/** What is wrong with a text, as in `puzzles.txt, line 3, column 7: found ...; give ...`. */
export function badText({ source, line, column }: Spot, what: string): QuadrilleError {
  const where = `line ${line}, column ${column}`;
  const message = source === undefined ? where.replace('l', 'L') : `${source}, ${where}`;
  return new QuadrilleError('bad-text', `${message}: ${what}`, { line, column });
}
