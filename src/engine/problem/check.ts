import { type Compiled, coloursOf, hasPrimary, itemsOf, leastOf, mostOf } from './compiled.ts';
import { shown } from './error.ts';
import { integers } from './memory.ts';
import type { Problem } from './problem.ts';

/**
 * Why options that another program chose are no solution, as in
 * `chooses option 5, which has no primary item`; undefined if they are one. It uses the items, and
 * the rules as they are stated.
 */
export function flawOfChoice(
  problem: Problem<unknown>,
  numbers: readonly number[],
): string | undefined {
  const { ruling } = problem;
  if (ruling !== undefined) {
    const [rule] = ruling.brokenBy(numbers);
    return (
      flawOfChoice(ruling.withOnly([]), numbers) ??
      (rule === undefined ? undefined : `breaks ${ruling.nameOf(rule)}`)
    );
  }
  const compiled = problem.compile();
  const { primary, secondary } = compiled;
  /** Item -> the last option that has it, plus 1, and the number of options that have it. */
  const owner = integers(primary + secondary, 'the items of the problem');
  const covered = integers(primary, 'the items of the problem');
  /** Secondary item -> its colour. */
  const colours = integers(owner.length, 'the items of the problem');
  for (const option of numbers) {
    if (!hasPrimary(compiled, option)) return `chooses option ${option}, which has no primary item`;
    const hues = coloursOf(compiled, option);
    for (const [k, item] of itemsOf(compiled, option).entries()) {
      const colour = hues[k] ?? 0;
      const other = owner[item];
      const name = () => shown(problem.itemName(item));
      if (item < primary) {
        const count = covered[item] + 1;
        const most = mostOf(compiled, item);
        covered[item] = count;
        if (count > most && most !== 1) {
          return `covers item ${name()} with more than ${most} ${optionsOf(most)}`;
        }
      }
      if (other > 0 && excludes(compiled, item, colour, colours[item])) {
        return (
          `chooses options ${other - 1} and ${option}, which exclude each other ` +
          `because of ${name()}`
        );
      }
      owner[item] = option + 1;
      colours[item] = colour;
    }
  }
  for (let item = 0; item < primary; item++) {
    const count = covered[item];
    const least = leastOf(compiled, item);
    if (count >= least) continue;
    const name = shown(problem.itemName(item));
    if (count === 0) return `covers item ${name} with no option`;
    return `covers item ${name} with ${count} ${optionsOf(count)}, fewer than ${least}`;
  }
  return undefined;
}

/**
 * True if two options that have an item exclude each other; `colour` and `other` are its colours in
 * them.
 */
function excludes(compiled: Compiled, item: number, colour: number, other: number): boolean {
  if (item < compiled.primary) return mostOf(compiled, item) === 1;
  return colour === 0 || colour !== other;
}

function optionsOf(count: number): string {
  return count === 1 ? 'option' : 'options';
}
