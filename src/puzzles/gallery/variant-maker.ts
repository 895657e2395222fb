import { Random } from '../../engine/kernels/random.ts';
import { QuadrilleError } from '../../engine/problem/error.ts';
import { isUniqueAsync } from '../../engine/solve/api.ts';
import type { Watch } from '../../engine/solve/cooperative.ts';
import { PuzzleGenerator } from '../sudoku/generator.ts';
import type { Shape } from '../sudoku/shape.ts';
import { CellGrid } from '../variants/cell-grid.ts';
import type { Clue } from '../variants/clue.ts';
import { shapeOf } from '../variants/shape.ts';
import { Variant } from '../variants/variant.ts';
import { WITH } from './variant-clues.ts';
import type { With } from './variant-kinds.ts';

/** What `generate sudoku --with` draws, and on which grid. */
export interface VariantRequest {
  readonly shape: Shape;
  /** The kinds of clues. */
  readonly kinds: readonly With[];
  readonly seed: number;
}

/** A variant with one solution. */
export interface MadeVariant {
  readonly variant: Variant;
  readonly solution: readonly number[];
  /** True if it is proven that no given and no clue can go. */
  readonly minimal: boolean;
}

/** Grids one after the other that keep no clue of some kind. */
const MOST_LOSSES = 50;
/** The nodes of the search that proves that a given or a clue may go. Without a proof it stays. */
const CHECK_NODES = 200_000;

/**
 * Makes variants from full grids: clues that the grid obeys are drawn on it, then givens go one by one
 * as long as there is one solution, then clues. One that keeps no clue of a kind is passed over. Yields
 * after each search: undefined before the end.
 */
export async function* madeVariants(
  { shape, kinds, seed }: VariantRequest,
  signal?: Watch['signal'],
): AsyncGenerator<MadeVariant | undefined, never> {
  const random = new Random(seed);
  const generator = new PuzzleGenerator({ boxes: shape.boxes, seed: random.word() });
  const plain = shapeOf(shape);
  const grid = new CellGrid(plain);
  let losses = 0;
  for (;;) {
    const values = [...generator.grid()];
    const drawnBy = new Map(kinds.map((kind) => [kind, WITH[kind]({ grid, values, random })]));
    const drawn = [...drawnBy.values()].flat();
    let clues: readonly Clue[] = drawn;
    let minimal = true;
    const mayGo = async (problem: Variant['problem'], prefix: readonly number[] = []) => {
      const limits = { maxNodes: CHECK_NODES, signal };
      const { answer } = await isUniqueAsync(problem, { ...limits, prefix });
      if (answer === 'unknown') minimal = false;
      if (answer === 'none')
        throw new Error('BUG: a clue that was drawn does not hold on its grid.');
      return answer === 'unique';
    };
    const stated = (own: readonly Clue[], given: ReadonlyMap<number, readonly number[]>) =>
      new Variant({ shape: plain, clues: own, candidates: given });
    const whole = stated(drawn, new Map());
    const others = othersOf(whole, values);
    const given = new Set(values.keys());
    for (const cell of random.order(values.length)) {
      const prefix = [...given].flatMap((one) => (one === cell ? [] : others[one]));
      if (await mayGo(whole.problem, prefix)) given.delete(cell);
      yield undefined;
    }
    const givens = new Map([...given].map((cell) => [cell, [values[cell]]]));
    for (const k of random.order(drawn.length)) {
      const rest = clues.filter((clue) => clue !== drawn[k]);
      if (await mayGo(stated(rest, givens).problem)) clues = rest;
      yield undefined;
    }
    const lost = kinds.find((kind) => !drawnBy.get(kind)?.some((clue) => clues.includes(clue)));
    if (lost !== undefined && ++losses === MOST_LOSSES) {
      throw new QuadrilleError(
        'not-supported',
        `No grid of ${MOST_LOSSES} of ${shape.size}x${shape.size} keeps ${lost}; leave them out, or give another size.`,
      );
    }
    if (lost !== undefined) continue;
    losses = 0;
    yield { variant: stated(clues, givens), solution: values, minimal };
  }
}

/** The options of a cell that would place another value than the one that stands there. */
function othersOf({ problem, grid }: Variant, values: readonly number[]): number[][] {
  const others: number[][] = values.map(() => []);
  for (let option = 0; option < problem.optionCount; option++) {
    const placement = problem.payload(option);
    if (placement === undefined) continue;
    const cell = grid.cellOf(placement);
    if (values[cell] !== placement.value) others[cell].push(~option);
  }
  return others;
}
