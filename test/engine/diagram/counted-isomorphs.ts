import { expect } from 'vitest';
import { Isomorphs } from '../../../src/engine/diagram/isomorphs.ts';
import type { Decisions } from '../../../src/engine/kernels/prefix.ts';
import type { Matrix } from '../../cases/matrix.ts';
import { problemOf } from '../../cases/problem.ts';
import { shuffled } from '../../support/relabellings.ts';

interface Ended {
  readonly exact: bigint;
  readonly nodes: number;
  readonly states: number;
}

/** Counts in slices, and checks the share on the way. */
export function counted(
  matrix: Matrix,
  settings: { prefix?: Decisions; memoryLimit?: number } = {},
  budget = Number.POSITIVE_INFINITY,
): Ended {
  const search = new Isomorphs(problemOf(matrix).compile(), settings);
  let share = 0;
  for (;;) {
    const outcome = search.advance(budget);
    const { exact, nodes, entries: states } = search;
    const now = 2 ** search.logShare();
    expect(now).toBeGreaterThanOrEqual(0);
    share = Math.max(share, now);
    if (outcome === 'exhausted') {
      expect(now).toBe(1);
      return { exact, nodes, states };
    }
  }
}

/** A published count, with the most nodes that it may take, also shuffled. */
export type Known = readonly [name: string, matrix: Matrix, solutions: bigint, most: number];

/** Compares a count, and its nodes, in three orders of items and options. */
export function checkKnown([, matrix, solutions, most]: Known): void {
  for (const one of [matrix, shuffled(matrix, [3, 1, 4, 1, 5]), shuffled(matrix, [2, 7, 1, 8])]) {
    const { exact, nodes } = counted(one);
    expect(exact).toBe(solutions);
    expect(nodes).toBeLessThanOrEqual(most);
  }
}
