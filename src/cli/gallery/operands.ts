import { UsageError } from '../errors.ts';

/** As many operands as are wanted; the names of those that may be left out end with `?`. */
export function operandsOf(operands: readonly string[], ...names: string[]): readonly string[] {
  const least = names.filter((name) => !name.endsWith('?')).length;
  const missing = names[operands.length];
  if (operands.length < least) throw new UsageError(`${missing} is missing`);
  const extra = operands[names.length];
  if (extra === undefined) return operands;
  throw new UsageError(`${JSON.stringify(extra)} is one argument too many`);
}

/** A whole number; whether there is such a puzzle is the puzzle's to say. */
export function wholeOf(text: string, name: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new UsageError(`${name} is ${JSON.stringify(text)}; give a whole number`);
}
