import type { Compiled } from '../problem/compiled.ts';
import { type AnyProblem, describedOf } from '../problem/problem.ts';
import { ClassSearch, classesUnder } from './class-search.ts';
import { ListedClasses } from './listed-classes.ts';
import type { Settings } from './question-settings.ts';
import { RuledClasses } from './ruled-classes.ts';
import type { SolutionWork } from './solution-work.ts';
import { givenSymmetry } from './symmetry-source.ts';

/** One solution of each class. */
export function eachClass(
  compiled: Compiled,
  settings: Settings,
  problem: AnyProblem,
): SolutionWork {
  const given = givenSymmetry(compiled, settings, problem);
  if (given !== undefined) return new ListedClasses(compiled, settings, given);
  const described = describedOf(problem);
  if (described !== undefined) return new RuledClasses(compiled, described, settings);
  return new ClassSearch(compiled, settings, (found) => classesUnder(compiled, settings, found));
}
