import type { Entrant, Solver } from '../kernels/solver.ts';
import { isMemoryRefused } from '../problem/memory.ts';
import type { Tuning } from './tuning.ts';
import type { SolverEvents, Turn } from './turn.ts';

/** A decider, once it has begun. */
interface Place {
  readonly entrant: Entrant;
  solver?: Solver | undefined;
}

/** The turns of the deciders: each gets its pace, and the one furthest behind it goes first. */
export class DeciderTurns {
  #places: readonly Place[];
  #begun: readonly Solver[] = [];
  readonly #tuning: Tuning;

  constructor(entrants: readonly Entrant[], tuning: Tuning) {
    this.#places = entrants.map((entrant) => ({ entrant }));
    this.#tuning = tuning;
  }

  get isEmpty(): boolean {
    return this.#places.length === 0;
  }

  /** The cost of the rivals from which on one of them takes part. */
  get from(): number {
    return Math.min(...this.#places.map(({ entrant }) => entrant.from));
  }

  /** Those that have begun. */
  get begun(): readonly Solver[] {
    return this.#begun;
  }

  /** True while one of them may still prove that there is no solution. */
  get mayRefute(): boolean {
    return this.#places.some(({ entrant }) => entrant.when === 'before');
  }

  /** True while one of them may find any solution: then it excludes those of the main search. */
  get mayFind(): boolean {
    return this.#places.some(({ entrant }) => entrant.when === 'always');
  }

  /** The next turn, if the cost of the rivals has earned one. */
  next(
    cost: number,
    isFound: boolean,
    isFoundByMain: boolean,
    events: SolverEvents,
  ): Turn | undefined {
    if (isFound) {
      const isOver = ({ entrant, solver }: Place): boolean =>
        entrant.when === 'before' ||
        events.solutions >= (entrant.until ?? Number.POSITIVE_INFINITY) ||
        (entrant.when === 'alone' && (solver === undefined || isFoundByMain));
      for (const place of this.#places) if (isOver(place)) place.solver?.end();
      this.#keep((place) => !isOver(place));
    }
    for (;;) {
      const place = this.#furthestBehind(cost, isFound);
      if (place === undefined) return undefined;
      try {
        place.solver ??= start(place.entrant, events);
      } catch (error) {
        if (!isMemoryRefused(error)) throw error;
      }
      const { solver, entrant } = place;
      this.#keep((other) => other !== place || solver !== undefined);
      if (solver === undefined) continue;
      const untilCost = Math.min(earnedBy(entrant, cost), solver.cost + this.#tuning.aloneNs);
      return { solver, untilCost };
    }
  }

  /** Ends a decider that is of no more use; false if it is none. */
  drop(solver: Solver): boolean {
    const place = this.#places.find((other) => other.solver === solver);
    if (place === undefined) return false;
    solver.end();
    this.#keep((other) => other !== place);
    return true;
  }

  end(): void {
    for (const { solver } of this.#places) solver?.end();
    this.#keep(() => false);
  }

  /** The one that is furthest behind what the cost of the rivals has earned it. */
  #furthestBehind(cost: number, isFound: boolean): Place | undefined {
    let found: Place | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const place of this.#places) {
      const { entrant, solver } = place;
      if (cost <= entrant.from || (entrant.when === 'after' && !isFound)) continue;
      const done = solver?.cost ?? 0;
      const earned = earnedBy(entrant, cost);
      if (done > earned - this.#tuning.leastTurnNs || done / earned >= least) continue;
      found = place;
      least = done / earned;
    }
    return found;
  }

  #keep(isKept: (place: Place) => boolean): void {
    this.#places = this.#places.filter(isKept);
    this.#begun = this.#places.flatMap(({ solver }) => solver ?? []);
  }
}

/** The cost that a decider may have, for that of the rivals. */
function earnedBy({ from, pace }: Entrant, cost: number): number {
  return (cost - from) * pace(cost);
}

function start(entrant: Entrant, events: SolverEvents): Solver | undefined {
  const solver = entrant.start();
  if (solver !== undefined) events.joined(solver.counters, solver);
  return solver;
}
