import { Build } from '../diagram/build.ts';
import { Diagram } from '../diagram/diagram.ts';
import { Graph, HEAD } from '../diagram/graph.ts';
import { Nodes } from '../diagram/nodes.ts';
import type { Decisions } from '../kernels/prefix.ts';
import { checkMemoryLimit } from '../kernels/search.ts';
import type { Compiled } from '../problem/compiled.ts';
import { type Problem, Solution } from '../problem/problem.ts';
import { type AnyProblem, answer, checkNames, compiledOf, WATCH } from './answers.ts';
import { answerAsync, type Watch } from './async.ts';
import { type Limits, type Status, type Task, Walk } from './walk.ts';

/** What to build a diagram of, and when to stop. */
export interface DiagramSettings extends Pick<Limits, 'maxNodes' | 'timeout'> {
  /** Only the solutions that keep to these decisions: options chosen (`k`) and left out (`~k`). */
  readonly prefix?: Decisions | undefined;
  /** The most bytes that its states and nodes may take; default: 2 ** 30. */
  readonly memoryLimit?: number | undefined;
}

const SETTINGS = ['prefix', 'memoryLimit', 'maxNodes', 'timeout'];
const MEMORY = 2 ** 30;

/** A diagram, with status `complete`; or no diagram, and what stopped it. */
export interface Built<S> {
  readonly diagram?: Diagram<S>;
  readonly status: Status;
}

/** Builds the diagram of all solutions. */
export function diagram<T>(problem: Problem<T>, settings?: DiagramSettings): Built<Solution<T>>;
export function diagram(compiled: Compiled, settings?: DiagramSettings): Built<number[]>;
export function diagram(problem: AnyProblem, settings: DiagramSettings = {}): Built<unknown> {
  checkNames(settings, SETTINGS);
  return answer(new DiagramTask(problem, settings));
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
  return answerAsync(new DiagramTask(problem, settings), settings);
}

class DiagramTask extends Walk<number, Build<number>> implements Task<Built<unknown>> {
  readonly #problem: AnyProblem;
  readonly #compiled: Compiled;
  readonly #nodes: Nodes;

  constructor(problem: AnyProblem, settings: DiagramSettings) {
    checkMemoryLimit(settings);
    const { prefix, memoryLimit = MEMORY, maxNodes, timeout } = settings;
    const compiled = compiledOf(problem);
    const nodes = new Nodes(HEAD);
    const start = () => new Build(compiled, nodes, { prefix, memoryLimit });
    super(start, ({ result }) => result as number, { maxNodes, timeout });
    this.#problem = problem;
    this.#compiled = compiled;
    this.#nodes = nodes;
  }

  answer(status: Status): Built<unknown> {
    if (status !== 'complete') return { status };
    const problem = this.#problem;
    const graph = Graph.ofNodes(this.#compiled, this.#nodes, this.solution());
    const read = (numbers: number[]) =>
      problem === this.#compiled ? numbers : new Solution(problem as Problem<unknown>, numbers);
    return { diagram: new Diagram(graph, read), status };
  }
}
