import { QuadrilleError } from '../problem/error.ts';
import { Problem } from '../problem/problem.ts';
import { checkInteger } from '../problem/setting.ts';

/** Three points, numbered from 1, in ascending order. */
export interface Triple {
  readonly points: readonly [number, number, number];
}

/** 99 points have some 160,000 triples. */
const MOST = 99;

/**
 * Steiner triple systems: triples out of v points, so that every two points are together in exactly
 * one. They exist exactly where v leaves 1 or 3 when divided by 6 (Kirkman 1847). Items: the pairs of
 * points (`1-2`).
 */
export function steiner(points: number): Problem<Triple> {
  checkPoints(points, {
    system: 'Steiner triple system',
    points: 'points',
    remainders: [1, 3],
    proof: 'Kirkman 1847',
    most: MOST,
  });
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

/** A kind of triple system, in the words of its errors. */
interface TripleSystem {
  readonly system: string;
  readonly points: string;
  /** What numbers of points leave when divided by 6, where there is a system. */
  readonly remainders: readonly number[];
  /** Who proved that these numbers have systems, and that no others do. */
  readonly proof: string;
  /** The most points that are offered. */
  readonly most: number;
}

/** Refuses a number of points: what is proven not to exist, and what is only too large here. */
export function checkPoints(
  count: number,
  { system, points, remainders, proof, most }: TripleSystem,
): void {
  checkInteger(`The number of ${points}`, count, 3);
  if (!remainders.includes(count % 6)) {
    throw new QuadrilleError(
      'bad-setting',
      `There is no ${system} of ${count} ${points}: there is one exactly where the number leaves ` +
        `${remainders.join(' or ')} when divided by 6 (${proof}); give such a number up to ${most}.`,
    );
  }
  if (count > most) {
    throw new QuadrilleError(
      'bad-setting',
      `A ${system} of ${count} ${points} exists (${proof}), but is too large to be offered here; ` +
        `give a number up to ${most}.`,
    );
  }
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
