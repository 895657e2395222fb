// Cohen: the rules as clauses over "this cell has this value", unit propagation with a count of
// open literals in each clause, branch on the shortest. Costs a count for each clause of each
// literal set.

import type { Grid } from '../../src/puzzles/sudoku/grid.ts';
import type { Shape } from '../../src/puzzles/sudoku/shape.ts';
import { baseline, type Run, refusesDeep } from './baseline.ts';
import { unitsOf } from './units.ts';

const OPEN = 0;
const TRUE = 1;
const FALSE = -1;

/**
 * Literals are numbered cell by cell, value by value. The clauses that want one of several (each
 * cell a value, each unit each value) are lists; those that forbid two at once are kept as the
 * rivals of each literal, which it makes false.
 */
interface Clauses {
  /** clause -> its literals */
  readonly literals: readonly (readonly number[])[];
  /** literal -> its clauses */
  readonly clausesOf: readonly (readonly number[])[];
  /** literal -> the literals that cannot be true beside it */
  readonly rivals: readonly (readonly number[])[];
}

const known = new Map<Shape, Clauses>();

function clausesOf(shape: Shape): Clauses {
  let found = known.get(shape);
  if (found === undefined) {
    found = made(shape);
    known.set(shape, found);
  }
  return found;
}

function made(shape: Shape): Clauses {
  const { size, cells } = shape;
  const { units } = unitsOf(shape);
  const values = Array.from({ length: size }, (_, value) => value);
  const literals: number[][] = [];
  for (let cell = 0; cell < cells; cell++) literals.push(values.map((v) => cell * size + v));
  for (const unit of units) {
    for (const value of values) literals.push(unit.map((cell) => cell * size + value));
  }
  const clauses = Array.from({ length: cells * size }, (): number[] => []);
  literals.forEach((clause, number) => {
    for (const literal of clause) clauses[literal]?.push(number);
  });
  const rivals = clauses.map((of, literal) => {
    const together = new Set(of.flatMap((clause) => literals[clause]));
    together.delete(literal);
    return [...together];
  });
  return { literals, clausesOf: clauses, rivals };
}

export const cohen = baseline(
  'Cohen',
  (shape) => (shape.size > 36 ? 'too many clauses' : refusesDeep(shape)),
  (shape, givens, run) => {
    const formula = new Formula(clausesOf(shape), shape, givens, run);
    for (let cell = 0; cell < shape.cells; cell++) {
      const value = givens[cell];
      if (value !== 0 && !formula.assert(cell * shape.size + value - 1)) return;
    }
    formula.search();
  },
);

class Formula {
  readonly #clauses: Clauses;
  readonly #size: number;
  readonly #givens: Grid;
  readonly #run: Run;
  /** literal -> OPEN, TRUE or FALSE */
  readonly #truth: Int8Array;
  /** clause -> the number of its literals that are not false */
  readonly #count: Int32Array;
  /** clause -> 1 where one of its literals is true */
  readonly #met: Uint8Array;
  /** The literals set so far, in order. */
  readonly #trail: number[] = [];

  constructor(clauses: Clauses, { size }: Shape, givens: Grid, run: Run) {
    this.#clauses = clauses;
    this.#size = size;
    this.#givens = givens;
    this.#run = run;
    this.#truth = new Int8Array(clauses.clausesOf.length);
    this.#count = Int32Array.from(clauses.literals, ({ length }) => length);
    this.#met = new Uint8Array(clauses.literals.length);
  }

  /** Makes a literal true, and its consequences; false on a conflict. */
  assert(literal: number): boolean {
    const { literals } = this.#clauses;
    const units: number[] = [];
    if (!this.#setTrue(literal, units)) return false;
    for (let clause = units.pop(); clause !== undefined; clause = units.pop()) {
      if (this.#met[clause] === 1) continue;
      const last = literals[clause].find((l) => this.#truth[l] !== FALSE);
      if (last === undefined || !this.#setTrue(last, units)) return false;
    }
    return true;
  }

  /** Adds to `units` the clauses that this leaves one literal. */
  #setTrue(literal: number, units: number[]): boolean {
    const { clausesOf, rivals } = this.#clauses;
    if (this.#truth[literal] !== OPEN) return this.#truth[literal] === TRUE;
    this.#truth[literal] = TRUE;
    this.#trail.push(literal);
    if (this.#givens[Math.floor(literal / this.#size)] === 0) this.#run.placements++;
    for (const clause of clausesOf[literal]) this.#met[clause] = 1;
    for (const rival of rivals[literal]) {
      if (this.#truth[rival] === OPEN && !this.#setFalse(rival, units)) return false;
    }
    return true;
  }

  #setFalse(literal: number, units: number[]): boolean {
    this.#truth[literal] = FALSE;
    this.#trail.push(literal);
    let possible = true;
    for (const clause of this.#clauses.clausesOf[literal]) {
      const left = this.#count[clause] - 1;
      this.#count[clause] = left;
      if (this.#met[clause] === 1) continue;
      if (left === 0) possible = false;
      else if (left === 1) units.push(clause);
    }
    return possible;
  }

  /** Takes back the values set since the trail was that long. */
  #undo(length: number): void {
    const { clausesOf } = this.#clauses;
    while (this.#trail.length > length) {
      const literal = this.#trail.pop() as number;
      const of = clausesOf[literal];
      if (this.#truth[literal] === TRUE) for (const clause of of) this.#met[clause] = 0;
      else for (const clause of of) this.#count[clause]++;
      this.#truth[literal] = OPEN;
    }
  }

  search(): boolean {
    const shortest = this.#shortest();
    if (shortest < 0) return this.#run.take(this.#grid());
    for (const literal of this.#clauses.literals[shortest]) {
      if (this.#truth[literal] !== OPEN) continue;
      this.#run.guesses++;
      if (this.#run.late()) return true;
      const before = this.#trail.length;
      if (this.assert(literal) && this.search()) return true;
      this.#undo(before);
    }
    return false;
  }

  /** The clause with the fewest literals open; -1 where all are met. */
  #shortest(): number {
    let best = -1;
    let fewest = Number.POSITIVE_INFINITY;
    for (let clause = 0; clause < this.#met.length && fewest > 2; clause++) {
      const count = this.#count[clause];
      if (this.#met[clause] === 1 || count >= fewest) continue;
      best = clause;
      fewest = count;
    }
    return best;
  }

  #grid(): number[] {
    return Array.from(this.#givens, (_, cell) => {
      const literals = this.#clauses.literals[cell];
      return literals.findIndex((literal) => this.#truth[literal] === TRUE) + 1;
    });
  }
}
