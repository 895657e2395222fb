import { expect, test } from 'vitest';
import { Lists } from '../../../src/engine/kernels/lists.ts';
import type { Solver } from '../../../src/engine/kernels/solver.ts';
import { MainSearch } from '../../../src/engine/solve/main-search.ts';
import { Schedule } from '../../../src/engine/solve/schedule.ts';
import { TUNING } from '../../../src/engine/solve/tuning.ts';
import { queens } from '../../cases/gallery.ts';
import { problemOf } from '../../cases/problem.ts';

/** A decider that tells no cost in its first steps. */
class LateCost implements Solver {
  nodes = 0;
  cost = 0;

  advance(): 'paused' {
    this.nodes++;
    if (this.nodes > 3 * TUNING.lookNodes) this.cost += 100_000;
    return 'paused';
  }

  end(): void {}
}

test('a decider that tells its cost late does not keep its turn', () => {
  const compiled = problemOf(queens(14)).compile();
  const main = new MainSearch(compiled, new Lists(compiled), 'lists');
  const late = new LateCost();
  const entrant = { from: 0, pace: () => 1, when: 'before', start: () => late } as const;
  const portfolio = { nodes: 0, updates: 0, solutions: 0, joined() {}, dropped() {} };
  const schedule = new Schedule({ main, entrants: [entrant] }, portfolio, TUNING);
  let turnsOfMain = 0;
  for (let step = 0; step < 20 * TUNING.lookNodes && turnsOfMain < 2; step++) {
    const solver = schedule.next();
    if (solver === main && late.cost > 0) turnsOfMain++;
    solver.advance(schedule.within(TUNING.lookNodes), Number.POSITIVE_INFINITY);
  }
  expect(turnsOfMain).toBe(2);
  schedule.end();
});

test('a decider waits at a pace of 0, and has every turn at an endless one', () => {
  const compiled = problemOf(queens(14)).compile();
  const solversAt = (pace: number, from: number) => {
    const main = new MainSearch(compiled, new Lists(compiled), 'lists');
    const decider = new LateCost();
    const entrant = { from, pace: () => pace, when: 'before', start: () => decider } as const;
    const portfolio = { nodes: 0, updates: 0, solutions: 0, joined() {}, dropped() {} };
    const schedule = new Schedule({ main, entrants: [entrant] }, portfolio, TUNING);
    const solvers: string[] = [];
    for (let step = 0; step < 4 * TUNING.lookNodes; step++) {
      const solver = schedule.next();
      solvers.push(solver === main ? 'main' : 'decider');
      solver.advance(schedule.within(TUNING.lookNodes), Number.POSITIVE_INFINITY);
    }
    schedule.end();
    return solvers;
  };
  for (const from of [0, TUNING.aloneNs]) {
    expect(new Set(solversAt(0, from))).toEqual(new Set(['main']));
    const solvers = solversAt(Number.POSITIVE_INFINITY, from);
    const begun = solvers.indexOf('decider');
    expect(begun).toBeGreaterThan(0);
    expect(new Set(solvers.slice(begun))).toEqual(new Set(['decider']));
  }
});
