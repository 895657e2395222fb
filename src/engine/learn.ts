import type { Compiled } from '../problem/compiled.ts';
import { Analysis } from './learn-analyse.ts';
import { Clauses } from './learn-clauses.ts';
import { Matrix } from './learn-matrix.ts';
import { Open } from './learn-open.ts';
import { Order } from './learn-order.ts';
import { Pace } from './learn-pace.ts';
import { reduce } from './learn-reduce.ts';
import { Target } from './learn-target.ts';
import { Trail } from './learn-trail.ts';
import { Prefix } from './prefix.ts';
import {
  checkBudget,
  checkMemoryLimit,
  noFrontier,
  notOnSolution,
  type Outcome,
  type Search,
  type SearchSettings,
} from './search.ts';
import { tried } from './shuffle.ts';

/** No conflict, and no reason. */
const NONE = -1;
/** What a clause takes besides its literals. */
const HEAD = 3;
/** Bytes, where nothing is said. */
const MEMORY_LIMIT = 2 ** 29;
/** What a node of the problem takes before the search begins, at least. */
const BYTES_PER_NODE = 48;
/** More than this cannot be had: addresses are integers of 32 bits. */
const MOST_MEMORY = 2 ** 33;
/** Conflicts until learned clauses are dropped for the first time, and how many more each time. */
const REDUCE_AFTER = 300;
/** Short of memory again after fewer conflicts and solutions, it gets nowhere: it is stuck. */
const LEAST_BETWEEN = 16;

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
 * - `Order`, `Target`: which option to decide next, and how. `Pace`: when to begin again at the
 *   top. `reduce`: which clauses to forget.
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

  private readonly prefix: Prefix;
  private readonly matrix: Matrix;
  /** Option as it is tried -> its number, and back; absent where they are the same. */
  private readonly numbers: Int32Array | undefined;
  private readonly ranks: Int32Array | undefined;
  private readonly memoryLimit: number;

  // Made anew at each start.
  private open = new Open([], true);
  private clauses = new Clauses(0, 0);
  private order = new Order(0);
  private trail = new Trail(this.open, this.clauses, this.order);
  private analysis = new Analysis(this.trail, this.order);
  private target = new Target(this.trail);
  private pace = new Pace(() => 0);
  /** What the clauses may take of the memory. */
  private clauseLimit = 0;
  private reductions = 0;
  private nextReduce = 0;
  /** Variables that had a value for good when the lists were last swept. */
  private swept = 0;

  /** Conflicts and solutions when it was last short of memory. */
  private shortAt = Number.NEGATIVE_INFINITY;

  private done = false;
  private isStuck = false;
  private onSolution = false;

  constructor(compiled: Compiled, settings: SearchSettings = {}) {
    checkMemoryLimit(settings);
    this.memoryLimit = Math.min(settings.memoryLimit ?? MEMORY_LIMIT, MOST_MEMORY);
    this.prefix = new Prefix(compiled, settings.prefix ?? []);
    const { compiled: shuffled, numbers } = tried(compiled, settings.seed);
    if (numbers !== undefined) {
      this.numbers = numbers;
      this.ranks = new Int32Array(numbers.length);
      for (let k = 0; k < numbers.length; k++) this.ranks[numbers[k] as number] = k;
    }
    this.matrix = new Matrix(shuffled);
    this.start();
  }

  /** Whether a problem can be laid out within the memory that it may take; else it would be stuck. */
  static fits(compiled: Compiled, { memoryLimit = MEMORY_LIMIT }: SearchSettings): boolean {
    return BYTES_PER_NODE * compiled.nodes <= memoryLimit;
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
    if (this.onSolution) {
      this.onSolution = false;
      this.block();
    }
    return this.run(this.nodes + Math.ceil(nodeBudget));
  }

  /** The options chosen, prefix first, then those forced by it, then as they came. */
  solution(into: number[] = []): number[] {
    if (!this.onSolution) throw notOnSolution();
    const { settled, optionOf } = this.open;
    const { literals, size } = this.trail;
    into.length = 0;
    for (const option of settled) into.push(this.numberOf(option));
    for (let k = 0; k < size; k++) {
      const literal = literals[k] as number;
      if ((literal & 1) === 0) into.push(this.numberOf(optionOf[literal >> 1] as number));
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
    if (prefix !== undefined) this.prefix.set(prefix, length);
    this.start();
  }

  /** The clauses it goes by at present, as literals over option numbers k: k + 1, or -k - 1 for "not". @internal */
  knowledge(): number[][] {
    const { open, trail, clauses } = this;
    const meaning = (literal: number): number => {
      const number = this.numberOf(open.optionOf[literal >> 1] as number) + 1;
      return literal & 1 ? -number : number;
    };
    const known: number[][] = open.settled.map((option) => [this.numberOf(option) + 1]);
    const end = trail.level > 0 ? (trail.limits[1] as number) : trail.size;
    for (const literal of trail.literals.subarray(0, end)) known.push([meaning(literal)]);
    clauses.each((clause) => known.push(Array.from(clauses.literals(clause), meaning)));
    return known;
  }

  private numberOf(option: number): number {
    return this.numbers === undefined ? option : (this.numbers[option] as number);
  }

  private start(): void {
    this.nodes = this.guesses = this.solutions = this.conflicts = 0;
    this.done = this.isStuck = this.onSolution = false;
    this.reductions = this.swept = 0;
    this.nextReduce = REDUCE_AFTER;
    this.shortAt = Number.NEGATIVE_INFINITY;
    const { prefix, ranks } = this;
    const numbers = prefix.numbers.subarray(0, prefix.length);
    const open = this.matrix.below(
      ranks === undefined ? numbers : numbers.map((number) => ranks[number] as number),
    );
    const { variables, list, primaryStart } = open;
    const room = list.length + HEAD * primaryStart.length + variables;
    const clauses = new Clauses(2 * variables, room);
    const order = new Order(variables);
    const trail = new Trail(open, clauses, order);
    for (let k = 1; k < primaryStart.length; k++) {
      const item = list.subarray(primaryStart[k - 1], primaryStart[k]);
      clauses.add(item, item.length);
    }
    clauses.rebuild(trail.values);
    this.open = open;
    this.clauses = clauses;
    this.order = order;
    this.trail = trail;
    this.analysis = new Analysis(trail, order);
    this.target = new Target(trail);
    this.pace = new Pace(() => trail.updates);
    this.deepest = open.settled.length;
    const { bytes } = this.analysis;
    const fixed = this.matrix.bytes + open.bytes + order.bytes + trail.bytes + bytes;
    this.clauseLimit = this.memoryLimit - fixed;
  }

  /** The search, to that number of nodes: the picture above. */
  private run(stop: number): Outcome {
    const { trail, pace } = this;
    const { variables, dead } = this.open;
    for (;;) {
      if (dead) this.done = true;
      if (this.done) return 'exhausted';
      if (this.nodes === stop) return 'paused';
      const conflict = trail.propagate();
      if (conflict !== NONE && trail.level === 0) {
        this.done = true;
      } else if (conflict !== NONE || trail.size === variables) {
        this.noteDepth();
        // Room for what is learned, or for the clause that will block the solution.
        if (!this.hasRoom()) {
          const sinceShort = this.conflicts + this.solutions - this.shortAt;
          this.shortAt = this.conflicts + this.solutions;
          this.forget(true);
          if (sinceShort >= LEAST_BETWEEN && this.hasRoom()) continue;
          this.isStuck = true;
          return 'stuck';
        }
        if (conflict === NONE) {
          this.solutions++;
          this.onSolution = true;
          return 'solution';
        }
        this.nodes++;
        this.learn(conflict);
      } else if (this.conflicts >= this.nextReduce) {
        this.forget(false);
      } else if (pace.restartDue && trail.level > 0) {
        this.restart();
      } else {
        this.nodes++;
        this.guesses++;
        this.decide();
      }
    }
  }

  private hasRoom(): boolean {
    return this.clauses.hasRoom(this.open.variables, this.clauseLimit);
  }

  private noteDepth(): void {
    this.deepest = Math.max(this.deepest, this.open.settled.length + this.trail.chosen);
  }

  private decide(): void {
    const { trail } = this;
    const variable = this.order.next(trail.values);
    trail.decide(this.target.literal(variable, this.pace.steady));
  }

  private learn(conflict: number): void {
    const { analysis, trail, pace } = this;
    this.conflicts++;
    if (pace.steady) this.target.note();
    analysis.learn(conflict);
    const { literals, size, glue } = analysis;
    pace.note(glue);
    this.order.age();
    trail.backTo(analysis.backLevel);
    trail.assign(literals[0] as number, size === 1 ? NONE : this.clauses.add(literals, size, glue));
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
    const literals = new Int32Array(level);
    for (let k = 0; k < level; k++) {
      literals[k] = (trail.literals[trail.limits[level - k] as number] as number) ^ 1;
    }
    trail.backTo(level - 1);
    trail.assign(literals[0] as number, level === 1 ? NONE : this.clauses.add(literals, level));
  }

  /** A solution that is known already: it will not be reported. */
  leaveOut(numbers: readonly number[]): void {
    const { trail, clauses, open } = this;
    if (this.onSolution) this.block();
    this.onSolution = false;
    trail.backTo(0);
    const chosen = new Set(numbers);
    const literals: number[] = [];
    for (let v = 0; v < open.variables; v++) {
      if (!chosen.has(this.numberOf(open.optionOf[v] as number))) continue;
      const value = trail.values[2 * v] as number;
      // It is ruled out by what was learned, or this variable has no other value than in it.
      if (value < 0) return;
      if (value === 0) literals.push(2 * v + 1);
    }
    if (literals.length === 0) this.done = true;
    else if (literals.length === 1) trail.assign(literals[0] as number, NONE);
    else if (this.hasRoom()) clauses.add(literals, literals.length);
    else this.isStuck = true;
  }

  private restart(): void {
    this.trail.backTo(0);
    this.target.restart();
    this.pace.restarted();
  }

  /** Drops learned clauses that are of little use, and all that level 0 has made superfluous. */
  private forget(shortOfMemory: boolean): void {
    const { clauses, trail, open } = this;
    this.restart();
    this.reductions++;
    this.nextReduce = this.conflicts + REDUCE_AFTER * (this.reductions + 1);
    reduce(clauses, shortOfMemory);
    if (trail.size > this.swept) {
      this.swept = trail.size;
      open.sweep(trail.values);
    }
    clauses.rebuild(trail.values);
  }
}
