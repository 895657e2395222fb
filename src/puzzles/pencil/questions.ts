import type { Decisions } from '../../engine/kernels/prefix.ts';
import type { Compiled } from '../../engine/problem/compiled.ts';
import { compiledOf, preparationOf } from '../../engine/problem/problem.ts';
import { pausing, type Slices } from '../../engine/problem/slices.ts';
import { cooperate, type Watch } from '../../engine/solve/cooperative.ts';
import type { Limits, Status } from '../../engine/solve/limit-settings.ts';
import { uniquePortfolio } from '../../engine/solve/portfolios.ts';
import { streamOf } from '../../engine/solve/questions.ts';
import { checkNames, WATCH } from '../../engine/solve/settings.ts';
import { AsyncSolutions, Solutions } from '../../engine/solve/streams.ts';
import { block, Task } from '../../engine/solve/task.ts';
import type { TreePortfolio } from '../../engine/solve/tree-portfolio.ts';
import { partsOf } from './parts.ts';
import { Position } from './position.ts';
import { type PencilSettings, type Rating, ratingTask } from './rating.ts';
import type { Step } from './step.ts';
import { type Ending, type LookAhead, type Steppable, Stepping } from './stepping.ts';
import type { Solvable } from './variant-cover.ts';

export type { PencilSettings, Rating };

export interface StepSettings extends PencilSettings, Pick<Limits, 'limit'> {}

const PENCIL_SETTINGS = ['prefix', 'scale', 'unique', 'timeout'];
const STEP_SETTINGS = [...PENCIL_SETTINGS, 'limit'];

type StepsTask = Task<undefined, Stepping>;

/** Steps one by one. A loop may leave them at any time. */
export class Steps extends Solutions<Step> {
  readonly #stepping: Stepping;

  /** @internal */
  constructor(task: StepsTask) {
    super(task, () => task.work.step as Step);
    this.#stepping = task.work;
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
  constructor(task: StepsTask, watch: Watch) {
    super(task, () => task.work.step as Step, watch);
    this.#stepping = task.work;
  }

  /** How they end; undefined before that. */
  get ending(): Ending | undefined {
    return this.#stepping.ending;
  }
}

/**
 * The next move, by its `kind`:
 * - `step`: a step that is right.
 * - `mistake`: `decisions` of the prefix that must be taken back.
 * - `solved`: there is no step, since nothing is left: that is the only solution.
 * - `several`: there are several solutions, and no technique finds a step that holds in all of
 *   them.
 * - `stuck`: no technique finds a step.
 * - `contradiction`: the problem has no solution at all.
 * - `unknown`: `status` says what stopped it.
 */
export type Hint =
  | { readonly kind: 'step'; readonly step: Step; readonly status: Status }
  | { readonly kind: 'mistake'; readonly decisions: readonly number[]; readonly status: Status }
  | { readonly kind: Ending | 'unknown'; readonly status: Status };

/** Solves a problem step by step as a person does, the simplest step first. */
export function steps(problem: Solvable, settings: StepSettings = {}): Steps {
  checkNames(settings, STEP_SETTINGS);
  return new Steps(stepsTask(problem, settings));
}

/** As `steps`, for `for await`, but lets the event loop run. */
export function stepsAsync(problem: Solvable, settings: StepSettings & Watch = {}): AsyncSteps {
  checkNames(settings, [...STEP_SETTINGS, ...WATCH]);
  return new AsyncSteps(stepsTask(problem, settings), settings);
}

function stepsTask(problem: Solvable, settings: StepSettings): StepsTask {
  return streamOf(() => new Stepping(seeingPartsOf(problem, settings)), settings);
}

/** Rates a problem by the hardest step that it needs. */
export function rate(problem: Solvable, settings: PencilSettings = {}): Rating {
  checkNames(settings, PENCIL_SETTINGS);
  return block(taskOfRating(problem, settings));
}

/** As `rate`, but lets the event loop run. */
export async function rateAsync(
  problem: Solvable,
  settings: PencilSettings & Watch = {},
): Promise<Rating> {
  checkNames(settings, [...PENCIL_SETTINGS, ...WATCH]);
  return cooperate(taskOfRating(problem, settings), settings);
}

/** The next step, or the mistake that was made before. */
export function hint(problem: Solvable, settings: PencilSettings = {}): Hint {
  checkNames(settings, PENCIL_SETTINGS);
  return block(hintTask(problem, settings));
}

/** As `hint`, but lets the event loop run. */
export async function hintAsync(
  problem: Solvable,
  settings: PencilSettings & Watch = {},
): Promise<Hint> {
  checkNames(settings, [...PENCIL_SETTINGS, ...WATCH]);
  return cooperate(hintTask(problem, settings), settings);
}

/** The parts of the steps of a problem, with a look at its solutions. */
function seeingPartsOf(problem: Solvable, settings: PencilSettings): Steppable {
  const parts = partsOf(problem, settings);
  return parts.isForOne ? parts : { ...parts, lookAhead: lookAheadOf(parts) };
}

function taskOfRating(problem: Solvable, settings: PencilSettings) {
  return ratingTask(settings, () => seeingPartsOf(problem, settings));
}

function hintTask(problem: Solvable, { timeout, ...settings }: PencilSettings) {
  return new Task(
    () => new Hinting(seeingPartsOf(problem, settings)),
    { timeout },
    ({ step, ending, verdict }, status): Hint => {
      if (verdict !== undefined) return verdict;
      if (step !== undefined) return { kind: 'step', step, status: 'found' };
      return { kind: ending ?? 'unknown', status };
    },
    1,
  );
}

/** Steps; a mistake among the decisions comes before them. */
class Hinting extends Stepping {
  readonly #parts: Steppable;
  /** The mistake, or that there is no solution. */
  verdict: Hint | undefined;

  constructor(parts: Steppable) {
    super(parts);
    this.#parts = parts;
  }

  protected override *begin(position: Position, clash: number | undefined): Slices<boolean> {
    if (this.prefix.length === 0) return false;
    const asking = new Asking(this.#parts);
    try {
      this.verdict = yield* verdictOn(this.prefix, position, clash, asking);
    } finally {
      asking.end();
    }
    return this.verdict !== undefined || (yield* super.begin(position, clash));
  }
}

/**
 * Looks for a mistake among the decisions, by asking for solutions below them. It returns nothing
 * where there is still a solution.
 */
function* verdictOn(
  decisions: readonly number[],
  { made }: Position,
  clash: number | undefined,
  asking: Asking,
): Slices<Hint | undefined> {
  const all = yield* asking.below([], 2);
  const [solution, another] = all.solutions;
  if (solution === undefined) {
    if (all.status === 'complete') return { kind: 'contradiction', status: 'complete' };
    return { kind: 'unknown', status: all.status };
  }
  if (another === undefined && all.status === 'complete') {
    const held = new Set(solution);
    const wrong = decisions.filter((d) => held.has(d < 0 ? ~d : d) !== d >= 0);
    return wrong.length === 0 ? undefined : { kind: 'mistake', decisions: wrong, status: 'found' };
  }
  // The first decision without a solution is wrong, by halving: below `right` there is one.
  let right = 0;
  let wrong = made.length + 1;
  for (let length = made.length; wrong - right > 1; length = (right + wrong) >> 1) {
    const below = yield* asking.below(made.slice(0, length), 1);
    if (below.solutions.length > 0) right = length;
    else if (below.status === 'complete') wrong = length;
    else return { kind: 'unknown', status: below.status };
  }
  const mistake = made[right] ?? clash;
  return mistake === undefined
    ? undefined
    : { kind: 'mistake', decisions: [mistake], status: 'found' };
}

/** Solutions below some decisions, and why there are no more of them. */
interface Below {
  readonly solutions: readonly (readonly number[])[];
  readonly status: 'complete' | 'limit' | 'nodes' | 'memory';
  readonly nodes: number;
}

/** The order of the searches: by chance, so that solutions differ more; the same each time. */
const SEED = 1;
/** The nodes of a search between two pauses. */
const PAUSE_NODES = 1 << 8;

/** What is searched: a problem, or a variant in place of its cover. */
type Asked = Pick<Steppable, 'problem' | 'cover'>;

/** Asks for solutions below decisions, by one search that is reset for each question. */
class Asking {
  readonly #asked: Asked;
  #plan: TreePortfolio | undefined;

  constructor(asked: Asked) {
    this.#asked = asked;
  }

  /**
   * The first solutions below decisions that do not exclude each other, within a number of nodes.
   */
  *below(decisions: Decisions, most: number, maxNodes = Number.POSITIVE_INFINITY): Slices<Below> {
    const { cover } = this.#asked;
    const prefix = cover === undefined ? decisions : cover.decisionsFor(decisions);
    if (this.#plan === undefined) {
      this.#plan = uniquePortfolio(yield* this.#compiled(), { prefix, seed: SEED });
    } else this.#plan.reset(prefix);
    const plan = this.#plan;
    const before = plan.nodes;
    const solutions: number[][] = [];
    for (let nodes = 0; ; ) {
      if (solutions.length === most) return { solutions, status: 'limit', nodes };
      if (nodes >= maxNodes) return { solutions, status: 'nodes', nodes };
      const outcome = plan.advance(Math.min(maxNodes - nodes, PAUSE_NODES));
      nodes = plan.nodes - before;
      if (outcome === 'exhausted') return { solutions, status: 'complete', nodes };
      if (outcome === 'stuck') return { solutions, status: 'memory', nodes };
      if (outcome === 'solution') {
        const solution = plan.solution();
        solutions.push(cover === undefined ? solution : cover.solutionFor(solution));
      }
      yield;
    }
  }

  /** The problem to search, compiled in slices. */
  *#compiled(): Slices<Compiled> {
    const { cover, problem } = this.#asked;
    if (cover === undefined) return problem;
    const stated = cover.variant.problem;
    const preparation = preparationOf(stated);
    if (preparation !== undefined) yield* pausing(preparation);
    return compiledOf(stated);
  }

  end(): void {
    this.#plan?.end();
    this.#plan = undefined;
  }
}

/**
 * The nodes of a look at the solutions. A question counts as one for so many integers of the
 * problem.
 */
const FAIR_SHARE_NODES = 1 << 17;
const INTEGERS_A_NODE = 64;
/** The most options that one question asks for. */
const MOST_ASKED = 64;
/** A solution has the option; another one has not. */
const HELD = 1;
const OUT = 2;

/**
 * Looks if a position has several solutions, and what these share. It goes on until each option is
 * seen in a solution and out of another one, or is proven to be in all or in none.
 */
function lookAheadOf(asked: Asked): LookAhead {
  return function* (position) {
    const { made, live } = position;
    const asking = new Asking(asked);
    const question = Math.ceil(asked.problem.data.length / INTEGERS_A_NODE);
    let left = FAIR_SHARE_NODES;
    const seen = new Uint8Array(live.length);
    const ask = function* (decisions: Decisions, most: number, maxNodes = left): Slices<Below> {
      const below = yield* asking.below(decisions, most, Math.min(maxNodes, left));
      left -= below.nodes + question;
      for (const solution of below.solutions) {
        const held = new Uint8Array(live.length);
        for (const option of solution) held[option] = 1;
        held.forEach((is, option) => {
          seen[option] = seen[option] | (is === 1 ? HELD : OUT);
        });
      }
      return below;
    };
    try {
      const { solutions, nodes } = yield* ask(made, 2);
      if (solutions.length < 2) return { isSeveral: false };
      const shared: number[] = [];
      const trial = Position.like(position);
      /** The options that one question asks for; fewer after one that finds no solution. */
      let most = MOST_ASKED;
      for (let option = 0; option < live.length; option++) {
        while (live[option] === 1 && seen[option] === OUT && most > 1) {
          trial.copy(position);
          let asked = 0;
          for (let other = option; other < live.length && asked < most; other++) {
            if (trial.live[other] === 0 || seen[other] !== OUT) continue;
            yield* trial.decideAll([other]);
            asked++;
          }
          if (asked === 1) break;
          const { status } = yield* ask([...made, ...trial.made], 1, nodes);
          most = status === 'limit' ? Math.min(2 * most, MOST_ASKED) : most >> 2;
        }
        most = Math.max(2, most);
        if (live[option] === 0 || seen[option] === (HELD | OUT)) continue;
        const common = seen[option] === HELD ? option : ~option;
        const { status } = yield* ask([...made, ~common], 1);
        if (status === 'complete') shared.push(common);
        else if (status !== 'limit' || left <= 0) return { isSeveral: true };
      }
      return { isSeveral: true, shared };
    } finally {
      asking.end();
    }
  };
}
