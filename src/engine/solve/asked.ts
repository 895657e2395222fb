import { askedBelow } from '../kernels/asked-below.ts';
import type { Forbids } from '../kernels/search.ts';
import type { Compiled } from '../problem/compiled.ts';
import { type AnyProblem, compiledOf, Problem } from '../problem/problem.ts';
import { checkTimes } from './engines.ts';
import type { Settings } from './question-settings.ts';

/** What answers a question: the problem as integers, and the rules by functions around it. */
interface Asked<S> {
  readonly compiled: Compiled;
  readonly settings: S;
}

/** A problem and settings as strategies take them. */
export function askedOf<S extends Settings>(problem: AnyProblem, settings: S): Asked<S> {
  const own = problem instanceof Problem ? problem.forbids : settings.forbids;
  const forbids = own as Forbids | undefined;
  if (forbids === undefined) return below(problem, settings, compiledOf(problem));
  forbids.check(settings);
  const compiled = problem instanceof Problem ? problem.compileCovers() : compiledOf(problem);
  return below(problem, { ...settings, forbids }, compiled);
}

function below<S extends Settings>(problem: AnyProblem, settings: S, covers: Compiled): Asked<S> {
  if (problem instanceof Problem) checkTimes(covers, settings.engine ?? 'auto', problem.ruling);
  if (settings.prefix === undefined) return { compiled: covers, settings };
  const { compiled, prefix } = askedBelow(problem, settings.prefix, covers);
  return { compiled, settings: prefix === settings.prefix ? settings : { ...settings, prefix } };
}
