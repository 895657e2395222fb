import { Random } from '../kernels/random.ts';
import { QuadrilleError } from '../problem/error.ts';
import { checkInteger } from '../problem/setting.ts';
import { randomGrid } from './generate-grid.ts';
import { addGivens, countOf, fillUp, removeGivens, type Steps } from './generate-puzzle.ts';
import { type PuzzleSettings, shortfall, type Wish, wishOf } from './generate-wish.ts';
import { checkShapeSettings, Shape, type ShapeSettings } from './shape.ts';
import { Solver } from './solver.ts';

/** Of larger ones hardly a puzzle could be proven unique. */
const LARGEST = 25;
const MAX_NODES = 10_000;

export interface GeneratorSettings extends ShapeSettings {
  /** The same seed, settings and calls give the same puzzles. Default: one drawn by chance. */
  readonly seed?: number | undefined;
  /**
   * The most nodes of one search; where they do not suffice, a given stays. Default: 10,000, which
   * decides nearly everything of 9x9. From 16x16 on, more of them tend to leave fewer givens, and
   * harder puzzles (16x16: on average 98 with 1,000 nodes, 94 with 100,000).
   */
  readonly maxNodes?: number | undefined;
}

/** A puzzle. It has exactly one solution, whatever else was not reached. */
export interface Generated {
  readonly givens: Uint8Array;
  readonly solution: Uint8Array;
  /** How many cells are given. */
  readonly count: number;
  /** Whether it is proven that no given can go (with a symmetry: none with its counterpart). */
  readonly minimal: boolean;
  /** Whether it is all that was wished; if not, it is the closest of all attempts. */
  readonly reached: boolean;
  /** How many attempts were made. */
  readonly attempts: number;
}

/** What one attempt makes. */
type Made = Omit<Generated, 'reached' | 'attempts'>;

/**
 * Makes Sudokus of one shape, up to 25x25: one after the other, as its seed has them. It blocks the
 * event loop; where that matters, let a worker do it, or go attempt by attempt.
 */
export class PuzzleGenerator {
  readonly shape: Shape;
  /** With this one, the same can be made again. */
  readonly seed: number;
  readonly #random: Random;
  /** Its own, since what is decided within some nodes may depend on what was asked before. */
  readonly #solver: Solver;
  readonly #maxNodes: number;

  constructor(settings: GeneratorSettings = {}) {
    checkShapeSettings(settings, ['seed', 'maxNodes']);
    this.shape = Shape.of(settings);
    const { size, boxes } = this.shape;
    if (size > LARGEST) {
      throw new QuadrilleError(
        'bad-shape',
        `Size ${size} is too large to make puzzles of, for hardly one could be proven to have a ` +
          `single solution; give a size up to ${LARGEST}.`,
      );
    }
    const { seed = Math.floor(Math.random() * 2 ** 32), maxNodes = MAX_NODES } = settings;
    this.seed = seed;
    this.#random = new Random(this.seed);
    this.#maxNodes = checkInteger('maxNodes', maxNodes, 0);
    this.#solver = new Solver({ boxes, engine: 'cells', seed: this.#random.below(2 ** 32) });
  }

  /** A full grid. */
  grid(): Uint8Array {
    const steps = this.#grid();
    for (;;) {
      const { done, value } = steps.next();
      if (done === true) return value;
    }
  }

  /** A puzzle with exactly one solution, or the closest to it that some attempts gave. */
  puzzle(settings: PuzzleSettings = {}): Generated {
    let closest: Generated | undefined;
    for (const attempt of this.attempts(settings)) closest = attempt;
    return closest as Generated;
  }

  /** The same attempt by attempt, the closest so far after each; for whoever may lose patience. */
  attempts(settings: PuzzleSettings = {}): Generator<Generated, void, undefined> {
    return wholeAttempts(this.steps(settings));
  }

  /**
   * The same in steps of a search each, some 50 ms at most; for a program that has other things to do
   * meanwhile. The closest so far after each, which is none before the end of the first attempt.
   * After each attempt it is a new object, whose `attempts` says how many there were. @internal
   */
  steps(settings: PuzzleSettings = {}): Generator<Generated | undefined, void, undefined> {
    return this.#steps(wishOf(this.shape, settings));
  }

  *#steps(wish: Wish): Generator<Generated | undefined, void, undefined> {
    let best: Made | undefined;
    let least = Number.POSITIVE_INFINITY;
    let closest: Generated | undefined;
    for (let attempts = 1; least > 0 && attempts <= wish.attempts; attempts++) {
      const steps = this.#attempt(wish);
      let made = steps.next();
      for (; made.done !== true; made = steps.next()) yield closest;
      const short = shortfall(wish, made.value);
      if (best === undefined || short < least) {
        best = made.value;
        least = short;
      }
      closest = { ...best, reached: least === 0, attempts };
      yield closest;
    }
  }

  #grid(): Steps<Uint8Array> {
    return randomGrid(this.#solver, this.#random, this.#maxNodes);
  }

  *#attempt(wish: Wish): Steps<Made> {
    const { by, givens: wished, orbits } = wish;
    const solution = yield* this.#grid();
    const means = {
      solver: this.#solver,
      random: this.#random,
      maxNodes: this.#maxNodes,
      orbits,
    };
    const givens = by === 'adding' ? yield* addGivens(solution, means) : solution.slice();
    if (wished !== undefined) fillUp(givens, solution, wished, means);
    const fewest = wish.minimal ? 0 : (wished ?? countOf(givens));
    const minimal = yield* removeGivens(givens, fewest, means);
    return { givens, solution, count: countOf(givens), minimal };
  }
}

function* wholeAttempts(
  steps: Iterable<Generated | undefined>,
): Generator<Generated, void, undefined> {
  let before: Generated | undefined;
  for (const closest of steps) {
    if (closest === undefined || closest === before) continue;
    yield closest;
    before = closest;
  }
}
