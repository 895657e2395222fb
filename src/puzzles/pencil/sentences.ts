import type { Problem } from '../../engine/problem/problem.ts';
import type { Explanation } from '../../engine/solve/why.ts';
import { sentences as reasonSentences, Speaker, type Words } from '../../engine/why/sentences.ts';
import type { Variant } from '../variants/variant.ts';
import type { Step } from './step.ts';
import { stepSentences } from './step-sentences.ts';
import { coveredOf, VariantCover } from './variant-cover.ts';

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
  const named = stated instanceof VariantCover ? { ...stated.words, ...words } : words;
  if (!('technique' in subject)) return reasonSentences(subject, stated, named);
  return stepSentences(subject, new Speaker(stated, named));
}
