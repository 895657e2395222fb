import { askedBelow } from '../kernels/asked.ts';
import type { Forbids } from '../kernels/search.ts';
import type { Compiled } from '../problem/compiled.ts';
import { QuadrilleError } from '../problem/error.ts';
import { type AnyProblem, compiledOf, Problem } from '../problem/problem.ts';
import type { Settings } from './question-settings.ts';

/** What answers a question: the problem as integers, and the rules by functions around it. */
interface Asked<S> {
  readonly compiled: Compiled;
  readonly settings: S;
}

/** Settings that do not go with rules by functions, and why. */
const REFUSED = {
  upToSymmetry: 'it may move a solution to one that the function forbids',
  reduce: 'the function knows the options as they are stated',
  proof: 'what the function says is not proven',
} as const;

/** A problem and settings as strategies take them. */
export function askedOf<S extends Settings>(problem: AnyProblem, settings: S): Asked<S> {
  const own = problem instanceof Problem ? problem.forbids : settings.forbids;
  const forbids = own as Forbids | undefined;
  if (forbids === undefined) return below(problem, settings, compiledOf(problem));
  for (const name of Object.keys(REFUSED) as (keyof typeof REFUSED)[]) {
    if (settings[name] === undefined || settings[name] === false) continue;
    throw new QuadrilleError(
      'bad-setting',
      `${name} does not go with ${forbids.names}, a rule by a function: ${REFUSED[name]}. Leave ${name} out.`,
    );
  }
  const compiled = problem instanceof Problem ? problem.compileCovers() : compiledOf(problem);
  return below(problem, { ...settings, forbids }, compiled);
}

function below<S extends Settings>(problem: AnyProblem, settings: S, covers: Compiled): Asked<S> {
  const { compiled, prefix } = askedBelow(problem, settings.prefix, covers);
  return { compiled, settings: prefix === settings.prefix ? settings : { ...settings, prefix } };
}
