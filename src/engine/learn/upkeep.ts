import type { Slices } from '../problem/slices.ts';
import { SHORT_OF_MEMORY } from './account.ts';
import type { Restarts } from './decisions.ts';
import type { Trail } from './trail.ts';

/** Conflicts until it forgets for the first time, and the increase from each time to the next. */
const FORGET_AFTER = 300;
/** The search is stuck if memory runs short again after fewer conflicts and solutions. */
const LEAST_BETWEEN = 16;

/**
 * The upkeep of the clauses: room for more of them, and which to forget. Most learned clauses are
 * of use for a short while, and slow down the rest of the search. So from time to time three
 * quarters of those that were of no use of late go, the ones with the most glue first; sooner if
 * memory runs short.
 */
export class Upkeep {
  /** The number of conflicts at which to forget. */
  forgetAt = FORGET_AFTER;
  private readonly trail: Trail;
  private restarts: Restarts;
  private times = 0;
  /** Variables that had a value for good when the lists were last swept. */
  private swept = 0;
  /** Conflicts and solutions when memory last ran short. */
  private shortAt = Number.NEGATIVE_INFINITY;

  constructor(trail: Trail, restarts: Restarts) {
    this.trail = trail;
    this.restarts = restarts;
  }

  /** Another search begins, with restarts of its own. The clauses stay. */
  begin(restarts: Restarts): void {
    this.restarts = restarts;
    this.times = 0;
    this.forgetAt = FORGET_AFTER;
    this.shortAt = Number.NEGATIVE_INFINITY;
  }

  /**
   * Lays out the heap of variables, and a clause for each primary item: "at least one of my
   * options".
   */
  *layOut(): Slices {
    const { account, clauses, order, open } = this.trail;
    const { list, primaryStart, bounds } = open;
    yield* order.layOut(account);
    if (open.hasAdded) yield* order.favourShortItems(open, account);
    for (let k = 1; k < primaryStart.length; k++) {
      if (bounds.length > 0 && bounds[2 * k - 2] !== 1) continue;
      const item = list.subarray(primaryStart[k - 1], primaryStart[k]);
      clauses.store(item, item.length);
      if (account.spent(item.length)) yield;
    }
    yield* clauses.rebuild();
  }

  /** Makes room for clauses and their lists: in memory, or by forgetting. */
  *makeRoom(conflicts: number, solutions: number): Slices {
    const { clauses } = this.trail;
    if (!clauses.isShort && (yield* clauses.makeRoom())) return;
    const sinceShort = conflicts + solutions - this.shortAt;
    this.shortAt = conflicts + solutions;
    if (sinceShort < LEAST_BETWEEN) throw SHORT_OF_MEMORY;
    yield* this.forget(conflicts, true);
    if (!clauses.hasRoom && !(yield* clauses.makeRoom())) throw SHORT_OF_MEMORY;
  }

  /** Drops learned clauses of little use, and those that are true at level 0. */
  *forget(conflicts: number, shortOfMemory = false): Slices {
    this.times++;
    this.forgetAt = conflicts + FORGET_AFTER * (this.times + 1);
    this.restarts.noteRestart();
    yield* this.trail.clauses.reduce(shortOfMemory);
    yield* this.rebuild();
  }

  /**
   * Goes back to level 0. Lays the clauses out anew, without those that are dropped or true there.
   */
  *rebuild(): Slices {
    const { trail } = this;
    const { clauses, open, proof } = trail;
    // At level 0 a clause that is not watched may have lost literals unseen.
    const isFollowedUp = trail.level > 0 || (trail.head === trail.size && !clauses.isShort);
    yield* trail.backSlowly(0);
    if (proof !== undefined) {
      proof.settle(trail);
      yield* proof.rebuild(clauses, isFollowedUp ? trail.values : undefined);
    }
    if (!isFollowedUp) {
      yield* clauses.rebuild();
      // A clause that was on no list has missed the literals before `head`.
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
