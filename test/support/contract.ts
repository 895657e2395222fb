/**
 * The promises of every engine about pauses, frontiers and splits. `below` starts the same search
 * below a prefix.
 */
import { expect } from 'vitest';
import type { Prefix } from '../../src/engine/kernels/prefix.ts';
import type { Search } from '../../src/engine/kernels/search.ts';
import { asSet } from './checker.ts';
import { rest } from './engines.ts';
import { expectAtMost, expectSame } from './same.ts';

type Paused = Omit<Search, 'split' | 'prefix'>;
type Restart = (prefix: Prefix) => Search;

/**
 * A search that pauses after every node finds the same in the same order as another one at its
 * start. `isExact`: it does all nodes of a budget.
 */
export function expectPausable(paused: Paused, whole: Paused, isExact = true): void {
  const found = rest(whole);
  const pieces: number[][] = [];
  let share = 0;
  for (;;) {
    const before = paused.nodes;
    const outcome = paused.advance(1);
    expectAtMost(paused.nodes - before, 1);
    if (isExact && outcome === 'paused') expectSame(paused.nodes, before + 1);
    expectAtMost(share - 1e-9, paused.share());
    share = paused.share();
    expectAtMost(share, 1 + 1e-9);
    if (outcome === 'exhausted') break;
    if (outcome === 'solution') pieces.push(paused.solution());
  }
  expect(pieces).toEqual(found);
  expect(paused.share()).toBe(1);
  const { nodes, guesses, updates, solutions, deepest } = whole;
  expect(paused).toMatchObject({ nodes, guesses, updates, solutions, deepest });
  expect(solutions).toBe(found.length);
}

/**
 * At every pause, up to some number of them, the frontier has exactly the solutions to come, and
 * the share that is left.
 */
export function expectFrontier(
  search: Search,
  below: Restart,
  all: readonly number[][],
  mostPauses = Number.POSITIVE_INFINITY,
): void {
  const reported: number[][] = [];
  let outcome = '';
  for (let pauses = 0; outcome !== 'exhausted' && pauses < mostPauses; pauses++) {
    const frontier = [...search.frontier()];
    const ahead = frontier.flatMap((prefix) => rest(below(prefix)));
    expectSame(asSet([...reported, ...ahead]), asSet(all));
    const shares = frontier.reduce((sum, prefix) => sum + prefix.share, search.share());
    expect(shares).toBeCloseTo(1, 9);
    outcome = search.advance(1);
    if (outcome === 'solution') reported.push(search.solution());
  }
  if (outcome === 'exhausted') expect([...search.frontier()]).toEqual([]);
}

/**
 * After some nodes, the frontier has all solutions that are left, and so have the parts of a split.
 */
export function expectSplit(
  search: Search,
  below: Restart,
  all: readonly number[][],
  { nodes, atLeast }: { readonly nodes: number; readonly atLeast: number },
): void {
  const reported: number[][] = [];
  for (let k = 0; k < nodes; k++) {
    if (search.advance(1) === 'solution') reported.push(search.solution());
  }
  const open = Array.from(search.frontier(), (prefix) => rest(below(prefix)));
  expect(asSet([...reported, ...open.flat()])).toEqual(asSet(all));
  const parts = search.split(atLeast);
  // So a checkpoint can tell that nothing in it lies outside of what was asked.
  const own = search.prefix.toArray();
  for (const part of [...search.frontier(), ...parts]) {
    expect(part.toArray().slice(0, own.length)).toEqual(own);
  }
  const ahead = parts.map((part) => rest(below(part)));
  expect(asSet([...reported, ...ahead.flat()])).toEqual(asSet(all));
  // There are fewer only where none of them has more than one solution.
  if (parts.length < atLeast) {
    for (const found of ahead) expect(found.length).toBeLessThanOrEqual(1);
  }
  const shares = parts.map(({ share }) => share);
  expect(shares).toEqual([...shares].sort((a, b) => b - a));
  expect(asSet([...reported, ...rest(search)])).toEqual(asSet(all));
}
