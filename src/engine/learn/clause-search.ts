import type { Outcome } from '../kernels/search.ts';
import type { Compiled } from '../problem/compiled.ts';
import type { Slices } from '../problem/slices.ts';
import type { Account } from './account.ts';
import { Analysis } from './analysis.ts';
import { CLAUSE_HEAD, Clauses, NONE } from './clauses.ts';
import { Counters } from './counters.ts';
import { Order, Restarts } from './decisions.ts';
import type { Exchange } from './exchange.ts';
import type { Reporter } from './observer.ts';
import { CHOSEN, type Open } from './open.ts';
import type { Proof } from './proof.ts';
import { Walk } from './random-walk.ts';
import { sumMakerOf } from './sum-maker.ts';
import { Target } from './target.ts';
import { ASSUMED, Trail } from './trail.ts';
import { Upkeep } from './upkeep.ts';

/** The work to take the highest variable from the heap, in the unit of `Account.left`. */
const PER_VARIABLE = 32;
/**
 * The work of a walk, for each value found since the one before; the first time more, since it may
 * end the search. (A value takes 25 units of work in a Latin square of order 36.)
 */
const WALK = 5;
const FIRST_WALK = 12;

/**
 * The search for solutions and for clauses to learn: the loop that `Learn` draws. `begin` starts it
 * anew below other decisions, and what it has learned stays. Three kinds of levels see to that:
 *
 *     level 0          what follows from the base
 *     level 1          what is assumed: not `over`, the decisions of the prefix beyond the base
 *     level 2, 3 ...   decisions of the search
 *
 * A clause contains every assumption that it rests on. So a learned clause holds below the base,
 * whatever was assumed. The variable `over` says that the search below this prefix is over. A
 * clause that blocks a solution says "... or over", and so does every clause that rests on it. At
 * the next `begin` the clauses with `over` go (an *activation literal*: Eén and Sörensson, Temporal
 * induction, 2003).
 *
 * A long step that comes once in many conflicts is a *task*: a generator that yields when the work
 * of a slice is done. All else counts its work and stops between two literals.
 */
export class ClauseSearch {
  nodes = 0;
  guesses = 0;
  solutions = 0;
  conflicts = 0;
  deepest = 0;
  done = false;
  onSolution = false;
  readonly trail: Trail;
  /** Set where an observer follows the steps. */
  reporter: Reporter | undefined;
  private readonly account: Account;
  private readonly open: Open;
  private readonly clauses: Clauses;
  private readonly order: Order;
  private readonly analysis: Analysis;
  private readonly target: Target;
  private restarts: Restarts;
  private readonly upkeep: Upkeep;
  readonly walk: Walk;
  /** The last steady turn that has begun, and the values found until then. */
  private steadyTurn = 0;
  private walkedUpdates = 0;
  /** Decisions of the prefix that the base lacks. */
  private assumed: readonly number[] = [];
  /** Solutions that are not to be reported, and are not ruled out yet. */
  private known: (readonly number[])[] = [];
  /** True if nothing lies below the base. */
  private isDead: boolean;
  /** True until the clauses of the search before the last `begin` are gone. */
  private isStale = false;
  /** True while there are clauses with `over`. */
  private hasBlocked = false;
  /** True if a candidate was no solution. A walk would only go there again. */
  private hasForbidden = false;
  /** To be done before the search goes on. */
  private task: Slices | undefined;

  private constructor(trail: Trail, analysis: Analysis, target: Target) {
    const { open, clauses, order, account } = trail;
    this.trail = trail;
    this.open = open;
    this.clauses = clauses;
    this.order = order;
    this.account = account;
    this.analysis = analysis;
    this.target = target;
    this.isDead = open.isDead;
    this.restarts = new Restarts(() => trail.updates);
    this.upkeep = new Upkeep(trail, this.restarts);
    this.walk = new Walk(trail);
    this.task = this.upkeep.layOut();
  }

  /**
   * A search with all its parts, which pauses after a large one. For a 64x64 Sudoku they take 36
   * MB, and V8 collects garbage more than once on the way: 24 to 49 ms in one call at first, 16 to
   * 28 ms so.
   */
  static *of(
    open: Open,
    compiled: Compiled,
    account: Account,
    proof?: Proof,
  ): Slices<ClauseSearch> {
    const { variables, list, primaryStart } = open;
    const room = list.length + CLAUSE_HEAD * primaryStart.length + variables;
    const clauses = new Clauses(variables, room, account);
    if (account.spent(0)) yield;
    const order = new Order(variables, account);
    if (account.spent(0)) yield;
    const counters = yield* Counters.of(open, account);
    const codes = 2 * variables + (counters?.reasonCodes ?? 0);
    // A checker of proofs knows the clauses alone.
    const maker = proof === undefined ? sumMakerOf(compiled) : undefined;
    const sums = maker && (yield* maker.of(open, compiled, codes, account));
    const trail = new Trail(open, clauses, order, counters, sums, account, proof);
    if (account.spent(0)) yield;
    const analysis = new Analysis(trail, order, account);
    if (account.spent(0)) yield;
    const target = new Target(trail, account);
    return new ClauseSearch(trail, analysis, target);
  }

  /** Begins anew, below the base and these decisions, for all solutions except the known ones. */
  begin(assumed: readonly number[], known: (readonly number[])[]): void {
    this.nodes = this.guesses = this.solutions = this.conflicts = this.deepest = 0;
    this.trail.updates = 0;
    this.done = this.onSolution = false;
    this.restarts = new Restarts(() => this.trail.updates);
    this.upkeep.begin(this.restarts);
    this.steadyTurn = this.walkedUpdates = 0;
    this.walk.stop();
    this.assumed = assumed;
    // A task that is under way goes on to its end, and is to leave out no more of these.
    this.known.length = 0;
    this.known = known;
    this.isStale = true;
  }

  /** Drops the clauses of the search before the last `begin`. */
  private *clear(): Slices {
    const { trail, open, clauses } = this;
    this.isStale = false;
    yield* trail.backSlowly(0);
    if (this.hasBlocked) {
      this.hasBlocked = false;
      const over = 2 * open.over;
      if (trail.values[over] === 1) trail.retract(over);
      yield* clauses.drop(over);
      yield* this.upkeep.rebuild();
    }
    this.deepest = open.settled.length;
    this.done = this.isDead;
    this.reporter?.began(trail);
  }

  /** A slice of the search, to that number of nodes at most. */
  goOn(stop: number): Outcome {
    for (;;) {
      const { task } = this;
      if (task !== undefined) {
        if (task.next().done !== true) return 'paused';
        // At its end it may have set the next one.
        if (this.task === task) this.task = undefined;
      } else if (this.isStale) {
        this.task = this.clear();
      } else if (this.onSolution) {
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

  /** Its clauses, or none while something is done slice by slice. */
  knowledge(): number[][] {
    return this.task === undefined && !this.isStale ? this.trail.knowledge() : [];
  }

  /**
   * Assumes these decisions. Returns the open option of the highest score in `scores`, `none` if
   * nothing lies below them, or `all decided`. For a search that does nothing else, in one endless
   * slice.
   */
  openBelow(
    decisions: readonly number[],
    scores: ClauseSearch | undefined,
  ): number | 'none' | 'all decided' {
    const { trail, open } = this;
    this.begin(decisions, []);
    while (this.goOn(0) === 'paused' && this.task !== undefined);
    while (this.clauses.isShort || !this.clauses.hasRoom)
      for (const _ of this.upkeep.makeRoom(this.conflicts, this.solutions));
    if (this.done || trail.propagate() !== NONE) return 'none';
    if (!this.assume() || trail.propagate() !== NONE) return 'none';
    const best = this.order.highest(trail.values, (v) => {
      const other = scores?.open.literalOf[open.optionOf[v]] ?? NONE;
      return other < 0 ? 0 : (scores?.order.scoreOf(other >> 1) ?? 0);
    });
    return best === NONE ? 'all decided' : open.optionOf[best];
  }

  /** The loop. Undefined where there is a task to be done first. */
  private run(stop: number): Outcome | undefined {
    const { trail, clauses, restarts, account } = this;
    const { variables } = this.open;
    while (this.task === undefined) {
      if (this.done) return 'exhausted';
      if (this.nodes === stop || account.left <= 0) return 'paused';
      // Room for the learned clause, or for the clause that will block a solution.
      if (!clauses.hasRoom) {
        this.task = this.upkeep.makeRoom(this.conflicts, this.solutions);
        break;
      }
      const conflict = trail.propagate();
      this.reporter?.followed(conflict);
      if (conflict !== NONE && trail.level <= ASSUMED) {
        this.isDead = trail.level === 0;
        this.done = true;
      } else if (clauses.isShort) {
        this.task = this.upkeep.makeRoom(this.conflicts, this.solutions);
      } else if (conflict !== NONE) {
        this.noteDepth();
        this.nodes++;
        this.learn(conflict);
      } else if (!trail.isFollowedUp) {
        return 'paused';
      } else if (trail.level < ASSUMED && trail.exchange?.hasNews) {
        this.task = this.takeOver(trail.exchange);
      } else if (trail.level < ASSUMED) {
        this.done = !this.assume();
        this.noteDepth();
      } else if (trail.size === variables) {
        this.noteDepth(trail.mergedOptions.length);
        this.solutions++;
        this.onSolution = true;
        return 'solution';
      } else if (this.conflicts >= this.upkeep.forgetAt) {
        this.task = this.upkeep.forget(this.conflicts);
      } else if (restarts.isDue && trail.level > ASSUMED) {
        this.restart();
      } else if (trail.level === ASSUMED && this.steadyTurnBegins) {
        this.task = this.beginSteadyTurn();
      } else {
        this.decide();
      }
    }
    return undefined;
  }

  /** Begins level 1. False if the assumptions contradict the clauses. */
  private assume(): boolean {
    const { trail, open } = this;
    if (trail.values[2 * open.over] === 1) return false;
    trail.decide(2 * open.over + 1);
    trail.assumed = 1;
    for (const decision of this.assumed) {
      const own = open.literalOf[decision < 0 ? ~decision : decision];
      if (own >= 0) {
        const literal = decision < 0 ? own ^ 1 : own;
        if (trail.values[literal] === -1) return false;
        if (trail.values[literal] === 0) {
          trail.assign(literal, NONE);
          trail.assumed++;
        }
      } else if ((own === CHOSEN) !== decision >= 0) {
        return false;
      }
    }
    return true;
  }

  private noteDepth(merged = 0): void {
    const depth = this.open.settled.length + this.trail.chosen + merged;
    this.deepest = Math.max(this.deepest, depth);
  }

  /** Decides a variable, unless the work runs out before there is one. */
  private decide(): void {
    const { trail, account } = this;
    const most = Math.max(1, Math.floor(account.left / PER_VARIABLE));
    const before = this.order.size;
    const variable = this.order.next(trail.values, most);
    account.left -= PER_VARIABLE * (before - this.order.size);
    if (variable === NONE) return;
    this.nodes++;
    this.guesses++;
    trail.decide(this.target.literal(variable, this.restarts.steady));
    this.reporter?.decided();
  }

  private learn(conflict: number): void {
    const { analysis, restarts } = this;
    this.conflicts++;
    if (restarts.steady) this.target.note();
    if (analysis.learn(conflict)) this.takeClause();
    else this.task = this.learnSlowly();
  }

  private *learnSlowly(): Slices {
    do yield;
    while (!this.analysis.goOn());
    this.takeClause();
  }

  /** Takes the learned clause, and goes back to where it says something. */
  private takeClause(): void {
    const { literals, size, glue, backLevel } = this.analysis;
    this.restarts.noteConflict(glue);
    this.order.age();
    this.trail.proof?.add(literals, size);
    this.trail.exchange?.give(literals, size, glue, this.open);
    const clause = size === 1 ? NONE : this.clauses.add(literals, size, glue);
    this.goBack(backLevel, literals[0], clause);
  }

  /**
   * Rules out the solution it stands on: not all of these decisions, or over. (They suffice, since
   * they and the assumptions imply all others.) Where there was none, it was the last.
   */
  private block(): void {
    const { trail } = this;
    const { level } = trail;
    if (level === ASSUMED) {
      this.done = true;
      return;
    }
    const { literals } = this.analysis;
    let size = 0;
    for (let k = level; k > ASSUMED; k--) {
      literals[size++] = trail.literals[trail.limits[k]] ^ 1;
    }
    literals[size++] = 2 * this.open.over;
    this.hasBlocked = true;
    trail.proof?.add(literals, size);
    this.goBack(level - 1, literals[0], this.clauses.add(literals, size));
  }

  /**
   * The solution it stands on is none: not all of these options. The clause follows from a rule, so
   * it says no "or over", and stays. The search goes back to where it forces its latest literal, or
   * where two of them are open.
   */
  forbid(numbers: readonly number[]): void {
    const { trail, open, order, clauses } = this;
    const { literals } = this.analysis;
    this.solutions--;
    this.onSolution = false;
    this.hasForbidden = true;
    let size = 0;
    for (const option of numbers) {
      const literal = open.literalOf[option];
      if (literal < 0 || trail.levelOf(literal) === 0) continue;
      order.bump(literal >> 1);
      literals[size++] = literal ^ 1;
    }
    // The latest two come first: these are watched.
    for (let k = 0; k < Math.min(2, size); k++) {
      for (let n = k + 1; n < size; n++) {
        if (trail.levelOf(literals[n]) <= trail.levelOf(literals[k])) continue;
        [literals[k], literals[n]] = [literals[n], literals[k]];
      }
    }
    const latest = size > 0 ? trail.levelOf(literals[0]) : 0;
    const second = size > 1 ? trail.levelOf(literals[1]) : 0;
    const clause = size > 1 ? clauses.add(literals, size) : NONE;
    if (second < latest) {
      this.goBack(second, literals[0], clause);
      return;
    }
    this.isDead = size === 0;
    this.done = latest <= ASSUMED;
    if (!this.done && !trail.backTo(latest - 1)) this.task = trail.backSlowly(latest - 1);
  }

  /** Back to a level, where a literal is true by a clause; at once if that is little work. */
  private goBack(level: number, literal: number, clause: number): void {
    if (this.trail.backTo(level)) this.takeValue(literal, clause);
    else this.task = this.goBackSlowly(level, literal, clause);
  }

  private *goBackSlowly(level: number, literal: number, clause: number): Slices {
    do yield;
    while (!this.trail.backTo(level));
    this.takeValue(literal, clause);
  }

  private takeValue(literal: number, clause: number): void {
    this.trail.assign(literal, clause);
    this.reporter?.learned(literal, clause);
  }

  private restart(): void {
    const { trail } = this;
    const level = trail.exchange?.hasNews ? 0 : ASSUMED;
    if (!trail.backTo(level)) this.task = trail.backSlowly(level);
    this.restarts.noteRestart();
  }

  /** True at the beginning of a steady turn. */
  private get steadyTurnBegins(): boolean {
    return this.restarts.steady && this.restarts.turns !== this.steadyTurn;
  }

  /**
   * A walk, and a new target. After a solution walks would only go there again. They come to none
   * among the options that rules add: a change of one cell makes many of these wrong.
   */
  private *beginSteadyTurn(): Slices {
    const { trail, restarts } = this;
    const since = trail.updates - this.walkedUpdates;
    this.steadyTurn = restarts.turns;
    this.walkedUpdates = trail.updates;
    const { bounds, hasAdded } = this.open;
    if (!this.hasBlocked && !this.hasForbidden && bounds.length === 0 && !hasAdded) {
      yield* this.walk.run(since * (restarts.turns === 1 ? FIRST_WALK : WALK));
    }
    this.target.clear();
  }

  private *takeOver(others: Exchange): Slices {
    if (!(yield* others.takeOver(this.trail))) this.isDead = this.done = true;
  }

  /** Rules out the solutions that are known already. */
  private *leaveOutKnown(): Slices {
    const { trail, clauses, analysis, known, account } = this;
    const { optional, over } = this.open;
    yield* trail.backSlowly(0);
    for (;;) {
      if (!clauses.hasRoom) yield* this.upkeep.makeRoom(this.conflicts, this.solutions);
      const numbers = known.pop();
      if (numbers === undefined) return;
      let size = this.open.differences(numbers, trail.values, analysis.literals);
      if (account.spent(numbers.length + optional.length)) yield;
      if (size === NONE) continue;
      analysis.literals[size++] = 2 * over;
      this.hasBlocked = true;
      if (size === 1) this.done = true;
      else clauses.add(analysis.literals, size);
    }
  }
}
