import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { count, solutions } from '../../../src/index.ts';
import type { PackingSymmetry } from '../../../src/puzzles/packing/board-symmetries.ts';
import { type Cube, cubesOf } from '../../../src/puzzles/packing/cubes.ts';
import { type Piece, piece, pieces } from '../../../src/puzzles/packing/pieces.ts';
import { polycubes, polyominoes } from '../../../src/puzzles/packing/polyominoes.ts';
import {
  levelOf,
  type PackingGroup,
  type Subgroup,
} from '../../../src/puzzles/packing/symmetry.ts';
import { runs, slow } from '../../support/effort.ts';
import { asPacking, classesOf, type Freedom, isTiling, packings } from './tiling.ts';

function stated(region: string, given: readonly Piece[], freedom: Freedom, upToSymmetry: boolean) {
  return freedom === 'solid'
    ? polycubes(region, given, { upToSymmetry })
    : polyominoes(region, given, { upToSymmetry, oneSided: freedom === 'one-sided' });
}

/** Compares both counts with those by hand; gives the number of classes. */
function compare(region: string, given: readonly Piece[], freedom: Freedom): number {
  const cells = cubesOf(region);
  const all = packings(cells, given, freedom);
  const classes = classesOf(all, cells, given, freedom);
  expect(count(stated(region, given, freedom, false)).count).toBe(all.length);
  const broken = stated(region, given, freedom, true);
  const left = [...solutions(broken)];
  for (const { payloads } of left) expect(isTiling(payloads, cells, given, freedom)).toBe(true);
  // Each solution left is of a class of its own, and no class is missing.
  const found = left.map(({ payloads }) => asPacking(payloads));
  expect(left.length).toBe(classes);
  expect(classesOf(found, cells, given, freedom)).toBe(classes);
  return classes;
}

const same = (drawing: string, ...names: string[]) => names.map((name) => piece(name, drawing));

/** These take a second each. */
const LONG: [region: string, names: string, Freedom][] = [
  ['2x2x4', 'left right bent V3 I2', 'solid'],
  ['2x3x3', 'left right bent ell V3', 'solid'],
];

describe('one solution of each class', () => {
  test.each<[region: string, given: Piece[], Freedom, classes: number]>([
    // Nothing but pieces that are their own images: 2 x 3! solutions, turned into each other.
    ['3x3', same('###', 'a', 'b', 'c'), 'flat', 3],
    // The middle one of three may be any; the outer ones are mirror images.
    ['1x3', same('#', 'a', 'b', 'c'), 'flat', 3],
    // Single cells: n! solutions, none its own image, by the size of the group.
    ['2x3', same('#', 'a', 'b', 'c', 'd', 'e', 'f'), 'flat', 180],
    ['2x2', same('#', 'a', 'b', 'c', 'd'), 'flat', 3],
    ['.#.\n###\n.#.', [...same('#', 'a', 'b'), piece('c', '###')], 'flat', 1],
    ['5x1', [...same('#', 'a', 'b'), piece('c', '###')], 'flat', 3],
    // Each solution is its own image.
    ['3x3', [piece('ring', '###\n#.#\n###'), piece('dot', '#')], 'flat', 1],
    ['3x3x1', [piece('ring', '###\n#.#\n###'), piece('dot', '#')], 'solid', 1],
    ['1x1', pieces('I1'), 'flat', 1],
  ])('%s', (region, given, freedom, classes) => {
    expect(compare(region, given, freedom)).toBe(classes);
  });

  test.each<[region: string, names: string, Freedom]>([
    ['5x5', 'F L P U I', 'flat'],
    ['5x5', 'P L V N Y', 'flat'],
    ['3x5', 'P V U', 'flat'],
    ['5x6', 'L P N V Y I', 'flat'],
    ['4x5', 'L P Y N', 'flat'],
    ['2x2x3', 'V3 I4 L4 I1', 'solid'],
    // Mirrors take one of these pieces to the other.
    ['5x5', "P P' V U I", 'one-sided'],
    ['5x5', "L L' V U I", 'one-sided'],
    ['3x5', "L4 L4' V3 I4", 'one-sided'],
    ['4x5', "L4 L4' V3 V I4", 'one-sided'],
    ['2x2x5', 'left right ell tee O4', 'solid'],
    // And nothing else is left to be kept in its place, in some states or in all.
    ['2x5', "P P'", 'one-sided'],
    ['2x4', "L4 L4'", 'one-sided'],
    ['2x5', "L4 L4' I2", 'one-sided'],
    ['3x4', "L4 L4' O4", 'one-sided'],
    ['4x5', "P P' L4 L4' I2", 'one-sided'],
    ['5x6', "P P' L L' F F'", 'one-sided'],
    ['2x2x3', 'left right tee', 'solid'],
    ['2x2x2', 'left right', 'solid'],
    ['2x2x4', 'left right claw O4', 'solid'],
    ...(slow ? LONG : []),
    ['2x3x3', 'I3 V3 L4 T4 S4', 'solid'],
    ['####\n#..#\n#..#\n####', 'I3 V3 I2 L4', 'flat'],
    ['##.\n.##\n\n##.\n.##', 'S4 I1 V3', 'solid'],
    // With mirror images of their own, holes and overhangs, and without any tiling.
    ['3x4', 'V3 I3 T4 I2', 'flat'],
    ['5x5', 'F P U L V', 'one-sided'],
    ['5x5', "P' P N L V", 'one-sided'],
    ['##..\n####\n####\n..##', 'S4 L4 O4', 'flat'],
    ['####\n#..#\n####', 'I4 L4 I2', 'flat'],
    ['4x7', "I4 L4 L4' O4 S4 S4' T4", 'one-sided'],
    ['2x2x2', 'claw I4', 'solid'],
    ['2x2x2', "left left'", 'solid'],
    ['2x3x3', 'claw left skew I3 V3', 'solid'],
    ['3x3x2', "L4 L4' S4 I3 bent", 'solid'],
    ['##\n##\n\n#.\n##', 'claw V3', 'solid'],
  ])('%s by %s', (region, names, freedom) => {
    compare(region, pieces(names), freedom);
  });

  test('2x2x2 by four equal dominoes', () => {
    compare('2x2x2', same('##', 'a', 'b', 'c', 'd'), 'solid');
  });

  test('of random regions cut into random pieces', { timeout: 60_000 }, () => {
    let classes = 0;
    fc.assert(
      fc.property(cutRegion, ({ region, given, freedom }) => {
        classes += compare(region, given, freedom);
      }),
      { numRuns: runs(100), seed: 4 },
    );
    expect(classes).toBeGreaterThan(runs(200));
  });
});

test('what is not broken is refused', () => {
  expect(() => polyominoes('2x4', 'I2', { supply: 'unlimited', upToSymmetry: true })).toThrow(
    /upToSymmetry fixes a piece that has one copy/,
  );
  // Only mirror images of each other, in a million pairs of places.
  const once = { gaps: true, oneSided: true, upToSymmetry: true };
  expect(() => polyominoes('20x20', "L4 L4'", once)).toThrow(
    /upToSymmetry would have to fix two pieces .*, in 1871424 ways; the limit is 1000000/,
  );
});

/** A small region, cut up at random: neighbouring cells are joined until few pieces are left. */
const cutRegion = fc
  .record({
    region: fc.constantFrom(
      ...['2x3', '2x4', '3x3', '2x5', '3x4', '4x4', '1x5', '3x5', '2x2x2', '2x2x3', '1x2x3'],
      ...['.##.\n####\n####\n.##.', '###\n#.#\n###', '#..\n##.\n###', '##.\n###\n.##'],
      '###\n.#.\n.#.',
    ),
    freedom: fc.constantFrom<Freedom>('flat', 'flat', 'one-sided', 'solid'),
    most: fc.integer({ min: 2, max: 5 }),
    joins: fc.array(fc.nat(), { minLength: 40, maxLength: 40 }),
  })
  .map(({ region, freedom: wished, most, joins }) => {
    const cells = cubesOf(region);
    const freedom: Freedom = cells.some(({ layer }) => layer > 0) ? 'solid' : wished;
    let groups: Cube[][] = cells.map((cell) => [cell]);
    const near = (a: Cube, b: Cube) =>
      Math.abs(a.row - b.row) + Math.abs(a.column - b.column) + Math.abs(a.layer - b.layer) === 1;
    for (const join of joins) {
      if (groups.length <= most) break;
      const one = groups[join % groups.length];
      const others = groups.filter((other) => {
        return other !== one && other.some((a) => one.some((b) => near(a, b)));
      });
      const other = others[Math.floor(join / groups.length) % others.length];
      if (other === undefined) continue;
      groups = [...groups.filter((group) => group !== one && group !== other), [...one, ...other]];
    }
    const given = groups.map((group, k): Piece => ({ name: `p${k}`, cells: group }));
    return { region, freedom, given };
  })
  // Many single cells have very many tilings.
  .filter(({ given }) => given.length <= 6);

/**
 * Two pieces, 0 and 1, with four placements each: 0 to 3 and 4 to 7. One move (r) exchanges the
 * first two placements of each piece, another (m) the pieces. No boards: only the action counts.
 */
const identity = [0, 1, 2, 3, 4, 5, 6, 7];
const r = [1, 0, 2, 3, 5, 4, 6, 7];
const m = [4, 5, 6, 7, 0, 1, 2, 3];
const rm = r.map((placement) => m[placement]);

const move = (images: readonly number[]): PackingSymmetry => ({
  pieces: images[0] < 4 ? [0, 1] : [1, 0],
  placements: Int32Array.from(images),
});

const ground: PackingGroup = {
  group: [identity, r, m, rm].map(move),
  placements: identity.map((cell) => ({
    piece: cell < 4 ? 0 : 1,
    way: cell < 4 ? 0 : 1,
    cells: [cell],
  })),
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

/** Of each orbit of the sets exactly one is chosen, with the moves that leave it in place. */
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
          chosen.set([other, placement].join(), level.states[to]);
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
    [...level.steps].map(([placement, [step]]) => [String(placement), level.states[step?.to]]),
  );
  expectOneOfEach([[0], [1], [2], [3]], state, chosen);
});
