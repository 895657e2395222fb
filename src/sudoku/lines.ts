import { PlanesBelow } from '../kernels/planes/below.ts';
import { encodeBare } from './encode.ts';
import type { Shape } from './shape.ts';

/**
 * The most nodes of an easy puzzle up to 9x9: two milliseconds. Within them every search finds the same first solution.
 */
export const EASY = 1 << 16;
const POINT = 46;
const ZERO = 48;

/**
 * Solves easy Sudokus of sizes up to 9x9, from bytes to bytes: lines of digits and points as they stand in a text, or values.
 * It looks at nothing twice and allocates nothing, since a million of them are common. What it cannot answer is left to
 * others.
 */
export class LineSolver {
  readonly shape: Shape;
  readonly #search: PlanesBelow;
  /** The options of the givens, and those of a solution. */
  readonly #givens: Int32Array;
  readonly #chosen: number[] = [];

  /** One for each shape: nothing of a search outlasts the next one. */
  static readonly #known = new Map<Shape, LineSolver | undefined>();

  private constructor(shape: Shape, search: PlanesBelow) {
    this.shape = shape;
    this.#search = search;
    this.#givens = new Int32Array(shape.cells);
  }

  /** A solver for a shape; none beyond 9x9, and where there is no WebAssembly. */
  static of(shape: Shape): LineSolver | undefined {
    const known = LineSolver.#known;
    if (!known.has(shape) && shape.size <= 9) {
      const search = PlanesBelow.of(encodeBare(shape).compile());
      known.set(shape, search && new LineSolver(shape, search));
    }
    return known.get(shape);
  }

  /** To be called before a row of searches. */
  begin(): void {
    this.#search.takeRegisters();
  }

  /**
   * Searches for `wanted` solutions of the puzzle that begins at an index. Undefined if it is none in digits and points,
   * or in values from 0 on, or if givens exclude each other.
   */
  search(
    bytes: ArrayLike<number>,
    from: number,
    maxNodes: number,
    wanted: number,
    zero = ZERO,
  ): 'solution' | 'exhausted' | 'paused' | undefined {
    const { cells, size } = this.shape;
    const givens = this.#givens;
    const blank = zero === ZERO ? POINT : zero;
    let length = 0;
    let option = -1;
    for (let at = from; at < from + cells; at++, option += size) {
      const byte = bytes[at] as number;
      if (byte === blank || byte === zero) continue;
      const value = byte - zero;
      if (!(value > 0 && value <= size && (byte | 0) === byte)) return undefined;
      givens[length++] = option + value;
    }
    const outcome = this.#search.searchBelow(givens, length, maxNodes, wanted);
    return outcome === 'refused' ? undefined : outcome;
  }

  /** The number of solutions that the last search has found. */
  get solutions(): number {
    return this.#search.solutions;
  }

  /** Writes the solution on which the last search has ended, as digits or as values. */
  write(into: Uint8Array, at: number, zero = ZERO): void {
    const { size } = this.shape;
    const chosen = this.#search.solution(this.#chosen);
    for (let k = 0; k < chosen.length; k++) {
      const option = chosen[k] as number;
      // `| 0` makes V8 divide integers.
      const cell = (option / size) | 0;
      into[at + cell] = zero + 1 + option - cell * size;
    }
  }
}
