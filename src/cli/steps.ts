/** How steps, hints and ratings are written. */

import type { Rating } from '../puzzles/pencil/questions.ts';
import type { Step } from '../puzzles/pencil/step.ts';

/** Messages where steps end before the problem is solved. */
export const STUCK = 'stuck: no technique finds a further step';
export const SEVERAL =
  'there are several solutions, and no technique finds a step that holds in all';

/** A step on a line: number, difficulty and sentences, with tabs between. */
export function stepLine({ difficulty }: Step, index: number, lines: readonly string[]): string {
  return `${index}\t${difficulty.toFixed(1)}\t${lines.join(' ')}\n`;
}

/** Sentences, each on a line. */
export function hintText(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/** A rating: `2.6`, or `>=2.6` where the steps end before the problem is solved. */
export function ratingText({ difficulty = 0, ending }: Rating): string {
  if (ending === 'contradiction') return 'no solution';
  return `${ending === 'solved' ? '' : '>='}${difficulty.toFixed(1)}`;
}

/** A rating in `--json`. */
export function ratingFields({ difficulty, hardest, ending }: Rating): object {
  return { difficulty: difficulty ?? 0, technique: hardest?.technique, ending };
}

/** A step for programs. `optionOf` gives the fields of an option. */
export function fieldsBy(
  { technique, difficulty, chosen, crossedOut, reason }: Step,
  nameOf: (item: number) => string,
  optionOf: (option: number) => object,
): object {
  const { items, covers, options, chains, text } = reason;
  const links = chains.map((chain) =>
    chain.map(({ option, holds, item }) => ({
      ...optionOf(option),
      holds,
      ...(item >= 0 && { item: nameOf(item) }),
    })),
  );
  return {
    technique,
    difficulty,
    chosen: chosen.map(optionOf),
    crossedOut: crossedOut.map(optionOf),
    reason: {
      items: items.map(nameOf),
      covers: covers.map(nameOf),
      options: options.map(optionOf),
      chains: links,
      ...(text && { text }),
    },
  };
}
