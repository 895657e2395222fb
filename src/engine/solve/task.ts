/** Work within limits, and the driver that blocks. */
import type { Work } from '../kernels/search.ts';
import { finish, type Slices } from '../problem/slices.ts';
import {
  checkLimits,
  type Limits,
  NO_LIMITS,
  type Progress,
  type Status,
  withLeft,
} from './limit-settings.ts';

const ENDLESS = Number.POSITIVE_INFINITY;
/** A step between two looks at the clock is doubled if it was shorter, and halved if longer. */
const SHORT_STEP_MS = 0.1;
const LONG_STEP_MS = 1;
/** Kernels pause by themselves after about a millisecond of work. */
const MOST_STEP_NODES = 4096;

/** What is done before the work of a task starts, such as to compile rules. */
export interface Preparation<A> {
  readonly slices: Slices<unknown>;
  /** The answer where the task ended before it was done. */
  answer(status: Status): A;
}

/**
 * Work towards an answer, within limits. A driver advances it:
 *
 *     driver -- finish(until), next(until) --> Task -- advance(nodes, solutions) --> Work
 *                                               '-- answer(status), progress()
 *
 * In one thread the clock and the limits are looked at here, between two steps of the work.
 */
export class Task<A, W extends Work = Work> {
  #work: W | undefined;
  readonly #start: () => W;
  #preparation: Preparation<A> | undefined;
  /** The time at the start, in milliseconds. To lay out the search counts as well. */
  readonly began = performance.now();
  /** The time at which it must end. */
  readonly deadline: number;
  readonly #answer: (work: W, status: Status) => A;
  readonly #limit: number;
  readonly #maxNodes: number;
  /** The nodes of the next step. It starts at 1, since a node may be slow. */
  #stepNodes = 1;
  /** The share that was reported last. */
  #share = 0;

  /**
   * `enough`: the number of solutions that answer the question. The work starts at once, or after its
   * preparation.
   */
  constructor(
    start: () => W,
    limits: Limits,
    answer: (work: W, status: Status) => A,
    enough = ENDLESS,
    preparation?: Preparation<A>,
  ) {
    if (limits !== NO_LIMITS) checkLimits(limits);
    this.#answer = answer;
    this.#limit = Math.min(limits.limit ?? ENDLESS, enough);
    this.#maxNodes = limits.maxNodes ?? ENDLESS;
    this.deadline = this.began + (limits.timeout ?? ENDLESS);
    this.#start = start;
    this.#preparation = preparation;
    if (preparation === undefined) this.#work = start();
  }

  /** False while the preparation goes on. */
  get isStarted(): boolean {
    return this.#work !== undefined;
  }

  /** The work, started. */
  get work(): W {
    if (this.#work !== undefined) return this.#work;
    if (this.#preparation !== undefined) finish(this.#preparation.slices);
    return this.#begin();
  }

  #begin(): W {
    this.#preparation = undefined;
    this.#work = this.#start();
    return this.#work;
  }

  /** The answer of a task that ended with that status. */
  answer(status: Status): A {
    const work = this.#work;
    if (work === undefined && this.#preparation !== undefined) {
      return this.#preparation.answer(status);
    }
    return this.#answer(work ?? this.work, status);
  }

  /** Gives back its memory. */
  end(): void {
    this.#work?.end?.();
  }

  progress(): Progress {
    const work = this.#work;
    if (work === undefined) {
      return { nodes: 0, guesses: 0, updates: 0, solutions: 0, deepest: 0, rate: 0, share: 0 };
    }
    const { nodes, guesses, updates, solutions, deepest } = work;
    const time = performance.now() - this.began;
    const rate = time > 0 ? (1000 * nodes) / time : 0;
    // A share is a sum that is rounded, so that of the work may decrease by the last digit.
    const share = Math.max(this.#share, work.share());
    this.#share = share;
    const progress = { nodes, guesses, updates, solutions, deepest, rate, share };
    if (share === 1) return { ...progress, left: 0 };
    if (this.#limit < ENDLESS) return progress;
    const toGo = work.toGo === undefined ? (1 - share) / share : work.toGo();
    return withLeft(progress, toGo === undefined ? toGo : toGo * time);
  }

  /**
   * Goes on to the next solution, to the end and its reason, or until that time. It advances before
   * it pauses, even where that time is over already.
   */
  next(): 'solution' | Status;
  next(until: number): 'solution' | 'paused' | Status;
  next(until = ENDLESS): 'solution' | 'paused' | Status {
    return this.#advance(until, 1);
  }

  /** Goes on past all solutions to the end and its reason, or until that time. */
  finish(): Status;
  finish(until: number): 'paused' | Status;
  finish(until = ENDLESS): 'paused' | Status {
    const outcome = this.#advance(until, ENDLESS);
    return outcome === 'solution' ? 'limit' : outcome;
  }

  /** Goes on until there are `most` more solutions. The work may stop at each of them. */
  #advance(until: number, most: number): 'solution' | 'paused' | Status {
    const outcome = this.#work === undefined ? this.#prepare(until) : undefined;
    return outcome ?? this.#goOn(until, most);
  }

  /** Prepares until that time, and starts the work. */
  #prepare(until: number): 'paused' | 'timeout' | undefined {
    for (;;) {
      if (this.#preparation === undefined || this.#preparation.slices.next().done === true) break;
      const time = performance.now();
      if (time >= this.deadline) return 'timeout';
      if (time >= until) return 'paused';
    }
    this.#begin();
    return undefined;
  }

  #goOn(until: number, most: number): 'solution' | 'paused' | Status {
    const { work } = this;
    const maxNodes = this.#maxNodes;
    const before = work.solutions;
    if (before >= this.#limit) return 'limit';
    const target = Math.min(before + most, this.#limit);
    const isTimed = until < ENDLESS || this.deadline < ENDLESS;
    let wanted = target - before;
    for (let time = isTimed ? performance.now() : 0; ; ) {
      if (time >= this.deadline) return 'timeout';
      const left = nodesLeft(maxNodes, work);
      const outcome = work.advance(isTimed ? Math.min(left, this.#stepNodes) : left, wanted);
      if (outcome === 'exhausted') return 'complete';
      if (outcome === 'stuck') return 'memory';
      if (outcome === 'solution' && (wanted === 1 || work.solutions >= target)) return outcome;
      if (left < ENDLESS && work.nodes >= maxNodes) return 'nodes';
      if (isTimed) {
        const after = performance.now();
        if (outcome === 'paused') this.#adapt(after - time);
        time = after;
        if (time >= until && time < this.deadline) return 'paused';
      }
      wanted = target - work.solutions;
    }
  }

  #adapt(elapsed: number): void {
    if (elapsed > LONG_STEP_MS) this.#stepNodes = Math.max(1, this.#stepNodes >> 1);
    else if (elapsed < SHORT_STEP_MS) {
      this.#stepNodes = Math.min(MOST_STEP_NODES, this.#stepNodes << 1);
    }
  }
}

/** Answers by the driver that blocks: nothing else runs meanwhile. */
export function block<A, W extends Work>(task: Task<A, W>): A {
  try {
    return task.answer(task.finish());
  } finally {
    task.end();
  }
}

/**
 * The next solution of a search, or its end, within `maxNodes` nodes in all. It answers as a task
 * does and allocates nothing: thousands of Sudokus a second are solved by it.
 */
export function nextSolution(work: Work, maxNodes: number): 'solution' | Status {
  for (;;) {
    const outcome = work.advance(nodesLeft(maxNodes, work));
    if (outcome === 'solution') return outcome;
    if (outcome === 'exhausted') return 'complete';
    if (outcome === 'stuck') return 'memory';
    if (work.nodes >= maxNodes) return 'nodes';
  }
}

/** Infinity minus a number would be a new number in memory each time. */
function nodesLeft(most: number, work: Work): number {
  return most === ENDLESS ? ENDLESS : most - work.nodes;
}
