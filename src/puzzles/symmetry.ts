import { QuadrilleError } from '../problem/error.ts';
import type { Piece } from './pieces.ts';
import type { Placement } from './placements.ts';
import type { Cube } from './region.ts';
import { groupOf, type Move } from './region-group.ts';
import { type Ground, type Level, levelOf, type Subgroup } from './symmetry-level.ts';

/** A coloured secondary item of an option: which one, from 0. */
export interface Mark {
  readonly item: number;
  readonly colour: string;
}

/** What to add to a packing so that one solution of each class of symmetry is left. */
export interface Broken {
  /** Secondary items. */
  readonly items: readonly string[];
  /** The options to make of a placement: one for each list of marks; none if it is to go. */
  marks(placement: number): readonly (readonly Mark[])[];
}

/** The most pairs of placements to look at, where two pieces are placed as one. */
const MOST_PAIRS = 1_000_000;

/**
 * Leaves one solution of each class. Pieces are placed one after the other, and the *state* is the
 * group of those moves that left all of them where they are: at first the whole group of the
 * region. In state H a placement may be chosen only if no move of H takes it to one with a smaller
 * number; then the moves that leave it where it is are the next state. Of the images of a solution
 * that is the one whose placements, in the order of the pieces, have the smallest numbers, and it
 * is found as often as it is there: once, however symmetric its pieces lie.
 *
 *     5 x 12, X first:   X off the middle row and column: nothing is left, any F will do
 *                        X on the middle row: top and bottom are left, F in the upper of each pair
 *
 * So two levels mostly do, and one where no placement is its own image. A state is a colour: a
 * secondary item between two levels has it from both sides.
 *
 * Of copies of a piece it is their set that has images, and so only pieces that are there once are
 * placed; what they leave of the symmetry must be nothing then.
 *
 * A move that mirrors may take a piece to another one, as Soma's left one to the right one. Where
 * no piece is left that stays itself, two that are exchanged are placed as one.
 */
export function breakSymmetry(
  region: readonly Cube[],
  pieces: readonly Piece[],
  placements: readonly Placement[],
): Broken {
  const group = groupOf(region, pieces, placements);
  const byPiece: number[][] = pieces.map(() => []);
  for (const [k, { piece }] of placements.entries()) byPiece[piece]?.push(k);
  const ground = { group, placements, byPiece };
  const levels: Level[] = [];
  const isSingle = (piece: number) => (pieces[piece]?.times ?? 1) === 1;
  const unused = new Set([...byPiece.keys()].filter(isSingle));
  let states: readonly Subgroup[] = [group.map((_, k) => k)];
  while (unused.size > 0 && states.some(({ length }) => length > 1)) {
    const choices = choicesOf(ground, states, unused);
    const best = choices.sort(levels.length === 0 ? byFewest : byLeft)[0] as Level;
    levels.push(best);
    unused.delete(best.piece);
    if (best.first !== undefined) unused.delete(best.first);
    states = best.states;
  }
  const settled = states.every(({ length }) => length === 1);
  if (!settled && !pieces.every((_, piece) => isSingle(piece))) throw unsettled();
  return brokenBy(levels, placements);
}

/** The levels that may come next: those of single pieces, where there are any. */
function choicesOf(
  ground: Ground,
  states: readonly Subgroup[],
  unused: ReadonlySet<number>,
): Level[] {
  const moves = [...new Set(states.flat())].map((k) => ground.group[k] as Move);
  const imageOf = (piece: number) => {
    const move = moves.find(({ pieces }) => pieces[piece] !== piece);
    return move?.pieces[piece];
  };
  const fixed = [...unused].filter((piece) => imageOf(piece) === undefined);
  if (fixed.length > 0) return fixed.map((piece) => levelOf(ground, states, piece));
  // A piece has one mirror image only, so that every move exchanges the same two.
  const first = Math.min(...unused);
  const piece = imageOf(first) as number;
  const pairs = (ground.byPiece[first]?.length ?? 0) * (ground.byPiece[piece]?.length ?? 0);
  if (pairs * states.length > MOST_PAIRS) throw unbroken(pairs);
  return [levelOf(ground, states, piece, first)];
}

/** First the piece that has fewest places left: the search begins with it, too. */
function byFewest(a: Level, b: Level): number {
  return a.steps.size - b.steps.size || byLeft(a, b);
}

/** Then the one that leaves least of the symmetry. */
function byLeft(a: Level, b: Level): number {
  return a.left - b.left || a.steps.size - b.steps.size;
}

/**
 * The levels as marks. Item k lies between levels k and k + 1, and has the state as its colour;
 * behind those comes one for each level of two, and has as its colour where the first of them is.
 */
function brokenBy(levels: readonly Level[], placements: readonly Placement[]): Broken {
  const between = levels.slice(1).map((_, k) => `symmetry${k + 1}`);
  const twos = levels.filter(({ first }) => first !== undefined);
  const levelOfPiece = new Map(levels.map(({ piece }, k) => [piece, k]));
  const itemOf = new Map(twos.map(({ first }, k) => [first, between.length + k]));
  return {
    items: [...between, ...twos.map((_, k) => `mirror${k + 1}`)],
    marks(placement) {
      const { piece } = placements[placement] as Placement;
      const beside = itemOf.get(piece);
      if (beside !== undefined) return [[{ item: beside, colour: `place${placement + 1}` }]];
      const k = levelOfPiece.get(piece);
      if (k === undefined) return [[]];
      const { first, steps } = levels[k] as Level;
      const all = steps.get(placement) ?? [];
      const states = k === 0 ? 1 : (levels[k - 1]?.states.length as number);
      const last = k === levels.length - 1;
      // Where it may be chosen in every state, and all lead to one, there is nothing to be told.
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

function unsettled(): QuadrilleError {
  return new QuadrilleError(
    'bad-setting',
    'Symmetry is broken here by keeping pieces in their place that are there once, and of those there ' +
      'are none, or they may lie so that they are their own images; leave out upToSymmetry, and ' +
      'count every solution.',
  );
}

function unbroken(pairs: number): QuadrilleError {
  return new QuadrilleError(
    'bad-setting',
    'The symmetry is not broken here: all pieces that are left to be kept in place are mirror ' +
      `images of each other, and two of them lie in ${pairs} ways, more than the ${MOST_PAIRS} that ` +
      'are looked at; leave out upToSymmetry, and count every solution.',
  );
}
