import type { CompleteSolver, Solver } from '../kernels/solver.ts';
import { isMemoryRefused } from '../problem/memory.ts';
import type { Tuning } from './tuning.ts';
import type { SolverEvents, Turn } from './turn.ts';

/**
 * A rival gets this part of the cost that the leader is expected to need in all. That part is lost
 * if the rival turns out to be of no use. Then it still gets a little beside the leader.
 */
const RIVAL_PART = 1 / 32;
const LEAST_RIVAL_PART = 1 / 64;
/**
 * A rival that is expected to cost 2 ** HOPELESS_LOG2 would take days. Estimates of rivals that
 * remember are too high by far: their trees are cut wherever a state comes again. So while all are
 * hopeless, they share the time, except rivals that are expected to cost 2 ** FAR_BEHIND_LOG2 times
 * as much as the leader.
 */
const HOPELESS_LOG2 = 48;
const FAR_BEHIND_LOG2 = 8;
/**
 * No number of machines takes 2 ** BEYOND_REACH_LOG2, nine years: a count ends only if states meet
 * again.
 */
const BEYOND_REACH_LOG2 = 58;
/**
 * The cost of a new rival before the next one joins, if it leads or remembers: a quarter of a
 * second. States that meet again show late.
 */
const CHANCE_NS = 2 ** 28;
/**
 * The answer of a count that ends early is the largest bound of any rival. The main search mostly
 * finds solutions fastest. While it does, it gets at least this part of all the cost: 18 queens for a
 * second, at least 15,465 without, 95,962 with it.
 */
const MAIN_PART = 1 / 5;
/** The most cost of a rival beside the main search, for each unit of its cost. */
const BESIDE_MAIN = 4;
/** The cost of the main search before it may turn out to be slower at that: 67 ms. */
const MAIN_CHANCE_NS = 2 ** 26;
/** A turn of the leader ends when its cost has grown by this factor. */
const TURN_FACTOR = 1.125;
/** The most cost of a turn: 70 ms. Others may prove meanwhile that there is no solution. */
const MOST_TURN_NS = 2 ** 26;
/** A new leader must be expected to end within this part of the old leader's cost. */
const AHEAD = 0.75;

/**
 * Starts a rival, given the cost of all rivals so far; undefined if it is of no use for this
 * problem. `later`: that is not known yet, and the next rival begins meanwhile.
 */
export type Rival = (cost: number) => CompleteSolver | undefined | 'later';

/**
 * The turns of the rivals: the main search, and others that count all solutions in another way. The
 * one that is expected to end first leads. The others catch up with their part of its cost.
 */
export class RivalTurns<M extends CompleteSolver> {
  readonly main: M;
  #leader: CompleteSolver;
  /** The rivals that have joined, the main search first, and those that join next. */
  #joined: CompleteSolver[];
  #waiting: readonly Rival[];
  /** Those of them that were called, and are not ready. */
  readonly #late = new Set<Rival>();
  readonly #events: SolverEvents;
  readonly #tuning: Tuning;

  constructor(main: M, waiting: readonly Rival[], events: SolverEvents, tuning: Tuning) {
    this.main = main;
    this.#leader = main;
    this.#joined = [main];
    this.#waiting = waiting;
    this.#events = events;
    this.#tuning = tuning;
  }

  get joined(): readonly CompleteSolver[] {
    return this.#joined;
  }

  get leader(): CompleteSolver {
    return this.#leader;
  }

  /** The cost of all rivals. */
  get cost(): number {
    return this.#joined.reduce((sum, rival) => sum + rival.cost, 0);
  }

  /** True if the main search has no rival, or none any more. */
  get isAlone(): boolean {
    return this.#joined.length === 1 && this.#waiting.length === 0;
  }

  /** The next turn. `isEndless`: it need not end where the main search is alone. */
  next(isEndless: boolean): Turn {
    if (!this.isAlone) {
      const leader = this.#leader;
      if (!this.#isEndTooNear) this.startNext(this.isChanceOver);
      else if (this.#joined.length === 1) return { solver: leader, untilCost: 2 * leader.cost };
      const part = MAIN_PART * this.cost;
      if (this.main.cost < part - this.#tuning.leastTurnNs && this.#isMainFastest) {
        return { solver: this.main, untilCost: part };
      }
      const behind = this.#mostBehind(leader);
      if (behind !== undefined) return behind;
    }
    return this.lead(isEndless);
  }

  /** Chooses the leader anew, and gives it the turn. */
  lead(isEndless: boolean): Turn {
    let best = this.#leader;
    if (this.#joined.length > 1) {
      let least = this.#isOut(best)
        ? Number.POSITIVE_INFINITY
        : best.expectedCost() + Math.log2(AHEAD);
      for (const rival of this.#joined) {
        if (rival === this.#leader || this.#isOut(rival)) continue;
        if (least < Number.POSITIVE_INFINITY && !(rival.expectedCost() < least)) continue;
        best = rival;
        least = rival.expectedCost();
      }
    }
    this.#leader = best;
    const turn = Math.min(best.cost * TURN_FACTOR, best.cost + this.#mostTurn);
    const isWhole = isEndless && this.isAlone;
    const untilCost = isWhole ? Number.POSITIVE_INFINITY : Math.max(turn, this.#tuning.leastTurnNs);
    return { solver: best, untilCost };
  }

  /** True while no rival has counted more solutions at the same cost. */
  get #isMainFastest(): boolean {
    const { exact, cost } = this.main;
    if (cost < MAIN_CHANCE_NS) return true;
    const integerCost = BigInt(Math.ceil(cost));
    return this.#joined.every(
      (rival) => rival.exact * integerCost <= exact * BigInt(Math.ceil(rival.cost)),
    );
  }

  /** A turn for a rival that is behind its part of the leader's cost. */
  #mostBehind(leader: CompleteSolver): Turn | undefined {
    const leading = leader.expectedCost();
    for (const rival of this.#joined) {
      if (rival === leader || this.#isOut(rival)) continue;
      const beside = this.#costBeside(rival, leading);
      const part = Math.max(beside, this.#chanceOf(rival));
      if (rival.cost > part - this.#tuning.leastTurnNs) continue;
      return { solver: rival, untilCost: Math.min(part, rival.cost + this.#mostTurn) };
    }
    return undefined;
  }

  /**
   * The cost of a rival beside the leader, which is expected to need 2 ** `leading` in all.
   *
   * - The estimate of the main search holds, so where that is not the least it has no chance.
   * - The estimates of the others are too high, but hardly by so much that one that is far behind
   *   has a chance.
   * - The others have their chance before the main search: they may take their part of its cost in
   *   all beforehand, but always leave it some, lest its estimate be too high.
   */
  #costBeside(rival: CompleteSolver, leading: number): number {
    const { cost } = this.#leader;
    const isNear = rival.expectedCost() - leading < FAR_BEHIND_LOG2;
    if (!isNear || rival === this.main) return RIVAL_PART * cost;
    if (leading > HOPELESS_LOG2) return cost;
    const most = this.#leader === this.main ? BESIDE_MAIN * cost : cost;
    return Math.min(most, Math.max(RIVAL_PART * 2 ** leading, LEAST_RIVAL_PART * cost));
  }

  /** The most cost of a turn. A rival that is late begins soon after it is ready. */
  get #mostTurn(): number {
    return this.#late.size > 0 ? this.#tuning.aloneNs : MOST_TURN_NS;
  }

  /** True while the end is expected so soon that no other rival joins. */
  get #isEndTooNear(): boolean {
    const leader = this.#leader;
    const soon = this.#tuning.soonLog2 + this.#joined.length - 1;
    return Math.max(leader.expectedCost(), Math.log2(leader.cost)) <= soon;
  }

  /** The cost of the newest rival before the next one joins; 0 for older rivals. */
  #chanceOf(rival: CompleteSolver): number {
    if (rival !== this.newest || this.#joined.length === 1) return 0;
    if (rival === this.#leader) return CHANCE_NS;
    return Math.min(CHANCE_NS, RIVAL_PART * 2 ** this.#leader.expectedCost());
  }

  /** The rival that has joined last, or the main search. */
  get newest(): CompleteSolver {
    return this.#joined.at(-1) as CompleteSolver;
  }

  /** True when the newest rival has had its chance. */
  get isChanceOver(): boolean {
    const { newest } = this;
    return newest.cost > this.#chanceOf(newest) - this.#tuning.leastTurnNs;
  }

  /** True for a rival that counts one by one and would never end, while there is another one. */
  #isOut(rival: CompleteSolver): boolean {
    if (rival !== this.main || rival.cost < this.#tuning.aloneNs) return false;
    return rival.expectedCost() >= HOPELESS_LOG2 && this.#joined.length > 1;
  }

  /** Starts the next rival; only one that is late, if the newest has not had its chance. */
  startNext(isChanceOver: boolean, cost = this.cost): void {
    for (const start of this.#waiting) {
      if (!isChanceOver && !this.#late.has(start)) continue;
      let rival: ReturnType<Rival>;
      try {
        rival = start(cost);
      } catch (error) {
        if (!isMemoryRefused(error)) throw error;
      }
      if (rival === 'later') {
        this.#late.add(start);
        continue;
      }
      this.#waiting = this.#waiting.filter((other) => other !== start);
      this.#late.delete(start);
      if (rival === undefined) continue;
      this.#joined.push(rival);
      this.#events.joined(rival);
      return;
    }
  }

  /** Drops a rival, which gives back its memory, its states as well. */
  drop(solver: Solver): void {
    const rival = this.#joined.find((other) => other === solver);
    if (rival === undefined) return;
    rival.end();
    this.#events.dropped(rival);
    this.#joined = this.#joined.filter((other) => other !== rival);
    this.#leader = this.main;
  }

  end(): void {
    for (const rival of this.#joined.slice(1)) this.drop(rival);
    this.#waiting = [];
  }

  // For those that divide the main search.

  /**
   * True while a rival that was called or will be has not had its chance, or the main search is
   * young.
   */
  get isContested(): boolean {
    if (this.isAlone) return false;
    if (!this.isEstimated || !this.isChanceOver) return true;
    if (!this.isWaiting) return false;
    return !this.#isEndTooNear || this.main.cost < this.#tuning.joinedNs;
  }

  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** True if the main search leads and may come to its end. */
  get isMainLeading(): boolean {
    const { main } = this;
    return this.#leader === main && (this.isAlone || main.expectedCost() < BEYOND_REACH_LOG2);
  }

  /**
   * True if no rival is expected to end before the main search. One thread may need days for that
   * search, and is better off with a rival that remembers; many machines share it.
   */
  get isMainAhead(): boolean {
    if (this.isAlone) return true;
    const expected = this.main.expectedCost();
    if (!(expected < BEYOND_REACH_LOG2)) return false;
    const least = expected + Math.log2(AHEAD);
    return !this.#joined.some((rival) => rival !== this.main && rival.expectedCost() < least);
  }

  /**
   * True if the estimate says that the end is near: then no other rival joins while `workers`
   * workers enumerate.
   */
  isEndNear(workers: number): boolean {
    if (!this.isEstimated) return false;
    return this.#leader.expectedCost() <= this.#tuning.soonLog2 + Math.log2(workers);
  }

  /** True when the main search has done enough for an estimate of the rest. */
  get isEstimated(): boolean {
    return this.main.cost >= this.#tuning.aloneNs;
  }
}
