import { Problem } from '../problem/problem.ts';
import { checkPoints, Pairs, type Triple } from './steiner.ts';

/** Three who walk together on a day; days count from 1. */
export interface Walk extends Triple {
  readonly day: number;
}

/** The options grow with the fourth power: 51 have some 450,000. */
const MOST = 51;

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
    most: MOST,
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
