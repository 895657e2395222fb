import { expect, test } from 'vitest';
import type { Move } from '../../src/puzzles/region-group.ts';
import { type Ground, levelOf, type Subgroup } from '../../src/puzzles/symmetry-level.ts';

/**
 * Two pieces, 0 and 1, with four placements each: 0 to 3 and 4 to 7. One move (r) exchanges the
 * first two placements of each piece, another (m) the pieces. No boards: what counts is the action.
 */
const identity = [0, 1, 2, 3, 4, 5, 6, 7];
const r = [1, 0, 2, 3, 5, 4, 6, 7];
const m = [4, 5, 6, 7, 0, 1, 2, 3];
const rm = r.map((placement) => m[placement] as number);

const move = (images: readonly number[]): Move => ({
  pieces: (images[0] as number) < 4 ? [0, 1] : [1, 0],
  placements: Int32Array.from(images),
});

const ground: Ground = {
  group: [identity, r, m, rm].map(move),
  placements: identity.map((cell) => ({ piece: cell < 4 ? 0 : 1, cells: [cell] })),
  byPiece: [
    [0, 1, 2, 3],
    [4, 5, 6, 7],
  ],
};

const all: Subgroup[] = [[0], [0, 1], [0, 2], [0, 3], [0, 1, 2, 3]];

/** The set of placements that a move makes of a set. */
const imageOf = (set: readonly number[], number: number): string =>
  set
    .map((placement) => ground.group[number]?.placements[placement])
    .sort()
    .join();

/** Whether of each orbit of the sets just one is chosen, with the moves that leave it in place. */
function expectOneOfEach(
  sets: readonly (readonly number[])[],
  state: Subgroup,
  chosen: ReadonlyMap<string, Subgroup>,
): void {
  for (const set of sets) {
    const images = state.map((number) => imageOf(set, number));
    expect(new Set(images.filter((image) => chosen.has(image))).size).toBe(1);
    const next = chosen.get(set.join());
    if (next === undefined) continue;
    expect(next).toEqual(state.filter((_, k) => images[k] === set.join()));
  }
}

test.each(all.map((state) => [state.join(' '), state] as const))(
  'state %s: of two pieces, one pair of each orbit is chosen',
  (_, state) => {
    // Beside a state that is not asked for, as others may be in the list.
    const level = levelOf(ground, [[0, 1], state], 1, 0);
    const chosen = new Map<string, Subgroup>();
    for (const [placement, steps] of level.steps) {
      for (const { from, to, beside } of steps) {
        if (from !== 1) continue;
        for (const other of beside === undefined ? [0, 1, 2, 3] : [beside]) {
          chosen.set([other, placement].join(), level.states[to] as Subgroup);
        }
      }
    }
    const pairs = [0, 1, 2, 3].flatMap((a) => [4, 5, 6, 7].map((b) => [a, b]));
    expectOneOfEach(pairs, state, chosen);
  },
);

test.each([[[0]], [[0, 1]]])('state %j: of one piece, one placement of each orbit', (state) => {
  const level = levelOf(ground, [state], 0);
  const chosen = new Map(
    [...level.steps].map(([placement, [step]]) => [
      String(placement),
      level.states[step?.to as number] as Subgroup,
    ]),
  );
  expectOneOfEach([[0], [1], [2], [3]], state, chosen);
});
