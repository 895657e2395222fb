import type { Search } from '../kernels/search.ts';
import { QuadrilleError, shown } from '../problem/error.ts';
import { checkSettings } from '../problem/setting.ts';

/**
 * Why an answer ended:
 * - `complete`: all solutions are found, and that is proven.
 * - `found`: the solutions found answer the question: one for `first`, two for `isUnique`.
 * - `limit`: it has come to the caller's limit. There may be more solutions.
 * - `timeout`, `nodes`, `memory`, `aborted`: the time, the nodes, the memory or the signal stopped
 *   it. The answer is unknown.
 */
export type Status = 'complete' | 'found' | 'limit' | 'timeout' | 'nodes' | 'memory' | 'aborted';

/** The limits of a search. */
export interface Limits {
  /** Stop at this number of solutions; 0 gives none. Default: no limit. */
  readonly limit?: number | undefined;
  /**
   * Stop when this number of options is chosen, forced ones included. It does not check if more
   * could be chosen.
   */
  readonly maxNodes?: number | undefined;
  /** Stop after about this many milliseconds. */
  readonly timeout?: number | undefined;
}

/** The names of the limits. */
export const LIMITS = ['limit', 'maxNodes', 'timeout'];
/** The settings that need the event loop to run. */
export const WATCH = ['signal', 'onProgress'];
/** The settings to write checkpoints and to go on from one. */
export const CHECKPOINTS = ['resume', 'onCheckpoint', 'checkpointEvery'];
/** The functions that take checkpoints, and the others that let the event loop run. */
export const RESUMABLE = ['firstAsync', 'countAsync', 'isUniqueAsync', 'solutionsAsync'];
const POLITE = ['bestAsync', 'diagramAsync', 'explainAsync', 'symmetriesAsync'];

/**
 * The nodes that a search has to itself. Weights or `learn` may decide a problem that it does not
 * decide within them.
 */
export const NODES_ALONE = 1 << 16;

/** The progress of a search. */
export interface Progress {
  /** Options chosen. */
  readonly nodes: number;
  /** Options chosen that had an alternative. */
  readonly guesses: number;
  /** The work done, as the engine counts it: mostly nodes of the matrix taken out of play. */
  readonly updates: number;
  /** Solutions found. */
  readonly solutions: number;
  /** The most options that were chosen at once. */
  readonly deepest: number;
  /** Nodes per second since the search began. */
  readonly rate: number;
  /** The share of the tree that is done, 0 to 1, by Knuth's estimate. It never decreases. */
  readonly share: number;
  /**
   * The milliseconds that are expected to go until all solutions are found, by the share that is
   * done or by what is known of the rest. A rough guide; absent where it cannot tell.
   */
  readonly left?: number;
  /** The number of workers so far, while the search is divided between them. */
  readonly workers?: number;
}

/** More milliseconds than this are not told: 30 years. */
const MOST_LEFT = 1e12;

/** `progress` with the time that is left. Undefined: it cannot tell. */
export function withLeft(progress: Progress, left: number | undefined): Progress {
  return left !== undefined && left <= MOST_LEFT ? { ...progress, left } : progress;
}

/**
 * Work towards an answer, within limits, as the two drivers, blocking and polite, see it. A walk is
 * such work; a build of a diagram is, too.
 */
export interface Task<A> {
  /** The time at which it began, by `now`. */
  readonly began: number;
  /** The time at which it must end, by `now`. */
  readonly deadline: number;
  /** Goes on to the end and its reason, or until that time. */
  finish(until: number): Status | 'paused';
  progress(): Progress;
  /** The answer of a task that ended with that status. */
  answer(status: Status): A;
  /** Gives back its memory; called after the answer. */
  end?(): void;
}

/** The part of a search that a walk needs to count. It need not stop at solutions. */
export type Walked = Pick<
  Search,
  'advance' | 'share' | 'nodes' | 'guesses' | 'updates' | 'solutions' | 'deepest'
> &
  Partial<Pick<Search, 'end'>> & {
    /** The work that is left, as a multiple of the work so far; undefined if it cannot tell. */
    toGo?(): number | undefined;
  };
/** The part of a search that a walk needs to read solutions, too. */
export type Walkable = Walked & Pick<Search, 'solution'>;

const ENDLESS = Number.POSITIVE_INFINITY;

/** The part of a walk that a stream of its solutions needs. */
export type Streamed<S> = Pick<
  Walk<S>,
  'next' | 'solution' | 'progress' | 'end' | 'began' | 'deadline'
>;

/** A search within its limits. S is a solution in the caller's terms. */
export class Walk<S, W extends Walked = Walkable> {
  readonly #search: W;
  readonly #read: (search: W) => S;
  readonly #limit: number;
  readonly #maxNodes: number;
  /** The time at the start. To lay out the search counts as well. */
  readonly began = now();
  readonly deadline: number;
  /** The node budget between two looks at the clock. It starts at 1, since a node may be slow. */
  #stride = 1;
  /** The share that was told last. */
  #share = 0;
  /** The progress at the end. */
  #last: Progress | undefined;

  /** `most`: the number of solutions that answer the question. */
  constructor(
    start: () => W,
    read: (search: W) => S,
    limits: Limits,
    most = Number.POSITIVE_INFINITY,
  ) {
    checkLimits(limits);
    this.#read = read;
    this.#limit = Math.min(limits.limit ?? Number.POSITIVE_INFINITY, most);
    this.#maxNodes = limits.maxNodes ?? Number.POSITIVE_INFINITY;
    this.deadline = this.began + (limits.timeout ?? Number.POSITIVE_INFINITY);
    this.#search = start();
  }

  get solutions(): number {
    return this.#search.solutions;
  }

  /** The solution that the search stands on. */
  solution(): S {
    return this.#read(this.#search);
  }

  /** Ends the search. The progress stays as it was. */
  end(): void {
    this.#last ??= this.progress();
    this.release();
  }

  /** Ends the search, after whose end nobody asks for the progress. */
  protected release(): void {
    this.#search.end?.();
  }

  progress(): Progress {
    if (this.#last !== undefined) return this.#last;
    const { nodes, guesses, updates, solutions, deepest } = this.#search;
    const time = now() - this.began;
    const rate = time > 0 ? (1000 * nodes) / time : 0;
    // A share is a sum that is rounded, so the search's own may decrease by the last digit.
    const share = Math.max(this.#share, this.#search.share());
    this.#share = share;
    if (share === 1) return { nodes, guesses, updates, solutions, deepest, rate, share, left: 0 };
    const progress = { nodes, guesses, updates, solutions, deepest, rate, share };
    if (this.#limit < ENDLESS) return progress;
    const search = this.#search;
    const toGo = search.toGo === undefined ? (1 - share) / share : search.toGo();
    return withLeft(progress, toGo === undefined ? toGo : toGo * time);
  }

  /**
   * Goes on to the next solution, to the end and its reason, or until that time. It advances before
   * it pauses, even where that time is over already.
   */
  next(): 'solution' | Status;
  next(until: number): 'solution' | 'paused' | Status;
  next(until = Number.POSITIVE_INFINITY): 'solution' | 'paused' | Status {
    return this.#advance(until, 1);
  }

  /** Goes on past all solutions to the end and its reason, or until that time. */
  finish(until: number): 'paused' | Status {
    const outcome = this.#advance(until, ENDLESS);
    return outcome === 'solution' ? 'limit' : outcome;
  }

  /** Goes on until there are `most` more solutions. A search may stop at each of them. */
  #advance(until: number, most: number): 'solution' | 'paused' | Status {
    const search = this.#search;
    const limit = this.#limit;
    const maxNodes = this.#maxNodes;
    const before = search.solutions;
    if (before >= limit) return 'limit';
    const target = Math.min(before + most, limit);
    const timed = until < ENDLESS || this.deadline < ENDLESS;
    let wanted = target - before;
    for (let time = timed ? now() : 0; ; ) {
      if (time >= this.deadline) return 'timeout';
      const left = budgetLeft(maxNodes, search);
      const outcome = search.advance(timed ? Math.min(left, this.#stride) : left, wanted);
      if (outcome === 'exhausted') return 'complete';
      if (outcome === 'stuck') return 'memory';
      if (outcome === 'solution' && (wanted === 1 || search.solutions >= target)) return outcome;
      if (left < ENDLESS && search.nodes >= maxNodes) return 'nodes';
      if (timed) {
        const after = now();
        if (outcome === 'paused') this.#pace(after - time);
        time = after;
        if (time >= until && time < this.deadline) return 'paused';
      }
      wanted = target - search.solutions;
    }
  }

  #pace(elapsed: number): void {
    if (elapsed > LONG_STEP) this.#stride = Math.max(1, this.#stride >> 1);
    else if (elapsed < SHORT_STEP) this.#stride = Math.min(MOST_NODES, this.#stride << 1);
  }
}

/**
 * The next solution of a search, or its end, within `maxNodes` nodes in all. It answers as a walk
 * does and allocates nothing: thousands of Sudokus a second are solved by it.
 */
export function nextSolution(search: Walkable, maxNodes: number): 'solution' | Status {
  for (;;) {
    const outcome = search.advance(budgetLeft(maxNodes, search));
    if (outcome === 'solution') return outcome;
    if (outcome === 'exhausted') return 'complete';
    if (outcome === 'stuck') return 'memory';
    if (search.nodes >= maxNodes) return 'nodes';
  }
}

/**
 * Milliseconds between two looks at the clock: a shorter step is doubled, a longer one is halved.
 */
const SHORT_STEP = 0.1;
const LONG_STEP = 1;
/** The largest stride. Engines pause by themselves after about a millisecond of work. */
const MOST_NODES = 4096;

/** Milliseconds by a clock that never goes back. */
export function now(): number {
  return performance.now();
}

/**
 * Refuses settings that are no object, and names that a function does not know. `polite`: the
 * functions that let the event loop run.
 */
export function checkNames(
  settings: object,
  known: readonly string[],
  polite: readonly string[] = [...RESUMABLE, ...POLITE],
): void {
  if (settings === null || typeof settings !== 'object' || known.includes('signal')) {
    checkSettings(settings, known);
    return;
  }
  const here = [...WATCH, ...CHECKPOINTS].filter((name) => Object.hasOwn(settings, name));
  const unheard = here.find((name) => (settings as Record<string, unknown>)[name] !== undefined);
  if (unheard !== undefined) {
    const functions = WATCH.includes(unheard) ? polite : RESUMABLE;
    throw new QuadrilleError(
      'bad-setting',
      `${unheard} is not heeded by a function that blocks the event loop; ` +
        `call ${functions.slice(0, -1).join(', ')} or ${functions.at(-1)}.`,
    );
  }
  checkSettings(settings, here.length > 0 ? [...known, ...here] : known);
}

/** Refuses limits with impossible values. The names are for `checkNames`. */
export function checkLimits(settings: Limits): void {
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings)) {
    throw new QuadrilleError(
      'bad-setting',
      `The settings are ${shown(settings)}; give an object, as in { limit: 10 }.`,
    );
  }
  checkLimit('limit', settings.limit);
  checkLimit('maxNodes', settings.maxNodes);
  const { timeout } = settings;
  if (timeout !== undefined && !(typeof timeout === 'number' && timeout >= 0)) {
    throw new QuadrilleError(
      'bad-setting',
      `timeout is ${shown(timeout)}; give milliseconds from 0 up, or leave it out.`,
    );
  }
}

function checkLimit(name: string, value: number | undefined): void {
  if (value === undefined || value === Number.POSITIVE_INFINITY) return;
  if (Number.isInteger(value) && value >= 0) return;
  throw new QuadrilleError(
    'bad-setting',
    `${name} is ${shown(value)}; give a whole number from 0 up, or leave it out for no limit.`,
  );
}

/** Infinity minus a number would be a new number in memory each time. */
function budgetLeft(most: number, search: Walked): number {
  return most === ENDLESS ? ENDLESS : most - search.nodes;
}
