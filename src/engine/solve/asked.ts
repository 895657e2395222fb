import type { Forbids } from '../kernels/search.ts';
import type { Compiled } from '../problem/compiled.ts';
import { QuadrilleError } from '../problem/error.ts';
import { type AnyProblem, compiledOf } from '../problem/problem.ts';
import type { Settings } from './question-settings.ts';

/** A problem that has rules by functions, as engine/rules gives it. */
interface Forbidding {
  readonly forbids?: Forbids | undefined;
  /** The problem without these rules. Its `compile` refuses: who asks it would not know of them. */
  compileCovers(): Compiled;
}

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
  const ruled = problem as AnyProblem & Partial<Forbidding>;
  const forbids = ruled?.forbids ?? settings.forbids;
  if (forbids === undefined) return { compiled: compiledOf(problem), settings };
  for (const name of Object.keys(REFUSED) as (keyof typeof REFUSED)[]) {
    if (settings[name] === undefined || settings[name] === false) continue;
    throw new QuadrilleError(
      'bad-setting',
      `${name} does not go with ${forbids.names}, a rule by a function: ${REFUSED[name]}. Leave ${name} out.`,
    );
  }
  const compiled = ruled.compileCovers?.() ?? compiledOf(problem);
  return { compiled, settings: { ...settings, forbids } };
}
