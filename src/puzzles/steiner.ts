import { QuadrilleError, shown } from '../problem/error.ts';
import { Problem } from '../problem/problem.ts';

/** Three points, numbered from 1, in ascending order. */
export interface Triple {
  readonly points: readonly [number, number, number];
}

/** Some 160,000 triples, or eight million with their days. */
const MOST = 99;

/**
 * Steiner triple systems: triples out of v points, so that every two points are together in exactly
 * one. There are such where v leaves 1 or 3 when divided by 6. Items: the pairs of points (`1-2`).
 */
export function steiner(points: number): Problem<Triple> {
  if (!(Number.isInteger(points) && points >= 3 && points <= MOST && [1, 3].includes(points % 6))) {
    throw new QuadrilleError(
      'bad-setting',
      `There is no Steiner triple system of ${shown(points)} points; ` +
        `give 3, 7, 9, 13, 15 ... up to ${MOST}: 1 or 3 more than a multiple of 6.`,
    );
  }
  const pairs = new Pairs(points);
  const problem = new Problem<Triple>({ primary: pairs.names });
  for (let a = 1; a <= points; a++) {
    for (let b = a + 1; b <= points; b++) {
      for (let c = b + 1; c <= points; c++) {
        const items = [pairs.indexOf(a, b), pairs.indexOf(a, c), pairs.indexOf(b, c)];
        problem.addIndices(items, { points: [a, b, c] });
      }
    }
  }
  return problem;
}

/** The pairs of points as items: `1-2`, `1-3`, ... `2-3`, ... */
export class Pairs {
  readonly points: number;
  readonly names: readonly string[];

  constructor(points: number) {
    this.points = points;
    const names: string[] = [];
    for (let a = 1; a <= points; a++) {
      for (let b = a + 1; b <= points; b++) names.push(`${a}-${b}`);
    }
    this.names = names;
  }

  /** The index of a pair; a < b. */
  indexOf(a: number, b: number): number {
    // Before those that begin with a stand v - 1, v - 2, ... pairs.
    return ((a - 1) * (2 * this.points - a)) / 2 + b - a - 1;
  }
}
