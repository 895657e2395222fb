import { shown } from '../problem/error.ts';
import type { Walk } from '../puzzles/kirkman.ts';
import type { Triple } from '../puzzles/steiner.ts';
import type { Board } from './board.ts';
import { bad, checkList, checkObjects, checkWhole } from './checks.ts';
import { TINTS } from './palette.ts';
import { Filling } from './squares.ts';

/** Beyond it a matrix is no picture. */
const MOST = 1000;

/**
 * A Steiner triple system or Kirkman's schoolgirls as an incidence matrix: a row for each point, a
 * column for each triple, a mark where the point is in the triple. Triples of one day stand
 * together, with walls between days.
 */
export function triplesBoard(
  triples: readonly (Triple & Partial<Walk>)[],
  caption?: string,
): Board {
  checkObjects(triples, 'The triples');
  for (const { points, day } of triples) {
    checkList(points, 'The points of a triple');
    for (const point of points) {
      if (!Number.isInteger(point)) throw bad(`A point is ${shown(point)}; give a whole number.`);
    }
    if (day !== undefined) checkWhole(day, 'A day', 0, 1_000_000);
  }
  const sorted = triples
    .map(({ points, day }) => ({ day, points: [...points].sort(ascending) }))
    .sort((one, other) => (one.day ?? 0) - (other.day ?? 0) || compare(one.points, other.points));
  const points = [...new Set(sorted.flatMap((triple) => triple.points))].sort(ascending);
  const days = [...new Set(sorted.map(({ day }) => day))];
  checkWhole(points.length, 'The number of points', 0, MOST);
  checkWhole(triples.length, 'The number of triples', 0, MOST);
  const filling = new Filling({ width: sorted.length, height: points.length });
  sorted.forEach((triple, column) => {
    const region = days.indexOf(triple.day);
    points.forEach((point, row) => {
      const within = triple.points.includes(point);
      const mark = within ? { mark: '●', tint: region % TINTS } : {};
      filling.put({ row, column }, { region, ...mark });
    });
  });
  return filling.board({ ground: 'ruled', left: points.map((point) => [String(point)]), caption });
}

function ascending(one: number, other: number): number {
  return one - other;
}

function compare(one: readonly number[], other: readonly number[]): number {
  for (let k = 0; k < one.length && k < other.length; k++) {
    const difference = (one[k] as number) - (other[k] as number);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}
