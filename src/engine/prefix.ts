import { type Compiled, checkWhole, hasPrimary } from '../problem/compiled.ts';
import { QuadrilleError, shown } from '../problem/error.ts';

/**
 * What every search checks before it starts. Refuses a compiled problem that is not whole, and a
 * prefix that names no subtree: an unknown option, one that is never chosen because
 * it has no primary item, or two that cannot stand together. Judged by the definition alone, on
 * the compiled problem, so that engines may apply what passes without looking.
 */
export function checkStart(compiled: Compiled, prefix: readonly number[]): void {
  checkWhole(compiled);
  if (!Array.isArray(prefix)) {
    throw new QuadrilleError(
      'bad-prefix',
      `The prefix is ${shown(prefix)}; give an array of option numbers.`,
    );
  }
  if (prefix.length === 0) return;
  const { data, options, coloured, startAt, itemAt, colourAt } = compiled;
  /** item -> the option that uses it. */
  const user = new Map<number, number>();
  const colourOf = new Map<number, number>();
  for (const option of prefix) {
    if (!(Number.isInteger(option) && option >= 0 && option < options)) {
      throw refused(option, `there is no such option (there are ${options}, numbered from 0)`);
    }
    const end = data[startAt + option + 1] as number;
    for (let node = data[startAt + option] as number; node < end; node++) {
      const item = data[itemAt + node] as number;
      const colour = coloured ? (data[colourAt + node] as number) : 0;
      const other = user.get(item);
      if (other !== undefined && (colour === 0 || colour !== colourOf.get(item))) {
        const what =
          other === option
            ? 'it is there twice'
            : `it cannot stand beside option ${other}, because of item ${item}`;
        throw refused(option, what, item);
      }
      user.set(item, option);
      colourOf.set(item, colour);
    }
    if (!hasPrimary(compiled, option))
      throw refused(option, 'it has no primary item, so it is never chosen');
  }
}

function refused(option: number, why: string, item?: number): QuadrilleError {
  return new QuadrilleError(
    'bad-prefix',
    `Option ${shown(option)} cannot be in the prefix: ${why}. ` +
      'Leave it out, or take a prefix from frontier().',
    { option, item },
  );
}
