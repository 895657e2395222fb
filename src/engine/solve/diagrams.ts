import { Build, type BuildSettings } from '../diagram/build.ts';
import type { Exact } from '../diagram/counts.ts';
import { Diagram } from '../diagram/diagram.ts';
import { Graph, HEAD_INTEGERS } from '../diagram/graph.ts';
import { Encoding } from '../diagram/multiples.ts';
import { Nodes } from '../diagram/nodes.ts';
import { borderOrder } from '../diagram/order.ts';
import { askedBelow } from '../kernels/asked-below.ts';
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
import type { Slices } from '../problem/slices.ts';
import { cooperate, type Watch } from './cooperative.ts';
import type { Limits, Status } from './limit-settings.ts';
import { checkNames, WATCH } from './settings.ts';
import { block, Task } from './task.ts';

/** The part of the solutions to build a diagram of, and the limits. */
export interface DiagramSettings extends Pick<Limits, 'maxNodes' | 'timeout'> {
  /** Only the solutions that keep to these decisions: options chosen (`k`) and left out (`~k`). */
  readonly prefix?: Decisions | undefined;
  /** The most bytes that its states and nodes may take; default: 2 ** 30. */
  readonly memoryLimit?: number | undefined;
}

const SETTINGS = ['prefix', 'memoryLimit', 'maxNodes', 'timeout'];
const MEMORY_BYTES = 2 ** 30;
/** The work after which one of two builds is given up: some 50 ms of each. */
const PILOT = 1 << 21;
/** The work of a turn of a build: some milliseconds. A small problem is done in the first turn. */
const TURN_WORK = 1 << 17;

/** A diagram, with status `complete`; or no diagram, and the status that stopped it. */
export interface Built<S> {
  readonly diagram?: Diagram<S>;
  readonly status: Status;
}

/**
 * Builds the diagram of all solutions.
 *
 * @example
 * ```ts
 * import { diagram } from 'quadrille';
 * import { dominoes } from 'quadrille/puzzles';
 *
 * const { diagram: tilings, status } = diagram(dominoes('8x8'));
 * console.log(tilings?.count, status); // 12988816n complete
 * console.log(tilings?.sample({ seed: 1, size: 2 }).length); // 2
 * ```
 */
export function diagram<T>(problem: Problem<T>, settings?: DiagramSettings): Built<Solution<T>>;
export function diagram(compiled: Compiled, settings?: DiagramSettings): Built<number[]>;
export function diagram(problem: AnyProblem, settings: DiagramSettings = {}): Built<unknown> {
  checkNames(settings, SETTINGS);
  return block(diagramTask(problem, settings));
}

/** As `diagram`, but lets the event loop run. */
export function diagramAsync<T>(
  problem: Problem<T>,
  settings?: DiagramSettings & Watch,
): Promise<Built<Solution<T>>>;
export function diagramAsync(
  compiled: Compiled,
  settings?: DiagramSettings & Watch,
): Promise<Built<number[]>>;
export async function diagramAsync(
  problem: AnyProblem,
  settings: DiagramSettings & Watch = {},
): Promise<Built<unknown>> {
  checkNames(settings, [...SETTINGS, ...WATCH]);
  return cooperate(diagramTask(problem, settings), settings);
}

function diagramTask(
  problem: AnyProblem,
  settings: DiagramSettings,
): Task<Built<unknown>, Building> {
  checkMemoryLimit(settings);
  const { prefix, memoryLimit = MEMORY_BYTES, maxNodes, timeout } = settings;
  const slices = preparationOf(problem);
  let encoding: Encoding;
  const start = () => {
    const asked = askedBelow(problem, prefix);
    encoding = new Encoding(asked.compiled);
    const decisions = asked.prefix && encoding.decisions(asked.prefix);
    return new Building(encoding.compiled, { prefix: decisions, memoryLimit });
  };
  const read = (numbers: number[]) => solutionOf(problem, numbers);
  return new Task<Built<unknown>, Building>(
    start,
    { maxNodes, timeout },
    ({ made }, status) =>
      status === 'complete'
        ? { diagram: new Diagram(made.graph, encoding, read, made.below), status }
        : { status },
    undefined,
    slices && { slices, answer: (status) => ({ status }) },
  );
}

/** The nodes of a diagram, and the number of solutions below each. */
interface Made {
  readonly graph: Graph;
  readonly below: readonly Exact[];
}

/** A build and the nodes that it makes. */
interface Trial {
  readonly nodes: Nodes;
  readonly build: Build<number>;
}

/**
 * Builds a diagram in the better of two orders: on the item with the fewest options, or along a
 * front. The builds take turns of equal work. A build that comes to its end wins; after PILOT of
 * work each, the build that has done more of its tree goes on alone. Then the graph is made of its
 * nodes, slice by slice. A turn ends at a fixed amount of its build's work, however many pauses it
 * has, so the diagram is the same each time.
 */
export class Building implements Work {
  readonly #compiled: Compiled;
  #trials: Trial[];
  /** The build whose turn it is, and its work at the end of the turn. */
  #turn: Trial;
  #until = TURN_WORK;
  /** The counters of the build that was given up. */
  #before = { nodes: 0, work: 0, deepest: 0 };
  readonly guesses = 0;
  readonly solutions = 0;
  /** The graph while it is made, and when it is made. */
  #making: Slices<Made> | undefined;
  #made: Made | undefined;

  constructor(compiled: Compiled, settings: BuildSettings) {
    this.#compiled = compiled;
    this.#trials = [undefined, borderOrder].map((order) => {
      const nodes = new Nodes(HEAD_INTEGERS);
      return { nodes, build: new Build(compiled, nodes, { ...settings, order }) };
    });
    this.#turn = this.#trials[0];
  }

  /** The last node counts when the graph is made: no limit of nodes stops the work between. */
  get nodes(): number {
    const nodes = this.#trials.reduce((sum, { build }) => sum + build.nodes, this.#before.nodes);
    return this.#making === undefined || this.#made !== undefined ? nodes : Math.max(0, nodes - 1);
  }

  get updates(): number {
    return this.work;
  }

  /** The work of both builds, as they count it. */
  get work(): number {
    return this.#trials.reduce((sum, { build }) => sum + build.work, this.#before.work);
  }

  get deepest(): number {
    return Math.max(this.#before.deepest, ...this.#trials.map(({ build }) => build.deepest));
  }

  share(): number {
    return Math.max(...this.#trials.map(({ build }) => 2 ** build.logShare()));
  }

  /** True when a build has come to its end, and the graph is made. */
  get isBuilt(): boolean {
    return this.#making !== undefined;
  }

  /** As `Search` does; until a build has come to its end, for at most `mostWork` in all. */
  advance(nodeBudget: number, mostWork = Number.POSITIVE_INFINITY): Outcome {
    checkBudget(nodeBudget);
    const stop = this.nodes + nodeBudget;
    for (;;) {
      if (this.#making !== undefined) {
        const { done, value } = this.#making.next();
        if (done === true) this.#made = value;
        if (this.#made !== undefined) return 'exhausted';
        if (nodeBudget !== Number.POSITIVE_INFINITY) return 'paused';
        continue;
      }
      const left = stop - this.nodes;
      const workLeft = mostWork - this.work;
      if (left <= 0 || workLeft <= 0) return 'paused';
      const { build } = this.#turn;
      const outcome = build.advance(left, Math.min(this.#until, build.work + workLeft));
      if (outcome === 'exhausted') {
        this.#keep(this.#turn);
        this.#making = this.#make(this.#turn);
      } else if (outcome === 'stuck') {
        const other = this.#trials.find((trial) => trial !== this.#turn);
        if (other === undefined) return 'stuck';
        this.#keep(other);
      } else if (build.work >= this.#until) this.#nextTurn();
      if (nodeBudget !== Number.POSITIVE_INFINITY) return 'paused';
    }
  }

  /** To be read at the end. */
  get made(): Made {
    return this.#made as Made;
  }

  *#make({ nodes, build }: Trial): Slices<Made> {
    const graph = yield* Graph.ofNodes(this.#compiled, nodes, build.result as number);
    return { graph, below: yield* graph.solutionsBelow() };
  }

  /** The build that has done less has the next turn, unless one of the two is chosen. */
  #nextTurn(): void {
    const [one, other] = this.#trials as [Trial, Trial];
    if (Math.min(one.build.work, other.build.work) >= PILOT) {
      this.#keep(other.build.logShare() > one.build.logShare() ? other : one);
      return;
    }
    this.#turn = other.build.work < one.build.work ? other : one;
    this.#until = this.#turn.build.work + TURN_WORK;
  }

  /** Gives the other build up. */
  #keep(trial: Trial): void {
    for (const { build } of this.#trials) {
      if (build === trial.build) continue;
      const { nodes, work, deepest } = build;
      this.#before = { nodes, work, deepest };
    }
    this.#trials = [trial];
    this.#turn = trial;
    this.#until = Number.POSITIVE_INFINITY;
  }
}
