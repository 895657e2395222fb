import type { Walked } from '../core/walk.ts';
import type { BuildSettings } from '../diagram/build.ts';
import type { Exact } from '../diagram/counts.ts';
import { Encoding } from '../diagram/multiples.ts';
import { borderOrder } from '../diagram/order.ts';
import { checkBudget, type Outcome, type SearchSettings, STRIDE } from '../kernels/search.ts';
import type { Compiled } from '../problem/compiled.ts';
import { isMemoryRefused } from '../problem/memory.ts';
import { type Contender, OneByOne, Remembering } from './contenders.ts';
import type { Enumeration } from './enumeration.ts';

// Work is in nanoseconds, by the table of `COSTS`.

/**
 * The work that the enumeration does alone at first: 4 ms. Graphs and matchings of 22 points wait
 * for it; with four times that work they took 30 ms longer.
 */
const ALONE = 2 ** 22;
/**
 * No other way joins while the end is expected within 2 ** SOON work, a quarter of a second. Some
 * 50 ms are lost when another way begins, until V8 has compiled it; and up to 250 ms for the order
 * of `sweep`. So with each way that joined, twice as much work counts as soon.
 */
const SOON = 28.5;
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
/** The nodes after which the work of a new way is looked at. */
const FIRST_LOOK = 1 << 8;
/** The least work that is worth a turn. */
const LEAST_TURN = 2 ** 17;
/** A turn of the leader ends when its work has grown by this factor. */
const STEP = 1.25;
/** A new leader must be expected to end within this part of the old leader's work. */
const AHEAD = 0.75;
/** Problems with more nodes of the matrix are only enumerated: another layout takes too long. */
const MOST_NODES = 1 << 20;
/** The most bytes that states may take, unless the caller says otherwise. */
const MEMORY = 2 ** 30;

/**
 * The times of the turns, and the settings of the ways that remember: for tests, on small problems.
 */
interface CountTuning {
  /** Work in nanoseconds, and its logarithm by 2. */
  readonly alone: number;
  readonly soon: number;
  readonly firstLook: number;
  readonly leastTurn: number;
  readonly build?: BuildSettings;
}
const TUNING = { alone: ALONE, soon: SOON, firstLook: FIRST_LOOK, leastTurn: LEAST_TURN };

/**
 * Counts all solutions, in the way that promises to be the fastest: one by one, as an enumeration
 * does; or by states that are remembered, branching where there are fewest options or along a
 * front. The enumeration begins alone. While no end is in sight, the other ways join one after the
 * other. Each estimates its work in all; the way that is expected to end first leads, and gets most
 * of the time. All of that rests on counts of work, so the same input takes the same way.
 */
export class Counting implements Walked {
  readonly #enumeration: Enumeration;
  readonly #tuning: CountTuning;
  #contenders: Contender[];
  /** The nodes of the ways that were dropped. */
  #nodesBefore = 0;
  /** The ways that join next, one after the other, while no end is in sight. */
  readonly #uncalled: (() => Contender)[];
  #leader: Contender;
  /** The way that has its turn, and the work at which the turn ends. */
  #current: Contender;
  #until: number;
  /** The work of `#current` is looked at when it has done this number of nodes. */
  #nextLook: number;
  #result: Exact | undefined;

  /** With the enumeration as it stands at the start, by the same settings. */
  constructor(
    compiled: Compiled,
    settings: SearchSettings,
    enumeration: Enumeration,
    tuning: Partial<CountTuning> = {},
  ) {
    this.#enumeration = enumeration;
    this.#tuning = { ...TUNING, ...tuning };
    this.#until = this.#tuning.alone;
    this.#nextLook = this.#tuning.firstLook;
    this.#leader = this.#current = new OneByOne(enumeration);
    this.#contenders = [this.#leader];
    // An order of `sweep` takes longer to find than many a problem whose states meet again takes to
    // count.
    enumeration.waitAbove(2 ** this.#tuning.soon);
    const { prefix, memoryLimit = MEMORY } = settings;
    const half = { ...this.#tuning.build, memoryLimit: memoryLimit / 2 };
    const remembering = (order?: BuildSettings['order']) => {
      const encoding = new Encoding(compiled);
      const decisions = prefix && encoding.decisions(prefix);
      return new Remembering(encoding.compiled, { ...half, prefix: decisions, order });
    };
    const others = [() => remembering(), () => remembering(borderOrder)];
    this.#uncalled = compiled.nodes > MOST_NODES ? [] : others;
  }

  get nodes(): number {
    return this.#contenders.reduce((sum, { nodes }) => sum + nodes, this.#nodesBefore);
  }

  get guesses(): number {
    return this.#enumeration.guesses;
  }

  get updates(): number {
    return this.#enumeration.updates;
  }

  get deepest(): number {
    return this.#enumeration.deepest;
  }

  /** The states that are remembered. */
  get states(): number {
    return this.#contenders.reduce((sum, { states }) => sum + states, 0);
  }

  /** The enumeration, which can be divided, once it leads and each other way has had its chance. */
  get divisible(): Enumeration | undefined {
    return this.isContested ? undefined : this.leading;
  }

  /** The enumeration, if it leads and may come to its end. */
  get leading(): Enumeration | undefined {
    const isWithinReach = this.#leader.logWork() < BEYOND_REACH;
    return this.#leader instanceof OneByOne && isWithinReach ? this.#enumeration : undefined;
  }

  /** True while another way, or `sweep`, has not had its chance. */
  get isContested(): boolean {
    const newest = this.#contenders.at(-1) as Contender;
    if (!this.#isKnown) return true;
    if (this.#uncalled.length > 0 || newest.work < this.#chanceOf(newest)) return true;
    return this.#enumeration.isChoosing;
  }

  /**
   * True if the estimate says that the end is near: then no other way joins while `workers` workers
   * enumerate.
   */
  isSoon(workers: number): boolean {
    return this.#isKnown && this.#leader.logWork() <= this.#tuning.soon + Math.log2(workers);
  }

  /** True when the enumeration has done enough for an estimate of the rest. */
  get #isKnown(): boolean {
    return this.#enumeration.cost >= this.#tuning.alone;
  }

  /**
   * Gives the others their chance, a slice of it, while the enumeration goes on elsewhere. When it
   * is settled, `divisible` is the enumeration if that leads.
   */
  contest(): 'paused' | 'settled' | 'exhausted' {
    const newest = this.#contenders.at(-1) as Contender;
    if (!this.isContested) {
      this.#lead();
      this.#look();
      return 'settled';
    }
    const { firstLook } = this.#tuning;
    if (!this.#isKnown) this.#step(this.#contenders[0] as Contender, firstLook);
    else if (newest.work < this.#chanceOf(newest)) this.#step(newest, firstLook);
    else if (this.#uncalled.length > 0) this.#callNext();
    else this.#step(this.#contenders[0] as Contender, firstLook);
    return this.#result === undefined ? 'paused' : 'exhausted';
  }

  /** The count; before the end, a proven lower bound. */
  get exact(): bigint {
    if (this.#result !== undefined) return BigInt(this.#result);
    const counts = this.#contenders.map((contender) => contender.soFar());
    return BigInt(counts.reduce((most, count) => (count > most ? count : most)));
  }

  /** `exact` as a number; above the largest exact number, that number, a lower bound as well. */
  get solutions(): number {
    const { exact } = this;
    return exact <= Number.MAX_SAFE_INTEGER ? Number(exact) : Number.MAX_SAFE_INTEGER;
  }

  share(): number {
    if (this.#result !== undefined) return 1;
    return Math.max(...this.#contenders.map((contender) => contender.share()));
  }

  advance(nodeBudget: number): Outcome {
    checkBudget(nodeBudget);
    const stop = this.nodes + nodeBudget;
    while (this.#result === undefined) {
      const current = this.#current;
      const left = Math.min(stop - this.nodes, this.#nextLook - current.nodes, STRIDE);
      if (left <= 0) return 'paused';
      this.#step(current, left);
      if (this.#result === undefined && current.nodes >= this.#nextLook) this.#look();
      // A contender pauses by itself after a millisecond of work.
      if (nodeBudget !== Number.POSITIVE_INFINITY) break;
    }
    return this.#result === undefined ? 'paused' : 'exhausted';
  }

  /** Ends all ways to count, for good. Only counters can be read after that. */
  end(): void {
    const [first, ...others] = this.#contenders;
    first?.end();
    for (const other of others) this.#drop(other);
    this.#uncalled.length = 0;
  }

  /** Drops a way to count, which gives back its memory, its states as well. */
  #drop(contender: Contender): void {
    contender.end();
    this.#nodesBefore += contender.nodes;
    this.#contenders = this.#contenders.filter((other) => other !== contender);
    this.#leader = this.#current = this.#contenders[0] as Contender;
  }

  /**
   * A contender goes on, perhaps to its end. If the machine has no memory for it, it is dropped.
   */
  #step(contender: Contender, nodeBudget: number): void {
    try {
      if (contender.advance(nodeBudget)) this.#result = contender.soFar();
    } catch (error) {
      if (contender === this.#contenders[0] || !isMemoryRefused(error)) throw error;
      this.#drop(contender);
      this.#lead();
      this.#look();
    }
  }

  /**
   * Ends the turn if its work is done. The looks come at numbers of nodes, not where a search
   * pauses, since pauses depend on the caller.
   */
  #look(): void {
    if (this.#current.work >= this.#until) this.#changeTurns();
    const { nodes, work } = this.#current;
    const needed = Math.ceil(((this.#until - work) * nodes) / work);
    this.#nextLook = nodes + (needed > 0 ? needed : this.#tuning.firstLook);
  }

  /** First the others catch up with their part of the leader's work; then a leader is chosen. */
  #changeTurns(): void {
    const { work } = this.#leader;
    const soon = this.#tuning.soon + this.#contenders.length - 1;
    if (Math.max(this.#leader.logWork(), Math.log2(work)) > soon) {
      const newest = this.#contenders.at(-1) as Contender;
      if (newest.work > this.#chanceOf(newest) - this.#tuning.leastTurn) this.#callNext();
    } else if (this.#contenders.length === 1) {
      this.#until = 2 * work;
      return;
    }
    const leading = this.#leader.logWork();
    for (const contender of this.#contenders) {
      if (contender === this.#leader || this.#isOut(contender)) continue;
      const beside = workBeside(this.#leader, leading, contender.logWork() - leading);
      const part = Math.max(beside, this.#chanceOf(contender));
      if (contender.work > part - this.#tuning.leastTurn) continue;
      this.#current = contender;
      this.#until = part;
      return;
    }
    this.#lead();
  }

  /** The work of the newest way before the next one joins; 0 for older ways. */
  #chanceOf(contender: Contender): number {
    if (contender !== this.#contenders.at(-1) || this.#contenders.length === 1) return 0;
    if (contender === this.#leader) return CHANCE;
    return contender.remembers ? Math.min(CHANCE, PART * 2 ** this.#leader.logWork()) : 0;
  }

  #lead(): void {
    let best = this.#leader;
    let least = this.#isOut(best) ? Number.POSITIVE_INFINITY : best.logWork() + Math.log2(AHEAD);
    for (const contender of this.#contenders) {
      if (contender === this.#leader || this.#isOut(contender)) continue;
      if (least < Number.POSITIVE_INFINITY && !(contender.logWork() < least)) continue;
      best = contender;
      least = contender.logWork();
    }
    this.#leader = this.#current = best;
    this.#until = Math.max(best.work * STEP, this.#tuning.leastTurn);
  }

  /** True for a way that counts one by one and would never end, while there is another way. */
  #isOut(contender: Contender): boolean {
    if (contender.remembers || contender.work < this.#tuning.alone) return false;
    if (contender.logWork() < HOPELESS) return false;
    return this.#contenders.some(({ remembers }) => remembers);
  }

  #callNext(): void {
    // The first other way has had its chance.
    if (this.#contenders.length > 1 || this.#uncalled.length === 0) {
      this.#enumeration.waitAbove(Number.POSITIVE_INFINITY);
    }
    try {
      const start = this.#uncalled.shift();
      if (start !== undefined) this.#contenders.push(start());
    } catch (error) {
      if (!isMemoryRefused(error)) throw error;
    }
  }
}

/** The work of another way beside the leader, which is expected to need 2 ** `leading` in all. */
function workBeside({ work }: Contender, leading: number, behind: number): number {
  if (leading > HOPELESS) return behind < FAR_BEHIND ? work : PART * work;
  return Math.min(work, Math.max(PART * 2 ** leading, LEAST_PART * work));
}
