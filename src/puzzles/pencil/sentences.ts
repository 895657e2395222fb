import type { Problem } from '../../engine/problem/problem.ts';
import type { Explanation } from '../../engine/solve/why.ts';
import { sentences as reasonSentences, Speaker, type Words } from '../../engine/why/sentences.ts';
import type { Variant } from '../variants/variant.ts';
import type { Step } from './step.ts';
import { stepSentences } from './step-sentences.ts';
import { ClueCover, coveredOf } from './variant-cover.ts';

/**
 * An explanation, or a step, in sentences, one in each element. Below the sentence of a clash, each
 * of its items has one that lists the options that are still possible. Steps of a variant name its clues.
 */
export function sentences(
  subject: Explanation<unknown> | Step,
  problem: Problem<unknown> | Variant,
  words: Words = {},
): string[] {
  const stated = coveredOf(problem);
  const named = stated instanceof ClueCover ? { ...stated.words, ...words } : words;
  if (!('technique' in subject)) return reasonSentences(subject, stated, named);
  const clues = stated instanceof ClueCover ? cluesOf(subject, stated) : [];
  return stepSentences(subject, new Speaker(stated, named), clues);
}

/** The clues by which options of a step exclude each other. */
function cluesOf({ reason, crossedOut }: Step, cover: ClueCover): string[] {
  const { text, chains, options } = reason;
  if (text !== undefined) return [];
  const pairs =
    chains.length === 0
      ? options.flatMap((option) => crossedOut.map((out) => [option, out] as const))
      : chains.flatMap((chain) => {
          const held = chain.filter(({ holds }) => holds);
          const out = chain.filter(({ holds }) => !holds);
          return held.flatMap((one) => out.map((other) => [one.option, other.option] as const));
        });
  return [...new Set(pairs.flatMap(([a, b]) => cover.cluesBetween(a, b)))];
}
