import { checkCounters } from '../kernels/search.ts';
import type { CompleteSolver, Entrant, Solver } from '../kernels/solver.ts';
import { DeciderTurns } from './decider-turns.ts';
import { type Rival, RivalTurns } from './rival-turns.ts';
import type { Tuning } from './tuning.ts';
import type { SolverEvents, Turn } from './turn.ts';

/** The solvers of one question. */
export interface Solvers<M> {
  /** The search that begins. */
  readonly main: M;
  /** Deciders that may answer beside it. */
  readonly entrants?: readonly Entrant[];
  /** Others that count, which join one after the other while no end is in sight. */
  readonly rivals?: readonly Rival[];
}

/**
 * Whose turn it is, and until which node:
 *
 *     [main search] --> the answer
 *         |
 *         |   after some cost, in turns with it:
 *         |-> deciders   prove that there is no solution, or find one
 *         '-> rivals     count all solutions; the one that is expected to end first leads
 *
 * A turn is an amount of cost. All looks are at fixed numbers of nodes, so the same input takes the
 * same way, wherever it pauses.
 */
export class Schedule<M extends CompleteSolver> {
  readonly #rivals: RivalTurns<M>;
  readonly #deciders: DeciderTurns;
  #isFresh = true;
  /** The solver that has its turn, and the cost at which the turn ends. */
  #current: Solver;
  #untilCost: number;
  /** The cost of `#current` is looked at when it has done this number of nodes. */
  #nextLook: number;
  readonly #events: SolverEvents;
  readonly #tuning: Tuning;

  constructor(
    { main, entrants = [], rivals = [] }: Solvers<M>,
    events: SolverEvents,
    tuning: Tuning,
  ) {
    this.#events = events;
    this.#tuning = tuning;
    this.#rivals = new RivalTurns(main, rivals, events, tuning);
    this.#deciders = new DeciderTurns(entrants, tuning);
    this.#current = main;
    const first = rivals.length > 0 ? tuning.aloneNs : Number.POSITIVE_INFINITY;
    this.#untilCost = Math.min(first, this.#deciders.from);
    const isAlone = this.#untilCost === Number.POSITIVE_INFINITY;
    this.#nextLook = isAlone ? Number.POSITIVE_INFINITY : tuning.lookNodes;
  }

  get main(): M {
    return this.#rivals.main;
  }

  /** The main search, and the rivals that have joined. */
  get contenders(): readonly CompleteSolver[] {
    return this.#rivals.joined;
  }

  /** The cost of all rivals. */
  get cost(): number {
    return this.#rivals.cost;
  }

  /** The deciders that have begun. */
  get deciders(): readonly Solver[] {
    return this.#deciders.begun;
  }

  /** True while a decider may still prove that there is no solution. */
  get mayBeRefuted(): boolean {
    return this.#deciders.mayRefute;
  }

  /** True while a decider may find any solution. */
  get mayFind(): boolean {
    return this.#deciders.mayFind;
  }

  /** True until the first look: then a search that is reset needs no new schedule. */
  get isFresh(): boolean {
    return this.#isFresh;
  }

  /** The solver whose turn it is. */
  next(): Solver {
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
    this.#deciders.end();
    this.#rivals.end();
    this.#current = this.#rivals.leader;
  }

  /** Ends a decider that is of no more use, or a rival that lacks memory. The leader is next. */
  drop(solver: Solver): void {
    if (!this.#deciders.drop(solver)) this.#rivals.drop(solver);
    this.#current = this.#rivals.leader;
    this.#untilCost = this.#nextLook = 0;
  }

  /** Ends the turn if its cost is reached. */
  #look(): void {
    this.#isFresh = false;
    if (this.#current.cost >= this.#untilCost) this.#changeTurns();
    if (this.#untilCost === Number.POSITIVE_INFINITY) {
      this.#nextLook = this.#untilCost;
      return;
    }
    const { nodes, cost } = this.#current;
    const needed = cost > 0 ? Math.ceil(((this.#untilCost - cost) * nodes) / cost) : 0;
    this.#nextLook = nodes + (needed > 0 ? needed : Math.max(1, this.#tuning.lookNodes >> 4));
  }

  #changeTurns(): void {
    checkCounters(this.#events);
    this.#begin(this.#deciderTurn() ?? this.#rivals.next(this.#deciders.isEmpty));
  }

  #deciderTurn(): Turn | undefined {
    if (this.#deciders.isEmpty) return undefined;
    const isFound = this.#events.solutions > 0;
    const isFoundByMain = this.main.solutions > 0;
    return this.#deciders.next(this.cost, isFound, isFoundByMain, this.#events);
  }

  #begin({ solver, untilCost }: Turn): void {
    this.#current = solver;
    this.#untilCost = untilCost;
  }

  // The main search, for those that divide its work.

  /** True while a rival has not had its chance, or the main search is young. */
  get isContested(): boolean {
    return this.#rivals.isContested;
  }

  /** True if the main search leads and may come to its end. */
  get isMainLeading(): boolean {
    return this.#rivals.isMainLeading;
  }

  /** True if no rival is expected to end before the main search. */
  get isMainAhead(): boolean {
    return this.#rivals.isMainAhead;
  }

  /** True if the end is so near that no rival joins while `workers` workers enumerate. */
  isEndNear(workers: number): boolean {
    return this.#rivals.isEndNear(workers);
  }

  /** Gives the turn to the rival that has not had its chance, and starts it first. */
  contest(): void {
    this.#isFresh = false;
    const rivals = this.#rivals;
    if (!rivals.isEstimated) this.#current = this.main;
    else if (!rivals.isChanceOver) this.#current = rivals.newest;
    // There is time for what may be late.
    else if (rivals.isWaiting) rivals.startNext(true, Number.POSITIVE_INFINITY);
    else this.#current = this.main;
    this.#nextLook = this.#current.nodes + this.#tuning.lookNodes;
  }

  /** Chooses the leader anew. */
  settle(): void {
    this.#begin(this.#rivals.lead(this.#deciders.isEmpty));
    this.#look();
  }
}
