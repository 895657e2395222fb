import { QuadrilleError, shown } from '../engine/problem/error.ts';

/** An error in a setting or an argument. */
export function badSetting(message: string): QuadrilleError {
  return new QuadrilleError('bad-setting', message);
}

/** An error in the values of a grid. */
export function badGrid(message: string): QuadrilleError {
  return new QuadrilleError('bad-grid', message);
}

/** An error in a text; `line` is its place, where it has one. */
export function badText(message: string, line?: number): QuadrilleError {
  return new QuadrilleError('bad-text', message, { line });
}

/** Throws if a value is no text; the message begins with `what`: `The givens are`. */
export function checkString(text: unknown, what: string): void {
  if (typeof text !== 'string') throw badText(`${what} ${shown(text)}; give a text.`);
}
