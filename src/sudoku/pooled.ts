import { type AnswersOf, answerFrom, type Question } from '../ask/answers.ts';
import type { Limits } from '../ask/walk.ts';
import type { BatchOrder, BatchReply, Job } from '../parallel/jobs.ts';
import type { Pool } from '../parallel/pool.ts';
import { shared } from '../problem/memory.ts';
import { encodeBare } from './encode.ts';
import type { Puzzle } from './grid.ts';
import type { Shape } from './shape.ts';
import type { SolverSettings } from './solver.ts';

/** Puzzles that a worker answers at once: some milliseconds of work. */
const BATCH = 256;

/**
 * Answers puzzles by the workers of a pool. The givens of a puzzle are a prefix of the empty grid, so what goes to
 * a worker is a list of prefixes, and what comes back are lists of options. This file has the types of `parallel` only:
 * programs that use no pool do not load it.
 */
export class PooledSolvers {
  readonly #pool: Pool;
  readonly #settings: Pick<SolverSettings, 'engine' | 'seed' | 'memoryLimit'>;
  readonly #jobs = new Map<Shape, Job>();

  constructor(pool: Pool, settings: Pick<SolverSettings, 'engine' | 'seed' | 'memoryLimit'> = {}) {
    this.#pool = pool;
    this.#settings = settings;
  }

  /**
   * The answers for puzzles, in their order; undefined for one whose givens are wrong, for which a solver throws
   * the error. The limits hold for each puzzle by itself.
   */
  async answer<Q extends Question>(
    puzzles: readonly Puzzle[],
    question: Q,
    limits: (shape: Shape) => Limits,
  ): Promise<(AnswersOf<Uint8Array>[Q] | undefined)[]> {
    const answers: Promise<(AnswersOf<Uint8Array>[Q] | undefined)[]>[] = [];
    for (let start = 0; start < puzzles.length; ) {
      const { shape } = puzzles[start] as Puzzle;
      let end = start + 1;
      while (end < puzzles.length && end < start + BATCH && puzzles[end]?.shape === shape) end++;
      answers.push(this.#batch(shape, puzzles.slice(start, end), question, limits(shape)));
      start = end;
    }
    return (await Promise.all(answers)).flat();
  }

  async #batch<Q extends Question>(
    shape: Shape,
    puzzles: readonly Puzzle[],
    question: Q,
    limits: Limits,
  ): Promise<(AnswersOf<Uint8Array>[Q] | undefined)[]> {
    const { engine } = this.#settings;
    const order: BatchOrder = {
      kind: 'batch',
      question,
      engine,
      limits,
      ...prefixesOf(shape, puzzles),
    };
    const reply = (await this.#pool.ask(this.#jobOf(shape), order)) as BatchReply;
    return reply.statuses.map((status, k) => {
      if (status === undefined) return undefined;
      const solutions = reply.solutions[k] as number;
      const solution = () =>
        gridOf(shape, reply.options, reply.ends[k - 1] ?? 0, reply.ends[k] as number);
      return answerFrom(question, { solutions, solution }, status);
    });
  }

  #jobOf(shape: Shape): Job {
    let job = this.#jobs.get(shape);
    if (job === undefined) {
      const { data } = encodeBare(shape).compile();
      const { seed, memoryLimit } = this.#settings;
      job = { data: shared(data), engine: 'cells', seed, memoryLimit };
      this.#jobs.set(shape, job);
    }
    return job;
  }
}

/** The givens as options of the empty grid. A value that cannot be gives an option that is not there. */
function prefixesOf({ cells, size }: Shape, puzzles: readonly Puzzle[]) {
  const decisions = new Int32Array(puzzles.length * cells);
  const ends = new Int32Array(puzzles.length);
  let length = 0;
  for (let k = 0; k < puzzles.length; k++) {
    const { givens } = puzzles[k] as Puzzle;
    const isGrid = givens?.length === cells;
    if (!isGrid) decisions[length++] = cells * size;
    for (let cell = 0; isGrid && cell < cells; cell++) {
      const value = givens[cell] as number;
      if (value === 0) continue;
      const isValue = value > 0 && value <= size && (value | 0) === value;
      decisions[length++] = isValue ? cell * size + value - 1 : cells * size;
    }
    ends[k] = length;
  }
  return { decisions: decisions.slice(0, length), ends };
}

function gridOf(
  { cells, size }: Shape,
  options: Int32Array,
  start: number,
  end: number,
): Uint8Array {
  const grid = new Uint8Array(cells);
  for (let k = start; k < end; k++) {
    const option = options[k] as number;
    const cell = (option / size) | 0;
    grid[cell] = option - cell * size + 1;
  }
  return grid;
}
