import { type Compiled, checkWhole } from '../problem/compiled.ts';
import { Account, SHORT_OF_MEMORY, type Slices } from './learn-account.ts';
import { Analysis } from './learn-analyse.ts';
import { Clauses } from './learn-clauses.ts';
import { Matrix } from './learn-matrix.ts';
import { CHOSEN, Open } from './learn-open.ts';
import { Order } from './learn-order.ts';
import { Pace } from './learn-pace.ts';
import { Target } from './learn-target.ts';
import { Trail } from './learn-trail.ts';
import { Prefix } from './prefix.ts';
import {
  checkBudget,
  checkCounters,
  checkMemoryLimit,
  noFrontier,
  notOnSolution,
  type Outcome,
  type Search,
  type SearchSettings,
} from './search.ts';

/** No conflict, no reason, no variable. */
const NONE = -1;
/** What a clause takes besides its literals. */
const HEAD = 3;
/** Bytes, where nothing is said. */
const MEMORY_LIMIT = 2 ** 29;
/** More than this cannot be had: addresses are integers of 32 bits. */
const MOST_MEMORY = 2 ** 33;
/** The work between two pauses, some 2 ms: in the unit of `Account.left`. */
const SLICE = 1 << 17;
/** The work to take the highest variable from the heap. */
const PER_VARIABLE = 32;
/** Conflicts until learned clauses are dropped for the first time, and how many more each time. */
const REDUCE_AFTER = 300;
/** Short of memory again after fewer conflicts and solutions, it gets nowhere: it is stuck. */
const LEAST_BETWEEN = 16;

/** What is made for an open problem, with room for so many integers of clauses. */
function partsFor(open: Open, room: number, account: Account) {
  const clauses = new Clauses(open.variables, room, account);
  const order = new Order(open.variables, account);
  const trail = new Trail(open, clauses, order, account);
  const analysis = new Analysis(trail, order, account);
  const target = new Target(trail, account);
  return { open, clauses, order, trail, analysis, target, pace: new Pace(() => trail.updates) };
}

type Parts = ReturnType<typeof partsFor>;

/** Until something is laid out. */
const NOTHING = partsFor(
  new Open(new Account(MOST_MEMORY), new Int32Array(0), false),
  0,
  new Account(MOST_MEMORY),
);

/**
 * Exact cover by learning from conflicts. Dancing links forgets why a branch failed, and fails for
 * the same reason elsewhere, for ever in a sparse Sudoku of 25x25. This one, a SAT solver over
 * items and options, works out the cause of each failure, and notes it as a clause that keeps
 * the search from everything that has the same cause.
 *
 *      .------------------------------------------------------------------.
 *      v                                                                  |
 *   [propagate] -> all options decided: a solution, then [block] it ------|
 *      |   |                                                              |
 *      |   '-----> nothing to say: [decide] an option, or [restart] ------|
 *      v                                                                  |
 *   conflict at level 0: exhausted                                        |
 *      else [learn] a clause from it, back to where that says something --'
 *
 * Who does what, in the order in which to read it:
 *
 * - `Matrix` makes the problem smaller by what the prefix settles; `Open` is the rest: options are
 *   *variables*, and each has the lists of those that it rules out.
 * - `Trail`: what is chosen and ruled out, and why; all that follows from a decision.
 * - `Clauses`: where each primary item says "one of my options", and what is learned is kept.
 * - `Analysis`: from a conflict to the clause.
 * - `Order`, `Target`: which option to decide next, and how. `Pace`: when to begin again at the top.
 * - `Account`: the memory of them all.
 *
 * It works in slices, so that nobody waits for it longer than some milliseconds: the laying out, and what
 * is done once in many conflicts, are generators; all else counts its work as it goes.
 *
 * The papers are named with each. The whole is in TAOCP 7.2.2.2 (Algorithm C).
 *
 * Tried, and not worth their lines: to make learned clauses shorter by vivification, with a tenth or
 * a fifth of the work (25x25 Sudokus: up to 8 % fewer conflicts, in no less time; pentominoes 3x20:
 * 1.6 times as long); to look for options that fail at once at level 0 (no fewer conflicts).
 *
 * A node, here, is a decision or a conflict. After a solution a clause says that not all decisions
 * that led to it may be taken again; it stays, as must be, so that memory grows with each solution.
 */
export class Learn implements Search {
  nodes = 0;
  guesses = 0;
  solutions = 0;
  deepest = 0;
  conflicts = 0;

  private readonly compiled: Compiled;
  private readonly seed: number | undefined;
  private readonly slice: number;
  private readonly account: Account;
  /** Absent where there is no memory for it; then there is none for anything. */
  private readonly prefix: Prefix | undefined;
  /** What the account holds for the prefix, and for the matrix when that is laid out. */
  private base = 0;
  private matrix: Matrix;

  // Made anew at each start.
  private open = NOTHING.open;
  private clauses = NOTHING.clauses;
  private order = NOTHING.order;
  private trail = NOTHING.trail;
  private analysis = NOTHING.analysis;
  private target = NOTHING.target;
  private pace = NOTHING.pace;
  /** What is done next, slice by slice, before the search goes on. */
  private task: Slices | undefined;
  /** Solutions that are not to be reported, and are not ruled out yet. */
  private known: (readonly number[])[] = [];
  private reductions = 0;
  private nextReduce = 0;
  /** Variables that had a value for good when the lists were last swept. */
  private swept = 0;

  /** Conflicts and solutions when it was last short of memory. */
  private shortAt = Number.NEGATIVE_INFINITY;

  private done = false;
  private isStuck = false;
  private onSolution = false;
  /** An error that it cannot go on after. */
  private failure: unknown;

  /** `slice`: the work between two pauses. */
  constructor(compiled: Compiled, settings: SearchSettings = {}, slice = SLICE) {
    checkMemoryLimit(settings);
    checkWhole(compiled);
    this.compiled = compiled;
    this.seed = settings.seed;
    this.slice = slice;
    this.account = new Account(Math.min(settings.memoryLimit ?? MEMORY_LIMIT, MOST_MEMORY));
    // An integer for each item to check it, and for each of its options, which have an item of their
    // own; twice, while it grows.
    const { primary, secondary } = compiled;
    const bytes = 4 * (primary + secondary + 2 * primary);
    if (this.account.has(bytes)) {
      this.base = bytes;
      this.prefix = new Prefix(compiled, settings.prefix ?? []);
    }
    this.matrix = new Matrix(compiled, settings.seed, this.account);
    this.start();
  }

  /** Variables that were given a value because others had theirs. */
  get updates(): number {
    return this.trail.updates;
  }

  advance(nodeBudget: number): Outcome {
    checkBudget(nodeBudget);
    if (this.done) return 'exhausted';
    if (nodeBudget === 0) return 'paused';
    if (this.isStuck) return 'stuck';
    if (this.failure !== undefined) throw this.failure;
    checkCounters(this);
    const stop = this.nodes + Math.ceil(nodeBudget);
    try {
      for (;;) {
        const outcome = this.step(stop);
        if (outcome !== 'paused' || nodeBudget !== Number.POSITIVE_INFINITY) return outcome;
      }
    } catch (error) {
      if (error !== SHORT_OF_MEMORY) {
        this.failure = error;
        throw error;
      }
      this.isStuck = true;
      return 'stuck';
    }
  }

  /** The options chosen, prefix first, then those forced by it, then as they came. */
  solution(into: number[] = []): number[] {
    if (!this.onSolution) throw notOnSolution();
    const { settled, optionOf } = this.open;
    const { literals, size } = this.trail;
    into.length = 0;
    for (const option of settled) into.push(option);
    for (let k = 0; k < size; k++) {
      const literal = literals[k] as number;
      if ((literal & 1) === 0) into.push(optionOf[literal >> 1] as number);
    }
    return into;
  }

  /** Not offered: what it has ruled out is no list of prefixes. */
  frontier(): number[][] {
    throw noFrontier('learn');
  }

  /** 0 until the end, then 1: nobody knows how much there is to learn. */
  share(): number {
    return this.done ? 1 : 0;
  }

  /** Back to the start; all that was learned is dropped, since it may rest on the prefix. */
  reset(prefix?: ArrayLike<number>, length?: number): void {
    if (prefix !== undefined) this.prefix?.set(prefix, length);
    this.start();
  }

  /** A solution that is known already: it will not be reported. */
  leaveOut(numbers: readonly number[]): void {
    this.known.push(numbers);
  }

  /** The bytes that all its arrays take. @internal */
  get memory(): number {
    return this.account.used;
  }

  /**
   * The clauses it goes by at present, as literals over option numbers k: k + 1, or -k - 1 for "not".
   * None while something is done slice by slice. @internal
   */
  knowledge(): number[][] {
    if (this.task !== undefined) return [];
    const { open, trail, clauses } = this;
    const meaning = (literal: number): number => {
      const number = (open.optionOf[literal >> 1] as number) + 1;
      return literal & 1 ? -number : number;
    };
    const known: number[][] = Array.from(open.settled, (option) => [option + 1]);
    const end = trail.level > 0 ? (trail.limits[1] as number) : trail.size;
    for (const literal of trail.literals.subarray(0, end)) known.push([meaning(literal)]);
    clauses.each((clause) => known.push(Array.from(clauses.literals(clause), meaning)));
    return known;
  }

  private start(): void {
    this.nodes = this.guesses = this.solutions = this.conflicts = this.deepest = 0;
    this.done = this.onSolution = false;
    this.isStuck = this.prefix === undefined;
    this.failure = undefined;
    this.known = [];
    this.reductions = this.swept = 0;
    this.nextReduce = REDUCE_AFTER;
    this.shortAt = Number.NEGATIVE_INFINITY;
    const { account } = this;
    account.used = this.base;
    if (!this.matrix.isLaidOut) this.matrix = new Matrix(this.compiled, this.seed, account);
    this.use(NOTHING);
    this.task = this.layOut();
  }

  private use({ open, clauses, order, trail, analysis, target, pace }: Parts): void {
    this.open = open;
    this.clauses = clauses;
    this.order = order;
    this.trail = trail;
    this.analysis = analysis;
    this.target = target;
    this.pace = pace;
  }

  private *layOut(): Slices {
    const { account, matrix } = this;
    if (!matrix.isLaidOut) {
      yield* matrix.layOut();
      this.base = account.used;
    }
    const { numbers, length } = this.prefix as Prefix;
    const open = yield* matrix.below(numbers.subarray(0, length));
    this.deepest = open.settled.length;
    this.done = open.isDead;
    const { variables, list, primaryStart } = open;
    this.use(partsFor(open, list.length + HEAD * primaryStart.length + variables, account));
    const { clauses, order } = this;
    yield* order.layOut(account);
    for (let k = 1; k < primaryStart.length; k++) {
      const item = list.subarray(primaryStart[k - 1], primaryStart[k]);
      clauses.store(item, item.length);
      if (account.spent(item.length)) yield;
    }
    yield* clauses.rebuild();
  }

  /** A slice of the search, to that number of nodes at most. */
  private step(stop: number): Outcome {
    this.account.left = this.slice;
    for (;;) {
      const { task } = this;
      if (task !== undefined) {
        if (this.open === NOTHING.open) checkWhole(this.compiled);
        if (task.next().done !== true) return 'paused';
        // At its end it may have set the next one.
        if (this.task === task) this.task = undefined;
        continue;
      }
      if (this.onSolution) {
        this.onSolution = false;
        this.block();
      } else if (this.known.length > 0 && !this.done) {
        this.task = this.leaveOutKnown();
      } else {
        const outcome = this.run(stop);
        if (outcome !== undefined) return outcome;
      }
    }
  }

  /** The search: the picture above. Undefined where there is a task to be done first. */
  private run(stop: number): Outcome | undefined {
    const { trail, clauses, pace, account } = this;
    const { variables } = this.open;
    while (this.task === undefined) {
      if (this.done) return 'exhausted';
      if (this.nodes === stop || account.left <= 0) return 'paused';
      // Room for what is learned, or for the clause that will block a solution.
      if (!clauses.hasRoom) {
        this.task = this.makeRoom();
        break;
      }
      const conflict = trail.propagate();
      if (conflict !== NONE && trail.level === 0) {
        this.done = true;
      } else if (clauses.isShort) {
        this.task = this.makeRoom();
      } else if (conflict !== NONE) {
        this.noteDepth();
        this.nodes++;
        this.learn(conflict);
      } else if (trail.head < trail.size) {
        return 'paused';
      } else if (trail.size === variables) {
        this.noteDepth();
        this.solutions++;
        this.onSolution = true;
        return 'solution';
      } else if (this.conflicts >= this.nextReduce) {
        this.task = this.forget(false);
      } else if (pace.restartDue && trail.level > 0) {
        this.restart();
      } else {
        this.decide();
      }
    }
    return undefined;
  }

  private noteDepth(): void {
    this.deepest = Math.max(this.deepest, this.open.settled.length + this.trail.chosen);
  }

  /** Decides a variable, unless the work runs out before there is one. */
  private decide(): void {
    const { trail, account } = this;
    const most = Math.max(1, Math.floor(account.left / PER_VARIABLE));
    const variable = this.order.next(trail.values, most);
    if (variable === NONE) {
      account.left = 0;
      return;
    }
    this.nodes++;
    this.guesses++;
    account.left -= PER_VARIABLE;
    trail.decide(this.target.literal(variable, this.pace.steady));
  }

  private learn(conflict: number): void {
    const { analysis, pace } = this;
    this.conflicts++;
    if (pace.steady) this.target.note();
    const analysing = analysis.learn(conflict);
    if (analysing.next().done === true) this.takeClause();
    else this.task = this.learnSlowly(analysing);
  }

  private *learnSlowly(analysing: Slices): Slices {
    yield;
    yield* analysing;
    this.takeClause();
  }

  /** Takes the learned clause, and goes back to where it says something. */
  private takeClause(): void {
    const { literals, size, glue, backLevel } = this.analysis;
    this.pace.note(glue);
    this.order.age();
    const clause = size === 1 ? NONE : this.clauses.add(literals, size, glue);
    this.goBack(backLevel, literals[0] as number, clause);
  }

  /**
   * Rules out the solution it stands on: not all of these decisions. (They suffice, for all else
   * follows from them.) Where there was none, it was the last.
   */
  private block(): void {
    const { trail } = this;
    const { level } = trail;
    if (level === 0) {
      this.done = true;
      return;
    }
    const { literals } = this.analysis;
    for (let k = 0; k < level; k++) {
      literals[k] = (trail.literals[trail.limits[level - k] as number] as number) ^ 1;
    }
    const clause = level === 1 ? NONE : this.clauses.add(literals, level);
    this.goBack(level - 1, literals[0] as number, clause);
  }

  /** Back to a level, where a literal is true by a clause; at once if that is little work. */
  private goBack(level: number, literal: number, clause: number): void {
    if (this.trail.backTo(level)) this.trail.assign(literal, clause);
    else this.task = this.goBackSlowly(level, literal, clause);
  }

  private *goBackSlowly(level: number, literal: number, clause: number): Slices {
    do yield;
    while (!this.trail.backTo(level));
    this.trail.assign(literal, clause);
  }

  private restart(): void {
    if (!this.trail.backTo(0)) this.task = this.toTop();
    this.target.restart();
    this.pace.restarted();
  }

  private *toTop(): Slices {
    while (!this.trail.backTo(0)) yield;
  }

  /** Rules out the solutions that are known already. */
  private *leaveOutKnown(): Slices {
    const { trail, clauses, analysis } = this;
    const { variableOf } = this.open;
    yield* this.toTop();
    for (let numbers = this.known.pop(); numbers !== undefined; numbers = this.known.pop()) {
      if (!clauses.hasRoom) yield* this.makeRoom();
      let size = 0;
      let isRuledOut = false;
      for (const number of numbers) {
        const v = variableOf[number] as number;
        // Options that are settled have no other value than in it.
        const value = v < 0 ? (v === CHOSEN ? 1 : -1) : (trail.values[2 * v] as number);
        if (value < 0) isRuledOut = true;
        else if (value === 0) analysis.literals[size++] = 2 * v + 1;
      }
      if (isRuledOut) continue;
      if (size === 0) this.done = true;
      else if (size === 1) trail.assign(analysis.literals[0] as number, NONE);
      else clauses.add(analysis.literals, size);
    }
  }

  /** Makes room for clauses and their lists: in memory, or by forgetting. */
  private *makeRoom(): Slices {
    const { clauses } = this;
    if (!clauses.isShort && (yield* clauses.makeRoom())) return;
    const sinceShort = this.conflicts + this.solutions - this.shortAt;
    this.shortAt = this.conflicts + this.solutions;
    if (sinceShort < LEAST_BETWEEN) throw SHORT_OF_MEMORY;
    yield* this.forget(true);
    if (!clauses.hasRoom && !(yield* clauses.makeRoom())) throw SHORT_OF_MEMORY;
  }

  /** Drops learned clauses that are of little use, and all that level 0 has made superfluous. */
  private *forget(shortOfMemory: boolean): Slices {
    const { clauses, trail, open } = this;
    // At level 0, clauses that are not watched may have something to say of what lies there.
    const isFollowedUp = trail.level > 0 || (trail.head === trail.size && !clauses.isShort);
    this.reductions++;
    this.nextReduce = this.conflicts + REDUCE_AFTER * (this.reductions + 1);
    yield* this.toTop();
    this.target.restart();
    this.pace.restarted();
    yield* clauses.reduce(shortOfMemory);
    if (!isFollowedUp) {
      yield* clauses.rebuild();
      trail.head = 0;
      return;
    }
    if (trail.size > this.swept) {
      this.swept = trail.size;
      yield* open.sweep(trail.values);
    }
    yield* clauses.rebuild(trail.values);
  }
}
