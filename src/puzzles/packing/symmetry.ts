import { type Mention, SettingError } from '../../engine/problem/setting.ts';
import type { PackingSymmetry } from './board-symmetries.ts';
import { boundsOf, type Counted } from './copies.ts';
import type { PiecePlacement } from './placements.ts';

/** A secondary item of an option, by its number from 0, and its colour. */
interface Mark {
  readonly item: number;
  readonly colour: string;
}

/** Items and colours that leave one solution of each symmetry class. */
interface SymmetryBreaking {
  /** The names of the secondary items. */
  readonly items: readonly string[];
  /** A placement becomes one option for each list of marks. No list removes the placement. */
  marks(placement: number): readonly (readonly Mark[])[];
}

export const UP_TO_SYMMETRY: Mention = { setting: 'upToSymmetry' };
/** The remedy where no piece can be fixed: questions have a setting of the same name. */
export const WHEN_SOLVED = 'leave it out here, and give it where the problem is solved';

/** The most pairs of placements on a level of two pieces. */
const MOST_LEVEL_PAIRS = 1_000_000;

/**
 * Leaves one solution of each symmetry class. Some pieces are fixed, one level after the other. The
 * *state* is the group of the symmetries that leave all fixed pieces in place; it begins as the
 * whole group. In state H a placement is allowed only if no symmetry in H takes it to a smaller
 * number. The next state is the stabilizer of the placement in H. Of a solution and its images this
 * leaves the one whose placements, in the order of the levels, are smallest. It is found once, even
 * if it is symmetric.
 *
 *     5 x 12, X first:   X off the middle row and column: no symmetry remains, any F is allowed
 *                        X on the middle row: the reflection remains, F takes the upper one of each
 *                        pair
 *
 * Two levels usually suffice, and one if no placement is its own image. A secondary item lies
 * between two levels. Its colour is the state: both sides must agree.
 *
 * Only pieces with one copy can be fixed: symmetries act on the set of copies, not on a copy. If
 * there are pieces with several copies, the last state must be trivial.
 *
 * A reflection may exchange two pieces, such as Soma's left and right. If no other piece remains, a
 * level fixes both of them together.
 */
export function breakSymmetry(
  group: readonly PackingSymmetry[],
  pieces: readonly Counted[],
  placements: readonly PiecePlacement[],
): SymmetryBreaking {
  const byPiece: number[][] = pieces.map(() => []);
  for (const [k, { piece }] of placements.entries()) byPiece[piece]?.push(k);
  const packing = { group, placements, byPiece };
  const levels: Level[] = [];
  const isSingle = (piece: number) =>
    boundsOf(pieces[piece])[1] === 1 && boundsOf(pieces[piece])[0] === 1;
  const unused = new Set([...byPiece.keys()].filter(isSingle));
  let states: readonly Subgroup[] = [group.map((_, k) => k)];
  while (unused.size > 0 && states.some(({ length }) => length > 1)) {
    const choices = choicesOf(packing, states, unused);
    const best = choices.sort(levels.length === 0 ? byFewest : byRemaining)[0];
    levels.push(best);
    unused.delete(best.piece);
    if (best.first !== undefined) unused.delete(best.first);
    states = best.states;
  }
  const settled = states.every(({ length }) => length === 1);
  if (!settled && !pieces.every((_, piece) => isSingle(piece))) throw noPieceToFix();
  return breakingFrom(levels, placements);
}

/** The candidates for the next level: levels of one piece, or else one level of two. */
function choicesOf(
  packing: PackingGroup,
  states: readonly Subgroup[],
  unused: ReadonlySet<number>,
): Level[] {
  const moves = [...new Set(states.flat())].map((k) => packing.group[k]);
  const imageOf = (piece: number) => {
    const move = moves.find(({ pieces }) => pieces[piece] !== piece);
    return move?.pieces[piece];
  };
  const fixed = [...unused].filter((piece) => imageOf(piece) === undefined);
  if (fixed.length > 0) return fixed.map((piece) => levelOf(packing, states, piece));
  // A piece has only one mirror image, so every symmetry exchanges the same two.
  const first = Math.min(...unused);
  const piece = imageOf(first) as number;
  const pairs = (packing.byPiece[first]?.length ?? 0) * (packing.byPiece[piece]?.length ?? 0);
  if (pairs * states.length > MOST_LEVEL_PAIRS) throw tooManyPairs(pairs);
  return [levelOf(packing, states, piece, first)];
}

/** First level: the piece with the fewest placements left. The search branches on it first, too. */
function byFewest(a: Level, b: Level): number {
  return a.steps.size - b.steps.size || byRemaining(a, b);
}

/** Later levels: the piece that leaves the least symmetry. */
function byRemaining(a: Level, b: Level): number {
  return a.left - b.left || a.steps.size - b.steps.size;
}

/**
 * Turns levels into marks. Item k lies between levels k and k + 1; its colour is the state. Then
 * follows one item for each level of two pieces; its colour is the placement of the first piece.
 */
function breakingFrom(
  levels: readonly Level[],
  placements: readonly PiecePlacement[],
): SymmetryBreaking {
  const between = levels.slice(1).map((_, k) => `symmetry${k + 1}`);
  const twos = levels.filter(({ first }) => first !== undefined);
  const levelOfPiece = new Map(levels.map(({ piece }, k) => [piece, k]));
  const itemOf = new Map(twos.map(({ first }, k) => [first, between.length + k]));
  return {
    items: [...between, ...twos.map((_, k) => `mirror${k + 1}`)],
    marks(placement) {
      const { piece } = placements[placement];
      const beside = itemOf.get(piece);
      if (beside !== undefined) return [[{ item: beside, colour: `place${placement + 1}` }]];
      const k = levelOfPiece.get(piece);
      if (k === undefined) return [[]];
      const { first, steps } = levels[k];
      const all = steps.get(placement) ?? [];
      const states = k === 0 ? 1 : levels[k - 1]?.states.length;
      const last = k === levels.length - 1;
      // Allowed in every state with the same next state: no mark is needed.
      const always =
        all.length === states &&
        all.every((step) => step.beside === undefined && (last || step.to === all[0]?.to));
      return (always ? all.slice(0, 1) : all).map((step) => {
        const marks: Mark[] = [];
        if (k > 0 && !always) marks.push({ item: k - 1, colour: `state${step.from + 1}` });
        if (!last) marks.push({ item: k, colour: `state${step.to + 1}` });
        if (step.beside !== undefined) {
          marks.push({ item: itemOf.get(first) as number, colour: `place${step.beside + 1}` });
        }
        return marks;
      });
    },
  };
}

function noPieceToFix(): SettingError {
  return new SettingError(
    [
      UP_TO_SYMMETRY,
      ' fixes pieces that have one copy. Here there are none, or they can lie so that they are ' +
        'their own images',
    ],
    [WHEN_SOLVED],
  );
}

function tooManyPairs(pairs: number): SettingError {
  return new SettingError(
    [
      UP_TO_SYMMETRY,
      ' would have to fix two pieces that are mirror images of each other, in ' +
        `${pairs} ways; the limit is ${MOST_LEVEL_PAIRS}`,
    ],
    [WHEN_SOLVED],
  );
}

/** A state: the numbers of the symmetries in it, ascending. */
export type Subgroup = readonly number[];

/** An allowed choice: from a state of the level before to a state of this level, by number. */
interface Step {
  readonly from: number;
  readonly to: number;
  /** On a level of two pieces: the placement of the first; undefined if any is allowed. */
  readonly beside?: number | undefined;
}

/**
 * One step of breaking symmetry: it fixes one piece, or two that are mirror images of each other.
 */
interface Level {
  readonly first: number | undefined;
  readonly piece: number;
  /** The states that are possible after it. */
  readonly states: readonly Subgroup[];
  /** Placement of `piece` -> the states that allow it, and the states that follow. */
  readonly steps: ReadonlyMap<number, readonly Step[]>;
  /** The symmetries that remain, without the identity, summed over the steps. */
  readonly left: number;
}

/** The symmetries of a packing, its placements, and the placements of each piece. */
export interface PackingGroup {
  readonly group: readonly PackingSymmetry[];
  readonly placements: readonly PiecePlacement[];
  readonly byPiece: readonly (readonly number[])[];
}

/**
 * The level of one piece that every symmetry in the states maps to itself, or of two pieces that
 * some exchange. Two pieces count as one: a symmetry takes a pair of placements to a pair, swapped
 * if it exchanges the pieces. A state allows a placement, or a pair, if its number is the least in
 * its orbit.
 */
export function levelOf(
  packing: PackingGroup,
  states: readonly Subgroup[],
  piece: number,
  first?: number,
): Level {
  const numbers = new Map<string, number>();
  const next: Subgroup[] = [];
  const steps = new Map<number, readonly Step[]>();
  let left = 0;
  for (const placement of packing.byPiece[piece] ?? []) {
    const others = first === undefined ? [undefined] : apartFrom(packing, placement, first);
    const possible: Step[] = [];
    states.forEach((state, from) => {
      const here: Step[] = [];
      for (const beside of others) {
        const still = stabilizerOf(packing.group, state, placement, first, beside);
        if (still === undefined) continue;
        left += still.length - 1;
        const key = still.join();
        const to = numbers.get(key) ?? next.push(still) - 1;
        numbers.set(key, to);
        here.push({ from, to, beside });
      }
      const to = here[0]?.to;
      const anywhere = here.length === others.length && here.every((step) => step.to === to);
      if (anywhere && to !== undefined) possible.push({ from, to });
      else possible.push(...here);
    });
    if (possible.length > 0) steps.set(placement, possible);
  }
  return { first, piece, states: next, steps, left };
}

/** The placements of a piece that do not overlap a placement of another. */
function apartFrom(
  { placements, byPiece }: PackingGroup,
  placement: number,
  piece: number,
): number[] {
  const taken = new Set(placements[placement]?.cells);
  return (byPiece[piece] ?? []).filter((other) => {
    return placements[other]?.cells.every((cell) => !taken.has(cell));
  });
}

/**
 * The symmetries that leave a placement or a pair in place; undefined if one takes it to a smaller
 * one.
 */
function stabilizerOf(
  group: readonly PackingSymmetry[],
  state: Subgroup,
  placement: number,
  first: number | undefined,
  beside: number | undefined,
): Subgroup | undefined {
  const still: number[] = [];
  for (const number of state) {
    const move = group[number];
    let image = move.placements[placement];
    let less = 0;
    if (first !== undefined && beside !== undefined) {
      let other = move.placements[beside];
      if (move.pieces[first] !== first) [other, image] = [image, other];
      less = other - beside;
    }
    less ||= image - placement;
    if (less < 0) return undefined;
    if (less === 0) still.push(number);
  }
  return still;
}
