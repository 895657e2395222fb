import { expect } from 'vitest';
import { Random } from '../../src/engine/kernels/random.ts';
import type { Scale } from '../../src/puzzles/pencil/scale.ts';
import { runs, seed } from './effort.ts';
import {
  boardStand,
  findAll,
  fullGrid,
  type HouseList,
  positionOf,
  randomValues,
  type Stand,
} from './positions.ts';
import { checkReason } from './step-reasons.ts';

/** Findings of one technique on one position that are looked at. */
export const MOST = 200;

/**
 * Runs every technique of a scale apart, and compares each decision with all solutions. Counts how
 * often each has found something. Those from a difficulty of `hard` on are left out.
 */
export function prove(stand: Stand, scale: Scale, fired: Map<string, number>, hard = 999): void {
  const { list, givens } = scale(stand.compiled, stand.nameOf);
  const position = positionOf(stand);
  for (const option of givens) position.decide(option);
  list.forEach(({ find, from, to, isForOne }) => {
    if (from >= hard || (isForOne && !stand.oracle.isUnique())) return;
    for (const finding of findAll(find, position, MOST)) {
      const { technique, tenths, decisions } = finding;
      fired.set(technique, (fired.get(technique) ?? 0) + 1);
      for (const decision of decisions) {
        const solution = stand.oracle.refute(decision);
        if (solution === undefined) continue;
        const what = JSON.stringify({ ...finding, decision, solution, ...stand.matrix });
        throw new Error(`${technique} is wrong: ${what}`);
      }
      expect([technique, tenths >= from && tenths <= to]).toEqual([technique, true]);
      checkReason(stand.matrix, position, finding, from >= 90);
    }
  });
}

/** Stands of a number of seeds, the same each time. */
export function stands(all: number, make: (random: Random) => Stand): Stand[] {
  return Array.from({ length: runs(all) }, (_, k) => make(new Random(seed + k)));
}

export const boards = (size: number, houses: HouseList) => (random: Random) =>
  boardStand(size, houses, randomValues(size, houses, fullGrid(size, houses, random), random));
