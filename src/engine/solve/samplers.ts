import { Diagram } from '../diagram/diagram.ts';
import { IsomorphSamples } from '../diagram/isomorph-samples.ts';
import { isRich } from '../diagram/isomorphs.ts';
import { Encoding } from '../diagram/multiples.ts';
import { Sampler } from '../diagram/sampler.ts';
import { askedBelow } from '../kernels/asked-below.ts';
import { COSTS } from '../kernels/costs.ts';
import type { Decisions } from '../kernels/prefix.ts';
import { checkBudget, checkMemoryLimit, type Outcome, type Work } from '../kernels/search.ts';
import type { Compiled } from '../problem/compiled.ts';
import {
  type AnyProblem,
  type Problem,
  preparationOf,
  type Solution,
  solutionOf,
} from '../problem/problem.ts';
import { checkFlag } from '../problem/setting.ts';
import { cooperate, type Watch } from './cooperative.ts';
import { Building, type DiagramSettings } from './diagrams.ts';
import type { Status } from './limit-settings.ts';
import { checkNames, WATCH } from './settings.ts';
import { block, Task } from './task.ts';

/** The part of the solutions to draw from, and the limits. */
export interface SamplerSettings extends DiagramSettings {
  /** False to count without regard to symmetries of the problem. Default: true. */
  readonly symmetry?: boolean | undefined;
}

const SETTINGS = ['prefix', 'memoryLimit', 'maxNodes', 'timeout', 'symmetry'];
const MEMORY_BYTES = 2 ** 30;
/** The part of the memory for isomorphic states, which are few. */
const MEMORY_PART = 1 / 16;
/** Nanoseconds of work, by the table of costs, before isomorphic states are counted as well. */
const ALONE = 2 ** 26;

/** A sampler, with status `complete`; or none, and the status that stopped it. */
export interface Sampling<S> {
  readonly sampler?: Sampler<S>;
  readonly status: Status;
}

/** Counts the solutions so that they can be drawn at random. */
export function sampler<T>(problem: Problem<T>, settings?: SamplerSettings): Sampling<Solution<T>>;
export function sampler(compiled: Compiled, settings?: SamplerSettings): Sampling<number[]>;
export function sampler(problem: AnyProblem, settings: SamplerSettings = {}): Sampling<unknown> {
  checkNames(settings, SETTINGS);
  return block(samplerTask(problem, settings));
}

/** As `sampler`, but lets the event loop run. */
export function samplerAsync<T>(
  problem: Problem<T>,
  settings?: SamplerSettings & Watch,
): Promise<Sampling<Solution<T>>>;
export function samplerAsync(
  compiled: Compiled,
  settings?: SamplerSettings & Watch,
): Promise<Sampling<number[]>>;
export async function samplerAsync(
  problem: AnyProblem,
  settings: SamplerSettings & Watch = {},
): Promise<Sampling<unknown>> {
  checkNames(settings, [...SETTINGS, ...WATCH]);
  return cooperate(samplerTask(problem, settings), settings);
}

export function samplerTask(
  problem: AnyProblem,
  settings: SamplerSettings,
): Task<Sampling<unknown>, Preparing> {
  checkMemoryLimit(settings);
  const symmetry = checkFlag('symmetry', settings.symmetry ?? true);
  const { prefix, memoryLimit = MEMORY_BYTES, maxNodes, timeout } = settings;
  const slices = preparationOf(problem);
  let encoding: Encoding;
  const start = () => {
    const asked = askedBelow(problem, prefix);
    encoding = new Encoding(asked.compiled);
    const decisions = asked.prefix && encoding.decisions(asked.prefix);
    return new Preparing(encoding.compiled, decisions, memoryLimit, symmetry);
  };
  const read = (numbers: number[]) => solutionOf(problem, numbers);
  return new Task<Sampling<unknown>, Preparing>(
    start,
    { maxNodes, timeout },
    ({ building, isomorphs }, status) => {
      if (status !== 'complete') return { status };
      if (building !== undefined) {
        const { graph, below } = building.made;
        const diagram = new Diagram(graph, encoding, read, below);
        return { sampler: new Sampler(diagram.count, (index) => diagram.at(index)), status };
      }
      const { result } = isomorphs as { result: bigint };
      const at = (index: bigint | number) =>
        read(encoding.read((isomorphs as IsomorphSamples).at(BigInt(index))));
      return { sampler: new Sampler(result, at), status };
    },
    undefined,
    slices && { slices, answer: (status) => ({ status }) },
  );
}

/**
 * A diagram of all solutions, or their count up to isomorphism: whichever ends first. The diagram
 * begins. Where it takes long and most states meet isomorphic ones, the two take turns of equal
 * work. One that lacks memory leaves the other alone. At the end, only the one that has ended is
 * there. A turn ends at a fixed amount of work, however many pauses it has, so it is the same one
 * each time.
 */
class Preparing implements Work {
  building: Building | undefined;
  isomorphs: IsomorphSamples | undefined;
  readonly guesses = 0;
  readonly solutions = 0;
  readonly #start: () => IsomorphSamples;
  #mayStart: boolean;
  /** The one whose turn it is, and its work at the end of the turn. Undefined between two turns. */
  #turn: Building | IsomorphSamples | undefined;
  #until = 0;
  /** The counters of those that were given up. */
  #before = { nodes: 0, updates: 0, deepest: 0 };

  constructor(
    compiled: Compiled,
    prefix: Decisions | undefined,
    memoryLimit: number,
    symmetry: boolean,
  ) {
    const few = symmetry ? MEMORY_PART * memoryLimit : 0;
    this.building = new Building(compiled, { prefix, memoryLimit: memoryLimit - few });
    this.#start = () => new IsomorphSamples(compiled, { prefix, memoryLimit: few, suits: isRich });
    this.#mayStart = symmetry;
  }

  get nodes(): number {
    return this.#before.nodes + (this.building?.nodes ?? 0) + (this.isomorphs?.nodes ?? 0);
  }

  get updates(): number {
    return this.#before.updates + (this.building?.updates ?? 0);
  }

  get deepest(): number {
    const { building, isomorphs } = this;
    return Math.max(this.#before.deepest, building?.deepest ?? 0, isomorphs?.deepest ?? 0);
  }

  share(): number {
    const { isomorphs } = this;
    return Math.max(this.building?.share() ?? 0, isomorphs ? 2 ** isomorphs.logShare() : 0);
  }

  advance(nodeBudget: number): Outcome {
    checkBudget(nodeBudget);
    const stop = this.nodes + nodeBudget;
    for (;;) {
      const left = stop - this.nodes;
      if (left <= 0) return 'paused';
      if (this.#turn === undefined) this.#beginTurn();
      const turn = this.#turn;
      if (turn === undefined) return 'stuck';
      const outcome = turn.advance(left, this.#until);
      if (outcome === 'exhausted')
        this.#drop(turn === this.building ? this.isomorphs : this.building);
      if (outcome === 'stuck') this.#drop(turn);
      if (outcome !== 'paused' || turn.work >= this.#until) this.#turn = undefined;
      if (outcome === 'exhausted' || nodeBudget !== Number.POSITIVE_INFINITY) {
        return outcome === 'stuck' ? 'paused' : outcome;
      }
    }
  }

  #beginTurn(): void {
    const { building } = this;
    const isBuilt = building?.isBuilt ?? false;
    if (this.#mayStart && !isBuilt && (building === undefined || workOf(building) >= ALONE)) {
      this.#mayStart = false;
      this.isomorphs = this.#start();
    }
    const { isomorphs } = this;
    const isBehind =
      building === undefined ||
      (isomorphs !== undefined && isomorphs.work + ALONE < workOf(building));
    this.#turn = isBehind && !isBuilt ? isomorphs : building;
    this.#until = (this.#turn?.work ?? 0) + TURN_WORK;
  }

  #drop(one: Building | IsomorphSamples | undefined): void {
    if (one === undefined) return;
    const { nodes, updates, deepest } = this;
    if (one === this.building) this.building = undefined;
    else this.isomorphs = undefined;
    // The sums stay as they were.
    this.#before.nodes += nodes - this.nodes;
    this.#before.updates += updates - this.updates;
    this.#before.deepest = deepest;
  }
}
/** The work of a turn, in updates of a diagram or nanoseconds of isomorphic states. */
const TURN_WORK = 1 << 17;

function workOf({ updates, nodes }: Building): number {
  return COSTS.build.update * updates + COSTS.build.node * nodes;
}
