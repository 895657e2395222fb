import type { Compiled } from '../../engine/problem/compiled.ts';
import { cooperate, type Watch } from '../../engine/solve/cooperative.ts';
import { countPortfolio } from '../../engine/solve/counting.ts';
import { type Built, diagram, diagramAsync } from '../../engine/solve/diagrams.ts';
import {
  checkLimits,
  LIMITS,
  type Limits,
  type Status,
} from '../../engine/solve/limit-settings.ts';
import { solverOf } from '../../engine/solve/portfolios.ts';
import type { Settings } from '../../engine/solve/question-settings.ts';
import {
  type AnswersOf,
  type Count,
  type First,
  type QuestionName,
  questionOf,
  streamOf,
  taskOf,
  type Uniqueness,
} from '../../engine/solve/questions.ts';
import { checkNames, WATCH } from '../../engine/solve/settings.ts';
import { AsyncSolutions, Solutions } from '../../engine/solve/streams.ts';
import { nextSolution } from '../../engine/solve/task.ts';
import { encodeBare, gridOf } from './encode.ts';
import { checkGivens, type Grid, GridError } from './grid.ts';
import { LineSolver } from './lines.ts';
import { checkShapeSettings, Shape, type ShapeSettings } from './shape.ts';

/** The settings of a search. */
export interface SolverSettings extends ShapeSettings {
  /** Default: `auto`. */
  readonly engine?: Settings['engine'];
  /** Shuffles ties and the order of values, the same way each time. Default: no shuffle. */
  readonly seed?: number | undefined;
  /** The most bytes for a puzzle. Default: 512 MB for `learn`, 256 MB for `candidates`. */
  readonly memoryLimit?: number | undefined;
}

/** The settings of a solver beside its shape. */
export const SEARCH_SETTINGS = ['engine', 'seed', 'memoryLimit'];
/** A search that is reset for each puzzle. */
type Restartable = ReturnType<typeof solverOf>;
const NO_LIMITS: Limits = {};
const ASYNC_LIMITS = [...LIMITS, ...WATCH];
/** A diagram has all solutions, so there is no `limit`. */
const DIAGRAM_LIMITS = ['maxNodes', 'timeout'];
/** Room for a million solutions or so: more memory would be full after minutes. */
export const DIAGRAM_BYTES = 2 ** 28;

/** The limits of an answer that lets the event loop run. */
export interface AsyncLimits extends Limits, Watch {}

/** The values of the cells in all solutions; without status `complete`, the status alone. */
export interface Candidates {
  /**
   * Cell, row by row -> value -> the number of solutions in which the cell has it, values in order.
   * A given is there too. Without solutions no cell has a value.
   */
  readonly candidates?: readonly ReadonlyMap<number, bigint>[];
  /** The number of all solutions. */
  readonly exact?: bigint;
  readonly status: Status;
}

/**
 * Solves Sudokus of one shape, as the exact cover of the empty grid. The givens of a puzzle are a
 * prefix, and the search starts below it. An easy puzzle needs one small search, which all solvers
 * of the shape share. A hard puzzle needs all engines, which are set up for the first of them.
 * Blocking answers share one search, which is reset for each puzzle. Lazy and asynchronous answers
 * have a search each.
 */
export class Solver {
  readonly shape: Shape;
  readonly #settings: SolverSettings;
  /** True if easy puzzles need no other engine: none is named, and no order of the values. */
  readonly #isPlain: boolean;
  #grid: Compiled | undefined;
  /** The searches that blocking answers share, each made when it is first needed. */
  readonly #searches: { few?: Restartable; all?: Restartable } = {};
  /** The prefix and the solution of the current puzzle, kept so that nothing is allocated. */
  readonly #prefix: Int32Array;
  readonly #chosen: number[] = [];

  constructor(settings: SolverSettings = {}) {
    checkShapeSettings(settings, SEARCH_SETTINGS);
    this.shape = Shape.of(settings);
    const { engine = 'auto', seed, memoryLimit } = settings;
    this.#settings = { engine, seed, memoryLimit };
    this.#isPlain = engine === 'auto' && seed === undefined;
    this.#prefix = new Int32Array(this.shape.cells);
    // An error in the settings comes at once.
    if (!this.#isPlain || memoryLimit !== undefined) this.#searchOf('few');
  }

  /** Looks for one solution. `isUnique` looks for another. */
  first(givens: Grid, limits = NO_LIMITS): First<Uint8Array> {
    return this.#answer('first', givens, limits);
  }

  /**
   * Looks for one solution and writes it to `grid`. Returns `found`, or why there is none. Without
   * limits it allocates nothing, which pays when thousands are solved.
   */
  firstInto(grid: Uint8Array, givens: Grid, limits: Limits = NO_LIMITS): Status {
    if (!(grid instanceof Uint8Array && grid.length === this.shape.cells)) {
      throw new GridError(
        `There is no room for the solution; give a Uint8Array of ${this.shape.cells}.`,
      );
    }
    if (limits !== NO_LIMITS) {
      checkNames(limits, LIMITS);
      checkLimits(limits);
    }
    const { limit = 1, maxNodes = Number.POSITIVE_INFINITY, timeout } = limits;
    const isShort = limit > 0 && timeout === undefined;
    const easy = isShort ? this.#easy : undefined;
    const solved = easy?.searchValues(givens, maxNodes, 1);
    if (solved === 'solution') easy?.write(grid, 0, 0);
    if (solved === 'solution' || solved === 'exhausted') {
      return solved === 'solution' ? 'found' : 'complete';
    }
    const search = this.#searchOf('few');
    const outcome = isShort
      ? nextSolution(this.#startBelow('few', givens), maxNodes)
      : this.first(givens, limits).status;
    if (outcome !== 'solution' && outcome !== 'found') return outcome;
    gridOf(this.shape, search.solution(this.#chosen), grid);
    return 'found';
  }

  /** Counts the solutions. */
  count(givens: Grid, limits = NO_LIMITS): Count {
    return this.#answer('count', givens, limits);
  }

  /** Decides whether there is exactly one solution. It stops at the second. */
  isUnique(givens: Grid, limits = NO_LIMITS): Uniqueness {
    return this.#answer('isUnique', givens, limits);
  }

  /** The solutions one by one. The search for each begins when the caller asks for it. */
  solutions(givens: Grid, limits: Limits = {}): Solutions<Uint8Array> {
    checkNames(limits, LIMITS);
    const task = streamOf(() => this.#own('solutions', givens, limits), limits);
    return new Solutions(task, () => this.#read(task.work));
  }

  /**
   * The values that each cell has in some solution, and in how many. It builds a diagram of all
   * solutions: thousands are quick, and the empty grid has more than any memory holds.
   */
  candidates(givens: Grid, limits: Pick<Limits, 'maxNodes' | 'timeout'> = {}): Candidates {
    checkNames(limits, DIAGRAM_LIMITS);
    const settings = { ...limits, ...this.#diagramSettings(givens) };
    return this.#candidatesOf(diagram(this.#compiled, settings));
  }

  /** As `first`, but lets the event loop run. */
  async firstAsync(givens: Grid, limits: AsyncLimits = {}): Promise<First<Uint8Array>> {
    return this.#answerAsync('first', givens, limits);
  }

  /** As `count`, but lets the event loop run. */
  async countAsync(givens: Grid, limits: AsyncLimits = {}): Promise<Count> {
    return this.#answerAsync('count', givens, limits);
  }

  /** As `isUnique`, but lets the event loop run. */
  async isUniqueAsync(givens: Grid, limits: AsyncLimits = {}): Promise<Uniqueness> {
    return this.#answerAsync('isUnique', givens, limits);
  }

  /** As `candidates`, but lets the event loop run. */
  async candidatesAsync(
    givens: Grid,
    limits: Pick<Limits, 'maxNodes' | 'timeout'> & Watch = {},
  ): Promise<Candidates> {
    checkNames(limits, [...DIAGRAM_LIMITS, ...WATCH]);
    const settings = { ...limits, ...this.#diagramSettings(givens) };
    return this.#candidatesOf(await diagramAsync(this.#compiled, settings));
  }

  /** As `solutions`, for `for await`, but lets the event loop run, however fast solutions come. */
  solutionsAsync(givens: Grid, limits: AsyncLimits = {}): AsyncSolutions<Uint8Array> {
    checkNames(limits, ASYNC_LIMITS);
    const task = streamOf(() => this.#own('solutions', givens, limits), limits);
    return new AsyncSolutions(task, () => this.#read(task.work), limits);
  }

  #answer<Q extends QuestionName>(
    question: Q,
    givens: Grid,
    limits: Limits,
  ): AnswersOf<Uint8Array>[Q] {
    if (limits !== NO_LIMITS) {
      checkNames(limits, LIMITS);
      checkLimits(limits);
    }
    const easy = this.#easy?.answer(question, givens, limits);
    if (easy !== undefined) return easy;
    const kind = question === 'count' ? 'all' : 'few';
    // The search answers further puzzles, so it does not end.
    const task = taskOf(
      questionOf(question),
      () => this.#startBelow(kind, givens),
      this.#read,
      limits,
    );
    return task.answer(task.finish());
  }

  async #answerAsync<Q extends QuestionName>(
    question: Q,
    givens: Grid,
    limits: AsyncLimits,
  ): Promise<AnswersOf<Uint8Array>[Q]> {
    checkNames(limits, ASYNC_LIMITS);
    const start = () => this.#own(question, givens, limits);
    return cooperate(taskOf(questionOf(question), start, this.#read, limits), limits);
  }

  /** The search that solvers of a shape share; none if the settings ask for another one. */
  get #easy(): LineSolver | undefined {
    return this.#isPlain ? LineSolver.of(this.shape) : undefined;
  }

  /** The solutions below the givens, by a search of their own. */
  #own(question: QuestionName | 'solutions', givens: Grid, { limit }: Limits): Restartable {
    checkGivens(this.shape, givens);
    const prefix = this.#prefix.slice(0, this.#writePrefix(givens));
    const settings = { ...this.#settings, prefix, limit };
    const grid = this.#compiled;
    if (question === 'count' && settings.engine === 'auto') return countPortfolio(grid, settings);
    const kind = question === 'count' || question === 'solutions' ? 'all' : 'few';
    return solverOf(kind, grid, settings);
  }

  /** The empty grid. */
  get #compiled(): Compiled {
    this.#grid ??= encodeBare(this.shape).compile();
    return this.#grid;
  }

  #searchOf(kind: 'few' | 'all'): Restartable {
    this.#searches[kind] ??= solverOf(kind, this.#compiled, this.#settings);
    return this.#searches[kind];
  }

  #diagramSettings(givens: Grid) {
    checkGivens(this.shape, givens);
    const prefix = this.#prefix.slice(0, this.#writePrefix(givens));
    return { prefix, memoryLimit: this.#settings.memoryLimit ?? DIAGRAM_BYTES };
  }

  #candidatesOf({ diagram, status }: Built<number[]>): Candidates {
    if (diagram === undefined) return { status };
    const { cells, size } = this.shape;
    const candidates = Array.from({ length: cells }, () => new Map<number, bigint>());
    diagram.perOption().forEach((solutions, option) => {
      const cell = Math.floor(option / size);
      if (solutions > 0n) candidates[cell]?.set(option - cell * size + 1, solutions);
    });
    return { candidates, exact: diagram.count, status };
  }

  /** The search, reset to start below the givens. */
  #startBelow(kind: 'few' | 'all', givens: Grid): Restartable {
    const search = this.#searchOf(kind);
    const length = this.#writePrefix(givens);
    try {
      search.reset(this.#prefix, length);
    } catch (error) {
      checkGivens(this.shape, givens);
      throw error;
    }
    return search;
  }

  /** Writes the options of the givens into the prefix. Returns their number. */
  #writePrefix(givens: Grid): number {
    const { cells, size } = this.shape;
    const prefix = this.#prefix;
    if (givens?.length !== cells) checkGivens(this.shape, givens);
    let length = 0;
    for (let cell = 0; cell < cells; cell++) {
      const value = givens[cell];
      if (value === 0) continue;
      if (!(value > 0 && value <= size && (value | 0) === value)) checkGivens(this.shape, givens);
      prefix[length++] = cell * size + value - 1;
    }
    return length;
  }

  readonly #read = (search: Restartable): Uint8Array =>
    gridOf(this.shape, search.solution(this.#chosen));
}

/** A solver for each shape, all with the same settings. Each is made when it is first needed. */
export class Solvers {
  readonly #settings: Pick<SolverSettings, 'engine' | 'seed' | 'memoryLimit'>;
  readonly #solvers = new Map<Shape, Solver>();

  constructor(settings: Pick<SolverSettings, 'engine' | 'seed' | 'memoryLimit'> = {}) {
    this.#settings = settings;
  }

  of(shape: Shape): Solver {
    let solver = this.#solvers.get(shape);
    if (solver === undefined) {
      const { engine, seed, memoryLimit } = this.#settings;
      solver = new Solver({ boxes: shape.boxes, engine, seed, memoryLimit });
      this.#solvers.set(shape, solver);
    }
    return solver;
  }
}
