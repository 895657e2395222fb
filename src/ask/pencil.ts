import { Solutions } from '../core/answers.ts';
import { answer, answerAsync, type Watch } from '../core/drivers.ts';
import { AsyncSolutions } from '../core/streams.ts';
import { checkNames, type Limits, now, type Status, type Task, WATCH, Walk } from '../core/walk.ts';
import { type Decisions, decisionsIn } from '../kernels/prefix.ts';
import { Position } from '../pencil/position.ts';
import { type Scale, techniquesFor } from '../pencil/scale.ts';
import type { Step } from '../pencil/step.ts';
import { type Ending, Stepping } from '../pencil/stepping.ts';
import type { AnyProblem } from '../plan/model.ts';
import type { Compiled } from '../problem/compiled.ts';
import { compiledOf } from '../problem/problem.ts';
import { checkFlag } from '../problem/setting.ts';
import { solutions } from './answers.ts';
import { solutionsAsync } from './async.ts';

/** The position to begin at, the techniques, and the limits. */
export interface PencilSettings extends Pick<Limits, 'timeout'> {
  /** Decisions made so far: `k` for option k chosen, `~k` for option k crossed out. */
  readonly prefix?: Decisions | undefined;
  /**
   * The techniques and their difficulties: `sudokuScale` for Sudokus and their variants. Default:
   * `generalScale`, for any problem.
   */
  readonly scale?: Scale | undefined;
  /** True if there is exactly one solution: then patterns that would have a twin count too. */
  readonly unique?: boolean | undefined;
}

export interface StepSettings extends PencilSettings, Pick<Limits, 'limit'> {}

const SETTINGS = ['prefix', 'scale', 'unique', 'timeout'];
const STEP_SETTINGS = [...SETTINGS, 'limit'];
const POLITE = ['stepsAsync', 'hintAsync', 'rateAsync'];

/** Steps one by one. A loop may leave them at any time. */
export class Steps extends Solutions<Step> {
  readonly #stepping: Stepping;

  /** @internal */
  constructor(walk: SteppingWalk) {
    super(walk);
    this.#stepping = walk.stepping;
  }

  /** How they end; undefined before that. */
  get ending(): Ending | undefined {
    return this.#stepping.ending;
  }
}

/** As `Steps`, for `for await`. */
export class AsyncSteps extends AsyncSolutions<Step> {
  readonly #stepping: Stepping;

  /** @internal */
  constructor(walk: SteppingWalk, watch: Watch) {
    super(walk, watch);
    this.#stepping = walk.stepping;
  }

  /** How they end; undefined before that. */
  get ending(): Ending | undefined {
    return this.#stepping.ending;
  }
}

/**
 * The hardest step that a person needs. `difficulty` is absent where no step is needed. It holds
 * only if `ending` is `solved`; else steps beyond the techniques are missing.
 */
export interface Rating {
  readonly difficulty?: number;
  readonly hardest?: Step;
  readonly ending: Ending | undefined;
  readonly status: Status;
}

/**
 * What to do next, by its `kind`:
 * - `step`: a step that is right.
 * - `mistake`: `decisions` of the prefix that must be taken back.
 * - `solved`, `stuck`: there is no step, since nothing is left or no technique finds one.
 * - `contradiction`: the problem has no solution at all.
 * - `unknown`: `status` tells what stopped it.
 */
export type Hint =
  | { readonly kind: 'step'; readonly step: Step; readonly status: Status }
  | { readonly kind: 'mistake'; readonly decisions: readonly number[]; readonly status: Status }
  | { readonly kind: Ending | 'unknown'; readonly status: Status };

/** Solves a problem step by step as a person does, the simplest step first. */
export function steps(problem: AnyProblem, settings: StepSettings = {}): Steps {
  checkNames(settings, STEP_SETTINGS, POLITE);
  return new Steps(new SteppingWalk(problem, settings, false));
}

/** As `steps`, for `for await`, but lets the event loop run. */
export function stepsAsync(problem: AnyProblem, settings: StepSettings & Watch = {}): AsyncSteps {
  checkNames(settings, [...STEP_SETTINGS, ...WATCH]);
  return new AsyncSteps(new SteppingWalk(problem, settings, false), settings);
}

/** Rates a problem by the hardest step that it needs. */
export function rate(problem: AnyProblem, settings: PencilSettings = {}): Rating {
  checkNames(settings, SETTINGS, POLITE);
  return answer(new RatingTask(problem, settings));
}

/** As `rate`, but lets the event loop run. */
export async function rateAsync(
  problem: AnyProblem,
  settings: PencilSettings & Watch = {},
): Promise<Rating> {
  checkNames(settings, [...SETTINGS, ...WATCH]);
  return answerAsync(new RatingTask(problem, settings), settings);
}

/** The next step, or the mistake that was made before. */
export function hint(problem: AnyProblem, settings: PencilSettings = {}): Hint {
  checkNames(settings, SETTINGS, POLITE);
  const compiled = compiledOf(problem);
  const left = timeLeft(settings);
  const checking = checkPosition(compiled, settings);
  let check = checking.next();
  while (check.done !== true) {
    const found = solutions(compiled, { prefix: check.value, limit: 2, timeout: left() });
    check = checking.next({ solutions: [...found], status: found.status });
  }
  return check.value ?? answer(new HintTask(problem, { ...settings, timeout: left() }));
}

/** As `hint`, but lets the event loop run. */
export async function hintAsync(
  problem: AnyProblem,
  settings: PencilSettings & Watch = {},
): Promise<Hint> {
  checkNames(settings, [...SETTINGS, ...WATCH]);
  const { signal } = settings;
  const compiled = compiledOf(problem);
  const left = timeLeft(settings);
  const checking = checkPosition(compiled, settings);
  let check = checking.next();
  while (check.done !== true) {
    const limits = { limit: 2, timeout: left(), signal };
    const found = solutionsAsync(compiled, { prefix: check.value, ...limits });
    const list: number[][] = [];
    for await (const solution of found) list.push(solution);
    check = checking.next({ solutions: list, status: found.status });
  }
  return (
    check.value ?? answerAsync(new HintTask(problem, { ...settings, timeout: left() }), settings)
  );
}

/** The milliseconds that are left of the time-out; all searches of a hint share it. */
function timeLeft({ timeout }: PencilSettings): () => number | undefined {
  if (typeof timeout !== 'number') return () => timeout;
  const deadline = now() + timeout;
  return () => (timeout >= 0 ? Math.max(0, deadline - now()) : timeout);
}

/** The first two solutions below a prefix. */
interface Below {
  readonly solutions: readonly number[][];
  readonly status: Status | undefined;
}

/**
 * Looks for a mistake among the decisions. It asks for solutions below prefixes. It returns nothing
 * where there is still a solution.
 */
function* checkPosition(
  compiled: Compiled,
  settings: PencilSettings,
): Generator<number[], Hint | undefined, Below> {
  const decisions = decisionsIn(compiled, settings.prefix ?? []);
  if (decisions.length === 0) return undefined;
  const all = yield [];
  const [solution, another] = all.solutions;
  if (solution === undefined) {
    if (all.status === 'complete') return { kind: 'contradiction', status: 'complete' };
    return { kind: 'unknown', status: all.status ?? 'complete' };
  }
  if (another === undefined && all.status === 'complete') {
    const wrong = decisions.filter((d) => solution.includes(d < 0 ? ~d : d) !== d >= 0);
    return wrong.length === 0 ? undefined : { kind: 'mistake', decisions: wrong, status: 'found' };
  }
  // Those that others imply already are no part of a prefix; nor is one that they rule out.
  const position = new Position(compiled);
  const told: number[] = [];
  let ruledOut: number | undefined;
  for (const decision of decisions) {
    if (position.live[decision < 0 ? ~decision : decision] === 1) told.push(decision);
    else if (!position.allows(decision)) {
      ruledOut = decision;
      break;
    }
    position.decide(decision);
  }
  // The first decision without a solution is wrong, by halving: below `right` there is one.
  let right = 0;
  let wrong = told.length + 1;
  for (let length = told.length; wrong - right > 1; length = (right + wrong) >> 1) {
    const below = yield told.slice(0, length);
    if (below.solutions.length > 0) right = length;
    else if (below.status === 'complete') wrong = length;
    else return { kind: 'unknown', status: below.status ?? 'complete' };
  }
  const mistake = told[right] ?? ruledOut;
  return mistake === undefined
    ? undefined
    : { kind: 'mistake', decisions: [mistake], status: 'found' };
}

/** Steps within limits. A rating takes the known difficulties together. */
class SteppingWalk extends Walk<Step, Stepping> {
  readonly stepping: Stepping;

  constructor(problem: AnyProblem, settings: StepSettings, isRating: boolean, most?: number) {
    const { limit, timeout } = settings;
    // The time to lay out the techniques counts.
    const began: { stepping?: Stepping } = {};
    super(
      () => {
        began.stepping = steppingOf(problem, settings, isRating);
        return began.stepping;
      },
      ({ step }) => step as Step,
      { limit, timeout },
      most,
    );
    this.stepping = began.stepping as Stepping;
  }
}

function steppingOf(problem: AnyProblem, settings: PencilSettings, isRating: boolean): Stepping {
  const compiled = compiledOf(problem);
  const techniques = techniquesFor(problem, settings.scale);
  const unique = checkFlag('unique', settings.unique);
  const decisions = decisionsIn(compiled, settings.prefix ?? []);
  return new Stepping(compiled, techniques, decisions, unique, isRating);
}

class RatingTask extends SteppingWalk implements Task<Rating> {
  constructor(problem: AnyProblem, { prefix, scale, unique, timeout }: PencilSettings) {
    super(problem, { prefix, scale, unique, timeout }, true);
  }

  answer(status: Status): Rating {
    const { hardest, ending } = this.stepping;
    if (hardest === undefined) return { ending, status };
    return { difficulty: hardest.difficulty, hardest, ending, status };
  }
}

class HintTask extends SteppingWalk implements Task<Hint> {
  constructor(problem: AnyProblem, { prefix, scale, unique, timeout }: PencilSettings) {
    super(problem, { prefix, scale, unique, timeout }, false, 1);
  }

  answer(status: Status): Hint {
    const { step, ending } = this.stepping;
    if (step !== undefined) return { kind: 'step', step, status: 'found' };
    return { kind: ending ?? 'unknown', status };
  }
}
