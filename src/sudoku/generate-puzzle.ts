import type { Random } from '../kernels/random.ts';
import type { Solver } from './solver.ts';

/** What a puzzle is made with. */
export interface Means {
  readonly solver: Solver;
  readonly random: Random;
  /** The most nodes of one search. */
  readonly maxNodes: number;
  /** Groups of cells that are given together or not at all. */
  readonly orbits: readonly (readonly number[])[];
}

/** Work in steps, each a search at most: whoever drives it may do other things between them. */
export type Steps<T> = Generator<void, T, undefined>;

/**
 * Takes givens away, in random order, while there is one solution: once round, since what could
 * not go before cannot go with fewer. A given stays too where the search ended undecided, or
 * where fewer than `fewest` would be left. Whether none of them can go, proven.
 */
export function* removeGivens(givens: Uint8Array, fewest: number, means: Means): Steps<boolean> {
  const { solver, random, maxNodes, orbits } = means;
  let left = countOf(givens);
  let minimal = true;
  for (const k of random.order(orbits.length)) {
    const orbit = orbits[k] as readonly number[];
    const values = orbit.map((cell) => givens[cell] as number);
    if (values[0] === 0) continue;
    if (left - orbit.length < fewest) {
      minimal = false;
      continue;
    }
    for (const cell of orbit) givens[cell] = 0;
    const { answer } = solver.isUnique(givens, { maxNodes });
    yield;
    if (answer === 'unique') {
      left -= orbit.length;
      continue;
    }
    for (const [at, cell] of orbit.entries()) givens[cell] = values[at] as number;
    if (answer === 'unknown') minimal = false;
  }
  return minimal;
}

/**
 * Adds givens to an empty grid until this solution is the only one (Koot's proposal; that the
 * solution is drawn first spares all givens that would leave none). While there is another one,
 * some cell in which it differs is given; where the search ends undecided, any cell is.
 */
export function* addGivens(solution: Uint8Array, means: Means): Steps<Uint8Array> {
  const { random, orbits } = means;
  const givens = new Uint8Array(solution.length);
  let blank = orbits.slice();
  while (blank.length > 0) {
    const other = otherSolution(givens, solution, means);
    yield;
    if (other === 'none') break;
    const differing =
      other === 'unknown'
        ? blank
        : blank.filter((orbit) => orbit.some((c) => other[c] !== solution[c]));
    const orbit = differing[random.below(differing.length)] as readonly number[];
    give(orbit, givens, solution);
    blank = blank.filter((group) => group !== orbit);
  }
  return givens;
}

/** Gives further cells at random until there are `most`, or one more where they come in pairs. */
export function fillUp(
  givens: Uint8Array,
  solution: Uint8Array,
  most: number,
  { random, orbits }: Means,
): void {
  let count = countOf(givens);
  for (const k of random.order(orbits.length)) {
    const orbit = orbits[k] as readonly number[];
    if (count >= most) return;
    if (givens[orbit[0] as number] !== 0) continue;
    give(orbit, givens, solution);
    count += orbit.length;
  }
}

export function countOf(givens: Uint8Array): number {
  return givens.reduce((count, value) => count + (value === 0 ? 0 : 1), 0);
}

function give(orbit: readonly number[], givens: Uint8Array, solution: Uint8Array): void {
  for (const cell of orbit) givens[cell] = solution[cell] as number;
}

/** A solution other than this one. */
function otherSolution(
  givens: Uint8Array,
  solution: Uint8Array,
  { solver, maxNodes }: Means,
): Uint8Array | 'none' | 'unknown' {
  const found = solver.solutions(givens, { limit: 2, maxNodes });
  for (const other of found) {
    if (other.some((value, cell) => value !== solution[cell])) return other;
  }
  return found.status === 'complete' ? 'none' : 'unknown';
}
