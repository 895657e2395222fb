import { type Decisions, Start } from '../kernels/prefix.ts';
import type { Compiled } from '../problem/compiled.ts';
import { type AnyProblem, compiledOf } from '../problem/problem.ts';
import { deadEnd, type Reduced, reducing } from '../problem/reduce.ts';
import { checkFlag } from '../problem/setting.ts';
import { finish, type Slices } from '../problem/slices.ts';

/** The settings that a model depends on. */
export interface ModelSettings {
  readonly reduce?: boolean | undefined;
  readonly prefix?: Decisions | undefined;
}

/** A problem as engines take it, reduced if the settings say so. */
export interface Model<S extends ModelSettings = ModelSettings> {
  readonly compiled: Compiled;
  readonly settings: S;
  /** These options by their numbers in the problem as it was stated. It changes the array. */
  read(numbers: number[]): number[];
}

export function modelOf<S extends ModelSettings>(problem: AnyProblem, settings: S): Model<S> {
  return finish(modelling(compiledOf(problem), settings));
}

/** Makes a model, in slices if the problem is reduced. */
export function* modelling<S extends ModelSettings>(
  compiled: Compiled,
  settings: S,
): Slices<Model<S>> {
  if (!checkFlag('reduce', settings.reduce)) return { compiled, settings, read: asStated };
  const { prefix, optionOf, ...reduced } = yield* reducedBelow(compiled, settings.prefix);
  return {
    compiled: reduced.compiled,
    settings: { ...settings, reduce: false, prefix },
    read(numbers) {
      for (let k = 0; k < numbers.length; k++) {
        numbers[k] = optionOf[numbers[k]];
      }
      return numbers;
    },
  };
}

function asStated(numbers: number[]): number[] {
  return numbers;
}

/**
 * The reduced problem, with the prefix for it. If the prefix chooses an option that is in no
 * solution, the result has no solution.
 */
function* reducedBelow(compiled: Compiled, decisions: Decisions = []) {
  const { prefix } = new Start(compiled, decisions);
  const reduced = yield* reducing(compiled);
  const below = reducedPrefix(reduced, prefix);
  return below === undefined
    ? { ...deadEnd(compiled, 0), prefix: [] }
    : { ...reduced, prefix: below };
}

/**
 * A prefix of the original problem as decisions of the smaller one: options chosen (`k`) and left
 * out (`~k`). Undefined if the prefix chooses an option that is in no solution.
 */
function reducedPrefix({ optionOf }: Reduced, prefix: Iterable<number>): number[] | undefined {
  const numberOf = new Map(Array.from(optionOf, (option, number) => [option, number]));
  const decisions: number[] = [];
  for (const decision of prefix) {
    const number = numberOf.get(decision < 0 ? ~decision : decision);
    if (number !== undefined) decisions.push(decision < 0 ? ~number : number);
    else if (decision >= 0) return undefined;
  }
  return decisions;
}
