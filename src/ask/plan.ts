import type { Walked } from '../core/walk.ts';
import { recordOf, Totals } from '../kernels/counters.ts';
import { Lists } from '../kernels/lists.ts';
import type { Decisions, Prefix } from '../kernels/prefix.ts';
import {
  checkBudget,
  checkCounters,
  checkSolutionBudget,
  notOnSolution,
  type Outcome,
  type Search,
} from '../kernels/search.ts';
import { without } from '../kernels/split.ts';
import type { Compiled } from '../problem/compiled.ts';
import { isMemoryRefused } from '../problem/memory.ts';
import { ascending } from '../problem/problem.ts';
import type { Enumeration } from './enumeration.ts';
import type { Aid, Call, Expert, Way } from './expert.ts';
import { type Model, modelling, type Settings } from './model.ts';

// Work is in nanoseconds, by the table of `COSTS`.

/**
 * The work that the first search does alone: 4 ms. Graphs and matchings of 22 points wait for it;
 * with four times that work they took 30 ms longer.
 */
const ALONE = 2 ** 22;
/**
 * No other way joins while the end is expected within 2 ** SOON work, a quarter of a second. Some
 * 50 ms are lost when another way begins, until V8 has compiled it; and up to 250 ms for the order
 * of `sweep`. So with each way that joined, twice as much work counts as soon.
 */
const SOON = 28.5;
/**
 * The work of the main search before others help it: 8 ms. A problem that is decided within it
 * takes no longer than without them.
 */
const JOINED = 2 ** 23;
/** The work of learning for each unit of work of the leader. */
const LEARNING = 4;
/**
 * Another way gets this part of the work that the leader is expected to need in all. That part is
 * lost if the way turns out to be of no use. Then it still gets a little beside the leader.
 */
const PART = 1 / 32;
const LEAST_PART = 1 / 64;
/**
 * A way that is expected to take 2 ** HOPELESS work would take days. Estimates of ways that
 * remember are too high by far: their trees are cut wherever a state comes again. So while all are
 * hopeless, they share the work, except ways that are expected to take 2 ** FAR_BEHIND times as
 * much as the leader.
 */
const HOPELESS = 48;
const FAR_BEHIND = 8;
/**
 * No number of machines does 2 ** BEYOND_REACH work, nine years: a count ends only if states meet
 * again.
 */
const BEYOND_REACH = 58;
/**
 * The work of a new way before the next one joins, if it leads or remembers: a quarter of a second.
 * States that meet again show late.
 */
const CHANCE = 2 ** 28;
/** The nodes after which the work of a new expert is looked at. */
const FIRST_LOOK = 1 << 8;
/** The least work that is worth a turn. */
const LEAST_TURN = 2 ** 17;
/** A turn of the leader ends when its work has grown by this factor, or by 2 ** 26: 70 ms. */
const STEP = 1.25;
const MOST_TURN = 2 ** 26;
/** A new leader must be expected to end within this part of the old leader's work. */
const AHEAD = 0.75;

/**
 * The nodes and the updates of the core's search before the others join: about a millisecond. Its
 * updates are looked at after each `LOOK` nodes.
 */
const OPENING = { nodes: 1 << 14, work: 1 << 15, look: 128 };
/** Problems with more nodes of the matrix than this have no opening: its layout takes longer. */
const MOST_LAID_OUT = 1 << 15;

/** What is asked: a first or second solution, all of them, or their number. */
export type Kind = 'few' | 'all' | 'count';

/** The first search of a question. What it lacks is not asked of it. */
export type Main = Walked & Partial<MainSearch & Way>;
/** One that can be divided. */
export type MainSearch = Search &
  Partial<Pick<Enumeration, 'engine' | 'goesOn' | 'isChoosing' | 'waitAbove'>>;

/** The experts of a question. */
export interface Team<M> {
  readonly main: M;
  /** Experts that may answer beside it. */
  readonly calls?: readonly Call[];
  /** Other ways to count, which join one after the other while no end is in sight. */
  readonly others?: readonly (() => Way)[];
}

/** The times of the turns. Tests have others, for small problems. */
export interface Turns {
  readonly alone: number;
  readonly soon: number;
  readonly joined: number;
  readonly learning: number;
  readonly firstLook: number;
  readonly leastTurn: number;
}
export const TURNS: Turns = {
  alone: ALONE,
  soon: SOON,
  joined: JOINED,
  learning: LEARNING,
  firstLook: FIRST_LOOK,
  leastTurn: LEAST_TURN,
};

/** A call, and its aid once it has begun. */
interface Turn {
  readonly call: Call;
  aid?: Aid | undefined;
}

/**
 * The experts of one question, and their turns. A plan is a search itself, and pauses, stops and
 * counts as one.
 *
 *     [opening] --> the answer: most problems are answered by the search of the core
 *         '-------> after a millisecond [reduce], if asked, and the main search begins, from the
 *                   start; what the opening has reported is left out
 *
 *     [main search] --> the answer
 *         |
 *         |   after some work, in turns with it:
 *         |-> weights      prove that there is no solution
 *         |-> clauses      prove, or find a solution
 *         |-> mending      finds a solution, with multiplicities
 *         '-> states       count all solutions; the way that is expected to end first leads
 *
 * Each expert reports its work, and turns are amounts of it. All looks are at fixed numbers of
 * nodes, so the same input takes the same way, wherever it pauses. A solution comes once, whoever
 * finds it.
 */
export class Plan<M extends Main = MainSearch> extends Totals {
  readonly #kind: Kind;
  readonly #compiled: Compiled;
  readonly #settings: Settings;
  readonly #assemble: (model: Model) => Team<M>;
  readonly #turns: Turns;

  #opening: Lists | undefined;
  #nextOpeningLook = OPENING.look;
  #preparing: Generator<void, Model> | undefined;
  #model: Model | undefined;

  #team: Team<M> | undefined;
  #main: M | undefined;
  /** For a count: the ways that have joined, the main search first, and those that join next. */
  #ways: Way[] = NONE;
  #others: (() => Way)[] = NONE;
  #aids: Turn[] = NONE;
  #leader: Expert | undefined;
  /** The expert that has its turn, and the work at which the turn ends. */
  #current: Expert | undefined;
  #until = 0;
  /** The work of `#current` is looked at when it has done this number of nodes. */
  #nextLook = Number.POSITIVE_INFINITY;
  #isAnswered = false;
  /** The way that has come to its end. */
  #last: Way | undefined;

  /** The expert that found the solution it stands on. */
  #finder: Pick<Search, 'solution'> | undefined;
  /**
   * The first `kept` are solutions reported: all of them, or with `all` those that the main search
   * has not found. The arrays are used again. A solution is kept when the search goes on, since
   * after a first solution it mostly does not.
   */
  readonly #found: number[][] = [];
  #kept = 0;
  /** The solutions that the main search must leave out when it finds them. */
  #known: Set<string> | undefined;
  /** The solutions reported that the main search has not found, and those it has found again. */
  #foundElsewhere = 0;
  #foundAgain = 0;

  /**
   * `opens`: true to begin with the search of the core. `assemble` makes the experts of the problem
   * as it is, or reduced.
   */
  constructor(
    compiled: Compiled,
    settings: Settings,
    kind: Kind,
    opens: boolean,
    assemble: (model: Model) => Team<M>,
    turns = TURNS,
  ) {
    super();
    this.#compiled = compiled;
    this.#settings = settings;
    this.#kind = kind;
    this.#assemble = assemble;
    this.#turns = turns;
    if (opens && !compiled.multiple && compiled.nodes <= MOST_LAID_OUT && !settings.reduce) {
      this.#opening = new Lists(compiled, settings);
      this.parts.push(this.#opening);
    } else this.#prepare(settings);
  }

  /** The problem as it is searched, once it is reduced. */
  get model(): Model | undefined {
    return this.#model;
  }

  /** The main search, once it has begun. */
  get main(): M | undefined {
    return this.#main;
  }

  get prefix(): Prefix {
    return (this.#opening ?? this.#search).prefix;
  }

  get solutions(): number {
    if (this.#kind === 'count' && this.#opening === undefined) {
      const { exact } = this;
      return exact <= Number.MAX_SAFE_INTEGER ? Number(exact) : Number.MAX_SAFE_INTEGER;
    }
    const found = (this.#opening ?? this.#main)?.solutions ?? 0;
    return found + this.#foundElsewhere - this.#foundAgain;
  }

  /** The count; before the end, a proven lower bound. */
  get exact(): bigint {
    if (this.#last !== undefined) return this.#last.exact;
    if (this.#kind !== 'count' || this.#opening !== undefined) return BigInt(this.solutions);
    let most = BigInt(this.#foundElsewhere);
    for (const { exact } of this.#ways) if (exact > most) most = exact;
    return most;
  }

  /** The states that are remembered. */
  get states(): number {
    return this.#ways.reduce((sum, { states }) => sum + states, 0);
  }

  share(): number {
    if (this.#isAnswered) return 1;
    if (this.#ways.length > 1) return Math.max(...this.#ways.map((way) => way.share()));
    return (this.#opening ?? this.#main)?.share() ?? 0;
  }

  advance(nodeBudget: number, solutionBudget = 1): Outcome {
    checkBudget(nodeBudget);
    checkSolutionBudget(solutionBudget);
    const isEndless = nodeBudget === Number.POSITIVE_INFINITY;
    const stop = isEndless ? nodeBudget : this.nodes + Math.ceil(nodeBudget);
    const isCount = this.#kind === 'count';
    const target = isCount ? Number.POSITIVE_INFINITY : this.solutions + solutionBudget;
    for (;;) {
      if (this.#isAnswered) return 'exhausted';
      const nodes = isEndless ? nodeBudget : stop - this.nodes;
      if (nodes <= 0) return 'paused';
      if (this.#finder !== undefined) this.#keep();
      const outcome =
        this.#opening === undefined ? this.#step(nodes, target) : this.#open(nodes, target);
      if (outcome === 'solution' && this.solutions < target) {
        if (!isEndless && this.nodes >= stop) return 'paused';
      } else if (outcome !== 'paused' || !isEndless) return outcome;
    }
  }

  solution(into?: number[]): number[] {
    const finder = this.#opening ?? this.#finder;
    if (finder === undefined) throw notOnSolution();
    const numbers = finder.solution(into);
    return this.#model?.read(numbers) ?? numbers;
  }

  /** The rest of the main search, around the solutions that others have found in it. */
  *frontier(): Iterable<Prefix> {
    if (!this.#isAnswered) yield* this.#around(this.#search.frontier());
  }

  /** An expert that learns divides with its clauses, once it has had a turn. */
  split(atLeast: number): Prefix[] {
    if (this.#isAnswered) return [];
    for (const turn of this.#aids) {
      if (turn.aid?.split === undefined) continue;
      try {
        return turn.aid.split(atLeast);
      } catch (error) {
        if (!isMemoryRefused(error)) throw error;
        this.#drop(turn);
      }
    }
    return [...this.#around(this.#search.split(atLeast))].sort((a, b) => b.share - a.share);
  }

  /** Back to the start of the main search. Its aids begin anew, so answers do not depend on it. */
  reset(prefix?: Decisions, length?: number): void {
    this.#search.reset(prefix, length);
    for (const turn of this.#aids) turn.aid?.end();
    this.#isAnswered = false;
    this.#foundElsewhere = this.#foundAgain = this.#kept = 0;
    this.#known = this.#finder = undefined;
    this.#begin();
  }

  end(): void {
    this.#opening?.end();
    this.#main?.end?.();
    for (const { aid } of this.#aids) aid?.end();
    for (const way of this.#ways.slice(1)) this.#leave(way);
    this.#aids = this.#others = NONE;
  }

  /** Counts a solution that was found before; it is not reported again. */
  leaveOut(numbers: readonly number[]): void {
    this.#found[this.#kept++] = numbers.slice();
    this.#foundElsewhere++;
    this.#knowOf([...numbers]);
  }

  // The opening.

  #open(nodeBudget: number, target: number): Outcome {
    const opening = this.#opening as Lists;
    const nodes = Math.min(nodeBudget, this.#nextOpeningLook - opening.nodes);
    const wanted = this.#kind === 'count' ? target : target - opening.solutions;
    const outcome = opening.advance(nodes, wanted);
    if (outcome === 'exhausted') this.#isAnswered = true;
    else if (outcome === 'paused' && opening.nodes === this.#nextOpeningLook) {
      this.#nextOpeningLook += OPENING.look;
      if (opening.nodes >= OPENING.nodes || opening.work >= OPENING.work) this.#endOpening();
    }
    return outcome;
  }

  /**
   * Ends the opening. A second run of it finds the solutions that it has reported: to keep them
   * would cost every small problem. The main search begins from the start: to go on below a
   * frontier would cost every search a prefix.
   */
  #endOpening(): void {
    const opening = this.#opening as Lists;
    const { solutions, prefix } = opening;
    this.#opening = undefined;
    this.parts[0] = recordOf(opening);
    if (this.#kind === 'count') this.#foundElsewhere = solutions;
    else if (solutions > 0) {
      opening.reset();
      while (this.#foundElsewhere < solutions) {
        opening.advance(Number.POSITIVE_INFINITY);
        this.leaveOut(opening.solution());
      }
    }
    opening.end();
    this.#prepare({ ...this.#settings, prefix });
  }

  // The experts.

  /** The first slice of the model: all of it, where the problem is not reduced. */
  #prepare(settings: Settings): void {
    this.#preparing = modelling(this.#compiled, settings);
    if (settings.reduce !== true) this.#goOnPreparing();
  }

  #goOnPreparing(): void {
    const { done, value } = (this.#preparing as Generator<void, Model>).next();
    if (done !== true) return;
    this.#preparing = undefined;
    this.#model = value;
    this.#team = this.#assemble(value);
    this.#main = this.#team.main;
    this.parts.push(this.#main);
    this.#begin();
  }

  /** Puts the experts at their start: the main search has the first turn. */
  #begin(): void {
    const { main, calls = NONE, others = NONE } = this.#team as Team<M>;
    const leader = main as Way & M;
    this.parts.length = this.parts.indexOf(main) + 1;
    if (this.#kind === 'count') this.#ways = [leader];
    this.#leader = this.#current = leader;
    this.#others = others.length === 0 ? NONE : [...others];
    if (this.#aids.length !== calls.length || this.#aids.some(({ aid }) => aid !== undefined)) {
      this.#aids = calls.map((call) => ({ call }));
    }
    const isAlone = calls.length + others.length === 0;
    this.#until = isAlone ? Number.POSITIVE_INFINITY : this.#firstTurn();
    this.#nextLook = isAlone ? Number.POSITIVE_INFINITY : this.#turns.firstLook;
  }

  #firstTurn(): number {
    const first = this.#others.length > 0 ? this.#turns.alone : Number.POSITIVE_INFINITY;
    return Math.min(first, ...this.#aids.map(({ call }) => call.from));
  }

  #step(nodeBudget: number, target: number): Outcome {
    if (this.#preparing !== undefined) {
      this.#goOnPreparing();
      return 'paused';
    }
    if ((this.#current as Expert).nodes >= this.#nextLook) this.#look();
    const current = this.#current as Expert;
    // A difference that is Infinity would be a new number in memory each time.
    const isEndless = this.#nextLook === Number.POSITIVE_INFINITY;
    const nodes = isEndless ? nodeBudget : Math.min(nodeBudget, this.#nextLook - current.nodes);
    if (current === this.#team?.main) return this.#advanceMain(nodes, target);
    const turn = this.#aids.find(({ aid }) => aid === current);
    return turn ? this.#advanceAid(turn, nodes) : this.#advanceWay(current as Way, nodes);
  }

  #advanceMain(nodes: number, target: number): Outcome {
    const main = this.#main as M & Way;
    // The solutions that others know of are left out one by one.
    const isSingle = this.#known !== undefined || this.#aids.some(({ aid }) => aid?.leaveOut);
    const wanted = this.#kind === 'count' ? target : target - this.solutions;
    const outcome = main.advance(nodes, isSingle ? 1 : wanted);
    if (outcome === 'exhausted') {
      this.#isAnswered = true;
      if (this.#kind === 'count') this.#last = main;
    }
    if (outcome !== 'solution') return outcome;
    if (this.#isKnown(this.#search)) return 'paused';
    this.#finder = this.#search;
    return outcome;
  }

  #advanceWay(way: Way, nodes: number): Outcome {
    try {
      if (way.advance(nodes) === 'exhausted') {
        this.#last = way;
        this.#isAnswered = true;
        return 'exhausted';
      }
    } catch (error) {
      if (!isMemoryRefused(error)) throw error;
      this.#leave(way);
      this.#lead();
      this.#nextLook = 0;
    }
    return 'paused';
  }

  #advanceAid(turn: Turn, nodes: number): Outcome {
    const aid = turn.aid as Aid;
    let outcome: Outcome;
    try {
      outcome = aid.advance(nodes);
    } catch (error) {
      if (!isMemoryRefused(error)) throw error;
      outcome = 'stuck';
    }
    if (outcome === 'exhausted') this.#isAnswered = true;
    else if (outcome === 'stuck') {
      this.#drop(turn);
      return 'paused';
    } else if (outcome === 'solution') {
      this.#foundElsewhere++;
      this.#finder = aid as Aid & Pick<Search, 'solution'>;
      this.#knowOf(this.#finder.solution());
    }
    return outcome;
  }

  // Solutions.

  /** Keeps the solution it stands on, and tells the others of it. */
  #keep(): void {
    const finder = this.#finder as Pick<Search, 'solution'>;
    this.#finder = undefined;
    if (this.#kind === 'all' && finder === this.#search) return;
    const numbers = finder.solution(this.#found[this.#kept]);
    this.#found[this.#kept++] = numbers;
    for (const { aid } of this.#aids) {
      if (aid !== undefined && aid !== finder) aid.leaveOut?.(numbers);
    }
  }

  #knowOf(numbers: number[]): void {
    this.#known ??= new Set();
    this.#known.add(keyOf(numbers));
  }

  /** True if the solution that the main search stands on was reported before. */
  #isKnown(main: Search): boolean {
    const known = this.#known;
    if (known === undefined || !known.delete(keyOf(main.solution()))) return false;
    this.#foundAgain++;
    if (known.size === 0) this.#known = undefined;
    return true;
  }

  get #search(): Search {
    return this.#main as M & Search;
  }

  *#around(prefixes: Iterable<Prefix>): Iterable<Prefix> {
    if (this.#finder !== undefined) this.#keep();
    const found = this.#found.slice(0, this.#kept).map((numbers) => new Set(numbers));
    for (const prefix of prefixes) yield* without(prefix, found, this.#compiled);
  }

  // Turns.

  /** Ends the turn if its work is done. */
  #look(): void {
    if ((this.#current as Expert).work >= this.#until) this.#changeTurns();
    if (this.#until === Number.POSITIVE_INFINITY) {
      this.#nextLook = this.#until;
      return;
    }
    const { nodes, work } = this.#current as Expert;
    const needed = Math.ceil(((this.#until - work) * nodes) / work);
    this.#nextLook = nodes + (needed > 0 ? needed : this.#turns.firstLook);
  }

  /** First the others catch up with their part of the leader's work; then a leader is chosen. */
  #changeTurns(): void {
    const { work } = this.#leader as Expert;
    checkCounters(this);
    if (this.#aids.length > 0 && this.#callAid(work)) return;
    if (this.#others.length > 0 || this.#ways.length > 1) {
      const leader = this.#leader as Way;
      const soon = this.#turns.soon + this.#ways.length - 1;
      if (Math.max(leader.logWork(), Math.log2(work)) > soon) {
        const newest = this.#ways.at(-1) as Way;
        if (newest.work > this.#chanceOf(newest) - this.#turns.leastTurn) this.#callNext();
      } else if (this.#ways.length === 1) {
        this.#current = leader;
        this.#until = 2 * work;
        return;
      }
      const leading = leader.logWork();
      for (const way of this.#ways) {
        if (way === leader || this.#isOut(way)) continue;
        const beside = workBeside(leader, leading, way.logWork() - leading);
        const part = Math.max(beside, this.#chanceOf(way));
        if (way.work > part - this.#turns.leastTurn) continue;
        this.#current = way;
        this.#until = part;
        return;
      }
    }
    this.#lead();
  }

  /** Gives an aid its turn, if the work of the leader has earned it one. */
  #callAid(work: number): boolean {
    if (this.solutions > 0) {
      for (const { call, aid } of this.#aids) if (call.untilFound) aid?.end();
      this.#aids = this.#aids.filter(({ call }) => !call.untilFound);
    }
    for (const turn of this.#aids) {
      const { from, pace } = turn.call;
      const earned = pace * work;
      if (work < from || (turn.aid?.work ?? 0) > earned - this.#turns.leastTurn) continue;
      try {
        turn.aid ??= this.#start(turn.call);
      } catch (error) {
        if (!isMemoryRefused(error)) throw error;
      }
      if (turn.aid === undefined) {
        this.#aids = this.#aids.filter((other) => other !== turn);
        continue;
      }
      this.#current = turn.aid;
      this.#until = earned;
      return true;
    }
    return false;
  }

  #start(call: Call): Aid | undefined {
    const aid = call.start();
    if (aid === undefined) return aid;
    if (aid.counters !== undefined) this.parts.push(aid.counters);
    for (let k = 0; k < this.#kept; k++) aid.leaveOut?.(this.#found[k] as number[]);
    return aid;
  }

  /** Ends an aid that is of no more use. Its turn goes to the leader. */
  #drop(turn: Turn): void {
    turn.aid?.end();
    this.#aids = this.#aids.filter((other) => other !== turn);
    this.#current = this.#leader;
    this.#until = this.#nextLook = 0;
  }

  /** The work of the newest way before the next one joins; 0 for older ways. */
  #chanceOf(way: Way): number {
    if (way !== this.#ways.at(-1) || this.#ways.length === 1) return 0;
    if (way === this.#leader) return CHANCE;
    return Math.min(CHANCE, PART * 2 ** (this.#leader as Way).logWork());
  }

  #lead(): void {
    let best = this.#leader as Way;
    if (this.#ways.length > 1) {
      let least = this.#isOut(best) ? Number.POSITIVE_INFINITY : best.logWork() + Math.log2(AHEAD);
      for (const way of this.#ways) {
        if (way === this.#leader || this.#isOut(way)) continue;
        if (least < Number.POSITIVE_INFINITY && !(way.logWork() < least)) continue;
        best = way;
        least = way.logWork();
      }
    }
    this.#leader = this.#current = best;
    const isAlone = this.#aids.length + this.#others.length === 0 && this.#ways.length < 2;
    const turn = Math.min(best.work * STEP, best.work + MOST_TURN);
    this.#until = isAlone ? Number.POSITIVE_INFINITY : Math.max(turn, this.#turns.leastTurn);
  }

  /** True for a way that counts one by one and would never end, while there is another way. */
  #isOut(way: Way): boolean {
    if (way !== this.#ways[0] || way.work < this.#turns.alone) return false;
    return way.logWork() >= HOPELESS && this.#ways.length > 1;
  }

  #callNext(): void {
    // The first other way has had its chance.
    if (this.#ways.length > 1 || this.#others.length === 0) {
      this.#main?.waitAbove?.(Number.POSITIVE_INFINITY);
    }
    try {
      const start = this.#others.shift();
      if (start === undefined) return;
      const way = start();
      this.#ways.push(way);
      this.parts.push(way);
    } catch (error) {
      if (!isMemoryRefused(error)) throw error;
    }
  }

  /** Drops a way to count, which gives back its memory, its states as well. */
  #leave(way: Way): void {
    way.end();
    this.parts[this.parts.indexOf(way)] = recordOf(way);
    this.#ways = this.#ways.filter((other) => other !== way);
    this.#leader = this.#current = this.#ways[0];
  }

  // The leading way, for those that divide its work.

  /** The main search, which can be divided, once it leads and each other way has had its chance. */
  get divisible(): M | undefined {
    return this.isContested ? undefined : this.leading;
  }

  /** The main search, if it leads and may come to its end. */
  get leading(): M | undefined {
    if (this.#isWaiting) return undefined;
    if (this.#kind !== 'count') return this.#main;
    const leader = this.#leader as Way;
    const isMain = leader === this.#ways[0];
    return isMain && leader.logWork() < BEYOND_REACH ? this.#main : undefined;
  }

  /** True while a division would not pay: an aid may still prove that there is no solution. */
  get #isWaiting(): boolean {
    if (this.#main === undefined || this.#isAnswered) return true;
    return this.solutions === 0 && this.#aids.some(({ call }) => call.untilFound);
  }

  /** True while another way, or `sweep`, has not had its chance. */
  get isContested(): boolean {
    if (this.#main === undefined) return true;
    if (this.#kind !== 'count') return this.#main.isChoosing ?? false;
    if (!this.#isEstimated) return true;
    const newest = this.#ways.at(-1) as Way;
    if (this.#others.length > 0 || newest.work < this.#chanceOf(newest)) return true;
    return this.#main.isChoosing ?? false;
  }

  /**
   * True if the estimate says that the end is near: then no other way joins while `workers` workers
   * enumerate.
   */
  isSoon(workers: number): boolean {
    if (!this.#isEstimated) return false;
    return (this.#leader as Way).logWork() <= this.#turns.soon + Math.log2(workers);
  }

  /** True when the main search has done enough for an estimate of the rest. */
  get #isEstimated(): boolean {
    return (this.#ways[0]?.work ?? 0) >= this.#turns.alone;
  }

  /**
   * Gives the other ways their chance, a slice of it, while the main search goes on elsewhere. When
   * it is settled, `divisible` is the main search if that leads.
   */
  contest(): 'paused' | 'settled' | 'exhausted' {
    if (!this.isContested) {
      this.#lead();
      this.#look();
      return 'settled';
    }
    const main = this.#ways[0] as Way;
    const newest = this.#ways.at(-1) as Way;
    const isNewestDue = this.#isEstimated && newest.work < this.#chanceOf(newest);
    if (this.#isEstimated && !isNewestDue && this.#others.length > 0) {
      this.#callNext();
      return 'paused';
    }
    const way = isNewestDue ? newest : main;
    const { firstLook } = this.#turns;
    const outcome =
      way === main
        ? this.#advanceMain(firstLook, Number.POSITIVE_INFINITY)
        : this.#advanceWay(way, firstLook);
    return outcome === 'exhausted' ? outcome : 'paused';
  }
}

const NONE: never[] = [];

/** The work of another way beside the leader, which is expected to need 2 ** `leading` in all. */
function workBeside({ work }: Way, leading: number, behind: number): number {
  if (leading > HOPELESS) return behind < FAR_BEHIND ? work : PART * work;
  return Math.min(work, Math.max(PART * 2 ** leading, LEAST_PART * work));
}

/** A name of the set of these options. */
function keyOf(numbers: number[]): string {
  return ascending(numbers).join();
}
