import type { Placement } from './placements.ts';
import type { Move } from './region-group.ts';

/** The state: which moves are left, by their numbers, ascending. */
export type Subgroup = readonly number[];

/** A placement that may be chosen, in a state: the states are numbers in their level's list. */
export interface Step {
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
