import type { Problem } from '../../engine/problem/problem.ts';
import type { Explanation } from '../../engine/solve/why.ts';
import { sentences as reasonSentences, Speaker, type Words } from '../../engine/why/sentences.ts';
import type { Step } from './step.ts';
import { stepSentences } from './step-sentences.ts';

/**
 * An explanation, or a step, in sentences, one in each element. Below the sentence of a clash, each
 * of its items has one that lists the options that are still possible.
 */
export function sentences(
  subject: Explanation<unknown> | Step,
  problem: Problem<unknown>,
  words: Words = {},
): string[] {
  if (!('technique' in subject)) return reasonSentences(subject, problem, words);
  return stepSentences(subject, new Speaker(problem, words));
}
