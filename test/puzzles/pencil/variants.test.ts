import { describe, expect, test } from 'vitest';
import { Random } from '../../../src/engine/kernels/random.ts';
import { compiledOf } from '../../../src/engine/problem/problem.ts';
import { solutions } from '../../../src/index.ts';
import { Position } from '../../../src/puzzles/pencil/position.ts';
import { hint, rate, steps } from '../../../src/puzzles/pencil/questions.ts';
import { sentences } from '../../../src/puzzles/pencil/sentences.ts';
import { variantCover } from '../../../src/puzzles/pencil/variant-cover.ts';
import { CLUES, type Clue, type ClueKind } from '../../../src/puzzles/variants/clue.ts';
import { readIss } from '../../../src/puzzles/variants/read-iss.ts';
import { plainShape } from '../../../src/puzzles/variants/shape.ts';
import type { Variant } from '../../../src/puzzles/variants/variant.ts';
import { runs, seed } from '../../support/effort.ts';
import { findAll } from '../../support/positions.ts';
import { randomVariant } from './random-variant.ts';

const KINDS = Object.keys(CLUES) as ClueKind[];
const MOST_SOLUTIONS = 3000;
/** Findings of one technique on one position that are looked at. */
const MOST = 60;

/** The solutions of a variant as values; undefined if they are too many. */
function solutionsOf(variant: Variant): number[][] | undefined {
  const found: number[][] = [];
  for (const { payloads } of solutions(variant.problem)) {
    if (found.push(variant.decode(payloads)) > MOST_SOLUTIONS) return undefined;
  }
  return found;
}

/** Every technique alone, at positions along the way to an end: no solution is lost. */
function prove(variant: Variant, random: Random, fired: Map<string, number>): void {
  const all = solutionsOf(variant);
  if (all === undefined || all.length === 0) return;
  const cover = variantCover(variant);
  const compiled = compiledOf(cover);
  const { list, givens } = cover.scale(compiled, (item) => cover.itemName(item));
  const position = Position.of(compiled);
  for (const option of givens) position.decide(option);
  const kept = all[random.below(all.length)];
  let left = all;
  const isIn = (option: number, solution: readonly number[]) =>
    solution[cover.cellOf(option)] === cover.valueAt(option);
  for (let round = 0; round < 4; round++) {
    for (const { find, from, to, isForOne } of list) {
      if (from >= 90 || (isForOne && left.length > 1)) continue;
      for (const { technique, tenths, decisions } of findAll(find, position, MOST)) {
        fired.set(technique, (fired.get(technique) ?? 0) + 1);
        expect([technique, tenths >= from && tenths <= to]).toEqual([technique, true]);
        for (const decision of decisions) {
          const option = decision < 0 ? ~decision : decision;
          const wrong = left.find((solution) => isIn(option, solution) !== decision >= 0);
          if (wrong === undefined) continue;
          const what = { technique, decision: cover.option(option), wrong, clues: variant.clues };
          throw new Error(`${technique} is wrong: ${JSON.stringify(what)}`);
        }
      }
    }
    // What the kept solution has not is struck at random: fewer solutions are left.
    const live = [...position.live.keys()].filter((option) => position.live[option] === 1);
    for (const option of live) {
      if (isIn(option, kept) || random.below(3) > 0) continue;
      position.decide(~option);
      left = left.filter((solution) => !isIn(option, solution));
    }
  }
}

describe('what a step of a variant decides is so in every solution', () => {
  test.each(KINDS)('%s', { timeout: 600_000 }, (kind) => {
    const fired = new Map<string, number>();
    for (let k = 0; k < runs(24); k++) {
      const random = new Random(seed + k);
      const isNarrow = ['anti-knight', 'anti-king', 'non-consecutive'].includes(kind);
      const side = isNarrow ? 5 : k % 3 < 2 ? 4 : 6;
      prove(randomVariant(random, side, [kind]), random, fired);
    }
    expect(fired.size).toBeGreaterThan(0);
  });

  test('several kinds together', { timeout: 600_000 }, () => {
    const fired = new Map<string, number>();
    for (let k = 0; k < runs(120); k++) {
      const random = new Random(seed + 1000 + k);
      const kinds = [...random.order(KINDS.length)].slice(0, 3).map((own) => KINDS[own]);
      prove(randomVariant(random, [4, 5, 6][k % 3], kinds), random, fired);
    }
    expect(fired.size).toBeGreaterThan(20);
  });
});
