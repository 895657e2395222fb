import { Compiled, emptyCompiled } from '../problem/compiled.ts';
import { QuadrilleError } from '../problem/error.ts';
import {
  type AnyProblem,
  compiledOf,
  Problem,
  preparationOf,
  type Ruling,
} from '../problem/problem.ts';
import { pausing, type Slices } from '../problem/slices.ts';
import { checkStatedOptions, type Decisions, Start } from './prefix.ts';

/** A problem as engines take it, and the decisions below which they search. */
interface Asked {
  readonly compiled: Compiled;
  readonly prefix: Decisions | undefined;
}

/**
 * A problem below a prefix, as engines take it. They refuse a prefix whose decisions exclude each
 * other at once. Where only rules exclude them, that is no mistake of the caller: there is no
 * solution.
 */
export function askedBelow(
  problem: AnyProblem,
  prefix: Decisions | undefined,
  compiled = compiledOf(problem),
): Asked {
  const ruling = checkStated(problem, prefix);
  const isOut = prefix !== undefined && isRuledOut(ruling, compiled, prefix);
  return isOut ? { compiled: deadEndLike(compiled), prefix: undefined } : { compiled, prefix };
}

/** The same in slices, for a problem that is compiled for it. */
export function* askingBelow(problem: AnyProblem, prefix: Decisions | undefined): Slices<Asked> {
  const preparation = preparationOf(problem);
  if (preparation !== undefined) yield* pausing(preparation);
  return askedBelow(problem, prefix);
}

/** Refuses a prefix with options that rules add, which callers do not know. Returns the rules. */
export function checkStated(
  problem: AnyProblem,
  prefix: Decisions | undefined,
): Ruling<unknown> | undefined {
  const ruling = problem instanceof Problem ? problem.ruling : undefined;
  if (ruling !== undefined && prefix !== undefined)
    checkStatedOptions(prefix, ruling.stated.options);
  return ruling;
}

/** True if the rules of a problem exclude decisions at once, and its items do not. */
export function isRuledOut(
  ruling: Pick<Ruling<unknown>, 'stated'> | undefined,
  compiled: Compiled,
  prefix: Decisions,
): boolean {
  if (ruling === undefined) return false;
  try {
    new Start(compiled, prefix);
    return false;
  } catch (error) {
    if (!(error instanceof QuadrilleError && error.code === 'bad-prefix')) throw error;
    new Start(ruling.stated, prefix);
    return true;
  }
}

/** A problem without a solution that has the options of another one, by their numbers. */
function deadEndLike({ options, stated }: Compiled): Compiled {
  const data = emptyCompiled({ primary: 1, secondary: 1, options, stated, nodes: options });
  const compiled = Compiled.of(data);
  for (let option = 0; option < options; option++) {
    data[compiled.startAt + option + 1] = option + 1;
    data[compiled.itemAt + option] = 1;
  }
  return compiled;
}
