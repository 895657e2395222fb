import { QuadrilleError } from '../../problem/error.ts';
import type { Piece } from './pieces.ts';
import { groupOf, type Move, type Placement } from './placements.ts';
import type { Cube } from './region.ts';

/** A coloured secondary item of an option: which one, from 0. */
interface Mark {
  readonly item: number;
  readonly colour: string;
}

/** What to add to a packing so that one solution of each class of symmetry is left. */
interface Broken {
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

/** The state: which moves are left, by their numbers, ascending. */
export type Subgroup = readonly number[];

/** A placement that may be chosen, in a state: the states are numbers in their level's list. */
interface Step {
  readonly from: number;
  readonly to: number;
  /** On a level of two: where the first piece must be for that; anywhere, if it is not said. */
  readonly beside?: number | undefined;
}

/** What is settled by placing one piece, or two that are mirror images of each other. */
export interface Level {
  readonly first: number | undefined;
  readonly piece: number;
  /** The states that may be left after it. */
  readonly states: readonly Subgroup[];
  /** Placement of `piece` -> in which states it may be chosen, and what they become. */
  readonly steps: ReadonlyMap<number, readonly Step[]>;
  /** What of the symmetry is left, summed over the steps. */
  readonly left: number;
}

/** The symmetries of a packing, and its placements piece by piece. */
export interface Ground {
  readonly group: readonly Move[];
  readonly placements: readonly Placement[];
  readonly byPiece: readonly (readonly number[])[];
}

/**
 * The level of a piece that every move of the states leaves itself; or of two that some of them
 * exchange. Two are placed as one: their placements make a pair, and a move takes it to another
 * pair, crosswise where it exchanges them. A placement, or a pair, may be chosen in a state if it is
 * the first, by number, of those that the state takes it to.
 */
export function levelOf(
  ground: Ground,
  states: readonly Subgroup[],
  piece: number,
  first?: number,
): Level {
  const numbers = new Map<string, number>();
  const next: Subgroup[] = [];
  const steps = new Map<number, readonly Step[]>();
  let left = 0;
  for (const placement of ground.byPiece[piece] ?? []) {
    const others = first === undefined ? [undefined] : apartFrom(ground, placement, first);
    const possible: Step[] = [];
    states.forEach((state, from) => {
      const here: Step[] = [];
      for (const beside of others) {
        const still = leftOf(ground.group, state, placement, first, beside);
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

/** The placements of a piece that leave the cells of another one free. */
function apartFrom({ placements, byPiece }: Ground, placement: number, piece: number): number[] {
  const taken = new Set(placements[placement]?.cells);
  return (byPiece[piece] ?? []).filter((other) => {
    return placements[other]?.cells.every((cell) => !taken.has(cell));
  });
}

/** The moves that leave a placement or a pair where it is; none if one takes it to a smaller one. */
function leftOf(
  group: readonly Move[],
  state: Subgroup,
  placement: number,
  first: number | undefined,
  beside: number | undefined,
): Subgroup | undefined {
  const still: number[] = [];
  for (const number of state) {
    const move = group[number] as Move;
    let image = move.placements[placement] as number;
    let less = 0;
    if (first !== undefined && beside !== undefined) {
      let other = move.placements[beside] as number;
      if (move.pieces[first] !== first) [other, image] = [image, other];
      less = other - beside;
    }
    less ||= image - placement;
    if (less < 0) return undefined;
    if (less === 0) still.push(number);
  }
  return still;
}
