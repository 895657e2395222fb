import { QuadrilleError } from '../problem/error.ts';
import { Problem } from '../problem/problem.ts';
import { checkInteger } from '../problem/setting.ts';

/** Three points, numbered from 1, in ascending order. */
export interface Triple {
  readonly points: readonly [number, number, number];
}

/** 99 points have some 160,000 triples. */
const MOST_POINTS = 99;

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
    most: MOST_POINTS,
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
function checkPoints(
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
class Pairs {
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

/** Three who walk together on a day; days count from 1. */
export interface Walk extends Triple {
  readonly day: number;
}

/** The options grow with the fourth power: 51 have some 450,000. */
const MOST_GIRLS = 51;

/**
 * Kirkman's schoolgirls: v girls walk out in threes, day by day, so that every two walk together
 * exactly once; 15 girls for 7 days as he asked in 1850. There are such walks exactly where v leaves 3
 * when divided by 6 (Ray-Chaudhuri and Wilson 1971). Items: the pairs of girls (`1-2`), and that a
 * girl walks on a day (`g1d1`).
 *
 * Girls and days may be named at will: on day k girl 1 walks with 2k and 2k + 1. That leaves one
 * of (v - 2)!! ways to name them, so that solutions times (v - 2)!! is the number of all walks
 * where the order of the days does not count.
 */
export function kirkman(girls: number): Problem<Walk> {
  checkPoints(girls, {
    system: 'Kirkman triple system',
    points: 'girls',
    remainders: [3],
    proof: 'Ray-Chaudhuri and Wilson 1971',
    most: MOST_GIRLS,
  });
  const days = (girls - 1) / 2;
  const pairs = new Pairs(girls);
  const attendances: string[] = [];
  for (let girl = 1; girl <= girls; girl++) {
    for (let day = 1; day <= days; day++) attendances.push(`g${girl}d${day}`);
  }
  const problem = new Problem<Walk>({ primary: [...pairs.names, ...attendances] });
  const add = (a: number, b: number, c: number, day: number) => {
    const items = [pairs.indexOf(a, b), pairs.indexOf(a, c), pairs.indexOf(b, c)];
    for (const girl of [a, b, c]) items.push(pairs.names.length + (girl - 1) * days + day - 1);
    problem.addIndices(items, { day, points: [a, b, c] });
  };
  /** The day on which a girl walks with girl 1. */
  const taken = (girl: number) => Math.floor(girl / 2);
  for (let day = 1; day <= days; day++) add(1, 2 * day, 2 * day + 1, day);
  for (let a = 2; a <= girls; a++) {
    for (let b = a + 1; b <= girls; b++) {
      for (let c = b + 1; c <= girls; c++) {
        const [x, y, z] = [taken(a), taken(b), taken(c)];
        if (x === y || y === z) continue;
        for (let day = 1; day <= days; day++) {
          if (day !== x && day !== y && day !== z) add(a, b, c, day);
        }
      }
    }
  }
  return problem;
}
