import { Problem } from '../engine/problem/problem.ts';
import { checkInteger } from '../engine/problem/setting.ts';
import { badSetting } from './mistakes.ts';

/** Three points, numbered from 1, in ascending order. */
export interface Triple {
  readonly points: readonly [number, number, number];
}

/** 99 points have about 160,000 triples. */
const MOST_POINTS = 99;

/**
 * Steiner triple systems: triples of v points such that every two points are in exactly one triple.
 * They exist exactly if v is 1 or 3 modulo 6 (Kirkman 1847). Items: the pairs of points (`1-2`).
 */
export function steiner(points: number): Problem<Triple> {
  checkPoints(points, {
    system: 'Steiner triple system',
    points: 'points',
    remainders: [1, 3],
    proof: 'Kirkman 1847',
    most: MOST_POINTS,
  });
  const problem = new Problem<Triple>({ primary: pairNames(points) });
  for (let a = 1; a <= points; a++) {
    for (let b = a + 1; b <= points; b++) {
      for (let c = b + 1; c <= points; c++) {
        const triple = { points: [a, b, c] } as const;
        problem.addIndices(pairsIn(points, triple.points), triple);
      }
    }
  }
  return problem;
}

/** A kind of triple system, as its errors describe it. */
interface TripleSystem {
  readonly system: string;
  readonly points: string;
  /** The numbers of points that have a system, modulo 6. */
  readonly remainders: readonly number[];
  /** The author of the proof that exactly these numbers have systems. */
  readonly proof: string;
  /** The most points that this library offers. */
  readonly most: number;
}

/** Throws if there is no system of this number of points, or if it is too large. */
function checkPoints(
  count: number,
  { system, points, remainders, proof, most }: TripleSystem,
): void {
  checkInteger(`The number of ${points}`, count, 3);
  if (!remainders.includes(count % 6)) {
    throw badSetting(
      `There is no ${system} of ${count} ${points}: the number must be ` +
        `${remainders.join(' or ')} modulo 6 (${proof}); give such a number up to ${most}.`,
    );
  }
  if (count > most) {
    throw badSetting(
      `A ${system} of ${count} ${points} exists (${proof}), but is too large here; ` +
        `give a number up to ${most}.`,
    );
  }
}

/** The items of pairs: `1-2`, `1-3`, ... `2-3`, ... */
function pairNames(points: number): string[] {
  const names: string[] = [];
  for (let a = 1; a <= points; a++) {
    for (let b = a + 1; b <= points; b++) names.push(`${a}-${b}`);
  }
  return names;
}

/** The indices of the pairs in a triple. */
function pairsIn(points: number, [a, b, c]: Triple['points']): number[] {
  // v - 1, v - 2, ... pairs come before those that begin with a.
  const indexOf = (a: number, b: number) => ((a - 1) * (2 * points - a)) / 2 + b - a - 1;
  return [indexOf(a, b), indexOf(a, c), indexOf(b, c)];
}

/** Three girls who walk together on a day. Days count from 1. */
export interface Walk extends Triple {
  readonly day: number;
}

/** Options grow with the fourth power: 51 girls have about 450,000. */
const MOST_GIRLS = 51;

/**
 * Kirkman's schoolgirls: v girls walk in threes, day by day, such that every two walk together
 * exactly once. His question of 1850 has 15 girls and 7 days. Solutions exist exactly if v is 3
 * modulo 6 (Ray-Chaudhuri and Wilson 1971). Items: the pairs of girls (`1-2`), and each girl on
 * each day (`g1d1`).
 *
 * The walks of girl 1 are fixed: on day k she walks with 2k and 2k + 1. That leaves one of (v -
 * 2)!! labellings. So (v - 2)!! times the solutions is the number of all solutions up to the order
 * of days.
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
  const pairs = pairNames(girls);
  const attendances: string[] = [];
  for (let girl = 1; girl <= girls; girl++) {
    for (let day = 1; day <= days; day++) attendances.push(`g${girl}d${day}`);
  }
  const problem = new Problem<Walk>({ primary: [...pairs, ...attendances] });
  const add = (points: Triple['points'], day: number) => {
    const items = pairsIn(girls, points);
    for (const girl of points) items.push(pairs.length + (girl - 1) * days + day - 1);
    problem.addIndices(items, { day, points });
  };
  /** The day when a girl walks with girl 1. */
  const dayWithFirst = (girl: number) => Math.floor(girl / 2);
  for (let day = 1; day <= days; day++) add([1, 2 * day, 2 * day + 1], day);
  for (let a = 2; a <= girls; a++) {
    for (let b = a + 1; b <= girls; b++) {
      for (let c = b + 1; c <= girls; c++) {
        const [x, y, z] = [dayWithFirst(a), dayWithFirst(b), dayWithFirst(c)];
        if (x === y || y === z) continue;
        for (let day = 1; day <= days; day++) {
          if (day !== x && day !== y && day !== z) add([a, b, c], day);
        }
      }
    }
  }
  return problem;
}
