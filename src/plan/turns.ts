import type { Counters } from '../kernels/counters.ts';
import { checkCounters } from '../kernels/search.ts';
import { isMemoryRefused } from '../problem/memory.ts';
import type { Aid, Call, Expert, Way } from './expert.ts';

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
 * The work of the main search before others help it: 16 ms. A problem that is decided within it
 * takes no longer than without them.
 */
const JOINED = 2 ** 24;
/** The work of learning for each unit of work of the leader. */
const LEARNING = 4;
/**
 * The same for refuting by symmetries. Where there are many symmetries, that is 3 to 5 % of the time
 * beside learning, whose work takes twice to four times as long as its table says.
 */
const REFUTING = 1 / 2;
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
/** A turn of the leader ends when its work has grown by this factor. */
const STEP = 1.25;
/** The most work of a turn: 70 ms. Others may prove meanwhile that there is no solution. */
const MOST_TURN = 2 ** 26;
/** A new leader must be expected to end within this part of the old leader's work. */
const AHEAD = 0.75;

export const NONE: never[] = [];

/** The experts of a question. */
export interface Team<M> {
  /** The search that begins. */
  readonly main: M;
  /** Experts that may answer beside it. */
  readonly calls?: readonly Call[];
  /** Other ways to count, which join one after the other while no end is in sight. */
  readonly others?: readonly Start[];
}

/**
 * Starts a way, given the work of all ways so far; undefined if it is of no use for this problem.
 * `later`: that is not known yet, and the next way begins meanwhile.
 */
export type Start = (work: number) => Way | undefined | 'later';

/** The times of the turns. Tests have others, for small problems. */
export interface Times {
  readonly alone: number;
  readonly soon: number;
  readonly joined: number;
  readonly learning: number;
  readonly refuting: number;
  readonly firstLook: number;
  readonly leastTurn: number;
}
export const TIMES: Times = {
  alone: ALONE,
  soon: SOON,
  joined: JOINED,
  learning: LEARNING,
  refuting: REFUTING,
  firstLook: FIRST_LOOK,
  leastTurn: LEAST_TURN,
};

/** A call, and its aid once it has begun. */
interface Turn {
  readonly call: Call;
  aid?: Aid | undefined;
}

/** The plan whose turns these are. */
interface Listener {
  readonly solutions: number;
  readonly nodes: number;
  readonly updates: number;
  /** Hears of an expert that begins, before its first step. */
  joined(counters: Counters | undefined, aid?: Aid): void;
  /** Hears of a way that is dropped. */
  left(way: Way): void;
}

/**
 * The order in which the experts of one question work.
 *
 *     [main search] --> the answer
 *         |
 *         |   after some work, in turns with it:
 *         |-> weights      prove that there is no solution
 *         |-> clauses      prove, or find a solution; in a stream until the main search finds one
 *         |-> mending      finds a solution, with multiplicities
 *         |-> refuting     proves by symmetries, or finds a solution
 *         |-> moving       finds a second solution by a symmetry
 *         '-> states       count all solutions; the way that is expected to end first leads
 *
 * Each expert tells its work, and a turn is an amount of it. All looks are at fixed numbers of
 * nodes, so the same input takes the same way, wherever it pauses.
 */
export class Turns<M extends Way> {
  readonly main: M;
  /** The ways that have joined, the main search first, and those that join next. */
  #ways: Way[];
  #others: readonly Start[];
  /** Those of them that were called, and are not ready. */
  readonly #late = new Set<Start>();
  #aids: readonly Turn[];
  #begun: readonly Aid[] = NONE;
  #isFresh = true;
  #leader: Way;
  /** The expert that has its turn, and the work at which the turn ends. */
  #current: Expert;
  #until: number;
  /** The work of `#current` is looked at when it has done this number of nodes. */
  #nextLook: number;
  readonly #plan: Listener;
  readonly #times: Times;

  constructor({ main, calls = NONE, others = NONE }: Team<M>, plan: Listener, times: Times) {
    this.main = main;
    this.#plan = plan;
    this.#times = times;
    this.#ways = [main];
    this.#others = others;
    this.#aids = calls.map((call) => ({ call }));
    this.#leader = this.#current = main;
    const first = others.length > 0 ? times.alone : Number.POSITIVE_INFINITY;
    this.#until = Math.min(first, ...calls.map(({ from }) => from));
    const isAlone = this.#until === Number.POSITIVE_INFINITY;
    this.#nextLook = isAlone ? Number.POSITIVE_INFINITY : times.firstLook;
  }

  get ways(): readonly Way[] {
    return this.#ways;
  }

  /** The work of all ways. */
  get work(): number {
    return this.#ways.reduce((sum, way) => sum + way.work, 0);
  }

  /** The aids that have begun. */
  get aids(): readonly Aid[] {
    return this.#begun;
  }

  /** True while an aid may still prove that there is no solution. */
  get mayBeAnswered(): boolean {
    return this.#aids.some(({ call }) => call.helps === 'before');
  }

  /** True until the first look: then a search that is reset needs no new turns. */
  get isFresh(): boolean {
    return this.#isFresh;
  }

  /** The expert whose turn it is. */
  next(): Expert {
    if (this.#current.nodes >= this.#nextLook) this.#look();
    return this.#current;
  }

  /** The nodes that it may do before the next look, of that number. */
  within(nodeBudget: number): number {
    // A difference that is Infinity would be a new number in memory each time.
    if (this.#nextLook === Number.POSITIVE_INFINITY) return nodeBudget;
    return Math.min(nodeBudget, this.#nextLook - this.#current.nodes);
  }

  end(): void {
    for (const { aid } of this.#aids) aid?.end();
    for (const way of this.#ways.slice(1)) this.#leave(way);
    this.#aids = this.#begun = this.#others = NONE;
  }

  /** Ends the turn if its work is done. */
  #look(): void {
    this.#isFresh = false;
    if (this.#current.work >= this.#until) this.#changeTurns();
    if (this.#until === Number.POSITIVE_INFINITY) {
      this.#nextLook = this.#until;
      return;
    }
    const { nodes, work } = this.#current;
    const needed = Math.ceil(((this.#until - work) * nodes) / work);
    this.#nextLook = nodes + (needed > 0 ? needed : this.#times.firstLook);
  }

  /** First the others catch up with their part of the leader's work; then a leader is chosen. */
  #changeTurns(): void {
    const { work } = this.#leader;
    checkCounters(this.#plan);
    if (this.#aids.length > 0 && this.#callAid()) return;
    if (!this.#isAlone) {
      const leader = this.#leader;
      if (!this.#isSoon) {
        this.#callNext(this.#isChanceOver);
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
        if (way.work > part - this.#times.leastTurn) continue;
        this.#current = way;
        this.#until = Math.min(part, way.work + this.#mostTurn);
        return;
      }
    }
    this.#lead();
  }

  /** The most work of a turn. A way that is late begins soon after it is ready. */
  get #mostTurn(): number {
    return this.#late.size > 0 ? this.#times.alone : MOST_TURN;
  }

  /** True while the end is expected so soon that no other way joins. */
  get #isSoon(): boolean {
    const leader = this.#leader;
    const soon = this.#times.soon + this.#ways.length - 1;
    return Math.max(leader.logWork(), Math.log2(leader.work)) <= soon;
  }

  /** Gives an aid its turn, if the work of the ways has earned it one. */
  #callAid(): boolean {
    const { work } = this;
    const isFound = this.#plan.solutions > 0;
    if (isFound) {
      // The tree search finds them now; or it did before one that is to be alone has begun.
      const isOver = ({ call, aid }: Turn): boolean =>
        call.helps === 'before' ||
        (call.helps === 'alone' && (aid === undefined || this.main.solutions > 0));
      for (const turn of this.#aids) if (isOver(turn)) turn.aid?.end();
      this.#keep((turn) => !isOver(turn));
    }
    for (;;) {
      const turn = this.#mostBehind(work, isFound);
      if (turn === undefined) return false;
      try {
        turn.aid ??= this.#start(turn.call);
      } catch (error) {
        if (!isMemoryRefused(error)) throw error;
      }
      this.#keep((other) => other !== turn || turn.aid !== undefined);
      if (turn.aid === undefined) continue;
      this.#current = turn.aid;
      this.#until = Math.min(turn.call.pace * work, turn.aid.work + this.#times.alone);
      return true;
    }
  }

  /** The aid that is furthest behind what the work of the ways has earned it, if one has a turn. */
  #mostBehind(work: number, isFound: boolean): Turn | undefined {
    let found: Turn | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const turn of this.#aids) {
      const { from, pace, helps } = turn.call;
      const done = turn.aid?.work ?? 0;
      if (work < from || (helps === 'after' && !isFound)) continue;
      if (done > pace * work - this.#times.leastTurn || done / pace >= least) continue;
      found = turn;
      least = done / pace;
    }
    return found;
  }

  #keep(isKept: (turn: Turn) => boolean): void {
    this.#aids = this.#aids.filter(isKept);
    this.#begun = this.#aids.flatMap(({ aid }) => aid ?? []);
  }

  #start(call: Call): Aid | undefined {
    const aid = call.start();
    if (aid !== undefined) this.#plan.joined(aid.counters, aid);
    return aid;
  }

  /** The work of the newest way before the next one joins; 0 for older ways. */
  #chanceOf(way: Way): number {
    if (way !== this.#ways.at(-1) || this.#ways.length === 1) return 0;
    if (way === this.#leader) return CHANCE;
    return Math.min(CHANCE, PART * 2 ** this.#leader.logWork());
  }

  /** True when the newest way has had its chance. */
  get #isChanceOver(): boolean {
    const newest = this.#ways.at(-1) as Way;
    return newest.work > this.#chanceOf(newest) - this.#times.leastTurn;
  }

  #lead(): void {
    let best = this.#leader;
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
    const isAlone = this.#aids.length === 0 && this.#isAlone;
    const turn = Math.min(best.work * STEP, best.work + this.#mostTurn);
    this.#until = isAlone ? Number.POSITIVE_INFINITY : Math.max(turn, this.#times.leastTurn);
  }

  /** True for a way that counts one by one and would never end, while there is another way. */
  #isOut(way: Way): boolean {
    if (way !== this.main || way.work < this.#times.alone) return false;
    return way.logWork() >= HOPELESS && this.#ways.length > 1;
  }

  /** Calls the next way; only one that is late, if the newest has not had its chance. */
  #callNext(isChanceOver: boolean, work = this.work): void {
    for (const start of this.#others) {
      if (!isChanceOver && !this.#late.has(start)) continue;
      let way: ReturnType<Start>;
      try {
        way = start(work);
      } catch (error) {
        if (!isMemoryRefused(error)) throw error;
      }
      if (way === 'later') {
        this.#late.add(start);
        continue;
      }
      this.#others = this.#others.filter((other) => other !== start);
      this.#late.delete(start);
      if (way === undefined) continue;
      this.#ways.push(way);
      this.#plan.joined(way);
      return;
    }
  }

  /** Drops a way to count, which gives back its memory, its states as well. */
  #leave(way: Way): void {
    way.end();
    this.#plan.left(way);
    this.#ways = this.#ways.filter((other) => other !== way);
    this.#leader = this.#current = this.main;
  }

  /** Ends an aid that is of no more use, or a way that lacks memory. The leader has its turn. */
  drop(expert: Expert): void {
    const turn = this.#aids.find(({ aid }) => aid === expert);
    if (turn === undefined) this.#leave(expert as Way);
    else {
      turn.aid?.end();
      this.#keep((other) => other !== turn);
    }
    this.#current = this.#leader;
    this.#until = this.#nextLook = 0;
  }

  // The leading way, for those that divide its work.

  /**
   * True while a way that was called or will be has not had its chance, or the main search is
   * young.
   */
  get isContested(): boolean {
    if (this.#isAlone) return false;
    if (!this.#isEstimated || !this.#isChanceOver) return true;
    if (this.#others.length === 0) return false;
    return !this.#isSoon || this.main.work < this.#times.joined;
  }

  /** True if the main search leads and may come to its end. */
  get isLeading(): boolean {
    const { main } = this;
    return this.#leader === main && (this.#isAlone || main.logWork() < BEYOND_REACH);
  }

  /**
   * True if no other way is expected to end before the main search. One thread may need days for
   * that search, and is better off with a way that remembers; many machines share it.
   */
  get isAhead(): boolean {
    if (this.#isAlone) return true;
    const expected = this.main.logWork();
    if (!(expected < BEYOND_REACH)) return false;
    const least = expected + Math.log2(AHEAD);
    return !this.#ways.some((way) => way !== this.main && way.logWork() < least);
  }

  /**
   * True if the estimate says that the end is near: then no other way joins while `workers` workers
   * enumerate.
   */
  isSoon(workers: number): boolean {
    if (!this.#isEstimated) return false;
    return this.#leader.logWork() <= this.#times.soon + Math.log2(workers);
  }

  /** True if there is no other way, or none any more. */
  get #isAlone(): boolean {
    return this.#ways.length === 1 && this.#others.length === 0;
  }

  /** True when the main search has done enough for an estimate of the rest. */
  get #isEstimated(): boolean {
    return this.main.work >= this.#times.alone;
  }

  /** Gives the turn to the way that has not had its chance, and calls it first. */
  contest(): void {
    this.#isFresh = false;
    const newest = this.#ways.at(-1) as Way;
    if (!this.#isEstimated) this.#current = this.main;
    else if (!this.#isChanceOver) this.#current = newest;
    // There is time for what may be late.
    else if (this.#others.length > 0) this.#callNext(true, Number.POSITIVE_INFINITY);
    else this.#current = this.main;
    this.#nextLook = this.#current.nodes + this.#times.firstLook;
  }

  /** Chooses the leader anew. */
  settle(): void {
    this.#lead();
    this.#look();
  }
}

/** The work of another way beside the leader, which is expected to need 2 ** `leading` in all. */
function workBeside({ work }: Way, leading: number, behind: number): number {
  if (leading > HOPELESS) return behind < FAR_BEHIND ? work : PART * work;
  return Math.min(work, Math.max(PART * 2 ** leading, LEAST_PART * work));
}
