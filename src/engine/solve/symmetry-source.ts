import { Start } from '../kernels/prefix.ts';
import type { Compiled } from '../problem/compiled.ts';
import { QuadrilleError } from '../problem/error.ts';
import { type AnyProblem, type OptionSymmetry, Problem } from '../problem/problem.ts';
import type { SolutionRules } from '../symmetry/images.ts';
import { groupBelow, type OptionGroup, optionGroupOf } from '../symmetry/option-group.ts';
import type { Settings } from './question-settings.ts';

/** The symmetries of a question, listed, and what they are symmetries of. */
export interface Symmetry {
  readonly group: OptionGroup;
  /** The problem as it is stated. */
  readonly stated: Compiled;
  readonly rules: SolutionRules;
}

/**
 * The group that a caller gives, below the prefix of the question: the symmetries that keep the
 * options chosen. Undefined where the symmetries are those of the problem.
 */
export function givenSymmetry(
  compiled: Compiled,
  { upToSymmetry, prefix }: Pick<Settings, 'upToSymmetry' | 'prefix'>,
  problem: AnyProblem,
): Symmetry | undefined {
  if (typeof upToSymmetry !== 'object') return undefined;
  const ruling = problem instanceof Problem ? problem.ruling : undefined;
  if (ruling === undefined && compiled.stated < compiled.options) {
    throw new QuadrilleError(
      'not-supported',
      'A compiled problem does not tell if the image of a solution keeps its rules; give the Problem ' +
        'that withRules() gave.',
    );
  }
  const group = optionGroupOf(upToSymmetry as readonly OptionSymmetry[], compiled);
  const rules = rulesBelow(compiled, prefix);
  return {
    group: groupBelow(group, compiled, rules),
    stated: ruling?.stated ?? compiled,
    rules: {
      ...rules,
      ...(ruling && { keepsRules: (chosen) => ruling.brokenBy(chosen).length === 0 }),
    },
  };
}

/** The options that a prefix chooses, and those that it leaves out. */
export function rulesBelow(compiled: Compiled, prefix: Settings['prefix']) {
  const { chosen, chosenCount, leftOut, leftOutCount } = new Start(compiled, prefix);
  return {
    chosen: new Set(chosen.subarray(0, chosenCount)),
    leftOut: new Set(leftOut.subarray(0, leftOutCount)),
  };
}
